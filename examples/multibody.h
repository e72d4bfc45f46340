/// Mechanisms in space that show what Modelica's MultiBody library has beside joints and bodies:
/// drive trains on moving bodies, wheel sets, joints as constraints, rods with an orientation.
#pragma once

#include <cmath>
#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"

namespace multibond::examples {

/// Satellite that a motor turns: its rotor drives a wheel through a bevel gear.
///
/// Nothing acts from outside, so the angular momentum stays zero. After 10 s the wheel turns with
/// 7.8678 rad/s and the satellite with {-0.1574, 0, -0.3934} rad/s, in its own axes.
class ReactionWheel final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Body satellite{this, "satellite"};
  mechanics3d::FixedTranslation to_motor{this, "to_motor"}, to_mounting{this, "to_mounting"},
      to_wheel{this, "to_wheel"};
  mechanics3d::Rotor1D motor{this, "motor"}, wheel{this, "wheel"};
  mechanics3d::BevelGear1D gear{this, "gear"};
  mechanics3d::Mounting1D mounting{this, "mounting"};
  rotational::ConstantTorque torque{this, "torque"}, reaction{this, "reaction"};

  ReactionWheel() {
    world.gravityType = "none";
    satellite.m = 10.0;
    for (auto* moment : {&satellite.I_11, &satellite.I_22, &satellite.I_33}) *moment = 2.0;
    motor.J = 0.01;
    wheel.J = 0.1;
    wheel.n = Vector3(0, 0, 1);
    gear.ratio = 4.0;
    gear.n_b = Vector3(0, 0, 1);
    torque.tau_constant = 0.05;
    reaction.tau_constant = -0.05;
    to_motor.r = Vector3(-0.3, 0, 0);
    to_mounting.r = Vector3(-0.4, 0, 0);
    to_wheel.r = Vector3(0, 0, 0.2);
    for (mechanics3d::Frame* frame :
         {&to_motor.frame_a, &to_mounting.frame_a, &to_wheel.frame_a, &gear.frame_a}) {
      connect(satellite.frame_a, *frame);
    }
    connect(to_motor.frame_b, motor.frame_a);
    connect(to_mounting.frame_b, mounting.frame_a);
    connect(to_wheel.frame_b, wheel.frame_a);
    connect(torque.flange, motor.flange_a);
    connect(reaction.flange, mounting.flange_b);
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, wheel.flange_a);
  }
};

/// Two wheels on an axle with a body ahead of it: the torque on the right wheel lets it circle.
///
/// In 10 s it turns by 1.540 rad and comes to (1.098, 1.353) m.
class WheelSetDrive final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::RollingWheelSet wheels{this, "wheels"};
  mechanics3d::FixedTranslation bar{this, "bar"};
  mechanics3d::Body body{this, "body"};
  rotational::ConstantTorque left{this, "left"}, right{this, "right"};

  WheelSetDrive() {
    world.n = Vector3(0, 0, -1);
    wheels.n = Vector3(0, 0, 1);
    wheels.axis = Vector3(0, 1, 0);
    wheels.radius = 0.1;
    wheels.track = 0.5;
    wheels.m_wheel = 0.5;
    wheels.I_axis = 0.01;
    wheels.I_across = 0.02;
    bar.r = Vector3(0.2, 0, 0);
    body.m = 1.0;
    left.tau_constant = 0.005;
    right.tau_constant = 0.01;
    connect(wheels.frameMiddle, bar.frame_a);
    connect(bar.frame_b, body.frame_a);
    connect(left.flange, wheels.axis1);
    connect(right.flange, wheels.axis2);
  }
};

