#include "multibond/library/mechanics3d/gravitation.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

namespace multibond::mechanics3d {
namespace {

using Triple = std::array<double, 3>;

/// The arguments by their meaning.
struct Bodies {
  explicit Bodies(std::span<const double> arguments)
      : count((arguments.size() - 1) / 4),
        G(arguments[0]),
        m(arguments.data() + 1),
        x(arguments.data() + 1 + count) {}
  std::size_t count;
  double G;
  const double *m, *x;

  Triple gap(std::size_t i, std::size_t j) const {
    return {x[3 * j] - x[3 * i], x[3 * j + 1] - x[3 * i + 1], x[3 * j + 2] - x[3 * i + 2]};
  }
};

double dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// An entry of the matrix of second derivatives of the potential.
///
///     d2U / dx_i dx_j = G m_i m_j (3 u u' - 1) / d^3      i and j different, u from i to j
///
/// and the block of i with itself is minus the sum of its others.
class Curvature final : public Function {
 public:
  Curvature(std::shared_ptr<const Gravitation> law, std::size_t row, std::size_t column)
      : law_(std::move(law)), row_(row), column_(column) {}
  std::string name() const override {
    return fmt::format("{}.curvature[{},{}]", law_->pool(), row_ + 1, column_ + 1);
  }
  std::size_t arity() const override { return law_->arity(); }
  double evaluate(std::span<const double> arguments) const override {
    const Bodies bodies(arguments);
    const std::size_t i = row_ / 3, j = column_ / 3;
    if (i != j) return entry(bodies, i, j);
    double sum = 0;
    for (std::size_t other = 0; other < bodies.count; ++other) {
      if (other != i) sum -= entry(bodies, i, other);
    }
    return sum;
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }

 private:
  double entry(const Bodies& bodies, std::size_t i, std::size_t j) const {
    const Triple gap = bodies.gap(i, j);
    const double square = dot(gap, gap), cube = square * std::sqrt(square);
    const std::size_t a = row_ % 3, b = column_ % 3;
    return bodies.G * bodies.m[i] * bodies.m[j] *
           (3 * gap[a] * gap[b] / square - (a == b ? 1 : 0)) / cube;
  }
  std::shared_ptr<const Gravitation> law_;
  std::size_t row_, column_;
};

/// One result by itself.
class Result final : public Function {
 public:
  Result(std::shared_ptr<const Gravitation> law, std::size_t index)
      : law_(std::move(law)), index_(index) {}
  std::string name() const override {
    return index_ == 0 ? law_->pool() + ".potential"
                       : fmt::format("{}.gradient[{}]", law_->pool(), index_);
  }
  std::size_t arity() const override { return law_->arity(); }
  Part part() const override { return {law_, index_}; }
  double evaluate(std::span<const double> arguments) const override;
  std::shared_ptr<const Function> derivative(std::size_t argument) const override;

