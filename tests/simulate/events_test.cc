// Events: located exactly, handled once, iterated until nothing changes, accumulations named.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using ::testing::HasSubstr;

/// A ball falls from `height` and rebounds with the fraction e of its speed.
struct BouncingBall : Model {
  double e;
  Variable h{this, "h", "m"}, v{this, "v", "m/s"};
  explicit BouncingBall(double restitution = 0.8, double height = 1, double speed = 0)
      : e(restitution) {
    h.start(height).fixed();
    v.start(speed).fixed();
  }
  void equations() override {
    equation(der(h), v);
    equation(der(v), -9.81);
    when(h < 0, [&] { reinit(v, -e * pre(v)); });
  }
};

TEST(BouncingBall, HitsAllClosedFormImpactTimesUntilTheZenoLimit) {
  SimulationOptions options;
  options.stop = 10;
  const Result result = simulate(BouncingBall{}, options);
  double speed = std::sqrt(2 * 9.81), time = speed / 9.81;
  ASSERT_GT(result.events.size(), 60u);
  for (const EventRecord& event : result.events) {
    EXPECT_NEAR(event.time, time, 1e-9 * time);
    speed *= 0.8;
    time += 2 * speed / 9.81;
  }
  const double limit = 4.06371276887158;  // t1 (1 + e) / (1 - e)
  EXPECT_NEAR(result.events.back().time, limit, 1e-7);
}

TEST(BouncingBall, ReportsTheZenoLimitAndKeepsTheResultsSoFar) {
  const Result result = simulate(BouncingBall{}, {});
  EXPECT_EQ(result.status, RunStatus::failed);
  ASSERT_FALSE(result.diagnostics.empty());
  const std::string text = to_string(result.diagnostics.back());
  EXPECT_NE(text.find("Zeno"), std::string::npos) << text;
  EXPECT_NE(text.find("h < 0"), std::string::npos) << text;
  EXPECT_NE(text.find("4.06371"), std::string::npos) << text;
  EXPECT_NE(text.find("rest"), std::string::npos) << "the remedy is missing: " << text;
  EXPECT_NEAR(result.times().back(), 4.0637127, 1e-6);
}

TEST(BouncingBall, NeverFallsThroughTheFloor) {
  for (const char* solver : {"dop853", "arkode", "rk4", "bdf", "adams"}) {
    SimulationOptions options;
    options.solver = solver;
    options.stop = 3.9;
    options.fixed_step = 0.003;
    options.tolerance = 1e-8;
    const Result result = simulate(BouncingBall{}, options);
    for (const double height : result["h"]) EXPECT_GT(height, -1e-9) << solver;
    EXPECT_GT(result.events.size(), 10u) << solver;
  }
}

TEST(BouncingBall, ThatTouchesTheFloorAtTheStartReboundsAtTheStart) {
  SimulationOptions options;
  options.stop = 0.1;
  const Result result = simulate(BouncingBall(0.5, 0.0, -2.0), options);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].time, 0.0);
  EXPECT_NEAR(result.at("v", 1e-9), 1.0, 1e-6);
}

TEST(Events, AreRecordedWithARowBeforeAndARowAfter) {
  SimulationOptions options;
  options.stop = 0.6;
  const Result result = simulate(BouncingBall{}, options);
  ASSERT_EQ(result.events.size(), 1u);
  const auto& times = result.times();
  const auto v = result["v"];
  int found = 0;
  for (std::size_t i = 1; i < times.size(); ++i) {
    if (times[i] != times[i - 1]) continue;
    ++found;
    EXPECT_NEAR(v[i], -0.8 * v[i - 1], 1e-12);
  }
  EXPECT_EQ(found, 1);
}

/// One look tells of all conditions: those that cross later in a step are not mistaken for the
/// first one, whatever their order.
TEST(Events, ThatFollowEachOtherInOneStepKeepTheirTimes) {
  struct Three : Model {
    Variable x{this, "x"}, late{this, "late"}, early{this, "early"}, middle{this, "middle"};
    void equations() override {
      equation(der(x), 1.0);
      equation(late, select(x > 0.7, 1.0, 0.0));
      equation(early, select(x * x > 0.09, 1.0, 0.0));
      equation(middle, select(x * x * x > 0.125, 1.0, 0.0));
    }
  };
  SimulationOptions options;
  options.stop = 1;
  const Result result = simulate(Three{}, options);
  ASSERT_EQ(result.events.size(), 3u);
  const double times[] = {0.3, 0.5, 0.7};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(result.events[i].time, times[i], 1e-13);
    EXPECT_EQ(result.events[i].conditions.size(), 1u);
  }
}

