// Linkages that move although a count of their constraints says that they should not.
#include "ring.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

constexpr double h = kPi / 2;
using Point = Vector3d;

/// Bennett 1903: opposite links alike, sin(alpha) / a the same for all.
double bennett_twist(double length) { return std::asin(length * std::sin(1.0)); }

Mechanism bennett() {
  const double b = bennett_twist(.7);
  return ring({.name = "Bennett",
               .a = {1, .7, 1, .7},
               .alpha = {1, b, 1, b},
               .guess = {-2.032, 2.366, 2.032, -2.366}});
}

/// Two Bennett linkages with a common link, which is taken away.
Mechanism goldberg_5r() {
  const double b = bennett_twist(.7), c = bennett_twist(.5);
  return ring({.name = "Goldberg5R",
               .a = {1, .7, .5, 1, 1.2},
               .alpha = {1, b, c, 1, b + c},
               .guess = {-2.868, 0.997, 1.543, 2.145, -1.816}});
}

/// The same once more: three Bennett linkages in a row. Each turn leads as near to a second branch
/// as numbers tell; without weight a spring keeps it off.
Mechanism goldberg_6r(bool whole) {
  const double b = bennett_twist(.7), c = bennett_twist(.5), e = bennett_twist(.4);
  Mechanism m = ring({.name = whole ? "Goldberg6RTurning" : "Goldberg6R",
                      .a = {1, .7, .5, .4, 1, 1.6},
                      .alpha = {1, b, c, e, 1, b + c + e},
                      .guess = {-2.809, 1.172, 1.671, 1.329, 1.138, -2.501},
                      .rate = whole ? 3.0 : .5,
                      .spring = whole ? 0.0 : 300.0});
  if (!whole) m.gravity.setZero();
  m.singular = whole;
  return m;
}

/// Waldron's hybrid: two Bennett linkages with one axis in common, about which they turn alike; the
/// links at that axis are welded in pairs, and its hinges taken away.
Mechanism waldron() {
  const double c = bennett_twist(.5);
  const Mechanism loops[] = {
      bennett(),
      ring({.a = {1, .5, 1, .5}, .alpha = {1, c, 1, c}, .guess = {-2.032, 2.5, 2.032, -2.5}})};
  const Pose places[] = {{}, {Vector3d(0, 0, .4), turn(Vector3d::UnitZ(), 1.3)}};
  Mechanism m{.name = "Waldron"};
  const auto common = m.link({});
  for (int k = 0; k < 2; ++k) {
    const auto axis = [&](std::size_t j) {
      const Joint& joint = loops[k].joints[j];
      return places[k] * loops[k].links[joint.a].start * joint.on_a;
    };
    const auto second = m.link(places[k] * loops[k].links[2].start),
               third = m.link(places[k] * loops[k].links[3].start);
    m.joint(JointKind::revolute, common, second, axis(1).x, axis(1).A.col(2));
    m.joint(JointKind::revolute, second, third, axis(2).x, axis(2).A.col(2));
    m.joint(JointKind::revolute, third, 0, axis(3).x, axis(3).A.col(2));
  }
  m.drive(0, 2);
  return m.with_masses();
}

Mechanism myard() {
  const double s = std::sin(1.0);
  return ring({.name = "Myard5R",
               .a = {s, 1, 0, 1, s},
               .alpha = {1, h, kPi - 2, h, kPi - 1},
               .guess = {-0.165, -2.525, -1.488, 1.653, 2.525}});
}

Mechanism bricard_line_symmetric() {
  return ring({.name = "BricardLineSymmetric",
               .a = {1, .8, .6, 1, .8, .6},
               .alpha = {.7, 1.1, .9, .7, 1.1, .9},
               .d = {.3, -.2, .4, .3, -.2, .4},
               .guess = {-1.281, 1.014, -2.667, -1.281, 1.014, -2.667}});
}

Mechanism bricard_plane_symmetric() {
  return ring({.name = "BricardPlaneSymmetric",
               .a = {1, .8, .6, .6, .8, 1},
               .alpha = {.7, 1.1, .9, -.9, -1.1, -.7},
               .d = {0, .3, -.2, 0, .2, -.3},
               .guess = {1.357, -2.845, -1.225, 1.158, -1.225, -2.845}});
}