/// Four bodies that are held by constraints instead of joints, at a frame turned by three angles.
///
/// The one on the prismatic constraint slides along the x axis of that frame, which points down at
/// 30 degrees: its speed after 1 s is g sin(30 deg) = 4.905 m/s. The others swing.
class HeldByConstraints final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::FixedRotation mount{this, "mount"};
  ComponentArray<mechanics3d::FixedTranslation> seat{this, "seat", 4};
  mechanics3d::RevoluteConstraint revolute{this, "revolute"};
  mechanics3d::UniversalConstraint universal{this, "universal"};
  mechanics3d::SphericalConstraint spherical{this, "spherical"};
  mechanics3d::PrismaticConstraint prismatic{this, "prismatic"};
  mechanics3d::Body on_revolute{this, "on_revolute"}, on_universal{this, "on_universal"},
      on_spherical{this, "on_spherical"}, on_prismatic{this, "on_prismatic"};

  HeldByConstraints() {
    mount.rotationType = "sequence";
    mount.sequence = Vector3(3, 1, 2);
    mount.angles = Vector3(-std::numbers::pi / 6, 0.4, 0);
    prismatic.x_locked = false;
    connect(world.frame_b, mount.frame_a);
    hold(0, revolute, on_revolute);
    hold(1, universal, on_universal);
    hold(2, spherical, on_spherical);
    hold(3, prismatic, on_prismatic);
  }
  /// Where the bodies are held, beside each other.
  static Vector3 place(std::size_t i) {
    return 0.6 * static_cast<double>(i) *
           Vector3(-std::sin(0.4) / 2, -std::sin(0.4) * std::sqrt(0.75), std::cos(0.4));
  }

 private:
  template <typename Constraint>
  void hold(std::size_t i, Constraint& constraint, mechanics3d::Body& body) {
    seat[i].r = Vector3(0, 0, 0.6 * static_cast<double>(i));
    body.x.start(place(i));
    body.m = 1.0;
    body.r_CM = Vector3(0.3, 0.1, 0.2);
    body.I_11 = 0.02;
    body.I_22 = 0.03;
    body.I_33 = 0.04;
    body.orientation.sequence = Vector3(3, 1, 2);
    body.orientation.phi_start = Vector3(-std::numbers::pi / 6, 0.4, 0);
    connect(mount.frame_b, seat[i].frame_a);
    connect(seat[i].frame_b, constraint.frame_a);
    connect(constraint.frame_b, body.frame_a);
  }
};

/// Spatial slider-crank: a rod with a universal and a spherical joint, and its mass.
///
/// In 5 s the crank makes 6.4 turns.
class RodSliderCrank final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Revolute crank{this, "crank"};
  mechanics3d::BodyShape arm{this, "arm"};
  mechanics3d::FixedTranslation base{this, "base"};
  mechanics3d::Prismatic slide{this, "slide"};
  mechanics3d::BodyShape block{this, "block"};
  mechanics3d::UniversalSpherical rod{this, "rod"};
  mechanics3d::Body bar{this, "bar"};

  RodSliderCrank() {
    crank.n = Vector3(1, 0, 0);
    crank.phi.start(0.0).fixed();
    crank.w.start(5.235987755982989).fixed();
    arm.shape = "cylinder";
    arm.r = Vector3(0, 0.5, 0.1);
    arm.radius = 0.025;
    base.r = Vector3(1.2, 0, 0);
    slide.s.start(-0.2);
    block.shape = "cylinder";
    block.r = Vector3(0, 0.2, 0);
    block.radius = 0.025;
    rod.n1_a = Vector3(0, 1, 0);
    rod.rRod_ia = Vector3(-1, 0.3, 0.1);
    bar.m = 1.0;
    bar.r_CM = Vector3(-0.5, 0.15, 0.05);
    bar.I_22 = 0.1;
    bar.I_33 = 0.1;
    connect(world.frame_b, crank.frame_a);
    connect(crank.frame_b, arm.frame_a);
    connect(world.frame_b, base.frame_a);
    connect(base.frame_b, slide.frame_a);
    connect(slide.frame_b, block.frame_a);
    connect(block.frame_b, rod.frame_a);
    connect(rod.frame_b, arm.frame_b);
    connect(rod.frame_ia, bar.frame_a);
  }
};

