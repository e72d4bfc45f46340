#include "first_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detail.h"

namespace multibond {

FirstStep::FirstStep(Dynamics& dynamics, int order, double tolerance, double largest_step)
    : dynamics_(dynamics),
      n_(dynamics.size()),
      order_(order),
      tolerance_(tolerance),
      largest_step_(largest_step),
      scale_(n_),
      probe_(n_),
      probe_slope_(n_) {}

// |a - b| in units of the scale; b may be null.
double FirstStep::norm(const double* a, const double* b) const {
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double x = (a[i] - (b ? b[i] : 0)) / scale_[i];
    sum += x * x;
  }
  return std::sqrt(sum / static_cast<double>(n_));
}

double FirstStep::choose(double t, const double* y, const double* f, double limit) {
  dynamics_.error_scale(y, scale_.data());
  const double remaining = limit - t;
  const double longest = std::min(std::abs(remaining), largest_step_);
  const double speed = norm(f, nullptr);
  double h = std::min(speed > 0 ? 0.01 / speed : 1e-3 * std::abs(remaining), longest);
  // A small Euler step measures the second derivative; a smaller one if f has no value there.
  for (int attempt = 0; attempt < 8; ++attempt, h *= 0.1) {
    const double step = std::copysign(h, remaining);
    for (std::size_t i = 0; i < n_; ++i) probe_[i] = y[i] + step * f[i];
    ++evaluations_;
    if (evaluate(dynamics_, t + step, probe_.data(), probe_slope_.data()) == Evaluation::failed) {
      continue;
    }
    const double curvature = norm(probe_slope_.data(), f) / h;
    const double strongest = std::max(speed, curvature) / tolerance_;
    const double by_error = strongest > 0 ? std::pow(0.01 / strongest, 1.0 / order_)
                                          : std::numeric_limits<double>::infinity();
    return std::min({100 * h, by_error, longest});
  }
  return h;
}

}  // namespace multibond
