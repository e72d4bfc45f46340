#include "multibond/compile/resting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/compile/compiled_model.h"
#include "multibond/compile/plan.h"
#include "multibond/symbolic/linear.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;

System after(std::string_view text, std::size_t& count) {
  System system = read_system(text);
  Aliases aliases = remove_aliases(system, canonical_order(system)).aliases;
  count = find_resting_variables(system, std::move(aliases)).count;
  return system;
}

TEST(Resting, WhatParametersDetermineDoesNotMove) {
  std::size_t count = 0;
  const System system = after(R"(
    parameter p = 2
    variable a = 1, b = 1, w
    equation a^2 + b^2 = p
    equation a - sin(b) = 0
    equation w = 3*der(a) + time
  )",
                              count);
  EXPECT_EQ(count, 1u);  // the derivative of b occurs nowhere
  for (const SystemEquation& equation : system.equations) {
    EXPECT_TRUE(leaves(equation.residual, [](const Expr& l) {
                  return l.op() == Op::variable && l.order() > 0;
                }).empty());
  }
}

TEST(Resting, EquationsThatContradictEachOtherDetermineNothing) {
  std::size_t count = 1;
  after(R"(
    variable a = 1, b = 1, c = 1, w
    equation a^2 + b^2 = 1
    equation a^2 + b^2 = 4
    equation c = a + b
    equation w = 3*der(a) + der(c)
  )",
        count);
  EXPECT_EQ(count, 0u);
}

TEST(Resting, WhatTimeOrAStateDeterminesMoves) {
  for (const char* const moved : {"a^2 + b^2 = 2 + time", "a^2 + b^2 = x"}) {
    std::size_t count = 1;
    after(std::string("variable a = 1, b = 1, w, x = 2\n"
                      "equation a - sin(b) = 0\nequation w = 3*der(a)\nequation der(x) = 1\n"
                      "equation ") +
              moved,
          count);
    EXPECT_EQ(count, 0u) << moved;
  }
}

TEST(Resting, TooFewEquationsLeaveItFree) {
  std::size_t count = 1;
  after(R"(
    variable x = 1, y, u
    equation x^2 + y^2 = 1
    equation der(x) = u
    equation der(y) = -u*x
  )",
        count);
  EXPECT_EQ(count, 0u);
}

TEST(Resting, ADoubleRootIsFoundAndItsDerivativeIsZero) {
  // cos(a) has its maximum there, so that 0 = -sin(a) a' says nothing of a'.
  System system = read_system(R"(
    variable a = 0.1, w, x = 1
    equation cos(a) = 1
    equation w = der(a) + 2
    equation der(x) = w + a
  )");
  EXPECT_NO_THROW(compile(std::move(system)));
}

}  // namespace
}  // namespace multibond