/// Arm on two hinges that a force and a torque turn, given in directions of a frame at rest.
class PushedArm final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed base{this, "base"}, anchor{this, "anchor"};
  mechanics3d::Revolute first{this, "first"}, second{this, "second"};
  mechanics3d::BodyShape arm{this, "arm"};
  mechanics3d::FixedRotation directions{this, "directions"};
  mechanics3d::ForceAndTorque load{this, "load"};
  signals::Constant force{this, "force"}, torque_x{this, "torque_x"}, torque_y{this, "torque_y"};

  PushedArm() {
    base.r = Vector3(0, -0.5, 0);
    anchor.r = Vector3(1.5, 0.25, 0);
    second.n = Vector3(0, 1, 0);
    arm.shape = "cylinder";
    arm.radius = 0.025;
    directions.n = Vector3(0, 0, 1);
    directions.angle = std::numbers::pi / 6;
    load.resolveInFrame = "frame_resolve";
    force.k = 1000.0;
    torque_x.k = -100.0;
    torque_y.k = 100.0;
    connect(base.frame_b, first.frame_a);
    connect(first.frame_b, second.frame_a);
    connect(second.frame_b, arm.frame_a);
    connect(base.frame_b, directions.frame_a);
    connect(directions.frame_b, load.frame_resolve);
    connect(anchor.frame_b, load.frame_a);
    connect(arm.frame_b, load.frame_b);
    connect(force.y, load.force[1]);
    connect(torque_x.y, load.torque[0]);
    connect(torque_y.y, load.torque[1]);
  }
};

/// Two cranks with parallel axes, coupled by rods under the names of joint assemblies.
///
///     crank --- rod --- rod --- ground           JointRRR: a four-bar linkage of lengths 0.2, 0.5,
///                                                0.4 and 0.5
///     crank --- rod --- slider                   JointRRP: a slider-crank beside it
///
/// The rocker stands upright at first and swings between -0.2014 and 0.9273 rad from there.
class CoupledCranks final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Revolute crank{this, "crank"};
  mechanics3d::FixedTranslation throw_{this, "throw"}, base{this, "base"}, guide{this, "guide"};
  mechanics3d::Body wheel{this, "wheel"}, rocker{this, "rocker"}, piston{this, "piston"};
  mechanics3d::JointRRR fourbar{this, "fourbar"};
  mechanics3d::JointRRP slider{this, "slider"};

  CoupledCranks() {
    crank.phi.start(0.0).fixed();
    crank.w.start(10.0).fixed();
    throw_.r = Vector3(0.2, 0, 0);
    base.r = Vector3(0.5, 0, 0);
    guide.r = Vector3(0, 0, 0.1);
    wheel.I_33 = 0.5;
    wheel.I_11 = 0.3;
    wheel.I_22 = 0.3;
    // At the start the rods meet at 0.5 from the pin and 0.4 from the base.
    const double x = (0.3 * 0.3 + 0.5 * 0.5 - 0.4 * 0.4) / (2 * 0.3);
    const double y = std::sqrt(0.5 * 0.5 - x * x);
    fourbar.rRod1_ia = Vector3(x, y, 0);
    fourbar.rRod2_ib = Vector3(x - 0.3, y, 0);
    rocker.m = 2.0;
    rocker.r_CM = Vector3((x - 0.3) / 2, y / 2, 0);
    slider.rRod1_ia = Vector3(0, -0.6, 0.1);
    slider.rRod2_ib = Vector3(0.2, -0.6, 0);
    slider.n_b = Vector3(0, 1, 0);
    piston.r_CM = Vector3(0.2, -0.6, 0);
    connect(world.frame_b, crank.frame_a);
    connect(crank.frame_b, wheel.frame_a);
    connect(crank.frame_b, throw_.frame_a);
    connect(world.frame_b, base.frame_a);
    connect(world.frame_b, guide.frame_a);
    connect(throw_.frame_b, fourbar.frame_a);
    connect(fourbar.frame_b, base.frame_b);
    connect(fourbar.frame_ib, rocker.frame_a);
    connect(throw_.frame_b, slider.frame_a);
    connect(slider.frame_b, guide.frame_b);
    connect(slider.frame_ib, piston.frame_a);
  }
};

