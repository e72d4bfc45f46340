/// The command line as such: help, version, commands and options that do not exist, catalog.
#include "multibond/cli/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_runner.h"
#include "multibond/version.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// The command fails as wrong usage, says so on standard error only, with all of these parts.
void expect_refused(const std::vector<std::string>& words, const std::vector<std::string>& parts) {
  const Outcome outcome = run_words(words);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("error: "));
  for (const std::string& part : parts) EXPECT_THAT(outcome.err, HasSubstr(part));
}

TEST(Command, WithoutArgumentsShowsHowToBegin) {
  const Outcome outcome = run_words({});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("multibond simulate SpringMassDamper --plot"));
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_EQ(run_words({"--help"}).out, outcome.out);
  EXPECT_EQ(run_words({"-h"}).out, outcome.out);
  EXPECT_EQ(run_words({"help"}).out, outcome.out);
}

TEST(Command, HelpListsCommandsAndExitCodes) {
  const std::string help = run_words({"--help"}).out;
  for (const char* part : {"list", "catalog [PATH]", "simulate MODEL", "inspect MODEL",
                           "linearize MODEL", "--version", "Exit codes", "130", "Ctrl-C"}) {
    EXPECT_THAT(help, HasSubstr(part));
  }
}

TEST(Command, HelpOfACommandListsItsOptions) {
  const Outcome simulate = run_words({"simulate", "--help"});
  EXPECT_EQ(simulate.code, 0);
  for (const char* option : {"--set NAME=VALUE", "--start", "--stop TIME", "--tolerance",
                             "--solver", "--intervals", "--step", "--output FILE", "--plot",
                             "--backend", "--baumgarte ALPHA,BETA", "--json", "--help", "130"}) {
    EXPECT_THAT(simulate.out, HasSubstr(option));
  }
  EXPECT_EQ(run_words({"help", "simulate"}).out, simulate.out);
  EXPECT_EQ(run_words({"simulate", "Nonsense", "-h"}).out, simulate.out);
  for (const char* option : {"--passes", "--equations", "--c99", "--json"}) {
    EXPECT_THAT(run_words({"inspect", "--help"}).out, HasSubstr(option));
  }
  for (const char* option : {"--time", "--outputs", "--json"}) {
    EXPECT_THAT(run_words({"linearize", "--help"}).out, HasSubstr(option));
  }
}

TEST(Command, NoLineOfHelpIsTooLong) {
  for (const std::string command : {"", "list", "catalog", "simulate", "inspect", "linearize"}) {
    std::istringstream help(run_words({"help", command}).out);
    for (std::string line; std::getline(help, line);) EXPECT_LE(line.size(), 100u) << line;
  }
}

TEST(Command, VersionIsThatOfTheProject) {
  const Outcome outcome = run_words({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, std::string("multibond ") + kVersion + "\n");
}

TEST(Command, CommandThatDoesNotExistGetsTheNearest) {
  expect_refused({"simulte", "X"}, {"no command simulte", "Did you mean simulate?"});
  expect_refused({"frobnicate"}, {"no command frobnicate", "list, catalog, simulate"});
  expect_refused({"--versoin"}, {"no option --versoin", "Did you mean --version?"});
}

TEST(Command, OptionThatDoesNotExistGetsTheNearest) {
  expect_refused({"simulate", "SpringMassDamper", "--tolerence", "1"},
                 {"simulate has no option --tolerence", "Did you mean --tolerance?"});
  expect_refused({"list", "--frobnicate"}, {"list has no option --frobnicate", "--json"});
  expect_refused({"simulate", "SpringMassDamper", "--stopp=3"}, {"no option --stopp", "--stop"});
  expect_refused({"simulate", "SpringMassDamper", "-x"}, {"no option -x"});
}

TEST(Command, OptionWithoutValueIsToldWhatToGive) {
  expect_refused({"simulate", "SpringMassDamper", "--stop"},
                 {"--stop needs a value.", "e.g. --stop 10"});
  expect_refused({"simulate", "SpringMassDamper", "--stop", "--tolerance", "1e-6"},
                 {"--stop needs a value, but --tolerance follows it.", "e.g. --stop 10"});
  expect_refused({"simulate", "SpringMassDamper", "--set"}, {"--set needs a value.", "mass.m=2kg"});
}

TEST(Command, OneArgumentTooManyIsNamed) {
  expect_refused({"simulate", "SpringMassDamper", "MassChain"},
                 {"simulate takes one MODEL, but got MassChain too."});
  expect_refused({"list", "all"}, {"There is no class all."});
  expect_refused({"list", "a.mo", "b.mo"}, {"list takes one FILE, but got b.mo too."});
}

TEST(Command, ErrorsAreJsonIfAskedFor) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"simulate", "Nonsense", "--json"},
        {"simulate", "--json"},
        {"simulate", "SpringMassDamper", "--frobnicate", "--json"},
        {"simulate", "SpringMassDamper", "--json", "--stop", "-1"},
        {"inspect", "\xff\xfe", "--json"}}) {
    const Outcome outcome = run_words(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, IsEmpty());
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["status"], "error");
    ASSERT_FALSE(json["diagnostics"].empty());
    EXPECT_EQ(json["diagnostics"][0]["severity"], "error");
    EXPECT_FALSE(json["diagnostics"][0]["hint"].get<std::string>().empty());
  }
}

