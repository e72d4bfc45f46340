// Dry friction in the joints of a slider-crank, one by one and all at once, in the plane and in
// space, wherever the loop is cut. The independent solution is that of the reduced equation
//
//     M(phi) w' + M'(phi) w^2 / 2 + V'(phi) = torque - sum e_i sign(J_i w) J_i,   J_i = flow_i / w
//
// At its dead centres the slider stands still while the crank turns, and at a quarter turn the
// wrist: there the friction of a joint passes through zero without sticking.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "library/complaint.h"
#include "multibond/analyze/linearize.h"
#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/signal_sources.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

constexpr double g = 9.81;
constexpr double kCrank = 0.2, kRod = 0.6;  // lengths
constexpr double kCrankMass = 1.2, kRodMass = 0.8, kSliderMass = 0.5;
constexpr double kCrankInertia = 0.02, kRodInertia = 0.03;

/// Of crank bearing, crank pin, wrist pin and guide.
using Efforts = std::array<double, 4>;
const char* const kJoints[] = {"bearing", "pin", "wrist", "guide"};

struct Reference {
  explicit Reference(const Efforts& efforts) : kinetic(efforts) {}

  double rod_angle(double phi) const { return std::asin(-kCrank * std::sin(phi) / kRod); }
  double rod_rate(double phi) const {
    return -kCrank * std::cos(phi) / (kRod * std::cos(rod_angle(phi)));
  }
  Efforts levers(double phi) const {
    const double rate = rod_rate(phi);
    return {1, rate - 1, -rate, -kCrank * std::sin(phi) - kRod * std::sin(rod_angle(phi)) * rate};
  }
  double mass(double phi) const {
    const double psi = rod_angle(phi), rate = rod_rate(phi), half = kRod / 2;
    const double x = -kCrank * std::sin(phi) - half * std::sin(psi) * rate;
    const double y = kCrank * std::cos(phi) + half * std::cos(psi) * rate;
    const double slider = levers(phi)[3];
    return kCrankInertia + kCrankMass * kCrank * kCrank / 4 + kRodMass * (x * x + y * y) +
           kRodInertia * rate * rate + kSliderMass * slider * slider;
  }
  double potential(double phi) const {
    return g * (kCrankMass * kCrank / 2 * std::sin(phi) +
                kRodMass * (kCrank * std::sin(phi) + kRod / 2 * std::sin(rod_angle(phi))));
  }
  template <typename F>
  static double slope(F&& f, double x) {
    const double h = 1e-3;
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
  }
  double load(double phi) const {
    return slope([&](double x) { return potential(x); }, phi);
  }
  double acceleration(double t, double phi, double w) const {
    double force =
        drive * t - load(phi) - slope([&](double x) { return mass(x); }, phi) * w * w / 2;
    const Efforts J = levers(phi);
    for (std::size_t i = 0; i < 4; ++i) force -= kinetic[i] * signs[i] * J[i];
    return force / mass(phi);
  }
  std::array<double, 2> stepped(double h) const {
    const auto rate = [&](double dt, double p, double v) {
      return std::array{v, acceleration(time + dt, p, v)};
    };
    const auto a = rate(0, phi, w);
    const auto b = rate(h / 2, phi + h / 2 * a[0], w + h / 2 * a[1]);
    const auto c = rate(h / 2, phi + h / 2 * b[0], w + h / 2 * b[1]);
    const auto d = rate(h, phi + h * c[0], w + h * c[1]);
    return {phi + h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]),
            w + h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])};
  }
  /// Whether a joint has turned round.
  bool turned(const std::array<double, 2>& at) const {
    const Efforts J = levers(at[0]);
    for (std::size_t i = 0; i < 4; ++i) {
      if (kinetic[i] > 0 && signs[i] * J[i] * at[1] < 0) return true;
    }
    return false;
  }
  /// Steps of equal length, shorter ones up to where a joint turns round.
  void run_to(double end) {
    look();
    resting = resting || (w == 0 && slack() >= 0);
    if (resting) rest_until(end);
    while (time < end) {
      double h = std::min(2e-4, end - time);
      if (turned(stepped(h))) {
        double before = 0;
        for (int k = 0; k < 60; ++k) {
          (turned(stepped((before + h) / 2)) ? h : before) = (before + h) / 2;
        }
      }
      const auto next = stepped(h);
      const bool reversed = next[1] * w < 0;
      phi = next[0];
      w = next[1];
      time += h;
      resting = reversed && slack() >= 0;
      if (resting) rest_until(end);
      look();
    }
  }
  /// What friction could still hold here.
  double slack() const {
    const Efforts J = levers(phi);
    double holding = 0;
    for (std::size_t i = 0; i < 4; ++i) holding += ratio * kinetic[i] * std::abs(J[i]);
    return holding - std::abs(load(phi) - drive * time);
  }
  void rest_until(double end) {
    w = 0;
    const double slower = slack() / std::abs(drive);
    time = std::min(end, drive == 0 ? end : time + slower);
    resting = time == end;
    // It begins to move the way it is driven.
    const Efforts J = levers(phi);
    for (std::size_t i = 0; i < 4; ++i) signs[i] = J[i] * drive < 0 ? -1 : 1;
    if (!resting) w = std::copysign(1e-300, drive);
  }
  void look() {
    const Efforts J = levers(phi);
    for (std::size_t i = 0; i < 4; ++i) signs[i] = J[i] * w < 0 ? -1 : 1;
  }

  Efforts kinetic, signs{};
  double phi = 0, w = 0, time = 0;
  double drive = 0;  ///< torque on the crank, per time
  double ratio = 1;  ///< of static to kinetic friction
  bool resting = false;
};

