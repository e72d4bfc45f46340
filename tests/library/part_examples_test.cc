// The small examples that show parts at work, each against its solution in closed form or against
// what is conserved.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "examples/bond_elements.h"
#include "examples/control.h"
#include "examples/planar_parts.h"
#include "examples/sources.h"
#include "examples/space_parts.h"
#include "multibond/simulate/simulation.h"

namespace multibond::examples {
namespace {

template <typename Example>
Result run(double stop, double tolerance = 1e-10) {
  Result result = simulate(Example{}, {.stop = stop, .tolerance = tolerance});
  EXPECT_EQ(result.status, RunStatus::completed);
  return result;
}

/// The variable follows the function of time at all instants.
void expect_curve(const Result& result, const std::string& path,
                  const std::function<double(double)>& curve, double tolerance) {
  const std::vector<double> values = result[path];
  double worst = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    worst = std::max(worst, std::abs(values[k] - curve(result.times()[k])));
  }
  EXPECT_LT(worst, tolerance) << path;
}

/// The function of the results at each instant stays what it was at the start.
void expect_constant(const Result& result, const std::vector<std::string>& paths,
                     const std::function<double(const std::vector<double>&)>& quantity,
                     double tolerance) {
  std::vector<std::vector<double>> columns;
  for (const std::string& path : paths) columns.push_back(result[path]);
  double first = 0, worst = 0;
  for (std::size_t k = 0; k < result.times().size(); ++k) {
    std::vector<double> row;
    for (const std::vector<double>& column : columns) row.push_back(column[k]);
    const double value = quantity(row);
    if (k == 0) first = value;
    worst = std::max(worst, std::abs(value - first));
  }
  EXPECT_LT(worst, tolerance) << paths[0];
}

/// Simpson's rule.
double integral(const std::function<double(double)>& f, double end) {
  constexpr int n = 2000;
  double sum = 0;
  for (int k = 0; k <= n; ++k) sum += f(end * k / n) * (k == 0 || k == n ? 1 : k % 2 ? 4 : 2);
  return sum * end / (3 * n);
}

// -- circuits -------------------------------------------------------------------------------------

TEST(PartExamples, AGyratorMakesACoilOfACapacitor) {
  const Result result = run<GyratorCoil>(4);
  EXPECT_NEAR(result.final("ammeter.i.value"), 2.5, 1e-7);
  EXPECT_NEAR(result.final("voltmeter.v.value"), 10, 1e-7);
  EXPECT_NEAR(result.final("probe.phi.value"), 10, 1e-7);
}

TEST(PartExamples, ARelaxationOscillatorHasItsPeriod) {
  const Result result = run<RelaxationOscillator>(0.5 + 3 + 0.5 * std::log(5) + 1);
  // It has been charging for one second since it was emptied to 1 V.
  EXPECT_NEAR(result.final("C.v"), 2, 1e-6);
}

TEST(PartExamples, AnOpeningSwitchLetsTheCapacitorCharge) {
  const Result result = run<OpeningSwitch>(4);
  expect_curve(
      result, "C.v", [](double t) { return t < 1 ? 0 : 10 * (1 - std::exp(-(t - 1) / 0.5)); },
      1e-7);
}

TEST(PartExamples, AMotorBreaksAwayAndSpeedsUpAlongAParabola) {
  const Result result = run<GearedMotorBonds>(2);
  const auto w = [](double t) { return t < 0.5 ? 0 : 5 * (t - 0.5) * (t - 0.5); };
  expect_curve(result, "rotor.port.f", w, 1e-7);
  expect_curve(
      result, "load.port.f", [&](double t) { return w(t) / 3; }, 1e-7);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

// -- shafts and sliding parts ---------------------------------------------------------------------

double driven(double t) { return 1.8 * (std::sin(2 * t) - 2.0 / 3 * std::sin(3 * t)); }
double driven_rate(double t) { return 3.6 * (std::cos(2 * t) - std::cos(3 * t)); }
double driven_acceleration(double t) { return 3.6 * (-2 * std::sin(2 * t) + 3 * std::sin(3 * t)); }

TEST(PartExamples, ATorsionalOscillatorBeats) {
  const Result result = run<TorsionalOscillator>(10);
  expect_curve(
      result, "phi.phi.value", [](double t) { return 0.1 * driven(t); }, 1e-7);
  expect_curve(
      result, "w.w.value", [](double t) { return 0.1 * driven_rate(t); }, 1e-7);
  expect_curve(
      result, "a.a.value", [](double t) { return 0.1 * driven_acceleration(t); }, 1e-6);
  expect_curve(
      result, "twist.phi_rel.value", [](double t) { return 0.1 * (driven(t) - std::sin(2 * t)); },
      1e-7);
  expect_curve(
      result, "twist_rate.w_rel.value",
      [](double t) { return 0.1 * (driven_rate(t) - 2 * std::cos(2 * t)); }, 1e-7);
}

TEST(PartExamples, StepsArePassedOnSmoothly) {
  const Result result = run<SmoothedSteps>(2);
  const auto bessel = [](double t, double f) {
    const double w = 2 * std::numbers::pi * f, a = w * 1.3617 / (2 * 0.6180);
    const double b = std::sqrt(w * w / 0.6180 - a * a), tau = std::max(0.0, t - 0.1);
    const double fading = std::exp(-a * tau);
    return std::pair(1 - fading * (std::cos(b * tau) + a / b * std::sin(b * tau)),
                     fading * (a * a / b + b) * std::sin(b * tau));
  };
  expect_curve(
      result, "rotor.phi", [&](double t) { return bessel(t, 2).first; }, 1e-6);
  expect_curve(
      result, "R.v", [&](double t) { return 0.5 * bessel(t, 2).second; }, 1e-5);
  expect_curve(
      result, "slide.s", [&](double t) { return bessel(t, 4).first; }, 1e-6);
  const double lag = 2 * std::numbers::pi / std::sqrt(std::cbrt(2.0) - 1);
  expect_curve(
      result, "damped.s",
      [&](double t) {
        const double x = lag * std::max(0.0, t - 0.1);
        return 1 - std::exp(-x) * (1 + x + x * x / 2);
      },
      1e-6);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

TEST(PartExamples, ASeismicMassMovesAsTheShaftDoes) {
  const Result result = run<SeismicMass>(10);
  expect_curve(
      result, "s.s.value", [](double t) { return 0.01 * driven(t); }, 1e-8);
  expect_curve(
      result, "v.v.value", [](double t) { return 0.01 * driven_rate(t); }, 1e-8);
  expect_curve(
      result, "a.a.value", [](double t) { return 0.01 * driven_acceleration(t); }, 1e-7);
  const auto stretch = [](double t) { return 0.01 * (driven(t) - std::sin(2 * t)); };
  expect_curve(result, "stretch.s_rel.value", stretch, 1e-8);
  expect_curve(
      result, "stretch_rate.v_rel.value",
      [](double t) { return 0.01 * (driven_rate(t) - 2 * std::cos(2 * t)); }, 1e-8);
  // The spring pulls the mass back with c times the stretch.
  for (std::size_t k = 0; k < result.times().size(); k += 50) {
    EXPECT_NEAR(std::abs(result["force.f.value"][k]), 9 * std::abs(stretch(result.times()[k])),
                1e-7);
  }
}

TEST(PartExamples, BacklashIsTakenUpAndABrakeHolds) {
  const Result result = run<BacklashAndBrake>(20);
  EXPECT_NEAR(result.final("shaft.w"), 1, 1e-7);
  EXPECT_NEAR(std::abs(result.final("coupling.phi_rel")), 0.1 + 1.0 / 500, 1e-7);
  expect_curve(
      result, "flywheel.w", [](double t) { return t < 1 ? 10 : std::max(0.0, 10 - 2.5 * (t - 1)); },
      1e-7);
  EXPECT_NEAR(result.final("flywheel.phi"), 30, 1e-7);
}

TEST(PartExamples, AWagonReturnsFromItsBufferAndStops) {
  const double back = 1 + std::numbers::pi / 10;
  const Result result = run<BufferStop>(5);
  expect_curve(
      result, "wagon.v",
      [&](double t) {
        if (t < 1) return 1.0;
        if (t < back) return std::cos(10 * (t - 1));
        if (t < 2) return -1.0;
        return std::min(0.0, -1 + 0.5 * (t - 2));
      },
      1e-6);
  EXPECT_NEAR(result.final("wagon.s"), 1 - (2 - back) - 1, 1e-6);
}

TEST(PartExamples, ABargeFollowsRopeWavesAndRiver) {
  // m v' + d v = d u + F + A sin t with m = d = 2, u = 0.5, F = 4, A = 3
  const Result result = run<TowedBarge>(20);
  expect_curve(
      result, "barge.v",
      [](double t) {
        return 2.5 * (1 - std::exp(-t)) +
               3.0 / 8 * (2 * std::sin(t) - 2 * std::cos(t) + 2 * std::exp(-t));
      },
      1e-7);
}

// -- tanks and heat -------------------------------------------------------------------------------

TEST(PartExamples, ACascadeOfTanksComesToItsLevels) {
  const Result result = run<TankCascade>(4000);
  const double lower = 4e11 * 1e-8 / 9810;
  const double pipe = 128 * 0.05 * 2 * 1e-4 / (std::numbers::pi * std::pow(0.02, 4)) / 9810;
  EXPECT_NEAR(result.final("lower.level"), lower, 1e-6);
  EXPECT_NEAR(result.final("upper.level"), lower + pipe, 1e-6);
  EXPECT_NEAR(result.final("meter.y.value"), 1e-4, 1e-9);
}

TEST(PartExamples, AControlledLevelIsThatOfTheReference) {
  const Result result = run<LevelControl>(600, 1e-8);
  EXPECT_NEAR(result.final("tank.level"), 1, 1e-4);
  // Then the pump brings what the head of 1 m less that of the sea drives through the outlet.
  EXPECT_NEAR(result.final("pump.q"), (9810 - 4905) / 2e8, 1e-7);
}

TEST(PartExamples, AThermostatKeepsItsBandAndHeatIsConserved) {
  const Result result = run<Thermostat>(21600, 1e-9);
  const std::vector<double> T = result["room.T"];
  bool warm = false;
  for (const double value : T) {
    warm = warm || value > 293.15;
    EXPECT_LT(value, 295.15 + 1e-6);
    EXPECT_GT(value, warm ? 293.15 - 1e-6 : 291);
  }
  EXPECT_TRUE(warm);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-7);
  // What the heater and the people brought is in the room or was lost.
  double heat = 0;
  const std::vector<double> on = result["heater.Q_flow.value"];
  for (std::size_t k = 1; k < on.size(); ++k) {
    heat += (on[k - 1] + on[k]) / 2 * (result.times()[k] - result.times()[k - 1]);
  }
  EXPECT_NEAR(heat + 100 * 21600, 5e5 * (T.back() - T.front()) + result.final("lost.y.value"),
              1e-3 * heat);
}

// -- bond graphs ----------------------------------------------------------------------------------

TEST(PartExamples, APeakIsDetectedAndHeld) {
  const Result result = run<PeakDetector>(1, 1e-9);
  expect_curve(
      result, "C.port.e",
      [](double t) { return t < 0.25 ? 10 * std::sin(2 * std::numbers::pi * t) : 10.0; }, 1e-5);
  EXPECT_LT(result.final("C_leaking.port.e"), 9.9);
  EXPECT_GT(result.final("C_leaking.port.e"), 8);
}

TEST(PartExamples, SwitchesOfBothKindsChargeAlike) {
  const Result result = run<SwitchedBonds>(4);
  const auto charge = [](double t) { return t < 1 ? 0 : 10 * (1 - std::exp(-(t - 1) / 0.5)); };
  expect_curve(result, "C.port.e", charge, 1e-7);
  expect_curve(result, "C2.port.e", charge, 1e-3);
  EXPECT_NEAR(result.final("flux.y.value"), 10 * (3 - 0.5 * (1 - std::exp(-6))), 1e-6);
}

TEST(PartExamples, FieldsTurnWhatTheyBrake) {
  const Result result = run<SpiralDecay>(4);
  for (const char* what : {"I.port.f", "C.port.e"}) {
    expect_curve(
        result, std::string(what) + "[1]", [](double t) { return std::exp(-t) * std::cos(2 * t); },
        1e-8);
    expect_curve(
        result, std::string(what) + "[2]", [](double t) { return std::exp(-t) * std::sin(2 * t); },
        1e-8);
  }
}

TEST(PartExamples, AMultibondIsBrakedReorderedAndTakenApart) {
  const Result result = run<BondRouting>(4);
  EXPECT_NEAR(result.final("first.port.f"), 12, 1e-8);
  EXPECT_NEAR(result.final("rest.port.f[1]"), 4, 1e-8);
  EXPECT_NEAR(result.final("rest.port.f[2]"), 2 * (1 - std::exp(-4)), 1e-8);
}

TEST(PartExamples, NonlinearLawsHold) {
  const Result result = run<NonlinearLaws>(5);
  for (const char* path : {"mass.port.f", "tank.port.e"}) {
    expect_curve(
        result, path, [](double t) { return 1 / (1 + t); }, 1e-8);
  }
  expect_curve(
      result, "electron.port.f", [](double t) { return t / std::sqrt(1 + t * t); }, 1e-8);
}

TEST(PartExamples, LossesThatGrowMakeABell) {
  const Result result = run<FadingLosses>(4);
  for (const char* path : {"mass.port.f", "tank.port.e"}) {
    expect_curve(
        result, path, [](double t) { return std::exp(-t * t / 2); }, 1e-8);
  }
}

TEST(PartExamples, FrictionBecomesHeat) {
  const Result result = run<FrictionHeat>(20);
  EXPECT_NEAR(result.final("body.port.e"), 295.15, 1e-6);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

TEST(PartExamples, TwoYokesKeepTheShaftEven) {
  const Result result = run<ScotchYokes>(4);
  expect_curve(
      result, "shaft.port.f", [](double) { return 5.0; }, 1e-7);
  expect_curve(
      result, "flywheel.port.f", [](double) { return 20.0; }, 1e-6);
  expect_curve(
      result, "piston_x.port.f", [](double t) { return -std::sin(5 * t); }, 1e-6);
  expect_curve(
      result, "piston_y.port.f", [](double t) { return std::cos(5 * t); }, 1e-6);
}

TEST(PartExamples, AWeakenedFieldMakesAMotorFaster) {
  const Result result = run<FieldWeakening>(3);
  expect_curve(
      result, "rotor.port.f", [](double t) { return 24 * (1 - std::exp(-t / 0.04)); }, 1e-7);
  EXPECT_NEAR(result.final("rotor2.port.f"), 40, 1e-7);
}

TEST(PartExamples, ATurningEngineAddsUpToNothing) {
  const Result result = run<TurningEngine>(10);
  expect_curve(
      result, "puck.port.f[1]", [](double t) { return t + std::sin(t); }, 1e-8);
  expect_curve(
      result, "puck.port.f[2]", [](double t) { return 1 - std::cos(t); }, 1e-8);
}

TEST(PartExamples, APuckKeepsEnergyAndAngularMomentum) {
  const Result result = run<PuckOnSpring>(10);
  const std::vector<std::string> paths{"place.y[1].value", "place.y[2].value", "puck.port.f[1]",
                                       "puck.port.f[2]", "spring.port.e"};
  expect_constant(
      result, paths, [](const std::vector<double>& r) { return r[0] * r[3] - r[1] * r[2]; }, 1e-7);
  expect_constant(
      result, paths,
      [](const std::vector<double>& r) {
        return (r[2] * r[2] + r[3] * r[3]) / 2 + r[4] * r[4] / 8;
      },
      1e-7);
}

// -- plane ----------------------------------------------------------------------------------------

TEST(PartExamples, AnElasticPendulumKeepsItsEnergy) {
  const Result result = run<ElasticPendulum>(10);
  expect_constant(
      result, {"mass.vx", "mass.vy", "mass.y", "spring.s"},
      [](const std::vector<double>& r) {
        return (r[0] * r[0] + r[1] * r[1]) / 2 + 9.81 * r[2] + 10 * (r[3] - 1) * (r[3] - 1);
      },
      1e-6);
}

TEST(PartExamples, SensorsOfThePlaneAgree) {
  const Result result = run<MeasuredPendulum>(5);
  for (int i = 1; i <= 2; ++i) {
    const std::string y = ".y[" + std::to_string(i) + "].value";
    const double weight = i == 2 ? 9.81 : 0;
    expect_constant(
        result, {"force" + y, "acceleration" + y},
        [&](const std::vector<double>& r) { return r[0] - 2 * (r[1] + weight); }, 1e-6);
    const auto difference = [](const std::vector<double>& r) { return r[0] - r[1]; };
    expect_constant(result, {"place" + y, "from_ground" + y}, difference, 1e-9);
    expect_constant(result, {"speed" + y, "speed_from_ground" + y}, difference, 1e-9);
    expect_constant(result, {"acceleration" + y, "acceleration_from_ground" + y}, difference, 1e-8);
    // Not only constant, but the same.
    EXPECT_NEAR(result.final("force" + y), 2 * (result.final("acceleration" + y) + weight), 1e-6);
    EXPECT_NEAR(result.final("place" + y), result.final("from_ground" + y), 1e-9);
  }
  expect_curve(
      result, "distance.y[1].value", [](double) { return 1.0; }, 1e-9);
  expect_curve(
      result, "power.y[1].value", [](double) { return 0.0; }, 1e-9);
  expect_constant(
      result, {"speed.y[1].value", "speed.y[2].value", "place.y[2].value"},
      [](const std::vector<double>& r) { return (r[0] * r[0] + r[1] * r[1]) / 2 + 9.81 * r[2]; },
      1e-7);
}

TEST(PartExamples, GearsAndRackSwingAsOneMass) {
  const Result result = run<GearsAndRack>(5);
  expect_curve(
      result, "guide.s", [](double t) { return 0.1 * std::cos(5 * t); }, 1e-7);
  EXPECT_NEAR(result.final("bearing_a.phi") - result["bearing_a.phi"][0],
              -2 * (result.final("bearing_b.phi") - result["bearing_b.phi"][0]), 1e-7);
}

TEST(PartExamples, ADiscRollsWithTwoThirds) {
  const Result result = run<RollingDisc>(2);
  const double a = 2.0 / 3 * 9.81 / 2;
  EXPECT_NEAR(std::hypot(result.final("disc.vx"), result.final("disc.vy")), 2 * a, 1e-6);
  EXPECT_NEAR(result.final("disc.w"), -2 * a / 0.3, 1e-5);
}

TEST(PartExamples, TheMiddleOfATrammelSwingsAsAPendulum) {
  const Result result = run<Trammel>(5);
  expect_constant(
      result, {"body.x", "body.y"},
      [](const std::vector<double>& r) { return std::hypot(r[0], r[1]); }, 1e-7);
  EXPECT_NEAR(std::hypot(result.final("body.x"), result.final("body.y")), 0.5, 1e-7);
  expect_constant(
      result, {"body.vx", "body.vy", "body.y"},
      [](const std::vector<double>& r) { return (r[0] * r[0] + r[1] * r[1]) / 2 + 9.81 * r[2]; },
      1e-6);
}

TEST(PartExamples, ACarriageKeepsItsMomentumAndAPlatformItsFigure) {
  const Result result = run<CarriageAndPlatform>(10);
  expect_constant(
      result, {"weight.v", "bob.vx"}, [](const std::vector<double>& r) { return 3 * r[0] + r[1]; },
      1e-7);
  expect_curve(
      result, "cross.s_x", [](double t) { return 0.2 * std::cos(2 * t); }, 1e-7);
  expect_curve(
      result, "cross.s_y", [](double t) { return 0.2 * std::cos(3 * t); }, 1e-7);
}

TEST(PartExamples, WhatActsBetweenBodiesKeepsTheirMomentum) {
  const Result result = run<FloatingPair>(10);
  const std::vector<std::string> paths{"a.x", "a.y", "a.vx", "a.vy", "a.w",
                                       "b.x", "b.y", "b.vx", "b.vy", "b.w"};
  expect_constant(
      result, paths, [](const std::vector<double>& r) { return 2 * r[2] + r[7]; }, 1e-7);
  expect_constant(
      result, paths, [](const std::vector<double>& r) { return 2 * r[3] + r[8]; }, 1e-7);
  expect_constant(
      result, paths,
      [](const std::vector<double>& r) {
        return 2 * (r[0] * r[3] - r[1] * r[2]) + 0.3 * r[4] + r[5] * r[8] - r[6] * r[7] +
               0.2 * r[9];
      },
      1e-6);
}

TEST(PartExamples, AHovercraftEndsOnACircle) {
  const Result result = run<Hovercraft>(60);
  EXPECT_NEAR(result.final("craft.w"), 1, 1e-7);
  EXPECT_NEAR(std::hypot(result.final("craft.vx"), result.final("craft.vy")), 4 / std::sqrt(5),
              1e-6);
}

TEST(PartExamples, ABoomOnACylinderLosesNothing) {
  const Result result = run<DiggerBoom>(3);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-7);
  // The cylinder spans the distance from its foot to the lug on the boom.
  for (std::size_t k = 0; k < result.times().size(); k += 25) {
    const double phi = result["joint.phi"][k];
    EXPECT_NEAR(result["cylinder.slider.s"][k],
                std::hypot(0.8 * std::cos(phi) - 0.4, 0.8 * std::sin(phi) + 0.8), 1e-7);
  }
}

TEST(PartExamples, TwoPlanesShareTheirAxis) {
  const Result result = run<TwoPlanes>(2);
  for (std::size_t k = 0; k < result.times().size(); k += 25) {
    const double p = result["shaft.phi"][k];
    EXPECT_NEAR(result["weight.x"][k],
                0.3 * std::cos(p) + std::sqrt(1 - std::pow(0.3 * std::sin(p), 2)), 1e-7);
    EXPECT_NEAR(result["bead.x"][k], -1 / std::tan(result["hinge.phi"][k]), 1e-7);
  }
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-7);
}

// -- space ----------------------------------------------------------------------------------------

TEST(PartExamples, SensorsOfSpaceAgree) {
  const Result result = run<MeasuredArm>(5);
  std::array<std::vector<double>, 3> place, force, acceleration, seen, seen_speed;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string y = ".y[" + std::to_string(i + 1) + "].value";
    place[i] = result["place" + y];
    force[i] = result["force" + y];
    acceleration[i] = result["acceleration" + y];
    seen[i] = result["seen" + y];
    seen_speed[i] = result["seen_speed" + y];
  }
  const std::vector<double> distance = result["distance.y[1].value"], w = result["elbow.w"];
  for (std::size_t k = 0; k < result.times().size(); ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      ASSERT_NEAR(force[i][k], 2 * (acceleration[i][k] + (i == 1 ? 9.81 : 0)), 1e-6);
    }
    ASSERT_NEAR(distance[k], std::hypot(place[0][k], place[1][k], place[2][k]), 1e-8);
    // Seen from the elbow, the bob circles about x.
    ASSERT_NEAR(std::hypot(seen[1][k], seen[2][k]), std::sqrt(0.5), 1e-8);
    ASSERT_NEAR(std::hypot(seen_speed[1][k], seen_speed[2][k]), std::sqrt(0.5) * std::abs(w[k]),
                1e-7);
  }
  expect_curve(
      result, "power.y[1].value", [](double) { return 0.0; }, 1e-8);
  expect_curve(
      result, "seen_rate.y[2].value", [](double) { return 0.0; }, 1e-8);
}

