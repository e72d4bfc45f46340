#include "multibond/program/slice.h"

#include <stdexcept>

#include "multibond/symbolic/operations.h"

namespace multibond {

Slicer::Slicer(const Program& program)
    : program_(program), place_(program.values()), met_in_(program.values(), 0) {
  if (!program.calls.empty()) throw std::invalid_argument("slices have no calls");
}

/// Marks what a value needs: operands before those who use them.
void Slicer::visit(std::uint32_t value, Slice& slice) {
  stack_.push_back(value);
  while (!stack_.empty()) {
    const std::uint32_t top = stack_.back();
    if (met_in_[top] == slice_) {
      stack_.pop_back();
      continue;
    }
    if (top < program_.first_result()) {
      const bool input = top < program_.inputs;
      std::vector<std::uint32_t>& list = input ? slice.inputs : constants_;
      place_[top] = static_cast<std::uint32_t>(list.size());
      list.push_back(top);
      met_in_[top] = slice_;
      stack_.pop_back();
      continue;
    }
    const Instruction& instruction = program_.instructions[top - program_.first_result()];
    const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
    const int count = op_info(instruction.code).operands;
    bool ready = true;
    for (int k = count; k-- > 0;) {  // the first operand is the first to be visited
      if (met_in_[operands[k]] == slice_) continue;
      stack_.push_back(operands[k]);
      ready = false;
    }
    if (!ready) continue;
    place_[top] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(top);
    met_in_[top] = slice_;
    stack_.pop_back();
  }
}

Slice Slicer::slice(const std::vector<std::uint32_t>& outputs,
                    const std::vector<std::uint32_t>& inputs) {
  Slice slice;
  ++slice_;
  order_.clear();
  constants_.clear();
  for (const std::uint32_t input : inputs) visit(input, slice);
  for (const std::uint32_t output : outputs) visit(program_.outputs[output], slice);
  Program& made = slice.program;
  made.inputs = slice.inputs.size();
  for (const std::uint32_t value : constants_) {
    made.constants.push_back(program_.constants[value - program_.first_constant()]);
  }
  const auto number = [&](std::uint32_t value) {
    if (value < program_.inputs) return place_[value];
    const std::size_t before =
        value < program_.first_result() ? made.first_constant() : made.first_result();
    return static_cast<std::uint32_t>(before + place_[value]);
  };
  for (const std::uint32_t value : order_) {
    Instruction instruction = program_.instructions[value - program_.first_result()];
    const int count = op_info(instruction.code).operands;
    if (count > 0) instruction.a = number(instruction.a);
    if (count > 1) instruction.b = number(instruction.b);
    if (count > 2) instruction.c = number(instruction.c);
    made.instructions.push_back(instruction);
  }
  for (const std::uint32_t output : outputs) {
    made.outputs.push_back(number(program_.outputs[output]));
  }
  return slice;
}

}  // namespace multibond
