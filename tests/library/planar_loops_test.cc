// Closed loops of planar parts, redundant ones too, and large trees.
#include "base/large_size.h"
#include "complaint.h"
#include "multibond/analyze/structure.h"
#include "multibond/library/rotational.h"
#include "multibond/library/rotational_sources.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using test::notes;
using ::testing::HasSubstr;

// -- redundancy -----------------------------------------------------------------------------------

/// Both runs move alike.
void expect_same(const Result& a, const Result& b, const std::string& path) {
  EXPECT_EQ(a.status, RunStatus::completed);
  EXPECT_EQ(b.status, RunStatus::completed);
  const std::vector<double> x = a[path], y = b[path];
  ASSERT_EQ(x.size(), y.size());
  double worst = 0, most = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    worst = std::max(worst, std::abs(x[k] - y[k]));
    most = std::max(most, std::abs(x[k] - x[0]));
  }
  EXPECT_LT(worst, 1e-8) << path;
  EXPECT_GT(most, 0.1) << path << " should move";
}

const SimulationOptions kAccurate{.stop = 3, .tolerance = 1e-11};

/// A bar on cranks that are all parallel; the third is not needed.
struct Cranks : Scene {
  ComponentArray<Fixed> pin{this, "pin"};
  ComponentArray<Revolute> base{this, "base"}, top{this, "top"};
  ComponentArray<Body> crank{this, "crank"};
  Body bar{this, "bar"};
  explicit Cranks(std::size_t count, double third_mass = 1) {
    pin.resize(count);
    base.resize(count);
    top.resize(count);
    crank.resize(count);
    MatrixX places(2, static_cast<Eigen::Index>(count));
    for (std::size_t k = 0; k < count; ++k) {
      places.col(static_cast<Eigen::Index>(k)) = Vector2(static_cast<double>(k), 0);
      pin[k].r = Vector2(static_cast<double>(k), 0);
      crank[k].r_ports = Vector2(0, -1);
      if (k == 2) crank[k].m = third_mass;
      if (k == 2) crank[k].J = third_mass;
      connect(pin[k].frame_b, base[k].frame_a);
      connect(base[k].frame_b, crank[k].frame_a);
      connect(crank[k].port(0), top[k].frame_a);
      connect(top[k].frame_b, bar.port(k));
    }
    bar.r_ports = places;
    base[0].phi.start(0.5).fixed();
    base[0].w.start(0.0).fixed();
  }
};

TEST(PlanarRedundancy, AThirdParallelCrankChangesNothing) {
  const Result two = simulate(Cranks(2), kAccurate), three = simulate(Cranks(3, 1e-9), kAccurate);
  expect_same(two, three, "base[1].phi");
  EXPECT_THAT(notes(three), HasSubstr("constrain the same motion more than once"));
  EXPECT_THAT(notes(three), HasSubstr("1 of 6 of them in every position"));
}

// So many loops are judged in terms of their joint coordinates. Two cranks hold the bar; each of
// the others says once more that it keeps its angle.
TEST(PlanarRedundancy, ARowOfThirtyCranksNeedsTwo) {
  Cranks model(30);
  for (std::size_t k = 0; k < 30; ++k) {
    model.base[k].phi.start(0.5);
    model.top[k].phi.start(-0.5);
  }
  const Result result = simulate(model, kAccurate);
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_THAT(notes(result), HasSubstr("28 of 87 of them in every position"));
  // 30 cranks of 1 kg.m2 about their pins, a bar of 1 kg that follows a circle of 1 m.
  const test::State expected = test::reference(
      [](const test::State& y) {
        test::State rates(2);
        rates << y(1), -g * std::sin(y(0)) / 31;
        return rates;
      },
      test::state_of({0.5, 0.0}), 3);
  EXPECT_NEAR(result.final("base[1].phi"), expected(0), 1e-8);
  EXPECT_NEAR(result.final("base[30].phi"), expected(0), 1e-8);
  EXPECT_NEAR(result.final("bar.phi"), 0, 1e-9);
}

// Two cranks could be crossed, twelve cannot: constraints that are left out still say where a
// mechanism begins.
TEST(PlanarRedundancy, ConstraintsLeftOutHoldAtTheStart) {
  const Result result = simulate(Cranks(12), kAccurate);
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.initial("base[12].phi"), 0.5, 1e-9);
  for (const double angle : result["bar.phi"]) EXPECT_NEAR(angle, 0, 1e-9);
}