struct PlanarMechanism : Model {
  planar::World world{this, "world"};
  planar::Fixed ground{this, "ground"};
  planar::ActuatedRevolute bearing{this, "bearing"};
  planar::Revolute pin{this, "pin"}, wrist{this, "wrist"};
  planar::Prismatic guide{this, "guide"};
  planar::Body crank{this, "crank"}, rod{this, "rod"}, slider{this, "slider"};
  std::array<Mobility*, 4> mobilities{&bearing.mobility, &pin.mobility, &wrist.mobility,
                                      &guide.mobility};
  /// `cut`: where the way round the loop ends.
  PlanarMechanism(const Efforts& efforts, double phi, double w, int cut) {
    crank.m = kCrankMass;
    crank.J = kCrankInertia;
    crank.r_CM = Vector2(kCrank / 2, 0);
    crank.r_ports = Vector2(kCrank, 0);
    rod.m = kRodMass;
    rod.J = kRodInertia;
    rod.r_CM = Vector2(kRod / 2, 0);
    rod.r_ports = Vector2(kRod, 0);
    slider.m = kSliderMass;
    for (std::size_t i = 0; i < 4; ++i) {
      mobilities[i]->e_kinetic = efforts[i];
      mobilities[i]->e_static = efforts[i];
    }
    const std::function<void()> links[] = {
        [&] { connect(ground.frame_b, bearing.frame_a); },
        [&] { connect(bearing.frame_b, crank.frame_a); },
        [&] { connect(crank.port(0), pin.frame_a); },
        [&] { connect(pin.frame_b, rod.frame_a); },
        [&] { connect(rod.port(0), wrist.frame_a); },
        [&] { connect(wrist.frame_b, slider.frame_a); },
        [&] { connect(guide.frame_b, slider.frame_a); },
        [&] { connect(ground.frame_b, guide.frame_a); },
    };
    for (std::size_t k = 0; k < std::size(links); ++k) {
      links[(k + static_cast<std::size_t>(cut)) % std::size(links)]();
    }
    start(*this, phi, w);
  }
  template <typename M>
  static void start(M& model, double phi, double w) {
    const Reference at{Efforts{}};
    model.bearing.phi.start(phi).fixed();
    model.bearing.w.start(w).fixed();
    model.pin.phi.start(at.rod_angle(phi) - phi);
    model.wrist.phi.start(-at.rod_angle(phi));
    model.guide.s.start(kCrank * std::cos(phi) + kRod * std::cos(at.rod_angle(phi)));
  }
};

