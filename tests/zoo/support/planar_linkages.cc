// Four, five and more bars in the plane.
#include "planar_sketch.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

Mechanism four_bar(const std::string& name, double ground, double crank, double coupler,
                   double rocker, double rate) {
  PlanarSketch s(name);
  const int A = s.point(0, 0), D = s.point(ground, 0), B = s.polar(A, crank, 1);
  const int C = s.meet(B, coupler, D, rocker);
  s.ground({A, D});
  s.link({A, B});
  s.link({B, C});
  s.link({D, C});
  s.crank(A, rate);
  return s.mechanism();
}

Mechanism watt_six_bar() {
  PlanarSketch s("WattSixBar");
  const int A = s.point(0, 0), D = s.point(2, 0), B = s.polar(A, .6, 1);
  const int C = s.meet(B, 1.8, D, 1.4), E = s.meet(B, 1.2, C, 1.1), F = s.meet(C, 1.2, D, 1);
  const int G = s.meet(E, 1.9, F, 1.7);
  s.ground({A, D});
  s.link({A, B});
  s.link({B, C, E});
  s.link({D, C, F});
  s.link({E, G});
  s.link({F, G});
  s.crank(A, 6);
  return s.mechanism();
}

Mechanism stephenson() {
  PlanarSketch s("StephensonSixBar");
  const int A = s.point(0, 0), D = s.point(2, 0), H = s.point(3, 1.5), B = s.polar(A, .5, 1);
  const int C = s.meet(B, 1.8, D, 1.3), E = s.meet(B, 1.2, C, .9), G = s.meet(E, 1.6, H, 1.5);
  s.ground({A, D, H});
  s.link({A, B});
  s.link({B, C, E});
  s.link({D, C});
  s.link({E, G});
  s.link({H, G});
  s.crank(A, 6);
  return s.mechanism();
}

/// Coordinates of the patent US 6,260,862.
Mechanism klann() {
  PlanarSketch s("KlannLeg");
  const int O = s.point(1.599, .750), A = s.point(1.366, 1.366), B = s.point(1.009, .574);
  const int M = s.point(1.331, .750), C = s.point(.741, .750), D = s.point(.232, .866);
  const int E = s.point(0, 1), F = s.point(0, 0);
  s.ground({O, A, B});
  s.link({O, M});
  s.link({M, C, D});
  s.link({B, C});
  s.link({A, E});
  s.link({D, E, F});
  s.crank(O, 12);
  return s.mechanism();
}

/// Theo Jansen's numbers, in a unit of 1/40 m.
Mechanism jansen() {
  PlanarSketch s("JansenLeg");
  const double u = 1 / 40.0;
  const int O = s.point(0, 0), Z = s.point(-38 * u, -7.8 * u), M = s.polar(O, 15 * u, .8);
  const int B = s.meet(Z, 41.5 * u, M, 50 * u), E = s.meet(Z, 40.1 * u, B, 55.8 * u);
  const int C = s.meet(M, 61.9 * u, Z, 39.3 * u), D = s.meet(C, 36.7 * u, E, 39.4 * u);
  const int F = s.meet(C, 49 * u, D, 65.7 * u);
  s.ground({O, Z});
  s.link({O, M});
  s.link({M, B});
  s.link({Z, B, E});
  s.link({M, C});
  s.link({Z, C});
  s.link({E, D});
  s.link({C, D, F});
  s.crank(O, 12);
  return s.mechanism();
}

/// Andrews' squeezing mechanism in units of 5 cm, with the bodies of the zoo.
Mechanism squeezer() {
  PlanarSketch s("Squeezer");
  const double u = 20;
  const int O = s.point(0, 0), A = s.point(-.06934 * u, -.00227 * u);
  const int B = s.point(-.03635 * u, .03273 * u), F = s.polar(O, .007 * u, -.062);
  const int E = s.meet(F, .028 * u, B, .035 * u);
  const int G = s.meet(A, .04 * u, E, .02 * u), H = s.meet(E, .02 * u, A, .04 * u);
  s.ground({O, A, B});
  s.link({O, F});
  s.link({F, E});
  s.link({B, E});
  s.link({E, G});
  s.link({A, G});
  s.link({E, H});
  s.link({A, H});
  s.crank(O, 6);
  return s.mechanism();
}