/// The sums of the squares of every second length agree.
Mechanism bricard_trihedral() {
  const double last = std::sqrt(1 + 1.1 * 1.1 + .95 * .95 - .9 * .9 - .8 * .8);
  return ring({.name = "BricardTrihedral",
               .a = {1, .9, 1.1, .8, .95, last},
               .alpha = {h, 3 * h, h, 3 * h, h, 3 * h},
               .guess = {1.618, 1.718, 1.425, 1.502, 1.432, 1.724}});
}

Mechanism kaleidocycle() {
  return ring({.name = "Kaleidocycle",
               .a = {1, 1, 1, 1, 1, 1},
               .alpha = {h, -h, h, -h, h, -h},
               .guess = {-1.170, -1.856, -1.170, -1.856, -1.170, -1.856}});
}

/// Its way leads through positions in which it could fold otherwise (the first angle is half a
/// turn); without weight a spring keeps it off.
Mechanism altmann(bool whole) {
  Mechanism m = ring({.name = whole ? "AltmannFolding" : "Altmann",
                      .a = {1, 0, .7, 1, 0, .7},
                      .alpha = {h, h, 3 * h, h, h, 3 * h},
                      .guess = {2.802, -1.364, 1.280, -2.802, 1.364, -1.280},
                      .rate = whole ? 3.0 : .5,
                      .spring = whole ? 0.0 : 3000.0});
  if (!whole) m.gravity.setZero();
  m.singular = whole;
  return m;
}

/// The linkage of the Turbula mixer.
Mechanism schatz() {
  return ring({.name = "Schatz",
               .a = {0, 1, 1, 1, 0, std::sqrt(3.0)},
               .alpha = {h, h, h, h, h, 0},
               .guess = {-2.533, -0.781, 1.561, -1.580, 0.790, 2.519}});
}

/// A plate that goes straight up and down: two folding pairs of plates in planes across each other.
/// It is singular where it is flat; a spring keeps it off.
Mechanism sarrus(bool whole) {
  Mechanism m = ring({.name = whole ? "SarrusFlat" : "Sarrus",
                      .a = {1, 1, 0, 1, 1, 0},
                      .alpha = {0, 0, h, 0, 0, -h},
                      .d = {0, 0, 1.2, 0, 0, 1.2},
                      .guess = {1.065, 1.745, -2.810, -2.076, 1.745, 0.331},
                      .spring = whole ? 0.0 : 300.0});
  m.singular = whole;
  return m;
}

Mechanism planar_4r() {
  return ring({.name = "Planar4R",
               .a = {1, .9, .8, 1.2},
               .alpha = {0, 0, 0, 0},
               .guess = {2.324, 0.848, 2.041, 1.070}});
}

Mechanism planar_5r() {
  return ring({.name = "Planar5R",
               .mobility = 2,
               .a = {1, .9, .8, 1.2, .7},
               .alpha = {0, 0, 0, 0, 0},
               .guess = {1.316, 0.820, 1.737, 0.944, 1.466},
               .held = 2});
}

/// It folds if two opposite arcs are as long as the other two.
Mechanism spherical_4r(bool folding) {
  Mechanism m = ring({.name = folding ? "Spherical4RFolding" : "Spherical4R",
                      .a = {0, 0, 0, 0},
                      .alpha = {.8, 1, folding ? 1.1 : 1.2, .9},
                      .guess = {1.322, 1.027, 1.637, 1.254}});
  m.singular = folding;
  return m;
}

Mechanism spherical_5r() {
  return ring({.name = "Spherical5R",
               .mobility = 2,
               .a = {0, 0, 0, 0, 0},
               .alpha = {.8, 1, 1.1, .9, .7},
               .guess = {-2.231, 0.907, 2.469, 1.094, -2.538},
               .held = 2});
}

/// Hooke's joint between shafts at 30 degrees, as a linkage.
Mechanism cardan() {
  return ring({.name = "CardanJoint",
               .a = {0, 0, 0, 0},
               .alpha = {h, h, h, kPi / 6},
               .guess = {1.009, 1.116, 1.301, 0.499}});
}

