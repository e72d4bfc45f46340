// Modulated sources, sensors, power bonds, thermal transducers.
#include <cmath>
#include <numbers>

#include "bond_bench.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/thermal.h"
#include "multibond/library/signal_sources.h"

namespace multibond::bonds {
namespace {

using ::testing::HasSubstr;

const SimulationOptions kTight{.stop = 2, .tolerance = 1e-10, .intervals = 20};

TEST(ModulatedSources, FollowTheirSignals) {
  struct Driven : Model {
    signals::Sine sine{this, "sine"};
    signals::Ramp ramp{this, "ramp"};
    mSe effort{this, "effort"};
    mSf flow{this, "flow"};
    R r1{this, "r1"}, r2{this, "r2"};
    Driven() {
      for (Element* part : std::initializer_list<Element*>{&effort, &flow, &r1, &r2}) part->n = 3;
      for (int i = 0; i < 3; ++i) {
        connect(i == 1 ? ramp.y : sine.y, effort.s(i));
        connect(i == 2 ? ramp.y : sine.y, flow.s(i));
      }
      ramp.duration = 4.0;
      sine.f = 0.1;
      r1.R = 2.0;
      r2.R = 3.0;
      bond(*this, effort, r1);
      bond(*this, flow, r2);
    }
  };
  const Result result = simulate(Driven{}, kTight);
  const double sine = std::sin(0.4 * std::numbers::pi);
  expect_near(final_vector(result, "r1.port.f", 3), Eigen::Vector3d(sine, 0.5, sine) / 2, 1e-12);
  expect_near(final_vector(result, "r2.port.e", 3), Eigen::Vector3d(sine, sine, 0.5) * 3, 1e-12);
}

/// Se -> 1 -> R, C with sensors at both variables of the capacitance: e = 1 - exp(-t).
struct Measured : Model {
  Se source{this, "source"};
  J1 loop{this, "loop"};
  J0 node{this, "node"};
  R r{this, "r"};
  C c{this, "c"};
  De de{this, "de"};
  Dp dp{this, "dp"};
  Df df{this, "df"};
  Dq dq{this, "dq"};
  explicit Measured(int n) {
    for (Element* part :
         std::initializer_list<Element*>{&source, &loop, &node, &r, &c, &de, &dp, &df, &dq}) {
      part->n = n;
    }
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, df);
    bond(*this, loop, dq);
    bond(*this, loop, node);
    bond(*this, node, c);
    bond(*this, node, de);
    bond(*this, node, dp);
  }
};

TEST(Sensors, ReadAndIntegrateWithoutPower) {
  Measured model(1);
  model.dp.p_start = 5.0;
  const Result result = simulate(model, kTight);
  const double e = 1 - std::exp(-2.0);
  EXPECT_NEAR(result.final("de.y.value"), e, 1e-9);
  EXPECT_NEAR(result.final("df.y.value"), 1 - e, 1e-9);
  EXPECT_NEAR(result.final("dp.y.value"), 5 + 2 - e, 1e-9);
  EXPECT_NEAR(result.final("dq.y.value"), e, 1e-9);
  EXPECT_EQ(result.final("de.port.f"), 0);
  EXPECT_EQ(result.final("dq.port.e"), 0);
}

TEST(Sensors, OfMultibondsHaveASignalPerComponent) {
  Measured model(3);
  model.source.e0 = {1, 2, -3};
  model.dq.q_start = {0, 1, 2};
  const Result result = simulate(model, kTight);
  const double e = 1 - std::exp(-2.0);
  EXPECT_NEAR(result.final("de.y[2].value"), 2 * e, 1e-9);
  EXPECT_NEAR(result.final("dq.y[3].value"), 2 - 3 * e, 1e-9);
}

TEST(Sensors, TellWhatTheyAreToldToRead) {
  // Signals have no direction: a sensor whose reading is given constrains the graph.
  struct Held : Model {
    mSe force{this, "force"};
    J1 body{this, "body"};
    I mass{this, "mass"};
    Dq position{this, "position"};
    Variable reaction{this, "reaction", "", "force that holds the body on its path"};
    Held() {
      position.fixed = false;
      force.s.set(reaction);
      mass.I = 2.0;
      bond(*this, force, body);
      bond(*this, body, mass);
      bond(*this, body, position);
    }
    void equations() override { equation(position.y(0).value, sin(time())); }
  };
  const Result result = simulate(Held{}, kTight);
  EXPECT_NEAR(result.final("reaction"), -2 * std::sin(2.0), 1e-9);
}

TEST(Sensors, ABondCanTellItsPower) {
  struct Powered : Model {
    Se source{this, "source"};
    R r{this, "r"};
    Powered() {
      source.e0 = 3.0;
      create<PowerBond>("wire", source, r);
    }
  };
  EXPECT_NEAR(simulate(Powered{}, kTight).final("wire.P.value"), 9, 1e-12);
}

/// Current through RS, whose heat warms a body: C T^2/2 grows by the power R f^2.
template <typename Part>
struct Heating : Model {
  Sf current{this, "current"};
  Part part{this, "part"};
  C body{this, "body"};
  explicit Heating(int n = 1) {
    current.n = n;
    part.n = n;
    body.C = 0.5;
    body.e_start = 300.0;
    body.fixed = true;
    bond(*this, current, part);
    bond(*this, part.thermal, body);
  }
};

TEST(Thermal, HeatBecomesEntropy) {
  Heating<RS> model;
  model.current.f0 = 2.0;
  model.part.R = 10.0;
  const Result result = simulate(model, kTight);
  // 0.5 T T' = 40
  const double T = std::sqrt(300.0 * 300 + 2 * 2 * 40 / 0.5);
  EXPECT_NEAR(result.final("body.port.e"), T, 1e-7);
  EXPECT_NEAR(result.final("body.port.f"), 40 / T, 1e-8);
  EXPECT_NEAR(result.final("current.port.e"), 20, 1e-12);
}

TEST(Thermal, AllComponentsHeatOneBond) {
  Heating<RS> model(3);
  model.current.f0 = {1, -2, 3};
  model.part.R = {1, 2, 3};
  const Result result = simulate(model, kTight);
  EXPECT_NEAR(result.final("body.port.f") * result.final("body.port.e"), 1 + 8 + 27, 1e-9);
}

TEST(Thermal, AModulatedResistanceHeatsAsWell) {
  Heating<mRS> model;
  model.current.f0 = 2.0;
  model.part.R.set(1 + model.time());
  const Result result = simulate(model, kTight);
  EXPECT_NEAR(result.final("body.port.f") * result.final("body.port.e"), 12, 1e-9);
}

TEST(Thermal, ANegativeResistanceIsRefused) {
  Heating<RS> model;
  model.part.R = -1.0;
  EXPECT_THAT(sample::message_of([&] { flatten(model); }),
              HasSubstr("part.R (resistances, one or one per component) must not be negative: it "
                        "is -1"));
  Heating<RS> multi(2);
  multi.part.R = {1, -2};
  EXPECT_THAT(sample::message_of([&] { flatten(multi); }),
              HasSubstr("part.R[2] (resistances, one or one per component) must not be negative"));
}

TEST(Thermal, ARunEndsWhenAResistanceBecomesNegative) {
  Heating<mRS> model;
  model.part.R.set(1 - model.time());
  const Result result = simulate(model, kTight);
  EXPECT_EQ(result.status, RunStatus::terminated);
  EXPECT_NEAR(result.times().back(), 1, 1e-6);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_THAT(result.diagnostics.back().text,
              HasSubstr("The resistance of part has become negative: it would destroy entropy."));
}

TEST(Thermal, ANegativeResistanceAtTheStartEndsTheRunThere) {
  Heating<mRS> model;
  model.part.R.set(model.time() - 1);
  const Result result = simulate(model, kTight);
  EXPECT_EQ(result.status, RunStatus::terminated);
  EXPECT_NEAR(result.times().back(), 0, 1e-6);
}

TEST(Thermal, RulesAreAResistanceAndASourceOfEntropy) {
  Heating<RS> model(2);
  flatten(model);
  const std::vector<CausalRule> rules = model.part.causal_rules();
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0].kind, CausalRule::Kind::resistive);
  EXPECT_EQ(rules[2].kind, CausalRule::Kind::flow_source);
  EXPECT_THAT(rules[2].places, ::testing::ElementsAre(2));
}

}  // namespace
}  // namespace multibond::bonds
