// Models with something missing or said twice: the message names the part and the remedy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "library/complaint.h"
#include "multibond/library/bonds/bonds.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/forces.h"
#include "multibond/library/planar/joints.h"
#include "multibond/library/planar/parts.h"
#include "multibond/library/planar/world.h"
#include "multibond/library/translational.h"

namespace multibond {
namespace {

using test::complaint;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(OpenModel, ASignalThatNobodyConnectedIsNamed) {
  struct M : Model {
    electrical::SignalVoltage u{this, "u"};
    electrical::Resistor r{this, "r"};
    electrical::Ground g{this, "g"};
    M() {
      connect(u.p, r.p);
      connect(u.n, g.p);
      connect(r.n, g.p);
    }
  };
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("one equation too few"),
                                    HasSubstr(" is connected to nothing. Connect u."),
                                    Not(HasSubstr("Connect r"))));
}

TEST(OpenModel, ACircuitWithoutGroundAsksForOne) {
  struct M : Model {
    electrical::ConstantVoltage u{this, "u"};
    electrical::Resistor r{this, "r"};
    electrical::Capacitor c{this, "c"};
    M() {
      connect(u.p, r.p);
      connect(r.n, c.p);
      connect(c.n, u.n);
    }
  };
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("Nothing fixes the potentials of c, r, u"),
                                    HasSubstr("Connect one of them to a reference: a ground")));
}

TEST(OpenModel, TwoGroundsOnOneNodeAreNamed) {
  struct M : Model {
    electrical::ConstantVoltage u{this, "u"};
    electrical::Resistor r{this, "r"};
    electrical::Ground g{this, "g"}, g2{this, "g2"};
    M() {
      connect(u.p, r.p);
      connect(u.n, g.p);
      connect(r.n, g.p);
      connect(g2.p, g.p);
    }
  };
  EXPECT_THAT(complaint<M>(),
              AllOf(HasSubstr("g, g2 fix the same quantity"), HasSubstr("Remove one of them")));
}

TEST(OpenModel, AMassBetweenTwoWallsIsHeldTwice) {
  struct M : Model {
    translational::Fixed a{this, "a"}, b{this, "b"};
    translational::Mass m{this, "m"};
    M() {
      connect(a.flange, m.flange_a);
      connect(m.flange_b, b.flange);
    }
  };
  EXPECT_THAT(complaint<M>(),
              AllOf(HasSubstr("a, b"), HasSubstr("fix the same quantity"), HasSubstr("a spring")));
}

TEST(OpenModel, SourcesThatContradictEachOtherAreBothNamed) {
  struct M : Model {
    electrical::ConstantVoltage u{this, "u"}, w{this, "w"};
    electrical::Ground g{this, "g"};
    M() {
      u.V = 1.0;
      w.V = 2.0;
      connect(u.p, w.p);
      connect(u.n, w.n);
      connect(u.n, g.p);
    }
  };
  EXPECT_THAT(complaint<M>(),
              AllOf(HasSubstr("The equations of u"), HasSubstr("w"),
                    HasSubstr("contradict each other: by all others"), Not(HasSubstr("of g,"))));
}

TEST(OpenModel, AMotionWithoutInertiaIsNamed) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Revolute r{this, "r"};
    planar::FixedTranslation rod{this, "rod"};
    M() {
      connect(world.frame_b, r.frame_a);
      connect(r.frame_b, rod.frame_a);
    }
  };
  EXPECT_THAT(complaint<M>(),
              AllOf(HasSubstr("r can move without moving any mass or inertia, and no force depends "
                              "on that motion. Give a part that moves with it mass"),
                    Not(HasSubstr("fix the same"))));
}

TEST(OpenModel, ABodyWithoutMassIsNotHeldTwice) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Revolute r{this, "r"};
    planar::Body b{this, "b"};
    M() {
      b.m = 0.0;
      b.J = 0.0;
      connect(world.frame_b, r.frame_a);
      connect(r.frame_b, b.frame_a);
    }
  };
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("r can move without moving any mass"),
                                    Not(HasSubstr("fix the same"))));
}

