// `bench flattening`: tests of another compiler, here with files of our own in the same form.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A file with a model, its status and the flat text that is expected.
void write_test(const ScratchDirectory& scratch, const std::string& name, const std::string& status,
                const std::string& model, const std::string& expected) {
  std::ofstream out(scratch.file(name + ".mo"));
  out << "// name: " << name << "\n// status: " << status << "\n" << model << "// Result:\n";
  std::istringstream lines(expected);
  for (std::string line; std::getline(lines, line);) out << "// " << line << '\n';
  out << "// endResult\n";
}

const std::string kParts =
    "connector Pin\n  Real v;\n  flow Real i;\nend Pin;\n"
    "model R\n  parameter Real r = 2;\n  Pin p, n;\nequation\n  p.v - n.v = r * p.i;\n"
    "  p.i + n.i = 0;\nend R;\n"
    "record Point\n  Real x;\n  Real y[2];\nend Point;\n"
    "function twice\n  input Point a;\n  output Point b;\nalgorithm\n  b := Point(2 * a.x, 2 * "
    "a.y);\n"
    "end twice;\n"
    "model M\n  R a, b(r = 5);\n  Point s(x = time, y = {1, 2});\n  Point t = twice(s);\n"
    "  Real z(start = 3, fixed = true);\nequation\n  connect(a.n, b.p);\n  der(z) = -z;\n"
    "  a.p.v = 1;\n  b.n.v = 0;\nend M;\n";

/// What another tool might print: other order, another chain of connections, whole records.
std::string flat_parts(const std::string& law) {
  return "function Point \"Automatically generated record constructor for Point\"\n"
         "  input Real x;\n  input Real[2] y;\n  output Point res;\nend Point;\n\n"
         "function twice\n  input Point a;\n  output Point b;\nalgorithm\n"
         "  b := Point(2.0 * a.x, 2.0 * a.y);\nend twice;\n\n"
         "class M\n  parameter Real a.r = 2.0;\n  Real a.p.v;\n  Real a.p.i;\n  Real a.n.v;\n"
         "  Real a.n.i;\n  parameter Real b.r = 5.0;\n  Real b.p.v;\n  Real b.p.i;\n  Real b.n.v;\n"
         "  Real b.n.i;\n  Real s.x = time;\n  Real s.y[1] = 1.0;\n  Real s.y[2] = 2.0;\n"
         "  Real t.x;\n  Real t.y[1];\n  Real t.y[2];\n  Real z(start = 3.0, fixed = true);\n"
         "equation\n  t = twice(s);\n  a.p.i = 0.0;\n  b.n.i = 0.0;\n  b.p.v = a.n.v;\n"
         "  0.0 = b.p.i + a.n.i;\n  " +
         law +
         ";\n  a.p.i + a.n.i = 0.0;\n  b.p.v - b.n.v = b.r * b.p.i;\n  b.p.i + b.n.i = 0.0;\n"
         "  der(z) = -z;\n  a.p.v = 1.0;\n  b.n.v = 0.0;\nend M;\n";
}

TEST(BenchFlattening, CountsWhatAgrees) {
  const ScratchDirectory scratch;
  write_test(scratch, "Agrees", "correct", kParts, flat_parts("a.r * a.p.i = a.p.v - a.n.v"));
  write_test(scratch, "Differs", "correct", kParts,
             flat_parts("a.p.v - 2.5 * a.n.v = a.r * a.p.i"));
  write_test(scratch, "Type", "correct", "model M\n  Real x = 1;\nend M;\n",
             "class M\n  Integer x = 1;\nend M;\n");
  write_test(scratch, "Start", "correct", "model M\n  Real x(start = 1) = time;\nend M;\n",
             "class M\n  Real x(start = 2.0) = time;\nend M;\n");
  write_test(scratch, "Wrong", "incorrect", "model M\n  Reel x;\nend M;\n",
             "Error: unknown Reel\n");
  write_test(scratch, "Accepted", "incorrect", "model M\n  Real x = 1;\nend M;\n", "Error\n");
  const Outcome outcome = run_words({"bench", "flattening", "--suite", scratch.file("")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("4 valid models: 1 agree, 25.0 %"));
  EXPECT_THAT(outcome.out, HasSubstr("2 models with mistakes: 1 are refused, 50.0 %"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Agrees.mo")));
  EXPECT_THAT(outcome.out, HasSubstr("Differs.mo: an equation is missing"));
  EXPECT_THAT(outcome.out, HasSubstr("Type.mo: a variable is missing: discrete x"));
  EXPECT_THAT(outcome.out, HasSubstr("Start.mo: a variable is missing: x(start = 2"));
  EXPECT_THAT(outcome.out, HasSubstr("Accepted.mo: is not refused"));
}

TEST(BenchFlattening, TheRatchetHolds) {
  const ScratchDirectory scratch;
  write_test(scratch, "Agrees", "correct", "model M\n  Real x = 1;\nend M;\n",
             "class M\n  Real x = 1.0;\nend M;\n");
  const std::string least = scratch.file("least.txt");
  std::ofstream(least) << "flattening agrees 2\n";
  const Outcome outcome =
      run_words({"bench", "flattening", "--suite", scratch.file(""), "--ratchet", least});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("less than before: flattening agrees: 1 instead of 2"));
}

TEST(BenchFlattening, NeedsAFolder) {
  EXPECT_THAT(run_words({"bench", "flattening"}).err, HasSubstr("--suite"));
}

}  // namespace
}  // namespace multibond
