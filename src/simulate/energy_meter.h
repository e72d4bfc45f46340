/// EnergyMeter: integrates the powers of a model along a run.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "kept_programs.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/energy.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

class EnergyMeter {
 public:
  explicit EnergyMeter(CompiledDynamics& dynamics);
  bool empty() const { return kinds_.empty(); }
  /// Goes on with the model in another mode.
  void use(CompiledDynamics& dynamics);
  void start(double t, const double* y);
  /// Adds the part [a, b] of the latest step.
  void integrate(double a, double b, Integrator& integrator);
  /// Stored energy at (t, y).
  double stored(double t, const double* y);
  /// The stored energy changed at an event.
  void jump(double before, double after) { jumps_ += after - before; }
  /// Sums up at the end of the run.
  EnergyAudit finish(double t, const double* y);

 private:
  bool evaluate(double t, const double* y);
  void note_scale();

  CompiledDynamics* dynamics_;
  std::map<const CompiledDynamics*, KeptPrograms> functions_;  ///< of the powers, by mode
  std::vector<PowerKind> kinds_;
  std::vector<std::string> paths_;
  std::vector<double> values_, initial_, integral_, turnover_;
  double jumps_ = 0, largest_stored_ = 0;
};

}  // namespace multibond
