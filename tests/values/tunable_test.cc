// Parameters that are changed after compilation, against models compiled with the value.

#include <algorithm>
#include <cmath>
#include <set>

#include "values/examples.h"

namespace multibond {
namespace {

using Kind = ParameterDescription::Kind;

class Tunable : public testing::TestWithParam<std::string> {};

/// What a run gives, or why there is none.
struct Outcome {
  std::optional<Result> result;
  std::string error;
};

std::set<std::string> state_names(const CompiledModel& model) {
  std::set<std::string> names;
  for (const StateDescription& state : model.first()->states) names.insert(state.name);
  return names;
}

bool begins_elsewhere(const Result& a, const Result& b, const std::set<std::string>& states) {
  return std::any_of(states.begin(), states.end(), [&](const std::string& path) {
    return a.has(path) && std::abs(a.initial(path) - b.initial(path)) > 1e-6;
  });
}

template <typename Simulate>
Outcome outcome_of(Simulate&& simulate_it) {
  try {
    return {simulate_it(), ""};
  } catch (const Error& error) {
    return {std::nullopt, error.what()};
  }
}

/// Largest difference of any variable (of those named, if there are any), relative to the range
/// that it has in the run.
double difference(const Result& a, const Result& b, const std::set<std::string>& paths,
                  std::string& worst) {
  double largest = 0;
  const std::size_t rows = std::min(a.rows(), b.rows());
  for (const Signal& signal : a.signals()) {
    if (signal.path == "time" || !b.has(signal.path)) continue;
    if (!paths.empty() && !paths.contains(signal.path)) continue;
    // By which numbers an orientation is represented depends on the inertia.
    if (signal.path.find(".orientation.") != std::string::npos) continue;
    const Signal& other = b.signal(signal.path);
    double low = 0, high = 0, gap = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const double x = a.value(signal, row);
      low = std::min(low, x);
      high = std::max(high, x);
      gap = std::max(gap, std::abs(x - b.value(other, row)));
    }
    const double relative = gap / std::max(high - low, 1e-3);
    if (relative <= largest) continue;
    largest = relative;
    worst = signal.path;
  }
  return largest;
}

// With all parameters free in both, so that states are the same: where start values leave
// something open, the answer depends on these. Values that a component refuses are left out.
TEST_P(Tunable, ChangedAfterCompilationItIsAsIfCompiledWithTheValue) {
  const std::string name = GetParam();
  SimulationOptions options = test::options_of(name, 0.01, 4);
  options.tolerance = 1e-10;
  options.audit = false;
  const auto model = test::make(name);
  const auto free = compile_model(*model, {.free = {"*"}});
  const auto usual = compile_model(*model);
  int checked = 0, compared = 0;
  const auto& parameters = usual->description().parameters;
  // Of many equal parts the first few stand for all.
  const std::size_t stride = std::max<std::size_t>(1, parameters.size() / 60);
  for (std::size_t p = 0; p < parameters.size(); p += stride) {
    const ParameterDescription& parameter = parameters[p];
    if (parameter.path.empty()) continue;
    if (parameter.kind != Kind::tunable && parameter.kind != Kind::specialized) continue;
    const std::string path(parameter.path);
    const double value = parameter.value == 0 ? 1e-3 : 1.03 * parameter.value;
    options.set = {{path, value}};
    const Outcome changed = outcome_of([&] { return simulate(free, options); });
    options.set.clear();
    const auto other = test::make(name);
    other->set(path, value);
    std::shared_ptr<const CompiledModel> with_value;
    try {
      with_value = compile_model(*other, {.free = {"*"}});
    } catch (const Error&) {
      continue;
    }
    const Outcome compiled = outcome_of([&] { return simulate(with_value, options); });
    EXPECT_EQ(changed.error.empty(), compiled.error.empty())
        << path << ": " << changed.error << " | " << compiled.error;
    ++checked;
    if (!changed.result || !compiled.result) continue;
    // Between parts that are alike, other values may decide which of them have the states; where
    // start values do not determine the rest, it begins elsewhere then.
    const std::set<std::string> states = state_names(*with_value);
    if (states != state_names(*free)) continue;
    // A loop may be assembled in another way, which is as good.
    if (begins_elsewhere(*compiled.result, *changed.result, states)) continue;
    ++compared;
    // Of redundant constraints the motion is unique, not the reactions.
    const bool redundant = !free->description().diagnostics.empty();
    std::string worst;
    EXPECT_LT(difference(*compiled.result, *changed.result,
                         redundant ? states : std::set<std::string>(), worst),
              1e-8)
        << path << " = " << value << ", worst " << worst;
  }
  // The governor finds one of several ways to close its loops, by numbers that hardly differ.
  if (name != "CentrifugalForce") {
    EXPECT_GE(compared, checked / 2);
  }
}

INSTANTIATE_TEST_SUITE_P(Library, Tunable, testing::ValuesIn(test::example_names()),
                         test::test_name);

TEST(Tunables, ASpecialValueGetsGeneralCodeByItself) {
  const auto compiled = compile_model(*test::make("SpringMassDamper"));
  const auto mass = compiled->find_parameter("mass.m");
  ASSERT_TRUE(mass);
  EXPECT_EQ(compiled->description().parameters[*mass].kind, Kind::specialized);  // it is 1
  const SimulationOptions options{.stop = 2, .tolerance = 1e-10, .set = {{"mass.m", 2.5}}};
  const Result changed = simulate(compiled, options);
  const auto model = test::make("SpringMassDamper");
  model->set("mass.m", 2.5);
  const Result expected = simulate(*model, {.stop = 2, .tolerance = 1e-10});
  EXPECT_NEAR(changed.final("mass.s"), expected.final("mass.s"), 1e-9);
  const auto says = [](const Diagnostic& d) {
    return d.text.find("mass.m was 1 in the code: general code was made for it.") !=
           std::string::npos;
  };
  EXPECT_TRUE(std::any_of(changed.diagnostics.begin(), changed.diagnostics.end(), says));
  // The same general code serves the next one.
  EXPECT_EQ(compiled->with_free({*mass}), compiled->with_free({*mass}));
}

TEST(Tunables, WhatIsNamedFreeIsNeverSpecialized) {
  const auto compiled = compile_model(*test::make("SpringMassDamper"), {.free = {"mass.m"}});
  EXPECT_EQ(compiled->description().parameters[*compiled->find_parameter("mass.m")].kind,
            Kind::tunable);
}

std::string message_of(const std::function<void()>& run) {
  try {
    run();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Tunables, WhatCannotBeChangedSaysWhy) {
  const auto chain = compile_model(*test::make("SpringMassDamper"));
  Simulator run(chain);
  EXPECT_NE(message_of([&] { run.set("mass.m", -1); }).find("mass.m must be positive: it is -1 kg"),
            std::string::npos);
  EXPECT_NE(message_of([&] { run.set("mass.M", 1); }).find("Did you mean"), std::string::npos);
  run.initialize();
  EXPECT_NE(message_of([&] { run.set("mass.m", 2); }).find("is 1 in the code of this run"),
            std::string::npos);
  const auto bicycle = compile_model(*test::make("SevenBody"));
  for (const ParameterDescription& p : bicycle->description().parameters) {
    if (p.kind != Kind::structural) continue;
    Simulator other(bicycle);
    EXPECT_NE(message_of([&] { other.set(p.path, 0.5); }).find("shaped what was built"),
              std::string::npos)
        << p.path;
    EXPECT_FALSE(p.reader.empty()) << p.path;
    break;
  }
}

TEST(Tunables, DependentOnesFollow) {
  struct Two : Model {
    Parameter<double> a{this, "a", 3.0}, b{this, "b", 1.0};
    Variable x{this, "x"};
    Two() { b = 2.0 * a; }
    void equations() override { equation(x, b * time()); }
  } model;
  const auto compiled = compile_model(model);
  const Result result = simulate(compiled, {.stop = 1, .set = {{"a", 5.0}}});
  EXPECT_DOUBLE_EQ(result.final("x"), 10);
  EXPECT_DOUBLE_EQ(result.final("b"), 10);
  Simulator run(compiled);
  EXPECT_NE(message_of([&] { run.set("b", 2); }).find("b follows from other parameters"),
            std::string::npos);
}

TEST(Tunables, StartValuesAreExpressions) {
  struct Start : Model {
    Parameter<double> a{this, "a", 3.0};
    Variable x{this, "x"}, y{this, "y"};
    Start() {
      x.start(2.0 * a).fixed();
      y.start(a * a);
    }
    void equations() override {
      equation(der(x), -x);
      equation(der(y), 0.0);
    }
  } model;
  const auto compiled = compile_model(model);
  const Result result = simulate(compiled, {.stop = 1, .set = {{"a", 5.0}}});
  EXPECT_DOUBLE_EQ(result.initial("x"), 10);
  EXPECT_DOUBLE_EQ(result.initial("y"), 25);
  EXPECT_DOUBLE_EQ(simulate(compiled, {.stop = 1, .set = {{"x.start", -4}}}).initial("x"), -4);
}

// Hoisted constants follow the value with every choice of pivots and in every mode.
TEST(Tunables, AChoiceOfPivotsMadeAfterwardsKnowsTheValue) {
  const auto compiled = compile_model(*test::make("DoublePendulum3D"), {.free = {"*"}});
  const auto model = test::make("DoublePendulum3D");
  const auto path = std::string("Body2.m");
  model->set(path, 3.7);
  const auto other = compile_model(*model, {.free = {"*"}});
  std::vector<double> parameters;
  for (const ParameterDescription& p : compiled->description().parameters) {
    parameters.push_back(p.value);
  }
  parameters[*compiled->find_parameter(path)] = 3.7;
  CompiledDynamics changed(compiled->first()), expected(other->first());
  changed.set_parameters(parameters);
  std::vector<double> y(changed.size(), 0.3), f(y.size()), g(y.size());
  for (int round = 0; round < 2; ++round) {
    ASSERT_EQ(changed.derivatives(0, y.data(), f.data()), Evaluation::regular);
    ASSERT_EQ(expected.derivatives(0, y.data(), g.data()), Evaluation::regular);
    for (std::size_t i = 0; i < y.size(); ++i)
      EXPECT_NEAR(f[i], g[i], 1e-10 * (1 + std::abs(g[i])));
    changed.repivot();
  }
}

}  // namespace
}  // namespace multibond
