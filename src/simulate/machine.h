/// Machine: everything that runs a model in one of its modes.
///
/// A model without modes has one machine. Others have one for each combination of modes that a run
/// has met, made when it is first entered and kept (design section 9).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "crossing.h"
#include "events.h"
#include "impulse.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

class Machine {
 public:
  Machine(Plan plan, Backend backend);

  CompiledDynamics dynamics;
  EventHandler events;
  CrossingFinder crossings;
  std::unique_ptr<Integrator> integrator;

  const std::vector<bool>& modes() const { return dynamics.plan().options.modes; }
  void use(const std::string& solver, const IntegratorOptions& options);
  const std::string& solver() const { return solver_; }
  Impulse& impulse();

 private:
  std::unique_ptr<Impulse> impulse_;
  std::string solver_;
};

/// What became of the wish to enter a mode.
struct ModeEntry {
  Machine* machine = nullptr;  ///< the mode entered; nullptr if there is none
  std::vector<double> y;       ///< its state
  bool jumped = false;         ///< something changed by impulses
  std::string failure;         ///< why there is none
};

/// The machines of a model, and the way from one to the other.
class Machines {
 public:
  Machines(Plan plan, Backend backend);
  Machine& first() { return *first_; }
  /// The machine of a mode; throws Error if the equations of that mode cannot be solved.
  Machine& machine(const std::vector<bool>& modes);
  /// From `from` at (t, y) into `modes`, or into the mode that the impulses of doing so demand: an
  /// inductance whose switch opens drives its current through the diode beside it.
  ModeEntry enter(Machine& from, double t, const std::vector<double>& y, std::vector<bool> modes);
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (auto& [modes, machine] : machines_) visit(*machine);
  }

 private:
  struct Transfer;
  Transfer& transfer(Machine& from, Machine& to);

  std::shared_ptr<const System> source_;
  CompileOptions options_;
  Backend backend_;
  std::map<std::vector<bool>, std::unique_ptr<Machine>> machines_;
  std::map<std::pair<const Machine*, const Machine*>, std::shared_ptr<Transfer>> transfers_;
  Machine* first_ = nullptr;
};

}  // namespace multibond
