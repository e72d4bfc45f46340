/// schedule_calls: orders instructions so that calls happen in few, large groups.
#pragma once

#include <vector>

#include "machine_program.h"

namespace multibond::detail {

/// An instruction, a function call or a solver call, as the lowering made it.
struct ScheduleItem {
  enum class Kind : std::uint8_t { instruction, function, solver };
  Kind kind;
  /// function: result, operands a, b and the Code as third operand; solver: result is its index.
  MachineInstruction instruction{};
};

/// Fills `machine.code` and `machine.groups` from `items`, which are in an order of execution.
void schedule_calls(const std::vector<ScheduleItem>& items, MachineProgram& machine);

}  // namespace multibond::detail
