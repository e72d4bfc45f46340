/// MachineProgram: a Program lowered to what a processor offers, still with unlimited registers.
///
/// Compared with Program: multiply-adds are fused, comparisons feed selections directly, truth
/// values are bits, and function and solver calls are collected in groups. All calls of a group
/// are independent of each other, so that equal functions can share one vector call, and the
/// registers (a call destroys all of them) are saved once per group.
///
///     Program --lower()--> MachineProgram --allocate_registers()--> AllocatedProgram --> bytes
///
/// Nothing in these two steps knows AsmJit or x86: they are tested on every platform.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "multibond/program/program.h"

namespace multibond::detail {

enum class MachineCode : std::uint8_t {
  // r = a op b; b may be in memory
  add,
  sub,
  mul,
  div,
  min,
  max,
  less,           ///< 1.0 or 0.0
  less_equal,     ///< 1.0 or 0.0
  equal,          ///< 1.0 or 0.0
  greater,        ///< 1.0 or 0.0; made by the allocator from `less` with exchanged operands
  greater_equal,  ///< 1.0 or 0.0; likewise
  // r = op a; a may be in memory
  sqrt,
  floor,
  // r = op a; a in a register
  neg,
  abs,
  truth,    ///< a != 0, as 1.0 or 0.0
  bit_not,  ///< of a truth value
  // r = a op b on truth values, both in registers
  bit_and,
  bit_or,
  // r = +-(a * b) +- c; one operand may be in memory
  multiply_add,       ///< a * b + c
  multiply_subtract,  ///< a * b - c
  negative_multiply,  ///< c - a * b
  // r = condition ? b : c
  select,             ///< operands: condition, b, c
  select_less,        ///< operands: x, y, b, c; condition x < y
  select_less_equal,  ///< operands: x, y, b, c; condition x <= y
  select_equal,       ///< operands: x, y, b, c; condition x == y
  // all calls of groups[operands[0]]
  group,
  // made by the allocator
  load,
  store,
  move,
};

/// Number of operands that are values.
int operand_count(MachineCode code);

struct MachineInstruction {
  MachineCode code;
  std::uint32_t result = 0;
  std::array<std::uint32_t, 4> operands{};
};

/// result = function(a) or function(a, b), by the C library.
struct FunctionCall {
  Code function;
  std::uint32_t result, a, b;
};

/// Calls that can run together; function calls are sorted by function, then by program order.
struct CallGroup {
  std::vector<FunctionCall> functions;
  std::vector<std::uint32_t> solvers;  ///< indices into Program::calls
};

/// Where a value lives that is in memory without being computed or spilled.
enum class Space : std::uint8_t { none, input, constant, spill, output, result };

struct Place {
  Space space = Space::none;
  std::uint32_t index = 0;  ///< in doubles
  bool operator==(const Place&) const = default;
};

struct MachineProgram {
  std::uint32_t values = 0;
  std::vector<MachineInstruction> code;
  std::vector<CallGroup> groups;
  std::vector<double> constants;  ///< those of the program, and others it needs
  std::vector<Place> homes;       ///< per value: inputs, constants and solver results have one
  std::vector<std::uint32_t> result_start;  ///< per call, first double of its results; and the end
  const Program* program = nullptr;         ///< outputs and call arguments
};

MachineProgram lower(const Program& program);

}  // namespace multibond::detail
