/// Pass: conditions. Every relation in the equations becomes a truth value that is constant between
/// events, so that the equations the integrator sees are smooth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

enum class ConditionKind : std::uint8_t {
  state,     ///< changes where its indicator crosses zero
  time,      ///< the indicator is linear in time with coefficients known between events
  discrete,  ///< depends on discrete values only: changes at events of others
};

/// One relation a < b or a <= b, true where the indicator b - a is positive.
struct Condition {
  Expr indicator;
  bool at_zero = false;   ///< truth where the indicator is zero and stays so
  bool equality = false;  ///< a == b of discrete values
  ConditionKind kind = ConditionKind::state;
  /// If of kind time: true from (or until) the time at which the indicator vanishes.
  Expr switch_time = 0.0;
  std::string text;  ///< for messages: "ball.h < 0"
  std::uint32_t component = 0;
};

/// Replaces relations by condition leaves in all equations, when clauses and rules.
/// What stands inside `no_event` keeps its relations.
std::vector<Condition> extract_conditions(System& system);

}  // namespace multibond
