#include "multibond/model/parameter.h"

#include "model/sample.h"
#include "multibond/symbolic/print.h"

namespace multibond {
namespace {

using sample::message_of;
using sample::parameter;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Mass : public Component {
 public:
  using Component::Component;
  Parameter<double> m{this, "m", 2.0, "kg", "mass", Check::positive};
  Parameter<Vector3> n{this, "n", {0, 0, 1}, "1", "axis"};
  Parameter<int> cells{this, "cells", 3, "1", "cells", Check::positive};
  Parameter<bool> fast{this, "fast", false, "whether it is fast"};
  Parameter<std::string> shape{this, "shape", "round", "shape", {"round", "square"}};
  Variable s{this, "s", "m", "position"};
  void equations() override { equation(der(der(s)), 1.0 / m); }
};

struct Pair : Model {
  Mass body{this, "body"}, load{this, "load"};
};

/// What flattening says after one setting.
template <typename Value>
std::string message_of_set(const char* path, Value value) {
  Pair model;
  model.set(path, value);
  return message_of([&] { flatten(model); });
}

// -- values ---------------------------------------------------------------------------------------

TEST(Parameter, IsSetByMember) {
  Pair model;
  model.body.m = 3.5;
  model.body.n = Vector3(1, 0, 0);
  model.body.cells = 7;
  model.body.fast = true;
  model.body.shape = "square";
  EXPECT_EQ(model.body.m.value(), 3.5);
  EXPECT_EQ(model.body.n.value(), Vector3(1, 0, 0));
  EXPECT_EQ(model.body.n.value_text(), "{1, 0, 0}");
  EXPECT_EQ(model.body.cells.value(), 7);
  EXPECT_TRUE(model.body.fast.value());
  EXPECT_EQ(model.body.shape.value(), "square");
  EXPECT_EQ(model.body.m.default_text(), "2");
}

TEST(Parameter, AnEmptyVectorOrMatrixIsReadAsItIsWritten) {
  struct Empty : Model {
    Parameter<VectorX> list{this, "list", VectorX(), "1", "numbers"};
    Parameter<Eigen::Matrix<double, 2, Eigen::Dynamic>> points{
        this, "points", Eigen::Matrix<double, 2, Eigen::Dynamic>(2, 0), "m", "points"};
    Parameter<Vector3> n{this, "n", {0, 0, 1}, "1", "axis"};
  } model;
  EXPECT_EQ(model.list.value_text(), "{}");
  EXPECT_EQ(model.points.value_text(), "[]");
  model.list = {1.0, 2.0};
  model.list.set_text("{ }");
  EXPECT_EQ(model.list.elements(), 0);
  model.points.set_text("[1, 2; 3, 4]");
  model.points.set_text("[]");
  EXPECT_EQ(model.points.elements(), 0);
  EXPECT_THAT(message_of([&] { model.n.set_text("{}"); }), HasSubstr("it is empty"));
}

TEST(Parameter, OneElementOfAVectorIsSetByItsPath) {
  Pair model;
  model.body.n = Vector3(0, 0, 5);
  model.set("body.n[1]", 3.0);
  model.set("body.n[2]", "4");
  flatten(model);
  EXPECT_EQ(model.body.n.value(), Vector3(3, 4, 5));
  EXPECT_EQ(model.load.n.value(), Vector3(0, 0, 1));
  EXPECT_THAT(message_of_set("body.n[4]", 1.0),
              ContainsRegex("no parameter body.n.4. \\(.*\\)\\. Did you mean"));
  EXPECT_THAT(message_of_set("body.n[1]", "many"), HasSubstr("body.n[1] cannot be 'many'"));
}

TEST(Parameter, WrongPathsOfParametersAndStartValuesAreReportedTogether) {
  Pair model;
  model.set("body.M", 1.0);
  model.set("body.q.start", 1.0);
  model.set("load.s.start", 1.0);
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message, HasSubstr("no parameter body.M (parameter_test.cc:"));
  EXPECT_THAT(message, HasSubstr("no parameter body.q.start (parameter_test.cc:"));
  EXPECT_THAT(message, ::testing::Not(HasSubstr("no parameter load.s.start")));
}

TEST(Parameter, IsSetByPathWithTextOrNumber) {
  Pair model;
  model.set("body.m", 3.5);
  model.set("body.n", "{0, 1, 0}");
  model.set("body.cells", 12);
  model.set("body.fast", "true");
  model.set("body.shape", "square");
  model.body.set("s.start", 0.25);
  const System system = flatten(model);
  EXPECT_EQ(parameter(system, "body.m").value, 3.5);
  EXPECT_EQ(parameter(system, "body.n[2]").value, 1.0);
  EXPECT_EQ(model.body.cells.value(), 12);
  EXPECT_TRUE(model.body.fast.value());
  EXPECT_EQ(model.body.shape.value(), "square");
  EXPECT_EQ(sample::variable(system, "body.s").start, 0.25);
}

TEST(Parameter, UnitsAreConverted) {
  Pair model;
  model.set("body.m", "250 g");
  model.set("load.m", "2e-3 t");
  model.set("body.s.start", "50 cm");
  const System system = flatten(model);
  EXPECT_DOUBLE_EQ(parameter(system, "body.m").value, 0.25);
  EXPECT_DOUBLE_EQ(parameter(system, "load.m").value, 2.0);
  EXPECT_DOUBLE_EQ(sample::variable(system, "body.s").start, 0.5);
}

TEST(Parameter, TheLastSettingOfAPathCounts) {
  Pair model;
  model.set("body.m", 3.0);
  model.set("body.m", 5.0);
  EXPECT_EQ(parameter(flatten(model), "body.m").value, 5.0);
}

TEST(Parameter, AttributesOfVariablesAreSetByPath) {
  Pair model;
  model.set("body.s.fixed", "true");
  model.set("load.s.fixed", 1);
  model.set("body.s.nominal", "1 km");
  model.set("body.s.min", -1);
  model.set("body.s.max", 2);
  const System system = flatten(model);
  const SystemVariable& s = sample::variable(system, "body.s");
  EXPECT_TRUE(s.fixed);
  EXPECT_TRUE(sample::variable(system, "load.s").fixed);
  EXPECT_EQ(s.nominal, 1000.0);
  EXPECT_EQ(s.min, -1.0);
  EXPECT_EQ(s.max, 2.0);
}

// -- who wins -------------------------------------------------------------------------------------

struct Chain : Model {
  Parameter<int> n{this, "n", 2, "1", "number of parts"};
  ComponentArray<Mass> part{this, "part"};
  void build() override {
    part.resize(static_cast<std::size_t>(n.value()));
    for (std::size_t i = 0; i < part.size(); ++i) part[i].m = 10.0 * static_cast<double>(i + 1);
  }
};

TEST(Parameter, OfPartsThatBuildMakesLaterIsSetByPath) {
  Chain model;
  model.set("part[3].m", 99.0);
  model.set("n", 4);
  const System system = flatten(model);
  EXPECT_EQ(parameter(system, "part[2].m").value, 20.0);
  EXPECT_EQ(parameter(system, "part[3].m").value, 99.0);
  EXPECT_EQ(parameter(system, "part[4].m").value, 40.0);
}

TEST(Parameter, APathWinsOverConstructorBindingAndBuild) {
  struct Builder : Model {
    Mass body{this, "body"}, load{this, "load"};
    Builder() { load.m = 2.0 * body.m; }
    void build() override { body.m = 7.0; }
  } model;
  model.set("body.m", 3.0);
  model.set("load.m", 4.0);
  const System system = flatten(model);
  EXPECT_EQ(parameter(system, "body.m").value, 3.0);
  EXPECT_EQ(parameter(system, "load.m").value, 4.0);
}

TEST(Parameter, BuildSeesTheSettingsOfPartsDeclaredLater) {
  struct Reader : Component {
    using Component::Component;
    Parameter<double> k{this, "k", 1.0};
    double seen = 0;
    void build() override { seen = k.value(); }
  };
  struct Reading : Model {
    Reader first{this, "first"};
    Mass second{this, "second"};
    Reading() { first.k = 2.0 * second.m; }
  } model;
  model.set("second.m", 5.0);
  flatten(model);
  EXPECT_EQ(model.first.seen, 10.0);
}

// -- bindings -------------------------------------------------------------------------------------

TEST(Binding, FollowsTheParametersItNames) {
  Pair model;
  model.load.m = 2.0 * model.body.m;
  model.load.n = model.body.n;
  model.set("body.m", 3.0);
  model.set("body.n", "{0, 5, 6}");
  const System system = flatten(model);
  EXPECT_EQ(parameter(system, "load.m").value, 6.0);
  EXPECT_EQ(parameter(system, "load.n[3]").value, 6.0);
}

TEST(Binding, IsPutIntoTheEquations) {
  Pair model;
  model.body.m = 4.0;
  model.load.m = 2.0 * model.body.m;
  const System system = flatten(model);
  const auto name = [&](const Expr& leaf) { return system.leaf_name(leaf); };
  const std::string residual = to_text(system.equations[1].residual, name);
  EXPECT_THAT(residual, HasSubstr("body.m"));
  EXPECT_THAT(residual, Not(HasSubstr("load.m")));
  EXPECT_EQ(parameter(system, "load.m").role, ParameterRole::dependent);
  EXPECT_EQ(parameter(system, "body.m").role, ParameterRole::tunable);
  EXPECT_THAT(to_text(parameter(system, "load.m").binding, name), HasSubstr("body.m"));
}

TEST(Binding, ACircleIsReported) {
  Pair model;
  model.load.m = 2.0 * model.body.m;
  model.body.m = 0.5 * model.load.m;
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message, HasSubstr("body.m depends on itself through its bindings."));
  EXPECT_THAT(message, HasSubstr("Break the circle"));
}

