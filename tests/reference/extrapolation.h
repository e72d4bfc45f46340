/// Integration that shares nothing with the library: the modified midpoint rule, extrapolated
/// (Gragg, Bulirsch, Stoer; Hairer, Nørsett, Wanner: Solving ODEs I, II.9).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace multibond::reference {

template <std::size_t N>
struct Extrapolated {
  std::array<double, N> y;
  double error = 0;  ///< of the column before the last
};

/// A step from t to t + H of order 2 `columns`; f(t, y) gives the derivatives.
template <std::size_t N, typename F>
Extrapolated<N> extrapolate(const F& f, double t, const std::array<double, N>& y, double H,
                            int columns) {
  using State = std::array<double, N>;
  const auto plus = [](const State& a, double h, const State& b) {
    State sum;
    for (std::size_t i = 0; i < N; ++i) sum[i] = a[i] + h * b[i];
    return sum;
  };
  std::vector<State> before;
  double error = 0;
  for (int k = 0; k < columns; ++k) {
    const int n = 2 * (k + 1);
    const double h = H / n;
    State last = y, now = plus(y, h, f(t, y));
    for (int m = 1; m < n; ++m) {
      const State next = plus(last, 2 * h, f(t + m * h, now));
      last = now;
      now = next;
    }
    const State slope = f(t + H, now);
    std::vector<State> row(1);
    for (std::size_t i = 0; i < N; ++i) row[0][i] = 0.5 * (now[i] + last[i] + h * slope[i]);
    for (int j = 0; j < k; ++j) {
      const double ratio = static_cast<double>(n) / (2.0 * (k - j)), q = ratio * ratio - 1;
      State better;
      error = 0;
      for (std::size_t i = 0; i < N; ++i) {
        const double step = (row.back()[i] - before[static_cast<std::size_t>(j)][i]) / q;
        better[i] = row.back()[i] + step;
        error = std::max(error, std::abs(step));
      }
      row.push_back(better);
    }
    before = std::move(row);
  }
  return {before.back(), error};
}

}  // namespace multibond::reference
