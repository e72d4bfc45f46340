/// RandomProgram: a random well-conditioned computation, with the values it must have.
///
/// The generator evaluates every candidate operation at all sample points, together with a bound of
/// its rounding error, and keeps only those that stay finite and accurate: no cancellation, no
/// comparison of nearly equal numbers. So 1e-12 is a fair tolerance for every back end, whatever
/// its rounding (multiply-add, vector functions). The evaluation here is written independently of
/// the library: it is the reference.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "multibond/program/builder.h"
#include "multibond/symbolic/operations.h"
#include "test_solvers.h"

namespace multibond::test {

/// A number and a bound of its rounding error.
struct Approximate {
  double value = 0, error = 0;
};

class RandomProgram {
 public:
  static constexpr std::size_t kPoints = 3;

  enum class Shape {
    deep,  ///< operands among the latest values
    wide,  ///< operands among all values
    dots,  ///< mostly sums of products
  };

  RandomProgram(unsigned seed, Shape shape, std::size_t inputs, std::size_t operations)
      : random_(seed), shape_(shape), inputs_(inputs), builder_(inputs) {
    for (std::size_t i = 0; i < inputs; ++i) {
      Sample sample;
      for (Approximate& x : sample) x.value = real(0.2, 3) * (random_() % 2 ? 1 : -1);
      add(builder_.input(i), sample);
    }
    for (int i = 0; i < 4; ++i) {
      Sample sample;
      sample.fill({i == 0 ? 0.5 : real(0.2, 3) * (random_() % 2 ? 1 : -1), 0});
      add(builder_.constant(sample[0].value), sample);
    }
    for (std::size_t tries = 0; values_.size() < inputs + 4 + operations && tries < 50 * operations;
         ++tries) {
      if (random_() % 40 == 0) {
        add_call();
      } else {
        add_operation();
      }
    }
    // What nothing uses, so that no value is dead; and some others.
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (!used_[i] || random_() % 20 == 0) output(i);
    }
  }

  Program program() { return builder_.finish(); }

  std::vector<double> inputs(std::size_t point) const {
    std::vector<double> in;
    for (std::size_t i = 0; i < inputs_; ++i) in.push_back(samples_[i][point].value);
    return in;
  }
  std::vector<double> expected(std::size_t point) const {
    std::vector<double> out;
    for (const std::size_t i : outputs_) out.push_back(samples_[i][point].value);
    return out;
  }

 private:
  using Sample = std::array<Approximate, kPoints>;

  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  void add(ProgramBuilder::Value value, const Sample& sample) {
    values_.push_back(value);
    samples_.push_back(sample);
    used_.push_back(false);
  }
  void output(std::size_t index) {
    builder_.output(values_[index]);
    outputs_.push_back(index);
  }
  std::size_t pick() {
    if (shape_ == Shape::wide || random_() % 4 == 0) return random_() % values_.size();
    const std::size_t near = std::min<std::size_t>(values_.size(), shape_ == Shape::deep ? 5 : 60);
    return values_.size() - 1 - random_() % near;
  }
  Code pick_code() {
    static constexpr Code kCommon[] = {Code::add, Code::sub, Code::mul, Code::mul, Code::add};
    if (random_() % 10 < (shape_ == Shape::dots ? 9u : 5u)) return kCommon[random_() % 5];
    constexpr auto kFirst = static_cast<unsigned>(Code::neg);
    constexpr auto kCount = static_cast<unsigned>(Code::call) - kFirst;
    const auto code = static_cast<Code>(kFirst + random_() % kCount);
    return code == Code::no_event ? Code::add : code;
  }

  static bool acceptable(const Approximate& x) {
    return std::isfinite(x.value) && std::fabs(x.value) < 1e4 &&
           (x.value == 0 ? x.error == 0
                         : std::fabs(x.value) > 1e-4 && x.error < 3e-13 * std::fabs(x.value));
  }

  void add_operation() {
    const Code code = pick_code();
    const std::size_t a = pick(), b = pick(), c = pick();
    Sample sample;
    for (std::size_t p = 0; p < kPoints; ++p) {
      sample[p] = apply(code, samples_[a][p], samples_[b][p], samples_[c][p]);
      if (!acceptable(sample[p])) return;
    }
    const std::size_t operands[] = {a, b, c};
    for (int k = 0; k < op_info(code).operands; ++k) used_[operands[k]] = true;
    add(builder_.emit(code, values_[a], values_[b], values_[c]), sample);
  }

  void add_call() {
    const std::size_t a = pick(), b = pick();
    if (random_() % 2 == 0) {
      Sample product, difference;
      for (std::size_t p = 0; p < kPoints; ++p) {
        const Approximate x = samples_[a][p], y = samples_[b][p];
        product[p] = apply(Code::add, apply(Code::mul, x, y, {}), {1, 0}, {});
        difference[p] = apply(Code::sub, x, y, {});
        if (!acceptable(product[p]) || !acceptable(difference[p])) return;
      }
      used_[a] = used_[b] = true;
      const auto results = builder_.call(mix_, {values_[a], values_[b]});
      add(results[0], product);
      add(results[1], difference);
    } else {
      Sample root;
      for (std::size_t p = 0; p < kPoints; ++p) {
        const Approximate x = samples_[a][p];
        // Cardano's formula: an independent answer.
        const double q = std::sqrt(x.value * x.value / 4 + 1.0 / 27);
        root[p].value = std::cbrt(x.value / 2 + q) + std::cbrt(x.value / 2 - q);
        root[p].error = x.error + 1e-14;
        if (!acceptable(root[p]) || std::fabs(x.value) > 50) return;
      }
      used_[a] = true;
      add(builder_.call(cubic_, {values_[a]})[0], root);
    }
  }

