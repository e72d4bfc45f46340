/// Robot with six axes: mechanics, motors, gears with friction, controllers and a path.
#pragma once

#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/signal_paths.h"
#include "multibond/library/signals.h"

namespace multibond::examples {

/// Motor of a robot's axis with the controller of its current.
///
///     C dv_C/dt = (i - i_ref) / 10             the controller integrates the error
///     L di/dt = -5 v_C - 250 i - k w           armature
///     torque k i on the rotor
///
/// w_c and D are frequency and damping of the controlled current. It starts in balance.
class RobotMotor final : public Component {
 public:
  RobotMotor(Component* owner, std::string_view name) : Component(owner, name) {
    rotor.J = J;
    current.set(k * i);
    connect(current.y, torque.tau);
    connect(torque.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
  }
  rotational::Flange flange{this, "flange"};
  signals::Signal i_ref{this, "i_ref"};
  Parameter<double> J{this, "J", 0.0013, "kg.m2", "inertia of the rotor", Check::positive};
  Parameter<double> k{this, "k", 1.1616, "N.m/A", "torque per current"};
  Parameter<double> w_c{this, "w_c", 4590.0, "rad/s", "frequency of the current", Check::positive};
  Parameter<double> D{this, "D", 0.6, "1", "damping of the current", Check::positive};
  Variable v_C{this, "v_C", "V", "integral of the error of the current", StateHint::prefer};
  Variable i{this, "i", "A", "current", StateHint::prefer};
  signals::RealExpression current{this, "current"};
  rotational::Torque torque{this, "torque"};
  rotational::Inertia rotor{this, "rotor"};
  void equations() override {
    const Expr C = 0.004 * D / w_c, L = 250 / (2 * D * w_c);
    equation(C * der(v_C), (i - i_ref.value) / 10);
    equation(L * der(i), -5 * v_C - 250 * i - k * rotor.w);
    initial_equation(der(v_C), 0.0);
    initial_equation(der(i), 0.0);
  }
};

/// Controller of a robot's axis: P for the angle, PI for the speed of the motor.
class RobotController final : public Component {
 public:
  using Component::Component;
  signals::Signal angle_ref{this, "angle_ref"}, speed_ref{this, "speed_ref"};
  signals::Signal motorAngle{this, "motorAngle"}, motorSpeed{this, "motorSpeed"};
  signals::PI PI{this, "PI"};
  Parameter<double> kp{this, "kp", 5.0, "1/s", "gain of the angle"};
  Parameter<double> ratio{this, "ratio", 1.0, "1", "ratio of the gear"};
  void equations() override {
    equation(PI.u.value, ratio * speed_ref.value +
                             kp * (ratio * angle_ref.value - motorAngle.value) - motorSpeed.value);
  }
};

/// Gear of the first three axes: friction at the motor, an elastic shaft, the gear.
class ElasticGear final : public Component {
 public:
  ElasticGear(Component* owner, std::string_view name) : Component(owner, name) {
    spring.w_rel.start(0.0).fixed();
    connect(flange_a, bearingFriction.flange_a);
    connect(bearingFriction.flange_b, spring.flange_a);
    connect(spring.flange_b, gear.flange_a);
    connect(gear.flange_b, flange_b);
  }
  rotational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  rotational::BearingFrictionTable bearingFriction{this, "bearingFriction"};
  rotational::SpringDamper spring{this, "spring"};
  rotational::IdealGear gear{this, "gear"};
};

/// Gear of the last three axes: rigid, with friction at the load.
class RigidGear final : public Component {
 public:
  RigidGear(Component* owner, std::string_view name) : Component(owner, name) {
    connect(flange_a, gear.flange_a);
    connect(gear.flange_b, bearingFriction.flange_a);
    connect(bearingFriction.flange_b, flange_b);
  }
  rotational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  rotational::IdealGear gear{this, "gear"};
  rotational::BearingFrictionTable bearingFriction{this, "bearingFriction"};
};

/// Controller, motor and gear of an axis.
template <typename Gear>
class RobotAxis final : public Component {
 public:
  RobotAxis(Component* owner, std::string_view name) : Component(owner, name) {
    controller.PI.k = 0.5;
    controller.PI.T = 0.05;
    controller.ratio = gear.gear.ratio;
    connect(controller.PI.y, motor.i_ref);
    connect(motor.flange, gear.flange_a);
    connect(gear.flange_b, flange);
  }
  rotational::Flange flange{this, "flange"};
  RobotController controller{this, "controller"};
  RobotMotor motor{this, "motor"};
  Gear gear{this, "gear"};
  void drive(double w_c, double k, double D, double J) {
    motor.w_c = w_c;
    motor.k = k;
    motor.D = D;
    motor.J = J;
  }
  /// Torque of friction Rv0 + Rv1 |w|; it breaks away at `peak` times Rv0.
  void transmit(double ratio, double Rv0, double Rv1, double peak) {
    gear.gear.ratio = ratio;
    gear.bearingFriction.tau_pos =
        rotational::BearingFrictionTable::Points{{0.0, Rv0}, {1.0, Rv0 + Rv1}};
    gear.bearingFriction.peak = peak;
  }
  void equations() override {
    equation(controller.motorAngle.value, motor.rotor.phi);
    equation(controller.motorSpeed.value, motor.rotor.w);
    // At the start nothing accelerates, and the motor alone holds the load: friction that sticks
    // bears nothing.
    initial_equation(gear.bearingFriction.tau, motor.J * der(motor.rotor.w));
  }
};

/// Arm of the robot: six revolute joints, and a load.
class RobotArm final : public Component {
 public:
  RobotArm(Component* owner, std::string_view name) : Component(owner, name) {
    set_joint(r1, {0, 1, 0});
    set_joint(r2, {1, 0, 0});
    set_joint(r3, {1, 0, 0});
    set_joint(r4, {0, 1, 0});
    set_joint(r5, {1, 0, 0});
    set_joint(r6, {0, 1, 0});
    set_link(b1, a1, 1, {0, 0, 0}, {0.001, 1.16, 0.001}, 0, {0, 0.324, 0.3});
    set_link(b2, a2, 56.5, {0.172, 0.205, 0}, {2.58, 0.64, 2.73}, -0.46, {0, 0.65, 0});
    set_link(b3, a3, 26.4, {0.064, -0.034, 0}, {0.279, 0.245, 0.413}, -0.070, {0, 0.414, -0.155});
    set_link(b4, a4, 28.7, {0, 0, 0}, {1.67, 0.081, 1.67}, 0, {0, 0.186, 0});
    set_link(b5, a5, 5.2, {0, 0, 0}, {1.25, 0.81, 1.53}, 0, {0, 0.125, 0});
    b1.checkInertia = false;  // the data of the original: only I_22 counts
    b6.m = 0.5;
    b6.r_CM = Vector3(0.05, 0.05, 0.05);
    load.m = 15.0;
    load.r_CM = Vector3(0.1, 0.25, 0.1);
    a0.r = Vector3(0, 0.351, 0);
    connect(base, a0.frame_a);
    connect(a0.frame_b, r1.frame_a);
    join(r1, b1, a1, r2);
    join(r2, b2, a2, r3);
    join(r3, b3, a3, r4);
    join(r4, b4, a4, r5);
    join(r5, b5, a5, r6);
    connect(r6.frame_b, b6.frame_a);
    connect(r6.frame_b, load.frame_a);
  }
  mechanics3d::Frame base{this, "base"};
  mechanics3d::ActuatedRevolute r1{this, "r1"}, r2{this, "r2"}, r3{this, "r3"}, r4{this, "r4"},
      r5{this, "r5"}, r6{this, "r6"};
  mechanics3d::FixedTranslation a0{this, "a0"}, a1{this, "a1"}, a2{this, "a2"}, a3{this, "a3"},
      a4{this, "a4"}, a5{this, "a5"};
  mechanics3d::Body b1{this, "b1"}, b2{this, "b2"}, b3{this, "b3"}, b4{this, "b4"}, b5{this, "b5"},
      b6{this, "b6"}, load{this, "load"};

