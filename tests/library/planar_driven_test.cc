// Joints, constraints and forces driven through their flanges and signals, against closed forms.
#include "multibond/compile/plan.h"
#include "multibond/library/rotational.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "multibond/library/translational_sources.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using test::reference;
using test::State;

TEST(PlanarDriven, ADoubleTranslationalJointByFlangesOfBothDirections) {
  // A body of 2 kg: 3 kg and a spring of 20 N/m along x of the tilted ground, 4 N along y.
  struct Table : Weightless {
    DoubleTranslational joint{this, "joint"};
    Body body{this, "body"};
    translational::Mass mass{this, "mass"};
    translational::Spring spring{this, "spring"};
    translational::Force push{this, "push"};
    signals::Constant force{this, "force"};
    Table() {
      ground.phi = 0.3;
      body.m = 2.0;
      mass.m = 3.0;
      spring.c = 20.0;
      force.k = 4.0;
      joint.s_x.start(1.0).fixed();
      for (Variable* zero : {&joint.s_y, &joint.v_x, &joint.v_y}) zero->start(0.0).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
      connect(joint.axis_x, mass.flange_a);
      connect(spring.flange_a, joint.bearing_x);
      connect(spring.flange_b, joint.axis_x);
      connect(push.flange, joint.axis_y);
      connect(force.y, push.f);
    }
  };
  const Result result = audited(Table{}, 1.5);
  EXPECT_NEAR(result.final("joint.s_x"), std::cos(3.0), 1e-8);
  EXPECT_NEAR(result.final("joint.s_y"), 0.5 * 4 / 2 * 2.25, 1e-8);
  EXPECT_NEAR(result.final("body.x"), std::cos(3.0) * std::cos(0.3) - 2.25 * std::sin(0.3), 1e-8);
  EXPECT_EQ(result.final("joint.bearing_x.s"), 0);
}

TEST(PlanarDriven, APinInASlotAlongItAndAboutIt) {
  // Along the slot: 1 kg and a flange mass of 3 kg pushed by 8 N; about the pin: 2 + 1 kg.m2 and
  // a torsion spring of 12 N.m/rad.
  struct Slot : Weightless {
    PinSlot joint{this, "joint"};
    Body body{this, "body"};
    translational::Mass mass{this, "mass"};
    translational::ConstantForce push{this, "push"};
    rotational::Inertia rotor{this, "rotor"};
    rotational::Spring spring{this, "spring"};
    Slot() {
      joint.n = Vector2(3, 4);
      body.J = 2.0;
      rotor.J = 1.0;
      mass.m = 3.0;
      push.f_constant = 8.0;
      spring.c = 12.0;
      joint.phi.start(0.5).fixed();
      for (Variable* zero : {&joint.s, &joint.v, &joint.w}) zero->start(0.0).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
      connect(joint.axis, mass.flange_a);
      connect(push.flange, mass.flange_b);
      connect(joint.axis_phi, rotor.flange_a);
      connect(spring.flange_a, joint.bearing_phi);
      connect(spring.flange_b, joint.axis_phi);
    }
  };
  const Result result = audited(Slot{}, 1.2);
  EXPECT_NEAR(result.final("joint.s"), 0.5 * 2 * 1.44, 1e-8);
  EXPECT_NEAR(result.final("body.y"), 0.8 * 1.44, 1e-8);
  EXPECT_NEAR(result.final("joint.phi"), 0.5 * std::cos(2.4), 1e-8);
}

