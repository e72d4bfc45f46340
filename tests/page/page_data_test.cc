/// What the page is given is the run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"
#include "page/read_page.h"

namespace multibond {
namespace {

using test::PageReader;
using testing::HasSubstr;

Result run_of(const std::string& model, int intervals = 200) {
  const Catalog catalog = library_catalog();
  const CatalogEntry& entry = catalog.find(model);
  const auto component = entry.make(nullptr, model);
  return simulate(*component,
                  {.stop = entry.experiment.stop, .intervals = intervals, .pictures = true});
}

double range_of(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

class PageOfModel : public testing::TestWithParam<const char*> {};

TEST_P(PageOfModel, HasEveryVariableAtEveryInstant) {
  const Result result = run_of(GetParam());
  const PageReader page(page_data(result));
  EXPECT_EQ(page.times[0], result.times());
  std::size_t compared = 0;
  for (const Signal& signal : result.signals()) {
    if (signal.path == "time") continue;
    const std::vector<double> expected = result[signal.path], read = page.signal(signal.path);
    ASSERT_EQ(read.size(), expected.size()) << signal.path;
    const double tolerance = 1e-7 * range_of(expected) + 1e-13 * std::abs(expected[0]);
    for (std::size_t row = 0; row < read.size(); ++row) {
      ASSERT_NEAR(read[row], expected[row], tolerance) << signal.path << " in row " << row;
    }
    ++compared;
  }
  EXPECT_EQ(compared, page.header["signals"].size());
}

TEST_P(PageOfModel, HasEveryPictureWhereItIs) {
  const Result result = run_of(GetParam());
  const Scene& scene = result.scene;
  const PageReader page(page_data(result));
  EXPECT_EQ(page.times[1], scene.times);
  if (scene.empty()) {
    EXPECT_TRUE(page.header["scene"].is_null());
    return;
  }
  const auto& items = page.header["scene"]["items"];
  ASSERT_EQ(items.size(), scene.items.size());
  const std::size_t rows = scene.times.size();
  for (std::size_t k = 0; k < items.size(); ++k) {
    EXPECT_EQ(items[k]["path"], scene.items[k].path);
    std::vector<std::vector<double>> p, q;
    for (const auto& value : items[k]["p"]) p.push_back(page.values(value, rows));
    for (const auto& value : items[k]["q"]) q.push_back(page.values(value, rows));
    for (std::size_t row = 0; row < rows; ++row) {
      const Scene::Placed placed = scene.placed(scene.items[k], row);
      for (int i = 0; i < 3; ++i) {
        ASSERT_NEAR(p[i][row], placed.position(i), 1e-6) << scene.items[k].path;
      }
      const bool proper =
          (placed.rotation.transpose() * placed.rotation - Matrix3::Identity()).norm() < 1e-6;
      if (!proper) continue;
      const Eigen::Quaterniond turn(q[3][row], q[0][row], q[1][row], q[2][row]);
      ASSERT_LT((turn.normalized().toRotationMatrix() - placed.rotation).norm(), 2e-6)
          << scene.items[k].path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PageOfModel,
                         testing::Values("WhippleBicycle", "SevenBody", "NewtonsCradle",
                                         "BuckConverter", "BouncingBall", "ThermalWall"),
                         [](const auto& info) { return std::string(info.param); });

TEST(PageData, HasBothRowsOfAnEventAndItsWords) {
  const Result result = run_of("BouncingBall");
  const PageReader page(page_data(result));
  ASSERT_FALSE(result.events.empty());
  ASSERT_EQ(page.header["events"].size(), result.events.size());
  const double time = result.events[0].time;
  EXPECT_EQ(page.header["events"][0]["time"], time);
  EXPECT_EQ(page.header["events"][0]["conditions"][0], result.events[0].conditions[0]);
  EXPECT_GE(std::count(page.times[0].begin(), page.times[0].end(), time), 2);
}

TEST(PageData, KeepsStatesAndPlotsWholeInALargeRunAndSaysWhatItReduced) {
  const Result result = run_of("SpringMassDamper", 5000);
  const PageData data =
      page_data(result, {.plots = {"spring.f"}, .states = {"mass.s"}, .most_numbers = 10000});
  const PageReader page(data);
  EXPECT_EQ(page.signal("mass.s").size(), result.rows());
  EXPECT_EQ(page.signal("spring.f").size(), result.rows());
  const std::vector<double> reduced = page.signal("mass.a");
  const std::vector<double> whole = result["mass.a"];
  ASSERT_LT(reduced.size(), 2002u);
  ASSERT_EQ(reduced.size(), page.times[2].size());
  EXPECT_EQ(page.times[2].back(), result.times().back());
  for (std::size_t k = 0; k < reduced.size(); ++k) {
    EXPECT_NEAR(reduced[k], result.at("mass.a", page.times[2][k]), 1e-6 * range_of(whole));
  }
  EXPECT_GT(page.header["summary"]["reduced"]["variables"], 0);
  EXPECT_EQ(page.header["summary"]["reduced"]["instants"], page.times[2].size());
  EXPECT_FALSE(PageReader(page_data(result)).header["summary"].contains("reduced"));
}

TEST(PageData, TellsHowTheRunWent) {
  Result result = run_of("SpringMassDamper");
  result.diagnostics.push_back(
      {Severity::warning, "mass", "The mass is heavy.", "Make it lighter."});
  const PageReader page(page_data(result, {.description = "A mass.", .settings = {"mass.m=2kg"}}));
  EXPECT_EQ(page.header["description"], "A mass.");
  const auto& summary = page.header["summary"];
  EXPECT_EQ(summary["settings"][0], "mass.m=2kg");
  EXPECT_EQ(summary["status"], "completed");
  EXPECT_EQ(summary["steps"], result.statistics.steps);
  EXPECT_EQ(summary["diagnostics"][0]["text"], "The mass is heavy.");
  EXPECT_NEAR(page.header["energy"]["dissipated"], result.energy.dissipated, 1e-12);
}

TEST(PageData, TakesNamesThatAreNoUtf8) {
  Result result;
  result.model = "\xff\xfe</script>";
  result.add_signal(
      {.path = "a\xff", .unit = "1", .description = "", .column = result.add_column()});
  result.append(std::vector{0.0, 1.0});
  const PageReader page(page_data(result));
  EXPECT_THAT(page.header["model"].get<std::string>(), HasSubstr("</script>"));
}

}  // namespace
}  // namespace multibond
