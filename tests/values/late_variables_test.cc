// The variables of a result are computed from recorded states when they are first asked for.

#include <cmath>
#include <optional>

#include "values/examples.h"

namespace multibond {
namespace {

class LateVariables : public testing::TestWithParam<std::string> {};

TEST_P(LateVariables, AreThoseThatTheRunHad) {
  const CatalogEntry& entry = test::catalog().find(GetParam());
  const auto model = compile_model(*test::make(GetParam()));
  const double stop = entry.experiment.stop;
  const Result result = simulate(model, {.stop = stop, .intervals = 20});
  Simulator run(model, {.stop = stop});
  run.initialize();
  std::size_t compared = 0;
  for (int k = 1; k <= 20; ++k) {
    const double t = k == 20 ? stop : stop * k / 20;
    run.advance(t);
    for (const Signal& signal : result.signals()) {
      if (compared++ % 7 != 0 && signal.path != "time") continue;
      const double value = run.get(signal.path);
      EXPECT_NEAR(result.at(signal.path, t), value, 1e-12 * (1 + std::abs(value)))
          << signal.path << " at " << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, LateVariables,
                         testing::Values("DoublePendulum3D", "SevenBody", "WhippleBicycle",
                                         "BuckConverter", "StickSlip", "FullBridgeRectifier",
                                         "ThreeBodySystem"));

TEST(LateVariable, OutlivesTheModel) {
  std::optional<Result> result;
  {
    const auto components = test::make("PlanarPendulum");
    result = simulate(*components, {.stop = 1, .intervals = 10});
  }
  const Result copy = *result;
  result.reset();
  EXPECT_EQ(copy.rows(), 11u);
  EXPECT_EQ(copy["time"].size(), 11u);
  EXPECT_TRUE(std::isfinite(copy.final("time")));
}

TEST(LateVariable, KnowsNothingOfLaterChangesOfTheModel) {
  const auto changed = test::make("SpringMassDamper"), fresh = test::make("SpringMassDamper");
  const Result before = simulate(*changed, {.stop = 1, .intervals = 10});
  changed->set("mass.m", 7.0);
  const Result after = simulate(*changed, {.stop = 1, .intervals = 10});
  EXPECT_EQ(after.final("mass.m"), 7);
  test::expect_identical(before, simulate(*fresh, {.stop = 1, .intervals = 10}));
}

TEST(LateVariable, CanGetCompany) {
  Result result = simulate(*test::make("PlanarPendulum"), {.stop = 1, .intervals = 10});
  const Result before = result;
  const std::size_t column = result.add_column();
  result.add_signal({"mine", "m", "my own", false, column, 1});
  EXPECT_TRUE(result.has("mine"));
  EXPECT_FALSE(before.has("mine"));
  EXPECT_EQ(result.signals().size(), before.signals().size() + 1);
  EXPECT_EQ(result.times(), before.times());
}

}  // namespace
}  // namespace multibond
