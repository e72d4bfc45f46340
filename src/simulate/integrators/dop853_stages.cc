#include "dop853_stages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "detail.h"
#include "multibond/base/wide_registers.h"

// Sums over all states, in vectors as wide as the machine has them.

namespace multibond::dop853 {
namespace {

template <std::size_t kStage>
struct StageRow {
  static constexpr Row row = kA[kStage];
};
template <std::size_t kPower>
struct DenseRow {
  static constexpr Row row = kD[kPower];
};
struct FifthOrderError {
  static constexpr Row row = kE5;
};
struct ThirdOrderError {
  // Order 8 minus order 3 (Hairer, Norsett, Wanner, vol. I, sec. II.10).
  static constexpr Row row = [] {
    Row row = kA[kStages];
    for (std::size_t j = 0; j < kAllStages; ++j) row[j] -= kThirdOrder[j];
    return row;
  }();
};

using Slopes = std::array<double*, kAllStages>;

// sum_j row[j] k_j[i]; the zeros of the tableau vanish at compile time.
template <class Weights, std::size_t... kJ>
inline double combine(const Slopes& k, std::size_t i, std::index_sequence<kJ...>) {
  double sum = 0;
  (
      [&] {
        constexpr double kWeight = Weights::row[kJ];
        if constexpr (kWeight != 0) sum += kWeight * k[kJ][i];
      }(),
      ...);
  return sum;
}
template <class Weights>
inline double combine(const Slopes& k, std::size_t i) {
  return combine<Weights>(k, i, std::make_index_sequence<kAllStages>{});
}

// y + h sum_j row[j] k_j
template <class Weights>
MULTIBOND_WIDE void add(const Slopes& slopes, double h, const double* y, std::size_t n,
                        double* __restrict sum) {
  const Slopes k = slopes;  // a copy whose addresses the loop cannot change
  for (std::size_t i = 0; i < n; ++i) sum[i] = y[i] + h * combine<Weights>(k, i);
}

// h sum_j row[j] k_j
template <class Weights>
MULTIBOND_WIDE void combine(const Slopes& slopes, double h, std::size_t n, double* __restrict sum) {
  const Slopes k = slopes;
  for (std::size_t i = 0; i < n; ++i) sum[i] = h * combine<Weights>(k, i);
}

}  // namespace

Stages::Stages(std::size_t n) : n_(n), memory_((kAllStages + 10) * n) {
  double* next = memory_.data();
  const auto take = [&] { return std::exchange(next, next + n); };
  for (double*& k : k_) k = take();
  for (double*& d : dense_) d = take();
  begin_ = take();
  end_ = take();
  argument_ = take();
}

Stages::Stages(const Stages& other) : Stages(other.n_) { *this = other; }

/// The parts of the memory change places from step to step.
Stages& Stages::operator=(const Stages& other) {
  if (this == &other) return *this;
  n_ = other.n_;
  memory_ = other.memory_;
  const auto same_place = [&](const double* place) {
    return memory_.data() + (place - other.memory_.data());
  };
  for (std::size_t i = 0; i < k_.size(); ++i) k_[i] = same_place(other.k_[i]);
  for (std::size_t i = 0; i < dense_.size(); ++i) dense_[i] = same_place(other.dense_[i]);
  begin_ = same_place(other.begin_);
  end_ = same_place(other.end_);
  argument_ = same_place(other.argument_);
  singular_ = other.singular_;
  evaluations_ = other.evaluations_;
  return *this;
}

void Stages::shift() {
  std::swap(begin_, end_);
  std::swap(k_[0], k_[kStages]);
}

template <std::size_t kStage>
bool Stages::stage(Dynamics& dynamics, double t, double h, double* argument) {
  add<StageRow<kStage>>(k_, h, begin_, n_, argument);
  ++evaluations_;
  const Evaluation evaluation = evaluate(dynamics, t + kC[kStage] * h, argument, k_[kStage]);
  singular_ = singular_ || evaluation == Evaluation::singular;
  return evaluation != Evaluation::failed;
}

template <std::size_t... kStage>
bool Stages::all_stages(Dynamics& dynamics, double t, double h, std::index_sequence<kStage...>) {
  return (stage<kStage + 1>(dynamics, t, h, argument_) && ...);
}

Evaluation Stages::attempt(Dynamics& dynamics, double t, double h) {
  singular_ = false;
  if (!all_stages(dynamics, t, h, std::make_index_sequence<kStages - 1>{})) {
    return Evaluation::failed;
  }
  add<StageRow<kStages>>(k_, h, begin_, n_, end_);
  if (!all_finite(end_, n_)) return Evaluation::failed;
  return singular_ ? Evaluation::singular : Evaluation::regular;
}

MULTIBOND_WIDE double Stages::error(const double* scale, double h, std::size_t* worst) const {
  // err = |h| e5^2 / sqrt(e5^2 + 0.01 e3^2): the fifth-order estimate, pulled towards order 7 by
  // the third-order one (Hairer, Norsett, Wanner, vol. I, sec. II.10, eq. (10.17)).
  double fifth = 0, third = 0, largest = -1;
  for (std::size_t i = 0; i < n_; ++i) {
    const double e5 = combine<FifthOrderError>(k_, i) / scale[i];
    const double e3 = combine<ThirdOrderError>(k_, i) / scale[i];
    fifth += e5 * e5;
    third += e3 * e3;
    if (e5 * e5 > largest) {
      largest = e5 * e5;
      *worst = i;
    }
  }
  const double both = fifth + 0.01 * third;
  return both == 0 ? 0 : std::abs(h) * fifth / std::sqrt(both * static_cast<double>(n_));
}

double Stages::stiffness(const double* scale, double h) const {
  // h |f(y1) - k12| / |y1 - Y12|, both at the end of the step (Hairer and Wanner, vol. II,
  // sec. IV.2). Measured in units of the scale, so that pascals do not drown radians.
  double slopes = 0, states = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const double slope = (k_[kStages][i] - k_[kStages - 1][i]) / scale[i];
    const double state = (end_[i] - argument_[i]) / scale[i];
    slopes += slope * slope;
    states += state * state;
  }
  return states > 0 ? std::abs(h) * std::sqrt(slopes / states) : 0;
}

