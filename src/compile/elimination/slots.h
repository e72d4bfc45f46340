/// Slots: the entries of a matrix under elimination, as wide numbers at all samples.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "matrix.h"
#include "wide.h"

namespace multibond {

class Slots {
 public:
  using Fingerprint = Fingerprints::Value;

  explicit Slots(const BlockMatrix& matrix);
  std::size_t size() const { return slots_.size(); }

  EntryKind kind(std::uint32_t slot) const { return slots_[slot].kind; }
  const Fingerprint& fingerprint(std::uint32_t slot) const { return slots_[slot].fingerprint; }
  /// Typical size over the samples: the median of those that are not zero.
  double typical(std::uint32_t slot) const { return slots_[slot].typical; }
  /// Whether it may be nothing but the rounding of terms that cancelled.
  bool is_doubtful(std::uint32_t slot) const {
    return !(slots_[slot].typical > kNoise * slots_[slot].terms);
  }
  double value(std::uint32_t slot, std::size_t s) const {
    const Slot& x = slots_[slot];
    return static_cast<double>(x.same ? x.one : values_[x.first + s]);
  }
  std::size_t count(std::uint32_t slot) const { return slots_[slot].same ? 1 : samples_; }

  /// A new slot: numerator / denominator.
  std::uint32_t quotient(std::uint32_t numerator, std::uint32_t denominator);
  /// A new slot: -(x y).
  std::uint32_t negative_product(std::uint32_t x, std::uint32_t y);
  /// to -= x y. False if the result is exactly zero.
  bool subtract_product(std::uint32_t to, std::uint32_t x, std::uint32_t y);
  /// Gives the memory of the values back.
  void release(std::uint32_t slot);

 private:
  static constexpr double kNoise = 1e-13;
  struct Slot {
    Fingerprint fingerprint;
    Wide one;               ///< the value, if it is the same at all samples
    std::size_t first = 0;  ///< of the values, if not
    double typical = 0;
    double terms = 0;  ///< the largest sum of terms on the way here
    EntryKind kind = EntryKind::number;
    bool same = true;
  };
  Wide wide(const Slot& x, std::size_t s) const { return x.same ? x.one : values_[x.first + s]; }
  double noise_terms(const Slot& x) const;
  Fingerprint quotient(const Fingerprint& x, const Slot& pivot);
  Slot fresh(bool same);
  void settle(Slot& slot);

  std::size_t samples_;
  std::vector<Slot> slots_;
  std::vector<Wide> values_;
  std::vector<std::size_t> free_;  ///< places in values_
  std::vector<double> scratch_;
  Fingerprint divisor_ = {1, 1}, inverse_ = {1, 1};  ///< of the latest quotient
};

}  // namespace multibond