struct SpaceMechanism : Model {
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed ground{this, "ground"};
  mechanics3d::ActuatedRevolute bearing{this, "bearing"};
  mechanics3d::Revolute pin{this, "pin"}, wrist{this, "wrist"};
  mechanics3d::Prismatic guide{this, "guide"};
  mechanics3d::FixedTranslation crank_arm{this, "crank_arm"}, rod_arm{this, "rod_arm"};
  mechanics3d::Body crank{this, "crank"}, rod{this, "rod"}, slider{this, "slider"};
  std::array<Mobility*, 4> mobilities{&bearing.mobility, &pin.mobility, &wrist.mobility,
                                      &guide.mobility};
  SpaceMechanism(const Efforts& efforts, double phi, double w, int cut) {
    crank.m = kCrankMass;
    crank.I_33 = kCrankInertia;
    crank.I_11 = 0.015;
    crank.I_22 = 0.015;
    crank.r_CM = Vector3(kCrank / 2, 0, 0);
    crank_arm.r = Vector3(kCrank, 0, 0);
    rod.m = kRodMass;
    rod.I_33 = kRodInertia;
    rod.I_11 = 0.02;
    rod.I_22 = 0.02;
    rod.r_CM = Vector3(kRod / 2, 0, 0);
    rod_arm.r = Vector3(kRod, 0, 0);
    slider.m = kSliderMass;
    for (std::size_t i = 0; i < 4; ++i) {
      mobilities[i]->e_kinetic = efforts[i];
      mobilities[i]->e_static = efforts[i];
    }
    const std::function<void()> links[] = {
        [&] { connect(ground.frame_b, bearing.frame_a); },
        [&] {
          connect(bearing.frame_b, crank.frame_a);
          connect(crank.frame_a, crank_arm.frame_a);
        },
        [&] { connect(crank_arm.frame_b, pin.frame_a); },
        [&] {
          connect(pin.frame_b, rod.frame_a);
          connect(rod.frame_a, rod_arm.frame_a);
        },
        [&] { connect(rod_arm.frame_b, wrist.frame_a); },
        [&] { connect(wrist.frame_b, slider.frame_a); },
        [&] { connect(guide.frame_b, slider.frame_a); },
        [&] { connect(ground.frame_b, guide.frame_a); },
    };
    for (std::size_t k = 0; k < std::size(links); ++k) {
      links[(k + static_cast<std::size_t>(cut)) % std::size(links)]();
    }
    PlanarMechanism::start(*this, phi, w);
  }
};

/// One joint after the other, then all of them.
std::vector<Efforts> cases(double scale) {
  const Efforts all{0.3 * scale, 0.2 * scale, 0.4 * scale, 4.0 * scale};
  std::vector<Efforts> list(4, Efforts{});
  for (std::size_t i = 0; i < 4; ++i) list[i][i] = all[i];
  list.push_back(all);
  return list;
}

std::string name_of(const Efforts& efforts) {
  std::string name;
  for (std::size_t i = 0; i < 4; ++i) {
    if (efforts[i] > 0) name += std::string(name.empty() ? "" : " ") + kJoints[i];
  }
  return name;
}

/// A torque that grows with time drives the crank.
template <typename M>
struct Driven : M {
  signals::RealExpression torque{this, "torque"};
  template <typename... Arguments>
  explicit Driven(double drive, const Arguments&... arguments) : M(arguments...) {
    if (drive == 0) return;
    torque.set(drive * this->time());
    this->connect(torque.y, this->bearing.tau);
  }
};

struct Case {
  Efforts efforts;
  double phi = 0.8, w = 0, stop = 1;
  int cut = 0;
  double drive = 0;
  double ratio = 1;
};

