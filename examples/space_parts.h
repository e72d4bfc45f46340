/// Small mechanisms in space: screw and cylinder, forces between bodies, a bushing, sensors.
#pragma once

#include <cmath>
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

/// Two pucks that circle on a table, one held by a rod and one by a spring, both with a mass on the
/// line.
///
///     hub o----x----(puck)        rod of 0.5 m, 0.3 kg at its middle
///     hub o-x-/\/\-(puck)         spring of 10 N/m stretched by 0.1 m, 0.1 kg at 0.2 m
///
/// Both start 0.5 m from their hubs with 1 m/s across. The spring pulls with 1 N, as the 0.5 kg of
/// its puck need at 2 rad/s: the pucks go round in step. What lies on the lines goes with them. A
/// torque of 0.01 N.m spins the first puck, of 0.01 kg.m2, without any influence on its path.
class PucksOnTable final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed hub_rod{this, "hub_rod"}, hub_spring{this, "hub_spring"};
  mechanics3d::Planar table_rod{this, "table_rod"}, table_spring{this, "table_spring"};
  mechanics3d::Body puck_rod{this, "puck_rod"}, puck_spring{this, "puck_spring"};
  mechanics3d::Rod rod{this, "rod"};
  mechanics3d::MassAtFraction middle{this, "middle"};
  mechanics3d::LineForce line{this, "line"};
  translational::Spring spring{this, "spring"};
  mechanics3d::MassAtDistance bead{this, "bead"};
  rotational::ConstantTorque torque{this, "torque"};

  PucksOnTable() {
    hub_spring.r = Vector3(1.5, 0, 0);
    rod.length = 0.5;
    middle.m = 0.3;
    spring.c = 10.0;
    spring.s_rel0 = 0.4;
    bead.m = 0.1;
    bead.L = 0.2;
    puck_rod.m = 0.2;
    puck_spring.m = 0.5;
    place(hub_rod, table_rod, puck_rod);
    place(hub_spring, table_spring, puck_spring);
    table_spring.along_x.s.fixed();
    table_spring.along_x.v.start(0.0).fixed();
    for (mechanics3d::Frame* frame : {&rod.frame_a, &middle.frame_a}) {
      connect(hub_rod.frame_b, *frame);
    }
    for (mechanics3d::Frame* frame : {&rod.frame_b, &middle.frame_b}) {
      connect(puck_rod.frame_a, *frame);
    }
    for (mechanics3d::Frame* frame : {&line.frame_a, &bead.frame_a}) {
      connect(hub_spring.frame_b, *frame);
    }
    for (mechanics3d::Frame* frame : {&line.frame_b, &bead.frame_b}) {
      connect(puck_spring.frame_a, *frame);
    }
    connect(line.flange_a, spring.flange_a);
    connect(line.flange_b, spring.flange_b);
    torque.tau_constant = 0.01;
    connect(torque.flange, table_rod.axis_phi);
  }

 private:
  void place(mechanics3d::Fixed& hub, mechanics3d::Planar& table, mechanics3d::Body& puck) {
    for (auto* moment : {&puck.I_11, &puck.I_22, &puck.I_33}) *moment = 0.01;
    table.n = Vector3(0, 1, 0);
    table.along_x.s.start(0.5);
    table.along_y.s.start(0.0).fixed();
    table.along_y.v.start(1.0).fixed();
    table.turn.phi.start(0.0).fixed();
    table.turn.w.start(0.0).fixed();
    connect(hub.frame_b, table.frame_a);
    connect(table.frame_b, puck.frame_a);
  }
};

