// Joints of planar mechanics against closed forms and hand-written equations.
#include <fmt/format.h>

#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "multibond/model/system.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using Eigen::Vector2d;
using test::across;
using test::reference;
using test::State;
using test::turned;

// -- joints ---------------------------------------------------------------------------------------

/// A body on a joint at the ground, without gravity.
template <typename J>
struct Held : Weightless {
  J joint{this, "joint"};
  Body body{this, "body"};
  Held() {
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

TEST(PlanarJoints, AMobilityIsSetByPathBelowIt) {
  Held<Prismatic> model;
  model.joint.mobility.set("c", 2);
  model.joint.mobility.set("q_ref", "5 mm");
  flatten(model);
  EXPECT_EQ(model.joint.mobility.c.value(), 2);
  EXPECT_EQ(model.joint.mobility.q_ref.value(), 0.005);
}

TEST(PlanarJoints, MobilitiesHaveSpringsAndDampers) {
  struct Turning : Held<Revolute> {
    Turning() {
      body.J = 2.0;
      joint.phi_offset = 0.5;
      joint.mobility.c = 18.0;
      joint.mobility.d = 4.0;
      joint.mobility.q_ref = 0.2;
      joint.phi.start(0.7).fixed();
    }
  };
  const Result turning = audited(Turning{}, 2);
  EXPECT_NEAR(turning.final("joint.phi"), 0.2 + damped(2, 18, 4, 0.5, 2), 1e-8);
  EXPECT_NEAR(turning.final("body.phi"), 0.7 + damped(2, 18, 4, 0.5, 2), 1e-8);

  struct Sliding : Held<Prismatic> {
    Sliding() {
      body.m = 2.0;
      joint.n = Vector2(3, 4);
      joint.s_offset = 1.0;
      joint.mobility.c = 18.0;
      joint.mobility.d = 4.0;
      joint.s.start(0.5).fixed();
    }
  };
  const Result sliding = audited(Sliding{}, 2);
  EXPECT_NEAR(sliding.final("joint.s"), damped(2, 18, 4, 0.5, 2), 1e-8);
  EXPECT_NEAR(sliding.final("body.x"), 0.6 * (1 + damped(2, 18, 4, 0.5, 2)), 1e-8);
}

TEST(PlanarJoints, FrictionOfAMobilityStopsIt) {
  struct Braked : Held<Revolute> {
    Braked() {
      body.J = 2.0;
      joint.mobility.e_kinetic = 3.0;
      joint.mobility.e_static = 4.0;
      joint.phi.start(0.0).fixed();
      joint.w.start(6.0).fixed();
    }
  };
  const Result result = audited(Braked{}, 6);
  EXPECT_NEAR(result.final("joint.phi"), 2 * 36 / (2 * 3.0), 1e-7);
  EXPECT_NEAR(result.final("joint.w"), 0, 1e-12);
}

TEST(PlanarJoints, EndStopsPushBackAndNeverPull) {
  struct Stopped : Held<Prismatic> {
    Stopped() {
      joint.mobility.q_max = 1.0;
      joint.mobility.q_min = -1.0;
      joint.mobility.c_stop = 1e4;
      joint.mobility.d_stop = 0.0;
      joint.s.start(0.0).fixed();
      joint.v.start(2.0).fixed();
    }
  };
  // To the stop in 0.5 s, half an oscillation in it, and back; and so on.
  const Result result = audited(Stopped{}, 4);
  const double half = std::numbers::pi / 100;
  EXPECT_NEAR(result.at("joint.s", 0.5 + half), 1, 1e-7);
  EXPECT_NEAR(result.at("joint.v", 0.5 + half + 0.5), -2, 1e-7);
  EXPECT_NEAR(result.at("joint.s", 1.5 + 2 * half), -1, 1e-6);
  struct Damped : Stopped {
    Damped() { joint.mobility.d_stop = 50.0; }
  };
  const Result damped = audited(Damped{}, 1);
  EXPECT_LT(std::abs(damped.final("joint.v")), 2);
  EXPECT_LT(damped.final("joint.v"), 0);
}

TEST(PlanarJoints, ActuatedJointsAreDrivenByFlangesAndSignals) {
  struct Driven : Weightless {
    ActuatedRevolute joint{this, "joint"};
    ActuatedPrismatic slider{this, "slider"};
    Body body{this, "body"}, block{this, "block"};
    rotational::Inertia rotor{this, "rotor"};
    translational::Mass mass{this, "mass"};
    signals::Constant torque{this, "torque"}, force{this, "force"};
    Driven() {
      body.J = 2.0;
      rotor.J = 0.5;
      block.m = 3.0;
      mass.m = 2.0;
      torque.k = 5.0;
      force.k = 10.0;
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
      connect(ground.frame_b, slider.frame_a);
      connect(slider.frame_b, block.frame_a);
      connect(rotor.flange_b, joint.axis);
      connect(mass.flange_b, slider.axis);
      connect(torque.y, joint.tau);
      connect(force.y, slider.f);
      joint.phi.start(0.0).fixed();
      joint.w.start(0.0).fixed();
      slider.s.start(0.0).fixed();
      slider.v.start(0.0).fixed();
    }
  };
  const Result result = audited(Driven{}, 2);
  EXPECT_NEAR(result.final("joint.phi"), 0.5 * 5 / 2.5 * 4, 1e-8);
  EXPECT_NEAR(result.final("slider.s"), 0.5 * 10 / 5 * 4, 1e-8);
  EXPECT_NEAR(result.final("joint.bearing.phi"), 0, 1e-12);
}

TEST(PlanarJoints, ADoubleTranslationalJointKeepsTheAngle) {
  struct Table : Held<DoubleTranslational> {
    Table() {
      ground.phi = 0.3;
      body.m = 2.0;
      body.J = 5.0;
      joint.mobility_x.c = 8.0;
      joint.mobility_y.c = 18.0;
      joint.s_x.start(1.0).fixed();
      joint.s_y.start(0.5).fixed();
    }
  };
  const Result result = audited(Table{}, 1.3);
  const Vector2d place = turned({std::cos(2.6), 0.5 * std::cos(3.9)}, 0.3);
  EXPECT_NEAR(result.final("body.x"), place(0), 1e-8);
  EXPECT_NEAR(result.final("body.y"), place(1), 1e-8);
  EXPECT_NEAR(result.final("body.phi"), 0.3, 1e-12);
}

TEST(PlanarJoints, APinInASlotSlidesAndTurns) {
  // The slot turns with constant speed: s'' = W^2 s, and the body turns freely.
  struct Slot : Weightless {
    Revolute motor{this, "motor"};
    Body drum{this, "drum"};
    PinSlot joint{this, "joint"};
    PointMass bead{this, "bead"};
    Slot() {
      drum.J = 1e9;
      motor.phi.start(0.0).fixed();
      motor.w.start(2.0).fixed();
      joint.n = Vector2(0, 1);
      joint.s.start(1.0).fixed();
      joint.v.start(0.0).fixed();
      joint.turning.d = 1.0;
      connect(ground.frame_b, motor.frame_a);
      connect(motor.frame_b, drum.frame_a);
      connect(motor.frame_b, joint.frame_a);
      connect(joint.frame_b, bead.frame_a);
    }
  };
  const Result result = audited(Slot{}, 1, 1e-11);
  EXPECT_NEAR(result.final("joint.s"), std::cosh(2), 1e-7);
  EXPECT_NEAR(result.final("bead.x"), -std::cosh(2) * std::sin(2), 1e-7);
}

TEST(PlanarJoints, FreeMotionExertsNoForce) {
  struct Free : Scene {
    FreeMotion joint{this, "joint"};
    Body body{this, "body"};
    Free() {
      ground.r = Vector2(1, 1);
      ground.phi = 0.5;
      joint.vx.start(1.0).fixed();
      joint.w.start(2.0).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  const Result result = audited(Free{}, 1);
  EXPECT_NEAR(result.final("body.x"), 1 + std::cos(0.5), 1e-8);
  EXPECT_NEAR(result.final("body.y"), 1 + std::sin(0.5) - g / 2, 1e-8);
  EXPECT_NEAR(result.final("body.phi"), 2.5, 1e-8);
}

TEST(PlanarJoints, AWheelRollsDownASlope) {
  struct Slope : Scene {
    RollingWheel wheel{this, "wheel"};
    Body body{this, "body"};
    Slope() {
      wheel.radius = 0.5;
      wheel.alpha = -0.4;
      wheel.r0 = Vector2(1, 2);
      body.m = 3.0;
      body.J = 0.2;
      connect(wheel.frame_a, body.frame_a);
    }
  };
  const Result result = audited(Slope{}, 2);
  const double a = 3 * g * std::sin(0.4) / (3 + 0.2 / 0.25);
  EXPECT_NEAR(std::hypot(result.final("body.vx"), result.final("body.vy")), 2 * a, 1e-8);
  EXPECT_NEAR(result.final("body.w"), -2 * a / 0.5, 1e-8);
  EXPECT_NEAR(result.final("wheel.f_n"), 3 * g * std::cos(0.4), 1e-8);
  EXPECT_NEAR(result.final("wheel.f_t"), 3 * (a - g * std::sin(0.4)), 1e-8);
}

TEST(PlanarJoints, GearsTurnInProportion) {
  // An epicyclic gear: the arm carries a planet that rolls on a fixed sun.
  struct Planet : Weightless {
    Revolute arm{this, "arm"}, pin{this, "pin"};
    Body carrier{this, "carrier"}, planet{this, "planet"};
    GearPair teeth{this, "teeth"};
    WorldTorque drive{this, "drive"};
    signals::Constant torque{this, "torque"};
    Planet() {
      carrier.m = 0.0;
      carrier.J = 0.4;
      carrier.r_ports = Vector2(1.5, 0);
      planet.m = 2.0;
      planet.J = 0.1;
      teeth.r_a = 1.0;
      teeth.r_b = 0.5;
      torque.k = 3.0;
      connect(ground.frame_b, arm.frame_a);
      connect(arm.frame_b, carrier.frame_a);
      connect(carrier.port(0), pin.frame_a);
      connect(pin.frame_b, planet.frame_a);
      connect(ground.frame_b, teeth.frame_a);
      connect(planet.frame_a, teeth.frame_b);
      connect(carrier.frame_a, drive.frame_b);
      connect(torque.y, drive.t);
    }
  };
  const Result result = audited(Planet{}, 1);
  // w_planet = 3 w_arm: J = 0.4 + 2 * 2.25 + 0.1 * 9
  const double w = 3 / (0.4 + 4.5 + 0.9);
  EXPECT_NEAR(result.final("arm.w"), w, 1e-8);
  EXPECT_NEAR(result.final("planet.w"), 3 * w, 1e-8);
}

TEST(PlanarJoints, ARackTurnsItsPinion) {
  struct Steering : Weightless {
    Fixed bearing{this, "bearing"};
    Revolute axle{this, "axle"};
    Prismatic guide{this, "guide"};
    Body pinion{this, "pinion"}, rack{this, "rack"};
    RackPinion teeth{this, "teeth"};
    WorldForce push{this, "push"};
    signals::Constant force{this, "force"};
    Steering() {
      bearing.r = Vector2(0.3, 0.2);
      teeth.radius = 0.2;
      pinion.J = 0.08;
      rack.m = 3.0;
      force.k = 10.0;
      connect(bearing.frame_b, axle.frame_a);
      connect(axle.frame_b, pinion.frame_a);
      connect(ground.frame_b, guide.frame_a);
      connect(guide.frame_b, rack.frame_a);
      connect(pinion.frame_a, teeth.frame_a);
      connect(rack.frame_a, teeth.frame_b);
      connect(rack.frame_a, push.frame_b);
      connect(force.y, push.fx);
    }
  };
  const Result result = audited(Steering{}, 1);
  const double a = 10 / (3 + 0.08 / 0.04);
  EXPECT_NEAR(result.final("guide.v"), a, 1e-8);
  EXPECT_NEAR(result.final("axle.w"), a / 0.2, 1e-8);
}

// The pinion is on the left of the rack's direction, wherever that points, and whatever turns.
TEST(PlanarJoints, ARackMayLieOnAnySideOfItsPinionAndTurnWithIt) {
  struct Turning : Weightless {
    Revolute platform{this, "platform"}, axle{this, "axle"};
    Body base{this, "base"}, pinion{this, "pinion"}, rack{this, "rack"};
    FixedTranslation to_axle{this, "to_axle"}, to_guide{this, "to_guide"};
    Prismatic guide{this, "guide"};
    RackPinion teeth{this, "teeth"};
    explicit Turning(const Vector2& n) {
      const Vector2 left(-n(1), n(0));
      platform.phi.start(0.4).fixed();
      platform.w.start(2.0).fixed();
      axle.phi.start(0.0).fixed();
      axle.w.start(5.0).fixed();
      to_axle.r = Vector2(0.3, 0.1);
      to_guide.r = Vector2(Vector2(0.3, 0.1) - 0.2 * left + 0.05 * n);
      guide.n = n;
      base.J = 0.7;
      pinion.J = 0.08;
      pinion.m = 0.5;
      rack.m = 3.0;
      rack.J = 0.1;
      teeth.radius = 0.2;
      teeth.n = n;
      connect(ground.frame_b, platform.frame_a);
      connect(platform.frame_b, base.frame_a);
      connect(platform.frame_b, to_axle.frame_a);
      connect(platform.frame_b, to_guide.frame_a);
      connect(to_axle.frame_b, axle.frame_a);
      connect(axle.frame_b, pinion.frame_a);
      connect(to_guide.frame_b, guide.frame_a);
      connect(guide.frame_b, rack.frame_a);
      connect(pinion.frame_a, teeth.frame_a);
      connect(rack.frame_a, teeth.frame_b);
    }
  };
  for (const Vector2& n : {Vector2(1, 0), Vector2(-1, 0), Vector2(0.6, -0.8)}) {
    SCOPED_TRACE(fmt::format("{} {}", n(0), n(1)));
    const Result result = audited(Turning(n), 0.3);
    const double phi = result.final("platform.phi"), c = std::cos(phi), s = std::sin(phi);
    const Vector2 along(c * n(0) - s * n(1), s * n(0) + c * n(1)), left(-along(1), along(0));
    const auto vector = [&](const char* x, const char* y) {
      return Vector2(result.final(x), result.final(y));
    };
    const Vector2 touch = vector("pinion.x", "pinion.y") - 0.2 * left;
    const auto velocity = [&](const std::string& body) {
      const Vector2 arm = touch - Vector2(result.final(body + ".x"), result.final(body + ".y"));
      return Vector2(Vector2(result.final(body + ".vx"), result.final(body + ".vy")) +
                     result.final(body + ".w") * Vector2(-arm(1), arm(0)));
    };
    EXPECT_GT(std::abs(result.final("guide.v")), 0.3);
    EXPECT_NEAR((velocity("pinion") - velocity("rack")).norm(), 0, 1e-8);
    EXPECT_NEAR(result.final("guide.v"), 0.2 * result.final("axle.w"), 1e-8);
  }
}

TEST(PlanarJoints, PerpendicularPlanesShareTheirAxis) {
  // A mass on the common axis drawn by one in each plane: together they weigh the sum along x.
  struct Planes : Weightless {
    PointMass a{this, "a"}, b{this, "b"};
    PerpendicularPlanes joint{this, "joint"};
    WorldForce push{this, "push"};
    signals::Constant fx{this, "fx"}, fy{this, "fy"};
    Planes() {
      a.m = 2.0;
      b.m = 3.0;
      fx.k = 10.0;
      fy.k = 7.0;
      connect(a.frame_a, joint.frame_a);
      connect(b.frame_a, joint.frame_b);
      connect(a.frame_a, push.frame_b);
      connect(fx.y, push.fx);
      connect(fy.y, push.fy);
    }
  };
  const Result result = audited(Planes{}, 1);
  EXPECT_NEAR(result.final("b.x"), 1, 1e-8);
  EXPECT_NEAR(result.final("joint.f_x"), 6, 1e-8);
  EXPECT_NEAR(result.final("joint.f_a"), -7, 1e-8);
  EXPECT_NEAR(result.final("joint.f_b"), 0, 1e-8);
}

TEST(PlanarJoints, ASliderBetweenPerpendicularPlanesWedges) {
  // A body that turns about (0, 1) has a slider along its x axis; a mass stays on the common axis
  // and on the slider: x = cot(angle) for the line from (0, 1) down to the axis.
  struct Wedge : Weightless {
    Revolute hinge{this, "hinge"};
    Body lever{this, "lever"};
    PointMass bead{this, "bead"};
    PerpendicularPlanesSlider joint{this, "joint"};
    Wedge() {
      ground.r = Vector2(0, 1);
      lever.m = 0.0;
      lever.J = 2.0;
      bead.m = 3.0;
      hinge.phi.start(-0.8).fixed();
      hinge.w.start(0.5).fixed();
      bead.x.start(1.0);
      connect(ground.frame_b, hinge.frame_a);
      connect(hinge.frame_b, lever.frame_a);
      connect(lever.frame_a, joint.frame_a);
      connect(bead.frame_a, joint.frame_b);
    }
  };
  // Lagrange with the angle p below the horizontal: x = cot p, x' = -p' / sin^2 p.
  const State expected = reference(
      [](const State& y) {
        const double s = std::sin(y(0)), c = std::cos(y(0));
        const double mass = 2 + 3 / std::pow(s, 4), slope = -12 * c / std::pow(s, 5);
        State rates(2);
        rates << y(1), -0.5 * slope * y(1) * y(1) / mass;
        return rates;
      },
      test::state_of({0.8, -0.5}), 0.5);
  const Result result = audited(Wedge{}, 0.5);
  EXPECT_NEAR(result.final("hinge.phi"), -expected(0), 1e-7);
  EXPECT_NEAR(result.final("bead.x"), 1 / std::tan(expected(0)), 1e-7);
}

TEST(PlanarJoints, ACarriageIsMovedByAFlange) {
  struct Crane : Scene {
    translational::Mass cart{this, "cart"};
    Carriage carriage{this, "carriage"};
    Revolute hinge{this, "hinge"};
    FixedTranslation rope{this, "rope"};
    PointMass load{this, "load"};
    Crane() {
      cart.m = 2.0;
      rope.r = Vector2(1, 3);
      connect(cart.flange_b, carriage.flange);
      connect(carriage.frame_b, hinge.frame_a);
      connect(hinge.frame_b, rope.frame_a);
      connect(rope.frame_b, load.frame_a);
      for (Variable* zero : {&cart.s, &cart.v, &hinge.phi, &hinge.w}) zero->start(0.0).fixed();
    }
  };
  const State expected = reference(
      [](const State& y) {
        const Vector2d p = turned({1, 3}, y(1)), lever = across(p);
        Eigen::Matrix2d mass;
        mass << 3, lever(0), lever(0), p.dot(p);
        return test::from_accelerations(y, mass,
                                        Vector2d(p(0) * y(3) * y(3), lever.dot(Vector2d(0, -g))));
      },
      State::Zero(4), 3);
  const Result result = audited(Crane{}, 3);
  EXPECT_NEAR(result.final("cart.s"), expected(0), 1e-7);
  EXPECT_NEAR(result.final("hinge.phi"), expected(1), 1e-7);
}

}  // namespace
}  // namespace multibond::planar