/// A crank that moves one of each joint assembly of loops in space, and a planar one, each with a
/// bob at its last joint.
///
/// All loops depend on the angle of the crank: the mechanism has one freedom.
class StrutsAndRods final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Revolute crank{this, "crank"};
  mechanics3d::FixedTranslation throw_{this, "throw"};
  mechanics3d::Body wheel{this, "wheel"};
  mechanics3d::JointSSR ssr{this, "ssr"};
  mechanics3d::JointSSP ssp{this, "ssp"};
  mechanics3d::JointUSR usr{this, "usr"};
  mechanics3d::JointUSP usp{this, "usp"};
  mechanics3d::JointSUP sup{this, "sup"};
  mechanics3d::JointUPS ups{this, "ups"};
  mechanics3d::JointRPP rpp{this, "rpp"};
  ComponentArray<mechanics3d::FixedTranslation> base{this, "base", 7};
  ComponentArray<mechanics3d::Body> bob{this, "bob", 7};
  translational::SpringDamper strut{this, "strut"};

  StrutsAndRods() {
    crank.phi.start(0.0).fixed();
    crank.w.start(5.0).fixed();
    throw_.r = pin();
    wheel.I_11 = wheel.I_22 = wheel.I_33 = 1.0;
    connect(world.frame_b, crank.frame_a);
    connect(crank.frame_b, throw_.frame_a);
    connect(crank.frame_b, wheel.frame_a);
    place(0, ssr, Vector3(1.0, 0.1, 0.3));
    place(1, ssp, Vector3(-1.0, 0.2, 0.4));
    place(2, usr, Vector3(0.2, 1.0, -0.3));
    place(3, usp, Vector3(0.1, -1.0, -0.4));
    place(4, sup, Vector3(1.0, -0.5, 0.6));
    ssr.rod1Length = reach(0).norm();
    ssr.n_b = Vector3(0.2, 1, 0.1);
    ssp.rod1Length = reach(1).norm();
    ssp.n_b = Vector3(1, 0.2, 0);
    usr.rRod1_ia = reach(2);
    usr.n_b = Vector3(1, 0, 0.2);
    usp.rRod1_ia = reach(3);
    usp.n_b = Vector3(0.1, 1, 0);
    sup.rRod1_ia = reach(4);
    sup.n_b = Vector3(1, 0.1, -0.2);
    const Vector3 top(0.3, 0.4, 1.0);
    base[5].r = top;
    ups.nAxis_ia = Vector3(top - pin());
    ups.n1_a = Vector3(0, 1, 0);
    ups.joint.s.start((top - pin()).norm());
    strut.c = 100.0;
    strut.d = 2.0;
    strut.s_rel0 = 1.0;
    join(5, ups);
    connect(ups.bearing, strut.flange_a);
    connect(ups.axis, strut.flange_b);
    base[6].r = Vector3(0, 0, pin()(2));
    rpp.rRod1_ia = Vector3(0, 0, 0);
    rpp.rRod2_ib = pin() - Vector3(0, 0, pin()(2));
    join(6, rpp);
  }

 private:
  static Vector3 pin() { return {0.1, 0.05, 0.02}; }
  static Vector3 rod2() { return {-0.2, -0.1, 0.15}; }
  Vector3 reach(std::size_t i) const { return base[i].r.value() + rod2() - pin(); }
  template <typename Assembly>
  void place(std::size_t i, Assembly& assembly, const Vector3& where) {
    base[i].r = where;
    assembly.rRod2_ib = rod2();
    join(i, assembly);
  }
  template <typename Assembly>
  void join(std::size_t i, Assembly& assembly) {
    connect(world.frame_b, base[i].frame_a);
    connect(throw_.frame_b, assembly.frame_a);
    connect(assembly.frame_b, base[i].frame_b);
    connect(assembly.frame_ib, bob[i].frame_a);
    bob[i].m = 0.5;
  }
};

