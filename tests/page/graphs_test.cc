/// Bond graphs of the page: a drawing per component, and the variables of every bond.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"
#include "page/read_page.h"

namespace multibond {
namespace {

using test::PageReader;
using testing::HasSubstr;

struct Shown {
  Result result;
  PageReader page;
};

Shown shown(const std::string& model, double stop) {
  const Catalog catalog = library_catalog();
  const auto component = catalog.find(model).make(nullptr, model);
  Result result = simulate(*component, {.stop = stop, .intervals = 50, .pictures = true});
  PageData data = page_data(result, {}, component.get());
  return {std::move(result), PageReader(data)};
}

const nlohmann::json* find(const nlohmann::json& list, const std::string& path) {
  for (const auto& entry : list) {
    if (entry["path"] == path) return &entry;
  }
  return nullptr;
}

TEST(PageGraphs, GiveTheEffortAndFlowOfEveryBondThatIsDrawn) {
  const Shown run = shown("BondCircuit", 2);
  const auto& bonds = run.page.header["bonds"];
  ASSERT_GE(bonds.size(), 5u);
  for (const auto& bond : bonds) {
    ASSERT_EQ(bond["effort"].size(), bond["flow"].size());
    for (const auto& path : bond["effort"]) EXPECT_TRUE(run.result.has(path.get<std::string>()));
    for (const auto& path : bond["flow"]) EXPECT_TRUE(run.result.has(path.get<std::string>()));
  }
  const std::string drawing = run.page.header["drawings"][0]["svg"];
  for (const auto& bond : bonds) {
    EXPECT_THAT(drawing, HasSubstr("data-path=\"" + bond["path"].get<std::string>() + "\""));
  }
}

/// At a resistor the power of its bond is what it dissipates.
TEST(PageGraphs, PowerAlongTheHarpoonIsWhatAResistorLoses) {
  const Shown run = shown("BondCircuit", 2);
  const Result& result = run.result;
  bool found = false;
  for (const auto& bond : run.page.header["bonds"]) {
    if (bond["effort"][0] != "R1.port.e") continue;
    found = true;
    for (std::size_t row = 0; row < result.rows(); ++row) {
      const double power =
          run.page.signal(bond["effort"][0])[row] * run.page.signal(bond["flow"][0])[row];
      const double expected = result.value(result.signal("R1.port.e"), row) *
                              result.value(result.signal("R1.port.f"), row);
      EXPECT_NEAR(power, expected, 1e-6 * std::abs(expected) + 1e-9);
      EXPECT_GE(power, -1e-9);
    }
  }
  EXPECT_TRUE(found);
}

TEST(PageGraphs, OpenAComponentWithItsPortsByName) {
  const Shown run = shown("CraneCrab3", 1);
  const auto& drawings = run.page.header["drawings"];
  EXPECT_NE(find(drawings, ""), nullptr);
  const nlohmann::json* joint = find(drawings, "Revolute1");
  ASSERT_NE(joint, nullptr);
  const std::string svg = (*joint)["svg"];
  EXPECT_THAT(svg, HasSubstr(">frame_a<"));
  EXPECT_THAT(svg, HasSubstr(">frame_b<"));
  EXPECT_THAT(svg, testing::Not(HasSubstr("Body1.")));
}

TEST(PageGraphs, ListComponentsAndWhatTheModelConnects) {
  const Shown run = shown("CraneCrab3", 1);
  const auto& diagram = run.page.header["diagram"];
  const nlohmann::json* joint = find(diagram["nodes"], "Revolute1");
  ASSERT_NE(joint, nullptr);
  EXPECT_EQ((*joint)["type"], "planar::Revolute");
  std::vector<std::string> ports, lines;
  for (const auto& port : (*joint)["ports"]) ports.push_back(port["name"]);
  EXPECT_THAT(ports, testing::UnorderedElementsAre("frame_a", "frame_b"));
  for (const auto& edge : diagram["edges"]) {
    for (const auto& end : edge) {
      const auto& node = diagram["nodes"].at(end[0].get<std::size_t>());
      lines.push_back(node["path"].get<std::string>() + "." +
                      node["ports"].at(end[1].get<std::size_t>())["name"].get<std::string>());
    }
  }
  EXPECT_THAT(lines, testing::Contains("Revolute1.frame_a"));
  EXPECT_THAT(lines, testing::Contains("Prismatic1.frame_b"));
}

TEST(PageGraphs, AreMissingWhereThereAreNoBonds) {
  const Shown run = shown("VanDerPol", 1);
  EXPECT_FALSE(run.page.header.contains("diagram"));
  EXPECT_FALSE(run.page.header.contains("drawings"));
}

}  // namespace
}  // namespace multibond
