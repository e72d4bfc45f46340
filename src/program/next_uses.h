/// NextUses: for every operand of a MachineProgram, when its value is used again.
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "machine_program.h"
#include "multibond/symbolic/operations.h"

namespace multibond::detail {

constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

/// Calls visit(value) for each operand of an instruction; groups use the arguments of their calls.
template <class Visit>
void for_each_operand(const MachineProgram& machine, const MachineInstruction& instruction,
                      Visit visit) {
  if (instruction.code == MachineCode::group) {
    const CallGroup& group = machine.groups[instruction.operands[0]];
    for (const FunctionCall& call : group.functions) {
      visit(call.a);
      if (op_info(call.function).operands > 1) visit(call.b);
    }
    for (const std::uint32_t solver : group.solvers) {
      for (const std::uint32_t value : machine.program->calls[solver].arguments) visit(value);
    }
    return;
  }
  for (int k = 0; k < operand_count(instruction.code); ++k) {
    visit(instruction.operands[static_cast<std::size_t>(k)]);
  }
}

/// A stack: filled from the last instruction to the first, emptied in the order of execution.
class NextUses {
 public:
  explicit NextUses(const MachineProgram& machine) : first_(machine.values, kNever) {
    std::vector<std::uint32_t> operands;
    for (std::size_t position = machine.code.size(); position-- > 0;) {
      operands.clear();
      for_each_operand(machine, machine.code[position],
                       [&](std::uint32_t value) { operands.push_back(value); });
      for (std::size_t k = operands.size(); k-- > 0;) later_.push_back(first_[operands[k]]);
      for (const std::uint32_t value : operands) {
        first_[value] = static_cast<std::uint32_t>(position);
      }
    }
  }

  /// First use of each value; the allocator moves it on as it goes.
  std::vector<std::uint32_t> take_first() { return std::move(first_); }
  /// Next use, after the present instruction, of the next operand in the order of execution.
  std::uint32_t pop() {
    const std::uint32_t use = later_.back();
    later_.pop_back();
    return use;
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> later_;
};

}  // namespace multibond::detail
