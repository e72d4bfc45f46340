// Parts, joints and forces of planar mechanics against closed forms and hand-written equations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "lagrange.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "multibond/simulate/simulation.h"

namespace multibond::planar {
namespace {

using Eigen::Vector2d;
using test::across;
using test::reference;
using test::State;
using test::turned;

constexpr double g = 9.81;

Result audited(Component&& model, double stop, double tolerance = 1e-10) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  return result;
}

struct Scene : Model {
  World world{this, "world"};
  Fixed ground{this, "ground"};
};

struct Weightless : Scene {
  Weightless() { world.gravityType = "none"; }
};

// -- world ----------------------------------------------------------------------------------------

TEST(PlanarWorld, UniformGravityMayPointAnywhere) {
  struct Fall : Scene {
    Body body{this, "body"};
    Fall() {
      world.n = Vector2(3, -4);
      world.inclination = std::numbers::pi / 3;
      body.w.start(2.0);
    }
  };
  const Result result = audited(Fall{}, 2);
  EXPECT_NEAR(result.final("body.x"), 0.5 * g * 0.5 * 0.6 * 4, 1e-8);
  EXPECT_NEAR(result.final("body.y"), -0.5 * g * 0.5 * 0.8 * 4, 1e-8);
  EXPECT_NEAR(result.final("body.phi"), 4, 1e-8);
}

TEST(PlanarWorld, AroundAPointBodiesFollowKepler) {
  // Half a revolution of the ellipse with a = 1: T/2 = pi / sqrt(mue).
  struct Orbit : Scene {
    PointMass body{this, "body"};
    Orbit() {
      world.gravityType = "point";
      world.mue = 4.0;
      body.x.start(1.5);
      body.vy.start(std::sqrt(4.0 * (2 / 1.5 - 1)));
    }
  };
  const Result result = audited(Orbit{}, std::numbers::pi / 2);
  EXPECT_NEAR(result.final("body.x"), -0.5, 1e-8);
  EXPECT_NEAR(result.final("body.y"), 0, 1e-8);
}

TEST(PlanarWorld, AnyFieldMayBeGiven) {
  struct Well : Scene {
    PointMass body{this, "body"};
    Well() {
      world.gravity([](const ExprVector2& r) { return ExprVector2(-4.0 * r(0), -9.0 * r(1)); });
      body.x.start(1.0);
      body.y.start(1.0);
    }
  };
  const Result result = audited(Well{}, 1);
  EXPECT_NEAR(result.final("body.x"), std::cos(2), 1e-8);
  EXPECT_NEAR(result.final("body.y"), std::cos(3), 1e-8);
}

// -- parts ----------------------------------------------------------------------------------------

TEST(PlanarParts, AnEccentricBodySwingsLikeAPhysicalPendulum) {
  struct Pendulum : Scene {
    Revolute joint{this, "joint"};
    FixedRotation corner{this, "corner"};
    Body body{this, "body"};
    Pendulum() {
      ground.r = Vector2(1, 2);
      ground.phi = 0.3;
      corner.phi = -0.3;
      body.m = 2.0;
      body.J = 0.5;
      body.r_CM = Vector2(0, -0.7);
      joint.phi.start(0.4).fixed();
      joint.w.start(0.0).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, corner.frame_a);
      connect(corner.frame_b, body.frame_a);
    }
  };
  const double J = 0.5 + 2 * 0.49;
  const State expected = reference(
      [&](const State& y) {
        State rates(2);
        rates << y(1), -2 * g * 0.7 / J * std::sin(y(0));
        return rates;
      },
      (State(2) << 0.4, 0).finished(), 3);
  const Result result = audited(Pendulum{}, 3);
  EXPECT_NEAR(result.final("joint.phi"), expected(0), 1e-8);
  EXPECT_NEAR(result.final("body.phi"), expected(0), 1e-8);
  EXPECT_NEAR(result.final("body.x"), 1, 1e-12);
}

TEST(PlanarParts, PortsOfABodyMoveWithIt) {
  struct Spin : Weightless {
    Body body{this, "body"};
    AbsolutePosition tip{this, "tip"};
    AbsoluteVelocity speed{this, "speed"};
    Spin() {
      MatrixX places(2, 2);
      places << 1, 0, 0, 2;
      body.r_ports = places;
      body.w.start(3.0);
      body.vx.start(0.5);
      connect(body.port(1), tip.frame_a);
      connect(body.port(0), speed.frame_a);
    }
  };
  const Result result = audited(Spin{}, 1);
  EXPECT_NEAR(result.final("tip.y[1].value"), 0.5 - 2 * std::sin(3), 1e-8);
  EXPECT_NEAR(result.final("tip.y[2].value"), 2 * std::cos(3), 1e-8);
  EXPECT_NEAR(result.final("speed.y[1].value"), 0.5 - 3 * std::sin(3), 1e-8);
  EXPECT_NEAR(result.final("speed.y[2].value"), 3 * std::cos(3), 1e-8);
  EXPECT_NEAR(result.final("speed.y[3].value"), 3, 1e-8);
}

