// multibond draw: files, formats, boxes, messages.
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/command_runner.h"
#include "view/models.h"

namespace multibond {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Outcome draw_command(std::vector<std::string> words) {
  CommandEnvironment environment;
  environment.catalog.emplace();
  environment.catalog->add_model<bonds::RcCircuit>("RcCircuit", "Circuit as a bond graph.");
  environment.catalog->add_model<bonds::Nested>("Nested", "Boxes in boxes.");
  struct Plain : Model {
    using Model::Model;
    Variable x{this, "x", "1", "number"};
    void equations() override { equation(x, 2.0); }
  };
  environment.catalog->add_model<Plain>("Plain", "Equations without bonds.");
  words.insert(words.begin(), "draw");
  return run_words(words, environment);
}

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(DrawCommand, WritesTheFormatThatTheNameSays) {
  const ScratchDirectory scratch;
  const Outcome outcome = draw_command({"RcCircuit", "-o", scratch.file("a.svg")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("with 4 elements and 3 bonds written to"));
  EXPECT_THAT(contents(scratch.file("a.svg")), HasSubstr("Bond graph of RcCircuit"));
  EXPECT_EQ(draw_command({"RcCircuit", "--output", scratch.file("a.png")}).code, 0);
  EXPECT_THAT(contents(scratch.file("a.png")), StartsWith("\x89PNG"));
  EXPECT_EQ(draw_command({"RcCircuit", "--output", scratch.file("a.dot")}).code, 0);
  EXPECT_THAT(contents(scratch.file("a.dot")), StartsWith("digraph"));
  EXPECT_EQ(draw_command({"RcCircuit", "-o", scratch.file("b"), "--format", "dot"}).code, 0);
  EXPECT_THAT(contents(scratch.file("b")), StartsWith("digraph"));
}

TEST(DrawCommand, TheDefaultFileIsNotThatOfAFigure) {
  const ScratchDirectory scratch;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.file(""));
  const Outcome outcome = draw_command({"RcCircuit"});
  std::filesystem::current_path(before);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(contents(scratch.file("RcCircuit-bonds.svg")), HasSubstr("</svg>"));
}

TEST(DrawCommand, OpensBoxes) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("a.svg");
  EXPECT_EQ(draw_command({"Nested", "-o", file}).code, 0);
  EXPECT_THAT(contents(file), HasSubstr("data-path=\"pair\" data-closed=\"true\""));
  EXPECT_EQ(draw_command({"Nested", "-o", file, "--open", "pair", "--open", "cell"}).code, 0);
  EXPECT_THAT(contents(file), HasSubstr("<g class=\"group\" data-path=\"pair\""));
  EXPECT_THAT(contents(file), HasSubstr("<g class=\"element\" data-path=\"cell.r\""));
  EXPECT_EQ(draw_command({"Nested", "-o", file, "--level", "2"}).code, 0);
  EXPECT_THAT(contents(file), HasSubstr("<g class=\"element\" data-path=\"pair.first.r\""));
}

TEST(DrawCommand, SettingsAndCausalityCount) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("a.svg");
  EXPECT_EQ(draw_command({"RcCircuit", "-o", file, "--set", "r.R=7", "--causal", "off"}).code, 0);
  EXPECT_THAT(contents(file), HasSubstr("R = 7"));
  EXPECT_THAT(contents(file), Not(HasSubstr("class=\"stroke")));
}

TEST(DrawCommand, AnswersInJson) {
  const ScratchDirectory scratch;
  const Outcome outcome = draw_command({"RcCircuit", "-o", scratch.file("a.svg"), "--json"});
  EXPECT_THAT(outcome.out, HasSubstr("\"bonds\": 3"));
}

TEST(DrawCommand, DrawsTheInsideOfAComponent) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("a.svg");
  EXPECT_EQ(run_words({"draw", "Electrical.Resistor", "--set", "R=7", "-o", file}).code, 0);
  EXPECT_THAT(contents(file), HasSubstr("Bond graph of Electrical.Resistor"));
  EXPECT_THAT(contents(file), HasSubstr("data-path=\"element\""));
  EXPECT_THAT(contents(file), HasSubstr("R = 7"));
  EXPECT_THAT(contents(file), HasSubstr(">p</text>"));
  EXPECT_THAT(contents(file), Not(HasSubstr("class=\"stroke")));
  EXPECT_EQ(run_words({"draw", "Bonds.TF_flow", "--set", "n=2", "-o", file}).code, 0);
  EXPECT_THAT(contents(file), HasSubstr("TF"));
  EXPECT_THAT(run_words({"draw", "Electrical.Resistors"}).err,
              HasSubstr("There is no model or component Electrical.Resistors. Did you mean "
                        "Electrical.Resistor"));
  EXPECT_THAT(run_words({"draw", "Signals.Gain", "-o", file}).err, HasSubstr("has no bonds"));
}

TEST(DrawCommand, MistakesAreExplained) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("a.svg");
  const auto refused = [&](std::vector<std::string> words) {
    const Outcome outcome = draw_command(std::move(words));
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(refused({"Nested", "-o", file, "--open", "Pair"}), HasSubstr("Did you mean pair"));
  EXPECT_THAT(refused({"RcCircuit", "-o", file, "--open", "x"}), HasSubstr("has no boxes"));
  EXPECT_THAT(refused({"Plain", "-o", file}), HasSubstr("Plain has no bonds"));
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_THAT(refused({"RcCircuit", "-o", scratch.file("no/a.svg")}),
              HasSubstr("there is no directory"));
  EXPECT_THAT(refused({"RcCircuit", "-o", scratch.file("a.pdf")}),
              HasSubstr("Let the name end in .svg, .png or .dot"));
  EXPECT_THAT(refused({"RcCircuit", "--format", "pdf"}), HasSubstr("Choose svg, png or dot."));
  EXPECT_THAT(refused({"RcCircuit", "--level", "-1"}), HasSubstr("not a whole number from 0"));
  EXPECT_THAT(refused({"RcCircuit", "--causal", "no"}), HasSubstr("neither on nor off"));
}

}  // namespace
}  // namespace multibond
