/// The V6 engine from plain joints and from joint assemblies: the same motion, at about the same
/// price.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>

#include "examples/engine.h"
#include "multibond/analyze/comparison.h"
#include "multibond/analyze/structure.h"
#include "multibond/compile/plan.h"
#include "multibond/simulate/simulation.h"

namespace multibond::reference {
namespace {

/// A cut force or torque of a frame or of a bond in it: bodies hang on an assembly but are links of
/// a chain of plain joints, and what the loops state twice leaves reactions open.
bool is_reaction(const std::string& path) {
  return std::ranges::any_of(std::array{".f[", ".t[", ".e["}, [&](const char* part) {
    return path.find(part) != std::string::npos;
  });
}

std::vector<std::string> common_signals(const Result& a, const Result& b) {
  std::set<std::string> known;
  for (const Signal& signal : a.signals()) known.insert(signal.path);
  std::vector<std::string> common;
  for (const Signal& signal : b.signals()) {
    if (signal.path != "time" && known.contains(signal.path) && !is_reaction(signal.path)) {
      common.push_back(signal.path);
    }
  }
  return common;
}

TEST(EngineV6, IsTheSameFromPlainJointsAndFromAssemblies) {
  const SimulationOptions options{
      .stop = 1.01, .tolerance = 1e-12, .intervals = 1010, .audit = false};
  // At the angle 0 a piston stands at its dead point, and rounding decides which stroke it begins.
  const auto simulated = [&](auto engine) {
    engine->load.phi.start(1e-6).fixed();
    return simulate(*engine, options);
  };
  const Result plain = simulated(std::make_unique<examples::EngineV6>());
  const Result assemblies = simulated(std::make_unique<examples::EngineV6Assemblies>());
  ASSERT_EQ(plain.status, RunStatus::completed);
  ASSERT_EQ(assemblies.status, RunStatus::completed);
  const std::vector<std::string> signals = common_signals(plain, assemblies);
  for (const char* path :
       {"load.w", "filter.x[1]", "torqueSensor.tau.value", "cylinder6.gasForce.p",
        "cylinder1.piston.frame_a.x[2]", "cylinder3.rod.frame_a.w[1]"}) {
    EXPECT_TRUE(std::ranges::count(signals, path)) << path;
  }
  // Pressures jump at the dead points, which are found to 1e-9 of the duration.
  const Comparison comparison =
      compare(plain, assemblies,
              {.tolerance = 1e-7, .time_tolerance = 1e-9, .noise = 1e-9, .signals = signals});
  EXPECT_TRUE(comparison.agrees()) << to_text(comparison);
}

/// The centre of mass of a shaft that turns about its axis rests. At dead points, where events are,
/// the pivots that are good elsewhere vanish.
TEST(EngineV6, ForcesAreRightAtTheDeadPointsToo) {
  const Result result = simulate(examples::EngineV6{}, {.stop = 0.4, .audit = false});
  ASSERT_GT(result.events.size(), 20u);
  for (int cylinder = 1; cylinder <= 6; ++cylinder) {
    for (int axis = 2; axis <= 3; ++axis) {
      const auto signal = result.signal("cylinder" + std::to_string(cylinder) +
                                        ".crank1.body.mass.port.e[" + std::to_string(axis) + "]");
      for (std::size_t row = 0; row < result.rows(); ++row) {
        ASSERT_NEAR(result.value(signal, row), 0, 1e-6) << cylinder << " at " << row;
      }
    }
  }
}

TEST(EngineV6, FromPlainJointsIsAboutAsCheapAsFromAssemblies) {
  examples::EngineV6 plain;
  examples::EngineV6Assemblies assemblies;
  const auto derivatives = [](Component& model) {
    const StructureReport report = structure_report(compile(model));
    EXPECT_EQ(report.functions.front().name, "derivatives");
    return static_cast<double>(report.functions.front().operations);
  };
  EXPECT_LE(derivatives(plain), 1.3 * derivatives(assemblies));
}

/// A pivot that vanishes at dead points looks as good as any near the start. On a walk through the
/// positions of the engine it does not.
TEST(EngineV6, HasPivotsThatVanishNowhere) {
  const auto pivot_changes = [](Component& model) {
    Simulator simulator(compile_model(model), {.stop = 0.3});
    simulator.initialize(0);
    EXPECT_EQ(simulator.advance(0.3), RunStatus::completed);
    return simulator.view().dynamics.pivot_changes();
  };
  examples::EngineV6 plain;
  examples::EngineV6Assemblies assemblies;
  EXPECT_EQ(pivot_changes(plain), 0u);
  EXPECT_EQ(pivot_changes(assemblies), 0u);
}

/// Near dead points the forces of the loops are left to a solver: three of each cylinder's loop,
/// and nothing of what is on the way to them. In one of the positions in which orders of
/// elimination are judged, one of the six loops is nearly singular; that is no reason to distrust
/// an order.
TEST(EngineV6, LeavesNothingButItsLoopsToASolver) {
  const auto left = [](Component& model) {
    Plan plan = compile(model);
    plan.choose_pivots(BlockStrategy::kept, {});
    std::size_t unknowns = 0;
    for (const Step& step : plan.blocks.steps) {
      if (step.solver) unknowns += step.solver->outputs() - 1;  // the last is how regular it is
    }
    return unknowns;
  };
  examples::EngineV6 plain;
  examples::EngineV6Assemblies assemblies;
  for (Component* engine :
       {static_cast<Component*>(&plain), static_cast<Component*>(&assemblies)}) {
    EXPECT_GT(left(*engine), 0u);
    EXPECT_LE(left(*engine), 18u);
  }
}

}  // namespace
}  // namespace multibond::reference
