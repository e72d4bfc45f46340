// Strokes of known graphs: textbook cases, contradictions, multibonds of mixed causality.
#include "multibond/analyze/causality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "analyze/causality_elements.h"
#include "analyze/causality_sample.h"
#include "examples/mechanics3d.h"
#include "multibond/compile/plan.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/switches.h"

namespace multibond::bonds::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Case {
  const char* name;
  const char* graph;
  std::vector<std::string> derivatives = {};
  std::size_t loops = 0, choices = 0, conflicts = 0;
};

void PrintTo(const Case& expected, std::ostream* out) { *out << expected.graph; }

std::vector<std::string> derivative_names(const BondGraph& graph, const Causality& causality) {
  std::vector<std::string> names;
  for (const Causality::Derivative& d : causality.derivatives) {
    names.push_back(graph.vertices[d.vertex].path);
  }
  return names;
}

class KnownGraphs : public ::testing::TestWithParam<Case> {};

TEST_P(KnownGraphs, HaveTheirStrokes) {
  const Case& expected = GetParam();
  const Sample given = sample(expected.graph);
  const Causality causality = assign_causality(given.graph);
  for (std::uint32_t e = 0; e < given.expected.size(); ++e) {
    if (given.expected[e] == Stroke::any) continue;
    if (expected.conflicts > 0 && given.graph.edges[e].stroke != Stroke::any) continue;
    EXPECT_EQ(causality.stroke(e, 0), given.expected[e]) << given.graph.edges[e].path;
  }
  EXPECT_EQ(derivative_names(given.graph, causality), expected.derivatives);
  EXPECT_EQ(causality.loops.size(), expected.loops);
  EXPECT_EQ(causality.choices.size(), expected.choices);
  EXPECT_EQ(causality.conflicts.size(), expected.conflicts);
}