 private:
  using Joint = mechanics3d::ActuatedRevolute;
  using Rod = mechanics3d::FixedTranslation;
  static void set_joint(Joint& joint, const Vector3& axis) {
    joint.n = axis;
    joint.w.start(0.0).fixed();
  }
  static void set_link(mechanics3d::Body& body, Rod& rod, double m, const Vector3& centre,
                       const Vector3& inertia, double I_21, const Vector3& r) {
    body.m = m;
    body.r_CM = centre;
    body.I_11 = inertia[0];
    body.I_22 = inertia[1];
    body.I_33 = inertia[2];
    body.I_21 = I_21;
    rod.r = r;
  }
  void join(Joint& joint, mechanics3d::Body& body, Rod& rod, Joint& next) {
    connect(joint.frame_b, body.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, next.frame_a);
  }
};

/// Robot r3 of the Modelica Standard Library on a path from point to point.
///
///     path ---> controllers ---> motors ---> gears ---> arm
///                  ^                |
///                  +--- angle, speed+
///
/// All axes move together; the slowest decides, so the end is reached after 1.356 s.
class Robot final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  RobotArm mechanics{this, "mechanics"};
  RobotAxis<ElasticGear> axis1{this, "axis1"}, axis2{this, "axis2"}, axis3{this, "axis3"};
  RobotAxis<RigidGear> axis4{this, "axis4"}, axis5{this, "axis5"}, axis6{this, "axis6"};
  signals::KinematicPTP path{this, "path"};

