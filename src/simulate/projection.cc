#include "multibond/simulate/projection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

Projection::Projection(const Plan& plan, Backend backend) : plan_(plan) {
  const auto& invariants = plan.selection.invariants;
  std::vector<Expr> level_outputs, declared_outputs;
  top_.assign(invariants.size(), kNo);
  below_.assign(invariants.size(), kNo);
  bool constraints = false;
  for (std::size_t k = 0; k < invariants.size(); ++k) {
    const Invariant& invariant = invariants[k];
    const std::size_t n = invariant.levels.size();
    if (!invariant.declared && n > 2) {
      const auto& equation = plan.system.equations[invariant.equation];
      throw Error(std::string(plan.system.components[equation.component].path),
                  fmt::format("The constraint '{}' must be differentiated {} times; at most 2 are "
                              "supported.",
                              plan.system.text(equation), n),
                  "Prescribe the motion by a position or velocity that forces can follow, or model "
                  "the actuator.");
    }
    for (std::size_t j = 0; j < n; ++j) {
      if (!invariant.declared) (j + 1 == n ? top_ : below_)[k] = level_outputs.size();
      level_outputs.push_back(invariant.levels[j]);
    }
    if (!invariant.declared) {
      constraints = true;
      has_positions_ = has_positions_ || n == 2;
      continue;
    }
    // Value and gradient of a declared invariant, such as Q.Q - 1.
    Declared declared;
    declared.output = declared_outputs.size();
    declared_outputs.push_back(invariant.levels[0]);
    std::size_t slot = 0;
    for (const Expr& leaf : leaves(invariant.levels[0], [&](const Expr& l) {
           return l.op() == Op::variable && plan.input_slot(l, slot);
         })) {
      if (!plan.input_slot(leaf, slot) || slot >= plan.layout.discretes) continue;
      declared.states.push_back(static_cast<std::uint32_t>(slot - plan.layout.states));
      declared_outputs.push_back(partial(invariant.levels[0], leaf));
    }
    declared_invariants_.push_back(std::move(declared));
  }
  levels_ = level_outputs.size();
  if (levels_ == 0) return;
  values_.resize(levels_);
  residuals_ = std::make_unique<Runner>(plan.program(level_outputs), backend);
  if (!declared_outputs.empty()) {
    declared_values_.resize(declared_outputs.size());
    declared_ = std::make_unique<Runner>(plan.program(declared_outputs), backend);
  }
  if (!constraints) return;

  // Velocities are the states whose derivatives feel the corrections; the others are positions.
  std::vector<Expr> derivatives;
  for (const State& state : plan.selection.states) derivatives.push_back(state.derivative);
  std::vector<std::uint32_t> corrections(invariants.size());
  for (std::uint32_t k = 0; k < corrections.size(); ++k) {
    corrections[k] = static_cast<std::uint32_t>(plan.layout.corrections) + k;
  }
  const auto felt = dependencies(plan.program(derivatives), corrections);
  std::vector<Expr> velocity_derivatives, position_derivatives;
  std::vector<std::uint32_t> velocity_inputs;
  for (std::uint32_t i = 0; i < plan.states(); ++i) {
    if (felt[i].empty()) {
      position_states_.push_back(i);
      position_derivatives.push_back(derivatives[i]);
    } else {
      velocity_states_.push_back(i);
      velocity_derivatives.push_back(derivatives[i]);
      velocity_inputs.push_back(static_cast<std::uint32_t>(plan.layout.states) + i);
    }
  }
  velocity_tangent_ =
      std::make_unique<Runner>(tangent(plan.program(velocity_derivatives), corrections), backend);
  if (has_positions_) {
    position_tangent_ = std::make_unique<Runner>(
        tangent(plan.program(position_derivatives), velocity_inputs), backend);
  }
}

bool Projection::evaluate_levels(const std::vector<double>& inputs) {
  return residuals_->run(inputs.data(), values_.data()) &&
         std::all_of(values_.begin(), values_.end(), [](double v) { return std::isfinite(v); });
}

/// Change of the velocities for the corrections in seeds_.
bool Projection::velocity_change(const std::vector<double>& inputs, std::vector<double>& change) {
  std::vector<double> point = inputs;
  point.insert(point.end(), seeds_.begin(), seeds_.end());
  change.resize(velocity_states_.size());
  return velocity_tangent_->run(point.data(), change.data()) &&
         std::all_of(change.begin(), change.end(), [](double v) { return std::isfinite(v); });
}

bool Projection::correct_positions(std::vector<double>& inputs) {
  if (!has_positions_) return true;
  if (!evaluate_levels(inputs)) return false;
  seeds_.assign(top_.size(), 0.0);
  for (std::size_t k = 0; k < below_.size(); ++k) {
    if (below_[k] != kNo) seeds_[k] = values_[below_[k]];
  }
  if (!velocity_change(inputs, change_)) return false;
  std::vector<double> point = inputs;
  point.insert(point.end(), change_.begin(), change_.end());
  std::vector<double> shift(position_states_.size());
  if (!position_tangent_->run(point.data(), shift.data())) return false;
  for (std::size_t i = 0; i < shift.size(); ++i) {
    if (!std::isfinite(shift[i])) return false;
    inputs[plan_.layout.states + position_states_[i]] += shift[i];
  }
  return true;
}

bool Projection::correct_velocities(std::vector<double>& inputs) {
  if (!velocity_tangent_) return true;
  if (!evaluate_levels(inputs)) return false;
  seeds_.assign(top_.size(), 0.0);
  for (std::size_t k = 0; k < top_.size(); ++k) {
    if (top_[k] != kNo) seeds_[k] = values_[top_[k]];
  }
  if (!velocity_change(inputs, change_)) return false;
  for (std::size_t i = 0; i < change_.size(); ++i) {
    inputs[plan_.layout.states + velocity_states_[i]] += change_[i];
  }
  return true;
}

bool Projection::normalize_declared(std::vector<double>& inputs) {
  if (!declared_) return true;
  if (!declared_->run(inputs.data(), declared_values_.data())) return false;
  for (const Declared& declared : declared_invariants_) {
    double square = 0;
    for (std::size_t j = 0; j < declared.states.size(); ++j) {
      const double slope = declared_values_[declared.output + 1 + j];
      square += slope * slope;
    }
    const double value = declared_values_[declared.output];
    if (!(square > 0) || !std::isfinite(value)) continue;
    for (std::size_t j = 0; j < declared.states.size(); ++j) {
      inputs[plan_.layout.states + declared.states[j]] -=
          value * declared_values_[declared.output + 1 + j] / square;
    }
  }
  return true;
}

double Projection::residual(const std::vector<double>& inputs) {
  if (levels_ == 0) return 0;
  if (!evaluate_levels(inputs)) return std::numeric_limits<double>::quiet_NaN();
  double largest = 0;
  for (double value : values_) largest = std::max(largest, std::abs(value));
  return largest;
}

bool Projection::project_velocities(std::vector<double>& inputs) {
  return correct_velocities(inputs);
}

Evaluation Projection::project(std::vector<double>& inputs) {
  if (levels_ == 0) return Evaluation::regular;
  const double before = residual(inputs);
  if (!(normalize_declared(inputs) && correct_positions(inputs) && correct_velocities(inputs) &&
        correct_velocities(inputs))) {
    return Evaluation::failed;
  }
  // A step that does not converge is worth nothing; one that does leaves the square of the
  // residual.
  const double after = residual(inputs);
  if (!std::isfinite(after) || (after > 1e-6 && after > 0.5 * before)) return Evaluation::failed;
  return Evaluation::regular;
}

}  // namespace multibond
