#include "multibond/compile/aliases.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::alias_texts;
using test::has_equations;
using test::Lines;
using test::message_of;
using test::read_system;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

AliasRemoval remove(System& system, const std::vector<std::uint32_t>& zero = {}) {
  return remove_aliases(system, canonical_order(system), zero);
}

TEST(Aliases, AreNoneWhereEveryEquationSaysMore) {
  System system = read_system(R"(
    variable x, y
    equation der(x) = 2*y
    equation y = x*x
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), IsEmpty());
  EXPECT_EQ(removal.equations_removed, 0u);
  EXPECT_EQ(removal.aliases.remaining(system), 2u);
  EXPECT_TRUE(has_equations(system, "der(x) = 2*y\n y = x*x"));
}

TEST(Aliases, AreEqualUpToTheirSign) {
  System system = read_system(R"(
    variable a = 1, b, c
    equation a + b = 0
    equation c = b
    equation der(c) = 2*a*b
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("b = -a", "c = -a"));
  EXPECT_EQ(removal.equations_removed, 2u);
  EXPECT_TRUE(has_equations(system, "-der(a) = -2*a*a"));
}

TEST(Aliases, AreSeenBehindNumbersThatAddUpToOne) {
  System system = read_system(R"(
    parameter p = 3
    variable a = 1, b, c, d, e
    equation 2*a - a = b
    equation a*c = 1
    equation p*d - a*c + a = 0
    equation no_event(e) = b
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("b = a", "e = a"));
  EXPECT_TRUE(has_equations(system, "a*c = 1\n p*d - a*c + a = 0"));
}

TEST(Aliases, MayBeDerivativesOfEachOther) {
  System system = read_system(R"(
    variable s = 1, v, a, f
    equation v = der(s)
    equation der(v) + a = 0
    equation 2*a = f
    equation f = -s
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases),
              ElementsAre("v = der(s)", "a = -der(der(s))", "f = -s"));
  EXPECT_TRUE(has_equations(system, "-2*der(der(s)) = -s"));
}

TEST(Aliases, SayWhatBecameOfADerivative) {
  System system = read_system("variable s, v, c\n equation v = -der(s)\n equation c = 3");
  const Aliases aliases = remove(system).aliases;
  const auto image = [&](std::uint32_t v, std::uint32_t order) {
    return test::to_text(system, aliases.image(*system.pool, v, order));
  };
  EXPECT_EQ(image(1, 0), "-der(s)");
  EXPECT_EQ(image(1, 1), "-der(der(s))");
  EXPECT_EQ(image(2, 0), "3");
  EXPECT_EQ(image(2, 1), "0");
}

TEST(Aliases, OfAConstantAreConstant) {
  System system = read_system(R"(
    parameter k = 7
    variable a, b, c, x
    equation a - k = 0
    equation b = -a
    equation c = der(b)
    equation der(x) = a*x + b + c
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("a = k", "b = -k", "c = 0"));
  EXPECT_TRUE(has_equations(system, "der(x) = k*x - k"));
}

TEST(Aliases, OfAConstantSpeedLeaveThePositionAVariable) {
  System system = read_system(R"(
    parameter k = 7
    variable s, v
    equation v = der(s)
    equation v = k
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("v = der(s)"));
  EXPECT_TRUE(has_equations(system, "der(s) = k"));
}

TEST(Aliases, OfADiscreteValueOrAnInputAreNone) {
  // They are known, but not for ever.
  System system = read_system(R"(
    discrete n = 1
    input u = 2
    variable x, y
    equation x = n
    equation y = u
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), IsEmpty());
  EXPECT_EQ(removal.aliases.remaining(system), 2u);
}

TEST(Aliases, AppearAsOthersAreRemoved) {
  // Only the last line is an alias as it stands; each makes the one before it one.
  System system = read_system(R"(
    variable a, b, c, d, e
    equation a + b + c + d = 0
    equation a + c + d = 0
    equation c + d = 0
    equation e = sin(a + b)
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("a = 0", "b = 0", "d = -c"));
  EXPECT_TRUE(has_equations(system, "e = 0"));
}

