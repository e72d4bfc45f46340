#include "call_schedule.h"

#include <algorithm>
#include <limits>

#include "multibond/symbolic/operations.h"

namespace multibond::detail {
namespace {

using Kind = ScheduleItem::Kind;

template <class Visit>
void for_each_operand(const ScheduleItem& item, const MachineProgram& machine, Visit visit) {
  if (item.kind == Kind::solver) {
    for (const std::uint32_t value : machine.program->calls[item.instruction.result].arguments) {
      visit(value);
    }
  } else if (item.kind == Kind::function) {
    visit(item.instruction.operands[0]);
    if (op_info(static_cast<Code>(item.instruction.operands[2])).operands > 1) {
      visit(item.instruction.operands[1]);
    }
  } else {
    for (int k = 0; k < operand_count(item.instruction.code); ++k) {
      visit(item.instruction.operands[static_cast<std::size_t>(k)]);
    }
  }
}

}  // namespace

// Group g holds the calls whose arguments need the results of group g - 1 but not of group g.
// An ordinary instruction is put before the first group that needs it, not earlier: what no call
// needs comes after all groups, so that its operands and results stay in registers.
//
//     what group 0 needs | group 0 | what group 1 needs | group 1 | ... | everything else
//
// The order inside each part is the order given. Two sweeps and a counting sort: linear.
void schedule_calls(const std::vector<ScheduleItem>& items, MachineProgram& machine) {
  // First group that an item can belong to: the number of groups before its operands are ready.
  std::vector<std::uint32_t> ready(machine.values, 0), call_ready(machine.program->calls.size(), 0);
  std::vector<std::uint32_t> level(items.size(), 0);
  std::uint32_t groups = 0;
  const std::vector<std::uint32_t>& start = machine.result_start;
  std::vector<std::uint32_t> call_of_result(start.back());
  for (std::uint32_t call = 0; call + 1 < start.size(); ++call) {
    std::fill(call_of_result.begin() + start[call], call_of_result.begin() + start[call + 1], call);
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const ScheduleItem& item = items[i];
    for_each_operand(item, machine, [&](std::uint32_t value) {
      const Place home = machine.homes[value];
      level[i] =
          std::max(level[i], home.space == Space::result ? call_ready[call_of_result[home.index]]
                                                         : ready[value]);
    });
    if (item.kind == Kind::instruction) {
      ready[item.instruction.result] = level[i];
    } else {
      groups = std::max(groups, level[i] + 1);
      (item.kind == Kind::solver ? call_ready : ready)[item.instruction.result] = level[i] + 1;
    }
  }

  // First group that needs an item, from the users back to what they use.
  std::vector<std::uint32_t> needed(machine.values, groups);
  std::vector<std::uint32_t> part_size(groups + 1, 0);
  for (std::size_t i = items.size(); i-- > 0;) {
    const ScheduleItem& item = items[i];
    if (item.kind == Kind::instruction) {
      level[i] = needed[item.instruction.result];
      ++part_size[level[i]];
    }
    for_each_operand(item, machine, [&](std::uint32_t value) {
      needed[value] = std::min(needed[value], level[i]);
    });
  }

  // Parts with their group after them.
  std::vector<std::size_t> next(groups + 1, 0);
  for (std::uint32_t part = 0; part < groups; ++part) {
    next[part + 1] = next[part] + part_size[part] + 1;
  }
  machine.code.resize(next[groups] + part_size[groups]);
  machine.groups.resize(groups);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const MachineInstruction& instruction = items[i].instruction;
    if (items[i].kind == Kind::instruction) {
      machine.code[next[level[i]]++] = instruction;
    } else if (items[i].kind == Kind::solver) {
      machine.groups[level[i]].solvers.push_back(instruction.result);
    } else {
      machine.groups[level[i]].functions.push_back({static_cast<Code>(instruction.operands[2]),
                                                    instruction.result, instruction.operands[0],
                                                    instruction.operands[1]});
    }
  }
  for (std::uint32_t group = 0; group < groups; ++group) {
    machine.code[next[group]] = {MachineCode::group, 0, {group}};
    std::vector<FunctionCall>& functions = machine.groups[group].functions;
    std::stable_sort(functions.begin(), functions.end(),
                     [](const FunctionCall& left, const FunctionCall& right) {
                       return left.function < right.function;
                     });
  }
}

}  // namespace multibond::detail
