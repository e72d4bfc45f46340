// Decisions of the compiler that rest on values of parameters, when these are set later.

#include <algorithm>
#include <cmath>

#include "multibond/library/signals.h"
#include "multibond/library/translational.h"
#include "values/examples.h"

namespace multibond {
namespace {

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// Three springy masses and two constraints x + y + c z = 0, x + y + k z = 0, which are one if k is
/// c: then all but one direction is free, else z rests.
struct TwoConstraints : Model {
  Parameter<double> c{this, "c", 1.5}, k{this, "k", 1.5};
  Variable x{this, "x"}, y{this, "y"}, z{this, "z"};
  Variable vx{this, "vx"}, vy{this, "vy"}, vz{this, "vz"};
  Variable a{this, "a"}, b{this, "b"};
  TwoConstraints() {
    for (Variable* v : {&vx, &vy, &vz}) v->kind(VariableKind::velocity);
    for (Variable* v : {&a, &b}) v->kind(VariableKind::effort);
    x.start(1.0).fixed();
    y.start(-1.0);
  }
  void equations() override {
    equation(der(x), vx);
    equation(der(y), vy);
    equation(der(z), vz);
    equation(der(vx), -4.0 * x + a + b);
    equation(der(vy), -y + a + b);
    equation(der(vz), 1.0 - 9.0 * z + c * a + k * b);
    constraint(x + y + c * z, a);
    constraint(x + y + k * z, b);
  }
};

/// e + g + x = 0 and p e + q g + y = 0 say that x is in proportion to y if p is q.
struct Hidden : Model {
  Parameter<double> p{this, "p", 3.0}, q{this, "q", 3.0};
  Variable x{this, "x"}, y{this, "y"}, e{this, "e"}, g{this, "g"};
  Hidden() { x.start(1.0).fixed(); }
  void equations() override {
    equation(e + g + x, 0.0);
    equation(p * e + q * g + y, 0.0);
    equation(der(x), e);
    equation(der(y), 2.0 * g);
  }
};

template <typename M>
Result compiled_with(const std::string& path, double value, const SimulationOptions& options) {
  M model;
  model.set(path, value);
  return simulate(compile_model(model), options);
}

void expect_same(const Result& a, const Result& b) {
  for (const Signal& signal : a.signals()) {
    const Signal& other = b.signal(signal.path);
    ASSERT_EQ(a.rows(), b.rows());
    for (std::size_t row = 0; row < a.rows(); ++row) {
      EXPECT_NEAR(a.value(signal, row), b.value(other, row), 1e-10)
          << signal.path << " row " << row;
    }
  }
}

const SimulationOptions kRun{.stop = 1, .tolerance = 1e-10, .intervals = 10, .audit = false};

SimulationOptions with(const std::string& path, double value) {
  SimulationOptions options = kRun;
  options.set = {{path, value}};
  return options;
}

TEST(Judgement, RedundantConstraintsAreFoundAgainForOtherValues) {
  TwoConstraints redundant, plain;
  plain.k = 2.0;
  const auto one = compile_model(redundant), two = compile_model(plain);
  EXPECT_FALSE(one->description().diagnostics.empty());
  EXPECT_TRUE(two->description().diagnostics.empty());
  expect_same(simulate(one, with("k", 2.0)), simulate(two, kRun));
  expect_same(simulate(two, with("k", 1.5)), simulate(one, kRun));
  // z rests with two constraints, and is moved by one.
  EXPECT_NEAR(simulate(one, with("k", 2.0)).final("z"), 0, 1e-9);
  EXPECT_GT(std::abs(simulate(two, with("k", 1.5)).final("z")), 1e-3);
  // What is said of redundant constraints is said of the run.
  EXPECT_TRUE(simulate(one, with("k", 2.0)).diagnostics.empty());
  EXPECT_EQ(simulate(two, with("k", 1.5)).diagnostics, simulate(one, kRun).diagnostics);
}

TEST(Judgement, FormsForOtherValuesAreKeptAndThoseForOthersAreNotMade) {
  TwoConstraints model;
  const auto compiled = compile_model(model);
  std::vector<double> values;
  for (const ParameterDescription& p : compiled->description().parameters) {
    values.push_back(p.value);
  }
  const ModeSet none;
  EXPECT_EQ(compiled->mode(none, values), compiled->first());
  const std::vector<double> before = values;
  values[compiled->find_parameter("k")->index()] = 2.0;
  const auto other = compiled->mode(none, values);
  EXPECT_NE(other, compiled->first());
  EXPECT_EQ(compiled->mode(none, values), other);
  // Both together change nothing: it is one constraint still.
  values[compiled->find_parameter("c")->index()] = 2.0;
  EXPECT_EQ(compiled->mode(none, values), compiled->first());
}

TEST(Judgement, HiddenConstraintsAreFoundAgainForOtherValues) {
  const auto compiled = compile_model(*std::make_unique<Hidden>());
  ASSERT_EQ(compiled->first()->states.size(), 1u);
  // y = p x; then x' = e = -2 x / (2 + p).
  EXPECT_NEAR(simulate(compiled, kRun).final("x"), std::exp(-0.4), 1e-9);
  expect_same(simulate(compiled, with("q", 4.0)), compiled_with<Hidden>("q", 4.0, kRun));
  SimulationOptions both = with("q", 5.0);
  both.set.emplace_back("p", 5.0);
  EXPECT_NEAR(simulate(compiled, both).final("x"), std::exp(-2.0 / 7), 1e-9);
}

TEST(Judgement, WhatContradictsIsRefusedAsWhenItIsCompiled) {
  struct Walls : Model {
    Parameter<double> left{this, "left", 2.0}, right{this, "right", 2.0};
    Variable x{this, "x"}, f{this, "f"};
    void equations() override {
      equation(x, left);
      constraint(x - right, f);
    }
  };
  struct Scaled : Model {
    Parameter<double> a{this, "a", 2.0};
    Variable x{this, "x"};
    void equations() override { equation(a * x, time()); }
  };
  const auto walls = compile_model(*std::make_unique<Walls>());
  EXPECT_EQ(message_of([&] { simulate(walls, with("left", 3.0)); }),
            message_of([&] { compiled_with<Walls>("left", 3.0, kRun); }));
  EXPECT_NE(message_of([&] { simulate(walls, with("left", 3.0)); }), "no error");
  // Both moved together fit again.
  SimulationOptions both = with("left", 3.0);
  both.set.emplace_back("right", 3.0);
  EXPECT_NEAR(simulate(walls, both).final("x"), 3, 1e-12);
  const auto scaled = compile_model(*std::make_unique<Scaled>(), {.free = {"a"}});
  Scaled zero;
  zero.a = 0.0;
  EXPECT_EQ(message_of([&] { simulate(scaled, with("a", 0.0)); }),
            message_of([&] { compile_model(zero, {.free = {"a"}}); }));
  EXPECT_NE(message_of([&] { simulate(scaled, with("a", 0.0)); }), "no error");
}

// A mode that cannot be with the values at compilation may be with others.
TEST(Judgement, AModeIsCompiledWithTheValuesOfTheRun) {
  struct Late : Model {
    Parameter<double> a{this, "a", 0.0};
    Variable x{this, "x"};
    void equations() override {
      either(
          time() > 0.5, [&] { equation(a * x, time()); }, [&] { equation(x, 0.0); });
    }
  };
  for (const std::vector<std::string>& free : {std::vector<std::string>{}, {"a"}}) {
    const auto compiled = compile_model(*std::make_unique<Late>(), {.free = free});
    EXPECT_NEAR(simulate(compiled, with("a", 2.0)).final("x"), 0.5, 1e-9);
  }
}

TEST(Checks, OfSeveralParametersHoldAfterCompilation) {
  struct Limited : Model {
    signals::Limiter limiter{this, "limiter"};
    signals::Constant source{this, "source"};
    Limited() { connect(source.y, limiter.u); }
  };
  const auto compiled = compile_model(*std::make_unique<Limited>());
  EXPECT_EQ(message_of([&] { simulate(compiled, with("limiter.uMin", 7.0)); }),
            message_of([&] { compiled_with<Limited>("limiter.uMin", 7.0, kRun); }));
  EXPECT_NE(message_of([&] {
              simulate(compiled, with("limiter.uMin", 7.0));
            }).find("limiter has uMin = 7 above uMax = 1. Exchange the limits."),
            std::string::npos);
  // Set together they may pass each other.
  SimulationOptions both = with("limiter.uMin", 7.0);
  both.set.emplace_back("limiter.uMax", 8.0);
  EXPECT_EQ(simulate(compiled, both).final("limiter.y.value"), 7);
  // In the middle of a run a mistake can be mended.
  Simulator run(compiled);
  run.initialize();
  run.set("limiter.uMin", 7.0);
  EXPECT_NE(message_of([&] { run.advance(1); }).find("Exchange the limits"), std::string::npos);
  run.set("limiter.uMax", 8.0);
  EXPECT_EQ(run.advance(1), RunStatus::completed);
  EXPECT_EQ(run.get("limiter.y.value"), 7);
}

TEST(Checks, OfBoundParametersHoldAfterCompilation) {
  struct Bound : Model {
    Parameter<double> a{this, "a", 3.0};
    translational::Mass mass{this, "mass"};
    Bound() { mass.m = a - 2.0; }
  };
  const auto compiled = compile_model(*std::make_unique<Bound>());
  const std::string message = message_of([&] { simulate(compiled, with("a", 1.0)); });
  EXPECT_EQ(message, message_of([&] { compiled_with<Bound>("a", 1.0, kRun); }));
  EXPECT_EQ(message, "mass.m (mass) must be positive: it is -1 kg. It follows from a.");
}

// -- in the middle of a run -----------------------------------------------------------------------

TEST(MidRun, ASpecialValueIsChangedAsIfItHadBeenFree) {
  for (const char* solver : {"dop853", "bdf"}) {
    const auto position = [&](const CompileModelOptions& options) {
      Simulator run(compile_model(*test::make("SpringMassDamper"), options),
                    {.tolerance = 1e-10, .solver = solver});
      run.initialize();
      run.advance(1);
      run.set("mass.m", 2.5);
      EXPECT_NEAR(run.get("mass.m"), 2.5, 0);
      run.advance(3);
      run.set("mass.m", 1.0);
      run.advance(4);
      return run.get("mass.s");
    };
    EXPECT_NEAR(position({}), position({.free = {"*"}}), 1e-9) << solver;
  }
}

TEST(MidRun, GeneralCodeIsMadeOnceAndSaid) {
  const auto compiled = compile_model(*test::make("SpringMassDamper"));
  Simulator run(compiled);
  run.initialize();
  run.advance(1);
  const double before = run.get("mass.s"), speed = run.get("mass.v");
  run.set("mass.m", 2.5);
  EXPECT_NEAR(run.get("mass.s"), before, 1e-12);
  EXPECT_NEAR(run.get("mass.v"), speed, 1e-12);
  run.advance(2);
  const auto says = [](const Diagnostic& d) {
    return d.text == "mass.m was 1 in the code: general code was made for it.";
  };
  EXPECT_EQ(std::count_if(run.diagnostics().begin(), run.diagnostics().end(), says), 1);
  // A saved run goes on with it.
  const SimulatorState saved = run.save();
  Simulator other(compiled);
  other.restore(saved);
  run.advance(5);
  other.advance(5);
  EXPECT_EQ(run.get("mass.s"), other.get("mass.s"));
}

TEST(MidRun, ItGoesOnInEveryMode) {
  for (const double when : {0.3, 0.8, 1.4, 2.1}) {
    const auto position = [&](const CompileModelOptions& options) {
      Simulator run(compile_model(*test::make("StickSlip"), options), {.tolerance = 1e-10});
      run.initialize();
      run.advance(when);
      run.set("mass.m", 1.4);
      EXPECT_EQ(run.advance(3), RunStatus::completed);
      EXPECT_FALSE(run.events().empty());
      return run.get("mass.s");
    };
    EXPECT_NEAR(position({}), position({.free = {"*"}}), 1e-8) << when;
  }
}

TEST(MidRun, AConstraintMayBecomeRedundant) {
  TwoConstraints model;
  model.k = 2.0;
  const auto compiled = compile_model(model);
  Simulator run(compiled, {.tolerance = 1e-10});
  run.initialize();
  run.advance(0.5);
  const double x = run.get("x");
  run.set("k", 1.5);
  EXPECT_NEAR(run.get("x"), x, 1e-9);
  EXPECT_EQ(run.advance(1.5), RunStatus::completed);
  EXPECT_GT(std::abs(run.get("z")), 1e-3);
  EXPECT_NEAR(run.get("x") + run.get("y") + 1.5 * run.get("z"), 0, 1e-9);
  // And back, from where both can hold.
  run.set("k", 2.0);
  EXPECT_EQ(run.advance(2), RunStatus::completed);
  EXPECT_NEAR(run.get("z"), 0, 1e-9);
}

}  // namespace
}  // namespace multibond
