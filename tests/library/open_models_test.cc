// Models with something missing or said twice: the message names the part and the remedy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "library/complaint.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
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
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("What flows between c, r, u balances by itself"),
                                    HasSubstr("Connect a reference to one of them: a ground")));
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
  EXPECT_THAT(complaint<M>(), AllOf(HasSubstr("Nothing that moves with r has mass or inertia"),
                                    HasSubstr("Give a part that moves with it mass")));
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
  EXPECT_THAT(complaint<M>(), HasSubstr("loop joins j with itself."));
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

}  // namespace
}  // namespace multibond
