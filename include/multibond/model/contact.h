/// Contacts as components state them: shapes that can touch others, and stops of a single motion.
///
/// Neither has an equation. A component declares efforts of contact (`ContactEffort`, zero as long
/// as nothing touches), uses them in its equations like any other effort, and says with
/// Component::collider or Component::stop what they belong to. While a model runs, the simulator
/// looks for contacts and finds the efforts (simulate/contacts/). The compiled model tells it how
/// motions answer to efforts, so that no combination of contacts is ever compiled.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/model/contact_shape.h"
#include "multibond/model/variable.h"
#include "multibond/symbolic/expr.h"

namespace multibond {

/// An effort that the simulator finds: zero, unless something touches.
class ContactEffort : public Variable {
 public:
  ContactEffort(Component* owner, std::string_view name, std::string_view unit,
                std::string_view description);
};

/// What the simulator tells of contacts: zero, unless something touches.
class ContactReport : public Variable {
 public:
  ContactReport(Component* owner, std::string_view name, std::string_view unit,
                std::string_view description);
};

/// What Component::collider takes. Place, rates and efforts are variables: in the plane x, y, phi;
/// vx, vy, w; fx, fy, t. In space x[3], R[9] (from the world to the frame, row by row); v[3] in the
/// world, w[3] in the frame; f[3] in the world, t[3] in the frame. Efforts act on the part.
struct ColliderStatement {
  ContactShape shape = ContactShape::sphere;
  std::vector<Expr> sizes = {};
  std::vector<Expr> place = {}, rates = {}, efforts = {};
  Expr restitution = 0.0, friction = 0.0;
  Expr spin_radius =
      0.0;  ///< of friction against turning about the normal: torque / force / friction
  /// Shapes of one group, unless it is empty, do not touch each other.
  std::string group = {};
  /// Touches shapes of this group only, unless it is empty.
  std::string partner = {};
  /// If wanted: how many of its contacts are closed, and the sum of their normal forces.
  const ContactReport *active = nullptr, *normal = nullptr;
};

/// What Component::stop takes: a gap that cannot become negative, its rate, and the effort that
/// opens it (power: effort times rate).
struct StopStatement {
  const Variable &gap, &rate;
  const ContactEffort& effort;
  Expr restitution = 0.0;
  /// If wanted: how many are closed of the stops that share it.
  const ContactReport* active = nullptr;
};

/// In place of the number of a variable that there is not.
inline constexpr std::uint32_t kNoVariable = 0xffffffffu;

/// The statements of one model, of its components; variables by number.
struct StatedCollider {
  const Component* component = nullptr;
  ColliderStatement collider = {};
};
/// Where impulses are given from outside: a rate and the effort that has power with it.
struct StatedStrike {
  std::uint32_t rate = 0, effort = 0;
};
struct StatedStop {
  const Component* component = nullptr;
  std::uint32_t gap = 0, rate = 0, effort = 0;
  Expr restitution = 0.0;
  std::uint32_t active = kNoVariable;
};
}  // namespace multibond