  Robot() {
    const double degree = std::numbers::pi / 180;
    const auto vector = [](std::initializer_list<double> x) {
      return VectorX(Eigen::Map<const VectorX>(x.begin(), static_cast<Eigen::Index>(x.size())));
    };
    const VectorX begin = vector({-60, 20, 90, 0, -110, 0}) * degree;
    path.q_begin = begin;
    path.q_end = VectorX(vector({60, -70, -35, 45, 110, 45}) * degree);
    path.qd_max = vector({3, 1.5, 5, 3.1, 3.1, 4.1});
    path.qdd_max = vector({15, 15, 15, 60, 60, 60});
    path.axes(6);
    axis1.drive(4590, 1.1616, 0.6, 0.0013);
    axis2.drive(5500, 1.1616, 0.6, 0.0013);
    axis3.drive(5500, 1.1616, 0.6, 0.0013);
    axis4.drive(6250, 0.2365, 0.55, 1.6e-4);
    axis5.drive(6250, 0.2608, 0.55, 1.8e-4);
    axis6.drive(7400, 0.0842, 0.27, 4.3e-5);
    axis1.transmit(-105, 0.4, 0.13 / 160, 1);
    axis2.transmit(210, 0.5, 0.1 / 130, 1);
    axis3.transmit(60, 0.7, 0.2 / 130, 1);
    axis4.transmit(-99, 21.8, 9.8, 26.7 / 21.8);
    axis5.transmit(79.2, 30.1, 0.03, 39.6 / 30.1);
    axis6.transmit(-99, 10.9, 3.92, 16.8 / 10.9);
    twist(axis1, 43, 0.005);
    twist(axis2, 8, 0.01);
    twist(axis3, 58, 0.04);
    connect(world.frame_b, mechanics.base);
    link(0, axis1, mechanics.r1, begin);
    link(1, axis2, mechanics.r2, begin);
    link(2, axis3, mechanics.r3, begin);
    link(3, axis4, mechanics.r4, begin);
    link(4, axis5, mechanics.r5, begin);
    link(5, axis6, mechanics.r6, begin);
  }
  void equations() override {
    // Elastic axes start at rest, and stay there for a moment.
    for (auto* joint : {&mechanics.r1, &mechanics.r2, &mechanics.r3}) {
      initial_equation(der(joint->w), 0.0);
    }
  }

 private:
  static void twist(RobotAxis<ElasticGear>& axis, double c, double d) {
    axis.gear.spring.c = c;
    axis.gear.spring.d = d;
  }
  template <typename Axis>
  void link(int i, Axis& axis, mechanics3d::ActuatedRevolute& joint, const VectorX& begin) {
    const auto k = static_cast<std::size_t>(i);
    joint.phi.start(begin[i]).fixed();
    axis.motor.rotor.phi.start(begin[i] * axis.gear.gear.ratio.now());
    connect(path.q[k], axis.controller.angle_ref);
    connect(path.qd[k], axis.controller.speed_ref);
    connect(axis.flange, joint.axis);
  }
};

}  // namespace multibond::examples
