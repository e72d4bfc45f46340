// Mechanisms in redundant coordinates: invariants, projection, redundancy, singular positions.

#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "multibond/library/planar_points.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

constexpr double kGravity = 9.81;

/// Pendulum of length 1 in x and y with the rod force F: index 3.
///
///        o---> x      starts horizontally at x = 1.1: 10 % too far out
///        |
///        | F
///       (m)
struct CartesianPendulum : Model {
  Variable x{this, "x", "m"}, y{this, "y", "m"}, vx{this, "vx", "m/s"}, vy{this, "vy", "m/s"};
  Variable F{this, "F"};
  CartesianPendulum() {
    x.start(1.1);
    y.start(0.0);
  }
  void equations() override {
    equation(der(x), vx);
    equation(der(y), vy);
    equation(der(vx), -F * x);
    equation(der(vy), -F * y - kGravity);
    equation(x * x + y * y, 1.0);
  }
};

/// The dense output leaves the circle a little; a crossing is looked for on it, so that the state
/// at an event is one that has crossed.
TEST(Crossings, AreFoundOnTheConstraints) {
  struct Watched : CartesianPendulum {
    Variable v{this, "v"};
    Discrete turns{this, "turns"};
    void equations() override {
      CartesianPendulum::equations();
      equation(v, x * vy - y * vx);
      when(v > 0.0, [&] { assign(turns, pre(turns) + 1.0); });
      when(v < 0.0, [&] { assign(turns, pre(turns) + 1.0); });
    }
  } model;
  const Result result = simulate(model, {.stop = 10, .tolerance = 1e-4});
  ASSERT_EQ(result.status, RunStatus::completed);
  const auto v = result["v"];
  std::size_t turns = 0;
  for (std::size_t i = 1; i < v.size(); ++i) {
    if (result.times()[i] != result.times()[i - 1]) continue;
    EXPECT_LT(std::abs(v[i]), 1e-11) << "t = " << result.times()[i];
    ++turns;
  }
  EXPECT_GT(turns, 6u);
}

class PendulumWithSolver : public testing::TestWithParam<std::string> {};

TEST_P(PendulumWithSolver, KeepsItsLengthAndEnergyForAHundredSeconds) {
  SimulationOptions options;
  options.stop = 100;
  options.tolerance = 1e-8;
  options.solver = GetParam();
  options.intervals = 2000;
  options.fixed_step = 2e-3;
  const Result result = simulate(CartesianPendulum{}, options);
  ASSERT_EQ(result.status, RunStatus::completed);
  const auto x = result["x"], y = result["y"], vx = result["vx"], vy = result["vy"];
  EXPECT_DOUBLE_EQ(x[0], 1.0);  // moved from 1.1
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LT(std::abs(x[i] * x[i] + y[i] * y[i] - 1), 1e-10) << "t = " << result.times()[i];
    ASSERT_LT(std::abs(x[i] * vx[i] + y[i] * vy[i]), 1e-10) << "t = " << result.times()[i];
    const double energy = (vx[i] * vx[i] + vy[i] * vy[i]) / 2 + kGravity * y[i];
    ASSERT_LT(std::abs(energy) / kGravity, 1e-6) << "t = " << result.times()[i];
  }
  EXPECT_LT(result.largest_residual, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(EverySolverThatHonoursInvariants, PendulumWithSolver,
                         testing::Values("auto", "dop853", "bdf", "arkode", "rk4"),
                         [](const auto& info) { return info.param; });

TEST(Invariants, AreRefusedByNameBySolversThatCannotKeepThem) {
  for (const char* solver : {"adams", "ida"}) {
    SimulationOptions options;
    options.solver = solver;
    try {
      simulate(CartesianPendulum{}, options);
      FAIL() << solver << " should have refused";
    } catch (const Error& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find(solver), std::string::npos);
      EXPECT_NE(text.find("dop853"), std::string::npos) << "the remedy is missing: " << text;
    }
  }
}

TEST(Baumgarte, KeepsThePendulumNearItsCircleWithoutProjection) {
  SimulationOptions options;
  options.stop = 20;
  options.tolerance = 1e-8;
  options.baumgarte_alpha = options.baumgarte_beta = 5;
  options.project = false;
  const Result with = simulate(CartesianPendulum{}, options);
  options.baumgarte_alpha = options.baumgarte_beta = 0;
  const Result without = simulate(CartesianPendulum{}, options);
  const auto drift = [](const Result& r) {
    return std::abs(std::hypot(r.final("x"), r.final("y")) - 1);
  };
  EXPECT_LT(drift(with), 1e-6);
  EXPECT_LT(drift(with), drift(without));
}

