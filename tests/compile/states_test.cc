// Which variables are integrated: names asserted for small models of every kind.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "multibond/compile/plan.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/library.h"
#include "multibond/library/rotational.h"
#include "multibond/library/translational.h"
#include "support/system_text.h"

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

/// The pass alone: states in terms of the variables as stated.
struct Selected {
  System system;
  StateSelection selection;
  explicit Selected(std::string_view text) : system(test::read_system(text)) {
    selection = select_states(system, reduce_index(system), canonical_order(system).variable_rank);
  }
  Names states() const {
    std::vector<Expr> list;
    for (const State& state : selection.states) list.push_back(state.leaf);
    return test::to_text(system, list);
  }
  Names dependent() const { return test::to_text(system, selection.dependent); }
};

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

TEST(States, AreNoneWhereNothingIsDifferentiated) {
  const Selected selected("variable x, y\n equation x = 2*y\n equation x + y = time");
  EXPECT_TRUE(selected.states().empty());
  EXPECT_EQ(selected.selection.unknowns.size(), 2u);
  EXPECT_EQ(selected.selection.equations.size(), 2u);
}

TEST(States, OfAnEquationOfSecondOrderAreVariableAndDerivative) {
  const Selected selected("variable x\n equation 2*der(der(x)) = -x");
  EXPECT_EQ(selected.states(), (Names{"x", "der(x)"}));
  EXPECT_EQ(test::to_text(selected.system, selected.selection.states[0].derivative), "der(x)");
  EXPECT_EQ(test::to_text(selected.system, selected.selection.states[1].derivative), "der(der(x))");
  EXPECT_EQ(test::to_text(selected.system, selected.selection.unknowns), Names{"der(der(x))"});
}

TEST(States, OfAMatrixWithAConstantRelationLoseTheDependentOne) {
  const Selected selected(R"(
    prefer variable a
    variable b, f
    equation 2*der(der(a)) = f
    equation 3*der(der(b)) = -f - b
    equation b = 5*a
  )");
  EXPECT_EQ(selected.states(), (Names{"a", "der(a)"}));
  EXPECT_EQ(selected.dependent(), (Names{"b", "der(b)"}));
  EXPECT_TRUE(selected.selection.invariants.empty());
  // b = 5 a at all its levels, beside the two equations of motion
  EXPECT_EQ(selected.selection.equations.size(), 5u);
  EXPECT_EQ(selected.selection.unknowns.size(), 5u);
}

