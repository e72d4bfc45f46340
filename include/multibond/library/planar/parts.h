/// Parts of planar mechanisms: what is rigid.
#pragma once

#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/planar/world.h"

namespace multibond::planar {

/// Fixed frame: rests at the position r with the angle phi.
class Fixed final : public AtRest<Component> {
 public:
  using AtRest::AtRest;
  Parameter<Vector2> r{this, "r", {0.0, 0.0}, "m", "position in the world"};
  Parameter<double> phi{this, "phi", 0.0, "rad", "angle"};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Base of what is rigid between two frames.
class RigidPart : public Component {
 public:
  RigidPart(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  Picture picture{this, "picture"};

 protected:
  /// frame_b lies `arm` (in frame_a) from frame_a and is turned by `angle`.
  void place(const ExprVector2& arm, const Expr& angle);
};

/// Rigid massless rod: frame_b lies r from frame_a, in coordinates of frame_a.
///
///     r_b = r_a + R(phi_a) r,   phi_b = phi_a,   v_b = v_a + w_a x R(phi_a) r
class FixedTranslation final : public RigidPart {
 public:
  FixedTranslation(Component* owner, std::string_view name);
  Parameter<Vector2> r{this, "r", {1.0, 0.0}, "m", "from frame_a to frame_b, in frame_a"};
  Arm arm{this, "arm"};
  void equations() override;
};

/// Rigid massless corner: frame_b is turned by phi against frame_a.
class FixedRotation final : public RigidPart {
 public:
  FixedRotation(Component* owner, std::string_view name);
  Parameter<double> phi{this, "phi", 0.0, "rad", "angle of frame_b in frame_a"};
  void equations() override;
};

/// Weld: two frames that coincide, as connecting them would do.
class Weld final : public RigidPart {
 public:
  Weld(Component* owner, std::string_view name);
  void equations() override;
};

/// The inertia of a body, with gravity: one multibond.
///
///     frame ---> (arm) ---> 1 ---> I (m, m, J)
///                           ^
///                        gravity
class BodyBase : public Component {
 public:
  BodyBase(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Variable x{this, "x", "m", "position of frame_a along x"};
  Variable y{this, "y", "m", "position of frame_a along y"};
  Variable phi{this, "phi", "rad", "angle of frame_a"};
  Variable vx{this, "vx", "m/s", "velocity of frame_a along x"};
  Variable vy{this, "vy", "m/s", "velocity of frame_a along y"};
  Variable w{this, "w", "rad/s", "angular velocity"};
  FrameBond end_a{this, "end_a", frame_a};
  bonds::J1 motion{this, "motion"};
  bonds::I inertia{this, "inertia"};
  bonds::VectorTerminal gravity{this, "gravity"};
  Picture picture{this, "picture"}, picture_CM{this, "picture_CM"};

 protected:
  /// In build(): bonds the inertia to frame_a, with an arm unless the centre of mass is there, and
  /// further frames with arms of their own.
  void compose(const Expr& mass, const Expr& moment, const Vector2& centre,
               const std::vector<Frame*>& frames = {});
  /// In equations(): the centre of mass is given in frame_a.
  void move(const Expr& mass, const ExprVector2& centre);
  /// In equations(): a further frame lies r from frame_a, in frame_a.
  void place(std::size_t frame, const ExprVector2& r);

 private:
  Arm* arm_ = nullptr;
  std::vector<std::pair<Frame*, Arm*>> frames_;
};

/// Rigid body.
///
///     m a = F + m g,   J dw/dt = t     at the centre of mass, which lies r_CM from frame_a
///
/// A body that nothing holds floats: x, y, phi and their rates are then its states, and their start
/// values its place. Else these variables follow from what holds it. Further frames, at r_ports in
/// the body, are ports[1], ports[2], … Its picture is a plate around its frames, and a sphere at
/// its centre of mass (picture_CM).
class Body final : public BodyBase {
 public:
  Body(Component* owner, std::string_view name);
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::non_negative};
  Parameter<double> J{
      this, "J", 1.0, "kg.m2", "moment of inertia about the centre of mass", Check::non_negative};
  Parameter<Vector2> r_CM{this, "r_CM", {0.0, 0.0}, "m", "centre of mass in frame_a"};
  Parameter<MatrixX> r_ports{this, "r_ports", MatrixX::Zero(2, 0), "m",
                             "positions of further frames in frame_a, one column each"};
  /// Frame number k, counted from 0, at column k of r_ports: ports[k + 1]. It exists as soon as it
  /// is asked for, so that constructors can connect it.
  Frame& port(std::size_t k);
  void build() override;
  void equations() override;

 private:
  std::vector<Frame*> ports_;
};

/// Point mass: it has a place and no angle.
///
///     frame ---> Decomp ---> 1 ---> I (m)        gravity at the 1-junction
///                   ^
///                   |
///                 Se (0)    no torque
///
/// If nothing holds it, x and y and their rates are its states, and its frame does not turn.
class PointMass final : public Component {
 public:
  PointMass(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Variable x{this, "x", "m", "position along x"};
  Variable y{this, "y", "m", "position along y"};
  Variable vx{this, "vx", "m/s", "velocity along x"};
  Variable vy{this, "vy", "m/s", "velocity along y"};
  FrameBond end_a{this, "end_a", frame_a};
  bonds::Decomposition parts{this, "parts"};
  bonds::J1 motion{this, "motion"};
  bonds::I inertia{this, "inertia"};
  bonds::VectorTerminal gravity{this, "gravity", 2}, pivot{this, "pivot", 1, "Se"};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Body of a shape and density: a box, a disc or a polygon of a thickness.
///
///     box      length along x of frame_a, width across it; frame_a at the middle of its left side
///     disc     of a radius, frame_a at its centre
///     polygon  corners in frame_a, in order; the body does not overlap itself
///
/// frame_b lies r from frame_a.
class BodyShape final : public BodyBase {
 public:
  BodyShape(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  Parameter<std::string> shape{this, "shape", "box", "kind of shape", {"box", "disc", "polygon"}};
  Parameter<double> length{this, "length", 1.0, "m", "length of a box", Check::positive};
  Parameter<double> width{this, "width", 0.1, "m", "width of a box", Check::positive};
  Parameter<double> radius{this, "radius", 0.1, "m", "radius of a disc", Check::positive};
  Parameter<MatrixX> corners{this, "corners", MatrixX::Zero(2, 0), "m",
                             "corners of a polygon in frame_a, one column each"};
  Parameter<double> thickness{this, "thickness", 0.1, "m", "across the plane", Check::positive};
  Parameter<double> density{this, "density", 7700.0, "kg/m3", "mass per volume", Check::positive};
  Parameter<Vector2> r{this, "r", {1.0, 0.0}, "m", "from frame_a to frame_b, in frame_a"};
  struct Properties {
    double mass = 0, inertia = 0;  ///< about the centre
    Vector2 centre{0, 0};
  };
  Properties properties() const;
  void build() override;
  void equations() override;

 private:
  Properties polygon() const;
  void show();
  Properties properties_;
};

}  // namespace multibond::planar
