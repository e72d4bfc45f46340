#include <gtest/gtest.h>

#include <cmath>

#include "multibond/program/builder.h"
#include "multibond/program/runner.h"
#include "multibond/symbolic/operations.h"
#include "random_program.h"

namespace multibond::test {
namespace {

using Value = ProgramBuilder::Value;

std::vector<double> run(const Program& program, const std::vector<double>& in) {
  std::vector<double> out(program.outputs.size());
  EXPECT_TRUE(Runner(program).run(in.data(), out.data()));
  return out;
}

std::vector<double> with_seeds(std::vector<double> in, const std::vector<double>& seeds) {
  in.insert(in.end(), seeds.begin(), seeds.end());
  return in;
}

// Closed forms of every derivative, in double precision: no differences involved.
TEST(Tangent, HasTheClosedFormOfEveryFunction) {
  const double x = 0.4, y = 1.7;
  struct Case {
    Code code;
    double by_x, by_y;
  };
  const Case cases[] = {
      {Code::add, 1, 1},
      {Code::sub, 1, -1},
      {Code::mul, y, x},
      {Code::div, 1 / y, -x / (y * y)},
      {Code::neg, -1, 0},
      {Code::abs, 1, 0},
      {Code::sign, 0, 0},
      {Code::sqrt, 0.5 / std::sqrt(x), 0},
      {Code::exp, std::exp(x), 0},
      {Code::log, 1 / x, 0},
      {Code::sin, std::cos(x), 0},
      {Code::cos, -std::sin(x), 0},
      {Code::tan, 1 / (std::cos(x) * std::cos(x)), 0},
      {Code::asin, 1 / std::sqrt(1 - x * x), 0},
      {Code::acos, -1 / std::sqrt(1 - x * x), 0},
      {Code::atan, 1 / (1 + x * x), 0},
      {Code::sinh, std::cosh(x), 0},
      {Code::cosh, std::sinh(x), 0},
      {Code::tanh, 1 / (std::cosh(x) * std::cosh(x)), 0},
      {Code::floor, 0, 0},
      {Code::pow, y * std::pow(x, y - 1), std::log(x) * std::pow(x, y)},
      {Code::atan2, y / (x * x + y * y), -x / (x * x + y * y)},
      {Code::min, 1, 0},
      {Code::max, 0, 1},
      {Code::less, 0, 0},
      {Code::less_equal, 0, 0},
      {Code::equal, 0, 0},
      {Code::logical_and, 0, 0},
      {Code::logical_or, 0, 0},
      {Code::logical_not, 0, 0},
  };
  for (const Case& c : cases) {
    ProgramBuilder b(2);
    b.output(b.emit(c.code, b.input(0), b.input(1)));
    const Program derivative = tangent(b.finish(), {0, 1});
    EXPECT_EQ(derivative.inputs, 4u);
    const std::vector<double> by_x = run(derivative, {x, y, 1, 0});
    const std::vector<double> by_y = run(derivative, {x, y, 0, 1});
    const std::vector<double> both = run(derivative, {x, y, 2, -3});
    EXPECT_NEAR(by_x[0], c.by_x, 1e-14) << op_info(c.code).name;
    EXPECT_NEAR(by_y[0], c.by_y, 1e-14) << op_info(c.code).name;
    EXPECT_NEAR(both[0], 2 * c.by_x - 3 * c.by_y, 1e-13) << op_info(c.code).name;
  }
}

TEST(Tangent, FollowsTheChosenBranch) {
  ProgramBuilder b(3);
  b.output(b.emit(Code::select, b.emit(Code::less, b.input(0), b.constant(0)),
                  b.emit(Code::mul, b.input(1), b.input(1)), b.emit(Code::sin, b.input(2))));
  const Program derivative = tangent(b.finish(), {0, 1, 2});
  EXPECT_DOUBLE_EQ(run(derivative, {-1, 3, 0.5, 1, 1, 1})[0], 6);
  EXPECT_DOUBLE_EQ(run(derivative, {+1, 3, 0.5, 1, 1, 1})[0], std::cos(0.5));
}

// Random programs against central differences. Differences are exact to about 1e-7 relative to the
// largest derivative on the way, hence the mixed tolerance; kinks are avoided by the generator
// (comparisons are clear by 1e-6, the step is smaller).
TEST(Tangent, AgreesWithCentralDifferences) {
  int compared = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomProgram random(seed + 900, static_cast<RandomProgram::Shape>(seed % 3), 4, 25);
    const Program program = random.program();
    const Program derivative = tangent(program, {0, 2, 3});
    derivative.check();
    const std::vector<double> in = random.inputs(0), seeds = {0.3, -0.7, 0.5};
    const auto shifted = [&](double h) {
      std::vector<double> moved = in;
      moved[0] += h * seeds[0];
      moved[2] += h * seeds[1];
      moved[3] += h * seeds[2];
      return run(program, moved);
    };
    const double h = 2e-7;
    const std::vector<double> plus = shifted(h), minus = shifted(-h), plus2 = shifted(2 * h),
                              minus2 = shifted(-2 * h);
    const std::vector<double> exact = run(derivative, with_seeds(in, seeds));
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double near = (plus[i] - minus[i]) / (2 * h), far = (plus2[i] - minus2[i]) / (4 * h);
      if (std::fabs(near - far) > 1e-5 * (1 + std::fabs(near))) continue;  // too curved to judge
      EXPECT_NEAR(exact[i], near, 1e-4 * (1 + std::fabs(near))) << seed << ", output " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 1500);
}

// An independent exact check: the derivative of a polynomial ratio by dual numbers.
TEST(Tangent, AgreesWithDualNumbersToRounding) {
  struct Dual {
    double v, d;
  };
  const auto mul = [](Dual a, Dual b) { return Dual{a.v * b.v, a.v * b.d + a.d * b.v}; };
  const auto add = [](Dual a, Dual b) { return Dual{a.v + b.v, a.d + b.d}; };
  const auto div = [](Dual a, Dual b) {
    return Dual{a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)};
  };
  std::mt19937 random(4);
  for (int round = 0; round < 50; ++round) {
    ProgramBuilder b(3);
    std::vector<Value> values = {b.input(0), b.input(1), b.input(2)};
    std::vector<Dual> duals = {{0.7, 1}, {1.3, -2}, {2.1, 0.5}};
    while (values.size() < 60) {
      const std::size_t i = random() % values.size(), j = random() % values.size();
      Dual r{};
      Code code{};
      switch (random() % 3) {
        case 0:
          r = mul(duals[i], duals[j]), code = Code::mul;
          break;
        case 1:
          r = add(duals[i], duals[j]), code = Code::add;
          break;
        default:
          r = div(duals[i], duals[j]), code = Code::div;
      }
      if (std::fabs(r.v) > 1e3 || std::fabs(r.v) < 1e-3 || std::fabs(r.d) > 1e3) continue;
      values.push_back(b.emit(code, values[i], values[j]));
      duals.push_back(r);
    }
    for (const Value v : values) b.output(v);
    const std::vector<double> out =
        run(tangent(b.finish(), {0, 1, 2}), {0.7, 1.3, 2.1, 1, -2, 0.5});
    for (std::size_t i = 0; i < out.size(); ++i) {
      EXPECT_NEAR(out[i], duals[i].d, 1e-10 * (1 + std::fabs(duals[i].d)));
    }
  }
}

