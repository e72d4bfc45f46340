// Brakes, and friction by normal forces, in the joints of a slider-crank: in the plane, and in
// space where the loop is redundant. Its crank is a rod on two pins; the slider moves along x.
//
// The independent solution writes the equations of the three bodies with all reactions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "library/complaint.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational_friction.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

constexpr double g = 9.81;
constexpr double kCrank = 0.2, kRod = 0.6;
constexpr double kCrankMass = 1.2, kRodMass = 0.8, kSliderMass = 0.5;
constexpr double kCrankInertia = 0.02, kRodInertia = 0.03;
constexpr double kPhi = 0.8;

/// The slider is pressed to its guide by the normal force, with the coefficient mu.
struct Reference {
  double mu = 0, phi = kPhi, w = 12;

  /// Unknowns: w', then forces on the crank at its bearing, on the rod at the pin, on the slider at
  /// the wrist, each x and y, and the force of the guide on the slider along y.
  double acceleration(double at, double rate) const {
    double found = std::nan("");
    for (const double side : {1.0, -1.0}) {
      const Eigen::VectorXd x = solved(at, rate, side);
      if (x[7] * side >= 0) found = x[0];
    }
    return found;
  }

  Eigen::VectorXd solved(double at, double rate, double side) const {
    const double c = std::cos(at), s = std::sin(at);
    const double psi = std::asin(-kCrank * s / kRod), cp = std::cos(psi), sp = std::sin(psi);
    const double ratio = -kCrank * c / (kRod * cp);  // psi' / phi'
    // psi'' = ratio phi'' + bend phi'^2
    const double bend = (kCrank * s + kRod * sp * ratio * ratio) / (kRod * cp);
    const Eigen::Vector2d pin(kCrank * c, kCrank * s), along(cp, sp), across(-sp, cp);
    const Eigen::Vector2d pin_rate(-kCrank * s, kCrank * c);
    // Accelerations as A w' + B.
    const Eigen::Vector2d crank_A = 0.5 * pin_rate, crank_B = -0.5 * rate * rate * pin;
    const auto rod_A = [&](double l) -> Eigen::Vector2d { return pin_rate + l * ratio * across; };
    const auto rod_B = [&](double l) -> Eigen::Vector2d {
      return rate * rate * (-pin + l * (bend * across - ratio * ratio * along));
    };
    const double speed = rod_A(kRod)[0] * rate;
    Eigen::Matrix<double, 8, 8> M = Eigen::Matrix<double, 8, 8>::Zero();
    Eigen::Matrix<double, 8, 1> r = Eigen::Matrix<double, 8, 1>::Zero();
    for (int k = 0; k < 2; ++k) {
      const double weight = k == 1 ? g : 0;
      // crank: forces of the bearing, and minus that on the rod
      M(k, 0) = -kCrankMass * crank_A[k];
      M(k, 1 + k) = 1;
      M(k, 3 + k) = -1;
      r[k] = kCrankMass * (crank_B[k] + weight);
      // rod
      M(2 + k, 0) = -kRodMass * rod_A(kRod / 2)[k];
      M(2 + k, 3 + k) = 1;
      M(2 + k, 5 + k) = -1;
      r[2 + k] = kRodMass * (rod_B(kRod / 2)[k] + weight);
      // slider
      M(4 + k, 0) = -kSliderMass * rod_A(kRod)[k];
      M(4 + k, 5 + k) = 1;
      r[4 + k] = kSliderMass * (rod_B(kRod)[k] + weight);
    }
    M(4, 7) = -mu * side * (speed < 0 ? -1 : 1);
    M(5, 7) = 1;
    // Torques about the centres: r x F with r from the centre to the pin.
    const Eigen::Vector2d a = -0.5 * pin, b = 0.5 * pin;
    M(6, 0) = -kCrankInertia;
    M(6, 1) = -a[1];
    M(6, 2) = a[0];
    M(6, 3) = b[1];
    M(6, 4) = -b[0];
    const Eigen::Vector2d p = -kRod / 2 * along, q = kRod / 2 * along;
    M(7, 0) = -kRodInertia * ratio;
    M(7, 3) = -p[1];
    M(7, 4) = p[0];
    M(7, 5) = q[1];
    M(7, 6) = -q[0];
    r[7] = kRodInertia * bend * rate * rate;
    return M.fullPivLu().solve(r);
  }

