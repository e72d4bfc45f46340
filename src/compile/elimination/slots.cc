#include "slots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace multibond {
namespace {

/// Median of the sizes that are not zero: a few singular states, where values are huge or vanish,
/// do not matter. NaN if there is no value at all.
double typical_size(const Wide* values, std::size_t count, std::vector<double>& sizes) {
  sizes.clear();
  bool any = false;
  for (std::size_t s = 0; s < count; ++s) {
    const double v = std::fabs(static_cast<double>(values[s]));
    any = any || std::isfinite(v);
    if (std::isfinite(v) && v > 0) sizes.push_back(v);
  }
  if (!any) return std::numeric_limits<double>::quiet_NaN();
  if (sizes.empty()) return 0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

}  // namespace

Slots::Slots(const BlockMatrix& matrix) : samples_(matrix.samples) {
  slots_.reserve(matrix.entries * 2);
  for (const BlockMatrix::Row& row : matrix.rows) {
    for (const BlockMatrix::Entry& entry : row.entries) {
      const std::span<const double> values = matrix.values(entry);
      Slot slot = fresh(entry.same);
      slot.fingerprint = entry.fingerprint;
      slot.kind = entry.kind;
      if (slot.same) {
        slot.one = values[0];
      } else {
        for (std::size_t s = 0; s < samples_; ++s) values_[slot.first + s] = values[s];
      }
      settle(slot);
      slot.terms = slot.typical;
      slots_.push_back(slot);
    }
  }
}

Slots::Slot Slots::fresh(bool same) {
  Slot slot;
  slot.same = same;
  if (same) return slot;
  if (free_.empty()) {
    slot.first = values_.size();
    values_.resize(values_.size() + samples_);
  } else {
    slot.first = free_.back();
    free_.pop_back();
  }
  return slot;
}

void Slots::release(std::uint32_t slot) {
  Slot& x = slots_[slot];
  if (!x.same) free_.push_back(x.first);
  x.same = true;
  x.one = x.typical;
}

/// Recognizes 1 and -1, and computes the typical size.
void Slots::settle(Slot& slot) {
  const Fingerprint one = {1, 1};
  if (slot.fingerprint == one || slot.fingerprint == -one) {
    if (!slot.same) free_.push_back(slot.first);
    slot.same = true;
    slot.one = slot.fingerprint == one ? 1.0 : -1.0;
    slot.kind = EntryKind::unit;
    slot.terms = 1;  // exact, whatever cancelled on the way
  } else if (slot.kind == EntryKind::unit) {
    slot.kind = EntryKind::number;
  }
  if (slot.same) {
    slot.typical = std::fabs(static_cast<double>(slot.one));
    return;
  }
  slot.typical = typical_size(&values_[slot.first], samples_, scratch_);
}

/// Size of the terms behind a value: itself, unless it may be noise, which products inherit.
double Slots::noise_terms(const Slot& x) const {
  return x.typical > kNoise * x.terms ? x.typical : x.terms;
}

/// Inverses are dear, and a pivot divides one row after the other.
Slots::Fingerprint Slots::quotient(const Fingerprint& x, const Slot& pivot) {
  const Fingerprint &p = pivot.fingerprint, one = {1, 1};
  if (p == one) return x;
  if (p == -one) return -x;
  if (p.a == 0 || p.b == 0) return x / p;
  if (!(p == divisor_)) {
    divisor_ = p;
    inverse_ = one / p;
  }
  return x * inverse_;
}

std::uint32_t Slots::quotient(std::uint32_t numerator, std::uint32_t denominator) {
  Slot slot = fresh(slots_[numerator].same && slots_[denominator].same);
  const Slot &a = slots_[numerator], &p = slots_[denominator];
  slot.fingerprint = quotient(a.fingerprint, p);
  slot.kind = std::max(a.kind, p.kind);
  if (slot.same) {
    slot.one = a.one / p.one;
  } else {
    for (std::size_t s = 0; s < samples_; ++s) values_[slot.first + s] = wide(a, s) / wide(p, s);
  }
  settle(slot);
  slot.terms = std::max(slot.typical, noise_terms(a) / p.typical);
  slots_.push_back(slot);
  return static_cast<std::uint32_t>(slots_.size() - 1);
}

std::uint32_t Slots::negative_product(std::uint32_t x, std::uint32_t y) {
  Slot slot = fresh(slots_[x].same && slots_[y].same);
  const Slot &a = slots_[x], &b = slots_[y];
  slot.fingerprint = -(a.fingerprint * b.fingerprint);
  slot.kind = std::max(a.kind, b.kind);
  if (slot.same) {
    slot.one = -(a.one * b.one);
  } else {
    for (std::size_t s = 0; s < samples_; ++s) {
      values_[slot.first + s] = -(wide(a, s) * wide(b, s));
    }
  }
  settle(slot);
  slot.terms = std::max(slot.typical, noise_terms(a) * noise_terms(b));
  slots_.push_back(slot);
  return static_cast<std::uint32_t>(slots_.size() - 1);
}

bool Slots::subtract_product(std::uint32_t to, std::uint32_t x, std::uint32_t y) {
  const bool same = slots_[to].same && slots_[x].same && slots_[y].same;
  Slot sum = same || !slots_[to].same ? slots_[to] : fresh(false);
  const Slot &t = slots_[to], &a = slots_[x], &b = slots_[y];
  sum.fingerprint = t.fingerprint - a.fingerprint * b.fingerprint;
  if (sum.fingerprint.is_zero()) {
    if (!sum.same) free_.push_back(sum.first);
    slots_[to].same = true;
    slots_[to].one = 0.0;
    return false;
  }
  sum.kind = std::max({t.kind, a.kind, b.kind});
  sum.terms = std::max({t.terms, t.typical, noise_terms(a) * noise_terms(b)});
  if (same) {
    sum.one = t.one - a.one * b.one;
  } else {
    for (std::size_t s = 0; s < samples_; ++s) {
      values_[sum.first + s] = wide(t, s) - wide(a, s) * wide(b, s);
    }
  }
  settle(sum);
  slots_[to] = sum;
  return true;
}

}  // namespace multibond