TEST(PlanarDriven, FlangesThatNobodyUsesChangeNothing) {
  struct Bare : Scene {
    PinSlot joint{this, "joint"};
    Body body{this, "body"};
    Bare() {
      ground.phi = -0.5;
      joint.w.start(2.0).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  const Plan plan = compile(*std::make_unique<Bare>());
  EXPECT_EQ(plan.states(), 4u);
  const Result result = audited(Bare{}, 1);
  EXPECT_NEAR(result.final("joint.s"), 0.5 * g * std::sin(0.5), 1e-8);
  EXPECT_NEAR(result.final("joint.phi"), 2, 1e-8);
}

TEST(PlanarDriven, AMotionIsPrescribedByAFlange) {
  // The crank turns with 2 rad/s whatever hangs on it: torque = J 0 + what gravity asks for.
  struct Crank : Scene {
    ActuatedRevolute joint{this, "joint"};
    Body arm{this, "arm"};
    rotational::ConstantSpeed motor{this, "motor"};
    Crank() {
      arm.m = 3.0;
      arm.r_CM = Vector2(0.5, 0);
      motor.w_fixed = 2.0;
      joint.phi.start(0.0).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, arm.frame_a);
      connect(motor.flange, joint.axis);
    }
  };
  const Result result = audited(Crank{}, 1);
  EXPECT_NEAR(result.final("joint.phi"), 2, 1e-8);
  EXPECT_NEAR(result.final("joint.axis.tau"), 3 * g * 0.5 * std::cos(2.0), 1e-7);
}

TEST(PlanarDriven, AWheelByAMotorOnItsAxle) {
  // Motor between the carriage (which does not turn) and the wheel: (m + M + J / r^2) a = t / r.
  struct Car : Scene {
    Prismatic guide{this, "guide"};
    Body car{this, "car"}, rim{this, "rim"};
    ActuatedRevolute axle{this, "axle"};
    RollingWheel wheel{this, "wheel"};
    signals::Constant torque{this, "torque"};
    Car() {
      ground.r = Vector2(0, 0.5);
      wheel.radius = 0.5;
      car.m = 4.0;
      rim.m = 1.0;
      rim.J = 0.5;
      torque.k = -7.0;  // clockwise drives forward
      connect(ground.frame_b, guide.frame_a);
      connect(guide.frame_b, car.frame_a);
      connect(car.frame_a, axle.frame_a);
      connect(axle.frame_b, rim.frame_a);
      connect(rim.frame_a, wheel.frame_a);
      connect(torque.y, axle.tau);
    }
  };
  const Result result = audited(Car{}, 2);
  const double a = 7 / 0.5 / (4 + 1 + 0.5 / 0.25);
  EXPECT_NEAR(result.final("guide.v"), 2 * a, 1e-8);
  EXPECT_NEAR(result.final("axle.w"), -2 * a / 0.5, 1e-8);
}

TEST(PlanarDriven, GearsByARotorOnAFlange) {
  // Wheels of 0.3 and 0.1 m on fixed bearings: w_b = -3 w_a.
  struct Train : Weightless {
    Fixed other{this, "other"};
    ActuatedRevolute a{this, "a"}, b{this, "b"};
    Body gear_a{this, "gear_a"}, gear_b{this, "gear_b"};
    GearPair teeth{this, "teeth"};
    rotational::Inertia rotor{this, "rotor"};
    rotational::ConstantTorque motor{this, "motor"};
    Train() {
      other.r = Vector2(0.4, 0);
      teeth.r_a = 0.3;
      teeth.r_b = 0.1;
      gear_a.J = 2.0;
      gear_b.J = 0.2;
      rotor.J = 0.1;
      motor.tau_constant = 3.0;
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, gear_a.frame_a);
      connect(other.frame_b, b.frame_a);
      connect(b.frame_b, gear_b.frame_a);
      connect(gear_a.frame_a, teeth.frame_a);
      connect(gear_b.frame_a, teeth.frame_b);
      connect(b.axis, rotor.flange_a);
      connect(motor.flange, rotor.flange_b);
    }
  };
  const Result result = audited(Train{}, 1);
  const double w_b = 3 / (0.2 + 0.1 + 2.0 / 9);
  EXPECT_NEAR(result.final("b.w"), w_b, 1e-8);
  EXPECT_NEAR(result.final("a.w"), -w_b / 3, 1e-8);
}

