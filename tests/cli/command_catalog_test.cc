/// What `list` and `catalog` tell: topics, sections, search, headers, what can be set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_runner.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

TEST(List, GroupsModelsByTopicWithTheirStopTimes) {
  const std::string text = run_words({"list"}).out;
  EXPECT_THAT(text, StartsWith("Electric circuits\n"));
  EXPECT_THAT(text, HasSubstr("\n\nBicycles\n"));
  EXPECT_THAT(text, testing::ContainsRegex("\n  SevenBody +0.03 s +Andrews"));
  const auto json = nlohmann::json::parse(run_words({"list", "--json"}).out);
  for (const auto& model : json["models"]) EXPECT_NE(model["topic"], "") << model["path"];
}

TEST(Catalog, EverySectionIsPrintedOnce) {
  std::map<std::string, int> titles;
  std::size_t entries = 0;
  for (const std::string& line : lines(run_words({"catalog"}).out)) {
    if (line.empty()) continue;
    if (line.starts_with(' ')) {
      ++entries;
    } else {
      EXPECT_EQ(++titles[line], 1) << line;
    }
  }
  EXPECT_TRUE(titles.contains("Bonds"));
  const auto json = nlohmann::json::parse(run_words({"catalog", "--json"}).out);
  EXPECT_EQ(entries, json["entries"].size());
}

TEST(Catalog, AnUnknownWordIsSearchedForInNamesAndDescriptions) {
  const Outcome outcome = run_words({"catalog", "spring"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Translational.Spring "));
  EXPECT_THAT(outcome.out, HasSubstr("SphericalSpring "));
  EXPECT_THAT(outcome.out, HasSubstr("PlanarFreeBody "));  // hangs from a spring
  EXPECT_THAT(outcome.out, Not(HasSubstr("Electrical.Resistor")));
  // Names come first.
  EXPECT_LT(outcome.out.find("Translational.Spring "), outcome.out.find("PlanarFreeBody "));
}

TEST(Catalog, PathsMayBeWrittenInSmallLetters) {
  EXPECT_EQ(run_words({"catalog", "bonds"}).out, run_words({"catalog", "Bonds"}).out);
  EXPECT_EQ(run_words({"catalog", "electrical.resistor"}).out,
            run_words({"catalog", "Electrical.Resistor"}).out);
}

TEST(Catalog, AComponentIsShownWithItsClassAndHeader) {
  const std::string text = run_words({"catalog", "Electrical.SineVoltage"}).out;
  EXPECT_THAT(text, HasSubstr("C++     electrical::SineVoltage\n"));
  EXPECT_THAT(text, HasSubstr("Header  multibond/library/electrical_sources.h\n"));
}

TEST(Catalog, AJointIsShownWithTheParametersOfItsMobility) {
  const std::string text = run_words({"catalog", "Planar.Joints.Revolute"}).out;
  EXPECT_THAT(text, HasSubstr("Parameters of its parts\n"));
  EXPECT_THAT(text, HasSubstr("mobility.c "));
  EXPECT_THAT(text, HasSubstr("mobility.e_static "));
  EXPECT_THAT(text, Not(HasSubstr("node.order")));
  const Outcome part = run_words({"catalog", "Planar.Joints.Revolute.mobility"});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_THAT(part.out, HasSubstr("mobility.c "));
  EXPECT_THAT(part.out, Not(HasSubstr("phi_offset")));
  EXPECT_THAT(run_words({"catalog", "Mechanics3D.Parts.Body"}).out,
              HasSubstr("orientation.phi_start"));
}

TEST(Catalog, ChoicesAndLimitsAreShown) {
  EXPECT_THAT(run_words({"catalog", "Mechanics3D.Parts.Body"}).out,
              HasSubstr("(auto, quaternion, cardan)"));
  EXPECT_THAT(run_words({"catalog", "Translational.Mass"}).out, HasSubstr("mass (> 0)"));
}

TEST(Catalog, ListsWhatCanBeSetInAModel) {
  const Outcome outcome = run_words({"catalog", "SpringMassDamper", "--parameters"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::ContainsRegex("spring\\.c += 10 +N/m +tunable +stiff"));
  EXPECT_THAT(outcome.out, testing::ContainsRegex("mass\\.s\\.start += 1 +m +fixed"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("element")));
  // Everything that is listed can be set, to the value that it has.
  const auto json =
      nlohmann::json::parse(run_words({"catalog", "CraneCrab3", "--parameters", "--json"}).out);
  std::vector<std::string> words{"inspect", "CraneCrab3"};
  EXPECT_GT(json["parameters"].size(), 20u);
  for (const char* list : {"parameters", "starts"}) {
    for (const auto& row : json[list]) {
      words.push_back("--set");
      words.push_back(row["name"].get<std::string>() + "=" + row["value"].get<std::string>());
    }
  }
  const Outcome set = run_words(words);
  EXPECT_EQ(set.code, 0) << set.err;
}

TEST(Catalog, ParametersMayBeChosenByWildcards) {
  const std::string text =
      run_words({"catalog", "SpringMassDamper", "--parameters", "spring.*"}).out;
  EXPECT_THAT(text, HasSubstr("spring.c "));
  EXPECT_THAT(text, Not(HasSubstr("damper.d")));
  EXPECT_THAT(run_words({"catalog", "SpringMassDamper", "--parameters=nothing*"}).err,
              HasSubstr("has no parameter that fits nothing*"));
}

TEST(Catalog, ParametersOfBondGraphElementsOfAModelAreListed) {
  const std::string text = run_words({"catalog", "BondCircuit", "--parameters"}).out;
  EXPECT_THAT(text, testing::ContainsRegex("R1\\.R += "));
  const std::string ladder = run_words({"catalog", "RCLadder", "--parameters"}).out;
  EXPECT_THAT(ladder, testing::ContainsRegex("  n += 10 +structural"));
  EXPECT_THAT(ladder, testing::ContainsRegex("resistor\\[1\\]\\.R += [0-9.]+ +Ohm +bound"));
}

TEST(Catalog, APointMassOfThePlaneIsShownWithItsEquations) {
  EXPECT_THAT(run_words({"catalog", "PlanarPoints.PointMass"}).out, HasSubstr("\nEquations\n"));
  EXPECT_THAT(run_words({"draw", "PlanarPoints.PointMass"}).err, HasSubstr("has no bonds"));
}

}  // namespace
}  // namespace multibond
