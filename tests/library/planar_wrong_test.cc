// Planar models that are wrong, and what is said about them: component, fact, remedy.
#include "complaint.h"
#include "multibond/library/rotational.h"
#include "multibond/library/rotational_sources.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using test::complaint;
using test::notes;
using testing::AllOf;
using testing::HasSubstr;

TEST(WrongPlanar, ALoopThatCannotClose) {
  struct Short : FourBar {
    Short() : FourBar(false, 0.1) {}
  };
  EXPECT_THAT(complaint<Short>(), HasSubstr("cannot be assembled: a.phi = 1 rad"));
}

TEST(WrongPlanar, ATriangleThatCannotMove) {
  struct Triangle : Scene {
    Fixed pin{this, "pin"};
    Revolute a{this, "a"}, b{this, "b"}, c{this, "c"};
    Body left{this, "left"}, right{this, "right"};
    Triangle() {
      pin.r = Vector2(1, 0);
      left.r_ports = Vector2(1, 0);
      right.r_ports = Vector2(1, 0);
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, left.frame_a);
      connect(left.port(0), b.frame_a);
      connect(b.frame_b, right.frame_a);
      connect(right.port(0), c.frame_a);
      connect(c.frame_b, pin.frame_b);
      a.phi.start(1.0);
      b.phi.start(-2.0);
    }
  };
  // It rests: that is no error, but worth a word.
  const Result result = simulate(Triangle{}, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_THAT(notes(result), HasSubstr("leave no freedom: nothing there can move"));
  EXPECT_NEAR(result.final("a.phi"), std::acos(0.5), 1e-9);
}

TEST(WrongPlanar, FixedAnglesThatContradict) {
  struct Both : FourBar {
    Both() { d.phi.start(0.2).fixed(); }
  };
  EXPECT_THAT(complaint<Both>(),
              AllOf(HasSubstr("cannot be assembled: a.phi = 1 rad (planar_bench.h:"),
                    HasSubstr("d.phi = 0.2 rad (planar_wrong_test.cc:")));
  EXPECT_THAT(complaint<Both>(), HasSubstr("Change or release one of the fixed values"));
}

TEST(WrongPlanar, ARodOfNoLength) {
  struct Rod : Scene {
    BodyShape rod{this, "rod"};
    Rod() { rod.length = 0.0; }
  };
  EXPECT_THAT(complaint<Rod>(), HasSubstr("rod.length (length of a box) must be positive"));
}

struct Massless : Scene {
  Revolute first{this, "first"}, second{this, "second"};
  FixedTranslation upper{this, "upper"}, lower{this, "lower"};
  PointMass bob{this, "bob"};
  Massless() {
    connect(ground.frame_b, first.frame_a);
    connect(first.frame_b, upper.frame_a);
    connect(upper.frame_b, second.frame_a);
    connect(second.frame_b, lower.frame_a);
    connect(lower.frame_b, bob.frame_a);
  }
};

TEST(WrongPlanar, AMasslessDoublePendulumAtItsSingularPosition) {
  EXPECT_THAT(complaint<Massless>(), HasSubstr("cannot start at t = 0 s"));
  EXPECT_THAT(complaint<Massless>(), HasSubstr("do not determine der(bob.v"));
  // Begun elsewhere, it falls into that position.
  struct Bent : Massless {
    Bent() { second.phi.start(1.0).fixed(); }
  };
  const std::string said = complaint<Bent>();
  EXPECT_THAT(said, HasSubstr("The run stopped at t = 0.65"));
  EXPECT_THAT(said, HasSubstr("in a singular position of "));
  for (const char* joint : {"first", "second"}) EXPECT_THAT(said, HasSubstr(joint));
  EXPECT_THAT(said, HasSubstr("second.w"));
  EXPECT_THAT(said, HasSubstr("Give the parts without mass a mass or a moment of inertia"));
}

