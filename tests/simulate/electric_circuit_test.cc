// The RC network of MultiBondLib's ElectricCircuit against the exponential of its matrix.

#include <gtest/gtest.h>

#include "multibond/base/dense.h"
#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

/// Node voltages at time t: C dV/dt = I - G V, V(0) = 0, so V = (1 - exp(-C^-1 G t)) G^-1 I.
Eigen::Vector2d closed_form(double t) {
  Eigen::MatrixXd C(2, 2), G(2, 2);
  C << 0.02 + 0.025, -0.025, -0.025, 0.05 + 0.025;
  G << 1.0 / 30, 0, 0, 1.0 / 75;
  const Eigen::VectorXd current = Eigen::Vector2d(0.5, 0);
  const dense::Modes modes = dense::modes(dense::inverse(C) * G);
  const Eigen::MatrixXd vectors = modes.vectors.real();
  const Eigen::VectorXd decay = (-modes.values.real() * t).array().exp();
  const Eigen::VectorXd steady = dense::inverse(G) * current;
  return steady - vectors * decay.asDiagonal() * dense::inverse(vectors) * steady;
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