TEST(PlanarDriven, ARackByASpringOnItsFlangeAndAPinionByATorque) {
  // m s'' = -c s + t / r with the pinion's inertia J / r^2 added.
  struct Steering : Weightless {
    Fixed bearing{this, "bearing"};
    ActuatedRevolute axle{this, "axle"};
    ActuatedPrismatic guide{this, "guide"};
    Body pinion{this, "pinion"}, rack{this, "rack"};
    RackPinion teeth{this, "teeth"};
    translational::Spring spring{this, "spring"};
    signals::Constant torque{this, "torque"};
    Steering() {
      bearing.r = Vector2(0.3, 0.2);
      teeth.radius = 0.2;
      pinion.J = 0.08;
      rack.m = 3.0;
      spring.c = 20.0;
      torque.k = 2.0;
      guide.s.start(0.0).fixed();
      guide.v.start(0.0).fixed();
      connect(bearing.frame_b, axle.frame_a);
      connect(axle.frame_b, pinion.frame_a);
      connect(ground.frame_b, guide.frame_a);
      connect(guide.frame_b, rack.frame_a);
      connect(pinion.frame_a, teeth.frame_a);
      connect(rack.frame_a, teeth.frame_b);
      connect(spring.flange_a, guide.bearing);
      connect(spring.flange_b, guide.axis);
      connect(torque.y, axle.tau);
    }
  };
  const Result result = audited(Steering{}, 0.7);
  // Mass 5 kg, 20 N/m: 2 rad/s about the place where 10 N hold the spring.
  EXPECT_NEAR(result.final("guide.s"), 0.5 * (1 - std::cos(1.4)), 1e-8);
  EXPECT_NEAR(result.final("axle.phi"), result.final("guide.s") / 0.2, 1e-8);
}

TEST(PlanarDriven, ASliderBetweenPerpendicularPlanesByATorque) {
  // As the wedge of the tests of joints, with a constant torque on the lever: x = cot p.
  struct Wedge : Weightless {
    ActuatedRevolute hinge{this, "hinge"};
    Body lever{this, "lever"};
    PointMass bead{this, "bead"};
    PerpendicularPlanesSlider joint{this, "joint"};
    signals::Constant torque{this, "torque"};
    Wedge() {
      ground.r = Vector2(0, 1);
      lever.m = 0.0;
      lever.J = 2.0;
      bead.m = 3.0;
      torque.k = 1.5;
      hinge.phi.start(-0.8).fixed();
      hinge.w.start(0.0).fixed();
      bead.x.start(1.0);
      connect(ground.frame_b, hinge.frame_a);
      connect(hinge.frame_b, lever.frame_a);
      connect(lever.frame_a, joint.frame_a);
      connect(bead.frame_a, joint.frame_b);
      connect(torque.y, hinge.tau);
    }
  };
  const State expected = reference(
      [](const State& y) {
        const double s = std::sin(y(0)), c = std::cos(y(0));
        const double mass = 2 + 3 / std::pow(s, 4), slope = -12 * c / std::pow(s, 5);
        State rates(2);
        rates << y(1), (-1.5 - 0.5 * slope * y(1) * y(1)) / mass;
        return rates;
      },
      test::state_of({0.8, 0.0}), 0.8);
  const Result result = audited(Wedge{}, 0.8);
  EXPECT_NEAR(result.final("hinge.phi"), -expected(0), 1e-7);
  EXPECT_NEAR(result.final("bead.x"), 1 / std::tan(expected(0)), 1e-7);
}

TEST(PlanarDriven, ACarriageByAForceAndBySpeed) {
  struct Pushed : Weightless {
    Carriage carriage{this, "carriage"};
    Body body{this, "body"};
    translational::ConstantForce push{this, "push"};
    Pushed() {
      carriage.n = Vector2(3, 4);
      body.m = 2.0;
      push.f_constant = 6.0;
      connect(push.flange, carriage.flange);
      connect(carriage.frame_b, body.frame_a);
    }
  };
  const Result pushed = audited(Pushed{}, 2);
  EXPECT_NEAR(pushed.final("body.x"), 0.6 * 6, 1e-8);
  EXPECT_NEAR(pushed.final("body.y"), 0.8 * 6, 1e-8);
}