  /// Value and error bound of one operation; NaN where the result would be ill-conditioned.
  static Approximate apply(Code code, Approximate a, Approximate b, Approximate c) {
    constexpr double kUnit = 4.5e-16;  // two units in the last place
    const double x = a.value, y = b.value;
    const Approximate refused{std::nan(""), 0};
    const auto smooth = [&](double value, double slope) {
      return Approximate{value, std::fabs(slope) * a.error * 1.01 + kUnit * std::fabs(value)};
    };
    const auto truth = [](bool condition) { return Approximate{condition ? 1.0 : 0.0, 0}; };
    const bool clear = std::fabs(x - y) > 1e-6 || (a.error == 0 && b.error == 0);
    switch (code) {
      case Code::add:
        return {x + y, a.error + b.error + kUnit * std::fabs(x + y)};
      case Code::sub:
        return {x - y, a.error + b.error + kUnit * std::fabs(x - y)};
      case Code::mul:
        return {x * y, std::fabs(x) * b.error + std::fabs(y) * a.error + kUnit * std::fabs(x * y)};
      case Code::div: {
        const double q = x / y;
        return {q, (a.error + std::fabs(q) * b.error) / std::fabs(y) * 1.01 + kUnit * std::fabs(q)};
      }
      case Code::neg:
        return {-x, a.error};
      case Code::abs:
        return {x < 0 ? -x : x, a.error};
      case Code::sign:
        return {x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0, 0};
      case Code::sqrt:
        return x > 0 ? smooth(std::sqrt(x), 0.5 / std::sqrt(x)) : refused;
      case Code::exp:
        return smooth(std::exp(x), std::exp(x));
      case Code::log:
        return x > 0 ? smooth(std::log(x), 1 / x) : refused;
      case Code::sin:
        return smooth(std::sin(x), std::cos(x));
      case Code::cos:
        return smooth(std::cos(x), std::sin(x));
      case Code::tan:
        return smooth(std::tan(x), 1 + std::tan(x) * std::tan(x));
      case Code::asin:
        return std::fabs(x) < 0.99 ? smooth(std::asin(x), 1 / std::sqrt(1 - x * x)) : refused;
      case Code::acos:
        return std::fabs(x) < 0.99 ? smooth(std::acos(x), 1 / std::sqrt(1 - x * x)) : refused;
      case Code::atan:
        return smooth(std::atan(x), 1 / (1 + x * x));
      case Code::sinh:
        return smooth(std::sinh(x), std::cosh(x));
      case Code::cosh:
        return smooth(std::cosh(x), std::sinh(x));
      case Code::tanh:
        return smooth(std::tanh(x), 1 - std::tanh(x) * std::tanh(x));
      case Code::floor: {
        const double f = std::floor(x);
        return a.error == 0 || (x - f > 1e-6 && f + 1 - x > 1e-6) ? Approximate{f, 0} : refused;
      }
      case Code::pow: {
        if (x <= 0) return refused;
        const double r = std::pow(x, y);
        return {r, r * (std::fabs(y / x) * a.error + std::fabs(std::log(x)) * b.error) * 1.01 +
                       2 * kUnit * r};
      }
      case Code::atan2: {
        if (x == 0) return refused;  // the sign of zero decides
        const double r2 = x * x + y * y, r = std::atan2(x, y);
        return {r, (std::fabs(y) * a.error + std::fabs(x) * b.error) / r2 * 1.01 +
                       kUnit * std::fabs(r)};
      }
      case Code::min:
        return clear ? (x < y ? a : b) : refused;
      case Code::max:
        return clear ? (x > y ? a : b) : refused;
      case Code::less:
        return clear ? truth(x < y) : refused;
      case Code::less_equal:
        return clear ? truth(x <= y) : refused;
      case Code::equal:
        return clear ? truth(x == y) : refused;
      case Code::logical_and:
        return truth(x != 0 && y != 0);
      case Code::logical_or:
        return truth(x != 0 || y != 0);
      case Code::logical_not:
        return truth(x == 0);
      case Code::select:
        return x != 0 ? b : c;
      default:
        return refused;
    }
  }

  std::mt19937 random_;
  Shape shape_;
  std::size_t inputs_;
  ProgramBuilder builder_;
  std::shared_ptr<const Solver> mix_ = std::make_shared<MixSolver>();
  std::shared_ptr<const Solver> cubic_ = std::make_shared<CubicSolver>();
  std::vector<ProgramBuilder::Value> values_;
  std::vector<Sample> samples_;
  std::vector<bool> used_;
  std::vector<std::size_t> outputs_;
};

}  // namespace multibond::test
