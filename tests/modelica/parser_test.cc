#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

constexpr const char* kSample = R"(within A.B;
encapsulated package P "words" + " and more"
  import SI = Modelica.Units.SI;
  import Modelica.Math.*;
  import Modelica.Math.{sin, cos};
  extends Q(final x = 1, redeclare model R = S(a = 2), y(each z = {1, 2}));
  type T = enumeration(one "1", two);
  type V = Real[3](each unit = "m");
  connector C = input Real;
  replaceable partial model M = N constrainedby K(b = 3);
  partial function f
    input Real u[:, size(u, 1)];
    output Real y, z = 2;
  protected
    Integer i;
  algorithm
    (y, , z) := g(u, n = 3);
    for k in 1:2:10, l in {1, 2} loop
      y := if u[k, end] > 0 then -1 elseif true then 2e-3 else .5;
    end for;
    while i < 3 and not (y > 1 or false) loop
      i := i + 1;
      break;
    end while;
    return;
    annotation(Inline = true);
  end f;
  model W
    parameter Real p[3](start = {1, 2, 3}, each fixed = true) = fill(0, 3) annotation(Evaluate = true);
    inner outer replaceable Real a, b if p[1] > 0 "comment";
    flow Real 'odd name';
  initial equation
    a = sum(i^2 for i in 1:3);
  equation
    connect(a.b[1], c) annotation(Line(points = {{0, 0}, {1, 1}}));
    der(a) + a .* b = [1, 2; 3, 4] * {1, 2} - (-2)^2;
    if a > 0 then
      b = 1;
    else
      b = 2;
    end if;
    when {initial(), a > 1} then
      reinit(a, -1);
    elsewhen a < 0 then
      terminate("end \"quoted\"");
    end when;
    assert(a > 0, "message");
  end W;
  function h = f(u = 1) "short";
  function e
    input Real x;
    output Real y;
  external "C" y = sin(x) annotation(Library = "m");
  end e;
  annotation(uses(Modelica(version = "4.0.0")));
end P;
)";

TEST(Parser, ReadsTheLanguage) { EXPECT_THAT(mistakes(kSample), IsEmpty()); }

TEST(Parser, PrintedTextReadsAsTheSame) {
  const std::string once = printed(kSample);
  EXPECT_THAT(mistakes(once), IsEmpty()) << once;
  EXPECT_EQ(printed(once), once);
  for (const char* part : {"each z = {1, 2}", "constrainedby K(b = 3)", "(y, , z) := g(u, n = 3)",
                           "for k in 1:2:10, l in {1, 2}", "'odd name'", "(-2) ^ 2",
                           "not (y > 1 or false)", "external \"C\" y = sin(x)"}) {
    EXPECT_THAT(once, testing::HasSubstr(part));
  }
}

TEST(Parser, BracketsAreKeptWhereTheyMatter) {
  const auto expression = [](const std::string& text) {
    const std::string all = printed("model M\nequation\n  x = " + text + ";\nend M;\n");
    const std::size_t begin = all.find("x = ") + 4;
    return all.substr(begin, all.find(';', begin) - begin);
  };
  EXPECT_EQ(expression("a - (b - c)"), "a - (b - c)");
  EXPECT_EQ(expression("(a - b) - c"), "a - b - c");
  EXPECT_EQ(expression("(a * b) ^ c"), "(a * b) ^ c");
  EXPECT_EQ(expression("-(a + b)"), "-(a + b)");
  EXPECT_EQ(expression("(if a then b else c) + 1"), "(if a then b else c) + 1");
  EXPECT_EQ(expression("not (a and b)"), "not (a and b)");
}

TEST(Parser, OldLibrariesAreRead) {
  EXPECT_THAT(mistakes("import \"C:/old.mo\";\nmodel M\n  Real x;;\nequation\n  x = 1;\n"
                       "  annotation(a = 1);\n  x = 2;\nend M;\n"),
              IsEmpty());
  EXPECT_THAT(mistakes("model M\n  replaceable A b extends C;\nend M;\n"), IsEmpty());
  EXPECT_THAT(mistakes("function f\n  output String operator;\nalgorithm\n  operator := \"+\";\n"
                       "end f;\n"),
              IsEmpty());
}

struct Seeded {
  const char* text;
  const char* message;  ///< how it begins
};

class ParserMistakes : public testing::TestWithParam<Seeded> {};

