/// EnergyMeter: integrates the powers of a model along a run.
#pragma once

#include <array>
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
  /// Notes the energies of a row at time t, within the part of a step that was integrated last.
  void record(CompiledDynamics& dynamics, double t, Integrator& integrator);
  /// The same at the present instant, with its state.
  void record(CompiledDynamics& dynamics, double t, const double* y);
  /// The same where nothing is known.
  void record_nothing();
  /// Sums up at the end of the run.
  EnergyAudit finish(CompiledDynamics& dynamics, double t, const double* y);

 private:
  void add_powers(CompiledDynamics& dynamics, double weight);
  bool evaluate_energies(CompiledDynamics& dynamics);
  void note_scale();
  void note_conserved(CompiledDynamics& dynamics);
  /// Appends a row to the history: energies that are held now, and integrals without `later_`;
  /// `lost_later`: in impacts after this time.
  void append_row(double lost_later);

  std::shared_ptr<const CompiledMode> mode_;                  ///< all modes have the same powers
  std::vector<std::size_t> stored_, conserved_, integrated_;  ///< places in the list of powers
  std::vector<std::size_t> told_;                             ///< stored and conserved, in order
  std::vector<double> values_, initial_, integral_, turnover_, numbers_, y_;  ///< by place
  std::vector<double> sums_, turnovers_;  ///< of what is integrated, in the order of its function
  double jumps_ = 0, largest_stored_ = 0;
  double unseen_ = 0;      ///< time since the latest look at what should have no power
  std::size_t steps_ = 0;  ///< parts of steps that were passed
  double rubbed_ = 0;      ///< taken up by the friction of contacts

  /// The powers at the nodes of the latest part of a step, and the loss of contacts behind them:
  /// what an integral was between its ends follows from these.
  std::array<std::vector<double>, 5> samples_;
  bool sampled_ = false;  ///< they are not all zero
  double part_begin_ = 0, part_length_ = 0;
  std::vector<double> later_;  ///< of the integrals: what came after a row; contacts last
  std::vector<std::vector<double>> history_;  ///< by entry; contacts last
  std::vector<double> jump_history_;
};

}  // namespace multibond
