/// Linearization against closed forms: oscillators, networks, pendulums on their constraints.
#include "multibond/analyze/linearize.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/QR>
#include <nlohmann/json.hpp>

#include "examples/first.h"
#include "examples/plane.h"
#include "multibond/base/dense.h"

namespace multibond {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// y = k x / (T s + 1), with a direct part.
class Lag final : public Model {
 public:
  Parameter<double> k{this, "k", 5.0, "1", "gain"};
  Parameter<double> T{this, "T", 4.0, "s", "time constant"};
  Input u{this, "u", 0.0, "1"};
  Variable x{this, "x", "1", "", StateHint::prefer};
  Variable y{this, "y", "1"};
  Lag() : Model(nullptr, "Lag") {}
  void equations() override {
    equation(T * der(x), k * u - x);
    equation(y, 2.0 * x + 3.0 * u);
  }
};

/// Hanging pendulum in x and y, pushed by a force u to the right.
class PushedPendulum final : public Model {
 public:
  Input u{this, "u", 0.0, "N"};
  Variable x{this, "x", "m", "", StateHint::prefer}, y{this, "y", "m", "", StateHint::prefer};
  Variable vx{this, "vx", "m/s", "", StateHint::prefer};
  Variable vy{this, "vy", "m/s", "", StateHint::prefer};
  Variable F{this, "F"};
  static constexpr double kMass = 2, kLength = 3, kGravity = 9.81;
  PushedPendulum() : Model(nullptr, "PushedPendulum") {
    x.start(0.0);
    y.start(-kLength);
  }
  void equations() override {
    equation(der(x), vx);
    equation(der(y), vy);
    equation(kMass * der(vx), -F * x + u);
    equation(kMass * der(vy), -F * y - kMass * kGravity);
    equation(x * x + y * y, kLength * kLength);
  }
};

/// One variable x with x' = rate(x).
class Scalar final : public Model {
 public:
  using Rate = std::function<Expr(const Scalar&)>;
  Variable x{this, "x", "", "", StateHint::prefer};
  Scalar(double start, Rate rate) : Model(nullptr, "Scalar"), rate_(std::move(rate)) {
    x.start(start).fixed();
  }
  void equations() override { equation(der(x), rate_(*this)); }

 private:
  Rate rate_;
};

std::vector<double> imaginary_parts(const Linearization& linearization) {
  std::vector<double> parts;
  for (const auto& value : linearization.eigenvalues) {
    EXPECT_NEAR(value.real(), 0, 1e-9);
    parts.push_back(value.imag());
  }
  std::sort(parts.begin(), parts.end());
  return parts;
}

TEST(Linearize, SpringMassDamperHasTheEigenvaluesOfTheClosedForm) {
  examples::SpringMassDamper model;
  model.mass.s.start(0.0);
  const Linearization result = linearize(model);
  ASSERT_THAT(result.eigenvalues, SizeIs(2));
  const double frequency = std::sqrt(10 - 0.2 * 0.2);
  EXPECT_NEAR(result.eigenvalues[0].real(), -0.2, 1e-12);
  EXPECT_NEAR(result.eigenvalues[0].imag(), -frequency, 1e-12);
  EXPECT_NEAR(result.eigenvalues[1].real(), -0.2, 1e-12);
  EXPECT_NEAR(result.eigenvalues[1].imag(), frequency, 1e-12);
  EXPECT_EQ(result.drift, 0);
  EXPECT_THAT(result.diagnostics, IsEmpty());
}

TEST(Linearize, RCNetworkHasTheEigenvaluesOfItsMatrices) {
  examples::ElectricCircuit model;
  const Linearization result = linearize(model);
  // Nodes: M v' = -G v + i, M = [[C_left + C_middle, -C_middle], [-C_middle, C_right + C_middle]].
  Eigen::MatrixXd M(2, 2), G(2, 2);
  M << 0.045, -0.025, -0.025, 0.075;
  G << 1 / 30.0, 0, 0, 1 / 75.0;
  std::vector<double> expected;
  const Eigen::MatrixXd A = -dense::inverse(M) * G;
  for (const auto& value : dense::eigenvalues(A)) expected.push_back(value.real());
  std::sort(expected.begin(), expected.end());
  ASSERT_THAT(result.eigenvalues, SizeIs(2));
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(result.eigenvalues[k].real(), expected[k], 1e-12);
    EXPECT_EQ(result.eigenvalues[k].imag(), 0);
  }
}

