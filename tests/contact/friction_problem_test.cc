#include "multibond/contact/friction_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include <Eigen/Core>

#include "base/large_size.h"
#include "contact/support/scenes.h"
#include "multibond/base/dense.h"

namespace multibond::contact {
namespace {

using test::pile;
using test::Random;
using test::resting_box;
using test::Rows;
using test::SceneOptions;
using test::wall;
using testing::HasSubstr;

/// The residual of the study, by De Saxce's cone: |l - P_K(l - r (u + mu |u_t| n))|, another
/// formula than the solver's own. For contacts of one ball.
double cone_residual(const FrictionProblem& p, const FrictionSolution& s) {
  const std::size_t n = p.b.size();
  double worst = 0, size = p.force_scale;
  for (const double f : s.force) size = std::max(size, std::abs(f));
  for (const ContactRows& c : p.contacts) {
    const auto rows = static_cast<std::size_t>(c.rows);
    double trace = 0, slip = 0, u_n = p.b[c.first];
    std::vector<double> u(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      u[i] = p.b[c.first + i];
      for (std::size_t j = 0; j < n; ++j) u[i] += p.W[(c.first + i) * n + j] * s.force[j];
      trace += p.W[(c.first + i) * n + c.first + i];
      if (i > 0) slip += u[i] * u[i];
    }
    u_n = u[0] + c.mu * std::sqrt(slip);
    const double r = static_cast<double>(rows) / trace;
    std::vector<double> x(rows);
    double t = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      x[i] = s.force[c.first + i] - r * (i == 0 ? u_n : u[i]);
      if (i > 0) t += x[i] * x[i];
    }
    t = std::sqrt(t);
    std::vector<double> projected(rows, 0.0);
    if (t <= c.mu * x[0]) {
      projected = x;
    } else if (c.mu * t > -x[0]) {
      projected[0] = (x[0] + c.mu * t) / (1 + c.mu * c.mu);
      for (std::size_t i = 1; i < rows; ++i) projected[i] = c.mu * projected[0] * x[i] / t;
    }
    for (std::size_t i = 0; i < rows; ++i) {
      worst = std::max(worst, std::abs(projected[i] - s.force[c.first + i]));
    }
  }
  return worst / size;
}

void expect_solved(const FrictionProblem& p) {
  const FrictionSolution s = solve(p);
  EXPECT_TRUE(s.solved) << s.failure;
  EXPECT_LE(s.residual, 1e-12);
  EXPECT_TRUE(s.failure.empty());
  // Its projection loses digits with mu^2.
  if (p.contacts.front().rows < 4 && p.contacts.front().mu < 5) {
    EXPECT_LE(cone_residual(p, s), 1e-11);
  }
}

SceneOptions some_options(Rows rows, Random& random) {
  SceneOptions o;
  o.rows = rows;
  o.mu = random.uniform(0.05, 1.05);
  o.mass_ratio = random.integer(0, 3) == 0 ? 10 : 1;
  o.speed = random.integer(0, 1) == 0 ? 0 : random.uniform(0, 2);
  return o;
}

// 1000 problems of up to some 60 contacts: heaps without, with one and with two rows of friction,
// and with spin.
TEST(FrictionProblem, RandomHeapsAreSolved) {
  Random random(20240);
  std::size_t largest = 0;
  for (int i = 0; i < 1000; ++i) {
    const Rows rows[] = {Rows::normal, Rows::plane, Rows::space, Rows::space, Rows::spin};
    const int spheres = random.integer(1, i % 20 == 0 ? 40 : 20);
    const SceneOptions o = some_options(rows[random.integer(0, 4)], random);
    const FrictionProblem p = pile(spheres, o, random);
    largest = std::max(largest, p.contacts.size());
    SCOPED_TRACE(testing::Message() << "problem " << i << ", contacts " << p.contacts.size());
    expect_solved(p);
  }
  EXPECT_GT(largest, 60u);
}

TEST(FrictionProblem, LargeHeapsAreSolved) {
  Random random(7);
  for (const int spheres : {60, 100, 150}) {
    SceneOptions o;
    o.mu = 0.5;
    const FrictionProblem p = pile(spheres, o, random);
    EXPECT_GT(p.contacts.size(), 60u);
    expect_solved(p);
  }
}

// Masses within a factor of 10^4 of each other: light balls wedged between heavy ones.
TEST(FrictionProblem, MassesOfAllSizesAreSolvedTogether) {
  Random random(31);
  for (int i = 0; i < 150; ++i) {
    SceneOptions o = some_options(i % 2 == 0 ? Rows::plane : Rows::space, random);
    o.mass_ratio = 100;
    SCOPED_TRACE(i);
    expect_solved(pile(random.integer(2, 20), o, random));
  }
}

TEST(FrictionProblem, UnitsDoNotMatter) {
  Random random(5);
  for (const double scale : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    for (int i = 0; i < 20; ++i) {
      SceneOptions o = some_options(Rows::space, random);
      o.scale = scale;
      SCOPED_TRACE(testing::Message() << scale << " " << i);
      expect_solved(pile(random.integer(1, 10), o, random));
    }
  }
}

// 52 and 128 contacts of bricks, of rank far below the number of rows.
TEST(FrictionProblem, RedundantWallsAreSolved) {
  for (const double slope : {0.0, 0.1, 0.3, 0.6}) {
    for (const double ratio : {1.0, 10.0, 100.0}) {
      SceneOptions o;
      o.mass_ratio = ratio;
      SCOPED_TRACE(testing::Message() << slope << " " << ratio);
      expect_solved(wall(3, 3, slope, o));
    }
  }
  EXPECT_EQ(wall(5, 4, 0.2, {}).contacts.size(), 128u);
  expect_solved(wall(5, 4, 0.2, {}));
}

// 332 contacts, 996 rows.
TEST(FrictionProblem, ALargeWallIsSolved) {
  const bool small = multibond::test::kSanitized;
  const FrictionProblem p = small ? wall(4, 3, 0, {}) : wall(8, 6, 0, {});
  EXPECT_EQ(p.contacts.size(), small ? 72u : 332u);
  expect_solved(p);
}

// The least forces that give the same motion, where they lie inside the cones: found to 1e-3.
TEST(FrictionProblem, ForcesOfRedundantContactsAreNearTheLeast) {
  int compared = 0;
  for (const int side : {2, 3, 4, 6}) {
    for (const double slope : {0.0, 0.1, 0.2}) {
      const FrictionProblem p = resting_box(side, slope, {.speed = 0});
      const FrictionSolution s = solve(p);
      ASSERT_TRUE(s.solved);
      const auto n = static_cast<Eigen::Index>(p.b.size());
      const Eigen::Map<const Eigen::MatrixXd> W(p.W.data(), n, n);
      const Eigen::Map<const Eigen::VectorXd> b(p.b.data(), n), u(s.velocity.data(), n),
          force(s.force.data(), n);
      const Eigen::VectorXd least = dense::least_norm_solution(W, u - b, 1e-11);
      bool inside = true;
      for (const ContactRows& c : p.contacts) {
        const auto k = static_cast<Eigen::Index>(c.first);
        inside = inside && least.segment<2>(k + 1).norm() <= c.mu * least[k];
      }
      EXPECT_GE(force.norm(), least.norm() * (1 - 1e-9));
      if (inside) {
        ++compared;
        EXPECT_LE(force.norm(), least.norm() * (1 + 1e-3)) << side << " " << slope;
      }
    }
  }
  EXPECT_GE(compared, 6);
}

FrictionProblem sphere_on_floor(double mu, std::vector<double> b, int rows = 3) {
  // Mass 1, radius 0.5, solid.
  FrictionProblem p;
  const double diagonal[] = {1, 3.5, 3.5, 10};
  const auto n = static_cast<std::size_t>(rows);
  p.W.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) p.W[i * n + i] = diagonal[i];
  p.b = std::move(b);
  p.contacts = {{0, rows, mu, 0.1}};
  return p;
}

