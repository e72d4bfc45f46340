// Behaviour that every back end shares; each test runs on all that this machine has.
#include "multibond/program/executable.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "multibond/program/builder.h"
#include "multibond/program/runner.h"
#include "test_solvers.h"

namespace multibond {

static void PrintTo(Backend backend, std::ostream* out) {
  *out << (backend == Backend::jit ? "machine code" : "interpreter");
}

}  // namespace multibond

namespace multibond::test {
namespace {

using Value = ProgramBuilder::Value;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

class Executables : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::jit && default_backend() != Backend::jit) {
      GTEST_SKIP() << "no machine code on this processor";
    }
  }
  std::vector<double> run(const Program& program, const std::vector<double>& in) {
    std::vector<double> out(program.outputs.size(), -77.0);
    EXPECT_TRUE(Runner(program, GetParam()).run(in.data(), out.data()));
    return out;
  }
};

INSTANTIATE_TEST_SUITE_P(All, Executables, ::testing::Values(Backend::interpreter, Backend::jit),
                         [](const auto& info) {
                           return info.param == Backend::jit ? "MachineCode" : "Interpreter";
                         });

TEST_P(Executables, RunAProgramWithoutAnything) { EXPECT_TRUE(run(Program{}, {}).empty()); }

TEST_P(Executables, CopyInputsAndConstantsToOutputs) {
  ProgramBuilder b(2);
  b.output(b.input(1));
  b.output(b.constant(2.5));
  b.output(b.input(0));
  b.output(b.input(1));
  EXPECT_EQ(run(b.finish(), {3, 4}), (std::vector<double>{4, 2.5, 3, 4}));
}

TEST_P(Executables, WriteRepeatedOutputs) {
  ProgramBuilder b(1);
  const Value sum = b.emit(Code::add, b.input(0), b.constant(1));
  const Value sine = b.emit(Code::sin, b.input(0));
  const Value root = b.call(std::make_shared<PickySolver>(), {b.input(0)})[0];
  for (int i = 0; i < 3; ++i) {
    b.output(sum);
    b.output(sine);
    b.output(root);
  }
  b.output(b.emit(Code::mul, b.emit(Code::mul, sum, sine), root));  // used after being written
  const std::vector<double> out = run(b.finish(), {4});
  for (int i = 0; i < 9; i += 3) {
    EXPECT_EQ(out[i], 5);
    EXPECT_EQ(out[i + 1], std::sin(4.0));
    EXPECT_EQ(out[i + 2], 2);
  }
  EXPECT_DOUBLE_EQ(out[9], 10 * std::sin(4.0));
}

TEST_P(Executables, AcceptProgramsWithUnusedInstructions) {
  Program program;  // not made by the builder, which removes them
  program.inputs = 1;
  program.instructions = {{Code::sin, 0}, {Code::mul, 0, 0}, {Code::add, 2, 2}, {Code::neg, 2}};
  program.outputs = {2};
  EXPECT_EQ(run(program, {3}), std::vector<double>{9});
}