TEST(PlanarDriven, FreeMotionByAForceBetweenItsFrames) {
  struct Free : Weightless {
    FreeMotion joint{this, "joint"};
    Body body{this, "body"};
    Force force{this, "force"};
    Torque torque{this, "torque"};
    signals::Constant two{this, "two"};
    Free() {
      ground.phi = 0.5;
      two.k = 2.0;
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
      connect(ground.frame_b, force.frame_a);
      connect(force.frame_b, body.frame_a);
      connect(ground.frame_b, torque.frame_a);
      connect(torque.frame_b, body.frame_a);
      connect(two.y, force.fx);
      connect(two.y, torque.t);
    }
  };
  const Result result = audited(Free{}, 1);
  EXPECT_NEAR(result.final("joint.x"), 1, 1e-8);
  EXPECT_NEAR(result.final("joint.y"), 0, 1e-10);
  EXPECT_NEAR(result.final("joint.phi"), 1, 1e-8);
}

// -- forces ---------------------------------------------------------------------------------------

TEST(PlanarDriven, ALineForceByASignalAndAFlangeTogether) {
  // 2 kg at the distance 2 along (0.6, 0.8): a tension of 5 N, and a flange spring of 18 N/m whose
  // free length is 1.5 m, so that the mass swings about 1.5 - 5 / 18.
  struct Pulled : Weightless {
    LineForce line{this, "line"};
    PointMass body{this, "body"};
    translational::Spring spring{this, "spring"};
    signals::Constant tension{this, "tension"};
    Pulled() {
      body.m = 2.0;
      body.x.start(1.2).fixed();
      body.y.start(1.6).fixed();
      body.vx.start(0.0).fixed();
      body.vy.start(0.0).fixed();
      tension.k = 5.0;
      spring.c = 18.0;
      spring.s_rel0 = 1.5;
      connect(ground.frame_b, line.frame_a);
      connect(line.frame_b, body.frame_a);
      connect(spring.flange_a, line.flange_a);
      connect(spring.flange_b, line.flange_b);
      connect(tension.y, line.tension);
    }
  };
  const Result result = audited(Pulled{}, 0.5);
  const double middle = 1.5 - 5.0 / 18, expected = middle + (2 - middle) * std::cos(1.5);
  EXPECT_NEAR(result.final("line.s"), expected, 1e-8);
  EXPECT_NEAR(result.final("body.y"), 0.8 * expected, 1e-8);
  EXPECT_NEAR(result.at("line.f", 0), 5 + 9, 1e-12);
}

TEST(PlanarDriven, ALineForceBySignalAlonePullsAndPushes) {
  struct Driven : Weightless {
    LineForce line{this, "line"};
    PointMass body{this, "body"};
    signals::Sine tension{this, "tension"};
    Driven() {
      body.m = 2.0;
      body.x.start(3.0).fixed();
      body.vx.start(0.0).fixed();
      tension.amplitude = 4.0;
      tension.f = 0.5;
      connect(ground.frame_b, line.frame_a);
      connect(line.frame_b, body.frame_a);
      connect(tension.y, line.tension);
    }
  };
  // x'' = -2 sin(pi t)
  const Result result = audited(Driven{}, 1.5);
  const double pi = std::numbers::pi;
  EXPECT_NEAR(result.final("body.x"), 3 - 2 / pi * 1.5 + 2 / (pi * pi) * std::sin(pi * 1.5), 1e-8);
}

TEST(PlanarDriven, AnActuatorByTheSignalOfItsSlider) {
  struct Actuated : Weightless {
    LinearActuator actuator{this, "actuator"};
    Body body{this, "body"};
    Prismatic guide{this, "guide"};
    signals::Constant force{this, "force"};
    Actuated() {
      actuator.m_a = 5.0;
      actuator.m_b = 0.5;
      body.m = 1.5;
      force.k = 3.0;
      actuator.slider.s.start(2.0).fixed();
      actuator.slider.v.start(0.0).fixed();
      guide.s.start(2.0);
      connect(ground.frame_b, actuator.frame_a);
      connect(ground.frame_b, guide.frame_a);
      connect(guide.frame_b, body.frame_a);
      connect(actuator.frame_b, body.frame_a);
      connect(force.y, actuator.slider.f);
    }
  };
  const Result result = audited(Actuated{}, 1);
  EXPECT_NEAR(result.final("guide.s"), 2 + 0.5 * 3 / 2, 1e-8);
}

}  // namespace
}  // namespace multibond::planar
