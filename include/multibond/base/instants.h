/// How close instants can be and still be told apart.
#pragma once

#include <algorithm>
#include <cmath>

namespace multibond {

/// Below this part of a time (of 1 s at least) lies rounding: instants that near are one, and what
/// is due at the one is due at the other.
inline constexpr double kOneInstant = 1.6e-15;

/// Seconds around t that count as t.
inline double one_instant(double t) { return kOneInstant * std::max(1.0, std::abs(t)); }

}  // namespace multibond
