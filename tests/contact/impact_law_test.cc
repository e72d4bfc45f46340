#include "multibond/contact/impact_law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "contact/support/scenes.h"

namespace multibond::contact {
namespace {

using test::Random;
using testing::DoubleNear;
using testing::Pointwise;

std::vector<double> after(const std::vector<double>& W, const std::vector<double>& u,
                          const ImpactSurface& surface) {
  return impact(W, u, surface).velocity;
}

// Slip turns by 77 degrees during the impact, or stops. Values by integration in other software.
TEST(ImpactLaw, ObliqueImpactInSpaceForTheThreeLaws) {
  const std::vector<double> W = {2.5, -1, 0.4, -1, 2.2, 0.3, 0.4, 0.3, 1.8}, u = {-1, 0.6, 0.35};
  struct Case {
    double mu;
    ImpactLaw law;
    std::vector<double> velocity;
    double p;
  };
  const Case cases[] = {
      {0.2, ImpactLaw::newton, {0.5, -0.1280961564, 0.3965257592}, 0.5975772324},
      {0.2, ImpactLaw::poisson, {0.4703252113, -0.1164558135, 0.3956004638}, 0.5850274418},
      {0.2, ImpactLaw::energetic, {0.480507244, -0.120463663, 0.395911712}, 0.589330905},
      {0.8, ImpactLaw::newton, {0.5, 0, 0}, 0.695592476},
      {0.8, ImpactLaw::poisson, {0.352101915, 0, 0}, 0.617003215},
      {0.8, ImpactLaw::energetic, {0.402675083, 0, 0}, 0.643876503},
  };
  for (const Case& c : cases) {
    const SingleImpact hit = impact(W, u, {.mu = c.mu, .restitution = 0.5, .law = c.law});
    EXPECT_THAT(hit.velocity, Pointwise(DoubleNear(1e-9), c.velocity));
    EXPECT_NEAR(hit.impulse[0], c.p, 1e-9);
    EXPECT_FALSE(hit.reduced);
    EXPECT_LT(hit.work, 0);
  }
}

/// The tip of a rod of length and mass 1, inclined by an angle from the floor; rows n, t.
std::vector<double> rod(double degrees) {
  const double a = degrees * std::acos(-1.0) / 180, s = std::sin(a), c = std::cos(a);
  return {1 + 3 * c * c, -3 * s * c, -3 * s * c, 1 + 3 * s * s};
}

// Slip reverses at 45 degrees and stops at 60.
TEST(ImpactLaw, RoughRodForTheThreeLaws) {
  struct Case {
    double degrees, restitution;
    std::vector<double> before;
    ImpactLaw law;
    std::vector<double> velocity, impulse;
  };
  const Case cases[] = {
      {45, 0.5, {-1, 0.6}, ImpactLaw::newton, {0.5, -0.112987013}, {0.670129870, 0.116883117}},
      {45,
       0.5,
       {-1, 0.6},
       ImpactLaw::poisson,
       {0.336363636, -0.089610390},
       {0.576623377, 0.070129870}},
      {45,
       0.5,
       {-1, 0.6},
       ImpactLaw::energetic,
       {0.379973901, -0.095840427},
       {0.601543528, 0.082589946}},
      {45,
       1,
       {-1, 0.6},
       ImpactLaw::poisson,
       {0.672727273, -0.137662338},
       {0.768831169, 0.166233766}},
      {45,
       1,
       {-1, 0.6},
       ImpactLaw::energetic,
       {0.759947802, -0.150122413},
       {0.818671471, 0.191153917}},
      {60, 0.7, {-1, 0.3}, ImpactLaw::newton, {0.7, 0}, {1.283822142, 0.420841195}},
      {60, 0.7, {-1, 0.3}, ImpactLaw::poisson, {0.616062153, 0}, {1.215622642, 0.393581580}},
      {60, 0.7, {-1, 0.3}, ImpactLaw::energetic, {0.622054668, 0}, {1.220491560, 0.395527706}},
  };
  for (const Case& c : cases) {
    const SingleImpact hit =
        impact(rod(c.degrees), c.before, {.mu = 0.5, .restitution = c.restitution, .law = c.law});
    EXPECT_THAT(hit.velocity, Pointwise(DoubleNear(1e-9), c.velocity));
    EXPECT_THAT(hit.impulse, Pointwise(DoubleNear(1e-9), c.impulse));
    EXPECT_FALSE(hit.reduced);
  }
}

// Newton's law would give 1.079 of the energy back (Kane, Levinson).
TEST(ImpactLaw, NewtonsLawIsReducedWhereItWouldGainEnergy) {
  const SingleImpact hit = impact(rod(45), std::vector<double>{-1, 0.6},
                                  {.mu = 0.5, .restitution = 1, .law = ImpactLaw::newton});
  EXPECT_TRUE(hit.reduced);
  EXPECT_NEAR(hit.work, 0, 1e-15);
  EXPECT_LT(hit.velocity[0], 1);
  EXPECT_GT(hit.velocity[0], 0.76);  // more than the energetic law
}

TEST(ImpactLaw, FrictionlessAndPlasticRod) {
  const SingleImpact smooth = impact(rod(45), std::vector<double>{-1, 0}, {.restitution = 0.5});
  EXPECT_NEAR(smooth.impulse[0], 0.6, 1e-15);
  EXPECT_NEAR(smooth.work, -0.15, 1e-15);  // energy ratio 0.7 of 1/2
  const SingleImpact plastic = impact(rod(45), std::vector<double>{-1, 0}, {.restitution = 0});
  EXPECT_NEAR(plastic.impulse[0], 0.4, 1e-15);
  // The tip sticks: rate 3/2 v0 cos / L, from the impulse about the centre.
  const SingleImpact sticks =
      impact(rod(45), std::vector<double>{-1, 0}, {.mu = 1, .restitution = 0});
  EXPECT_THAT(sticks.velocity, Pointwise(DoubleNear(1e-15), {0.0, 0.0}));
  const double arm = std::sqrt(0.125);
  EXPECT_NEAR(12 * arm * (sticks.impulse[0] - sticks.impulse[1]), 1.06066017177982, 1e-13);
}

// Solid sphere, e = 0.5, velocity (1, -2): sticks for mu above 2/21.
TEST(ImpactLaw, SphereOnARoughFloor) {
  const std::vector<double> W = {1, 0, 0, 3.5}, u = {-2, 1};
  const SingleImpact slips = impact(W, u, {.mu = 0.05, .restitution = 0.5});
  EXPECT_NEAR(1 + slips.impulse[1], 0.85, 1e-15);
  const SingleImpact sticks = impact(W, u, {.mu = 0.0953, .restitution = 0.5});
  EXPECT_NEAR(1 + sticks.impulse[1], 5.0 / 7, 1e-15);
  EXPECT_EQ(sticks.velocity[1], 0);
}

// Thesis 4.8: I 0.04, r 0.25, spin -8 pi, mu 0.1, eps 1: slips, slips, sticks.
TEST(ImpactLaw, BouncingBallWithSpin) {
  const double inertia = 0.04, r = 0.25, mass = 1, drop = std::sqrt(2 * 9.81);
  const std::vector<double> W = {1 / mass, 0, 0, 1 / mass + r * r / inertia};
  double v = 0, w = -8 * std::acos(-1.0);
  const double expected[][2] = {{0.885889383614004, -19.5959325811308},
                                {1.77177876722801, -14.0591239335433},
                                {2.4519747540213, -9.80789901608521},
                                {2.4519747540213, -9.80789901608521}};
  for (const auto& e : expected) {
    const SingleImpact hit =
        impact(W, std::vector<double>{-drop, v + r * w}, {.mu = 0.1, .restitution = 1});
    v += hit.impulse[1] / mass;
    w += r * hit.impulse[1] / inertia;
    EXPECT_NEAR(hit.velocity[0], drop, 1e-14);
    EXPECT_NEAR(v, e[0], 1e-13);
    EXPECT_NEAR(w, e[1], 1e-12);
  }
}

TEST(ImpactLaw, NegativeRestitutionBreaksThrough) {
  const std::vector<double> W = {2, 0, 0, 3};
  EXPECT_THAT(after(W, {-4, 1}, {.restitution = -0.25}), Pointwise(DoubleNear(1e-15), {-1.0, 1.0}));
  EXPECT_THAT(impact(W, std::vector<double>{-4, 1}, {.restitution = -1}).impulse,
              testing::Each(0.0));
}

TEST(ImpactLaw, WhatSeparatesOrCannotMoveHasNoImpact) {
  EXPECT_THAT(impact(std::vector<double>{2.0}, std::vector<double>{1.0}, {}).impulse,
              testing::Each(0.0));
  EXPECT_THAT(impact(std::vector<double>{2.0}, std::vector<double>{0.0}, {}).impulse,
              testing::Each(0.0));
  EXPECT_THAT(impact(std::vector<double>{0.0}, std::vector<double>{-1.0}, {}).impulse,
              testing::Each(0.0));
}

// A rod at 60 degrees with mu above 1.347, sliding so that it digs in: its slip stops although it
// did not approach.
TEST(ImpactLaw, SlipThatDigsInHasAnImpactWithoutApproach) {
  const std::vector<double> u = {0, -1};
  EXPECT_THAT(impact(rod(60), u, {.mu = 1.3, .restitution = 0}).impulse, testing::Each(0.0));
  const SingleImpact hit = impact(rod(60), u, {.mu = 1.4, .restitution = 0});
  EXPECT_GT(hit.impulse[0], 0);
  EXPECT_THAT(hit.velocity, Pointwise(DoubleNear(1e-15), {0.0, 0.0}));
  EXPECT_LT(hit.work, 0);
}

// The torque of spin has a limit of its own: 0.1 mu p.
TEST(ImpactLaw, SpinSlowsDownByItsOwnFriction) {
  std::vector<double> W(16, 0.0);
  W[0] = 1, W[5] = W[10] = 3.5, W[15] = 10;
  const ImpactSurface surface{.mu = 0.5, .spin = 0.1, .restitution = 0.5};
  const SingleImpact slips = impact(W, std::vector<double>{-2, 0.3, 0.4, 5}, surface);
  EXPECT_NEAR(slips.impulse[0], 3, 1e-14);
  EXPECT_NEAR(slips.impulse[3], -0.15, 1e-15);
  EXPECT_NEAR(slips.velocity[3], 3.5, 1e-14);
  const SingleImpact stops = impact(W, std::vector<double>{-2, 0.3, 0.4, 1}, surface);
  EXPECT_EQ(stops.velocity[3], 0);
  EXPECT_NEAR(stops.impulse[3], -0.1, 1e-15);
}

/// A random contact matrix, possibly close to singular.
std::vector<double> random_matrix(std::size_t rows, Random& random) {
  std::vector<double> J(rows * 5), W(rows * rows);
  for (double& x : J) x = random.uniform(-1, 1);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      for (std::size_t k = 0; k < 5; ++k) W[i * rows + j] += J[5 * i + k] * J[5 * j + k];
    }
  }
  return W;
}

