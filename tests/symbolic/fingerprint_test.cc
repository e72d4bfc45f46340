#include "multibond/symbolic/fingerprint.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <unordered_map>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "multibond/symbolic/evaluate.h"

namespace multibond {
namespace {

class FingerprintTest : public testing::Test {
 protected:
  ExprPool pool;
  Fingerprints prints{pool};
  Expr a = pool.variable(0), b = pool.variable(1), c = pool.variable(2), p = pool.parameter(0);
};

class Square final : public Function {
 public:
  std::string name() const override { return "square"; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> x) const override { return x[0] * x[0]; }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
};

/// Node numbers are used again after a pool was cut off: in the page that stays and in those
/// beyond.
TEST_F(FingerprintTest, ForgetsWhatWasCutOff) {
  const Expr kept = a * b;
  const Fingerprints::Value before = prints.of(kept);
  const auto fill = [&](const Expr& factor) {
    Expr power = kept;
    std::vector<Expr> made;
    for (int k = 0; k < 1000; ++k) {
      power = power * factor;
      made.push_back(power);
    }
    return made;
  };
  const ExprPool::Mark mark = pool.mark();
  for (const Expr& power : fill(b)) prints.of(power);
  prints.forget_from(mark.nodes);
  pool.cut(mark);
  Fingerprints fresh{pool};
  for (const Expr& power : fill(c)) ASSERT_EQ(prints.of(power), fresh.of(power)) << power.id();
  EXPECT_EQ(prints.of(kept), before);
}

TEST_F(FingerprintTest, FindsIdentitiesOfArithmetic) {
  EXPECT_TRUE(prints.is_zero((a + b) * (a - b) - (a * a - b * b)));
  EXPECT_TRUE(prints.equal((a + b) + c, a + (b + c)));
  EXPECT_TRUE(prints.equal(a * (b + c), a * b + a * c));
  EXPECT_TRUE(prints.equal((a * b) / (b * c), a / c));
  EXPECT_TRUE(prints.equal(a / b + b / a, (a * a + b * b) / (a * b)));
  EXPECT_TRUE(prints.equal(-(a - b) * c, c * b - a * c));
  EXPECT_TRUE(prints.equal(pow(a, 4.0), (a * a) * (a * a)));
  EXPECT_TRUE(prints.equal(pow(a, -3.0), 1.0 / (a * a * a)));
  EXPECT_FALSE(prints.equal(pow(a, 4.0), pow(a, 5.0)));
  EXPECT_FALSE(prints.equal(a * b, a + b));
  EXPECT_FALSE(prints.is_zero(a));
}

TEST_F(FingerprintTest, TakesNumbersAtTheirExactValue) {
  EXPECT_TRUE(prints.equal(0.5 * a + 0.5 * a, a));
  EXPECT_TRUE(prints.equal(0.75 * a, a - a / 4.0));
  EXPECT_TRUE(prints.equal(3.0 * (a / 3.0), a));
  EXPECT_TRUE(prints.equal(1e300 * a - 1e300 * a + b, b));
  EXPECT_TRUE(prints.equal(Expr(2.0) * 0.5, 1.0));
  EXPECT_TRUE(prints.is_zero(0.0));
  EXPECT_TRUE(prints.is_zero(-0.0));
  EXPECT_FALSE(prints.is_zero(std::numeric_limits<double>::denorm_min()));
  // 0.1 is not a tenth: what was rounded stays rounded
  EXPECT_FALSE(prints.equal(0.1 * a + 0.2 * a, 0.3 * a));
  EXPECT_FALSE(prints.equal(Expr(HUGE_VAL), Expr(-HUGE_VAL)));
}

TEST_F(FingerprintTest, ValuesAddAndMultiplyLikeTheNumbersTheyStandFor) {
  using Value = Fingerprints::Value;
  std::mt19937 random(5);
  for (int i = 0; i < 10000; ++i) {
    const double x = static_cast<int>(random() % 20001) - 10000, y = 1.0 + random() % 1000;
    EXPECT_EQ(Value::number(x) + Value::number(y), Value::number(x + y));
    EXPECT_EQ(Value::number(x) - Value::number(y), Value::number(x - y));
    EXPECT_EQ(Value::number(x) * Value::number(y), Value::number(x * y));
    EXPECT_EQ(Value::number(x * y) / Value::number(y), Value::number(x));
    EXPECT_EQ(Value::number(std::ldexp(x, -900)) * Value::number(std::ldexp(1, 900)),
              Value::number(x));
  }
}

TEST_F(FingerprintTest, FindsIdentitiesOfAngles) {
  const Expr angle = a + p * b;
  EXPECT_TRUE(prints.equal(sin(angle) * sin(angle) + cos(angle) * cos(angle), 1.0));
  EXPECT_TRUE(prints.equal(tan(angle), sin(angle) / cos(angle)));
  EXPECT_TRUE(prints.equal(sin(a - b), -sin(b - a)));
  EXPECT_TRUE(prints.equal(cos(a - b), cos(b - a)));
  EXPECT_TRUE(prints.equal(sin((a + b) * (a - b)), sin(a * a - b * b)));
  EXPECT_TRUE(prints.is_zero(sin((a + b) - a - b)));
  EXPECT_TRUE(prints.equal(cos((a + b) - a - b), 1.0));
  EXPECT_FALSE(prints.equal(sin(a), sin(b)));
  EXPECT_FALSE(prints.equal(sin(a), cos(a)));
  EXPECT_FALSE(prints.equal(sin(a), a));
}

TEST_F(FingerprintTest, FindsIdentitiesOfHyperbolicFunctions) {
  EXPECT_TRUE(prints.equal(cosh(a) * cosh(a) - sinh(a) * sinh(a), 1.0));
  EXPECT_TRUE(prints.equal(tanh(a), sinh(a) / cosh(a)));
  EXPECT_TRUE(prints.equal(exp(a) * exp(-a), 1.0));
  EXPECT_TRUE(prints.equal(exp(a), cosh(a) + sinh(a)));
  EXPECT_TRUE(prints.equal(sinh(a - b), -sinh(b - a)));
  EXPECT_FALSE(prints.equal(exp(a), exp(b)));
}

TEST_F(FingerprintTest, DoesNotTakeRootsApart) {
  EXPECT_FALSE(prints.equal(sqrt(a * a), a));
  EXPECT_FALSE(prints.equal(sqrt(a * a), -a));
  EXPECT_FALSE(prints.equal(abs(a), a));
  EXPECT_FALSE(prints.equal(abs(a), -a));
  EXPECT_TRUE(prints.equal(abs(a - b), abs(b - a)));
  EXPECT_TRUE(prints.equal(sqrt((a + b) * (a + b)), sqrt(a * a + 2.0 * a * b + b * b)));
  EXPECT_TRUE(prints.equal((sqrt(a) * b) * sqrt(a), (sqrt(a) * sqrt(a)) * b));
}

TEST_F(FingerprintTest, TakesEqualFunctionsOfEqualOperandsAsEqual) {
  const auto square = std::make_shared<Square>(), other = std::make_shared<Square>();
  const Expr left = (a + b) + c, right = a + (b + c);
  EXPECT_TRUE(prints.equal(call(square, {left}), call(square, {right})));
  EXPECT_FALSE(prints.equal(call(square, {left}), call(other, {left})));
  EXPECT_TRUE(prints.equal(atan2(left, b), atan2(right, b)));
  EXPECT_FALSE(prints.equal(atan2(left, b), atan2(b, left)));
  EXPECT_TRUE(prints.equal(left < b, right < b));
  EXPECT_FALSE(prints.equal(left < b, b < left));
  EXPECT_TRUE(prints.equal(equals(left, b), equals(b, right)));
  EXPECT_TRUE(prints.equal(select(a < b, left, b), select(a < b, right, b)));
  EXPECT_FALSE(prints.equal(select(a < b, left, b), select(a < b, b, right)));
  EXPECT_TRUE(prints.equal(select(a < b, left, right), left));
  EXPECT_TRUE(prints.equal(log(left), log(right)));
}

TEST_F(FingerprintTest, TellsLeavesApart) {
  const std::vector<Expr> leaves{a,
                                 b,
                                 p,
                                 pool.variable(0, 1),
                                 pool.pre(0),
                                 pool.condition(0),
                                 pool.time(),
                                 pool.parameter(1),
                                 no_event(a < b),
                                 a < b};
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      EXPECT_EQ(prints.equal(leaves[i], leaves[k]), i == k) << i << ' ' << k;
    }
  }
}