TEST(Events, ThatHappenTogetherAreOneEvent) {
  struct Two : Model {
    Variable x{this, "x"}, y{this, "y"};
    Discrete a{this, "a"}, b{this, "b"};
    void equations() override {
      equation(der(x), 1.0);
      equation(der(y), -2.0);
      when(x > 1, [&] { assign(a, pre(a) + 1); });
      when(y < -2, [&] { assign(b, pre(b) + 1); });
    }
  };
  SimulationOptions options;
  options.stop = 2;
  const Result result = simulate(Two{}, options);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_NEAR(result.events[0].time, 1.0, 1e-12);
  EXPECT_EQ(result.events[0].conditions.size(), 2u);
  EXPECT_EQ(result.final("a"), 1);
  EXPECT_EQ(result.final("b"), 1);
}

TEST(Events, OfTimeAreHitExactly) {
  struct Clock : Model {
    Discrete count{this, "count"}, late{this, "late"};
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), select(time() >= 0.7, 2.0, 1.0));
      when(sample(0.0, 0.1), [&] { assign(count, pre(count) + 1); });
      when(time() >= 0.35, [&] { assign(late, 1.0); });
    }
  };
  SimulationOptions options;
  options.stop = 1;
  options.intervals = 10;
  const Result result = simulate(Clock{}, options);
  EXPECT_EQ(result.final("count"), 11);  // at 0, 0.1, …, 1
  EXPECT_EQ(result.final("late"), 1);
  EXPECT_NEAR(result.final("x"), 0.7 + 2 * 0.3, 1e-12);
  bool exact = false;
  for (const EventRecord& event : result.events) exact = exact || event.time == 0.35;
  EXPECT_TRUE(exact);
}

TEST(Events, SamplesBegunBeforeTheRunGoOnInIt) {
  struct Clock : Model {
    Discrete early{this, "early"}, on_time{this, "on_time"}, late{this, "late"};
    void equations() override {
      when(sample(-0.25, 0.1), [&] { assign(early, pre(early) + 1); });
      when(sample(2.0, 0.1), [&] { assign(on_time, pre(on_time) + 1); });
      when(sample(2.31, 0.1), [&] { assign(late, pre(late) + 1); });
    }
  };
  SimulationOptions options;
  options.start = 2;
  options.stop = 2.5;
  const Result result = simulate(Clock{}, options);
  EXPECT_EQ(result.final("early"), 5);    // at 2.05, 2.15, …, 2.45
  EXPECT_EQ(result.final("on_time"), 6);  // at 2, 2.1, …, 2.5
  EXPECT_EQ(result.final("late"), 2);     // at 2.31, 2.41
}

TEST(Events, AtTheStartTimeHappenOnce) {
  struct Start : Model {
    Discrete count{this, "count"};
    void equations() override {
      when(time() >= 0, [&] { assign(count, pre(count) + 1); });
    }
  };
  const Result result = simulate(Start{}, {});
  EXPECT_EQ(result.final("count"), 1);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_EQ(result.events[0].time, 0.0);
}

TEST(Events, WhatHoldsFromTheBeginningDoesNotBecomeTrue) {
  struct Constant : Model {
    Variable x{this, "x"};
    Discrete count{this, "count"};
    Constant() { x.start(5).fixed(); }
    void equations() override {
      equation(der(x), 1.0);
      when(x > 1, [&] { assign(count, pre(count) + 1); });
    }
  };
  EXPECT_EQ(simulate(Constant{}, {}).final("count"), 0);
}

