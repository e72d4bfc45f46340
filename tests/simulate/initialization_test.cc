// Initialization: consistent, slightly open, contradictory, under-determined, steady, redundant.

#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/planar_points.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

std::string refusal(Component& model) {
  try {
    simulate(model, {});
  } catch (const Error& error) {
    return error.what();
  }
  return "not refused";
}

void expect_words(const std::string& text, std::initializer_list<std::string> words) {
  for (const std::string& word : words) EXPECT_NE(text.find(word), std::string::npos) << text;
}

/// First-order lag T x' + x = u.
struct Lag : Model {
  Variable x{this, "x", "V", "voltage"}, y{this, "y", "V"};
  void equations() override {
    equation(2.0 * der(x), 3.0 - x);
    equation(y, 2.0 * x + 1.0);
  }
};

TEST(Initialization, AStartValueOfAStateIsTaken) {
  Lag model;
  model.x.start(0.5);
  EXPECT_DOUBLE_EQ(simulate(model, {}).initial("x"), 0.5);
}

TEST(Initialization, AFixedOutputDeterminesTheState) {
  Lag model;
  model.y.start(7).fixed();
  const Result result = simulate(model, {});
  EXPECT_NEAR(result.initial("x"), 3, 1e-12);
}

TEST(Initialization, AFixedOutputWinsOverAWishForTheState) {
  Lag model;
  model.x.start(100);
  model.y.start(7).fixed();
  EXPECT_NEAR(simulate(model, {}).initial("x"), 3, 1e-10);
}

/// x^3, which counts how often it is asked; and its derivative.
class CountedCube final : public Function {
 public:
  explicit CountedCube(double power = 3) : power_(power) {}
  std::string name() const override { return power_ == 3 ? "cube" : "slope of cube"; }
  std::size_t arity() const override { return 1; }
  double evaluate(std::span<const double> x) const override {
    ++calls;
    return power_ == 3 ? x[0] * x[0] * x[0] : 3 * x[0] * x[0];
  }
  std::shared_ptr<const Function> derivative(std::size_t) const override {
    if (power_ < 3) return nullptr;
    if (!slope_) slope_ = std::make_shared<CountedCube>(2);
    return slope_;
  }
  mutable std::size_t calls = 0;

 private:
  double power_;
  mutable std::shared_ptr<const Function> slope_;
};

/// A state that is given by its cube.
struct CubeGiven : Component {
  using Component::Component;
  Variable x{this, "x"}, y{this, "y"};
  std::shared_ptr<const Function> cube;
  void equations() override {
    equation(der(x), -x);
    equation(y, call(cube, {x}));
  }
};

TEST(Initialization, OfManyPartsTakesAsManyEvaluationsAsOfOne) {
  const auto cube = std::make_shared<CountedCube>();
  struct Parts : Model {
    ComponentArray<CubeGiven> part{this, "part"};
  } model;
  constexpr std::size_t kParts = 40;
  model.part.resize(kParts);
  for (std::size_t k = 0; k < kParts; ++k) {
    model.part[k].cube = cube;
    model.part[k].x.start(1);
    model.part[k].y.start(2.0 + static_cast<double>(k)).fixed();
  }
  const auto compiled = compile_model(model);
  Simulator run(compiled, {});
  run.initialize();
  for (std::size_t k = 0; k < kParts; ++k) {
    EXPECT_NEAR(run.get("part[" + std::to_string(k + 1) + "].x"), std::cbrt(2.0 + k), 1e-12);
  }
  // One after the other they took 800 evaluations of all of them.
  EXPECT_LT(cube->calls, 60 * kParts);
}

TEST(Initialization, ContradictoryFixedValuesAreNamedWithTheClosestPossible) {
  Lag model;
  model.x.start(1).fixed();
  model.y.start(7).fixed();
  expect_words(refusal(model), {"cannot be assembled", "y = 7 V", "Closest possible", "fixed"});
}

