#include "multibond/contact/impact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "contact/support/scenes.h"

namespace multibond::contact {
namespace {

using test::pile;
using test::Random;
using test::row_of_masses;
using test::Rows;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

ImpactProblem impacts(const FrictionProblem& p, double restitution,
                      ImpactLaw law = ImpactLaw::energetic) {
  ImpactProblem problem{p.W, p.b, {}, 0};
  for (const ContactRows& c : p.contacts) problem.contacts.push_back({c, restitution, law});
  return problem;
}

/// Velocities of masses in a row after their impacts.
std::vector<double> in_a_row(const std::vector<double>& masses, std::vector<double> v, double eps,
                             ImpactOrder order) {
  const ImpactSolution s = impact(impacts(row_of_masses(masses, v), eps), order);
  EXPECT_TRUE(s.solved) << s.failure;
  for (std::size_t i = 0; i + 1 < v.size(); ++i) {
    v[i] -= s.impulse[i] / masses[i];
    v[i + 1] += s.impulse[i] / masses[i + 1];
  }
  return v;
}

std::vector<double> first_moving(std::size_t count) {
  std::vector<double> v(5, 0.0);
  std::fill_n(v.begin(), count, 1.0);
  return v;
}

TEST(Impact, CradleInSequenceGivesOutAsManyAsComeIn) {
  const std::vector<double> masses(5, 1.0);
  for (std::size_t k = 1; k < 5; ++k) {
    std::vector<double> out(5, 0.0);
    std::fill_n(out.rbegin(), k, 1.0);
    EXPECT_THAT(in_a_row(masses, first_moving(k), 1, ImpactOrder::sequential),
                Pointwise(DoubleNear(1e-12), out));
  }
}

TEST(Impact, CradleTogetherDoesNot) {
  const std::vector<double> masses(5, 1.0);
  const std::vector<double> out[] = {{-0.6, 0.4, 0.4, 0.4, 0.4},
                                     {-0.2, -0.2, 0.8, 0.8, 0.8},
                                     {0.2, 0.2, 0.2, 1.2, 1.2},
                                     {0.6, 0.6, 0.6, 0.6, 1.6}};
  for (std::size_t k = 1; k < 5; ++k) {
    EXPECT_THAT(in_a_row(masses, first_moving(k), 1, ImpactOrder::simultaneous),
                Pointwise(DoubleNear(1e-12), out[k - 1]));
  }
}

TEST(Impact, CradleWithLosses) {
  const std::vector<double> masses(5, 1.0);
  const auto out = [&](std::size_t k, double eps) {
    return in_a_row(masses, first_moving(k), eps, ImpactOrder::sequential);
  };
  EXPECT_THAT(out(1, 0.9),
              Pointwise(DoubleNear(1e-11), {0.043525082031, 0.045372964844, 0.047296640625,
                                            0.049299062500, 0.81450625}));
  EXPECT_THAT(out(1, 0.5),
              Pointwise(DoubleNear(1e-11), {0.153869628906, 0.167175292969, 0.177978515625,
                                            0.184570312500, 0.316406250000}));
  EXPECT_THAT(out(2, 0.9),
              Pointwise(DoubleNear(1e-11), {0.088898046875, 0.092772265625, 0.096810937500,
                                            0.857713437500, 0.863805312500}));
  EXPECT_THAT(out(1, 0), Pointwise(DoubleNear(1e-14), {0.2, 0.2, 0.2, 0.2, 0.2}));
}

TEST(Impact, UnequalMassesInARow) {
  const std::vector<double> masses = {1, 2, 3, 4, 5};
  EXPECT_THAT(in_a_row(masses, first_moving(1), 1, ImpactOrder::sequential),
              Pointwise(DoubleNear(1e-12),
                        {-1.0 / 3, -2.0 / 15, -0.0761904761905, -0.0507936507937, 0.406349206349}));
  EXPECT_THAT(in_a_row(masses, first_moving(2), 1, ImpactOrder::sequential),
              Pointwise(DoubleNear(1e-12),
                        {-0.6, -0.257142857143, -0.152380952381, 0.380952380952, 0.609523809524}));
}

// Random chains need tens of thousands of impacts with eps = 0 or 0.5: they are ended.
TEST(Impact, LongSequencesAreEndedByAPlasticImpact) {
  Random random(4);
  bool bounded = false;
  for (int i = 0; i < 200; ++i) {
    const auto n = static_cast<std::size_t>(random.integer(3, 12));
    std::vector<double> masses(n), v(n);
    for (double& m : masses) m = random.factor(10);
    for (double& x : v) x = random.uniform(-1, 1);
    const double restitutions[] = {0, 0.5, 0.9, 1};
    const ImpactSolution s =
        impact(impacts(row_of_masses(masses, v), restitutions[i % 4]), ImpactOrder::sequential);
    EXPECT_TRUE(s.solved) << s.failure;
    EXPECT_LE(s.impacts, 20 + 10 * static_cast<int>(n - 1));
    for (const double u : s.velocity) EXPECT_GE(u, -1e-12);
    EXPECT_LE(std::accumulate(s.work.begin(), s.work.end(), 0.0), 1e-12);
    for (const ImpactNote& note : s.notes) {
      bounded = bounded || note.kind == ImpactNote::Kind::bounded;
    }
  }
  EXPECT_TRUE(bounded);
}

TEST(Impact, SlowApproachesArePlastic) {
  ImpactProblem p = impacts(row_of_masses({1, 1}, {1e-7, 0}), 1);
  p.rest_speed = 1e-6;
  const ImpactSolution s = impact(p, ImpactOrder::sequential);
  EXPECT_EQ(s.velocity[0], 0);
  EXPECT_EQ(s.impacts, 0);
  EXPECT_TRUE(s.together);
}

// A ball hits two at once: the order decides, which is reported.
TEST(Impact, TiesAreReported) {
  const ImpactSolution s =
      impact(impacts(row_of_masses({1, 1, 1}, {1, 0, -1}), 0.5), ImpactOrder::sequential);
  ASSERT_FALSE(s.notes.empty());
  EXPECT_EQ(s.notes[0].kind, ImpactNote::Kind::tie);
  EXPECT_EQ(s.notes[0].contact, 0u);
  EXPECT_EQ(s.notes[0].other, 1u);
  // Two pairs far from each other may come in any order.
  ImpactProblem apart{{2, 0, 0, 2}, {-1, -1}, {{{0, 1}, 0.5}, {{1, 1}, 0.5}}, 0};
  EXPECT_TRUE(impact(apart, ImpactOrder::sequential).notes.empty());
}

TEST(Impact, ContactsThatSeparateAreLeftAlone) {
  const ImpactProblem p = impacts(row_of_masses({1, 1, 1}, {0, 0, 1}), 1);
  for (const ImpactOrder order : {ImpactOrder::sequential, ImpactOrder::simultaneous}) {
    const ImpactSolution s = impact(p, order);
    EXPECT_THAT(s.impulse, testing::Each(0.0));
    EXPECT_THAT(s.velocity, ElementsAre(0, 1));
  }
}

TEST(Impact, NeitherOrderGainsEnergy) {
  Random random(6);
  for (int i = 0; i < 60; ++i) {
    test::SceneOptions o;
    o.rows = i % 3 == 0 ? Rows::normal : i % 3 == 1 ? Rows::plane : Rows::space;
    o.mu = random.uniform(0, 1);
    const FrictionProblem f = pile(random.integer(2, 8), o, random);
    for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::energetic}) {
      const ImpactProblem p = impacts(f, random.uniform(0, 1), law);
      for (const ImpactOrder order : {ImpactOrder::sequential, ImpactOrder::simultaneous}) {
        const ImpactSolution s = impact(p, order);
        EXPECT_TRUE(s.solved) << s.failure;
        double work = 0, from_impulse = 0, size = 0;
        for (const double w : s.work) work += w;
        for (std::size_t k = 0; k < p.u.size(); ++k) {
          from_impulse += s.impulse[k] * (s.velocity[k] + p.u[k]) / 2;
          size += std::abs(s.impulse[k] * (s.velocity[k] - p.u[k])) / 2;
        }
        EXPECT_LE(work, 1e-12 * size);
        EXPECT_NEAR(work, from_impulse, 1e-11 * (size + 1e-300));
        // 1e-12 of velocities up to 30.
        for (const ContactRows& c : f.contacts) EXPECT_GE(s.velocity[c.first], -3e-11);
      }
    }
  }
}

