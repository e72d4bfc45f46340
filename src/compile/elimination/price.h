/// PlanPrice: estimate of the arithmetic that an elimination leaves to the run, while it is
/// planned.
///
/// What depends on numbers and parameters only is free, a product or sum that has been computed
/// before is free (by fingerprint, up to its sign), and so is a factor 1.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "plan.h"
#include "slots.h"

namespace multibond {

class PlanPrice {
 public:
  PlanPrice(const BlockMatrix& matrix, const Slots& slots);
  std::size_t operations() const { return operations_; }

  /// An entry is used: its sum is formed.
  void use(std::uint32_t slot);
  /// A product of the pivot's inverse and `of`.
  void product(std::uint32_t slot, std::uint32_t of);
  /// to -= factor * from; `fresh` if there was nothing before.
  void update(std::uint32_t factor, std::uint32_t from, std::uint32_t to, bool fresh);
  void update_rest(std::uint32_t factor, std::uint32_t from_row, std::uint32_t to_row);
  /// The pivot row is used, and solved for its unknown.
  void solve(std::uint32_t pivot, std::span<const EliminationPlan::Cell> cells, std::uint32_t row);

 private:
  enum class Rest : std::uint8_t { zero, constant, varying };
  bool varies(std::uint32_t slot) const { return slots_.kind(slot) == EntryKind::varying; }
  bool is_unit(std::uint32_t slot) const { return slots_.kind(slot) == EntryKind::unit; }
  /// Whether the value is met for the first time.
  bool is_new(const Fingerprints::Value& value);

  const Slots& slots_;
  std::size_t operations_ = 0;
  std::vector<Rest> rest_;
  std::vector<std::uint32_t> additions_;  ///< waiting in each slot
  std::unordered_set<Fingerprints::Value, Fingerprints::Value::Hash> seen_;
};

}  // namespace multibond