TEST(OpenModel, TwoHingesInOnePointAreBothNamed) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Revolute r{this, "r"}, s{this, "s"};
    planar::FixedTranslation rod{this, "rod"};
    planar::Body b{this, "b"};
    M() {
      rod.r = Vector2(0, 0);
      connect(world.frame_b, r.frame_a);
      connect(r.frame_b, rod.frame_a);
      connect(rod.frame_b, s.frame_a);
      connect(s.frame_b, b.frame_a);
    }
  };
  EXPECT_THAT(complaint<M>(), HasSubstr("r, s can move without moving any mass or inertia"));
}

TEST(OpenModel, AMasslessEndOfAChainIsNamed) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Revolute a{this, "a"}, b{this, "b"};
    planar::Body body{this, "body"};
    planar::FixedTranslation t{this, "t"};
    M() {
      body.r_ports = Vector2(1, 0);
      connect(world.frame_b, a.frame_a);
      connect(a.frame_b, body.frame_a);
      connect(body.port(0), b.frame_a);
      connect(b.frame_b, t.frame_a);
    }
  };
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("b, t can move without moving any mass"),
                                    Not(HasSubstr("too many"))));
}

TEST(OpenModel, APointMassOnASphericalJointMayTurnAboutItsRod) {
  struct M : Model {
    mechanics3d::World world{this, "world"};
    mechanics3d::Spherical s{this, "s"};
    mechanics3d::FixedTranslation arm{this, "arm"};
    mechanics3d::PointMass m{this, "m"};
    M() {
      connect(world.frame_b, s.frame_a);
      connect(s.frame_b, arm.frame_a);
      connect(arm.frame_b, m.frame_a);
    }
  };
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("s can move without moving any mass or inertia"),
                                    HasSubstr("a point mass on a rod has none about the rod"),
                                    Not(HasSubstr("potentials"))));
}

TEST(OpenModel, ARodOnASpringHangsOnNothing) {
  struct Planar : Model {
    planar::World world{this, "world"};
    planar::FixedTranslation rod{this, "rod"};
    planar::Spring spring{this, "spring"};
    planar::Body b{this, "b"};
    Planar() {
      connect(rod.frame_b, spring.frame_a);
      connect(spring.frame_b, b.frame_a);
    }
  };
  EXPECT_THAT(complaint<Planar>(), AllOf(HasSubstr("rod hangs on nothing but spring"),
                                         Not(HasSubstr("one equation too many"))));
  struct Space : Model {
    mechanics3d::World world{this, "world"};
    mechanics3d::FixedTranslation rod{this, "rod"};
    mechanics3d::Spring spring{this, "spring"};
    mechanics3d::Body b{this, "b"};
    Space() {
      connect(rod.frame_b, spring.frame_a);
      connect(spring.frame_b, b.frame_a);
    }
  };
  EXPECT_THAT(complaint<Space>(), HasSubstr("rod hangs on nothing but spring"));
}

TEST(OpenModel, ASpringAloneHangsOnNothing) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Spring spring{this, "spring"};
  };
  EXPECT_THAT(complaint<M>(), HasSubstr("spring.frame_a hangs on nothing"));
}

TEST(OpenModel, AStretchedLoopSaysWhatIsMissing) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Revolute a{this, "a"}, b{this, "b"}, c{this, "c"};
    planar::Body left{this, "left"}, right{this, "right"};
    planar::Fixed pin{this, "pin"};
    M() {
      pin.r = Vector2(5, 0);
      left.r_ports = Vector2(1, 0);
      right.r_ports = Vector2(1, 0);
      connect(world.frame_b, a.frame_a);
      connect(a.frame_b, left.frame_a);
      connect(left.port(0), b.frame_a);
      connect(b.frame_b, right.frame_a);
      connect(right.port(0), c.frame_a);
      connect(c.frame_b, pin.frame_b);
    }
  };
  EXPECT_THAT(complaint<M>(),
              AllOf(HasSubstr("cannot be assembled: the loop that closes at b.frame_b cannot be "
                              "satisfied. At best the loop that closes at b.frame_b stays open by "
                              "3 m. It would close if pin.r were 3 m shorter."),
                    HasSubstr("Check lengths and positions.")));
}

