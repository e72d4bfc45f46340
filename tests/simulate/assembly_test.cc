// Mechanisms are assembled from poor guesses, on the branch that was meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "examples/mechanics3d.h"
#include "linkages.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using test::Assembled;
using test::assembled;
using test::Guesses;
using ::testing::HasSubstr;

/// Angles that deviate by less belong to the same branch.
constexpr double kSameBranch = 0.6;
constexpr int kTrials = 20;

/// From the exact position, and from guesses up to 15 % off: all close, and 19 of 20 as meant. A
/// model is compiled once for all of them, and once with guesses that are off.
template <typename Make>
void expect_assembled(const Make& make) {
  auto linkage = make(Guesses(0));
  const auto model = compile_model(linkage);
  const Assembled exact = assembled(model, linkage.exact);
  EXPECT_TRUE(exact.closed) << exact.said;
  EXPECT_LT(exact.farthest, 1e-8);
  int as_meant = 0;
  for (int trial = 1; trial <= kTrials; ++trial) {
    Guesses guess(0.15, static_cast<unsigned>(trial));
    const Assembled result = assembled(model, linkage.exact, &guess);
    EXPECT_TRUE(result.closed) << "trial " << trial << ": " << result.said;
    as_meant += result.closed && result.farthest < kSameBranch;
  }
  EXPECT_GE(as_meant, 19);
  auto poor = make(Guesses(0.15, 99));
  const Assembled compiled = assembled(poor);
  EXPECT_TRUE(compiled.closed) << compiled.said;
  EXPECT_LT(compiled.farthest, kSameBranch);
}

TEST(Assembly, FourBarInThePlaneWithoutAGuessForTheLastJoint) {
  expect_assembled([](Guesses guess) { return test::PlaneFourBar(guess); });
}

TEST(Assembly, PeaucellierWithTheCrankFixed) {
  expect_assembled([](Guesses guess) { return test::Peaucellier(guess); });
}

TEST(Assembly, PeaucellierWithTheCrankWished) {
  expect_assembled([](Guesses guess) { return test::Peaucellier(guess, false); });
}

TEST(Assembly, Bennett) {
  const test::Chain chain = test::bennett();
  expect_assembled([&](Guesses guess) { return test::Ring(chain.points, chain.axes, guess); });
}

TEST(Assembly, Schatz) {
  const test::Chain chain = test::schatz();
  expect_assembled([&](Guesses guess) { return test::Ring(chain.points, chain.axes, guess); });
}

TEST(Assembly, SevenHingesInSpace) {
  for (const unsigned seed : {1u, 2u}) {
    const test::Chain chain = test::seven(seed);
    expect_assembled([&](Guesses guess) { return test::Ring(chain.points, chain.axes, guess); });
  }
}

TEST(Assembly, SevenHingesInSpaceWithoutAGuessForTheLast) {
  const test::Chain chain = test::seven(3);
  expect_assembled([&](Guesses guess) { return test::Ring(chain.points, chain.axes, guess, 6); });
}

TEST(Assembly, PlatformOnSixLegs) {
  expect_assembled([](Guesses guess) { return test::Stewart(guess); });
}

// The guesses of the reproducer: all but the crank too small or too large by the same share.
TEST(Assembly, PeaucellierFromGuessesThatAreAllTooSmallOrTooLarge) {
  for (const bool fixed : {true, false}) {
    for (const double share : {0.8, 0.9, 1.0, 1.02, 1.025, 1.03, 1.04, 1.05, 1.1, 1.2}) {
      test::Peaucellier linkage([=](double angle) { return share * angle; }, fixed);
      const Assembled result = assembled(linkage);
      EXPECT_TRUE(result.closed) << share << ": " << result.said;
      if (share > 1.05) continue;  // the folded position is as near
      EXPECT_LT(result.farthest, kSameBranch) << share;
    }
  }
}

// A straight chain that is too long feels no direction in which its end would come nearer.
TEST(Assembly, AStraightChainIsBent) {
  for (const std::size_t links : {3u, 10u, 50u}) {
    test::HangingChain chain(links, 5, 3);
    const Result result = simulate(chain, {.stop = 0.01});
    ASSERT_EQ(result.status, RunStatus::completed);
    EXPECT_LT(result.largest_residual, 1e-8);
    const std::string last = "link[" + std::to_string(links) + "].ports[1].";
    EXPECT_NEAR(result.initial(last + "x"), 3, 1e-8);
    EXPECT_NEAR(result.initial(last + "y"), 0, 1e-8);
  }
}

std::string refusal(Component&& model) {
  try {
    simulate(model, {.stop = 0.01});
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

/// Two links of 1 m and 1.3 m between two points: a triangle, if it closes.
struct Span : Model {
  planar::World world{this, "world"};
  planar::Fixed pin{this, "pin"};
  planar::Revolute a{this, "a"}, b{this, "b"}, c{this, "c"};
  planar::FixedTranslation left{this, "left"}, right{this, "right"};
  planar::Body end{this, "end"};
  explicit Span(double distance) {
    pin.r = Vector2(distance, 0);
    left.r = Vector2(1, 0);
    right.r = Vector2(1.3, 0);
    a.phi.start(0.4);
    b.phi.start(-0.7);
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, left.frame_a);
    connect(left.frame_b, b.frame_a);
    connect(b.frame_b, right.frame_a);
    connect(right.frame_b, c.frame_a);
    connect(right.frame_b, end.frame_a);
    connect(c.frame_b, pin.frame_b);
  }
};

TEST(OpenLoop, SaysByHowMuchAndWhatWouldHaveToBeHowLong) {
  EXPECT_EQ(refusal(Span(2.4)),
            "The initial configuration cannot be assembled: the loop that closes at b.frame_b "
            "cannot be satisfied. At best the loop that closes at b.frame_b stays open by 0.1 m. "
            "It would close if pin.r were 0.1 m shorter. Check lengths and positions.");
  EXPECT_EQ(refusal(Span(2.2)), "not refused");
}

/// The slider of the governor stands so low that its arms lean by 34 degrees. The last joint has no
/// guess: of the angles that close its loop, whole turns apart, it gets the one nearest to zero.
TEST(Assembly, TurnsAJointInSpaceNoFurtherThanItMust) {
  examples::CentrifugalForce governor;
  const Result result = simulate(governor, {.stop = 0.01, .intervals = 1});
  const double lean = std::asin(0.725 / 1.3);
  EXPECT_NEAR(result.initial("PlanarRevolute2.phi"), 2 * lean - std::numbers::pi, 1e-9);
}

// The sides are 1, 1.3 and 1.5 m long: cos(a.phi) = 0.52.
TEST(OpenLoop, NamesTheClosestValueToAFixedOne) {
  struct Reach : Span {
    explicit Reach(double angle) : Span(1.5) { a.phi.start(angle).fixed(); }
  };
  EXPECT_EQ(refusal(Reach(std::acos(0.52))), "not refused");
  for (const double angle : {0.9, -0.9, 2.0}) {
    EXPECT_THAT(refusal(Reach(angle)),
                HasSubstr(angle > 0 ? "Closest possible: a.phi = 1.02395 rad."
                                    : "Closest possible: a.phi = -1.02395 rad."))
        << angle;
  }
}

}  // namespace
}  // namespace multibond
