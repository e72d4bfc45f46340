/// Equations, incidence and connection graph of the page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "multibond/compile/plan.h"
#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"
#include "page/read_page.h"
#include "src/page/equations.h"

namespace multibond {
namespace {

using page::expression_json;
using test::PageReader;
using testing::Contains;
using testing::UnorderedElementsAre;

nlohmann::json header_of(const std::string& model) {
  const Catalog catalog = library_catalog();
  const auto component = catalog.find(model).make(nullptr, model);
  const Result result = simulate(*component, {.stop = 0.01, .intervals = 2});
  return PageReader(page_data(result, {}, component.get())).header;
}

struct Drag : Model {
  Parameter<double> k{this, "k", 2.0, "1/m", "drag constant"};
  Variable v{this, "v", "m/s", "velocity"};
  void equations() override {
    v.start(1.0).fixed();
    equation(der(v), -k * abs(v) * v);
  }
};

TEST(PageEquations, AreTreesWithTheNamesOfTheModel) {
  Drag model;
  const System system = flatten(model);
  const page::Json json = page::equations_json(system);
  ASSERT_EQ(json["list"].size(), 1u);
  EXPECT_EQ(json["list"][0][1].dump(), R"(["der",1,"v"])");
  const std::string right = json["list"][0][2].dump();
  for (const char* part : {R"("k")", R"(["abs","v"])", R"("*")"}) {
    EXPECT_THAT(right, testing::HasSubstr(part));
  }
  EXPECT_EQ(page::parameters_json(system).dump(), R"([["k",2.0,"1/m","drag constant"]])");
}

/// A sum of shared squares of squares doubles its length with every line.
TEST(PageEquations, AreCutIfTheyAreVeryLong) {
  Drag model;
  const System system = flatten(model);
  Expr sum = system.equations[0].left;
  for (int i = 0; i < 40; ++i) sum = sum * sum + 1.0;
  const std::string text = expression_json(system, sum).dump();
  EXPECT_LT(text.size(), 20000u);
  EXPECT_THAT(text, testing::HasSubstr("null"));
}

TEST(PageEquations, AreThoseOfTheModel) {
  const nlohmann::json header = header_of("SpringMassDamper");
  const auto& equations = header["equations"];
  std::set<std::string> stated;
  for (const auto& row : equations["list"]) {
    stated.insert(equations["components"][row[0].get<std::size_t>()].get<std::string>());
  }
  EXPECT_TRUE(stated.count("spring"));
  EXPECT_TRUE(stated.count("mass"));
  std::vector<std::string> parameters;
  for (const auto& row : header["parameters"]) parameters.push_back(row[0]);
  EXPECT_THAT(parameters, Contains("spring.c"));
}

TEST(PageEquations, OfModesHaveTheirCondition) {
  const nlohmann::json header = header_of("BuckConverter");
  std::size_t holds = 0, holds_not = 0;
  for (const auto& row : header["equations"]["list"]) {
    if (row.size() == 5) ++(row[4].get<bool>() ? holds : holds_not);
  }
  EXPECT_GT(holds, 0u);
  EXPECT_EQ(holds, holds_not);
}

class IncidenceOf : public testing::TestWithParam<const char*> {};

/// Sorted, every entry is in its block or to the left of it, and nothing is lost.
TEST_P(IncidenceOf, IsBlockLowerTriangularAfterSorting) {
  const nlohmann::json header = header_of(GetParam());
  const auto& solved = header["incidence"]["solved"];
  const std::vector<std::size_t> rows = solved["order"]["rows"],
                                 columns = solved["order"]["columns"];
  const std::size_t n = solved["rows"].size();
  ASSERT_GT(n, 0u);
  ASSERT_EQ(solved["row_names"].size(), n);
  ASSERT_EQ(solved["column_names"].size(), n);
  EXPECT_EQ(std::set<std::size_t>(rows.begin(), rows.end()).size(), n);
  EXPECT_EQ(std::set<std::size_t>(columns.begin(), columns.end()).size(), n);
  std::vector<std::size_t> place(n), end;  // of each column; of the block at each place
  for (std::size_t k = 0; k < n; ++k) place[columns[k]] = k;
  for (const std::size_t size : solved["blocks"]) end.insert(end.end(), size, end.size() + size);
  ASSERT_EQ(end.size(), n);
  for (std::size_t k = 0; k < n; ++k) {
    for (const std::size_t column : solved["rows"][rows[k]]) EXPECT_LT(place[column], end[k]);
  }
  const auto& stated = header["incidence"]["stated"];
  EXPECT_EQ(stated["rows"].size(), stated["row_names"].size());
  for (const auto& row : stated["rows"]) {
    for (const std::size_t column : row) ASSERT_LT(column, stated["column_names"].size());
  }
}

INSTANTIATE_TEST_SUITE_P(Models, IncidenceOf,
                         testing::Values("SevenBody", "WhippleBicycle", "BondCircuit"));

TEST(PageConnectionGraph, HasTheLoopOfAFourBarCutOnce) {
  const nlohmann::json graph = header_of("FourBarLoop")["connection_graph"];
  std::size_t cuts = 0;
  for (const auto& edge : graph["edges"]) {
    cuts += edge.value("cut", false);
    EXPECT_LT(edge["from"].get<std::size_t>(), graph["frames"].size());
    EXPECT_LT(edge["to"].get<std::size_t>(), graph["frames"].size());
  }
  EXPECT_EQ(cuts, 1u);
  EXPECT_EQ(std::count_if(graph["frames"].begin(), graph["frames"].end(),
                          [](const auto& frame) { return frame["root"].template get<bool>(); }),
            1);
}

TEST(PageConnectionGraph, NamesWhatIsConnected) {
  const nlohmann::json graph = header_of("CraneCrab3")["connection_graph"];
  std::vector<std::string> parts, hanging;
  for (const auto& edge : graph["edges"]) parts.push_back(edge["part"]);
  for (const auto& frame : graph["frames"]) {
    for (const auto& part : frame["parts"]) hanging.push_back(part);
  }
  EXPECT_THAT(parts, UnorderedElementsAre("FixedTranslation1", "Prismatic1", "Revolute1"));
  EXPECT_THAT(hanging, UnorderedElementsAre("Body1", "Body2", "Fixed1"));
  EXPECT_TRUE(header_of("BondCircuit")["connection_graph"].is_null());
}

/// The bonds at the flanges of a spring have no variables; their power is that of the flanges: what
/// comes in from the mass, less what goes on to the wall, is stored.
TEST(PageBonds, OfWrappedPartsHaveThePowerOfTheirPorts) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("SpringMassDamper").make(nullptr, "model");
  const Result result = simulate(*model, {.stop = 3, .intervals = 1000, .pictures = true});
  const PageReader page(page_data(result, {}, model.get()));
  std::map<std::string, nlohmann::json> bonds;
  for (const auto& bond : page.header["bonds"]) bonds[bond["path"]] = bond;
  ASSERT_TRUE(bonds.count("spring.flange_a"));
  EXPECT_TRUE(bonds["spring.flange_a"]["flow"][0].is_null());  // the wall is at rest
  ASSERT_TRUE(bonds.count("spring.flange_b"));
  const auto& moving = bonds["spring.flange_b"];
  const std::vector<double> e = page.signal(moving["effort"][0]),
                            f = page.signal(moving["flow"][0]);
  const double sign = moving.value("sign", 1.0);
  std::vector<double> stored;
  for (const EnergyAudit::Entry& entry : result.energy.entries) {
    if (entry.path == "spring") stored = entry.over_time;
  }
  ASSERT_EQ(stored.size(), e.size());
  double work = 0;  // by the trapezoidal rule, whose error is far below a thousandth
  for (std::size_t row = 1; row < e.size(); ++row) {
    const double step = result.times()[row] - result.times()[row - 1];
    work += 0.5 * step * sign * (e[row] * f[row] + e[row - 1] * f[row - 1]);
    ASSERT_NEAR(work, stored[row] - stored[0], 1e-3 * stored[0]) << result.times()[row];
  }
}

}  // namespace
}  // namespace multibond
