/// CompiledDynamics: a mode of a compiled model as the Dynamics that integrators see.
///
/// It adapts itself while it runs: when a watched pivot of a linear block becomes small, the model
/// is asked for other functions, which takes milliseconds the first time. Those of a mechanism with
/// loops leave the multipliers to a solver and suit all positions; singular ones are found by the
/// rank of what is solved for. Otherwise pivots are chosen that suit the present state. All choices
/// compute the same function, so integrators need not know. Choices are kept: a mechanism that
/// swings to and fro comes back to functions that it has.
///
/// The compiled model is shared; all that changes (the point, discrete values, parameters, choices
/// met so far, memories of solvers) is here and can be saved as a value.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/simulate/dynamics.h"

namespace multibond {

class ClosedContacts;
class Delays;
class Projection;
class RunFunctions;
class Runner;

class CompiledDynamics final : public Dynamics {
 public:
  explicit CompiledDynamics(std::shared_ptr<const CompiledMode> mode);
  ~CompiledDynamics() override;

  // -- Dynamics --
  std::size_t size() const override { return size_; }
  Evaluation derivatives(double t, const double* y, double* ydot) override;
  bool is_checked() const override { return true; }
  std::string failure() const override { return failure_; }
  std::string state_name(std::size_t i) const override { return mode_->states[i].name; }
  const SparsePattern& jacobian_pattern() override;
  Evaluation jacobian(double t, const double* y, double* values) override;
  void error_scale(const double* y, double* scale) const override;
  std::size_t invariants() const override;
  Evaluation project(double t, double* y) override;
  std::size_t indicators() const override { return mode_->state_conditions.size(); }
  Evaluation evaluate_indicators(double t, const double* y, double* g) override;

  // -- beyond --
  const CompiledMode& mode() const { return *mode_; }
  std::shared_ptr<const CompiledMode> shared_mode() const { return mode_; }
  /// Leaves drift to itself: the invariants are no longer projected onto.
  void disable_projection() { projects_ = false; }
  bool projects() const { return projects_; }
  /// Values of all parameters, by number.
  void set_parameters(const std::vector<double>& values);
  std::size_t parameters_version() const { return parameters_version_; }  ///< counts the changes
  /// The input array, for discrete values, conditions and parameters.
  std::vector<double>& inputs() { return inputs_; }
  const std::vector<double>& inputs() const { return inputs_; }
  /// Everything is at this point from now on, the efforts of closed contacts included.
  void set_point(double t, const double* y);
  /// The same with no efforts of contacts, and the derivatives of the states then.
  void set_free_point(double t, const double* y);
  Evaluation free_derivatives(double t, const double* y, double* ydot);
  /// Contacts whose efforts act from now on; nullptr: none. They must outlive the dynamics.
  void attach(ClosedContacts* contacts);
  /// What delays remember; nullptr: their values stay as they are. They must outlive the dynamics.
  void attach(Delays* delays);
  /// An event at t has begun: what comes back at this instant has come back.
  void arrive(double t);
  bool has_contacts() const { return contacts_ && has_closed_contacts(); }  ///< that are closed
  double contact_loss() const;  ///< power that their friction takes up at the present point
  /// Whether no pivot of the present functions is too small at the present point; if one is,
  /// nothing is changed.
  bool suits();
  /// From now on and at this time, solutions of non-linear equations may be far from the latest
  /// ones: they are searched for from their start values where they cannot be followed. Otherwise
  /// they must not change to another branch.
  void allow_jumps(double t);
  /// An input (a variable by its number) has this value from now on, or follows a function of time.
  void set_input(VariableId variable, double value);
  void drive(VariableId variable, std::function<double(double)> signal);
  /// Whether inputs change between events: by functions of time, or with closed contacts.
  bool is_driven() const;
  /// A function of the model with the pivots in use, at the present inputs. `out` has room for its
  /// outputs. False if a solver has no answer; `failure` says which.
  bool run(FunctionKind kind, double* out);
  /// The same of a directional derivative: the inputs are followed by seeds.
  bool run(FunctionKind kind, const std::vector<double>& inputs_and_seeds, double* out);
  /// The present inputs and room for seeds behind them, until this is called again.
  std::vector<double>& inputs_with_seeds(std::size_t seeds);
  /// The present inputs, and behind them how they move: the time, the states, what is delayed.
  const std::vector<double>& inputs_with_motion(const double* ydot);
  /// Functions with the pivots in use.
  const Functions& functions() const;
  std::shared_ptr<const Functions> shared_functions() const;
  /// Goes on with other functions of the mode; what solvers remember in those in use is kept.
  void use(const std::shared_ptr<const Functions>& functions);
  /// Rates of the indicators along the solution.
  Evaluation indicator_rates(double t, const double* y, const double* ydot, double* rates);
  /// Whether an indicator contains the time itself, not only the states.
  bool indicator_uses_time(std::size_t i) const { return mode_->indicator_uses_time[i]; }
  /// Conditions that the indicators belong to.
  const std::vector<std::size_t>& state_conditions() const { return mode_->state_conditions; }
  /// Largest residual of the invariants.
  double residual(double t, const double* y);
  /// The same of all states that were projected.
  double largest_residual() const;
  double nominal(std::size_t state) const { return mode_->states[state].nominal; }
  /// Counts changes of pivots, and entries into the neighbourhood of singular positions.
  std::size_t pivot_changes() const { return pivot_changes_; }
  std::size_t singular_passages() const { return singular_passages_; }
  std::size_t evaluations() const { return evaluations_; }
  /// Whether the derivatives were last computed near a singular position.
  bool is_near_singular() const { return near_singular_; }
  /// Columns of the results at the present point, as many as `row` has room for. False if they have
  /// no solution.
  bool run_outputs(std::vector<double>& row);
  /// Chooses pivots that suit the present point, as a small pivot does: for tests.
  void repivot();