TEST(Command, ListShowsTheModelsAndNothingElse) {
  const Outcome outcome = run_words({"list"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("SpringMassDamper"));
  EXPECT_THAT(outcome.out, HasSubstr("Mass on a spring and a damper."));
  EXPECT_THAT(outcome.out, Not(HasSubstr("Electrical.Resistor")));
  const auto json = nlohmann::json::parse(run_words({"list", "--json"}).out);
  EXPECT_EQ(json["status"], "ok");
  EXPECT_TRUE(json["models"][0].contains("experiment"));
}

TEST(Command, CatalogShowsLibrariesOneLibraryOrOnePart) {
  const Outcome all = run_words({"catalog"});
  EXPECT_EQ(all.code, 0);
  for (const char* part : {"Electrical\n", "Electrical.Resistor", "Translational.Mass", "Models\n",
                           "SpringMassDamper"}) {
    EXPECT_THAT(all.out, HasSubstr(part));
  }
  const Outcome library = run_words({"catalog", "Electrical"});
  EXPECT_THAT(library.out, HasSubstr("Electrical.Resistor"));
  EXPECT_THAT(library.out, Not(HasSubstr("Translational.Mass")));
  EXPECT_EQ(run_words({"catalog", "Electrical."}).out, library.out);
  const Outcome part = run_words({"catalog", "Electrical.Resistor"});
  for (const char* text :
       {"Electrical.Resistor: ", "Parameters", "R ", "Ohm", "Ports", "p ", "n "}) {
    EXPECT_THAT(part.out, HasSubstr(text));
  }
  EXPECT_THAT(run_words({"catalog", "Bonds.TF_flow"}).out, HasSubstr("port_a  bond  e, f"));
  const Outcome model = run_words({"catalog", "SpringMassDamper"});
  EXPECT_THAT(model.out, HasSubstr("Parts\n  wall, spring, damper, mass"));
  EXPECT_THAT(model.out, HasSubstr("multibond simulate SpringMassDamper --plot mass.s,mass.v"));
}

TEST(Command, CatalogAsJson) {
  const auto all = nlohmann::json::parse(run_words({"catalog", "--json"}).out);
  EXPECT_GT(all["entries"].size(), 20u);
  const auto part =
      nlohmann::json::parse(run_words({"catalog", "Electrical.Resistor", "--json"}).out);
  EXPECT_EQ(part["entry"]["path"], "Electrical.Resistor");
  EXPECT_EQ(part["entry"]["parameters"][0]["name"], "R");
  EXPECT_EQ(part["entry"]["ports"].size(), 2u);
}

TEST(Command, CatalogPathThatDoesNotExistGetsTheNearest) {
  expect_refused({"catalog", "Electrical.Resitor"},
                 {"no entry Electrical.Resitor", "Electrical.Resistor"});
}

}  // namespace
}  // namespace multibond