TEST(Initialization, RedundantButConsistentFixedValuesAreAccepted) {
  Lag model;
  model.x.start(3).fixed();
  model.y.start(7).fixed();
  EXPECT_NEAR(simulate(model, {}).initial("x"), 3, 1e-12);
}

TEST(Initialization, ASteadyStateIsFoundFromAnInitialEquation) {
  struct Steady : Lag {
    void equations() override {
      Lag::equations();
      initial_equation(der(x), 0.0);
    }
  };
  Steady model;
  const Result result = simulate(model, {});
  EXPECT_NEAR(result.initial("x"), 3, 1e-12);
  EXPECT_NEAR(result.final("x"), 3, 1e-12);
}

TEST(Initialization, ANonlinearSteadyStateIsFoundNearTheStartValue) {
  struct Cubic : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), x - x * x * x);
      initial_equation(der(x), 0.0);
    }
  };
  Cubic positive, negative;
  positive.x.start(0.8);
  negative.x.start(-1.3);
  EXPECT_NEAR(simulate(positive, {}).initial("x"), 1, 1e-10);
  EXPECT_NEAR(simulate(negative, {}).initial("x"), -1, 1e-10);
}

TEST(Initialization, AnInitialEquationWithoutSolutionIsNamed) {
  struct Impossible : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), -x);
      initial_equation(x * x, -1.0);
    }
  };
  Impossible model;
  model.x.start(1);
  expect_words(refusal(model), {"cannot be assembled", "x * x = -1"});
}

TEST(Initialization, ContradictingInitialEquationsAreNamed) {
  struct Contradiction : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), -x);
      initial_equation(x, 1.0);
      initial_equation(x, 2.0);
    }
  };
  Contradiction model;
  expect_words(refusal(model), {"cannot be assembled", "initial equation"});
}

/// Mass on a rod around an anchor.
struct Pendulum : Model {
  planar_points::Gravity gravity{this, "gravity"};
  planar_points::Anchor anchor{this, "anchor"};
  planar_points::Rod rod{this, "rod"};
  planar_points::PointMass mass{this, "mass"};
  Pendulum() {
    rod.length = 2.0;
    connect(anchor.point, rod.point_a);
    connect(rod.point_b, mass.point);
  }
};

TEST(Initialization, AMechanismThatIsTenPercentOpenIsClosed) {
  Pendulum model;
  model.mass.x.start(2.2);
  model.mass.y.start(0);
  const Result result = simulate(model, {});
  EXPECT_NEAR(result.initial("mass.x"), 2, 1e-10);
  EXPECT_NEAR(result.initial("mass.y"), 0, 1e-10);
}

TEST(Initialization, AFixedCoordinateStaysAndTheOtherMoves) {
  Pendulum model;
  model.mass.x.start(1.2).fixed();
  model.mass.y.start(-1);
  const Result result = simulate(model, {});
  EXPECT_NEAR(result.initial("mass.x"), 1.2, 1e-12);
  EXPECT_NEAR(result.initial("mass.y"), -1.6, 1e-10);
}

TEST(Initialization, AVelocityThatLeavesTheCircleIsProjected) {
  Pendulum model;
  model.mass.x.start(2);
  model.mass.y.start(0);
  model.mass.vx.start(5);
  model.mass.vy.start(3);
  const Result result = simulate(model, {});
  EXPECT_NEAR(result.initial("mass.vx"), 0, 1e-10);
  EXPECT_NEAR(result.initial("mass.vy"), 3, 1e-10);
}

TEST(Initialization, AFixedVelocityIsHeldAndTheRestFollows) {
  Pendulum model;
  model.mass.x.start(1.2).fixed();
  model.mass.y.start(-1.6);
  model.mass.vx.start(4).fixed();
  const Result result = simulate(model, {});
  EXPECT_NEAR(result.initial("mass.vx"), 4, 1e-10);
  EXPECT_NEAR(result.initial("mass.vy"), 4 * 1.2 / 1.6, 1e-9);
}

TEST(Initialization, AMechanismThatCannotReachIsRefusedWithTheClosestPossible) {
  Pendulum model;
  model.mass.x.start(3.1).fixed();
  model.mass.y.start(0).fixed();
  expect_words(refusal(model),
               {"cannot be assembled", "mass.x = 3.1 m", "Closest possible", "rod"});
}