TEST(Linearize, PendulumInCartesianCoordinatesHasNoSpuriousZeros) {
  examples::CartesianPendulum model;
  model.L = 2.0;
  model.x.start(0.0);
  model.y.start(-2.0);
  const Linearization result = linearize(model);
  const double frequency = std::sqrt(9.81 / 2);
  const std::vector<double> parts = imaginary_parts(result);
  ASSERT_THAT(parts, SizeIs(2));
  EXPECT_NEAR(parts[0], -frequency, 1e-9);
  EXPECT_NEAR(parts[1], frequency, 1e-9);
  EXPECT_EQ(result.basis.rows(), 4);
  EXPECT_EQ(result.basis.cols(), 2);
  EXPECT_LT((result.basis.transpose() * result.basis - Eigen::Matrix2d::Identity()).norm(), 1e-14);
  EXPECT_LT(result.normal_part, 1e-9);
  EXPECT_THAT(result.diagnostics, IsEmpty());
}

TEST(Linearize, ModesOfThePendulumMoveToTheSideOnly) {
  examples::CartesianPendulum model;
  model.x.start(0.0);
  model.y.start(-1.0);
  const Linearization result = linearize(model);
  const auto row = [&](std::string_view name) {
    return std::find(result.states.begin(), result.states.end(), name) - result.states.begin();
  };
  ASSERT_EQ(result.modes.rows(), 4);
  for (Eigen::Index k = 0; k < result.modes.cols(); ++k) {
    EXPECT_NEAR(std::abs(result.modes(row("y"), k)), 0, 1e-12);
    EXPECT_NEAR(std::abs(result.modes(row("vy"), k)), 0, 1e-12);
    const std::complex<double> velocity = result.modes(row("vx"), k);
    const std::complex<double> position = result.modes(row("x"), k);
    EXPECT_NEAR(std::abs(velocity - result.eigenvalues[static_cast<std::size_t>(k)] * position), 0,
                1e-9);
  }
}

TEST(Linearize, DoublePendulumHasItsTwoFrequencies) {
  examples::DoublePendulum model;
  for (auto* bob : {&model.bob1, &model.bob2}) bob->x.start(0.0);
  model.bob1.y.start(-1.0);
  model.bob2.y.start(-2.0);
  const std::vector<double> parts = imaginary_parts(linearize(model));
  // Equal masses and rods: w^2 = (2 -+ sqrt(2)) g / L.
  ASSERT_THAT(parts, SizeIs(4));
  EXPECT_NEAR(parts[2], std::sqrt((2 - std::sqrt(2.0)) * 9.81), 1e-5);
  EXPECT_NEAR(parts[3], std::sqrt((2 + std::sqrt(2.0)) * 9.81), 1e-5);
}

/// A cylinder that moves a mass against a damper, fed through a valve: states of very different
/// sizes, so that the entries of A reach from 1e-4 to 1e10.
class Actuator final : public Model {
 public:
  static constexpr double kArea = 1e-3, kMass = 50, kDamping = 2000;
  static constexpr double kStiffness = 1.4e9 / 5e-4;  // bulk modulus by volume
  static constexpr double kLeak = 1e-12, kServo = 0.5, kInductance = 0.05, kResistance = 1.0;
  Variable i{this, "i", "", "", StateHint::prefer}, q{this, "q", "", "", StateHint::prefer};
  Variable p{this, "p", "", "", StateHint::prefer}, v{this, "v", "", "", StateHint::prefer};
  Variable x{this, "x", "", "", StateHint::prefer}, far{this, "far", "", "", StateHint::prefer};
  Actuator() : Model(nullptr, "Actuator") {}
  void equations() override {
    equation(kInductance * der(i), -kResistance * i);
    equation(der(q), -kServo * q + 1e-4 * i);
    equation(der(p), kStiffness * (q - kLeak * p - kArea * v));
    equation(kMass * der(v), kArea * p - kDamping * v);
    equation(der(x), v);
    equation(der(far), 1e6 * x);
  }
};

