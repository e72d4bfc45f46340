// Every class of the catalog is opened and drawn by itself, as `multibond draw CLASS` does it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "multibond/library/bonds/specimen.h"
#include "multibond/library/library.h"
#include "multibond/model/catalog_description.h"
#include "multibond/model/system.h"
#include "view/check.h"

namespace multibond {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

/// The elements of a class drawn by itself, without the junctions that its open ports form.
std::vector<std::string> codes_of(const std::string& path) {
  const Catalog catalog = library_catalog();
  const Specimen specimen = bonds::make_specimen(catalog.find(path));
  flatten(*specimen.model);
  std::vector<std::string> codes;
  for (const auto& vertex : bonds::bond_graph(*specimen.model).vertices) {
    if (vertex.element) codes.push_back(vertex.code);
  }
  return codes;
}

TEST(CatalogDrawings, EveryClassWithBondsIsCompleteAndReadable) {
  const Catalog catalog = library_catalog();
  int wrapped = 0, elements = 0;
  std::vector<std::string> others;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) continue;
    const std::string library = entry.path.substr(0, entry.path.find('.'));
    // Signals and points have no bonds.
    if (library == "Signals" || library == "PlanarPoints") continue;
    SCOPED_TRACE(entry.path);
    const Specimen specimen = bonds::make_specimen(entry);
    flatten(*specimen.model);
    if (bonds::bond_graph(*specimen.model).edges.empty()) {
      others.push_back(entry.path);
      continue;
    }
    ++(library == "Bonds" ? elements : wrapped);
    expect_complete(*specimen.model);
    if (!specimen.open.empty()) check_drawing(draw(*specimen.model, {.open = {specimen.open}}));
  }
  // Measuring, showing and turning coordinates take no power, the pool of gravitation acts through
  // the bodies, and the rules of impacts only say how.
  EXPECT_THAT(others,
              Each(AnyOf("Bonds.Defaults", "Bonds.Planar.Translation", "Mechanics3D.GravityPool",
                         "Contacts.Impacts", StartsWith("Bonds.Space."),
                         "Planar.Visualizers.FixedShape", StartsWith("Mechanics3D.Visualizers."),
                         StartsWith("Planar.Sensors."), StartsWith("Mechanics3D.Sensors."))));
  EXPECT_EQ(others.size(), 4u + 4u + 8u + 9u + 15u + 1u);
  EXPECT_GE(wrapped, 130);
  EXPECT_GE(elements, 50);
}

TEST(CatalogDrawings, ShowWhatIsInside) {
  EXPECT_THAT(codes_of("Electrical.Resistor"), UnorderedElementsAre("1", "R"));
  EXPECT_THAT(codes_of("Hydraulic.Cylinder"), UnorderedElementsAre("TF"));
  EXPECT_THAT(codes_of("Electrical.DCMotor"), Contains("GY"));
  EXPECT_THAT(codes_of("Bonds.mTF_flow"), UnorderedElementsAre("mTF"));
}

/// Texts of a class drawn by itself, without "v" and "ω" of frames in space.
std::set<std::string> texts_of(const CatalogEntry& entry) {
  const Specimen specimen = bonds::make_specimen(entry);
  flatten(*specimen.model);
  DrawOptions options;
  if (!specimen.open.empty()) options.open = {specimen.open};
  const Drawing drawing = draw(*specimen.model, options);
  std::set<std::string> texts;
  for (const Drawing::Text* text : drawing.all_texts()) {
    texts.insert(text->text.substr(0, text->text.find(", ")));
  }
  return texts;
}

TEST(CatalogDrawings, NameEveryPortThatPowerPasses) {
  const Catalog catalog = library_catalog();
  std::set<std::string> unnamed;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model || entry.path.starts_with("Bonds.")) continue;
    const Specimen specimen = bonds::make_specimen(entry);
    flatten(*specimen.model);
    if (bonds::bond_graph(*specimen.model).edges.empty()) continue;
    const std::set<std::string> texts = texts_of(entry);
    for (const PortDescription& port : describe(entry).ports) {
      // A frame that tells directions bears nothing.
      if (port.kind == "signal" || port.name == "frame_resolve") continue;
      if (texts.contains(port.name)) continue;
      unnamed.insert(entry.path + '.' + port.name);
    }
  }
  EXPECT_THAT(unnamed, IsEmpty());
}

TEST(CatalogDrawings, TellWhichFlowOfAFrameAPortIs) {
  const Catalog catalog = library_catalog();
  const Specimen specimen = bonds::make_specimen(catalog.find("Mechanics3D.Joints.JointUPS"));
  flatten(*specimen.model);
  const Drawing drawing = draw(*specimen.model, {.open = {specimen.open}});
  std::vector<std::string> texts;
  for (const Drawing::Text* text : drawing.all_texts()) texts.push_back(text->text);
  EXPECT_THAT(texts, IsSupersetOf({"frame_a, v", "frame_a, ω", "frame_ia, v", "frame_ia, ω",
                                   "frame_b, v", "frame_b, ω", "axis", "bearing"}));
}

TEST(CatalogDrawings, JunctionsHaveThreeBondsAndSourcesPointAway) {
  const Catalog catalog = library_catalog();
  const auto graph_of = [&](const std::string& path) {
    const Specimen specimen = bonds::make_specimen(catalog.find(path));
    flatten(*specimen.model);
    return bonds::bond_graph(*specimen.model);
  };
  EXPECT_EQ(graph_of("Bonds.J0").edges.size(), 3u);
  const bonds::BondGraph source = graph_of("Bonds.Se");
  EXPECT_EQ(source.vertices[source.edges.at(0).tail.vertex].code, "Se");
  const bonds::BondGraph resistor = graph_of("Bonds.R");
  EXPECT_EQ(resistor.vertices[resistor.edges.at(0).head.vertex].code, "R");
}

}  // namespace
}  // namespace multibond
