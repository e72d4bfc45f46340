/// Truth values: what conditions are made of.
#pragma once

#include "multibond/model/context.h"

namespace multibond {

/// Throws Error where a model takes a quantity for a truth value, or a truth value for a quantity:
/// `when(x, …)`, `select(x, a, b)`, `-1 < x < 1`. A truth value is a comparison, a combination of
/// such by &&, || and !, or a discrete variable.
void check_truth_values(const ModelContext& context);

}  // namespace multibond
