// Forces of planar mechanics against closed forms and hand-written equations.
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using test::reference;
using test::State;

// -- forces ---------------------------------------------------------------------------------------

/// A point mass hooked to the ground at a distance of 2 along (0.6, 0.8), without gravity.
template <typename Link>
struct Hooked : Weightless {
  Link link{this, "link"};
  PointMass body{this, "body"};
  Hooked() {
    body.m = 2.0;
    body.x.start(1.2).fixed();
    body.y.start(1.6).fixed();
    body.vx.start(0.0).fixed();
    body.vy.start(0.0).fixed();
    connect(ground.frame_b, link.frame_a);
    connect(link.frame_b, body.frame_a);
  }
};

TEST(PlanarForces, SpringsAndDampersActAlongTheirLine) {
  struct Sprung : Hooked<Spring> {
    Sprung() {
      link.c = 18.0;
      link.s0 = 1.5;
    }
  };
  const Result spring = audited(Sprung{}, 1);
  EXPECT_NEAR(spring.final("link.s"), 1.5 + 0.5 * std::cos(3), 1e-8);
  EXPECT_NEAR(spring.final("body.x"), 0.6 * (1.5 + 0.5 * std::cos(3)), 1e-8);
  EXPECT_NEAR(spring.at("link.f", 0), 9, 1e-12);
  struct Both : Hooked<SpringDamper> {
    Both() {
      link.c = 18.0;
      link.d = 4.0;
      link.s0 = 1.5;
    }
  };
  EXPECT_NEAR(audited(Both{}, 1).final("link.s"), 1.5 + damped(2, 18, 4, 0.5, 1), 1e-8);
  struct Slowed : Hooked<Damper> {
    Slowed() {
      link.d = 3.0;
      body.vx.start(0.6);
      body.vy.start(0.8);
    }
  };
  EXPECT_NEAR(audited(Slowed{}, 1).final("link.v"), std::exp(-1.5), 1e-8);
}

TEST(PlanarForces, SpringAndDamperInSeriesRelax) {
  // s'' = -f / m with f' = c s' - c / d f
  struct Series : Hooked<SpringDamperSeries> {
    Series() {
      link.c = 18.0;
      link.d = 6.0;
      link.s0 = 1.5;
      link.s_spring.start(2.0).fixed();
    }
  };
  const State expected = reference(
      [](const State& y) {
        State rates(3);
        rates << y(1), -y(2) / 2, 18 * y(1) - 3 * y(2);
        return rates;
      },
      test::state_of({2, 0, 9}), 1);
  const Result result = audited(Series{}, 1);
  EXPECT_NEAR(result.final("link.s"), expected(0), 1e-8);
  EXPECT_NEAR(result.final("link.f"), expected(2), 1e-7);
}

TEST(PlanarForces, ForcesMayBeChainedWithNothingBetween) {
  // Two springs of c and 2c in series are one of 2/3 c; a damper between them relaxes.
  struct Chain : Weightless {
    Spring a{this, "a"}, b{this, "b"};
    PointMass body{this, "body"};
    Chain() {
      a.c = 27.0;
      b.c = 54.0;
      a.s0 = 0.5;
      b.s0 = 1.0;
      body.m = 2.0;
      body.x.start(1.2).fixed();
      body.y.start(1.6).fixed();
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
      a.frame_b.x.start(0.5);
      a.frame_b.y.start(0.6);
    }
  };
  const Result result = audited(Chain{}, 1);
  EXPECT_NEAR(std::hypot(result.final("body.x"), result.final("body.y")), 1.5 + 0.5 * std::cos(3),
              1e-7);
  struct Damped : Weightless {
    Spring a{this, "a"};
    Damper b{this, "b"};
    PointMass body{this, "body"};
    Damped() {
      a.c = 18.0;
      a.s0 = 1.0;
      b.d = 6.0;
      body.m = 2.0;
      body.x.start(1.2).fixed();
      body.y.start(1.6).fixed();
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
      a.frame_b.x.start(0.9).fixed();
      a.frame_b.y.start(1.2).fixed();
    }
  };
  const State expected = reference(
      [](const State& y) {
        State rates(3);
        rates << y(1), -y(2) / 2, 18 * y(1) - 3 * y(2);
        return rates;
      },
      test::state_of({2, 0, 9}), 1);
  const Result damped = audited(Damped{}, 1);
  EXPECT_NEAR(std::hypot(damped.final("body.x"), damped.final("body.y")), expected(0), 1e-7);
}

TEST(PlanarForces, LinesOfActionCarryOneDimensionalParts) {
  struct Line : Hooked<LineForce> {
    translational::SpringDamper spring{this, "spring"};
    Line() {
      spring.c = 18.0;
      spring.d = 4.0;
      spring.s_rel0 = 1.5;
      connect(spring.flange_a, link.flange_a);
      connect(spring.flange_b, link.flange_b);
    }
  };
  const Result result = audited(Line{}, 1);
  EXPECT_NEAR(result.final("link.s"), 1.5 + damped(2, 18, 4, 0.5, 1), 1e-8);
}

