// Many contacts without a matrix, against the solver of the same problem with one.

#include "multibond/contact/sweeps.h"

#include <gtest/gtest.h>

#include <random>

#include "multibond/contact/friction_problem.h"
#include "multibond/contact/unreachable.h"

namespace multibond::contact {
namespace {

/// Contacts of three rows over bodies of six rates with unit mass.
TEST(Sweeps, FindTheVelocitiesOfTheContactProblem) {
  std::mt19937 chance(7);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 50; ++round) {
    constexpr std::size_t kContacts = 4, kRates = 18, kRows = 3 * kContacts;
    std::vector<std::uint32_t> places;
    for (std::uint32_t k = 0; k < kRates; ++k) places.push_back(k);
    std::vector<double> J(kRows * kRates), rates(kRates);
    for (double& value : J) value = normal(chance);
    for (double& value : rates) value = normal(chance);
    FrictionProblem problem;
    problem.W.assign(kRows * kRows, 0.0);
    problem.b.assign(kRows, 0.0);
    Sweeps sweeps;
    for (std::size_t i = 0; i < kContacts; ++i) {
      const double* own = J.data() + 3 * i * kRates;
      std::vector<double> response(3 * kRates);
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t k = 0; k < kRates; ++k) response[k * 3 + r] = own[r * kRates + k];
      }
      sweeps.add(3, places, {own, 3 * kRates}, response, 0.5, 0, std::vector<double>(3, 0.0));
      problem.contacts.push_back({3 * i, 3, 0.5});
    }
    for (std::size_t r = 0; r < kRows; ++r) {
      for (std::size_t k = 0; k < kRates; ++k) problem.b[r] += J[r * kRates + k] * rates[k];
      for (std::size_t s = 0; s < kRows; ++s) {
        for (std::size_t k = 0; k < kRates; ++k) {
          problem.W[r * kRows + s] += J[r * kRates + k] * J[s * kRates + k];
        }
      }
    }
    const FrictionSolution exact = solve(problem);
    ASSERT_TRUE(exact.solved) << exact.failure;
    const std::vector<double> target(kContacts, 0.0);
    sweeps.solve(rates, target, 1e-14, 100000);
    for (std::size_t i = 0; i < kContacts; ++i) {
      for (std::size_t r = 0; r < 3; ++r) {
        EXPECT_NEAR(sweeps.velocity(i, static_cast<int>(r), rates), exact.velocity[3 * i + r], 1e-9)
            << round;
        EXPECT_NEAR(sweeps.force(i)[r], exact.force[3 * i + r], 1e-9) << round;
      }
    }
  }
}

/// Whatever the number of sweeps, forces are inside their cones.
TEST(Sweeps, CutShortStayInTheirCones) {
  Sweeps sweeps;
  const std::vector<std::uint32_t> places{0, 1, 2};
  const std::vector<double> J{1, 0.3, 0, 0.2, 1, 0, 0, 0.1, 1};
  const std::vector<double> X{1, 0.2, 0, 0.3, 1, 0.1, 0, 0, 1};
  sweeps.add(3, places, J, X, 0.4, 0, std::vector<double>{0, 0, 0});
  std::vector<double> rates{-1, 3, -2};
  sweeps.solve(rates, std::vector<double>{0}, 0, 1);
  const auto force = sweeps.force(0);
  EXPECT_GT(force[0], 0);
  EXPECT_LE(std::hypot(force[1], force[2]), 0.4 * force[0] * (1 + 1e-12));
}

/// Two rows that are the same, with velocities that differ by rounding: no force makes both zero.
TEST(Unreachable, RoundingIsTakenOutAndNothingElse) {
  FrictionProblem problem;
  problem.W = {1, 1, 1, 1};
  problem.b = {-1, -1 + 1e-11};
  problem.contacts = {{0, 1}, {1, 1}};
  EXPECT_TRUE(remove_unreachable(problem));
  EXPECT_NEAR(problem.b[0], problem.b[1], 1e-16);
  problem.b = {-1, -0.9};
  EXPECT_FALSE(remove_unreachable(problem));
  EXPECT_EQ(problem.b[1], -0.9);
}

}  // namespace
}  // namespace multibond::contact
