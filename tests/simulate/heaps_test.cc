// A hundred contacts that persist: nothing creeps, and nothing is compiled after the start.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/large_size.h"
#include "examples/heaps.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/simulator.h"

namespace multibond {
namespace {

using examples::BrickWall;
using examples::ChainOnDrum;
using examples::MarbleBox;

struct Rest {
  std::size_t sticking = 0;  ///< contacts found at the start
  std::size_t later = 0;     ///< events after it
  double creep = 0;          ///< largest change of a state
  bool compiled = false;     ///< anything after the start
};

Rest rest_for_100_s(Model& model) {
  Simulator run(compile_model(model), {.tolerance = 1e-9});
  run.initialize();
  const CompiledMode* mode = &run.view().dynamics.mode();
  const Functions* functions = &run.view().dynamics.functions();
  const std::size_t choices = run.view().dynamics.pivot_changes();
  const std::size_t n = run.view().dynamics.size();
  const std::vector<double> before(run.view().state, run.view().state + n);
  Rest rest;
  for (const std::string& text : run.events().front().conditions) {
    rest.sticking += text.ends_with("stick") ? 1 : 0;
  }
  EXPECT_EQ(run.advance(100), RunStatus::completed);
  rest.later = run.events().size() - 1;
  for (std::size_t i = 0; i < n; ++i) {
    rest.creep = std::max(rest.creep, std::abs(run.view().state[i] - before[i]));
  }
  rest.compiled = &run.view().dynamics.mode() != mode ||
                  &run.view().dynamics.functions() != functions ||
                  run.view().dynamics.pivot_changes() != choices;
  return rest;
}

TEST(Heaps, AWallOfBricksStands) {
  BrickWall wall;
  const Rest rest = rest_for_100_s(wall);
  EXPECT_EQ(rest.sticking, 110u);
  EXPECT_EQ(rest.later, 0u);
  EXPECT_LT(rest.creep, 1e-10);
  EXPECT_FALSE(rest.compiled);
}

/// A layer of 16, and 9, 4 and 1 in its hollows: 16 contacts with the floor, 56 in the hollows; the
/// others just touch.
TEST(Heaps, MarblesRestInABox) {
  MarbleBox box;
  const Rest rest = rest_for_100_s(box);
  EXPECT_GE(rest.sticking, 72u);
  EXPECT_EQ(rest.later, 0u);
  EXPECT_LT(rest.creep, 1e-10);
  EXPECT_FALSE(rest.compiled);
}

TEST(Heaps, AChainOfAHundredLinksHoldsOnADrum) {
  ChainOnDrum chain;
  chain.n = test::large_size(100);
  const Rest rest = rest_for_100_s(chain);
  EXPECT_EQ(rest.sticking, static_cast<std::size_t>(chain.n.value() + 1));
  EXPECT_EQ(rest.later, 0u);
  EXPECT_LT(rest.creep, 1e-10);
  EXPECT_FALSE(rest.compiled);
}

/// Without enough friction the same chain slides: what rests is not frozen.
TEST(Heaps, AChainThatHangsMoreOnOneSideSlidesWithoutFriction) {
  ChainOnDrum chain;
  chain.mu = 0.0;
  Simulator run(compile_model(chain), {.tolerance = 1e-9});
  run.set("joint[3].phi.start", -0.28);  // off its place by less than 1e-3 rad
  run.initialize();
  const double x = run.get("link[1].x");
  ASSERT_EQ(run.advance(2), RunStatus::completed);
  EXPECT_GT(std::abs(run.get("link[1].x") - x), 1e-3);
}

}  // namespace
}  // namespace multibond