TEST(States, OfThePendulumStayWithItsLengthAsAnInvariant) {
  const Selected selected(R"(
    variable x, y
    reaction f
    equation der(der(x)) = -x*f
    equation der(der(y)) = -y*f - 9.81
    constraint x^2 + y^2 = 4 by f
  )");
  EXPECT_EQ(selected.states(), (Names{"x", "der(x)", "y", "der(y)"}));
  ASSERT_EQ(selected.selection.invariants.size(), 1u);
  const Invariant& invariant = selected.selection.invariants[0];
  EXPECT_FALSE(invariant.declared);
  EXPECT_TRUE(test::are_equations(selected.system, invariant.levels, R"(
    x^2 + y^2 = 4
    2*x*der(x) + 2*y*der(y) = 0
  )"));
  // only the top level is left among the equations to be solved
  const auto tops =
      std::ranges::count_if(selected.selection.equations,
                            [](const StateSelection::Equation& e) { return e.top_of_invariant; });
  EXPECT_EQ(tops, 1);
  EXPECT_EQ(selected.selection.equations.size(), 3u);
}

TEST(States, OfARelationWithVaryingCoefficientsStayToo) {
  // b has a constant coefficient, a has not: b may be made dependent for ever
  const Selected selected(R"(
    variable a, b, f
    equation der(a) = f
    equation der(b) = -2*f - b
    equation b = sin(a)
  )");
  EXPECT_EQ(selected.states(), Names{"a"});
  EXPECT_EQ(selected.dependent(), Names{"b"});
}

TEST(States, HintsDecideWhatIsMadeDependent) {
  const auto dependent = [](const char* declarations) {
    return Selected(std::string(declarations) + R"(
      variable f
      equation 2*der(a) = f
      equation 3*der(b) = -f - b
      equation a = 5*b
    )")
        .dependent();
  };
  EXPECT_EQ(dependent("prefer variable a\n variable b"), Names{"b"});
  EXPECT_EQ(dependent("variable a\n prefer variable b"), Names{"a"});
  EXPECT_EQ(dependent("avoid variable a\n variable b"), Names{"a"});
  EXPECT_EQ(dependent("prefer variable a\n avoid variable b"), Names{"b"});
  EXPECT_EQ(dependent("always variable a\n prefer variable b"), Names{"b"});
}

TEST(States, ThatMustAlwaysBeStatesMakeAnInvariantInstead) {
  const Selected selected(R"(
    always variable a, b
    variable f
    equation der(a) = f
    equation der(b) = -2*f - b
    equation a = 3*b
  )");
  EXPECT_EQ(selected.states(), (Names{"a", "b"}));
  EXPECT_EQ(selected.selection.invariants.size(), 1u);
}

TEST(States, OfAMatchedButSingularGroupAreNotTrusted) {
  // a + b = c and a + b = 2 d: perfectly matched on a and b, yet they determine only a + b.
  const Selected selected(R"(
    prefer variable c, d
    variable a, b, u, w
    equation der(a) = u
    equation der(b) = w - a
    equation der(c) = -c + u + 2*w
    equation der(d) = -d + u - w
    equation a + b = c
    equation a + b = 2*d
  )");
  EXPECT_EQ(selected.states().size(), 2u);
  const Names dependent = selected.dependent();
  EXPECT_EQ(dependent.size(), 2u);
  EXPECT_NE(dependent, (Names{"a", "b"}));
}

TEST(States, AreDeclaredInvariantsToo) {
  const Selected selected("variable x\n equation der(x) = -x\n invariant x^2 = 4");
  ASSERT_EQ(selected.selection.invariants.size(), 1u);
  EXPECT_TRUE(selected.selection.invariants[0].declared);
  EXPECT_EQ(selected.selection.invariants[0].levels.size(), 1u);
  EXPECT_EQ(selected.selection.equations.size(), 1u);
}

TEST(States, OfPositionsAreThoseThatNoPositionEquationDetermines) {
  const Selected selected(R"(
    velocity w
    prefer position root
    position tip
    rule der(root) = 2*w
    rule der(tip) = 3*w
    position equation tip = 1.5*root
    equation der(w) = -tip
  )");
  EXPECT_EQ(selected.states(), (Names{"w", "root"}));
  EXPECT_EQ(test::to_text(selected.system, selected.selection.states[1].derivative), "2 * w");
  EXPECT_EQ(test::to_text(selected.system, selected.selection.unknowns), (Names{"der(w)", "tip"}));
}

TEST(States, ComeInCanonicalOrder) {
  const System system = test::read_system(R"(
    variable a, b
    equation der(a) = -b
    equation der(b) = -a^2
  )");
  const ReducedSystem reduced = reduce_index(system);
  const auto first = [&](const std::vector<std::uint32_t>& rank) {
    return test::to_text(system, select_states(system, reduced, rank).states[0].leaf);
  };
  EXPECT_EQ(first({0, 1}), "a");
  EXPECT_EQ(first({1, 0}), "b");
}

TEST(StatesToJump, MayBeStatesAndWhatStandsForThem) {
  const auto message = [](const char* target) {
    System system = test::read_system(std::string(R"(
      variable x = 1, y, z
      equation y = -x
      equation der(x) = -2*z
      equation z = x^2
      when x < 0 then reinit()") + target +
                                      ", 1)");
    const AliasRemoval removal = remove_aliases(system, canonical_order(system));
    const StateSelection selection =
        select_states(system, reduce_index(system), canonical_order(system).variable_rank);
    return test::message_of(
        [&] { require_states_to_jump(system, removal.aliases, selection, NodeMap{}); });
  };
  EXPECT_EQ(message("x"), "no error");
  EXPECT_EQ(message("y"), "no error");
  EXPECT_THAT(message("z"), ::testing::HasSubstr("z is not a state"));
  EXPECT_THAT(message("z"), ::testing::HasSubstr("Reinitialize a state (x)"));
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