TEST(Initialization, WithoutAnyWishTheStatesStartAtZero) {
  struct Plain : Model {
    Variable x{this, "x"};
    void equations() override { equation(der(x), 1.0); }
  };
  EXPECT_EQ(simulate(Plain{}, {}).initial("x"), 0);
}

TEST(Initialization, FixedValuesOfBothSidesOfAnAliasMustAgree) {
  struct Alias : Model {
    Variable x{this, "x"}, y{this, "y"};
    void equations() override {
      equation(der(x), -x);
      equation(y, x);
    }
  };
  Alias agreeing, contradicting;
  agreeing.x.start(2).fixed();
  agreeing.y.start(2).fixed();
  EXPECT_EQ(simulate(agreeing, {}).initial("y"), 2);
  contradicting.x.start(2).fixed();
  contradicting.y.start(3).fixed();
  expect_words(refusal(contradicting), {"cannot be assembled", "fixed"});
}

TEST(Initialization, StartValuesMayBeExpressionsOfParameters) {
  struct Bound : Model {
    Parameter<double> level{this, "level", 4.0, "1", "initial level"};
    Variable x{this, "x"};
    Bound() { x.start(2.0 * level.expr()); }
    void equations() override { equation(der(x), 0.0); }
  };
  Bound model;
  model.set("level", 5);
  EXPECT_EQ(simulate(model, {}).initial("x"), 10);
}

TEST(Initialization, ANonlinearEquationIsSolvedNearItsStartValue) {
  struct Roots : Model {
    Variable x{this, "x"}, z{this, "z"};
    void equations() override {
      equation(der(x), 0.0 * x);
      equation(z * z, 4.0 + 0.0 * x);
    }
  };
  Roots negative;
  negative.z.start(-1);
  EXPECT_NEAR(simulate(negative, {}).initial("z"), -2, 1e-12);
  Roots positive;
  positive.z.start(1);
  EXPECT_NEAR(simulate(positive, {}).initial("z"), 2, 1e-12);
}

// At x = 0 neither x^2 nor its demand feels x: the search goes on from elsewhere.
TEST(Initialization, ASolutionIsFoundWhereTheStartValueFeelsNothing) {
  struct Square : Model {
    Variable x{this, "x"}, y{this, "y"};
    Square() {
      x.start(0.0);
      y.start(4.0).fixed();
    }
    void equations() override {
      equation(der(x), 1.0);
      equation(y, x * x);
    }
  };
  Square square;
  EXPECT_NEAR(std::abs(simulate(square, {.stop = 1e-3}).at("x", 0)), 2, 1e-8);
  struct Steady : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), x * x - 4.0);
      initial_equation(der(x), 0.0);
    }
  };
  Steady steady;
  EXPECT_NEAR(std::abs(simulate(steady, {.stop = 1e-3}).at("x", 0)), 2, 1e-8);
}

TEST(Initialization, AFarRootOfAFlatEquationIsFound) {
  struct Flat : Model {
    Variable x{this, "x"};
    void equations() override { equation(atan(x - 100.0), 0.0); }
  };
  Flat flat;
  EXPECT_NEAR(simulate(flat, {.stop = 1}).final("x"), 100, 1e-8);
}

TEST(Initialization, CyclicSquaresAreSolvedFromZero) {
  struct Cycle : Model {
    VariableArray x{this, "x"};
    void build() override { x.resize(20); }
    void equations() override {
      for (std::size_t i = 0; i < 20; ++i) {
        equation(x[i] * x[i] + x[(i + 1) % 20], 1.0 + 0.1 * static_cast<double>(i));
      }
    }
  };
  Cycle cycle;
  const Result result = simulate(cycle, {.stop = 1});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double first = result.final("x[1]"), second = result.final("x[2]");
  EXPECT_NEAR(first * first + second, 1, 1e-10);
}

}  // namespace
}  // namespace multibond
