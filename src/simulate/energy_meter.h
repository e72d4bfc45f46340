/// EnergyMeter: integrates the powers of a model along a run.
#pragma once

#include <memory>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/energy.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

class EnergyMeter {
 public:
  explicit EnergyMeter(std::shared_ptr<const CompiledMode> mode);
  bool empty() const { return mode_->powers.empty(); }
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
  void add_powers(CompiledDynamics& dynamics, double weight);
  bool evaluate_energies(CompiledDynamics& dynamics);
  void note_scale();
  void note_conserved();

  std::shared_ptr<const CompiledMode> mode_;                  ///< all modes have the same powers
  std::vector<std::size_t> stored_, conserved_, integrated_;  ///< places in the list of powers
  std::vector<std::size_t> told_;                             ///< stored and conserved, in order
  std::vector<double> values_, initial_, integral_, turnover_, numbers_, y_;  ///< by place
  std::vector<double> sums_, turnovers_;  ///< of what is integrated, in the order of its function
  double jumps_ = 0, largest_stored_ = 0;
  double unseen_ = 0;      ///< time since the latest look at what should have no power
  std::size_t steps_ = 0;  ///< parts of steps that were passed
  double rubbed_ = 0;      ///< taken up by the friction of contacts
};

}  // namespace multibond
