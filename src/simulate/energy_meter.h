/// EnergyMeter: integrates the powers of a model along a run.
#pragma once

#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/energy.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

class EnergyMeter {
 public:
  explicit EnergyMeter(const CompiledMode& mode);
  bool empty() const { return powers_.empty(); }
  void start(CompiledDynamics& dynamics, double t, const double* y);
  /// Adds the part [a, b] of the latest step.
  void integrate(CompiledDynamics& dynamics, double a, double b, Integrator& integrator);
  /// Stored energy at (t, y).
  double stored(CompiledDynamics& dynamics, double t, const double* y);
  /// The stored energy changed at an event.
  void jump(double before, double after) { jumps_ += after - before; }
  /// Sums up at the end of the run.
  EnergyAudit finish(CompiledDynamics& dynamics, double t, const double* y);

 private:
  bool evaluate(CompiledDynamics& dynamics, double t, const double* y);
  void note_scale();

  std::vector<PowerDescription> powers_;
  std::vector<double> values_, initial_, integral_, turnover_, y_;
  double jumps_ = 0, largest_stored_ = 0;
};

}  // namespace multibond
