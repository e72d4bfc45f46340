#include <gtest/gtest.h>

#include "multibond/program/builder.h"
#include "multibond/program/executable.h"
#include "test_solvers.h"

namespace multibond {
namespace {

using Outputs = std::vector<std::uint32_t>;
using Value = ProgramBuilder::Value;

TEST(DoubtfulOutputs, SumsAndProductsAreNot) {
  ProgramBuilder b(2);
  const Value x = b.input(0), y = b.input(1);
  b.output(x);
  b.output(b.emit(Code::mul, b.emit(Code::add, x, y), b.emit(Code::sin, y)));
  b.output(b.emit(Code::div, y, b.constant(3)));
  EXPECT_EQ(doubtful_outputs(b.finish(), 1), Outputs{});
}

TEST(DoubtfulOutputs, OperationsThatHaveNoValueSomewhereAre) {
  ProgramBuilder b(2);
  const Value x = b.input(0), y = b.input(1);
  b.output(x);
  b.output(b.emit(Code::div, x, y));
  b.output(b.emit(Code::log, x));
  b.output(b.emit(Code::sqrt, x));
  b.output(b.emit(Code::add, b.emit(Code::sqrt, x), y));  // and what they enter
  b.output(b.emit(Code::pow, x, b.constant(0.5)));
  b.output(b.emit(Code::pow, x, b.constant(3)));
  b.output(b.emit(Code::exp, x));
  EXPECT_EQ(doubtful_outputs(b.finish(), 1), (Outputs{1, 2, 3, 4, 5, 7}));
}

TEST(DoubtfulOutputs, TheRootOfASumOfSquaresIsNot) {
  ProgramBuilder b(2);
  const Value x = b.input(0), y = b.input(1);
  const Value squares = b.emit(Code::add, b.emit(Code::mul, x, x), b.emit(Code::mul, y, y));
  b.output(b.emit(Code::sqrt, squares));
  b.output(b.emit(Code::sqrt, b.emit(Code::sub, squares, b.constant(1))));
  EXPECT_EQ(doubtful_outputs(b.finish(), 0), (Outputs{1}));
}

TEST(DoubtfulOutputs, WhatEntersACertainValueIsCertain) {
  ProgramBuilder b(3);
  const Value x = b.input(0), y = b.input(1), z = b.input(2);
  const Value quotient = b.emit(Code::div, x, y);
  b.output(b.emit(Code::add, quotient, x));
  b.output(quotient);
  b.output(b.emit(Code::div, z, y));         // y has been divided by
  b.output(b.emit(Code::div, z, quotient));  // this has not
  EXPECT_EQ(doubtful_outputs(b.finish(), 1), (Outputs{3}));
}

TEST(DoubtfulOutputs, AChoiceHidesWhatWasNotChosen) {
  ProgramBuilder b(3);
  const Value x = b.input(0), y = b.input(1);
  const Value root = b.emit(Code::sqrt, x);
  b.output(b.emit(Code::select, b.input(2), root, y));
  b.output(root);
  EXPECT_EQ(doubtful_outputs(b.finish(), 1), (Outputs{1}));
}

TEST(DoubtfulOutputs, ASolverAnswersAllOrNothing) {
  ProgramBuilder b(2);
  const auto asked = b.call(std::make_shared<test::MixSolver>(), {b.input(0), b.input(1)});
  const auto other = b.call(std::make_shared<test::MixSolver>(), {b.input(1), b.input(0)});
  b.output(asked[0]);
  b.output(asked[1]);
  b.output(other[1]);
  EXPECT_EQ(doubtful_outputs(b.finish(), 1), (Outputs{2}));
}

}  // namespace
}  // namespace multibond
