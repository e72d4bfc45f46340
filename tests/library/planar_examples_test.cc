// The planar examples against Lagrange's equations, closed forms and published figures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "base/large_size.h"
#include "examples/bond_mechanics.h"
#include "examples/planar.h"
#include "lagrange.h"
#include "multibond/analyze/structure.h"
#include "multibond/simulate/simulation.h"

namespace multibond::examples {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;
using test::across;
using test::from_accelerations;
using test::reference;
using test::State;
using test::turned;

constexpr double g = 9.81;
const Vector2d kGravity(0, -g);

/// A run that must end well and balance its energy.
Result audited(Component&& model, double stop, double tolerance = 1e-9) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  return result;
}

TEST(PlanarExamples, TheDoublePendulumFollowsLagrange) {
  const double m1 = 2, m2 = 1;
  const auto motion = [&](const State& y) {
    // Angles of the rods in the world; virtual work along across(p1) and across(p2).
    const Vector2d p1 = turned({2, 2}, y(0)), p2 = turned({0, -1.5}, y(1));
    Matrix2d M;
    M << (m1 + m2) * p1.dot(p1), m2 * p1.dot(p2), m2 * p1.dot(p2), m2 * p2.dot(p2);
    const Vector2d swing1 = -y(2) * y(2) * p1, swing2 = -y(3) * y(3) * p2;
    const Vector2d Q(across(p1).dot(m1 * (kGravity - swing1) + m2 * (kGravity - swing1 - swing2)),
                     across(p2).dot(m2 * (kGravity - swing1 - swing2)));
    return from_accelerations(y, M, Q);
  };
  const Result result = audited(PlanarDoublePendulum{}, 10);
  for (const double t : {2.0, 5.0, 10.0}) {
    const State expected = reference(motion, State::Zero(4), t);
    EXPECT_NEAR(result.at("Revolute1.phi", t), expected(0), 1e-7) << t;
    // It turns over: relative to the angle it has come to.
    const double turned_by = expected(1) - expected(0);
    EXPECT_NEAR(result.at("Revolute3.phi", t), turned_by, 1e-7 * std::max(1.0, std::abs(turned_by)))
        << t;
    const double speed = expected(3) - expected(2);
    EXPECT_NEAR(result.at("Revolute3.w", t), speed, 1e-7 * std::max(1.0, std::abs(speed))) << t;
  }
}

TEST(PlanarExamples, TheFreeBodyFollowsNewton) {
  const auto motion = [](const State& y) {
    const Vector2d arm = turned({-1, 0}, y(2)), hook = y.head(2) + arm;
    const Vector2d pull = -10 * (hook.norm() - 1) * hook.normalized();
    State rates(6);
    const Vector2d a = pull + kGravity;
    rates << y.tail(3), a, (arm(0) * pull(1) - arm(1) * pull(0)) / 0.12;
    return rates;
  };
  State start = State::Zero(6);
  start(0) = 1.2;
  start(1) = -0.5;
  const Result result = audited(PlanarFreeBody{}, 10);
  for (const double t : {2.0, 5.0, 10.0}) {
    const State expected = reference(motion, start, t);
    EXPECT_NEAR(result.at("Body1.x", t), expected(0), 1e-7) << t;
    EXPECT_NEAR(result.at("Body1.y", t), expected(1), 1e-7) << t;
    EXPECT_NEAR(result.at("Body1.phi", t), expected(2), 1e-7) << t;
  }
}

TEST(PlanarExamples, TheParallelogramSwingsAsOnePendulum) {
  // Four bodies of 1 kg move alike on circles of 1 m; three of them, of 1 kg m2, turn as well.
  const auto motion = [](const State& y) {
    State rates(2);
    rates << y(1), -4 * g * std::cos(y(0)) / (4 + 3);
    return rates;
  };
  const Result result = audited(PlanarKinematicLoop{}, 10);
  for (const double t : {1.0, 5.0, 10.0}) {
    const State expected = reference(motion, State::Zero(2), t);
    EXPECT_NEAR(result.at("Revolute1.phi", t), expected(0), 1e-7) << t;
    EXPECT_NEAR(result.at("Revolute1.w", t), expected(1), 1e-7) << t;
    EXPECT_NEAR(result.at("Body3.phi", t), 0, 1e-9) << t;
  }
}

