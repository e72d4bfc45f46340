#include "events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "multibond/base/text.h"

namespace multibond {

namespace {
constexpr std::size_t kMaximumIterations = 1000;
/// Indicators smaller than this after a change of mode count as zero.
constexpr double kZeroAfterChange = 1e-9;
}  // namespace

EventHandler::EventHandler(CompiledDynamics& dynamics) : dynamics_(dynamics) {
  const Plan& plan = dynamics.plan();
  for (std::size_t c = 0; c < plan.conditions.size(); ++c) {
    if (plan.conditions[c].kind == ConditionKind::time) time_conditions_.push_back(c);
  }
  when_value_.assign(plan.system.whens.size(), false);
  refresh();
}

/// Makes the functions, and makes them again after the plan has changed.
void EventHandler::refresh() {
  if (revision_ == dynamics_.revision()) return;
  revision_ = dynamics_.revision();
  const Plan& plan = dynamics_.plan();
  std::vector<Expr> indicators, conditions, actions, pres, times;
  for (const Condition& condition : plan.conditions) indicators.push_back(condition.indicator);
  action_start_.clear();
  for (const SystemWhen& when : plan.system.whens) {
    conditions.push_back(when.condition);
    action_start_.push_back(actions.size());
    for (const WhenAction& action : when.actions) actions.push_back(action.value);
  }
  actions_count_ = actions.size();
  for (const Expr& leaf : plan.pres) pres.push_back(plan.image(leaf.index()));
  for (std::size_t c : time_conditions_) times.push_back(plan.conditions[c].switch_time);
  const Program program = dynamics_.program(indicators);
  std::vector<std::uint32_t> active{static_cast<std::uint32_t>(plan.layout.time)};
  for (std::uint32_t i = 0; i < plan.states(); ++i) {
    active.push_back(static_cast<std::uint32_t>(plan.layout.states) + i);
  }
  rates_ = std::make_unique<Runner>(tangent(program, active), dynamics_.backend());
  indicators_ = std::make_unique<Runner>(program, dynamics_.backend());
  whens_ = dynamics_.make(conditions);
  actions_ = dynamics_.make(actions);
  pres_ = dynamics_.make(pres);
  switch_times_ = dynamics_.make(times);
  std::vector<Expr> modes;
  for (const SystemMode& mode : plan.system.modes) modes.push_back(mode.condition);
  modes_ = dynamics_.make(modes);
}

bool EventHandler::truth(std::size_t condition) const {
  return dynamics_.inputs()[dynamics_.plan().layout.conditions + condition] != 0;
}

void EventHandler::set_truth(std::size_t condition, bool value) {
  dynamics_.inputs()[dynamics_.plan().layout.conditions + condition] = value ? 1 : 0;
}

/// The conditions are those of the other mode but for the equations that differ. What this mode
/// remembers of them is of the time when it was left.
void EventHandler::take_over(const EventHandler& other) {
  when_value_ = other.when_value_;
  std::map<std::pair<std::uint32_t, std::string_view>, bool> truths;
  const std::vector<Condition>& theirs = other.dynamics_.plan().conditions;
  for (std::size_t c = 0; c < theirs.size(); ++c) {
    truths[{theirs[c].component, theirs[c].text}] = other.truth(c);
  }
  const std::vector<Condition>& own = dynamics_.plan().conditions;
  for (std::size_t c = 0; c < own.size(); ++c) {
    const auto found = truths.find({own[c].component, own[c].text});
    if (found != truths.end()) set_truth(c, found->second);
  }
}

void EventHandler::store_pre(double t, const double* y) {
  refresh();
  const Plan& plan = dynamics_.plan();
  if (plan.pres.empty()) return;
  dynamics_.set_point(t, y);
  std::vector<double> values(plan.pres.size());
  pres_->run(dynamics_.inputs().data(), values.data());
  std::copy(values.begin(), values.end(),
            dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(plan.layout.pres));
}

bool EventHandler::set_initial_conditions(double t, const double* y) {
  refresh();
  const Plan& plan = dynamics_.plan();
  dynamics_.set_point(t, y);
  std::vector<double> g(plan.conditions.size());
  // Conditions may depend on each other through the equations: repeat until they settle.
  for (std::size_t round = 0; round < plan.conditions.size() + 2; ++round) {
    indicators_->run(dynamics_.inputs().data(), g.data());
    bool changed = false;
    for (std::size_t c = 0; c < g.size(); ++c) {
      if (!std::isfinite(g[c])) return false;
      const Condition& condition = plan.conditions[c];
      const bool value = condition.equality ? g[c] == 0
                         : condition.kind == ConditionKind::discrete
                             ? (g[c] > 0 || (g[c] == 0 && condition.at_zero))
                             : g[c] > 0;
      changed = changed || value != truth(c);
      set_truth(c, value);
    }
    if (!changed) break;
  }
  // What holds from the beginning does not count as becoming true.
  std::vector<double> values(when_value_.size());
  whens_->run(dynamics_.inputs().data(), values.data());
  for (std::size_t w = 0; w < values.size(); ++w) {
    when_value_[w] = values[w] != 0 && !plan.system.whens[w].initial;
  }
  return true;
}

double EventHandler::next_time_event(double after) {
  if (time_conditions_.empty()) return std::numeric_limits<double>::infinity();
  refresh();
  std::vector<double> times(time_conditions_.size());
  switch_times_->run(dynamics_.inputs().data(), times.data());
  double next = std::numeric_limits<double>::infinity();
  for (double time : times) {
    if (time > after) next = std::min(next, time);
  }
  return next;
}

/// A condition at its zero is decided by where its indicator goes next: by its rate, and if that is
/// zero too, by a small step ahead.
bool EventHandler::decide_at_zero(double t, const std::vector<double>& y, std::size_t c,
                                  bool& value) {
  const Plan& plan = dynamics_.plan();
  std::vector<double> f(y.size());
  if (dynamics_.derivatives(t, y.data(), f.data()) == Evaluation::failed) return false;
  refresh();
  dynamics_.set_point(t, y.data());
  std::vector<double> point = dynamics_.inputs(), rates(plan.conditions.size());
  point.push_back(1.0);
  point.insert(point.end(), f.begin(), f.end());
  rates_->run(point.data(), rates.data());
  double direction = rates[c];
  // A rate that is only rounding says nothing.
  double size = 0;
  for (std::size_t i = 0; i < y.size(); ++i) size = std::max(size, std::abs(f[i]));
  if (std::abs(direction) <= 1e-14 * size) {
    const double h = 1e-5;
    std::vector<double> ahead = y, slope = f, g(plan.conditions.size());
    for (int k = 0; k < 2; ++k) {
      for (std::size_t i = 0; i < y.size(); ++i) ahead[i] += h * slope[i];
      if (dynamics_.derivatives(t + (k + 1) * h, ahead.data(), slope.data()) ==
          Evaluation::failed) {
        break;
      }
    }
    refresh();
    dynamics_.set_point(t + 2 * h, ahead.data());
    indicators_->run(dynamics_.inputs().data(), g.data());
    direction = g[c];
    if (std::abs(direction) < 1e-14) direction = 0;
    dynamics_.set_point(t, y.data());
  }
  value = direction > 0 || (direction == 0 && plan.conditions[c].at_zero);
  return true;
}

bool EventHandler::evaluate_conditions(double t, const std::vector<double>& y,
                                       const std::vector<std::size_t>& at_zero,
                                       std::vector<bool>& result) {
  const Plan& plan = dynamics_.plan();
  dynamics_.set_point(t, y.data());
  std::vector<double> g(plan.conditions.size());
  if (!indicators_->run(dynamics_.inputs().data(), g.data())) return false;
  for (std::size_t c = 0; c < g.size(); ++c) {
    const Condition& condition = plan.conditions[c];
    if (!std::isfinite(g[c])) return false;
    if (condition.kind == ConditionKind::discrete) {
      result[c] = condition.equality ? g[c] == 0 : g[c] > 0 || (g[c] == 0 && condition.at_zero);
    } else if (condition.kind == ConditionKind::time) {
      // Within rounding of its switching time a time condition has switched.
      const bool zero = std::abs(g[c]) <= 4e-16 * std::max(1.0, std::abs(t)) * 4;
      bool value = g[c] > 0;
      if (zero && !decide_at_zero(t, y, c, value)) return false;
      result[c] = value;
    } else {
      const bool marked = std::find(at_zero.begin(), at_zero.end(), c) != at_zero.end();
      bool value = g[c] > 0;
      if ((marked || g[c] == 0) && !decide_at_zero(t, y, c, value)) return false;
      result[c] = value;
    }
  }
  return true;
}

/// Conditions on discrete values only: true or false at once, whatever the equations say. Returns
/// those that have changed.
std::vector<std::size_t> EventHandler::update_discrete_conditions(double t, const double* y) {
  const Plan& plan = dynamics_.plan();
  std::vector<std::size_t> changed;
  dynamics_.set_point(t, y);
  std::vector<double> g(plan.conditions.size() + 1);
  if (!indicators_->run(dynamics_.inputs().data(), g.data())) return changed;
  for (std::size_t c = 0; c < plan.conditions.size(); ++c) {
    const Condition& condition = plan.conditions[c];
    if (condition.kind != ConditionKind::discrete) continue;
    const bool value =
        condition.equality ? g[c] == 0 : g[c] > 0 || (g[c] == 0 && condition.at_zero);
    if (value == truth(c)) continue;
    set_truth(c, value);
    changed.push_back(c);
  }
  return changed;
}

std::vector<bool> EventHandler::wanted_modes() {
  refresh();
  const std::size_t count = dynamics_.plan().system.modes.size();
  std::vector<double> values(count + 1);
  modes_->run(dynamics_.inputs().data(), values.data());
  std::vector<bool> wanted(count);
  for (std::size_t m = 0; m < count; ++m) wanted[m] = values[m] != 0;
  return wanted;
}

EventOutcome EventHandler::handle(double t, std::vector<double>& y,
                                  const std::vector<std::size_t>& triggered) {
  refresh();
  store_pre(t, y.data());
  return iterate(t, y, triggered, triggered);
}

EventOutcome EventHandler::resume(double t, std::vector<double>& y) {
  refresh();
  // What is zero up to the rounding of the change of mode is decided by where it goes.
  const Plan& plan = dynamics_.plan();
  dynamics_.set_point(t, y.data());
  std::vector<double> g(plan.conditions.size() + 1);
  indicators_->run(dynamics_.inputs().data(), g.data());
  std::vector<std::size_t> at_zero;
  for (std::size_t c = 0; c < plan.conditions.size(); ++c) {
    const bool zero = std::abs(g[c]) <= kZeroAfterChange;
    if (plan.conditions[c].kind == ConditionKind::state && zero) at_zero.push_back(c);
  }
  return iterate(t, y, {}, at_zero);
}

/// `triggered`: conditions that were found at their zero; `at_zero`: those decided by where they
/// go.
EventOutcome EventHandler::iterate(double t, std::vector<double>& y,
                                   const std::vector<std::size_t>& triggered,
                                   const std::vector<std::size_t>& at_zero) {
  const Plan& plan = dynamics_.plan();
  EventOutcome outcome;
  outcome.record.time = t;
  std::vector<bool> changed_ever(plan.conditions.size(), false);

  // A condition found at its zero has been crossed: it is true to the new side first, so that
  // `when` sees the edge; where it goes after the jumps is looked at next.
  bool first = !triggered.empty();
  std::vector<bool> now(plan.conditions.size());
  for (std::size_t iteration = 0;; ++iteration) {
    if (iteration == kMaximumIterations) {
      std::vector<std::string> names;
      for (std::size_t c = 0; c < changed_ever.size(); ++c) {
        if (changed_ever[c]) names.push_back(plan.conditions[c].text);
      }
      outcome.failed = true;
      outcome.message = fmt::format("The conditions {} switch each other on and off without end.",
                                    join_names(names, 6));
      return outcome;
    }
    outcome.record.iterations = iteration + 1;
    if (!evaluate_conditions(t, y, first ? std::vector<std::size_t>{} : at_zero, now)) {
      outcome.failed = true;
      outcome.message = "A condition has no value. " + dynamics_.failure();
      return outcome;
    }
    if (first) {
      for (std::size_t c : triggered) now[c] = !truth(c);
      first = false;
    }
    bool changed = false;
    for (std::size_t c = 0; c < now.size(); ++c) {
      if (now[c] == truth(c)) continue;
      set_truth(c, now[c]);
      changed = true;
      if (!changed_ever[c]) {
        changed_ever[c] = true;
        outcome.record.conditions.push_back(plan.conditions[c].text);
      }
    }

    // When clauses fire on the rising edge; all actions use the values before any of them.
    dynamics_.set_point(t, y.data());
    std::vector<double> values(when_value_.size()), results(actions_count_);
    whens_->run(dynamics_.inputs().data(), values.data());
    std::vector<std::size_t> fired;
    for (std::size_t w = 0; w < values.size(); ++w) {
      const bool value = values[w] != 0;
      if (value && !when_value_[w]) fired.push_back(w);
      when_value_[w] = value;
    }
    if (!fired.empty()) {
      actions_->run(dynamics_.inputs().data(), results.data());
      for (std::size_t w : fired) {
        const SystemWhen& when = plan.system.whens[w];
        for (std::size_t a = 0; a < when.actions.size(); ++a) {
          const WhenAction& action = when.actions[a];
          const double value = results[action_start_[w] + a];
          if (action.kind == WhenAction::Kind::terminate) {
            outcome.terminated = true;
            outcome.message = action.message;
            continue;
          }
          if (!std::isfinite(value)) {
            outcome.failed = true;
            outcome.message = fmt::format("The new value of {} is not a finite number.",
                                          plan.original.variables[action.variable].path);
            return outcome;
          }
          if (action.kind == WhenAction::Kind::assign) {
            const auto place =
                std::find(plan.discretes.begin(), plan.discretes.end(), action.variable);
            double& slot =
                dynamics_.inputs()[plan.layout.discretes +
                                   static_cast<std::size_t>(place - plan.discretes.begin())];
            changed = changed || slot != value;
            outcome.jumped = true;
            slot = value;
          } else {
            const AliasTarget& target = plan.aliases.targets[action.variable];
            std::size_t slot = 0;
            plan.input_slot(plan.system.pool->variable(target.root, target.order), slot);
            y[slot - plan.layout.states] = target.sign * value;
            changed = true;
            outcome.jumped = true;
          }
        }
      }
      if (dynamics_.invariants() > 0 && outcome.jumped) dynamics_.project(t, y.data());
      store_pre(t, y.data());
    }
    if (!plan.system.modes.empty()) {
      // A mode that new discrete values ask for is entered before conditions on states are looked
      // at again: in the old mode their motion means nothing.
      for (std::size_t c : update_discrete_conditions(t, y.data())) {
        changed = true;
        if (changed_ever[c]) continue;
        changed_ever[c] = true;
        outcome.record.conditions.push_back(plan.conditions[c].text);
      }
      dynamics_.set_point(t, y.data());
      outcome.mode_change = wanted_modes() != plan.options.modes;
      if (outcome.mode_change) return outcome;
    }
    if (!changed) return outcome;
  }
}

}  // namespace multibond
