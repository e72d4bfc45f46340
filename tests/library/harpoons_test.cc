// Which way harpoons point, and which numbers stand beside the elements of wrapped components.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/library/bonds/graph.h"
#include "multibond/library/bonds/specimen.h"
#include "multibond/library/library.h"
#include "multibond/model/system.h"

namespace multibond {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

bool is_source(const std::string& code) {
  return code == "Se" || code == "Sf" || code == "mSe" || code == "mSf";
}

/// What takes up power, or measures without any.
bool is_sink(const std::string& code) {
  const char* codes[] = {"R",  "G",  "C", "I",  "RF", "GF", "CF", "IF",
                         "mR", "mG", "D", "Sw", "De", "Df", "Dp", "Dq"};
  return std::find(std::begin(codes), std::end(codes), code) != std::end(codes);
}

/// Bonds of a class that point into a source or out of a sink, as "path: R ---> 0".
std::vector<std::string> wrong_harpoons(const CatalogEntry& entry) {
  const Specimen specimen = bonds::make_specimen(entry);
  flatten(*specimen.model);
  const bonds::BondGraph graph = bonds::bond_graph(*specimen.model);
  std::vector<std::string> wrong;
  for (const bonds::BondGraph::Edge& edge : graph.edges) {
    const auto& tail = graph.vertices[edge.tail.vertex].code;
    const auto& head = graph.vertices[edge.head.vertex].code;
    if (is_sink(tail) || is_source(head)) {
      wrong.push_back(entry.path + "." + edge.path + ": " + tail + " ---> " + head);
    }
  }
  return wrong;
}

TEST(Harpoons, PointFromSourcesToWhatTakesUpPower) {
  int bonds_seen = 0;
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    // Points in the plane are no bond graph, and need surroundings.
    if (entry.path.starts_with("PlanarPoints.")) continue;
    EXPECT_THAT(wrong_harpoons(entry), IsEmpty());
    ++bonds_seen;
  }
  EXPECT_GE(bonds_seen, 300);
}

/// Values of the parameters of a part, by "name = value".
std::vector<std::string> values_of(const Component& part) {
  std::vector<std::string> values;
  for (const ParameterBase* parameter : part.parameters()) {
    values.push_back(parameter->name() + " = " + parameter->value_text());
  }
  return values;
}

/// Values of `element` in a component of the catalog with one parameter set.
std::vector<std::string> element_values(const std::string& path, const std::string& parameter,
                                        double value) {
  const Specimen specimen = bonds::make_specimen(library_catalog().find(path));
  specimen.component->set(parameter, value);
  flatten(*specimen.model);
  for (const Component* part : specimen.component->children()) {
    if (part->name() == "element") return values_of(*part);
  }
  return {};
}

TEST(Harpoons, ElementsShowTheNumberThatTheUserGave) {
  EXPECT_THAT(element_values("Rotational.IdealGear", "ratio", 10), Contains("ratio = 10"));
  EXPECT_THAT(element_values("Rotational.IdealGearR2T", "ratio", 4), Contains("ratio = 4"));
  EXPECT_THAT(element_values("Rotational.ConstantTorque", "tau_constant", 3), Contains("e0 = {3}"));
  EXPECT_THAT(element_values("Rotational.ConstantSpeed", "w_fixed", 3), Contains("f0 = {3}"));
  EXPECT_THAT(element_values("Translational.ConstantForce", "f_constant", 3), Contains("e0 = {3}"));
  EXPECT_THAT(element_values("Translational.ConstantSpeed", "v_fixed", 3), Contains("f0 = {3}"));
  EXPECT_THAT(element_values("Electrical.ConstantVoltage", "V", 3), Contains("e0 = {3}"));
  EXPECT_THAT(element_values("Electrical.ConstantCurrent", "I", 0.5), Contains("f0 = {0.5}"));
  EXPECT_THAT(element_values("Electrical.RotationalEMF", "k", 0.1), Contains("M = [0.1]"));
  EXPECT_THAT(element_values("Hydraulic.Cylinder", "A", 0.001), Contains("M = [0.001]"));
  EXPECT_THAT(element_values("Hydraulic.Pump", "q_fixed", 0.002), Contains("f0 = {0.002}"));
  EXPECT_THAT(element_values("Hydraulic.PressureSource", "p", 5), Contains("e0 = {5}"));
}

}  // namespace
}  // namespace multibond
