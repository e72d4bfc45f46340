/// Small mechanisms in space: screw and cylinder, forces between bodies, a bushing, sensors.
#pragma once

#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"

namespace multibond::examples {

/// Arm on two hinges that is measured in every way.
///
/// Nothing is lost and the ground rests: no power passes the first sensor. What the sensors of the
/// bob show agrees: the force on it is m (a - g), and its distance is that of its position.
class MeasuredArm final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Power power{this, "power"};
  mechanics3d::CutTorque torque{this, "torque"};
  mechanics3d::Revolute shoulder{this, "shoulder"}, elbow{this, "elbow"};
  mechanics3d::Body upper{this, "upper"};
  mechanics3d::FixedTranslation upper_arm{this, "upper_arm"}, lower_arm{this, "lower_arm"};
  mechanics3d::Weld weld{this, "weld"};
  mechanics3d::CutForce force{this, "force"};
  mechanics3d::PointMass bob{this, "bob"};
  mechanics3d::AbsolutePosition place{this, "place"};
  mechanics3d::AbsoluteAcceleration acceleration{this, "acceleration"};
  mechanics3d::AbsoluteAngles angles{this, "angles"};
  mechanics3d::AbsoluteAngularVelocity rate{this, "rate"};
  mechanics3d::AbsoluteAngularAcceleration rate_change{this, "rate_change"};
  mechanics3d::RelativePosition seen{this, "seen"};
  mechanics3d::RelativeVelocity seen_speed{this, "seen_speed"};
  mechanics3d::RelativeAcceleration seen_acceleration{this, "seen_acceleration"};
  mechanics3d::RelativeAngles seen_angles{this, "seen_angles"};
  mechanics3d::RelativeAngularVelocity seen_rate{this, "seen_rate"};
  mechanics3d::RelativeAngularAcceleration seen_rate_change{this, "seen_rate_change"};
  mechanics3d::Distance distance{this, "distance"};

  MeasuredArm() {
    shoulder.n = Vector3(0, 0, 1);
    elbow.n = Vector3(1, 0, 0);
    upper_arm.r = Vector3(1, 0, 0);
    lower_arm.r = Vector3(0, -0.5, 0.5);
    upper.m = 1.0;
    upper.r_CM = Vector3(0.5, 0, 0);
    for (auto* moment : {&upper.I_11, &upper.I_22, &upper.I_33}) *moment = 0.1;
    bob.m = 2.0;
    force.resolveInFrame = "world";
    for (mechanics3d::Revolute* joint : {&shoulder, &elbow}) {
      joint->phi.start(0.0).fixed();
      joint->w.start(0.0).fixed();
    }
    connect(world.frame_b, power.frame_a);
    connect(power.frame_b, torque.frame_a);
    connect(torque.frame_b, shoulder.frame_a);
    connect(shoulder.frame_b, upper.frame_a);
    connect(shoulder.frame_b, upper_arm.frame_a);
    connect(upper_arm.frame_b, elbow.frame_a);
    connect(elbow.frame_b, lower_arm.frame_a);
    connect(lower_arm.frame_b, weld.frame_a);
    connect(weld.frame_b, force.frame_a);
    connect(force.frame_b, bob.frame_a);
    for (mechanics3d::Frame* frame :
         {&place.frame_a, &acceleration.frame_a, &angles.frame_a, &rate.frame_a,
          &rate_change.frame_a, &seen.frame_b, &seen_speed.frame_b, &seen_acceleration.frame_b,
          &seen_angles.frame_b, &seen_rate.frame_b, &seen_rate_change.frame_b, &distance.frame_b}) {
      connect(lower_arm.frame_b, *frame);
    }
    for (mechanics3d::Frame* frame :
         {&seen.frame_a, &seen_speed.frame_a, &seen_acceleration.frame_a, &seen_angles.frame_a,
          &seen_rate.frame_a, &seen_rate_change.frame_a}) {
      connect(upper_arm.frame_b, *frame);
    }
    connect(world.frame_b, distance.frame_a);
  }
};

/// Nut that falls on a steep screw, and a bolt that slides and turns in a cylinder.
///
/// The nut: (J + m h^2) w' = -m g h with the advance h = 0.1 m per radian, so w = -8.918 rad/s
/// after a second. The bolt: a spring of 4 N/m lets it slide as cos 2 t, a torque of 0.1 N.m turns
/// it with 1 rad/s2.
class ScrewAndBolt final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Screw screw{this, "screw"};
  mechanics3d::Body nut{this, "nut"};
  mechanics3d::Fixed bed{this, "bed"};
  mechanics3d::Cylindrical cylinder{this, "cylinder"};
  mechanics3d::Body bolt{this, "bolt"};
  translational::Spring spring{this, "spring"};
  rotational::ConstantTorque torque{this, "torque"};

  ScrewAndBolt() {
    screw.n = Vector3(0, 1, 0);
    screw.pitch = 0.2 * std::numbers::pi;
    screw.phi.start(0.0).fixed();
    screw.w.start(0.0).fixed();
    nut.m = 1.0;
    nut.I_22 = 0.1;
    nut.I_11 = 0.1;
    nut.I_33 = 0.1;
    bed.r = Vector3(0.5, 0, 0);
    bolt.m = 1.0;
    bolt.I_11 = 0.1;
    bolt.I_22 = 0.1;
    bolt.I_33 = 0.1;
    spring.c = 4.0;
    torque.tau_constant = 0.1;
    cylinder.slide.s.start(0.2).fixed();
    cylinder.slide.v.start(0.0).fixed();
    cylinder.turn.phi.start(0.0).fixed();
    cylinder.turn.w.start(0.0).fixed();
    connect(world.frame_b, screw.frame_a);
    connect(screw.frame_b, nut.frame_a);
    connect(bed.frame_b, cylinder.frame_a);
    connect(cylinder.frame_b, bolt.frame_a);
    connect(cylinder.bearing_s, spring.flange_a);
    connect(cylinder.axis_s, spring.flange_b);
    connect(torque.flange, cylinder.axis_phi);
  }
};