/// Two pendulums that a spring with a mass and a hydraulic cylinder with two masses couple.
class HeavyLines final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::FixedTranslation beam{this, "beam"};
  mechanics3d::Revolute left{this, "left"}, right{this, "right"};
  mechanics3d::FixedTranslation rod_left{this, "rod_left"}, rod_right{this, "rod_right"};
  mechanics3d::Body bob_left{this, "bob_left"}, bob_right{this, "bob_right"};
  mechanics3d::SpringWithMass spring{this, "spring"};
  mechanics3d::LineForceWithTwoMasses cylinder{this, "cylinder"};
  mechanics3d::LineForceWithMass rope{this, "rope"};
  translational::Damper damper{this, "damper"};
  translational::Spring stretch{this, "stretch"};

  HeavyLines() {
    beam.r = Vector3(1, 0, 0);
    rod_left.r = Vector3(0, -1, 0);
    rod_right.r = Vector3(0, -0.8, 0);
    left.phi.start(0.5).fixed();
    left.w.start(0.0).fixed();
    right.n = Vector3(1, 0, 0);
    right.phi.start(-0.4).fixed();
    right.w.start(0.0).fixed();
    spring.c = 20.0;
    spring.s0 = 0.8;
    spring.m = 0.3;
    cylinder.m_a = 0.4;
    cylinder.m_b = 0.2;
    cylinder.L_a = 0.2;
    cylinder.L_b = 0.15;
    rope.m = 0.1;
    damper.d = 3.0;
    stretch.c = 30.0;
    stretch.s_rel0 = 0.5;
    connect(world.frame_b, left.frame_a);
    connect(world.frame_b, beam.frame_a);
    connect(beam.frame_b, right.frame_a);
    connect(left.frame_b, rod_left.frame_a);
    connect(right.frame_b, rod_right.frame_a);
    connect(rod_left.frame_b, bob_left.frame_a);
    connect(rod_right.frame_b, bob_right.frame_a);
    connect(rod_left.frame_b, spring.frame_a);
    connect(rod_right.frame_b, spring.frame_b);
    connect(rod_left.frame_b, cylinder.frame_a);
    connect(beam.frame_b, cylinder.frame_b);
    connect(rod_right.frame_b, rope.frame_a);
    connect(world.frame_b, rope.frame_b);
    connect(cylinder.flange_a, damper.flange_a);
    connect(cylinder.flange_b, damper.flange_b);
    connect(rope.flange_a, stretch.flange_a);
    connect(rope.flange_b, stretch.flange_b);
  }
};