// What holds for every impact, here of 1e5 random ones: no energy is gained, momentum is kept, the
// impulse lies in the cone, the contact does not approach any more.
TEST(ImpactLaw, RandomImpactsGainNoEnergyAndKeepMomentum) {
  Random random(2);
  for (int i = 0; i < 100000; ++i) {
    const std::size_t rows = i % 50 == 0 ? 4 : i % 25 == 1 ? 3 : i % 5 == 2 ? 1 : 2;
    const double scale = random.factor(1e6), speed = random.factor(1e3);
    std::vector<double> W = random_matrix(rows, random), u(rows);
    for (double& x : W) x *= scale;
    for (double& x : u) x = speed * random.uniform(-1, 1);
    u[0] = -std::abs(u[0]) * (i % 7 == 0 ? 0 : i % 11 == 0 ? 1e-6 : 1);
    if (rows > 1 && i % 13 == 0) u[1] = 0;
    const ImpactSurface surface{.mu = random.uniform(0, 1.5) * (i % 17 == 0 ? 10 : 1),
                                .spin = random.uniform(0, 0.5),
                                .restitution = i % 19 == 0 ? 0 : random.uniform(0, 1),
                                .law = static_cast<ImpactLaw>(i % 3)};
    const SingleImpact hit = impact(W, u, surface);
    double kinetic = 0, largest = 0;
    for (const double x : u) largest = std::max(largest, std::abs(x));
    for (std::size_t j = 0; j < rows; ++j) {
      double velocity = u[j];
      for (std::size_t k = 0; k < rows; ++k) {
        velocity += W[j * rows + k] * hit.impulse[k];
        kinetic += hit.impulse[j] * W[j * rows + k] * hit.impulse[k] / 2;
      }
      ASSERT_NEAR(velocity, hit.velocity[j], 1e-11 * largest) << i;
    }
    ASSERT_LE(hit.work, 1e-12 * kinetic) << i;
    ASSERT_GE(hit.velocity[0], -1e-13 * largest) << i;
    if (rows == 1) continue;
    const double t = rows == 2 ? hit.impulse[1] : std::hypot(hit.impulse[1], hit.impulse[2]);
    ASSERT_LE(std::abs(t), surface.mu * hit.impulse[0] * (1 + 1e-11)) << i;
    if (rows == 4) {
      ASSERT_LE(std::abs(hit.impulse[3]), surface.spin * surface.mu * hit.impulse[0] * (1 + 1e-11));
    }
  }
}

