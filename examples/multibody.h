/// Mechanisms in space that show what Modelica's MultiBody library has beside joints and bodies:
/// drive trains on moving bodies, wheel sets, joints as constraints, rods with an orientation.
#pragma once

#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"

namespace multibond::examples {

/// Satellite that a motor turns: its rotor drives a wheel through a bevel gear.
///
/// Nothing acts from outside, so the angular momentum stays zero. After 10 s the wheel turns with
/// 7.8678 rad/s and the satellite with {-0.1574, 0, -0.3934} rad/s, in its own axes.
class ReactionWheel final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Body satellite{this, "satellite"};
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
    for (mechanics3d::Frame* frame :
         {&motor.frame_a, &wheel.frame_a, &gear.frame_a, &mounting.frame_a}) {
      connect(satellite.frame_a, *frame);
    }
    connect(torque.flange, motor.flange_a);
    connect(reaction.flange, mounting.flange_b);
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, wheel.flange_a);
  }
};

/// Two wheels on an axle with a body ahead of it: the torque on the right wheel lets it circle.
///
/// In 10 s it makes 0.66 turns of phi.
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
    hold(revolute, on_revolute);
    hold(universal, on_universal);
    hold(spherical, on_spherical);
    hold(prismatic, on_prismatic);
  }

 private:
  template <typename Constraint>
  void hold(Constraint& constraint, mechanics3d::Body& body) {
    body.m = 1.0;
    body.r_CM = Vector3(0.3, 0.1, 0.2);
    body.I_11 = 0.02;
    body.I_22 = 0.03;
    body.I_33 = 0.04;
    body.orientation.sequence = Vector3(3, 1, 2);
    body.orientation.phi_start = Vector3(-std::numbers::pi / 6, 0.4, 0);
    connect(mount.frame_b, constraint.frame_a);
    connect(constraint.frame_b, body.frame_a);
  }
};

/// Spatial slider-crank: a rod with a universal and a spherical joint, and its mass.
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

}  // namespace multibond::examples
