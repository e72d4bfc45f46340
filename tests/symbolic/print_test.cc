#include "multibond/symbolic/print.h"

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

using testing::EndsWith;
using testing::StartsWith;

std::string leaf_name(const Expr& leaf) {
  static const std::array<std::string, 4> kNames{"x", "y", "z", "w"};
  return leaf.op() == Op::parameter ? "p" + std::to_string(leaf.index()) : kNames.at(leaf.index());
}

std::string text(const Expr& e) { return to_text(e, leaf_name); }
std::string latex(const Expr& e) { return to_latex(e, leaf_name); }

class PrintTest : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.variable(0), y = pool.variable(1), z = pool.variable(2), w = pool.variable(3);
};

class MyLaw final : public Function {
 public:
  std::string name() const override { return "my_law"; }
  std::size_t arity() const override { return 2; }
  double evaluate(std::span<const double> v) const override { return v[0]; }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
};

using Values = std::map<std::string, double, std::less<>>;

/// Evaluates arithmetic as Modelica reads it: a sign stands only at the beginning of a sum.
class Reader {
 public:
  Reader(std::string_view text, const Values& values) : rest_(text), values_(&values) {}
  /// The k-th name or number has a value that depends on k alone.
  explicit Reader(std::string_view text) : rest_(text) {}

  /// Nothing if the text is not an expression.
  std::optional<double> operator()() {
    const double value = sum();
    return failed_ || !rest_.empty() ? std::nullopt : std::optional(value);
  }

