#include "multibond/library/mechanics3d/joint_assemblies.h"

#include <cmath>

namespace multibond::mechanics3d {
namespace {

/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;

}  // namespace

template <typename Last>
JointAssembly<Last>::JointAssembly(Component* owner, std::string_view name)
    : Component(owner, name) {
  joint.n = n_b;
  rod2.r = rRod2_ib;
  connect(frame_b, joint.frame_a);
  connect(joint.frame_b, frame_ib);
  connect(joint.frame_b, rod2.frame_a);
  connect(rod2.frame_b, frame_im);
  connect(joint.axis, axis);
  connect(joint.bearing, bearing);
}

template <typename Last>
JointSSx<Last>::JointSSx(Component* owner, std::string_view name)
    : JointAssembly<Last>(owner, name) {
  rod1.length = rod1Length;
  rod1.m = rod1Mass;
  this->connect(this->frame_a, rod1.frame_a);
  this->connect(rod1.frame_b, this->rod2.frame_b);
}

template <typename Last>
JointUSx<Last>::JointUSx(Component* owner, std::string_view name)
    : JointAssembly<Last>(owner, name) {
  rod1.n1_a = n1_a;
  rod1.rRod_ia = rRod1_ia;
  this->connect(this->frame_a, rod1.frame_a);
  this->connect(rod1.frame_ia, frame_ia);
  this->connect(rod1.frame_b, this->rod2.frame_b);
}

template <typename Last>
JointRxx<Last>::JointRxx(Component* owner, std::string_view name)
    : JointAssembly<Last>(owner, name) {
  first.n = n_a;
  rod1.r = rRod1_ia;
  this->connect(this->frame_a, first.frame_a);
  this->connect(first.frame_b, frame_ia);
  this->connect(first.frame_b, rod1.frame_a);
}

template <typename Last>
JointRRx<Last>::JointRRx(Component* owner, std::string_view name) : JointRxx<Last>(owner, name) {
  corner.picture.visible = false;  // it is there for coordinates
  middle.n = this->n_a;
  this->connect(this->rod1.frame_b, middle.frame_a);
  this->connect(middle.frame_b, corner.frame_a);
  this->connect(corner.frame_b, this->rod2.frame_b);
}

/// The corner brings n_a to nR_b: coordinates of the axis on both sides of the middle joint.
template <typename Last>
void JointRRx<Last>::build() {
  JointRxx<Last>::build();
  const Vector3 from = unit(this->n_a), to = unit(nR_b), normal = from.cross(to);
  corner.n = normal.norm() < kParallel ? across(from) : Vector3(normal);
  // A frame that turns by an angle sees a vector turned by its opposite.
  corner.angle = -std::atan2(normal.norm(), from.dot(to));
}

JointSUP::JointSUP(Component* owner, std::string_view name) : JointAssembly(owner, name) {
  back.picture.visible = false;  // rod 1 is to be seen already
  rod1.n1_a = n1_b;
  rod1.rRod_ia = -rRod1_ia.expr();
  back.r = -rRod1_ia.expr();
  connect(rod2.frame_b, rod1.frame_a);
  connect(rod1.frame_b, frame_a);
  connect(rod1.frame_ia, back.frame_a);
  connect(back.frame_b, frame_ia);
}

JointRPP::JointRPP(Component* owner, std::string_view name) : JointRxx(owner, name) {
  n_b = Vector3(1, 0, 0);
  middle.n = nP_ia;
  connect(rod1.frame_b, middle.frame_a);
  connect(middle.frame_b, rod2.frame_b);
}

JointUPS::JointUPS(Component* owner, std::string_view name) : Component(owner, name) {
  universal.n_a = n1_a;
  joint.n = nAxis_ia;
  connect(frame_a, universal.frame_a);
  connect(universal.frame_b, frame_ia);
  connect(universal.frame_b, joint.frame_a);
  connect(joint.frame_b, frame_ib);
  connect(joint.frame_b, spherical.frame_a);
  connect(spherical.frame_b, frame_b);
  connect(joint.axis, axis);
  connect(joint.bearing, bearing);
}

void JointUPS::build() {
  const Vector3 second = unit(n1_a).cross(unit(nAxis_ia));
  if (second.norm() < kParallel) {
    fail(
        "has its leg along the first axis of its universal joint, about which it cannot be turned "
        "away.",
        "Give n1_a another direction than nAxis_ia.");
  }
  universal.n_b = Vector3(second.normalized());
}

template class JointAssembly<ActuatedRevolute>;
template class JointAssembly<ActuatedPrismatic>;
template class JointSSx<ActuatedRevolute>;
template class JointSSx<ActuatedPrismatic>;
template class JointUSx<ActuatedRevolute>;
template class JointUSx<ActuatedPrismatic>;
template class JointRxx<ActuatedRevolute>;
template class JointRxx<ActuatedPrismatic>;
template class JointRRx<ActuatedRevolute>;
template class JointRRx<ActuatedPrismatic>;

}  // namespace multibond::mechanics3d