struct Instant {
  double time, phi, w;
};

std::vector<Instant> reference_of(const Case& which) {
  Reference reference(which.efforts);
  reference.phi = which.phi;
  reference.w = which.w;
  reference.drive = which.drive;
  reference.ratio = which.ratio;
  std::vector<Instant> list;
  for (int k = 1; k <= 8; ++k) {
    reference.run_to(which.stop * k / 8);
    list.push_back({reference.time, reference.phi, reference.w});
  }
  return list;
}

template <typename M>
void compare(const Case& which, const std::vector<Instant>& reference) {
  SCOPED_TRACE(name_of(which.efforts) + " cut " + std::to_string(which.cut));
  Driven<M> model(which.drive, which.efforts, which.phi, which.w, which.cut);
  for (std::size_t i = 0; i < 4; ++i) {
    model.mobilities[i]->e_static = which.ratio * which.efforts[i];
  }
  const Result result = simulate(model, {.stop = which.stop, .tolerance = 1e-10, .intervals = 8});
  ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  for (const Instant& at : reference) {
    EXPECT_NEAR(result.at("bearing.phi", at.time), at.phi, 1e-7) << at.time;
    EXPECT_NEAR(result.at("bearing.w", at.time), at.w, 1e-6) << at.time;
  }
}

void compare(const Case& which) {
  const std::vector<Instant> reference = reference_of(which);
  compare<PlanarMechanism>(which, reference);
  compare<SpaceMechanism>(which, reference);
}

TEST(FrictionInLoop, TurnsThroughDeadCentres) {
  for (const Efforts& efforts : cases(1)) compare({.efforts = efforts, .w = 15, .stop = 3});
}

TEST(FrictionInLoop, StartsAtADeadCentre) {
  for (const Efforts& efforts : cases(1)) {
    for (const double w : {15.0, -15.0}) compare({.efforts = efforts, .phi = 0, .w = w});
  }
}

TEST(FrictionInLoop, RunsDownToRest) {
  for (const Efforts& efforts : cases(8)) compare({.efforts = efforts, .w = 12, .stop = 2});
}

TEST(FrictionInLoop, DoesNotDependOnTheCut) {
  Case which{.efforts = cases(6).back(), .w = 12, .stop = 2};
  const std::vector<Instant> reference = reference_of(which);
  for (which.cut = 1; which.cut < 8; ++which.cut) {
    compare<PlanarMechanism>(which, reference);
    compare<SpaceMechanism>(which, reference);
  }
}

TEST(FrictionInLoop, HoldsFromTheStart) {
  for (const Efforts& efforts : cases(20)) compare({.efforts = efforts});
}

TEST(FrictionInLoop, BreaksAwayWhereAllTogetherCannotHold) {
  for (const Efforts& efforts : cases(10)) {
    Reference at(efforts);
    at.phi = 0.8;
    for (const double sign : {1.0, -1.0}) {
      const double drive = sign * (at.slack() + 2 * std::abs(at.load(at.phi))) / 0.6;
      compare({.efforts = efforts, .phi = at.phi, .stop = 0.8, .drive = drive});
    }
  }
}

/// The static friction of all of them counts, although each may have reached its own before.
TEST(FrictionInLoop, BreaksAwayByItsStaticFriction) {
  Case which{.efforts = cases(10).back(), .w = 6, .stop = 1.6, .drive = 12, .ratio = 1.3};
  compare(which);
  which.drive = -12;
  compare(which);
  Reference at(which.efforts);
  at.phi = which.phi;
  at.ratio = which.ratio;
  which.w = 0;
  which.stop = 0.8;
  which.drive = (at.slack() + 2 * std::abs(at.load(at.phi))) / 0.6;
  const std::vector<Instant> reference = reference_of(which);
  for (which.cut = 0; which.cut < 8; ++which.cut) {
    compare<PlanarMechanism>(which, reference);
    compare<SpaceMechanism>(which, reference);
  }
}