 private:
  std::shared_ptr<const Gravitation> law_;
  std::size_t index_;
  mutable std::map<std::size_t, std::weak_ptr<const Function>> slopes_;
};

double Result::evaluate(std::span<const double> arguments) const {
  const Bodies bodies(arguments);
  double sum = 0;
  if (index_ == 0) {
    for (std::size_t i = 0; i < bodies.count; ++i) {
      for (std::size_t j = i + 1; j < bodies.count; ++j) {
        const Triple gap = bodies.gap(i, j);
        sum -= bodies.m[i] * bodies.m[j] / std::sqrt(dot(gap, gap));
      }
    }
    return bodies.G * sum;
  }
  const std::size_t i = (index_ - 1) / 3, k = (index_ - 1) % 3;
  for (std::size_t j = 0; j < bodies.count; ++j) {
    if (j == i) continue;
    const Triple gap = bodies.gap(i, j);
    const double square = dot(gap, gap);
    sum -= bodies.m[j] * gap[k] / (square * std::sqrt(square));
  }
  return bodies.G * bodies.m[i] * sum;
}

std::shared_ptr<const Function> Result::derivative(std::size_t argument) const {
  const std::size_t first_position = 1 + law_->bodies();
  if (argument < first_position) return nullptr;  // the masses and G are constant
  const std::size_t position = argument - first_position;
  if (index_ == 0) return law_->gradient(position / 3, position % 3);
  std::weak_ptr<const Function>& made = slopes_[position];
  if (auto slope = made.lock()) return slope;
  auto slope = std::make_shared<Curvature>(law_, index_ - 1, position);
  made = slope;
  return slope;
}

}  // namespace

std::shared_ptr<const Function> Gravitation::result(std::size_t index) const {
  made_.resize(results());
  if (auto function = made_[index].lock()) return function;
  auto function = std::make_shared<Result>(shared_from_this(), index);
  made_[index] = function;
  return function;
}

std::shared_ptr<const Function> Gravitation::potential() const { return result(0); }

std::shared_ptr<const Function> Gravitation::gradient(std::size_t body, std::size_t k) const {
  return result(1 + 3 * body + k);
}

void Gravitation::evaluate(std::span<const double> arguments, std::span<double> results) const {
  const Bodies bodies(arguments);
  for (double& result : results) result = 0;
  double* const slope = results.data() + 1;
  for (std::size_t i = 0; i < bodies.count; ++i) {
    for (std::size_t j = i + 1; j < bodies.count; ++j) {
      const Triple gap = bodies.gap(i, j);
      const double square = dot(gap, gap);
      const double energy = bodies.G * bodies.m[i] * bodies.m[j] / std::sqrt(square);
      results[0] -= energy;
      for (std::size_t k = 0; k < 3; ++k) {
        const double pull = energy / square * gap[k];
        slope[3 * i + k] -= pull;
        slope[3 * j + k] += pull;
      }
    }
  }
}

void Gravitation::tangent(std::span<const double> arguments, std::span<const double> rates,
                          std::span<double> result_rates) const {
  const Bodies bodies(arguments), moving(rates);
  for (double& rate : result_rates) rate = 0;
  double* const slope = result_rates.data() + 1;
  for (std::size_t i = 0; i < bodies.count; ++i) {
    for (std::size_t j = i + 1; j < bodies.count; ++j) {
      const Triple gap = bodies.gap(i, j), speed = moving.gap(i, j);
      const double square = dot(gap, gap), distance = std::sqrt(square);
      const double product = bodies.m[i] * bodies.m[j];
      const double energy = bodies.G * product / distance;
      // d ln(distance) / dt, and the rate of G m_i m_j / distance.
      const double stretch = dot(gap, speed) / square;
      const double energy_rate = (moving.G * product + bodies.G * (moving.m[i] * bodies.m[j] +
                                                                   bodies.m[i] * moving.m[j])) /
                                     distance -
                                 energy * stretch;
      result_rates[0] -= energy_rate;
      for (std::size_t k = 0; k < 3; ++k) {
        const double pull_rate =
            (energy_rate * gap[k] + energy * speed[k] - 2 * energy * stretch * gap[k]) / square;
        slope[3 * i + k] -= pull_rate;
        slope[3 * j + k] += pull_rate;
      }
    }
  }
}

std::string Gravitation::c99(std::string_view function_name) const {
  constexpr const char* kSource = R"(static void {name}(const double* a, double* y) {{
  enum {{ n = {count} }};
  const double *m = a + 1, *x = a + 1 + n;
  for (int i = 0; i < 1 + 3 * n; ++i) y[i] = 0;
  for (int i = 0; i < n; ++i) {{
    for (int j = i + 1; j < n; ++j) {{
      const double gap[3] = {{x[3 * j] - x[3 * i], x[3 * j + 1] - x[3 * i + 1],
                             x[3 * j + 2] - x[3 * i + 2]}};
      const double square = gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2];
      const double energy = a[0] * m[i] * m[j] / sqrt(square);
      y[0] -= energy;
      for (int k = 0; k < 3; ++k) {{
        const double pull = energy / square * gap[k];
        y[1 + 3 * i + k] -= pull;
        y[1 + 3 * j + k] += pull;
      }}
    }}
  }}
}}
)";
  return fmt::format(kSource, fmt::arg("name", function_name), fmt::arg("count", bodies_));
}

}  // namespace multibond::mechanics3d