TEST(Aliases, OfWhatProvesToBeZeroLaterAreThoseOfTheWholeSystem) {
  const auto read = [] {
    return read_system(R"(
      parameter k = 7
      variable x = 1, v, f, g, lost, y, z
      equation v = der(x)
      equation f = g
      equation f + 2*g = y
      equation y - z + lost = 0
      equation z = k + lost
      equation der(v) = -f*x
    )");
  };
  System whole = read(), reduced = read();
  const CanonicalOrder order = canonical_order(whole);
  const std::uint32_t lost = 4;
  const AliasRemoval at_once = remove_aliases(whole, order, {lost});
  AliasRemoval known = remove_aliases(reduced, order);
  EXPECT_THAT(alias_texts(reduced, known.aliases), ElementsAre("v = der(x)", "g = f"));
  CanonicalOrder rest = order;
  rest.equations.resize(reduced.equations.size());
  std::iota(rest.equations.begin(), rest.equations.end(), 0);
  const AliasRemoval later = remove_more_aliases(reduced, rest, std::move(known), {lost});
  EXPECT_EQ(alias_texts(reduced, later.aliases), alias_texts(whole, at_once.aliases));
  EXPECT_THAT(alias_texts(reduced, later.aliases),
              ElementsAre("v = der(x)", "g = f", "lost = 0", "y = k", "z = k"));
  EXPECT_EQ(later.equations_removed, at_once.equations_removed);
  EXPECT_TRUE(has_equations(reduced, "f + 2*f = k\n der(der(x)) = -f*x"));
}

TEST(Aliases, AreNamedByWhoWantsToBeAState) {
  const auto name = [](const char* declarations) {
    System system =
        read_system(std::string(declarations) + "\n equation a = b\n equation der(a) = -2*b");
    return alias_texts(system, remove(system).aliases);
  };
  EXPECT_THAT(name("variable a\n prefer variable b"), ElementsAre("a = b"));
  EXPECT_THAT(name("avoid variable a\n variable b"), ElementsAre("a = b"));
  EXPECT_THAT(name("variable a, b = 3"), ElementsAre("a = b"));
  EXPECT_THAT(name("variable a = 1\n fixed variable b = 3"), ElementsAre("a = b"));
  EXPECT_THAT(name("prefer variable a, b"), ElementsAre("b = a"));
}

TEST(Aliases, AreNamedByWhatTheUserSeesFirst) {
  System system = read_system(R"(
    variable part.wrapped.x, part.x
    equation part.wrapped.x = part.x
    equation der(part.x) = 3
  )");
  EXPECT_THAT(alias_texts(system, remove(system).aliases), ElementsAre("part.wrapped.x = part.x"));
}

TEST(Aliases, InACircleThatAgreesLeaveOneEquationIdle) {
  System system = read_system(R"(
    variable a = 1, b, c, i
    equation a = b
    equation b = c
    equation c = a
    equation der(a) = i
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_EQ(removal.equations_removed, 4u);
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("b = a", "c = a", "i = der(a)"));
  EXPECT_EQ(removal.aliases.remaining(system), 1u);
  EXPECT_EQ(removal.idle_equations.size(), 1u);  // nothing determines a: somebody wants to know why
}

TEST(Aliases, InACircleThatAgreesAreNoNewsWhereNothingIsMissing) {
  System system = read_system(R"(
    variable a = 1, b
    equation a = b
    equation b = a
    equation der(a) = -2*a
  )");
  EXPECT_THAT(remove(system).idle_equations, IsEmpty());
}

TEST(Aliases, InACircleWithAnOddNumberOfSignsAreZero) {
  System system = read_system("variable a, b\n equation a = b\n equation a = -b");
  EXPECT_THAT(alias_texts(system, remove(system).aliases), ElementsAre("a = 0", "b = 0"));
  EXPECT_TRUE(has_equations(system, ""));
}

TEST(Aliases, ThatContradictEachOtherAreRefusedByPart) {
  System system = read_system(R"(
    parameter U = 5
    component battery
    variable battery.v
    equation battery.v = U
    component source
    variable source.v
    equation source.v = 3
    model
    connection battery.v = source.v
  )");
  const std::string message = message_of([&] { remove(system); });
  EXPECT_THAT(message, HasSubstr("battery, source contradict each other"));
  EXPECT_THAT(message, HasSubstr("2 = 0"));
}

TEST(Aliases, OfEqualSourcesContradictNothing) {
  System system = read_system(R"(
    parameter U1 = 0.3, U2 = 0.1
    variable a, b
    equation a = U1
    equation b = 3*U2
    equation a = b
  )");
  // 0.3 and 3 * 0.1 differ by rounding
  EXPECT_EQ(message_of([&] { remove(system); }), "no error");
}

TEST(Aliases, NeverComeFromConstraints) {
  System system = read_system(R"(
    variable x, y
    reaction f
    equation der(x) = f
    equation der(y) = -f
    constraint x = y by f
  )");
  EXPECT_THAT(alias_texts(system, remove(system).aliases), IsEmpty());
  EXPECT_TRUE(has_equations(system, "der(x) = f\n der(y) = -f\n x = y"));
}

