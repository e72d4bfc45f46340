#include "register_file.h"

#include <bit>
#include <cassert>

namespace multibond::detail {
namespace {

constexpr std::uint32_t kShortSlots = 32;
// A value in memory whose next use is further away than this is used from memory: it would have
// left its register again before. A guess of the right size, not tuned.
constexpr std::uint32_t kNear = 64;

}  // namespace

RegisterFile::RegisterFile(const MachineProgram& machine, std::vector<std::uint32_t> first_use,
                           int registers, AllocatedProgram& out)
    : out_(out),
      all_(registers >= 32 ? ~RegisterSet{0} : (RegisterSet{1} << registers) - 1),
      free_(all_),
      register_of_(machine.values, kNoRegister),
      homes_(machine.homes),
      next_use_(std::move(first_use)) {}

// Furthest next use. A value without a place in memory costs a store, so one that has a place
// leaves instead if its next use is at least about half as far.
std::uint8_t RegisterFile::victim(RegisterSet locked) const {
  std::uint8_t best = kNoRegister;
  std::uint64_t best_score = 0;
  for (RegisterSet rest = all_ & ~free_ & ~locked; rest != 0; rest &= rest - 1) {
    const auto candidate = static_cast<std::uint8_t>(std::countr_zero(rest));
    const std::uint32_t value = value_in_[candidate];
    std::uint64_t score = next_use_[value];
    if (homes_[value].space == Space::none) score = position_ + (score - position_) / 2;
    if (best == kNoRegister || score > best_score) {
      best = candidate;
      best_score = score;
    }
  }
  return best;
}

std::uint8_t RegisterFile::allocate(RegisterSet locked) {
  if (const RegisterSet available = free_ & ~locked; available != 0) {
    return static_cast<std::uint8_t>(std::countr_zero(available));
  }
  const std::uint8_t leaving = victim(locked);
  assert(leaving != kNoRegister);
  evict(leaving);
  return leaving;
}

void RegisterFile::evict(std::uint8_t leaving) {
  const std::uint32_t value = value_in_[leaving];
  if (homes_[value].space == Space::none) {
    homes_[value] = new_slot();
    out_.code.push_back({MachineCode::store, 0, {leaving}, {}, homes_[value]});
    ++out_.stores;
  }
  register_of_[value] = kNoRegister;
  free_ |= RegisterSet{1} << leaving;
}

std::uint8_t RegisterFile::require(std::uint32_t value, RegisterSet locked) {
  if (in_register(value)) return register_of_[value];
  const std::uint8_t to = allocate(locked);
  out_.code.push_back({MachineCode::load, to, {kInMemory}, {}, homes_[value]});
  ++out_.loads;
  assign(value, to);
  return to;
}

bool RegisterFile::worth_loading(std::uint32_t value, RegisterSet locked) const {
  const std::uint32_t use = next_use_[value];
  if (use == kNever || use > position_ + kNear) return false;
  if ((free_ & ~locked) != 0) return true;
  const std::uint8_t leaving = victim(locked);
  if (leaving == kNoRegister) return false;
  const std::uint32_t other = value_in_[leaving];
  return homes_[other].space != Space::none && next_use_[other] > use;
}

void RegisterFile::assign(std::uint32_t value, std::uint8_t to) {
  register_of_[value] = to;
  value_in_[to] = value;
  free_ &= ~(RegisterSet{1} << to);
}

void RegisterFile::release(std::uint32_t value) {
  if (in_register(value)) {
    free_ |= RegisterSet{1} << register_of_[value];
    register_of_[value] = kNoRegister;
  }
  if (homes_[value].space == Space::spill) {
    slots_to_free_.push_back(homes_[value].index);
    homes_[value] = {};
  }
}

void RegisterFile::end_instruction() {
  for (const std::uint32_t slot : slots_to_free_) {
    if (slot < kShortSlots) {
      short_slots_ |= std::uint32_t{1} << slot;
    } else {
      free_slots_.push_back(slot);
    }
  }
  slots_to_free_.clear();
  ++position_;
}

void RegisterFile::flush() {
  for (RegisterSet rest = all_ & ~free_; rest != 0; rest &= rest - 1) {
    evict(static_cast<std::uint8_t>(std::countr_zero(rest)));
  }
}

Place RegisterFile::new_slot() {
  if (short_slots_ != 0) {
    const auto slot = static_cast<std::uint32_t>(std::countr_zero(short_slots_));
    short_slots_ &= short_slots_ - 1;
    return {Space::spill, slot};
  }
  if (free_slots_.empty()) return fresh_slot();
  const std::uint32_t slot = free_slots_.back();
  free_slots_.pop_back();
  return {Space::spill, slot};
}

}  // namespace multibond::detail
