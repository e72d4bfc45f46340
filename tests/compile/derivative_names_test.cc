#include "src/compile/derivative_names.h"

#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

/// What a leaf of the system is called once its aliases are removed.
std::string name(std::string_view text, std::string_view leaf) {
  System system = test::read_system(text);
  const Aliases aliases = remove_aliases(system, canonical_order(system)).aliases;
  return name_of(system, name_derivatives(system, aliases), test::read_expression(system, leaf));
}

TEST(DerivativeNames, AreThoseOfVariablesThatStandForThem) {
  constexpr const char* kMass = R"(
    variable mass.s = 1, mass.v, mass.a
    equation mass.v = der(mass.s)
    equation mass.a = der(mass.v)
    equation 2*mass.a = -mass.s
  )";
  EXPECT_EQ(name(kMass, "mass.s"), "mass.s");
  EXPECT_EQ(name(kMass, "der(mass.s)"), "mass.v");
  EXPECT_EQ(name(kMass, "der(der(mass.s))"), "mass.a");
  EXPECT_EQ(name(kMass, "der(der(der(mass.s)))"), "der(der(der(mass.s)))");
}

TEST(DerivativeNames, AreNotThoseOfTheOppositeSign) {
  EXPECT_EQ(name("variable s = 1, v\n equation v = -der(s)\n equation 2*der(v) = s", "der(s)"),
            "der(s)");
}

TEST(DerivativeNames, PreferWhatIsNearestToTheDifferentiatedVariable) {
  EXPECT_EQ(name(R"(
    component sensor
    variable v
    component mass
    variable mass.s = 1, mass.speed
    equation mass.speed = der(mass.s)
    equation v = mass.speed
    equation 2*der(mass.speed) = -mass.s
  )",
                 "der(mass.s)"),
            "mass.speed");
}

TEST(DerivativeNames, PreferShortPaths) {
  EXPECT_EQ(name(R"(
    variable s = 1, speed.of, v
    equation speed.of = der(s)
    equation v = speed.of
    equation 2*der(v) = -s
  )",
                 "der(s)"),
            "v");
}

}  // namespace
}  // namespace multibond
