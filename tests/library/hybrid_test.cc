// Ideal diodes and switches, friction that sticks and slips: times and values of the changes.
#include <array>
#include <cmath>
#include <numbers>

#include "examples/domains.h"
#include "examples/hybrid.h"
#include "wrapped_bench.h"

namespace multibond {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
constexpr double kPi = std::numbers::pi;

/// Whether an event happened at that time.
::testing::AssertionResult happened(const Result& result, double time, double tolerance) {
  double nearest = 1e300;
  for (const EventRecord& event : result.events) {
    if (std::abs(event.time - time) < std::abs(nearest - time)) nearest = event.time;
  }
  if (std::abs(nearest - time) <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "the event nearest to " << time << " is at " << nearest;
}

// -- rectifiers -----------------------------------------------------------------------------------

struct HalfWave : Model {
  electrical::SineVoltage source{this, "source"};
  electrical::IdealDiode diode{this, "diode"};
  electrical::Resistor load{this, "load"};
  electrical::Ground ground{this, "ground"};
  HalfWave() {
    source.V = 10.0;
    load.R = 5.0;
    connect(source.p, diode.p);
    connect(diode.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  }
};

TEST(Rectifier, OneDiodePassesThePositiveHalves) {
  const Result result = run(HalfWave{}, 2.25, 1e-10, 900);
  for (double t = 0.0125; t < 2.25; t += 0.0025) {
    EXPECT_NEAR(result.at("load.i", t), 2 * std::max(0.0, std::sin(2 * kPi * t)), 1e-9) << t;
  }
  for (const double t : {0.5, 1.0, 1.5, 2.0}) EXPECT_TRUE(happened(result, t, 1e-10));
  EXPECT_THAT(codes_inside(HalfWave{}, "diode"), ElementsAre("1", "D"));
}

/// Voltage of the bridge's capacitor in closed form, phase by phase. While two diodes conduct,
/// v' = -a v + b |sin w t|; while all block, it discharges into R. The times of change are roots.
class BridgeReference {
 public:
  explicit BridgeReference(double stop) {
    double t = 0, v = 0;
    bool conducts = true;
    while (t < stop) {
      phases_.push_back({t, v, conducts});
      // Conduction ends within its half wave; it begins again within the next one.
      const double half = std::floor(t * 100 + 1e-9) / 100;
      double low = conducts ? t + 1e-5 : half + 0.01, high = conducts ? half + 0.01 : half + 0.015;
      for (int k = 0; k < 200; ++k) {
        const double middle = (low + high) / 2;
        const bool still = conducts == (source(middle) > voltage(phases_.back(), middle));
        (still ? low : high) = middle;
      }
      v = voltage(phases_.back(), high);
      t = high;
      conducts = !conducts;
    }
  }
  double voltage(double t) const {
    std::size_t k = 0;
    while (k + 1 < phases_.size() && phases_[k + 1].begin <= t) ++k;
    return voltage(phases_[k], t);
  }
  std::vector<double> changes() const {
    std::vector<double> times;
    for (std::size_t k = 1; k < phases_.size(); ++k) times.push_back(phases_[k].begin);
    return times;
  }

 private:
  struct Phase {
    double begin, v;
    bool conducts;
  };
  static double source(double t) { return std::abs(10 * std::sin(w * t)); }
  static double voltage(const Phase& phase, double t) {
    if (!phase.conducts) return phase.v * std::exp(-(t - phase.begin) / (100 * 1e-3));
    const double a = (1 / 0.1 + 1 / 100.0) / 1e-3, b = 10 / (0.1 * 1e-3);
    const double sign = std::sin(w * (phase.begin + 1e-6)) > 0 ? 1 : -1;
    const auto forced = [&](double at) {
      return sign * b / (a * a + w * w) * (a * std::sin(w * at) - w * std::cos(w * at));
    };
    return forced(t) + (phase.v - forced(phase.begin)) * std::exp(-a * (t - phase.begin));
  }
  static constexpr double w = 100 * kPi;
  std::vector<Phase> phases_;
};

TEST(Rectifier, TheBridgeFollowsItsClosedForm) {
  const Result result = run(examples::FullBridgeRectifier{}, 0.04, 1e-12);
  const BridgeReference reference(0.04);
  EXPECT_GE(reference.changes().size(), 7u);
  for (const double t : reference.changes()) {
    if (t >= 0.04) continue;
    EXPECT_TRUE(happened(result, t, 1e-10)) << t;
  }
  double largest = 0;
  for (int k = 0; k <= 500; ++k) {
    const double t = 0.04 * k / 500;
    largest = std::max(largest, std::abs(result.at("C.v", t) - reference.voltage(t)));
  }
  EXPECT_LT(largest, 1e-8);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
}

// -- buck converter -------------------------------------------------------------------------------

/// Current and voltage of the converter at the end of so many periods, by small steps within each
/// phase and a search for the end of the current.
struct BuckReference {
  double L = 1e-4, C = 1e-4, R, V = 24;
  double i = 0, v = 0;
  int idle_phases = 0;

  std::array<double, 2> rate(double at_i, double at_v, double u, bool idle) const {
    return {idle ? 0.0 : (u - at_v) / L, ((idle ? 0.0 : at_i) - at_v / R) / C};
  }
  void step(double h, double u, bool idle) {
    const auto k1 = rate(i, v, u, idle), k2 = rate(i + h / 2 * k1[0], v + h / 2 * k1[1], u, idle),
               k3 = rate(i + h / 2 * k2[0], v + h / 2 * k2[1], u, idle),
               k4 = rate(i + h * k3[0], v + h * k3[1], u, idle);
    i += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]);
    v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]);
  }
  void run(int periods) {
    const int steps = 50;
    const double h = 1e-5 / steps;
    for (int period = 0; period < periods; ++period) {
      for (int k = 0; k < steps; ++k) step(h, V, false);
      bool idle = false;
      for (int k = 0; k < steps; ++k) {
        const double i0 = i, v0 = v;
        step(h, 0, idle);
        if (idle || i >= 0) continue;
        double low = 0, high = h;
        for (int n = 0; n < 60; ++n) {
          const double middle = (low + high) / 2;
          i = i0, v = v0;
          step(middle, 0, false);
          (i > 0 ? low : high) = middle;
        }
        i = 0;
        idle = true;
        ++idle_phases;
        step(h - high, 0, true);
      }
    }
  }
};