// NaN, infinities, zeros of both signs: the rules are stated in symbolic/operations.h.
TEST_P(Executables, AgreeOnSpecialNumbers) {
  const double special[] = {kNaN, kInfinity, -kInfinity, 0.0, -0.0, 1.5, -1.5, 1.0, 5e-324};
  const Code unary[] = {Code::neg,   Code::abs,        Code::sign, Code::sqrt, Code::exp,
                        Code::log,   Code::sin,        Code::cos,  Code::tan,  Code::asin,
                        Code::acos,  Code::atan,       Code::sinh, Code::cosh, Code::tanh,
                        Code::floor, Code::logical_not};
  const Code binary[] = {Code::add,       Code::sub,   Code::mul,         Code::div,
                         Code::pow,       Code::atan2, Code::min,         Code::max,
                         Code::less,      Code::equal, Code::logical_and, Code::logical_or,
                         Code::less_equal};
  ProgramBuilder b(3);
  for (const Code code : unary) b.output(b.emit(code, b.input(0)));
  for (const Code code : binary) b.output(b.emit(code, b.input(0), b.input(1)));
  // Comparisons merged into selections, and a selection by a plain number.
  for (const Code code : {Code::less, Code::less_equal, Code::equal}) {
    const Value condition = b.emit(code, b.input(1), b.input(0));
    b.output(b.emit(Code::select, condition, b.constant(10), b.input(2)));
  }
  b.output(b.emit(Code::select, b.input(0), b.input(1), b.input(2)));
  Runner runner(b.finish(), GetParam());
  const auto truth = [](bool condition) { return condition ? 1.0 : 0.0; };
  for (const double x : special) {
    for (const double y : special) {
      const double in[] = {x, y, 3.0};
      std::vector<double> out(17 + 13 + 4);
      ASSERT_TRUE(runner.run(in, out.data()));
      const std::vector<double> expected = {
          -x,
          std::fabs(x),
          x > 0   ? 1.0
          : x < 0 ? -1.0
                  : x,
          std::sqrt(x),
          std::exp(x),
          std::log(x),
          std::sin(x),
          std::cos(x),
          std::tan(x),
          std::asin(x),
          std::acos(x),
          std::atan(x),
          std::sinh(x),
          std::cosh(x),
          std::tanh(x),
          std::floor(x),
          truth(x == 0),
          x + y,
          x - y,
          x * y,
          x / y,
          std::pow(x, y),
          std::atan2(x, y),
          x < y ? x : y,
          x > y ? x : y,
          truth(x < y),
          truth(x == y),
          truth(x != 0 && y != 0),
          truth(x != 0 || y != 0),
          truth(x <= y),
          y < x ? 10.0 : 3.0,
          y <= x ? 10.0 : 3.0,
          y == x ? 10.0 : 3.0,
          x != 0 ? y : 3.0,
      };
      ASSERT_EQ(out.size(), expected.size());
      for (std::size_t i = 0; i < out.size(); ++i) {
        if (std::isnan(expected[i])) {
          EXPECT_TRUE(std::isnan(out[i])) << i << " of " << x << ", " << y << " is " << out[i];
        } else {
          EXPECT_EQ(std::signbit(out[i]), std::signbit(expected[i])) << i << ": " << x << ", " << y;
          EXPECT_DOUBLE_EQ(out[i], expected[i]) << i << ": " << x << ", " << y;
        }
      }
    }
  }
}

TEST_P(Executables, TreatAnyNonZeroNumberAsTrue) {
  ProgramBuilder b(2);
  b.output(b.emit(Code::logical_and, b.input(0), b.emit(Code::logical_not, b.input(1))));
  b.output(b.emit(Code::logical_or, b.emit(Code::less, b.input(0), b.input(1)), b.input(1)));
  EXPECT_EQ(run(b.finish(), {-0.25, 0}), (std::vector<double>{1, 1}));
}

TEST_P(Executables, NameTheSolverThatFailed) {
  ProgramBuilder b(2);
  const Value first = b.call(std::make_shared<PickySolver>("first"), {b.input(0)})[0];
  const Value second = b.call(std::make_shared<PickySolver>("second"), {b.input(1)})[0];
  b.output(b.emit(Code::add, first, b.constant(1)));
  b.output(second);
  Runner runner(b.finish(), GetParam());
  double out[2];
  const double good[] = {4, 9}, bad[] = {4, -9};
  EXPECT_TRUE(runner.run(good, out));
  EXPECT_EQ(runner.failure(), "");
  EXPECT_FALSE(runner.run(bad, out));
  EXPECT_EQ(runner.failure(), "There is no finite value of second there.");
  EXPECT_EQ(out[0], 3);
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_TRUE(runner.run(good, out));
  EXPECT_EQ(runner.failure(), "");
  EXPECT_EQ(out[1], 3);
}

class ThrowingSolver final : public Solver {
 public:
  std::string name() const override { return "throwing"; }
  std::size_t inputs() const override { return 1; }
  std::size_t outputs() const override { return 1; }
  bool solve(const double*, double*, double*, double*) const override {
    throw std::runtime_error("out of luck");
  }
  bool tangent(const double*, const double*, const double*, double*, double*) const override {
    return false;
  }
};

TEST_P(Executables, PassOnTheExceptionOfASolver) {
  ProgramBuilder b(1);
  b.output(b.call(std::make_shared<ThrowingSolver>(), {b.input(0)})[0]);
  Runner runner(b.finish(), GetParam());
  double in = 1, out = 0;
  EXPECT_THROW(runner.run(&in, &out), std::runtime_error);
  EXPECT_EQ(runner.failure(), "There is no finite value of throwing there.");
  EXPECT_THROW(runner.run(&in, &out), std::runtime_error);
}

