// Drives: filtered positions, paths, friction by tables, gears with losses, heat ports.
#include <cmath>
#include <numbers>

#include "complaint.h"
#include "examples/hybrid.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/rotational_gears.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signal_paths.h"
#include "multibond/library/signals.h"
#include "multibond/library/translational_friction.h"
#include "multibond/library/translational_sources.h"
#include "wrapped_bench.h"

namespace multibond {
namespace {

using test::complaint;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
constexpr double kPi = std::numbers::pi;

// -- positions and filters ------------------------------------------------------------------------

TEST(FilteredPosition, AnswersAStepAsABesselFilter) {
  struct Stepped : Model {
    signals::Step step{this, "step"};
    rotational::Position turn{this, "turn"};
    translational::Position slide{this, "slide"};
    rotational::Inertia disc{this, "disc"};
    translational::Mass mass{this, "mass"};
    Stepped() {
      step.startTime = 0.1;
      step.offset = 0.3;
      turn.exact = false;
      slide.exact = false;
      turn.f_crit = 2.0;
      slide.f_crit = 4.0;
      connect(step.y, turn.phi_ref);
      connect(step.y, slide.s_ref);
      connect(turn.flange, disc.flange_a);
      connect(slide.flange, mass.flange_a);
    }
  };
  const Result result = audited_run(Stepped{}, 0.6);
  const auto closed = [](double t, double f) {
    const double w = 2 * kPi * f, a = w * 1.3617 / (2 * 0.6180);
    const double b = std::sqrt(w * w / 0.6180 - a * a), tau = t - 0.1;
    if (tau < 0) return 0.3;
    return 1.3 - std::exp(-a * tau) * (std::cos(b * tau) + a / b * std::sin(b * tau));
  };
  for (const double t : {0.0, 0.06, 0.15, 0.24, 0.3, 0.6}) {
    EXPECT_NEAR(result.at("disc.phi", t), closed(t, 2), 1e-6) << t;
    EXPECT_NEAR(result.at("mass.s", t), closed(t, 4), 1e-6) << t;
  }
  EXPECT_THAT(codes_inside(Stepped{}, "turn"), ElementsAre("mSf"));
}

TEST(CriticalDamping, AnswersAStepWithEqualLagsInSeries) {
  struct Stepped : Model {
    signals::Step step{this, "step"};
    signals::CriticalDamping second{this, "second"}, third{this, "third"}, plain{this, "plain"},
        resting{this, "resting"};
    Stepped() {
      step.height = 2.0;
      third.n = 3;
      plain.normalized = false;
      resting.initType = "steady";
      for (auto* filter : {&second, &third, &plain, &resting}) connect(step.y, filter->u);
    }
  };
  const Result result = run(Stepped{}, 1);
  const auto closed = [](double wt, int n) {
    return 2 - 2 * std::exp(-wt) * (1 + wt + (n == 3 ? wt * wt / 2 : 0));
  };
  // The cut-off frequency is 1 Hz: there (1 + (2 pi / w)^2)^(n/2) = sqrt(2).
  const double w2 = 2 * kPi / std::sqrt(std::sqrt(2.0) - 1);
  const double w3 = 2 * kPi / std::sqrt(std::cbrt(2.0) - 1);
  for (const double t : {0.1, 0.3, 1.0}) {
    EXPECT_NEAR(result.at("second.y.value", t), closed(w2 * t, 2), 1e-8);
    EXPECT_NEAR(result.at("third.y.value", t), closed(w3 * t, 3), 1e-8);
    EXPECT_NEAR(result.at("plain.y.value", t), closed(2 * kPi * t, 2), 1e-8);
    EXPECT_NEAR(result.at("resting.x[1]", t), 2, 1e-12);
    EXPECT_NEAR(result.at("resting.y.value", t), 2, 1e-12);
  }
}

// -- paths ----------------------------------------------------------------------------------------

/// Path of two axes, whose first moves an inertia exactly.
struct OnPath : Model {
  signals::KinematicPTP path{this, "path"};
  rotational::Position position{this, "position"};
  rotational::Inertia disc{this, "disc"};
  OnPath(const Vector2& begin, const Vector2& end) {
    path.axes(2);
    path.q_begin = begin;
    path.q_end = end;
    path.qd_max = Vector2(2, 1);
    path.qdd_max = Vector2(4, 8);
    path.startTime = 0.5;
    connect(path.q[0], position.phi_ref);
    connect(position.flange, disc.flange_a);
  }
};

TEST(KinematicPTP, MovesAllAxesTogetherWithinTheirLimits) {
  // The first axis needs 4 / 2 s at its speed and decides; its acceleration takes 2 / 4 s.
  const OnPath model({1, 0}, {5, -1});
  EXPECT_NEAR(model.path.end_time(), 0.5 + 2 + 0.5, 1e-14);
  const Result result = run(OnPath({1, 0}, {5, -1}), 4);
  EXPECT_NEAR(result.at("disc.phi", 0.4), 1, 1e-14);
  EXPECT_NEAR(result.at("disc.phi", 0.8), 1 + 0.5 * 4 * 0.09, 1e-12);
  EXPECT_NEAR(result.at("disc.w", 1.6), 2, 1e-12);
  EXPECT_NEAR(result.at("disc.a", 2.8), -4, 1e-12);
  EXPECT_NEAR(result.at("path.q[2].value", 1.76), -0.5, 1e-2);
  EXPECT_NEAR(result.at("path.q[2].value", 2.8), -1 + 0.5 * 1 * 0.04, 1e-12);
  EXPECT_NEAR(result.at("path.qd[2].value", 2.8), -0.2, 1e-12);
  EXPECT_NEAR(result.at("path.moving.value", 2.9), 1, 0);
  EXPECT_NEAR(result.final("disc.phi"), 5, 1e-12);
  EXPECT_NEAR(result.final("path.moving.value"), 0, 0);
  for (std::size_t row = 0; row < result.rows(); ++row) {  // given rates are the rates
    EXPECT_NEAR(result["disc.w"][row], result["path.qd[1].value"][row], 1e-12);
    EXPECT_NEAR(result["disc.a"][row], result["path.qdd[1].value"][row], 1e-12);
    if (row > 20) break;
  }
}

TEST(KinematicPTP, AShortPathHasNoConstantSpeed) {
  // Half of 0.16 at 4 per s2: 0.2 s.
  const Result result = run(OnPath({0, 0}, {0.16, 0}), 1);
  EXPECT_NEAR(result.at("disc.phi", 0.7), 0.08, 1e-12);
  EXPECT_NEAR(result.at("disc.w", 0.7), 0.8, 1e-10);
  EXPECT_NEAR(result.at("disc.phi", 0.9), 0.16, 1e-12);
}

// Just long enough for the largest speed, which no path exceeds: 1.5 / 2 + 2 / 4 s.
TEST(KinematicPTP, APathThatReachesItsSpeedKeepsIt) {
  const OnPath model({0, 0}, {1.5, 0});
  EXPECT_NEAR(model.path.end_time(), 0.5 + 1.25, 1e-14);
  const Result result = run(OnPath({0, 0}, {1.5, 0}), 2);
  EXPECT_NEAR(result.at("disc.w", 0.5 + 0.6), 2, 1e-10);
  EXPECT_NEAR(result.at("disc.phi", 0.5 + 0.625), 0.75, 1e-12);
}

TEST(KinematicPTP, NoPathIsRest) {
  const Result result = run(OnPath({2, 3}, {2, 3}), 1);
  EXPECT_EQ(result.final("disc.phi"), 2);
  EXPECT_EQ(result.final("path.q[2].value"), 3);
}

TEST(KinematicPTP, AxesWithoutValuesAreNamed) {
  OnPath model({0, 0}, {1, 1});
  model.path.qd_max = VectorX::Ones(3);
  EXPECT_THAT(complaint(std::move(model)),
              HasSubstr("path.qd_max has 3 values, but the path has 2 axes"));
}

// -- friction by tables ---------------------------------------------------------------------------

TEST(FrictionTable, AShaftCoastsToAStopAndBreaksAwayAtThePeak) {
  struct Coasting : Model {
    rotational::Inertia disc{this, "disc"};
    rotational::BearingFrictionTable bearing{this, "bearing"};
    rotational::Torque torque{this, "torque"};
    signals::Ramp ramp{this, "ramp"};
    Coasting() {
      disc.w.start(-5.0).fixed();
      disc.phi.start(0.0).fixed();
      bearing.tau_pos = rotational::BearingFrictionTable::Points{{0.0, 1.0}, {10.0, 3.0}};
      bearing.peak = 1.5;
      ramp.startTime = 5.0;
      ramp.duration = 1.0;
      ramp.height = 3.0;
      connect(disc.flange_b, bearing.flange_a);
      connect(torque.flange, disc.flange_a);
      connect(ramp.y, torque.tau);
    }
  };
  const Result result = audited_run(Coasting{}, 6);
  // dw/dt = 1 - w / 5 from -5: w = 5 - 10 exp(-t / 5), at rest after 5 ln 2 s.
  EXPECT_NEAR(result.at("disc.w", 2.4), 5 - 10 * std::exp(-0.48), 1e-7);
  EXPECT_NEAR(result.at("disc.w", 3.6), 0, 1e-9);
  EXPECT_EQ(result.at("bearing.element.mode", 2), -1);
  EXPECT_EQ(result.at("bearing.element.mode", 5.2), 0);
  EXPECT_NEAR(result.at("bearing.tau", 5.3), 0.9, 1e-9);
  EXPECT_NEAR(result.at("disc.w", 5.4999), 0, 1e-9);
  // From 5.5 s on dw/dt = 3 (t - 5) - 1 - w / 5.
  const double t = 0.5, a = 0.2;
  const double w = (0.5 / a - 3 / (a * a)) * (1 - std::exp(-a * t)) + 3 / a * t;
  EXPECT_NEAR(result.final("disc.w"), w, 1e-6);
  EXPECT_THAT(codes_inside(Coasting{}, "bearing"), ElementsAre("1", "R"));
}

TEST(FrictionTable, ASlidingMassSlowsDownAndExtrapolates) {
  const Result result = audited_run(examples::Sled{}, 3);
  EXPECT_NEAR(result.at("sled.v", 1.2), 5 * std::exp(-1.2) - 1, 1e-7);
  EXPECT_NEAR(result.final("sled.v"), 0, 1e-12);
  EXPECT_NEAR(result.final("sled.s"), 4 - std::log(5.0), 1e-7);
}

TEST(FrictionTable, PointsThatAreNoFrictionAreRefused) {
  struct Wrong : Model {
    rotational::Inertia disc{this, "disc"};
    rotational::BearingFrictionTable bearing{this, "bearing"};
    Wrong() { connect(disc.flange_b, bearing.flange_a); }
  };
  using Points = rotational::BearingFrictionTable::Points;
  Wrong late, negative;
  late.bearing.tau_pos = Points{{1.0, 1.0}, {2.0, 1.0}};
  negative.bearing.tau_pos = Points{{0.0, 1.0}, {2.0, -1.0}};
  EXPECT_THAT(complaint(std::move(late)), HasSubstr("bearing.tau_pos does not begin at speed 0."));
  EXPECT_THAT(complaint(std::move(negative)),
              HasSubstr("bearing.tau_pos has a negative friction."));
}

// -- gears with losses ----------------------------------------------------------------------------

/// Gear between two inertias, with torques on both sides.
struct Geared : Model {
  rotational::ConstantTorque torque_a{this, "torque_a"}, torque_b{this, "torque_b"};
  rotational::Inertia motor{this, "motor"}, load{this, "load"};
  rotational::LossyGear gear{this, "gear"};
  Geared(double tau_a, double tau_b) {
    torque_a.tau_constant = tau_a;
    torque_b.tau_constant = tau_b;
    motor.J = 0.5;
    load.J = 3.0;
    load.phi.start(0.0).fixed();
    gear.ratio = -2.0;
    gear.lossTable = rotational::LossyGear::Losses{{0.0, 0.8, 0.5, 1.0, 1.0}};
    connect(torque_a.flange, motor.flange_a);
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, load.flange_a);
    connect(load.flange_b, torque_b.flange);
  }
};

/// Angular acceleration of flange_a: tau_b = -ratio (factor tau_a - friction).
double acceleration(double tau_a, double tau_b, double factor, double friction) {
  const double ratio = -2, motor = 0.5, load = 3;
  return (factor * tau_a - friction + tau_b / ratio) / (factor * motor + load / (ratio * ratio));
}

TEST(LossyGear, LosesMoreTorqueTheMoreItTransmits) {
  for (const double sign : {1.0, -1.0}) {
    const Result driven = audited_run(Geared(sign * 6, 0), 1);
    EXPECT_NEAR(driven.final("motor.w"), acceleration(sign * 6, 0, 0.8, sign * 1), 1e-8);
    EXPECT_NEAR(driven.final("load.w"), driven.final("motor.w") / -2, 1e-12);
    const Result back = audited_run(Geared(0, sign * 20), 1);
    EXPECT_NEAR(back.final("motor.w"), acceleration(0, sign * 20, 2, -sign * 1), 1e-8);
  }
  EXPECT_THAT(codes_inside(Geared(6, 0), "gear"), ElementsAre("1", "R", "TF"));
}

TEST(LossyGear, HoldsWhatItsFrictionCanHold) {
  // At rest flange_a may bear 1 / 0.8 of the torque of friction, flange_b twice the torque.
  for (const auto& [tau_a, tau_b] : {std::pair{1.2, 0.0}, {-1.2, 0.0}, {0.0, 1.9}, {0.0, -1.9}}) {
    const Result held = run(Geared(tau_a, tau_b), 1);
    EXPECT_NEAR(held.final("motor.phi"), 0, 1e-9);
  }
  for (const auto& [tau_a, tau_b] : {std::pair{1.3, 0.0}, {-1.3, 0.0}, {0.0, 2.1}, {0.0, -2.1}}) {
    const Result moved = run(Geared(tau_a, tau_b), 1);
    EXPECT_GT(std::abs(moved.final("motor.phi")), 1e-3);
  }
}

TEST(LossyGear, StopsALoadThatCoasts) {
  Geared model(0, 0);
  model.load.w.start(1.0).fixed();  // motor at -2 rad/s
  const Result result = simulate(model, {.stop = 3, .tolerance = 1e-10});
  expect_completed(result);
  // Both inertias feed the losses: the motor gives power at flange_a.
  EXPECT_NEAR(result.at("motor.w", 0.5), -2 + 0.5 * acceleration(0, 0, 0.8, -1), 1e-7);
  EXPECT_NEAR(result.final("motor.w"), 0, 1e-9);
  EXPECT_EQ(result.final("gear.loss.mode"), 0);
}

TEST(LossyGear, WithoutLossesItIsIdeal) {
  struct Ideal : Geared {
    Ideal() : Geared(6, 0) { gear.lossTable = rotational::LossyGear::Losses{{0, 1, 1, 0, 0}}; }
  };
  const Result result = audited_run(Ideal{}, 1);
  EXPECT_NEAR(result.final("motor.w"), acceleration(6, 0, 1, 0), 1e-9);
}

TEST(LossyGear, LossesOverTheSpeed) {
  struct Coasting : Model {
    rotational::Inertia motor{this, "motor"};
    rotational::LossyGear gear{this, "gear"};
    Coasting() {
      motor.w.start(10.0).fixed();
      motor.phi.start(0.0).fixed();
      gear.lossTable = rotational::LossyGear::Losses{{0, 1, 1, 1, 1}, {10, 1, 1, 3, 3}};
      connect(motor.flange_b, gear.flange_a);
    }
  };
  // dw/dt = -(1 + w / 5) from 10.
  const Result result = run(Coasting{}, 2);
  EXPECT_NEAR(result.final("motor.w"), 15 * std::exp(-0.4) - 5, 1e-7);
}

TEST(LossyGear, RefusesTablesThatAreNone) {
  using Losses = rotational::LossyGear::Losses;
  const auto told = [](const Losses& table) {
    Geared model(1, 0);
    model.gear.lossTable = table;
    return complaint(std::move(model));
  };
  EXPECT_THAT(told(Losses{{1, 1, 1, 0, 0}}), HasSubstr("gear.lossTable does not begin at speed 0"));
  EXPECT_THAT(told(Losses{{0, 1.2, 1, 0, 0}}), HasSubstr("has an efficiency"));
  EXPECT_THAT(told(Losses{{0, 0, 1, 0, 0}}), HasSubstr("has an efficiency"));
  EXPECT_THAT(told(Losses{{0, 1, 1, 0, -1}}), HasSubstr("has a negative friction"));
}

// -- heat -----------------------------------------------------------------------------------------

/// Disc that is slowed down against the ground; what it loses heats a body.
template <typename Brake>
struct Warming : Model {
  rotational::Inertia disc{this, "disc"};
  Brake brake{this, "brake"};
  rotational::Fixed ground{this, "ground"};
  thermal::HeatCapacitor body{this, "body"};
  Warming() {
    disc.J = 2.0;
    disc.phi.start(0.0).fixed();
    disc.w.start(3.0).fixed();
    body.C = 5.0;
    body.T.start(293.15).fixed();
    connect(disc.flange_b, brake.flange_a);
    connect(brake.heat(), body.port);
  }
};

template <typename Model>
Result warmed(Model& model, double stop) {
  const Result result = simulate(model, {.stop = stop, .tolerance = 1e-10});
  expect_completed(result);
  const double lost = 9 - result.final("disc.w") * result.final("disc.w");  // J / 2 = 1
  EXPECT_NEAR(5 * (result.final("body.T") - 293.15), lost, 1e-7);
  EXPECT_NEAR(result.energy.dissipated, 0, 1e-12);
  EXPECT_LT(std::abs(result.energy.error()), 1e-7);
  return result;
}

TEST(HeatPort, WhatADamperLosesHeatsABody) {
  Warming<rotational::Damper> damped;
  damped.connect(damped.brake.flange_b, damped.ground.flange);
  EXPECT_NEAR(warmed(damped, 2).final("disc.w"), 3 * std::exp(-1.0), 1e-8);
}

TEST(HeatPort, WhatFrictionLosesHeatsABody) {
  Warming<rotational::BearingFriction> dry;
  EXPECT_NEAR(warmed(dry, 8).final("disc.w"), 0, 1e-9);
  Warming<rotational::BearingFrictionTable> table;
  EXPECT_NEAR(warmed(table, 2).final("disc.w"), 2, 1e-9);
}

TEST(HeatPort, WhatAGearLosesHeatsABody) {
  Warming<rotational::LossyGear> gear;
  gear.brake.lossTable = rotational::LossyGear::Losses{{0, 0.9, 0.9, 1, 1}};
  EXPECT_NEAR(warmed(gear, 2).final("disc.w"), 3 - 1 / 0.9, 1e-8);
}

/// Mass that slides with friction into a wall; all that is lost heats a body.
struct Sliding : Model {
  translational::Mass mass{this, "mass"};
  translational::Damper damper{this, "damper"};
  translational::Friction friction{this, "friction"};
  translational::ElastoGap wall{this, "wall"};
  translational::Fixed ground{this, "ground"};
  thermal::HeatCapacitor body{this, "body"};
  Sliding() {
    mass.m = 2.0;
    mass.s.start(0.0).fixed();
    mass.v.start(-4.0).fixed();
    wall.c = 1e4;
    wall.d = 50.0;
    wall.s_rel0 = -1.0;
    body.C = 5.0;
    body.T.start(293.15).fixed();
    slide(damper);
    slide(friction);
    slide(wall);
  }
  template <typename Part>
  void slide(Part& part) {
    connect(ground.flange, part.flange_a);
    connect(part.flange_b, mass.flange_a);
    connect(part.heat(), body.port);
  }
};

TEST(HeatPort, SlidingPartsHeatABodyTogether) {
  Sliding model;
  const Result result = simulate(model, {.stop = 6, .tolerance = 1e-10});
  expect_completed(result);
  EXPECT_NEAR(result.final("mass.v"), 0, 1e-9);
  EXPECT_NEAR(5 * (result.final("body.T") - 293.15), 16, 1e-6);
  EXPECT_NEAR(result.energy.dissipated, 0, 1e-12);
  EXPECT_LT(std::abs(result.energy.error()), 1e-6);
}

TEST(HeatPort, ASpringAndDamperKeepsItsEnergyAndPassesOnItsHeat) {
  Warming<rotational::SpringDamper> sprung;
  sprung.brake.c = 0.0;
  sprung.connect(sprung.brake.flange_b, sprung.ground.flange);
  EXPECT_NEAR(warmed(sprung, 2).final("disc.w"), 3 * std::exp(-1.0), 1e-8);
}

TEST(HeatPort, EveryPartOfAShaftThatLosesPowerHasOne) {
  struct Shaft : Model {
    rotational::Inertia disc{this, "disc"};
    rotational::Fixed ground{this, "ground"};
    rotational::Clutch clutch{this, "clutch"};
    rotational::Brake brake{this, "brake"};
    rotational::ElastoBacklash teeth{this, "teeth"};
    rotational::SpringDamper sprung{this, "sprung"};
    signals::Constant pressed{this, "pressed"};
    thermal::HeatCapacitor body{this, "body"};
    Shaft() {
      disc.J = 2.0;
      disc.phi.start(0.0).fixed();
      disc.w.start(3.0).fixed();
      body.C = 5.0;
      body.T.start(293.15).fixed();
      clutch.fn_max = 2.0;
      brake.fn_max = 2.0;
      teeth.c = 100.0;
      teeth.d = 5.0;
      teeth.b = 0.4;
      sprung.c = 3.0;
      sprung.d = 0.5;
      for (auto* flange : {&clutch.flange_a, &teeth.flange_a, &sprung.flange_a}) {
        connect(ground.flange, *flange);
      }
      for (auto* flange : {&clutch.flange_b, &teeth.flange_b, &sprung.flange_b, &brake.flange_a}) {
        connect(disc.flange_b, *flange);
      }
      connect(pressed.y, clutch.f_normalized);
      connect(pressed.y, brake.f_normalized);
      for (auto* heat : {&clutch.heat(), &brake.heat(), &teeth.heat(), &sprung.heat()}) {
        connect(*heat, body.port);
      }
    }
  };
  Shaft model;
  const Result result = simulate(model, {.stop = 0.5, .tolerance = 1e-10, .intervals = 100});
  expect_completed(result);
  const double twist = result.final("disc.phi"), in_teeth = std::max(0.0, std::abs(twist) - 0.2);
  const double kept =
      std::pow(result.final("disc.w"), 2) + 1.5 * twist * twist + 50 * in_teeth * in_teeth;
  EXPECT_LT(kept, 6);
  EXPECT_NEAR(5 * (result.final("body.T") - 293.15), 9 - kept, 1e-6);
  EXPECT_NEAR(result.energy.dissipated, 0, 1e-12);
  EXPECT_LT(std::abs(result.energy.error()), 1e-6);
}

TEST(HeatPort, EveryPartOfASlideThatLosesPowerHasOne) {
  struct Slide : Sliding {
    translational::FrictionTable table{this, "table"};
    translational::SpringDamper sprung{this, "sprung"};
    translational::Brake brake{this, "brake"};
    signals::Constant pressed{this, "pressed"};
    Slide() {
      sprung.c = 0.0;
      slide(table);
      slide(sprung);
      slide(brake);
      connect(pressed.y, brake.f_normalized);
    }
  };
  Slide model;
  const Result result = simulate(model, {.stop = 6, .tolerance = 1e-10});
  expect_completed(result);
  EXPECT_NEAR(result.final("mass.v"), 0, 1e-9);
  EXPECT_NEAR(5 * (result.final("body.T") - 293.15), 16, 1e-6);
  EXPECT_NEAR(result.energy.dissipated, 0, 1e-12);
}

}  // namespace
}  // namespace multibond