TEST(FrictionProblem, OneContactSticksOrSlips) {
  const FrictionSolution sticks = solve(sphere_on_floor(0.5, {-2, 0.7, 0}));
  EXPECT_EQ(sticks.method, FrictionMethod::closed_form);
  EXPECT_THAT(sticks.force, testing::Pointwise(testing::DoubleNear(1e-15), {2.0, -0.2, 0.0}));
  EXPECT_THAT(sticks.velocity, testing::Pointwise(testing::DoubleNear(1e-15), {0.0, 0.0, 0.0}));
  const FrictionSolution slips = solve(sphere_on_floor(0.05, {-2, 0.6, 0.8}));
  EXPECT_THAT(slips.force, testing::Pointwise(testing::DoubleNear(1e-15), {2.0, -0.06, -0.08}));
  const FrictionSolution opens = solve(sphere_on_floor(0.5, {2, 0.7, 0}));
  EXPECT_EQ(opens.method, FrictionMethod::none);
  EXPECT_THAT(opens.force, testing::Each(0.0));
}

// |torque| <= 0.1 mu l_n = 0.1: a spin of 0.5 is held (0.05), one of 3 slips.
TEST(FrictionProblem, SpinHasALimitOfItsOwn) {
  const FrictionSolution holds = solve(sphere_on_floor(0.5, {-2, 0.7, 0, 0.5}, 4));
  EXPECT_TRUE(holds.solved);
  EXPECT_NEAR(holds.force[3], -0.05, 1e-15);
  const FrictionSolution turns = solve(sphere_on_floor(0.5, {-2, 0.7, 0, 3}, 4));
  EXPECT_TRUE(turns.solved);
  EXPECT_NEAR(turns.force[3], -0.1, 1e-15);
  EXPECT_NEAR(turns.velocity[3], 2, 1e-14);
}

