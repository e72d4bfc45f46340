/// Linearization about a state: x' = A x + B u, y = C x + D u, on the tangent space of the
/// invariants.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "multibond/simulate/simulation.h"

namespace multibond {

struct Linearization {
  double time = 0;
  std::vector<std::string> states;  ///< of the model; without invariants also the rows of A
  std::vector<std::string> inputs, outputs;
  std::vector<double> state;   ///< at which
  Eigen::MatrixXd A, B, C, D;  ///< in coordinates of the tangent space
  /// Columns: basis of the tangent space in terms of the states; the identity if there are no
  /// invariants, orthonormal unless there are `coordinates`.
  Eigen::MatrixXd basis;
  /// Where the constraints turn with the motion: the states that serve as coordinates, rows of A.
  std::vector<std::string> coordinates;
  std::vector<std::complex<double>> eigenvalues;  ///< by real part, then by imaginary part
  Eigen::MatrixXcd modes;                         ///< eigenvectors in terms of the states
  double normal_part = 0;  ///< |G J N|: how far the flow leaves the tangent space to first order
  double drift = 0;        ///< largest |derivative| at the state: zero at an equilibrium
  std::vector<Diagnostic> diagnostics;
};

struct LinearizeOptions {
  double time = 0;                        ///< simulated up to there first; 0: the initial state
  std::vector<std::string> outputs = {};  ///< paths; empty: none
  /// Parameters that count as inputs, behind those of the model: the value of a source, say.
  std::vector<std::string> parameters = {};
  SimulationOptions simulation = {};  ///< how to get to `time`
};

/// Inputs are the variables declared as Input.
Linearization linearize(Component& model, const LinearizeOptions& options = {});
Linearization linearize(const std::shared_ptr<const CompiledModel>& model,
                        const LinearizeOptions& options = {});
/// About the present state of a run (Simulator::view), of a model `with_inputs`.
Linearization linearize(const RunView& run, const std::vector<std::string>& outputs,
                        const std::vector<std::string>& parameters = {});

/// The model with these parameters as symbols, whatever their value. Throws Error that names what
/// cannot be one, with the nearest names.
std::shared_ptr<const CompiledModel> with_inputs(std::shared_ptr<const CompiledModel> model,
                                                 const std::vector<std::string>& parameters);

std::string to_text(const Linearization& linearization);
std::string to_json(const Linearization& linearization);

}  // namespace multibond