TEST(PlanarExamples, TheLoopWithASliderFollowsLagrange) {
  const double m = 2, J = 0.05;
  const auto motion = [&](const State& y) {
    // The links meet at A(s); the body is 2 m from there.
    const double s = y(0), depth = std::sqrt(9 - s * s / 4);
    const Vector2d first(0.5, s / (4 * depth));  // A'
    const Vector2d second(0, 1 / (4 * depth) + s * s / (16 * depth * depth * depth));
    const Vector2d p = turned({2, 0}, y(1)), lever = across(p);
    Matrix2d M;
    M << m * first.dot(first), m * first.dot(lever), m * first.dot(lever), m * p.dot(p) + J;
    const Vector2d rest = kGravity - second * y(2) * y(2) + p * y(3) * y(3);
    const Vector2d Q(m * first.dot(rest) - 50 * (s - 1.6) - 2 * y(2), m * lever.dot(rest));
    return from_accelerations(y, M, Q);
  };
  State start = State::Zero(4);
  start(0) = 2;
  start(1) = -std::asin(1.0 / 3);  // the third link begins along the second
  const Result result = audited(PlanarKinematicLoop2{}, 10);
  EXPECT_NEAR(result.at("FixedTranslation1.frame_b.x", 0), 1, 1e-9);
  EXPECT_NEAR(result.at("FixedTranslation1.frame_b.y", 0), -std::sqrt(8.0), 1e-9);
  for (const double t : {1.0, 5.0, 10.0}) {
    const State expected = reference(motion, start, t);
    EXPECT_NEAR(result.at("actuatedPrismatic.s", t), expected(0), 1e-7) << t;
    EXPECT_NEAR(result.at("Body2.phi", t), expected(1), 1e-7) << t;
  }
}

TEST(PlanarExamples, TheDampedPendulumFollowsLagrange) {
  const auto motion = [](const State& y) {
    const Vector2d p = turned({1, 3}, y(0));
    State rates(2);
    rates << y(1), (across(p).dot(kGravity) - 5 * y(1)) / 10;
    return rates;
  };
  const Result result = audited(DampedPendulum{}, 10);
  for (const double t : {1.0, 5.0, 10.0}) {
    const State expected = reference(motion, State::Zero(2), t);
    EXPECT_NEAR(result.at("actuatedRevolute1.phi", t), expected(0), 1e-7) << t;
  }
}

/// A crab of M kg on a rail with a load of 1 kg at r.
test::Motion crab(double M, const Vector2d& r) {
  return [=](const State& y) {
    const Vector2d p = turned(r, y(1)), lever = across(p);
    Matrix2d mass;
    mass << M + 1, lever(0), lever(0), p.dot(p);
    return from_accelerations(y, mass, Vector2d(p(0) * y(3) * y(3), lever.dot(kGravity)));
  };
}

TEST(PlanarExamples, TheCraneCrabFollowsLagrange) {
  const Result result = audited(CraneCrab3{}, 10);
  for (const double t : {1.0, 5.0, 10.0}) {
    const State expected = reference(crab(2, {1, 3}), State::Zero(4), t);
    EXPECT_NEAR(result.at("Prismatic1.s", t), expected(0), 1e-7) << t;
    EXPECT_NEAR(result.at("Revolute1.phi", t), expected(1), 1e-7) << t;
  }
}

TEST(PlanarExamples, TheCraneCrabIsThatOfTheMultibondGraph) {
  CraneCrab3 joints;
  joints.FixedTranslation1.r = Vector2(1, -3);
  joints.Body2.m = 1.0;
  joints.Body2.J = 1.0;
  const SimulationOptions options{.stop = 10, .tolerance = 1e-11};
  const Result wrapped = simulate(joints, options), graph = simulate(CraneCrab1{}, options);
  const std::vector<double> s = wrapped["Prismatic1.s"], phi = wrapped["Revolute1.phi"],
                            x1 = graph["x1"], clockwise = graph["phi"];
  ASSERT_EQ(s.size(), x1.size());
  for (std::size_t k = 0; k < s.size(); ++k) {
    EXPECT_NEAR(s[k], x1[k], 1e-9);
    EXPECT_NEAR(phi[k], -clockwise[k], 1e-9);
  }
}