// Beyond 1e3 heaps may be left unsolved, by name; one body is not.
TEST(FrictionProblem, ExtremeFrictionsAreSolved) {
  Random random(8);
  expect_solved(resting_box(4, 0.6, {.mu = 1e6, .speed = 1}));
  for (const double mu : {0.0, 1e-9, 10.0, 100.0, 1e3}) {
    for (int i = 0; i < 10; ++i) {
      SceneOptions o;
      o.mu = mu;
      SCOPED_TRACE(testing::Message() << mu << " " << i);
      expect_solved(pile(random.integer(1, 6), o, random));
    }
  }
}

// A latch between two masses: they move together, whatever pushes.
TEST(FrictionProblem, LocksTakeForcesOfEitherSign) {
  // Row 0: lock between masses 1 and 2. Row 1: mass 1 on the floor.
  for (const double pull : {-3.0, 3.0}) {
    FrictionProblem p;
    p.W = {2, -1, -1, 1};
    p.b = {pull, -1};
    p.contacts = {{.first = 0, .bilateral = true}, {.first = 1}};
    const FrictionSolution s = solve(p);
    EXPECT_TRUE(s.solved) << s.failure;
    EXPECT_NEAR(s.velocity[0], 0, 1e-15);
    EXPECT_GE(s.velocity[1], -1e-15);
    EXPECT_GE(s.force[1], 0);
    EXPECT_NEAR(s.force[1] * s.velocity[1], 0, 1e-14);
  }
}

TEST(FrictionProblem, KindsOfContactsMix) {
  Random random(17);
  for (int i = 0; i < 100; ++i) {
    // Rows of a random matrix with full rank: there is always a solution.
    FrictionProblem p;
    int n = 0;
    for (int k = 0; k < 6; ++k) {
      const int rows = random.integer(0, 4);
      p.contacts.push_back({.first = static_cast<std::size_t>(n),
                            .rows = std::max(rows, 1),
                            .mu = random.uniform(0, 0.6),
                            .spin = 0.1,
                            .bilateral = rows == 0});
      n += std::max(rows, 1);
    }
    Eigen::MatrixXd J(n, n + 4);
    for (Eigen::Index r = 0; r < J.rows(); ++r) {
      for (Eigen::Index c = 0; c < J.cols(); ++c) J(r, c) = random.uniform(-1, 1);
    }
    const Eigen::MatrixXd W = J * J.transpose();
    p.W.assign(W.data(), W.data() + W.size());
    for (int k = 0; k < n; ++k) p.b.push_back(random.uniform(-1, 1));
    const FrictionSolution s = solve(p);
    EXPECT_TRUE(s.solved) << i << ": " << s.failure;
  }
}

TEST(FrictionProblem, AStartNearTheSolutionSavesWork) {
  Random random(3);
  SceneOptions o;
  const FrictionProblem p = pile(20, o, random);
  const FrictionSolution first = solve(p);
  const FrictionSolution again = solve(p, first.force);
  EXPECT_TRUE(again.solved);
  EXPECT_LT(again.iterations, first.iterations);
}