Result run_buck(double R, int periods) {
  examples::BuckConverter model;
  model.R.R = R;
  return run(std::move(model), periods * 2e-5, 1e-10, 200);
}

TEST(Buck, ContinuousConductionFollowsTheReferenceThroughAThousandSwitchings) {
  const Result result = run_buck(5, 500);
  BuckReference reference{.R = 5};
  reference.run(500);
  EXPECT_GE(result.events.size(), 999u);
  EXPECT_NEAR(result.final("L.i"), reference.i, 1e-7);
  EXPECT_NEAR(result.final("C.v"), reference.v, 1e-7);
  EXPECT_NEAR(result.final("C.v"), 12, 0.2);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
}

TEST(Buck, DiscontinuousConductionHasPhasesWithoutCurrent) {
  const Result result = run_buck(100, 300);
  BuckReference reference{.R = 100};
  reference.run(300);
  EXPECT_GT(reference.idle_phases, 100);
  EXPECT_GE(result.events.size(), 599u + static_cast<std::size_t>(reference.idle_phases));
  EXPECT_NEAR(result.final("L.i"), reference.i, 1e-7);
  EXPECT_NEAR(result.final("C.v"), reference.v, 1e-7);
  const auto& current = result.signal("L.i");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    EXPECT_GE(result.value(current, row), -1e-9);
  }
}

// -- friction -------------------------------------------------------------------------------------

/// Mass on the ground with dry friction, pushed by a force.
struct Pushed : Model {
  translational::Fixed ground{this, "ground"};
  translational::Friction friction{this, "friction"};
  translational::Mass mass{this, "mass"};
  translational::Force force{this, "force"};
  signals::RealExpression push{this, "push"};
  explicit Pushed(double v0 = 0) {
    friction.fn = 10.0;
    friction.mu_static = 0.6;
    friction.mu_kinetic = 0.5;
    mass.m = 2.0;
    mass.s.start(1.0).fixed();
    mass.v.start(v0).fixed();
    connect(ground.flange, friction.flange_a);
    connect(friction.flange_b, mass.flange_a);
    connect(push.y, force.f);
    connect(force.flange, mass.flange_b);
  }
};