TEST(Events, AChainOfFiftyRelaysSwitchesInOneInstant) {
  // Relay i pulls up when the contact before it has closed: fifty rounds of event iteration.
  struct Chain : Model {
    std::vector<std::unique_ptr<Variable>> contact;
    Variable x{this, "x"};
    Chain() {
      for (int i = 0; i < 50; ++i) {
        contact.push_back(std::make_unique<Variable>(this, fmt::format("contact[{}]", i + 1)));
      }
    }
    void equations() override {
      equation(der(x), 1.0);
      equation(*contact[0], select(x > 1, 1.0, 0.0));
      for (int i = 1; i < 50; ++i) {
        equation(*contact[i], select(contact[i - 1]->expr() > 0.5, 1.0, 0.0));
      }
    }
  };
  SimulationOptions options;
  options.stop = 2;
  const Result result = simulate(Chain{}, options);
  ASSERT_EQ(result.events.size(), 1u);
  EXPECT_NEAR(result.events[0].time, 1, 1e-12);
  EXPECT_GE(result.events[0].iterations, 50u);
  for (int i = 1; i <= 50; ++i) {
    const std::string name = fmt::format("contact[{}]", i);
    EXPECT_EQ(result.at(name, 0.999), 0) << name;
    EXPECT_EQ(result.at(name, 1.001), 1) << name;
  }
}

TEST(Events, AHysteresisSwitchesAtItsTwoLevelsInTurn) {
  struct Thermostat : Model {
    Variable T{this, "T"};
    Discrete on{this, "on", 1};
    Thermostat() { T.start(20).fixed(); }
    void equations() override {
      equation(der(T), select(on > 0.5, 10.0, 0.0) - 0.2 * T);
      when(T > 22, [&] { assign(on, 0.0); });
      when(T < 18, [&] { assign(on, 1.0); });
    }
  };
  SimulationOptions options;
  options.tolerance = 1e-9;
  const Result result = simulate(Thermostat{}, options);
  // From 18 to 22 heating towards 50, and back cooling towards 0, both with rate 0.2.
  const double first = std::log(30.0 / 28.0) / 0.2, heat = std::log(32.0 / 28.0) / 0.2,
               cool = std::log(22.0 / 18.0) / 0.2;
  double time = first;
  ASSERT_GE(result.events.size(), 6u);
  bool heating = false;
  std::size_t switches = 0;
  for (const EventRecord& event : result.events) {
    const bool up = event.conditions[0].find("22") != std::string::npos;
    if (std::abs(event.time - time) > 1e-6) continue;  // the other level's condition falls back
    EXPECT_EQ(up, !heating);
    EXPECT_NEAR(event.time, time, 1e-8);
    time += heating ? heat : cool;
    heating = !heating;
    ++switches;
  }
  EXPECT_GE(switches, 6u);
}

TEST(Events, ADipBetweenTwoStepsIsNotMissed) {
  // The parabola is below zero for 2e-3 s only, far less than a step.
  struct Dip : Model {
    Variable x{this, "x"};
    Discrete count{this, "count"};
    Dip() { x.start(0).fixed(); }
    void equations() override {
      equation(der(x), 1.0);
      when(square(x - 0.5) - 1e-6 < 0, [&] { assign(count, pre(count) + 1); });
    }
  };
  SimulationOptions options;
  options.stop = 1;
  const Result result = simulate(Dip{}, options);
  EXPECT_EQ(result.final("count"), 1);
  ASSERT_FALSE(result.events.empty());
  EXPECT_NEAR(result.events[0].time, 0.499, 1e-9);
}

TEST(Events, ConditionsThatSwitchEachOtherForeverAreNamed) {
  struct Flicker : Model {
    Discrete a{this, "a", 0};
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), 1.0);
      when(x > 1 && a < 0.5, [&] { assign(a, 1.0); });
      when(x > 1 && a > 0.5, [&] { assign(a, 0.0); });
    }
  };
  SimulationOptions options;
  options.stop = 2;
  const Result result = simulate(Flicker{}, options);
  EXPECT_EQ(result.status, RunStatus::failed);
  const std::string text = to_string(result.diagnostics.back());
  EXPECT_NE(text.find("without end"), std::string::npos) << text;
  EXPECT_NEAR(result.times().back(), 1, 1e-9);
}

