// The programs of the user guide on stepping and on changing parameters, word for word.
// clang-format off
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "multibond/model/component.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

class Window final : public Component {
 public:
  using Component::Component;
  Parameter<double> low{this, "low", 0.0}, high{this, "high", 1.0};
  void equations() override {
    check_values({low, high}, [](const std::vector<double>& x) -> std::optional<Fault> {
      if (x[0] < x[1]) return std::nullopt;
      return Fault{"has its lower edge above the upper one.", "Exchange low and high."};
    });
  }
};

TEST(UserGuide, ValuesThatDoNotFitEachOtherAreRefused) {
  struct House : Model {
    Window window{this, "window"};
  } house;
  Simulator run(compile_model(house));
  run.set("window.low", 2.0);
  try {
    run.initialize();
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "window has its lower edge above the upper one. Exchange low and high.");
  }
}

struct Cart : Model {
  Input u{this, "u", 0.0, "N", "force of the drive"};
  Parameter<double> m{this, "m", 2.0, "kg", "mass", Check::positive};
  Variable s{this, "s", "m", "position"}, v{this, "v", "m/s", "velocity"};
  Output y{this, "y", "m", "measured position"};
  void equations() override {
    equation(der(s), v);
    equation(m * der(v), u);
    equation(y, s);
  }
};

TEST(UserGuide, ARunIsSteppedByAController) {
  Cart cart;
  Simulator run(compile_model(cart));
  run.set("s.start", 0.1);
  run.initialize();
  while (run.time() < 10) {
    run.set("u", -4 * run.get("y") - 4 * run.get("v"));  // held until it is set again
    run.advance(run.time() + 0.01);
  }
  // Two poles at -1 1/s, up to what the sampling adds.
  EXPECT_NEAR(run.get("s"), 0.1 * (1 + 10) * std::exp(-10.0), 1e-4);
}

TEST(UserGuide, ACompiledModelServesManyRuns) {
  Cart cart;
  const auto compiled = compile_model(cart);         // once
  for (const double start : {0.1, 0.2, 0.3}) {       // as often as one likes, in any thread
    const Result result = simulate(compiled, {.stop = 5, .set = {{"s.start", start}, {"m", 3.0}}});
    std::printf("%.3f\n", result.final("s"));
  }
  EXPECT_EQ(simulate(compiled, {.stop = 5, .set = {{"s.start", 0.2}}}).final("s"), 0.2);
}

}  // namespace
}  // namespace multibond
// clang-format on
