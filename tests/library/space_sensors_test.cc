// Sensors in space against the motion of a mechanism that was differentiated exactly.
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::Coordinates;
using test::Jet;
using test::Mechanism;
using test::Placed;
using test::State;

const Vector3 kArm(0.4, -0.3, 0.6), kCentre(0.5, 0.2, -0.3), kAxisB(1, 1, 0.5);

/// A carrier on a hinge, and a body on it by a universal joint; sensors at both, and between the
/// arm of the carrier and the joint.
struct Bench : Scene {
  Revolute base{this, "base"};
  Body carrier{this, "carrier"}, body{this, "body"};
  FixedTranslation arm{this, "arm"};
  Universal joint{this, "joint"};
  CutForce force{this, "force"}, force_back{this, "force_back"};
  CutTorque torque{this, "torque"}, torque_back{this, "torque_back"};
  Power power{this, "power"};
  AbsolutePosition position{this, "position"};
  AbsoluteVelocity velocity{this, "velocity"};
  AbsoluteAcceleration acceleration{this, "acceleration"};
  AbsoluteAngularVelocity rate{this, "rate"};
  AbsoluteAngularAcceleration rate_change{this, "rate_change"};
  AbsoluteAngles angles{this, "angles"};
  RelativePosition relative_position{this, "relative_position"};
  RelativeVelocity relative_velocity{this, "relative_velocity"};
  RelativeAcceleration relative_acceleration{this, "relative_acceleration"};
  RelativeAngularVelocity relative_rate{this, "relative_rate"};
  RelativeAngularAcceleration relative_rate_change{this, "relative_rate_change"};
  RelativeAngles relative_angles{this, "relative_angles"};
  AbsoluteOrientation orientation{this, "orientation"};
  RelativeOrientation relative_orientation{this, "relative_orientation"};
  Distance distance{this, "distance"};

