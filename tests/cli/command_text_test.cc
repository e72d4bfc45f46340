// Commands on models of Modelica text.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "command_runner.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string write(const ScratchDirectory& scratch, const std::string& name,
                  const std::string& text) {
  const std::string file = scratch.file(name);
  std::ofstream(file) << text;
  return file;
}

std::string read(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

class NewModel : public testing::TestWithParam<const char*> {};

TEST_P(NewModel, RunsAtOnce) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("Begin.mo");
  const Outcome made = run_words({"new", scratch.file("Begin"), "--kind", GetParam()});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("simulate " + file));
  EXPECT_THAT(read(file), HasSubstr("// "));  // comments explain it
  const Outcome run = run_words({"simulate", file, "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  const auto& energy = json["energy"];
  EXPECT_LT(std::abs(energy["error"].get<double>()), 1e-5 * energy["scale"].get<double>());
  const Outcome check = run_words({"check", file});
  EXPECT_EQ(check.code, 0);
  EXPECT_EQ(check.err, "");
  const Outcome drawn = run_words({"draw", file, "--output", scratch.file("graph.svg")});
  EXPECT_EQ(drawn.code, 0) << drawn.err;
  EXPECT_THAT(read(scratch.file("graph.svg")), HasSubstr("<svg"));
}

INSTANTIATE_TEST_SUITE_P(Kinds, NewModel, testing::Values("bond", "planar", "3d"),
                         [](const auto& info) { return std::string("of_") + info.param; });

TEST(CommandNew, ExistingFilesAreLeftAlone) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Mine.mo", "mine");
  const Outcome outcome = run_words({"new", scratch.file("Mine")});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is there already"));
  EXPECT_EQ(read(file), "mine");
}

TEST(CommandNew, NamesAndKindsThatCannotBe) {
  const ScratchDirectory scratch;
  for (const char* name : {"3d", "a-b", "model", "Real", ""}) {
    const Outcome outcome = run_words({"new", std::string(name).empty() ? "" : scratch.file(name)});
    EXPECT_EQ(outcome.code, 2) << name;
    EXPECT_THAT(outcome.err, HasSubstr("name of a model")) << name;
  }
  const Outcome outcome = run_words({"new", scratch.file("A"), "--kind", "cube"});
  EXPECT_THAT(outcome.err, HasSubstr("Choose bond, planar, 3d."));
  EXPECT_FALSE(std::filesystem::exists(scratch.file("A.mo")));
}

constexpr const char* kPackage = R"(package Shop "Parts of a shop"
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin "Two pins"
    Pin p "positive", n;
    parameter Real T(unit = "K") = 300 "temperature";
  end TwoPin;
  model Resistor "Ohm's law"
    extends TwoPin(T = 293);
    parameter Real R(unit = "Ohm") "resistance";
    input Real u;
    Real v(unit = "V") = p.v - n.v "voltage";
  protected
    Real hidden = 1;
  equation
    v = R * p.i; p.i + n.i = 0;
    annotation(Documentation(info = "<html><p>Current &gt; <b>0</b>.</p><ul><li>one</li></ul></html>"));
  end Resistor;
  model Test "Decay"
    parameter Real k = 2;
    Real x(start = 1, fixed = true);
  equation
    der(x) = -k * x;
    annotation(experiment(StopTime = 3));
  end Test;
  model Other Real y = time; end Other;
end Shop;
)";

TEST(CommandText, ListShowsTheModelsOfAFile) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Shop.mo", kPackage);
  const Outcome outcome = run_words({"list", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Shop.Test      3 s  Decay"));
  EXPECT_THAT(outcome.out, HasSubstr("Shop.Other"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("TwoPin")));
  const auto json = nlohmann::json::parse(run_words({"list", file, "--json"}).out);
  EXPECT_EQ(json["models"][1]["stop"], 3);
}

TEST(CommandText, CatalogShowsAClass) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Shop.mo", kPackage);
  for (const auto& words : {std::vector<std::string>{"catalog", file, "Resistor"},
                            std::vector<std::string>{"catalog", file + ":Shop.Resistor"}}) {
    const Outcome outcome = run_words(words);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    for (const char* part :
         {"Shop.Resistor: Ohm's law", "model at Shop.mo:7", "extends TwoPin", "resistance", "= 293",
          "Ohm", "positive", "input Real", "Current > 0.", "  - one"}) {
      EXPECT_THAT(outcome.out, HasSubstr(part));
    }
    EXPECT_THAT(outcome.out, Not(HasSubstr("hidden")));
  }
  const Outcome package = run_words({"catalog", file});
  EXPECT_THAT(package.out, HasSubstr("TwoPin    model      Two pins"));
  const auto json =
      nlohmann::json::parse(run_words({"catalog", file, "Resistor", "--json"}).out)["class"];
  EXPECT_EQ(json["parameters"][0]["name"], "R");
  EXPECT_EQ(json["parameters"][1]["value"], "293");
}