/// N windows of massless rods with point masses on top; one degree of freedom, all cranks parallel.
/// It passes a singular position twice a turn, where all rods lie in one line.
///
///      (m)--(m)--(m)
///       |    |    |
///       A    A    A
struct Windows : Model {
  planar_points::Gravity gravity{this, "gravity"};
  ComponentArray<planar_points::Anchor> anchor{this, "anchor"};
  ComponentArray<planar_points::PointMass> mass{this, "mass"};
  ComponentArray<planar_points::Rod> crank{this, "crank"}, coupler{this, "coupler"};
  Windows(int n, double speed) {
    anchor.resize(n + 1);
    mass.resize(n + 1);
    crank.resize(n + 1);
    coupler.resize(n);
    for (int i = 0; i <= n; ++i) {
      anchor[i].r = Vector2(i, 0);
      mass[i].x.start(i);
      mass[i].y.start(1);
      mass[i].vx.start(speed);
      mass[i].vy.start(0);
      connect(anchor[i].point, crank[i].point_a);
      connect(crank[i].point_b, mass[i].point);
    }
    for (int i = 0; i < n; ++i) {
      connect(mass[i].point, coupler[i].point_a);
      connect(coupler[i].point_b, mass[i + 1].point);
    }
  }
};

/// Angle from the vertical after 10 s: phi'' = g sin(phi), by many small Runge-Kutta steps.
double crank_angle(double speed) {
  double phi = 0, w = speed;
  constexpr int kSteps = 200000;
  constexpr double h = 10.0 / kSteps;
  const auto a = [](double angle) { return kGravity * std::sin(angle); };
  for (int i = 0; i < kSteps; ++i) {
    const double k1 = w, l1 = a(phi), k2 = w + h / 2 * l1, l2 = a(phi + h / 2 * k1);
    const double k3 = w + h / 2 * l2, l3 = a(phi + h / 2 * k2), k4 = w + h * l3,
                 l4 = a(phi + h * k3);
    phi += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    w += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return phi;
}

TEST(SingularPositions, ArePassedOnTheRightBranch) {
  for (const int n : {1, 2, 10}) {
    for (const double speed : {1.0, 1.03}) {
      SimulationOptions options;
      options.tolerance = 1e-8;
      const Result result = simulate(Windows(n, speed), options);
      ASSERT_EQ(result.status, RunStatus::completed) << n << " windows";
      const double phi = crank_angle(speed);
      // Upright passages amplify the tolerance some hundred times.
      EXPECT_NEAR(result.final("mass[1].x"), std::sin(phi), 2e-5) << n << " windows";
      EXPECT_NEAR(result.final("mass[1].y"), std::cos(phi), 2e-5) << n << " windows";
      for (int i = 1; i <= n; ++i) {
        EXPECT_NEAR(result.final(fmt::format("mass[{}].x", i + 1)) - i, result.final("mass[1].x"),
                    1e-9);
        EXPECT_NEAR(result.final(fmt::format("mass[{}].y", i + 1)), result.final("mass[1].y"),
                    1e-9);
      }
    }
  }
}

/// A pendulum on one rod, or on two rods in the same place.
struct DoubledRod : Model {
  planar_points::Gravity gravity{this, "gravity"};
  planar_points::Anchor anchor{this, "anchor"};
  planar_points::PointMass mass{this, "mass"};
  planar_points::Rod rod{this, "rod"};
  std::unique_ptr<planar_points::Rod> second;
  explicit DoubledRod(bool doubled) {
    mass.x.start(1);
    mass.y.start(0);
    connect(anchor.point, rod.point_a);
    connect(rod.point_b, mass.point);
    if (!doubled) return;
    second = std::make_unique<planar_points::Rod>(this, "second");
    connect(anchor.point, second->point_a);
    connect(second->point_b, mass.point);
  }
};

TEST(Redundancy, ASecondRodInTheSamePlaceChangesNothingButItsOwnForce) {
  SimulationOptions options;
  options.tolerance = 1e-9;
  const Result one = simulate(DoubledRod(false), options);
  const Result two = simulate(DoubledRod(true), options);
  EXPECT_NEAR(one.final("mass.x"), two.final("mass.x"), 1e-10);
  EXPECT_NEAR(one.final("mass.y"), two.final("mass.y"), 1e-10);
  ASSERT_FALSE(two.diagnostics.empty());
  EXPECT_NE(two.diagnostics[0].text.find("reported as 0"), std::string::npos)
      << two.diagnostics[0].text;
}

TEST(Loops, OfRigidOffsetsCloseByThemselvesAndNameTheirReactions) {
  // A square of four offsets around a mass: the last connection closes the loop, twice redundant.
  struct Square : Model {
    planar_points::Gravity gravity{this, "gravity"};
    planar_points::PointMass mass{this, "mass"};
    planar_points::Offset right{this, "right"}, up{this, "up"}, left{this, "left"},
        down{this, "down"};
    Square() {
      right.r = Vector2(1, 0);
      up.r = Vector2(0, 1);
      left.r = Vector2(-1, 0);
      down.r = Vector2(0, -1);
      mass.x.start(0).fixed();
      mass.y.start(5).fixed();
      connect(mass.point, right.point_a);
      connect(right.point_b, up.point_a);
      connect(up.point_b, left.point_a);
      connect(left.point_b, down.point_a);
      connect(down.point_b, mass.point);
    }
  };
  SimulationOptions options;
  options.stop = 1;
  const Result result = simulate(Square{}, options);
  EXPECT_NEAR(result.final("mass.y"), 5 - kGravity / 2, 1e-9);  // it falls freely
  EXPECT_NEAR(result.final("up.point_b.x") - result.final("mass.x"), 1, 1e-12);
}

}  // namespace
}  // namespace multibond