TEST(Events, ChatteringIsDetectedAndNamed) {
  struct Sliding : Model {  // pushed onto x = 0 from both sides
    Variable x{this, "x"};
    Sliding() { x.start(1).fixed(); }
    void equations() override { equation(der(x), select(x > 0, -1.0, 1.0)); }
  };
  SimulationOptions options;
  options.stop = 3;
  const Result result = simulate(Sliding{}, options);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_NEAR(result.times().back(), 1, 1e-6);
  const std::string text = to_string(result.diagnostics.back());
  EXPECT_NE(text.find("x"), std::string::npos) << text;
}

TEST(Events, TheModelMayEndTheRun) {
  struct Ending : Model {
    Variable x{this, "x"};
    void equations() override {
      equation(der(x), 1.0);
      when(x > 2, [&] { terminate("the goal is reached"); });
    }
  };
  const Result result = simulate(Ending{}, {});
  EXPECT_EQ(result.status, RunStatus::terminated);
  EXPECT_NEAR(result.times().back(), 2, 1e-9);
  EXPECT_NE(result.diagnostics.back().text.find("the goal is reached"), std::string::npos);
}

TEST(Events, PreIsTheValueBeforeTheInstant) {
  struct Swap : Model {
    Discrete a{this, "a", 1}, b{this, "b", 2};
    void equations() override {
      when(time() >= 0.5, [&] {
        assign(a, pre(b));
        assign(b, pre(a));
      });
    }
  };
  SimulationOptions options;
  options.stop = 1;
  const Result result = simulate(Swap{}, options);
  EXPECT_EQ(result.final("a"), 2);
  EXPECT_EQ(result.final("b"), 1);
}

/// A `when` that moves its own threshold: at each whole number, and at none twice.
TEST(Events, AThresholdThatAWhenMovesIsPassedOnce) {
  struct Steps : Model {
    Variable x{this, "x"};
    Discrete level{this, "level"};
    Steps() { x.start(0.5).fixed(); }
    void equations() override {
      equation(der(x), 1.0);
      when(x - level > 1.0, [&] { assign(level, level + 1.0); });
    }
  };
  const Result result = simulate(Steps{}, {.stop = 5});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.final("level"), 5);
  ASSERT_EQ(result.events.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(result.events[k].time, 0.5 + static_cast<double>(k), 1e-9);
  }
}

TEST(Interruption, KeepsWhatWasComputed) {
  SimulationOptions options;
  options.stop = 1000;
  int steps = 0;
  options.interrupted = [&] { return ++steps > 20; };
  struct Oscillator : Model {
    Variable x{this, "x"}, v{this, "v"};
    Oscillator() { x.start(1).fixed(); }
    void equations() override {
      equation(der(x), v);
      equation(der(v), -x);
    }
  };
  const Result result = simulate(Oscillator{}, options);
  EXPECT_EQ(result.status, RunStatus::interrupted);
  EXPECT_GT(result.rows(), 1u);
  EXPECT_LT(result.times().back(), 1000);
}

/// Counts how often sin(speed x) becomes positive, x = time.
struct Fast : Model {
  Variable x{this, "x"};
  Discrete n{this, "n"};
  Fast() { x.start(0.0).fixed(); }
  void equations() override {
    equation(der(x), 1.0);
    when(sin(1e3 * x) > 0.0, [&] { assign(n, pre(n) + 1.0); });
  }
};

// What the guide says of conditions that come and go within one step.
TEST(Events, AMaximumStepFindsWhatLongStepsMiss) {
  Fast model;
  const Result result = simulate(model, {.stop = 1, .maximum_step = 1e-3});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.final("n"), 160);  // at 0 and at multiples of 2 pi / 1000
}

// 1e-14 s is an interval from 0 on, but not at 1000 s.
TEST(Events, ASampleIntervalTooSmallForTheTimeIsRefused) {
  struct Sampled : Model {
    Discrete n{this, "n"};
    void equations() override {
      when(sample(0.0, 1e-14), [&] { assign(n, pre(n) + 1.0); });
    }
  } model;
  const Result result = simulate(model, {.start = 1000, .stop = 1001});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(result.diagnostics.back().text,
              HasSubstr("The model takes samples at an interval that is too small to change the "
                        "time."));
  EXPECT_THAT(result.diagnostics.back().hint, HasSubstr("a larger interval"));
}

}  // namespace
}  // namespace multibond
