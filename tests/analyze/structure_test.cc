/// Structure report: what it says of models whose structure is known.
#include "multibond/analyze/structure.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "examples/circuits.h"
#include "examples/drives.h"
#include "examples/first.h"
#include "examples/mechanics3d.h"
#include "examples/plane.h"
#include "multibond/library/library.h"

namespace multibond {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

template <typename Model>
StructureReport report_of(Model&& model = Model()) {
  return structure_report(compile(model));
}

std::size_t operations(const StructureReport& report, std::string_view function) {
  for (const FunctionReport& row : report.functions) {
    if (row.name == function) return row.operations;
  }
  ADD_FAILURE() << "no function " << function;
  return 0;
}

TEST(StructureReport, OscillatorHasTwoStatesByTheNamesUsersKnow) {
  const StructureReport report = report_of<examples::SpringMassDamper>();
  EXPECT_EQ(report.model, "SpringMassDamper");
  EXPECT_THAT(report.states, UnorderedElementsAre("mass.s", "mass.v"));
  EXPECT_THAT(report.dependent, IsEmpty());
  EXPECT_THAT(report.invariants, IsEmpty());
  EXPECT_THAT(report.conditions, IsEmpty());
  EXPECT_GT(operations(report, "derivatives"), 0u);
  EXPECT_LT(operations(report, "derivatives"), 12u);  // (-c s - d v) / m
  EXPECT_EQ(operations(report, "indicators"), 0u);
  EXPECT_EQ(operations(report, "invariants"), 0u);
  EXPECT_THAT(report.tunable_parameters, Contains("spring.c"));
  EXPECT_THAT(report.specialized_parameters, Contains("mass.m"));  // it is 1
}

TEST(StructureReport, CartesianPendulumKeepsItsConstraint) {
  const StructureReport report = report_of<examples::CartesianPendulum>();
  EXPECT_THAT(report.states, UnorderedElementsAre("x", "y", "vx", "vy"));
  ASSERT_THAT(report.invariants, SizeIs(1));
  EXPECT_THAT(report.invariants[0], HasSubstr("y * y"));
  EXPECT_THAT(report.invariants[0], HasSubstr("x * x"));
  ASSERT_THAT(report.blocks, SizeIs(1));  // both accelerations and the force
  EXPECT_EQ(report.blocks[0].kind, BlockKind::linear);
  EXPECT_EQ(report.blocks[0].size, 3u);
  EXPECT_EQ(report.blocks[0].remaining, 1u);
  EXPECT_GT(operations(report, "invariants"), 3u);
}

TEST(StructureReport, GearMakesOneInertiaDependent) {
  const StructureReport report = report_of<examples::GearTrain>();
  EXPECT_THAT(report.states, SizeIs(2));
  EXPECT_THAT(report.dependent, SizeIs(2));
  EXPECT_THAT(report.invariants, IsEmpty());
}

TEST(StructureReport, CapacitorLoopHasOneStateAndADependentVoltage) {
  const StructureReport report = report_of<examples::CapacitorLoop>();
  EXPECT_THAT(report.states, SizeIs(1));
  EXPECT_THAT(report.dependent, Contains("C2.v"));
}

TEST(StructureReport, RedundantRodIsNamed) {
  const StructureReport report = report_of<examples::Truss>();
  EXPECT_THAT(report.states, SizeIs(12));
  EXPECT_THAT(report.invariants, SizeIs(5));
  ASSERT_THAT(report.dropped_constraints, SizeIs(1));
  EXPECT_THAT(report.dropped_constraints[0], HasSubstr("(reaction "));
  EXPECT_THAT(report.diagnostics, Not(IsEmpty()));
}

TEST(StructureReport, DiodesAreANonLinearBlock) {
  const StructureReport report = report_of<examples::DiodeRectifier>();
  EXPECT_THAT(report.states, ElementsAre("C.v"));
  ASSERT_THAT(report.blocks, Not(IsEmpty()));
  EXPECT_EQ(report.blocks[0].kind, BlockKind::nonlinear);
  EXPECT_LT(report.blocks[0].remaining, report.blocks[0].size);
}

TEST(StructureReport, BallHasItsConditions) {
  const StructureReport report = report_of<examples::BouncingBall>();
  EXPECT_THAT(report.conditions, Contains(HasSubstr("h")));
  EXPECT_GT(operations(report, "indicators"), 0u);
}

TEST(StructureReport, TextShowsTablesOfReadableWidth) {
  const StructureReport report = report_of<examples::Truss>();
  const std::string text = to_text(report, true);
  for (const char* part :
       {"Truss\n", "Passes\n", "index reduction", "in all", "States (12)",
        "Constraints kept by projection (5)", "Constraints dropped as redundant (1)",
        "Blocks solved together", "derivatives", "operations"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
  EXPECT_THAT(to_text(report, false), Not(HasSubstr("Passes")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
}

TEST(StructureReport, CountsUnknownsAndDiscreteVariablesApart) {
  const StructureReport report = report_of<examples::GyroscopicEffect>();
  EXPECT_EQ(report.equations, report.unknowns);
  EXPECT_GT(report.discretes, 0u);
  EXPECT_THAT(to_text(report, false),
              testing::ContainsRegex("[0-9]+ equations for [0-9]+ unknowns, reduced to [0-9]+; "
                                     "[0-9]+ discrete variables?\\.\n"));
}

TEST(StructureReport, EveryModelHasAsManyEquationsAsUnknowns) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    const StructureReport report = structure_report(compile(*entry.make(nullptr, entry.path)));
    EXPECT_EQ(report.equations, report.unknowns) << entry.path;
  }
}

TEST(StructureReport, JsonHoldsEverything) {
  const StructureReport report = report_of<examples::CartesianPendulum>();
  const auto json = nlohmann::json::parse(to_json(report));
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["model"], "CartesianPendulum");
  EXPECT_EQ(json["passes"].size(), report.passes.size());
  EXPECT_EQ(json["passes"][0]["pass"], "flatten");
  EXPECT_EQ(json["states"].size(), 4u);
  EXPECT_EQ(json["invariants"][0], report.invariants[0]);
  EXPECT_EQ(json["blocks"][0]["size"], 3);
  EXPECT_EQ(json["operations"]["derivatives"], operations(report, "derivatives"));
  EXPECT_TRUE(json["specialized_parameters"].is_array());
}

}  // namespace
}  // namespace multibond