  /// Everything that changes, as a value.
  struct Memory;
  std::shared_ptr<const Memory> save() const;
  void restore(const Memory& memory);

 private:
  Evaluation evaluate(double* ydot);
  Evaluation lost_state(const double* y);
  bool has_closed_contacts() const;
  void set_free_inputs(double t);
  void let_go();
  bool exert(const double* free);
  Evaluation contact_jacobian(double t, const double* y, double* values);
  Evaluation run_derivatives(double* ydot);
  Evaluation run_and_rank(double* ydot);
  Evaluation run_and_watch(double* ydot);
  double regularity() const;
  bool has_small_pivot() const;
  void adapt();
  void go_back();
  void go_back_now_and_then();
  void choose(PivotStrategy strategy, const std::vector<double>& inputs);
  bool use_known(bool kept);
  void set_constants(RunFunctions& functions);
  void use(std::unique_ptr<RunFunctions> functions);
  std::size_t input_slot(VariableId variable) const;
  bool run_anew(FunctionKind kind, const std::vector<double>& inputs, double* out);
  std::string explain(const double* ydot) const;
  Evaluation check_indicators(const double* values, std::string_view what);

  std::shared_ptr<const CompiledMode> mode_;
  std::size_t size_;  ///< number of states
  std::vector<double> inputs_, saved_inputs_;
  std::vector<double> known_;  ///< derivatives by a choice of pivots that was put aside
  /// What belongs to the choice of pivots in use, and to those put aside, the oldest first.
  std::unique_ptr<RunFunctions> functions_;
  std::vector<std::unique_ptr<RunFunctions>> aside_;
  /// Of the choice in use, as its functions say.
  bool watches_ = false, kept_ = false;
  std::size_t ranks_ = 0;
  bool near_singular_ = false;
  /// While loops are left to a solver: evaluations until the usual functions are tried again, and
  /// how many there will be after that.
  std::size_t wait_ = 0, next_wait_ = 1;
  std::unique_ptr<Projection> projection_;
  std::map<std::size_t, std::function<double(double)>> signals_;  ///< by slot
  ClosedContacts* contacts_ = nullptr;
  Delays* delays_ = nullptr;
  bool efforts_act_ = false;    ///< those of contacts are not all zero
  bool contacts_told_ = false;  ///< what is told of them is not all zero
  std::vector<double> efforts_, free_;
  SparsePattern dense_pattern_;  ///< of the Jacobian of a model with contacts
  std::vector<double> scratch_, direction_, values_;
  std::vector<double> seeded_;    ///< inputs and seeds
  bool seeded_is_known_ = false;  ///< has the present parameters and constants
  bool projects_ = true;
  double jump_time_ = std::numeric_limits<double>::quiet_NaN();
  std::size_t parameters_version_ = 0;
  std::string failure_;
  std::size_t pivot_changes_ = 0, singular_passages_ = 0, evaluations_ = 0;
};

}  // namespace multibond
