// Parameters that are changed after compilation, against models compiled with the value.

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "values/examples.h"

namespace multibond {
namespace {

using Kind = ParameterDescription::Kind;

constexpr std::size_t kIntervals = 4;

class Tunable : public testing::TestWithParam<std::string> {};

/// What a run gives, or why there is none.
struct Outcome {
  std::optional<Result> result;
  std::string error;
};

template <typename Simulate>
Outcome outcome_of(Simulate&& simulate_it) {
  try {
    return {simulate_it(), ""};
  } catch (const Error& error) {
    return {std::nullopt, error.what()};
  }
}

/// Which numbers represent an orientation is chosen by the inertia when the model is built. What
/// they say is compared: matrices, angles, velocities.
bool represents_orientation(const std::string& path) {
  const std::size_t place = path.find(".orientation.");
  return place != path.npos && !path.substr(place).starts_with(".orientation.phi");
}

/// Whether orientations are represented by the same numbers.
bool same_signals(const Result& a, const Result& b) {
  return std::all_of(a.signals().begin(), a.signals().end(),
                     [&](const Signal& signal) { return b.has(signal.path); }) &&
         a.signals().size() == b.signals().size();
}

/// The last row of every instant. Whether a piston at its dead point is called at rest or moving is
/// decided by rounding: one run begins with an event where the other needs none.
std::vector<std::size_t> last_rows(const Result& result) {
  std::vector<std::size_t> rows;
  const Signal& time = result.signal("time");
  const double same = 1e-12 * result.value(time, result.rows() - 1);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    if (row > 0 && result.value(time, row) - result.value(time, row - 1) <= same) rows.pop_back();
    rows.push_back(row);
  }
  return rows;
}

/// The instants of both. Of one at rest, rounding also decides when the representation of an
/// orientation changes, which is an event of its own.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> common_rows(const Result& a,
                                                                          const Result& b) {
  std::pair<std::vector<std::size_t>, std::vector<std::size_t>> common;
  const std::vector<std::size_t> rows_a = last_rows(a), rows_b = last_rows(b);
  const double same = 1e-12 * a.final("time");
  for (std::size_t i = 0, j = 0; i < rows_a.size() && j < rows_b.size();) {
    const double gap = a.value(a.signal("time"), rows_a[i]) - b.value(b.signal("time"), rows_b[j]);
    if (std::abs(gap) <= same) {
      common.first.push_back(rows_a[i]);
      common.second.push_back(rows_b[j]);
    }
    if (gap <= same) ++i;
    if (gap >= -same) ++j;
  }
  return common;
}

/// Largest difference of any variable, relative to the range that it has in the run, and of an
/// element of a vector to the largest range of its elements. Of what is zero but for rounding (a
/// force between large ones that balance) the range is that of the others with its unit, times
/// 1e-4: differences of some 1e-14 of these.
double difference(const Result& a, const Result& b, std::string& worst) {
  const auto [rows_a, rows_b] = common_rows(a, b);
  EXPECT_GE(rows_a.size(), kIntervals + 1);
  std::map<std::string, double> ranges, units;
  const auto vector_of = [](const std::string& path) { return path.substr(0, path.find('[')); };
  const auto compared = [](const Signal& signal) {
    return signal.path != "time" && !represents_orientation(signal.path);
  };
  for (const Signal& signal : a.signals()) {
    if (!compared(signal)) continue;
    double low = 0, high = 0;
    for (const std::size_t row : rows_a) {
      low = std::min(low, a.value(signal, row));
      high = std::max(high, a.value(signal, row));
    }
    double& range = ranges[vector_of(signal.path)];
    range = std::max(range, high - low);
    units[signal.unit] = std::max(units[signal.unit], high - low);
  }
  double largest = 0;
  for (const Signal& signal : a.signals()) {
    if (!compared(signal)) continue;
    const Signal& other = b.signal(signal.path);
    double gap = 0;
    for (std::size_t k = 0; k < rows_a.size(); ++k) {
      gap = std::max(gap, std::abs(a.value(signal, rows_a[k]) - b.value(other, rows_b[k])));
    }
    const double relative =
        gap / std::max({ranges[vector_of(signal.path)], 1e-4 * units[signal.unit], 1e-3});
    if (relative <= largest) continue;
    largest = relative;
    worst = signal.path;
  }
  return largest;
}

constexpr std::size_t kLarge = 2000;  ///< variables

