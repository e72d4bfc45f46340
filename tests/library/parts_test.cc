// Single parts: signs, checks, structure.

#include "model/sample.h"
#include "multibond/library/electrical.h"
#include "multibond/library/planar_points.h"
#include "multibond/library/signals.h"
#include "multibond/library/translational.h"

namespace multibond {
namespace {

using sample::equation_texts;
using sample::message_of;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Parts, AMassMustBePositive) {
  struct Light : Model {
    translational::Mass body{this, "body"};
  } model;
  model.body.m = -1.0;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("body.m (mass) must be positive: it is -1 kg."));
}

struct Trolley : Model {
  explicit Trolley(Check check) : load(this, "load", 3.0, "kg", "load of the trolley", check) {
    front.m = load - 1.0;
    rear.m = load - 1.0;
  }
  Parameter<double> load;
  translational::Mass front{this, "front"}, rear{this, "rear"};
};

TEST(Parts, AWrongParameterIsReportedOnceWhateverFollowsFromIt) {
  Trolley checked(Check::positive);
  checked.load = -1.0;
  const std::string message = message_of([&] { flatten(checked); });
  EXPECT_THAT(message, HasSubstr("load (load of the trolley) must be positive: it is -1 kg."));
  EXPECT_THAT(message, Not(HasSubstr("front.m")));
  EXPECT_THAT(message, Not(HasSubstr("rear.m")));

  Trolley unchecked(Check::none);
  unchecked.load = 0.5;
  const std::string consequence = message_of([&] { flatten(unchecked); });
  EXPECT_THAT(consequence,
              HasSubstr("front.m (mass) must be positive: it is -0.5 kg. It follows from load."));
  EXPECT_THAT(consequence, Not(HasSubstr("rear.m")));
}

TEST(Parts, APinDoesNotFitAFlange) {
  struct Mixed : Model {
    electrical::Resistor r{this, "r"};
    translational::Mass mass{this, "mass"};
    void build() override { connect(r.p, mass.flange_a); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("kind 'electrical pin' and mass.flange_a of kind 'translational flange'"));
}

TEST(Parts, LimitsInTheWrongOrderAreRefused) {
  struct Wrong : Model {
    signals::Constant source{this, "source"};
    signals::Limiter limiter{this, "limiter"};
    signals::Relay relay{this, "relay"};
    Wrong() {
      limiter.uMin = 2.0;
      relay.uLow = 3.0;
      connect(source.y, limiter.u);
      connect(source.y, relay.u);
    }
  } model;
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message, HasSubstr("limiter has uMin = 2 above uMax = 1. Exchange the limits."));
  EXPECT_THAT(message, HasSubstr("relay has uLow = 3 above uHigh = 1."));
}

TEST(Parts, AnExpressionFeedsASignal) {
  struct Driven : Model {
    signals::RealExpression law{this, "law"};
    translational::Force force{this, "force"};
    translational::Mass mass{this, "mass"};
    Driven() {
      law.set(-3.0 * mass.v);
      connect(law.y, force.f);
      connect(force.flange, mass.flange_a);
    }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(sample::missing_equations(system), 0);
  EXPECT_THAT(equation_texts(system), Contains("law.y.value = -3 * mass.v"));
}

TEST(Parts, SumHasAsManyInputsAsAskedFor) {
  struct Adding : Model {
    signals::Constant one{this, "one"};
    signals::Sum sum{this, "sum"};
    Adding() {
      sum.inputs(3);
      for (std::size_t i = 0; i < 3; ++i) connect(one.y, sum.u[i]);
    }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(sample::missing_equations(system), 0);
  EXPECT_THAT(equation_texts(system),
              Contains("sum.y.value = sum.u[1].value + sum.u[2].value + sum.u[3].value"));
}

TEST(Parts, ATableIsReadFromItsParameter) {
  struct Measured : Model {
    signals::Constant in{this, "in"};
    signals::Table law{this, "law"};
    Measured() { connect(in.y, law.u); }
  } model;
  model.set("law.table", "[0, 0; 1, 2; 3, 2.5]");
  model.set("law.smoothness", "cubic");
  EXPECT_EQ(sample::missing_equations(flatten(model)), 0);
  Measured wrong;
  wrong.set("law.table", "[1, 0; 0, 2]");
  EXPECT_THAT(message_of([&] { flatten(wrong); }), HasSubstr("law.table"));
}

TEST(PlanarPoints, APointMassWithoutGravityIsReported) {
  struct Lost : Model {
    planar_points::PointMass ball{this, "ball"};
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("ball needs a Gravity in its surroundings"));
}

TEST(PlanarPoints, AHeldMassIsNoRootAndFollowsItsAnchor) {
  struct Held : Model {
    planar_points::Gravity gravity{this, "gravity"};
    planar_points::Anchor anchor{this, "anchor"};
    planar_points::Offset offset{this, "offset"};
    planar_points::PointMass ball{this, "ball"};
    Held() {
      connect(ball.point, offset.point_a);  // against the direction from the root
      connect(offset.point_b, anchor.point);
    }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(sample::missing_equations(system), 0);
  EXPECT_THAT(equation_texts(system),
              Contains("offset.point_a.x = offset.point_b.x - offset.r[1]"));
  EXPECT_TRUE(sample::variable(system, "ball.x").has_rule);
}

TEST(PlanarPoints, LoopsOfOffsetsCloseWithTwoReactions) {
  struct Ring : Model {
    planar_points::Gravity gravity{this, "gravity"};
    planar_points::PointMass ball{this, "ball"}, other{this, "other"};
    planar_points::Offset up{this, "up"}, down{this, "down"};
    Ring() {
      connect(ball.point, up.point_a);
      connect(ball.point, down.point_a);
      connect(up.point_b, other.point);
      connect(down.point_b, other.point);
    }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(sample::missing_equations(system), 0);
  int reactions = 0;
  for (const SystemVariable& v : system.variables) {
    if (v.path.find(".loop.") != std::string::npos) ++reactions;
  }
  EXPECT_EQ(reactions, 2);
}

TEST(PlanarPoints, SpringsHangBetweenMasses) {
  struct Net : Model {
    planar_points::Gravity gravity{this, "gravity"};
    planar_points::Anchor anchor{this, "anchor"};
    planar_points::PointSpring spring{this, "spring"};
    planar_points::PointMass ball{this, "ball"};
    Net() {
      connect(anchor.point, spring.point_a);
      connect(spring.point_b, ball.point);
    }
  } model;
  EXPECT_EQ(sample::missing_equations(flatten(model)), 0);
}

}  // namespace
}  // namespace multibond
