/// RegisterFile: which value is in which register and where each value is in memory.
///
/// It decides who leaves a register and writes the loads and stores this needs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "next_uses.h"
#include "register_allocator.h"

namespace multibond::detail {

using RegisterSet = std::uint32_t;  ///< one bit per register
constexpr std::uint8_t kNoRegister = 0xff;

class RegisterFile {
 public:
  RegisterFile(const MachineProgram& machine, std::vector<std::uint32_t> first_use, int registers,
               AllocatedProgram& out);

  // Values
  std::uint32_t next_use(std::uint32_t value) const { return next_use_[value]; }
  void set_next_use(std::uint32_t value, std::uint32_t use) { next_use_[value] = use; }
  bool dies(std::uint32_t value) const { return next_use_[value] == kNever; }
  std::uint8_t register_of(std::uint32_t value) const { return register_of_[value]; }
  bool in_register(std::uint32_t value) const { return register_of_[value] != kNoRegister; }
  Place home(std::uint32_t value) const { return homes_[value]; }
  void set_home(std::uint32_t value, Place place) { homes_[value] = place; }

  // Decisions
  /// A register not in `locked`: a free one, or one whose value leaves.
  std::uint8_t allocate(RegisterSet locked);
  /// The value's register, loading it if necessary.
  std::uint8_t require(std::uint32_t value, RegisterSet locked);
  /// Whether a value in memory should get a register because its next use is near.
  bool worth_loading(std::uint32_t value, RegisterSet locked) const;
  void assign(std::uint32_t value, std::uint8_t to);
  /// Frees the register of a value that is not used any more, and its spill slot after the present
  /// instruction (`end_instruction`). Not at once: a store that makes room for this
  /// instruction would overwrite the slot before the instruction reads it.
  void release(std::uint32_t value);
  void end_instruction();
  /// Before a call: everything still needed goes to memory, all registers become free.
  void flush();
  Place new_slot();
  /// A slot after all others: consecutive calls give consecutive places.
  Place fresh_slot() { return {Space::spill, out_.spill_slots++}; }

 private:
  std::uint8_t victim(RegisterSet locked) const;
  void evict(std::uint8_t leaving);

  AllocatedProgram& out_;
  std::uint32_t position_ = 0;  ///< of the present instruction
  const RegisterSet all_;
  RegisterSet free_;
  std::array<std::uint32_t, 32> value_in_{};
  std::vector<std::uint8_t> register_of_;
  std::vector<Place> homes_;
  std::vector<std::uint32_t> next_use_;
  std::vector<std::uint32_t> free_slots_, slots_to_free_;
  /// Slots reachable by a one-byte displacement are used first: shorter code.
  std::uint32_t short_slots_ = 0;  ///< bit set = slot is free
};

}  // namespace multibond::detail