TEST(Aliases, TakeTheReactionOfAConstraintThatSaysNothingWithIt) {
  System system = read_system(R"(
    parameter k = 3
    variable x, y
    reaction f
    equation x = y
    equation der(x) = f - k*x
    constraint x = y by f
  )");
  const AliasRemoval removal = remove(system);
  EXPECT_THAT(removal.dropped_constraints, ElementsAre("x = y (reaction f)"));
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("y = x", "f = 0"));
  EXPECT_TRUE(has_equations(system, "der(x) = -k*x"));
}

TEST(Aliases, RefuseAConstraintThatCannotHold) {
  System system = read_system(R"(
    parameter L = 2
    component rod
    variable rod.a, rod.b
    reaction rod.f
    equation rod.a = 0
    equation rod.b = 1
    constraint rod.b - rod.a = L by rod.f
  )");
  EXPECT_THAT(message_of([&] { remove(system); }),
              HasSubstr("rod cannot satisfy all its connections"));
}

TEST(Aliases, PutZerosInPlaceThatOthersFound) {
  System system = read_system(R"(
    variable x, g
    reaction f
    equation der(x) = f + g
    equation 2*g = x
  )");
  const AliasRemoval removal = remove(system, {test::variable(system, "f")});
  EXPECT_THAT(alias_texts(system, removal.aliases), ElementsAre("g = der(x)", "f = 0"));
  EXPECT_TRUE(has_equations(system, "2*der(x) = x"));
}

TEST(Aliases, NeverMakeAReactionADerivative) {
  // If f were der(x), a zero f would hold x fast.
  System system = read_system("variable x\n reaction f\n equation der(x) = f");
  EXPECT_THAT(alias_texts(system, remove(system).aliases), IsEmpty());
  EXPECT_TRUE(has_equations(system, "der(x) = f"));
}

TEST(Aliases, OfPositionsWithAndWithoutARuleAreNotJoined) {
  System system = read_system(R"(
    variable p, q, r, w
    rule der(p) = 2*w
    rule der(q) = 3*w
    equation p = q
    equation q = r
  )");
  EXPECT_THAT(alias_texts(system, remove(system).aliases), ElementsAre("q = p"));
  EXPECT_TRUE(has_equations(system, "p = r"));
}

TEST(Aliases, AreWrittenIntoAllThatIsNotSolved) {
  System system = read_system(R"(
    variable x = 1, y, z
    equation y = -x
    equation der(x) = -3*z
    equation z = x*x
    initial equation y = 4
    invariant y^2 = 16
    when y > 0 then reinit(x, 2*y)
    power dissipated y*y
    either y > 0 then z = 1 else z = 2
  )");
  remove(system);
  EXPECT_TRUE(test::are_equations(system, {system.initial_equations[0].residual}, "-x = 4"));
  EXPECT_TRUE(test::are_equations(system, {system.invariants[0].residual}, "x*x = 16"));
  EXPECT_EQ(test::to_text(system, system.whens[0].condition), "0 < -x");
  EXPECT_EQ(test::to_text(system, system.whens[0].actions[0].value), "-2 * x");
  EXPECT_EQ(test::to_text(system, system.powers[0].value), "x * x");
  EXPECT_EQ(test::to_text(system, system.modes[0].condition), "0 < -x");
}

TEST(Aliases, PassTheirKindOnToTheNameOfTheClass) {
  System system = read_system(R"(
    prefer variable w
    velocity frame.w
    equation frame.w = w
    equation der(w) = -2*w
  )");
  remove(system);
  EXPECT_EQ(system.variables[0].kind, VariableKind::velocity);
}

TEST(Aliases, AlongALongChainAreFound) {
  std::string text = "variable x[0] = 1\n equation der(x[0]) = -2*x[0]\n";
  constexpr int n = 5000;
  for (int i = 1; i <= n; ++i) {
    text += fmt::format("variable x[{}]\n", i);
    text += fmt::format("equation x[{}] = {}x[{}]\n", i, i % 2 ? "-" : "", i - 1);
  }
  System system = read_system(text);
  const AliasRemoval removal = remove(system);
  EXPECT_EQ(removal.equations_removed, static_cast<std::size_t>(n));
  EXPECT_EQ(alias_texts(system, removal.aliases).back(),
            fmt::format("x[{}] = {}x[0]", n, (n + 1) / 2 % 2 ? "-" : ""));
  EXPECT_TRUE(has_equations(system, "der(x[0]) = -2*x[0]"));
}

TEST(DerivativeRules, TakeThePlaceOfDerivatives) {
  System system = read_system(R"(
    variable q, w, x
    rule der(q) = 2*w
    equation der(x) = der(q) + q
    initial equation der(q) = 1
  )");
  apply_derivative_rules(system);
  EXPECT_TRUE(has_equations(system, "der(x) = 2*w + q"));
  EXPECT_TRUE(test::are_equations(system, {system.initial_equations[0].residual}, "2*w = 1"));
}

}  // namespace
}  // namespace multibond
