/// Machine: everything that runs a model in one of its modes.
///
/// A run of a model without modes has one machine. Others have one for each combination of modes
/// that the run has met, made when it is first entered and kept (design section 9).
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

class Contacts;
class PartClocks;

class Machine {
 public:
  explicit Machine(std::shared_ptr<const CompiledMode> mode);

  CompiledDynamics dynamics;
  EventHandler events;
  CrossingFinder crossings;
  std::unique_ptr<Integrator> integrator;

  const ModeSet& modes() const { return dynamics.mode().modes; }
  /// `contacts`: of the run, if the model has any. Throws Error if the method cannot do without, or
  /// cannot honour the model.
  /// `parts`: so many that move may have clocks of their own (contacts/part_clocks.h), if the
  /// method and the model allow it; 0: none may.
  void use(const std::string& solver, const IntegratorOptions& options, Contacts* contacts,
           std::size_t parts);
  /// The integrator, if it is one by parts.
  PartClocks* clocks() { return clocks_; }
  const std::string& solver() const { return solver_; }
  Impulse& impulse();

 private:
  std::unique_ptr<Impulse> impulse_;
  std::string solver_;
  PartClocks* clocks_ = nullptr;
};

/// What became of the wish to enter a mode.
struct ModeEntry {
  Machine* machine = nullptr;  ///< the mode entered; nullptr if there is none
  std::vector<double> y;       ///< its state
  bool jumped = false;         ///< something changed by impulses
  std::string failure;         ///< why there is none
};

/// The machines of a run, and the way from one to the other.
class Machines {
 public:
  explicit Machines(std::shared_ptr<const CompiledModel> model);
  Machine& first() { return machine(model_->first()->modes); }
  /// The machine of a mode; throws Error if the equations of that mode cannot be solved.
  Machine& machine(const ModeSet& modes);
  /// From `from` at (t, y) into `modes`, or into the mode that the impulses of doing so demand: an
  /// inductance whose switch opens drives its current through the diode beside it.
  ModeEntry enter(Machine& from, double t, const std::vector<double>& y, ModeSet modes);
  /// Values of all parameters, for the machines to come and for those there are; those that do not
  /// serve them are made anew when they are needed.
  void set_parameters(const std::vector<double>& values);
  /// Continues in the same mode what runs elsewhere, with functions of this model and parameters of
  /// these machines; `y` becomes the state here.
  Machine& take_over(Machine& from, double t, std::vector<double>& y);
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (auto& [modes, machine] : machines_) visit(*machine);
  }
  void clear() { machines_.clear(); }

 private:
  bool serves(const Machine& machine) const;

  std::shared_ptr<const CompiledModel> model_;
  std::vector<double> parameters_;
  std::map<ModeSet, std::unique_ptr<Machine>> machines_;
};

}  // namespace multibond
