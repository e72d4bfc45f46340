#include "multibond/library/bonds/transformers.h"

#include <fmt/format.h>

namespace multibond::bonds {

ExprMatrix ConstantProjection::matrix() const {
  if (M.actual_rows() == nB.value() && M.actual_columns() == nA.value()) return M.expr();
  fail(fmt::format("has nA = {} and nB = {}, but M is a matrix of {} rows and {} columns.",
                   nA.value(), nB.value(), M.actual_rows(), M.actual_columns()),
       fmt::format("Give M {} rows and {} columns.", nB.value(), nA.value()));
}

}  // namespace multibond::bonds
