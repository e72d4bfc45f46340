#include "stiffness.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

/// Largest eigenvalue by power iteration on A v = lambda v: for systems too large for all of them.
/// A real dominant eigenvalue shows as a steady quotient; a complex pair does not.
bool dominant_mode_decays(const SparsePattern& pattern, const std::vector<double>& values,
                          double step) {
  const std::size_t n = pattern.rows;
  std::vector<double> v(n), w(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = 1.0 + 0.37 * std::sin(1.7 * static_cast<double>(i));
  double quotient = 0, previous = 0;
  for (int iteration = 0; iteration < 100; ++iteration) {
    std::fill(w.begin(), w.end(), 0.0);
    for (std::size_t c = 0; c < n; ++c) {
      for (std::int32_t k = pattern.start[c]; k < pattern.start[c + 1]; ++k) {
        w[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])] +=
            values[static_cast<std::size_t>(k)] * v[c];
      }
    }
    double vv = 0, vw = 0, ww = 0;
    for (std::size_t i = 0; i < n; ++i) {
      vv += v[i] * v[i];
      vw += v[i] * w[i];
      ww += w[i] * w[i];
    }
    if (ww == 0) return false;
    previous = quotient;
    quotient = vw / vv;
    const double norm = std::sqrt(ww);
    for (std::size_t i = 0; i < n; ++i) v[i] = w[i] / norm;
  }
  const bool steady = std::abs(quotient - previous) < 0.2 * std::abs(quotient);
  return steady && step * quotient < -1;
}

/// Whether a step changes no state by more than a few tolerances.
bool rests(Dynamics& dynamics, double t, const double* y, double step, double tolerance) {
  constexpr double kRest = 10;
  std::vector<double> slope(dynamics.size()), scale(dynamics.size());
  if (dynamics.derivatives(t, y, slope.data()) == Evaluation::failed) return false;
  dynamics.error_scale(y, scale.data());
  for (std::size_t i = 0; i < slope.size(); ++i) {
    if (!(std::abs(step * slope[i]) <= kRest * tolerance * scale[i])) return false;
  }
  return true;
}

/// Whether a mode limits the steps of an explicit method and none grows: one that grows must be
/// followed, or the state would seem to rest where it cannot.
bool limits_but_decays(const Eigen::VectorXcd& eigenvalues, double step) {
  return step * eigenvalues.real().maxCoeff() < 1e-3 &&
         step * eigenvalues.cwiseAbs().maxCoeff() > 1;
}

}  // namespace

bool is_stiff(Dynamics& dynamics, double t, const double* y, double step, double tolerance) {
  const SparsePattern& pattern = dynamics.jacobian_pattern();
  std::vector<double> values(pattern.nonzeros());
  if (dynamics.jacobian(t, y, values.data()) == Evaluation::failed) return false;
  const auto n = static_cast<Eigen::Index>(dynamics.size());
  if (n > 300) return dominant_mode_decays(pattern, values, step);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index c = 0; c < n; ++c) {
    for (std::int32_t k = pattern.start[static_cast<std::size_t>(c)];
         k < pattern.start[static_cast<std::size_t>(c) + 1]; ++k) {
      matrix(pattern.row[static_cast<std::size_t>(k)], c) = values[static_cast<std::size_t>(k)];
    }
  }
  const Eigen::VectorXcd eigenvalues = dense::eigenvalues(matrix);
  if (rests(dynamics, t, y, step, tolerance)) return limits_but_decays(eigenvalues, step);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double re = eigenvalues[i].real(), im = eigenvalues[i].imag();
    if (step * re < -5 && std::abs(re) > std::abs(im)) return true;
  }
  return false;
}

}  // namespace multibond
