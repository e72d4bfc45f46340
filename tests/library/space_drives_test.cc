// Drive trains on moving bodies against equations of motion from d'Alembert's principle.
//
// Carrier, two rotors with skew axes and a gear between them are one mechanism of five freedoms at
// most: three angles of the carrier and those of the rotors. It is built from Rotor1D, Mounting1D
// and BevelGear1D, and from bodies on a GearConstraint.
#include "multibond/library/signal_sources.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::Coordinates;
using test::Jet;
using test::Mechanism;
using test::Placed;
using test::State;

constexpr double kRatio = -2.5, kJa = 0.05, kJb = 0.2, kStiffness = 6;
const Vector3 kCentre(0.2, -0.1, 0.15);

Matrix3 about(const Vector3& axis, double J) { return J * axis * axis.transpose(); }

/// Carrier that swings about the axes x, y and z of three hinges.
struct Gimbals : Scene {
  Revolute x{this, "x"}, y{this, "y"}, z{this, "z"};
  Body carrier{this, "carrier"};
  Gimbals() {
    x.n = Vector3(1, 0, 0);
    y.n = Vector3(0, 1, 0);
    z.n = Vector3(0, 0, 1);
    x.phi.start(0.3).fixed();
    y.phi.start(-0.4).fixed();
    z.phi.start(0.2).fixed();
    x.w.start(1.0).fixed();
    y.w.start(2.0).fixed();
    z.w.start(-1.5).fixed();
    carrier.m = 1.2;
    carrier.r_CM = kCentre;
    connect(ground.frame_b, x.frame_a);
    connect(x.frame_b, y.frame_a);
    connect(y.frame_b, z.frame_a);
    connect(z.frame_b, carrier.frame_a);
  }
};

Placed gimbals(const Coordinates& q) {
  return Placed{}
      .turned(Vector3(1, 0, 0), q[0])
      .turned(Vector3(0, 1, 0), q[1])
      .turned(Vector3(0, 0, 1), q[2]);
}

/// The carrier with rotors at the coordinates 3, 4, …
Mechanism driven(
    const std::vector<std::pair<Matrix3, std::function<Placed(const Coordinates&)>>>& rotors) {
  Mechanism mechanism;
  mechanism.bodies.push_back({1.2, kCentre, full_inertia(), gimbals});
  for (const auto& [inertia, place] : rotors) {
    mechanism.bodies.push_back({0, Vector3::Zero(), inertia, place});
  }
  return mechanism;
}

void expect_gimbals(const Result& result, const State& end) {
  EXPECT_NEAR(result.final("x.phi"), end(0), 1e-8);
  EXPECT_NEAR(result.final("y.phi"), end(1), 1e-8);
  EXPECT_NEAR(result.final("z.phi"), end(2), 1e-8);
}

// -- rotor ----------------------------------------------------------------------------------------

TEST(SpaceDrives, ARotorOnTheGroundIsAnInertia) {
  struct Grounded : Scene {
    Rotor1D rotor{this, "rotor"};
    rotational::ConstantTorque torque{this, "torque"};
    Grounded() {
      rotor.J = 2.0;
      rotor.n = kSkew;
      torque.tau_constant = 3.0;
      connect(ground.frame_b, rotor.frame_a);
      connect(torque.flange, rotor.flange_a);
    }
  };
  const Result result = audited(Grounded{}, 2);
  EXPECT_NEAR(result.final("rotor.w"), 3, 1e-9);
  EXPECT_NEAR(result.final("rotor.phi"), 3, 1e-8);
  expect_near(vector_of(result, "rotor.frame_a.t"), Vector3::Zero(), 1e-12);
}

