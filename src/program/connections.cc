#include "multibond/program/connections.h"

#include <stdexcept>

#include "multibond/symbolic/operations.h"

namespace multibond {

Connections::Connections(const Program& program, const std::vector<std::uint32_t>& varying)
    : sets_(program.values()), varies_(program.values(), false) {
  if (!program.calls.empty()) throw std::invalid_argument("connections of a program with calls");
  for (const std::uint32_t input : varying) varies_[input] = true;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    const std::size_t value = program.first_result() + i;
    const std::uint32_t operands[] = {instruction.a, instruction.b, instruction.c};
    for (int k = 0; k < op_info(instruction.code).operands; ++k) {
      if (!varies_[operands[k]]) continue;
      varies_[value] = true;
      sets_.join(value, operands[k]);
    }
  }
}

}  // namespace multibond
