// The JIT computes several equal functions at once by the C library's vector functions: they must
// agree with the scalar ones to 1e-12 everywhere, large arguments included.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "multibond/program/builder.h"
#include "multibond/program/runner.h"
#include "multibond/symbolic/operations.h"

namespace multibond::test {
namespace {

using Function = double (*)(double);

struct Case {
  Code code;
  Function function;
  double low, high;  ///< range of the argument, on a logarithmic scale if low > 0
};

const Case kCases[] = {
    {Code::sin, std::sin, -10, 10},         {Code::cos, std::cos, -10, 10},
    {Code::sin, std::sin, 1e-300, 1e300},   {Code::cos, std::cos, 1e-300, 1e300},
    {Code::tan, std::tan, 1e-300, 1e300},   {Code::exp, std::exp, -745, 709.7},
    {Code::log, std::log, 1e-308, 1e308},   {Code::log, std::log, -1, 3},
    {Code::asin, std::asin, -1, 1},         {Code::acos, std::acos, -1, 1},
    {Code::atan, std::atan, 1e-300, 1e300}, {Code::sinh, std::sinh, -709, 709},
    {Code::cosh, std::cosh, -709, 709},     {Code::tanh, std::tanh, -25, 25},
};

TEST(VectorFunctions, AgreeWithScalarFunctions) {
  if (default_backend() != Backend::jit) GTEST_SKIP() << "no machine code on this processor";
  constexpr std::size_t kLanes = 7;  // one full vector and an incomplete one
  std::mt19937_64 random(11);
  for (const Case& c : kCases) {
    ProgramBuilder b(kLanes);
    for (std::size_t i = 0; i < kLanes; ++i) b.output(b.emit(c.code, b.input(i)));
    Runner runner(b.finish(), Backend::jit);
    for (int round = 0; round < 20000; ++round) {
      double in[kLanes], out[kLanes];
      for (double& x : in) {
        const double u = std::uniform_real_distribution<double>(0, 1)(random);
        x = c.low > 0 ? std::exp(std::log(c.low) + u * (std::log(c.high) - std::log(c.low)))
                      : c.low + u * (c.high - c.low);
        // Zeros of sine and cosine, where the relative error is largest.
        if (c.code != Code::log && c.low > 0 && random() % 2) x = -x;
        if (c.code <= Code::cos && c.code >= Code::sin && random() % 2 && std::fabs(x) < 1e6) {
          x = std::round(x / M_PI_2) * M_PI_2;
        }
      }
      runner.run(in, out);
      for (std::size_t i = 0; i < kLanes; ++i) {
        const double expected = c.function(in[i]);
        if (std::isnan(expected)) {
          ASSERT_TRUE(std::isnan(out[i])) << op_info(c.code).name << " of " << in[i];
        } else {
          const double tolerance =
              std::max(1e-12 * std::fabs(expected), std::numeric_limits<double>::min());
          ASSERT_NEAR(out[i], expected, tolerance) << op_info(c.code).name << " of " << in[i];
        }
      }
    }
  }
}

TEST(VectorFunctions, AgreeOnSpecialNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double special[] = {0.0, -0.0, kInfinity, -kInfinity, std::nan(""), 1e308,
                            2.0, -2.0, 5e-324,    800.0,      -800.0};
  constexpr std::size_t kCount = std::size(special);
  for (const Case& c : kCases) {
    ProgramBuilder b(kCount);
    for (std::size_t i = 0; i < kCount; ++i) b.output(b.emit(c.code, b.input(i)));
    double out[kCount];
    Runner(b.finish()).run(special, out);
    for (std::size_t i = 0; i < kCount; ++i) {
      const double expected = c.function(special[i]);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(out[i])) << op_info(c.code).name << " of " << special[i];
      } else {
        EXPECT_DOUBLE_EQ(out[i], expected) << op_info(c.code).name << " of " << special[i];
        EXPECT_EQ(std::signbit(out[i]), std::signbit(expected)) << op_info(c.code).name;
      }
    }
  }
}

TEST(VectorFunctions, ScatterToTheRightPlaces) {
  for (int count = 1; count < 20; ++count) {
    ProgramBuilder b(static_cast<std::size_t>(count));
    std::vector<double> in;
    for (int i = 0; i < count; ++i) in.push_back(0.1 * i - 0.5);
    // Arguments from registers, inputs and constants; results used, written, or both.
    std::vector<double> expected;
    for (int i = 0; i < count; ++i) {
      const auto x = b.input(static_cast<std::size_t>(i));
      const auto y = b.emit(Code::add, x, b.constant(0.25));
      const auto s = b.emit(Code::sin, i % 3 ? x : y), c = b.emit(Code::cos, i % 2 ? x : y);
      b.output(b.emit(Code::sub, s, b.emit(Code::mul, c, y)));
      const double v = in[i], w = v + 0.25;
      expected.push_back(std::sin(i % 3 ? v : w) - std::cos(i % 2 ? v : w) * w);
      if (i % 4 == 0) {
        b.output(s);
        expected.push_back(std::sin(i % 3 ? v : w));
      }
      if (i % 5 == 0) {
        b.output(c);
        expected.push_back(std::cos(i % 2 ? v : w));
      }
    }
    const Program program = b.finish();
    std::vector<double> out(program.outputs.size());
    Runner(program).run(in.data(), out.data());
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], expected[i], 1e-15) << count;
  }
}

}  // namespace
}  // namespace multibond::test