// -- the squeezer ---------------------------------------------------------------------------------

/// Positions at 0.03 s of the converged solution (IVP Test Set `andrews`, recomputed in quadruple
/// precision; the published digits agree to 1e-10).
struct Angle {
  const char* path;
  double start, end;
};
constexpr Angle kSqueezer[] = {
    {"O.phi", -0.0617138900142764496358948458001, 1.58107711951537071e+1},
    {"F.phi", 0, -1.57563710584118395e+1},
    {"B3.phi", 0.455279819163070380255912382449, 4.08222401196458049e-2},
    {"G.phi", 0.222668390165885884674473185609, -5.34730116342079594e-1},
    {"A5.phi", 0.487364979543842550225598953530, 5.24409965879954069e-1},
    {"H.phi", -0.222668390165885884674473185609, 5.34730116342079594e-1},
    {"A7.phi", 1.23054744454982119249735015568, 1.04808074104193787e+0},
};

class Squeezer : public ::testing::TestWithParam<bool> {};

TEST_P(Squeezer, ReachesThePublishedPositionsFromAnglesThatAreOff) {
  SevenBody model;
  model.actuated = GetParam();
  for (const Angle& angle : kSqueezer) {
    if (std::string(angle.path) == "O.phi") continue;  // fixed: that is where it starts
    const double off = angle.start == 0 ? 0.02 : angle.start * 1.02;
    model.set(std::string(angle.path) + ".start", off);
  }
  const Result result = simulate(model, {.stop = 0.03, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  for (const Angle& angle : kSqueezer) {
    EXPECT_NEAR(result.at(angle.path, 0), angle.start, 1e-10) << angle.path;
    EXPECT_NEAR(result.final(angle.path), angle.end, 1e-8 * std::abs(angle.end)) << angle.path;
  }
}

INSTANTIATE_TEST_SUITE_P(Planar, Squeezer, ::testing::Values(true, false));

TEST(PlanarExamples, TheSqueezerRunsWithBaumgarte) {
  const Result result = simulate(SevenBody{}, {.stop = 0.03,
                                               .tolerance = 1e-10,
                                               .baumgarte_alpha = 5,
                                               .baumgarte_beta = 5,
                                               .project = false});
  ASSERT_EQ(result.status, RunStatus::completed);
  for (const Angle& angle : kSqueezer) {
    EXPECT_NEAR(result.final(angle.path), angle.end, 1e-5 * std::abs(angle.end)) << angle.path;
  }
}

// -- the row of four-bar linkages -----------------------------------------------------------------

/// All cranks turn alike: theta'' = g B / A sin(theta), theta from the vertical (IFToMM A02).
State n_four_bar(int n, double speed, double t) {
  const double A = (n + 1) / 3.0 + n, B = (n + 1) / 2.0 + n;
  State start(2);
  start << 0, speed;
  return reference(
      [&](const State& y) {
        State rates(2);
        rates << y(1), g * B / A * std::sin(y(0));
        return rates;
      },
      start, t);
}

/// Number of linkages, and speed of the cranks at the start in rad/s.
class FourBarRow : public testing::TestWithParam<std::pair<int, double>> {};

TEST_P(FourBarRow, GoesThroughItsSingularPositions) {
  const auto [asked, speed] = GetParam();
  const int n = asked < 20 ? asked : test::large_size(asked);
  NFourBar model;
  model.N = n;
  model.w0 = -speed;
  const Result result = simulate(model, {.stop = 10, .tolerance = 1e-8, .intervals = 100});
  ASSERT_EQ(result.status, RunStatus::completed) << result.diagnostics.back().text;
  // Potential range: every mass falls by twice the height of its centre.
  const double range = g * (2.0 * n + (n + 1));
  double worst = 0;
  const std::vector<double> first = result["base[1].phi"];
  for (int k = 2; k <= n + 1; ++k) {
    const std::vector<double> other = result["base[" + std::to_string(k) + "].phi"];
    for (std::size_t i = 0; i < other.size(); ++i) {
      worst = std::max(worst, std::abs(other[i] - first[i]));
    }
  }
  EXPECT_LT(worst, 1e-6);  // one branch: all cranks parallel
  EXPECT_LT(std::abs(result.energy.error()), 1e-6 * range);
  const State expected = n_four_bar(n, speed, 10);
  EXPECT_NEAR(std::numbers::pi / 2 - first.back(), expected(0), 1e-4);
}

// Small rows from every speed, the large ones from a few.
INSTANTIATE_TEST_SUITE_P(PlanarExamples, FourBarRow,
                         testing::Values(std::pair(2, 1.0), std::pair(2, 2.0), std::pair(2, 3.0),
                                         std::pair(2, 5.0), std::pair(3, 1.0), std::pair(3, 2.0),
                                         std::pair(3, 3.0), std::pair(3, 5.0), std::pair(5, 1.0),
                                         std::pair(5, 2.0), std::pair(5, 3.0), std::pair(5, 5.0),
                                         std::pair(10, 1.0), std::pair(10, 3.0), std::pair(20, 2.0),
                                         std::pair(40, 1.0), std::pair(40, 5.0)),
                         [](const auto& info) {
                           return std::to_string(info.param.first) + "LinkagesAt" +
                                  std::to_string(static_cast<int>(info.param.second)) +
                                  "RadPerSecond";
                         });

// To and fro between upright and flat: the code for both is made once.
TEST(PlanarExamples, FourBarLinkagesComeBackToTheirChoicesOfPivots) {
  NFourBar model;
  const auto compiled = compile_model(model);
  CompiledDynamics dynamics(compiled->first());
  const auto state = [&](double angle) {
    std::vector<double> y(dynamics.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      const std::string name = dynamics.state_name(i);
      const double sign = name.starts_with("base") ? 1 : -1;  // the other joints turn back
      y[i] = sign * (name.ends_with(".phi") ? angle : -1.0);
    }
    return y;
  };
  const std::vector<double> upright = state(std::numbers::pi / 2), flat = state(0);
  std::vector<double> first(dynamics.size()), rates(dynamics.size());
  ASSERT_EQ(dynamics.derivatives(0, upright.data(), first.data()), Evaluation::regular);
  std::set<const Functions*> choices{&dynamics.functions()};
  for (int k = 0; k < 10; ++k) {
    EXPECT_EQ(dynamics.derivatives(0, flat.data(), rates.data()), Evaluation::singular);
    choices.insert(&dynamics.functions());
    ASSERT_EQ(dynamics.derivatives(0, upright.data(), rates.data()), Evaluation::regular);
    choices.insert(&dynamics.functions());
    for (std::size_t i = 0; i < rates.size(); ++i) EXPECT_NEAR(rates[i], first[i], 1e-9);
  }
  EXPECT_EQ(dynamics.singular_passages(), 10u);
  EXPECT_EQ(choices.size(), 2u);
  // What suits all positions is slow: it is left within a step that leads away from there, whose
  // evaluations try the others now and then.
  EXPECT_TRUE(dynamics.functions().kept);
  for (int k = 0; k < 12; ++k) {
    ASSERT_EQ(dynamics.derivatives(0, upright.data(), rates.data()), Evaluation::regular);
  }
  EXPECT_FALSE(dynamics.functions().kept);
  for (std::size_t i = 0; i < rates.size(); ++i) EXPECT_NEAR(rates[i], first[i], 1e-9);
}

TEST(PlanarExamples, FourBarLinkagesCostInProportionToTheirNumber) {
  const auto operations = [](int n) {
    NFourBar model;
    model.N = n;
    const StructureReport report = structure_report(compile(model));
    return static_cast<double>(report.functions.front().operations);
  };
  EXPECT_LE(operations(40) / operations(20), 2.2);
}

}  // namespace
}  // namespace multibond::examples
