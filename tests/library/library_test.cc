#include "multibond/library/library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "model/sample.h"
#include "multibond/model/catalog_description.h"

namespace multibond {
namespace {

TEST(Library, EveryEntryHasADescriptionThatIsASentence) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    EXPECT_FALSE(entry.description.empty()) << entry.path;
    EXPECT_EQ(entry.description.back(), '.') << entry.path;
    EXPECT_TRUE(std::isupper(static_cast<unsigned char>(entry.description.front()))) << entry.path;
  }
}

TEST(Library, EveryParameterAndVariableIsDescribed) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    const CatalogDescription description = describe(entry);
    for (const auto& row : description.parameters) {
      EXPECT_FALSE(row.description.empty()) << entry.path << '.' << row.name;
    }
    for (const auto& row : description.variables) {
      EXPECT_FALSE(row.description.empty()) << entry.path << '.' << row.name;
    }
    for (const auto& port : description.ports) {
      for (const auto& row : port.variables) {
        EXPECT_FALSE(row.description.empty()) << entry.path << '.' << port.name << '.' << row.name;
      }
    }
  }
}

std::string source(const std::string& path) {
  std::ifstream stream(std::string(MULTIBOND_SOURCE_DIR) + "/include/" + path);
  EXPECT_TRUE(stream) << path;
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Headers of ours that a header includes, directly or not.
void add_included(const std::string& header, std::set<std::string>& all) {
  if (header.ends_with("/version.h") || !all.insert(header).second) return;
  const std::string text = source(header);
  const std::regex include("#include \"(multibond/[^\"]+)\"");
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
    add_included((*it)[1], all);
  }
}

TEST(Library, EveryComponentTellsItsHeaderAndTheOneForAllHasIt) {
  std::set<std::string> included;
  add_included("multibond/multibond.h", included);
  const Catalog catalog = component_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    ASSERT_FALSE(entry.header.empty()) << entry.path << ": " << entry.cpp_class;
    EXPECT_TRUE(included.contains(entry.header)) << entry.header;
    const std::string name = entry.cpp_class.substr(entry.cpp_class.rfind(':') + 1);
    EXPECT_TRUE(
        std::regex_search(source(entry.header), std::regex("(class|struct|using) " + name + "\\b")))
        << entry.path;
  }
}

TEST(Library, ExamplesAreNotInstalled) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) {
      EXPECT_EQ(entry.header, "") << entry.path;
    }
  }
}

TEST(Library, EveryModelHasAsManyEquationsAsUnknowns) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    const System system = flatten(*entry.make(nullptr, entry.path));
    EXPECT_EQ(sample::missing_equations(system), 0) << entry.path;
  }
}

// A wrapped one-port has four equations more than its law alone: effort and flow of the bond at its
// junction or attachment, and the same at its element. A gear has two bonds, so eight.
TEST(Library, TheExamplesHaveTheSizesTheyWereDesignedFor) {
  const std::map<std::string, std::size_t> equations{
      {"Arenstorf", 4},         {"BouncingBall", 2},    {"CapacitorLoop", 46},
      {"CartesianPendulum", 5}, {"DiodeRectifier", 76}, {"DoublePendulum", 52},
      {"ElectricCircuit", 68},  {"GearTrain", 57},      {"InductorCutset", 56},
      {"LotkaVolterra", 2},     {"MassChain", 326},     {"PIControl", 11},
      {"PointPendulum", 29},    {"RCLadder", 217},      {"RelayChain", 103},
      {"ResistorLadder", 417},  {"Robertson", 3},       {"SpringMassDamper", 38},
      {"SwitchedRC", 46},       {"Truss", 114},         {"VanDerPol", 2}};
  const Catalog catalog = library_catalog();
  for (const auto& [name, count] : equations) {
    const System system = flatten(*catalog.find(name).make(nullptr, name));
    EXPECT_EQ(system.equations.size(), count) << name;
  }
}

TEST(Library, EveryPlotVariableExists) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    const System system = flatten(*entry.make(nullptr, entry.path));
    EXPECT_FALSE(entry.experiment.plot.empty()) << entry.path;
    for (const std::string& path : entry.experiment.plot) {
      EXPECT_NO_THROW(sample::variable(system, path)) << entry.path << ": " << path;
    }
  }
}

TEST(Library, ModelsWithANumberOfPartsGrowInProportion) {
  const Catalog catalog = library_catalog();
  for (const std::string name : {"MassChain", "RCLadder", "ResistorLadder", "RelayChain"}) {
    std::vector<std::size_t> sizes;
    for (const int n : {5, 10, 15}) {
      const auto model = catalog.find(name).make(nullptr, name);
      model->set("n", n);
      const System system = flatten(*model);
      EXPECT_EQ(sample::missing_equations(system), 0) << name << " with " << n;
      sizes.push_back(system.equations.size());
    }
    EXPECT_EQ(sizes[2] - sizes[1], sizes[1] - sizes[0]) << name;
  }
}

TEST(Library, EachRodPairsItsConstraintWithItsForce) {
  const Catalog catalog = library_catalog();
  const System system = flatten(*catalog.find("Truss").make(nullptr, "Truss"));
  int rods = 0;
  for (const SystemEquation& equation : system.equations) {
    if (equation.role != EquationRole::constraint) continue;
    ++rods;
    EXPECT_EQ(system.variables[equation.reaction].path,
              std::string(system.components[equation.component].path) + ".f");
  }
  EXPECT_EQ(rods, 6);
}

}  // namespace
}  // namespace multibond
