#include "machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contacts/moreau.h"
#include "contacts/part_clocks.h"
#include "multibond/base/text.h"
#include "multibond/program/runner.h"

namespace multibond {

Machine::Machine(std::shared_ptr<const CompiledMode> mode)
    : dynamics(std::move(mode)), events(dynamics), crossings(dynamics, nullptr) {}

void Machine::use(const std::string& solver, const IntegratorOptions& options, Contacts* contacts,
                  std::size_t parts) {
  solver_ = solver;
  clocks_ = nullptr;
  if (solver == "moreau") {
    if (!contacts) {
      throw Error("solver", "The model has no contacts, and moreau is a method for contacts.",
                  "Leave the solver out, or take dop853 or bdf.");
    }
    integrator = std::make_unique<Moreau>(dynamics, *contacts, options);
  } else if (solver == "dop853" && contacts && parts > 0 && PartClocks::suits(dynamics.mode())) {
    auto clocks = std::make_unique<PartClocks>(dynamics, *contacts, options, parts);
    clocks_ = clocks.get();
    integrator = std::move(clocks);
  } else {
    integrator = make_integrator(solver, dynamics, options);
  }
  crossings.use(integrator.get());
}

Impulse& Machine::impulse() {
  if (!impulse_) impulse_ = std::make_unique<Impulse>(dynamics.mode().impulse());
  return *impulse_;
}

Machines::Machines(std::shared_ptr<const CompiledModel> model) : model_(std::move(model)) {
  for (const ParameterDescription& parameter : model_->description().parameters) {
    parameters_.push_back(parameter.value);
  }
}

void Machines::set_parameters(const std::vector<double>& values) {
  parameters_ = values;
  std::erase_if(machines_, [&](const auto& entry) { return !serves(*entry.second); });
  for_each([&](Machine& machine) { machine.dynamics.set_parameters(parameters_); });
}

bool Machines::serves(const Machine& machine) const {
  try {
    return model_->mode(machine.modes(), parameters_) == machine.dynamics.shared_mode();
  } catch (const Error&) {
    return false;  // the mode cannot be with these values
  }
}

Machine& Machines::machine(const ModeSet& modes) {
  const auto found = machines_.find(modes);
  if (found != machines_.end()) return *found->second;
  auto machine = std::make_unique<Machine>(model_->mode(modes, parameters_));
  machine->dynamics.set_parameters(parameters_);
  return *machines_.emplace(modes, std::move(machine)).first->second;
}

namespace {

/// Values of the old mode that the new one needs: those of its impulses, of its states, and of
/// variables whose values before the event it asks for.
std::vector<VariableLeaf> carried_leaves(const ImpulseResponse& response, const CompiledMode& to) {
  std::vector<VariableLeaf> leaves = response.leaves;
  for (const ImpulseResponse::StateSource& state : response.states) leaves.push_back(state.leaf);
  for (const VariableId v : to.pres) leaves.push_back({v, 0});
  return leaves;
}

/// Discrete values are the same variables in every mode; of pre(...) each mode has its own list.
void carry_discrete_values(const CompiledDynamics& from, CompiledDynamics& to,
                           const double* pre_values) {
  const CompiledMode &old_mode = from.mode(), &new_mode = to.mode();
  std::copy_n(from.inputs().begin() + static_cast<std::ptrdiff_t>(old_mode.layout.discretes),
              new_mode.discretes.size(),
              to.inputs().begin() + static_cast<std::ptrdiff_t>(new_mode.layout.discretes));
  for (std::size_t k = 0; k < new_mode.pres.size(); ++k) {
    const auto same = std::find(old_mode.pres.begin(), old_mode.pres.end(), new_mode.pres[k]);
    to.inputs()[new_mode.layout.pres + k] =
        same == old_mode.pres.end()
            ? pre_values[k]
            : from.inputs()[old_mode.layout.pres +
                            static_cast<std::size_t>(same - old_mode.pres.begin())];
  }
}

std::vector<double> probe(CompiledDynamics& dynamics, double t, const std::vector<double>& y,
                          const std::vector<VariableLeaf>& leaves) {
  dynamics.set_point(t, y.data());
  std::vector<double> values(leaves.size());
  if (!leaves.empty()) {
    Runner(dynamics.functions().probe(leaves)).run(dynamics.inputs().data(), values.data());
  }
  return values;
}

}  // namespace

Machine& Machines::take_over(Machine& from, double t, std::vector<double>& y) {
  Machine& to = machine(from.modes());
  const CompiledMode& mode = to.dynamics.mode();
  std::vector<VariableLeaf> leaves;
  for (const StateDescription& state : mode.states) leaves.push_back(state.leaf);
  for (const VariableId v : mode.pres) leaves.push_back({v, 0});
  const std::vector<double> values = probe(from.dynamics, t, y, leaves);
  y.assign(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(mode.states.size()));
  carry_discrete_values(from.dynamics, to.dynamics, values.data() + mode.states.size());
  to.events.take_over(from.events);
  return to;
}

ModeEntry Machines::enter(Machine& from, double t, const std::vector<double>& y, ModeSet modes) {
  counting_modes(from.dynamics.mode().mode_nesting, modes);
  ModeEntry entry;
  std::set<ModeSet> tried;
  for (;;) {
    if (!tried.insert(modes).second) {
      entry.failure = "The impulses of the mode change switch modes back and forth without end.";
      return entry;
    }
    Machine* to = nullptr;
    try {
      to = &machine(modes);
      to->impulse();
    } catch (const Error& error) {
      entry.failure = fact(error.diagnostics().front());
      return entry;
    }
    const ImpulseResponse& response = to->impulse().response();
    const std::vector<VariableLeaf> leaves = carried_leaves(response, to->dynamics.mode());
    const std::vector<double> values = probe(from.dynamics, t, y, leaves);
    const Impulse::Jump jump = to->impulse().solve(
        t, from.dynamics.inputs().data() + from.dynamics.mode().layout.parameters, values);
    if (!jump.solved) {
      entry.failure =
          fmt::format("No finite impulse satisfies {}.", to->impulse().texts(jump.violated));
      return entry;
    }
    if (jump.any) {
      ModeSet demanded = modes;
      const auto says = to->impulse().modes(jump);
      for (std::size_t m = 0; m < demanded.size(); ++m) demanded[m] = says[m].value_or(modes[m]);
      counting_modes(from.dynamics.mode().mode_nesting, demanded);
      if (demanded != modes) {
        modes = demanded;
        continue;
      }
    }
    entry.machine = to;
    entry.jumped = jump.any;
    entry.y.clear();
    const double* state_values = values.data() + response.leaves.size();
    for (std::size_t i = 0; i < response.states.size(); ++i) {
      const ImpulseResponse::StateSource& state = response.states[i];
      const double change = jump.any ? to->impulse().change(jump, state.leaf) : 0.0;
      entry.y.push_back(state.sign * (state_values[i] + change));
    }
    carry_discrete_values(from.dynamics, to->dynamics, state_values + response.states.size());
    to->events.take_over(from.events);
    return entry;
  }
}

}  // namespace multibond