// The crank is driven to where coupler and rocker lie in line, and cannot go on from there:
// 1 + 4 - 4 cos = 1.6^2.
TEST(WrongPlanar, AFourBarDrivenBeyondItsReach) {
  struct Limited : Scene {
    Fixed right{this, "right"};
    ActuatedRevolute a{this, "a"};
    Revolute b{this, "b"}, c{this, "c"}, d{this, "d"};
    Body crank{this, "crank"}, coupler{this, "coupler"}, rocker{this, "rocker"};
    rotational::ConstantSpeed motor{this, "motor"};
    Limited() {
      right.r = Vector2(2, 0);
      crank.r_ports = Vector2(1, 0);
      coupler.r_ports = Vector2(0.8, 0);
      rocker.r_ports = Vector2(0.8, 0);
      motor.w_fixed = 1.0;
      a.phi.start(0.3).fixed();
      b.phi.start(0.5);
      d.phi.start(2.0);
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, crank.frame_a);
      connect(crank.port(0), b.frame_a);
      connect(b.frame_b, coupler.frame_a);
      connect(coupler.port(0), c.frame_a);
      connect(c.frame_b, rocker.port(0));
      connect(right.frame_b, d.frame_a);
      connect(d.frame_b, rocker.frame_a);
      connect(motor.flange, a.axis);
    }
  };
  const std::string said = complaint<Limited>();
  EXPECT_THAT(said, HasSubstr("The run stopped at t = 0.61"));  // acos(0.61) - 0.3
  EXPECT_THAT(said, HasSubstr("in a singular position of "));
  EXPECT_THAT(said, HasSubstr("coupler"));
  EXPECT_THAT(said, HasSubstr("keep the mechanism out of that position"));
}

TEST(WrongPlanar, ABodyWithoutMassBehindAJoint) {
  struct Tip : Scene {
    Revolute joint{this, "joint"};
    Body tip{this, "tip"};
    Tip() {
      tip.m = 0.0;
      tip.J = 0.0;
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, tip.frame_a);
    }
  };
  EXPECT_THAT(complaint<Tip>(), HasSubstr("one equation too few. Free: joint.phi"));
}

TEST(WrongPlanar, AFreeBodyWithoutMass) {
  struct Ghost : Scene {
    Body body{this, "body"};
    Ghost() { body.m = 0.0; }
  };
  EXPECT_THAT(complaint<Ghost>(), HasSubstr("Free: body.x (position of frame_a along x), body.y"));
}

