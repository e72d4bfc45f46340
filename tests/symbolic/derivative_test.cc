#include "multibond/symbolic/derivative.h"

#include <array>
#include <cmath>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/diagnostic.h"
#include "multibond/symbolic/evaluate.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

using testing::HasSubstr;

/// c a^m b^n, with derivatives.
class Monomial final : public Function {
 public:
  Monomial(double c, int m, int n) : c_(c), m_(m), n_(n) {}
  std::string name() const override { return "monomial"; }
  std::size_t arity() const override { return 2; }
  double evaluate(std::span<const double> v) const override {
    return c_ * std::pow(v[0], m_) * std::pow(v[1], n_);
  }
  std::shared_ptr<const Function> derivative(std::size_t i) const override {
    auto& slope = slope_.at(i);
    if (!slope) {
      slope = i == 0 ? std::make_shared<Monomial>(c_ * m_, std::max(m_ - 1, 0), n_)
                     : std::make_shared<Monomial>(c_ * n_, m_, std::max(n_ - 1, 0));
    }
    return slope;
  }

 private:
  double c_;
  int m_, n_;
  mutable std::array<std::shared_ptr<const Function>, 2> slope_;
};

class Measured final : public Function {
 public:
  std::string name() const override { return "measured"; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> v) const override { return v[0]; }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
};

class DerivativeTest : public testing::Test {
 protected:
  double at(const Expr& e, double vx, double vy = 0) {
    return Evaluator([&](const Expr& leaf) { return same(leaf, x) ? vx : vy; })(e);
  }
  ExprPool pool;
  Expr x = pool.variable(0), y = pool.variable(1);
};

/// Random expressions over all operations, each with its value at one point, so that every
/// operation is applied well inside its domain and away from its jumps.
class RandomExpressions {
 public:
  RandomExpressions(ExprPool& pool, std::uint32_t seed) : random_(seed) {
    for (std::uint32_t i = 0; i < kLeaves; ++i) {
      point[i] = std::uniform_real_distribution<>(-1.5, 1.5)(random_);
      made_.emplace_back(pool.variable(i), point[i]);
    }
    made_.emplace_back(Expr(1.5), 1.5);
  }

  static constexpr std::uint32_t kLeaves = 3;
  std::array<double, kLeaves> point;
  std::map<Op, int> used;

  Expr operator()(int steps) {
    for (int i = 0; i < steps;) i += step();
    return made_.back().first;
  }

 private:
  using Pair = std::pair<Expr, double>;

  bool step() {
    const auto [a, u] = pick();
    const auto [b, v] = pick();
    const auto [c, w] = pick();
    const Op op = static_cast<Op>(
        static_cast<unsigned>(Op::neg) +
        random_() % (static_cast<unsigned>(Op::call) + 1 - static_cast<unsigned>(Op::neg)));
    const auto away = [](double s) { return std::fabs(s) > 0.05; };
    switch (op) {
      case Op::neg:
        return add(op, -a, -u);
      case Op::abs:
        return away(u) && add(op, abs(a), std::fabs(u));
      case Op::sign:
        return away(u) && add(op, sign(a) * b, std::copysign(1, u) * v);
      case Op::sqrt:
        return u > 0.1 && add(op, sqrt(a), std::sqrt(u));
      case Op::exp:
        return u < 2 && add(op, exp(a), std::exp(u));
      case Op::log:
        return u > 0.1 && add(op, log(a), std::log(u));
      case Op::sin:
        return add(op, sin(a), std::sin(u));
      case Op::cos:
        return add(op, cos(a), std::cos(u));
      case Op::tan:
        return std::fabs(std::cos(u)) > 0.3 && add(op, tan(a), std::tan(u));
      case Op::asin:
        return std::fabs(u) < 0.9 && add(op, asin(a), std::asin(u));
      case Op::acos:
        return std::fabs(u) < 0.9 && add(op, acos(a), std::acos(u));
      case Op::atan:
        return add(op, atan(a), std::atan(u));
      case Op::sinh:
        return std::fabs(u) < 2 && add(op, sinh(a), std::sinh(u));
      case Op::cosh:
        return std::fabs(u) < 2 && add(op, cosh(a), std::cosh(u));
      case Op::tanh:
        return add(op, tanh(a), std::tanh(u));
      case Op::floor:
        return away(u - std::round(u)) && add(op, floor(a) + b, std::floor(u) + v);
      case Op::logical_not:
        return away(u - v) && add(op, select(!(a < b), a, c), u < v ? w : u);
      case Op::no_event:
        return add(op, no_event(a), u);
      case Op::add:
        return add(op, a + b, u + v);
      case Op::sub:
        return add(op, a - b, u - v);
      case Op::mul:
        return add(op, a * b, u * v);
      case Op::div:
        return std::fabs(v) > 0.2 && add(op, a / b, u / v);
      case Op::pow:
        return u > 0.2 && u < 3 && std::fabs(v) < 3 && add(op, pow(a, b), std::pow(u, v));
      case Op::atan2:
        return std::hypot(u, v) > 0.2 && (v > 0.1 || away(u)) &&
               add(op, atan2(a, b), std::atan2(u, v));
      case Op::min:
        return away(u - v) && add(op, min(a, b), std::min(u, v));
      case Op::max:
        return away(u - v) && add(op, max(a, b), std::max(u, v));
      case Op::less:
        return away(u - v) && add(op, select(a < b, c, a), u < v ? w : u);
      case Op::less_equal:
        return away(u - v) && add(op, select(a <= b, c, a), u <= v ? w : u);
      case Op::equal:
        return away(u - v) && add(op, select(equals(a, b), c, a), u);
      case Op::logical_and:
        return away(u - v) && away(v - w) &&
               add(op, select(a < b && b < c, a, c), u < v && v < w ? u : w);
      case Op::logical_or:
        return away(u - v) && away(v - w) &&
               add(op, select(a < b || b < c, a, c), u < v || v < w ? u : w);
      case Op::select:
        return away(w) && add(op, select(c > 0, a, b), w > 0 ? u : v);
      default:
        return add(Op::call, call(function_, {a, b}), 0.5 * u * u * v * v * v);
    }
  }

