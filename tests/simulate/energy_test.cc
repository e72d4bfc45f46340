// The energy audit of a run: against closed forms, across jumps, and of elements that cheat.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/simulate/simulation.h"

namespace multibond::bonds {
namespace {

struct Charging : Model {
  Se source{this, "source"};
  J1 loop{this, "loop"};
  R r{this, "r"};
  C c{this, "c"};
  Charging() {
    source.e0 = VectorX::Constant(1, 6.0);
    r.R = VectorX::Constant(1, 2.0);
    c.C = VectorX::Constant(1, 0.25);
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, c);
  }
};

const EnergyAudit::Entry& entry(const EnergyAudit& audit, const std::string& path) {
  for (const auto& e : audit.entries) {
    if (e.path == path) return e;
  }
  throw std::out_of_range(path);
}

TEST(EnergyAudit, AgreesWithTheClosedFormOfAChargingCapacitor) {
  const Result result = simulate(Charging{}, {.stop = 1, .tolerance = 1e-10});
  const EnergyAudit& audit = result.energy;
  const double x = std::exp(-2.0), stored = 0.125 * 36 * (1 - x) * (1 - x);
  EXPECT_NEAR(entry(audit, "source").energy, 0.25 * 36 * (1 - x), 1e-8);
  EXPECT_NEAR(entry(audit, "r").energy, 0.125 * 36 * (1 - x * x), 1e-8);
  EXPECT_NEAR(entry(audit, "c").energy, stored, 1e-8);
  EXPECT_NEAR(audit.stored, stored, 1e-8);
  EXPECT_LT(std::abs(audit.relative_error()), 1e-9);
}

TEST(EnergyAudit, CanBeLeftOut) {
  EXPECT_TRUE(simulate(Charging{}, {.stop = 1, .audit = false}).energy.empty());
}

TEST(EnergyAudit, DoesNotTouchTheSteps) {
  const Result with = simulate(Charging{}, {.stop = 1});
  const Result without = simulate(Charging{}, {.stop = 1, .audit = false});
  EXPECT_EQ(with.statistics.steps, without.statistics.steps);
  EXPECT_EQ(with.final("c.port.e"), without.final("c.port.e"));
}

/// A transformer whose flows were written down wrongly.
class Cheat final : public Element {
 public:
  using Element::Element;
  BondPort port_a{this, "port_a"}, port_b{this, "port_b"};
  std::string code() const override { return "TF"; }
  std::vector<CausalRule> causal_rules() const override { return {}; }
  void equations() override {
    equation(port_b.e[0], 2.0 * port_a.e[0]);
    equation(port_a.f[0], -3.0 * port_b.f[0]);
    conserves_power(net_power());
  }
};

TEST(EnergyAudit, AnElementThatMakesPowerIsNamed) {
  struct Cheating : Model {
    Se source{this, "source"};
    Cheat cheat{this, "cheat"};
    J1 loop{this, "loop"};
    R r{this, "r"};
    C c{this, "c"};
    Cheating() {
      bond(*this, source, cheat.port_a);
      bond(*this, cheat.port_b, loop);
      bond(*this, loop, r);
      bond(*this, loop, c);
    }
  };
  const Result result = simulate(Cheating{}, {.stop = 1});
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics.back().path, "cheat");
  EXPECT_THAT(result.diagnostics.back().text,
              ::testing::HasSubstr("cheat does not conserve power"));
  EXPECT_GT(std::abs(result.energy.relative_error()), 0.1);
}

}  // namespace
}  // namespace multibond::bonds
