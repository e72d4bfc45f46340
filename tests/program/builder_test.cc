#include "multibond/program/builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "test_solvers.h"

namespace multibond::test {
namespace {

using Value = ProgramBuilder::Value;

TEST(ProgramBuilder, FindsEqualValues) {
  ProgramBuilder b(2);
  const Value sum = b.emit(Code::add, b.input(0), b.input(1));
  EXPECT_EQ(sum, b.emit(Code::add, b.input(0), b.input(1)));
  EXPECT_EQ(sum, b.emit(Code::add, b.input(1), b.input(0)));
  EXPECT_EQ(b.emit(Code::mul, b.input(0), b.input(1)), b.emit(Code::mul, b.input(1), b.input(0)));
  EXPECT_NE(b.emit(Code::sub, b.input(0), b.input(1)), b.emit(Code::sub, b.input(1), b.input(0)));
  EXPECT_NE(b.emit(Code::min, b.input(0), b.input(1)), b.emit(Code::min, b.input(1), b.input(0)))
      << "min(NaN, x) and min(x, NaN) differ";
  EXPECT_EQ(b.constant(2.5), b.constant(2.5));
  EXPECT_NE(b.constant(0.0), b.constant(-0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(b.constant(nan), b.constant(nan));
}

TEST(ProgramBuilder, AppliesTheCheapIdentities) {
  ProgramBuilder b(3);
  const Value x = b.input(0), y = b.input(1), z = b.input(2);
  const Value zero = b.constant(0), one = b.constant(1), minus_one = b.constant(-1);
  const auto neg = [&](Value v) { return b.emit(Code::neg, v); };
  EXPECT_EQ(b.emit(Code::add, x, zero), x);
  EXPECT_EQ(b.emit(Code::add, zero, x), x);
  EXPECT_EQ(b.emit(Code::sub, x, zero), x);
  EXPECT_EQ(b.emit(Code::sub, x, x), zero);
  EXPECT_EQ(b.emit(Code::sub, zero, x), neg(x));
  EXPECT_EQ(b.emit(Code::mul, x, one), x);
  EXPECT_EQ(b.emit(Code::mul, one, x), x);
  EXPECT_EQ(b.emit(Code::mul, x, zero), zero);
  EXPECT_EQ(b.emit(Code::mul, zero, x), zero);
  EXPECT_EQ(b.emit(Code::mul, x, minus_one), neg(x));
  EXPECT_EQ(b.emit(Code::div, x, one), x);
  EXPECT_EQ(neg(neg(x)), x);
  EXPECT_EQ(b.emit(Code::add, x, neg(y)), b.emit(Code::sub, x, y));
  EXPECT_EQ(b.emit(Code::sub, x, neg(y)), b.emit(Code::add, x, y));
  EXPECT_EQ(b.emit(Code::mul, neg(x), neg(y)), b.emit(Code::mul, x, y));
  EXPECT_EQ(neg(b.emit(Code::sub, x, y)), b.emit(Code::sub, y, x));
  EXPECT_EQ(neg(b.emit(Code::mul, b.constant(2), x)), b.emit(Code::mul, b.constant(-2), x));
  EXPECT_EQ(b.emit(Code::pow, x, b.constant(2)), b.emit(Code::mul, x, x));
  EXPECT_EQ(b.emit(Code::sin, neg(x)), neg(b.emit(Code::sin, x)));
  EXPECT_EQ(b.emit(Code::cos, neg(x)), b.emit(Code::cos, x));
  EXPECT_EQ(b.emit(Code::select, one, x, y), x);
  EXPECT_EQ(b.emit(Code::select, zero, x, y), y);
  EXPECT_EQ(b.emit(Code::select, z, x, x), x);
  EXPECT_EQ(b.emit(Code::select, b.emit(Code::logical_not, z), x, y),
            b.emit(Code::select, z, y, x));
  EXPECT_EQ(b.emit(Code::less, x, x), zero);
}

TEST(ProgramBuilder, FoldsConstantsWithTheFunctionsOfTheBackEnds) {
  ProgramBuilder b(1);
  EXPECT_EQ(b.emit(Code::sin, b.constant(0.7)), b.constant(std::sin(0.7)));
  EXPECT_EQ(b.emit(Code::atan2, b.constant(1), b.constant(-2)), b.constant(std::atan2(1, -2)));
  EXPECT_EQ(b.emit(Code::pow, b.constant(2), b.constant(0.5)), b.constant(std::pow(2, 0.5)));
  EXPECT_EQ(b.emit(Code::less, b.constant(1), b.constant(2)), b.constant(1));
  EXPECT_EQ(b.emit(Code::logical_and, b.constant(3), b.constant(0)), b.constant(0));
  EXPECT_EQ(b.emit(Code::sign, b.constant(-3)), b.constant(-1));
  EXPECT_EQ(b.emit(Code::floor, b.constant(-1.5)), b.constant(-2));
}

TEST(ProgramBuilder, RemovesWhatNoOutputNeeds) {
  ProgramBuilder b(2);
  const Value used = b.emit(Code::add, b.input(0), b.constant(3));
  b.emit(Code::sin, b.input(1));
  b.emit(Code::mul, used, b.constant(4));
  const auto unused_call = b.call(std::make_shared<PickySolver>(), {b.input(0)});
  const auto used_call = b.call(std::make_shared<MixSolver>(), {used, b.input(1)});
  b.emit(Code::exp, unused_call[0]);
  b.output(used_call[1]);
  const Program program = b.finish();
  program.check();
  ASSERT_EQ(program.instructions.size(), 3u);  // add, call, one of two results
  EXPECT_EQ(program.constants, std::vector<double>{3.0});
  ASSERT_EQ(program.calls.size(), 1u);
  EXPECT_EQ(program.calls[0].solver->name(), "mix");
  EXPECT_EQ(program.operations(), 2u);
}

TEST(ProgramBuilder, CanContinueAfterFinish) {
  ProgramBuilder b(1);
  b.output(b.emit(Code::sin, b.input(0)));
  EXPECT_EQ(b.finish().instructions.size(), 1u);
  b.output(b.emit(Code::cos, b.input(0)));
  EXPECT_EQ(b.finish().instructions.size(), 2u);
}

TEST(ProgramBuilder, RefusesForeignValuesAndWrongArguments) {
  ProgramBuilder b(1);
  EXPECT_THROW(b.input(1), std::out_of_range);
  EXPECT_THROW(b.emit(Code::sin, 99), std::logic_error);
  EXPECT_THROW(b.emit(Code::call, 0), std::logic_error);
  EXPECT_THROW(b.output(99), std::logic_error);
  EXPECT_THROW(b.call(std::make_shared<MixSolver>(), {0}), std::logic_error);
  EXPECT_THROW(b.call(nullptr, {}), std::logic_error);
}

TEST(ProgramBuilder, AMillionValuesAreKeptApart) {
  ProgramBuilder b(1);
  std::vector<Value> values;
  Value x = b.input(0);
  for (int i = 0; i < 1000000; ++i) values.push_back(x = b.emit(i % 2 ? Code::sin : Code::exp, x));
  b.output(x);
  EXPECT_EQ(b.finish().instructions.size(), 1000000u);
  x = b.input(0);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(x = b.emit(i % 2 ? Code::sin : Code::exp, x), values[i]);
}

}  // namespace
}  // namespace multibond::test
