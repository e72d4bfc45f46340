/// CompiledDynamics: a plan, compiled to machine code, as the Dynamics that integrators see.
///
/// It adapts itself while it runs: when a watched pivot of a linear block becomes small, the pivots
/// are chosen anew at the present state and the code is made again, which takes milliseconds; near
/// a singular position of a mechanism the multipliers are found by a rank-revealing solver until
/// the position is regular again (design section 6). All choices compute the same function, so
/// integrators need not know. Choices are kept: a mechanism that swings to and fro through its
/// singular positions comes back to code that it has.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/compile/plan.h"
#include "multibond/program/runner.h"
#include "multibond/simulate/dynamics.h"
#include "multibond/simulate/projection.h"

namespace multibond {

class CompiledDynamics final : public Dynamics {
 public:
  explicit CompiledDynamics(Plan plan, Backend backend = default_backend());
  ~CompiledDynamics() override;

  // -- Dynamics --
  std::size_t size() const override { return plan_.states(); }
  Evaluation derivatives(double t, const double* y, double* ydot) override;
  std::string failure() const override { return failure_; }
  std::string state_name(std::size_t i) const override { return plan_.state_name(i); }
  const SparsePattern& jacobian_pattern() override;
  Evaluation jacobian(double t, const double* y, double* values) override;
  void error_scale(const double* y, double* scale) const override;
  std::size_t invariants() const override;
  Evaluation project(double t, double* y) override;
  std::size_t indicators() const override { return state_conditions_.size(); }
  Evaluation evaluate_indicators(double t, const double* y, double* g) override;

  // -- beyond --
  /// Leaves drift to itself: the invariants are no longer projected onto.
  void disable_projection() { projects_ = false; }
  const Plan& plan() const { return plan_; }
  /// The input array, for discrete values, conditions and parameters.
  std::vector<double>& inputs() { return inputs_; }
  void set_point(double t, const double* y);
  /// Rates of the indicators along the solution.
  Evaluation indicator_rates(double t, const double* y, const double* ydot, double* rates);
  /// Whether an indicator contains the time itself, not only the states.
  bool indicator_uses_time(std::size_t i) const { return indicator_uses_time_[i]; }
  /// Conditions that the indicators belong to.
  const std::vector<std::size_t>& state_conditions() const { return state_conditions_; }
  /// Largest residual of the invariants.
  double residual(double t, const double* y);
  std::unique_ptr<Runner> make(const std::vector<Expr>& outputs) const;
  Program program(const std::vector<Expr>& outputs) const { return plan_.program(outputs); }
  Backend backend() const { return backend_; }
  double nominal(std::size_t state) const { return nominal_[state]; }
  /// Counts a new choice of pivots, and of changes to and from the singular treatment.
  std::size_t pivot_changes() const { return pivot_changes_; }
  std::size_t singular_passages() const { return singular_passages_; }
  std::size_t evaluations() const { return evaluations_; }
  /// The pivots that suit usual positions, as chosen when the model was compiled.
  const std::vector<WatchedPivot>& usual_pivots() const { return usual_pivots_; }
  /// Number of the choice of pivots in use. Executables made by `make` belong to one choice and
  /// are to be kept with its number.
  std::size_t revision() const { return revision_; }

 private:
  struct Functions;
  void build_functions(BlockStrategy strategy);
  Evaluation run_derivatives(double* ydot);
  Evaluation run_singular(double* ydot);
  void adapt();
  void choose(BlockStrategy strategy);
  bool use_kept(bool singular);
  void set_constants();
  std::string explain(const double* ydot) const;

  Plan plan_;
  Backend backend_;
  std::vector<double> inputs_;
  bool has_multipliers_ = false;
  std::vector<WatchedPivot> usual_pivots_;
  /// What belongs to the choice of pivots in use, and to those put aside.
  std::unique_ptr<Functions> functions_;
  std::vector<std::unique_ptr<Functions>> kept_;
  std::vector<std::size_t> state_conditions_;
  std::vector<bool> indicator_uses_time_;
  std::vector<double> nominal_;
  std::vector<bool> angle_;
  std::vector<double> scratch_;
  bool projects_ = true;
  std::string failure_;
  std::size_t pivot_changes_ = 0, singular_passages_ = 0, evaluations_ = 0, revision_ = 0,
              revisions_ = 0;
};

}  // namespace multibond