/// Ball that rolls on a turntable, and a wheel on an axle at rest that the table turns.
///
/// The table makes 3 rad/s. The ball, pushed with 0.2 m/s, does not fly off: it circles with 2/7 of
/// that rate, 6/7 rad/s, and therefore with a radius of 7/30 m. The wheel of 0.1 m touches 0.6 m
/// from the axis of the table and makes 18 rad/s.
class Turntable final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::ActuatedRevolute bearing{this, "bearing"};
  rotational::ConstantSpeed drive{this, "drive"};
  mechanics3d::BodyShape table{this, "table"};
  mechanics3d::Body ball{this, "ball"}, wheel{this, "wheel"};
  mechanics3d::Lines mark{this, "mark"};
  mechanics3d::MarbleJoint rolling{this, "rolling"};
  mechanics3d::Fixed stand{this, "stand"};
  mechanics3d::Revolute axle{this, "axle"};
  mechanics3d::RimContact rim{this, "rim"};

  Turntable() {
    bearing.n = Vector3(0, 1, 0);
    drive.w_fixed = 3.0;
    table.shape = "cylinder";
    table.lengthDirection = Vector3(0, -1, 0);
    table.length = 0.02;
    table.radius = 0.8;
    table.density = 700.0;
    table.picture.colour = "#9aa5b060";  // the ball is to be seen through it
    mark.points = MatrixX{{0.0, 0.8}, {0.0, 0.0}, {0.0, 0.0}};
    rolling.picture_plane.visible = false;
    rim.picture_plane.visible = false;
    set_round(ball, 2, 0.4 * 2 * 0.01);
    set_round(wheel, 0.5, 0.5 * 0.5 * 0.01);
    ball.root_priority = 2;
    ball.x.start(Vector3(0.5, 0.1, 0));
    ball.v.start(Vector3(0.2, 0, 0));
    for (const std::size_t i : {0, 2}) {
      ball.x[i].fixed();
      ball.v[i].fixed();
    }
    ball.w.start(Vector3(0, 0, 0));
    ball.w[1].fixed();
    ball.orientation.fixed = true;
    stand.r = Vector3(-0.6, 0.1, 0);
    axle.n = Vector3(-1, 0, 0);
    axle.phi.start(0.0).fixed();
    rim.radius = 0.1;
    rim.axis = Vector3(-1, 0, 0);
    rim.lateral = false;  // the axle holds it there
    connect(world.frame_b, bearing.frame_a);
    connect(bearing.frame_b, table.frame_a);
    connect(drive.flange, bearing.axis);
    connect(table.frame_a, mark.frame_a);
    connect(table.frame_a, rolling.frame_a);
    connect(ball.frame_a, rolling.frame_b);
    connect(stand.frame_b, axle.frame_a);
    connect(axle.frame_b, wheel.frame_a);
    connect(table.frame_a, rim.frame_a);
    connect(wheel.frame_a, rim.frame_b);
  }

 private:
  static void set_round(mechanics3d::Body& body, double m, double I) {
    body.m = m;
    for (auto* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = I;
  }
};

/// Cardan shaft: two shafts at an angle of 40 degrees with a universal joint, and a gear that leads
/// on to a third one, which is skew to both.
///
///     torque ---> [drive]---(universal)---[bent]===(gear -2:1)===[wheel]
///
/// The second shaft follows the first one unevenly: tan(phi_2) = cos(40 deg) tan(phi), so that its
/// speed changes between 0.77 and 1.31 of that of the first one, twice per turn. The wheel turns
/// half as fast as the second shaft, the other way. All that the torque does becomes motion.
class CardanShaft final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::ActuatedRevolute bearing{this, "bearing"};
  rotational::ConstantTorque torque{this, "torque"};
  mechanics3d::BodyShape drive{this, "drive"}, bent{this, "bent"};
  mechanics3d::Universal universal{this, "universal"};
  mechanics3d::GearConstraint gear{this, "gear"};
  mechanics3d::Body wheel{this, "wheel"};
  static double bend() { return 40 * std::numbers::pi / 180; }

  CardanShaft() {
    const double c = std::cos(bend()), s = std::sin(bend());
    const Vector3 along(c, s, 0);
    bearing.n = Vector3(1, 0, 0);
    bearing.phi.start(0.0).fixed();
    bearing.w.start(0.0).fixed();
    torque.tau_constant = 0.05;
    for (mechanics3d::BodyShape* shaft : {&drive, &bent}) {
      shaft->shape = "cylinder";
      shaft->radius = 0.02;
    }
    drive.r = Vector3(-0.4, 0, 0);
    bent.r = Vector3(0.4 * along);
    universal.n_a = Vector3(0, 0, 1);
    universal.n_b = Vector3(-s, c, 0);
    gear.ratio = -2.0;
    gear.n_a = along;
    gear.n_b = Vector3(0, 1, 1);
    gear.r_a = Vector3(0, 0, 0);
    gear.r_b = Vector3(0.5 * along + Vector3(0, 0, 0.1));
    wheel.m = 2.0;
    for (auto* moment : {&wheel.I_11, &wheel.I_22, &wheel.I_33}) *moment = 0.02;
    connect(world.frame_b, bearing.frame_a);
    connect(torque.flange, bearing.axis);
    connect(bearing.frame_b, drive.frame_a);
    connect(bearing.frame_b, universal.frame_a);
    connect(universal.frame_b, bent.frame_a);
    connect(universal.frame_b, gear.frame_a);
    connect(world.frame_b, gear.bearing);
    connect(gear.frame_b, wheel.frame_a);
  }
};

}  // namespace multibond::examples