TEST(SpaceDrives, ASpringFromItsMountingSwingsARotorAndItsCarrier) {
  struct Sprung : Gimbals {
    Rotor1D rotor{this, "rotor"};
    Mounting1D mounting{this, "mounting"};
    rotational::Spring spring{this, "spring"};
    Sprung() {
      rotor.J = kJb;
      rotor.n = Vector3(2 * kSkew);
      rotor.phi.start(0.7).fixed();
      rotor.w.start(8.0).fixed();
      mounting.n = Vector3(3 * kSkew);
      mounting.phi0 = 0.1;
      spring.c = kStiffness;
      set_inertia(carrier, full_inertia() + about(kSkew, kJb));
      connect(z.frame_b, rotor.frame_a);
      connect(z.frame_b, mounting.frame_a);
      connect(mounting.flange_b, spring.flange_a);
      connect(spring.flange_b, rotor.flange_b);
    }
  };
  Mechanism mechanism = driven(
      {{about(kSkew, kJb), [](const Coordinates& q) { return gimbals(q).turned(kSkew, q[3]); }}});
  mechanism.along = [](const State& y) {
    return Eigen::Vector4d(0, 0, 0, -kStiffness * (y(3) - 0.1));
  };
  State start(8);
  start << 0.3, -0.4, 0.2, 0.7, 1, 2, -1.5, 8;
  const State end = mechanism.at(start, 1);
  const Result result = audited(Sprung{}, 1);
  expect_gimbals(result, end);
  EXPECT_NEAR(result.final("rotor.phi"), end(3), 1e-7);
  EXPECT_NEAR(result.final("rotor.w"), end(7), 1e-7);
}

// A torque from the ground, as by a belt or a magnet, does its work on the carrier's motion too.
TEST(SpaceDrives, WithoutAMountingTheTorqueComesFromTheGround) {
  struct Unmounted : Gimbals {
    Rotor1D rotor{this, "rotor"};
    rotational::ConstantTorque torque{this, "torque"};
    Unmounted() {
      rotor.J = kJb;
      rotor.n = kSkew;
      torque.tau_constant = 0.8;
      set_inertia(carrier, full_inertia() + about(kSkew, kJb));
      connect(z.frame_b, rotor.frame_a);
      connect(torque.flange, rotor.flange_a);
    }
  };
  Mechanism mechanism = driven(
      {{about(kSkew, kJb), [](const Coordinates& q) { return gimbals(q).turned(kSkew, q[3]); }}});
  mechanism.loads = [](const std::vector<test::BodyMotion>& motions,
                       std::vector<test::Load>& loads) {
    loads[1].torque = motions[1].A * Vector3(0.8 * kSkew);
  };
  State start(8);
  start << 0.3, -0.4, 0.2, 0, 1, 2, -1.5, 0;
  const State end = mechanism.at(start, 1);
  const Result result = audited(Unmounted{}, 1);
  expect_gimbals(result, end);
  EXPECT_NEAR(result.final("rotor.phi"), end(3), 1e-8);
}

// -- gears ----------------------------------------------------------------------------------------

/// Two rotors with a gear between them, and a spring from the carrier to the second one.
Mechanism geared() {
  Mechanism mechanism = driven(
      {{about(kSkew, kJa),
        [](const Coordinates& q) { return gimbals(q).turned(kSkew, q[3] * Jet(kRatio)); }},
       {about(kAskew, kJb), [](const Coordinates& q) { return gimbals(q).turned(kAskew, q[3]); }}});
  mechanism.along = [](const State& y) { return Eigen::Vector4d(0, 0, 0, -kStiffness * y(3)); };
  return mechanism;
}

State geared_start() {
  State start(8);
  start << 0.3, -0.4, 0.2, 0.7, 1, 2, -1.5, 5;
  return start;
}

TEST(SpaceDrives, ABevelGearLeadsItsTorquesToTheHousing) {
  struct Geared : Gimbals {
    Rotor1D a{this, "a"}, b{this, "b"};
    BevelGear1D gear{this, "gear"};
    Mounting1D mounting{this, "mounting"};
    rotational::Spring spring{this, "spring"};
    Geared() {
      a.J = kJa;
      a.n = kSkew;
      b.J = kJb;
      b.n = kAskew;
      b.phi.start(0.7).fixed();
      b.w.start(5.0).fixed();
      gear.ratio = kRatio;
      gear.n_a = Vector3(2 * kSkew);
      gear.n_b = Vector3(3 * kAskew);
      mounting.n = kAskew;
      spring.c = kStiffness;
      set_inertia(carrier, full_inertia() + about(kSkew, kJa) + about(kAskew, kJb));
      for (Frame* frame : {&a.frame_a, &b.frame_a, &gear.frame_a, &mounting.frame_a}) {
        connect(z.frame_b, *frame);
      }
      connect(a.flange_b, gear.flange_a);
      connect(gear.flange_b, b.flange_a);
      connect(mounting.flange_b, spring.flange_a);
      connect(spring.flange_b, b.flange_b);
    }
  };
  const State end = geared().at(geared_start(), 1);
  const Result result = audited(Geared{}, 1);
  expect_gimbals(result, end);
  EXPECT_NEAR(result.final("b.phi"), end(3), 1e-8);
  EXPECT_NEAR(result.final("a.phi"), kRatio * end(3), 1e-7);
}

