/// Dynamics: what an integrator sees of a model, y' = f(t, y) on the invariants c(t, y) = 0.
///
/// The compiled model implements it (simulate/compiled_dynamics.h); tests implement it by hand.
/// Indicators are smooth functions whose change of sign is an event. Discrete values are constant
/// while an integrator steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "multibond/base/sparse_pattern.h"

namespace multibond {

/// How an evaluation ended. `failed` is recoverable: the integrator tries a smaller step.
enum class Evaluation {
  regular,
  singular,  ///< valid, but the constraints were rank-deficient here (singular position)
  failed,    ///< no finite answer; `Dynamics::failure` says why
};

class Dynamics {
 public:
  virtual ~Dynamics() = default;

  virtual std::size_t size() const = 0;
  virtual Evaluation derivatives(double t, const double* y, double* ydot) = 0;
  /// Whether derivatives that are no finite numbers are reported as `failed`; else methods look.
  virtual bool is_checked() const { return false; }
  /// One sentence on the latest failed evaluation: which component, which equation.
  virtual std::string failure() const { return {}; }
  virtual std::string state_name(std::size_t i) const { return "y[" + std::to_string(i) + "]"; }

  /// Pattern of df/dy, and its values in that pattern. Exact, not by differences.
  virtual const SparsePattern& jacobian_pattern() = 0;
  virtual Evaluation jacobian(double t, const double* y, double* values) = 0;

  /// Size of state i that counts as "of order one": errors are measured against
  /// tolerance * scale[i]. Default nominal + |y|; unbounded angles stay bounded.
  virtual void error_scale(const double* y, double* scale) const = 0;

  /// Number of invariants; 0 if the state is free.
  virtual std::size_t invariants() const { return 0; }
  /// Moves y onto the invariants: one Newton step on positions in the mass norm, then velocities.
  /// `failed` if the residual stays above what a converging step leaves.
  virtual Evaluation project(double /*t*/, double* /*y*/) { return Evaluation::regular; }

  /// Event indicators.
  virtual std::size_t indicators() const { return 0; }
  virtual Evaluation evaluate_indicators(double /*t*/, const double* /*y*/, double* /*g*/) {
    return Evaluation::regular;
  }
};

}  // namespace multibond
