// The property test of the back ends: 1000 random programs, three points each, against the
// reference in random_program.h.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "c_compiler.h"
#include "multibond/program/runner.h"
#include "multibond/symbolic/operations.h"
#include "random_program.h"

namespace multibond::test {
namespace {

constexpr unsigned kPrograms = 1000;
constexpr double kTolerance = 1e-12;

RandomProgram make(unsigned seed) {
  std::mt19937 random(seed + 1000);
  const auto shape = static_cast<RandomProgram::Shape>(seed % 3);
  const std::size_t inputs = 1 + random() % 12;
  const std::size_t operations = seed % 50 == 0 ? 500 : 1 + random() % 30;
  return RandomProgram(seed, shape, inputs, operations);
}

void expect_equal(const std::vector<double>& expected, const std::vector<double>& out,
                  const std::string& what) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(out[i], expected[i], kTolerance * std::fabs(expected[i]))
        << what << ", output " << i;
  }
}

void check_backend(Backend backend) {
  for (unsigned seed = 0; seed < kPrograms; ++seed) {
    RandomProgram random = make(seed);
    const Program program = random.program();
    Runner runner(program, backend);
    for (std::size_t point = 0; point < RandomProgram::kPoints; ++point) {
      const std::vector<double> in = random.inputs(point), expected = random.expected(point);
      std::vector<double> out(expected.size(), -7.0);
      ASSERT_TRUE(runner.run(in.data(), out.data()));
      expect_equal(expected, out, fmt::format("program {}", seed));
      if (::testing::Test::HasFatalFailure()) {
        if (program.instructions.size() < 40) ADD_FAILURE() << to_string(program);
        return;
      }
    }
  }
}

TEST(RandomPrograms, InterpreterAgreesWithTheReference) { check_backend(Backend::interpreter); }

TEST(RandomPrograms, MachineCodeAgreesWithTheReference) {
  if (default_backend() != Backend::jit) GTEST_SKIP() << "no machine code on this processor";
  check_backend(Backend::jit);
}

TEST(RandomPrograms, C99AgreesWithTheReference) {
  if (!has_c_compiler()) GTEST_SKIP() << "no C compiler";
  constexpr unsigned kBatches = 6;
  for (unsigned batch = 0; batch < kBatches; ++batch) {
    std::string source;
    for (unsigned seed = batch; seed < kPrograms; seed += kBatches) {
      source += to_c99(make(seed).program(), fmt::format("p{}", seed));
    }
    // One batch is optimized, which would show wrong promises about aliasing; the others compile
    // three times faster without.
    const CLibrary library(source, batch == 0 ? "-O2" : "-O0");
    ASSERT_TRUE(library.loaded()) << library.messages();
    for (unsigned seed = batch; seed < kPrograms; seed += kBatches) {
      const std::string name = fmt::format("p{}", seed);
      const auto run = library.get<int(const double*, double*, double*)>(name);
      std::vector<double> memory(library.get<std::size_t()>(name + "_memory_size")());
      library.get<void(double*)>(name + "_initialize")(memory.data());
      const RandomProgram random = make(seed);
      for (std::size_t point = 0; point < RandomProgram::kPoints; ++point) {
        const std::vector<double> in = random.inputs(point), expected = random.expected(point);
        std::vector<double> out(expected.size(), -7.0);
        ASSERT_EQ(run(in.data(), out.data(), memory.data()), 1);
        expect_equal(expected, out, name);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// Guards the tests above: they must not pass because the programs are trivial.
TEST(RandomPrograms, UseEveryOperation) {
  std::vector<std::size_t> count(static_cast<std::size_t>(Code::result) + 1, 0);
  std::size_t total = 0, longest = 0;
  for (unsigned seed = 0; seed < kPrograms; ++seed) {
    const Program program = make(seed).program();
    program.check();
    for (const Instruction& i : program.instructions) ++count[static_cast<std::size_t>(i.code)];
    total += program.instructions.size();
    longest = std::max(longest, program.instructions.size());
  }
  for (auto code = static_cast<std::size_t>(Code::neg); code < count.size(); ++code) {
    if (static_cast<Code>(code) == Code::no_event) continue;
    EXPECT_GE(count[code], 30u) << op_info(static_cast<Code>(code)).name;
  }
  EXPECT_GT(total, 10000u);
  EXPECT_GT(longest, 300u);
}

}  // namespace
}  // namespace multibond::test
