/// Bicycles: the benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007).
#pragma once

#include <cmath>
#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"

namespace multibond::examples {

/// Whipple bicycle: two frames, two wheels with sharp rims, three hinges, no control.
///
/// x forward, y to the right, z down; the road is z = 0, and the rear wheel starts above the
/// origin. All angles are zero when it stands upright.
///
///     rear_wheel - rear_hub - rear_frame - to_steer - steer - front_frame
///                                                               |
///                                             front_wheel - front_hub - to_front
class WhippleBicycle : public Model {
 public:
  static constexpr double wheelbase = 1.02, trail = 0.08, tilt = std::numbers::pi / 10;
  static constexpr double r_rear = 0.3, r_front = 0.35;

  mechanics3d::World world{this, "world"};
  mechanics3d::Body rear_frame{this, "rear_frame"}, front_frame{this, "front_frame"};
  mechanics3d::Wheel rear_wheel{this, "rear_wheel"}, front_wheel{this, "front_wheel"};
  mechanics3d::Revolute rear_hub{this, "rear_hub"}, front_hub{this, "front_hub"},
      steer{this, "steer"};
  mechanics3d::FixedTranslation to_steer{this, "to_steer"}, to_front{this, "to_front"};

  /// Rolls straight ahead, upright, at `speed`.
  explicit WhippleBicycle(double speed = 4.6, Component* owner = nullptr,
                          std::string name = "WhippleBicycle")
      : Model(owner, std::move(name)) {
    world.n = Vector3(0, 0, 1);
    // A point of the steering axis, which goes through (wheelbase + trail, 0, 0).
    const Vector3 axis(std::sin(tilt), 0, std::cos(tilt));
    const Vector3 hub(0, 0, -r_rear), pivot = Vector3(wheelbase + trail, 0, 0) - 0.9 * axis;

    rear_frame.m = 85.0;
    rear_frame.r_CM = Vector3(Vector3(0.3, 0, -0.9) - hub);
    rear_frame.I_11 = 9.2;
    rear_frame.I_22 = 11.0;
    rear_frame.I_33 = 2.8;
    rear_frame.I_31 = 2.4;
    front_frame.m = 4.0;
    front_frame.r_CM = Vector3(Vector3(0.9, 0, -0.7) - pivot);
    front_frame.I_11 = 0.05892;
    front_frame.I_22 = 0.06;
    front_frame.I_33 = 0.00708;
    front_frame.I_31 = -0.00756;
    front_frame.root_priority = 1;
    rear_wheel.r = r_rear;
    rear_wheel.m = 2.0;
    rear_wheel.I_across = 0.0603;
    rear_wheel.I_axis = 0.12;
    front_wheel.r = r_front;
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
    to_steer.r = Vector3(pivot - hub);
    to_front.r = Vector3(Vector3(wheelbase, 0, -r_front) - pivot);

    rear_frame.x.start({0.0, 0.0, -r_rear});
    rear_frame.v.start({speed, 0.0, 0.0});
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

}  // namespace multibond::examples
