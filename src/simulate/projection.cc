#include "projection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrators/detail.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// Residuals of the invariants, by the largest state: what one correction of velocities leaves
/// where it is well conditioned, and what nobody may take for zero. Near a singular position
/// velocities can be corrected so far only. `kClosed`, which nobody needs to improve, does not grow
/// with the states: a gap is no smaller for parts that whirl past it.
constexpr double kRounding = 1e-13, kClosed = 1e-11, kOpen = 1e-8, kOpenNearSingular = 1e-6;
constexpr int kMostRounds = 5;

}  // namespace

Projection::Projection(const InvariantsDescription& invariants, const InputLayout& layout)
    : invariants_(invariants),
      layout_(layout),
      values_(invariants.levels),
      change_(invariants.velocity_states.size()),
      shift_(invariants.position_states.size()),
      declared_values_(invariants.declared_outputs) {}

bool Projection::evaluate_levels(CompiledDynamics& dynamics) {
  return dynamics.run(FunctionKind::levels, values_.data()) &&
         all_finite(values_.data(), values_.size());
}

/// Change of the velocities for the residuals of one level, evaluated last, as corrections.
bool Projection::velocity_change(CompiledDynamics& dynamics,
                                 const std::vector<std::size_t>& level) {
  std::vector<double>& point = dynamics.inputs_with_seeds(level.size());
  double* seed = point.data() + dynamics.inputs().size();
  for (const std::size_t place : level) {
    *seed++ = place == InvariantsDescription::kNone ? 0.0 : values_[place];
  }
  return dynamics.run(FunctionKind::velocity_changes, point, change_.data()) &&
         all_finite(change_.data(), change_.size());
}

bool Projection::correct_positions(CompiledDynamics& dynamics) {
  if (!invariants_.positions) return true;
  if (!velocity_change(dynamics, invariants_.below)) return false;
  std::vector<double>& point = dynamics.inputs_with_seeds(change_.size());
  std::copy(change_.begin(), change_.end(),
            point.begin() + static_cast<std::ptrdiff_t>(dynamics.inputs().size()));
  if (!dynamics.run(FunctionKind::position_changes, point, shift_.data()) ||
      !all_finite(shift_.data(), shift_.size())) {
    return false;
  }
  for (std::size_t i = 0; i < shift_.size(); ++i) {
    dynamics.inputs()[layout_.states + invariants_.position_states[i]] += shift_[i];
  }
  return true;
}

bool Projection::correct_velocities(CompiledDynamics& dynamics) {
  if (!invariants_.constraints) return true;
  if (!velocity_change(dynamics, invariants_.top)) return false;
  for (std::size_t i = 0; i < change_.size(); ++i) {
    dynamics.inputs()[layout_.states + invariants_.velocity_states[i]] += change_[i];
  }
  return true;
}

bool Projection::normalize_declared(CompiledDynamics& dynamics) {
  if (!dynamics.run(FunctionKind::declared, declared_values_.data())) return false;
  for (const InvariantsDescription::Declared& declared : invariants_.declared) {
    double square = 0;
    for (std::size_t j = 0; j < declared.states.size(); ++j) {
      const double slope = declared_values_[declared.output + 1 + j];
      square += slope * slope;
    }
    const double value = declared_values_[declared.output];
    if (!(square > 0) || !std::isfinite(value)) continue;
    for (std::size_t j = 0; j < declared.states.size(); ++j) {
      dynamics.inputs()[layout_.states + declared.states[j]] -=
          value * declared_values_[declared.output + 1 + j] / square;
    }
  }
  return true;
}

double Projection::residual(CompiledDynamics& dynamics) {
  if (invariants_.levels == 0) return 0;
  if (!evaluate_levels(dynamics)) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0;
  for (double value : values_) largest = std::max(largest, std::abs(value));
  return largest;
}

bool Projection::project_velocities(CompiledDynamics& dynamics) {
  return evaluate_levels(dynamics) && correct_velocities(dynamics);
}

/// One Newton step: positions, then velocities, in which the constraints are linear.
bool Projection::improve(CompiledDynamics& dynamics) {
  if (!invariants_.declared.empty() &&
      !(normalize_declared(dynamics) && evaluate_levels(dynamics))) {
    return false;
  }
  return correct_positions(dynamics) && evaluate_levels(dynamics) && correct_velocities(dynamics);
}

Evaluation Projection::project(CompiledDynamics& dynamics) {
  if (invariants_.levels == 0) return Evaluation::regular;
  double largest = 1;
  for (std::size_t i = 0; i < dynamics.size(); ++i) {
    largest = std::max(largest, std::abs(dynamics.inputs()[layout_.states + i]));
  }
  double rest = residual(dynamics);
  // A step leaves the square of the residual: one is enough, but for a step of the integrator that
  // went too far. What does not converge is worth nothing, and an open loop is no result.
  for (int round = 0; round < kMostRounds; ++round) {
    if (!std::isfinite(rest) || !improve(dynamics)) return Evaluation::failed;
    const double before = std::exchange(rest, residual(dynamics));
    const bool doubtful = rest > kRounding * largest || dynamics.is_near_singular();
    if (doubtful && rest <= kOpen * largest) {
      if (!correct_velocities(dynamics)) return Evaluation::failed;
      rest = residual(dynamics);
    }
    if (rest <= std::max(kClosed, kRounding * largest) || !(rest < 0.5 * before)) break;
  }
  const double open = dynamics.is_near_singular() ? kOpenNearSingular : kOpen;
  if (!(rest <= open * largest)) return Evaluation::failed;
  largest_residual_ = std::max(largest_residual_, rest);
  return Evaluation::regular;
}

}  // namespace multibond
