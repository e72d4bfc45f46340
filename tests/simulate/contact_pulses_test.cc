// Contacts that are held by impulses for a while, since they change faster than a run can follow.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"
#include "multibond/simulate/simulator.h"

namespace multibond {
namespace {

using namespace planar;

constexpr double kGravity = 9.81, kRadius = 0.1, kHeight = 1e-6, kFriction = 0.02;

/// A disc that slides, and that would hop by no more than a micrometre thousands of times until it
/// has come to rest on the floor.
struct Hopping : Model {
  World world{this, "world"};
  Body ball{this, "ball"};
  DiscCollider disc{this, "disc"};
  FloorCollider floor{this, "floor"};
  Hopping() {
    disc.radius = kRadius;
    disc.e = 0.999;
    disc.mu = kFriction;
    floor.e = 0.999;
    floor.mu = kFriction;
    ball.J = 0.5 * kRadius * kRadius;
    ball.y.start(kRadius + kHeight).fixed();
    ball.x.start(0.0).fixed();
    ball.phi.start(0.0).fixed();
    ball.vx.start(1.0).fixed();
    ball.vy.start(0.0).fixed();
    ball.w.start(0.0).fixed();
    connect(ball.frame_a, disc.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

/// The time at which contacts are told to be held by impulses.
std::optional<double> told(const std::vector<Diagnostic>& diagnostics) {
  constexpr const char* kWords = "From t = ";
  for (const Diagnostic& d : diagnostics) {
    const std::size_t place = d.text.find(kWords);
    if (place == std::string::npos || d.text.find("held by impulses") == std::string::npos)
      continue;
    return std::strtod(d.text.c_str() + place + std::string(kWords).size(), nullptr);
  }
  return std::nullopt;
}

TEST(ContactPulses, ADiscThatHopsWithoutEndSlidesOnAndRolls) {
  const Result result = simulate(Hopping(), {.stop = 3, .tolerance = 1e-9, .intervals = 300});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_TRUE(told(result.diagnostics));
  EXPECT_LT(result.contacts.impacts, 2000u);  // without pulses 8000
  // Friction takes the spin from the slide, until it rolls: about the point of contact nothing
  // does.
  const double rolls = 1 / (3 * kFriction * kGravity);
  EXPECT_NEAR(result.final("ball.vx"), 2.0 / 3, 1e-6);
  EXPECT_NEAR(result.final("ball.w"), -2.0 / 3 / kRadius, 1e-5);
  EXPECT_NEAR(result.final("ball.x"),
              rolls - 0.5 * kFriction * kGravity * rolls * rolls + 2.0 / 3 * (3 - rolls), 1e-5);
  const Signal& y = result.signal("ball.y");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    ASSERT_GT(result.value(y, row), kRadius - 1e-8);
    ASSERT_LT(result.value(y, row), kRadius + kHeight + 1e-8);
  }
  EXPECT_NEAR(result.final("ball.y"), kRadius, 1e-12);
  EXPECT_NEAR(result.final("disc.f_n"), kGravity, 1e-6);  // forces are back
  // The bill: of impulses, and of the stores.
  EXPECT_NEAR(result.contacts.lost, -result.energy.jumps, 1e-9);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
  EXPECT_LE(result.energy.jumps, 0);
}

TEST(ContactPulses, GoOnFromASavedState) {
  Hopping hopping;
  const std::shared_ptr<const CompiledModel> model = compile_model(hopping);
  SimulatorOptions options;
  options.tolerance = 1e-9;
  options.stop = 1;
  Simulator one(model, options);
  one.initialize();
  ASSERT_EQ(one.advance(1), RunStatus::completed);
  const std::optional<double> begin = told(one.diagnostics());
  ASSERT_TRUE(begin);

  Simulator other(model, options);
  other.initialize();
  other.advance(*begin + 0.0051);
  const SimulatorState saved = other.save();
  EXPECT_TRUE(told(other.diagnostics()));
  Simulator third(model, options);
  third.restore(saved);
  third.advance(1);
  EXPECT_EQ(third.contacts(), one.contacts());
  for (const char* name : {"ball.x", "ball.y", "ball.vx", "ball.vy", "ball.w"}) {
    EXPECT_EQ(third.get(name), one.get(name)) << name;
  }
}

}  // namespace
}  // namespace multibond
