// Wheel sets against equations of motion written by hand.
//
// With v the speed of the middle of the axle and u the rate of turning about the normal,
//
//     M v' - m d u^2 = (tau1 + tau2) / R            M = m + 2 m_wheel + 2 I_axis / R^2
//     J u' + m d v u = (tau2 - tau1) t / (2 R)      J = I + m d^2 + 2 (m_wheel t^2 / 4 + I_across)
//                                                       + 2 I_axis t^2 / (4 R^2)
//
// where a body m, I has its centre of mass d ahead of the axle and t is the track.
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::State;

constexpr double R = 0.2, t = 0.6, m_wheel = 1.5, I_axis = 0.04, I_across = 0.02, m = 3, I = 0.3,
                 d = 0.4;

/// The set with a body ahead of its axle, driven by constant torques.
struct Cart : Scene {
  RollingWheelSet wheels{this, "wheels"};
  FixedTranslation bar{this, "bar"};
  Body body{this, "body"};
  rotational::ConstantTorque torque1{this, "torque1"}, torque2{this, "torque2"};
  Cart(const Vector3& n, const Vector3& axis, double tau1, double tau2) {
    world.n = Vector3(-n);
    wheels.n = Vector3(2 * n);
    wheels.axis = Vector3(3 * axis);
    wheels.radius = R;
    wheels.track = t;
    wheels.m_wheel = m_wheel;
    wheels.I_axis = I_axis;
    wheels.I_across = I_across;
    wheels.x.start(0.3).fixed();
    wheels.y.start(-0.5).fixed();
    wheels.phi.start(0.7).fixed();
    wheels.theta1.start(0.1).fixed();
    wheels.theta2.start(0.2).fixed();
    wheels.der_theta1.start(1.0).fixed();
    wheels.der_theta2.start(3.0).fixed();
    bar.r = Vector3(d * axis.cross(n));
    body.m = m;
    for (Parameter<double>* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = I;
    torque1.tau_constant = tau1;
    torque2.tau_constant = tau2;
    connect(wheels.frameMiddle, bar.frame_a);
    connect(bar.frame_b, body.frame_a);
    connect(torque1.flange, wheels.axis1);
    connect(torque2.flange, wheels.axis2);
  }
};

/// x, y, phi, theta1, theta2, v, u
State driven(double tau1, double tau2, double stop) {
  const double M = m + 2 * m_wheel + 2 * I_axis / (R * R);
  const double J =
      I + m * d * d + 2 * (m_wheel * t * t / 4 + I_across) + 2 * I_axis * t * t / (4 * R * R);
  const auto motion = [&](const State& y) {
    const double v = y(5), u = y(6);
    State rates(7);
    rates << v * std::cos(y(2)), v * std::sin(y(2)), u, (v - u * t / 2) / R, (v + u * t / 2) / R,
        ((tau1 + tau2) / R + m * d * u * u) / M, ((tau2 - tau1) * t / (2 * R) - m * d * v * u) / J;
    return rates;
  };
  State start(7);
  start << 0.3, -0.5, 0.7, 0.1, 0.2, 2 * R, 2 * R / t;
  return test::reference(motion, start, stop);
}

TEST(SpaceWheelSet, RollsAndTurnsOnAnyPlane) {
  struct Plane {
    Vector3 n, axis;
  };
  const Plane planes[] = {{Vector3(0, 1, 0), Vector3(0, 0, 1)},
                          {Vector3(0, 0, 1), Vector3(0, 1, 0)},
                          {kSkew, across(kSkew)}};
  for (const auto& [n, axis] : planes) {
    for (const auto& [tau1, tau2] : {std::pair(0.5, -0.4), std::pair(0.3, 0.3)}) {
      SCOPED_TRACE(fmt::format("{} {} {}", n(1), tau1, tau2));
      const State end = driven(tau1, tau2, 2);
      const Result result = audited(Cart(n, axis, tau1, tau2), 2);
      const char* names[] = {"x", "y", "phi", "theta1", "theta2"};
      for (int i = 0; i < 5; ++i) {
        EXPECT_NEAR(result.final(fmt::format("wheels.{}", names[i])), end(i), 1e-7) << names[i];
      }
      EXPECT_NEAR(result.final("wheels.der_theta1"), (end(5) - end(6) * t / 2) / R, 1e-7);
      const Vector3 forward = axis.cross(n);
      const Vector3 place = R * n + end(0) * forward + end(1) * axis;
      expect_near(vector_of(result, "wheels.frameMiddle.x"), place, 1e-7);
      const Vector3 axle = turned_about(n, end(2)) * axis;
      expect_near(vector_of(result, "wheels.frame1.x"), place + axle * t / 2, 1e-7);
      expect_near(vector_of(result, "wheels.frame2.x"), place - axle * t / 2, 1e-7);
    }
  }
}

// What is connected between support and axis acts between the frame of the axle and the wheel.
TEST(SpaceWheelSet, ASpringFromTheSupportHoldsAWheel) {
  struct Sprung : Scene {
    RollingWheelSet wheels{this, "wheels"};
    rotational::Spring spring1{this, "spring1"}, spring2{this, "spring2"};
    Sprung() {
      wheels.radius = R;
      wheels.m_wheel = m_wheel;
      wheels.I_axis = I_axis;
      wheels.I_across = I_across;
      wheels.theta1.start(0.3).fixed();
      wheels.theta2.start(0.3).fixed();
      wheels.x.start(0.0).fixed();
      for (rotational::Spring* spring : {&spring1, &spring2}) {
        spring->c = 2.0;
        connect(wheels.support, spring->flange_a);
      }
      connect(spring1.flange_b, wheels.axis1);
      connect(spring2.flange_b, wheels.axis2);
    }
  };
  const Result result = audited(Sprung{}, 1);
  const double rate = std::sqrt(2.0 / (I_axis + m_wheel * R * R));
  EXPECT_NEAR(result.final("wheels.theta1"), 0.3 * std::cos(rate), 1e-8);
  EXPECT_NEAR(result.final("wheels.x"), 0.3 * R * (std::cos(rate) - 1), 1e-8);
}

}  // namespace
}  // namespace multibond::mechanics3d
