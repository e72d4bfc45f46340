/// simulate: from a model to its trajectories.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/simulate/result.h"
#include "multibond/simulate/simulator.h"

namespace multibond {

class Component;

struct SimulationOptions {
  double start = 0;
  double stop = 10;
  double tolerance = 1e-6;
  int intervals = 500;          ///< output intervals; events add rows of their own
  std::string solver = "auto";  ///< auto, or a name of integrator_infos()
  double fixed_step = 0;        ///< for fixed-step solvers; 0: one output interval
  double maximum_step = 0;      ///< 0: unlimited
  Backend backend = default_backend();
  double baumgarte_alpha = 0, baumgarte_beta = 0;  ///< stabilisation, 0: none
  bool project = true;                             ///< false leaves drift to the Baumgarte terms
  bool audit = true;  ///< whether the powers are integrated (Result::energy)
  /// Whether pictures are recorded (Result::scene), and energies over time (Result::energy).
  bool pictures = false;
  /// Efforts, by path, whose impulses are told at each impact (EventRecord::impulses).
  std::vector<std::string> impulses = {};
  /// How impacts are settled: auto, whole or apart (SimulatorOptions::impacts).
  std::string impacts = "auto";
  /// Parameters, inputs and start values of a compiled model, by path (Simulator::set).
  std::vector<std::pair<std::string, double>> set = {};
  /// Asked after every step and within events of contacts; true ends the run and keeps what was
  /// computed.
  std::function<bool()> interrupted = {};
  /// Told the time after every step.
  std::function<void(double time, std::size_t steps)> progress = {};
  /// Shown, after every step too, what there is so far: rows and pictures. Variables are computed
  /// for whoever reads them, from the first row on: that is not for every step.
  std::function<void(const Result& so_far)> partial = {};
};

/// Throws Error naming all options that make no sense.
void check(const SimulationOptions& options);
/// How to get there with a Simulator.
SimulatorOptions simulator_options(const SimulationOptions& options);

/// Throws Error if the options make no sense or the model cannot be compiled or initialized. A run
/// that fails later returns what it has computed, with status and diagnostics.
Result simulate(Component& model, const SimulationOptions& options = {});
Result simulate(Component&& model, const SimulationOptions& options = {});
/// The back end and Baumgarte's terms are those with which the model was compiled.
Result simulate(const std::shared_ptr<const CompiledModel>& model,
                const SimulationOptions& options = {});

}  // namespace multibond
