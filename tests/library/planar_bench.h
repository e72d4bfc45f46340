/// For the tests of planar parts: scenes, and runs that must balance their energy.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "lagrange.h"
#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"

namespace multibond::planar {

constexpr double g = 9.81;

/// A run that must end well and balance its energy.
inline Result audited(Component&& model, double stop, double tolerance = 1e-10) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  return result;
}

struct Scene : Model {
  World world{this, "world"};
  Fixed ground{this, "ground"};
};

struct Weightless : Scene {
  Weightless() { world.gravityType = "none"; }
};

/// m q'' = -c (q - q_ref) - d q'
inline double damped(double m, double c, double d, double q, double t) {
  const double decay = d / (2 * m), w = std::sqrt(c / m - decay * decay);
  return q * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
}

}  // namespace multibond::planar