/// Which of the frictions hold is not a matter of rounding: the same few changes for any tolerance
/// and method, and wherever the loop is cut.
TEST(FrictionInLoop, BreaksAwayForAnyToleranceAndMethod) {
  int cut = 0;
  for (const double ratio : {1.0, 1.2}) {
    for (const double drive : {1.0, 2.3}) {
      for (const char* solver : {"dop853", "bdf", "arkode"}) {
        for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
          if (solver != std::string("dop853") && tolerance < 1e-7) continue;  // thousands of steps
          SCOPED_TRACE(solver + (" " + std::to_string(tolerance)));
          const Efforts efforts = cases(1).back();
          Driven<SpaceMechanism> model(drive, efforts, 0.8, 0, cut++ % 8);
          for (std::size_t i = 0; i < 4; ++i) model.mobilities[i]->e_static = ratio * efforts[i];
          const Result result =
              simulate(model, {.stop = 3, .tolerance = tolerance, .solver = solver});
          EXPECT_EQ(result.status, RunStatus::completed) << test::notes(result);
          EXPECT_LT(result.events.size(), 100u);
        }
      }
    }
  }
}

/// A torque that comes and goes: the load is taken over by one friction after the other, to and
/// fro, and nothing moves until all of them are at their limits.
TEST(FrictionInLoop, HoldsALoadThatChangesItsDirection) {
  struct Shaken : SpaceMechanism {
    signals::RealExpression torque{this, "torque"};
    explicit Shaken(double amplitude) : SpaceMechanism(cases(10).back(), 0.8, 0, 0) {
      torque.set(Expr(amplitude) * sin(20.0 * time()));
      connect(torque.y, bearing.tau);
    }
  };
  Reference at(cases(10).back());
  at.phi = 0.8;
  const double bearable = at.slack();  // in the direction of the weight
  for (const double amplitude : {0.5 * bearable, 0.99 * bearable}) {
    Shaken model(amplitude);
    const Result result = simulate(model, {.stop = 2});
    ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
    EXPECT_NEAR(result.final("bearing.phi"), 0.8, 1e-12);
    EXPECT_LT(result.events.size(), 100u);
  }
  Shaken model(1.01 * bearable);
  EXPECT_GT(std::abs(simulate(model, {.stop = 2}).final("bearing.phi") - 0.8), 1e-6);
}

/// A run that rests, breaks away and slips is continued as it is.
TEST(FrictionInLoop, IsSavedAndRestoredWhereItSticks) {
  const Efforts efforts = cases(10).back();
  Driven<SpaceMechanism> model(12.0, efforts, 0.8, 6, 0);
  const auto compiled = compile_model(model);
  Simulator whole(compiled, {}), first(compiled, {}), second(compiled, {});
  whole.initialize();
  first.initialize();
  for (const double t : {0.3, 0.6, 1.0, 1.25, 1.3, 1.6}) {
    first.advance(t);
    whole.advance(t);
    second.restore(first.save());
    first.restore(second.save());
    EXPECT_EQ(whole.get("bearing.phi"), first.get("bearing.phi")) << t;
    EXPECT_EQ(whole.get("bearing.w"), first.get("bearing.w")) << t;
  }
  EXPECT_EQ(first.status(), RunStatus::completed);
  EXPECT_GT(first.get("bearing.w"), 0.1);
}

/// What sticks does not move at first order.
TEST(FrictionInLoop, IsLinearizedInItsMode) {
  PlanarMechanism plane(cases(10).back(), 0.8, 0, 0);
  SpaceMechanism space(cases(10).back(), 0.8, 0, 0);
  for (Component* model : std::initializer_list<Component*>{&plane, &space}) {
    EXPECT_TRUE(linearize(*model).A.isZero());
  }
}