/// Two bodies that float in space and act on each other: springs and dampers, a force and a torque.
///
/// Whatever acts between them, their common momentum stays what it was: (0.2, 1, 0) kg.m/s.
class FloatingPair3D final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::FreeMotion motion{this, "motion"};
  mechanics3d::Body a{this, "a"}, b{this, "b"};
  mechanics3d::FixedTranslation arm_a{this, "arm_a"}, arm_b{this, "arm_b"};
  mechanics3d::SpringDamper strut{this, "strut"};
  mechanics3d::SpringDamperSeries creeping{this, "creeping"};
  mechanics3d::Force push{this, "push"};
  mechanics3d::Torque twist{this, "twist"};
  signals::Sine wave{this, "wave"};

  FloatingPair3D() {
    world.gravityType = "none";
    a.m = 2.0;
    for (mechanics3d::Body* body : {&a, &b}) {
      for (auto* moment : {&body->I_11, &body->I_22, &body->I_33}) *moment = 0.2;
    }
    arm_a.r = Vector3(0.2, 0.3, 0);
    arm_b.r = Vector3(-0.2, 0.3, 0.1);
    for (std::size_t i = 0; i < 3; ++i) {
      motion.translation.r[i].start(0.0).fixed();
      motion.translation.v[i].start(i == 0 ? 0.1 : 0.0).fixed();
    }
    b.x[0].start(1.5).fixed();
    b.x[1].start(0.2).fixed();
    b.x[2].start(0.0).fixed();
    for (std::size_t i = 0; i < 3; ++i) b.v[i].start(i == 1 ? 1.0 : 0.0).fixed();
    strut.c = 5.0;
    strut.d = 0.2;
    strut.s0 = 1.0;
    creeping.c = 3.0;
    creeping.d = 2.0;
    creeping.s0 = 1.1;
    creeping.s_spring.start(1.1).fixed();
    wave.amplitude = 0.3;
    wave.f = 0.5;
    connect(world.frame_b, motion.frame_a);
    connect(motion.frame_b, a.frame_a);
    connect(a.frame_a, arm_a.frame_a);
    connect(b.frame_a, arm_b.frame_a);
    connect(arm_a.frame_b, strut.frame_a);
    connect(strut.frame_b, arm_b.frame_b);
    connect(a.frame_a, creeping.frame_a);
    connect(creeping.frame_b, b.frame_a);
    connect(a.frame_a, push.frame_a);
    connect(push.frame_b, b.frame_a);
    connect(a.frame_a, twist.frame_a);
    connect(twist.frame_b, b.frame_a);
    for (std::size_t i = 0; i < 3; ++i) {
      connect(wave.y, push.force[i]);
      connect(wave.y, twist.torque[i]);
    }
  }
};

/// Probe with an engine that turns with it, in a wind.
///
/// A torque of 0.2 N.m about its axis z turns the probe of 0.4 kg.m2: phi = t^2 / 4. The engine
/// pushes with 2 N along its x axis, the wind with 1 N along z; the probe has 2 kg. Along z it
/// gains 0.5 m/s each second; in the plane it draws the spiral of Euler.
class EulerSpiral final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Body probe{this, "probe"};
  mechanics3d::BodyForce engine{this, "engine"};
  mechanics3d::BodyTorque jets{this, "jets"};
  mechanics3d::WorldForce wind{this, "wind"};
  signals::Constant thrust{this, "thrust"}, spin{this, "spin"}, breeze{this, "breeze"};

  EulerSpiral() {
    world.gravityType = "none";
    probe.m = 2.0;
    for (auto* moment : {&probe.I_11, &probe.I_22, &probe.I_33}) *moment = 0.4;
    thrust.k = 2.0;
    spin.k = 0.2;
    for (std::size_t i = 0; i < 3; ++i) {
      probe.x[i].start(0.0).fixed();
      probe.v[i].start(0.0).fixed();
    }
    connect(thrust.y, engine.force[0]);
    connect(spin.y, jets.torque[2]);
    connect(breeze.y, wind.force[2]);
    for (mechanics3d::Frame* frame : {&engine.frame_b, &jets.frame_b, &wind.frame_b}) {
      connect(probe.frame_a, *frame);
    }
  }
};

/// Machine on a rubber bushing: it bounces along each direction with a frequency of its own.
///
/// 2 kg on 800 N/m along y: 20 rad/s about the position of rest, which lies m g / c = 24.5 mm
/// lower. Along x 200 N/m give 10 rad/s.
class MachineMount final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Bushing mount{this, "mount"};
  mechanics3d::Body machine{this, "machine"};

  MachineMount() {
    world.nominalLength = 0.2;
    mount.c = Vector3(200, 800, 400);
    mount.c_w = Vector3(50, 50, 50);
    machine.m = 2.0;
    for (auto* moment : {&machine.I_11, &machine.I_22, &machine.I_33}) *moment = 0.05;
    machine.x[0].start(0.02).fixed();
    machine.x[1].start(0.0).fixed();
    machine.x[2].start(0.0).fixed();
    for (std::size_t i = 0; i < 3; ++i) machine.v[i].start(0.0).fixed();
    connect(world.frame_b, mount.frame_a);
    connect(mount.frame_b, machine.frame_a);
  }
};

}  // namespace multibond::examples
