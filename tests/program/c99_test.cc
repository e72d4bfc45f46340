#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "c_compiler.h"
#include "multibond/program/builder.h"
#include "multibond/program/runner.h"
#include "random_program.h"

namespace multibond::test {
namespace {

using ::testing::HasSubstr;
using Value = ProgramBuilder::Value;
using Function = int(const double*, double*, double*);

constexpr const char* kStrict = "-std=c99 -Wall -Wextra -pedantic -Werror -O1";

/// A square root in C that fails for negative numbers.
class ExportablePickySolver final : public Solver {
 public:
  std::string name() const override { return "picky */ root"; }
  std::size_t inputs() const override { return 1; }
  std::size_t outputs() const override { return 2; }
  std::size_t memory() const override { return 2; }
  void initialize(std::span<double> memory) const override { memory[1] = 0.1; }
  bool solve(const double*, double*, double*, double*) const override { return false; }
  bool tangent(const double*, const double*, const double*, double*, double*) const override {
    return false;
  }
  std::string c99(std::string_view function) const override {
    return fmt::format(
        "static int {}(const double* in, double* out, double* memory) {{\n"
        "  if (in[0] < 0) return 0;\n"
        "  out[0] = sqrt(in[0]);\n"
        "  out[1] = memory[1];\n"
        "  memory[1] += 1;\n"
        "  return 1;\n"
        "}}\n",
        function);
  }
};

TEST(C99, CompilesWithoutWarnings) {
  if (!has_c_compiler()) GTEST_SKIP() << "no C compiler";
  std::string source;
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomProgram random(seed, static_cast<RandomProgram::Shape>(seed % 3), 3, 60);
    source += to_c99(random.program(), fmt::format("p{}", seed));
  }
  Program dead;  // instructions that nothing uses
  dead.inputs = 1;
  dead.instructions = {{Code::sin, 0}, {Code::mul, 0, 0}, {Code::neg, 1}};
  dead.outputs = {2};
  source += to_c99(dead, "dead");
  // Nothing in it; inputs unused; constants of every kind; only a call.
  source += to_c99(Program{}, "nothing");
  ProgramBuilder b(2);
  for (const double x :
       {0.0, -0.0, 1.0, -1.0, 1e300, 1e-300, 0.1, -0.1, 3e15, 1e22,
        std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
        std::numeric_limits<double>::quiet_NaN()}) {
    b.output(b.constant(x));
  }
  source += to_c99(b.finish(), "constants");
  ProgramBuilder c(1);
  c.output(c.call(std::make_shared<ExportablePickySolver>(), {c.input(0)})[0]);
  source += to_c99(c.finish(), "calls");
  const CLibrary library(source, kStrict);
  ASSERT_TRUE(library.loaded()) << library.messages();
  EXPECT_EQ(library.messages(), "");

  double in[2] = {0, 0}, out[13], memory[1];
  EXPECT_EQ(library.get<Function>("constants")(in, out, memory), 1);
  EXPECT_TRUE(std::signbit(out[1]));
  EXPECT_EQ(out[4], 1e300);
  EXPECT_EQ(out[6], 0.1);
  EXPECT_EQ(out[11], -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(out[12]));
}

// Values that cross the borders of several pieces travel through `memory`.
TEST(C99, CutsLongProgramsIntoFunctions) {
  if (!has_c_compiler()) GTEST_SKIP() << "no C compiler";
  RandomProgram random(77, RandomProgram::Shape::wide, 10, 2500);
  const Program program = random.program();
  ASSERT_GT(program.instructions.size(), 700u);
  ProgramBuilder b(4);
  std::vector<Value> v = {b.input(0), b.input(1), b.input(2), b.input(3)};
  std::mt19937 generator(5);
  while (v.size() < 4000) {
    const Value x = v[generator() % v.size()], y = v[v.size() - 1 - generator() % 4];
    v.push_back(b.emit(Code::add, b.emit(Code::mul, x, b.constant(0.5)),
                       b.emit(Code::mul, y, b.constant(0.25))));
  }
  for (std::size_t i = 0; i < v.size(); i += 50) b.output(v[i]);
  b.output(v.back());
  const Program wide = b.finish();
  const std::string source = to_c99(wide, "wide") + to_c99(program, "random");
  EXPECT_THAT(source, HasSubstr("wide_piece10("));
  const CLibrary library(source, kStrict);
  ASSERT_TRUE(library.loaded()) << library.messages();

  const double in[] = {0.5, -1.5, 2.5, 3.5};
  std::vector<double> memory(library.get<std::size_t()>("wide_memory_size")());
  EXPECT_LT(memory.size(), 3000u) << "places are given back after their last use";
  std::vector<double> out(wide.outputs.size()), expected(wide.outputs.size());
  library.get<void(double*)>("wide_initialize")(memory.data());
  ASSERT_EQ(library.get<Function>("wide")(in, out.data(), memory.data()), 1);
  Runner(wide, Backend::interpreter).run(in, expected.data());
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_DOUBLE_EQ(out[i], expected[i]);

  memory.assign(library.get<std::size_t()>("random_memory_size")(), 0);
  library.get<void(double*)>("random_initialize")(memory.data());
  expected = random.expected(1);
  out.assign(expected.size(), 0);
  ASSERT_EQ(library.get<Function>("random")(random.inputs(1).data(), out.data(), memory.data()), 1);
  for (std::size_t i = 0; i < out.size(); ++i) {
    EXPECT_NEAR(out[i], expected[i], 1e-12 * std::fabs(expected[i]));
  }
}

TEST(C99, ReportsTheFailureOfASolver) {
  if (!has_c_compiler()) GTEST_SKIP() << "no C compiler";
  ProgramBuilder b(2);
  const auto solver = std::make_shared<ExportablePickySolver>();
  const auto first = b.call(solver, {b.input(0)}), second = b.call(solver, {b.input(1)});
  b.output(first[0]);
  b.output(b.emit(Code::add, second[0], b.constant(1)));
  b.output(second[1]);
  const CLibrary library(to_c99(b.finish(), "roots"), kStrict);
  ASSERT_TRUE(library.loaded()) << library.messages();
  std::vector<double> memory(library.get<std::size_t()>("roots_memory_size")());
  library.get<void(double*)>("roots_initialize")(memory.data());
  double out[3];
  const double good[] = {4, 9}, bad[] = {4, -9};
  EXPECT_EQ(library.get<Function>("roots")(good, out, memory.data()), 1);
  EXPECT_EQ(out[1], 4);
  EXPECT_DOUBLE_EQ(out[2], 0.1);
  EXPECT_EQ(library.get<Function>("roots")(bad, out, memory.data()), 0);
  EXPECT_EQ(out[0], 2);
  EXPECT_TRUE(std::isnan(out[1]));
  EXPECT_EQ(library.get<Function>("roots")(good, out, memory.data()), 1);
  EXPECT_DOUBLE_EQ(out[2], 1.1) << "each call has its own memory";
}

TEST(C99, RefusesASolverThatCannotBeExportedByName) {
  ProgramBuilder b(1);
  b.output(b.call(std::make_shared<PickySolver>("table of tyre.friction"), {b.input(0)})[0]);
  try {
    to_c99(b.finish(), "model");
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("table of tyre.friction"));
  }
}

}  // namespace
}  // namespace multibond::test
