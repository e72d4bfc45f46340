/// The states at which pivots are judged.
#pragma once

#include <vector>

#include "multibond/compile/plan.h"
#include "multibond/compile/samples.h"

namespace multibond {

/// Two dozen states: the start values, all zeros, multiples of pi/2, and random ones; or, if
/// `inputs` (an input array of the plan) is given, that state first and others near it.
Samples make_samples(const Plan& plan, const std::vector<double>* inputs = nullptr);

}  // namespace multibond
