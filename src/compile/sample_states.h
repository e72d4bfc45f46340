/// The states at which pivots are judged.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "multibond/compile/redundancy.h"
#include "multibond/compile/samples.h"
#include "multibond/model/system.h"

namespace multibond {

/// The present value of a leaf, nothing if it has none.
using PresentValue = std::function<std::optional<double>(const Expr& leaf)>;

/// Where states are looked at: near configurations in which the loops are closed, or anywhere.
enum class SamplePlaces : std::uint8_t { closed, anywhere };

/// Two dozen states: the start values, all zeros, multiples of pi/2, and random ones, near the
/// configurations in which the loops are closed if there are such; or, if there is a present state,
/// that one first and others near it. Lengths of which nobody says what counts as one are compared
/// with how far the closed configurations are from each other. The samples refer to the system and
/// to the configurations.
Samples sample_states(const System& system, const std::vector<Redundancy::Configuration>& closed,
                      SamplePlaces places = SamplePlaces::closed, PresentValue present = {});

}  // namespace multibond
