/// Integrator: advances y' = f(t, y) one accepted step at a time, with dense output.
///
/// Events, outputs and stop times are handled outside (simulate/simulation.h) in the same way for
/// every integrator: it steps, is asked for values inside the step, and is restarted after a jump.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/simulate/dynamics.h"

namespace multibond {

/// How an implicit method solves its linear systems; `automatic` goes by size and density.
enum class LinearAlgebra { automatic, dense, sparse };

struct IntegratorOptions {
  double tolerance = 1e-6;  ///< relative, and absolute in units of the nominal value
  double initial_step = 0;  ///< 0: chosen
  double maximum_step = 0;  ///< 0: unlimited
  double fixed_step = 0;    ///< for fixed-step methods: step size, must be positive there
  LinearAlgebra linear_algebra = LinearAlgebra::automatic;
};

struct IntegratorStatistics {
  std::size_t steps = 0;
  std::size_t rejected = 0;     ///< attempts that failed: error too large, no convergence, no value
  std::size_t evaluations = 0;  ///< of f, those for the dense output included
  std::size_t jacobians = 0;
  std::size_t projections = 0;
  std::size_t restarts = 0;
  double smallest_step = 0, largest_step = 0;
  int last_order = 0;
  std::string_view linear_solver = {};  ///< "dense" or "klu"; empty for explicit methods
  bool operator==(const IntegratorStatistics&) const = default;
};

enum class StepOutcome {
  advanced,        ///< an accepted step was made
  stiff,           ///< as `advanced`, and the problem proves stiff for this explicit method
  step_too_small,  ///< the error test cannot be passed: a singularity or a discontinuity
  failed,          ///< f has no finite value at the start point, or convergence failed for good
};

/// What a method remembers between two steps, as a value.
struct IntegratorMemory {
  virtual ~IntegratorMemory() = default;
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  virtual std::string_view name() const = 0;

  /// Starts or restarts at (t, y). The direction is that of the limit given to `step`.
  virtual void start(double t, const double* y) = 0;
  /// Makes one accepted step that does not pass `limit`, landing on it exactly when near. The limit
  /// is finite; where it is the present time already, nothing happens.
  virtual StepOutcome step(double limit) = 0;

  virtual double time() const = 0;           ///< end of the latest step
  virtual double previous_time() const = 0;  ///< its beginning
  virtual const double* state() const = 0;   ///< at time()
  /// Its derivatives as the model gave them there; nullptr if the latest step did not ask for them.
  virtual const double* slope() const { return nullptr; }
  /// State at t within [previous_time(), time()].
  virtual void interpolate(double t, double* y) = 0;
  /// States of n numbers at several such times, one after the other.
  virtual void interpolate_rows(std::span<const double> times, double* states, std::size_t n) {
    for (std::size_t k = 0; k < times.size(); ++k) interpolate(times[k], states + k * n);
  }
  /// A method that settles impacts within a step (contacts/part_clocks.h) knows where its solution
  /// has corners. Adds the integrals of the powers of the model (function `powers`) from a to b in
  /// the latest step, and those of their absolute values; false: the solution is smooth there.
  virtual bool integrate_powers(double /*a*/, double /*b*/, double* /*sums*/,
                                double* /*turnovers*/) {
    return false;
  }
  /// Energy that such impacts have taken there, in J.
  virtual double lost_in_impacts(double /*a*/, double /*b*/) const { return 0; }
  /// One sentence on why the latest step did not succeed; names the state with the largest error.
  virtual std::string failure() const = 0;
  virtual IntegratorStatistics statistics() const = 0;

  /// The memory of the method; nullptr if it cannot be taken out. `restore` takes one of the same
  /// method for a model of the same size.
  virtual std::shared_ptr<const IntegratorMemory> save() const { return nullptr; }
  virtual void restore(const IntegratorMemory& /*memory*/) {}
};

/// What a method can do; `auto` and the command line choose and refuse by it.
struct IntegratorInfo {
  std::string_view name;
  std::string_view description;
  bool honours_invariants;
  bool implicit;
  bool fixed_step;
};

/// dop853, bdf, adams, arkode, ida, rk4.
const std::vector<IntegratorInfo>& integrator_infos();

/// Throws Error naming the alternatives if there is no such method or if it cannot honour the
/// invariants of `dynamics`. The dynamics must outlive the integrator.
std::unique_ptr<Integrator> make_integrator(std::string_view name, Dynamics& dynamics,
                                            const IntegratorOptions& options);

}  // namespace multibond
