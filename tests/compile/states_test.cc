// Which variables are integrated: names asserted for small models of every kind.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "multibond/compile/plan.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/library.h"
#include "multibond/library/rotational.h"
#include "multibond/library/translational.h"

namespace multibond {
namespace {

std::vector<std::string> state_names(Component& model) {
  const Plan plan = compile(model);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < plan.states(); ++i) names.push_back(plan.state_name(i));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> states_of(std::string_view example) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find(example).make(nullptr, "model");
  return state_names(*model);
}

using Names = std::vector<std::string>;

TEST(States, ALoopOfCapacitorsAndASourceLosesADependentVoltage) {
  struct Loop : Model {
    electrical::SineVoltage source{this, "source"};
    electrical::Capacitor C1{this, "C1"}, C2{this, "C2"};
    electrical::Resistor R{this, "R"};
    electrical::Ground ground{this, "ground"};
    Loop() {
      C1.C = 0.5;
      C2.C = 0.25;
      connect(source.p, C1.p);
      connect(C1.n, C2.p);
      connect(C2.n, source.n);
      connect(C2.p, R.p);
      connect(R.n, ground.p);
      connect(source.n, ground.p);
    }
  };
  Loop loop;
  const Plan plan = compile(loop);
  ASSERT_EQ(plan.states(), 1u);  // two capacitors, one independent voltage
  EXPECT_EQ(plan.state_name(0), "C1.v");
  EXPECT_TRUE(std::any_of(plan.selection.dependent.begin(), plan.selection.dependent.end(),
                          [&](const Expr& leaf) { return plan.name(leaf) == "C2.v"; }));
  EXPECT_TRUE(plan.selection.invariants.empty());
}

TEST(States, ACutSetOfInductorsLosesADependentCurrent) {
  struct CutSet : Model {
    electrical::ConstantVoltage source{this, "source"};
    electrical::Inductor L1{this, "L1"}, L2{this, "L2"};
    electrical::Resistor R1{this, "R1"}, R2{this, "R2"};
    electrical::Ground ground{this, "ground"};
    CutSet() {
      L1.L = 0.5;
      L2.L = 0.25;
      R1.R = 3;
      connect(source.p, R1.p);
      connect(R1.n, L1.p);
      connect(L1.n, L2.p);  // in series: nothing else at this node
      connect(L2.n, R2.p);
      connect(R2.n, source.n);
      connect(source.n, ground.p);
    }
  };
  CutSet model;
  const Names names = state_names(model);
  EXPECT_EQ(names, Names{"L2.i"});
}

TEST(States, TwoInertiasCoupledByAGearShareOneAngleAndOneSpeed) {
  struct Gear : Model {
    rotational::Inertia motor{this, "motor"}, load{this, "load"};
    rotational::IdealGear gear{this, "gear"};
    Gear() {
      gear.ratio = 5.0;
      connect(motor.flange_b, gear.flange_a);
      connect(gear.flange_b, load.flange_a);
    }
  };
  Gear model;
  const Plan plan = compile(model);
  ASSERT_EQ(plan.states(), 2u);
  EXPECT_EQ(plan.state_name(0), "motor.phi");
  EXPECT_EQ(plan.state_name(1), "motor.w");
  EXPECT_EQ(plan.selection.dependent.size(), 2u);
  EXPECT_TRUE(plan.selection.invariants.empty());
}

TEST(States, ThePendulumInXAndYKeepsAllFourAndOneInvariant) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("CartesianPendulum").make(nullptr, "model");
  const Plan plan = compile(*model);
  EXPECT_EQ(plan.states(), 4u);
  ASSERT_EQ(plan.selection.invariants.size(), 1u);
  EXPECT_EQ(plan.selection.invariants[0].levels.size(), 2u);  // position and velocity
}

TEST(States, OfASpringMassDamperArePositionAndSpeedOfTheMass) {
  struct System : Model {
    translational::Fixed fixed{this, "fixed"};
    translational::Spring spring{this, "spring"};
    translational::Mass mass{this, "mass"};
    System() {
      spring.c = 3.0;
      connect(fixed.flange, spring.flange_a);
      connect(spring.flange_b, mass.flange_a);
    }
  };
  System model;
  EXPECT_EQ(state_names(model), (Names{"mass.s", "mass.v"}));
}

