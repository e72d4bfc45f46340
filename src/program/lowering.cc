#include <algorithm>
#include <map>
#include <utility>

#include "call_schedule.h"
#include "machine_program.h"
#include "multibond/symbolic/operations.h"

namespace multibond::detail {

int operand_count(MachineCode code) {
  using enum MachineCode;
  switch (code) {
    case sqrt:
    case floor:
    case neg:
    case abs:
    case truth:
    case bit_not:
      return 1;
    case multiply_add:
    case multiply_subtract:
    case negative_multiply:
    case select:
      return 3;
    case select_less:
    case select_less_equal:
    case select_equal:
      return 4;
    case group:
    case load:
    case store:
    case move:
      return 0;
    default:
      return 2;
  }
}

namespace {

/// Translates the instructions one by one, in program order; call_schedule.h puts them in order.
class Lowering {
 public:
  explicit Lowering(const Program& program);
  MachineProgram run();

 private:
  void count_uses();
  void translate(std::uint32_t value, const Instruction& instruction);
  void translate_sum(std::uint32_t value, const Instruction& instruction);
  void translate_select(std::uint32_t value, const Instruction& instruction);
  void add(MachineCode code, std::uint32_t result, std::uint32_t a, std::uint32_t b = 0,
           std::uint32_t c = 0, std::uint32_t d = 0) {
    items_.push_back({ScheduleItem::Kind::instruction, {code, result, {a, b, c, d}}});
  }
  const Instruction* definition(std::uint32_t value) const {
    return value < first_ ? nullptr : &program_.instructions[value - first_];
  }
  /// An instruction of this code that only one other instruction uses: it can be merged into it.
  bool mergeable(std::uint32_t value, Code code) const {
    const Instruction* instruction = definition(value);
    return instruction != nullptr && instruction->code == code && uses_[value] == 1;
  }
  std::uint32_t as_truth(std::uint32_t value);
  std::uint32_t new_value() {
    machine_.homes.emplace_back();
    return machine_.values++;
  }
  std::uint32_t constant(double number);

