// The bond graph examples: the same circuits in several notations, mechanisms against Lagrange.
#include <cmath>
#include <functional>
#include <memory>

#include "bond_bench.h"
#include "examples/bond_circuits.h"
#include "examples/bond_mechanics.h"
#include "examples/first.h"
#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"

namespace multibond::examples {
namespace {

using bonds::expect_near;

/// Both trajectories at the same times.
void expect_same(const Result& a, const std::string& path_a, const Result& b,
                 const std::string& path_b, double tolerance) {
  const std::vector<double> x = a[path_a], y = b[path_b];
  ASSERT_EQ(x.size(), y.size());
  double worst = 0;
  for (std::size_t k = 0; k < x.size(); ++k) worst = std::max(worst, std::abs(x[k] - y[k]));
  EXPECT_LT(worst, tolerance) << path_a << " and " << path_b;
}

/// The circuit of BondCircuit from electrical components.
struct WiredCircuit : Model {
  electrical::ConstantVoltage source{this, "source"};
  electrical::Inductor L{this, "L"};
  electrical::Resistor R1{this, "R1"}, R2{this, "R2"};
  electrical::Capacitor C{this, "C"};
  electrical::Ground ground{this, "ground"};
  WiredCircuit() {
    source.V = 10.0;
    L.L = 2.0;
    R1.R = 5.0;
    R2.R = 20.0;
    C.C = 0.1;
    for (electrical::Pin* pin : {&L.p, &R1.p}) connect(source.p, *pin);
    for (electrical::Pin* pin : {&C.p, &R2.p}) connect(R1.n, *pin);
    for (electrical::Pin* pin : {&source.n, &L.n, &C.n, &R2.n}) connect(ground.p, *pin);
  }
};

TEST(BondExamples, TheThesisCircuitIsTheSameInEveryNotation) {
  const SimulationOptions options{.stop = 2, .tolerance = 1e-11};
  const Result wired = simulate(WiredCircuit{}, options);
  const Result graph = simulate(BondCircuit{}, options);
  const Result magnetic = simulate(MagneticCircuit{}, options);
  const Result dual = simulate(DualCircuit{}, options);
  EXPECT_NEAR(graph.final("C.port.e"), 8 * (1 - std::exp(-2 / 0.4)), 1e-9);
  EXPECT_NEAR(graph.final("L.port.f"), 10, 1e-9);
  expect_same(graph, "C.port.e", wired, "C.v", 1e-9);
  expect_same(graph, "L.port.f", wired, "L.i", 1e-9);
  expect_same(graph, "R1.port.f", wired, "R1.i", 1e-9);
  expect_same(graph, "C.port.e", magnetic, "C.port.e", 1e-9);
  expect_same(graph, "L.port.f", magnetic, "L.port.e", 1e-9);
  expect_same(graph, "C.port.e", dual, "C.port.f", 1e-9);
  expect_same(graph, "L.port.f", dual, "L.port.e", 1e-9);
  expect_same(graph, "R1.port.f", dual, "R1.port.e", 1e-9);
}

TEST(BondExamples, AHeatedResistorConservesEnergyAndProducesEntropy) {
  struct Audited : HeatedResistor {
    Variable lost{this, "lost", "", "heat of R2"}, brought{this, "brought", "", "work of source"};
    Audited() {
      lost.start(0.0).fixed();
      brought.start(0.0).fixed();
    }
    void equations() override {
      equation(der(lost), R2.port.power());
      equation(der(brought), -source.port.power());
    }
  };
  const Result result = simulate(Audited{}, {.stop = 10, .tolerance = 1e-12});
  const std::vector<double> i = result["L.port.f"], u = result["C.port.e"], S = result["body.q"],
                            T = result["body.port.e"], rate = result["body.port.f"],
                            r = result["law.y.value"], lost = result["lost"],
                            brought = result["brought"];
  for (std::size_t k = 0; k < result.rows(); ++k) {
    const double energy = i[k] * i[k] + 0.05 * u[k] * u[k] + 0.1 * (T[k] - 293.15);
    ASSERT_NEAR(energy + lost[k], brought[k], 1e-8 * std::max(1.0, brought[k]));
    ASSERT_GE(rate[k], 0);
    ASSERT_TRUE(k == 0 || S[k] >= S[k - 1]);
    ASSERT_NEAR(r[k], 5 * (1 + 0.0039 * (T[k] - 293.15)), 1e-9);
  }
  EXPECT_GT(T.back(), 350);
}

TEST(BondExamples, TheElectricCircuitIsTheSameInEveryNotation) {
  const SimulationOptions options{.stop = 10, .tolerance = 1e-11};
  const Result wired = simulate(ElectricCircuit{}, options);
  const Result scalar = simulate(ElectricCircuitBonds{}, options);
  const Result multi = simulate(ElectricCircuitMultibond{}, options);
  for (const std::string path : {"Vleft", "Vright"}) {
    expect_same(scalar, path, multi, path, 1e-9);
    expect_same(scalar, path, wired, path, 1e-9);
  }
}

/// Supplied, lost and stored energy agree, and no junction or transformer makes any.
template <typename... Models>
void expect_balanced(const Models&... models) {
  for (Model* model : std::initializer_list<Model*>{models.get()...}) {
    const Result result = simulate(*model, {.stop = 5, .tolerance = 1e-11});
    EXPECT_FALSE(result.energy.empty()) << result.model;
    EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8) << result.model;
    for (const EnergyAudit::Entry& entry : result.energy.entries) {
      if (entry.kind != EnergyAudit::Kind::conserved) continue;
      EXPECT_NEAR(entry.energy, 0, 1e-8 * result.energy.scale) << entry.path;
    }
  }
}

TEST(BondExamples, BalanceTheirEnergy) {
  expect_balanced(std::make_unique<BondCircuit>(), std::make_unique<MagneticCircuit>(),
                  std::make_unique<DualCircuit>(), std::make_unique<HeatedResistor>(),
                  std::make_unique<ElectricCircuitBonds>(),
                  std::make_unique<ElectricCircuitMultibond>(), std::make_unique<PlanarPendulum>(),
                  std::make_unique<CraneCrab1>(), std::make_unique<CraneCrab2>());
}

/// y' = f(y) by the classical Runge-Kutta method, in steps far below what the result needs.
template <int N>
Eigen::Matrix<double, N, 1> integrate(
    const std::function<Eigen::Matrix<double, N, 1>(const Eigen::Matrix<double, N, 1>&)>& f,
    Eigen::Matrix<double, N, 1> y, double stop) {
  const int steps = static_cast<int>(stop * 2000);
  const double h = stop / steps;
  for (int k = 0; k < steps; ++k) {
    const auto k1 = f(y), k2 = f(y + h / 2 * k1), k3 = f(y + h / 2 * k2), k4 = f(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

/// Pendulum of length sqrt(10) at 10 s: potential 9.81 y with y = -sin phi - 3 cos phi, kinetic
/// energy 10/2 w^2.
Eigen::Vector2d pendulum_at_end(double phi, double w) {
  return integrate<2>(
      [](const Eigen::Vector2d& y) {
        return Eigen::Vector2d(y(1), 0.981 * (std::cos(y(0)) - 3 * std::sin(y(0))));
      },
      Eigen::Vector2d(phi, w), 10);
}

TEST(BondExamples, ThePendulumFollowsLagrange) {
  const SimulationOptions options{.stop = 10, .tolerance = 1e-11};
  const Result result = simulate(PlanarPendulum{}, options);
  const Eigen::Vector2d expected = pendulum_at_end(0, 0);
  EXPECT_NEAR(result.final("phi"), expected(0), 1e-8);
  EXPECT_NEAR(result.final("joint.p[1].f[3]"), expected(1), 1e-8);
  // From nearly upright, and tumbling: no velocity of the bob could be the state all the time.
  PlanarPendulum high;
  high.position.q_start = {0, 0, 2.5};
  EXPECT_NEAR(simulate(high, options).final("phi"), pendulum_at_end(2.5, 0)(0), 1e-8);
  PlanarPendulum tumbling;
  tumbling.set("position.port.f[3].start", 6.0);
  tumbling.set("position.port.f[3].fixed", 1.0);
  EXPECT_NEAR(simulate(tumbling, options).final("phi"), pendulum_at_end(0, 6)(0), 1e-7);
}

/// (s, phi, s', phi') of a crab of 1 kg with 1 kg at (1, -3).
Eigen::Vector4d crab_at(double stop) {
  return integrate<4>(
      [](const Eigen::Vector4d& y) {
        // Position of the load: x = s + cos phi - 3 sin phi, y = -sin phi - 3 cos phi.
        const double c = std::cos(y(1)), s = std::sin(y(1)), w = y(3);
        const double a = -s - 3 * c, b = -c + 3 * s;  // derivatives of x - s and y
        const Eigen::Matrix2d mass{{2, a}, {a, 10}};
        const Eigen::Vector2d force(-b * w * w, -9.81 * b);
        const Eigen::Vector2d acceleration = mass.inverse() * force;
        return Eigen::Vector4d(y(2), w, acceleration(0), acceleration(1));
      },
      Eigen::Vector4d::Zero(), stop);
}

TEST(BondExamples, TheCraneCrabsFollowLagrange) {
  const SimulationOptions options{.stop = 10, .tolerance = 1e-11};
  const Result first = simulate(CraneCrab1{}, options);
  const Result second = simulate(CraneCrab2{}, options);
  const Eigen::Vector4d expected = crab_at(10);
  EXPECT_NEAR(first.final("x1"), expected(0), 1e-8);
  EXPECT_NEAR(first.final("phi"), expected(1), 1e-8);
  expect_same(first, "x1", second, "x1", 1e-8);
  expect_same(first, "phi", second, "phi", 1e-8);
  expect_same(first, "x2", second, "x2", 1e-8);
  const double phi = expected(1), x = expected(0) + std::cos(phi) - 3 * std::sin(phi),
               y = -std::sin(phi) - 3 * std::cos(phi);
  EXPECT_NEAR(first.final("x2"), x + 1, 1e-7);
  EXPECT_NEAR(first.final("y2"), y, 1e-7);
  EXPECT_NEAR(second.final("y2"), y - 3, 1e-7);
}

}  // namespace
}  // namespace multibond::examples
