/// Reference models with closed loops. All joints are ordinary ones: no cut joint, no assembly.
#pragma once

#include "multibond/library/rotational_sources.h"
#include "multibond/library/signal_sources.h"
#include "reference/models/parts.h"

namespace multibond::reference {

/// Crank and slider of both four-bar loops; the coupler is missing.
class FourbarBase : public StandardWorld {
 public:
  mechanics3d::Revolute j1{this, "j1"};
  mechanics3d::Prismatic j2{this, "j2"};
  mechanics3d::BodyShape b1{this, "b1"}, b2{this, "b2"};
  mechanics3d::FixedTranslation b0{this, "b0"};
  FourbarBase() {
    j1.n = Vector3(1, 0, 0);
    j1.phi.start(0.0).fixed();
    j1.w.start(5.235987755982989).fixed();
    j2.s.start(-0.2);
    b0.r = Vector3(1.2, 0, 0);
    cylinder(b1, Vector3(0, 0.5, 0.1), 0.05);
    cylinder(b2, Vector3(0, 0.2, 0), 0.05);
    connect(world.frame_b, j1.frame_a);
    connect(j1.frame_b, b1.frame_a);
    connect(world.frame_b, b0.frame_a);
    connect(b0.frame_b, j2.frame_a);
    connect(j2.frame_b, b2.frame_a);
  }
};

class Fourbar1 final : public FourbarBase {
 public:
  mechanics3d::Revolute j3{this, "j3"}, j4{this, "j4"}, j5{this, "j5"}, rev{this, "rev"},
      rev1{this, "rev1"};
  mechanics3d::BodyShape b3{this, "b3"};
  Fourbar1() {
    j3.n = Vector3(1, 0, 0);
    j4.n = Vector3(0, 1, 0);
    rev.n = Vector3(0, 1, 0);
    cylinder(b3, Vector3(-1, 0.3, 0.1), 0.05);
    connect(b1.frame_b, j3.frame_a);
    connect(j3.frame_b, j4.frame_a);
    connect(j4.frame_b, j5.frame_a);
    connect(j5.frame_b, b3.frame_b);
    connect(b2.frame_b, rev.frame_a);
    connect(rev.frame_b, rev1.frame_a);
    connect(rev1.frame_b, b3.frame_a);
  }
};

/// The coupler is a massless rod.
class Fourbar2 final : public FourbarBase {
 public:
  mechanics3d::UniversalSpherical universalSpherical{this, "universalSpherical"};
  Fourbar2() {
    universalSpherical.n1_a = Vector3(0, 1, 0);
    universalSpherical.rRod_ia = Vector3(-1, 0.3, 0.1);
    connect(b2.frame_b, universalSpherical.frame_a);
    connect(universalSpherical.frame_b, b1.frame_b);
  }
};

class PlanarFourbar final : public StandardWorld {
 public:
  mechanics3d::ActuatedRevolute revolute1{this, "revolute1"};
  mechanics3d::Revolute revolute2{this, "revolute2"}, revolute3{this, "revolute3"},
      revolute4{this, "revolute4"};
  mechanics3d::BodyShape body1{this, "body1"}, body2{this, "body2"}, body3{this, "body3"},
      body4{this, "body4"};
  rotational::Damper damper{this, "damper"};
  PlanarFourbar() {
    rest(revolute1);
    damper.d = 0.1;
    box(body1, Vector3(0.4, 0, 0), 0.05, 0.05);
    box(body2, Vector3(0.1, 1.1, 0), 0.05, 0.05);
    box(body3, Vector3(-0.15, 1, 0), 0.05, 0.05);
    box(body4, Vector3(0.65, 0.1, 0), 0.05, 0.05);
    connect(world.frame_b, revolute1.frame_a);
    connect(revolute1.frame_b, body1.frame_a);
    connect(body1.frame_b, revolute2.frame_a);
    connect(revolute2.frame_b, body2.frame_a);
    connect(world.frame_b, body3.frame_a);
    connect(body3.frame_b, revolute3.frame_a);
    connect(revolute3.frame_b, body4.frame_a);
    connect(body2.frame_b, revolute4.frame_a);
    connect(revolute4.frame_b, body4.frame_b);
    connect(revolute1.bearing, damper.flange_a);
    connect(damper.flange_b, revolute1.axis);
  }
};

/// Three loops in a row, driven through a filtered angle.
class PlanarLoops final : public StandardWorld {
 public:
  /// Two rods on three revolute joints, between a moving frame and a place of the world.
  class Dyad : public Component {
   public:
    Dyad(Component* owner, std::string_view name) : Component(owner, name) {
      connect(frame_a, joint_a.frame_a);
      connect(joint_a.frame_b, rod_a.frame_a);
      connect(joint_a.frame_b, body.frame_a);
      connect(rod_a.frame_b, middle.frame_a);
      connect(middle.frame_b, rod_b.frame_b);
      connect(rod_b.frame_a, joint_b.frame_b);
      connect(joint_b.frame_a, fixed.frame_b);
      connect(rod_b.frame_b, frame_m);
    }
    mechanics3d::Frame frame_a{this, "frame_a"}, frame_m{this, "frame_m"};
    mechanics3d::Revolute joint_a{this, "joint_a"}, middle{this, "middle"},
        joint_b{this, "joint_b"};
    mechanics3d::FixedTranslation rod_a{this, "rod_a"}, rod_b{this, "rod_b"};
    mechanics3d::Body body{this, "body"};
    mechanics3d::Fixed fixed{this, "fixed"};
    void lay(const Vector3& a, const Vector3& b, const Vector3& place) {
      rod_a.r = a;
      rod_b.r = b;
      body.r_CM = Vector3(a / 2);
      fixed.r = place;
    }
  };
  mechanics3d::ActuatedRevolute rev{this, "rev"};
  mechanics3d::FixedTranslation rod1{this, "rod1"};
  rotational::Position position{this, "position"};
  signals::Sine sine{this, "sine"};
  Dyad jointRRR1{this, "jointRRR1"}, jointRRR2{this, "jointRRR2"}, jointRRR3{this, "jointRRR3"};
  PlanarLoops() {
    const Vector3 rh(0.5, 0, 0), rv(0, 0.5, 0), r1b(0.1, 0.5, 0), r2b(0.1, 0.6, 0), r3b(0, 0.55, 0);
    rod1.r = rv;
    jointRRR1.lay(r1b + rh - rv, r1b, rh);
    jointRRR2.lay(r2b + rh - r1b, r2b, 2 * rh);
    jointRRR3.lay(r3b + rh - r2b, r3b, 3 * rh);
    sine.amplitude = 0.7;
    position.exact = false;
    rev.w.start(0.0).fixed();
    connect(sine.y, position.phi_ref);
    connect(position.flange, rev.axis);
    connect(world.frame_b, rev.frame_a);
    connect(rev.frame_b, rod1.frame_a);
    connect(rod1.frame_b, jointRRR1.frame_a);
    connect(jointRRR1.frame_m, jointRRR2.frame_a);
    connect(jointRRR2.frame_m, jointRRR3.frame_a);
  }
};

}  // namespace multibond::reference
