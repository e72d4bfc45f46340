// Bodies whose orientation is fixed at the start, wherever their states are.
#include "complaint.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

/// The body's axes after turns about x, y and z, one after the other.
Matrix3 turned(const Vector3& phi) {
  return turned_about({1, 0, 0}, phi(0)) * turned_about({0, 1, 0}, phi(1)) *
         turned_about({0, 0, 1}, phi(2));
}

void begins_at(Body& body, const Vector3& phi) {
  body.orientation.phi_start = phi;
  body.orientation.fixed = true;
}

/// So short that nothing moves.
Result start(Component& model) {
  Result result = simulate(model, {.stop = 1e-6, .intervals = 1});
  EXPECT_EQ(result.status, RunStatus::completed) << test::notes(result);
  return result;
}

/// Two bodies that float, on a ball joint.
struct Pair : Weightless {
  Body one{this, "one"}, other{this, "other"};
  FixedTranslation arm{this, "arm"};
  Spherical joint{this, "joint"};
  Pair() {
    arm.r = Vector3(0.3, 0.1, -0.2);
    connect(one.frame_a, arm.frame_a);
    connect(arm.frame_b, joint.frame_a);
    connect(joint.frame_b, other.frame_a);
  }
};

TEST(SpaceOrientations, OfBodiesThatFloatTogetherTheStatesAreThoseOfTheOneThatIsGiven) {
  for (const bool first : {true, false}) {
    Pair pair;
    const Vector3 phi(0.3, -0.4, 0.5);
    begins_at(first ? pair.one : pair.other, phi);
    const Result result = start(pair);
    expect_near(axes_of(result, first ? "one.frame_a" : "other.frame_a"), turned(phi), 1e-12);
    EXPECT_TRUE(result.has(first ? "one.orientation.Q[1]" : "other.orientation.Q[1]"));
  }
}

/// Half a turn from where the joint begins its search, too, about axes of its own or another.
class BothGiven : public testing::TestWithParam<Vector3> {};

TEST_P(BothGiven, HoldExactly) {
  Pair pair;
  const Vector3 phi(0.3, -0.4, 0.5);
  begins_at(pair.one, phi);
  begins_at(pair.other, GetParam());
  const Result result = start(pair);
  expect_near(axes_of(result, "one.frame_a"), turned(phi), 1e-9);
  expect_near(axes_of(result, "other.frame_a"), turned(GetParam()), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(SpaceOrientations, BothGiven,
                         testing::Values(Vector3(0, 0, 0), Vector3(0.3, -0.4, 0.5),
                                         Vector3(1.2, 0.7, -2.0), Vector3(std::numbers::pi, 0, 0),
                                         Vector3(0, 0, std::numbers::pi),
                                         Vector3(0, std::numbers::pi / 2, 0),
                                         Vector3(0.3 + std::numbers::pi, -0.4, 0.5)));

template <typename Joint>
struct Hung : Scene {
  Joint joint{this, "joint"};
  Body body{this, "body"};
  Hung() {
    body.r_CM = Vector3(0.2, 0, 0);
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

TEST(SpaceOrientations, OfABodyOnABallJoint) {
  for (const Vector3& phi : {Vector3(0.3, -0.4, 0.5), Vector3(std::numbers::pi, 0, 0),
                             Vector3(0, 0, -2.5), Vector3(-3, 1, 3)}) {
    Hung<Spherical> model;
    begins_at(model.body, phi);
    expect_near(axes_of(start(model), "body.frame_a"), turned(phi), 1e-9);
  }
}

TEST(SpaceOrientations, OfABodyOnAHingeThatCanBe) {
  for (const double angle : {0.7, -2.0, 3.0, std::numbers::pi}) {
    Hung<Revolute> model;
    model.joint.n = Vector3(0, 0, 1);
    begins_at(model.body, {0, 0, angle});
    EXPECT_NEAR(std::cos(start(model).final("joint.phi")), std::cos(angle), 1e-9);
    EXPECT_NEAR(std::sin(start(model).final("joint.phi")), std::sin(angle), 1e-9);
  }
}

TEST(SpaceOrientations, OfABodyOnAHingeThatCannotBeIsRefusedByName) {
  Hung<Revolute> model;
  model.joint.n = Vector3(0, 0, 1);
  begins_at(model.body, {0.5, 0, 0});
  EXPECT_THAT(test::refusal([&] { start(model); }),
              testing::HasSubstr("the initial equation of body.orientation"));
}

TEST(SpaceOrientations, OfABodyThatMovesInALoop) {
  // A bar on two ball joints that spins about its length: the angle of that is the only freedom.
  struct Loop : Weightless {
    FixedTranslation place{this, "place"}, bar{this, "bar"};
    Spherical left{this, "left"}, right{this, "right"};
    Body body{this, "body"};
    Loop() {
      place.r = Vector3(1, 0, 0);
      bar.r = Vector3(1, 0, 0);
      connect(ground.frame_b, left.frame_a);
      connect(left.frame_b, bar.frame_a);
      connect(bar.frame_a, body.frame_a);
      connect(ground.frame_b, place.frame_a);
      connect(place.frame_b, right.frame_a);
      connect(right.frame_b, bar.frame_b);
      begins_at(body, {1.1, 0, 0});
    }
  } model;
  expect_near(axes_of(start(model), "body.frame_a"), turned({1.1, 0, 0}), 1e-9);
}

}  // namespace
}  // namespace multibond::mechanics3d