/// Drive line of gears in space, from a motor to the wheels of an axle, a worm and a rack.
///
///     motor - sun, ring held: carrier - bevel pair - differential - left and right wheel
///                                                  \ - worm - wheel - pinion - rack
///
/// The carrier turns 2/7 as fast as the motor and the crown of the differential -1/3 as fast as the
/// carrier: the mean of the wheels is -2/21 of the motor. The left wheel is braked.
class DriveLine final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Fixed> stand{this, "stand", 5};
  mechanics3d::PlanetaryGear planetary{this, "planetary"};
  mechanics3d::GearWheels bevel{this, "bevel"};
  mechanics3d::Differential differential{this, "differential"};
  mechanics3d::WormGear worm{this, "worm"};
  mechanics3d::RackAndPinion rack{this, "rack"};
  mechanics3d::Body motor{this, "motor"}, left{this, "left"}, right{this, "right"},
      bar{this, "bar"};
  mechanics3d::Drag brake{this, "brake"};
  mechanics3d::WorldTorque torque{this, "torque"};
  signals::Constant value{this, "value"};

  DriveLine() {
    planetary.m_planet = 0.1;
    planetary.I_axis = 1e-4;
    planetary.I_across = 1e-4;
    differential.n = Vector3(0, 0, 1);
    // A pinion about x, of 50 mm, on a crown about z, of 150 mm.
    bevel.n_a = Vector3(1, 0, 0);
    bevel.r_b = Vector3(0, 0, 0);
    bevel.r_c = Vector3(0.15, 0, 0.05);
    for (mechanics3d::Body* body : {&motor, &left, &right}) {
      for (auto* moment : {&body->I_11, &body->I_22, &body->I_33}) *moment = 0.1;
    }
    value.k = 1.0;
    brake.d_w = 0.5;
    const double places[] = {-0.4, 0, 0.4, 0.7, 1.1};
    mechanics3d::Frame* housings[] = {&planetary.bearing, &bevel.bearing, &differential.bearing,
                                      &worm.bearing, &rack.bearing};
    for (std::size_t i = 0; i < 5; ++i) {
      stand[i].r = Vector3(places[i], 0, 0);
      connect(stand[i].frame_b, *housings[i]);
    }
    connect(planetary.bearing, planetary.frame_ring);
    connect(planetary.frame_sun, motor.frame_a);
    connect(torque.frame_b, motor.frame_a);
    connect(value.y, torque.torque[0]);
    connect(planetary.carrier.axis, bevel.gear.actuatedRevolute_a.axis);
    connect(bevel.gear.actuatedRevolute_b.axis, differential.carrier.axis);
    connect(differential.frame_left, left.frame_a);
    connect(differential.frame_right, right.frame_a);
    connect(brake.frame_b, left.frame_a);
    connect(differential.carrier.axis, worm.gear.actuatedRevolute_a.axis);
    connect(worm.gear.actuatedRevolute_b.axis, rack.pinion.axis);
    connect(rack.frame_b, bar.frame_a);
  }
};

/// Arm that a spring holds level: the stiffness is found at the start.
///
/// The model of the Modelica Standard Library. Angle, speed and acceleration of the joint are fixed
/// to zero: three demands for two states and the spring constant. The spring is stretched by 0.1 m
/// above the tip, so c 0.1 m 1 m = m g 0.5 m: c = 49.03325 N/m, and nothing moves.
class InitSpringConstant final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::ActuatedRevolute rev{this, "rev"};
  rotational::Damper damper{this, "damper"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::FixedTranslation arm{this, "arm"};
  mechanics3d::Fixed fixed{this, "fixed"};
  mechanics3d::Spring spring{this, "spring"};

  InitSpringConstant() {
    world.g = 9.80665;
    rev.n = Vector3(0, 0, 1);
    rev.phi.start(0.0).fixed();
    rev.w.start(0.0).fixed();
    damper.d = 0.1;
    arm.r = Vector3(1, 0, 0);
    body.r_CM = Vector3(0.5, 0, 0);
    body.m = 1.0;
    fixed.r = Vector3(1, 0.2, 0);
    spring.s0 = 0.1;
    spring.c = 100.0;
    spring.c.fixed(false);
    connect(world.frame_b, rev.frame_a);
    connect(rev.bearing, damper.flange_a);
    connect(damper.flange_b, rev.axis);
    connect(rev.frame_b, body.frame_a);
    connect(rev.frame_b, arm.frame_a);
    connect(arm.frame_b, spring.frame_b);
    connect(spring.frame_a, fixed.frame_b);
  }
  void equations() override { initial_equation(der(rev.w), 0.0); }
};

