/// Bicycles: the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007).
#pragma once

#include <cmath>
#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"

namespace multibond::examples {

/// Whipple bicycle: two frames, two wheels with sharp rims, three hinges, no control.
///
/// x forward, y to the right, z down; the road is z = 0, and the rear wheel starts above the
/// origin. All angles are zero when it stands upright. It starts upright and straight ahead, with
/// a push to the side from which it recovers at speeds between 4.3 and 6.0 m/s.
///
///     rear_wheel - rear_hub - rear_frame - to_steer - steer - front_frame
///                                                               |
///                                             front_wheel - front_hub - to_front
class WhippleBicycle : public Model {
 public:
  static constexpr double wheelbase = 1.02, trail = 0.08, tilt = std::numbers::pi / 10;
  static constexpr double r_rear = 0.3, r_front = 0.35;

  Parameter<double> speed{this, "speed", 4.6, "m/s", "forward speed at the start"};
  Parameter<double> push{this, "push", 0.2, "rad/s", "rate of lean at the start"};
  mechanics3d::World world{this, "world"};
  mechanics3d::Body rear_frame{this, "rear_frame"}, front_frame{this, "front_frame"};
  mechanics3d::Wheel rear_wheel{this, "rear_wheel"}, front_wheel{this, "front_wheel"};
  mechanics3d::Revolute rear_hub{this, "rear_hub"}, front_hub{this, "front_hub"},
      steer{this, "steer"};
  mechanics3d::FixedTranslation to_steer{this, "to_steer"}, to_front{this, "to_front"};

  WhippleBicycle() {
    world.n = Vector3(0, 0, 1);
    // A point of the steering axis, which goes through (wheelbase + trail, 0, 0).
    const Vector3 axis(std::sin(tilt), 0, std::cos(tilt));
    const Vector3 hub(0, 0, -r_rear), pivot = Vector3(wheelbase + trail, 0, 0) - 0.9 * axis;

    rear_frame.m = 85.0;
    rear_frame.r_CM = Vector3(0.3, 0, -0.9) - hub;
    rear_frame.I_11 = 9.2;
    rear_frame.I_22 = 11.0;
    rear_frame.I_33 = 2.8;
    rear_frame.I_31 = 2.4;
    front_frame.m = 4.0;
    front_frame.r_CM = Vector3(0.9, 0, -0.7) - pivot;
    front_frame.I_11 = 0.05892;
    front_frame.I_22 = 0.06;
    front_frame.I_33 = 0.00708;
    front_frame.I_31 = -0.00756;
    front_frame.root_priority = 1;
    rear_wheel.radius = r_rear;
    rear_wheel.m = 2.0;
    rear_wheel.I_across = 0.0603;
    rear_wheel.I_axis = 0.12;
    front_wheel.radius = r_front;
    front_wheel.m = 3.0;
    front_wheel.I_across = 0.1405;
    front_wheel.I_axis = 0.28;
    for (mechanics3d::Wheel* wheel : {&rear_wheel, &front_wheel}) {
      wheel->axis = Vector3(0, 1, 0);
      wheel->n = Vector3(0, 0, -1);
    }
    rear_hub.n = Vector3(0, 1, 0);
    front_hub.n = Vector3(0, 1, 0);
    steer.n = axis;
    to_steer.r = pivot - hub;
    to_front.r = Vector3(wheelbase, 0, -r_front) - pivot;

    rear_frame.x.start({0.0, 0.0, -r_rear});
    rear_frame.v.start({speed, 0.0, 0.0});
    rear_frame.w.start({push, 0.0, 0.0});
    rear_hub.w.start(-speed / r_rear);
    front_hub.w.start(-speed / r_front);
    for (Variable* zero : {&steer.phi, &steer.w, &rear_hub.phi, &front_hub.phi}) zero->start(0.0);

    connect(rear_wheel.frame_b, rear_hub.frame_b);
    connect(rear_hub.frame_a, rear_frame.frame_a);
    connect(rear_frame.frame_a, to_steer.frame_a);
    connect(to_steer.frame_b, steer.frame_a);
    connect(steer.frame_b, front_frame.frame_a);
    connect(front_frame.frame_a, to_front.frame_a);
    connect(to_front.frame_b, front_hub.frame_a);
    connect(front_hub.frame_b, front_wheel.frame_b);
  }
};

/// The bicycle of MultiBondLib without its front wheel: y is up, and it rides towards -x.
///
/// Starts with a lean of five degrees of its rear wheel, which turns 2.2 times a second; pitch,
/// steering and front wheel follow from both wheels' contacts.
class BicycleWithoutFrontWheel : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Wheel RWheel{this, "RWheel"};
  mechanics3d::Revolute RWRevolute{this, "RWRevolute"}, FWRevolute{this, "FWRevolute"},
      Steering{this, "Steering"};
  mechanics3d::FixedTranslation RearFrame{this, "RearFrame"}, FrontFrame{this, "FrontFrame"},
      RearMassPos{this, "RearMassPos"}, FrontMassPos{this, "FrontMassPos"};
  mechanics3d::Body RearMass{this, "RearMass"}, FrontMass{this, "FrontMass"};

