#include "multibond/symbolic/table.h"

#include <dlfcn.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/diagnostic.h"
#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/evaluate.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using FunctionPtr = std::shared_ptr<const Function>;

double value(const FunctionPtr& f, double x) { return f->evaluate(std::array{x}); }

const std::vector<double> kX{-1, 0, 0.5, 2, 3};
const std::vector<double> kY{1, 0, 0.25, 4, 9};

template <typename... Arguments>
std::string message(Arguments... arguments) {
  try {
    make_table(std::move(arguments)...);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Table, GoesThroughItsPointsExactly) {
  for (const auto interpolation :
       {Interpolation::linear, Interpolation::cubic, Interpolation::step}) {
    for (const auto extrapolation :
         {Extrapolation::hold, Extrapolation::linear, Extrapolation::error}) {
      const FunctionPtr f = make_table("f", kX, kY, interpolation, extrapolation);
      for (std::size_t i = 0; i < kX.size(); ++i) EXPECT_EQ(value(f, kX[i]), kY[i]);
    }
  }
}

TEST(Table, IsStraightBetweenPointsWhenLinear) {
  const FunctionPtr f = make_table("f", kX, kY), slope = f->derivative(0);
  EXPECT_DOUBLE_EQ(value(f, 1.25), 2.125);
  EXPECT_DOUBLE_EQ(value(slope, 1.25), 2.5);
  EXPECT_DOUBLE_EQ(value(slope, -0.5), -1);
  EXPECT_DOUBLE_EQ(value(slope, 0), 0.5);  // at a point, the piece to the right
  EXPECT_DOUBLE_EQ(value(slope, 3), 5);    // at the end, the last piece
  EXPECT_EQ(value(slope->derivative(0), 1.25), 0);
}

TEST(Table, HoldsAValueUntilTheNextPointWhenStepping) {
  const FunctionPtr f = make_table("f", {0, 1, 2}, {5, 6, 7}, Interpolation::step);
  EXPECT_EQ(value(f, std::nextafter(1, 0)), 5);
  EXPECT_EQ(value(f, 1), 6);
  EXPECT_EQ(value(f, 1.5), 6);
  EXPECT_EQ(value(f, 2), 7);
  EXPECT_EQ(value(f, 9), 7);
  EXPECT_EQ(value(f, -9), 5);
  EXPECT_EQ(value(f->derivative(0), 1.5), 0);
}

TEST(Table, ExtrapolatesAsAsked) {
  const auto make = [](Extrapolation e) {
    return make_table("f", kX, kY, Interpolation::linear, e);
  };
  EXPECT_EQ(value(make(Extrapolation::hold), 100), 9);
  EXPECT_EQ(value(make(Extrapolation::hold), -100), 1);
  EXPECT_EQ(value(make(Extrapolation::hold)->derivative(0), 100), 0);
  EXPECT_EQ(value(make(Extrapolation::linear), 5), 19);
  EXPECT_EQ(value(make(Extrapolation::linear), -3), 3);
  EXPECT_EQ(value(make(Extrapolation::linear)->derivative(0), -3), -1);
  FunctionPtr strict = make(Extrapolation::error);
  for (int order = 0; order < 5; ++order, strict = strict->derivative(0)) {
    EXPECT_TRUE(std::isnan(value(strict, 3.001))) << order;
    EXPECT_TRUE(std::isnan(value(strict, -1.001))) << order;
    EXPECT_FALSE(std::isnan(value(strict, 3))) << order;
    EXPECT_FALSE(std::isnan(value(strict, -1))) << order;
  }
}

TEST(Table, AnswersNotANumberWithNotANumber) {
  for (const auto interpolation :
       {Interpolation::linear, Interpolation::cubic, Interpolation::step}) {
    const FunctionPtr f = make_table("f", kX, kY, interpolation, Extrapolation::linear);
    EXPECT_TRUE(std::isnan(value(f, std::nan(""))));
    EXPECT_EQ(value(f, HUGE_VAL), interpolation == Interpolation::step ? 9 : HUGE_VAL);
    EXPECT_EQ(value(make_table("f", kX, kY, interpolation), -HUGE_VAL), 1);
  }
}

TEST(Table, IsAStraightLineThroughPointsOfALineWhenCubic) {
  const FunctionPtr f =
      make_table("f", {0, 0.3, 1, 4}, {1, 1.6, 3, 9}, Interpolation::cubic, Extrapolation::linear);
  for (double x = -1; x < 5; x += 0.01) {
    EXPECT_NEAR(value(f, x), 1 + 2 * x, 1e-13);
    EXPECT_NEAR(value(f->derivative(0), x), 2, 1e-13);
    EXPECT_NEAR(value(f->derivative(0)->derivative(0), x), 0, 1e-11);
  }
}

TEST(Table, OfTwoPointsIsALine) {
  const FunctionPtr f = make_table("f", {1, 3}, {1, 5}, Interpolation::cubic);
  EXPECT_DOUBLE_EQ(value(f, 2.5), 4);
}

TEST(Table, NeverOvershootsWhenCubic) {
  std::mt19937 random(3);
  std::uniform_real_distribution<> uniform(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> x{0}, y{uniform(random)};
    for (int i = 0; i < 12; ++i) {
      x.push_back(x.back() + 0.01 + uniform(random));
      y.push_back(random() % 4 ? uniform(random) : y.back());
    }
    const FunctionPtr f = make_table("f", x, y, Interpolation::cubic), slope = f->derivative(0);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const double rise = y[i + 1] - y[i];
      for (double s = 0; s <= 1; s += 0.05) {
        const double at = x[i] + s * (x[i + 1] - x[i]);
        EXPECT_GE(value(f, at), std::min(y[i], y[i + 1]) - 1e-12);
        EXPECT_LE(value(f, at), std::max(y[i], y[i + 1]) + 1e-12);
        EXPECT_GE(value(slope, at) * (rise < 0 ? -1 : 1),
                  -1e-12 * (1 + std::fabs(value(slope, at))));
      }
    }
  }
}

