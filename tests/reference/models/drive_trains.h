/// Reference models of drive trains on bodies in space, and of a wheel set.
#pragma once

#include "multibond/library/signals.h"
#include "reference/models/parts.h"

namespace multibond::reference {

inline void shake(signals::Sine& sine, double amplitude, double f) {
  sine.amplitude = amplitude;
  sine.f = f;
}

class ActuatedDrive final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Revolute revolute{this, "revolute"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::Torque torque3d{this, "torque3d"};
  mechanics3d::Rotor1D rotor1D{this, "rotor1D"};
  rotational::Torque torque{this, "torque"};
  signals::Sine sine{this, "sine"};
  ActuatedDrive() {
    world.gravityType = "none";
    revolute.n = Vector3(1, 0, 0);
    rest(revolute, rotor1D);
    body.m = 0.0;
    body.I_11 = 2.0;
    body.I_22 = 0.0;
    body.I_33 = 0.0;
    body.checkInertia = false;
    rotor1D.J = 2.0;
    connect(world.frame_b, revolute.frame_a);
    connect(revolute.frame_b, body.frame_a);
    connect(world.frame_b, torque3d.frame_a);
    connect(torque3d.frame_b, body.frame_a);
    connect(sine.y, torque3d.torque[0]);
    connect(world.frame_b, rotor1D.frame_a);
    connect(torque.flange, rotor1D.flange_a);
    connect(sine.y, torque.tau);
  }
};

class GearConstraint final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::GearConstraint gearConstraint{this, "gearConstraint"};
  mechanics3d::BodyShape cyl1{this, "cyl1"}, cyl2{this, "cyl2"};
  mechanics3d::Torque torque1{this, "torque1"};
  rotational::Torque torque2{this, "torque2"};
  rotational::Inertia inertia1{this, "inertia1"}, inertia2{this, "inertia2"};
  rotational::IdealGear idealGear{this, "idealGear"};
  signals::Sine sine{this, "sine"};
  GearConstraint() {
    world.gravityType = "none";
    gearConstraint.ratio = 10.0;
    idealGear.ratio = 10.0;
    cylinder(cyl1, Vector3(0.4, 0, 0), 0.1);
    cylinder(cyl2, Vector3(0.4, 0, 0), 0.2);
    inertia1.J = 0.0302378293;
    inertia2.J = 0.483805269;
    sine.amplitude = 2.0;
    rest(gearConstraint.actuatedRevolute_b, inertia2);
    connect(world.frame_b, gearConstraint.bearing);
    connect(gearConstraint.frame_a, cyl1.frame_a);
    connect(gearConstraint.frame_b, cyl2.frame_b);
    connect(world.frame_b, torque1.frame_a);
    connect(torque1.frame_b, cyl1.frame_a);
    connect(sine.y, torque1.torque[0]);
    connect(sine.y, torque2.tau);
    connect(torque2.flange, inertia1.flange_a);
    connect(inertia1.flange_b, idealGear.flange_a);
    connect(idealGear.flange_b, inertia2.flange_a);
  }
};

class BevelGear1D final : public StandardWorld {
 public:
  mechanics3d::ActuatedRevolute revolute1{this, "revolute1"}, revolute2{this, "revolute2"},
      revolute3{this, "revolute3"};
  mechanics3d::BodyShape bodyBox{this, "bodyBox"};
  mechanics3d::Rotor1D inertia1{this, "inertia1"}, inertia2{this, "inertia2"};
  mechanics3d::BevelGear1D bevelGear{this, "bevelGear"};
  mechanics3d::Mounting1D mounting1D{this, "mounting1D"};
  rotational::Torque torque{this, "torque"}, reaction{this, "reaction"};
  signals::Sine sine1{this, "sine1"}, sine2{this, "sine2"}, sine3{this, "sine3"},
      sine4{this, "sine4"};
  signals::Gain opposite{this, "opposite"};
  BevelGear1D() {
    revolute1.n = Vector3(1, 0, 0);
    revolute2.n = Vector3(0, 1, 0);
    rest(revolute1, revolute2, revolute3, inertia1);
    box(bodyBox, Vector3(0.1, 0.1, 0.1), 0.1, 0.1);
    bodyBox.length = 0.1;
    inertia1.J = 1.1;
    inertia2.J = 18.2;
    inertia2.n = Vector3(0, 1, 0);
    bevelGear.ratio = 10.0;
    bevelGear.n_b = Vector3(0, 1, 0);
    shake(sine1, 110, 5);
    shake(sine2, 120, 6);
    shake(sine3, 130, 7);
    shake(sine4, 140, 8);
    opposite.k = -1.0;  // what drives the rotor pushes against its mounting
    connect(world.frame_b, revolute1.frame_a);
    connect(revolute1.frame_b, revolute2.frame_a);
    connect(revolute2.frame_b, revolute3.frame_a);
    connect(sine1.y, revolute1.tau);
    connect(sine2.y, revolute2.tau);
    connect(sine3.y, revolute3.tau);
    for (mechanics3d::Frame* frame : {&bodyBox.frame_a, &inertia1.frame_a, &inertia2.frame_a,
                                      &bevelGear.frame_a, &mounting1D.frame_a}) {
      connect(revolute3.frame_b, *frame);
    }
    connect(sine4.y, torque.tau);
    connect(sine4.y, opposite.u);
    connect(opposite.y, reaction.tau);
    connect(torque.flange, inertia1.flange_a);
    connect(reaction.flange, mounting1D.flange_b);
    connect(inertia1.flange_b, bevelGear.flange_a);
    connect(bevelGear.flange_b, inertia2.flange_a);
  }
};

class RollingWheelSetDriving final : public StandardWorld {
 public:
  mechanics3d::RollingWheelSet wheelSet{this, "wheelSet"};
  mechanics3d::FixedTranslation fixedTranslation{this, "fixedTranslation"};
  mechanics3d::Body body{this, "body"};
  rotational::Torque torque1{this, "torque1"}, torque2{this, "torque2"};
  signals::Sine sine1{this, "sine1"}, sine2{this, "sine2"};
  RollingWheelSetDriving() {
    world.n = Vector3(0, 0, -1);
    wheelSet.n = Vector3(0, 0, 1);
    wheelSet.axis = Vector3(0, 1, 0);
    wheelSet.radius = 0.1;
    wheelSet.m_wheel = 0.5;
    wheelSet.I_axis = 0.01;
    wheelSet.I_across = 0.02;
    wheelSet.track = 0.5;
    wheelSet.x.start(0.1).fixed();
    wheelSet.y.start(0.1).fixed();
    for (Variable* zero : {&wheelSet.phi, &wheelSet.theta1, &wheelSet.theta2, &wheelSet.der_theta1,
                           &wheelSet.der_theta2}) {
      zero->start(0.0).fixed();
    }
    fixedTranslation.r = Vector3(0.2, 0, 0);
    body.m = 0.01;
    // The original has its sources between wheel and frame, with the wheel at flange_a.
    sine1.amplitude = -2.0;
    sine2.amplitude = -2.0;
    sine2.phase = 1.5707963267949;
    connect(wheelSet.frameMiddle, fixedTranslation.frame_a);
    connect(fixedTranslation.frame_b, body.frame_a);
    connect(sine1.y, torque1.tau);
    connect(sine2.y, torque2.tau);
    connect(torque1.flange, wheelSet.axis1);
    connect(torque2.flange, wheelSet.axis2);
  }
};

}  // namespace multibond::reference
