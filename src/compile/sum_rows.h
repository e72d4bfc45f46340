/// Rows: equations of the form sum of +-variables = constant, from which aliases are found.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "multibond/symbolic/expr.h"

namespace multibond {

struct SumTerm {
  std::uint32_t variable;
  int order;
  double sign;
};

/// sum of sign * variable^(order) + constant = 0
struct SumRow {
  std::span<const SumTerm> terms = {};  ///< those of all rows lie in one list
  Expr constant = 0.0;
  std::uint32_t equation = 0;
  bool active = true;
  bool waits = false;  ///< among the long rows to be looked at
};

/// The rows that together say what row `r` says, `r` included: those of a circle of equal
/// potentials, or of a sum of flows that is zero already. Only rows that are no longer active are
/// asked. Just `r` if there are none, or if they are too many to be looked through for a message.
std::vector<std::uint32_t> rows_that_agree(const std::vector<SumRow>& rows, std::uint32_t r);

}  // namespace multibond