TEST_P(ParserMistakes, OneMessageAtTheLine) {
  EXPECT_THAT(mistakes(GetParam().text), ElementsAre(StartsWith(GetParam().message)))
      << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Seeded, ParserMistakes,
    testing::Values(
        Seeded{"model M\n  Real x\n  Real y;\nend M;\n", "2: ';' is missing after the declaration"},
        Seeded{"model M\n  Real x;\nequation\n  x = 1\nend M;\n",
               "4: ';' is missing after the equation"},
        Seeded{"model M\n  Real x;\nequation\n  x := 1;\nend M;\n", "4: Expected '=': ':=' is for"},
        Seeded{"function f\nalgorithm\n  x = 1;\nend f;\n",
               "3: Expected ':=': '=' is for equations"},
        Seeded{"model M\n  Real;\nend M;\n", "2: Expected the name of a component of type Real"},
        Seeded{"model M\n  Real x = ;\nend M;\n", "2: Expected an expression, but found ';'"},
        Seeded{"model M\n  Real x(start = 1;\nend M;\n", "2: Expected ')' to close the modifiers"},
        Seeded{"model M\n  Real x[3;\nend M;\n", "2: Expected ']' to close the subscripts"},
        Seeded{"model M\n  Real x = {1, 2;\nend M;\n", "2: Expected '}' to close the list"},
        Seeded{"model M\n  Real x = [1, 2;\nend M;\n", "3: Expected ']' to close the matrix"},
        Seeded{"model M\n  Real x = (1 + 2;\nend M;\n", "2: Expected ')' to close the bracket"},
        Seeded{"model M\nequation\n  if x > 0 then\n    y = 1;\n  end for;\nend M;\n",
               "5: Expected 'end if' for the 'if' of line 3"},
        Seeded{"model M\nequation\n  for i loop\n    y = 1;\n  end if;\nend M;\n",
               "5: Expected 'end for' for the 'for' of line 3"},
        Seeded{"model M\nequation\n  for in 1:2 loop\n    y = 1;\n  end for;\nend M;\n",
               "3: Expected the name of an index"},
        Seeded{"model M\nequation\n  x = if a then b;\nend M;\n", "3: Expected 'else'"},
        Seeded{"model M\nequation\n  when a\n    b = 1;\n  end when;\nend M;\n",
               "4: Expected 'then' after the condition"},
        Seeded{"model M\n  Real x;\nend N;\n", "1: model M is closed by 'end N' in line 3"},
        Seeded{"model M\n  Real x;\n", "1: model M has no 'end M'"},
        Seeded{"model M\n  Real x \"words;\nend M;\n", "2: A string has no closing quote"},
        Seeded{"model M\n  Real x; /* never ends\nend M;\n", "2: A comment has no end"},
        Seeded{"model M\n  Real x = 3 $ 4;\nend M;\n", "2: '$' is no character of the language"},
        Seeded{"model M\nequation\n  x + 1;\nend M;\n", "3: Expected '=' and the other side"},
        Seeded{"model M\nequation\n  connect(a b);\nend M;\n",
               "3: Expected ',' between the connectors"},
        Seeded{"model M\nequation\n  connect(a, b;\nend M;\n", "3: Expected ')' to close connect"},
        Seeded{"model M\nequation\n  while true loop\n  x = 1;\n  end while;\nend M;\n",
               "3: Expected an equation; 'while' belongs to algorithms"},
        Seeded{"function f\nalgorithm\n  connect(a, b);\nend f;\n",
               "3: Expected a statement; 'connect' belongs to equations"},
        Seeded{"model M\n  import ;\nend M;\n", "2: Expected the name of a package"},
        Seeded{"model M\n  extends ;\nend M;\n", "2: Expected a name"},
        Seeded{"model M = ;\n", "1: Expected a name"},
        Seeded{"type E = enumeration(a b);\n", "1: Expected ')' to close the enumeration"},
        Seeded{"model\n  Real x;\nend;\n", "2: "},
        Seeded{"Real x;\n", "1: Expected a class, such as 'model' or 'package'"},
        Seeded{"model M\n  Real x annotation(a = (1;\nend M;\n", "2: "},
        Seeded{"model M\nequation\n  x = f(a = 1, 2);\nend M;\n", "3: Expected a named argument"},
        Seeded{"model M\nequation\n  x = f(1,);\nend M;\n", "3: Expected an argument after ','"},
        Seeded{"model M\n  parameter;\nend M;\n", "2: Expected a declaration"},
        Seeded{"model M\n  Real x(each = 1);\nend M;\n", "2: Expected a name"},
        Seeded{"model M\n  A x(break y);\nend M;\n", "2: Expected the name of what is modified"},
        Seeded{"model M\nequation\n  der = 1;\nend M;\n", "3: Expected '(' after der"},
        Seeded{"model M\nequation\n  x = 1;\n  end if;\nend M;\n", "4: 'end if' closes nothing"}));

TEST(Parser, AllMistakesOfAFileAreFound) {
  EXPECT_THAT(
      mistakes("model M\n  Real x = ;\n  Real y;\n  Real 3;\nequation\n  x = ;\n  y = 2;\n"
               "  x + ;\nend M;\n"),
      ElementsAre(StartsWith("2: "), StartsWith("4: "), StartsWith("6: "), StartsWith("8: ")));
}

TEST(Parser, DeepNestingIsRefused) {
  const std::string deep(100'000, '(');
  EXPECT_THAT(mistakes("model M\nequation\n  x = " + deep + ";\nend M;\n"),
              ElementsAre(StartsWith("3: The text nests deeper than")));
}

/// Characters, words and lines are lost, doubled and exchanged: there are messages, and no crash.
TEST(Parser, MutatedTextsAreRead) {
  std::mt19937 random(7);
  const std::string sample = kSample;
  for (int round = 0; round < 2000; ++round) {
    std::string text = sample;
    const int changes = 1 + static_cast<int>(random() % 5);
    for (int k = 0; k < changes; ++k) {
      const std::size_t at = random() % text.size();
      const std::size_t length = 1 + random() % 20;
      switch (random() % 4) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, text.substr(random() % text.size(), length));
          break;
        case 2:
          text[at] = static_cast<char>(random() % 256);
          break;
        default:
          text.resize(std::max<std::size_t>(at, 10));
          break;
      }
    }
    const std::vector<std::string> found = mistakes(text);
    EXPECT_LE(found.size(), 100u);
    if (!found.empty()) continue;
    const std::string once = printed(text);
    EXPECT_EQ(printed(once), once) << text;
  }
}

}  // namespace
}  // namespace multibond::modelica
