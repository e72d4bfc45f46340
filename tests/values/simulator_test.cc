// Runs that are stepped, changed, saved and restored.

#include <bit>
#include <cmath>
#include <random>

#include "values/examples.h"

namespace multibond {
namespace {

struct Case {
  std::string model, solver;
  double stop;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model << " with " << c.solver; }

class Stepping : public testing::TestWithParam<Case> {
 protected:
  SimulatorOptions options() const {
    return {.tolerance = 1e-8,
            .solver = GetParam().solver,
            .fixed_step = 0.01,
            .stop = GetParam().stop};
  }
  static std::vector<double> state(Simulator& run) {
    const RunView view = run.view();
    return {view.state, view.state + view.dynamics.size()};
  }
  static void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(a[i]), std::bit_cast<std::uint64_t>(b[i]))
          << i << ": " << a[i] << " and " << b[i];
    }
  }
};

TEST_P(Stepping, AThousandStretchesMakeTheRunThatOneMakes) {
  const auto model = compile_model(*test::make(GetParam().model));
  Simulator once(model, options()), often(model, options());
  once.initialize();
  often.initialize();
  ASSERT_EQ(once.advance(GetParam().stop), RunStatus::completed);
  for (int k = 1; k <= 1000; ++k) often.advance(GetParam().stop * k / 1000);
  EXPECT_EQ(once.time(), often.time());
  EXPECT_EQ(once.events(), often.events());
  expect_same(state(once), state(often));
}

TEST_P(Stepping, ARestoredRunGoesOnToTheBit) {
  const auto model = compile_model(*test::make(GetParam().model));
  Simulator whole(model, options());
  whole.initialize();
  ASSERT_EQ(whole.advance(GetParam().stop), RunStatus::completed);
  const std::vector<double> expected = state(whole);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  for (int k = 0; k < 6; ++k) {
    const double when = GetParam().stop * part(random);
    Simulator first(model, options());
    first.initialize();
    first.advance(when);
    const SimulatorState saved = first.save();
    EXPECT_EQ(saved.time(), when);
    Simulator second(model);
    second.restore(saved);
    EXPECT_EQ(second.time(), when);
    expect_same(state(second), state(first));
    second.advance(GetParam().stop);
    EXPECT_EQ(second.events(), whole.events());
    expect_same(state(second), expected);
    // Saving leaves the run as it is.
    first.advance(GetParam().stop);
    expect_same(state(first), expected);
  }
}

