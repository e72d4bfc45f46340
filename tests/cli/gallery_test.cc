// A gallery of wrong models and wrong inputs: each is refused with a message that names the part or
// argument and the remedy, and none crashes.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>

#include <fmt/format.h>

#include "multibond/cli/command.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/library.h"
#include "multibond/library/planar_points.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signals.h"
#include "multibond/library/translational.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

/// Runs a model that must not run to its end; returns everything that is said about it.
std::string complaint(const std::function<std::unique_ptr<Component>()>& make,
                      SimulationOptions options = {}) {
  try {
    const auto model = make();
    const Result result = simulate(*model, options);
    if (result.status == RunStatus::completed) return "accepted without complaint";
    std::string text;
    for (const Diagnostic& d : result.diagnostics) text += to_string(d) + '\n';
    for (const std::vector<double>* column : {&result.times()}) {
      for (const double value : *column) {
        if (!std::isfinite(value)) text += "NaN in the result";
      }
    }
    return text;
  } catch (const Error& error) {
    return error.what();
  }
}

template <typename M>
std::string complaint(SimulationOptions options = {}) {
  return complaint([] { return std::make_unique<M>(); }, options);
}

void expect_words(const std::string& text, std::initializer_list<std::string> words) {
  for (const std::string& word : words) {
    EXPECT_NE(text.find(word), std::string::npos) << "'" << word << "' is missing in:\n" << text;
  }
}

// -- models ---------------------------------------------------------------------------------------

TEST(WrongModel, MissingEquation) {
  struct M : Model {
    Variable p{this, "p", "Pa", "pressure"}, q{this, "q"};
    void equations() override { equation(der(q), 1.0); }
  };
  expect_words(complaint<M>(), {"one equation too few", "p (pressure)", "source or an equation"});
}

TEST(WrongModel, OneEquationTooMany) {
  struct M : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), 1.0);
      equation(x, sin(time()));
    }
  };
  expect_words(complaint<M>(), {"one equation too many", "x", "Remove"});
}

TEST(WrongModel, FloatingCircuit) {
  struct M : Model {
    electrical::ConstantVoltage source{this, "source"};
    electrical::Resistor resistor{this, "resistor"};
    M() {
      connect(source.p, resistor.p);
      connect(source.n, resistor.n);
    }
  };
  expect_words(complaint<M>(), {"too few", "source", "Connect"});
}

TEST(WrongModel, UnconnectedSignalInput) {
  struct M : Model {
    signals::Integrator integrator{this, "integrator"};
  };
  expect_words(complaint<M>(), {"too few", "integrator", "Connect"});
}

TEST(WrongModel, TwoVoltageSourcesInConflict) {
  struct M : Model {
    electrical::ConstantVoltage a{this, "a"}, b{this, "b"};
    electrical::Ground ground{this, "ground"};
    M() {
      a.V = 5.0;
      b.V = 3.0;
      connect(a.p, b.p);
      connect(a.n, b.n);
      connect(b.n, ground.p);
    }
  };
  expect_words(complaint<M>(), {"contradict", "resistance"});
}

TEST(WrongModel, TwoCurrentSourcesInSeries) {
  struct M : Model {
    electrical::ConstantCurrent a{this, "a"}, b{this, "b"};
    electrical::Ground ground{this, "ground"};
    M() {
      a.I = 1.0;
      b.I = 2.0;
      connect(a.p, b.n);
      connect(b.p, ground.p);
      connect(a.n, ground.p);
    }
  };
  expect_words(complaint<M>(), {"contradict"});
}

TEST(WrongModel, ZeroMass) {
  struct M : Model {
    translational::Mass mass{this, "mass"};
    M() { mass.m = 0.0; }
  };
  expect_words(complaint<M>(), {"mass.m", "must be positive", "it is 0", "default"});
}

TEST(WrongModel, NegativeResistanceIsAllowedButZeroLengthIsNot) {
  struct M : Model {
    planar_points::Gravity gravity{this, "gravity"};
    planar_points::Anchor anchor{this, "anchor"};
    planar_points::PointMass mass{this, "mass"};
    planar_points::Rod rod{this, "rod"};
    M() {
      rod.length = 0.0;
      connect(anchor.point, rod.point_a);
      connect(rod.point_b, mass.point);
    }
  };
  expect_words(complaint<M>(), {"rod.length", "must be positive"});
}

TEST(WrongModel, ContradictoryUnits) {
  struct M : Model {
    Variable s{this, "s", "m"}, f{this, "f", "N"};
    void equations() override {
      equation(der(s), 1.0);
      equation(f, s);
    }
  };
  expect_words(complaint<M>(), {"f", "N", "m", "Correct"});
}

