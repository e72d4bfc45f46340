// Models in space that are wrong, and what is said about them: component, fact, remedy.
#include "complaint.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::complaint;
using test::notes;
using test::refusal;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// A body on a joint at the ground.
template <typename J>
struct Held : Scene {
  J joint{this, "joint"};
  Body body{this, "body"};
  Held() {
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

/// The same, where one value of the joint is wrong.
template <typename J>
struct Spoiled : Held<J> {
  template <typename Spoil>
  explicit Spoiled(const Spoil& spoil) {
    spoil(this->joint);
  }
};

// -- values ---------------------------------------------------------------------------------------

TEST(WrongSpace, AnInertiaThatNoBodyHas) {
  struct Tensor : Scene {
    Body body{this, "body"};
    Tensor(double I_11, double I_21) {
      body.I_11 = I_11;
      body.I_22 = 1.0;
      body.I_33 = 1.0;
      body.I_21 = I_21;
    }
  };
  EXPECT_THAT(complaint(Tensor(1, 2)),
              AllOf(HasSubstr("body has an inertia that no body can have: about the axis {0.7071, "
                              "-0.7071, 0} it is -1 kg.m2, below zero"),
                    HasSubstr("set checkInertia to false")));
  EXPECT_THAT(complaint(Tensor(3, 0)),
              HasSubstr("its largest principal moment 3 kg.m2 is more than the sum of the others, "
                        "1 kg.m2 and 1 kg.m2. Check I_11"));
  EXPECT_THAT(complaint(Tensor(-1, 0)),
              HasSubstr("body.I_11 (inertia about x) must not be negative"));
  // Flat bodies are at the limit, and one may insist.
  EXPECT_EQ(complaint(Tensor(2, 0)), "no complaint");
  struct Insisting : Tensor {
    Insisting() : Tensor(3, 0) { body.checkInertia = false; }
  };
  EXPECT_EQ(complaint(Insisting{}), "no complaint");
}

TEST(WrongSpace, AnAxisWithoutDirection) {
  const auto flat = [](auto& joint) { joint.n = Vector3(0, 0, 0); };
  const auto said = HasSubstr("joint.n must not be zero: it has no direction. Give it one, e.g. ");
  EXPECT_THAT(complaint(Spoiled<Revolute>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<ActuatedRevolute>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<Prismatic>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<Screw>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<Cylindrical>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<Planar>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<FixedRotation>(flat)), said);
  EXPECT_THAT(complaint(Spoiled<Universal>([](auto& joint) { joint.n_b = Vector3(0, 0, 0); })),
              HasSubstr("joint.n_b must not be zero"));
}

TEST(WrongSpace, AUniversalJointWithParallelAxes) {
  EXPECT_THAT(complaint(Spoiled<Universal>([](auto& joint) {
                joint.n_a = Vector3(1, 2, 3);
                joint.n_b = Vector3(-2, -4, -6);
              })),
              HasSubstr("joint has two axes of the same direction: it could turn in one way only, "
                        "twice. Give n_a and n_b different directions."));
}

TEST(WrongSpace, APlanarJointWhoseDirectionLeavesThePlane) {
  EXPECT_THAT(complaint(Spoiled<Planar>([](auto& joint) { joint.n_x = Vector3(1, 0, 1); })),
              HasSubstr("joint has a direction n_x that does not lie in the plane across n. Give "
                        "n_x and n a right angle."));
}

TEST(WrongSpace, GravityWithoutDirection) {
  struct Down : Scene {
    Body body{this, "body"};
    Down() { world.n = Vector3(0, 0, 0); }
  };
  EXPECT_THAT(complaint(Down{}), HasSubstr("world.n must not be zero: gravity has no direction"));
  EXPECT_THAT(refusal([] { Scene{}.world.gravityType = "lunar"; }),
              HasSubstr("cannot be 'lunar'. Choose one of: none, uniform"));
}

TEST(WrongSpace, NegativeValues) {
  struct Mass : Scene {
    Body body{this, "body"};
    Mass() { body.m = -1.0; }
  };
  EXPECT_THAT(complaint(Mass{}), HasSubstr("body.m (mass) must not be negative: it is -1 kg"));
  EXPECT_THAT(complaint(Spoiled<Bushing>([](auto& joint) { joint.c = Vector3(1, -1, 1); })),
              HasSubstr("joint.c[2] (stiffness) must not be negative"));
  EXPECT_THAT(complaint(Spoiled<Spring>([](auto& joint) { joint.c = -1.0; })),
              HasSubstr("joint.c (stiffness) must not be negative"));
  EXPECT_THAT(complaint(Spoiled<SphereContact>([](auto& joint) { joint.ra = 0.0; })),
              HasSubstr("joint.ra (radius of the sphere at frame_a) must be positive"));
  EXPECT_THAT(complaint(Spoiled<Revolute>([](auto& joint) {
                joint.mobility.q_min = 1.0;
                joint.mobility.q_max = -1.0;
              })),
              HasSubstr("joint.mobility has its lower end stop at or above the upper one"));
}

// -- orientation ----------------------------------------------------------------------------------

TEST(WrongSpace, ASequenceOfAxesThatIsNone) {
  const auto with = [](double a, double b, double c) {
    return [=](auto& joint) { joint.orientation.sequence = Vector3(a, b, c); };
  };
  EXPECT_THAT(complaint(Spoiled<Spherical>(with(1, 1, 3))),
              HasSubstr("joint.orientation.sequence turns about the same axis twice in a row: one "
                        "angle is lost. Give neighbours different axes"));
  EXPECT_THAT(complaint(Spoiled<Spherical>(with(1, 2, 4))),
              HasSubstr("joint.orientation.sequence names an axis that does not exist. Give three "
                        "of 1 (x), 2 (y) and 3 (z)"));
  struct Sensed : Held<Revolute> {
    AbsoluteAngles angles{this, "angles"};
    Sensed() {
      angles.sequence = Vector3(0, 1, 2);
      connect(angles.frame_a, body.frame_a);
    }
  };
  EXPECT_THAT(complaint(Sensed{}), HasSubstr("angles.sequence names an axis"));
  EXPECT_THAT(
      refusal([] { Held<Spherical>{}.joint.orientation.states = "euler"; }),
      HasSubstr("joint.orientation.states cannot be 'euler'. Choose one of: auto, quaternion"));
}

TEST(WrongSpace, CardanAnglesThatRunIntoTheirSingularPosition) {
  struct Turning : Held<Spherical> {
    Turning(const Vector3& w, const Vector3& sequence, const Vector3& start) {
      world.gravityType = "none";
      joint.orientation.states = "cardan";
      joint.orientation.sequence = sequence;
      joint.orientation.phi_start = start;
      joint.orientation.fixed = true;
      joint.w.start(w).fixed();
    }
  };
  const auto remedy = HasSubstr("Set joint.orientation.states to auto, or choose another sequence");
  // About the second axis, after a quarter of a turn.
  const Vector3 zero = Vector3::Zero();
  EXPECT_THAT(complaint(Turning({0, 1, 0}, {1, 2, 3}, zero)),
              AllOf(HasSubstr("ended the run at t = 1.57"),
                    HasSubstr("joint.orientation has come to be in the singular position of its "
                              "Cardan angles: at phi[2] = 90 or -90 degrees"),
                    remedy));
  EXPECT_THAT(complaint(Turning({0, -1, 0}, {1, 2, 3}, zero)),
              HasSubstr("joint.orientation has come to be in the singular position"));
  // About the diagonal x goes to z after a third of a turn, in a direction no angle follows.
  EXPECT_THAT(complaint(Turning({1, 1, 1}, {1, 2, 3}, zero)),
              AllOf(HasSubstr("ended the run at t = 1.209"), remedy));
  // Euler angles begin there.
  EXPECT_THAT(complaint(Turning({0, 1, 0}, {3, 1, 3}, zero)),
              AllOf(HasSubstr("joint.orientation starts in the singular position of its Cardan "
                              "angles: at phi[2] = 0 or 180 degrees"),
                    remedy));
  EXPECT_THAT(complaint(Turning({0, 1, 0}, {1, 2, 3}, {0, std::numbers::pi / 2, 0})),
              HasSubstr("joint.orientation starts in the singular position"));
  // What passes by is not stopped, on neither side.
  EXPECT_EQ(complaint(Turning({0.3, 1, 0.2}, {1, 2, 3}, zero)), "no complaint");
  EXPECT_EQ(complaint(Turning({1, 0, 0}, {1, 2, 3}, {0, 2.5, 0})), "no complaint");
  struct Body2 : Weightless {
    Body body{this, "body"};
    Body2() {
      body.orientation.states = "cardan";
      body.orientation.fixed = true;
      body.w.start(Vector3(0, 1, 0)).fixed();
    }
  };
  EXPECT_THAT(complaint(Body2{}), HasSubstr("body.orientation has come to be"));
}

// -- rolling --------------------------------------------------------------------------------------

struct Rolling : Scene {
  Wheel wheel{this, "wheel"};
  Rolling() {
    wheel.body.x.start({0.0, 0.3, 0.0});
    wheel.I_axis = 0.04;
    wheel.I_across = 0.02;
  }
};

TEST(WrongSpace, AWheelThatLiesFlat) {
  struct Flat : Rolling {
    Flat() { wheel.axis = Vector3(0, 1, 0); }
  };
  EXPECT_THAT(complaint(Flat{}), AllOf(HasSubstr("ended the run at t = 0 s: wheel.contact lies "
                                                 "flat on its plane"),
                                       HasSubstr("Start it upright, or hold it upright.")));
}

TEST(WrongSpace, AWheelThatFallsOver) {
  struct Falling : Rolling {
    explicit Falling(double lean) {
      wheel.body.orientation.phi_start = Vector3(lean, 0, 0);
      wheel.body.orientation.fixed = true;
    }
  };
  for (const double lean : {0.01, 0.3, -1.2}) {
    EXPECT_THAT(complaint(Falling(lean)), HasSubstr("wheel.contact lies flat on its plane"));
  }
  EXPECT_EQ(complaint(Falling(0)), "no complaint");
}

TEST(WrongSpace, AWheelOrAPlaneWithoutDirectionOrSize) {
  struct Spoilt : Rolling {
    Marble ball{this, "ball"};
  };
  Spoilt radius, axis, normal, ball;
  radius.wheel.radius = 0.0;
  axis.wheel.axis = Vector3(0, 0, 0);
  normal.wheel.n = Vector3(0, 0, 0);
  ball.ball.n = Vector3(0, 0, 0);
  EXPECT_THAT(complaint(std::move(radius)), HasSubstr("wheel.radius (radius) must be positive"));
  EXPECT_THAT(complaint(std::move(axis)), HasSubstr("wheel.axis must not be zero"));
  EXPECT_THAT(complaint(std::move(normal)), HasSubstr("wheel.n must not be zero"));
  EXPECT_THAT(complaint(std::move(ball)), HasSubstr("ball.n must not be zero"));
}

TEST(WrongSpace, AWheelThatIsNotConnected) {
  struct NoHub : Scene {
    WheelJoint wheel{this, "wheel"};
    NoHub() { connect(ground.frame_b, wheel.frame_a); }
  };
  EXPECT_THAT(complaint(NoHub{}), HasSubstr("wheel.frame_b hangs on nothing: no fixed part and no "
                                            "body determines its position. Connect it"));
  struct NoPlane : Scene {
    WheelJoint wheel{this, "wheel"};
    Body body{this, "body"};
    NoPlane() { connect(body.frame_a, wheel.frame_b); }
  };
  EXPECT_THAT(complaint(NoPlane{}), HasSubstr("wheel.frame_a hangs on nothing"));
}

TEST(WrongSpace, AWheelThatIsHeldAboveItsPlane) {
  struct High : Rolling {
    High() {
      wheel.body.x.start({0.0, 1.0, 0.0}).fixed();
      wheel.body.orientation.fixed = true;
    }
  };
  EXPECT_THAT(complaint(High{}), AllOf(HasSubstr("cannot be assembled: wheel.body.x[2] = 1 m"),
                                       HasSubstr("Closest possible: wheel.body.x[2] = 0.3 m")));
}

// -- loops ----------------------------------------------------------------------------------------

/// Four hinges in a circle, the second with an axis of its own.
struct Square : Scene {
  Fixed pin{this, "pin"};
  Revolute a{this, "a"}, b{this, "b"}, c{this, "c"}, d{this, "d"};
  Body left{this, "left"}, top{this, "top"}, right{this, "right"};
  FixedTranslation left_rod{this, "left_rod"}, top_rod{this, "top_rod"},
      right_rod{this, "right_rod"};
  explicit Square(double top_length = 1, const Vector3& axis = {0, 0, 1}) {
    pin.r = Vector3(1, 0, 0);
    left_rod.r = Vector3(0, 1, 0);
    top_rod.r = Vector3(top_length, 0, 0);
    right_rod.r = Vector3(0, 1, 0);
    b.n = axis;
    connect(ground.frame_b, a.frame_a);
    connect(a.frame_b, left_rod.frame_a);
    connect(a.frame_b, left.frame_a);
    connect(left_rod.frame_b, b.frame_a);
    connect(b.frame_b, top_rod.frame_a);
    connect(b.frame_b, top.frame_a);
    connect(top_rod.frame_b, c.frame_a);
    connect(c.frame_b, right_rod.frame_b);
    connect(right_rod.frame_a, d.frame_b);
    connect(right_rod.frame_a, right.frame_a);
    connect(d.frame_a, pin.frame_b);
  }
};

TEST(WrongSpace, ALoopThatCannotClose) {
  EXPECT_THAT(
      complaint(Square(5)),
      AllOf(HasSubstr("The initial configuration cannot be assembled"),
            HasSubstr("assembled: the loop that closes at top_rod.frame_b cannot be satisfied"),
            HasSubstr("Check lengths and positions")));
}

TEST(WrongSpace, FixedAnglesThatContradict) {
  struct Both : Square {
    Both() {
      a.phi.start(0.3).fixed();
      d.phi.start(0.5).fixed();
    }
  };
  EXPECT_THAT(
      complaint(Both{}),
      AllOf(HasSubstr("cannot be assembled: a.phi = 0.3 rad (space_wrong_test.cc:"),
            HasSubstr("are fixed, which contradicts the loop that closes at top_rod.frame_b."),
            HasSubstr("Change or release one of the fixed values")));
}

TEST(WrongSpace, ALoopThatCannotMove) {
  // A hinge askew to the other three: it rests, which is no error, but worth a word.
  const Result result = simulate(Square(1, {0, 1, 1}), {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_THAT(notes(result), HasSubstr("leave no freedom: nothing there can move. If it should "
                                       "move, take away a joint or a part"));
  EXPECT_NEAR(result.final("a.phi"), 0, 1e-9);
}

TEST(WrongSpace, FixedPartsThatDoNotFit) {
  struct Two : Scene {
    Fixed other{this, "other"};
    Two() {
      other.r = Vector3(1, 0, 0);
      connect(ground.frame_b, other.frame_b);
    }
  };
  EXPECT_THAT(complaint(Two{}), HasSubstr("cannot satisfy all its connections"));
  struct Between : Scene {
    Fixed other{this, "other"};
    FixedTranslation rod{this, "rod"};
    FixedRotation corner{this, "corner"};
    Between(const Vector3& place, double angle) {
      other.r = place;
      corner.angle = angle;
      connect(ground.frame_b, rod.frame_a);
      connect(rod.frame_b, corner.frame_a);
      connect(corner.frame_b, other.frame_b);
    }
  };
  EXPECT_THAT(complaint(Between({1, 1, 0}, 0)),
              HasSubstr("rod cannot satisfy all its connections"));
  EXPECT_THAT(complaint(Between({1, 0, 0}, 0.5)),
              HasSubstr("rod cannot satisfy all its connections"));
  EXPECT_EQ(complaint(Between({1, 0, 0}, 0)), "no complaint");
}

struct Roped : Scene {
  Rod rod{this, "rod"};
  PointMass bob{this, "bob"};
  Roped(double length, double start) {
    rod.length = length;
    bob.x.start({start, 0.0, 0.0});
    connect(ground.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
  }
};

TEST(WrongSpace, ARodOfNoLengthOrThatDoesNotReach) {
  EXPECT_THAT(complaint(Roped(0, 1)), HasSubstr("rod.length (distance between the frames) must be "
                                                "positive"));
  // Both ends at one place: no direction is nearer than another, and any will do.
  EXPECT_EQ(complaint(Roped(1, 0)), "no complaint");
  EXPECT_EQ(complaint(Roped(1, 0.3)), "no complaint");
  struct Wall : Scene {
    Rod rod{this, "rod"};
    Fixed pin{this, "pin"};
    Wall() {
      pin.r = Vector3(3, 0, 0);
      connect(ground.frame_b, rod.frame_a);
      connect(rod.frame_b, pin.frame_b);
    }
  };
  EXPECT_THAT(complaint(Wall{}), HasSubstr("rod cannot satisfy all its connections"));
  struct Far : Held<Revolute> {
    FixedTranslation arm{this, "arm"};
    Rod rod{this, "rod"};
    Fixed pin{this, "pin"};
    Far() {
      pin.r = Vector3(3, 0, 0);
      joint.phi.start(0.5).fixed();
      connect(joint.frame_b, arm.frame_a);
      connect(arm.frame_b, rod.frame_a);
      connect(rod.frame_b, pin.frame_b);
    }
  };
  EXPECT_THAT(complaint(Far{}), AllOf(HasSubstr("cannot be assembled"),
                                      HasSubstr("joint.phi = 0.5 rad"), HasSubstr("rod")));
}

// -- what is missing ------------------------------------------------------------------------------

TEST(WrongSpace, BodiesWithoutMassOnFreeJoints) {
  struct Free : Held<FreeMotion> {
    Free() {
      body.m = 0.0;
      set_inertia(body, Matrix3::Zero());
    }
  };
  EXPECT_THAT(
      complaint(Free{}),
      AllOf(HasSubstr("6 equations too few"),
            HasSubstr("joint.rotation, joint.translation can move without moving any mass")));
  struct Hinged : Held<Revolute> {
    Hinged() {
      body.m = 0.0;
      set_inertia(body, Matrix3::Zero());
    }
  };
  EXPECT_THAT(complaint(Hinged{}), HasSubstr("one equation too few. Free: joint.phi (angle of "
                                             "frame_b in frame_a)"));
  struct Floating : Scene {
    Body body{this, "body"};
    Floating() { body.m = 0.0; }
  };
  EXPECT_THAT(complaint(Floating{}),
              HasSubstr("Free: body.x[1] (position of frame_a in the world)"));
  // A needle has no inertia about itself.
  struct Needle : Held<Spherical> {
    Needle() { body.I_11 = 0.0; }
  };
  EXPECT_THAT(complaint(Needle{}), AllOf(HasSubstr("do not determine body.w[1]"),
                                         HasSubstr("Check for parts without inertia")));
}

TEST(WrongSpace, PointsThatCannotTurn) {
  struct Ball : Scene {
    Spherical joint{this, "joint"};
    PointMass bob{this, "bob"};
    Ball() {
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, bob.frame_a);
    }
  };
  EXPECT_THAT(complaint(Ball{}),
              AllOf(HasSubstr("three equations too few"), HasSubstr("joint.orientation")));
  struct Hinge : Scene {
    Revolute joint{this, "joint"};
    PointMass bob{this, "bob"};
    Hinge() {
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, bob.frame_a);
    }
  };
  EXPECT_THAT(complaint(Hinge{}), HasSubstr("Free: joint.phi"));
}

TEST(WrongSpace, TwoJointsOnOneAxisInARow) {
  struct Coaxial : Scene {
    Revolute a{this, "a"}, b{this, "b"};
    Body body{this, "body"};
    Coaxial() {
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint(Coaxial{}), HasSubstr("Free: b.phi (angle of frame_b in frame_a)"));
}

TEST(WrongSpace, AJointThatNobodyHolds) {
  struct Open : Scene {
    Revolute joint{this, "joint"};
    Open() { connect(ground.frame_b, joint.frame_a); }
  };
  EXPECT_THAT(complaint(Open{}), HasSubstr("Free: joint.phi (angle of frame_b in frame_a)"));
}

TEST(WrongSpace, PartsThatHangOnNothing) {
  struct Loose : Scene {
    FixedTranslation rod{this, "rod"};
    WorldForce force{this, "force"};
    AbsolutePosition sensor{this, "sensor"};
  };
  EXPECT_THAT(complaint(Loose{}), AllOf(HasSubstr("rod.frame_a hangs on nothing"),
                                        HasSubstr("force.frame_b hangs on nothing"),
                                        HasSubstr("sensor.frame_a hangs on nothing")));
}

TEST(WrongSpace, NoWorld) {
  const auto said = HasSubstr(
      "needs a World of mechanics in space in its surroundings, and there is none. Add a World");
  struct Lost : Model {
    Body body{this, "body"};
  };
  EXPECT_THAT(complaint(Lost{}), said);
  struct Point : Model {
    PointMass body{this, "body"};
  };
  EXPECT_THAT(complaint(Point{}), said);
  struct Planar : Model {
    planar::World world{this, "world"};
    Body body{this, "body"};
  };
  EXPECT_THAT(complaint(Planar{}), said);
}

TEST(WrongSpace, AttractionWithoutAPool) {
  struct Alone : Scene {
    Body body{this, "body"};
    Alone() { body.attracts = true; }
  };
  EXPECT_THAT(complaint(Alone{}), HasSubstr("body needs a GravityPool in its surroundings, and "
                                            "there is none. Add a GravityPool"));
  // Two at one place pull with a force that is none.
  struct Same : Weightless {
    GravityPool pool{this, "pool"};
    Body a{this, "a"}, b{this, "b"};
    Same() {
      a.attracts = true;
      b.attracts = true;
    }
  };
  EXPECT_THAT(complaint(Same{}),
              AllOf(HasSubstr("There is no finite value of gravitation of pool there"),
                    HasSubstr("Give start values")));
  struct Centre : Scene {
    PointMass p{this, "p"};
    Centre() { world.gravityType = "point"; }
  };
  EXPECT_THAT(complaint(Centre{}), HasSubstr("The derivative of p.v[1] (in p) is not a number"));
}

TEST(WrongSpace, DirectionsOfAFrameThatIsNotConnected) {
  struct Resolved : Held<Revolute> {
    Force force{this, "force"};
    Resolved() {
      force.resolveInFrame = "frame_resolve";
      connect(ground.frame_b, force.frame_a);
      connect(force.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint(Resolved{}),
              HasSubstr("force takes its directions from frame_resolve, which is not connected. "
                        "Connect frame_resolve, or set resolveInFrame to world"));
}

TEST(WrongSpace, CornersWithoutTwoDirections) {
  struct Cornered : Scene {
    FixedRotation corner{this, "corner"};
    Body body{this, "body"};
    Cornered() {
      corner.rotationType = "vectors";
      corner.n_x = Vector3(0, 2, 0);
      connect(ground.frame_b, corner.frame_a);
      connect(corner.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint(Cornered{}),
              HasSubstr("corner has its y axis along its x axis. Give n_y another direction"));
}

TEST(WrongSpace, ConstraintsThatHoldNothingOrTheSameTwice) {
  struct Released : Scene {
    SphericalConstraint joint{this, "joint"};
    Body body{this, "body"};
    Released() {
      joint.x_locked = false;
      joint.y_locked = false;
      joint.z_locked = false;
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
    }
  };
  EXPECT_THAT(complaint(Released{}), HasSubstr("joint holds nothing: all its axes are released."));
  EXPECT_THAT(complaint(Spoiled<UniversalConstraint>([](auto& joint) { joint.n_b = joint.n_a; })),
              HasSubstr("joint has two axes of the same direction"));
  EXPECT_THAT(
      complaint(Spoiled<RevoluteConstraint>([](auto& joint) { joint.n = Vector3(0, 0, 0); })),
      HasSubstr("joint.n must not be zero"));
  EXPECT_THAT(
      complaint(Spoiled<UniversalSpherical>([](auto& joint) { joint.rRod_ia = Vector3(0, 0, 2); })),
      HasSubstr("joint has a rod along the first axis of its universal joint"));
}

TEST(WrongSpace, WheelSetsWhoseAxleIsNotParallelToThePlane) {
  struct Leaning : Scene {
    RollingWheelSet wheels{this, "wheels"};
    Leaning() { wheels.axis = Vector3(0, 1, 1); }
  };
  EXPECT_THAT(complaint(Leaning{}), HasSubstr("wheels has an axle that is not parallel"));
}

/// What is said about a gear of which one value is wrong.
template <typename Gear, typename Spoil>
std::string gear_complaint(const Spoil& spoil) {
  struct Meshing : Scene {
    Gear gear{this, "gear"};
    Meshing() { connect(ground.frame_b, gear.bearing); }
  };
  Meshing model;
  spoil(model.gear);
  return complaint(std::move(model));
}

TEST(WrongSpace, GearsThatDoNotMesh) {
  EXPECT_THAT(gear_complaint<GearWheels>([](auto& gear) { gear.r_c = Vector3(0, 0, 2); }),
              HasSubstr("gear has its pitch point on the axis of a wheel"));
  const auto crossed = [](auto& gear) { gear.n_b = Vector3(0, 1, 0); };
  EXPECT_THAT(gear_complaint<GearWheels>(crossed),
              HasSubstr("gear has wheels that slide at their pitch point"));
  EXPECT_THAT(gear_complaint<WormGear>(crossed), HasSubstr("neither drives the other"));
  EXPECT_THAT(gear_complaint<RackAndPinion>(crossed),
              HasSubstr("gear has a pinion whose rim does not move along the rack"));
}

TEST(WrongSpace, PortsOfDifferentKinds) {
  struct Flat : Scene {
    planar::Revolute joint{this, "joint"};
    Body body{this, "body"};
    Flat() { connect(joint.frame_b, body.frame_a); }
  };
  EXPECT_THAT(refusal([] { Flat{}; }),
              HasSubstr("joint.frame_b is a port of kind 'planar frame' and body.frame_a of kind "
                        "'frame in space': they cannot be connected"));
  struct Flange : Scene {
    Revolute joint{this, "joint"};
    rotational::Inertia rotor{this, "rotor"};
    Flange() { connect(joint.frame_b, rotor.flange_a); }
  };
  EXPECT_THAT(refusal([] { Flange{}; }), HasSubstr("of kind 'frame in space' and rotor.flange_a of "
                                                   "kind 'rotational flange'"));
}

}  // namespace
}  // namespace multibond::mechanics3d