TEST(PlanarParts, ShapesHaveTheirMassAndInertia) {
  struct Shapes : Weightless {
    BodyShape box{this, "box"}, disc{this, "disc"}, triangle{this, "triangle"};
    Shapes() {
      box.length = 2.0;
      box.width = 0.5;
      disc.shape = "disc";
      disc.radius = 0.4;
      triangle.shape = "polygon";
      MatrixX corners(2, 3);
      corners << 1, 4, 1, 1, 1, 3;
      triangle.corners = corners;
      for (BodyShape* body : {&box, &disc, &triangle}) body->density = 10.0;
    }
  } model;
  const auto box = model.box.properties(), disc = model.disc.properties(),
             triangle = model.triangle.properties();
  EXPECT_NEAR(box.mass, 1, 1e-12);
  EXPECT_NEAR(box.inertia, 4.25 / 12, 1e-12);
  EXPECT_NEAR(box.centre(0), 1, 1e-12);
  EXPECT_NEAR(disc.mass, std::numbers::pi * 0.16, 1e-12);
  EXPECT_NEAR(disc.inertia, disc.mass * 0.08, 1e-12);
  // Right triangle with legs 3 and 2: m (a^2 + b^2) / 18 about its centre.
  EXPECT_NEAR(triangle.mass, 3, 1e-12);
  EXPECT_NEAR(triangle.centre(0), 2, 1e-12);
  EXPECT_NEAR(triangle.centre(1), 5.0 / 3, 1e-12);
  EXPECT_NEAR(triangle.inertia, 3 * 13.0 / 18, 1e-12);
  const Result result = audited(std::move(model), 1);
  EXPECT_NEAR(result.final("box.frame_b.x"), 1, 1e-12);
}

TEST(PlanarParts, AWeldIsAConnection) {
  struct Pair : Scene {
    Weld weld{this, "weld"};
    Body a{this, "a"}, b{this, "b"};
    Pair() {
      a.w.start(1.0);
      connect(a.frame_a, weld.frame_a);
      connect(weld.frame_b, b.frame_a);
    }
  };
  const Result result = audited(Pair{}, 1);
  EXPECT_NEAR(result.final("b.phi"), 1, 1e-9);
  EXPECT_NEAR(result.final("b.y"), -g / 2, 1e-8);
}

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

/// m q'' = -c (q - q_ref) - d q'
double damped(double m, double c, double d, double q, double t) {
  const double decay = d / (2 * m), w = std::sqrt(c / m - decay * decay);
  return q * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
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
  const double rest = 4 - 0.5 - 3 * half - 2 - 0.0;
  EXPECT_NEAR(result.at("joint.s", 0.5 + half), 1, 1e-7);
  EXPECT_GT(rest, 0);
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
      (State(2) << 0.8, -0.5).finished(), 0.5);
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
      (State(3) << 2, 0, 9).finished(), 1);
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
      (State(3) << 2, 0, 9).finished(), 1);
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

// -- sensors --------------------------------------------------------------------------------------

TEST(PlanarSensors, MeasureRelativeMotionAndForces) {
  // A point mass on an arm that turns with constant speed about a turning observer.
  struct Bench : Weightless {
    Revolute observer{this, "observer"}, motor{this, "motor"};
    Body drum{this, "drum"}, wheel{this, "wheel"};
    FixedTranslation arm{this, "arm"};
    CutForce cut{this, "cut"};
    Power power{this, "power"};
    PointMass mass{this, "mass"};
    RelativePosition position{this, "position"};
    RelativeVelocity velocity{this, "velocity"};
    RelativeAcceleration acceleration{this, "acceleration"};
    AbsoluteAcceleration absolute{this, "absolute"};
    Distance distance{this, "distance"};
    Bench() {
      arm.r = Vector2(2, 0);
      mass.m = 3.0;
      observer.w.start(1.0).fixed();
      motor.w.start(3.0).fixed();
      motor.phi.start(0.2).fixed();
      observer.phi.start(0.1).fixed();
      connect(ground.frame_b, observer.frame_a);
      connect(observer.frame_b, drum.frame_a);
      connect(ground.frame_b, motor.frame_a);
      connect(motor.frame_b, wheel.frame_a);
      connect(motor.frame_b, arm.frame_a);
      connect(arm.frame_b, power.frame_a);
      connect(power.frame_b, cut.frame_a);
      connect(cut.frame_b, mass.frame_a);
      for (RelativeSensor* sensor :
           std::initializer_list<RelativeSensor*>{&position, &velocity, &acceleration, &distance}) {
        connect(drum.frame_a, sensor->frame_a);
        connect(mass.frame_a, sensor->frame_b);
      }
      connect(mass.frame_a, absolute.frame_a);
    }
  };
  const Result result = audited(Bench{}, 1);
  const double seen = 0.1 + 2;  // 0.2 + 3 t seen from 0.1 + t: turns with 2 rad/s
  EXPECT_NEAR(result.final("position.y[1].value"), 2 * std::cos(seen), 1e-7);
  EXPECT_NEAR(result.final("position.y[2].value"), 2 * std::sin(seen), 1e-7);
  EXPECT_NEAR(result.final("velocity.y[1].value"), -4 * std::sin(seen), 1e-7);
  EXPECT_NEAR(result.final("velocity.y[2].value"), 4 * std::cos(seen), 1e-7);
  EXPECT_NEAR(result.final("velocity.y[3].value"), 2, 1e-7);
  EXPECT_NEAR(result.final("acceleration.y[1].value"), -8 * std::cos(seen), 1e-7);
  EXPECT_NEAR(result.final("acceleration.y[2].value"), -8 * std::sin(seen), 1e-7);
  EXPECT_NEAR(result.final("absolute.y[1].value"), -18 * std::cos(3.2), 1e-7);
  EXPECT_NEAR(result.final("distance.y[1].value"), 2, 1e-9);
  // The arm pulls the mass inwards with m w^2 r, along -x of the arm.
  EXPECT_NEAR(result.final("cut.y[1].value"), -54, 1e-6);
  EXPECT_NEAR(result.final("cut.y[2].value"), 0, 1e-6);
  EXPECT_NEAR(result.final("power.y[1].value"), 0, 1e-6);
}

}  // namespace
}  // namespace multibond::planar