TEST_F(FingerprintTest, KeepsDivisionsByZeroApart) {
  const Expr zero = (a + b) * (a - b) - (a * a - b * b);
  EXPECT_FALSE(prints.equal(a / zero, b / zero));
  EXPECT_TRUE(prints.equal((a + b) + c / zero, a + (b + c / zero)));
  EXPECT_FALSE(prints.is_zero(a / zero));
}

TEST_F(FingerprintTest, DoesNotDependOnTheOrderOfCreation) {
  ExprPool other;
  other.time();
  const Expr y = other.variable(1), x = other.variable(0);
  EXPECT_EQ(Fingerprints(other).of(sin(x) / (y + 2.5)), prints.of(sin(a) / (b + 2.5)));
  EXPECT_THROW(prints.of(x), Error);
}

/// The articulated inertia of a parent: I + R (J - U U^T / D) R^T, with the entries above and below
/// the diagonal built as an elimination builds them.
TEST_F(FingerprintTest, FindsTheSymmetryOfAnArticulatedInertia) {
  std::uint32_t next = 10;
  const auto symmetric = [&] {
    ExprMatrix3 m;
    for (int i = 0; i < 3; ++i) {
      for (int k = i; k < 3; ++k) m(i, k) = m(k, i) = pool.parameter(next++);
    }
    return m;
  };
  const auto rotation = [&](const Expr& x, const Expr& y) {
    ExprMatrix3 rx, ry;
    rx << 1, 0, 0, 0, cos(x), -sin(x), 0, sin(x), cos(x);
    ry << cos(y), 0, sin(y), 0, 1, 0, -sin(y), 0, cos(y);
    return ExprMatrix3(rx * ry);
  };
  ExprMatrix3 inertia = symmetric();
  std::size_t structural = 0, found = 0;
  for (int link = 0; link < 4; ++link) {
    const ExprMatrix3 r = rotation(pool.variable(next), pool.variable(next + 1));
    next += 2;
    const ExprVector3 u = inertia.col(2);
    const Expr d = inertia(2, 2) + pool.parameter(next++);
    const ExprMatrix3 reduced = inertia - (u / d) * u.transpose();
    inertia = ExprMatrix3(symmetric() + r * reduced * r.transpose());
    for (int i = 0; i < 3; ++i) {
      for (int k = i + 1; k < 3; ++k) {
        structural += same(inertia(i, k), inertia(k, i));
        found += prints.equal(inertia(i, k), inertia(k, i));
        EXPECT_FALSE(prints.equal(inertia(i, i), inertia(k, k)));
      }
    }
    EXPECT_TRUE(prints.equal((r * r.transpose()).eval()(0, 0), 1.0));
    EXPECT_TRUE(prints.is_zero((r * r.transpose()).eval()(0, 1)));
    EXPECT_TRUE(prints.equal(r.determinant(), 1.0));
  }
  EXPECT_EQ(found, 12u);
  EXPECT_LT(structural, found);
}