// Row 0 locks a mass at speed 3 to one at rest, which touches a wall (row 1): both go on at 1.5
// into the wall and come back at half of it. The lock loses 9/4 J, the wall 27/16 J.
TEST(Impact, ASliderBetweenTwoWallsStops) {
  // By Newton's law it would leave the wall that it hits, through the other one.
  const ImpactProblem p{{1, -1, -1, 1}, {-1, 1}, {{{.first = 0}, 1}, {{.first = 1}, 1}}, 0};
  const ImpactSolution s = impact(p, ImpactOrder::simultaneous);
  ASSERT_TRUE(s.solved) << s.failure;
  EXPECT_THAT(s.velocity, Pointwise(DoubleNear(1e-12), {0.0, 0.0}));
  EXPECT_NEAR(s.work[0] + s.work[1], -0.5, 1e-12);
  ASSERT_EQ(s.notes.size(), 1u);
  EXPECT_EQ(s.notes[0].kind, ImpactNote::Kind::poisson);
}

TEST(Impact, LocksHoldThroughout) {
  const ImpactProblem p{
      {2, -1, -1, 1}, {-3, 0}, {{{.first = 0, .bilateral = true}, 0}, {{.first = 1}, 0.5}}, 0};
  const ImpactSolution s = impact(p, ImpactOrder::sequential);
  ASSERT_TRUE(s.solved) << s.failure;
  EXPECT_THAT(s.velocity, Pointwise(DoubleNear(1e-15), {0.0, 0.75}));
  EXPECT_THAT(s.work, Pointwise(DoubleNear(1e-14), {-2.25, -1.6875}));
  const ImpactSolution together = impact(p, ImpactOrder::simultaneous);
  ASSERT_TRUE(together.solved) << together.failure;
  EXPECT_THAT(together.velocity, Pointwise(DoubleNear(1e-14), {0.0, 0.75}));
  EXPECT_THAT(together.work, Pointwise(DoubleNear(1e-13), {-2.25, -1.6875}));
}

TEST(Impact, WhatBreaksThroughIsIgnoredAfterwards) {
  const ImpactProblem p{{1}, {-2}, {{{0, 1}, -0.5}}, 0};
  const ImpactSolution s = impact(p, ImpactOrder::sequential);
  EXPECT_TRUE(s.solved);
  EXPECT_EQ(s.impacts, 1);
  EXPECT_NEAR(s.velocity[0], -1, 1e-15);
}

TEST(Impact, NonsenseIsRefusedByName) {
  const ImpactProblem p{{1}, {-2}, {{{0, 1}, 1.5}}, 0};
  const ImpactSolution s = impact(p, ImpactOrder::sequential);
  EXPECT_FALSE(s.solved);
  EXPECT_THAT(s.failure, testing::HasSubstr("restitution of 1.5"));
  const ImpactProblem walls{{0}, {-2}, {{{0, 1}, 1}}, 0};
  EXPECT_FALSE(impact(walls, ImpactOrder::sequential).solved);
}

}  // namespace
}  // namespace multibond::contact
