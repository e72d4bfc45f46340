// World, parts and sensors of planar mechanics against closed forms.
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using test::reference;
using test::State;

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
      test::state_of({0.4, 0}), 3);
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
