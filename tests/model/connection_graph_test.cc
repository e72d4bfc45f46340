// The spanning forest of frames, seen through what components are told and what is cut.

#include <gtest/gtest.h>

#include <algorithm>

#include "model/sample.h"

namespace multibond {
namespace {

using sample::Body;
using sample::Frame;
using sample::Link;
using sample::message_of;
using sample::World;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Ports at which loops were cut.
std::vector<std::string> cuts(const System& system) {
  std::vector<std::string> paths;
  for (const SystemVariable& v : system.variables) {
    const std::size_t end = v.path.find(".loop.");
    if (end != std::string::npos) paths.emplace_back(v.path.substr(0, end));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> sorted_texts(const System& system) {
  std::vector<std::string> texts = sample::equation_texts(system);
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(ConnectionGraph, AChainFromTheWorldHasNoCuts) {
  struct Chain : Model {
    World world{this, "world"};
    Link link1{this, "link1"}, link2{this, "link2"};
    Body body{this, "body"};
    Chain() {
      connect(world.frame, link1.a);
      connect(link1.b, link2.b);  // the second link is turned around
      connect(link2.a, body.frame);
    }
  } model;
  const System system = flatten(model);
  EXPECT_THAT(cuts(system), IsEmpty());
  EXPECT_TRUE(model.world.is_origin);
  EXPECT_FALSE(model.body.is_origin);
  EXPECT_TRUE(model.link1.from_a);
  EXPECT_FALSE(model.link1.from_b);
  EXPECT_FALSE(model.link2.from_a);
  EXPECT_TRUE(model.link2.from_b);
}

TEST(ConnectionGraph, AFreeBodyBecomesARoot) {
  struct Free : Model {
    Link link{this, "link"};
    Body body{this, "body"};
    Free() { connect(link.b, body.frame); }
  } model;
  EXPECT_THAT(cuts(flatten(model)), IsEmpty());
  EXPECT_TRUE(model.body.is_origin);
  EXPECT_TRUE(model.link.from_b);
}

TEST(ConnectionGraph, TheBodyOfSmallestPriorityIsTheRoot) {
  struct Two : Model {
    Body a{this, "a", 3}, b{this, "b", 1};
    Link link{this, "link"};
    Two() {
      connect(a.frame, link.a);
      connect(link.b, b.frame);
    }
  } model;
  flatten(model);
  EXPECT_FALSE(model.a.is_origin);
  EXPECT_TRUE(model.b.is_origin);
  EXPECT_TRUE(model.link.from_b);
}

TEST(ConnectionGraph, NamesDecideBetweenEqualBodies) {
  struct Two : Model {
    Body z{this, "z"}, b{this, "b"};
    Two() { connect(z.frame, b.frame); }
  } model;
  flatten(model);
  EXPECT_TRUE(model.b.is_origin);
  EXPECT_FALSE(model.z.is_origin);
}

TEST(ConnectionGraph, SeparateTreesHaveOneRootEach) {
  struct Two : Model {
    World world{this, "world"};
    Body held{this, "held"}, free1{this, "free1"}, free2{this, "free2"};
    Two() { connect(world.frame, held.frame); }
  } model;
  flatten(model);
  EXPECT_FALSE(model.held.is_origin);
  EXPECT_TRUE(model.free1.is_origin);
  EXPECT_TRUE(model.free2.is_origin);
}

/// world - left[1] - left[2] - left[3] - body - right[2] - right[1] - world, stated in any order.
struct Loop : Model {
  World world{this, "world"};
  ComponentArray<Link> left{this, "left", 3}, right{this, "right", 2};
  Body body{this, "body"};
  explicit Loop(unsigned order) {
    std::vector<std::pair<Frame*, Frame*>> pairs{
        {&world.frame, &left[0].a}, {&left[0].b, &left[1].a},    {&left[1].b, &left[2].a},
        {&left[2].b, &body.frame},  {&world.frame, &right[0].a}, {&right[0].b, &right[1].a},
        {&right[1].b, &body.frame},
    };
    for (; order > 0; --order) std::next_permutation(pairs.begin(), pairs.end());
    for (const auto& [a, b] : pairs) order % 2 ? connect(a == b ? *a : *b, *a) : connect(*a, *b);
  }
};

TEST(ConnectionGraph, ALoopIsCutOnceFarFromTheRoot) {
  Loop model(0);
  const System system = flatten(model);
  // Both sides are followed at the same pace: they meet between left[2] and left[3].
  EXPECT_THAT(cuts(system), ElementsAre("left[3].a"));
  EXPECT_TRUE(model.left[1].from_a);
  EXPECT_TRUE(model.left[2].from_b);
  EXPECT_FALSE(model.body.is_origin);
}

TEST(ConnectionGraph, ACutGivesAConstraintWithAReactionInBothSums) {
  Loop model(0);
  const System system = flatten(model);
  const auto texts = sample::equation_texts(system);
  EXPECT_THAT(texts, Contains("left[2].b.x - left[3].a.x = 0"));
  EXPECT_THAT(texts, Contains("left[2].b.f + left[3].a.loop.reaction[1] = 0"));
  EXPECT_THAT(texts, Contains("left[3].a.f - left[3].a.loop.reaction[1] = 0"));
  const SystemVariable& reaction = sample::variable(system, "left[3].a.loop.reaction[1]");
  EXPECT_TRUE(reaction.reaction);
  int constraints = 0;
  for (const SystemEquation& equation : system.equations) {
    if (equation.role != EquationRole::constraint) continue;
    ++constraints;
    EXPECT_EQ(system.variables[equation.reaction].path, reaction.path);
  }
  EXPECT_EQ(constraints, 1);
}

TEST(ConnectionGraph, TheOrderOfStatementsDoesNotMatter) {
  Loop first(0);
  const auto reference = sorted_texts(flatten(first));
  for (unsigned order = 1; order < 60; order += 7) {
    Loop model(order);
    EXPECT_EQ(sorted_texts(flatten(model)), reference);
  }
}

TEST(ConnectionGraph, ThePairingWithinASetDoesNotMatter) {
  struct Star : Model {
    World world{this, "world"};
    Link p{this, "p"}, q{this, "q"}, r{this, "r"};
    explicit Star(int variant) {
      connect(world.frame, p.a);
      connect(world.frame, q.a);
      connect(world.frame, r.a);
      if (variant == 0) {
        connect(p.b, q.b);
        connect(q.b, r.b);
      } else if (variant == 1) {
        connect(r.b, p.b);
        connect(q.b, p.b);
      } else {
        connect(q.b, r.b);
        connect(r.b, p.b);
        connect(p.b, q.b);
      }
    }
  } zero(0), one(1), two(2);
  const System system = flatten(zero);
  EXPECT_THAT(cuts(system), ElementsAre("q.b", "r.b"));
  const auto reference = sorted_texts(system);
  EXPECT_EQ(sorted_texts(flatten(one)), reference);
  EXPECT_EQ(sorted_texts(flatten(two)), reference);
}

TEST(ConnectionGraph, TwoRootsThatMeetAreCut) {
  struct Two : Model {
    World a{this, "a"}, b{this, "b"};
    Two() { connect(a.frame, b.frame); }
  } model;
  EXPECT_THAT(cuts(flatten(model)), ElementsAre("b.frame"));
  EXPECT_TRUE(model.a.is_origin);
  EXPECT_TRUE(model.b.is_origin);
}

TEST(ConnectionGraph, ALinkAcrossOneNodeIsCut) {
  struct Short : Model {
    World world{this, "world"};
    Link link{this, "link"};
    Short() {
      connect(world.frame, link.a);
      connect(world.frame, link.b);
    }
  } model;
  EXPECT_THAT(cuts(flatten(model)), ElementsAre("link.b"));
}

/// A link in a box, with frames of the box.
class BoxedLink : public Component {
 public:
  BoxedLink(Component* owner, std::string_view name) : Component(owner, name) {
    connect(a, link.a);
    connect(link.b, b);
  }
  Frame a{this, "a"}, b{this, "b"};
  Link link{this, "link"};
};

TEST(ConnectionGraph, FramesOfTheHierarchyPassPositionsOn) {
  struct Boxes : Model {
    World world{this, "world"};
    BoxedLink p{this, "p"}, q{this, "q"};
    Body body{this, "body"};
    Boxes() {
      connect(world.frame, p.a);
      connect(p.b, q.b);
      connect(q.a, body.frame);
    }
  } model;
  EXPECT_THAT(cuts(flatten(model)), IsEmpty());
  EXPECT_TRUE(model.p.link.from_a);
  EXPECT_TRUE(model.q.link.from_b);
}

TEST(ConnectionGraph, AHierarchyDoesNotChangeTheNumberOfCuts) {
  struct Boxes : Model {
    World world{this, "world"};
    BoxedLink p{this, "p"}, q{this, "q"};
    Boxes() {
      connect(world.frame, p.a);
      connect(p.b, q.b);
      connect(q.a, world.frame);
    }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(cuts(system).size(), 1u);
  EXPECT_EQ(sample::missing_equations(system), 0);
}

TEST(ConnectionGraph, FramesThatHangOnNothingAreReported) {
  struct Loose : Model {
    World world{this, "world"};
    Link link{this, "link"};
  } model;
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message,
              HasSubstr("link.a hangs on nothing: no fixed part and no body determines its "
                        "position. Connect it"));
  EXPECT_THAT(message, HasSubstr("link.b hangs on nothing"));
}

TEST(ConnectionGraph, AnOpenEndIsFineIfABranchLeadsToIt) {
  struct Open : Model {
    World world{this, "world"};
    Link link{this, "link"};
    Open() { connect(world.frame, link.a); }
  } model;
  const auto texts = sample::equation_texts(flatten(model));
  EXPECT_THAT(texts, Contains("link.b.f = 0"));
}

TEST(ConnectionGraph, OnlyFramesAreRootsAndBranches) {
  struct Wrong : Model {
    sample::Node node{this, "node"};
    void build() override { root(node); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("declares node a root or a branch, but a port of kind 'node' has no "
                        "position."));
}

}  // namespace
}  // namespace multibond