/// Counts its calls in its memory.
class CountingSolver final : public Solver {
 public:
  std::string name() const override { return "counting"; }
  std::size_t inputs() const override { return 0; }
  std::size_t outputs() const override { return 1; }
  std::size_t memory() const override { return 1; }
  void initialize(std::span<double> memory) const override { memory[0] = 100; }
  bool solve(const double*, double* out, double* memory, double*) const override {
    out[0] = ++memory[0];
    return true;
  }
  bool tangent(const double*, const double*, const double*, double*, double*) const override {
    return false;
  }
};

TEST_P(Executables, KeepTheMemoryOfEachCallUntilReset) {
  ProgramBuilder b(0);
  const auto solver = std::make_shared<CountingSolver>();
  b.output(b.call(solver, {})[0]);
  b.output(b.call(solver, {})[0]);
  const Program program = b.finish();
  Runner runner(program, GetParam());
  Runner other(program, GetParam());
  double out[2];
  for (int i = 1; i < 4; ++i) {
    runner.run(nullptr, out);
    EXPECT_EQ(out[0], 100 + i);
    EXPECT_EQ(out[1], 100 + i);
  }
  other.run(nullptr, out);
  EXPECT_EQ(out[0], 101);
  runner.reset();
  runner.run(nullptr, out);
  EXPECT_EQ(out[0], 101);
}

// Values defined before calls and used after them: a call destroys all registers.
TEST_P(Executables, KeepValuesAcrossCalls) {
  ProgramBuilder b(8);
  std::vector<Value> products;
  double expected = 0;
  std::vector<double> in;
  for (int i = 0; i < 8; ++i) in.push_back(0.1 * (i + 1));
  Value sum = b.constant(0);
  for (int i = 0; i < 8; ++i)
    products.push_back(b.emit(Code::mul, b.input(i), b.input((i + 3) % 8)));
  const auto mix = std::make_shared<MixSolver>();
  for (int i = 0; i < 8; ++i) {
    const Value sine = b.emit(Code::sin, products[i]);
    const Value power = b.emit(Code::pow, b.input(i), sine);
    const auto results = b.call(mix, {power, products[(i + 1) % 8]});
    sum = b.emit(Code::add, sum, b.emit(Code::add, results[0], results[1]));
    sum = b.emit(Code::add, sum, products[i]);
    const double p = in[i] * in[(i + 3) % 8], q = in[(i + 1) % 8] * in[(i + 4) % 8];
    const double w = std::pow(in[i], std::sin(p));
    expected += w * q + 1 + (w - q) + p;
  }
  b.output(sum);
  EXPECT_NEAR(run(b.finish(), in)[0], expected, 1e-13);
}

// Large programs: everything is reached (32-bit displacements, spill area on the heap).
TEST_P(Executables, RunThreeHundredThousandInstructions) {
  constexpr int kSize = 300000, kInputs = 50;
  ProgramBuilder b(kInputs);
  std::mt19937 random(3);
  std::vector<Value> values;
  std::vector<double> expected, in;
  for (int i = 0; i < kInputs; ++i) {
    values.push_back(b.input(i));
    in.push_back(0.5 + 0.01 * i);
  }
  expected = in;
  // Operands from anywhere, so that tens of thousands of values are alive at once.
  while (values.size() < kSize) {
    const std::size_t i = random() % values.size(), j = values.size() - 1 - random() % 30;
    const double factor = 0.25 + 0.5 * static_cast<double>(random() % 1000) / 1000;
    const Value scaled = b.emit(Code::mul, values[i], b.constant(factor));
    values.push_back(b.emit(Code::add, scaled, b.emit(Code::mul, values[j], b.constant(0.375))));
    expected.push_back(expected[i] * factor + expected[j] * 0.375);
  }
  for (std::size_t i = 0; i < values.size(); i += 1000) b.output(values[i]);
  for (std::size_t i = values.size() - 50; i < values.size(); ++i) b.output(values[i]);
  const Program program = b.finish();
  EXPECT_GT(program.instructions.size(), 300000u);
  Runner runner(program, GetParam());
  std::vector<double> out(program.outputs.size());
  ASSERT_TRUE(runner.run(in.data(), out.data()));
  std::size_t k = 0;
  for (std::size_t i = 0; i < values.size(); i += 1000, ++k) {
    ASSERT_NEAR(out[k], expected[i], 1e-12 * std::fabs(expected[i])) << k;
  }
  if (GetParam() == Backend::jit) {
    EXPECT_GT(runner.executable().code_bytes(), program.instructions.size());
    EXPECT_LT(runner.executable().code_bytes(), 20 * program.instructions.size());
  }
}

}  // namespace
}  // namespace multibond::test
