#include "src/compile/open_reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using ::testing::HasSubstr;

/// Why these variables are free, or those that stand for them.
std::optional<Reason> reason(std::string_view text, const std::vector<std::string_view>& free) {
  const System original = read_system(text);
  System system = original;
  const AliasRemoval removal = remove_aliases(system, canonical_order(system));
  std::vector<std::uint32_t> variables;
  for (const std::string_view path : free) {
    variables.push_back(removal.aliases.targets[test::variable(system, path)].root);
  }
  return reason_for({original, removal.aliases, removal.idle_equations}, variables, variables);
}

TEST(OpenReasons, DoNotShowInEveryModel) {
  EXPECT_FALSE(reason("variable x, y\n equation 3*der(x) = y^2", {"y"}).has_value());
}

TEST(OpenReasons, AreInputsThatNobodyConnected) {
  const auto found = reason(R"(
    component gain
    variable gain.u.value, gain.y.value
    equation gain.y.value = 3*gain.u.value
  )",
                            {"gain.u.value"});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, "gain.u");
  EXPECT_EQ(found->fact, "gain.u is connected to nothing.");
  EXPECT_EQ(found->remedy, "Connect gain.u.");
}

TEST(OpenReasons, AreNoInputsThatTheirOwnComponentGives) {
  EXPECT_FALSE(reason(R"(
    component source
    variable source.y.value, source.a
    equation source.y.value = source.a^2
  )",
                      {"source.a"})
                   .has_value());
}

TEST(OpenReasons, AreMotionsWithoutInertia) {
  const auto found = reason(R"(
    component link
    variable link.phi (unit "rad")
    variable link.tau
    equation link.tau = 3*time
  )",
                            {"link.phi"});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, "link");
  EXPECT_THAT(found->fact, HasSubstr("link can move without moving any mass or inertia"));
}

// A resistor between two nodes, and nothing that says what their level is.
constexpr const char* kFloating = R"(
  component r1
  variable r1.p.v, r1.p.i, r1.n.v, r1.n.i
  equation r1.p.i + r1.n.i = 0
  equation r1.p.v - r1.n.v = 5*r1.p.i
  component r2
  variable r2.p.v, r2.p.i, r2.n.v, r2.n.i
  equation r2.p.i + r2.n.i = 0
  equation r2.p.v - r2.n.v = 7*r2.p.i
  model
  connection r1.p.v = r2.p.v
  connection r1.n.v = r2.n.v
  connection r1.p.i + r2.p.i = 0
  connection r1.n.i + r2.n.i = 0
)";

TEST(OpenReasons, AreFlowsThatBalanceByThemselves) {
  const auto found = reason(kFloating, {"r1.n.v"});
  ASSERT_TRUE(found.has_value());
  EXPECT_THAT(found->fact, HasSubstr("Nothing fixes the potentials of r1, r2"));
  EXPECT_THAT(found->remedy, HasSubstr("Connect one of them to a reference"));
}

TEST(OpenReasons, ArePartsThatFixTheSameQuantity) {
  const auto found = reason(R"(
    component s1
    variable s1.p.v, s1.p.i
    equation s1.p.v = 5
    component s2
    variable s2.p.v, s2.p.i
    equation s2.p.v = 5
    model
    connection s1.p.v = s2.p.v
    connection s1.p.i + s2.p.i = 0
  )",
                            {"s1.p.i", "s2.p.i"});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->path, "s1");
  EXPECT_THAT(found->fact, HasSubstr("s1, s2 fix the same quantity"));
}

}  // namespace
}  // namespace multibond
