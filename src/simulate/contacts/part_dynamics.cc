#include "part_dynamics.h"

#include <algorithm>
#include <cmath>

#include "../integrators/detail.h"

namespace multibond {
namespace {

/// Of an invariant, by its largest state: what nobody needs to improve, and what nobody may take
/// for closed (projection.cc).
constexpr double kRounding = 1e-15, kOpen = 1e-8;
/// Of watched pivots, by their usual sizes (compiled_dynamics.cc).
constexpr double kSmallPivot = 1e-3;
constexpr int kMostRounds = 5;

}  // namespace

Evaluation PartDynamics::derivatives(double t, const double* y, double* ydot) {
  set_point(*part_, t, y);
  PartKind& kind = *part_->kind;
  const bool watches = kind.pivots() > 0;
  values_.resize(std::max(values_.size(), kind.states() + kind.pivots()));
  double* const out = watches ? values_.data() : ydot;
  if (!kind.derivatives.run(part_->point.data(), out)) return Evaluation::failed;
  // Pivots that do not suit the point are for the whole model to change.
  for (std::size_t k = kind.states(); k < kind.states() + kind.pivots(); ++k) {
    if (!(out[k] > kSmallPivot)) return Evaluation::failed;
  }
  if (watches) std::copy_n(out, size(), ydot);
  return all_finite(ydot, size()) ? Evaluation::regular : Evaluation::failed;
}

void PartDynamics::error_scale(const double* y, double* scale) const {
  for (std::size_t i = 0; i < part_->states.size(); ++i) {
    const StateDescription& state = mode_.states[part_->states[i]];
    scale[i] =
        state.nominal + (state.angle ? std::min(std::abs(y[i]), state.nominal) : std::abs(y[i]));
  }
}

/// Newton steps along the gradients.
Evaluation PartDynamics::project(double t, double* y) {
  if (!projects_ || part_->invariants.empty()) return Evaluation::regular;
  double largest = 1;
  for (std::size_t i = 0; i < size(); ++i) largest = std::max(largest, std::abs(y[i]));
  double rest = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    set_point(*part_, t, y);
    values_.resize(part_->invariants.back().output + part_->invariants.back().states.size() + 1);
    if (!part_->kind->declared.run(part_->point.data(), values_.data())) return Evaluation::failed;
    rest = 0;
    for (const PartInvariant& invariant : part_->invariants) {
      const double value = values_[invariant.output];
      rest = std::max(rest, std::abs(value));
      double square = 0;
      for (std::size_t j = 0; j < invariant.states.size(); ++j) {
        square += values_[invariant.output + 1 + j] * values_[invariant.output + 1 + j];
      }
      if (!(square > 0) || !std::isfinite(value)) return Evaluation::failed;
      for (std::size_t j = 0; j < invariant.states.size(); ++j) {
        y[invariant.states[j]] -= value * values_[invariant.output + 1 + j] / square;
      }
    }
    if (rest <= kRounding * largest) break;
  }
  return rest <= kOpen * largest ? Evaluation::regular : Evaluation::failed;
}

}  // namespace multibond