TEST(PartExamples, AScrewTurnsAndABoltSlides) {
  const Result result = run<ScrewAndBolt>(2);
  expect_curve(
      result, "screw.w", [](double t) { return -9.81 * 0.1 / 0.11 * t; }, 1e-6);
  expect_curve(
      result, "cylinder.slide.s", [](double t) { return 0.2 * std::cos(2 * t); }, 1e-7);
  expect_curve(
      result, "cylinder.turn.phi", [](double t) { return t * t / 2; }, 1e-7);
}

TEST(PartExamples, WhatActsBetweenBodiesInSpaceKeepsTheirMomentum) {
  const Result result = run<FloatingPair3D>(10);
  const std::array<double, 3> momentum{0.2, 1, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string index = "[" + std::to_string(i + 1) + "]";
    const std::vector<double> a = result["a.v" + index], b = result["b.v" + index];
    for (std::size_t k = 0; k < a.size(); k += 25) {
      EXPECT_NEAR(2 * a[k] + b[k], momentum[i], 1e-7);
    }
  }
}

TEST(PartExamples, AProbeDrawsEulersSpiral) {
  const Result result = run<EulerSpiral>(8);
  EXPECT_NEAR(result.final("probe.v[1]"), integral([](double t) { return std::cos(t * t / 4); }, 8),
              1e-6);
  EXPECT_NEAR(result.final("probe.v[2]"), integral([](double t) { return std::sin(t * t / 4); }, 8),
              1e-6);
  EXPECT_NEAR(result.final("probe.v[3]"), 4, 1e-7);
}

