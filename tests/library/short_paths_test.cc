// What users expect on the outside of a component, and laws that can be chosen by path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/planar/planar.h"
#include "multibond/model/system.h"
#include "multibond/simulate/simulation.h"
#include "multibond/simulate/simulator.h"

namespace multibond {
namespace {

using testing::HasSubstr;

template <typename Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

struct Pendulum : Model {
  planar::World world{this, "world"};
  planar::Revolute joint{this, "joint"};
  planar::Body body{this, "body"};
  Pendulum() {
    body.r_CM = {0.5, 0.0};
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

TEST(ShortPaths, ParametersOfAMobilityAreSetOnTheJoint) {
  Pendulum brief, full;
  brief.set("joint.d", 2.0);
  full.set("joint.mobility.d", 2.0);
  EXPECT_EQ(simulate(brief, {.stop = 1}).final("joint.phi"),
            simulate(full, {.stop = 1}).final("joint.phi"));
  EXPECT_EQ(&brief.parameter_at("joint.d"), &brief.joint.mobility.d);
}

TEST(ShortPaths, HoldInCompiledModelsAndInResults) {
  Pendulum model;
  model.joint.mobility.c = 5.0;
  const auto compiled = compile_model(model, {.free = {"joint.q_ref"}});
  const auto run = [&](const std::string& path) {
    return simulate(compiled, {.stop = 1, .set = {{path, 0.4}}});
  };
  const Result brief = run("joint.q_ref"), full = run("joint.mobility.q_ref");
  EXPECT_EQ(brief.final("joint.phi"), full.final("joint.phi"));
  EXPECT_NE(brief.final("joint.phi"), simulate(compiled, {.stop = 1}).final("joint.phi"));
  EXPECT_EQ(brief.final("joint.q_ref"), 0.4);
  EXPECT_EQ(brief.signals().size(), full.signals().size());
}

TEST(ShortPaths, TheFullPathWins) {
  Pendulum model;
  model.set("joint.mobility.d", 3.0);
  model.set("joint.d", 2.0);
  elaborate(model);
  EXPECT_EQ(model.joint.mobility.d.value(), 3);
}

TEST(ShortPaths, WrongOnesAreNamed) {
  Pendulum model;
  model.set("joint.dd", 2.0);
  EXPECT_THAT(message_of([&] { elaborate(model); }), HasSubstr("joint.d"));
}

/// A source of 10 V with 2 Ohm inside, and 3 Ohm outside.
struct Divider : Model {
  bonds::Se source{this, "source"};
  bonds::J1 loop{this, "loop"};
  bonds::R inside{this, "inside"}, outside{this, "outside"};
  bonds::J0 line{this, "line"};
  bonds::C store{this, "store"};
  Divider() {
    source.e0 = 10.0;
    inside.R = 2.0;
    outside.R = 3.0;
    store.e_start = 6.0;
    store.fixed = true;
    bonds::bond(*this, {source, loop, line, outside});
    bonds::bond(*this, loop, inside);
    bonds::bond(*this, line, store);
  }
};

TEST(ShortPaths, AJunctionHasTheEffortOrFlowOfItsBonds) {
  Divider model;
  const Result result = simulate(model, {.stop = 1});
  EXPECT_NEAR(result.final("line.e"), 6, 1e-9);
  EXPECT_NEAR(result.final("loop.f"), 2, 1e-9);  // from the source, whose bond points here
  EXPECT_TRUE(result.has("line.e"));
  EXPECT_FALSE(result.has("line.f"));
  Simulator run(compile_model(model));
  run.initialize();
  EXPECT_NEAR(run.get("line.e"), 6, 1e-9);
  EXPECT_EQ(model.variable_at("line.e").path(), "line.p[1].e");
}

TEST(Knobs, AFieldOfGravityCanBeReplacedByPath) {
  Pendulum field, none;
  for (Pendulum* model : {&field, &none}) {
    model->world.gravity([](const ExprVector2&) { return ExprVector2(0.0, -2.0); });
  }
  none.set("world.gravityType", "none");
  EXPECT_LT(simulate(field, {.stop = 1}).final("joint.phi"), -0.1);
  EXPECT_EQ(simulate(none, {.stop = 1}).final("joint.phi"), 0);
}

TEST(Knobs, AFieldThatNobodyGaveIsMissed) {
  Pendulum model;
  model.set("world.gravityType", "field");
  EXPECT_THAT(message_of([&] { elaborate(model); }), HasSubstr("none was given in C++"));
}

/// A capacitance that discharges through a law.
struct Discharge : Model {
  bonds::C store{this, "store"};
  bonds::NonlinearG leak{this, "leak"};
  bonds::J0 node{this, "node"};
  Discharge() {
    store.e_start = 1.0;
    store.fixed = true;
    leak.law = [](const Expr& e) { return 3.0 * e; };
    bonds::bond(*this, node, store);
    bonds::bond(*this, node, leak);
  }
};

TEST(Knobs, ATableTakesThePlaceOfALawByPath) {
  Discharge law, table;
  table.set("leak.form", "table");
  table.set("leak.table", "[0, 0; 1, 2]");
  const SimulationOptions options{.stop = 1, .tolerance = 1e-10};
  EXPECT_NEAR(simulate(law, options).final("store.port.e"), std::exp(-3), 1e-8);
  EXPECT_NEAR(simulate(table, options).final("store.port.e"), std::exp(-2), 1e-8);
}

TEST(Knobs, WhoHasTheStateIsAParameter) {
  Divider model;
  model.set("store.state_outside", "true");
  elaborate(model);
  EXPECT_EQ(model.store.port.e[0].data().hint, StateHint::none);
}

}  // namespace
}  // namespace multibond
