#include "multibond/compile/singular_structure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::message_of;
using test::read_system;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// What the check says of a system, after its aliases are removed.
std::string message(std::string_view text) {
  const System original = read_system(text);
  System system = original;
  const AliasRemoval removal = remove_aliases(system, canonical_order(system));
  return message_of([&] {
    check_structure(system, {original, removal.aliases, removal.idle_equations});
  });
}

TEST(SingularStructure, IsNotThatOfACompleteModel) {
  EXPECT_EQ(message("variable x, y\n equation der(x) = y\n equation der(y) = -2*x"), "no error");
  EXPECT_EQ(message(""), "no error");
}

TEST(SingularStructure, OfAnEquationTooFewNamesWhatIsFree) {
  EXPECT_THAT(message(R"(
    component tank
    variable tank.level, tank.flow
    equation 3*der(tank.level) = tank.flow^2
  )"),
              AllOf(HasSubstr("The model has one equation too few."), HasSubstr("tank"),
                    HasSubstr("left open as well")));
}

TEST(SingularStructure, NamesVariablesThatNoEquationMentions) {
  EXPECT_THAT(message("variable x, forgotten\n equation der(x) = -2*x"),
              AllOf(HasSubstr("one equation too few. Free: forgotten."),
                    HasSubstr("No component determines it")));
}

TEST(SingularStructure, OfAnEquationTooManyNamesItAndThoseThatSayItAlready) {
  EXPECT_THAT(message(R"(
    component a
    variable a.x
    equation der(a.x) = -2*a.x
    component b
    equation a.x^2 = 3
  )"),
              AllOf(HasSubstr("The model has one equation too many"),
                    HasSubstr("The equations of a, b already determine")));
}

TEST(SingularStructure, ReportsTooFewAndTooManyAtOnce) {
  EXPECT_THAT(message(R"(
    variable x, y, z
    equation x^2 = 3
    equation x^3 = 4
    equation y*z = 5
  )"),
              AllOf(HasSubstr("one equation too few"), HasSubstr("one equation too many")));
}

TEST(SingularStructure, CountsADerivativeAsItsVariable) {
  // index 3, but as many equations as unknowns
  EXPECT_EQ(message(R"(
    variable x, y
    reaction f
    equation der(der(x)) = -x*f
    equation der(der(y)) = -y*f - 9.81
    constraint x^2 + y^2 = 4 by f
  )"),
            "no error");
}

TEST(SingularStructure, SaysThatAnEquationForADiscreteValueDeterminesNothing) {
  EXPECT_THAT(message("discrete n\n parameter k = 2\n equation n*n = k"),
              AllOf(HasSubstr("determines nothing: n is discrete"),
                    HasSubstr("Use assign in a `when`"), Not(HasSubstr("too many"))));
  EXPECT_THAT(message("input u\n parameter k = 2\n equation u*u = k"),
              HasSubstr("u is an input, and given from outside"));
}

TEST(SingularStructure, LooksAtPositionEquationsByThemselves) {
  constexpr const char* kPart = R"(
    velocity w
    position p, q
    rule der(p) = w
    rule der(q) = 2*w
    position equation q = 2*p
    equation der(w) = -p
  )";
  EXPECT_EQ(message(kPart), "no error");
  EXPECT_THAT(
      message(std::string(kPart) + "position equation q = 3*p^2\n position equation q = p^3"),
      HasSubstr("too many"));
}

TEST(SingularStructure, OfEndlessDifferentiationNamesTheEquations) {
  const System system = read_system("component a\n variable a.x\n equation a.x = sin(time)");
  EXPECT_THAT(message_of([&] { report_endless_differentiation(system, {0}); }),
              AllOf(HasSubstr("The equations of a constrain the same motion"),
                    HasSubstr("'a.x = sin(time)'")));
}

}  // namespace
}  // namespace multibond