TEST(WrongModel, UnknownUnit) {
  struct M : Model {
    Variable s{this, "s", "furlong"};
    void equations() override { equation(der(s), 1.0); }
  };
  expect_words(complaint<M>(), {"s", "furlong"});
}

TEST(WrongModel, PortsOfDifferentKindsConnected) {
  struct M : Model {
    electrical::Resistor resistor{this, "resistor"};
    translational::Mass mass{this, "mass"};
    void build() override { connect_wrongly(); }
    void connect_wrongly() {
      connect(static_cast<Port&>(resistor.p), static_cast<Port&>(mass.flange_a));
    }
  };
  expect_words(complaint<M>(), {"resistor.p", "mass.flange_a", "cannot be connected"});
}

TEST(WrongModel, PortConnectedToItself) {
  struct M : Model {
    electrical::Resistor resistor{this, "resistor"};
    void build() override { connect(resistor.p, resistor.p); }
  };
  expect_words(complaint<M>(), {"resistor.p", "itself"});
}

TEST(WrongModel, TwoPartsOfOneName) {
  struct M : Model {
    electrical::Ground a{this, "ground"}, b{this, "ground"};
  };
  expect_words(complaint<M>(), {"two members called ground", "another name"});
}

TEST(WrongModel, MissingSurroundings) {
  struct M : Model {
    planar_points::PointMass mass{this, "mass"};
  };
  expect_words(complaint<M>(), {"mass", "ravity", "Add"});
}

TEST(WrongModel, FrameThatHangsOnNothing) {
  struct M : Model {
    planar_points::Offset offset{this, "offset"};
  };
  expect_words(complaint<M>(), {"offset.point_a", "hangs on nothing", "Connect"});
}

TEST(WrongModel, CyclicParameterBindings) {
  struct M : Model {
    Parameter<double> a{this, "a", 2.0}, b{this, "b", 3.0};
    Variable x{this, "x"};
    M() {
      a = b.expr() + 1.0;
      b = a.expr() + 1.0;
    }
    void equations() override { equation(der(x), a.expr()); }
  };
  expect_words(complaint<M>(), {"itself"});
}

TEST(WrongModel, ReinitOutsideWhen) {
  struct M : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), 1.0);
      reinit(x, 0.0);
    }
  };
  expect_words(complaint<M>(), {"reinit(x)", "outside", "when"});
}

TEST(WrongModel, ReinitOfSomethingThatIsNoState) {
  struct M : Model {
    Variable x{this, "x"}, y{this, "y"};
    void equations() override {
      equation(der(x), 1.0);
      equation(y, sin(x));
      when(x > 1, [&] { reinit(y, 0.0); });
    }
  };
  expect_words(complaint<M>(), {"y", "not a state"});
}

TEST(WrongModel, EqualityOfContinuousQuantitiesAsCondition) {
  struct M : Model {
    Variable x{this, "x"};
    Discrete d{this, "d"};
    void equations() override {
      equation(der(x), 1.0);
      when(equals(x, Expr(1.0)), [&] { assign(d, 1.0); });
    }
  };
  expect_words(complaint<M>(), {"equal", "Use < or <="});
}

TEST(WrongModel, AssigningDiscreteVariablesFromTwoPlacesStillRuns) {
  struct M : Model {
    Discrete d{this, "d"};
    void equations() override {
      when(time() >= 1, [&] { assign(d, 1.0); });
      when(time() >= 2, [&] { assign(d, 2.0); });
    }
  };
  EXPECT_EQ(complaint<M>(), "accepted without complaint");
}

TEST(WrongModel, ConstraintsThatContradictEachOther) {
  struct M : Model {
    Variable x{this, "x"}, y{this, "y"}, f{this, "f"}, g{this, "g"};
    void equations() override {
      equation(der(der(x)), f + g);
      equation(der(der(y)), f - g);
      equation(x * x + y * y, 1.0);
      equation(x * x + y * y, 4.0);
    }
  };
  const std::string text = complaint<M>();
  expect_words(text, {"do not determine", "der(der(y))", "Check"});
}

TEST(WrongModel, AlgebraicLoopThatIsSingular) {
  struct M : Model {
    Variable x{this, "x"}, a{this, "a"}, b{this, "b"};
    void equations() override {
      equation(der(x), a);
      equation(a + b, 1.0 + x);
      equation(2.0 * a + 2.0 * b, 2.0 + 2.0 * x);
    }
  };
  expect_words(complaint<M>(), {"do not determine", "a", "b", "Check"});
}

