#include <cmath>

#include "multibond/program/executable.h"
#include "multibond/symbolic/operations.h"

namespace multibond {
namespace {

/// Whether a NaN in any operand makes the value NaN.
bool passes_on(Code code) {
  switch (code) {
    case Code::neg:
    case Code::abs:
    case Code::sqrt:
    case Code::exp:
    case Code::log:
    case Code::sin:
    case Code::cos:
    case Code::tan:
    case Code::asin:
    case Code::acos:
    case Code::atan:
    case Code::sinh:
    case Code::cosh:
    case Code::tanh:
    case Code::add:
    case Code::sub:
    case Code::mul:
    case Code::div:
      return true;
    default:
      return false;
  }
}

class Doubts {
 public:
  Doubts(const Program& program, std::size_t certain)
      : program_(program),
        first_(program.first_result()),
        certain_(program.values(), false),
        divisor_(program.values(), false),
        not_negative_(program.values(), false),
        doubtful_(program.values(), false),
        called_(program.calls.size(), false) {
    mark_certain(certain);
    for (std::size_t i = 0; i < program.instructions.size(); ++i) judge(i);
  }

  bool operator()(std::uint32_t value) const { return doubtful_[value]; }

 private:
  /// What enters a certain value by operations that pass NaN on is certain itself; so is the
  /// inverse of what it was divided by.
  void mark_certain(std::size_t certain) {
    for (std::size_t k = 0; k < certain; ++k) certain_[program_.outputs[k]] = true;
    for (std::size_t i = program_.instructions.size(); i-- > 0;) {
      const Instruction& instruction = program_.instructions[i];
      if (instruction.code == Code::result && certain_[first_ + i]) called_[instruction.a] = true;
      if (instruction.code == Code::call && called_[instruction.a]) {
        certain_[first_ + i] = true;
        for (const std::uint32_t a : program_.calls[instruction.a].arguments) certain_[a] = true;
      }
      if (!certain_[first_ + i] || !passes_on(instruction.code)) continue;
      certain_[instruction.a] = true;
      if (op_info(instruction.code).operands > 1) certain_[instruction.b] = true;
      if (instruction.code == Code::div) divisor_[instruction.b] = true;
    }
  }

  bool is_constant(std::uint32_t value) const {
    return value >= program_.first_constant() && value < first_;
  }
  double number(std::uint32_t value) const {
    return program_.constants[value - program_.first_constant()];
  }
  bool not_negative(std::uint32_t value) const {
    return is_constant(value) ? number(value) >= 0 : not_negative_[value];
  }

  /// Whether the operation itself may give no finite number for finite operands.
  bool partial(const Instruction& i) const {
    switch (i.code) {
      case Code::div:
        return is_constant(i.b) ? number(i.b) == 0 : !divisor_[i.b];
      case Code::sqrt:
        return !not_negative(i.a);
      case Code::pow:
        return !(is_constant(i.b) && number(i.b) >= 0 && number(i.b) == std::floor(number(i.b)));
      case Code::exp:
      case Code::log:
      case Code::sinh:
      case Code::cosh:
      case Code::asin:
      case Code::acos:
        return true;
      default:
        return false;
    }
  }

  bool stays_not_negative(const Instruction& i) const {
    switch (i.code) {
      case Code::abs:
      case Code::sqrt:
      case Code::exp:
      case Code::cosh:
        return true;
      case Code::mul:
        return i.a == i.b || (not_negative(i.a) && not_negative(i.b));
      case Code::add:
      case Code::div:
      case Code::min:
        return not_negative(i.a) && not_negative(i.b);
      case Code::max:
        return not_negative(i.a) || not_negative(i.b);
      default:
        return false;
    }
  }

  void judge(std::size_t i) {
    const Instruction& instruction = program_.instructions[i];
    not_negative_[first_ + i] = stays_not_negative(instruction);
    if (certain_[first_ + i]) return;
    bool doubtful = partial(instruction);
    if (instruction.code == Code::call || instruction.code == Code::result) {
      // One answer of a solver is as good as the others.
      doubtful = !called_[instruction.a];
    } else {
      const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
      for (int k = 0; k < op_info(instruction.code).operands; ++k) {
        doubtful = doubtful || doubtful_[operands[k]];
      }
    }
    doubtful_[first_ + i] = doubtful;
  }

  const Program& program_;
  std::size_t first_;
  std::vector<bool> certain_, divisor_, not_negative_, doubtful_;
  std::vector<bool> called_;  ///< calls that certain values need
};

}  // namespace

std::vector<std::uint32_t> doubtful_outputs(const Program& program, std::size_t certain) {
  const Doubts doubts(program, certain);
  std::vector<std::uint32_t> result;
  for (std::size_t k = certain; k < program.outputs.size(); ++k) {
    if (doubts(program.outputs[k])) result.push_back(static_cast<std::uint32_t>(k));
  }
  return result;
}

}  // namespace multibond