TEST(PartExamples, AMachineBouncesOnItsBushing) {
  const Result result = run<MachineMount>(3);
  const double sag = 2 * 9.81 / 800;
  expect_curve(
      result, "machine.x[1]", [](double t) { return 0.02 * std::cos(10 * t); }, 1e-6);
  expect_curve(
      result, "machine.x[2]", [&](double t) { return sag * (std::cos(20 * t) - 1); }, 1e-6);
}

TEST(PartExamples, PucksOnARodAndOnASpringCircleInStep) {
  const Result result = run<PucksOnTable>(5);
  const auto x = [](double t) { return 0.5 * std::cos(2 * t); };
  const auto y = [](double t) { return 0.5 * std::sin(2 * t); };
  for (const std::string table : {"table_rod", "table_spring"}) {
    expect_curve(result, table + ".along_x.s", x, 1e-7);
    expect_curve(result, table + ".along_y.s", y, 1e-7);
  }
  expect_curve(
      result, "middle.x[1]", [&](double t) { return x(t) / 2; }, 1e-7);
  expect_curve(
      result, "bead.x[1]", [&](double t) { return 1.5 + 0.4 * x(t); }, 1e-7);
  expect_curve(
      result, "table_rod.turn.phi", [](double t) { return t * t / 2; }, 1e-7);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

TEST(PartExamples, ABallCirclesOnATurntableAndAWheelTurns) {
  const Result result = run<Turntable>(10);
  const double rate = 6.0 / 7, radius = 0.2 / rate;
  expect_curve(
      result, "ball.x[1]", [&](double t) { return 0.5 + radius * std::sin(rate * t); }, 1e-6);
  expect_curve(
      result, "ball.x[3]", [&](double t) { return radius * (std::cos(rate * t) - 1); }, 1e-6);
  expect_curve(
      result, "axle.phi", [](double t) { return 18 * t; }, 1e-6);
  expect_curve(
      result, "rim.f_long", [](double) { return 0.0; }, 1e-6);
}

TEST(PartExamples, ACardanShaftTurnsUnevenly) {
  const Result result = run<CardanShaft>(2);
  const double c = std::cos(CardanShaft::bend()), s = std::sin(CardanShaft::bend());
  // Of a steel bar about its axis: m r^2 / 2.
  const double bar = 7700 * std::numbers::pi * 0.4 * std::pow(0.02, 4) / 2;
  for (std::size_t k = 0; k < result.times().size(); k += 10) {
    const double phi = result["bearing.phi"][k], w = result["bearing.w"][k];
    const double w2 = w * c / (1 - std::pow(s * std::sin(phi), 2)), w3 = w2 / -2;
    EXPECT_NEAR(result["gear.actuatedRevolute_a.w"][k], w2, 1e-6);
    EXPECT_NEAR(result["gear.actuatedRevolute_b.w"][k], w3, 1e-6);
    EXPECT_NEAR((bar * w * w + bar * w2 * w2 + 0.02 * w3 * w3) / 2, 0.05 * phi, 1e-8);
  }
  EXPECT_GT(result.final("bearing.phi"), 10);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

}  // namespace
}  // namespace multibond::examples