TEST(PlanarForces, AnActuatorHasRodsWithMass) {
  // Hinged at both ends, driven by a spring; the far end is a mass on a line through the hinge.
  struct Actuated : Weightless {
    LinearActuator actuator{this, "actuator"};
    PointMass body{this, "body"};
    translational::Spring spring{this, "spring"};
    Actuated() {
      actuator.m_a = 5.0;
      actuator.m_b = 0.5;
      actuator.l_b = 0.2;
      body.m = 1.5;
      spring.c = 18.0;
      spring.s_rel0 = 1.5;
      actuator.slider.s.start(2.0).fixed();
      actuator.slider.v.start(0.0).fixed();
      actuator.hinge_a.phi.start(0.3).fixed();
      actuator.hinge_a.w.start(0.0).fixed();
      actuator.hinge_b.phi.start(0.0).fixed();
      actuator.hinge_b.w.start(0.0).fixed();
      actuator.hinge_b.mobility.d = 1.0;
      connect(ground.frame_b, actuator.frame_a);
      connect(actuator.frame_b, body.frame_a);
      connect(spring.flange_a, actuator.bearing);
      connect(spring.flange_b, actuator.axis);
    }
  };
  const Result result = audited(Actuated{}, 1);
  EXPECT_NEAR(result.final("actuator.slider.s"), 1.5 + 0.5 * std::cos(3), 1e-8);
  EXPECT_NEAR(result.final("body.x"), std::cos(0.3) * (1.5 + 0.5 * std::cos(3)), 1e-8);
}

TEST(PlanarForces, SignalsGiveForcesToAFrame) {
  struct Pushed : Weightless {
    Body a{this, "a"}, b{this, "b"}, c{this, "c"};
    WorldForce force{this, "force"};
    WorldTorque torque{this, "torque"};
    Wrench wrench{this, "wrench"};
    signals::Constant two{this, "two"}, three{this, "three"};
    Pushed() {
      two.k = 2.0;
      three.k = 3.0;
      wrench.resolveInFrame = "frame_b";
      c.phi.start(0.5);
      c.J = 1e12;
      connect(force.frame_b, a.frame_a);
      connect(torque.frame_b, b.frame_a);
      connect(wrench.frame_b, c.frame_a);
      connect(two.y, force.fx);
      connect(three.y, force.fy);
      connect(three.y, torque.t);
      connect(two.y, wrench.fx);
      connect(three.y, wrench.t);
    }
  };
  const Result result = audited(Pushed{}, 1);
  EXPECT_NEAR(result.final("a.x"), 1, 1e-8);
  EXPECT_NEAR(result.final("a.y"), 1.5, 1e-8);
  EXPECT_NEAR(result.final("b.phi"), 1.5, 1e-8);
  EXPECT_NEAR(result.final("c.x"), std::cos(0.5), 1e-8);
  EXPECT_NEAR(result.final("c.y"), std::sin(0.5), 1e-8);
}

TEST(PlanarForces, ForcesBetweenFramesConserveMomentum) {
  struct Pair : Weightless {
    Body a{this, "a"}, b{this, "b"};
    Force force{this, "force"};
    Torque torque{this, "torque"};
    signals::Constant two{this, "two"}, three{this, "three"};
    Pair() {
      two.k = 2.0;
      three.k = 3.0;
      a.J = 4.0;
      b.x.start(1.0);
      connect(a.frame_a, force.frame_a);
      connect(force.frame_b, b.frame_a);
      connect(a.frame_a, torque.frame_a);
      connect(torque.frame_b, b.frame_a);
      connect(two.y, force.fy);
      connect(three.y, torque.t);
    }
  };
  const Result result = audited(Pair{}, 1);
  EXPECT_NEAR(result.final("a.vx") + result.final("b.vx"), 0, 1e-9);
  EXPECT_NEAR(result.final("a.vy") + result.final("b.vy"), 0, 1e-9);
  EXPECT_NEAR(result.final("b.w"), 3, 1e-8);
  // Angular momentum about the origin.
  const double L =
      4 * result.final("a.w") + result.final("b.w") + result.final("a.x") * result.final("a.vy") -
      result.final("a.y") * result.final("a.vx") + result.final("b.x") * result.final("b.vy") -
      result.final("b.y") * result.final("b.vx");
  EXPECT_NEAR(L, 0, 1e-8);
}

TEST(PlanarForces, DampingAndDragSlowDown) {
  struct Slow : Weightless {
    Body a{this, "a"}, b{this, "b"};
    Damping damping{this, "damping"};
    Drag drag{this, "drag"};
    Slow() {
      damping.d = 2.0;
      drag.d = 0.5;
      drag.d2 = 0.25;
      drag.d_w = 3.0;
      a.vx.start(3.0);
      a.vy.start(4.0);
      b.vx.start(1.0);
      b.w.start(1.0);
      connect(ground.frame_b, damping.frame_a);
      connect(damping.frame_b, a.frame_a);
      connect(drag.frame_b, b.frame_a);
    }
  };
  const Result result = audited(Slow{}, 1);
  EXPECT_NEAR(result.final("a.vx"), 3 * std::exp(-2), 1e-8);
  EXPECT_NEAR(result.final("a.vy"), 4 * std::exp(-2), 1e-8);
  // v' = -(v/2 + v^2/4): 1/v + 1/2 grows as exp(t/2)
  EXPECT_NEAR(result.final("b.vx"), 1 / (1.5 * std::exp(0.5) - 0.5), 1e-8);
  EXPECT_NEAR(result.final("b.w"), std::exp(-3), 1e-8);
}

}  // namespace
}  // namespace multibond::planar