TEST(WrongModel, GearOfRatioZero) {
  struct M : Model {
    rotational::Inertia a{this, "a"}, b{this, "b"};
    rotational::IdealGear gear{this, "gear"};
    M() {
      gear.ratio = 0.0;
      connect(a.flange_b, gear.flange_a);
      connect(gear.flange_b, b.flange_a);
    }
  };
  expect_words(complaint<M>(), {"gear.ratio", "must not be zero"});
}

TEST(WrongModel, MechanismThatCannotBeAssembled) {
  struct M : Model {
    planar_points::Gravity gravity{this, "gravity"};
    planar_points::Anchor a{this, "a"}, b{this, "b"};
    planar_points::PointMass mass{this, "mass"};
    planar_points::Rod left{this, "left"}, right{this, "right"};
    M() {
      b.r = Vector2(10, 0);
      connect(a.point, left.point_a);
      connect(left.point_b, mass.point);
      connect(b.point, right.point_a);
      connect(right.point_b, mass.point);
      mass.x.start(5);
      mass.y.start(-0.1);
    }
  };
  expect_words(complaint<M>(), {"cannot be assembled", "left", "right"});
}

// -- runs that go wrong ---------------------------------------------------------------------------

TEST(WrongRun, DivisionByZeroAtTheStart) {
  struct M : Model {
    Variable x{this, "x"};
    void equations() override { equation(der(x), 1.0 / x); }
  };
  expect_words(complaint<M>(), {"t = 0", "x", "start values"});
}

TEST(WrongRun, SingularityAtThreeSeconds) {
  struct M : Model {
    Variable x{this, "x"};
    M() { x.start(1).fixed(); }
    void equations() override { equation(der(x), x * x / 3.0); }
  };
  expect_words(complaint<M>(), {"The run stopped at t = 3 s", "x", "kept"});
}

TEST(WrongRun, AnEquationThatYieldsNaN) {
  struct M : Model {
    Variable x{this, "x"};
    M() { x.start(1).fixed(); }
    void equations() override { equation(der(x), -sqrt(x) - 1.0); }
  };
  expect_words(complaint<M>(), {"The run stopped", "x", "kept"});
}

TEST(WrongRun, AnOutputThatYieldsNaN) {
  struct M : Model {
    Variable x{this, "x"}, y{this, "y"};
    void equations() override {
      equation(der(x), 1.0);
      equation(y, log(2.0 - x));
    }
  };
  expect_words(complaint<M>(), {"y", "t = 2"});
}

TEST(WrongRun, ALogarithmOfANegativeStart) {
  struct M : Model {
    Variable x{this, "x"}, y{this, "y"};
    M() { x.start(-1).fixed(); }
    void equations() override {
      equation(der(x), y);
      equation(y, log(x));
    }
  };
  expect_words(complaint<M>(), {"x", "start"});
}

TEST(WrongRun, AnExplosionIsStopped) {
  struct M : Model {
    Variable x{this, "x"};
    M() { x.start(1).fixed(); }
    void equations() override { equation(der(x), exp(x)); }
  };
  expect_words(complaint<M>(), {"The run stopped", "x"});
}

TEST(WrongRun, ANonlinearEquationWithoutSolution) {
  struct M : Model {
    Variable x{this, "x"}, z{this, "z"};
    void equations() override {
      equation(der(x), z);
      equation(z * z + 1.0, -x);
    }
  };
  expect_words(complaint<M>(), {"No solution", "der(x)", "start value"});
}

TEST(WrongRun, AReinitToNaN) {
  struct M : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), 1.0);
      when(x > 1, [&] { reinit(x, sqrt(-pre(x))); });
    }
  };
  expect_words(complaint<M>(), {"x", "not a finite number", "t = 1"});
}

// -- arguments of the command line ----------------------------------------------------------------

struct CommandOutcome {
  int code;
  std::string text;
};

CommandOutcome command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "multibond");
  std::vector<const char*> argv;
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out, err;
  const int code = run_command(static_cast<int>(argv.size()), argv.data(), out, err);
  return {code, err.str() + out.str()};
}

void expect_refusal(std::vector<std::string> arguments, std::initializer_list<std::string> words) {
  const CommandOutcome outcome = command(std::move(arguments));
  EXPECT_NE(outcome.code, 0) << outcome.text;
  expect_words(outcome.text, words);
}