TEST(Linearize, SlowModesOfBadlyScaledSystemsAreKept) {
  Actuator model;
  const Linearization result = linearize(model);
  // The electric part and the servo act one way: their eigenvalues are their own. Cylinder and mass
  // are a quadratic, lambda^2 + b lambda + c, and the two integrators are zero.
  const double leak = Actuator::kStiffness * Actuator::kLeak;
  const double damping = Actuator::kDamping / Actuator::kMass;
  const double b = leak + damping;
  const double c =
      leak * damping + Actuator::kStiffness * Actuator::kArea * Actuator::kArea / Actuator::kMass;
  const double imaginary = std::sqrt(c - b * b / 4);
  std::vector<std::complex<double>> expected{{-Actuator::kResistance / Actuator::kInductance, 0},
                                             {-Actuator::kServo, 0},
                                             {-b / 2, -imaginary},
                                             {-b / 2, imaginary},
                                             {0, 0},
                                             {0, 0}};
  std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
    return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag());
  });
  ASSERT_EQ(result.eigenvalues.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_LE(std::abs(result.eigenvalues[k] - expected[k]), 1e-6 * std::abs(expected[k])) << k;
  }
  // The slow mode in terms of the states, in their own units: all follow the flow q.
  using A = Actuator;
  const double slow = -A::kServo, drag = A::kMass * slow + A::kDamping;
  const double p = A::kStiffness / (slow + leak + A::kStiffness * A::kArea * A::kArea / drag);
  const double v = A::kArea * p / drag, x = v / slow, far = 1e6 * x / slow;
  const auto of_state = [&](std::string_view name) {
    const auto at = std::find(result.states.begin(), result.states.end(), name);
    return result.modes(at - result.states.begin(), 3);
  };
  ASSERT_NEAR(result.eigenvalues[3].real(), slow, 1e-6);
  for (const auto& [name, value] :
       {std::pair("p", p), std::pair("v", v), std::pair("x", x), std::pair("far", far)}) {
    const std::complex<double> ratio = of_state(name) / of_state("q");
    EXPECT_LE(std::abs(ratio - value), 1e-6 * std::abs(value)) << name;
  }
  EXPECT_LE(std::abs(of_state("i") / of_state("q")), 1e-6);
  EXPECT_NEAR(result.modes.col(3).norm(), 1, 1e-12);
}

/// x' = A x.
struct Given : Model {
  VariableArray x{this, "x"};
  const Eigen::MatrixXd A;
  explicit Given(Eigen::MatrixXd matrix) : A(std::move(matrix)) {
    x.resize(static_cast<std::size_t>(A.rows()));
  }
  void equations() override {
    for (Eigen::Index i = 0; i < A.rows(); ++i) {
      Expr sum = 0.0;
      for (Eigen::Index j = 0; j < A.cols(); ++j) {
        sum = sum + A(i, j) * x[static_cast<std::size_t>(j)];
      }
      equation(der(x[static_cast<std::size_t>(i)]), sum);
    }
  }
};

/// Matrices made of their eigenvalues: A = D Q L Q' / D, with blocks in L, rotations in Q, and
/// units in D that differ by up to sixteen powers of ten.
TEST(Linearize, BadlyScaledSystemsHaveTheEigenvaluesTheyWereMadeOf) {
  std::mt19937 random(7);
  const auto uniform = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  for (int round = 0; round < 50; ++round) {
    const Eigen::Index n = 3 + static_cast<Eigen::Index>(random() % 6);
    Eigen::MatrixXd L = Eigen::MatrixXd::Zero(n, n);
    std::vector<std::complex<double>> expected;
    for (Eigen::Index k = 0; k < n;) {
      const double real = -std::pow(10.0, uniform(-1, 2));
      if (k + 1 < n && random() % 2 == 0) {
        const double turn = std::pow(10.0, uniform(0, 2));
        L.block<2, 2>(k, k) << real, turn, -turn, real;
        expected.insert(expected.end(), {{real, turn}, {real, -turn}});
        k += 2;
      } else {
        L(k, k) = real;
        expected.emplace_back(real, 0);
        k += 1;
      }
    }
    Eigen::MatrixXd general(n, n);
    for (double& entry : general.reshaped()) entry = uniform(-1, 1);
    const Eigen::MatrixXd Q = Eigen::HouseholderQR<Eigen::MatrixXd>(general).householderQ();
    Eigen::VectorXd D(n);
    for (double& unit : D) unit = std::pow(10.0, uniform(-8, 8));
    const Eigen::MatrixXd A =
        D.asDiagonal() * Q * L * Q.transpose() * D.cwiseInverse().asDiagonal();
    Given model(A);
    const Linearization result = linearize(model);
    ASSERT_EQ(result.eigenvalues.size(), expected.size());
    // Each has its own, up to what rounding of the entries moves those of a normal matrix.
    std::vector<std::complex<double>> left = result.eigenvalues;
    for (const std::complex<double>& value : expected) {
      const auto nearest = std::min_element(
          left.begin(), left.end(),
          [&](const auto& a, const auto& b) { return std::abs(a - value) < std::abs(b - value); });
      EXPECT_LE(std::abs(*nearest - value), 1e-11 * L.cwiseAbs().maxCoeff()) << round;
      left.erase(nearest);
    }
  }
}

