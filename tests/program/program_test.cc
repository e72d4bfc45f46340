#include "multibond/program/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/program/builder.h"
#include "multibond/symbolic/operations.h"
#include "test_solvers.h"

namespace multibond::test {
namespace {

using ::testing::HasSubstr;

Program small() {
  Program program;
  program.inputs = 1;
  program.constants = {2.0};
  program.instructions = {{Code::mul, 0, 1}, {Code::sin, 2}};
  program.outputs = {3};
  return program;
}

TEST(Program, NamesEveryOperation) {
  EXPECT_EQ(op_info(Code::add).name, "add");
  EXPECT_EQ(op_info(Code::select).operands, 3);
  EXPECT_EQ(op_info(Code::result).op, Code::result);
}

TEST(Program, ChecksThatOperandsAreDefinedBefore) {
  EXPECT_NO_THROW(small().check());
  Program late = small();
  late.instructions[0].b = 3;
  EXPECT_THROW(late.check(), std::logic_error);
  Program own = small();
  own.instructions[1].a = 3;
  EXPECT_THROW(own.check(), std::logic_error);
  Program output = small();
  output.outputs[0] = 4;
  EXPECT_THROW(output.check(), std::logic_error);
}

TEST(Program, ChecksThatCodesAreOperations) {
  for (const Code code : {Code::variable, Code::no_event, static_cast<Code>(200)}) {
    Program program = small();
    program.instructions[1].code = code;
    EXPECT_THROW(program.check(), std::logic_error);
  }
}

TEST(Program, ChecksCalls) {
  Program program = small();
  program.instructions.push_back({Code::result, 0, 0});
  EXPECT_THROW(program.check(), std::logic_error) << "no such call";
  program.calls.push_back({std::make_shared<MixSolver>(), {0, 1}});
  EXPECT_THROW(program.check(), std::logic_error) << "call has not run";
  program.instructions.insert(program.instructions.begin() + 2, {Code::call, 0});
  EXPECT_NO_THROW(program.check());
  program.outputs[0] = 4;
  EXPECT_THROW(program.check(), std::logic_error) << "the value of a call is undefined";
  program.outputs[0] = 5;
  EXPECT_NO_THROW(program.check());
  program.instructions[3].b = 2;
  EXPECT_THROW(program.check(), std::logic_error) << "no such result";
  program.instructions[3].b = 1;
  program.calls[0].arguments = {0};
  EXPECT_THROW(program.check(), std::logic_error) << "argument missing";
}

TEST(Program, PrintsOneInstructionALine) {
  ProgramBuilder b(2);
  const auto results = b.call(std::make_shared<MixSolver>(), {b.input(0), b.constant(0.5)});
  b.output(b.emit(Code::atan2, results[1], b.input(1)));
  const std::string text = to_string(b.finish());
  EXPECT_THAT(text, HasSubstr("call 0 \"mix\" in0 0.5"));
  EXPECT_THAT(text, HasSubstr("= result 1 of call 0"));
  EXPECT_THAT(text, HasSubstr("atan2"));
  EXPECT_THAT(text, HasSubstr("out0 = "));
}

}  // namespace
}  // namespace multibond::test