TEST(Friction, HoldsFromTheStartBelowBreakaway) {
  Pushed model;
  model.push.set(5.9);
  const Result result = audited_run(std::move(model), 3);
  EXPECT_NEAR(result.final("mass.s"), 1, 1e-13);
  EXPECT_NEAR(result.final("mass.v"), 0, 1e-13);
  EXPECT_NEAR(result.final("friction.f"), 5.9, 1e-12);
}

TEST(Friction, BreaksAwayAtOnceAboveIt) {
  Pushed model;
  model.push.set(-7.0);
  const Result result = audited_run(std::move(model), 3);
  EXPECT_NEAR(result.final("mass.s"), 1 - 0.5 * 3 * 3, 1e-9);
  EXPECT_NEAR(result.final("friction.f"), -5, 1e-12);
}

TEST(Friction, BreaksAwayWhenARampReachesTheStaticForce) {
  Pushed model;
  model.push.set(3.0 * model.time());
  const Result result = audited_run(std::move(model), 4);
  EXPECT_TRUE(happened(result, 2, 1e-10));
  // 2 dv/dt = 3 t - 5 from 2 s on
  EXPECT_NEAR(result.final("mass.v"), (1.5 * (16 - 4) - 5 * 2) / 2, 1e-8);
}

TEST(Friction, AMovingMassComesToRestAndStays) {
  Pushed model(3);
  model.push.set(0.0);
  const Result result = audited_run(std::move(model), 3);
  EXPECT_TRUE(happened(result, 1.2, 1e-9));
  EXPECT_NEAR(result.final("mass.s"), 1 + 1.8, 1e-9);
  EXPECT_NEAR(result.final("mass.v"), 0, 1e-13);
}

TEST(Friction, AThrustAgainstTheMotionReversesItThroughZero) {
  Pushed model(3);
  model.push.set(-7.0);
  const Result result = audited_run(std::move(model), 3);
  // Slows with 6 m/s2 for 0.5 s, then goes back with 1 m/s2 at once.
  EXPECT_TRUE(happened(result, 0.5, 1e-9));
  EXPECT_NEAR(result.final("mass.v"), -2.5, 1e-8);
  EXPECT_NEAR(result.final("mass.s"), 1 + 0.75 - 0.5 * 2.5 * 2.5, 1e-8);
}

TEST(Friction, AnOscillationLosesTheSameAmplitudeInEachHalfPeriodUntilItSticks) {
  struct Swing : Model {
    translational::Fixed ground{this, "ground"};
    translational::Spring spring{this, "spring"};
    translational::Friction friction{this, "friction"};
    translational::Mass mass{this, "mass"};
    Swing() {
      spring.c = 100.0;
      friction.fn = 1.0;
      friction.mu_static = 8.0;
      friction.mu_kinetic = 6.0;
      mass.s.start(1.0).fixed();
      mass.v.start(0.0).fixed();
      connect(ground.flange, spring.flange_a);
      connect(ground.flange, friction.flange_a);
      connect(spring.flange_b, mass.flange_a);
      connect(friction.flange_b, mass.flange_a);
    }
  };
  const Result result = audited_run(Swing{}, 4);
  // 1, -0.88, 0.76, ..., -0.16, 0.04: there the spring pulls with 4 N only.
  for (int k = 1; k <= 8; ++k) {
    EXPECT_TRUE(happened(result, k * kPi / 10, 1e-8));
    EXPECT_NEAR(result.at("mass.s", k * kPi / 10), (k % 2 ? -1 : 1) * (1 - 0.12 * k), 1e-7);
  }
  EXPECT_NEAR(result.final("mass.s"), 0.04, 1e-8);
  EXPECT_NEAR(result.final("mass.v"), 0, 1e-13);
}

