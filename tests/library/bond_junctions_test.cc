// Partial junctions, compositions, permutations.
#include "bond_bench.h"
#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/graph.h"
#include "multibond/library/bonds/partial_junctions.h"

namespace multibond::bonds {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Kind = CausalRule::Kind;

const SimulationOptions kOneStep{.stop = 1, .intervals = 1};

/// source -> port_a, port_b -> R of 1, 2, 4; side -> port_c.
template <typename Junction, typename Source, typename Side>
struct Partial : Model {
  Source source{this, "source"};
  Side side{this, "side"};
  Junction junction{this, "junction"};
  R load{this, "load"};
  Partial() {
    source.n = 3;
    junction.n = 3;
    load.n = 3;
    side.n = 2;
    junction.nPartial = 2;
    junction.order = {3, 1, 2};
    load.R = {1, 2, 4};
    bond(*this, source, junction.port_a);
    bond(*this, junction.port_b, load);
    bond(*this, side, junction.port_c);
  }
};

TEST(PartialJunction, FlowsOfSomeComponentsAddUp) {
  Partial<J0Partial, Sf, Sf> model;
  model.source.f0 = {1, 2, 3};
  model.side.f0 = {10, 20};
  const Result result = simulate(model, kOneStep);
  // The first component of the side joins the third.
  expect_near(final_vector(result, "load.port.f", 3), Eigen::Vector3d(21, 2, 13), 1e-12);
  expect_near(final_vector(result, "side.port.e", 2), Eigen::Vector2d(52, 21), 1e-12);
  expect_near(final_vector(result, "source.port.e", 3), Eigen::Vector3d(21, 4, 52), 1e-12);
}

TEST(PartialJunction, EffortsOfSomeComponentsAddUp) {
  Partial<J1Partial, Se, Se> model;
  model.source.e0 = {1, 2, 3};
  model.side.e0 = {10, 20};
  const Result result = simulate(model, kOneStep);
  expect_near(final_vector(result, "load.port.e", 3), Eigen::Vector3d(21, 2, 13), 1e-12);
  expect_near(final_vector(result, "side.port.f", 2), Eigen::Vector2d(-13.0 / 4, -21), 1e-12);
}

TEST(PartialJunction, HarpoonsDecideTheSignsOfEfforts) {
  struct Away : Model {
    Se source{this, "source"};
    J1Partial junction{this, "junction"};
    R load{this, "load"}, side{this, "side"};
    Away() {
      source.n = 2;
      junction.n = 2;
      junction.order = {2};
      load.n = 2;
      source.e0 = {6, 6};
      side.R = 2.0;
      bond(*this, source, junction.port_a);
      bond(*this, junction.port_b, load);
      bond(*this, junction.port_c, side);
    }
  };
  // A series connection of 1 and 2 in the second component.
  const Result result = simulate(Away{}, kOneStep);
  expect_near(final_vector(result, "load.port.f", 2), Eigen::Vector2d(6, 2), 1e-12);
  EXPECT_NEAR(result.final("side.port.e"), 4, 1e-12);
}

TEST(PartialJunction, RulesJoinTheNamedComponents) {
  Partial<J0Partial, Sf, Sf> model;
  flatten(model);
  const std::vector<CausalRule> rules = model.junction.causal_rules();
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_THAT(rules[0].places, ElementsAre(0, 3, 7));
  EXPECT_THAT(rules[1].places, ElementsAre(1, 4));
  EXPECT_THAT(rules[2].places, ElementsAre(2, 5, 6));
  EXPECT_EQ(rules[2].kind, Kind::junction_0);
  Partial<J1Partial, Se, Se> dual;
  flatten(dual);
  EXPECT_EQ(dual.junction.causal_rules()[0].kind, Kind::junction_1);
}

TEST(PartialJunction, OrdersThatMakeNoSenseAreRefused) {
  const auto message = [](const VectorX& order) {
    Partial<J0Partial, Sf, Sf> model;
    model.junction.order = order;
    return sample::message_of([&] { flatten(model); });
  };
  EXPECT_THAT(message(VectorX{{2}}),
              HasSubstr("junction has order = {2}, which has less than 2 entries. Give 2 different "
                        "whole numbers between 1 and 3."));
  EXPECT_THAT(message(VectorX{{2, 4}}), HasSubstr("{2, 4}, 4 is none of the places"));
  EXPECT_THAT(message(VectorX{{1.5, 2}}), HasSubstr("1.5 is none of the places"));
  EXPECT_THAT(message(VectorX{{2, 2}}), HasSubstr("{2, 2}, which names place 2 twice"));
  EXPECT_THAT(message(VectorX{{1, 2, 3, 1}}), HasSubstr("which has more than 3 entries"));
  Partial<J0Partial, Sf, Sf> large;
  large.junction.nPartial = 4;
  large.side.n = 4;
  EXPECT_THAT(sample::message_of([&] { flatten(large); }),
              HasSubstr("junction joins 4 components to a bond of cardinality 3."));
}

TEST(Composition, PutsBondsTogetherAndTakesThemApart) {
  struct Through : Model {
    Sf one{this, "one"}, two{this, "two"};
    Composition together{this, "together"};
    Decomposition apart{this, "apart"};
    R first{this, "first"}, rest{this, "rest"};
    Through() {
      two.n = 2;
      rest.n = 2;
      one.f0 = 1.0;
      two.f0 = {2, 3};
      rest.R = {10, 100};
      together.nB = 2;
      apart.nA = 2;
      first.n = 1;
      bond(*this, one, together.port_a);
      bond(*this, two, together.port_b);
      bond(*this, together.port_c, apart.port_c);
      bond(*this, apart.port_a, rest);
      bond(*this, apart.port_b, first);
    }
  };
  Through model;
  const Result result = simulate(model, kOneStep);
  expect_near(final_vector(result, "rest.port.f", 2), Eigen::Vector2d(1, 2), 1e-12);
  EXPECT_NEAR(result.final("first.port.f"), 3, 1e-12);
  EXPECT_NEAR(result.final("one.port.e"), 10, 1e-12);
  expect_near(final_vector(result, "two.port.e", 2), Eigen::Vector2d(200, 3), 1e-12);
  EXPECT_THAT(model.together.causal_rules()[1].places, ElementsAre(1, 4));
  Through wrong;
  wrong.apart.nA = 1;
  EXPECT_THAT(sample::message_of([&] { flatten(wrong); }),
              HasSubstr("together.port_c of cardinality 3 and apart.port_c of cardinality 2"));
  Through given;
  given.apart.n = 2;
  EXPECT_THAT(sample::message_of([&] { flatten(given); }),
              HasSubstr("apart has n = 2, but its parts have 2 and 1 components."));
}

TEST(Permutation, ChangesTheOrder) {
  struct Reversed : Model {
    Sf source{this, "source"};
    Permutation swap{this, "swap"};
    R load{this, "load"};
    Defaults defaults{this, "defaults"};
    Reversed() {
      defaults.n = 3;
      source.f0 = {1, 2, 3};
      swap.p = {3, 1, 2};
      load.R = {1, 10, 100};
      bond(*this, source, swap.port_a);
      bond(*this, swap.port_b, load);
    }
  };
  Reversed model;
  const Result result = simulate(model, kOneStep);
  expect_near(final_vector(result, "load.port.f", 3), Eigen::Vector3d(3, 1, 2), 1e-12);
  expect_near(final_vector(result, "source.port.e", 3), Eigen::Vector3d(10, 200, 3), 1e-12);
  EXPECT_THAT(model.swap.causal_rules()[0].places, ElementsAre(2, 3));
  Reversed wrong;
  wrong.swap.p = {3, 1, 1};
  EXPECT_THAT(sample::message_of([&] { flatten(wrong); }),
              HasSubstr("swap has p = {3, 1, 1}, which names place 1 twice."));
}

}  // namespace
}  // namespace multibond::bonds
