#include "multibond/analyze/response.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;

constexpr double kTurn = 2 * std::numbers::pi;
constexpr std::size_t kPoints = 200;
constexpr double kDecades = 8;
constexpr double kWeak = 1e-6;  ///< damping below which a peak has no top

/// (iw - A) X = B, as twice as many real equations.
MatrixXcd solved(const MatrixXd& A, const MatrixXd& B, double w) {
  const Index n = A.rows();
  MatrixXd M(2 * n, 2 * n), right = MatrixXd::Zero(2 * n, B.cols());
  const MatrixXd turn = w * MatrixXd::Identity(n, n);
  M << -A, -turn, turn, -A;
  right.topRows(n) = B;
  const MatrixXd X = dense::LuFactors(M).solve(right);
  MatrixXcd result(n, B.cols());
  result.real() = X.topRows(n);
  result.imag() = X.bottomRows(n);
  return result;
}

}  // namespace

FrequencyResponse frequency_response(const Linearization& linear,
                                     const std::vector<double>& frequencies) {
  FrequencyResponse response{linear.inputs, linear.outputs, frequencies, {}};
  for (const double frequency : frequencies) {
    MatrixXcd value = linear.D.cast<std::complex<double>>();
    if (linear.A.rows() > 0 && value.size() > 0) {
      value += linear.C * solved(linear.A, linear.B, kTurn * frequency);
    }
    response.values.push_back(std::move(value));
  }
  return response;
}

std::vector<double> usual_frequencies(const Linearization& linear) {
  double fastest = 0;
  for (const auto& value : linear.eigenvalues) fastest = std::max(fastest, std::abs(value));
  double slowest = fastest;
  std::vector<double> frequencies;
  for (const auto& value : linear.eigenvalues) {
    const double size = std::abs(value);
    if (size > 1e-9 * fastest) slowest = std::min(slowest, size);
    if (value.imag() > 0 && std::abs(value.real()) > kWeak * size) {
      frequencies.push_back(value.imag() / kTurn);
    }
  }
  const double high = fastest > 0 ? 10 * fastest / kTurn : 100;
  const double low =
      fastest > 0 ? std::max(0.1 * slowest / kTurn, high * std::pow(10, -kDecades)) : 0.01;
  for (std::size_t k = 0; k < kPoints; ++k) {
    frequencies.push_back(low * std::pow(high / low, static_cast<double>(k) / (kPoints - 1)));
  }
  std::sort(frequencies.begin(), frequencies.end());
  frequencies.erase(std::unique(frequencies.begin(), frequencies.end()), frequencies.end());
  return frequencies;
}

ResponseRequest read_response(std::string_view option, std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == text.size()) {
    throw Error(std::string(option),
                fmt::format("{}: '{}' does not name an input and an output.", option, text),
                "Give both with a colon between them, e.g. spring.s_rel0:mass.s.");
  }
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace multibond
