// Gear trains: planets on a carrier roll on a sun and in a ring.
#include "planar_sketch.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

Mechanism planetary(int planets) {
  PlanarSketch s("Planetary" + std::to_string(planets));
  const int O = s.point(0, 0);
  std::vector<int> on_carrier{O};
  for (int k = 0; k < planets; ++k)
    on_carrier.push_back(s.polar(O, .3, .4 + 2 * kPi / planets * k));
  s.ground({O});
  const auto sun = s.link({O});
  s.link(on_carrier);
  for (int k = 1; k <= planets; ++k) {
    const auto planet = s.link({on_carrier[static_cast<std::size_t>(k)]});
    s.gear(sun, .2, planet, .1);
    s.gear(planet, .1, 0, -.4);
  }
  s.crank(O, 3);
  return s.mechanism();
}

/// Two suns, short planet and long planet, ring that turns.
Mechanism ravigneaux(int pairs) {
  PlanarSketch s("Ravigneaux" + std::to_string(pairs), 2);
  const double apart = std::acos((.35 * .35 + .45 * .45 - .3 * .3) / (2 * .35 * .45));
  const int O = s.point(0, 0);
  std::vector<int> on_carrier{O};
  for (int k = 0; k < pairs; ++k) {
    const double angle = .4 + 2 * kPi / pairs * k;
    on_carrier.push_back(s.polar(O, .35, angle));
    on_carrier.push_back(s.polar(O, .45, angle + apart));
  }
  s.ground({O});
  const auto small = s.link({O}), large = s.link({O}), ring = s.link({O});
  s.link(on_carrier);
  for (std::size_t k = 1; k < on_carrier.size(); k += 2) {
    const auto shorter = s.link({on_carrier[k]}), longer = s.link({on_carrier[k + 1]});
    s.gear(small, .2, shorter, .15);
    s.gear(shorter, .15, longer, .15);
    s.gear(longer, .15, large, .3);
    s.gear(longer, .15, ring, -.6);
  }
  s.crank(O, 3, 0);
  s.crank(O, 1, 1);
  return s.mechanism();
}

/// A differential of spur gears: pairs of planets that mesh with each other, each with one of two
/// equal suns. The carrier turns with the mean of the suns.
Mechanism differential(int pairs) {
  PlanarSketch s("Differential" + std::to_string(pairs), 2);
  const double apart = 2 * std::asin(.1 / .3);
  const int O = s.point(0, 0);
  std::vector<int> on_carrier{O};
  for (int k = 0; k < pairs; ++k) {
    const double angle = .4 + 2 * kPi / pairs * k;
    on_carrier.push_back(s.polar(O, .3, angle));
    on_carrier.push_back(s.polar(O, .3, angle + apart));
  }
  s.ground({O});
  const auto left = s.link({O}), right = s.link({O});
  s.link(on_carrier);
  for (std::size_t k = 1; k < on_carrier.size(); k += 2) {
    const auto first = s.link({on_carrier[k]}), second = s.link({on_carrier[k + 1]});
    s.gear(left, .2, first, .1);
    s.gear(first, .1, second, .1);
    s.gear(second, .1, right, .2);
  }
  s.crank(O, 3, 0);
  s.crank(O, 1, 1);
  return s.mechanism();
}

/// Five bars whose cranks are geared to each other.
Mechanism geared_five_bar() {
  PlanarSketch s("GearedFiveBar", 1);
  const int A = s.point(0, 0), E = s.point(1, 0), B = s.polar(A, .4, 2), D = s.polar(E, .4, 1.2);
  const int C = s.meet(B, 1.1, D, 1.1);
  s.ground({A, E});
  const auto left = s.link({A, B});
  s.link({B, C});
  const auto right = s.link({E, D});
  s.link({D, C});
  s.gear(left, .5, right, .5);
  s.crank(A, 6);
  return s.mechanism();
}

}  // namespace

std::vector<Mechanism> gear_trains() {
  std::vector<Mechanism> all;
  for (int planets = 1; planets <= 6; ++planets) all.push_back(planetary(planets));
  all.push_back(ravigneaux(1));
  all.push_back(ravigneaux(3));
  all.push_back(differential(1));
  all.push_back(differential(3));
  all.push_back(geared_five_bar());
  return all;
}

}  // namespace multibond::zoo