/// Force on a sledge that lies on another one.
struct Stacked : Model {
  translational::Fixed ground{this, "ground"};
  translational::Friction lower{this, "lower"}, upper{this, "upper"};
  translational::Mass below{this, "below"}, above{this, "above"};
  translational::ConstantForce force{this, "force"};
  Stacked(double f_lower, double f_upper, double push) {
    for (translational::Friction* friction : {&lower, &upper}) {
      friction->mu_static = 1.0;
      friction->mu_kinetic = 1.0;
    }
    lower.fn = f_lower;
    upper.fn = f_upper;
    force.f_constant = push;
    for (translational::Mass* mass : {&below, &above}) {
      mass->s.start(0.0).fixed();
      mass->v.start(0.0).fixed();
    }
    connect(ground.flange, lower.flange_a);
    connect(lower.flange_b, below.flange_a);
    connect(below.flange_b, upper.flange_a);
    connect(upper.flange_b, above.flange_a);
    connect(force.flange, above.flange_b);
  }
};

TEST(Friction, TwoInSeriesStickAndSlipByThemselves) {
  Result result = audited_run(Stacked(3, 2, 5), 2);  // the upper one slips
  EXPECT_NEAR(result.final("below.s"), 0, 1e-12);
  EXPECT_NEAR(result.final("above.s"), 0.5 * 3 * 4, 1e-9);
  result = audited_run(Stacked(3, 4, 4.5), 2);  // the lower one slips, both move together
  EXPECT_NEAR(result.final("below.s"), 0.5 * 0.75 * 4, 1e-9);
  EXPECT_NEAR(result.final("above.s"), 0.5 * 0.75 * 4, 1e-9);
  EXPECT_NEAR(result.final("upper.f"), 3.75, 1e-9);
  result = audited_run(Stacked(3, 4, 8), 2);  // both slip
  EXPECT_NEAR(result.final("below.s"), 0.5 * 1 * 4, 1e-9);
  EXPECT_NEAR(result.final("above.s"), 0.5 * 4 * 4, 1e-9);
  result = audited_run(Stacked(3, 4, 2), 2);  // none
  EXPECT_NEAR(result.final("above.s"), 0, 1e-12);
}

TEST(Friction, AGearTrainWithDryFrictionHoldsOrTurns) {
  struct Train : Model {
    rotational::ConstantTorque torque{this, "torque"};
    rotational::Inertia motor{this, "motor"}, load{this, "load"};
    rotational::IdealGear gear{this, "gear"};
    rotational::BearingFriction bearing{this, "bearing"};
    explicit Train(double tau) {
      torque.tau_constant = tau;
      motor.J = 0.01;
      gear.ratio = 10.0;
      bearing.tau_kinetic = 2.0;
      bearing.tau_static = 2.5;
      load.phi.start(0.0).fixed();
      load.w.start(0.0).fixed();
      connect(torque.flange, motor.flange_a);
      connect(motor.flange_b, gear.flange_a);
      connect(gear.flange_b, bearing.flange_a);
      connect(bearing.flange_b, load.flange_a);
    }
  };
  Result result = audited_run(Train(0.24), 2);
  EXPECT_NEAR(result.final("load.phi"), 0, 1e-12);
  EXPECT_NEAR(result.final("bearing.tau"), 2.4, 1e-12);
  result = audited_run(Train(0.3), 2);
  EXPECT_NEAR(result.final("load.w"), (3.0 - 2.0) / 2 * 2, 1e-9);
  EXPECT_NEAR(result.final("motor.w"), 10 * result.final("load.w"), 1e-10);
  EXPECT_THAT(codes_inside(Train(0.3), "bearing"), ElementsAre("1", "R"));
}

TEST(Friction, StribecksCurveFallsFromTheStaticToTheKineticForce) {
  Pushed model(1);
  model.friction.v_stribeck = 0.1;
  model.push.set(0.0);
  const Result result = audited_run(std::move(model), 1);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    const double v = result.value(result.signal("mass.v"), row);
    if (v < 1e-6) continue;
    EXPECT_NEAR(result.value(result.signal("friction.f"), row), 5 + std::exp(-v / 0.1), 1e-9);
  }
  EXPECT_NEAR(result.final("mass.v"), 0, 1e-13);
}

