/// allocate_registers: gives every value of a MachineProgram a register or a place in memory.
///
/// Belady's rule: when a register is needed, the value whose next use is furthest away leaves.
/// One sweep back for the next uses, one sweep forward for the decisions; straight-line code needs
/// no more. Each value is defined once, so it is stored at most once, and a value that has a place
/// in memory (an input, a constant, an output already written) leaves without a store.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "machine_program.h"

namespace multibond::detail {

constexpr std::uint8_t kInMemory = 0xff;

/// Which operand of a * b + c the result register overwrites; names as in the x86 mnemonics.
enum class MultiplyAddForm : std::uint8_t {
  form132,  ///< r = r * source1 + source0
  form213,  ///< r = source0 * r + source1
  form231,  ///< r = source0 * source1 + r
};

/// One machine instruction. At most one source is kInMemory, and is then at `memory`.
///
///     select*:  `result` differs from the registers of b and c, it holds the mask in between
///     group:    the places of group_places[memory.index ...], see AllocatedProgram
struct AllocatedInstruction {
  MachineCode code;
  std::uint8_t result = 0;
  std::array<std::uint8_t, 4> sources{};
  MultiplyAddForm form = MultiplyAddForm::form132;
  Place memory{};
  std::uint32_t group = 0;
};

struct AllocatedProgram {
  std::vector<AllocatedInstruction> code;
  /// For each group, in order: for each function the places of its arguments and of its result;
  /// then for each solver the places of its arguments.
  std::vector<Place> group_places;
  std::uint32_t spill_slots = 0;
  std::size_t loads = 0, stores = 0;  ///< made by the allocator, outputs not counted
};

/// `registers` is between 5 and 32.
AllocatedProgram allocate_registers(const MachineProgram& machine, int registers = 16);

}  // namespace multibond::detail
