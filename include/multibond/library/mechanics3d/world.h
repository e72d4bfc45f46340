/// World of mechanics in space: the origin and the field of gravity.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "multibond/library/bonds/sources.h"
#include "multibond/library/mechanics3d/pictures.h"
#include "multibond/library/mechanics3d/rigid.h"

namespace multibond::mechanics3d {

/// A frame that rests with the axes of the world: the base of World and Fixed.
template <typename Base>
class AtRest : public Base {
 public:
  AtRest(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  FrameBonds end{this, "end", frame_b};
  bonds::Sf rest_t{this, "rest_t"}, rest_r{this, "rest_r"};

 protected:
  void rest_at(const ExprVector3& r);
};

/// World: a frame that rests at the origin, the gravity that all bodies of the model feel, and the
/// usual sizes of pictures.
///
///     none     no gravity
///     uniform  g along n
///     point    towards the origin, mue / r^2
///     field    as given in C++: world.gravity([](const ExprVector3& r) { return ...; })
class World final : public AtRest<Stage> {
 public:
  using AtRest::AtRest;
  Parameter<std::string> gravityType{
      this, "gravityType", "uniform", "kind of gravity", {"none", "uniform", "point", "field"}};
  Parameter<double> g{this, "g", 9.81, "m/s2", "gravitational acceleration"};
  Parameter<Vector3> n{this, "n", {0.0, -1.0, 0.0}, "1", "direction of uniform gravity"};
  Parameter<double> mue{
      this, "mue", 3.986e14, "m3/s2", "constant of the field of a point", Check::positive};
  Picture picture{this, "picture"}, picture_gravity{this, "picture_gravity"};

  /// Acceleration at a place; makes gravityType `field`.
  void gravity(std::function<ExprVector3(const ExprVector3& r)> field) {
    field_ = std::move(field);
    gravityType = "field";
  }
  ExprVector3 acceleration(const ExprVector3& r) const;
  /// Potential energy per mass; nothing for a field that was set.
  std::optional<Expr> potential(const ExprVector3& r) const;
  /// Axis of symmetry of what is rigidly joined to a frame. In equations().
  std::optional<Vector3> symmetry_axis(const Frame& frame) const;
  /// Axes for pictures, x against uniform gravity; without one along y.
  ExprMatrix3 upright() const;
  void equations() override;

 private:
  ExprVector3 uniform() const;
  std::function<ExprVector3(const ExprVector3& r)> field_;
  mutable std::unique_ptr<RigidGroups> groups_;
};

}  // namespace multibond::mechanics3d

extern template class multibond::mechanics3d::AtRest<multibond::Component>;
extern template class multibond::mechanics3d::AtRest<multibond::Stage>;