TEST(Table, HasAContinuousSlopeWhenCubic) {
  const FunctionPtr f = make_table("f", kX, kY, Interpolation::cubic), slope = f->derivative(0);
  for (std::size_t i = 1; i + 1 < kX.size(); ++i) {
    EXPECT_NEAR(value(slope, std::nextafter(kX[i], -9)), value(slope, kX[i]), 1e-12);
  }
}

/// exp rises and is convex, so no slope is bent: the error falls with the third power or better.
TEST(Table, ConvergesToASmoothLawWhenCubic) {
  const auto error = [](int n) {
    std::vector<double> x, y;
    for (int i = 0; i <= n; ++i) {
      x.push_back(2.0 * i / n);
      y.push_back(std::exp(x.back()));
    }
    const FunctionPtr f = make_table("exp", x, y, Interpolation::cubic);
    double worst = 0;
    for (double at = 0; at <= 2; at += 1e-3) {
      worst = std::max(worst, std::fabs(value(f, at) - std::exp(at)));
    }
    return worst;
  };
  EXPECT_LT(error(80), 1e-4);
  EXPECT_GT(error(40) / error(80), 6);
}

TEST(Table, HasExactDerivatives) {
  const FunctionPtr f = make_table("f", kX, kY, Interpolation::cubic, Extrapolation::linear);
  const FunctionPtr slope = f->derivative(0), curvature = slope->derivative(0);
  const double h = 1e-5;
  for (double x = -1.95; x < 4; x += 0.1) {  // between the points
    EXPECT_NEAR(value(slope, x), (value(f, x + h) - value(f, x - h)) / (2 * h), 1e-8);
    EXPECT_NEAR(value(curvature, x), (value(slope, x + h) - value(slope, x - h)) / (2 * h), 1e-7);
  }
  EXPECT_EQ(f->derivative(0), slope);  // the same object, so that equal derivatives are one node
  EXPECT_EQ(slope->name(), "der(f)");
  FunctionPtr high = f;
  for (int order = 0; order < 20; ++order) high = high->derivative(0);
  EXPECT_EQ(value(high, 1), 0);
}