/// Expressions with equal fingerprints must have equal values at ordinary points too.
TEST_F(FingerprintTest, NeverEquatesDifferentExpressionsAmongManyRandomOnes) {
  std::mt19937 random(17);
  std::vector<Expr> made{a, b, c, p, pool.time(), 2.0, 0.5, 3.0};
  // mostly of small ones, so that some are equal in different clothes
  const auto pick = [&] {
    return made[random() % (random() % 4 ? std::min<std::size_t>(made.size(), 60) : made.size())];
  };
  std::unordered_map<Fingerprints::Value, Expr, Fingerprints::Value::Hash> first;
  std::vector<std::pair<Expr, Expr>> equal;
  const std::size_t target = 100000;
  while (made.size() < target) {
    const Expr x = pick(), y = pick();
    Expr z;
    switch (random() % 12) {
      case 0:
      case 1:
        z = x + y;
        break;
      case 2:
        z = x - y;
        break;
      case 3:
      case 4:
        z = x * y;
        break;
      case 5:
        z = x / y;
        break;
      case 6:
        z = sin(x);
        break;
      case 7:
        z = cos(x);
        break;
      case 8:
        z = sqrt(x);
        break;
      case 9:
        z = select(x < y, x, y);
        break;
      case 10:
        z = max(x, y);
        break;
      default:
        z = exp(x);
    }
    if (z.is_number()) continue;  // folded, with rounding
    made.push_back(z);
    const auto [it, added] = first.emplace(prints.of(z), z);
    if (!added && !same(it->second, z)) equal.emplace_back(it->second, z);
  }
  // Whatever was found to be equal is so at random points.
  EXPECT_GT(equal.size(), 50u);
  EXPECT_GT(first.size(), target / 3);
  for (int trial = 0; trial < 3; ++trial) {
    std::vector<double> values(8);
    for (double& v : values) v = std::uniform_real_distribution<>(0.5, 1.5)(random);
    Evaluator evaluate([&](const Expr& leaf) {
      return values[leaf.op() == Op::time ? 7
                                          : leaf.index() + (leaf.op() == Op::parameter ? 4 : 0)];
    });
    std::size_t compared = 0;
    for (const auto& [x, y] : equal) {
      const double u = evaluate(x), v = evaluate(y);
      if (!std::isfinite(u) || !std::isfinite(v) || std::fabs(u) > 1e6) continue;
      // rounding differs between the two forms, and functions may amplify it a little
      EXPECT_NEAR(u, v, 1e-6 * (1 + std::fabs(u)));
      ++compared;
    }
    EXPECT_GT(compared, equal.size() / 4);
  }
}

TEST_F(FingerprintTest, ComputesOnlyWhatIsAskedForAndSurvivesDeepGraphs) {
  Expr left = a, right = b;
  for (int i = 0; i < 1000000; ++i) left = left * c + a;
  for (int i = 0; i < 10; ++i) right = right * c + a;
  EXPECT_FALSE(prints.equal(left, right));
  EXPECT_TRUE(prints.equal(left - (left - a), a));
}

}  // namespace
}  // namespace multibond