TEST(CommandText, CatalogTellsWhatIsNotThere) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Shop.mo", kPackage);
  EXPECT_THAT(run_words({"catalog", file, "Resistro"}).err, HasSubstr("Did you mean Resistor?"));
  EXPECT_THAT(run_words({"catalog", "Electrical", "Resistor"}).err,
              HasSubstr("Electrical is no file of Modelica text"));
  EXPECT_THAT(run_words({"catalog", "Multibond.Electrical.Resistor"}).out,
              HasSubstr("Electrical.Resistor: "));
}

TEST(CommandText, CheckWarnsOfUnitsThatContradict) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Units.mo",
                                 "model Units\n  Real x(unit = \"m\");\n  Real v(unit = \"m/s\");\n"
                                 "  Real ok(unit = \"m/s\") = 2 * v;\nequation\n"
                                 "  v = 3;\n  x = v + ok;\nend Units;\n");
  const Outcome outcome = run_words({"check", file});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("warning: "));
  EXPECT_THAT(outcome.err, HasSubstr("Units.mo:7"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("Units.mo:4")));
}

TEST(CommandText, LocusAndBodeOfText) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Shop.mo", kPackage);
  const Outcome outcome = run_words({"report", file + ":Test", "--locus", "k=1:4", "--bode", "k:x",
                                     "--output", scratch.file("run.html")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Outcome wrong =
      run_words({"report", file + ":Test", "--locus", "q=1:4", "--output", scratch.file("a.html")});
  EXPECT_NE(wrong.code, 0);
  EXPECT_THAT(wrong.err, HasSubstr("q"));
}

TEST(CommandText, DrawAndCausalityOfText) {
  const ScratchDirectory scratch;
  const std::string text = write(scratch, "Shop.mo", kPackage);
  const Outcome none = run_words({"inspect", text + ":Test", "--causality"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("has no component of the catalog"));
  ASSERT_EQ(run_words({"new", scratch.file("Graph")}).code, 0);
  const Outcome causal = run_words({"inspect", scratch.file("Graph.mo"), "--causality"});
  EXPECT_EQ(causal.code, 0) << causal.err;
  EXPECT_THAT(causal.out, HasSubstr("mass"));
}

constexpr const char* kPlaced = R"(package Placed
  connector Pin Real v; flow Real i;
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 255},
      fillColor = {0, 0, 255}, fillPattern = FillPattern.Solid)}));
  end Pin;
  partial model Base
    Pin p annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    annotation(Icon(graphics = {Text(extent = {{-100, 60}, {100, 100}}, textString = "%name")}));
  end Base;
  model Part extends Base; equation p.v = 1;
    annotation(Icon(graphics = {Ellipse(extent = {{-60, -60}, {60, 60}}),
      Line(points = {{-60, 0}, {60, 0}}, pattern = LinePattern.Dash)}));
  end Part;
  model Load extends Base; equation p.i = 0; end Load;
  model M
    Part left annotation(Placement(transformation(extent = {{-60, -20}, {-20, 20}})));
    Load right annotation(Placement(transformation(origin = {40, 0}, extent = {{-20, -20}, {20, 20}},
      rotation = 90)));
    Load loose;
  equation
    connect(left.p, right.p) annotation(Line(points = {{-60, 0}, {-70, 30}, {40, -20}}, color = {255, 0, 0}));
    connect(left.p, loose.p);
    annotation(experiment(StopTime = 1));
  end M;
end Placed;
)";

TEST(CommandText, DiagramsAreAsAnnotationsPlaceThem) {
  const ScratchDirectory scratch;
  const std::string file = write(scratch, "Placed.mo", kPlaced);
  const Outcome outcome = run_words({"draw", file + ":M", "--output", scratch.file("m.svg")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Diagram of Placed.M"));
  const std::string svg = read(scratch.file("m.svg"));
  for (const char* part :
       {"<title>Part left</title>", "<ellipse", "stroke-dasharray", ">left</text>", "#ff0000",
        "-60,0 -70,30 40,-20", "rotate(90)", "<title>Load loose</title>", "#0000ff"}) {
    EXPECT_THAT(svg, HasSubstr(part));
  }
  std::size_t lines = 0;
  for (std::size_t at = svg.find("class=\"connection\""); at != svg.npos;
       at = svg.find("class=\"connection\"", at + 1)) {
    ++lines;
  }
  EXPECT_EQ(lines, 2u);
  const Outcome wrong = run_words({"draw", "BondCircuit", "--diagram"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--diagram draws models of Modelica text."));
}

}  // namespace
}  // namespace multibond