/// Every tunable parameter gets another value: after compilation, and before it. What is refused is
/// refused in the same words.
void compare(const std::string& name, const CompileModelOptions& compile, std::size_t most) {
  SimulationOptions options = test::options_of(name, 0.01, static_cast<int>(kIntervals));
  options.audit = false;
  const auto model = compile_model(*test::make(name), compile);
  const auto& parameters = model->description().parameters;
  // Of very many equal parts some stand for all, and of large models fewer are taken: each takes
  // two compilations.
  if (model->description().variables.size() > kLarge) most /= 10;
  const std::size_t stride = std::max<std::size_t>(1, parameters.size() / most);
  for (std::size_t p = 0; p < parameters.size(); p += stride) {
    const ParameterDescription& parameter = parameters[p];
    if (parameter.path.empty()) continue;
    if (parameter.kind != Kind::tunable && parameter.kind != Kind::specialized) continue;
    const std::string path(parameter.path);
    const double value = parameter.value == 0 ? 1e-3 : 1.03 * parameter.value;
    const auto changed = [&](double tolerance) {
      options.tolerance = tolerance;
      options.set = {{path, value}};
      return outcome_of([&] { return simulate(model, options); });
    };
    const auto compiled = [&](double tolerance) {
      options.tolerance = tolerance;
      options.set.clear();
      return outcome_of([&] {
        const auto other = test::make(name);
        other->set(path, value);
        return simulate(compile_model(*other, compile), options);
      });
    };
    SCOPED_TRACE(path);
    Outcome one = changed(1e-10), two = compiled(1e-10);
    EXPECT_EQ(one.error, two.error) << path << " = " << value;
    if (!one.result || !two.result) continue;
    // Errors of the method differ with the numbers that it integrates, and with the steps. They
    // vanish with the tolerance.
    if (!same_signals(*one.result, *two.result) || one.result->rows() != two.result->rows()) {
      one = changed(1e-13);
      two = compiled(1e-13);
    }
    std::string worst;
    EXPECT_LT(difference(*one.result, *two.result, worst), 1e-10)
        << path << " = " << value << ", worst " << worst;
  }
}

TEST_P(Tunable, ChangedAfterCompilationItIsAsIfCompiledWithTheValue) {
  compare(GetParam(), {}, 200);
}

TEST_P(Tunable, NamedFreeItIsTheSame) { compare(GetParam(), {.free = {"*"}}, 50); }

/// Without heaps: their forces are shared out among more contacts than determine them, and two runs
/// for each parameter take minutes.
std::vector<std::string> examples_but_heaps() {
  std::vector<std::string> names = test::example_names();
  std::erase_if(names, test::is_heap);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Library, Tunable, testing::ValuesIn(examples_but_heaps()),
                         test::test_name);

TEST(Tunables, ASpecialValueGetsGeneralCodeByItself) {
  const auto compiled = compile_model(*test::make("SpringMassDamper"));
  const auto mass = compiled->find_parameter("mass.m");
  ASSERT_TRUE(mass);
  EXPECT_EQ(compiled->description()[*mass].kind, Kind::specialized);  // it is 1
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
  // The same general code serves the next one, also if nobody has held it since.
  const CompiledModel* general = compiled->with_free({*mass}).get();
  EXPECT_EQ(general->description()[*mass].kind, Kind::tunable);
  EXPECT_EQ(compiled->with_free({*mass}).get(), general);
  EXPECT_GT(compiled->with_free({*mass}).use_count(), 1);
}

TEST(Tunables, WhatIsNamedFreeIsNeverSpecialized) {
  const auto compiled = compile_model(*test::make("SpringMassDamper"), {.free = {"mass.m"}});
  EXPECT_EQ(compiled->description()[*compiled->find_parameter("mass.m")].kind, Kind::tunable);
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
  EXPECT_EQ(message_of([&] { run.set("mass.m", -1); }),
            "mass.m (mass) must be positive: it is -1 kg. Its default is 1 kg.");
  EXPECT_NE(message_of([&] { run.set("mass.M", 1); }).find("Did you mean"), std::string::npos);
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

// In modes that are compiled after the value was set as well.
TEST(Tunables, AModeMetAfterwardsKnowsTheValue) {
  for (const auto& [name, path, value] :
       {std::tuple("StickSlip", "mass.m", 1.7), std::tuple("StickSlip", "spring.c", 60.0),
        std::tuple("FullBridgeRectifier", "R.R", 130.0),
        std::tuple("ClutchEngagement", "engine.J", 1.3)}) {
    SimulationOptions options = test::options_of(name, 1.0);
    options.tolerance = 1e-10;
    const auto model = test::make(name);
    ASSERT_TRUE(compile_model(*model)->find_parameter(path)) << name << ' ' << path;
    options.set = {{path, value}};
    const Result changed = simulate(compile_model(*model), options);
    model->set(path, value);
    options.set.clear();
    const Result compiled = simulate(compile_model(*model), options);
    EXPECT_GT(changed.events.size(), 0u) << name;
    ASSERT_EQ(changed.events, compiled.events) << name;
    std::string worst;
    EXPECT_LT(difference(compiled, changed, worst), 1e-10) << name << ' ' << path << ' ' << worst;
  }
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
  parameters[compiled->find_parameter(path)->index()] = 3.7;
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
