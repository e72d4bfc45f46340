/// Joint assemblies: three joints and two rods between frame_a and frame_b under one name.
///
/// S: spherical, U: universal, R: revolute, P: prismatic, from frame_a to frame_b.
///
///     frame_a --- (first joint) --- rod 1 --- (middle joint) --- rod 2 --- (last joint) ---
///     frame_b
///             frame_ia on rod 1            frame_im on rod 2           frame_ib on rod 2
///
/// Frames and parameters are those of Modelica.Mechanics.MultiBody.Joints.Assemblies. They are
/// conveniences: the motion is that of the same joints connected one by one, of which there is no
/// need to choose any as the one that closes the loop. Rods have no mass; bodies are connected at
/// frame_ia, frame_ib and frame_im. Their pictures are those of the joints and rods.
///
/// The last joint is called `joint` and has flanges. Where a loop closes in two ways its start
/// value says which: assembly.joint.phi.start(0.5).
#pragma once

#include <string_view>

#include "multibond/library/mechanics3d/rods.h"

namespace multibond::mechanics3d {

/// Base of the assemblies: the last joint with rod 2. `Last` is ActuatedRevolute or
/// ActuatedPrismatic.
///
/// Rod 2 leads from frame_ib, which is at frame_b's side of the joint, to frame_im.
template <typename Last>
class JointAssembly : public Component {
 public:
  JointAssembly(Component* owner, std::string_view name);
  using Flange = std::remove_cvref_t<decltype(std::declval<Last>().axis)>;
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Frame frame_ib{this, "frame_ib"}, frame_im{this, "frame_im"};
  Flange axis{this, "axis"}, bearing{this, "bearing"};
  Parameter<Vector3> n_b{
      this, "n_b", {0.0, 0.0, 1.0}, "1", "axis of the joint at frame_b, in frame_b"};
  Parameter<Vector3> rRod2_ib{
      this, "rRod2_ib", {-1.0, 0.0, 0.0}, "m", "from frame_ib to the middle joint, in frame_ib"};
  Last joint{this, "joint"};
  FixedTranslation rod2{this, "rod2"};
  void build() override { unit(n_b); }  // a direction is missed here, and not first in the parts
};

/// Base of the assemblies that begin with a rod with spherical joints at both ends.
template <typename Last>
class JointSSx : public JointAssembly<Last> {
 public:
  JointSSx(Component* owner, std::string_view name);
  Parameter<double> rod1Length{this, "rod1Length", 1.0, "m", "length of rod 1", Check::positive};
  Parameter<double> rod1Mass{
      this, "rod1Mass", 0.0, "kg", "mass of rod 1, in its middle", Check::non_negative};
  Rod rod1{this, "rod1"};
};

/// Base of the assemblies that begin with a rod with a universal joint at frame_a and a spherical
/// one in the middle.
template <typename Last>
class JointUSx : public JointAssembly<Last> {
 public:
  JointUSx(Component* owner, std::string_view name);
  Frame frame_ia{this, "frame_ia"};
  Parameter<Vector3> n1_a{
      this, "n1_a", {0.0, 0.0, 1.0}, "1", "first axis of the universal joint, in frame_a"};
  Parameter<Vector3> rRod1_ia{
      this, "rRod1_ia", {1.0, 0.0, 0.0}, "m", "from frame_a to the middle joint, in frame_ia"};
  UniversalSpherical rod1{this, "rod1"};
};

/// Base of the assemblies of planar loops that begin with a revolute joint at frame_a.
template <typename Last>
class JointRxx : public JointAssembly<Last> {
 public:
  JointRxx(Component* owner, std::string_view name);
  Frame frame_ia{this, "frame_ia"};
  Parameter<Vector3> n_a{
      this, "n_a", {0.0, 0.0, 1.0}, "1", "axis of the joint at frame_a, in frame_a"};
  Parameter<Vector3> rRod1_ia{
      this, "rRod1_ia", {1.0, 0.0, 0.0}, "m", "from frame_a to the middle joint, in frame_ia"};
  Revolute first{this, "first"};
  FixedTranslation rod1{this, "rod1"};
};

/// Base of the assemblies of planar loops that have revolute joints at frame_a and in the middle,
/// with parallel axes.
///
/// Frames of rod 2 may have other axes than those of rod 1: nR_b is the axis of the middle joint in
/// frame_ib.
template <typename Last>
class JointRRx : public JointRxx<Last> {
 public:
  JointRRx(Component* owner, std::string_view name);
  Parameter<Vector3> nR_b{
      this, "nR_b", {0.0, 0.0, 1.0}, "1", "axis of the middle joint, in frame_ib"};
  Revolute middle{this, "middle"};
  FixedRotation corner{this, "corner"};
  void build() override;
};

/// Spherical – spherical – revolute joint assembly.
class JointSSR final : public JointSSx<ActuatedRevolute> {
 public:
  using JointSSx::JointSSx;
};

/// Spherical – spherical – prismatic joint assembly.
class JointSSP final : public JointSSx<ActuatedPrismatic> {
 public:
  using JointSSx::JointSSx;
};

/// Universal – spherical – revolute joint assembly.
class JointUSR final : public JointUSx<ActuatedRevolute> {
 public:
  using JointUSx::JointUSx;
};

/// Universal – spherical – prismatic joint assembly.
class JointUSP final : public JointUSx<ActuatedPrismatic> {
 public:
  using JointUSx::JointUSx;
};

/// Spherical – universal – prismatic joint assembly: the universal joint is in the middle, with its
/// first axis n1_b in rod 2.
class JointSUP final : public JointAssembly<ActuatedPrismatic> {
 public:
  JointSUP(Component* owner, std::string_view name);
  Frame frame_ia{this, "frame_ia"};
  Parameter<Vector3> n1_b{
      this, "n1_b", {0.0, 0.0, 1.0}, "1", "first axis of the universal joint, in frame_ib"};
  Parameter<Vector3> rRod1_ia{
      this, "rRod1_ia", {1.0, 0.0, 0.0}, "m", "from frame_a to the middle joint, in frame_ia"};
  UniversalSpherical rod1{this, "rod1"};
  FixedTranslation back{this, "back"};
};

/// Revolute – revolute – revolute joint assembly of planar loops. n_b is the axis of the middle
/// joint too.
class JointRRR final : public JointRRx<ActuatedRevolute> {
 public:
  JointRRR(Component* owner, std::string_view name) : JointRRx(owner, name) { nR_b = n_b; }
};

/// Revolute – revolute – prismatic joint assembly of planar loops.
class JointRRP final : public JointRRx<ActuatedPrismatic> {
 public:
  JointRRP(Component* owner, std::string_view name) : JointRRx(owner, name) {
    n_b = Vector3(1, 0, 0);
  }
};

/// Revolute – prismatic – prismatic joint assembly of planar loops: rod 1 slides along nP_ia.
class JointRPP final : public JointRxx<ActuatedPrismatic> {
 public:
  JointRPP(Component* owner, std::string_view name);
  Parameter<Vector3> nP_ia{
      this, "nP_ia", {0.0, 1.0, 0.0}, "1", "axis of the middle joint, in frame_ia"};
  Prismatic middle{this, "middle"};
};

/// Universal – prismatic – spherical joint assembly: a leg of variable length from frame_a to
/// frame_b.
///
/// The universal joint at frame_a turns about n1_a and about what is across n1_a and the leg. The
/// leg lies along nAxis_ia of frame_ia; frame_ib, at frame_b, has the axes of frame_ia.
class JointUPS final : public Component {
 public:
  JointUPS(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Frame frame_ia{this, "frame_ia"}, frame_ib{this, "frame_ib"};
  translational::Flange axis{this, "axis"}, bearing{this, "bearing"};
  Parameter<Vector3> n1_a{
      this, "n1_a", {0.0, 0.0, 1.0}, "1", "first axis of the universal joint, in frame_a"};
  Parameter<Vector3> nAxis_ia{
      this, "nAxis_ia", {1.0, 0.0, 0.0}, "1", "direction of the leg, in frame_ia"};
  Universal universal{this, "universal"};
  ActuatedPrismatic joint{this, "joint"};
  SphericalConstraint spherical{this, "spherical"};
  void build() override;
};

}  // namespace multibond::mechanics3d
