/// Projection of states onto the invariants of a model, in the mass norm.
///
/// The top level of invariant k carries a correction c: G a + gamma + c = 0. The change of the
/// accelerations with c, -M^-1 G' (G M^-1 G')^-1 c, is just the change of velocities that removes a
/// velocity residual c, and, taken through dq/dt = f(q, v), the change of positions that removes a
/// position residual c. So the block that gives accelerations projects too (design section 9), and
/// no second matrix and no weights are needed.
#pragma once

#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/simulate/dynamics.h"

namespace multibond {

class CompiledDynamics;

class Projection {
 public:
  Projection(const InvariantsDescription& invariants, const InputLayout& layout);

  /// Newton steps on positions, then velocities twice with the same factor, at the inputs of the
  /// dynamics, whose states are changed. Fails if the invariants do not hold afterwards.
  Evaluation project(CompiledDynamics& dynamics);
  /// Velocities only, for the right-hand side near singular positions.
  bool project_velocities(CompiledDynamics& dynamics);
  /// Largest residual at the inputs.
  double residual(CompiledDynamics& dynamics);
  /// The largest that a projection has left so far.
  double largest_residual() const { return largest_residual_; }

 private:
  bool evaluate_levels(CompiledDynamics& dynamics);
  bool velocity_change(CompiledDynamics& dynamics, const std::vector<std::size_t>& level);
  bool correct_positions(CompiledDynamics& dynamics);
  bool correct_velocities(CompiledDynamics& dynamics);
  bool normalize_declared(CompiledDynamics& dynamics);
  bool improve(CompiledDynamics& dynamics);

  const InvariantsDescription& invariants_;
  const InputLayout& layout_;
  std::vector<double> values_, change_, shift_, declared_values_;
  double largest_residual_ = 0;
};

}  // namespace multibond