  Pair pick() {
    // recent ones more often, so that the last depends on many
    const std::size_t n = made_.size();
    return made_[random_() % 2 ? random_() % n : n - 1 - random_() % std::min<std::size_t>(n, 4)];
  }

  bool add(Op op, const Expr& e, double v) {
    if (e.is_number() || !(std::fabs(v) < 10)) return false;
    made_.emplace_back(e, v);
    ++used[op];
    return true;
  }

  std::mt19937 random_;
  std::vector<Pair> made_;
  std::shared_ptr<const Function> function_ = std::make_shared<Monomial>(0.5, 2, 3);
};

TEST(Differentiator, AgreesWithDifferencesOnRandomExpressionsOfAllOperations) {
  std::map<Op, int> used;
  int compared = 0, refused = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    ExprPool pool;
    RandomExpressions make(pool, seed);
    const Expr e = make(10);
    for (const auto& [op, count] : make.used) used[op] += count;
    for (std::uint32_t i = 0; i < RandomExpressions::kLeaves; ++i) {
      const auto value = [&](const Expr& f, double shift) {
        return Evaluator([&](const Expr& leaf) {
          return make.point[leaf.index()] + (leaf.index() == i ? shift : 0);
        })(f);
      };
      // five-point differences at two widths; a point where they disagree is too close to a jump
      const auto difference = [&](double h) {
        return (8 * (value(e, h) - value(e, -h)) - value(e, 2 * h) + value(e, -2 * h)) / (12 * h);
      };
      const double wide = difference(1e-3), narrow = difference(2e-4);
      const double exact = value(partial(e, pool.variable(i)), 0);
      if (!(std::fabs(wide - narrow) < 1e-7 * (1 + std::fabs(wide)))) {
        ++refused;
        continue;
      }
      EXPECT_NEAR(exact, narrow, 1e-6 * (1 + std::fabs(exact))) << "seed " << seed;
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000);
  EXPECT_LT(refused, compared / 5);
  for (unsigned op = static_cast<unsigned>(Op::neg); op <= static_cast<unsigned>(Op::call); ++op) {
    EXPECT_GT(used[static_cast<Op>(op)], 50) << op;
  }
}

TEST(Differentiator, GivesTheSameMixedDerivativeInEitherOrder) {
  int compared = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    ExprPool pool;
    RandomExpressions make(pool, seed);
    const Expr e = make(12), x = pool.variable(0), y = pool.variable(1);
    Evaluator value([&](const Expr& leaf) { return make.point[leaf.index()]; });
    const double xy = value(partial(partial(e, x), y)), yx = value(partial(partial(e, y), x));
    if (!std::isfinite(xy) || std::fabs(xy) > 1e6) continue;
    EXPECT_NEAR(xy, yx, 1e-7 * (1 + std::fabs(xy))) << "seed " << seed;
    compared += xy != 0;
  }
  EXPECT_GT(compared, 100);
}

TEST_F(DerivativeTest, HasTheTextbookSecondDerivatives) {
  EXPECT_NEAR(at(partial(partial(sin(x), x), x), 0.7), -std::sin(0.7), 1e-15);
  EXPECT_NEAR(at(partial(partial(exp(2 * x), x), x), 0.7), 4 * std::exp(1.4), 1e-12);
  EXPECT_NEAR(at(partial(partial(sqrt(x), x), x), 0.7), -0.25 * std::pow(0.7, -1.5), 1e-14);
  EXPECT_NEAR(at(partial(partial(pow(x, y), x), y), 0.7, 1.3),
              std::pow(0.7, 0.3) * (1 + 1.3 * std::log(0.7)), 1e-14);
  EXPECT_NEAR(at(partial(partial(tan(x), x), x), 0.7),
              2 * std::tan(0.7) / std::pow(std::cos(0.7), 2), 1e-13);
  EXPECT_SAME(partial(partial(3 * x + y, x), x), Expr(0));
}