/// Friction in each joint of the examples that have loops, one after the other.
TEST(FrictionInLoop, MayBeInAnyJointOfTheExamples) {
  const Catalog catalog = library_catalog();
  std::size_t joints = 0;
  for (const char* name : {"SevenBody", "CentrifugalForce", "FourBarLoop", "PlanarLoop3D",
                           "PlanarKinematicLoop", "PlanarKinematicLoop2", "NFourBar"}) {
    const double stop = name == std::string("SevenBody") ? 0.03 : 0.5;
    const auto plain = compile_model(*catalog.find(name).make(nullptr, name));
    for (const ParameterDescription& parameter : plain->description().parameters) {
      const std::string path(parameter.path), wanted = "e_kinetic";
      if (!path.ends_with(wanted)) continue;
      SCOPED_TRACE(name + (" " + path));
      const auto model = catalog.find(name).make(nullptr, name);
      model->set(path, 0.02);
      model->set(path.substr(0, path.size() - wanted.size()) + "e_static", 0.03);
      const Result result = simulate(*model, {.stop = stop, .tolerance = 1e-8});
      EXPECT_EQ(result.status, RunStatus::completed) << test::notes(result);
      EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
      ++joints;
    }
  }
  EXPECT_GT(joints, 30u);
}

/// What the constraints are missed by inside a step is far more than the speed that counts as rest:
/// a joint that turns back does so once, however coarse the steps are.
TEST(FrictionInLoop, TurnsBackOnceWhateverTheTolerance) {
  const Catalog catalog = library_catalog();
  for (const char* joint : {"Revolute1", "Prismatic1", "Revolute4", "Revolute6"}) {
    const auto run = [&](double tolerance) {
      const auto model = catalog.find("FourBarLoop").make(nullptr, "FourBarLoop");
      model->set(joint + std::string(".mobility.e_static"), 0.5);
      model->set(joint + std::string(".mobility.e_kinetic"), 0.4);
      return simulate(*model, {.stop = 5, .tolerance = tolerance});
    };
    const Result tight = run(1e-11);
    ASSERT_EQ(tight.status, RunStatus::completed) << test::notes(tight);
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 1e-7}) {
      SCOPED_TRACE(fmt::format("{} {}", joint, tolerance));
      const Result result = run(tolerance);
      ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
      ASSERT_EQ(result.events.size(), tight.events.size());
      for (std::size_t k = 0; k < tight.events.size(); ++k) {
        // The errors of some fifty steps.
        EXPECT_NEAR(result.events[k].time, tight.events[k].time, 50 * tolerance);
      }
    }
  }
}

/// End stops of the guide are met at both ends, with friction elsewhere.
TEST(FrictionInLoop, MeetsEndStops) {
  const auto limited = [](auto&& model) {
    model.guide.mobility.q_min = 0.55;
    model.guide.mobility.q_max = 0.75;
    model.guide.mobility.c_stop = 1e4;
    model.guide.mobility.d_stop = 5.0;
    return simulate(model, {.stop = 1, .tolerance = 1e-11});
  };
  const Efforts efforts{0.1, 0.1, 0.2, 1.0};
  const Result plane = limited(PlanarMechanism(efforts, 1.2, 12, 0));
  const Result space = limited(SpaceMechanism(efforts, 1.2, 12, 0));
  for (const Result* result : {&plane, &space}) {
    ASSERT_EQ(result->status, RunStatus::completed) << test::notes(*result);
    EXPECT_LT(std::abs(result->energy.relative_error()), 1e-7);
    double least = 1, most = 0;
    for (int k = 0; k <= 200; ++k) {
      const double s = result->at("guide.s", 0.005 * k);
      least = std::min(least, s);
      most = std::max(most, s);
    }
    EXPECT_LT(least, 0.55);
    EXPECT_GT(most, 0.75);
    EXPECT_LT(most - least, 0.3);  // of 0.4 without stops
  }
  EXPECT_NEAR(plane.final("bearing.phi"), space.final("bearing.phi"), 1e-7);
}

}  // namespace
}  // namespace multibond
