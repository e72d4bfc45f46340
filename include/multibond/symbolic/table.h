/// Tables: a measured law y(x) as a Function that expressions can call.
///
///     auto valve = make_table("valve", {0, 0.5, 1}, {0, 0.2, 1}, Interpolation::cubic);
///     Expr flow = q_max * call(valve, {opening});
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "multibond/symbolic/function.h"

namespace multibond {

enum class Interpolation {
  linear,  ///< straight lines; the slope jumps at the points
  /// Monotone piecewise cubic (Fritsch and Carlson 1980, slopes of Fritsch and Butland 1984).
  /// Between two points it never leaves their range, so a characteristic that rises stays
  /// invertible and a friction law stays dissipative; Akima's curve is rounder and may overshoot.
  /// The slope is continuous, the curvature jumps at the points.
  cubic,
  step,  ///< y[i] from x[i] on, up to x[i + 1]
};

/// What the table says beyond its first and last point.
enum class Extrapolation {
  hold,    ///< the end value
  linear,  ///< the end slope
  error,   ///< not a number: a solver that steps outside shortens the step or says where it failed
};

/// The table through (x[i], y[i]), with derivatives of every order, taken piece by piece. Throws
/// Error naming the table and the points if x does not rise strictly, if there are fewer than two
/// points, if the sizes differ, or if a number is not finite.
std::shared_ptr<const Function> make_table(std::string name, std::vector<double> x,
                                           std::vector<double> y,
                                           Interpolation interpolation = Interpolation::linear,
                                           Extrapolation extrapolation = Extrapolation::hold);

/// First and last point of a table that has no value beyond them; nothing for other functions.
std::optional<std::pair<double, double>> table_range(const Function& function);

}  // namespace multibond