TEST_P(Stepping, ARunRestoredAgainAndAgainGoesOnToTheBit) {
  const auto model = compile_model(*test::make(GetParam().model));
  Simulator whole(model, options());
  whole.initialize();
  SimulatorState saved = whole.save();
  // Each leg of the run is made by a simulator of its own.
  for (int k = 1; k <= 5; ++k) {
    const double when = GetParam().stop * (k - 0.37) / 5;
    ASSERT_EQ(whole.advance(when), RunStatus::completed);
    Simulator leg(model);
    leg.restore(saved);
    ASSERT_EQ(leg.advance(when), RunStatus::completed);
    expect_same(state(leg), state(whole));
    EXPECT_EQ(leg.events(), whole.events());
    saved = leg.save();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, Stepping,
    testing::Values(Case{"SpringMassDamper", "dop853", 5}, Case{"BouncingBall", "dop853", 3},
                    Case{"BuckConverter", "dop853", 5e-4}, Case{"StickSlip", "dop853", 3},
                    Case{"SevenBody", "dop853", 0.03}, Case{"NFourBar", "dop853", 3},
                    Case{"WhippleBicycle", "dop853", 1}, Case{"DiodeRectifier", "dop853", 0.02},
                    Case{"SpringMassDamper", "bdf", 5}, Case{"BouncingBall", "bdf", 3},
                    Case{"StickSlip", "bdf", 3}, Case{"SevenBody", "bdf", 0.01},
                    Case{"SpringMassDamper", "rk4", 1}, Case{"FullBridgeRectifier", "auto", 0.02},
                    Case{"SpringMassDamper", "ida", 5}, Case{"BouncingBall", "ida", 3},
                    Case{"SpringMassDamper", "adams", 5}, Case{"SpringMassDamper", "arkode", 5},
                    Case{"VanDerPol", "auto", 20}),
    [](const auto& info) { return info.param.model + "_" + info.param.solver; });

// A run whose end nobody has said makes the motion of one with a stop time.
TEST(Simulator, NeedsNoStopTime) {
  for (const char* solver : {"dop853", "bdf"}) {
    const auto model = compile_model(*test::make("StickSlip"));
    const Result expected = simulate(model, {.stop = 3, .tolerance = 1e-8, .solver = solver});
    Simulator run(model, {.tolerance = 1e-8, .solver = solver});
    run.initialize();
    ASSERT_EQ(run.advance(3), RunStatus::completed) << solver;
    EXPECT_NEAR(run.get("mass.s"), expected.final("mass.s"), 1e-6) << solver;
  }
}

// At rest every method makes long steps; what it has become by then must follow a new motion.
TEST(Simulator, AMotionAfterALongRestIsAsPreciseAsOneAtTheStart) {
  const auto model = compile_model(*test::make("SpringMassDamper"));
  const auto after = [&](double rest, const char* solver) {
    Simulator run(model, {.tolerance = 1e-9, .solver = solver});
    run.initialize();
    run.advance(rest);
    run.set("mass.s", 0.5);
    run.set("mass.v", 0.0);
    EXPECT_EQ(run.advance(rest + 3), RunStatus::completed);
    return run.get("mass.s");
  };
  EXPECT_NEAR(after(3000, "auto"), after(1, "dop853"), 1e-7);
}

// -- inputs and outputs ---------------------------------------------------------------------------

struct Driven : Model {
  Input u{this, "u", 0.0, "m/s2", "acceleration"};
  Variable x{this, "x", "m", "position"}, v{this, "v", "m/s", "velocity"};
  Output y{this, "y", "m", "twice the position"};
  void equations() override {
    equation(der(x), v);
    equation(der(v), u);
    equation(y, 2.0 * x);
  }
};

TEST(Simulator, AnInputIsHeldUntilItIsSetAgain) {
  Driven model;
  Simulator run(compile_model(model), {.tolerance = 1e-10});
  run.set("u", 1.0);
  run.initialize();
  run.advance(1);
  EXPECT_NEAR(run.get("v"), 1, 1e-9);
  EXPECT_NEAR(run.get("y"), 1, 1e-9);
  run.set("u", -1.0);
  EXPECT_EQ(run.get("u"), -1);
  run.advance(2);
  EXPECT_NEAR(run.get("v"), 0, 1e-9);
  EXPECT_NEAR(run.get("x"), 1, 1e-9);
}

TEST(Simulator, AnInputFollowsAFunctionOfTime) {
  Driven model;
  Simulator run(compile_model(model), {.tolerance = 1e-10});
  run.drive("u", [](double t) { return std::cos(t); });
  run.initialize();
  run.advance(2);
  EXPECT_NEAR(run.get("v"), std::sin(2.0), 1e-8);
}

// A function of time cannot be saved: the run that goes on has to be given it as well.
TEST(Simulator, ARestoredRunFollowsTheFunctionsItIsGiven) {
  for (const char* solver : {"dop853", "bdf"}) {
    Driven model;
    const auto compiled = compile_model(model);
    const auto cosine = [](double t) { return std::cos(t); };
    Simulator run(compiled, {.tolerance = 1e-8, .solver = solver});
    run.drive("u", cosine);
    run.initialize();
    run.advance(1);
    const SimulatorState saved = run.save();
    run.advance(3);
    Simulator other(compiled);
    other.drive("u", cosine);
    other.restore(saved);
    other.advance(3);
    EXPECT_EQ(other.get("x"), run.get("x")) << solver;
    Simulator without(compiled);
    try {
      without.restore(saved);
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(std::string(error.what()),
                "u followed a function of time when the run was saved, and has none here. Call "
                "drive(\"u\", ...) before restore().");
    }
  }
}

// What is held when the run is saved is held afterwards.
TEST(Simulator, AFunctionThatTheSavedRunHadNotIsForgotten) {
  Driven model;
  const auto compiled = compile_model(model);
  Simulator run(compiled);
  run.set("u", 1.0);
  run.initialize();
  const SimulatorState saved = run.save();
  Simulator other(compiled);
  other.drive("u", [](double) { return 7.0; });
  other.restore(saved);
  other.advance(1);
  EXPECT_NEAR(other.get("v"), 1, 1e-6);
}

TEST(Simulator, StatesAndParametersAreSetBetweenStretches) {
  const auto model = compile_model(*test::make("SpringMassDamper"), {.free = {"*"}});
  Simulator run(model, {.tolerance = 1e-10});
  run.initialize();
  run.advance(1);
  run.set("mass.s", 0.25);
  run.set("mass.v", 0.0);
  run.set("damper.d", 0.0);
  run.set("spring.c", 4.0);
  run.set("mass.m", 1.0);
  run.advance(2.5);
  EXPECT_NEAR(run.get("mass.s"), 0.25 * std::cos(2 * 1.5), 1e-8);
  EXPECT_EQ(run.get("spring.c"), 4.0);
}

TEST(Simulator, InputsAndOutputsAreListed) {
  Driven model;
  const auto compiled = compile_model(model);
  const auto causality = [&](const char* path) {
    return compiled->description()[*compiled->find_variable(path)].causality;
  };
  EXPECT_EQ(causality("u"), VariableCausality::input);
  EXPECT_EQ(causality("y"), VariableCausality::output);
  EXPECT_EQ(causality("x"), VariableCausality::local);
}

TEST(Simulator, WhatCannotBeSetOrReadIsNamed) {
  Driven model;
  Simulator run(compile_model(model));
  const auto message = [&](const std::function<void()>& act) -> std::string {
    try {
      act();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_NE(message([&] { run.get("x"); }).find("the run has not begun"), std::string::npos);
  EXPECT_NE(message([&] { run.advance(1); }).find("Call initialize()"), std::string::npos);
  run.initialize();
  EXPECT_NE(message([&] { run.advance(std::nan("")); }).find("must be a finite number"),
            std::string::npos);
  EXPECT_NE(message([&] { run.set("y", 1); }).find("its value follows from the equations"),
            std::string::npos);
  EXPECT_NE(message([&] { run.get("z"); }).find("nothing called z"), std::string::npos);
  EXPECT_NE(message([&] { run.drive("x", [](double) { return 0.0; }); }).find("is not an input"),
            std::string::npos);
}

// The velocity of a prescribed position is the derivative of an input: nobody knows it.
TEST(Simulator, TheDerivativeOfAnInputIsRefusedByNameUnlessItIsGiven) {
  struct Prescribed : Model {
    Input u{this, "u", 0.0, "m", "position"};
    Input rate{this, "rate", 0.0, "m/s", "its rate"};
    Variable x{this, "x", "m"}, v{this, "v", "m/s"};
    bool known;
    explicit Prescribed(bool given) : known(given) {
      if (known) u.rate(rate);
    }
    void equations() override {
      equation(x, 2.0 * u);
      equation(v, der(x));
    }
  };
  Prescribed unknown(false), known(true);
  try {
    compile_model(unknown);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("the derivative of the input u"), std::string::npos)
        << error.what();
  }
  Simulator run(compile_model(known));
  run.set("rate", 3.0);
  run.initialize();
  EXPECT_DOUBLE_EQ(run.get("v"), 6);
}

}  // namespace
}  // namespace multibond