TEST_F(DerivativeTest, FollowsTheActiveBranch) {
  const Expr s = partial(select(x < y, x * x, 3 * x), x);
  EXPECT_EQ(at(s, 2, 5), 4);
  EXPECT_EQ(at(s, 7, 5), 3);
  EXPECT_EQ(at(partial(min(x * x, y), x), 2, 5), 4);
  EXPECT_EQ(at(partial(min(x * x, y), x), 3, 5), 0);
  EXPECT_EQ(at(partial(max(x * x, y), x), 2, 5), 0);
  EXPECT_EQ(at(partial(max(x * x, y), x), 3, 5), 6);
  EXPECT_EQ(at(partial(abs(x), x), -2), -1);
  EXPECT_EQ(at(partial(abs(x), x), 2), 1);
  EXPECT_SAME(partial(sign(x) + floor(x) + (x < y), x), Expr(0));
}

TEST_F(DerivativeTest, DoesNotMakeEventsWhereMinAndMaxHadNone) {
  const Expr d = partial(min(x * x, y), x);
  ASSERT_EQ(d.op(), Op::select);
  EXPECT_EQ(d.operand(0).op(), Op::no_event);
  // and keeps the relation of a select, which the model already watches
  EXPECT_SAME(partial(select(x < y, x * x, y), x).operand(0), x < y);
}

TEST_F(DerivativeTest, UsesTheDerivativesOfUserFunctions) {
  const auto f = std::make_shared<Monomial>(1, 2, 3);
  const Expr e = call(f, {sin(x), x * y});
  const double s = std::sin(0.4), c = std::cos(0.4), u = 0.4 * 1.2;
  EXPECT_NEAR(at(partial(e, x), 0.4, 1.2), 2 * s * c * u * u * u + 3 * s * s * u * u * 1.2, 1e-15);
  // equal derivatives are one expression
  EXPECT_SAME(partial(e, x), partial(e, x));
}

TEST_F(DerivativeTest, NamesAFunctionWithoutDerivative) {
  const auto f = std::make_shared<Measured>();
  try {
    partial(call(f, {x}) * y, x);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("Function measured has no derivative by its argument 1"));
    EXPECT_THAT(error.what(), HasSubstr("Supply the derivative"));
    EXPECT_EQ(error.diagnostics().front().path, "measured");
  }
}

TEST_F(DerivativeTest, AsksForNoDerivativeThatIsNotNeeded) {
  const auto f = std::make_shared<Measured>();
  EXPECT_SAME(partial(call(f, {y}) * x, x), call(f, {y}));
  EXPECT_SAME(partial(select(call(f, {x}) > 0, 2 * x, 3 * x), x), select(call(f, {x}) > 0, 2, 3));
  EXPECT_SAME(partial(sign(call(f, {x})) + floor(call(f, {x})), x), Expr(0));
}

TEST_F(DerivativeTest, RaisesTheOrderOfVariablesInTime) {
  const Expr v = pool.variable(0, 1), a = pool.variable(0, 2);
  EXPECT_SAME(time_derivative(x), v);
  EXPECT_SAME(time_derivative(v), a);
  EXPECT_SAME(time_derivative(x * x), x * v + v * x);
  EXPECT_SAME(time_derivative(pool.time() * 3), Expr(3));
  EXPECT_SAME(time_derivative(pool.parameter(0) + pool.pre(0) + pool.condition(0)), Expr(0));
  EXPECT_SAME(time_derivative(Expr(2)), Expr(0));
}

TEST_F(DerivativeTest, GrowsLinearlyWithTheExpression) {
  const auto nodes_added = [](int n) {
    ExprPool pool;
    Expr e = pool.variable(0);
    for (int i = 0; i < n; ++i) e = sin(e) * (e + pool.variable(static_cast<std::uint32_t>(i % 5)));
    const std::size_t before = pool.size();
    time_derivative(e);
    return pool.size() - before;
  };
  const std::size_t one = nodes_added(1000), two = nodes_added(2000);
  EXPECT_LT(two, 2 * one + 20);
  EXPECT_LT(one, 8u * 1000);
}

TEST_F(DerivativeTest, SharesWorkBetweenCalls) {
  Expr e = x;
  for (int i = 0; i < 100; ++i) e = sin(e) + y;
  int asked = 0;
  Differentiator d([&](const Expr& leaf) {
    ++asked;
    return Expr(same(leaf, x) ? 1.0 : 0.0);
  });
  d(e);
  d(e * e);
  d(x + y);
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace multibond