  const Program& program_;
  const std::uint32_t first_;
  MachineProgram machine_;
  std::vector<std::uint32_t> uses_;
  std::vector<bool> merged_;  ///< computed by its only user
  std::vector<ScheduleItem> items_;
  std::map<double, std::uint32_t> own_constants_;
};

Lowering::Lowering(const Program& program)
    : program_(program), first_(static_cast<std::uint32_t>(program.first_result())) {
  machine_.program = &program;
  machine_.values = static_cast<std::uint32_t>(program.values());
  machine_.constants = program.constants;
  machine_.homes.resize(program.values());
  for (std::uint32_t i = 0; i < first_; ++i) {
    machine_.homes[i] =
        i < program.inputs ? Place{Space::input, i}
                           : Place{Space::constant, i - static_cast<std::uint32_t>(program.inputs)};
  }
  machine_.result_start.push_back(0);
  for (const Call& call : program.calls) {
    machine_.result_start.push_back(machine_.result_start.back() +
                                    static_cast<std::uint32_t>(call.solver->outputs()));
  }
}

// Uses by what is needed; what nothing needs is not translated. Calls always run: they may fail.
void Lowering::count_uses() {
  uses_.assign(program_.values(), 0);
  for (const std::uint32_t value : program_.outputs) uses_[value] += 2;  // never merged
  for (std::size_t i = program_.instructions.size(); i-- > 0;) {
    const Instruction& instruction = program_.instructions[i];
    if (instruction.code == Code::call) {
      for (const std::uint32_t value : program_.calls[instruction.a].arguments) uses_[value] += 2;
    } else if (instruction.code != Code::result && uses_[first_ + i] > 0) {
      const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
      for (int k = 0; k < op_info(instruction.code).operands; ++k) ++uses_[operands[k]];
    }
  }
}

std::uint32_t Lowering::constant(double number) {
  const auto [entry, added] = own_constants_.try_emplace(number);
  if (added) {
    entry->second = new_value();
    machine_.homes[entry->second] = {Space::constant,
                                     static_cast<std::uint32_t>(machine_.constants.size())};
    machine_.constants.push_back(number);
  }
  return entry->second;
}

std::uint32_t Lowering::as_truth(std::uint32_t value) {
  const Instruction* instruction = definition(value);
  if (instruction != nullptr && is_logical(instruction->code)) return value;
  const std::uint32_t result = new_value();
  add(MachineCode::truth, result, value);
  return result;
}

// a*b + c, a*b - c and c - a*b; of two products the later one is fused, the other is ready first.
void Lowering::translate_sum(std::uint32_t value, const Instruction& instruction) {
  const bool sum = instruction.code == Code::add;
  std::uint32_t product = instruction.b, other = instruction.a;
  bool product_is_right = true;
  const bool left = mergeable(instruction.a, Code::mul),
             right = mergeable(instruction.b, Code::mul);
  if (!left && !right) {
    add(sum ? MachineCode::add : MachineCode::sub, value, instruction.a, instruction.b);
    return;
  }
  if (!right || (left && instruction.a > instruction.b)) {
    std::swap(product, other);
    product_is_right = false;
  }
  merged_[product] = true;
  const Instruction& factors = *definition(product);
  const MachineCode code = sum                ? MachineCode::multiply_add
                           : product_is_right ? MachineCode::negative_multiply
                                              : MachineCode::multiply_subtract;
  add(code, value, factors.a, factors.b, other);
}

// A comparison used only here gives its mask directly instead of 1.0 or 0.0.
void Lowering::translate_select(std::uint32_t value, const Instruction& instruction) {
  const std::pair<Code, MachineCode> merges[] = {
      {Code::less, MachineCode::select_less},
      {Code::less_equal, MachineCode::select_less_equal},
      {Code::equal, MachineCode::select_equal},
  };
  for (const auto& [code, merge] : merges) {
    if (!mergeable(instruction.a, code)) continue;
    merged_[instruction.a] = true;
    const Instruction& comparison = *definition(instruction.a);
    add(merge, value, comparison.a, comparison.b, instruction.b, instruction.c);
    return;
  }
  add(MachineCode::select, value, instruction.a, instruction.b, instruction.c);
}

void Lowering::translate(std::uint32_t value, const Instruction& instruction) {
  const std::uint32_t a = instruction.a, b = instruction.b;
  switch (instruction.code) {
    case Code::add:
    case Code::sub:
      return translate_sum(value, instruction);
    case Code::select:
      return translate_select(value, instruction);
    case Code::mul:
      return add(MachineCode::mul, value, a, b);
    case Code::div:
      return add(MachineCode::div, value, a, b);
    case Code::neg:
      return add(MachineCode::neg, value, a);
    case Code::abs:
      return add(MachineCode::abs, value, a);
    case Code::sqrt:
      return add(MachineCode::sqrt, value, a);
    case Code::floor:
      return add(MachineCode::floor, value, a);
    case Code::min:
      return add(MachineCode::min, value, a, b);
    case Code::max:
      return add(MachineCode::max, value, a, b);
    case Code::less:
      return add(MachineCode::less, value, a, b);
    case Code::less_equal:
      return add(MachineCode::less_equal, value, a, b);
    case Code::equal:
      return add(MachineCode::equal, value, a, b);
    case Code::sign: {  // 0 < a ? 1 : (a < 0 ? -1 : a)
      const std::uint32_t rest = new_value();
      add(MachineCode::select_less, rest, a, constant(0), constant(-1), a);
      return add(MachineCode::select_less, value, constant(0), a, constant(1), rest);
    }
    case Code::logical_and:
    case Code::logical_or: {
      const std::uint32_t left = as_truth(a), right = as_truth(b);
      return add(instruction.code == Code::logical_and ? MachineCode::bit_and : MachineCode::bit_or,
                 value, left, right);
    }
    case Code::logical_not:
      return add(MachineCode::bit_not, value, as_truth(a));
    case Code::call:
      items_.push_back({ScheduleItem::Kind::solver, {MachineCode::group, a, {}}});
      return;
    case Code::result:
      machine_.homes[value] = {Space::result, machine_.result_start[a] + b};
      return;
    default:
      items_.push_back(
          {ScheduleItem::Kind::function,
           {MachineCode::group, value, {a, b, static_cast<std::uint32_t>(instruction.code)}}});
  }
}

MachineProgram Lowering::run() {
  count_uses();
  // Users come after what they use, so merging is decided from the last instruction to the first.
  merged_.assign(program_.values(), false);
  items_.reserve(program_.instructions.size());
  for (std::size_t i = program_.instructions.size(); i-- > 0;) {
    const Instruction& instruction = program_.instructions[i];
    const auto value = static_cast<std::uint32_t>(first_ + i);
    if (instruction.code != Code::call && (uses_[value] == 0 || merged_[value])) continue;
    const std::size_t start = items_.size();
    translate(value, instruction);
    std::reverse(items_.begin() + static_cast<std::ptrdiff_t>(start), items_.end());
  }
  std::reverse(items_.begin(), items_.end());
  schedule_calls(items_, machine_);
  return std::move(machine_);
}

}  // namespace

MachineProgram lower(const Program& program) { return Lowering(program).run(); }

}  // namespace multibond::detail
