// The Whipple bicycle against the published figures: Meijaard, Papadopoulos, Ruina and Schwab
// (2007) for the linear equations, Basu-Mandal, Chatterjee and Papadopoulos (2007) for
// accelerations in a general state.

#include "examples/bicycle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>

#include "multibond/analyze/linearize.h"
#include "multibond/base/dense.h"
#include "multibond/library/signal_sources.h"
#include "multibond/simulate/initialization.h"
#include "multibond/simulate/simulation.h"

namespace multibond::examples {
namespace {

using Complex = std::complex<double>;

/// The bicycle upright and straight ahead, without a push.
class SteadyBicycle : public WhippleBicycle {
 public:
  explicit SteadyBicycle(double v) {
    speed = v;
    push = 0.0;
  }
};

/// A bicycle that rolls straight ahead, at any speed.
class Rolling {
 public:
  Rolling()
      : compiled_(compile_model(model_)),
        dynamics_(compiled_->first()),
        state_(initialize(dynamics_, 0).y) {
    const auto find = [&](const char* name) {
      std::size_t i = 0;
      while (dynamics_.state_name(i) != name) ++i;
      return i;
    };
    rear_ = find("rear_hub.w");
    front_ = find("front_hub.w");
  }

  /// The eigenvalues of lean and steer; the others are zero.
  std::vector<Complex> eigenvalues(double speed) {
    state_.at(rear_) = -speed / WhippleBicycle::r_rear;
    state_.at(front_) = -speed / WhippleBicycle::r_front;
    std::vector<Complex> values =
        linearize({*compiled_, dynamics_, 0, state_.data()}, {}).eigenvalues;
    std::erase(values, Complex(0, 0));
    return values;
  }

 private:
  SteadyBicycle model_{1.0};
  std::shared_ptr<const CompiledModel> compiled_;
  CompiledDynamics dynamics_;
  std::vector<double> state_;
  std::size_t rear_ = 0, front_ = 0;
};

struct Published {
  double speed;
  std::vector<Complex> values;  ///< by real part, then by imaginary part
};

void PrintTo(const Published& published, std::ostream* out) { *out << published.speed << " m/s"; }

class BicycleEigenvalues : public testing::TestWithParam<Published> {};

TEST_P(BicycleEigenvalues, AreThePublishedOnes) {
  SteadyBicycle model(GetParam().speed);
  std::vector<Complex> values = linearize(model).eigenvalues;
  std::erase(values, Complex(0, 0));
  ASSERT_EQ(values.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const Complex expected = GetParam().values[i];
    EXPECT_LT(std::abs(values[i] - expected), 1e-9 * std::abs(expected)) << expected;
  }
}

// The column of 40 digits: the last printed digits of the published one are rounding noise.
INSTANTIATE_TEST_SUITE_P(Speeds, BicycleEigenvalues,
                         testing::Values(Published{0,
                                                   {-5.5309437176539346, -3.1316432479065557,
                                                    3.1316432479065557, 5.5309437176539346}},
                                         Published{2,
                                                   {-8.6738798483173716,
                                                    -3.0715864564151425,
                                                    {2.6823451751274535, -1.6806629659067578},
                                                    {2.6823451751274535, 1.6806629659067578}}},
                                         Published{4,
                                                   {-12.15861426576444,
                                                    -1.4294442736132575,
                                                    {0.41325331521124132, -3.0791081860320536},
                                                    {0.41325331521124132, 3.0791081860320536}}},
                                         Published{6,
                                                   {-16.085371230980284,
                                                    {-1.5264448658414171, -5.876730605987084},
                                                    {-1.5264448658414171, 5.876730605987084},
                                                    -0.0040669007697033624}},
                                         Published{8,
                                                   {-20.279408943945663,
                                                    {-2.6934868358109477, -8.4603797139693359},
                                                    {-2.6934868358109477, 8.4603797139693359},
                                                    0.1432787976571295}},
                                         Published{10,
                                                   {-24.624596350174,
                                                    {-3.7201684043728757, -10.906811394762882},
                                                    {-3.7201684043728757, 10.906811394762882},
                                                    0.16105338653171554}}));

/// Bicycle with a torque that leans its rear frame and one between the frames about their hinge.
class PushedBicycle final : public SteadyBicycle {
 public:
  Input lean_torque{this, "lean_torque", 0, "N.m"}, steer_torque{this, "steer_torque", 0, "N.m"};
  mechanics3d::BodyTorque lean{this, "lean"};
  mechanics3d::Torque turn{this, "turn"};
  signals::RealExpression lean_x{this, "lean_x"}, turn_x{this, "turn_x"}, turn_z{this, "turn_z"};

