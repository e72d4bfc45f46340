// Time stepping with contacts: energy, overlap, friction, mechanisms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "examples/heaps.h"
#include "examples/impacts.h"
#include "multibond/library/planar/planar.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using examples::SphereBox;
using testing::HasSubstr;

SimulationOptions stepping(double stop, double step = 1e-3) {
  SimulationOptions options;
  options.stop = stop;
  options.solver = "moreau";
  options.fixed_step = step;
  return options;
}

/// 27 spheres that fall.
struct Pile {
  SphereBox box;
  Pile(double restitution, double friction) {
    box.n = 3;
    box.e = restitution;
    box.mu = friction;
    box.world.gravityType = "uniform";
  }
};

/// Kinetic and potential energy of all spheres.
double energy(Simulator& run, std::size_t count, double m = 1, double I = 0.4 * 0.01) {
  double sum = 0;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string body = "body[" + std::to_string(i) + "].";
    for (const char* k : {"[1]", "[2]", "[3]"}) {
      sum += 0.5 * m * std::pow(run.get(body + "v" + k), 2);
      sum += 0.5 * I * std::pow(run.get(body + "w" + k), 2);
    }
    sum += m * 9.81 * run.get(body + "x[2]");
  }
  return sum;
}

/// Smallest distance of surfaces: of spheres from each other, and of spheres from the floor.
double smallest_gap(Simulator& run, std::size_t count) {
  std::vector<Vector3> places;
  for (std::size_t i = 1; i <= count; ++i) {
    const std::string x = "body[" + std::to_string(i) + "].x";
    places.emplace_back(run.get(x + "[1]"), run.get(x + "[2]"), run.get(x + "[3]"));
  }
  double least = 1;
  for (std::size_t i = 0; i < count; ++i) {
    least = std::min(least, places[i][1] - 0.1);
    for (std::size_t j = 0; j < i; ++j) {
      least = std::min(least, (places[i] - places[j]).norm() - 0.2);
    }
  }
  return least;
}

TEST(Moreau, GainsNoEnergyForAnyRestitutionAndFriction) {
  for (const double e : {0.0, 0.3, 0.7, 1.0}) {
    for (const double mu : {0.0, 0.5, 1.5}) {
      Pile pile(e, mu);
      SimulatorOptions options;
      options.solver = "moreau";
      options.fixed_step = 1e-3;
      Simulator run(compile_model(pile.box), options);
      run.initialize();
      const double start = energy(run, 27);
      for (int k = 1; k <= 50; ++k) {
        ASSERT_EQ(run.advance(0.02 * k), RunStatus::completed);
        EXPECT_LE(energy(run, 27), start * (1 + 1e-12)) << e << ' ' << mu << ' ' << k;
      }
    }
  }
}

TEST(Moreau, TheBillOfEnergyCloses) {
  Pile pile(0.3, 0.5);
  const Result result = simulate(pile.box, stepping(1));
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_GT(result.energy.dissipated, 50);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-9);
}

/// Contacts begin up to a step late: at 3 m/s and 1 ms that is 3 mm. What has come to rest is moved
/// apart until nothing overlaps.
TEST(Moreau, OverlapsAreMovedApart) {
  Pile pile(0.0, 0.5);
  SimulatorOptions options;
  options.solver = "moreau";
  options.fixed_step = 1e-3;
  Simulator run(compile_model(pile.box), options);
  run.initialize();
  for (int k = 1; k <= 60; ++k) {
    ASSERT_EQ(run.advance(0.05 * k), RunStatus::completed);
    EXPECT_GT(smallest_gap(run, 27), -3e-3) << k;
  }
  EXPECT_GT(smallest_gap(run, 27), -1e-4);
}

/// Without walls in reach, impulses of contacts change no momentum.
TEST(Moreau, KeepsMomentum) {
  SphereBox box;
  box.n = 2;
  box.mu = 0.3;
  box.spacing = 1.0;
  Simulator run(compile_model(box), {.solver = "moreau", .fixed_step = 1e-3});
  // Around the middle and towards it, far from the walls.
  for (int i = 1; i <= 8; ++i) {
    for (int k = 1; k <= 3; ++k) {
      const std::string at = "[" + std::to_string(k) + "].start";
      const std::string body = "body[" + std::to_string(i) + "].";
      const int axis = k == 1 ? (i - 1) % 2 : k == 3 ? (i - 1) / 2 % 2 : (i - 1) / 4;
      run.set(body + "x" + at, axis == 0 ? 0.87 : 1.13);
      run.set(body + "v" + at, (axis == 0 ? 1 : -1) * (0.5 + 0.01 * i + 0.02 * k));
    }
  }
  run.initialize();
  const auto momentum = [&](int k) {
    double sum = 0;
    for (int i = 1; i <= 8; ++i) {
      sum += run.get("body[" + std::to_string(i) + "].v[" + std::to_string(k) + "]");
    }
    return sum;
  };
  const Vector3 before(momentum(1), momentum(2), momentum(3));
  const double speed = run.get("body[1].v[1]");
  ASSERT_EQ(run.advance(0.2), RunStatus::completed);
  EXPECT_NE(run.get("body[1].v[1]"), speed);
  for (int k = 1; k <= 3; ++k) EXPECT_NEAR(momentum(k), before[k - 1], 1e-12);
}

