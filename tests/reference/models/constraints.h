/// Reference models in which one of two equal bodies is held by a joint, the other by a constraint.
#pragma once

#include "reference/models/parts.h"

namespace multibond::reference {

class ConstraintPair : public StandardWorld {
 public:
  mechanics3d::FixedRotation fixedRotation{this, "fixedRotation"};
  mechanics3d::Fixed fixed{this, "fixed"};
  Bar bodyOfJoint{this, "bodyOfJoint"}, bodyOfConstraint{this, "bodyOfConstraint"};
  mechanics3d::Spring springOfJoint{this, "springOfJoint"},
      springOfConstraint{this, "springOfConstraint"};
  ConstraintPair() {
    fixedRotation.r = Vector3(0.2, -0.3, 0.2);
    fixedRotation.rotationType = "sequence";
    fixedRotation.angles = Vector3(10, 55, 68) * kDegree;
    fixed.r = Vector3(0.8, 0, 0.3);
    for (Bar* bar : {&bodyOfJoint, &bodyOfConstraint}) {
      set_inertia(bar->body, 1.0);
      bar->body.r_CM = Vector3(0.2, 0, 0);
      bar->rod.r = Vector3(0.4, 0, 0);
    }
    springOfJoint.c = 20.0;
    springOfConstraint.c = 20.0;
    connect(world.frame_b, fixedRotation.frame_a);
    connect(fixed.frame_b, springOfJoint.frame_a);
    connect(fixed.frame_b, springOfConstraint.frame_a);
    // The constrained body begins where the joint has its zero, at rest.
    mechanics3d::Body& free = bodyOfConstraint.body;
    free.x.start({0.2, -0.3, 0.2}).fixed();
    free.v.start({0.0, 0.0, 0.0});
    free.orientation.phi_start = Vector3(10, 55, 68) * kDegree;
    free.orientation.fixed = true;
    free.w.start({0.0, 0.0, 0.0});
  }
  mechanics3d::Frame& mounting() { return fixedRotation.frame_b; }
};

class RevoluteConstraint final : public ConstraintPair {
 public:
  mechanics3d::Revolute joint{this, "joint"};
  mechanics3d::RevoluteConstraint constraint{this, "constraint"};
  RevoluteConstraint() {
    joint.n = Vector3(0, 1, 0);
    constraint.n = Vector3(0, 1, 0);
    rest(joint);
    bodyOfConstraint.body.w[1].fixed();
    connect(mounting(), joint.frame_a);
    connect(joint.frame_b, bodyOfJoint.frame_a);
    connect(mounting(), constraint.frame_a);
    connect(constraint.frame_b, bodyOfConstraint.frame_a);
    connect(springOfJoint.frame_b, bodyOfJoint.frame_b);
    connect(springOfConstraint.frame_b, bodyOfConstraint.frame_b);
  }
};

class UniversalConstraint final : public ConstraintPair {
 public:
  mechanics3d::Universal joint{this, "joint"};
  mechanics3d::UniversalConstraint constraint{this, "constraint"};
  mechanics3d::FixedTranslation endOfJoint{this, "endOfJoint"},
      endOfConstraint{this, "endOfConstraint"};
  UniversalConstraint() {
    joint.n_a = Vector3(0, 0, 1);
    joint.n_b = Vector3(1, 0, 0);
    constraint.n_a = Vector3(0, 0, 1);
    constraint.n_b = Vector3(1, 0, 0);
    rest(joint.first, joint.second);
    bodyOfConstraint.body.w[0].fixed();
    bodyOfConstraint.body.w[2].fixed();
    endOfJoint.r = Vector3(0.1, 0.15, 0.2);
    endOfConstraint.r = Vector3(0.1, 0.15, 0.2);
    connect(mounting(), joint.frame_a);
    connect(joint.frame_b, bodyOfJoint.frame_a);
    connect(mounting(), constraint.frame_a);
    connect(constraint.frame_b, bodyOfConstraint.frame_a);
    connect(bodyOfJoint.frame_b, endOfJoint.frame_a);
    connect(endOfJoint.frame_b, springOfJoint.frame_b);
    connect(bodyOfConstraint.frame_b, endOfConstraint.frame_a);
    connect(endOfConstraint.frame_b, springOfConstraint.frame_b);
  }
};

}  // namespace multibond::reference