TEST(Table, CanBeCalledAndDifferentiatedInExpressions) {
  ExprPool pool;
  const Expr x = pool.variable(0);
  const FunctionPtr f = make_table("f", kX, kY);
  const Expr y = call(f, {x * x});
  Evaluator evaluate([](const Expr&) { return 1.1; });
  EXPECT_DOUBLE_EQ(evaluate(y), value(f, 1.21));
  EXPECT_DOUBLE_EQ(evaluate(partial(y, x)), 2 * 1.1 * 2.5);
  EXPECT_SAME(call(f, {Expr(1.25)}), Expr(2.125));  // folded
}

TEST(Table, SaysWhichPointIsWrong) {
  using List = std::vector<double>;
  EXPECT_EQ(message("pump", List{0, 1, 1}, List{1, 2, 3}),
            "Table pump: x[2] = 1 is not greater than x[1] = 1 (counting from 0). Sort the points "
            "and keep one of equal ones; for a jump use Interpolation::step.");
  EXPECT_THAT(message("pump", List{0, 1}, List{1, 2, 3}),
              HasSubstr("Table pump has 2 values of x and 3 of y."));
  EXPECT_THAT(message("pump", List{0}, List{1}), HasSubstr("Table pump has 1 point"));
  EXPECT_THAT(message("pump", List{}, List{}), HasSubstr("Table pump has 0 points"));
  EXPECT_THAT(message("pump", List{0, std::nan("")}, List{1, 2}), HasSubstr("x[1] = NaN"));
  EXPECT_THAT(message("pump", List{0, 1, 2}, List{1, 2, HUGE_VAL}), HasSubstr("y[2] = Inf"));
  // all at once
  const std::string both = message("pump", List{0, 2, 1}, List{1, std::nan(""), 3});
  EXPECT_THAT(both, HasSubstr("y[1] = NaN"));
  EXPECT_THAT(both, HasSubstr("x[2] = 1 is not greater"));
}

TEST(Table, ExportsTheSameFunctionAsC) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no C compiler";
  const std::string stem = testing::TempDir() + "multibond_table_test";
  std::vector<FunctionPtr> functions;
  std::string code;
  for (const auto interpolation :
       {Interpolation::linear, Interpolation::cubic, Interpolation::step}) {
    for (const auto extrapolation :
         {Extrapolation::hold, Extrapolation::linear, Extrapolation::error}) {
      FunctionPtr f = make_table("f", kX, kY, interpolation, extrapolation);
      for (int order = 0; order < 3; ++order, f = f->derivative(0)) {
        const std::string n = std::to_string(functions.size());
        code +=
            f->c99("table" + n) + "double run" + n + "(double x) { return table" + n + "(&x); }\n";
        functions.push_back(f);
      }
    }
  }
  std::ofstream(stem + ".c") << code;
  const std::string command =
      "cc -std=c99 -Wall -Wextra -Werror -pedantic -O1 -ffp-contract=off -shared -fPIC -o " + stem +
      ".so " + stem + ".c";
  ASSERT_EQ(std::system(command.c_str()), 0);
  void* library = dlopen((stem + ".so").c_str(), RTLD_NOW);
  ASSERT_NE(library, nullptr);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    auto* run =
        reinterpret_cast<double (*)(double)>(dlsym(library, ("run" + std::to_string(i)).c_str()));
    ASSERT_NE(run, nullptr);
    for (double x = -3; x < 5; x += 0.125) {
      const double expected = value(functions[i], x), found = run(x);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found)) << i << ' ' << x;
      } else {
        EXPECT_NEAR(found, expected, 1e-13 * (1 + std::fabs(expected))) << i << ' ' << x;
      }
    }
    EXPECT_TRUE(std::isnan(run(std::nan(""))));
    EXPECT_EQ(std::isnan(run(HUGE_VAL)), std::isnan(value(functions[i], HUGE_VAL)));
  }
  dlclose(library);
  std::remove((stem + ".c").c_str());
  std::remove((stem + ".so").c_str());
}

}  // namespace
}  // namespace multibond
