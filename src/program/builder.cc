#include "multibond/program/builder.h"

#include <stdexcept>
#include <string>
#include <utility>

#include "multibond/symbolic/operations.h"
#include "simplify.h"
#include "value_table.h"

namespace multibond {

using detail::Node;
using detail::NodeKind;

struct ProgramBuilder::State {
  explicit State(std::size_t inputs) : table(inputs) {}

  detail::ValueTable table;
  std::vector<Call> calls;
  std::vector<Value> outputs;
};

ProgramBuilder::ProgramBuilder(std::size_t inputs) : state_(std::make_unique<State>(inputs)) {}
ProgramBuilder::ProgramBuilder(ProgramBuilder&&) noexcept = default;
ProgramBuilder& ProgramBuilder::operator=(ProgramBuilder&&) noexcept = default;
ProgramBuilder::~ProgramBuilder() = default;

ProgramBuilder::Value ProgramBuilder::input(std::size_t index) const {
  if (index >= state_->table.inputs()) {
    throw std::out_of_range("program: there is no input number " + std::to_string(index));
  }
  return static_cast<Value>(index);
}

ProgramBuilder::Value ProgramBuilder::constant(double number) {
  return state_->table.constant(number);
}

ProgramBuilder::Value ProgramBuilder::emit(Code code, Value a, Value b, Value c) {
  if (code == Code::call || code == Code::result) {
    throw std::logic_error("program: calls are added with ProgramBuilder::call");
  }
  const int operands = op_info(code).operands;
  const Value given[] = {a, b, c};
  for (int k = 0; k < operands; ++k) {
    if (given[k] >= state_->table.size()) {
      throw std::logic_error("program: an operand is not a value of this builder");
    }
  }
  return detail::simplified(state_->table, code, a, operands > 1 ? b : 0, operands > 2 ? c : 0);
}

std::vector<ProgramBuilder::Value> ProgramBuilder::call(std::shared_ptr<const Solver> solver,
                                                        const std::vector<Value>& arguments) {
  if (!solver) throw std::logic_error("program: call of an empty solver");
  if (arguments.size() != solver->inputs()) {
    throw std::logic_error("program: wrong number of arguments for " + solver->name());
  }
  for (const Value argument : arguments) {
    if (argument >= state_->table.size()) {
      throw std::logic_error("program: an argument is not a value of this builder");
    }
  }
  const auto index = static_cast<std::uint32_t>(state_->calls.size());
  const std::size_t outputs = solver->outputs();
  state_->calls.push_back({std::move(solver), arguments});
  const Value call = state_->table.add_call(index);
  std::vector<Value> results(outputs);
  for (std::size_t i = 0; i < outputs; ++i) {
    results[i] = state_->table.add_result(call, static_cast<std::uint32_t>(i));
  }
  return results;
}

void ProgramBuilder::output(Value value) {
  if (value >= state_->table.size()) {
    throw std::logic_error("program: an output is not a value of this builder");
  }
  state_->outputs.push_back(value);
}

Program ProgramBuilder::finish() {
  const detail::ValueTable& table = state_->table;
  const auto size = static_cast<Value>(table.size());

  // What the outputs need, marked from the last value to the first: operands precede their users.
  std::vector<bool> needed(size, false);
  for (const Value value : state_->outputs) needed[value] = true;
  for (Value value = size; value-- > 0;) {
    if (!needed[value]) continue;
    const Node& node = table.node(value);
    if (node.kind == NodeKind::operation) {
      needed[node.a] = true;
      if (node.operands > 1) needed[node.b] = true;
      if (node.operands > 2) needed[node.c] = true;
    } else if (node.kind == NodeKind::result) {
      needed[node.a] = true;
    } else if (node.kind == NodeKind::call) {
      for (const Value argument : state_->calls[node.a].arguments) needed[argument] = true;
    }
  }

  // Constants come before all instructions, so they are numbered first.
  Program program;
  program.inputs = table.inputs();
  std::vector<std::uint32_t> number(size, 0);
  for (Value value = 0; value < size; ++value) {
    const Node& node = table.node(value);
    if (node.kind == NodeKind::input) number[value] = value;
    if (node.kind == NodeKind::constant && needed[value]) {
      number[value] = static_cast<std::uint32_t>(program.inputs + program.constants.size());
      program.constants.push_back(table.number(value));
    }
  }
  const std::size_t first = program.first_result();
  for (Value value = 0; value < size; ++value) {
    const Node& node = table.node(value);
    if (!needed[value] || node.kind == NodeKind::input || node.kind == NodeKind::constant) continue;
    Instruction instruction{node.code};
    if (node.kind == NodeKind::operation) {
      instruction.a = number[node.a];
      if (node.operands > 1) instruction.b = number[node.b];
      if (node.operands > 2) instruction.c = number[node.c];
    } else if (node.kind == NodeKind::call) {
      instruction.a = static_cast<std::uint32_t>(program.calls.size());
      Call call = state_->calls[node.a];
      for (std::uint32_t& argument : call.arguments) argument = number[argument];
      program.calls.push_back(std::move(call));
    } else {
      // number[] of a call is its instruction, and that knows the index among the kept calls.
      instruction.a = program.instructions[number[node.a] - first].a;
      instruction.b = node.b;
    }
    number[value] = static_cast<std::uint32_t>(first + program.instructions.size());
    program.instructions.push_back(instruction);
  }
  program.outputs.reserve(state_->outputs.size());
  for (const Value value : state_->outputs) program.outputs.push_back(number[value]);
  return program;
}

}  // namespace multibond