TEST(WrongArgument, UnknownModel) {
  expect_refusal({"simulate", "ElectricCircus"}, {"ElectricCircus", "ElectricCircuit"});
}
TEST(WrongArgument, NoModel) {
  expect_refusal({"simulate"}, {"simulate", "name of a model", "list"});
}
TEST(WrongArgument, UnknownCommand) { expect_refusal({"simulat", "ElectricCircuit"}, {"simulat"}); }
TEST(WrongArgument, UnknownOption) {
  expect_refusal({"simulate", "ElectricCircuit", "--stopp", "3"}, {"--stopp"});
}
TEST(WrongArgument, UnknownParameter) {
  expect_refusal({"simulate", "SpringMassDamper", "--set", "mass.mm=3"}, {"mass.mm", "mass.m"});
}
TEST(WrongArgument, ParameterWithAWrongUnit) {
  expect_refusal({"simulate", "SpringMassDamper", "--set", "mass.m=3 V"}, {"mass.m", "V", "kg"});
}
TEST(WrongArgument, ParameterThatIsNoNumber) {
  expect_refusal({"simulate", "SpringMassDamper", "--set", "mass.m=heavy"},
                 {"mass.m", "heavy", "number"});
}
TEST(WrongArgument, ParameterWithoutAValue) {
  expect_refusal({"simulate", "SpringMassDamper", "--set", "mass.m"}, {"mass.m", "="});
}
TEST(WrongArgument, ParameterOutOfRange) {
  expect_refusal({"simulate", "SpringMassDamper", "--set", "mass.m=-1"}, {"mass.m", "positive"});
}
TEST(WrongArgument, WrongSizeOfAVector) {
  expect_refusal({"simulate", "PointPendulum", "--set", "gravity.g={1,2,3}"}, {"gravity.g", "2"});
}
TEST(WrongArgument, NegativeStopTime) {
  expect_refusal({"simulate", "ElectricCircuit", "--stop", "-1"}, {"-1", "stop"});
}
TEST(WrongArgument, StopTimeThatIsNoNumber) {
  expect_refusal({"simulate", "ElectricCircuit", "--stop", "soon"}, {"--stop", "soon"});
}
TEST(WrongArgument, InfiniteStopTime) {
  expect_refusal({"simulate", "ElectricCircuit", "--stop", "inf"}, {"stop"});
}
TEST(WrongArgument, ZeroTolerance) {
  expect_refusal({"simulate", "ElectricCircuit", "--tolerance", "0"}, {"tolerance"});
}
TEST(WrongArgument, UnknownSolver) {
  expect_refusal({"simulate", "ElectricCircuit", "--solver", "euler"}, {"euler", "dop853"});
}
TEST(WrongArgument, SolverThatCannotHonourInvariants) {
  expect_refusal({"simulate", "CartesianPendulum", "--solver", "adams"}, {"adams", "dop853"});
}
TEST(WrongArgument, NoIntervals) {
  expect_refusal({"simulate", "ElectricCircuit", "--intervals", "0"}, {"intervals"});
}
TEST(WrongArgument, OutputInAMissingFolder) {
  expect_refusal({"simulate", "ElectricCircuit", "--output", "/nonexistent/x.csv"},
                 {"/nonexistent"});
}
TEST(WrongArgument, OutputOfUnknownKind) {
  expect_refusal({"simulate", "ElectricCircuit", "--output", "x.xls"}, {"x.xls", ".csv", ".mat"});
}
TEST(WrongArgument, OutputOnAFullDisk) {
  if (!std::ofstream("/dev/full")) GTEST_SKIP() << "this system has no /dev/full";
  expect_refusal({"simulate", "ElectricCircuit", "--output", "/dev/full/x.csv"}, {"/dev/full"});
}
TEST(WrongArgument, PlotOfAnUnknownVariable) {
  expect_refusal({"simulate", "ElectricCircuit", "--plot", "Vleftt"}, {"Vleftt", "Vleft"});
}
TEST(WrongArgument, CatalogOfAnUnknownClass) {
  expect_refusal({"catalog", "Electrical.Resistorr"},
                 {"Electrical.Resistorr", "Electrical.Resistor"});
}
TEST(WrongArgument, LinearizeWithAnUnknownOutput) {
  expect_refusal({"linearize", "ElectricCircuit", "--outputs", "nothing"}, {"nothing"});
}
TEST(WrongArgument, ModelThatIsOnlyAComponent) {
  expect_refusal({"simulate", "Electrical.Resistor"}, {"Electrical.Resistor"});
}

}  // namespace
}  // namespace multibond
