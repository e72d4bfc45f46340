/// What a run shows of itself before it is over.
#include <gtest/gtest.h>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

TEST(Simulate, ShowsWhatThereIsSoFarWithoutAnyInfluenceOnTheRun) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("DoublePendulum3D").make(nullptr, "DoublePendulum3D");
  const auto compiled = compile_model(*model);
  SimulationOptions options{.stop = 2, .intervals = 50, .pictures = true};
  const Result plain = simulate(compiled, options);
  std::vector<std::vector<double>> parts;
  options.partial = [&](const Result& so_far) {
    EXPECT_EQ(so_far.scene.times.size(), so_far.rows());
    parts.push_back(so_far["Revolute1.phi"]);
  };
  const Result watched = simulate(compiled, options);
  EXPECT_EQ(watched["Revolute1.phi"], plain["Revolute1.phi"]);
  ASSERT_GT(parts.size(), 5u);
  EXPECT_LT(parts.front().size(), parts.back().size());
  const std::vector<double> whole = plain["Revolute1.phi"];
  for (const std::vector<double>& part : parts) {
    ASSERT_LE(part.size(), whole.size());
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin()));
  }
}

}  // namespace
}  // namespace multibond
