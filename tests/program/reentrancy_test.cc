// What lets several threads share one executable: all it writes lies in the memory of the caller.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "allocations.h"
#include "multibond/program/runner.h"
#include "random_program.h"
#include "threads.h"

namespace multibond::test {
namespace {

class Sharing : public ::testing::TestWithParam<Backend> {
 protected:
  void SetUp() override {
    if (GetParam() == Backend::jit && default_backend() != Backend::jit) {
      GTEST_SKIP() << "no machine code on this processor";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, Sharing, ::testing::Values(Backend::interpreter, Backend::jit),
                         [](const auto& info) {
                           return info.param == Backend::jit ? "MachineCode" : "Interpreter";
                         });

std::vector<std::vector<double>> points_of(const RandomProgram& random) {
  std::vector<std::vector<double>> points;
  for (std::size_t point = 0; point < RandomProgram::kPoints; ++point) {
    points.push_back(random.inputs(point));
  }
  return points;
}

TEST_P(Sharing, TwoThreadsGetWhatOneGets) {
  std::size_t calls = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomProgram random(seed, static_cast<RandomProgram::Shape>(seed % 3), 5, 300);
    const Program program = random.program();
    calls += program.calls.size();
    const auto executable = make_executable(program, GetParam());
    const auto points = points_of(random);
    const auto alone = history(executable, program.outputs.size(), points, 100);
    for (const auto& history :
         histories_of_two_threads(executable, program.outputs.size(), points, 100)) {
      ASSERT_EQ(history, alone) << "program " << seed;
    }
  }
  EXPECT_GT(calls, 20u);
}

TEST_P(Sharing, ARunAllocatesNothing) {
  RandomProgram random(7, RandomProgram::Shape::wide, 5, 2000);
  const Program program = random.program();
  ASSERT_GT(program.calls.size(), 10u);
  Runner runner(program, GetParam());
  const std::vector<double> in = random.inputs(0);
  std::vector<double> out(program.outputs.size());
  const std::size_t before = allocations;
  const bool solved = runner.run(in.data(), out.data());
  EXPECT_EQ(allocations, before);
  EXPECT_TRUE(solved);
}

// A run depends on the kept part of the memory only, whatever the scratch holds.
TEST_P(Sharing, ARestoredMemoryContinuesBitForBit) {
  RandomProgram random(3, RandomProgram::Shape::deep, 5, 500);
  const Program program = random.program();
  const auto executable = make_executable(program, GetParam());
  EXPECT_GT(executable->kept_size(), 1u);
  const auto points = points_of(random);
  std::vector<double> first(program.outputs.size()), second(program.outputs.size());
  Runner runner(executable), other(executable);
  runner.run(points[0].data(), first.data());
  const std::vector<double> saved(runner.memory().begin(), runner.memory().end());
  runner.run(points[1].data(), first.data());
  other.run(points[2].data(), second.data());
  std::copy(saved.begin(), saved.end(), other.memory().begin());
  other.run(points[1].data(), second.data());
  EXPECT_EQ(second, first);
}

TEST(MachineCode, CannotBeWrittenWhileItCanBeExecuted) {
  std::ifstream maps("/proc/self/maps");
  if (!maps || default_backend() != Backend::jit) GTEST_SKIP() << "no machine code or no /proc";
  ProgramBuilder b(1);
  b.output(b.emit(Code::add, b.input(0), b.constant(2)));
  Runner runner(b.finish(), Backend::jit);
  double in = 1, out = 0;
  runner.run(&in, &out);
  EXPECT_EQ(out, 3);
  std::size_t lines = 0;
  for (std::string line; std::getline(maps, line); ++lines) {
    EXPECT_EQ(line.find(" rwx"), std::string::npos) << line;
  }
  EXPECT_GT(lines, 5u);
}

}  // namespace
}  // namespace multibond::test