/// A block on a slope: it sticks below the angle of friction and slides by the closed form above
/// it.
TEST(Moreau, FrictionHasItsCone) {
  for (const double angle : {0.3, 0.6}) {
    struct Slope : Model {
      planar::World world{this, "world"};
      planar::Body box{this, "box"};
      planar::PolygonCollider shape{this, "shape"};
      planar::FixedRotation tilt{this, "tilt"};
      planar::FloorCollider floor{this, "floor"};
      explicit Slope(double angle) {
        tilt.phi = angle;
        shape.mu = 0.5;
        floor.mu = 0.5;
        MatrixX corners(2, 4);
        corners << -0.5, 0.5, 0.5, -0.5, -0.25, -0.25, 0.25, 0.25;
        shape.corners = corners;
        box.J = 1.25 / 12;
        box.x.start(-0.25 * std::sin(angle)).fixed();
        box.y.start(0.25 * std::cos(angle)).fixed();
        box.phi.start(angle).fixed();
        box.vx.start(0.0).fixed();
        box.vy.start(0.0).fixed();
        box.w.start(0.0).fixed();
        connect(box.frame_a, shape.frame_a);
        connect(world.frame_b, tilt.frame_a);
        connect(tilt.frame_b, floor.frame_a);
      }
    } model(angle);
    const Result result = simulate(model, stepping(1));
    ASSERT_EQ(result.status, RunStatus::completed);
    const double way = std::hypot(result.final("box.x") - result.initial("box.x"),
                                  result.final("box.y") - result.initial("box.y"));
    const double slides =
        angle < std::atan(0.5) ? 0 : 0.5 * 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
    EXPECT_NEAR(way, slides, 2e-3);  // of first order in the step
  }
}

/// Through a mechanism: a pendulum that hits a floor, against the run by events.
TEST(Moreau, ImpactsPassThroughMechanisms) {
  examples::BouncingPendulum stepped, exact;
  const Result one = simulate(stepped, stepping(2, 1e-4));
  const Result other = simulate(exact, {.stop = 2, .tolerance = 1e-9});
  ASSERT_EQ(one.status, RunStatus::completed);
  EXPECT_NEAR(one.final("revolute.phi"), other.final("revolute.phi"), 2e-2);
  EXPECT_NEAR(one.final("revolute.w"), other.final("revolute.w"), 5e-2);
}

TEST(Moreau, ForcesAreVariables) {
  Pile pile(0.0, 0.5);
  const Result result = simulate(pile.box, stepping(4));
  ASSERT_EQ(result.status, RunStatus::completed);
  // Of all sides, for walls carry some by friction: the weight of 27 spheres of 1 kg.
  double sum = 0;
  for (int k = 1; k <= 6; ++k) sum += result.final("side[" + std::to_string(k) + "].f[2]");
  EXPECT_NEAR(sum, -27 * 9.81, 0.05 * 27 * 9.81);
}

TEST(Moreau, ARestoredRunGoesOnAsItWould) {
  Pile pile(0.3, 0.5);
  const auto model = compile_model(pile.box);
  const SimulatorOptions options{.solver = "moreau", .fixed_step = 1e-3};
  Simulator run(model, options);
  run.initialize();
  run.advance(0.4);
  Simulator other(model, options);
  other.restore(run.save());
  run.advance(0.6);
  other.advance(0.6);
  for (const char* path : {"body[1].x[1]", "body[14].v[2]", "body[27].w[3]"}) {
    EXPECT_EQ(run.get(path), other.get(path)) << path;
  }
}

TEST(Moreau, AChangedParameterCountsFromThenOn) {
  Pile pile(0.0, 0.5);
  Simulator run(compile_model(pile.box), {.solver = "moreau", .fixed_step = 1e-3});
  run.initialize();
  ASSERT_EQ(run.advance(0.5), RunStatus::completed);
  run.set("body[1].m", 2.0);
  EXPECT_EQ(run.advance(0.7), RunStatus::completed);
}

TEST(Moreau, RefusesModelsWithoutContacts) {
  struct Free : Model {
    planar::World world{this, "world"};
    planar::Body body{this, "body"};
  } model;
  try {
    simulate(model, stepping(1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("has no contacts"));
  }
}

TEST(Moreau, RefusesNegativeRestitution) {
  Pile pile(-0.5, 0.0);
  const Result result = simulate(pile.box, stepping(1));
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_THAT(result.diagnostics.back().text, HasSubstr("negative restitution"));
}

}  // namespace
}  // namespace multibond