TEST(Tangent, DifferentiatesThroughSolvers) {
  ProgramBuilder b(2);
  const Value root = b.call(std::make_shared<CubicSolver>(), {b.input(0)})[0];
  const auto mixed = b.call(std::make_shared<MixSolver>(), {root, b.input(1)});
  b.output(mixed[0]);
  b.output(mixed[1]);
  const Program derivative = tangent(b.finish(), {0, 1});
  // y^3 + y = 10 has y = 2 and y' = x'/13.
  const std::vector<double> out = run(derivative, {10, 5, 13, 3});
  EXPECT_NEAR(out[0], 1 * 5 + 2 * 3, 1e-12);
  EXPECT_NEAR(out[1], 1 - 3, 1e-12);
}

TEST(Tangent, ReportsASolverWithoutDerivative) {
  ProgramBuilder b(1);
  b.output(b.call(std::make_shared<PickySolver>("table"), {b.input(0)})[0]);
  Runner runner(tangent(b.finish(), {0}));
  const double in[] = {4, 1};
  double out = 0;
  EXPECT_FALSE(runner.run(in, &out));
  EXPECT_EQ(runner.failure(), "There is no finite value of derivative of table there.");
}

TEST(Tangent, WritesNothingForWhatDoesNotMove) {
  ProgramBuilder b(2);
  b.output(b.emit(Code::exp, b.input(0)));
  b.output(b.emit(Code::mul, b.emit(Code::sin, b.input(0)), b.input(1)));
  b.output(b.input(0));
  const Program derivative = tangent(b.finish(), {1});
  EXPECT_EQ(derivative.instructions.size(), 2u);  // sin(x) * seed
  EXPECT_EQ(run(derivative, {0.5, 2, 1}), (std::vector<double>{0, std::sin(0.5), 0}));
  EXPECT_EQ(run(tangent(Program{}, {}), {}).size(), 0u);
}

TEST(Tangent, OfAPowerWithInputExponentIsFiniteForNegativeBase) {
  ProgramBuilder b(2);
  b.output(b.emit(Code::pow, b.input(0), b.input(1)));
  const Program derivative = tangent(b.finish(), {0, 1});
  EXPECT_DOUBLE_EQ(run(derivative, {-2, 3, 1, 0})[0], 12);
}

TEST(Dependencies, FollowValuesConditionsAndCalls) {
  ProgramBuilder b(5);
  const Value sum = b.emit(Code::add, b.input(0), b.input(3));
  const Value chosen = b.emit(Code::select, b.input(1), sum, b.constant(2));
  const auto mixed = b.call(std::make_shared<MixSolver>(), {b.input(4), sum});
  b.output(sum);
  b.output(chosen);
  b.output(mixed[1]);
  b.output(b.constant(1));
  b.output(b.input(2));
  const Program program = b.finish();
  using Sets = std::vector<std::vector<std::uint32_t>>;
  EXPECT_EQ(dependencies(program, {0, 1, 2, 3, 4}), (Sets{{0, 3}, {0, 1, 3}, {0, 3, 4}, {}, {2}}));
  // Positions within `active`, sorted, for any order of it.
  EXPECT_EQ(dependencies(program, {4, 3}), (Sets{{1}, {1}, {0, 1}, {}, {}}));
}

TEST(Dependencies, OfAChainGrowAlongIt) {
  constexpr std::uint32_t kLinks = 1500;
  ProgramBuilder b(kLinks);
  std::vector<std::uint32_t> active;
  Value x = b.constant(1);
  for (std::uint32_t i = 0; i < kLinks; ++i) {
    active.push_back(i);
    const Value s = b.emit(Code::sin, b.input(i));
    for (int k = 0; k < 30; ++k) x = b.emit(Code::add, b.emit(Code::mul, x, s), b.constant(k));
    b.output(x);
  }
  const auto sets = dependencies(b.finish(), active);
  for (std::uint32_t i = 0; i < kLinks; ++i) {
    ASSERT_EQ(sets[i].size(), i + 1);
    ASSERT_EQ(sets[i].back(), i);
  }
}

}  // namespace
}  // namespace multibond::test
