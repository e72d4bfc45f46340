/// Mutual gravitation of chosen bodies.
#pragma once

#include <memory>
#include <vector>

#include "multibond/library/mechanics3d/gravitation.h"
#include "multibond/model/component.h"
#include "multibond/symbolic/eigen.h"

namespace multibond::mechanics3d {

/// Gravity pool: bodies of the model that say `attracts` pull each other.
///
///     F_i = sum over j of G m_i m_j (r_j - r_i) / |r_j - r_i|^3      at the centres of mass
class GravityPool final : public Component {
 public:
  using Component::Component;
  Parameter<double> G{this,           "G", 6.6743e-11, "m3/(kg.s2)", "constant of gravitation",
                      Check::positive};

  /// In build(): a new member and where its centre of mass is; its number.
  std::size_t join(const Expr& mass, const ExprVector3& centre);
  /// In equations(): what the others do to a member.
  ExprVector3 force(std::size_t member) const;
  void equations() override;

 private:
  /// The law for all members, made when the first one asks: all have joined by then.
  const Gravitation& law() const;
  std::vector<Expr> masses_, places_;  ///< three places per member
  mutable std::shared_ptr<const Gravitation> law_;
  mutable std::vector<Expr> arguments_;
};

}  // namespace multibond::mechanics3d