TEST(Binding, ALongChainIsNoCircle) {
  struct Long : Model {
    ComponentArray<Mass> part{this, "part", 500};
    Long() {
      for (std::size_t i = 1; i < part.size(); ++i) part[i].m = part[i - 1].m;
    }
  } model;
  model.set("part[1].m", 8.0);
  EXPECT_EQ(parameter(flatten(model), "part[500].m").value, 8.0);
}

TEST(Binding, ManyPathsBetweenParametersCostNoMoreThanTheParameters) {
  struct Lattice : Model {
    ComponentArray<Mass> x{this, "x", 60}, y{this, "y", 60};
    Lattice() {
      for (std::size_t i = 1; i < x.size(); ++i) {
        x[i].m = 0.5 * x[i - 1].m + 0.5 * y[i - 1].m;
        y[i].m = 0.25 * x[i - 1].m + 0.75 * y[i - 1].m;
      }
    }
  } model;
  EXPECT_NEAR(model.x[59].m.value(), 2.0, 1e-12);
}

TEST(Binding, ToAnotherModelIsRefused) {
  Pair model, other;
  EXPECT_THAT(message_of([&] { model.load.m = 2.0 * other.body.m; }),
              HasSubstr("load.m is bound to a parameter of another model."));
}

TEST(Binding, ToAVariableIsRefused) {
  Pair model;
  model.load.m = 2.0 * model.body.s.expr();
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("body.s is not a parameter: its value is not known yet."));
}