TEST(WrongPlanar, ABodyWithoutMassThatMovesFreely) {
  struct Ghost : Scene {
    FreeMotion motion{this, "motion"};
    Body body{this, "body"};
    Ghost() {
      body.m = 0.0;
      body.J = 0.0;
      connect(ground.frame_b, motion.frame_a);
      connect(motion.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint<Ghost>(), HasSubstr("three equations too few"));
  EXPECT_THAT(complaint<Ghost>(), HasSubstr("motion.phi"));
}

TEST(WrongPlanar, TwoJointsOnOneAxisInARow) {
  struct Coaxial : Scene {
    Revolute a{this, "a"}, b{this, "b"};
    Body body{this, "body"};
    Coaxial() {
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint<Coaxial>(), HasSubstr("Free: b.phi (angle of frame_b in frame_a)"));
}

TEST(WrongPlanar, AnAxisWithoutDirection) {
  struct Slider : Scene {
    Prismatic joint{this, "joint"};
    Body body{this, "body"};
    Slider() {
      joint.n = Vector2(0, 0);
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint<Slider>(), HasSubstr("joint.n must not be zero: it has no direction. Give "
                                             "it one, e.g. {1, 0}."));
}

TEST(WrongPlanar, NoWorld) {
  struct Lost : Model {
    Body body{this, "body"};
  };
  EXPECT_THAT(complaint<Lost>(), HasSubstr("body needs a planar World in its surroundings"));
}

TEST(WrongPlanar, PartsThatHangOnNothing) {
  struct Loose : Scene {
    FixedTranslation rod{this, "rod"};
    WorldForce force{this, "force"};
  };
  EXPECT_THAT(complaint<Loose>(), HasSubstr("rod.frame_a hangs on nothing"));
  EXPECT_THAT(complaint<Loose>(), HasSubstr("force.frame_b hangs on nothing"));
}

TEST(WrongPlanar, FixedPartsThatDoNotFit) {
  struct Two : Scene {
    Fixed other{this, "other"};
    Two() {
      other.r = Vector2(1, 0);
      connect(ground.frame_b, other.frame_b);
    }
  };
  EXPECT_THAT(complaint<Two>(), HasSubstr("cannot satisfy all its connections"));
  struct Rod : Scene {
    Fixed other{this, "other"};
    FixedTranslation rod{this, "rod"};
    Rod() {
      other.r = Vector2(1, 1);
      connect(ground.frame_b, rod.frame_a);
      connect(rod.frame_b, other.frame_b);
    }
  };
  EXPECT_THAT(complaint<Rod>(), HasSubstr("cannot satisfy all its connections"));
  EXPECT_THAT(complaint<Rod>(), HasSubstr("rod"));
}

TEST(WrongPlanar, StopsInTheWrongOrder) {
  struct Stops : Scene {
    Revolute joint{this, "joint"};
    Body body{this, "body"};
    Stops() {
      joint.mobility.q_min = 1.0;
      joint.mobility.q_max = -1.0;
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint<Stops>(),
              HasSubstr("joint.mobility has its lower end stop at or above the upper one"));
}

TEST(WrongPlanar, FrictionThatNeitherSticksNorSlips) {
  struct Sticky : Scene {
    Revolute joint{this, "joint"};
    Body body{this, "body"};
    Sticky() {
      joint.mobility.e_kinetic = 2.0;
      joint.mobility.e_static = 1.0;
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint<Sticky>(), HasSubstr("breaks away at 1, but slips against 2"));
}

TEST(WrongPlanar, PolygonsWithoutArea) {
  struct Flat : Scene {
    BodyShape plate{this, "plate"};
    explicit Flat(int corners) {
      plate.shape = "polygon";
      MatrixX points = MatrixX::Zero(2, corners);
      for (int k = 0; k < corners; ++k) points.col(k) = Vector2(k, 2 * k);
      plate.corners = points;
    }
  };
  EXPECT_THAT(complaint<Flat>(2), HasSubstr("plate is a polygon of 2 corners"));
  EXPECT_THAT(complaint<Flat>(4), HasSubstr("plate has no area: its corners lie on a line"));
}

TEST(WrongPlanar, PortsWithoutAPlace) {
  struct Port : Scene {
    Body body{this, "body"};
    Revolute joint{this, "joint"};
    Port() {
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.port(1));
      body.r_ports = Vector2(1, 0);
    }
  };
  EXPECT_THAT(complaint<Port>(),
              HasSubstr("body has 2 ports, but r_ports says where 1 of them are"));
}

TEST(WrongPlanar, AFrameOnAFlange) {
  struct Mixed : Scene {
    Revolute joint{this, "joint"};
    rotational::Inertia rotor{this, "rotor"};
    Mixed() { connect(joint.frame_b, rotor.flange_a); }
  };
  EXPECT_THAT(complaint<Mixed>(),
              HasSubstr("joint.frame_b is a port of kind 'planar frame' and rotor.flange_a of kind "
                        "'rotational flange'"));
}

TEST(WrongPlanar, GravityWithoutDirection) {
  struct Down : Scene {
    Body body{this, "body"};
    Down() { world.n = Vector2(0, 0); }
  };
  EXPECT_THAT(complaint<Down>(), HasSubstr("world.n must not be zero: gravity has no direction"));
  struct Kind : Scene {
    Body body{this, "body"};
    Kind() { world.gravityType = "lunar"; }
  };
  EXPECT_THAT(complaint<Kind>(), HasSubstr("uniform"));
}

TEST(WrongPlanar, NegativeValues) {
  struct Mass : Scene {
    Body body{this, "body"};
    Mass() { body.m = -1.0; }
  };
  EXPECT_THAT(complaint<Mass>(), HasSubstr("body.m (mass) must not be negative"));
  struct Stiff : Scene {
    Body body{this, "body"};
    Spring spring{this, "spring"};
    Stiff() {
      spring.c = -1.0;
      connect(ground.frame_b, spring.frame_a);
      connect(spring.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint<Stiff>(), HasSubstr("spring.c (stiffness) must not be negative"));
  struct Gear : Scene {
    Body a{this, "a"}, b{this, "b"};
    GearPair gears{this, "gears"};
    Gear() {
      gears.r_a = 0.0;
      connect(a.frame_a, gears.frame_a);
      connect(b.frame_a, gears.frame_b);
    }
  };
  EXPECT_THAT(complaint<Gear>(), HasSubstr("gears.r_a"));
}

TEST(WrongPlanar, GearsWhoseCentresCoincide) {
  struct Gear : Scene {
    Body a{this, "a"}, b{this, "b"};
    GearPair gears{this, "gears"};
    Gear() {
      connect(a.frame_a, gears.frame_a);
      connect(b.frame_a, gears.frame_b);
    }
  };
  EXPECT_THAT(complaint<Gear>(), HasSubstr("cannot start at t = 0 s"));
  EXPECT_THAT(complaint<Gear>(), HasSubstr("gears"));
}

TEST(WrongPlanar, AJointThatNobodyHolds) {
  struct Open : Scene {
    Revolute joint{this, "joint"};
    Open() { connect(ground.frame_b, joint.frame_a); }
  };
  EXPECT_THAT(complaint<Open>(), HasSubstr("Free: joint.phi (angle of frame_b in frame_a)"));
}

}  // namespace
}  // namespace multibond::planar