TEST(OpenModel, EquationsForWhatNoEquationDeterminesAreExplained) {
  struct M : Model {
    Variable x{this, "x"};
    Discrete n{this, "n"};
    Input u{this, "u"};
    void equations() override {
      equation(der(x), 1.0);
      equation(n, time());
      equation(u, sin(time()));
    }
  };
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("n is discrete, and changed by `when` only."),
                                    HasSubstr("Use assign in a `when`"),
                                    HasSubstr("u is an input, and given from outside.")));
}

TEST(OpenModel, ABondJoinsTwoElements) {
  struct M : Model {
    bonds::J1 j{this, "j"};
    M() { bonds::bond(*this, j, j, "loop"); }
  };
  EXPECT_THAT(complaint<M>(), HasSubstr("loop joins j with itself (open_models_test.cc:"));
}

TEST(OpenModel, AnElementHasABond) {
  struct Parts : Model {
    bonds::Se s{this, "s"};
    bonds::J1 j{this, "j"};
    bonds::R r{this, "r"};
    Parts() { bonds::bond(*this, s, j); }
  };
  struct Resistor : Parts {
    bonds::I i{this, "i"};
    Resistor() { bonds::bond(*this, j, i); }
  };
  EXPECT_THAT(complaint<Resistor>(), AllOf(HasSubstr("r has no bond."),
                                           HasSubstr("Join it to another element with a bond"),
                                           Not(HasSubstr("contradict"))));
  struct Source : Model {
    bonds::Se s{this, "s"};
  };
  EXPECT_THAT(complaint<Source>(), HasSubstr("s has no bond."));
  struct Ratio : Parts {
    bonds::TF_flow tf{this, "tf"};
    Ratio() {
      bonds::bond(*this, j, tf.port_a);
      bonds::bond(*this, j, r);
    }
  };
  EXPECT_THAT(complaint<Ratio>(), AllOf(HasSubstr("tf.port_b has no bond."),
                                        HasSubstr("Join it to another element with a bond, or "
                                                  "remove tf.")));
}

TEST(OpenModel, AWallStandsStill) {
  struct M : Model {
    planar::World world{this, "world"};
    planar::Fixed wall{this, "wall"};
    planar::Body body{this, "body"};
    planar::Revolute r{this, "r"};
    M() {
      connect(wall.frame_b, r.frame_a);
      connect(r.frame_b, body.frame_a);
      set("wall.element.f0", "{0, 1, 0}");
    }
  };
  EXPECT_THAT(complaint<M>(), HasSubstr("wall is fixed and cannot move. Leave it at 0"));
}

TEST(OpenModel, ABodyHasNoPortOfNegativeNumber) {
  Model model;
  planar::Body body(&model, "body");
  EXPECT_THAT(test::refusal([&] { body.port(static_cast<std::size_t>(-1)); }),
              HasSubstr("body was asked for port(-1). Ports are numbered from 0"));
}

/// A signal is zero where nothing is connected to it: an equation for it is one too many.
TEST(OpenModel, ASignalWithAnEquationBesideItsPort) {
  struct Pulled : Model {
    mechanics3d::World world{this, "world"};
    mechanics3d::Fixed top{this, "top"};
    mechanics3d::Revolute joint{this, "joint"};
    mechanics3d::FixedTranslation rod{this, "rod"};
    mechanics3d::Body body{this, "body"};
    mechanics3d::LineForce line{this, "line"};
    Pulled() {
      top.r = Vector3(1, 0.2, 0);
      body.r_CM = Vector3(0.5, 0, 0);
      connect(world.frame_b, joint.frame_a);
      connect(joint.frame_b, body.frame_a);
      connect(joint.frame_b, rod.frame_a);
      connect(top.frame_b, line.frame_a);
      connect(line.frame_b, rod.frame_b);
    }
    void equations() override { equation(line.tension.value, 40.0 * (line.s - 0.1)); }
  };
  EXPECT_THAT(
      test::complaint(Pulled()),
      AllOf(HasSubstr("line.tension.value has two equations: 'line.tension.value = 40 * "
                      "(line.s - 0.1)' of the model"),
            HasSubstr("and 'line.tension.value = 0' of line"), HasSubstr("Remove one of them.")));
}

}  // namespace
}  // namespace multibond
