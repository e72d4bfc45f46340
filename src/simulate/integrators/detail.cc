#include "detail.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace multibond {

/// The processor takes several at once.
bool all_finite_of_many(const double* values, std::size_t n) {
  constexpr std::size_t kAtOnce = 4;
  std::uint64_t found[kAtOnce] = {};
  std::size_t i = 0;
  for (; i + kAtOnce <= n; i += kAtOnce) {
    for (std::size_t k = 0; k < kAtOnce; ++k) found[k] |= not_finite(values[i + k]);
  }
  for (; i < n; ++i) found[0] |= not_finite(values[i]);
  return ((found[0] | found[1] | found[2] | found[3]) >> 63) == 0;
}

Evaluation evaluate(Dynamics& dynamics, double t, const double* y, double* ydot) {
  const Evaluation evaluation = dynamics.derivatives(t, y, ydot);
  if (dynamics.is_checked() || all_finite(ydot, dynamics.size())) return evaluation;
  return Evaluation::failed;
}

Evaluation project(Dynamics& dynamics, double t, double* y) {
  const Evaluation evaluation = dynamics.project(t, y);
  return all_finite(y, dynamics.size()) ? evaluation : Evaluation::failed;
}

void record_step(IntegratorStatistics& statistics, double h) {
  const double size = std::abs(h);
  statistics.smallest_step =
      statistics.steps == 0 ? size : std::min(statistics.smallest_step, size);
  statistics.largest_step = std::max(statistics.largest_step, size);
  ++statistics.steps;
}

double smallest_step(double t, double limit) {
  return 16 * kEpsilon * std::max(std::abs(t), 1e-10 * std::abs(limit - t));
}

bool CreepWatch::creeps(double begin, double end, double limit) {
  constexpr int kTooMany = 200;  // a first step far too small has grown long before
  const bool useful = end == limit || std::abs(end - begin) >= smallest_step(begin, limit);
  creeping_ = useful ? 0 : creeping_ + 1;
  return end == begin || creeping_ >= kTooMany;
}

std::string CreepWatch::sentence(std::string_view method, double t, double step) {
  return fmt::format(
      "{} cannot go beyond t = {:.10g}: steps of {:.2g} s are too small to bring the time forward. "
      "Something in the model changes far too fast, or the time is far too large.",
      method, t, std::abs(step));
}

std::string missing_sentence(Missing missing, const Dynamics& dynamics) {
  const std::string fact = missing == Missing::derivatives
                               ? "The derivatives have no finite value there"
                               : "The constraints cannot be met there";
  const std::string reason = dynamics.failure();
  return reason.empty() ? fact + "." : fmt::format("{}: {}", fact, reason);
}

std::string no_start_sentence(std::string_view method, double t, const Dynamics& dynamics) {
  return fmt::format("{} cannot start at t = {:.10g}. {}", method, t,
                     missing_sentence(Missing::derivatives, dynamics));
}

}  // namespace multibond
