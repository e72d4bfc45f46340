/// A bicycle that meets a kerb.
#pragma once

#include "multibond/library/impacts.h"
#include "multibond/library/planar/planar.h"

namespace multibond::examples {

/// A bicycle with its rider, seen from the side, that rolls against a kerb and over it.
///
///            rider
///           o-----o          hubs 1.02 m apart
///          ( )   ( )  _____  kerb: 60 mm high
///     ________________|
///
/// Masses are those of the bicycle of Meijaard and others (2007), with the steering straight. The
/// wheels roll because friction makes them; at the kerb they hit, hop and slip.
class BicycleAtKerb final : public Model {
 public:
  static constexpr double kRadius = 0.35, kHeight = 0.06, kDistance = 0.8, kWheelbase = 1.02;
  planar::World world{this, "world"};
  planar::Body frame{this, "frame"}, rear_wheel{this, "rear_wheel"},
      front_wheel{this, "front_wheel"};
  planar::FixedTranslation chainstay{this, "chainstay"}, fork{this, "fork"};
  planar::Revolute rear_hub{this, "rear_hub"}, front_hub{this, "front_hub"};
  planar::DiscCollider rear_rim{this, "rear_rim"}, front_rim{this, "front_rim"};
  planar::FloorCollider road{this, "road"};
  planar::PolygonCollider kerb{this, "kerb"};

  BicycleAtKerb() {
    // The frame is where the rider's centre is: 0.3 m before the rear hub, 0.55 m above it.
    const double speed = 4.0, forward = 0.3, up = 0.55;
    frame.m = 89.0;
    frame.J = 11.0;
    chainstay.r = Vector2(-forward, -up);
    fork.r = Vector2(kWheelbase - forward, -up);
    // The front hub starts above the origin.
    frame.x.start(forward - kWheelbase).fixed();
    frame.y.start(kRadius + up).fixed();
    frame.phi.start(0.0).fixed();
    frame.vx.start(speed).fixed();
    frame.vy.start(0.0).fixed();
    frame.w.start(0.0).fixed();
    for (planar::Body* wheel : {&rear_wheel, &front_wheel}) {
      wheel->m = 2.5;
      wheel->J = 0.2;
    }
    for (planar::Revolute* hub : {&rear_hub, &front_hub}) {
      hub->phi.start(0.0).fixed();
      hub->w.start(-speed / kRadius).fixed();
    }
    MatrixX corners(2, 4);
    corners << kDistance, kDistance + 20, kDistance + 20, kDistance, -0.5, -0.5, kHeight, kHeight;
    kerb.corners = corners;
    for (planar::DiscCollider* rim : {&rear_rim, &front_rim}) {
      rim->radius = kRadius;
      rim->e = 0.1;
      rim->mu = 0.8;
      rim->group = "wheels";
    }
    for (planar::Collider* ground :
         {static_cast<planar::Collider*>(&road), static_cast<planar::Collider*>(&kerb)}) {
      ground->e = 0.1;
      ground->mu = 0.8;
    }
    connect(frame.frame_a, chainstay.frame_a);
    connect(frame.frame_a, fork.frame_a);
    connect(chainstay.frame_b, rear_hub.frame_a);
    connect(fork.frame_b, front_hub.frame_a);
    connect(rear_hub.frame_b, rear_wheel.frame_a);
    connect(front_hub.frame_b, front_wheel.frame_a);
    connect(rear_hub.frame_b, rear_rim.frame_a);
    connect(front_hub.frame_b, front_rim.frame_a);
    connect(world.frame_b, road.frame_a);
    connect(world.frame_b, kerb.frame_a);
  }
};

}  // namespace multibond::examples
