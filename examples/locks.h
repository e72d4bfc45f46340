/// What locks: a ratchet, a landing gear, a tripod whose legs extend.
///
/// Degrees of freedom come and go while these run, and nothing is compiled for it.
#pragma once

#include <array>
#include <cmath>
#include <numbers>

#include "multibond/library/impacts.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational_contact.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational_contact.h"

namespace multibond::examples {

/// A drum that is turned by jerks against a load. The ratchet keeps what was gained, tooth by
/// tooth.
///
///     jerks: 6 N.m for 0.2 s of each second; load: 2 N.m backwards
class RatchetHoist final : public Model {
 public:
  rotational::Fixed housing{this, "housing"};
  rotational::Inertia drum{this, "drum"};
  rotational::Ratchet ratchet{this, "ratchet"};
  rotational::Torque hand{this, "hand"}, load{this, "load"};
  signals::Pulse jerks{this, "jerks"};
  signals::Constant weight{this, "weight"};

  RatchetHoist() {
    drum.J = 0.5;
    drum.phi.start(0.0).fixed();
    drum.w.start(0.0).fixed();
    ratchet.pitch = 0.3;
    jerks.amplitude = 6.0;
    jerks.width = 20.0;
    weight.k = -2.0;
    connect(jerks.y, hand.tau);
    connect(weight.y, load.tau);
    connect(hand.flange, drum.flange_a);
    connect(load.flange, drum.flange_a);
    connect(housing.flange, ratchet.flange_a);
    connect(ratchet.flange_b, drum.flange_b);
  }
};

/// A landing gear that swings down, locks, and bears the aircraft when it touches the runway.
///
///     hull   2000 kg, sinks at 2.5 m/s; lift bears 90 % of the weight
///      o     hinge
///       \    leg of 1.2 m: swings from 80 degrees behind to the stop 8 degrees behind the vertical
///        O   wheel
///     ______ runway
///
/// On the runway the leg would fold back: the latch holds it.
class LandingGear final : public Model {
 public:
  static constexpr double kHull = 2000, kWheel = 60, kInertia = 1, kLeg = 1.2, kRadius = 0.3,
                          kLift = 0.9, kSink = 2.5, kHeight = 4.5;
  static constexpr double kStowed = -80 * std::numbers::pi / 180,
                          kDown = -8 * std::numbers::pi / 180, kPlay = std::numbers::pi / 360;
  planar::World world{this, "world"};
  planar::Prismatic descent{this, "descent"};
  planar::Body hull{this, "hull"}, wheel{this, "wheel"};
  planar::WorldForce lift{this, "lift"};
  signals::Constant force{this, "force"};
  planar::ActuatedRevolute hinge{this, "hinge"};
  planar::FixedTranslation leg{this, "leg"};
  rotational::Latch latch{this, "latch"};
  planar::DiscCollider tyre{this, "tyre"};
  planar::FloorCollider runway{this, "runway"};

  LandingGear() {
    descent.n = Vector2(0, 1);
    descent.s.start(kHeight).fixed();
    descent.v.start(-kSink).fixed();
    hull.m = kHull;
    wheel.m = kWheel;
    wheel.J = kInertia;
    force.k = kLift * (kHull + kWheel) * 9.81;
    hinge.phi.start(kStowed).fixed();
    hinge.w.start(0.0).fixed();
    leg.r = Vector2(0, -kLeg);
    latch.phi_min = -1.5;
    latch.phi_max = kDown;
    latch.play = kPlay;
    tyre.radius = kRadius;
    connect(world.frame_b, descent.frame_a);
    connect(descent.frame_b, hull.frame_a);
    connect(hull.frame_a, lift.frame_b);
    connect(force.y, lift.fy);
    connect(hull.frame_a, hinge.frame_a);
    connect(hinge.frame_b, leg.frame_a);
    connect(hinge.bearing, latch.flange_a);
    connect(hinge.axis, latch.flange_b);
    connect(leg.frame_b, wheel.frame_a);
    connect(leg.frame_b, tyre.frame_a);
    connect(world.frame_b, runway.frame_a);
  }
};

/// A lander that falls, extends its three legs by springs until they lock, and stands on them.
///
///            trunk 10 kg
///          /   |   \         legs 30 degrees from the vertical, from 0.3 m to 0.6 m
///         o    o    o        feet of 0.5 kg, without friction
///     __________________
class Tripod final : public Model {
 public:
  static constexpr double kTrunk = 10, kFoot = 0.5, kRadius = 0.05, kStiffness = 60, kFree = 0.9,
                          kShort = 0.3, kLong = 0.6, kPlay = 2e-3, kHeight = 2.0,
                          kAngle = std::numbers::pi / 6;
  mechanics3d::World world{this, "world"};
  Impacts impacts{this, "impacts"};
  mechanics3d::Body trunk{this, "trunk"};
  ComponentArray<mechanics3d::ActuatedPrismatic> leg{this, "leg", 3};
  ComponentArray<translational::Latch> lock{this, "lock", 3};
  ComponentArray<mechanics3d::Body> foot{this, "foot", 3};
  ComponentArray<mechanics3d::SphereCollider> sole{this, "sole", 3};
  mechanics3d::FloorCollider floor{this, "floor"};

  Tripod() {
    // The three feet are alike: none of them is to be hit before the others.
    impacts.order = "simultaneous";
    trunk.m = kTrunk;
    for (auto* moment : {&trunk.I_11, &trunk.I_22, &trunk.I_33}) *moment = 0.5;
    trunk.x.start({0.0, kHeight, 0.0}).fixed();
    trunk.v.start({0.0, 0.0, 0.0}).fixed();
    trunk.w.start({0.0, 0.0, 0.0}).fixed();
    trunk.orientation.fixed = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const double turn = static_cast<double>(k) * 2 * std::numbers::pi / 3;
      leg[k].n = Vector3(std::sin(kAngle) * std::cos(turn), -std::cos(kAngle),
                         std::sin(kAngle) * std::sin(turn));
      leg[k].s.start(kShort).fixed();
      leg[k].v.start(0.0).fixed();
      leg[k].mobility.c = kStiffness;
      leg[k].mobility.q_ref = kFree;
      lock[k].s_min = 0.1;
      lock[k].s_max = kLong;
      lock[k].play = kPlay;
      foot[k].m = kFoot;
      foot[k].root_priority = 1;
      sole[k].radius = kRadius;
      sole[k].group = "feet";
      connect(trunk.frame_a, leg[k].frame_a);
      connect(leg[k].frame_b, foot[k].frame_a);
      connect(leg[k].frame_b, sole[k].frame_a);
      connect(leg[k].bearing, lock[k].flange_a);
      connect(leg[k].axis, lock[k].flange_b);
    }
    connect(world.frame_b, floor.frame_a);
  }
};

}  // namespace multibond::examples
