// Nested `either`: modes inside branches of modes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "multibond/analyze/linearize.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/simulate/simulation.h"
#include "multibond/simulate/simulator.h"

namespace multibond {
namespace {

using namespace electrical;

/// Where the switch closes, and where it opens again.
constexpr double kCloses = 1.1, kOpens = 1.9;

/// A switch in series with an ideal diode. The diode is only looked at while the switch is closed.
class NestedValve final : public OnePort {
 public:
  using OnePort::OnePort;
  Variable s{this, "s", "", "voltage while blocking, current while conducting"};
  void equations() override {
    OnePort::equations();
    const auto block = [&] {
      limit_equation(i, 0.0, v);
      equation(v, s);
    };
    const auto conduct = [&] {
      equation(v, 0.0);
      equation(i, s);
    };
    either(
        time() >= kCloses && time() < kOpens, [&] { either(s > 0, conduct, block); }, block);
  }
};

/// The same with one condition.
class FlatValve final : public OnePort {
 public:
  using OnePort::OnePort;
  Variable s{this, "s", "", "voltage while blocking, current while conducting"};
  void equations() override {
    OnePort::equations();
    either(
        time() >= kCloses && time() < kOpens && s > 0,
        [&] {
          equation(v, 0.0);
          equation(i, s);
        },
        [&] {
          limit_equation(i, 0.0, v);
          equation(v, s);
        });
  }
};

/// A sine source of 10 V and 1 Hz with a valve, a coil and a resistor in series.
template <typename Valve>
struct Rectifier : Model {
  SineVoltage source{this, "source"};
  Valve valve{this, "valve"};
  Inductor coil{this, "coil"};
  Resistor load{this, "load"};
  Ground ground{this, "ground"};
  Rectifier() {
    source.V = 10.0;
    source.f = 1.0;
    coil.L = 0.5;
    load.R = 4.0;
    connect(source.p, valve.p);
    connect(valve.n, coil.p);
    connect(coil.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  }
};

/// Current of the coil after the valve begins to conduct at t0.
double current(double t, double t0) {
  const double w = 2 * std::numbers::pi, R = 4, L = 0.5;
  const double z = std::hypot(R, w * L), phi = std::atan2(w * L, R);
  return 10 / z * (std::sin(w * t - phi) - std::sin(w * t0 - phi) * std::exp(-(t - t0) * R / L));
}

TEST(NestedModes, AValveConductsWhileItsSwitchIsClosedAndItsDiodeForward) {
  Rectifier<NestedValve> model;
  Simulator run(compile_model(model), {.tolerance = 1e-10});
  run.initialize();
  const auto current_at = [&](double t) {
    run.advance(t);
    return run.get("coil.i");
  };
  EXPECT_EQ(current_at(0.3), 0);
  for (const double t : {1.15, 1.3, 1.5}) EXPECT_NEAR(current_at(t), current(t, kCloses), 1e-8);
  EXPECT_NEAR(current_at(1.8), 0, 1e-12);  // the diode blocks
  EXPECT_NEAR(current_at(2.3), 0, 1e-12);  // forward, but the switch is open
}

TEST(NestedModes, AConditionInABranchThatDoesNotHoldIsNoEvent) {
  Rectifier<NestedValve> nested;
  Rectifier<FlatValve> flat;
  const Result result = simulate(nested, {.stop = 3, .tolerance = 1e-10});
  // Closed, current ends, opened; the zeros of the voltage at 0.5, 1, 2, 2.5 s pass unnoticed.
  ASSERT_EQ(result.events.size(), 3u);
  EXPECT_DOUBLE_EQ(result.events[0].time, kCloses);
  EXPECT_NEAR(current(result.events[1].time, kCloses), 0, 1e-8);
  EXPECT_DOUBLE_EQ(result.events[2].time, kOpens);
  EXPECT_GT(simulate(flat, {.stop = 3, .tolerance = 1e-10}).events.size(), 3u);
}

TEST(NestedModes, EqualOneConditionForBothLevels) {
  Rectifier<NestedValve> nested;
  Rectifier<FlatValve> flat;
  Simulator a(compile_model(nested), {.tolerance = 1e-12});
  Simulator b(compile_model(flat), {.tolerance = 1e-12});
  a.initialize();
  b.initialize();
  for (double t = 0.03; t < 3; t += 0.05) {
    a.advance(t);
    b.advance(t);
    for (const char* path : {"coil.i", "valve.v", "load.v"}) {
      EXPECT_NEAR(a.get(path), b.get(path), 1e-10) << path << " at " << t;
    }
  }
}

/// Two shafts and a dry clutch that is engaged from 1 s to 4 s and from 5 s on: it slips at 6 N.m,
/// or sticks. A motor of 1 N.m drives the first.
struct Clutch : Model {
  Variable w1{this, "w1", "rad/s"}, w2{this, "w2", "rad/s"}, tau{this, "tau", "N.m"};
  Parameter<double> J1{this, "J1", 1.0, "kg.m2"}, J2{this, "J2", 2.0, "kg.m2"};
  Parameter<double> drive{this, "drive", 1.0, "N.m"}, grip{this, "grip", 6.0, "N.m"};
  Clutch() {
    w1.start(10.0).fixed();
    w2.start(0.0).fixed();
  }
  void equations() override {
    equation(J1 * der(w1), drive - tau);
    equation(J2 * der(w2), tau);
    either((time() >= 1.0 && time() < 4.0) || time() >= 5.0,
           [&] {
             either(
                 w1 > w2, [&] { equation(tau, grip); }, [&] { equation(w1, w2); });
           },
           [&] { equation(tau, 0.0); });
    stores(0.5 * J1 * w1 * w1 + 0.5 * J2 * w2 * w2);
    supplies(drive * w1);
    dissipates(tau * (w1 - w2));
  }
};

/// The slipping ends at 1 + 11/8 s.
constexpr double kStuck = 2.375, kSpeed = 4.125;

TEST(NestedModes, AClutchSlipsAndSticksWhileItIsEngaged) {
  Clutch model;
  const Result result = simulate(model, {.stop = 6, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.at("w1", 0.5), 10.5, 1e-10);
  EXPECT_NEAR(result.at("w1", 2), 11 - 5, 1e-9);
  EXPECT_NEAR(result.at("w2", 2), 3, 1e-9);
  EXPECT_NEAR(result.at("w1", 3), kSpeed + (3 - kStuck) / 3, 1e-9);
  EXPECT_NEAR(result.at("tau", 3), 2.0 / 3, 1e-9);
  const double parted = kSpeed + (4 - kStuck) / 3;
  EXPECT_NEAR(result.at("w1", 4.5), parted + 0.5, 1e-9);
  EXPECT_NEAR(result.at("w2", 4.5), parted, 1e-9);
  // Again: 1 rad/s apart, gone after 1/8 s.
  EXPECT_NEAR(result.at("w2", 5.1), parted + 3 * 0.1, 1e-9);
  EXPECT_NEAR(result.final("w1"), parted + 3.0 / 8 + (1 - 1.0 / 8) / 3, 1e-9);
  EXPECT_NEAR(result.final("w1"), result.final("w2"), 1e-12);
  ASSERT_EQ(result.events.size(), 5u);
  EXPECT_NEAR(result.events[1].time, kStuck, 1e-9);
}

TEST(NestedModes, TheEnergyOfAClutchAddsUp) {
  Clutch model;
  const Result result = simulate(model, {.stop = 6, .tolerance = 1e-10});
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-9);
  // 6 N.m over the angles by which it slips: 11/2 * 11/8 and 1/2 * 1/8 rad.
  EXPECT_NEAR(result.energy.dissipated, 6 * (11.0 / 2 * 11 / 8 + 0.5 / 8), 1e-7);
}

TEST(NestedModes, ARunGoesOnFromWhereverItWasSaved) {
  Clutch model;
  const auto compiled = compile_model(model);
  for (const double saved : {0.5, 2.0, 3.0, 4.5, 5.05, 5.5}) {
    Simulator whole(compiled), first(compiled), second(compiled);
    for (Simulator* run : {&whole, &first}) run->initialize();
    first.advance(saved);
    second.restore(first.save());
    whole.advance(6);
    second.advance(6);
    for (const char* path : {"w1", "w2", "tau"}) {
      EXPECT_EQ(second.get(path), whole.get(path)) << path << " saved at " << saved;
    }
  }
}

TEST(NestedModes, ALinearizationIsThatOfTheModeThatHolds) {
  Clutch model;
  EXPECT_EQ(linearize(model, {.time = 2}).states.size(), 2u);  // slips
  EXPECT_EQ(linearize(model, {.time = 3}).states.size(), 1u);  // sticks
  EXPECT_EQ(linearize(model, {.time = 4.5}).states.size(), 2u);
}

/// Three levels, of which the inner ones count in the branches that do not hold above.
struct Steps : Model {
  Variable x{this, "x"}, y{this, "y"};
  void equations() override {
    equation(der(x), 1.0);
    either(
        x > 3, [&] { equation(y, 4.0); },
        [&] {
          either(
              x > 2, [&] { equation(y, 3.0); },
              [&] {
                either(
                    x > 1, [&] { equation(y, 2.0); }, [&] { equation(y, 1.0); });
              });
        });
  }
};

TEST(NestedModes, AnyNumberOfLevels) {
  Steps model;
  const Result result = simulate(model, {.stop = 4});
  for (const double t : {0.5, 1.5, 2.5, 3.5}) {
    EXPECT_EQ(result.at("y", t), std::ceil(t)) << t;
  }
}

TEST(NestedModes, ARunMayBeginInAnInnerBranch) {
  Steps model;
  model.x.start(1.5).fixed();
  const Result result = simulate(model, {.stop = 2});
  EXPECT_EQ(result.at("y", 0), 2);
  EXPECT_EQ(result.at("y", 1), 3);
  EXPECT_EQ(result.at("y", 1.9), 4);
}

}  // namespace
}  // namespace multibond
