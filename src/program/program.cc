#include "multibond/program/program.h"

#include <stdexcept>

#include <fmt/format.h>

#include "multibond/symbolic/operations.h"

namespace multibond {

std::string Solver::failure(const double*) const {
  return fmt::format("There is no finite value of {} there.", name());
}

std::size_t Program::operations() const {
  std::size_t count = 0;
  for (const Instruction& instruction : instructions) count += instruction.code != Code::result;
  return count;
}

void Program::check() const {
  const auto fail = [](std::size_t index, std::string_view what) {
    throw std::logic_error(fmt::format("program: instruction {} {}", index, what));
  };
  if (values() >= 0xffffffffu) throw std::logic_error("program: more values than 32 bits can name");

  // A call's own value is undefined, so nothing may use it; a result needs its call before it.
  std::vector<bool> called(calls.size(), false);
  const auto usable = [&](std::uint32_t value, std::size_t defined) {
    if (value >= defined) return false;
    return value < first_result() || instructions[value - first_result()].code != Code::call;
  };
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    const Instruction& instruction = instructions[i];
    const std::size_t defined = first_result() + i;
    if (is_leaf(instruction.code) || instruction.code == Op::no_event ||
        instruction.code > Code::result) {
      fail(i, "has no such code");
    }
    const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
    for (int k = 0; k < op_info(instruction.code).operands; ++k) {
      if (!usable(operands[k], defined)) fail(i, "uses a value that is not defined before it");
    }
    if (instruction.code == Code::call) {
      if (instruction.a >= calls.size()) fail(i, "calls a solver that does not exist");
      const Call& call = calls[instruction.a];
      if (!call.solver) fail(i, "calls an empty solver");
      if (call.arguments.size() != call.solver->inputs()) {
        fail(i, "has the wrong number of arguments for " + call.solver->name());
      }
      for (const std::uint32_t argument : call.arguments) {
        if (!usable(argument, defined)) fail(i, "has an argument that is not defined before it");
      }
      called[instruction.a] = true;
    } else if (instruction.code == Code::result) {
      if (instruction.a >= calls.size() || !called[instruction.a]) {
        fail(i, "reads the result of a call that has not run");
      }
      if (instruction.b >= calls[instruction.a].solver->outputs()) {
        fail(i, "reads a result that its solver does not have");
      }
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (!usable(outputs[i], values())) {
      throw std::logic_error(fmt::format("program: output {} names no value", i));
    }
  }
}

std::string to_string(const Program& program) {
  std::string text =
      fmt::format("program: {} inputs, {} constants, {} instructions, {} outputs\n", program.inputs,
                  program.constants.size(), program.instructions.size(), program.outputs.size());
  auto out = std::back_inserter(text);
  // Inputs are in0, in1, ...; constants stand as numbers; the rest is named by its value index.
  const auto value = [&](std::uint32_t index) -> std::string {
    if (index < program.inputs) return fmt::format("in{}", index);
    if (index < program.first_result()) {
      return fmt::format("{}", program.constants[index - program.first_constant()]);
    }
    return fmt::format("v{}", index);
  };
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    const OpInfo& info = op_info(instruction.code);
    if (instruction.code == Code::call) {
      const Call& call = program.calls[instruction.a];
      fmt::format_to(out, "  call {} \"{}\"", instruction.a, call.solver->name());
      for (const std::uint32_t argument : call.arguments) {
        fmt::format_to(out, " {}", value(argument));
      }
    } else if (instruction.code == Code::result) {
      fmt::format_to(out, "  v{} = result {} of call {}", program.first_result() + i, instruction.b,
                     instruction.a);
    } else {
      fmt::format_to(out, "  v{} = {}", program.first_result() + i, info.name);
      const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
      for (int k = 0; k < info.operands; ++k) fmt::format_to(out, " {}", value(operands[k]));
    }
    text += '\n';
  }
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    fmt::format_to(out, "  out{} = {}\n", i, value(program.outputs[i]));
  }
  return text;
}

}  // namespace multibond