TEST(FrictionProblem, NonsenseIsRefusedByName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto failure = [](auto change) {
    FrictionProblem p = sphere_on_floor(0.5, {-1, 0, 0});
    change(p);
    const FrictionSolution s = solve(p);
    EXPECT_FALSE(s.solved);
    return s.failure;
  };
  EXPECT_THAT(failure([&](auto& p) { p.b[1] = nan; }), HasSubstr("b[1] is nan"));
  EXPECT_THAT(failure([&](auto& p) { p.W[4] = nan; }), HasSubstr("W[1,1]"));
  EXPECT_THAT(failure([&](auto& p) { p.W[4] = -1; }), HasSubstr("negative"));
  EXPECT_THAT(failure([&](auto& p) { p.W[1] = 0.5; }), HasSubstr("not symmetric"));
  EXPECT_THAT(failure([&](auto& p) { p.W.pop_back(); }), HasSubstr("W has 8 numbers"));
  EXPECT_THAT(failure([&](auto& p) { p.contacts[0].mu = -1; }), HasSubstr("friction of -1"));
  EXPECT_THAT(failure([&](auto& p) { p.contacts[0].rows = 2; }), HasSubstr("row 2 belongs to 0"));
  EXPECT_THAT(failure([&](auto& p) { p.contacts[0].first = 1; }), HasSubstr("beyond"));
  EXPECT_THAT(failure([&](auto& p) { p.force_scale = nan; }), HasSubstr("nominal force"));
}

// A body pressed against a wall that nothing can move away from.
TEST(FrictionProblem, WhatCannotBeSolvedSaysSo) {
  FrictionProblem p;
  p.W = {0};
  p.b = {-1};
  p.contacts = {{}};
  FrictionSolution s = solve(p);
  EXPECT_FALSE(s.solved);
  EXPECT_THAT(s.failure, HasSubstr("contact 0 of 1"));
  // A mass between two walls that come closer.
  p.W = {1, -1, -1, 1};
  p.b = {-1, -1};
  p.contacts = {{.first = 0}, {.first = 1}};
  s = solve(p);
  EXPECT_FALSE(s.solved);
  EXPECT_THAT(s.failure, HasSubstr("no forces"));
  // Zero matrices that need no force are no failure.
  p.W = {0, 0, 0, 0};
  p.b = {0, 1};
  EXPECT_TRUE(solve(p).solved);
}

// On a slope with half the friction that is there, forces stay away from the limits.
TEST(FrictionMargin, IsFoundForAStickingBox) {
  const FrictionProblem p = resting_box(3, 0.1, {.mu = 0.5, .speed = 0});
  const MarginSolution m = with_margin(p, solve(p));
  EXPECT_EQ(m.kappa, 0.5);
  for (const ContactRows& c : p.contacts) {
    const double t = std::hypot(m.solution.force[c.first + 1], m.solution.force[c.first + 2]);
    EXPECT_LE(t, 0.25 * m.solution.force[c.first] * (1 + 1e-9));
  }
  // Forces on the limits are left at once: any margin is better than none. tan 0.45 = 0.966 mu.
  const FrictionProblem steep = resting_box(3, 0.45, {.mu = 0.5, .speed = 0});
  EXPECT_EQ(with_margin(steep, solve(steep)).kappa, 0.99);
  const FrictionProblem steepest = resting_box(3, std::atan(0.49999), {.mu = 0.5, .speed = 0});
  EXPECT_EQ(with_margin(steepest, solve(steepest)).kappa, 1);
  const FrictionProblem slides = resting_box(3, 0.6, {.mu = 0.5, .speed = 0});
  EXPECT_EQ(with_margin(slides, solve(slides)).kappa, 1);
}

TEST(FrictionProblem, ThreadsFindTheSameForces) {
  constexpr std::size_t kThreads = 8;
  std::vector<std::vector<FrictionProblem>> problems(kThreads);
  Random random(12);
  for (auto& mine : problems) {
    for (int i = 0; i < 20; ++i) {
      mine.push_back(pile(random.integer(1, 15), some_options(Rows::space, random), random));
    }
  }
  const auto forces = [](const std::vector<FrictionProblem>& mine) {
    std::vector<std::vector<double>> found;
    for (const FrictionProblem& p : mine) found.push_back(solve(p).force);
    return found;
  };
  std::vector<std::vector<std::vector<double>>> together(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] { together[i] = forces(problems[i]); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < kThreads; ++i) EXPECT_EQ(together[i], forces(problems[i]));
}

}  // namespace
}  // namespace multibond::contact
