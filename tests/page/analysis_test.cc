/// What the page tells of the compiler's work and of modes.
#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <numbers>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"
#include "page/read_page.h"

namespace multibond {
namespace {

test::PageReader page_of(const std::string& model, PageOptions options = {}) {
  const Catalog catalog = library_catalog();
  const auto component = catalog.find(model).make(nullptr, model);
  const auto compiled = compile_model(*component);
  const Result result = simulate(compiled, {.stop = 0.01, .intervals = 2, .pictures = true});
  for (const StateDescription& state : compiled->first()->states) {
    options.states.push_back(state.name);
  }
  return test::PageReader(page_data(result, options, component.get()));
}

nlohmann::json header_of(const std::string& model) { return page_of(model).header; }

TEST(PageAnalysis, HasTheModesOfAnOscillator) {
  const nlohmann::json modes = header_of("SpringMassDamper")["modes"];
  ASSERT_EQ(modes["values"].size(), 1u);  // one of the pair
  const double real = modes["values"][0]["real"], imaginary = modes["values"][0]["imaginary"];
  // m = 1 kg, c = 10 N/m, d = 0.4 N.s/m: s^2 + 0.4 s + 10 = 0
  EXPECT_NEAR(real, -0.2, 1e-9);
  EXPECT_NEAR(imaginary, std::sqrt(10 - 0.04), 1e-9);
  EXPECT_EQ(modes["values"][0]["parts"][0][0], "mass.v");
}

TEST(PageAnalysis, HasStatesAndPassesOfTheCompiler) {
  const nlohmann::json structure = header_of("SpringMassDamper")["structure"];
  EXPECT_EQ(structure["states"].size(), 2u);
  EXPECT_EQ(structure["passes"][0]["pass"], "flatten");
}

TEST(PageAnalysis, SaysInWhichCoordinatesTheModesOfAMotionAre) {
  const nlohmann::json header = header_of("SevenBody");
  ASSERT_TRUE(header.contains("modes"));
  EXPECT_THAT(header["modes"]["notes"][0].get<std::string>(),
              ::testing::AllOf(::testing::StartsWith("The model moves at t = 0 s"),
                               ::testing::HasSubstr("in the coordinates ")));
}

TEST(PageAnalysis, SaysWhyThereAreNoModes) {
  const nlohmann::json header = header_of("BrickWall");
  EXPECT_FALSE(header.contains("modes"));
  EXPECT_THAT(header["no_modes"].get<std::string>(),
              ::testing::HasSubstr("reports show the modes of models with up to"));
  EXPECT_TRUE(header.contains("structure"));
}

/// Where a picture and the end of its length are, row by row, on one of the grids.
struct Ends {
  std::vector<Eigen::Vector3d> begin, end;
};

Ends ends_of(const test::PageReader& page, const nlohmann::json& item, std::size_t rows) {
  std::array<std::vector<double>, 3> p;
  std::array<std::vector<double>, 4> q;
  for (std::size_t i = 0; i < 3; ++i) p[i] = page.values(item["p"][i], rows);
  for (std::size_t i = 0; i < 4; ++i) q[i] = page.values(item["q"][i], rows);
  const std::vector<double> length = page.values(item["size"][0], rows);
  Ends ends;
  for (std::size_t row = 0; row < rows; ++row) {
    const Eigen::Vector3d origin(p[0][row], p[1][row], p[2][row]);
    const Eigen::Quaterniond turn(q[3][row], q[0][row], q[1][row], q[2][row]);
    ends.begin.push_back(origin);
    ends.end.push_back(origin + turn.normalized() * Eigen::Vector3d(length[row], 0, 0));
  }
  return ends;
}

TEST(ModeShapes, BeginAtTheStateAndGoRoundWithLoopsClosed) {
  const test::PageReader page = page_of("PlanarKinematicLoop");
  const nlohmann::json& shapes = page.header["modes"]["shapes"];
  const std::size_t rows = page.times.at(3).size();
  ASSERT_EQ(rows, 1 + 2 * 25u);
  EXPECT_EQ(shapes["first"], (std::vector<int>{1, 26}));
  std::vector<Ends> items;
  const nlohmann::json& scene = page.header["scene"]["items"];
  double largest = 0;
  for (std::size_t k = 0; k < scene.size(); ++k) {
    items.push_back(ends_of(page, shapes["items"][k], rows));
    const Ends run = ends_of(page, scene[k], page.times[1].size());
    EXPECT_LT((items[k].begin[0] - run.begin[0]).norm(), 1e-6);
    EXPECT_LT((items[k].end[0] - run.end[0]).norm(), 1e-6);
    EXPECT_LT((items[k].end[1] - items[k].end[25]).norm(), 1e-6);
    largest = std::max(largest, (items[k].end[1] - items[k].end[0]).norm());
  }
  EXPECT_GT(largest, 0.05);
  // Whatever meets in the state meets in all phases.
  std::size_t meetings = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t j = 0; j < items.size(); ++j) {
      if (i == j || (items[i].end[0] - items[j].begin[0]).norm() > 1e-6) continue;
      ++meetings;
      for (std::size_t row = 0; row < rows; ++row) {
        EXPECT_LT((items[i].end[row] - items[j].begin[row]).norm(), 3e-6)
            << scene[i]["path"] << " and " << scene[j]["path"] << " in row " << row;
      }
    }
  }
  EXPECT_GE(meetings, 3u);
}

TEST(ModeShapes, AreNotThereWhereNothingIsSeen) {
  const test::PageReader page = page_of("SpringMassDamper");
  EXPECT_FALSE(page.header["modes"].contains("shapes"));
  EXPECT_TRUE(page.times.at(3).empty());
}

TEST(PageAnalysis, HasTheLocusAndTheResponsesThatAreAskedFor) {
  const nlohmann::json modes =
      page_of("SpringMassDamper",
              {.locus = "damper.d=1:3", .responses = {"spring.s_rel0:mass.s", "mass.m:mass.v"}})
          .header["modes"];
  EXPECT_EQ(modes["locus"]["parameter"], "damper.d");
  EXPECT_NEAR(modes["locus"]["roots"][60][0][0].get<double>(), -1.5, 1e-9);
  ASSERT_EQ(modes["responses"].size(), 2u);
  const nlohmann::json& response = modes["responses"][0];
  EXPECT_EQ(response["output"], "mass.s");
  // Far below the resonance the mass follows, far above it is opposite and small: c / (m w^2).
  EXPECT_NEAR(response["magnitude"][0].get<double>(), 1, 0.02);
  const double w = 2 * std::numbers::pi * response["frequencies"].back().get<double>();
  EXPECT_NEAR(response["magnitude"].back().get<double>(), 10 / (w * w), 0.02 * 10 / (w * w));
  EXPECT_NEAR(response["phase"].back().get<double>(), -180, 5);
  EXPECT_THROW(page_of("SpringMassDamper", {.responses = {"none.k:mass.s"}}), Error);
  EXPECT_THROW(page_of("SpringMassDamper", {.locus = "none.k=1:2"}), Error);
}

}  // namespace
}  // namespace multibond