// -- what shapes the structure --------------------------------------------------------------------

TEST(Structure, ValuesReadWhileBuildingAreStructuralAndSoIsWhatTheyFollowFrom) {
  struct Part : Component {
    using Component::Component;
    Parameter<double> read{this, "read", 5.0};
    void build() override { read.value(); }
  };
  struct Reading : Model {
    Parameter<double> zero{this, "zero", 0.0}, source{this, "source", 3.0}, free{this, "free", 5.0};
    Part part{this, "part"};
    Variable x{this, "x"};
    Reading() { part.read = 2.0 * source; }
    void equations() override { equation(x, zero * time() + part.read + free); }
  } model;
  const System system = flatten(model);
  EXPECT_EQ(parameter(system, "zero").role, ParameterRole::tunable);
  EXPECT_EQ(parameter(system, "free").role, ParameterRole::tunable);
  EXPECT_EQ(parameter(system, "part.read").role, ParameterRole::structural);
  EXPECT_EQ(parameter(system, "part.read").reader, "part");
  EXPECT_EQ(parameter(system, "source").role, ParameterRole::structural);
  EXPECT_EQ(parameter(system, "source").reader, "part");
}

TEST(Structure, AMatrixMayChangeItsSizeAndKeepsOneLeafPerElement) {
  struct Sized : Model {
    Parameter<VectorX> v{this, "v", VectorX::Constant(3, 2.0), "m", "lengths"};
    Variable x{this, "x", "m"};
    void equations() override { equation(x, v.expr().sum()); }
  } model;
  model.v = VectorX::Constant(1, 7.0);
  model.v = VectorX::Constant(2, 8.0);
  const System system = flatten(model);
  int named = 0;
  for (const SystemParameter& p : system.parameters) named += p.path == "v[2]";
  EXPECT_EQ(named, 1);
  EXPECT_EQ(parameter(system, "v[2]").value, 8.0);
  EXPECT_EQ(parameter(system, "v[2]").role, ParameterRole::tunable);
}

// -- messages -------------------------------------------------------------------------------------