 private:
  bool take(std::string_view token) {
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  double sum() {
    const bool minus = take("-");
    double value = product();
    if (minus) value = -value;
    while (!failed_) {
      if (take(" + ")) {
        value += product();
      } else if (take(" - ")) {
        value -= product();
      } else {
        break;
      }
    }
    return value;
  }
  double product() {
    double value = factor();
    while (!failed_) {
      if (take(" * ")) {
        value *= factor();
      } else if (take(" / ")) {
        value /= factor();
      } else {
        break;
      }
    }
    return value;
  }
  double factor() {
    const double base = primary();
    return take("^") ? std::pow(base, primary()) : base;
  }
  double primary() {
    if (take("(")) return closed(sum());
    if (take("sin(")) return std::sin(closed(sum()));
    if (take("sqrt(")) return std::sqrt(closed(sum()));
    ++count_;
    const double own = 0.5 + std::fmod(0.6180339887 * count_, 1.0);
    for (const char* name : {"x", "y", "z", "w"}) {
      if (take(name)) return values_ ? values_->at(name) : own;
    }
    double value = 0;
    const auto [stop, failure] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (failure != std::errc() || rest_.starts_with('-')) {
      failed_ = true;
      return 0;
    }
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return values_ ? value : own;
  }
  double closed(double value) {
    failed_ = failed_ || !take(")");
    return value;
  }

  std::string_view rest_;
  const Values* values_ = nullptr;
  int count_ = 0;
  bool failed_ = false;
};

TEST_F(PrintTest, WritesArithmeticAsPeopleDo) {
  EXPECT_EQ(text(x + y * z), "x + y * z");
  EXPECT_EQ(text((x + y) * z), "z * (x + y)");
  EXPECT_EQ(text(x - (y - z)), "x - (y - z)");
  EXPECT_EQ(text(x - y - z), "x - y - z");
  EXPECT_EQ(text(x / (y * z)), "x / (y * z)");
  EXPECT_EQ(text(x / y / z), "x / y / z");
  EXPECT_EQ(text(-x), "-x");
  EXPECT_EQ(text(-(x + y)), "-(x + y)");
  EXPECT_EQ(text(-(x * y)), "-x * y");
  EXPECT_EQ(text(-2 * x), "-2 * x");
  EXPECT_EQ(text(x * y - 2 * z), "x * y - 2 * z");
  EXPECT_EQ(text(pow(x + y, 4)), "(x + y)^4");
  EXPECT_EQ(text(pow(pow(x, y), z)), "(x^y)^z");
  EXPECT_EQ(text(pow(x, pow(y, z))), "x^(y^z)");
  EXPECT_EQ(text(pow(x, -4)), "x^(-4)");
  EXPECT_EQ(text(pow(-x, y)), "(-x)^y");
  EXPECT_EQ(text(-pow(x, y)), "-x^y");
  EXPECT_EQ(text(1e-9 * x + 1e9), "1e9 + 1e-9 * x");
  EXPECT_EQ(text(-(-5 / x)), "-(-5 / x)");
  EXPECT_EQ(text(Expr(2.5)), "2.5");
}

TEST_F(PrintTest, WritesFunctionsAndTruthValues) {
  EXPECT_EQ(text(sin(x + y)), "sin(x + y)");
  EXPECT_EQ(text(1 + atan2(x, y)), "1 + atan2(x, y)");
  EXPECT_EQ(text(2 * select(x < y, x, -y)), "2 * select(x < y, x, -y)");
  EXPECT_EQ(text(x < y && (y < z || z <= x)), "x < y and (y < z or z <= x)");
  EXPECT_EQ(text((x < y) < z), "(x < y) < z");
  EXPECT_EQ(text(x < (y < z)), "x < (y < z)");
  EXPECT_EQ(text(equals(x, y + 1)), "x == 1 + y");
  EXPECT_EQ(text(!(x < y)), "not (x < y)");
  const Expr p = pool.parameter(3);  // before the product: the older factor is written first
  EXPECT_EQ(text(x * pool.time() * p), "p3 * x * time");
  EXPECT_EQ(text(x < -y), "x < -y");
  EXPECT_EQ(text(call(std::make_shared<MyLaw>(), {x, y + z})), "my_law(x, y + z)");
}

TEST_F(PrintTest, WritesLatex) {
  EXPECT_EQ(latex(x / y + z), "z + \\frac{x}{y}");
  EXPECT_EQ(latex((x + y) * z), "z \\, \\left(x + y\\right)");
  EXPECT_EQ(latex(sqrt(x * y)), "\\sqrt{x \\, y}");
  EXPECT_EQ(latex(pow(x + y, z - 1)), "\\left(x + y\\right)^{z - 1}");
  EXPECT_EQ(latex(pow(x / y, z)), "\\left(\\frac{x}{y}\\right)^{z}");
  EXPECT_EQ(latex(sin(x)), "\\sin\\left(x\\right)");
  EXPECT_EQ(latex(2.5e-7 * x), "2.5 \\cdot 10^{-7} \\, x");
  EXPECT_EQ(latex(x <= y && equals(y, z)), "x \\le y \\land y = z");
  EXPECT_EQ(latex(pool.time()), "t");
  EXPECT_EQ(latex(call(std::make_shared<MyLaw>(), {x, y})),
            "\\operatorname{my\\_law}\\left(x, y\\right)");
}

TEST_F(PrintTest, NamesEveryOperation) {
  for (int i = 0; i <= static_cast<int>(Op::call); ++i) {
    EXPECT_FALSE(op_name(static_cast<Op>(i)).empty());
  }
  EXPECT_EQ(op_name(Op::logical_or), "or");
  EXPECT_EQ(op_name(Op::select), "select");
  EXPECT_EQ(op_name(Op::call), "call");
  EXPECT_EQ(op_name(Op::no_event), "no_event");
}

/// Read back, the text has the value of the expression; and no pair of parentheses can be left out.
TEST_F(PrintTest, ReadsBackAndHasNoParenthesesToSpare) {
  std::mt19937 random(12);
  std::uniform_real_distribution<> uniform(0.5, 1.5);
  std::size_t pairs = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Values values{{"x", uniform(random)},
                        {"y", uniform(random)},
                        {"z", uniform(random)},
                        {"w", uniform(random)}};
    std::vector<Expr> made{x, y, z, w, 2.5, -3, 0.1};
    for (int i = 0; i < 8; ++i) {
      const Expr a = made[random() % made.size()], b = made[random() % made.size()];
      switch (random() % 8) {
        case 0:
          made.push_back(a + b);
          break;
        case 1:
        case 2:
          made.push_back(a - b);
          break;
        case 3:
          made.push_back(a * b);
          break;
        case 4:
          made.push_back(a / b);
          break;
        case 5:
          made.push_back(-a);
          break;
        case 6:
          made.push_back(pow(a, b));
          break;
        default:
          made.push_back(sin(a));
      }
    }
    Evaluator value([&](const Expr& leaf) { return values.at(leaf_name(leaf)); });
    const Expr e = made.back();
    const std::string plain = to_text(e, leaf_name, 100000);
    const double expected = value(e);
    const auto found = Reader(plain, values)();
    ASSERT_TRUE(found) << plain;
    if (!std::isfinite(expected) || std::fabs(expected) > 1e6) continue;
    const double tolerance = 1e-9 * (1 + std::fabs(expected));
    EXPECT_NEAR(*found, expected, tolerance) << plain;
    // leave out one pair at a time
    for (std::size_t open = 0; open < plain.size(); ++open) {
      if (plain[open] != '(' || (open > 0 && std::isalpha(plain[open - 1]))) continue;
      std::size_t close = open, depth = 0;
      do {
        depth += plain[close] == '(';
        depth -= plain[close] == ')';
        ++close;
      } while (depth > 0);
      std::string less = plain;
      less.erase(close - 1, 1).erase(open, 1);
      // every name and number a value of its own: only the structure counts
      const auto u = Reader(plain)(), v = Reader(less)();
      EXPECT_FALSE(u && v && std::fabs(*u - *v) < 1e-9 * (1 + std::fabs(*u)))
          << plain << " without: " << less;
      ++pairs;
    }
  }
  EXPECT_GT(pairs, 1000u);
}

TEST_F(PrintTest, CutsLongTextAndSharedGraphs) {
  Expr e = x;
  for (int i = 0; i < 200; ++i) e = e * e + y;  // 2^200 leaves as a tree
  const std::string cut = to_text(e, leaf_name, 100);
  EXPECT_THAT(cut, EndsWith("…"));
  EXPECT_LT(cut.size(), 120u);
  EXPECT_THAT(to_latex(e, leaf_name), EndsWith("…"));
  EXPECT_EQ(to_text(x + y, leaf_name, 5), "x + y");
}

}  // namespace
}  // namespace multibond
