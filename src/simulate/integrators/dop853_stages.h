/// The stages of one Dormand-Prince 8(5,3) step: the arithmetic, without step size control.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "dop853_coefficients.h"
#include "multibond/simulate/dynamics.h"

namespace multibond::dop853 {

/// State and derivatives at both ends of a step, and the stages between. All memory is taken in
/// the constructor; stepping allocates nothing.
class Stages {
 public:
  explicit Stages(std::size_t n);
  Stages(const Stages& other);
  Stages& operator=(const Stages& other);

  double* begin() { return begin_; }           ///< state at the beginning of the step
  double* end() { return end_; }               ///< state at its end
  double* begin_slope() { return k_[0]; }      ///< f there
  double* end_slope() { return k_[kStages]; }  ///< f there
  const double* end_slope() const { return k_[kStages]; }

  /// The end of the step becomes the beginning of the next.
  void shift();

  /// Stages 1 to 11 and the end state, from the beginning and its slope. `failed` as soon as one
  /// stage has no finite value, `singular` if one was rank-deficient.
  Evaluation attempt(Dynamics& dynamics, double t, double h);

  /// Norm of the local error in units of `scale`: at most 1 is acceptable. Sets `worst`.
  double error(const double* scale, double h, std::size_t* worst) const;

  /// Hairer's estimate of h |lambda|, valid directly after an attempt and f at the end.
  double stiffness(const double* scale, double h) const;

  /// The polynomial of the dense output: with its three more stages (order 7) or, if f has no
  /// value at one of them, without (order 3).
  void prepare_dense(Dynamics& dynamics, double t, double h);
  /// State at the fraction `theta` of the step.
  void interpolate(double theta, double* y) const;

  std::size_t evaluations() const { return evaluations_; }

 private:
  template <std::size_t kStage>
  bool stage(Dynamics& dynamics, double t, double h, double* argument);
  template <std::size_t... kStage>
  bool all_stages(Dynamics& dynamics, double t, double h, std::index_sequence<kStage...>);

  std::size_t n_;
  std::vector<double> memory_;
  std::array<double*, kAllStages> k_;
  double *begin_, *end_, *argument_;
  std::array<double*, 7> dense_;
  bool singular_ = false;
  std::size_t evaluations_ = 0;
};

}  // namespace multibond::dop853
