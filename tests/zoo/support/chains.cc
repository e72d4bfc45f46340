// Chains between two points: one large loop.
#include "planar_sketch.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

/// Half the angle of an arc of n chords of length s between points `span` apart.
double half_arc(int n, double s, double span) {
  double low = 1e-3, high = kPi - 1e-3;
  for (int i = 0; i < 200; ++i) {
    const double half = (low + high) / 2;
    const double reach = s * std::sin(half) / std::sin(half / n);
    (reach > span ? low : high) = half;
  }
  return low;
}

/// n links, 5 m in all, between points 3 m apart, on an arc that hangs.
Mechanism closed_chain(int n) {
  PlanarSketch s("ClosedChain" + std::to_string(n), static_cast<std::size_t>(n - 2));
  const double length = 5.0 / n, half = half_arc(n, length, 3);
  int here = s.point(0, 0);
  std::vector<int> points{here};
  for (int k = 0; k < n; ++k) {
    here = s.polar(here, length, -half + half / n * (2 * k + 1));
    points.push_back(here);
  }
  s.ground({points.front(), points.back()});
  for (std::size_t k = 1; k < points.size(); ++k) s.link({points[k - 1], points[k]});
  s.crank(points.front(), 1);
  auto& m = s.mechanism();
  m.alike = .3;
  return m;
}

/// Links between universal and revolute joints, in a curve that lies in no plane.
Mechanism chain_in_space(int n) {
  Mechanism m{.name = "SpatialChain" + std::to_string(n), .gravity = {2, -9, 3}};
  const auto place = [&](int k) {
    const double share = static_cast<double>(k) / n, sag = 4 * share * (1 - share);
    return Vector3d(3 * share, -1.5 * sag, .3 * sag * std::sin(2.0 * k));
  };
  std::size_t before = 0;
  for (int k = 0; k <= n; ++k) {
    const std::size_t next = k < n ? m.link({place(k), Matrix3d::Identity()}) : 0;
    if (k % 2 == 0) {
      m.joint(JointKind::universal, before, next, place(k), Vector3d::UnitZ(), Vector3d::UnitY());
    } else {
      m.joint(JointKind::revolute, before, next, place(k), Vector3d(.3, .2, 1).normalized());
    }
    before = next;
  }
  m.mobility = m.coordinates() - 6;
  m.drive(0, 1);
  m.alike = .3;
  return m.with_masses();
}

}  // namespace

std::vector<Mechanism> chains() {
  return {closed_chain(5),  closed_chain(10),  closed_chain(25),  in_space(closed_chain(25)),
          closed_chain(50), closed_chain(100), closed_chain(200), chain_in_space(12)};
}

}  // namespace multibond::zoo
