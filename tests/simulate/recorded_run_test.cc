// Variables of a run are computed when they are asked for: a row by itself, or all of them.

#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/library.h"
#include "multibond/model/component.h"
#include "multibond/simulate/simulation.h"
#include "multibond/symbolic/function.h"

namespace multibond {
namespace {

/// x |x|, which counts how often it is asked.
class Counted final : public Function {
 public:
  std::string name() const override { return "counted"; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> x) const override {
    ++calls;
    return x[0] * std::abs(x[0]);
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
  mutable std::size_t calls = 0;
};

/// x' = -x, and a variable that nothing depends on.
struct Watched : Model {
  std::shared_ptr<Counted> law = std::make_shared<Counted>();
  Variable x{this, "x", "", "", StateHint::prefer}, y{this, "y"};
  Watched() { x.start(2.0).fixed(); }
  void equations() override {
    equation(der(x), -x);
    equation(y, 3.0 * call(law, {x}));
  }
};

TEST(RecordedRun, ComputesARowByItself) {
  Watched model;
  const Result result = simulate(model, {.stop = 1, .intervals = 200});
  const std::size_t before = model.law->calls;
  const double first = result.initial("y"), last = result.final("y");
  EXPECT_DOUBLE_EQ(first, 12);
  EXPECT_LE(model.law->calls, before + 4);
  const std::vector<double> all = result["y"];
  ASSERT_EQ(all.size(), 201u);
  EXPECT_GE(model.law->calls, before + 200);
  EXPECT_EQ(all.front(), first);
  EXPECT_EQ(all.back(), last);
  EXPECT_EQ(result.final("y"), last);
}

TEST(RecordedRun, ComputesAllRowsForWhoeverAsksForMany) {
  Watched model;
  const Result result = simulate(model, {.stop = 1, .intervals = 200});
  const std::size_t before = model.law->calls;
  const Signal& y = result.signal("y");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    EXPECT_DOUBLE_EQ(result.value(y, row), 3 * std::pow(result.value(result.signal("x"), row), 2));
  }
  EXPECT_LT(model.law->calls, before + 300);
}

TEST(RecordedRun, LooksAtAFewRowsForInfiniteValues) {
  Watched model;
  const Result result = simulate(model, {.stop = 1, .intervals = 200});
  const std::size_t before = model.law->calls;
  EXPECT_TRUE(result.looks_finite());
  EXPECT_TRUE(infinite_variables(result).empty());
  EXPECT_LT(model.law->calls, before + 40);
  result.compute();
  EXPECT_FALSE(result.looks_finite()) << "all rows are there to be looked at";
  EXPECT_TRUE(infinite_variables(result).empty());
}

TEST(RecordedRun, FindsASignalByItselfAsAmongAll) {
  const Catalog catalog = library_catalog();
  const auto component = catalog.find("DoublePendulum3D").make(nullptr, "pendulum");
  const auto model = compile_model(*component);
  const Result all = simulate(model, {.stop = 0.01}), alone = simulate(model, {.stop = 0.01});
  all.compute();
  std::vector<std::string> variables{"time"}, parameters;
  for (const VariableDescription& v : model->description().variables)
    variables.emplace_back(v.path);
  for (const ShortPath& s : model->description().short_variables) variables.emplace_back(s.path);
  for (const ParameterDescription& p : model->description().parameters) {
    parameters.emplace_back(p.path);
  }
  for (const ShortPath& s : model->description().short_parameters) parameters.emplace_back(s.path);
  EXPECT_GT(model->description().short_parameters.size(), 0u);
  for (const auto* paths : {&variables, &parameters}) {
    for (const std::string& path : *paths) {
      if (path.empty()) continue;
      ASSERT_TRUE(alone.has(path)) << path;
      EXPECT_EQ(alone.signal(path), all.signal(path)) << path;
      EXPECT_EQ(alone.final(path), all.final(path)) << path;
    }
  }
  EXPECT_FALSE(alone.has(""));
  EXPECT_FALSE(alone.has("nobody"));
}

}  // namespace
}  // namespace multibond