  explicit Bench(const std::string& resolve) {
    base.n = kSkew;
    carrier.m = 2.0;
    set_inertia(carrier, 2 * full_inertia());
    arm.r = kArm;
    joint.n_a = kAskew;
    joint.n_b = kAxisB;
    body.m = 1.5;
    body.r_CM = kCentre;
    set_inertia(body, full_inertia());
    angles.sequence = Vector3(3, 1, 3);
    relative_angles.sequence = Vector3(2, 1, 3);
    const std::pair<Variable*, double> starts[] = {
        {&base.phi, 0.4},      {&base.w, 1.5},           {&joint.first.phi, 0.3},
        {&joint.first.w, 0.8}, {&joint.second.phi, 0.5}, {&joint.second.w, -1.0}};
    for (const auto& [variable, value] : starts) variable->start(value).fixed();
    connect(ground.frame_b, base.frame_a);
    connect(base.frame_b, carrier.frame_a);
    connect(base.frame_b, arm.frame_a);
    connect(arm.frame_b, power.frame_a);
    connect(power.frame_b, force.frame_a);
    connect(force.frame_b, torque.frame_a);
    // The other way round: what passes from frame_a to frame_b comes from the body.
    connect(torque.frame_b, force_back.frame_b);
    connect(force_back.frame_a, torque_back.frame_b);
    connect(torque_back.frame_a, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
    for (FrameSensor* sensor : std::initializer_list<FrameSensor*>{
             &position, &velocity, &acceleration, &rate, &rate_change, &angles}) {
      connect(sensor->frame_a, body.frame_a);
    }
    for (RelativeSensor* sensor : std::initializer_list<RelativeSensor*>{
             &relative_position, &relative_velocity, &relative_acceleration, &relative_rate,
             &relative_rate_change, &relative_angles, &relative_orientation, &distance}) {
      connect(sensor->frame_a, carrier.frame_a);
      connect(sensor->frame_b, body.frame_a);
    }
    connect(orientation.frame_a, body.frame_a);
    for (FrameVectorSensor* sensor : std::initializer_list<FrameVectorSensor*>{
             &position, &velocity, &acceleration, &rate, &rate_change}) {
      sensor->resolveInFrame = resolve;
    }
    for (RelativeVectorSensor* sensor : std::initializer_list<RelativeVectorSensor*>{
             &relative_position, &relative_velocity, &relative_acceleration, &relative_rate,
             &relative_rate_change}) {
      sensor->resolveInFrame = resolve;
    }
    for (CutForce* sensor : {&force, &force_back}) sensor->resolveInFrame = resolve;
    for (CutTorque* sensor : {&torque, &torque_back}) sensor->resolveInFrame = resolve;
  }
};

Placed carrier_at(const Coordinates& q) { return Placed{}.turned(kSkew, q[0]); }
Placed body_at(const Coordinates& q) {
  return carrier_at(q).moved(kArm).turned(kAskew, q[1]).turned(kAxisB, q[2]);
}

/// Position, rotation and their derivatives for a motion whose second derivatives are known.
struct Derived {
  Vector3 x, v, a, w, z;
  Matrix3 A;
  explicit Derived(const Placed& at) {
    Matrix3 dA, ddA;
    for (int i = 0; i < 9; ++i) {
      A.data()[i] = at.A.data()[i].x;
      dA.data()[i] = at.A.data()[i].dx;
      ddA.data()[i] = at.A.data()[i].ddx;
    }
    for (int i = 0; i < 3; ++i) {
      x(i) = at.x(i).x;
      v(i) = at.x(i).dx;
      a(i) = at.x(i).ddx;
    }
    w = test::vee(dA * A.transpose());
    z = test::vee(ddA * A.transpose() + dA * dA.transpose());
  }
};

/// Angles of a rotation about axes of the turned frame, by Eigen.
Vector3 turned_by(const Vector3& sequence, const Vector3& angles, Matrix3& A) {
  A.setIdentity();
  for (int i = 0; i < 3; ++i) {
    A *= turned_about(Vector3::Unit(static_cast<int>(sequence(i)) - 1), angles(i));
  }
  return angles;
}

/// Nine signals as rows.
Matrix3 matrix_of(const Result& result, const std::string& sensor) {
  Matrix3 value;
  for (int i = 0; i < 9; ++i) {
    value(i / 3, i % 3) = result.final(fmt::format("{}.y[{}].value", sensor, i + 1));
  }
  return value;
}

TEST(SpaceSensors, MeasureAbsoluteAndRelativeMotionAndWhatPassesAConnection) {
  Mechanism mechanism;
  mechanism.bodies.push_back({2, Vector3::Zero(), 2 * full_inertia(), carrier_at});
  mechanism.bodies.push_back({1.5, kCentre, full_inertia(), body_at});
  State start(6);
  start << 0.4, 0.3, 0.5, 1.5, 0.8, -1.0;
  const State end = mechanism.at(start, 1), change = mechanism.rates(end);
  Coordinates q;
  for (int i = 0; i < 3; ++i) q.emplace_back(end(i), end(3 + i), change(3 + i));
  const Derived body(body_at(q)), centre(body_at(q).moved(kCentre)), carrier(carrier_at(q)),
      tip(carrier_at(q).moved(kArm)), relative(carrier_at(q).inverse().then(body_at(q)));

  // What the body needs, at the end of the arm.
  const Vector3 force = 1.5 * (centre.a + Vector3(0, g, 0));
  const Matrix3 I = body.A * full_inertia() * body.A.transpose();
  const Vector3 torque = (centre.x - tip.x).cross(force) + I * body.z + body.w.cross(I * body.w);

  for (const std::string resolve : {"world", "frame_a"}) {
    SCOPED_TRACE(resolve);
    const Result result = audited(Bench(resolve), 1);
    const bool in_world = resolve == "world";
    const Matrix3 own = in_world ? Matrix3(Matrix3::Identity()) : Matrix3(body.A.transpose());
    expect_near(signals_of(result, "position"), own * body.x, 1e-8);
    expect_near(signals_of(result, "velocity"), own * body.v, 1e-7);
    expect_near(signals_of(result, "acceleration"), own * body.a, 1e-7);
    expect_near(signals_of(result, "rate"), own * body.w, 1e-7);
    expect_near(signals_of(result, "rate_change"), own * body.z, 1e-7);

    const Matrix3 seen = in_world ? carrier.A : Matrix3(Matrix3::Identity());
    expect_near(signals_of(result, "relative_position"), seen * relative.x, 1e-8);
    expect_near(signals_of(result, "relative_velocity"), seen * relative.v, 1e-7);
    expect_near(signals_of(result, "relative_acceleration"), seen * relative.a, 1e-7);
    expect_near(signals_of(result, "relative_rate"), seen * relative.w, 1e-7);
    expect_near(signals_of(result, "relative_rate_change"), seen * relative.z, 1e-7);
    EXPECT_NEAR(result.final("distance.y[1].value"), relative.x.norm(), 1e-8);

    const Matrix3 cut = in_world ? Matrix3(Matrix3::Identity()) : Matrix3(carrier.A.transpose());
    expect_near(signals_of(result, "force"), cut * force, 1e-7);
    expect_near(signals_of(result, "torque"), cut * torque, 1e-7);
    expect_near(signals_of(result, "force_back"), -cut * force, 1e-7);
    expect_near(signals_of(result, "torque_back"), -cut * torque, 1e-7);
    EXPECT_NEAR(result.final("power.y[1].value"), force.dot(tip.v) + torque.dot(carrier.w), 1e-7);

    Matrix3 A;
    turned_by({3, 1, 3}, signals_of(result, "angles"), A);
    expect_near(A, body.A, 1e-8);
    turned_by({2, 1, 3}, signals_of(result, "relative_angles"), A);
    expect_near(A, relative.A, 1e-8);
    // Rows are axes of the frame: columns of A.
    expect_near(matrix_of(result, "orientation"), body.A.transpose(), 1e-8);
    expect_near(matrix_of(result, "relative_orientation"), relative.A.transpose(), 1e-8);
  }
}

}  // namespace
}  // namespace multibond::mechanics3d
