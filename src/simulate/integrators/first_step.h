/// The size of the first step of a one-step method.
#pragma once

#include <cstddef>
#include <vector>

#include "multibond/simulate/dynamics.h"

namespace multibond {

/// After HINIT of Hairer, Norsett and Wanner, vol. I, sec. II.4. We know more: the error scale says
/// what change of the state is "of order one", so a state that starts at zero needs no special
/// case and does not force a tiny step.
class FirstStep {
 public:
  FirstStep(Dynamics& dynamics, int order, double tolerance, double largest_step);

  /// Positive, at most the distance to `limit`; `f` is f(t, y).
  double choose(double t, const double* y, const double* f, double limit);
  std::size_t evaluations() const { return evaluations_; }

 private:
  double norm(const double* a, const double* b) const;

  Dynamics& dynamics_;
  std::size_t n_;
  int order_;
  double tolerance_, largest_step_;
  std::vector<double> scale_, probe_, probe_slope_;
  std::size_t evaluations_ = 0;
};

}  // namespace multibond