// In the plane by the closed form, in space by integration.
TEST(ImpactLaw, SpaceAgreesWithThePlaneItContains) {
  Random random(9);
  for (int i = 0; i < 300; ++i) {
    const std::vector<double> P = random_matrix(2, random);
    const double u_n = -random.uniform(0, 1), u_t = random.uniform(-1, 1);
    // A third row that is not coupled, and the plane turned by an angle.
    const double a = random.uniform(0, 6), c = std::cos(a), s = std::sin(a), across = 0.7;
    const std::vector<double> W = {P[0],
                                   c * P[1],
                                   s * P[1],
                                   c * P[1],
                                   c * c * P[3] + s * s * across,
                                   c * s * (P[3] - across),
                                   s * P[1],
                                   c * s * (P[3] - across),
                                   s * s * P[3] + c * c * across};
    const ImpactSurface surface{.mu = random.uniform(0, 1), .restitution = random.uniform(0, 1)};
    const SingleImpact plane = impact(P, std::vector<double>{u_n, u_t}, surface);
    const SingleImpact space = impact(W, std::vector<double>{u_n, c * u_t, s * u_t}, surface);
    EXPECT_NEAR(space.velocity[0], plane.velocity[0], 1e-12);
    EXPECT_NEAR(c * space.velocity[1] + s * space.velocity[2], plane.velocity[1], 1e-12) << i;
  }
}

TEST(ImpactLaw, NonsenseIsRefused) {
  const std::vector<double> W = {1, 0, 0, 1}, u = {-1, 0};
  EXPECT_THROW(impact(W, u, {.mu = -1}), std::invalid_argument);
  EXPECT_THROW(impact(W, u, {.restitution = 1.5}), std::invalid_argument);
  EXPECT_THROW(impact(W, std::vector<double>{-1}, {}), std::invalid_argument);
  EXPECT_THROW(impact(W, std::vector<double>{-1, std::nan("")}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace multibond::contact