  explicit PushedBicycle(double v) : SteadyBicycle(v) {
    lean_x.set(lean_torque);
    turn_x.set(std::sin(tilt) * steer_torque);
    turn_z.set(std::cos(tilt) * steer_torque);
    connect(lean.frame_b, rear_frame.frame_a);
    connect(turn.frame_a, steer.frame_a);
    connect(turn.frame_b, steer.frame_b);
    connect(lean_x.y, lean.torque[0]);
    connect(turn_x.y, turn.torque[0]);
    connect(turn_z.y, turn.torque[2]);
  }
};

TEST(Bicycle, HasThePublishedMatrices) {
  // M q'' + v C1 q' + (g K0 + v^2 K2) q = f, q = (lean, steer)
  Eigen::Matrix2d M, C1, K0, K2;
  M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
  C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
  K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
  K2 << 0, 76.59734589573222, 0, 2.65431523794604;
  for (const double v : {0.0, 3.0, 7.0}) {
    PushedBicycle model(v);
    const Linearization l = linearize(
        model,
        {.outputs = {"rear_frame.orientation.Q[1]", "steer.phi", "rear_frame.w[1]", "steer.w"}});
    Eigen::MatrixXd C = l.C;
    C.row(0) *= 2;  // the first part of a quaternion is half the angle
    // Nothing but these four acts on these four: C A = A4 C.
    const Eigen::MatrixXd A4 = C * l.A * C.transpose() * dense::inverse(C * C.transpose());
    EXPECT_LT((C * l.A - A4 * C).cwiseAbs().maxCoeff(), 1e-9);
    const Eigen::MatrixXd by_torque = (C * l.B).bottomRows(2);
    ASSERT_EQ(l.inputs, (std::vector<std::string>{"lean_torque", "steer_torque"}));
    const Eigen::Matrix2d mass = dense::inverse(by_torque);
    const auto agrees = [&](const Eigen::Matrix2d& ours, const Eigen::Matrix2d& published) {
      EXPECT_LT((ours - published).cwiseAbs().maxCoeff(), 1e-9 * published.cwiseAbs().maxCoeff())
          << "at " << v << " m/s\n"
          << ours << "\n"
          << published;
    };
    agrees(mass, M);
    agrees(-mass * A4.bottomLeftCorner(2, 2), 9.81 * K0 + v * v * K2);
    if (v > 0) agrees(-mass * A4.bottomRightCorner(2, 2), v * C1);
  }
}

/// The speed in [a, b] at which `unstable` changes.
template <typename Predicate>
double bisect(double a, double b, Predicate&& unstable) {
  const bool left = unstable(a);
  for (int i = 0; i < 48; ++i) {
    const double c = (a + b) / 2;
    (unstable(c) == left ? a : b) = c;
  }
  return (a + b) / 2;
}

TEST(Bicycle, StandsByItselfBetweenTheWeaveAndTheCapsizeSpeed) {
  Rolling bicycle;
  const auto falls = [&](double v) { return bicycle.eigenvalues(v).back().real() > 0; };
  const double weave = bisect(4, 5, falls), capsize = bisect(5.5, 6.5, falls);
  // The source gives four digits of these two.
  EXPECT_NEAR(weave, 4.292, 1e-3);
  EXPECT_NEAR(capsize, 6.024, 1e-3);
  const std::vector<Complex> values = bicycle.eigenvalues(weave);
  EXPECT_NEAR(std::abs(values.back().imag()), 3.43503384866144, 1e-9);
  // The weave pair is born where two real eigenvalues meet.
  const double born =
      bisect(0.5, 1, [&](double v) { return bicycle.eigenvalues(v).back().imag() == 0; });
  EXPECT_NEAR(born, 0.68428307889246, 1e-9);
  // Two eigenvalues meet like a root: an error e of the speed moves them by the root of e.
  EXPECT_NEAR(bicycle.eigenvalues(born).back().real(), 3.78290405129320, 1e-6);
}

/// The bicycle in yaw, roll and pitch of its rear frame, with the acceleration of the rear hub.
class ProbedBicycle final : public SteadyBicycle {
 public:
  VariableVector<3> a{this, "a", "m/s2", "acceleration of the rear hub"};
  ProbedBicycle() : SteadyBicycle(2.8) {
    rear_frame.orientation.states = "cardan";
    rear_frame.orientation.sequence = Vector3(3, 1, 2);
  }
  void equations() override {
    for (std::size_t i = 0; i < 3; ++i) equation(a[i], der(rear_frame.v[i]));
  }
};

TEST(Bicycle, AcceleratesAsPublishedInAGeneralState) {
  // x backward, y to the right, z up there; angles with the other sign, and the pitch of the rear
  // frame is pi - phi.
  ProbedBicycle model;
  const std::pair<const char*, double> given[] = {
      {"rear_frame.x[1]", 0},
      {"rear_frame.x[2]", 0},
      {"rear_frame.orientation.phi[1]", 0},
      {"rear_frame.orientation.phi[2]", std::numbers::pi / 2 - 0.9501292851472},
      {"steer.phi", -0.2311385135743},
      {"rear_hub.phi", 0},
      {"front_hub.phi", 0},
      {"rear_frame.orientation.rate[2]", -0.6068425835418},
      {"steer.w", -0.4859824687093},
      {"rear_hub.w", -8.9129896614890},
  };
  for (const auto& [path, value] : given) {
    model.set(std::string(path) + ".start", value);
    model.set(std::string(path) + ".fixed", "true");
  }
  CompiledDynamics dynamics(compile_model(model)->first());
  const std::vector<double> y = initialize(dynamics, 0).y;
  std::vector<double> f(y.size());
  ASSERT_EQ(dynamics.derivatives(0, y.data(), f.data()), Evaluation::regular);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < dynamics.size(); ++i) names.push_back(dynamics.state_name(i));
  const auto state = [&](const std::vector<double>& values, const char* name) {
    const auto it = std::find(names.begin(), names.end(), name);
    EXPECT_NE(it, names.end()) << name;
    return it == names.end() ? 0 : values[static_cast<std::size_t>(it - names.begin())];
  };
  // What was not given follows from the contacts, as published to 13 digits.
  EXPECT_NEAR(state(y, "rear_frame.orientation.phi[3]"), std::numbers::pi - 3.1257073014894, 1e-11);
  EXPECT_NEAR(state(y, "rear_frame.orientation.rate[1]"), -0.7830033527065, 1e-11);
  EXPECT_NEAR(state(y, "rear_frame.orientation.rate[3]"), 0.0119185528069, 1e-11);
  EXPECT_NEAR(state(y, "front_hub.w"), -8.0133620584155, 1e-10);

