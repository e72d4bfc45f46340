/// Pass: hidden constraints. Terms that cancel for every value of the unknowns.
///
/// Index reduction looks at which unknowns an equation contains, not at numbers. In
///
///     e1 + x1 = 0,  m e1 + x2 = 0
///
/// e1 seems to be determined twice over by x1 and x2, or x1 and x2 by e1; but the second equation
/// less m times the first says x2 - m x1 = 0, a constraint between states, and the block of their
/// derivatives and e1 is singular. Such a combination takes the place of one of its equations, and
/// index reduction is done again (the linear combination method of Tan, Nedialkov and Pryce 2017,
/// for coefficients that are constant).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "multibond/compile/index_reduction.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

/// A linear block that does not determine its unknowns. As an Error it says so to the user.
class SingularBlock : public Error {
 public:
  struct Row {
    std::uint32_t equation = 0;  ///< of the system
    std::uint32_t level = 0;     ///< how often differentiated
    LinearForm form;             ///< in the unknowns of the block
  };
  SingularBlock(const Error& error, std::vector<Row> rows) : Error(error), rows_(std::move(rows)) {}
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
};

/// An equation of the system and what it is to be replaced by.
struct HiddenConstraint {
  std::uint32_t equation = 0;
  Expr residual;
  std::vector<std::uint32_t> parameters;  ///< whose values made the terms cancel
};

/// A combination of the block's equations, with constant factors, from which all unknowns of the
/// block vanish and something else remains; nothing if there is none.
std::optional<HiddenConstraint> find_hidden_constraint(const System& system,
                                                       const ReducedSystem& reduced,
                                                       const SingularBlock& block);

}  // namespace multibond
