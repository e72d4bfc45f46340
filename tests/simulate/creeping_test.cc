// Runs that would never end: steps too small to bring the time forward, and rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "examples/first.h"
#include "library/complaint.h"
#include "multibond/analyze/linearize.h"
#include "multibond/simulate/simulation.h"
#include "multibond/symbolic/function.h"

namespace multibond {
namespace {

using test::notes;
using test::refusal;
using testing::AllOf;
using testing::HasSubstr;

/// x' = 1 - speed x
struct Decay : Model {
  Parameter<double> speed{this, "speed", 1.0};
  Variable x{this, "x", "", "", StateHint::prefer};
  explicit Decay(double value) {
    speed = value;
    x.start(0.0).fixed();
  }
  void equations() override { equation(der(x), 1.0 - speed * x); }
};

TEST(Creeping, StepsOfNoSizeEndTheRun) {
  const Result result = simulate(Decay(1e200), {.stop = 1, .solver = "dop853"});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(notes(result), HasSubstr("too small to bring the time forward"));
  EXPECT_LT(result.statistics.steps, 10000u);
}

TEST(Creeping, EveryMethodPassesOrStops) {
  for (const char* solver : {"auto", "bdf", "adams", "arkode", "ida"}) {
    const Result result = simulate(Decay(1e200), {.stop = 1, .solver = solver});
    EXPECT_LT(result.statistics.steps, 10000u) << solver;
  }
}

TEST(Creeping, ATimeThatNoStepCanChangeEndsTheRun) {
  for (const char* solver : {"dop853", "bdf", "adams", "arkode", "ida", "rk4"}) {
    const Result result =
        simulate(Decay(1), {.start = 1e17, .stop = 1e17 + 100, .intervals = 1, .solver = solver});
    EXPECT_LT(result.statistics.steps, 10000u) << solver;
  }
}

TEST(Creeping, AStepTooSmallForTheTimeIsRefusedByNumber) {
  EXPECT_THAT(
      refusal([] { simulate(Decay(1), {.stop = 1, .solver = "rk4", .fixed_step = 1e-20}); }),
      AllOf(HasSubstr("A step of 1e-20 s is too small to change a time of 1 s."),
            HasSubstr("The smallest useful step of this run is 4.4e-16 s.")));
  EXPECT_THAT(refusal([] { simulate(Decay(1), {.stop = 1, .maximum_step = 1e-20}); }),
              HasSubstr("smallest useful step"));
}

TEST(Creeping, ALongRestIsPassedWithLongSteps) {
  const Result result = simulate(examples::SpringMassDamper(), {.stop = 1e9});
  ASSERT_EQ(result.status, RunStatus::completed) << notes(result);
  EXPECT_LT(result.statistics.steps, 2000u);
  EXPECT_EQ(result.solver.substr(0, 6), "dop853");
}

/// x |x|, without a derivative.
class Square final : public Function {
 public:
  std::string name() const override { return "square law"; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> x) const override { return x[0] * std::abs(x[0]); }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
};

/// x' = -k x |x|
struct Drag : Model {
  Variable x{this, "x", "", "", StateHint::prefer};
  std::shared_ptr<const Function> law = std::make_shared<Square>();
  Drag() { x.start(2.0).fixed(); }
  void equations() override { equation(der(x), -3.0 * call(law, {x})); }
};

TEST(FunctionWithoutDerivative, IsDifferencedByImplicitMethods) {
  for (const char* solver : {"dop853", "bdf", "ida"}) {
    const Result result = simulate(Drag(), {.stop = 1, .tolerance = 1e-8, .solver = solver});
    ASSERT_EQ(result.status, RunStatus::completed) << solver << notes(result);
    EXPECT_NEAR(result.final("x"), 2.0 / (1 + 6.0), 1e-6) << solver;  // x0 / (1 + k x0 t)
  }
}

TEST(FunctionWithoutDerivative, IsLinearized) {
  Drag model;
  const Linearization result = linearize(model);
  ASSERT_EQ(result.eigenvalues.size(), 1u);
  EXPECT_NEAR(result.eigenvalues[0].real(), -12, 1e-8);  // -2 k |x|
}

TEST(FunctionWithoutDerivative, IsRefusedWhereTheCompilerDifferentiates) {
  struct Constrained : Model {
    Variable x{this, "x"}, y{this, "y"};
    std::shared_ptr<const Function> law = std::make_shared<Square>();
    void equations() override {
      equation(der(x), y);
      equation(call(law, {x}), sin(time()));
    }
  };
  EXPECT_THAT(refusal([] { simulate(Constrained(), {}); }),
              HasSubstr("Function square law has no derivative by its argument 1"));
}

}  // namespace
}  // namespace multibond