TEST(States, ThatMustAlwaysBeStatesAreNeverMadeDependent) {
  struct Coupled : Model {
    Variable a{this, "a"}, b{this, "b"}, f{this, "f"};
    Coupled() { b.hint(StateHint::always); }
    void equations() override {
      equation(der(a), f);
      equation(der(b), -2.0 * f - b);
      equation(a, 3.0 * b);
    }
  };
  Coupled model;
  EXPECT_EQ(state_names(model), Names{"b"});
}

TEST(States, OfAMatchedButSingularGroupAreNotTrusted) {
  // a + b = c and a + b = 2 d: perfectly matched on a and b, yet they determine only a + b.
  struct Group : Model {
    Variable a{this, "a"}, b{this, "b"}, c{this, "c"}, d{this, "d"}, u{this, "u"}, w{this, "w"};
    Group() {
      c.hint(StateHint::prefer);
      d.hint(StateHint::prefer);
    }
    void equations() override {
      equation(der(a), u);
      equation(der(b), w - a);
      equation(der(c), -c + u + 2.0 * w);
      equation(der(d), -d + u - w);
      equation(a + b, c);
      equation(a + b, 2.0 * d);
    }
  };
  Group model;
  const Plan plan = compile(model);
  EXPECT_EQ(plan.states() + plan.selection.dependent.size(), 4u);
  EXPECT_EQ(plan.states(), 2u);
}

TEST(Determinism, ReorderingTheEquationsLeavesTheStatesUnchanged) {
  for (const char* example : {"CapacitorLoop", "InductorCutset", "GearTrain", "CartesianPendulum",
                              "DoublePendulum", "Truss", "ElectricCircuit"}) {
    const Names expected = states_of(example);
    for (unsigned seed = 1; seed <= 10; ++seed) {
      const Catalog catalog = library_catalog();
      const auto model = catalog.find(example).make(nullptr, "model");
      System system = flatten(*model);
      std::mt19937 random(seed);
      std::shuffle(system.equations.begin(), system.equations.end(), random);
      const Plan plan = compile(std::move(system));
      Names names;
      for (std::size_t i = 0; i < plan.states(); ++i) names.push_back(plan.state_name(i));
      std::sort(names.begin(), names.end());
      EXPECT_EQ(names, expected) << example << ", seed " << seed;
    }
  }
}

TEST(Determinism, RenamingComponentsLeavesTheStatesUnchanged) {
  // Three different capacitors in a loop with a source; the same parts under two sets of names.
  struct Loop : Model {
    electrical::ConstantVoltage source;
    electrical::Capacitor first, second, third;
    electrical::Resistor resistor;
    electrical::Ground ground;
    explicit Loop(const std::vector<std::string>& n)
        : source(this, n[0]),
          first(this, n[1]),
          second(this, n[2]),
          third(this, n[3]),
          resistor(this, n[4]),
          ground(this, n[5]) {
      first.C = 2.0;
      second.C = 3.0;
      third.C = 5.0;
      connect(source.p, first.p);
      connect(first.n, second.p);
      connect(second.n, third.p);
      connect(third.n, source.n);
      connect(second.p, resistor.p);
      connect(resistor.n, ground.p);
      connect(source.n, ground.p);
    }
  };
  const std::vector<std::string> plain{"S", "C1", "C2", "C3", "R", "G"};
  const std::vector<std::string> renamed{"zz", "k", "a", "q", "b", "x"};
  Loop a(plain), b(renamed);
  Names first = state_names(a), second = state_names(b);
  for (std::string& name : first) {
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (name.starts_with(plain[i] + ".")) {
        name = renamed[i] + name.substr(plain[i].size());
        break;
      }
    }
  }
  std::sort(first.begin(), first.end());
  EXPECT_EQ(first, second);
}

}  // namespace
}  // namespace multibond
