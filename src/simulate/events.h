/// Events: conditions, when clauses, event iteration.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/result.h"

namespace multibond {

/// What an event did.
struct EventOutcome {
  bool terminated = false;
  bool failed = false;                 ///< the iteration did not end, or a value was not finite
  bool jumped = false;                 ///< a state or discrete value changed
  bool mode_change = false;            ///< the model has to enter another mode: see `wanted_modes`
  std::vector<std::size_t> unsettled;  ///< frictions: which of all stick has to be decided
  /// Impulses given from outside.
  struct Strike {
    std::size_t coordinate = 0;
    double value = 0;
    bool energy = false;  ///< the value is the work to be done
  };
  std::vector<Strike> strikes;
  /// The variable whose value after the event is no finite number, if that is the failure.
  std::optional<VariableId> without_value;
  struct Warning {
    std::string text, place;
  };
  std::vector<Warning> told;
  std::string message;  ///< of terminate, or of the failure
  std::string hint;     ///< what helps, if it is not the usual
  EventRecord record;
};

class EventHandler {
 public:
  explicit EventHandler(CompiledDynamics& dynamics);

  bool any() const {
    return !mode().conditions.empty() || !mode().whens.empty() || mode().events.initial;
  }
  /// Sets all conditions by the signs of their indicators; what is exactly zero counts as false
  /// until `handle` has looked where it goes.
  bool set_initial_conditions(double t, const double* y);
  /// Earliest time after `after` at which a time condition switches; infinity if none does.
  double next_time_event(double after);
  /// The event at a start: what is zero up to rounding is decided by where it goes.
  EventOutcome begin(double t, std::vector<double>& y);
  /// The event at (t, y): conditions in `triggered` (numbers of conditions) are at their zero.
  /// Iterates until no condition and no discrete value changes; `y` may jump.
  EventOutcome handle(double t, std::vector<double>& y, const std::vector<std::size_t>& triggered);
  /// Whether the model has something to do at the end of the run, the event there, and that the
  /// run is not at its end after all.
  bool any_at_end() const { return mode().events.terminal.has_value(); }
  EventOutcome end(double t, std::vector<double>& y);
  void forget_end();
  /// The same event after a change of mode, in the new mode, or after an impulse: all conditions
  /// are looked at anew. Those `at_zero` are so although projection may have moved them a little.
  EventOutcome resume(double t, std::vector<double>& y,
                      const std::vector<std::size_t>& at_zero = {});
  /// Truth of the conditions of the modes (System::modes) at the present inputs.
  std::vector<bool> wanted_modes();
  /// The same where discrete values were given from outside.
  std::vector<bool> modes_of_discretes(double t, const double* y);
  /// Takes over what was true before from the handler of another mode.
  void take_over(const EventHandler& other);
  /// Truth values by condition.
  bool truth(std::size_t condition) const;
  /// Values before the event, for `pre`.
  void store_pre(double t, const double* y);

  /// Truth of the when clauses: what this handler remembers.
  const std::vector<bool>& memory() const { return when_value_; }
  void restore(const std::vector<bool>& memory) { when_value_ = memory; }

 private:
  const CompiledMode& mode() const { return dynamics_.mode(); }
  /// Which conditions are at their zero, so that where they go decides: those that were found
  /// there, or all that are zero up to rounding.
  enum class Zero : std::uint8_t { triggered, rounded };
  bool evaluate_conditions(double t, const std::vector<double>& y,
                           const std::vector<std::size_t>& at_zero, Zero which,
                           std::vector<bool>& truth);
  EventOutcome iterate(double t, std::vector<double>& y, const std::vector<std::size_t>& triggered,
                       Zero which);
  bool decide_at_zero(double t, const std::vector<double>& y, std::size_t condition, bool& truth);
  void set_truth(std::size_t condition, bool value);
  std::vector<std::size_t> update_discrete_conditions(double t, const double* y);

  std::vector<double> indicators();
  void choose_pivots();
  std::vector<bool> truths() const;
  bool when_would_fire(double t, const std::vector<double>& y);
  double contradiction(const std::vector<bool>& wanted);
  bool truth_of(const ConditionDescription& condition, double indicator) const;
  std::vector<double> values_for_pre(double t, const double* y);
  bool remember(const std::vector<double>& values);
  bool apply(const ActionDescription& action, double value, std::vector<double>& y,
             EventOutcome& outcome);

  CompiledDynamics& dynamics_;
  std::vector<bool> when_value_;
  double band_ = 0;            ///< of the present event: that of the rules or wider
  std::vector<double> found_;  ///< indicators when the present event was found
};

}  // namespace multibond
