#include "accumulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"

namespace multibond {

Accumulation::Verdict Accumulation::add(const EventRecord& record, double start) {
  constexpr std::size_t kWindow = 12;
  times_.push_back(record.time);
  if (times_.size() > kWindow) times_.erase(times_.begin());
  if (times_.size() < kWindow) return {};
  const double t = record.time;
  const double span = std::max({std::abs(t), std::abs(t - start), 1e-6});

  // Zeno: intervals shrink by a steady ratio r < 1; the rest of the sequence takes d r / (1 - r).
  bool geometric = true;
  double ratio = 0;
  for (std::size_t k = 2; k < times_.size(); ++k) {
    const double d0 = times_[k - 1] - times_[k - 2], d1 = times_[k] - times_[k - 1];
    const double r = d0 > 0 ? d1 / d0 : 2;
    if (k > 2 && std::abs(r - ratio) > 0.05) geometric = false;
    if (!(r < 0.995)) geometric = false;
    ratio = r;
  }
  const double last = times_.back() - times_[times_.size() - 2];
  const std::string conditions = join_names(record.conditions, 4);
  if (geometric && last * ratio / (1 - ratio) < 1e-8 * span) {
    return {
        true,
        fmt::format("Infinitely many events accumulate at t = {} (a Zeno sequence): {} switches at "
                    "intervals that shrink by the factor {:.6g}, now {:.2g} s.",
                    quantity(t + last * ratio / (1 - ratio), "s"), conditions, ratio, last),
        "Results up to there are kept. Let the model come to rest: end the bouncing below a small "
        "speed, or use a compliant contact."};
  }
  // Chattering: a dozen events in no time, with no sign of settling.
  if (times_.back() - times_.front() < 1e-12 * span) {
    return {
        true,
        fmt::format("The conditions {} switch back and forth at t = {} without progress in time "
                    "(chattering).",
                    conditions, quantity(t, "s")),
        "Results up to there are kept. Give the switching a hysteresis, or model what holds the "
        "system between the two sides."};
  }
  return {};
}

}  // namespace multibond
