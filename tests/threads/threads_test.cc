// One compiled model, many threads: every run is what it would be alone, to the last bit.

#include <thread>

#include "values/examples.h"

namespace multibond {
namespace {

struct Case {
  std::string model;
  double part;
  std::string parameter;  ///< that differs from run to run
  double value;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.model; }

class Threads : public testing::TestWithParam<Case> {};

TEST_P(Threads, EightRunsOfOneModel) {
  const Case& c = GetParam();
  const auto compile = [&] { return compile_model(*test::make(c.model), {.free = {c.parameter}}); };
  const auto options = [&](int k) {
    SimulationOptions options = test::options_of(c.model, c.part, 10);
    options.pictures = true;
    options.set = {{c.parameter, c.value * (1 + 0.03 * k)}};
    return options;
  };
  // Alone, each with a model of its own.
  std::vector<Result> expected(8), found(8);
  for (int k = 0; k < 8; ++k) expected[k] = simulate(compile(), options(k));
  const auto model = compile();
  std::vector<std::thread> threads;
  for (int k = 0; k < 8; ++k) {
    threads.emplace_back([&, k] { found[k] = simulate(model, options(k)); });
  }
  for (std::thread& thread : threads) thread.join();
  // Whoever looks first has the variables computed; the others wait for them.
  threads.clear();
  for (int k = 0; k < 8; ++k) {
    threads.emplace_back([&] { EXPECT_EQ(found[0].column(0).size(), found[0].rows()); });
  }
  for (std::thread& thread : threads) thread.join();
  for (int k = 0; k < 8; ++k) test::expect_identical(found[k], expected[k]);
}

/// As the command does: a second thread makes functions while the first one makes them as well.
TEST_P(Threads, MakeTheFunctionsOfOneModel) {
  const Case& c = GetParam();
  const SimulationOptions options = test::options_of(c.model, c.part, 10);
  const Result expected = simulate(compile_model(*test::make(c.model)), options);
  const auto model = compile_model(*test::make(c.model));
  constexpr FunctionKind kinds[] = {FunctionKind::derivatives,     FunctionKind::level_slopes,
                                    FunctionKind::energies,        FunctionKind::state_indicators,
                                    FunctionKind::checked_outputs, FunctionKind::outputs};
  std::thread ahead([&] {
    for (const FunctionKind kind : kinds) model->first()->usual()->get(kind);
  });
  const Result found = simulate(model, options);
  ahead.join();
  test::expect_identical(found, expected);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Threads,
    testing::Values(Case{"DoublePendulum3D", 0.1, "Body2.m", 1.0},  // a tree
                    Case{"SevenBody", 1.0, "body1.m", 0.04325},     // loops, projection, pivots
                    Case{"NFourBar", 0.3, "w0", 1.0},               // singular positions
                    Case{"BuckConverter", 0.1, "C.C", 1e-4},        // modes
                    Case{"FullBridgeRectifier", 0.2, "R.R", 100.0},
                    Case{"BouncingBall", 0.5, "h0", 1.0},       // events
                    Case{"DiodeRectifier", 0.2, "C.C", 1e-4}),  // non-linear blocks
    [](const auto& info) { return info.param.model; });

}  // namespace
}  // namespace multibond
