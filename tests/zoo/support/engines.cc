// Cranks with sliders: engines, in the plane and of plain joints in space, and quick returns.
#include "planar_sketch.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

/// A cylinder of an engine: inclined by `bank` about x, its crank pin at the angle `pin`, `x` along
/// the shaft.
struct Cylinder {
  double bank = 0, pin = 0, x = 0;
};

/// Crankshaft along x; pins at 0.05, connecting rods of 0.175.
Mechanism engine(const std::string& name, const std::vector<Cylinder>& cylinders,
                 double rate = 20) {
  Mechanism m{.name = name};
  const Vector3d axis = Vector3d::UnitX();
  const auto direction = [&](double angle) {
    return Vector3d(0, std::cos(angle), std::sin(angle));
  };
  const auto crank = m.link({});
  m.drive(m.joint(JointKind::revolute, 0, crank, Vector3d::Zero(), axis), rate);
  for (const Cylinder& c : cylinders) {
    const double angle = c.pin - c.bank;  // of the crank pin from the axis of the cylinder
    const double lean = std::asin(.05 * std::sin(angle) / .175);
    const Vector3d place = c.x * axis, pin = place + .05 * direction(c.pin);
    const Vector3d gudgeon = pin + .175 * direction(c.bank - lean);
    const auto rod = m.link({pin, turn(axis, c.bank - lean)}),
               piston = m.link({gudgeon, turn(axis, c.bank)});
    m.joint(JointKind::revolute, crank, rod, pin, axis);
    m.joint(JointKind::revolute, rod, piston, gudgeon, axis);
    const auto slides = m.joint(JointKind::prismatic, 0, piston, gudgeon, direction(c.bank));
    m.joints[slides].on_a.x = place;  // the stroke counts from the crankshaft
    m.joints[slides].n = Vector3d::UnitY();
  }
  m.alike = .5;
  return m.with_masses();
}

Mechanism slider_crank(bool space) {
  PlanarSketch s("SliderCrank");
  const int O = s.point(0, 0), P = s.polar(O, .2, .7);
  const double x = s.at(P).x() + std::sqrt(.36 - s.at(P).y() * s.at(P).y());
  const int G = s.point(x, 0);
  s.ground({O});
  s.link({O, P});
  s.link({P, G});
  s.slider(0, s.link({G}), G, Vector3d::UnitX());
  s.crank(O, 10);
  return space ? in_space(s.mechanism()) : s.mechanism();
}

/// Whitworth's quick return with the ram: crank 0.4, lever pivot 1 below, rod to the ram.
Mechanism quick_return() {
  PlanarSketch s("QuickReturn");
  const int O = s.point(0, 0), B = s.point(0, -1), P = s.polar(O, .4, .5);
  const Vector3d along = (s.at(P) - s.at(B)).normalized();
  const int T = s.point(s.at(B) + 2 * along);
  const double dy = 1.2 - s.at(T).y(), x = s.at(T).x() - std::sqrt(1 - dy * dy);
  const int R = s.point(x, 1.2);
  s.ground({O, B});
  s.link({O, P});
  const auto lever = s.link({B, T}), block = s.link({P});
  s.slider(lever, block, P, along);
  s.link({T, R});
  s.slider(0, s.link({R}), R, Vector3d::UnitX());
  s.crank(O, 10);
  return s.mechanism();
}

Mechanism scotch_yoke() {
  PlanarSketch s("ScotchYoke");
  const int O = s.point(0, 0), P = s.polar(O, .3, .8), Y = s.point(s.at(P).x(), 0);
  s.ground({O});
  s.link({O, P});
  const auto block = s.link({P}), yoke = s.link({Y});
  s.slider(yoke, block, P, Vector3d::UnitY());
  s.slider(0, yoke, Y, Vector3d::UnitX());
  s.crank(O, 10);
  return s.mechanism();
}

/// Oldham's coupling: two shafts 0.2 apart, a disc between that slides on both.
Mechanism oldham() {
  PlanarSketch s("OldhamCoupling");
  const int A = s.point(0, 0), B = s.point(.2, 0), C = s.point(.1, .1);
  s.ground({A, B});
  const auto first = s.link({A}), second = s.link({B}), disc = s.link({C});
  s.slider(first, disc, C, Vector3d(1, 1, 0).normalized());
  s.slider(second, disc, C, Vector3d(-1, 1, 0).normalized());
  s.crank(A, 5);
  return s.mechanism();
}

Mechanism oscillating_cylinder() {
  PlanarSketch s("OscillatingCylinder");
  const int O = s.point(0, 0), B = s.point(1, .2), P = s.polar(O, .3, .8);
  s.ground({O, B});
  s.link({O, P});
  // Points that only say where x of the links is.
  const auto rod = s.link({P, s.between(P, B, .9)}), cylinder = s.link({B, s.between(B, P, .3)});
  s.slider(cylinder, rod, B, (s.at(B) - s.at(P)).normalized());
  s.crank(O, 10);
  return s.mechanism();
}

/// Five rods on one pin of the crank.
Mechanism radial_engine() {
  PlanarSketch s("RadialEngine5");
  const int O = s.point(0, 0), P = s.polar(O, .1, .3);
  s.ground({O});
  s.link({O, P});
  for (int k = 0; k < 5; ++k) {
    const double bank = 2 * kPi / 5 * k;
    const Vector3d e(std::cos(bank), std::sin(bank), 0);
    const double along = s.at(P).dot(e), across = (s.at(P) - along * e).norm();
    const int G = s.point((along + std::sqrt(.16 - across * across)) * e);
    s.link({P, G});
    s.slider(0, s.link({G}), G, e);
  }
  s.crank(O, 15);
  return s.mechanism();
}

}  // namespace

std::vector<Mechanism> engines() {
  const double h = kPi / 2;
  return {slider_crank(false),
          slider_crank(true),
          quick_return(),
          scotch_yoke(),
          oldham(),
          oscillating_cylinder(),
          radial_engine(),
          engine("InclinedSliderCrank", {{.5, 1.0, 0}}),
          engine("TwinInLine", {{0, .5, 0}, {0, .5 + kPi, .1}}),
          engine("V2", {{kPi / 4, .4, 0}, {-kPi / 4, .4, .05}}),
          engine("Boxer4", {{h, .4, 0}, {-h, .4 + kPi, .1}, {h, .4 + kPi, .2}, {-h, .4, .3}}),
          engine("V6", {{h / 3, .4, 0},
                        {-h / 3, .4, .05},
                        {h / 3, 2.5, .1},
                        {-h / 3, 2.5, .15},
                        {h / 3, 4.6, .2},
                        {-h / 3, 4.6, .25}})};
}

}  // namespace multibond::zoo
