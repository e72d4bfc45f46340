/// Projection of states onto the invariants of a plan, in the mass norm.
///
/// The top level of invariant k carries a correction c: G a + gamma + c = 0. The change of the
/// accelerations with c, -M^-1 G' (G M^-1 G')^-1 c, is just the change of velocities that removes a
/// velocity residual c, and, taken through dq/dt = f(q, v), the change of positions that removes a
/// position residual c. So the block that gives accelerations projects too (design section 9), and
/// no second matrix and no weights are needed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "multibond/compile/plan.h"
#include "multibond/program/runner.h"
#include "multibond/simulate/dynamics.h"

namespace multibond {

class Projection {
 public:
  /// Throws Error for constraints that would need more than two levels.
  Projection(const Plan& plan, Backend backend);

  bool empty() const { return levels_ == 0; }
  std::size_t count() const { return levels_; }
  /// One Newton step on positions, then velocities twice with the same factor. `inputs` is an input
  /// array with the point; its states are changed.
  Evaluation project(std::vector<double>& inputs);
  /// Velocities only, for the right-hand side near singular positions.
  bool project_velocities(std::vector<double>& inputs);
  /// Largest residual at the point.
  double residual(const std::vector<double>& inputs);
  /// Position of states in the array of states that are corrected as positions.
  const std::vector<std::uint32_t>& velocity_states() const { return velocity_states_; }

 private:
  bool velocity_change(const std::vector<double>& inputs, std::vector<double>& change);
  bool evaluate_levels(const std::vector<double>& inputs);
  bool correct_positions(std::vector<double>& inputs);
  bool correct_velocities(std::vector<double>& inputs);
  bool normalize_declared(std::vector<double>& inputs);

  const Plan& plan_;
  std::size_t levels_ = 0;
  std::vector<std::size_t> top_, below_;  ///< place of level n-1 and n-2 of invariant k, or kNo
  static constexpr std::size_t kNo = ~std::size_t{0};
  std::vector<double> values_, seeds_, change_;
  std::unique_ptr<Runner> residuals_, velocity_tangent_, position_tangent_, declared_;
  std::vector<std::uint32_t> velocity_states_, position_states_;
  struct Declared {
    std::vector<std::uint32_t> states;
    std::size_t output = 0;
  };
  std::vector<Declared> declared_invariants_;
  std::vector<double> declared_values_;
  bool has_positions_ = false;
};

}  // namespace multibond
