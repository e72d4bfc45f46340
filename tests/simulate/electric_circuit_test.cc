// The RC network of MultiBondLib's ElectricCircuit against the exponential of its matrix.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

/// Node voltages at time t: C dV/dt = I - G V, V(0) = 0, so V = (1 - exp(-C^-1 G t)) G^-1 I.
Eigen::Vector2d closed_form(double t) {
  Eigen::Matrix2d C, G;
  C << 0.02 + 0.025, -0.025, -0.025, 0.05 + 0.025;
  G << 1.0 / 30, 0, 0, 1.0 / 75;
  const Eigen::Vector2d current(0.5, 0);
  const Eigen::EigenSolver<Eigen::Matrix2d> modes(C.inverse() * G);
  const Eigen::Matrix2d vectors = modes.eigenvectors().real();
  const Eigen::Vector2d decay = (-modes.eigenvalues().real() * t).array().exp();
  const Eigen::Vector2d steady = G.inverse() * current;
  return steady - vectors * decay.asDiagonal() * vectors.inverse() * steady;
}

TEST(ElectricCircuit, AgreesWithTheMatrixExponentialAtEveryOutput) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("ElectricCircuit").make(nullptr, "ElectricCircuit");
  SimulationOptions options;
  options.tolerance = 1e-10;
  const Result result = simulate(*model, options);
  ASSERT_EQ(result.status, RunStatus::completed);
  const auto times = result.times(), left = result["Vleft"], right = result["Vright"];
  ASSERT_EQ(times.size(), 501u);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Eigen::Vector2d exact = closed_form(times[i]);
    EXPECT_NEAR(left[i], exact[0], 1e-8) << "t = " << times[i];
    EXPECT_NEAR(right[i], exact[1], 1e-8) << "t = " << times[i];
  }
}

TEST(ElectricCircuit, EverySolverArrivesAtTheSameVoltages) {
  for (const IntegratorInfo& info : integrator_infos()) {
    const Catalog catalog = library_catalog();
    const auto model = catalog.find("ElectricCircuit").make(nullptr, "ElectricCircuit");
    SimulationOptions options;
    options.tolerance = 1e-9;
    options.solver = std::string(info.name);
    options.fixed_step = 1e-3;
    const Result result = simulate(*model, options);
    EXPECT_NEAR(result.final("Vleft"), closed_form(10)[0], 1e-6) << info.name;
  }
}

}  // namespace
}  // namespace multibond