/// Probe that thrusters push and turn, with a camera on a hinge that turns freely.
///
///     force, torque ---> [ probe ]---o hinge ---[ camera ]      o: both centres of mass
///
/// 20 N along the world's x and 0.6 N.m about z act for good. Far from everything, 40 kg (both)
/// reach x = t^2 / 4 = 25 m after 10 s, and the probe of 3 kg.m2 has turned by 0.1 t^2 = 10 rad.
/// Nothing turns the camera: it looks along x as before, so that against the probe it turns
/// backwards. Pictures show the axes of the probe, its antenna, the frame of its solar panels,
/// where the camera looks, its box, and the velocity.
class Thrusters final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Body probe{this, "probe"}, camera{this, "camera"};
  mechanics3d::Revolute hinge{this, "hinge"};
  mechanics3d::WorldForceAndTorque thrust{this, "thrust"};
  ComponentArray<signals::Constant> force{this, "force", 3}, torque{this, "torque", 3};
  mechanics3d::AbsoluteOrientation attitude{this, "attitude"};
  mechanics3d::RelativeOrientation look{this, "look"};
  mechanics3d::FixedFrame axes{this, "axes"};
  mechanics3d::FixedShape box{this, "box"};
  mechanics3d::FixedArrow view{this, "view"};
  mechanics3d::StlMesh dish{this, "dish"};
  mechanics3d::Lines panels{this, "panels"};
  mechanics3d::SignalArrow course{this, "course"};
  mechanics3d::AbsoluteVelocity velocity{this, "velocity"};

  Thrusters() {
    world.gravityType = "none";
    probe.m = 35.0;
    for (auto* moment : {&probe.I_11, &probe.I_22, &probe.I_33}) *moment = 3.0;
    camera.m = 5.0;
    for (auto* moment : {&camera.I_11, &camera.I_22, &camera.I_33}) *moment = 0.1;
    hinge.phi.start(0.0).fixed();
    hinge.w.start(0.0).fixed();
    velocity.resolveInFrame = "frame_a";
    box.r_shape = Vector3(-0.2, 0, 0);
    box.picture.length = 0.4;
    view.picture.length = 1.5;
    dish.surface(antenna());
    dish.r_shape = Vector3(-0.1, 0, 0);
    MatrixX frame(3, 6);
    frame << -0.2, 0.2, 0.2, -0.2, -0.2, 0.2, -1, -1, 1, 1, -1, 1, 0, 0, 0, 0, 0, 0;
    panels.points = frame;
    const double push[] = {20, 0, 0}, turn[] = {0, 0, 0.6};
    for (std::size_t i = 0; i < 3; ++i) {
      force[i].k = push[i];
      torque[i].k = turn[i];
      connect(force[i].y, thrust.force[i]);
      connect(torque[i].y, thrust.torque[i]);
      connect(velocity.y[i], course.r_head[i]);  // 1 m for 1 m/s
    }
    for (mechanics3d::Frame* frame :
         {&thrust.frame_b, &attitude.frame_a, &look.frame_a, &axes.frame_a, &velocity.frame_a,
          &course.frame_a, &dish.frame_a, &panels.frame_a}) {
      connect(probe.frame_a, *frame);
    }
    connect(probe.frame_a, hinge.frame_a);
    for (mechanics3d::Frame* frame :
         {&camera.frame_a, &look.frame_b, &box.frame_a, &view.frame_a}) {
      connect(hinge.frame_b, *frame);
    }
  }

 private:
  /// A dish of 0.8 m that opens along -x: where the probe comes from.
  static std::vector<mechanics3d::Triangle> antenna() {
    constexpr int kRings = 4, kRound = 24;
    const auto point = [](int ring, int k) {
      const double radius = 0.4 * ring / kRings, angle = 2 * std::numbers::pi * k / kRound;
      return Vector3(-radius * radius, radius * std::cos(angle), radius * std::sin(angle));
    };
    std::vector<mechanics3d::Triangle> triangles;
    for (int ring = 0; ring < kRings; ++ring) {
      for (int k = 0; k < kRound; ++k) {
        const Vector3 a = point(ring, k), b = point(ring + 1, k), c = point(ring + 1, k + 1);
        triangles.push_back({a, b, c});
        if (ring > 0) triangles.push_back({a, c, point(ring, k + 1)});
      }
    }
    return triangles;
  }
};

}  // namespace multibond::examples