TEST(Friction, StaticFrictionBelowTheKineticOneIsRefused) {
  Pushed model;
  model.friction.mu_static = 0.4;
  EXPECT_THAT(sample::message_of([&] { flatten(model); }),
              HasSubstr("friction.element breaks away at 4, but slips against 5"));
}

TEST(StickSlip, FollowsItsClosedForm) {
  const Result result = audited_run(examples::StickSlip{}, 5);
  const double w = 10, D = 0.05, V = 0.2;
  const double slip = (2 * kPi - 2 * std::atan(D * w / V)) / w, stick = 2 * D / V;
  double t = 0.15 / V;
  for (int cycle = 0; cycle < 4; ++cycle) {
    EXPECT_TRUE(happened(result, t, 1e-8)) << cycle;
    EXPECT_NEAR(result.at("mass.s", t), 0.15, 1e-8) << cycle;
    t += slip;
    EXPECT_TRUE(happened(result, t, 1e-8)) << cycle;
    EXPECT_NEAR(result.at("mass.s", t), 0.05, 1e-8) << cycle;
    t += stick;
  }
  EXPECT_THAT(codes_inside(examples::StickSlip{}, "friction"), ElementsAre("0", "R"));
}

// -- clutch and brake -----------------------------------------------------------------------------

TEST(Clutch, LocksWhenBothShaftsTurnAlike) {
  const Result result = audited_run(examples::ClutchEngagement{}, 4);
  const double locked = 0.5 + 10 / 4.5;
  EXPECT_TRUE(happened(result, locked, 1e-9));
  EXPECT_NEAR(result.at("engine.w", 0.4), 10, 1e-12);
  EXPECT_NEAR(result.at("load.w", 1.5), 1.5, 1e-8);
  EXPECT_NEAR(result.final("engine.w"), 10.0 / 3, 1e-9);
  EXPECT_NEAR(result.final("load.w"), 10.0 / 3, 1e-9);
  EXPECT_NEAR(result.final("clutch.tau"), 0, 1e-9);
}

TEST(Brake, StopsAShaftHoldsItAndReleasesIt) {
  struct Stop : Model {
    rotational::Inertia shaft{this, "shaft"};
    rotational::Brake brake{this, "brake"};
    rotational::ConstantTorque torque{this, "torque"};
    signals::Pulse press{this, "press"};
    Stop() {
      shaft.J = 2.0;
      shaft.phi.start(0.0).fixed();
      shaft.w.start(5.0).fixed();
      torque.tau_constant = 1.0;
      brake.fn_max = 8.0;
      press.startTime = 1.0;
      press.period = 10.0;
      connect(press.y, brake.f_normalized);
      connect(torque.flange, shaft.flange_a);
      connect(shaft.flange_b, brake.flange_a);
    }
  };
  const Result result = audited_run(Stop{}, 8);
  // 5.5 rad/s at 1 s, then -1.5 rad/s2 until 4.6667 s, at rest until the brake opens at 6 s
  EXPECT_TRUE(happened(result, 1 + 5.5 / 1.5, 1e-9));
  EXPECT_NEAR(result.at("shaft.w", 5.5), 0, 1e-12);
  EXPECT_NEAR(result.at("brake.tau", 5.5), 1, 1e-12);
  EXPECT_NEAR(result.final("shaft.w"), 0.5 * 2, 1e-8);
}

TEST(DCMotorDrive, ComesToTheSpeedAtWhichTheMotorCarriesTheFriction) {
  const Result result = run(examples::DCMotorDrive{}, 4);
  EXPECT_NEAR(result.at("load.w", 0.05), 0, 1e-12);
  EXPECT_NEAR(result.final("motor.la.i"), 1, 1e-6);
  EXPECT_NEAR(result.final("load.w"), 23.5, 1e-5);
}

TEST(HydraulicServo, HoldsItsPosition) {
  const Result result = run(examples::HydraulicServo{}, 4, 1e-8);
  EXPECT_NEAR(result.final("mass.s"), 0.05, 1e-4);
  EXPECT_NEAR(result.final("chamber.p"), 5e5, 2e3);
}

}  // namespace
}  // namespace multibond