  EXPECT_NEAR(state(f, "rear_frame.orientation.rate[1]"), -0.8353281706379, 1e-9);
  EXPECT_NEAR(state(f, "rear_frame.orientation.rate[2]"), 7.8555281128244, 1e-9);
  EXPECT_NEAR(state(f, "rear_frame.orientation.rate[3]"), -0.1205543897884, 1e-9);
  EXPECT_NEAR(state(f, "steer.w"), 4.6198904039403, 1e-9);
  EXPECT_NEAR(state(f, "rear_hub.w"), -1.8472554144217, 1e-9);
  EXPECT_NEAR(state(f, "front_hub.w"), -2.4548072904550, 1e-9);

  ProbedBicycle again;
  for (const auto& [path, value] : given) {
    again.set(std::string(path) + ".start", value);
    again.set(std::string(path) + ".fixed", "true");
  }
  const Result result = simulate(again, {.stop = 1e-3, .intervals = 1});
  EXPECT_NEAR(result.initial("rear_frame.x[3]"), -0.2440472102925, 1e-11);
  EXPECT_NEAR(result.initial("rear_frame.v[1]"), 2.8069345714545, 1e-11);
  EXPECT_NEAR(result.initial("rear_frame.v[2]"), -0.1480982396001, 1e-11);
  EXPECT_NEAR(result.initial("a[1]"), 0.5041626315047, 1e-9);
  EXPECT_NEAR(result.initial("a[2]"), -0.3449706619454, 1e-9);
  EXPECT_NEAR(result.initial("a[3]"), 1.4604528332980, 1e-9);
}

/// Bicycle that is given a push to the side and watched until it has fallen.
class WatchedBicycle final : public WhippleBicycle {
 public:
  Variable lean{this, "lean", "1", "sine of the lean"};
  WatchedBicycle(double speed_at_start, double rate_of_lean) {
    speed = speed_at_start;
    push = rate_of_lean;
    rear_frame.w[0].fixed();
    rear_frame.v[0].fixed();
    rear_frame.orientation.fixed = true;
    steer.phi.fixed();
    steer.w.fixed();
  }
  void equations() override {
    equation(lean, rear_frame.frame_a.R(1, 2));
    when(abs(lean) > 0.8, [&] { terminate("It has fallen."); });
  }
};

TEST(Bicycle, FallsOrRecoversAsItsEigenvaluesSay) {
  const auto fate = [](double speed, double push) {
    WatchedBicycle model(speed, push);
    Result result = simulate(model, {.stop = 60, .tolerance = 1e-10});
    double change = 0, held = 0;
    for (const EnergyAudit::Entry& entry : result.energy.entries) {
      change += entry.final - entry.initial;
      held += std::abs(entry.initial);
    }
    EXPECT_LT(std::abs(change), 1e-7 * held) << speed;
    return result;
  };
  for (const double push : {0.05, 2.0}) {
    const Result stable = fate(4.6, push);
    EXPECT_EQ(stable.status, RunStatus::completed);
    EXPECT_LT(std::abs(stable.final("lean")), 1e-6);
    EXPECT_EQ(fate(8.0, push).status, RunStatus::terminated);
  }
  EXPECT_EQ(fate(3.5, 2.0).status, RunStatus::terminated);
  // After a light push it weaves ever more, until it leans by 25 degrees, and does not find back.
  const Result weaving = fate(3.5, 0.05);
  double late = 0;
  const std::vector<double> lean = weaving["lean"];
  for (std::size_t i = lean.size() / 2; i < lean.size(); ++i) {
    late = std::max(late, std::abs(lean[i]));
  }
  EXPECT_GT(late, 0.4);
}

}  // namespace
}  // namespace multibond::examples
