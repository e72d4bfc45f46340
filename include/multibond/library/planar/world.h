/// World of planar mechanics: the origin and the field of gravity.
#pragma once

#include <functional>
#include <optional>

#include "multibond/library/bonds/sources.h"
#include "multibond/library/planar/pictures.h"

namespace multibond::planar {

/// A frame that rests: the base of World and Fixed.
template <typename Base>
class AtRest : public Base {
 public:
  AtRest(Component* owner, std::string_view name) : Base(owner, name) {
    this->root(frame_b);
    this->grounded();
    element.n = 3;
    element.f0 = 0.0;
    bonds::bond(*this, element, end);
  }
  Frame frame_b{this, "frame_b"};
  FrameBond end{this, "end", frame_b};
  bonds::Sf element{this, "element"};
};

/// World: a frame that rests at the origin, the gravity that all bodies of the model feel, and
/// the usual sizes of pictures.
///
///     none     no gravity
///     uniform  g along n, less by the cosine of the inclination if the plane is tilted
///     point    towards the origin, mue / r^2
///     field    as given in C++: world.gravity([](const ExprVector2& r) { return ...; })
class World final : public AtRest<Stage> {
 public:
  using AtRest::AtRest;
  Parameter<std::string> gravityType{
      this, "gravityType", "uniform", "kind of gravity", {"none", "uniform", "point", "field"}};
  Parameter<double> g{this, "g", 9.81, "m/s2", "gravitational acceleration"};
  Parameter<Vector2> n{this, "n", {0.0, -1.0}, "1", "direction of uniform gravity"};
  Parameter<double> inclination{this, "inclination", 0.0, "rad",
                                "angle between the plane and the vertical"};
  Parameter<double> mue{
      this, "mue", 3.986e14, "m3/s2", "constant of the field of a point", Check::positive};
  Picture picture{this, "picture"};

  /// Acceleration at a place; makes gravityType `field`.
  void gravity(std::function<ExprVector2(const ExprVector2& r)> field) {
    field_ = std::move(field);
    gravityType = "field";
  }
  ExprVector2 acceleration(const ExprVector2& r) const;
  /// Potential energy per mass; nothing for a field that was set.
  std::optional<Expr> potential(const ExprVector2& r) const;
  void equations() override;

 private:
  ExprVector2 uniform() const;
  std::function<ExprVector2(const ExprVector2& r)> field_;
};

}  // namespace multibond::planar