  void run(double duration) {
    const int steps = 2000;
    const double h = duration / steps;
    for (int k = 0; k < steps; ++k) {
      const double a1 = acceleration(phi, w), v1 = w;
      const double a2 = acceleration(phi + h / 2 * v1, w + h / 2 * a1), v2 = w + h / 2 * a1;
      const double a3 = acceleration(phi + h / 2 * v2, w + h / 2 * a2), v3 = w + h / 2 * a2;
      const double a4 = acceleration(phi + h * v3, w + h * a3), v4 = w + h * a3;
      phi += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
      w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
  }
};

struct Plane : Model {
  planar::World world{this, "world"};
  planar::Fixed ground{this, "ground"};
  planar::ActuatedRevolute bearing{this, "bearing"};
  planar::Revolute pin{this, "pin"}, wrist{this, "wrist"};
  planar::ActuatedPrismatic guide{this, "guide"};
  planar::CutForce force{this, "force"};
  planar::Body crank{this, "crank"}, rod{this, "rod"}, slider{this, "slider"};
  Plane() {
    crank.m = kCrankMass;
    crank.J = kCrankInertia;
    crank.r_CM = Vector2(kCrank / 2, 0);
    crank.r_ports = Vector2(kCrank, 0);
    rod.m = kRodMass;
    rod.J = kRodInertia;
    rod.r_CM = Vector2(kRod / 2, 0);
    rod.r_ports = Vector2(kRod, 0);
    slider.m = kSliderMass;
    connect(ground.frame_b, bearing.frame_a);
    connect(bearing.frame_b, crank.frame_a);
    connect(crank.port(0), pin.frame_a);
    connect(pin.frame_b, rod.frame_a);
    connect(rod.port(0), wrist.frame_a);
    connect(wrist.frame_b, slider.frame_a);
    connect(force.frame_b, slider.frame_a);
    connect(guide.frame_b, force.frame_a);
    connect(ground.frame_b, guide.frame_a);
  }
  Expr normal_force() { return abs(force.y[1].value); }
};

struct Space : Model {
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed ground{this, "ground"};
  mechanics3d::ActuatedRevolute bearing{this, "bearing"};
  mechanics3d::Revolute pin{this, "pin"}, wrist{this, "wrist"};
  mechanics3d::ActuatedPrismatic guide{this, "guide"};
  mechanics3d::CutForce force{this, "force"};
  mechanics3d::FixedTranslation crank_arm{this, "crank_arm"}, rod_arm{this, "rod_arm"};
  mechanics3d::Body crank{this, "crank"}, rod{this, "rod"}, slider{this, "slider"};
  Space() {
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
    connect(ground.frame_b, bearing.frame_a);
    connect(bearing.frame_b, crank.frame_a);
    connect(crank.frame_a, crank_arm.frame_a);
    connect(crank_arm.frame_b, pin.frame_a);
    connect(pin.frame_b, rod.frame_a);
    connect(rod.frame_a, rod_arm.frame_a);
    connect(rod_arm.frame_b, wrist.frame_a);
    connect(wrist.frame_b, slider.frame_a);
    connect(force.frame_b, slider.frame_a);
    connect(guide.frame_b, force.frame_a);
    connect(ground.frame_b, guide.frame_a);
  }
  /// Across the plane the force is undetermined: the least one counts.
  Expr normal_force() {
    return sqrt(force.y[1].value * force.y[1].value + force.y[2].value * force.y[2].value);
  }
};

template <typename M>
void start(M& model, double w) {
  const double psi = std::asin(-kCrank * std::sin(kPhi) / kRod);
  model.bearing.phi.start(kPhi).fixed();
  model.bearing.w.start(w).fixed();
  model.pin.phi.start(psi - kPhi);
  model.wrist.phi.start(-psi);
  model.guide.s.start(kCrank * std::cos(kPhi) + kRod * std::cos(psi));
}

/// A brake of the slider that its normal force presses.
template <typename M>
struct Rubbing : M {
  translational::Brake brake{this, "brake"};
  signals::RealExpression pressure{this, "pressure"};
  Rubbing(double mu, double w) {
    brake.mu_kinetic = mu;
    brake.mu_static = mu;
    pressure.set(this->normal_force());
    this->connect(pressure.y, brake.f_normalized);
    this->connect(this->guide.bearing, brake.flange_a);
    this->connect(brake.flange_b, this->guide.axis);
    start(*this, w);
  }
};

template <typename M>
void rubs(double mu) {
  Rubbing<M> model(mu, 12);
  const Result result = simulate(model, {.stop = 0.15, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
  Reference reference{mu};
  reference.run(0.15);
  EXPECT_NEAR(result.final("bearing.phi"), reference.phi, 1e-7);
  EXPECT_NEAR(result.final("bearing.w"), reference.w, 1e-6);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
}

TEST(BrakesInLoops, FrictionByTheNormalForce) {
  for (const double mu : {0.0, 0.1, 0.3}) {
    rubs<Plane>(mu);
    rubs<Space>(mu);
  }
}

/// With much friction the slider-crank comes to rest, and rests.
TEST(BrakesInLoops, FrictionByTheNormalForceHolds) {
  double angle = 0;
  for (const bool plane : {true, false}) {
    Result result;
    const auto run = [&](auto&& model) {
      result = simulate(model, {.stop = 3, .tolerance = 1e-10});
    };
    plane ? run(Rubbing<Plane>(0.9, 6)) : run(Rubbing<Space>(0.9, 6));
    ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
    EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
    if (plane) angle = result.final("bearing.phi");
    EXPECT_NEAR(result.final("bearing.phi"), angle, 1e-6);
  }
}

/// The brake of a joint closes while the mechanism turns, holds it, and opens again.
template <typename M>
struct Braked : M {
  rotational::Brake brake{this, "brake"};
  signals::RealExpression command{this, "command"};
  Braked() {
    brake.fn_max = 40;
    command.set(select(this->time() > 0.2 && this->time() < 0.9, Expr(1.0), Expr(0.0)));
    this->connect(command.y, brake.f_normalized);
    this->connect(this->bearing.axis, brake.flange_a);
    start(*this, 12);
  }
};

TEST(BrakesInLoops, ABrakeHoldsAndReleases) {
  Braked<Plane> plane;
  Braked<Space> space;
  const Result a = simulate(plane, {.stop = 1.2, .tolerance = 1e-10});
  const Result b = simulate(space, {.stop = 1.2, .tolerance = 1e-10});
  for (const Result* result : {&a, &b}) {
    ASSERT_EQ(result->status, RunStatus::completed) << test::notes(*result);
    EXPECT_LT(std::abs(result->energy.relative_error()), 1e-7);
    EXPECT_NEAR(result->at("bearing.w", 0.85), 0, 1e-12);
    EXPECT_EQ(result->at("bearing.phi", 0.6), result->at("bearing.phi", 0.89));
    EXPECT_GT(std::abs(result->final("bearing.w")), 0.1);
  }
  for (const double t : {0.1, 0.3, 0.8, 1.0, 1.2}) {
    EXPECT_NEAR(a.at("bearing.phi", t), b.at("bearing.phi", t), 1e-7) << t;
  }
}

// -- what the loop leaves undetermined ------------------------------------------------------------

/// The weight acts across the plane too. Rigid bodies do not tell how bearing and guide share that
/// part of it, and a friction that the whole normal force presses needs it all the same: it is
/// computed with the force that is reported, whatever that is.
TEST(BrakesInLoops, FrictionByAnUndeterminedNormalForce) {
  const double mu = 0.3;
  Rubbing<Space> model(mu, 12);
  model.world.n = Vector3(0, -0.8, 0.6);
  const Result result = simulate(model, {.stop = 0.15, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
  EXPECT_GT(result.energy.dissipated, 0.1);
  const auto f = result["brake.f"], v = result["guide.v"], y = result["force.y[2].value"],
             z = result["force.y[3].value"];
  for (std::size_t row = 0; row < result.rows(); ++row) {
    const double normal = std::hypot(y[row], z[row]);
    EXPECT_NEAR(std::abs(f[row]), mu * normal, 1e-8 * (1 + normal)) << row;
    EXPECT_GE(f[row] * v[row], 0) << row;
    // It bears a part of the weight across the plane: at least nothing, at most all of it.
    const double across = 0.6 * g * (kCrankMass + kRodMass + kSliderMass);
    EXPECT_GE(-z[row], -1e-9 * across) << row;
    EXPECT_LE(-z[row], (1 + 1e-9) * across) << row;
  }
  EXPECT_TRUE(std::any_of(result.diagnostics.begin(), result.diagnostics.end(), [](const auto& d) {
    return to_string(d).find("constrain the same motion more than once") != std::string::npos;
  }));
}

// -- locks ----------------------------------------------------------------------------------------

/// Locks an axis ideally, at once and with whatever impulse that takes, between 0.2 and 0.5 s.
template <typename M, bool kGuide>
struct Locked : M {
  class Lock final : public Component {
   public:
    using Component::Component;
    std::conditional_t<kGuide, translational::Flange, rotational::Flange> flange{this, "flange"};
    void equations() override {
      const Expr rate = der(flange.position());
      const Expr locked = this->time() >= 0.2 && this->time() < 0.5;
      either(
          locked, [&] { equation(rate, 0.0); }, [&] { equation(flange.force(), 0.0); });
      conserves_power(rate * flange.force());
    }
  };
  Lock lock{this, "lock"};
  Locked() {
    if constexpr (kGuide) {
      this->connect(this->guide.axis, lock.flange);
    } else {
      this->connect(this->bearing.axis, lock.flange);
    }
    start(*this, 12);
  }
};

/// A locked joint stops the mechanism at once, wherever in the loop it is; released, it falls from
/// rest as one falls that begins there.
template <typename M>
void is_locked() {
  Reference reference;
  reference.run(0.2);
  const double held = reference.phi;
  reference.w = 0;
  reference.run(0.4);
  const Result result = simulate(M{}, {.stop = 0.9, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed) << test::notes(result);
  EXPECT_NEAR(result.at("bearing.phi", 0.3), held, 1e-7);
  EXPECT_NEAR(result.at("bearing.w", 0.3), 0, 1e-12);
  EXPECT_NEAR(result.at("bearing.phi", 0.5), held, 1e-7);
  EXPECT_NEAR(result.final("bearing.phi"), reference.phi, 1e-6);
  EXPECT_NEAR(result.final("bearing.w"), reference.w, 1e-5);
}

TEST(LocksInLoops, HoldTheCrank) {
  is_locked<Locked<Plane, false>>();
  is_locked<Locked<Space, false>>();
}
TEST(LocksInLoops, HoldTheSlider) {
  is_locked<Locked<Plane, true>>();
  is_locked<Locked<Space, true>>();
}

}  // namespace
}  // namespace multibond
