/// Energies over time: of the audit, and as the page has them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"
#include "page/read_page.h"

namespace multibond {
namespace {

using test::PageReader;
using Kind = EnergyAudit::Kind;

Result run_of(const std::string& model, double tolerance = 1e-6) {
  const Catalog catalog = library_catalog();
  const CatalogEntry& entry = catalog.find(model);
  const auto component = entry.make(nullptr, model);
  return simulate(
      *component,
      {.stop = entry.experiment.stop, .tolerance = tolerance, .intervals = 200, .pictures = true});
}

const EnergyAudit::Entry& entry_of(const EnergyAudit& audit, const std::string& path, Kind kind) {
  for (const EnergyAudit::Entry& entry : audit.entries) {
    if (entry.path == path && entry.kind == kind) return entry;
  }
  throw std::out_of_range(path);
}

class EnergiesOf : public testing::TestWithParam<const char*> {};

/// What was recorded row by row ends where the audit does, component by component and in all.
TEST_P(EnergiesOf, EndWithTheTotalsOfTheAudit) {
  const Result result = run_of(GetParam());
  const EnergyAudit& audit = result.energy;
  const double rounding = 1e-9 * audit.scale;
  std::map<Kind, double> sums;
  for (const EnergyAudit::Entry& entry : audit.entries) {
    if (entry.kind == Kind::conserved) continue;
    ASSERT_EQ(entry.over_time.size(), result.rows()) << entry.path;
    const double begin = entry.over_time.front(), end = entry.over_time.back();
    const double change = entry.kind == Kind::stored ? end - begin : end;
    EXPECT_NEAR(change, entry.energy, rounding) << entry.path;
    sums[entry.kind] += change;
  }
  EXPECT_NEAR(sums[Kind::stored], audit.stored, rounding);
  EXPECT_NEAR(sums[Kind::dissipated], audit.dissipated, rounding);
  EXPECT_NEAR(sums[Kind::supplied], audit.supplied, rounding);
  ASSERT_EQ(audit.jumps_over_time.size(), result.rows());
  EXPECT_NEAR(audit.jumps_over_time.back(), audit.jumps, rounding);
}

/// The balance holds at every instant, not at the end alone: to ten times the accuracy of the run.
TEST_P(EnergiesOf, AddUpInEveryRow) {
  const Result result = run_of(GetParam(), 1e-9);
  const EnergyAudit& audit = result.energy;
  for (std::size_t row = 0; row < result.rows(); ++row) {
    double error = audit.jumps_over_time[row];
    for (const EnergyAudit::Entry& entry : audit.entries) {
      if (entry.kind == Kind::conserved) continue;
      if (entry.kind == Kind::supplied) error += entry.over_time[row];
      if (entry.kind == Kind::dissipated) error -= entry.over_time[row];
      if (entry.kind == Kind::stored) error -= entry.over_time[row] - entry.over_time[0];
    }
    ASSERT_LT(std::abs(error), 1e-6 * audit.scale) << "at t = " << result.times()[row];
  }
}

TEST_P(EnergiesOf, AreInThePage) {
  const Result result = run_of(GetParam());
  const PageReader page(page_data(result));
  const auto& energy = page.header["energy"];
  ASSERT_EQ(energy["entries"].size(), result.energy.entries.size());
  for (std::size_t k = 0; k < energy["entries"].size(); ++k) {
    const EnergyAudit::Entry& entry = result.energy.entries[k];
    const auto& shown = energy["entries"][k];
    EXPECT_EQ(shown["path"], entry.path);
    if (entry.kind == Kind::stored) {
      EXPECT_EQ(shown["form"], name(entry.form));
    }
    if (entry.kind == Kind::conserved) continue;
    const std::vector<double> read = page.values(shown["over_time"], result.rows());
    ASSERT_EQ(read.size(), result.rows());
    for (std::size_t row = 0; row < read.size(); ++row) {
      ASSERT_NEAR(read[row], entry.over_time[row], 1e-7 * result.energy.scale + 1e-12)
          << entry.path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, EnergiesOf,
                         testing::Values("SpringMassDamper", "BuckConverter", "BouncingPendulum",
                                         "BondCircuit", "ThermalWall", "FourBarLoop"));

/// Against the variables of the run: half m v^2, half c s^2, and what is left is lost.
TEST(EnergyOverTime, AgreesWithTheClosedFormsOfAnOscillator) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "model");
  const Result result = simulate(*model, {.stop = 5, .tolerance = 1e-9, .pictures = true});
  const std::vector<double> v = result["mass.v"];
  const auto& kinetic = entry_of(result.energy, "mass.element", Kind::stored);
  const auto& elastic = entry_of(result.energy, "spring", Kind::stored);
  const auto& lost = entry_of(result.energy, "damper.element", Kind::dissipated);
  const double m = 2 * kinetic.over_time.back() / (v.back() * v.back());
  const double all = kinetic.over_time[0] + elastic.over_time[0];
  ASSERT_GT(result.rows(), 400u);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    ASSERT_NEAR(kinetic.over_time[row], 0.5 * m * v[row] * v[row], 1e-7 * all);
    ASSERT_NEAR(kinetic.over_time[row] + elastic.over_time[row] + lost.over_time[row], all,
                1e-6 * all);
    if (row > 0) {
      ASSERT_GE(lost.over_time[row], lost.over_time[row - 1]);
    }
  }
}

TEST(EnergyOverTime, IsNotRecordedUnlessItIsAskedFor) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "model");
  const Result result = simulate(*model, {.stop = 1});
  for (const EnergyAudit::Entry& entry : result.energy.entries) {
    EXPECT_TRUE(entry.over_time.empty());
  }
  EXPECT_TRUE(result.energy.jumps_over_time.empty());
}

struct Expected {
  const char *model, *path;
  EnergyForm form;
};

class FormOf : public testing::TestWithParam<Expected> {};

TEST_P(FormOf, FollowsFromWhatTheStoreDependsOn) {
  const auto& [model, path, form] = GetParam();
  const Catalog catalog = library_catalog();
  const auto component = catalog.find(model).make(nullptr, model);
  const Result result = simulate(*component, {.stop = 1e-3});
  EXPECT_EQ(name(entry_of(result.energy, path, Kind::stored).form), name(form))
      << path << " of " << model;
}

INSTANTIATE_TEST_SUITE_P(
    Models, FormOf,
    testing::Values(Expected{"SpringMassDamper", "mass.element", EnergyForm::kinetic},
                    Expected{"SpringMassDamper", "spring", EnergyForm::elastic},
                    Expected{"CraneCrab3", "Body1", EnergyForm::potential},
                    Expected{"CraneCrab3", "Body1.inertia", EnergyForm::kinetic},
                    Expected{"WhippleBicycle", "rear_frame", EnergyForm::potential},
                    Expected{"WhippleBicycle", "rear_frame.mass", EnergyForm::kinetic},
                    Expected{"WhippleBicycle", "rear_frame.inertia", EnergyForm::kinetic},
                    Expected{"SevenBody", "spring", EnergyForm::elastic},
                    Expected{"BuckConverter", "L.element", EnergyForm::magnetic},
                    Expected{"BuckConverter", "C.element", EnergyForm::electric},
                    Expected{"ThermalWall", "layer1", EnergyForm::thermal},
                    Expected{"BondCircuit", "L", EnergyForm::inertial},
                    Expected{"BondCircuit", "C", EnergyForm::capacitive}));

}  // namespace
}  // namespace multibond
