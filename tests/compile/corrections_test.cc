#include "src/compile/corrections.h"

#include <gtest/gtest.h>

#include "multibond/compile/canonical.h"
#include "multibond/symbolic/fingerprint.h"
#include "multibond/symbolic/linear.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_expression;
using test::read_system;

constexpr const char* kPendulum = R"(
  variable x, y
  reaction f
  constraint x^2 + y^2 = 4 by f
  equation der(der(x)) = -x*f
  equation der(der(y)) = -y*f
  invariant x*y = 3
)";

StateSelection selected(const System& system) {
  return select_states(system, reduce_index(system), canonical_order(system).variable_rank);
}

/// What was added to the top level of the pendulum's constraint.
Expr extra(const System& system, const Stabilisation& stabilisation) {
  const StateSelection before = selected(system);
  const StateSelection after = add_corrections(system, before, stabilisation);
  Expr found = 0.0;
  for (std::size_t e = 0; e < before.equations.size(); ++e) {
    const Expr difference = after.equations[e].residual - before.equations[e].residual;
    if (before.equations[e].top_of_invariant) {
      found = difference;
    } else {
      EXPECT_TRUE(difference.is_number(0));
    }
  }
  return found;
}

TEST(Corrections, AreATermOfTheTopLevelOfEachInvariant) {
  const System system = read_system(kPendulum);
  Fingerprints fingerprints(*system.pool);
  EXPECT_TRUE(fingerprints.equal(extra(system, {}), system.pool->correction(0)));
}

TEST(Corrections, StabiliseByTheLevelsBelow) {
  const System system = read_system(kPendulum);
  Fingerprints fingerprints(*system.pool);
  const Expr expected =
      system.pool->correction(0) +
      read_expression(system, "2*5*(2*x*der(x) + 2*y*der(y)) + 49*(x^2 + y^2 - 4)");
  EXPECT_TRUE(fingerprints.equal(extra(system, {5, 7}), expected));
}

TEST(Corrections, AreNotForDeclaredInvariants) {
  const System system = read_system("variable x\n equation der(x) = -x\n invariant x^2 = 4");
  const StateSelection after = add_corrections(system, selected(system), {5, 7});
  EXPECT_TRUE(test::are_equations(system, {after.equations[0].residual}, "der(x) = -x"));
}

TEST(Corrections, OfSeveralInvariantsAreLeavesOfTheirOwn) {
  const System system = read_system("variable x");
  EXPECT_FALSE(same(system.pool->correction(0), system.pool->correction(1)));
  EXPECT_TRUE(same(system.pool->correction(1), system.pool->correction(1)));
}

}  // namespace
}  // namespace multibond