TEST(SpaceDrives, AGearConstraintTurnsBodiesAboutSkewShafts) {
  struct Geared : Gimbals {
    GearConstraint gear{this, "gear"};
    Body a{this, "a"}, b{this, "b"};
    Geared() {
      gear.ratio = kRatio;
      gear.n_a = kSkew;
      gear.n_b = kAskew;
      gear.r_a = Vector3(0.1, 0.2, 0.3);
      gear.actuatedRevolute_b.phi.start(0.7).fixed();
      gear.actuatedRevolute_b.w.start(5.0).fixed();
      gear.actuatedRevolute_b.mobility.c = kStiffness;
      set_inertia(carrier, full_inertia());
      for (Body* rotor : {&a, &b}) {
        rotor->m = 0.0;
        rotor->checkInertia = false;
      }
      set_inertia(a, about(kSkew, kJa));
      set_inertia(b, about(kAskew, kJb));
      connect(z.frame_b, gear.bearing);
      connect(gear.frame_a, a.frame_a);
      connect(gear.frame_b, b.frame_a);
    }
  };
  const State end = geared().at(geared_start(), 1);
  const Result result = audited(Geared{}, 1);
  expect_gimbals(result, end);
  EXPECT_NEAR(result.final("gear.actuatedRevolute_b.phi"), end(3), 1e-8);
  EXPECT_NEAR(result.final("gear.actuatedRevolute_a.phi"), kRatio * end(3), 1e-7);
  // Where the shafts are follows from r_a and r_b.
  const Matrix3 axes = axes_of(result, "carrier.frame_a");
  expect_near(vector_of(result, "a.x"),
              vector_of(result, "carrier.x") + axes * Vector3(0.1, 0.2, 0.3), 1e-12);
  expect_near(vector_of(result, "b.x"), vector_of(result, "carrier.x"), 1e-12);
}

// The housing bears what the two torques leave: with equal shafts, (ratio - 1) times that of b.
TEST(SpaceDrives, AGearOnTheGroundHasTheTorquesOfItsRatio) {
  struct Geared : Weightless {
    GearConstraint gear{this, "gear"};
    Body a{this, "a"}, b{this, "b"};
    WorldTorque torque{this, "torque"};
    signals::Constant value{this, "value"};
    Geared() {
      gear.ratio = 10.0;
      a.I_11 = 0.03;
      b.I_11 = 0.5;
      a.checkInertia = false;
      b.checkInertia = false;
      value.k = 2.0;
      connect(ground.frame_b, gear.bearing);
      connect(gear.frame_a, a.frame_a);
      connect(gear.frame_b, b.frame_a);
      connect(torque.frame_b, a.frame_a);
      connect(value.y, torque.torque[0]);
    }
  };
  const Result result = audited(Geared{}, 1);
  const double acceleration = 10 * 2 / (100 * 0.03 + 0.5);
  EXPECT_NEAR(result.final("gear.actuatedRevolute_b.phi"), acceleration / 2, 1e-9);
  EXPECT_NEAR(result.final("gear.actuatedRevolute_a.phi"), 10 * acceleration / 2, 1e-8);
  // On a: 2 - 10 a 0.03; on b: 0.5 a. What comes in at a leaves at b and at the bearing.
  EXPECT_NEAR(result.final("gear.frame_a.t[1]"), 2 - 10 * acceleration * 0.03, 1e-9);
  EXPECT_NEAR(result.final("gear.frame_b.t[1]"), -0.5 * acceleration, 1e-9);
  EXPECT_NEAR(result.final("gear.bearing.t[1]"),
              0.5 * acceleration - (2 - 10 * acceleration * 0.03), 1e-9);
}

}  // namespace
}  // namespace multibond::mechanics3d
