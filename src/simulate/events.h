/// Events: conditions, when clauses, event iteration.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/result.h"

namespace multibond {

/// What an event did.
struct EventOutcome {
  bool terminated = false;
  bool failed = false;       ///< the iteration did not end, or a value was not finite
  bool jumped = false;       ///< a state or discrete value changed
  bool mode_change = false;  ///< the model has to enter another mode: see `wanted_modes`
  std::string message;       ///< of terminate, or of the failure
  EventRecord record;
};

class EventHandler {
 public:
  explicit EventHandler(CompiledDynamics& dynamics);

  bool any() const {
    return !dynamics_.plan().conditions.empty() || !dynamics_.plan().system.whens.empty();
  }
  /// Sets all conditions by the signs of their indicators; what is exactly zero counts as false
  /// until `handle` has looked where it goes.
  bool set_initial_conditions(double t, const double* y);
  /// Earliest time after `after` at which a time condition switches; infinity if none does.
  double next_time_event(double after);
  /// The event at (t, y): conditions in `triggered` (numbers of conditions) are at their zero.
  /// Iterates until no condition and no discrete value changes; `y` may jump.
  EventOutcome handle(double t, std::vector<double>& y, const std::vector<std::size_t>& triggered);
  /// The same event after a change of mode, in the new mode: all conditions are looked at anew.
  EventOutcome resume(double t, std::vector<double>& y);
  /// Truth of the conditions of the modes (System::modes) at the present inputs.
  std::vector<bool> wanted_modes();
  /// Takes over what was true before from the handler of another mode.
  void take_over(const EventHandler& other);
  /// Truth values by condition.
  bool truth(std::size_t condition) const;
  /// Values before the event, for `pre`.
  void store_pre(double t, const double* y);

 private:
  void refresh();
  bool evaluate_conditions(double t, const std::vector<double>& y,
                           const std::vector<std::size_t>& at_zero, std::vector<bool>& truth);
  EventOutcome iterate(double t, std::vector<double>& y, const std::vector<std::size_t>& triggered,
                       const std::vector<std::size_t>& at_zero);
  bool decide_at_zero(double t, const std::vector<double>& y, std::size_t condition, bool& truth);
  void set_truth(std::size_t condition, bool value);
  std::vector<std::size_t> update_discrete_conditions(double t, const double* y);

  CompiledDynamics& dynamics_;
  std::size_t revision_ = 0;
  std::unique_ptr<Runner> indicators_;  ///< of all conditions
  std::unique_ptr<Runner> rates_;       ///< their forward derivative by time and states
  std::unique_ptr<Runner> whens_;       ///< conditions of the when clauses
  std::unique_ptr<Runner> actions_;     ///< values of all actions
  std::unique_ptr<Runner> pres_;        ///< values of the variables in pre(...)
  std::unique_ptr<Runner> switch_times_;
  std::unique_ptr<Runner> modes_;  ///< conditions of the modes
  std::vector<std::size_t> time_conditions_;
  std::vector<bool> when_value_;
  std::vector<std::size_t> action_start_;  ///< first action value of each when
  std::size_t actions_count_ = 0;
};

}  // namespace multibond