  BicycleWithoutFrontWheel() {
    constexpr double degree = std::numbers::pi / 180;
    RWheel.radius = 0.3;
    RWheel.m = 2.0;
    RWheel.I_across = 0.06;
    RWheel.I_axis = 0.12;
    Steering.n = Vector3(0.258, 0.965, 0);
    RearFrame.r = Vector3(1.02, -0.48, 0);
    FrontFrame.r = Vector3(0.18, 0.48, 0);
    RearMassPos.r = Vector3(-0.3, 0.9, 0);
    FrontMassPos.r = Vector3(0.12, 0.7, 0);
    RearMass.m = 85.0;
    RearMass.I_11 = 9.2;
    RearMass.I_22 = 2.8;
    RearMass.I_33 = 11.0;
    RearMass.I_21 = 2.4;
    FrontMass.m = 4.0;
    FrontMass.I_11 = 0.0546;
    FrontMass.I_22 = 0.0114;
    FrontMass.I_33 = 0.06;
    FrontMass.I_21 = -0.0162;
    FrontMass.root_priority = 1;
    // The wheel, not the frame, is given: yaw, lean and roll of it, and its rates.
    RWheel.body.root_priority = -1;
    RWheel.body.orientation.sequence = Vector3(2, 1, 3);
    RWheel.body.orientation.phi_start = Vector3(0, 5 * degree, 0);
    RWheel.body.orientation.fixed = true;
    RWheel.body.x[0].start(0.0).fixed();
    RWheel.body.x[1].start(0.3);
    RWheel.body.x[2].start(0.0).fixed();
    RWheel.body.w.start({0.0, 0.0, 792 * degree}).fixed();
    for (mechanics3d::Revolute* joint : {&FWRevolute, &Steering}) joint->phi.start(0.0).fixed();
    connect(RWheel.frame_b, RWRevolute.frame_b);
    connect(RWRevolute.frame_a, RearFrame.frame_b);
    connect(RearFrame.frame_a, Steering.frame_b);
    connect(Steering.frame_a, FrontFrame.frame_b);
    connect(FrontFrame.frame_a, FWRevolute.frame_b);
    connect(RearMassPos.frame_a, RWRevolute.frame_a);
    connect(RearMassPos.frame_b, RearMass.frame_a);
    connect(FrontMassPos.frame_a, FWRevolute.frame_b);
    connect(FrontMassPos.frame_b, FrontMass.frame_a);
  }
};

/// The bicycle of MultiBondLib, uncontrolled.
class Bicycle final : public BicycleWithoutFrontWheel {
 public:
  mechanics3d::Wheel FWheel{this, "FWheel"};

  Bicycle() {
    FWheel.radius = 0.35;
    FWheel.m = 3.0;
    FWheel.I_across = 0.14;
    FWheel.I_axis = 0.28;
    connect(FWRevolute.frame_a, FWheel.frame_b);
  }
};

/// The same bicycle; its front wheel is a rolling contact plus a body.
class Bicycle2 final : public BicycleWithoutFrontWheel {
 public:
  mechanics3d::WheelJoint FWContact{this, "FWContact"};
  mechanics3d::Body FWBody{this, "FWBody"};

  Bicycle2() {
    FWContact.radius = 0.35;
    FWBody.m = 3.0;
    FWBody.I_11 = 0.14;
    FWBody.I_22 = 0.14;
    FWBody.I_33 = 0.28;
    FWBody.root_priority = 2;
    connect(world.frame_b, FWContact.frame_a);
    connect(FWRevolute.frame_a, FWContact.frame_b);
    connect(FWRevolute.frame_a, FWBody.frame_a);
  }
};

}  // namespace multibond::examples
