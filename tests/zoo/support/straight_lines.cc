// Linkages with a point that moves on a straight line, exactly or nearly.
#include "planar_sketch.h"
#include "zoo.h"

namespace multibond::zoo {
namespace {

const Vector3d kX = Vector3d::UnitX(), kY = Vector3d::UnitY();

Mechanism watt() {
  PlanarSketch s("WattLinkage");
  const int A = s.point(0, 0), D = s.point(2, .6), B = s.polar(A, 1, .3);
  const int C = s.meet(B, .6, D, 1), P = s.between(B, C, .5);
  s.ground({A, D});
  s.link({A, B});
  s.link({B, C, P});
  s.link({D, C});
  s.crank(A, -1);
  return s.mechanism();
}

/// Ground 4, coupler 2, crossed cranks 5.
Mechanism chebyshev() {
  PlanarSketch s("Chebyshev");
  const int A = s.point(-2, 0), D = s.point(2, 0), B = s.polar(A, 5, .85);
  const int C = s.meet(B, 2, D, 5);
  s.ground({A, D});
  s.link({A, B});
  s.link({B, C});
  s.link({D, C});
  s.crank(A, .3);
  return s.mechanism();
}

/// Chebyshev's lambda (Hoeken): crank 1, ground 2, rocker and both halves of the coupler 2.5.
Mechanism lambda() {
  PlanarSketch s("ChebyshevLambda");
  const int A = s.point(0, 0), D = s.point(2, 0), B = s.polar(A, 1, .5);
  const int C = s.meet(B, 2.5, D, 2.5), P = s.between(B, C, 2);
  s.ground({A, D});
  s.link({A, B});
  s.link({B, C, P});
  s.link({D, C});
  s.crank(A, 7);
  return s.mechanism();
}

Mechanism roberts() {
  PlanarSketch s("Roberts");
  const int A = s.point(-1, 0), D = s.point(1, 0), B = s.polar(A, 1.2, 1.2);
  const int C = s.meet(B, 1.0, D, 1.2), P = s.meet(C, 1.2, B, 1.2);
  s.ground({A, D});
  s.link({A, B});
  s.link({B, C, P});
  s.link({D, C});
  s.crank(A, .4);
  return s.mechanism();
}

/// |O A| = |A P|: P runs on a circle through O, Q on a line.
/// The whole way ends where the rhombus is flat; a spring keeps it off.
Mechanism peaucellier(bool whole) {
  PlanarSketch s(whole ? "PeaucellierFlat" : "Peaucellier");
  const int O = s.point(0, 0), A = s.point(.8, 0), P = s.polar(A, .8, .4);
  const int C = s.meet(O, 2, P, 1), D = s.meet(P, 1, O, 2), Q = s.meet(D, 1, C, 1);
  s.ground({O, A});
  s.link({A, P});
  s.link({O, C});
  s.link({O, D});
  s.link({C, P});
  s.link({D, P});
  s.link({C, Q});
  s.link({D, Q});
  s.crank(A, -.3);
  auto& m = s.mechanism();
  m.singular = whole;
  if (!whole) m.joints[m.drives[0].joint].spring = 2000;
  return m;
}

/// Hart's antiparallelogram 2, 1.2 with three points at the share 0.4.
Mechanism hart() {
  PlanarSketch s("HartInversor");
  const double h = std::sqrt(4 - 1.64 * 1.64);
  const int A = s.point(-1, 0), C = s.point(1, 0), B = s.point(.64, h), D = s.point(-.64, h);
  const int O = s.between(A, B, .4), P = s.between(A, D, .4), Q = s.between(C, B, .4);
  const int E = s.point((s.at(O).x() + s.at(P).x()) / 2, s.at(O).y() - .3);
  s.ground({O, E});
  s.link({A, B, O});
  s.link({A, D, P});
  s.link({C, B, Q});
  s.link({C, D});
  s.link({E, P});
  s.crank(E, .5);
  auto& m = s.mechanism();
  m.joints[m.drives[0].joint].spring = 500;  // keeps it off the position in which all bars are flat
  return m;
}

/// A bar of 2 with a crank of 1 at its middle, one end on a slider; the other end moves straight
/// across, and may have a slider too.
Mechanism scott_russell(bool second) {
  PlanarSketch s(second ? "EllipticTrammel" : "ScottRussell");
  const int O = s.point(0, 0), C = s.polar(O, 1, .6);
  const int S = s.point(2 * s.at(C).x(), 0), B = s.point(0, 2 * s.at(C).y());
  s.ground({O});
  s.link({O, C});
  s.link({S, B, C});
  s.slider(0, s.link({S}), S, kX);
  if (second) s.slider(0, s.link({B}), B, kY);
  s.crank(O, 7);
  auto& m = s.mechanism();
  m.singular = !second;  // where the slider is at O the bar may turn about it
  return m;
}

/// Evans' grasshopper: as Scott-Russell, the slider replaced by a long rocker.
Mechanism evans() {
  PlanarSketch s("EvansGrasshopper");
  const int O = s.point(0, 0), C = s.polar(O, 1, .5), H = s.point(2, 3);
  const int S = s.meet(H, 3, C, 1), B = s.between(S, C, 2);
  s.ground({O, H});
  s.link({O, C});
  s.link({S, B, C});
  s.link({H, S});
  s.crank(O, .5);
  return s.mechanism();
}

}  // namespace

std::vector<Mechanism> straight_line_linkages() {
  return {watt(),
          chebyshev(),
          lambda(),
          roberts(),
          peaucellier(false),
          in_space(peaucellier(false)),
          peaucellier(true),
          hart(),
          scott_russell(false),
          scott_russell(true),
          in_space(scott_russell(true)),
          evans()};
}

}  // namespace multibond::zoo