TEST(Linearize, InputsAndOutputsGiveTheTransferFunction) {
  Lag model;
  LinearizeOptions options;
  options.outputs = {"y", "u"};
  const Linearization result = linearize(model, options);
  EXPECT_THAT(result.inputs, ElementsAre("u"));
  ASSERT_EQ(result.A.rows(), 1);
  EXPECT_NEAR(result.A(0, 0), -1 / 4.0, 1e-15);
  EXPECT_NEAR(result.B(0, 0), 5 / 4.0, 1e-15);
  EXPECT_NEAR(result.C(0, 0), 2, 1e-15);
  EXPECT_NEAR(result.D(0, 0), 3, 1e-15);
  EXPECT_EQ(result.C(1, 0), 0);
  EXPECT_EQ(result.D(1, 0), 1);
  const Eigen::MatrixXd gain = result.D - result.C * dense::inverse(result.A) * result.B;
  EXPECT_NEAR(gain(0, 0), 2 * 5 + 3, 1e-12);
}

TEST(Linearize, InputOnAConstrainedModelActsAlongTheConstraint) {
  PushedPendulum model;
  LinearizeOptions options;
  options.outputs = {"x", "y"};
  const Linearization result = linearize(model, options);
  const Eigen::MatrixXd gain = result.D - result.C * dense::inverse(result.A) * result.B;
  // A steady force u draws the bob aside by u L / (m g), and lifts it only to second order.
  EXPECT_NEAR(gain(0, 0), 3 / (2 * 9.81), 1e-12);
  EXPECT_NEAR(gain(1, 0), 0, 1e-12);
}

// On the circle x and vx, or y and vy, tell the rest. With the pull F,
//   x'' = -F x,  y'' = -F y - g,  F L^2 = vx^2 + vy^2 - g y,
// and A has the derivatives of these along the circle.
TEST(Linearize, PendulumThatMovesHasStatesForCoordinates) {
  examples::CartesianPendulum model;  // released from 36.87 degrees
  LinearizeOptions options;
  options.time = 0.3;
  options.outputs = {"x", "y"};
  options.simulation.tolerance = 1e-10;
  const Linearization result = linearize(model, options);
  ASSERT_THAT(result.coordinates, SizeIs(2));
  ASSERT_THAT(result.diagnostics,
              testing::Contains(testing::Field(&Diagnostic::text, HasSubstr("the coordinates "))));
  const auto value = [&](std::string_view name) {
    const auto at = std::find(result.states.begin(), result.states.end(), name);
    return result.state[static_cast<std::size_t>(at - result.states.begin())];
  };
  const double x = value("x"), y = value("y"), vx = value("vx"), vy = value("vy");
  const double square = x * x + y * y, g = 9.81;
  const bool to_the_side = result.coordinates[0] == "x";
  ASSERT_EQ(result.coordinates[0], to_the_side ? "x" : "y");
  ASSERT_EQ(result.coordinates[1], to_the_side ? "vx" : "vy");
  // Acceleration of the coordinate q as a function of q and its rate, by central differences.
  const auto acceleration = [&](double q, double rate) {
    const double other = std::copysign(std::sqrt(square - q * q), to_the_side ? y : x);
    const double other_rate = -q * rate / other;
    const double height = to_the_side ? other : q;
    const double pull = (rate * rate + other_rate * other_rate - g * height) / square;
    return -pull * q - (to_the_side ? 0 : g);
  };
  const double q = to_the_side ? x : y, rate = to_the_side ? vx : vy, h = 1e-5;
  EXPECT_NEAR(result.A(0, 0), 0, 1e-9);
  EXPECT_NEAR(result.A(0, 1), 1, 1e-9);
  EXPECT_NEAR(result.A(1, 0), (acceleration(q + h, rate) - acceleration(q - h, rate)) / (2 * h),
              1e-7);
  EXPECT_NEAR(result.A(1, 1), (acceleration(q, rate + h) - acceleration(q, rate - h)) / (2 * h),
              1e-7);
  // The other coordinate as an output: dx/dy = -y / x on the circle.
  EXPECT_NEAR(result.C(to_the_side ? 0 : 1, 0), 1, 1e-12);
  EXPECT_NEAR(result.C(to_the_side ? 1 : 0, 0), to_the_side ? -x / y : -y / x, 1e-9);
}

