// Structures that fold: scissors, pantograph, Hoberman's ring.
#include "planar_sketch.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

/// Crossed bars of length 1, one end pinned, one on a slider.
Mechanism scissors(int units) {
  PlanarSketch s("Scissors" + std::to_string(units));
  const double width = std::cos(.6), height = std::sin(.6);
  std::vector<int> left, right;
  for (int k = 0; k <= units; ++k) {
    left.push_back(s.point(0, -height * k));
    right.push_back(s.point(width, -height * k));
  }
  s.ground({left[0]});
  for (std::size_t k = 1; k < left.size(); ++k) {
    const int middle = s.between(left[k - 1], right[k], .5);
    s.link({left[k - 1], right[k], middle});
    s.link({right[k - 1], left[k], middle});
  }
  const auto foot = s.slider(0, s.link({right[0]}), right[0], Vector3d::UnitX());
  s.drive_slider(foot, .05);
  auto& m = s.mechanism();
  m.joints.back().spring = 400.0 * units;
  return m;
}

Mechanism pantograph() {
  PlanarSketch s("Pantograph", 2);
  const int O = s.point(0, 0), A = s.polar(O, 1, 1.2), B = s.between(O, A, .5);
  const int C = s.polar(A, 1.4, -.4), D = s.between(A, C, .5);
  const int E = s.point(s.at(B) + s.at(D) - s.at(A));
  s.ground({O});
  s.link({O, A, B});
  s.link({A, C, D});
  s.link({B, E});
  s.link({D, E});
  s.crank(O, .5);
  s.crank(A, .2);
  return s.mechanism();
}

/// Rigid triangles from an inner point over a pivot to the next outer point, and back.
Mechanism hoberman(int n) {
  PlanarSketch s("Hoberman" + std::to_string(n));
  std::vector<int> inner, outer, pivot;
  for (int k = 0; k < n; ++k) {
    const double at = 2 * kPi / n * k, half = at + kPi / n, radius = 1.05 / std::cos(kPi / n);
    inner.push_back(s.point(.8 * std::cos(at), .8 * std::sin(at)));
    outer.push_back(s.point(1.3 * std::cos(at), 1.3 * std::sin(at)));
    pivot.push_back(s.point(radius * std::cos(half), radius * std::sin(half)));
  }
  for (std::size_t k = 0; k < inner.size(); ++k) {
    const std::size_t next = (k + 1) % inner.size();
    if (k == 0) {
      s.ground({inner[k], pivot[k], outer[next]});
    } else {
      s.link({inner[k], outer[next], pivot[k]});
    }
    s.link({outer[k], inner[next], pivot[k]});
  }
  s.crank(pivot[0], .1);
  auto& m = s.mechanism();
  m.joints[m.drives[0].joint].spring = 100.0 * n;
  return m;
}

}  // namespace

std::vector<Mechanism> deployables() {
  return {scissors(3), scissors(10), in_space(scissors(3)), pantograph(),
          hoberman(6), hoberman(12), in_space(hoberman(6))};
}

}  // namespace multibond::zoo
