#include "multibond/program/slice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "multibond/program/builder.h"
#include "multibond/program/connections.h"
#include "multibond/program/executable.h"
#include "multibond/program/runner.h"

namespace multibond {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Value = ProgramBuilder::Value;

/// Bodies on springs: of each the state (x, v) and a stiffness; time is common to all.
Program bodies(std::size_t count) {
  ProgramBuilder b(1 + 3 * count);
  const Value wave = b.emit(Code::sin, b.input(0));
  for (std::size_t k = 0; k < count; ++k) {
    const Value x = b.input(1 + 3 * k), v = b.input(2 + 3 * k), c = b.input(3 + 3 * k);
    b.output(v);
    b.output(b.emit(Code::sub, b.emit(Code::mul, b.constant(0.5), wave), b.emit(Code::mul, c, x)));
  }
  return b.finish();
}

TEST(Slices, OfAlikePartsAreTheSameProgram) {
  const Program program = bodies(4);
  Slicer slicer(program);
  const Slice first = slicer.slice({0, 1}, {0, 1, 2});
  for (std::uint32_t k = 1; k < 4; ++k) {
    const Slice other = slicer.slice({2 * k, 2 * k + 1}, {0, 3 * k + 1, 3 * k + 2});
    EXPECT_EQ(other.program.instructions, first.program.instructions);
    EXPECT_EQ(other.program.constants, first.program.constants);
    EXPECT_EQ(other.program.outputs, first.program.outputs);
    // The given inputs in their order, whether they are read or not, and then the stiffness.
    EXPECT_EQ(other.inputs, (Numbers{0, 3 * k + 1, 3 * k + 2, 3 * k + 3}));
  }
  EXPECT_LT(first.program.instructions.size(), program.instructions.size());
}

TEST(Slices, ComputeWhatTheWholeProgramDoes) {
  for (int seed = 0; seed < 20; ++seed) {
    const Program program = bodies(7);
    std::vector<double> in(program.inputs), out(program.outputs.size());
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::sin(1.0 + 3.7 * seed + 1.3 * i);
    Runner(program, Backend::interpreter).run(in.data(), out.data());
    Slicer slicer(program);
    const Numbers wanted{static_cast<std::uint32_t>(seed % 14), 3, 3, 13};
    const Slice slice = slicer.slice(wanted, {});
    slice.program.check();
    std::vector<double> some, found(wanted.size());
    for (const std::uint32_t input : slice.inputs) some.push_back(in[input]);
    Runner(slice.program, Backend::interpreter).run(some.data(), found.data());
    for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_EQ(found[k], out[wanted[k]]);
  }
}

TEST(Slices, HaveNoCalls) {
  Program program = bodies(1);
  program.calls.emplace_back();
  EXPECT_THROW(Slicer{program}, std::invalid_argument);
  EXPECT_THROW(Connections(program, {1}), std::invalid_argument);
}

TEST(Connections, LeaveOutWhatDoesNotVary) {
  const Program program = bodies(3);
  Connections connections(program, {1, 2, 4, 5, 7, 8});  // the states
  const auto output = [&](std::size_t k) { return program.outputs[k]; };
  EXPECT_TRUE(connections.varies(output(1)));
  EXPECT_EQ(connections.find(output(1)), connections.find(1));
  EXPECT_EQ(connections.find(output(0)), connections.find(2));
  // Time is common to all and connects nothing.
  EXPECT_NE(connections.find(output(1)), connections.find(output(3)));
  EXPECT_FALSE(connections.varies(0));
  connections.join(output(1), output(3));
  connections.join(output(3), 0);
  EXPECT_EQ(connections.find(output(1)), connections.find(output(3)));
  EXPECT_NE(connections.find(output(5)), connections.find(output(3)));
}

}  // namespace
}  // namespace multibond
