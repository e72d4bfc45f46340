/// Pass: conditions. Every relation in the equations becomes a truth value that is constant between
/// events, so that the equations the integrator sees are smooth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/model/system.h"

namespace multibond {

/// One relation a < b or a <= b, true where the indicator b - a is positive.
struct Condition {
  RelationId id;  ///< of the flattened model, in all its modes
  Expr indicator;
  bool at_zero = false;   ///< truth where the indicator is zero and stays so
  bool equality = false;  ///< a == b of discrete values
  bool dormant = false;   ///< only of modes that do not count
  ConditionKind kind = ConditionKind::state;
  /// If of kind time: true from (or until) the time at which the indicator vanishes.
  Expr switch_time = 0.0;
  std::string text;  ///< for messages: "ball.h < 0"
  std::uint32_t component = 0;
  std::uint32_t place = SourceTable::kUnknown;  ///< of the first statement that has it
};

/// Replaces relations by condition leaves in all equations, when clauses and rules. What stands
/// inside `no_event` keeps its relations. The indicators are in System::indicators from then on,
/// where other passes rewrite them.
std::vector<Condition> extract_conditions(System& system);

/// The conditions with their indicators as the system has them now, and with what they depend on.
/// Those that have become numbers are constant: they are left out, and their leaves are replaced by
/// the truth. Throws Error for the equality of continuous quantities.
std::vector<Condition> classify_conditions(System& system, std::vector<Condition> conditions);

}  // namespace multibond