// Karnopp, Margolis & Rosenberg, System Dynamics, ch. 5 has most of these.
INSTANTIATE_TEST_SUITE_P(
    OnePorts, KnownGraphs,
    ::testing::Values(Case{"CapacitorChargedBySeries", "Se ->| 1, 1 ->| R, 1 |-> C"},
                      Case{"CapacitorInSeriesWithCurrent", "Sf |-> 1, 1 |-> R, 1 |-> C"},
                      Case{"CapacitorParallelToResistor", "Sf |-> 0, 0 ->| R, 0 |-> C"},
                      Case{"CapacitorAtVoltageSource", "Se ->| 0, 0 ->| R, 0 ->| C", {"C"}},
                      Case{"CoilInSeries", "Se ->| 1, 1 |-> R, 1 ->| I"},
                      Case{"CoilAtCurrentSource", "Sf |-> 1, 1 |-> R, 1 |-> I", {"I"}},
                      Case{"SeriesCircuit", "Se ->| 1, 1 |-> R, 1 ->| I, 1 |-> C"},
                      Case{"ParallelCircuit", "Sf |-> 0, 0 ->| R, 0 ->| I, 0 |-> C"},
                      Case{"RigidlyJoinedMasses", "Se ->| 1, 1 ->| I1, 1 |-> I2", {"I2"}, 1},
                      Case{"LoopOfCapacitors", "1 |-> C1, 1 |-> C2, 1 ->| C3", {"C3"}, 1},
                      Case{"CutOfCoils", "0 ->| I1, 0 ->| I2, 0 |-> I3", {"I3"}, 1},
                      Case{"TwoResistorsInSeries", "Se ->| 1, 1 |-> R1, 1 ->| R2", {}, 1, 1},
                      Case{"TwoResistorsInParallel", "Sf |-> 0, 0 |-> R1, 0 ->| R2", {}, 1, 1},
                      Case{"ConductancesGiveFlow", "Se ->| 1, 1 ->| G1, 1 |-> G2", {}, 1, 1},
                      Case{"JunctionWithOneBond", "1 ->| C", {"C"}},
                      Case{"HarpoonsTheOtherWay", "1 |-> Se, R |-> 1, C ->| 1"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    TwoPorts, KnownGraphs,
    ::testing::Values(
        Case{"MassesJoinedByALever",
             "Se ->| 1a, 1a ->| I1, 1a |-> TF, TF |-> 1b, 1b |-> I2",
             {"I2"},
             1},
        Case{"MassesJoinedByAnElasticLever",
             "Se ->| 1a, 1a ->| I1, 1a |-> TF, TF |-> 0, 0 |-> C, 0 ->| 1b, 1b ->| I2"},
        Case{"GyratorMakesACapacitanceAnInertance", "Se ->| 1, 1 |-> R, 1 ->| GY, GY |-> C"},
        Case{"GyratorMakesAnInertanceACapacitance", "Sf |-> 0, 0 ->| R, 0 |-> GY, GY ->| I"},
        Case{"GyratorJoinsTwoInertances", "I1 |-> GY, GY ->| I2"},
        Case{"GyratorJoinsAnInertanceToACapacitance", "I |-> GY, GY ->| C", {"C"}, 1},
        Case{"Motor",
             "Se ->| 1a, 1a ->| I1, 1a |-> R1, 1a |-> GY, GY ->| 1b, 1b ->| I2, 1b |-> R2"},
        Case{"MotorWithoutInductance",
             "Se ->| 1a, 1a ->| R1, 1a |-> GY, GY ->| 1b, 1b ->| I2, 1b |-> R2"},
        Case{"TransformerWithAnOpenEnd", "Se ->| TF"}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Circuits, KnownGraphs,
    ::testing::Values(
        // Figure 2.12 of the thesis: the causality of the circuit of figure 2.6.
        Case{"ThesisCircuit",
             "Se ->| 0a, 0a ->| I, 0a ->| 1, 1 ->| R1, 1 |-> 0b, 0b |-> C, 0b ->| R2"},
        Case{"BridgeOfResistors",
             "Se ->| 0t, 0t ->| 1a, 1a -> R1, 1a -> 0a, 0t ->| 1b, 1b -> R2, 1b -> 0b, "
             "0a -> R3, 0b -> R4, 0a -> 1c, 1c -> R5, 1c -> 0b",
             {},
             1,
             2},
        Case{"BridgeWithCapacitors",
             "Se ->| 0t, 0t ->| 1a, 1a ->| R1, 1a |-> 0a, 0t ->| 1b, 1b ->| R2, 1b |-> 0b, "
             "0a |-> C1, 0a ->| R3, 0b |-> C2, 0b ->| R4, 0a ->| 1c, 1c ->| R5, 1c |-> 0b"},
        // The transformer and the gyrator cannot both give flow to one of the junctions: decided
        // only when a resistor has been chosen wrongly.
        Case{"RingWithAGyrator",
             "1a -> GY, GY -> 1b, 1a -> TF, TF -> 1b, 1a |-> C, 1b -> R1, 1b -> R2",
             {},
             1,
             1}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Asserted, KnownGraphs,
    ::testing::Values(Case{"StrokeAgainstAStorage", "Se ->| 1, 1 =>| C, 1 |-> R", {"C"}},
                      Case{"StrokeDecidesAChoice", "Se ->| 1, 1 =>| R1, 1 |-> R2", {}, 1, 0},
                      Case{"StrokeThatHoldsAnyway", "Se =>| 1, 1 ->| R, 1 |-> C"},
                      Case{"StrokeAgainstASource", "Se |=> 1, 1 -> R, 1 -> C", {}, 0, 0, 1},
                      Case{"StrokesAgainstEachOther", "0 |=> R1, 0 |=> R2, Sf -> 0", {}, 0, 0, 1}),
    [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Contradictions, KnownGraphs,
    ::testing::Values(
        Case{"TwoVoltages", "Se1 ->| 0, Se2 ->| 0, 0 ->| R", {}, 0, 0, 1},
        Case{"TwoCurrents", "Sf1 |-> 1, Sf2 |-> 1, 1 |-> R", {}, 0, 0, 1},
        Case{"SourcesFaceToFace", "Se1 -> Se2", {}, 0, 0, 1},
        Case{"CurrentsWithoutWayOut", "Sf1 |-> 0, 0 |-> TF, TF -> 1, Sf2 |-> 1", {}, 0, 0, 1},
        Case{"CurrentsIntoANode", "Sf1 |-> 0, Sf2 |-> 0", {}, 0, 0, 1},
        Case{"CurrentIntoAnOpenTransformer", "Sf |-> TF", {}, 0, 0, 1},
        Case{"SpeedsThroughALever",
             "Sf1 |-> 1a, 1a -> TF, TF -> 1b, Sf2 |-> 1b, 1b |-> R",
             {},
             0,
             0,
             1},
        Case{"ThreeBondsBetweenNodes", "0a -> 0b, 0a -> 0b, 0a -> 0b, 0a -> R", {}, 0, 0, 1}),
    [](const auto& test) { return test.param.name; });

// -- what is said ---------------------------------------------------------------------------------

TEST(Causality, AConflictNamesBothSourcesAndARemedy) {
  const Sample given = sample("Se1 -> 0, Se2 -> 0, 0 -> R");
  const auto diagnostics = causality_diagnostics(given.graph, assign_causality(given.graph));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].severity, Severity::error);
  EXPECT_THAT(diagnostics[0].text,
              HasSubstr("0 is given effort by more than one bond, because of Se1 and Se2."));
  EXPECT_THAT(diagnostics[0].hint, HasSubstr("Remove one of them"));
}

TEST(Causality, ANodeWithoutEffortIsNamed) {
  const Sample given = sample("Sf1 -> 0, Sf2 -> 0");
  const auto diagnostics = causality_diagnostics(given.graph, assign_causality(given.graph));
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics[0].text, HasSubstr("0 is given no effort"));
  EXPECT_THAT(diagnostics[0].hint, HasSubstr("Connect a capacitance or a resistance to 0"));
}

TEST(Causality, ADependentStorageNamesWhatDeterminesIt) {
  const Sample given = sample("Se -> 1a, 1a -> I1, 1a -> TF, TF -> 1b, 1b -> I2");
  const Causality causality = assign_causality(given.graph);
  ASSERT_EQ(causality.derivatives.size(), 1u);
  ASSERT_EQ(causality.derivatives[0].causes.size(), 1u);
  EXPECT_EQ(given.graph.vertices[causality.derivatives[0].causes[0].vertex].path, "I1");
  EXPECT_TRUE(causality.at(4, 0).violated);
  EXPECT_TRUE(causality.at(1, 0).in_loop());
  EXPECT_TRUE(causality.loops[0].differential);
  EXPECT_THAT(to_text(given.graph, causality),
              HasSubstr("I2 is in derivative causality: it has no state of its own, because I1 "
                        "determines it."));
}

TEST(Causality, TheReasonOfEveryStrokeIsKnown) {
  const Sample given = sample("Se -> 1, 1 -> I, 1 =>| R1, 1 -> R2");
  const Causality causality = assign_causality(given.graph);
  EXPECT_EQ(causality.at(0, 0).reason, StrokeReason::source);
  EXPECT_EQ(causality.at(1, 0).reason, StrokeReason::propagated);
  EXPECT_EQ(causality.at(2, 0).reason, StrokeReason::asserted);
  EXPECT_EQ(derivative_names(given.graph, causality), std::vector<std::string>{"I"});
}

TEST(Causality, TheThesisCircuitIsReportedAsIdeal) {
  const Sample given = sample("Se -> 0a, 0a -> I, 0a -> 1, 1 -> R1, 1 -> 0b, 0b -> C, 0b -> R2");
  const Causality causality = assign_causality(given.graph);
  EXPECT_TRUE(causality.ideal());
  EXPECT_THAT(to_text(given.graph, causality), HasSubstr("unique and keeps all preferences"));
  EXPECT_THAT(to_json(given.graph, causality), HasSubstr("\"unique\": true"));
}

TEST(Causality, OneBondIsNotCountedAsSeveral) {
  const Sample given = sample("Se -> C");
  EXPECT_THAT(to_text(given.graph, assign_causality(given.graph)),
              HasSubstr("2 elements, 1 bond with 1 component, 1 storage of which 0 in integral"));
}

TEST(Causality, IsAskedAgainForAnotherModeOfASwitch) {
  // A switch between a source and a capacitor: closed it gives the effort zero, open the flow zero.
  Sample given = sample("Se -> 1, 1 -> R9, 1 -> C");
  std::vector<CausalRule>& rules = given.graph.vertices[2].rules;
  rules[0].kind = CausalRule::Kind::effort_source;
  EXPECT_EQ(derivative_names(given.graph, assign_causality(given.graph)),
            std::vector<std::string>{"C"});
  rules[0].kind = CausalRule::Kind::flow_source;
  const Causality open = assign_causality(given.graph);
  EXPECT_TRUE(open.ideal());
  EXPECT_EQ(open.stroke(1, 0), Stroke::at_head);
}

// -- multibonds -----------------------------------------------------------------------------------

std::size_t states(Component& model) { return compile(model).states(); }

/// A body whose first direction is driven: one multibond with both causalities.
struct HalfDriven : Model {
  InertiaField body{this, "body"};
  Composition parts{this, "parts"};
  Sf drive{this, "drive"};
  R friction{this, "friction"};
  HalfDriven() {
    body.n = 2;
    bond(*this, drive, parts.first);
    bond(*this, friction, parts.second);
    bond(*this, parts.both, body);
  }
};

TEST(Causality, AMultibondCanBeOfMixedCausality) {
  HalfDriven model;
  EXPECT_EQ(states(model), 1u);
  const BondGraph graph = bond_graph(model);
  const Causality causality = assign_causality(graph);
  EXPECT_TRUE(causality.mixed(2));
  EXPECT_EQ(causality.stroke(2, 0), Stroke::at_tail);
  EXPECT_EQ(causality.stroke(2, 1), Stroke::at_head);
  EXPECT_TRUE(causality.at(2, 0).violated);
  EXPECT_FALSE(causality.at(2, 1).violated);
  ASSERT_EQ(causality.derivatives.size(), 1u);
  EXPECT_EQ(graph.vertices[causality.derivatives[0].causes[0].vertex].path, "drive");
  EXPECT_THAT(to_text(graph, causality), HasSubstr("Bonds of mixed causality (1)\n  b3\n"));
}

/// Inertias in several directions, and sources behind a matrix.
struct Guided : Model {
  I body{this, "body"};
  MatrixPart& guide;
  Sf drive{this, "drive"};
  explicit Guided(const MatrixX& matrix)
      : guide(create<MatrixPart>("guide", CausalRule::Kind::flow_matrix, matrix)) {
    body.n = static_cast<int>(matrix.cols());
    drive.n = static_cast<int>(matrix.rows());
    bond(*this, guide.a, body);
    bond(*this, drive, guide.b);
  }
};

std::vector<bool> integral_components(const MatrixX& matrix) {
  Guided model(matrix);
  const std::size_t count = states(model);
  const Causality causality = assign_causality(bond_graph(model));
  EXPECT_TRUE(causality.conflicts.empty());
  std::vector<bool> integral;
  for (Eigen::Index i = 0; i < matrix.cols(); ++i) {
    integral.push_back(!causality.at(0, static_cast<std::uint32_t>(i)).violated);
  }
  EXPECT_EQ(count, static_cast<std::size_t>(std::ranges::count(integral, true)));
  return integral;
}

TEST(Causality, AProjectionTakesOneStateWhereItPointsTo) {
  EXPECT_THAT(integral_components(Eigen::RowVector2d(1, 0)), ElementsAre(false, true));
  EXPECT_THAT(integral_components(Eigen::RowVector2d(0, 1)), ElementsAre(true, false));
}

TEST(Causality, AFullRowTakesOneStateOfSeveral) {
  EXPECT_THAT(integral_components(Eigen::RowVector3d(1, 2, 3)), ElementsAre(true, true, false));
}

TEST(Causality, ARegularMatrixTakesAll) {
  Eigen::Matrix2d turn;
  turn << 0.6, -0.8, 0.8, 0.6;
  EXPECT_THAT(integral_components(turn), ElementsAre(false, false));
}

TEST(Causality, RowsThatDependOnEachOtherAreAContradiction) {
  Eigen::Matrix2d singular;
  singular << 1, 2, 2, 4;
  Guided model(singular);
  flatten(model);
  const Causality causality = assign_causality(bond_graph(model));
  ASSERT_EQ(causality.conflicts.size(), 1u);
  EXPECT_THROW(compile(model), Error);
}

TEST(Causality, EntriesThatVaryCountAsGeneric) {
  Guided model(Eigen::RowVector2d(1, 2));
  flatten(model);
  BondGraph graph = bond_graph(model);
  for (BondGraph::Vertex& vertex : graph.vertices) {
    for (CausalRule& rule : vertex.rules) {
      if (rule.matrix.size() > 0) rule.matrix.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
  EXPECT_EQ(assign_causality(graph).derivatives.size(), 1u);
}

TEST(Causality, ACrossProductPassesOnTwoComponentsOnly) {
  // v = w x r: the velocity of the mass has no part along r, so three of its components cannot
  // determine the rotation.
  examples::GyroscopicEffect model;
  flatten(model);
  const BondGraph graph = bond_graph(model);
  const Causality causality = assign_causality(graph);
  const auto derivatives_of = [&](std::string_view end) {
    const auto names = derivative_names(graph, causality);
    return std::count_if(names.begin(), names.end(),
                         [&](const std::string& name) { return name.ends_with(end); });
  };
  EXPECT_GE(derivatives_of(".mass"), 1);
  EXPECT_LE(derivatives_of(".inertia"), 2);
}

/// A coil in series with an ideal switch, and another beside it.
struct SwitchedCoil : Model {
  Se source{this, "source"};
  J1 loop{this, "loop"};
  R r{this, "r"};
  I coil{this, "coil"};
  Sw sw{this, "sw"};
  SwitchedCoil() {
    bond(*this, source, loop);
    bond(*this, loop, r);
    bond(*this, loop, coil);
    bond(*this, loop, sw);
  }
  void equations() override { equation(sw.open.value, select(time() > 1.0, 1.0, 0.0)); }
};

TEST(CausalityOfModes, IsThatOfTheCompiledMode) {
  for (const bool open : {false, true}) {
    SwitchedCoil model;
    CompileOptions options;
    options.modes = {open};
    const Plan plan = compile(model, options);
    BondGraph graph = bond_graph(model);
    set_mode(graph, "sw", open ? "open" : "closed");
    const Causality causality = assign_causality(graph);
    EXPECT_TRUE(causality.conflicts.empty());
    EXPECT_EQ(plan.states(), causality.storages - causality.derivatives.size());
    EXPECT_EQ(causality.derivatives.size(), open ? 1u : 0u);
    // Open: the switch gives the flow; closed: the effort.
    EXPECT_EQ(causality.stroke(3, 0), open ? Stroke::at_head : Stroke::at_tail);
  }
}

TEST(CausalityOfModes, RefusesWhatDoesNotSwitch) {
  SwitchedCoil model;
  flatten(model);
  BondGraph graph = bond_graph(model);
  EXPECT_THAT(switching_elements(graph), ElementsAre("sw (closed, open)"));
  const auto message = [&](const char* path, const char* mode) {
    try {
      set_mode(graph, path, mode);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_THAT(message("coil", "open"), HasSubstr("coil is no element that switches ideally. Name "
                                                 "one of: sw (closed, open)."));
  EXPECT_THAT(message("sw", "half"), HasSubstr("sw has no mode 'half'. Choose one of: closed, "
                                               "open."));
}

}  // namespace
}  // namespace multibond::bonds::test
