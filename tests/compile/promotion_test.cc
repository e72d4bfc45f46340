#include "multibond/compile/promotion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Paths of the variables of which one more derivative is wanted.
test::Lines promotions(std::string_view text) {
  System system = read_system(text);
  const Aliases aliases = remove_aliases(system, canonical_order(system)).aliases;
  const ReducedSystem reduced = reduce_index(system, demanded_orders(system, aliases));
  return test::paths(system, find_promotions(system, aliases, reduced));
}

// A frame behind a massless joint: its velocity is what the equation of motion contains.
constexpr const char* kJoint = R"(
  velocity frame.w, before.w
  prefer variable phi = 0.1
  prefer velocity w
  equation w = der(phi)
  equation frame.w = before.w + w
  equation before.w = sin(time)
  equation 2*der(frame.w) = -phi
)";

TEST(Promotion, RaisesAPreferredSpeedThatRestsOnAVelocity) {
  EXPECT_THAT(promotions(kJoint), ElementsAre("phi"));
}

TEST(Promotion, RaisesNothingWhereNobodyPrefers) {
  std::string text = kJoint;
  for (std::size_t at; (at = text.find("prefer")) != std::string::npos;) text.erase(at, 6);
  EXPECT_THAT(promotions(text), IsEmpty());
}

TEST(Promotion, RaisesNothingThatIsAStateAnyway) {
  EXPECT_THAT(promotions(R"(
    prefer variable phi
    prefer velocity w
    equation w = der(phi)
    equation 2*der(w) = -phi
  )"),
              IsEmpty());
}

TEST(Promotion, NeverDifferentiatesAForceLaw) {
  // A massless joint with a damper: its speed follows from the torque.
  EXPECT_THAT(promotions(R"(
    velocity frame.w
    effort torque
    prefer variable phi
    prefer velocity w
    equation w = der(phi)
    equation 3*w = torque
    equation torque = 2*der(frame.w) + phi
    equation 5*der(frame.w) = -frame.w
  )"),
              IsEmpty());
}

TEST(Promotion, NeverDifferentiatesTheConstraintOfALoop) {
  EXPECT_THAT(promotions(R"(
    velocity frame.w
    reaction f
    prefer variable phi
    prefer velocity w
    equation w = der(phi)
    constraint frame.w = w + sin(phi) by f
    equation 2*der(frame.w) = -phi
    equation f = 3*time
  )"),
              IsEmpty());
}

TEST(Promotion, FollowsTheChainFromJointToJoint) {
  // Both joints are massless: the speed of the first rests on that of the second.
  EXPECT_THAT(promotions(R"(
    velocity a.w, b.w
    prefer variable phi1, phi2
    prefer velocity w1, w2
    equation w1 = der(phi1)
    equation w2 = der(phi2)
    equation a.w = w1 + 2*time
    equation b.w = a.w + w2
    equation 2*der(a.w) = -phi1
    equation 3*der(b.w) = -phi2
  )"),
              ElementsAre("phi1", "phi2"));
}

TEST(Promotion, FollowsWhatASpeedRestsOnFromEquationToEquation) {
  // A gear between the joint and the frame: only the gear's equation knows the frame.
  EXPECT_THAT(promotions(R"(
    velocity frame.w
    variable gear.w
    prefer variable phi
    prefer velocity w
    equation w = der(phi)
    equation w = 5*gear.w
    equation gear.w = frame.w + sin(time)
    equation 2*der(frame.w) = -phi
  )"),
              ElementsAre("phi"));
  // and if the gear slips by its torque, nothing is raised
  EXPECT_THAT(promotions(R"(
    velocity frame.w
    variable slip
    effort torque
    prefer variable phi
    prefer velocity w
    equation w = der(phi)
    equation w = 5*slip + frame.w
    equation slip = 3*torque
    equation torque = 7*phi^2
    equation 2*der(frame.w) = -phi
  )"),
              IsEmpty());
}

TEST(Promotion, RaisesAVelocityThatIsTheDerivativeOfNothing) {
  EXPECT_THAT(promotions(R"(
    velocity frame.w
    prefer velocity rate
    equation frame.w = 2*rate + sin(time)
    equation 2*der(frame.w) = -3*frame.w
  )"),
              ElementsAre("rate"));
}

}  // namespace
}  // namespace multibond
