// Impacts that are settled by the parts they hit, against those by events of the whole model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "examples/heaps.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"
#include "multibond/simulate/simulator.h"

namespace multibond {
namespace {

using examples::SphereBox;

/// What a run came to.
struct Outcome {
  std::vector<EventRecord> events;
  std::vector<double> state;
  ContactStatistics contacts;
  IntegratorStatistics steps;
  RunStatus status = RunStatus::completed;
};

std::vector<double> state_of(Simulator& run) {
  const RunView view = run.view();
  return {view.state, view.state + view.dynamics.size()};
}

SimulatorOptions options_for(const std::string& impacts, double stop, double tolerance = 1e-10) {
  SimulatorOptions options;
  options.tolerance = tolerance;
  options.impacts = impacts;
  options.stop = stop;
  return options;
}

Outcome run_to(const std::shared_ptr<const CompiledModel>& model, const std::string& impacts,
               double stop, double tolerance = 1e-10) {
  Simulator run(model, options_for(impacts, stop, tolerance));
  run.initialize();
  Outcome outcome;
  outcome.status = run.advance(stop);
  outcome.events = run.events();
  outcome.contacts = run.contacts();
  outcome.steps = run.statistics();
  outcome.state = state_of(run);
  return outcome;
}

/// The same impacts at the same times, and the same states at the end.
void expect_same(const std::shared_ptr<const CompiledModel>& model, double stop,
                 std::size_t at_least, double error = 1e-9, double tolerance = 1e-12) {
  const Outcome whole = run_to(model, "whole", stop, tolerance),
                apart = run_to(model, "apart", stop, tolerance);
  ASSERT_EQ(whole.status, RunStatus::completed);
  ASSERT_EQ(apart.status, RunStatus::completed);
  EXPECT_GE(whole.contacts.impacts, at_least);
  EXPECT_EQ(apart.contacts.impacts, whole.contacts.impacts);
  // Else both would be the same path.
  EXPECT_LT(apart.steps.restarts, whole.steps.restarts);
  EXPECT_NEAR(apart.contacts.lost, whole.contacts.lost,
              error * std::max(1.0, std::abs(whole.contacts.lost)));
  ASSERT_EQ(apart.events.size(), whole.events.size());
  for (std::size_t k = 0; k < whole.events.size(); ++k) {
    EXPECT_NEAR(apart.events[k].time, whole.events[k].time, error);
    EXPECT_EQ(apart.events[k].conditions, whole.events[k].conditions);
  }
  for (std::size_t i = 0; i < whole.state.size(); ++i) {
    EXPECT_NEAR(apart.state[i], whole.state[i], error) << "state " << i;
  }
}

std::shared_ptr<const CompiledModel> spheres(const std::function<void(SphereBox&)>& change) {
  SphereBox box;
  box.n = 3;
  change(box);
  return compile_model(box);
}

/// Spheres one by one.
class Balls : public Model {
 public:
  struct Ball {
    Vector3 x, v;
    double m = 1, r = 0.1;
    Vector3 w = Vector3::Zero();
  };
  explicit Balls(const std::vector<Ball>& balls, double e = 1, double mu = 0) {
    body.resize(balls.size());
    sphere.resize(balls.size());
    world.gravityType = "none";
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const auto& [x, v, m, r, w] = balls[i];
      body[i].m = m;
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 0.4 * m * r * r;
      body[i].x.start(x).fixed();
      body[i].v.start(v).fixed();
      body[i].w.start(w).fixed();
      body[i].orientation.fixed = true;
      sphere[i].radius = r;
      sphere[i].e = e;
      sphere[i].mu = mu;
      connect(body[i].frame_a, sphere[i].frame_a);
    }
  }
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Body> body{this, "body"};
  ComponentArray<mechanics3d::SphereCollider> sphere{this, "sphere"};
};

TEST(PartClocks, MakesTheSameImpactsAsEventsOfTheWholeModel) {
  expect_same(spheres([](SphereBox&) {}), 0.6, 60, 1e-8);
}

TEST(PartClocks, FollowsGravityAndLosses) {
  expect_same(spheres([](SphereBox& box) {
                box.world.gravityType = "uniform";
                box.e = 0.7;
              }),
              0.4, 25);
}

TEST(PartClocks, FollowsFrictionAndSpin) {
  expect_same(spheres([](SphereBox& box) {
                box.mu = 0.3;
                box.e = 0.9;
                box.world.gravityType = "uniform";
              }),
              0.4, 25);
}

TEST(PartClocks, FollowsSpheresOfAllSizesAndMasses) {
  std::vector<Balls::Ball> balls;
  for (int i = 0; i < 12; ++i) {
    const double a = 0.7 * i;
    const Vector3 x(std::cos(a) * (1 + 0.05 * i), std::sin(a) * (1 + 0.03 * i), 0.01 * i);
    balls.push_back({x, -0.9 * x + Vector3(0.1, 0.02 * i, 0), i == 5 ? 1 : 0.3 + 0.4 * i,
                     0.05 + 0.01 * i, Vector3(0.3 * i, 1, -0.1 * i)});
  }
  Balls model(balls, 0.8, 0.4);
  expect_same(compile_model(model), 1.3, 12);
}

/// A row in which impacts follow each other within parts of a microsecond, and one without gaps,
/// where all impacts are at one instant: that is for the event of the whole model.
TEST(PartClocks, PassesImpactsThroughRows) {
  for (const double gap : {1e-3, 1e-7, 3e-9, 0.0}) {
    std::vector<Balls::Ball> balls;
    for (int i = 0; i < 5; ++i) {
      balls.push_back(
          {Vector3(i * (0.2 + gap) - (i == 0 ? 0.1 : 0), 0, 0), Vector3(i == 0 ? 1 : 0, 0, 0)});
    }
    Balls model(balls);
    const auto compiled = compile_model(model);
    Simulator run(compiled, options_for("apart", 1));
    run.initialize();
    ASSERT_EQ(run.advance(1), RunStatus::completed);
    EXPECT_EQ(run.contacts().impacts, 4u) << gap;
    for (int i = 1; i <= 5; ++i) {
      EXPECT_NEAR(run.get("body[" + std::to_string(i) + "].v[1]"), i == 5 ? 1 : 0, 1e-12) << gap;
    }
    if (gap == 1e-3) expect_same(compiled, 1, 4);
  }
}

/// Two are each other's next collision, until a third deflects one of them.
TEST(PartClocks, TakesCollisionsInTheOrderOfTime) {
  Balls model({{Vector3(0, 0, 0), Vector3(1, 0, 0)},
               {Vector3(1, 0, 0), Vector3(-1, 0, 0)},
               {Vector3(0.75, 0.6, 0), Vector3(0, -2.5, 0)}});
  const auto compiled = compile_model(model);
  expect_same(compiled, 1, 1);
  const Outcome apart = run_to(compiled, "apart", 1);
  EXPECT_EQ(apart.events.front().conditions.front(), "impact of sphere[2] and sphere[3]");
}

/// Nothing stays closed in an impact that is settled by its parts; what comes to rest is for the
/// event of the whole model, and so is all that happens while it rests.
TEST(PartClocks, LeavesWhatComesToRestToTheWholeModel) {
  const auto model = spheres([](SphereBox& box) {
    box.n = 2;
    box.spacing = 0.5;
    box.speed = 0;
    box.e = 0.3;
    box.world.gravityType = "uniform";
  });
  const Outcome whole = run_to(model, "whole", 0.9), apart = run_to(model, "apart", 0.9);
  ASSERT_EQ(apart.status, RunStatus::completed);
  EXPECT_GE(apart.contacts.most_closed, 4u);
  EXPECT_EQ(apart.contacts.most_closed, whole.contacts.most_closed);
  // Not the number of impacts: while a ball makes its last leaps, lower than what counts as
  // touching, events of other balls find it on the floor.
  EXPECT_NEAR(apart.contacts.lost, whole.contacts.lost, 1e-9 * whole.contacts.lost);
  for (std::size_t i = 0; i < whole.state.size(); ++i) {
    EXPECT_NEAR(apart.state[i], whole.state[i], 1e-7) << "state " << i;
  }
}

TEST(PartClocks, KeepsMomentum) {
  std::vector<Balls::Ball> balls;
  for (int i = 0; i < 27; ++i) {
    const Vector3 x(0.3 * (i % 3 - 1), 0.3 * (i / 3 % 3 - 1) + 0.01 * i, 0.3 * (i / 9 - 1));
    balls.push_back({x, -2 * x + Vector3(0.03 * i, 0.5, 0), 1 + 0.1 * i});
  }
  Balls model(balls, 0.9, 0.3);
  Simulator run(compile_model(model), options_for("apart", 2));
  run.initialize();
  const auto momentum = [&](int k) {
    double sum = 0;
    for (int i = 1; i <= 27; ++i) {
      const std::string body = "body[" + std::to_string(i) + "].";
      sum += run.get(body + "m") * run.get(body + "v[" + std::to_string(k) + "]");
    }
    return sum;
  };
  const Vector3 before(momentum(1), momentum(2), momentum(3));
  ASSERT_EQ(run.advance(2), RunStatus::completed);
  EXPECT_GT(run.contacts().impacts, 30u);
  for (int k = 1; k <= 3; ++k) EXPECT_NEAR(momentum(k), before[k - 1], 1e-12 * before.norm());
}

/// The bill of energy closes at the end and at each row, and does so with what impacts took by
/// their impulses; rows come at equal distances only.
TEST(PartClocks, ClosesTheBillOfEnergy) {
  const auto model = spheres([](SphereBox& box) {
    box.world.gravityType = "uniform";
    box.e = 0.8;
    box.mu = 0.2;
  });
  SimulationOptions options;
  options.stop = 0.5;
  options.intervals = 37;
  options.pictures = true;
  options.tolerance = 1e-9;
  for (const char* impacts : {"whole", "apart"}) {
    options.impacts = impacts;
    const Result result = simulate(model, options);
    ASSERT_EQ(result.status, RunStatus::completed);
    EXPECT_GT(result.contacts.impacts, 20u);
    EXPECT_NEAR(result.energy.relative_error(), 0, 1e-9) << impacts;
    EXPECT_NEAR(result.energy.jumps, -result.contacts.lost, 1e-9 * result.energy.scale);
    if (options.impacts == "apart") {
      EXPECT_EQ(result.rows(), 38u);
    }
    const auto& energy = result.energy;
    ASSERT_EQ(energy.jumps_over_time.size(), result.rows());
    for (std::size_t row = 0; row < result.rows(); ++row) {
      double open = energy.jumps_over_time[row];
      for (const EnergyAudit::Entry& entry : energy.entries) {
        if (entry.over_time.empty()) continue;
        const double now = entry.over_time[row], first = entry.over_time.front();
        switch (entry.kind) {
          case EnergyAudit::Kind::supplied:
            open += now;
            break;
          case EnergyAudit::Kind::dissipated:
            open -= now;
            break;
          default:
            open -= now - first;
        }
      }
      EXPECT_NEAR(open, 0, 1e-8 * energy.scale) << impacts << ", row " << row;
    }
  }
}

/// Saved within a window of impacts, and followed in small steps: the same to the last bit.
TEST(PartClocks, GoesOnFromASavedState) {
  const auto model = spheres([](SphereBox& box) { box.world.gravityType = "uniform"; });
  Simulator one(model, options_for("apart", 0.5));
  one.initialize();
  ASSERT_EQ(one.advance(0.2371), RunStatus::completed);
  const SimulatorState saved = one.save();
  const std::size_t impacts = one.contacts().impacts;
  EXPECT_GT(impacts, 10u);
  EXPECT_EQ(impacts, one.events().size());
  one.advance(0.5);

  Simulator other(model, options_for("apart", 0.5));
  other.restore(saved);
  EXPECT_EQ(other.contacts().impacts, impacts);
  EXPECT_EQ(other.events().size(), impacts);
  for (double t = 0.24; t < 0.5; t += 0.007) other.advance(t);
  other.advance(0.5);
  EXPECT_EQ(state_of(other), state_of(one));
  EXPECT_EQ(other.contacts(), one.contacts());
  EXPECT_EQ(other.events().size(), one.events().size());

  // What is set within a window holds from there on.
  other.restore(saved);
  other.set("body[1].v[1]", 3.0);
  EXPECT_EQ(other.contacts().impacts, impacts);
  ASSERT_EQ(other.advance(0.5), RunStatus::completed);
  EXPECT_EQ(other.contacts().impacts, other.events().size());
}

/// Bodies on a spring are one part, a pendulum is another, and a floor is none that moves.
TEST(PartClocks, FollowsPartsOfSeveralBodies) {
  struct Mixed final : Balls {
    Mixed()
        : Balls({{Vector3(0, 0.5, 0), Vector3(0.3, 0, 0)},
                 {Vector3(0.5, 0.5, 0), Vector3(0, 0.2, 0)},
                 {Vector3(0.2, 0.9, 0.02), Vector3(0, -1, 0)},
                 {Vector3(-0.5, 1.2, 0), Vector3(0.8, 0, 0)},
                 {Vector3(0.55, 1.3, 0.03), Vector3(0, -0.4, 0)}},
                0.9) {
      world.gravityType = "uniform";
      spring.c = 200;
      spring.s0 = 0.5;
      connect(body[0].frame_a, spring.frame_a);
      connect(body[1].frame_a, spring.frame_b);
      hinge.n = Vector3(0, 0, 1);
      hinge.phi.start(-0.5).fixed();
      hinge.w.start(0.0).fixed();
      rod.r = Vector3(0.6, 0, 0);
      bob.m = 2;
      ball.radius = 0.1;
      ball.e = 0.9;
      above.r = Vector3(-1, 1.6, 0);
      connect(above.frame_b, hinge.frame_a);
      connect(hinge.frame_b, rod.frame_a);
      connect(rod.frame_b, bob.frame_a);
      connect(rod.frame_b, ball.frame_a);
      floor.e = 0.9;
      connect(ground.frame_b, floor.frame_a);
    }
    mechanics3d::Spring spring{this, "spring"};
    mechanics3d::Fixed above{this, "above"}, ground{this, "ground"};
    mechanics3d::Revolute hinge{this, "hinge"};
    mechanics3d::FixedTranslation rod{this, "rod"};
    mechanics3d::Body bob{this, "bob"};
    mechanics3d::SphereCollider ball{this, "ball"};
    mechanics3d::FloorCollider floor{this, "floor"};
  } model;
  expect_same(compile_model(model), 1.0, 5, 1e-7);
}

/// An event at a time ends a window; a condition of states leaves no windows.
TEST(PartClocks, KnowsEvents) {
  struct Kicked final : Balls {
    bool by_state;
    explicit Kicked(bool by_state)
        : Balls({{Vector3(0, 0, 0), Vector3(1, 0, 0)},
                 {Vector3(0.5, 0.05, 0), Vector3(-1, 0, 0)},
                 {Vector3(1.5, 0, 0.05), Vector3(-1, 0, 0)},
                 {Vector3(2, 0, 0), Vector3(0, 0, 0)}}),
          by_state(by_state) {}
    void equations() override {
      const Expr kick = by_state ? 1.2 - body[2].x[0] : time() - 0.3;
      when(kick > 0, [&] { reinit(body[3].v[0], -3.0); });
    }
  };
  Kicked by_time(false), by_state(true);
  expect_same(compile_model(by_time), 1.5, 2);
  const auto model = compile_model(by_state);
  const Outcome whole = run_to(model, "whole", 1.5), apart = run_to(model, "apart", 1.5);
  EXPECT_GE(whole.contacts.impacts, 2u);
  EXPECT_EQ(apart.state, whole.state);
}

TEST(PartClocks, RefusesWhatIsNoChoice) {
  const auto model = spheres([](SphereBox&) {});
  EXPECT_THROW(Simulator(model, options_for("often", 1)), Error);
}

}  // namespace
}  // namespace multibond