TEST(Messages, AWrongNameListsTheNearest) {
  const std::string message = message_of_set("bdy.m", 1.0);
  EXPECT_THAT(message, HasSubstr("The model has no parameter bdy.m ("));
  EXPECT_THAT(message, HasSubstr("Did you mean body.m"));
  EXPECT_THAT(message_of_set("body.s.strat", 1.0), HasSubstr("body.s.start"));
  EXPECT_THAT(message_of_set("body.q.start", 1.0), HasSubstr("The model has no parameter"));
}

TEST(Messages, AllWrongSettingsAreReportedAtOnce) {
  Pair model;
  model.set("body.mm", 1.0);
  model.set("load.m", "heavy");
  const std::string message = message_of([&] { flatten(model); });
  EXPECT_THAT(message, HasSubstr("body.mm"));
  EXPECT_THAT(message,
              HasSubstr("load.m cannot be 'heavy': that is not a number (parameter_test.cc:"));
}

TEST(Messages, AMistakeIsReportedOnce) {
  Pair model;
  model.set("load.m", "heavy");
  try {
    flatten(model);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics().size(), 1u);
    EXPECT_EQ(error.diagnostics()[0].path, "load.m");
  }
}

TEST(Messages, AWrongSizeNamesBothSizes) {
  EXPECT_THAT(message_of_set("body.n", "{1, 2}"),
              AllOf(HasSubstr("body.n takes a vector of 3 numbers, not a vector of 2 numbers ("),
                    HasSubstr("Write it like its default, {0, 0, 1}.")));
  EXPECT_THAT(message_of_set("body.m", "{1, 2}"), HasSubstr("body.m takes one number"));
}

TEST(Messages, AWrongTypeSaysWhatIsExpected) {
  EXPECT_THAT(message_of_set("body.cells", "2.5"), HasSubstr("it is a whole number"));
  EXPECT_THAT(message_of_set("body.fast", "maybe"), HasSubstr("It is true or false."));
  EXPECT_THAT(message_of_set("body.shape", "oval"), HasSubstr("Choose one of: round, square."));
  EXPECT_THAT(message_of_set("body.n", "{1, 2; 3}"), HasSubstr("rows differ in length"));
  EXPECT_THAT(message_of_set("body.n", "{1, 2, 3"), HasSubstr("the closing '}' is missing"));
  EXPECT_THAT(message_of_set("body.m", ""), HasSubstr("that is not a number"));
  EXPECT_THAT(message_of_set("body.m", "1e999"), Not(HasSubstr("no error")));
  EXPECT_THAT(message_of_set("body.m", std::numeric_limits<double>::infinity()),
              HasSubstr("must be finite"));
}

TEST(Messages, AWrongUnitNamesWhatIsMeasured) {
  const std::string message = message_of_set("body.m", "3 m");
  EXPECT_THAT(message, HasSubstr("body.m cannot be 3 m"));
  EXPECT_THAT(message, HasSubstr("Give it in kg or a multiple of it."));
}

TEST(Messages, AMassMustBePositive) {
  EXPECT_THAT(message_of_set("body.m", 0.0),
              HasSubstr("body.m (mass) must be positive: it is 0 kg. Its default is 2 kg."));
  EXPECT_THAT(message_of_set("body.m", "-3"), HasSubstr("it is -3 kg"));
  EXPECT_THAT(message_of_set("body.cells", "0"),
              HasSubstr("body.cells must be positive: it is 0 ("));
  EXPECT_THAT(message_of_set("body.s.nominal", "0"),
              HasSubstr("body.s.nominal must be positive ("));
}

TEST(Messages, ABoundValueIsCheckedToo) {
  Pair model;
  model.load.m = model.body.m - 2.0;
  EXPECT_THAT(message_of([&] { flatten(model); }), HasSubstr("load.m (mass) must be positive"));
}

TEST(Messages, PathsAreNotSetWhileTheModelIsBuilt) {
  struct Setting : Model {
    Mass body{this, "body"};
    void build() override { set("body.m", 1.0); }
  } model;
  EXPECT_THAT(message_of([&] { flatten(model); }),
              HasSubstr("body.m cannot be set while the model is built ("));
}

TEST(Structure, WhatIsSetAfterTheModelWasBuiltHoldsForTheNextTime) {
  Pair model;
  EXPECT_EQ(parameter(flatten(model), "body.m").value, 2.0);
  model.set("body.m", 7.0);
  model.load.m = 9.0;
  const System system = flatten(model);
  EXPECT_EQ(parameter(system, "body.m").value, 7.0);
  EXPECT_EQ(parameter(system, "load.m").value, 9.0);
}

}  // namespace
}  // namespace multibond