Mechanism five_bar() {
  PlanarSketch s("FiveBar", 2);
  const int A = s.point(0, 0), E = s.point(1, 0), B = s.polar(A, .8, 2), D = s.polar(E, .8, 1.2);
  const int C = s.meet(B, 1.1, D, 1.1);
  s.ground({A, E});
  s.link({A, B});
  s.link({B, C});
  s.link({E, D});
  s.link({D, C});
  s.crank(A, .5);
  s.crank(E, .2);
  auto& m = s.mechanism();
  m.joints[0].spring = m.joints[1].spring = 200;
  return m;
}

Mechanism three_rrr() {
  PlanarSketch s("PlanarThreeRRR", 3);
  std::vector<int> ground, plate;
  for (int k = 0; k < 3; ++k) {
    const double angle = .3 + 2 * kPi / 3 * k;
    ground.push_back(s.point(2 * std::cos(angle), 2 * std::sin(angle)));
    plate.push_back(s.point(.6 * std::cos(angle + .2), .6 * std::sin(angle + .2)));
  }
  s.ground(ground);
  s.link(plate);
  for (std::size_t k = 0; k < 3; ++k) {
    const int elbow = s.meet(ground[k], 1.0, plate[k], 1.1);
    s.link({ground[k], elbow});
    s.link({elbow, plate[k]});
    s.crank(ground[k], .2 * static_cast<double>(k + 1));
  }
  auto& m = s.mechanism();
  for (std::size_t k = 0; k < 3; ++k) m.joints[k].spring = 300;
  m.alike = .3;
  return m;
}

/// A bar on three parallel cranks: passes flat positions, in which it could fold.
Mechanism three_cranks() {
  PlanarSketch s("ThreeParallelCranks");
  std::vector<int> feet, tips;
  for (int k = 0; k < 3; ++k) {
    feet.push_back(s.point(k, 0));
    tips.push_back(s.polar(feet.back(), 1, 1));
  }
  s.ground(feet);
  s.link(tips);
  for (std::size_t k = 0; k < 3; ++k) s.link({feet[k], tips[k]});
  s.crank(feet[0], 2);
  auto& m = s.mechanism();
  m.gravity.setZero();
  m.singular = true;
  return m;
}

Mechanism row_of_four_bars(int count) {
  PlanarSketch s("RowOf" + std::to_string(count) + "FourBars");
  std::vector<int> feet, tips;
  for (int k = 0; k <= count; ++k) {
    feet.push_back(s.point(k, 0));
    tips.push_back(s.polar(feet.back(), 1, -1.1));
  }
  s.ground(feet);
  for (std::size_t k = 0; k < feet.size(); ++k) {
    s.link({feet[k], tips[k]});
    if (k > 0) s.link({tips[k - 1], tips[k]});
  }
  s.crank(feet[0], 0);
  return s.mechanism();
}

}  // namespace

std::vector<Mechanism> planar_linkages() {
  return {four_bar("CrankRocker", 2, .7, 1.8, 1.3, 7),
          in_space(four_bar("CrankRocker", 2, .7, 1.8, 1.3, 7)),
          four_bar("DragLink", .5, 1.5, 1.3, 1.4, 7),
          four_bar("DoubleRocker", 2, 1.3, .8, 1.2, .5),
          watt_six_bar(),
          stephenson(),
          klann(),
          jansen(),
          in_space(jansen()),
          squeezer(),
          in_space(squeezer()),
          five_bar(),
          three_rrr(),
          three_cranks(),
          row_of_four_bars(4),
          in_space(row_of_four_bars(4))};
}

}  // namespace multibond::zoo
