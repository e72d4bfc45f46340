#include "multibond/compile/specialization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::has_equations;
using test::read_system;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kAxis = R"(
  parameter nx = 0, ny = -1, nz = 1, m = 2
  variable x = nz, w
  equation m*der(w) = nx*x + ny*w + nz
)";

TEST(Specialization, MakesNumbersOfZeroAndOneAndMinusOne) {
  System system = read_system(kAxis);
  EXPECT_THAT(specialize(system, {}), ElementsAre(0, 1, 2));
  EXPECT_TRUE(has_equations(system, "m*der(w) = -w + 1"));
}

TEST(Specialization, LeavesFreeParametersAsTheyAre) {
  System system = read_system(kAxis);
  EXPECT_THAT(specialize(system, {true, false, true}), ElementsAre(1));
  EXPECT_TRUE(has_equations(system, "m*der(w) = nx*x - w + nz"));
}

TEST(Specialization, DoesNothingWhereNoValueIsSpecial) {
  System system = read_system("parameter a = 0.5, b = 1.5\n variable x\n equation x = a + b");
  const std::string before = test::to_text(system);
  EXPECT_THAT(specialize(system, {}), IsEmpty());
  EXPECT_EQ(test::to_text(system), before);
}

TEST(Specialization, NamesOnlyParametersThatOccur) {
  System system = read_system("parameter a = 1, unused = 0\n variable x\n equation x = a");
  EXPECT_THAT(specialize(system, {}), ElementsAre(0));
}

TEST(Specialization, KeepsSymbolsInMessagesAndStartValues) {
  System system = read_system(kAxis);
  const std::string before = system.text(system.equations[0]);
  specialize(system, {});
  EXPECT_EQ(system.text(system.equations[0]), before);
  EXPECT_EQ(test::to_text(system, system.variables[0].start_value), "nz");
}

TEST(Specialization, ReachesWhateverTakesPartInARun) {
  System system = read_system(R"(
    parameter zero = 0, one = 1
    variable x, q
    discrete n
    rule der(q) = one
    equation der(x) = x
    initial equation x = one
    invariant x = zero
    either x > zero then q = one else q = zero
    when x > one then assign(n, one)
    power dissipated one*x
  )");
  EXPECT_THAT(specialize(system, {}), ElementsAre(0, 1));
  EXPECT_EQ(test::to_text(system, system.variables[1].rule), "1");
  EXPECT_EQ(test::to_text(system, system.initial_equations[0].residual), "x - 1");
  EXPECT_EQ(test::to_text(system, system.invariants[0].residual), "x");
  EXPECT_EQ(test::to_text(system, system.modes[0].condition), "0 < x");
  EXPECT_EQ(test::to_text(system, system.modes[0].then[0].residual), "q - 1");
  EXPECT_EQ(test::to_text(system, system.modes[0].otherwise[0].residual), "q");
  EXPECT_EQ(test::to_text(system, system.whens[0].condition), "1 < x");
  EXPECT_EQ(test::to_text(system, system.whens[0].actions[0].value), "1");
  EXPECT_EQ(test::to_text(system, system.powers[0].value), "x");
}

}  // namespace
}  // namespace multibond