void Stages::prepare_dense(Dynamics& dynamics, double t, double h) {
  // Hairer, Norsett, Wanner, vol. I, sec. II.6: cubic Hermite and four more terms.
  for (std::size_t i = 0; i < n_; ++i) {
    const double difference = end_[i] - begin_[i];
    const double bend = h * k_[0][i] - difference;
    dense_[0][i] = difference;
    dense_[1][i] = bend;
    dense_[2][i] = difference - h * k_[kStages][i] - bend;
  }
  // The argument of stage 12 is still wanted by nobody: the stiffness was taken with the step.
  const bool complete = stage<13>(dynamics, t, h, argument_) &&
                        stage<14>(dynamics, t, h, argument_) &&
                        stage<15>(dynamics, t, h, argument_);
  if (!complete) {
    for (std::size_t d = 3; d < dense_.size(); ++d) std::fill_n(dense_[d], n_, 0.0);
    return;
  }
  combine<DenseRow<0>>(k_, h, n_, dense_[3]);
  combine<DenseRow<1>>(k_, h, n_, dense_[4]);
  combine<DenseRow<2>>(k_, h, n_, dense_[5]);
  combine<DenseRow<3>>(k_, h, n_, dense_[6]);
}

MULTIBOND_WIDE void Stages::interpolate(double theta, double* __restrict y) const {
  const double rest = 1 - theta;
  const std::array<double*, 7> d = dense_;
  const double* const begin = begin_;
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = d[6][i] * theta;
    sum = (sum + d[5][i]) * rest;
    sum = (sum + d[4][i]) * theta;
    sum = (sum + d[3][i]) * rest;
    sum = (sum + d[2][i]) * theta;
    sum = (sum + d[1][i]) * rest;
    y[i] = begin[i] + (sum + d[0][i]) * theta;
  }
}

}  // namespace multibond::dop853