Mechanism double_spherical() {
  return ring({.name = "DoubleSpherical6R",
               .a = {0, 0, 1.2, 0, 0, 1.2},
               .alpha = {.8, .9, 1.1, .7, 1, .6},
               .guess = {2.149, 1.458, -0.874, 2.998, 0.169, -0.110}});
}

/// Not overconstrained: the counter-example.
Mechanism general_7r() {
  return ring({.name = "General7R",
               .a = {.5, .8, .3, .9, .4, .7, .6},
               .alpha = {.9, -1.1, .7, 1.3, -.8, 1.0, .6},
               .d = {.2, -.3, .4, .1, .3, -.2, .25},
               .guess = {1.114, 1.340, 2.102, 0.881, 1.181, -3.092, -1.197}});
}

/// Two universal joints with a shaft between: parallel shafts turn alike.
Mechanism double_cardan() {
  Mechanism m{.name = "DoubleCardan"};
  const Point in(0, 0, 0), out(.6, 0, std::sqrt(1.5 * 1.5 - .6 * .6));
  const Point x = Point::UnitX(), y = Point::UnitY(), z = Point::UnitZ();
  const auto driving = m.link({in, Matrix3d::Identity()}),
             shaft = m.link({in, turn(y, std::atan2(out.x(), out.z()))}),
             driven = m.link({out, Matrix3d::Identity()});
  const auto bearing = m.joint(JointKind::revolute, 0, driving, in, z);
  m.joint(JointKind::universal, driving, shaft, in, x, y);
  m.joint(JointKind::universal, shaft, driven, out, y, x);
  m.joint(JointKind::revolute, driven, 0, out, z);
  m.drive(bearing, 3);
  return m.with_masses();
}

/// Bricard's flexible octahedra: a triangle that rests, three points, nine rods.
Mechanism octahedron(const std::string& name, const std::vector<Point>& vertices,
                     const std::vector<Point>& opposite) {
  Mechanism m{.name = name};
  std::vector<std::size_t> points;
  for (const Point& p : opposite) {
    points.push_back(m.link({p, Matrix3d::Identity()}));
    const auto moves = m.joint(JointKind::shift, 0, points.back(), p);
    m.joints[moves].on_a.x.setZero();  // coordinates of the point are those of the world
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      if (i != j) m.rod(0, vertices[j], points[i], opposite[i]);
      if (i < j) m.rod(points[i], opposite[i], points[j], opposite[j]);
    }
  }
  m.drive(0, 0.5, 0);
  return m.with_masses();
}

Mechanism octahedron_line_symmetric() {
  const std::vector<Point> p{{1, .2, .1}, {.1, 1, .3}, {.7, -.5, 1.1}};
  std::vector<Point> q;
  for (const Point& v : p) q.emplace_back(-v.x(), -v.y(), v.z());
  return octahedron("OctahedronLineSymmetric", p, q);
}

Mechanism octahedron_plane_symmetric() {
  return octahedron("OctahedronPlaneSymmetric", {{1, .2, .1}, {.3, 1, .3}, {0, -.5, 1.1}},
                    {{-1, .2, .1}, {-.3, 1, .3}, {0, .4, -.7}});
}

}  // namespace

std::vector<Mechanism> overconstrained_linkages() {
  return {bennett(),
          goldberg_5r(),
          goldberg_6r(false),
          goldberg_6r(true),
          waldron(),
          myard(),
          bricard_line_symmetric(),
          bricard_plane_symmetric(),
          bricard_trihedral(),
          kaleidocycle(),
          altmann(false),
          altmann(true),
          schatz(),
          sarrus(false),
          sarrus(true),
          planar_4r(),
          planar_5r(),
          spherical_4r(false),
          spherical_4r(true),
          spherical_5r(),
          cardan(),
          double_spherical(),
          general_7r(),
          double_cardan(),
          octahedron_line_symmetric(),
          octahedron_plane_symmetric()};
}

}  // namespace multibond::zoo