TEST(PlanarRedundancy, ABodyOnTwoCoincidentPins) {
  struct Pins : Scene {
    Revolute a{this, "a"};
    Body body{this, "body"};
    explicit Pins(bool second) {
      body.r_CM = Vector2(1, 0);
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, body.frame_a);
      if (!second) return;
      auto& b = create<Revolute>("b");
      connect(ground.frame_b, b.frame_a);
      connect(b.frame_b, body.frame_a);
    }
  };
  Pins one(false), two(true);
  const Result single = simulate(one, kAccurate), doubled = simulate(two, kAccurate);
  expect_same(single, doubled, "a.phi");
  const Plan plan = [] {
    Pins again(true);
    return compile(again);
  }();
  EXPECT_EQ(plan.dropped_constraints.size(), 2u);
}

TEST(PlanarRedundancy, ASliderOnTwoParallelRails) {
  struct Rails : Scene {
    Prismatic a{this, "a"};
    Body body{this, "body"};
    explicit Rails(bool second) {
      a.n = Vector2(1, -1);
      connect(ground.frame_b, a.frame_a);
      connect(a.frame_b, body.frame_a);
      if (!second) return;
      auto& b = create<Prismatic>("b");
      auto& u = create<FixedTranslation>("u");
      auto& v = create<FixedTranslation>("v");
      b.n = Vector2(1, -1);
      u.r = Vector2(0, 1);
      v.r = Vector2(0, 1);
      connect(ground.frame_b, u.frame_a);
      connect(u.frame_b, b.frame_a);
      connect(body.frame_a, v.frame_a);
      connect(b.frame_b, v.frame_b);
    }
  };
  const Result one = simulate(Rails(false), kAccurate), two = simulate(Rails(true), kAccurate);
  expect_same(one, two, "a.s");
  EXPECT_THAT(notes(two), HasSubstr("constrain the same motion more than once"));
}

TEST(PlanarRedundancy, ADoubledFourBarMovesAsOne) {
  const Result one = simulate(FourBar(), kAccurate), two = simulate(FourBar(true), kAccurate);
  expect_same(one, two, "a.phi");
  expect_same(one, two, "d.phi");
  EXPECT_THAT(notes(two), HasSubstr("constrain the same motion more than once"));
}

TEST(PlanarAssembly, ClosesFromStartValuesThatAreOff) {
  FourBar model;
  model.b.phi.start(-0.4);
  model.c.phi.start(1.1);
  const Result result = simulate(model, {.stop = 0.1, .tolerance = 1e-9});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.at("a.phi", 0), 1, 1e-12);  // fixed
  EXPECT_NEAR(result.at("coupler.ports[1].x", 0), result.at("rocker.ports[1].x", 0), 1e-10);
  EXPECT_NEAR(result.at("coupler.ports[1].y", 0), result.at("rocker.ports[1].y", 0), 1e-10);
}

// -- trees ----------------------------------------------------------------------------------------

/// Binary tree of bodies, joint by joint.
struct Tree : Scene {
  ComponentArray<Revolute> joint{this, "joint"};
  ComponentArray<Body> body{this, "body"};
  explicit Tree(std::size_t count) {
    joint.resize(count);
    body.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
      body[k].r_CM = Vector2(0.5, 0);
      body[k].r_ports = Vector2(1, 0);
      joint[k].phi.start(0.1 * static_cast<double>(k % 7));
      connect(k == 0 ? ground.frame_b : body[(k - 1) / 2].port(0), joint[k].frame_a);
      connect(joint[k].frame_b, body[k].frame_a);
    }
  }
};

TEST(PlanarTree, CostsInProportionToItsBodies) {
  const auto operations = [](std::size_t count) {
    Tree tree(count);
    const Plan plan = compile(tree);
    EXPECT_EQ(plan.states(), 2 * count);
    return static_cast<double>(structure_report(plan).functions.front().operations);
  };
  EXPECT_LE(operations(200) / operations(100), 2.2);
  EXPECT_LE(operations(test::large_size(1000)) / operations(test::large_size(500)), 2.2);
}

}  // namespace
}  // namespace multibond::planar