TEST(Linearize, SimulatesToTheTimeAskedFor) {
  // x' = -x^2 from 1: x = 1 / (1 + t), slope -2 x.
  Scalar model(1, [](const Scalar& m) { return -m.x * m.x; });
  LinearizeOptions options;
  options.time = 3;
  options.simulation.tolerance = 1e-9;
  const Linearization result = linearize(model, options);
  EXPECT_EQ(result.time, 3);
  EXPECT_NEAR(result.state[0], 0.25, 1e-7);
  EXPECT_NEAR(result.A(0, 0), -0.5, 1e-7);
  ASSERT_THAT(result.diagnostics, SizeIs(1));
  EXPECT_EQ(result.diagnostics[0].severity, Severity::note);
  EXPECT_THAT(result.diagnostics[0].text, HasSubstr("no equilibrium: der(x) = -0.0625"));
}

TEST(Linearize, ConditionsAreThoseOfTheTime) {
  const auto rate = [](const Scalar& m) { return select(m.time() < 1.0, -1.0, -2.0) * m.x; };
  for (const auto& [time, slope] : {std::pair(0.0, -1.0), std::pair(1.0, -2.0), {2.0, -2.0}}) {
    Scalar model(1, rate);
    LinearizeOptions options;
    options.time = time;
    EXPECT_EQ(linearize(model, options).A(0, 0), slope) << time;
  }
}

TEST(Linearize, CoordinateThatNothingDependsOnMayMove) {
  examples::SpringMassDamper model;
  model.spring.c = 0.0;
  model.damper.d = 0.0;
  model.mass.v.start(2.0);
  const Linearization result = linearize(model);
  EXPECT_EQ(result.drift, 2);
  ASSERT_THAT(result.diagnostics, SizeIs(1));
  EXPECT_THAT(result.diagnostics[0].text, HasSubstr("steady motion: only mass.s move"));
}

TEST(Linearize, TimeThatIsNotReachedIsToldWithTheReason) {
  Scalar model(1, [](const Scalar& m) { return m.x * m.x; });  // infinite at t = 1
  LinearizeOptions options;
  options.time = 2;
  try {
    linearize(model, options);
    FAIL() << "was linearized";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be linearized at t = 2 s: the run ended at"));
    EXPECT_THAT(error.what(), HasSubstr("Choose an earlier time."));
  }
}

TEST(Linearize, OutputsThatDoNotExistAreNamedTogether) {
  Lag model;
  LinearizeOptions options;
  options.outputs = {"Y", "y", "nonsense"};
  try {
    linearize(model, options);
    FAIL() << "was linearized";
  } catch (const Error& error) {
    ASSERT_THAT(error.diagnostics(), SizeIs(2));
    EXPECT_EQ(error.diagnostics()[0].path, "Y");
    EXPECT_THAT(error.diagnostics()[0].hint, HasSubstr("Did you mean y?"));
    EXPECT_EQ(error.diagnostics()[1].path, "nonsense");
  }
}

TEST(Linearize, TextShowsFrequencyDampingAndMatrices) {
  examples::SpringMassDamper model;
  LinearizeOptions options;
  options.outputs = {"mass.s"};
  const std::string text = to_text(linearize(model, options));
  for (const char* part : {"Linearized at t = 0 s", "States (2)", "mass.s", "-0.2", "±3.15595",
                           "0.5023 Hz", "5 s", "\nA\n", "\nC\n"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

// Rows and columns have units: what is small among pascals need not be so among newtons.
TEST(Linearize, TextShowsSmallEntriesOfBadlyScaledMatrices) {
  Linearization l;
  l.states = {"v", "p"};
  l.state = {0, 0};
  l.A = Eigen::MatrixXd{{-0.5, 1e-4}, {-1e10, -2e3}};
  l.basis = Eigen::MatrixXd::Identity(2, 2);
  l.eigenvalues = {-1e10, -3e-4};
  l.modes = Eigen::MatrixXcd::Identity(2, 2);
  const std::string text = to_text(l);
  EXPECT_THAT(text, HasSubstr("0.0001"));
  EXPECT_THAT(text, HasSubstr("-0.0003"));
  l.A(0, 1) = 1e-18;  // rounding beside everything in its row and column
  EXPECT_THAT(to_text(l), Not(HasSubstr("1e-18")));
}

TEST(Linearize, JsonHoldsEverything) {
  Lag model;
  LinearizeOptions options;
  options.outputs = {"y"};
  const auto json = nlohmann::json::parse(to_json(linearize(model, options)));
  EXPECT_EQ(json["states"][0], "x");
  EXPECT_EQ(json["A"][0][0], -0.25);
  EXPECT_EQ(json["B"][0][0], 1.25);
  EXPECT_EQ(json["D"][0][0], 3.0);
  EXPECT_EQ(json["eigenvalues"][0][0], -0.25);
  EXPECT_EQ(json["basis"][0][0], 1.0);
  EXPECT_EQ(json["modes"].size(), 1u);
}

}  // namespace
}  // namespace multibond
