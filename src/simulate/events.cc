#include "events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "held_projection.h"
#include "multibond/base/instants.h"
#include "multibond/base/text.h"

namespace multibond {

namespace {
constexpr std::size_t kMaximumIterations = 1000;
/// Indicators smaller than this at a start and after a change of mode count as zero.
constexpr double kZeroAfterChange = 1e-9;
/// An indicator that has changed by more than this at an event is no longer at the zero that was
/// found: its threshold jumped. Projection moves it by less.
constexpr double kMoved = 1e-7;

/// Where conditions run in circles, the band grows up to this.
constexpr double kWidestBand = 1e-6;

/// Whether a condition is true or false by its indicator alone, at events of others.
bool is_settled(const ConditionDescription& condition) {
  return condition.kind == ConditionKind::discrete || condition.kind == ConditionKind::dormant;
}

/// A condition that does not count may have no value where it does not.
bool has_value(const ConditionDescription& condition, double indicator) {
  return condition.kind == ConditionKind::dormant || std::isfinite(indicator);
}
}  // namespace

EventHandler::EventHandler(CompiledDynamics& dynamics)
    : dynamics_(dynamics), when_value_(dynamics.mode().whens.size(), false) {}

bool EventHandler::truth(std::size_t condition) const {
  return dynamics_.inputs()[mode().layout.conditions + condition] != 0;
}

void EventHandler::set_truth(std::size_t condition, bool value) {
  dynamics_.inputs()[mode().layout.conditions + condition] = value ? 1 : 0;
}

/// The conditions are those of the other mode but for the equations that differ. What this mode
/// remembers of them is of the time when it was left.
void EventHandler::take_over(const EventHandler& other) {
  when_value_ = other.when_value_;
  std::map<RelationId, bool> truths;
  const std::vector<ConditionDescription>& theirs = other.mode().conditions;
  for (std::size_t c = 0; c < theirs.size(); ++c) truths[theirs[c].id] = other.truth(c);
  const std::vector<ConditionDescription>& own = mode().conditions;
  for (std::size_t c = 0; c < own.size(); ++c) {
    const auto found = truths.find(own[c].id);
    if (found != truths.end()) set_truth(c, found->second);
  }
}

std::vector<double> EventHandler::values_for_pre(double t, const double* y) {
  std::vector<double> values(mode().pres.size());
  if (values.empty()) return values;
  dynamics_.set_point(t, y);
  dynamics_.run(FunctionKind::pres, values.data());
  return values;
}

/// True if one of them is another than before.
bool EventHandler::remember(const std::vector<double>& values) {
  const auto begin = dynamics_.inputs().begin() + static_cast<std::ptrdiff_t>(mode().layout.pres);
  const bool changed = !std::equal(values.begin(), values.end(), begin);
  std::copy(values.begin(), values.end(), begin);
  return changed;
}

void EventHandler::store_pre(double t, const double* y) { remember(values_for_pre(t, y)); }

/// Indicators of all conditions at the present inputs; not a number where a solver has no answer.
std::vector<double> EventHandler::indicators() {
  std::vector<double> g(mode().conditions.size(), std::numeric_limits<double>::quiet_NaN());
  if (g.empty()) return g;
  dynamics_.run(FunctionKind::indicators, g.data());
  return g;
}

/// What holds at an event may be another system of equations than before, which asks for other
/// pivots. Where it has no answer with any, who asked sees that.
void EventHandler::choose_pivots() {
  try {
    dynamics_.repivot();
  } catch (const Error&) {
  }
}

/// Truth by the sign of an indicator that is not watched for crossings.
bool EventHandler::truth_of(const ConditionDescription& condition, double g) const {
  if (condition.equality) return g == 0;
  if (g == 0 && mode().events.band > 0) return condition.at_zero;
  return g > 0 || (is_settled(condition) && g == 0 && condition.at_zero);
}

bool EventHandler::set_initial_conditions(double t, const double* y) {
  dynamics_.set_point(t, y);
  // Conditions may depend on each other through the equations: repeat until they settle.
  for (std::size_t round = 0; round < mode().conditions.size() + 2; ++round) {
    std::vector<double> g = indicators();
    const auto known = [](double value) { return std::isfinite(value); };
    if (mode().events.together && !std::all_of(g.begin(), g.end(), known)) {
      choose_pivots();
      g = indicators();
    }
    bool changed = false;
    for (std::size_t c = 0; c < g.size(); ++c) {
      if (!has_value(mode().conditions[c], g[c])) return false;
      const bool value = truth_of(mode().conditions[c], g[c]);
      changed = changed || value != truth(c);
      set_truth(c, value);
    }
    if (!changed) break;
  }
  // What holds from the beginning does not count as becoming true.
  std::vector<double> values(when_value_.size());
  if (!values.empty()) dynamics_.run(FunctionKind::whens, values.data());
  for (std::size_t w = 0; w < values.size(); ++w) {
    when_value_[w] = values[w] != 0 && !mode().whens[w].initial;
  }
  return true;
}

double EventHandler::next_time_event(double after) {
  if (mode().time_conditions.empty()) return std::numeric_limits<double>::infinity();
  std::vector<double> times(mode().time_conditions.size());
  dynamics_.run(FunctionKind::switch_times, times.data());
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
  std::vector<double> f(y.size());
  if (dynamics_.derivatives(t, y.data(), f.data()) == Evaluation::failed) return false;
  dynamics_.set_point(t, y.data());
  std::vector<double> rates(mode().conditions.size());
  dynamics_.run(FunctionKind::indicator_rates, dynamics_.inputs_with_motion(f.data()),
                rates.data());
  double direction = rates[c];
  // A rate that is only rounding says nothing.
  double size = 0;
  for (std::size_t i = 0; i < y.size(); ++i) size = std::max(size, std::abs(f[i]));
  if (std::abs(direction) <= 1e-14 * size) {
    const double h = 1e-5;
    std::vector<double> ahead = y, slope = f;
    for (int k = 0; k < 2; ++k) {
      for (std::size_t i = 0; i < y.size(); ++i) ahead[i] += h * slope[i];
      if (dynamics_.derivatives(t + (k + 1) * h, ahead.data(), slope.data()) ==
          Evaluation::failed) {
        break;
      }
    }
    dynamics_.set_point(t + 2 * h, ahead.data());
    direction = indicators()[c];
    if (std::abs(direction) < 1e-14) direction = 0;
    dynamics_.set_point(t, y.data());
  }
  value = direction > 0 || (direction == 0 && mode().conditions[c].at_zero);
  return true;
}

/// A condition without a value keeps its truth; false if there is one.
bool EventHandler::evaluate_conditions(double t, const std::vector<double>& y,
                                       const std::vector<std::size_t>& at_zero, Zero which,
                                       std::vector<bool>& result) {
  dynamics_.set_point(t, y.data());
  const std::vector<double> g = indicators();
  bool complete = true;
  for (std::size_t c = 0; c < g.size(); ++c) {
    const ConditionDescription& condition = mode().conditions[c];
    if (!has_value(condition, g[c])) {
      result[c] = truth(c);
      complete = false;
    } else if (is_settled(condition)) {
      result[c] = truth_of(condition, g[c]);
    } else if (condition.kind == ConditionKind::state && mode().events.band > 0) {
      // Near its zero it keeps its value, unless it jumped to it exactly, as counts do.
      const bool jumped =
          g[c] == 0 && std::abs(found_[c]) > mode().events.band && band_ == mode().events.band;
      const bool rests = std::abs(g[c]) <= band_ && !jumped;
      result[c] = rests ? truth(c) : truth_of(condition, g[c]);
    } else if (condition.kind == ConditionKind::time) {
      // Within rounding of its switching time a time condition has switched.
      const bool zero = std::abs(g[c]) <= one_instant(t);
      bool value = g[c] > 0;
      if (zero && !decide_at_zero(t, y, c, value)) return false;
      result[c] = value;
    } else {
      const bool marked = (which == Zero::rounded && std::abs(g[c]) <= kZeroAfterChange) ||
                          (std::find(at_zero.begin(), at_zero.end(), c) != at_zero.end() &&
                           std::abs(g[c] - found_[c]) <= kMoved);
      bool value = g[c] > 0;
      if ((marked || g[c] == 0) && !decide_at_zero(t, y, c, value)) return false;
      result[c] = value;
    }
  }
  return complete;
}

/// Conditions on discrete values only, and those that no equation depends on now: true or false at
/// once, whatever the equations say. Returns those of the former that have changed.
std::vector<std::size_t> EventHandler::update_discrete_conditions(double t, const double* y) {
  std::vector<std::size_t> changed;
  dynamics_.set_point(t, y);
  const std::vector<double> g = indicators();
  for (std::size_t c = 0; c < g.size(); ++c) {
    const ConditionDescription& condition = mode().conditions[c];
    if (!is_settled(condition) || !has_value(condition, g[c])) continue;
    const bool value = truth_of(condition, g[c]);
    if (value == truth(c)) continue;
    set_truth(c, value);
    if (condition.kind == ConditionKind::discrete) changed.push_back(c);
  }
  return changed;
}

std::vector<bool> EventHandler::wanted_modes() {
  const std::size_t count = mode().modes.size();
  std::vector<double> values(count);
  if (count > 0) dynamics_.run(FunctionKind::modes, values.data());
  std::vector<bool> wanted(count);
  for (std::size_t m = 0; m < count; ++m) wanted[m] = values[m] != 0;
  counting_modes(mode().mode_nesting, wanted);
  return wanted;
}

std::vector<bool> EventHandler::modes_of_discretes(double t, const double* y) {
  while (!update_discrete_conditions(t, y).empty()) {
  }
  dynamics_.set_point(t, y);
  return wanted_modes();
}

EventOutcome EventHandler::handle(double t, std::vector<double>& y,
                                  const std::vector<std::size_t>& triggered) {
  store_pre(t, y.data());
  dynamics_.arrive(t);
  dynamics_.set_point(t, y.data());
  found_ = indicators();
  return iterate(t, y, triggered, Zero::triggered);
}

EventOutcome EventHandler::begin(double t, std::vector<double>& y) {
  store_pre(t, y.data());
  dynamics_.arrive(t);
  if (mode().events.together) {
    dynamics_.set_point(t, y.data());
    found_ = indicators();
  }
  if (const auto flag = mode().events.initial) {
    dynamics_.inputs()[mode().layout.discretes + *flag] = 0;
  }
  return resume(t, y);
}

EventOutcome EventHandler::end(double t, std::vector<double>& y) {
  store_pre(t, y.data());
  dynamics_.inputs()[mode().layout.discretes + *mode().events.terminal] = 1;
  dynamics_.set_point(t, y.data());
  found_ = indicators();
  return iterate(t, y, {}, Zero::triggered);
}

void EventHandler::forget_end() {
  dynamics_.inputs()[mode().layout.discretes + *mode().events.terminal] = 0;
}

EventOutcome EventHandler::resume(double t, std::vector<double>& y,
                                  const std::vector<std::size_t>& at_zero) {
  if (mode().events.together && found_.size() != mode().conditions.size()) found_ = indicators();
  return iterate(t, y, at_zero, Zero::rounded);
}

/// A discrete variable or a state gets its new value; true if it is another one.
bool EventHandler::apply(const ActionDescription& action, double value, std::vector<double>& y,
                         EventOutcome& outcome) {
  outcome.jumped = true;
  if (action.kind == ActionDescription::Kind::reinit) {
    y[action.place] = action.sign * value;
    return true;
  }
  double& slot = dynamics_.inputs()[mode().layout.discretes + action.place];
  const bool changed = slot != value;
  slot = value;
  return changed;
}

/// How far the farthest of the indicators at the present truths is on the other side of its zero.
double EventHandler::contradiction(const std::vector<bool>& wanted) {
  const std::vector<double> g = indicators();
  double farthest = 0;
  for (std::size_t c = 0; c < g.size(); ++c) {
    if (wanted[c] != truth(c)) farthest = std::max(farthest, std::abs(g[c]));
  }
  return farthest;
}

std::vector<bool> EventHandler::truths() const {
  std::vector<bool> all(mode().conditions.size());
  for (std::size_t c = 0; c < all.size(); ++c) all[c] = truth(c);
  return all;
}

bool EventHandler::when_would_fire(double t, const std::vector<double>& y) {
  std::vector<double> values(when_value_.size());
  dynamics_.set_point(t, y.data());
  if (!values.empty()) dynamics_.run(FunctionKind::whens, values.data());
  for (std::size_t w = 0; w < values.size(); ++w) {
    if (values[w] != 0 && !when_value_[w]) return true;
  }
  return false;
}

/// `triggered`: conditions that were found at their zero; `which` of them are decided by where they
/// go.
EventOutcome EventHandler::iterate(double t, std::vector<double>& y,
                                   const std::vector<std::size_t>& triggered, Zero which) {
  const std::vector<ConditionDescription>& conditions = mode().conditions;
  EventOutcome outcome;
  outcome.record.time = t;
  std::vector<bool> changed_ever(conditions.size(), false);

  // A condition found at its zero has been crossed: it is true to the new side first, so that
  // `when` sees the edge; where it goes after the jumps is looked at next.
  bool first = which == Zero::triggered && !triggered.empty();
  std::set<std::vector<bool>> met;  // truths since values were remembered
  std::size_t circles = 0;
  std::vector<bool> best;  // in a circle: the truths that their indicators contradict least
  double least = 0;
  const std::vector<bool> before = truths();
  band_ = mode().events.band;
  bool pivots_suit = false;  // whether they were chosen for the present truths
  std::vector<bool> now(conditions.size());
  for (std::size_t iteration = 0;; ++iteration) {
    if (iteration == kMaximumIterations) {
      std::vector<std::string> names;
      for (std::size_t c = 0; c < changed_ever.size(); ++c) {
        if (changed_ever[c]) names.push_back(conditions[c].text);
      }
      outcome.failed = true;
      outcome.message = fmt::format("The conditions {} switch each other on and off without end.",
                                    join_names(names, 6));
      return outcome;
    }
    outcome.record.iterations = iteration + 1;
    const bool complete =
        evaluate_conditions(t, y, first ? std::vector<std::size_t>{} : triggered, which, now);
    const auto no_value = [&](std::string message) {
      outcome.failed = true;
      outcome.message = std::move(message);
      return outcome;
    };
    if (!complete && !mode().events.together) {
      return no_value("A condition has no value. " + dynamics_.failure());
    }
    if (first) {
      for (std::size_t c : triggered) now[c] = !truth(c);
      first = false;
    }
    bool changed = false;
    // Where all at once would run in circles, one condition changes at a time.
    const bool alone = mode().events.together && !met.insert(now).second;
    circles += alone ? 1 : 0;
    const std::size_t patience = outcome.record.conditions.size() + 2;
    if (alone && circles > patience && circles <= 2 * patience && !when_would_fire(t, y)) {
      // No truth agrees with the values before the event. Then they are remembered on the way: a
      // clutch that has begun to slip holds by that, however small its acceleration.
      remember(values_for_pre(t, y.data()));
      dynamics_.set_point(t, y.data());
      best.clear();
    }
    if (alone && band_ < kWidestBand && circles > 3 * patience) {
      // Each branch says that the other one holds, by what may be rounding of large numbers: such
      // as a voltage that is divided by a resistance near zero. What is that near keeps its value,
      // from where the least contradicts it.
      for (std::size_t c = 0; c < best.size(); ++c) set_truth(c, best[c]);
      band_ *= 100;
      circles = 0;
      met.clear();
      continue;
    }
    if (alone) {
      // The truths before the event are not among them: they would be crossed again at once.
      const std::vector<bool> present = truths();
      const double contradicted = contradiction(now);
      if (present != before && (best.empty() || contradicted < least)) {
        least = contradicted;
        best = present;
      }
    }
    for (std::size_t c = 0; c < now.size(); ++c) {
      if (now[c] == truth(c) || (alone && changed)) continue;
      set_truth(c, now[c]);
      if (conditions[c].kind == ConditionKind::dormant) continue;
      changed = true;
      if (!changed_ever[c]) {
        changed_ever[c] = true;
        outcome.record.conditions.push_back(conditions[c].text);
      }
    }
    if (mode().events.together && changed) {
      pivots_suit = false;
      continue;  // until they agree with all equations
    }

    // When clauses fire on the rising edge; all actions use the values before any of them.
    const std::vector<double> to_remember =
        mode().events.together ? values_for_pre(t, y.data()) : std::vector<double>();
    dynamics_.set_point(t, y.data());
    const auto lost = std::find_if_not(to_remember.begin(), to_remember.end(),
                                       [](double value) { return std::isfinite(value); });
    if ((!complete || lost != to_remember.end()) && !pivots_suit) {
      choose_pivots();
      pivots_suit = true;
      continue;
    }
    if (!complete) return no_value("A condition has no value. " + dynamics_.failure());
    if (lost != to_remember.end()) {
      const auto place = static_cast<std::size_t>(lost - to_remember.begin());
      outcome.without_value = mode().pres[place];
      return no_value(dynamics_.failure());
    }
    met.clear();
    best.clear();
    pivots_suit = false;
    std::vector<double> values(when_value_.size()), results(mode().actions);
    if (!values.empty()) dynamics_.run(FunctionKind::whens, values.data());
    std::vector<std::size_t> fired;
    for (std::size_t w = 0; w < values.size(); ++w) {
      const bool value = values[w] != 0;
      if (value && !when_value_[w]) fired.push_back(w);
      when_value_[w] = value || mode().whens[w].initial;  // once, and never again
    }
    if (!fired.empty()) {
      if (!results.empty()) dynamics_.run(FunctionKind::actions, results.data());
      struct Given {
        double value;
        std::string_view source;
      };
      std::map<std::string_view, Given> given;  // new values of this round, by variable
      std::vector<std::size_t> set;             // states of this round
      for (std::size_t w : fired) {
        const WhenDescription& when = mode().whens[w];
        for (std::size_t a = 0; a < when.actions.size(); ++a) {
          const ActionDescription& action = when.actions[a];
          const double value = results[when.first + a];
          if (action.kind == ActionDescription::Kind::settle) {
            outcome.unsettled.push_back(action.place);
            continue;
          }
          if (action.kind == ActionDescription::Kind::terminate) {
            outcome.terminated = true;
            outcome.message = action.message;
            continue;
          }
          if (action.kind == ActionDescription::Kind::tell) {
            outcome.told.push_back({action.message, action.source});
            continue;
          }
          if (!std::isfinite(value)) {
            outcome.failed = true;
            if (!action.message.empty()) {  // what it means, and what to do in a second line
              const std::size_t end = action.message.find('\n');
              outcome.message = action.message.substr(0, end);
              if (end != std::string::npos) outcome.hint = action.message.substr(end + 1);
              return outcome;
            }
            outcome.message =
                fmt::format("The new value of {} is not a finite number.", action.path);
            outcome.hint = "Check the value that the when clause gives it.";
            return outcome;
          }
          if (action.kind == ActionDescription::Kind::strike ||
              action.kind == ActionDescription::Kind::inject) {
            outcome.strikes.push_back(
                {action.place, value, action.kind == ActionDescription::Kind::inject});
            continue;
          }
          // What holds only initially gives way to what happens at the same instant.
          const auto [known, first_time] =
              when.initial ? std::pair(given.end(), true)
                           : given.emplace(action.path, Given{value, action.source});
          if (!first_time && known->second.value != value) {
            outcome.failed = true;
            const auto placed = [](double number, std::string_view source) {
              return source.empty() ? fmt::format("{}", number)
                                    : fmt::format("{} ({})", number, source);
            };
            outcome.message = fmt::format(
                "Two when clauses give {} different values at the same instant: {} "
                "and {}.",
                action.path, placed(known->second.value, known->second.source),
                placed(value, action.source));
            outcome.hint =
                "Give it its value in one when clause, whose condition is the `or` of "
                "both.";
            return outcome;
          }
          changed = apply(action, value, y, outcome) || changed;
          if (action.kind == ActionDescription::Kind::reinit) set.push_back(action.place);
        }
      }
      if (dynamics_.invariants() > 0 && outcome.jumped) {
        if (mode().events.together && !set.empty()) {
          project_around(dynamics_, t, y, set);
        } else {
          dynamics_.project(t, y.data());
        }
      }
      if (!mode().events.together) store_pre(t, y.data());
    }
    if (mode().events.together && remember(to_remember)) changed = true;
    if (!outcome.unsettled.empty()) return outcome;
    if (!mode().modes.empty()) {
      // A mode that new discrete values ask for is entered before conditions on states are looked
      // at again: in the old mode their motion means nothing.
      for (std::size_t c : update_discrete_conditions(t, y.data())) {
        changed = true;
        if (changed_ever[c]) continue;
        changed_ever[c] = true;
        outcome.record.conditions.push_back(conditions[c].text);
      }
      dynamics_.set_point(t, y.data());
      outcome.mode_change = wanted_modes() != mode().modes;
      if (outcome.mode_change) return outcome;
    }
    if (!changed) return outcome;
  }
}

}  // namespace multibond
