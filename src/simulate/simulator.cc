#include "multibond/simulate/simulator.h"
#include "multibond/simulate/solvers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"
#include "multibond/program/runner.h"
#include "run_loop.h"

namespace multibond {

// -- options --------------------------------------------------------------------------------------

void check(const SimulatorOptions& options) {
  std::vector<Diagnostic> findings;
  const auto wrong = [&](std::string_view name, std::string text, std::string hint) {
    findings.push_back({Severity::error, std::string(name), std::move(text), std::move(hint)});
  };
  if (!(options.tolerance > 0) || options.tolerance >= 1) {
    wrong("tolerance", fmt::format("The tolerance {} must lie between 0 and 1.", options.tolerance),
          "Usual values are 1e-4 to 1e-10.");
  }
  if (options.fixed_step < 0 || options.maximum_step < 0) {
    wrong("step", "A step size must not be negative.",
          "Leave it out to have it chosen automatically.");
  }
  const auto& infos = solver_infos();
  const bool known = options.solver == "auto" ||
                     std::any_of(infos.begin(), infos.end(),
                                 [&](const IntegratorInfo& i) { return i.name == options.solver; });
  if (!known) {
    std::vector<std::string> names{"auto"};
    for (const IntegratorInfo& info : infos) names.emplace_back(info.name);
    wrong("solver", fmt::format("There is no solver '{}'.", options.solver),
          fmt::format("Choose one of: {}.", join_names(names, 20)));
  }
  if (options.impacts != "auto" && options.impacts != "whole" && options.impacts != "apart") {
    wrong("impacts", fmt::format("Impacts cannot be settled '{}'.", options.impacts),
          "Choose auto, whole or apart.");
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

// -- set and get ----------------------------------------------------------------------------------

void Simulator::Run::no_such(std::string_view path) const {
  std::vector<std::string> names;
  for (const ParameterDescription& p : model->description().parameters) names.emplace_back(p.path);
  for (const VariableDescription& v : model->description().variables) names.emplace_back(v.path);
  std::erase(names, "");
  const std::vector<std::string> near = nearest(path, names, 5);
  throw Error(std::string(path), fmt::format("The model has nothing called {}.", path),
              near.empty() ? fmt::format("It has: {}.", join_names(names, 12))
                           : fmt::format("Did you mean {}?", join_names(near)));
}

void Simulator::Run::set(std::string_view path, double value) {
  if (!std::isfinite(value)) {
    throw Error(std::string(path), fmt::format("{} must be a finite number.", path),
                "Give it a number.");
  }
  if (const auto parameter = model->find_parameter(path)) return set_parameter(*parameter, value);
  if (const auto variable = model->find_variable(path)) {
    if (model->description()[*variable].causality == VariableCausality::input) {
      return set_input(*variable, value);
    }
    return set_state(*variable, value);
  }
  constexpr std::string_view kStart = ".start";
  if (path.ends_with(kStart)) {
    const auto variable = model->find_variable(path.substr(0, path.size() - kStart.size()));
    if (variable) return set_start(*variable, value);
  }
  no_such(path);
}

/// A start value counts if the model asks for it, or if the variable is a state.
void Simulator::Run::set_start(VariableId variable, double value) {
  require_start(*model->first(), variable);
  starts_[variable] = value;
}

void Simulator::Run::require_start(const CompiledMode& mode, VariableId variable) const {
  if (model->description()[variable].causality == VariableCausality::input) return;
  const InitializationDescription& known = mode.initialization();
  const bool counts =
      std::find(known.starts.begin(), known.starts.end(), variable) != known.starts.end() ||
      std::any_of(known.aliases.begin(), known.aliases.end(),
                  [&](const StateAlias& alias) { return alias.variable == variable; });
  if (counts) return;
  const std::string path(model->description()[variable].path);
  std::vector<std::string> names;
  for (const StateDescription& state : mode.states) names.push_back(state.name);
  throw Error(path + ".start",
              fmt::format("{} has no start value: it follows from the equations.", path),
              fmt::format("Give start values to states ({}).", join_names(names, 6)));
}

void Simulator::Run::set_input(VariableId variable, double value) {
  signals_.erase(variable);
  if (!initialized_) {
    starts_[variable] = value;
    return;
  }
  adopt_parameters();
  disturb();
  dynamics().set_input(variable, value);
}

void Simulator::Run::set_state(VariableId variable, double value) {
  const std::string path(model->description()[variable].path);
  if (!initialized_) {
    throw Error(path, path + " has no value yet: the run has not begun.",
                fmt::format("Set {}.start, or call initialize() first.", path));
  }
  adopt_parameters();
  const std::vector<StateDescription>& states = dynamics().mode().states;
  const VariableDescription& described = model->description()[variable];
  for (std::size_t i = 0; i < states.size(); ++i) {
    const VariableDescription& own = model->description()[states[i].leaf.variable];
    const bool same = states[i].leaf.order == 0 && !described.constant && !own.constant &&
                      own.column == described.column;
    if (!same && states[i].name != path) continue;
    disturb();
    y_[i] = (same ? described.sign * own.sign : 1.0) * value;
    dynamics().project(time, y_.data());
    return;
  }
  std::vector<std::string> names;
  for (const StateDescription& state : states) names.push_back(state.name);
  throw Error(path, path + " cannot be set: its value follows from the equations.",
              fmt::format("Set a parameter, an input or a state ({}).", join_names(names, 6)));
}

void Simulator::Run::drive(std::string_view input, std::function<double(double)> signal) {
  const auto variable = model->find_variable(input);
  if (!variable) no_such(input);
  if (model->description()[*variable].causality != VariableCausality::input) {
    throw Error(std::string(input), fmt::format("{} is not an input.", input),
                "Declare it as Input to give it from outside.");
  }
  signals_[*variable] = signal;
  if (!initialized_) return;
  adopt_parameters();
  disturb();
  dynamics().drive(*variable, std::move(signal));
}

/// Something is going to change at the present time: what the integrator has computed beyond it is
/// worth nothing.
void Simulator::Run::disturb() {
  if (pending_.any) {
    integrator().interpolate(time, y_.data());
    dynamics().project(time, y_.data());
  }
  if (has_delays()) delays_.cut(time);
  pending_ = {};
  disturbed_ = true;
}

double Simulator::Run::get(std::string_view path) {
  if (path == "time") return time;
  adopt_parameters();
  const auto parameter = model->find_parameter(path);
  // One that was found is a variable: the parameter is its first guess.
  if (parameter && !(initialized_ && model->find_variable(path))) {
    if (model->description()[*parameter].kind != ParameterDescription::Kind::dependent ||
        !initialized_) {
      return parameters_[parameter->index()];
    }
    std::size_t place = 0, count = 0;
    const auto& all = model->description().parameters;
    for (std::size_t p = 0; p < all.size(); ++p) {
      if (p == parameter->index()) place = count;
      count += all[p].kind == ParameterDescription::Kind::dependent ? 1 : 0;
    }
    std::vector<double> values(count);
    dynamics().run(FunctionKind::dependents, values.data());
    return values[place];
  }
  const auto variable = model->find_variable(path);
  if (!variable) no_such(path);
  if (!initialized_) {
    throw Error(std::string(path), fmt::format("{} has no value yet: the run has not begun.", path),
                "Call initialize() first.");
  }
  const RunView now = view();
  std::vector<double> y(now.state, now.state + dynamics().size());
  if (dynamics().invariants() > 0 && dynamics().project(time, y.data()) == Evaluation::failed) {
    y.assign(now.state, now.state + y.size());
  }
  dynamics().set_point(time, y.data());
  double value = 0;
  Runner(dynamics().functions().probe({{*variable, 0}})).run(dynamics().inputs().data(), &value);
  return value;
}

// -- save and restore -----------------------------------------------------------------------------

std::shared_ptr<const SimulatorState::Content> Simulator::Run::content() {
  auto c = std::make_shared<SimulatorState::Content>();
  c->model = model;
  c->options = options;
  c->start = start_;
  c->time = time;
  c->y = y_;
  c->parameters = parameters_;
  c->starts = starts_;
  c->accumulation = accumulation_;
  c->status = status;
  c->diagnostics = diagnostics;
  c->warned = warned_;
  c->events = events;
  c->total = total_;
  c->solver = solver_;
  c->solver_text = solver_text;
  c->changed = changed_;
  c->initialized = initialized_;
  c->disturbed = disturbed_;
  c->pending = pending_;
  if (contacts_) c->contacts = contacts_->save();
  c->delays = delays_;
  for (const auto& entry : signals_) c->driven.push_back(entry.first);
  if (!initialized_) return c;
  c->mode = machine_->modes();
  machines_->for_each([&](Machine& machine) {
    MachineMemory memory;
    memory.dynamics = machine.dynamics.save();
    memory.whens = machine.events.memory();
    memory.crossings = machine.crossings.memory();
    if (machine.integrator) {
      memory.solver = machine.solver();
      memory.integrator = machine.integrator->save();
    }
    c->machines[machine.modes()] = std::move(memory);
  });
  c->segment = segment_;
  c->segment_steps = segment_steps_;
  return c;
}

SimulatorState Simulator::Run::save() {
  adopt_parameters();
  return SimulatorState(content());
}

/// A function of time cannot be saved. The run must have been given those that it had.
void Simulator::Run::require_signals(const SimulatorState::Content& c) {
  for (const VariableId variable : c.driven) {
    if (signals_.contains(variable)) continue;
    const std::string path(c.model->description()[variable].path);
    throw Error(path,
                fmt::format("{} followed a function of time when the run was saved, and has none "
                            "here.",
                            path),
                fmt::format("Call drive(\"{}\", ...) before restore().", path));
  }
  std::erase_if(signals_, [&](const auto& entry) {
    return std::find(c.driven.begin(), c.driven.end(), entry.first) == c.driven.end();
  });
}

void Simulator::Run::restore(const SimulatorState::Content& c) {
  require_signals(c);
  // A method whose memory cannot be taken out makes its steps again from where it was started.
  if (c.segment && c.segment_steps > 0 && !c.disturbed) {
    restore(*c.segment);
    replay(c.segment_steps);
    time = c.time;
    pending_ = c.pending;
    y_ = c.y;
    diagnostics = c.diagnostics;
    warned_ = c.warned;
    return;
  }
  model = c.model;
  options = c.options;
  start_ = c.start;
  time = c.time;
  y_ = c.y;
  parameters_ = c.parameters;
  starts_ = c.starts;
  accumulation_ = c.accumulation;
  status = c.status;
  diagnostics = c.diagnostics;
  warned_ = c.warned;
  events = c.events;
  total_ = c.total;
  solver_ = c.solver;
  solver_text = c.solver_text;
  changed_ = c.changed;
  initialized_ = c.initialized;
  disturbed_ = c.disturbed;
  unadopted_ = false;
  pending_ = c.pending;
  segment_ = c.segment;
  segment_steps_ = 0;
  contacts_.reset();
  delays_ = c.delays;
  machines_ = std::make_unique<Machines>(model);
  machines_->set_parameters(parameters_);
  if (!initialized_) return;
  for (const auto& [modes, memory] : c.machines) {
    Machine& machine = machines_->machine(modes);
    use(machine);
    if (!contacts_) make_contacts(c.contacts);
    if (!memory.solver.empty()) {
      solver_ = memory.solver;
      prepare_integrator();
      if (memory.integrator) integrator().restore(*memory.integrator);
    }
    machine.dynamics.restore(*memory.dynamics);
    machine.events.restore(memory.whens);
    machine.crossings.restore(memory.crossings);
  }
  solver_ = c.solver;
  use(machines_->machine(c.mode));
  if (!integrator().save() && !disturbed_) {
    integrator().start(time, y_.data());
    segment_ = std::make_shared<SimulatorState::Content>(c);
  }
}

/// The same steps again, without telling anybody.
void Simulator::Run::replay(std::size_t steps) {
  for (std::size_t k = 0; k < steps; ++k) {
    if (!make_step()) return;
    time = pending_.end;
  }
}

// -- the face -------------------------------------------------------------------------------------

double SimulatorState::time() const { return content_->time; }

Simulator::Simulator(std::shared_ptr<const CompiledModel> model, SimulatorOptions options)
    : run_(std::make_unique<Run>(std::move(model), std::move(options))) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

const CompiledModel& Simulator::model() const { return *run_->model; }
void Simulator::set(std::string_view path, double value) { run_->set(path, value); }
void Simulator::drive(std::string_view input, std::function<double(double)> signal) {
  run_->drive(input, std::move(signal));
}
double Simulator::get(std::string_view path) { return run_->get(path); }
void Simulator::initialize(double start) { run_->initialize(start); }
RunStatus Simulator::advance(double until) { return run_->advance(until); }
void Simulator::finish() { run_->finish(); }
double Simulator::time() const { return run_->time; }
RunStatus Simulator::status() const { return run_->status; }
const std::vector<Diagnostic>& Simulator::diagnostics() const { return run_->diagnostics; }
const std::vector<EventRecord>& Simulator::events() const { return run_->events; }
IntegratorStatistics Simulator::statistics() const { return run_->statistics(); }
ContactStatistics Simulator::contacts() const { return run_->contacts(); }
std::string Simulator::solver() const { return run_->solver_text; }
void Simulator::observe(RunObserver& observer) { run_->observers.push_back(&observer); }
void Simulator::interrupt_when(std::function<bool()> interrupted) {
  run_->interrupted = std::move(interrupted);
}
SimulatorState Simulator::save() const { return run_->save(); }
void Simulator::restore(const SimulatorState& state) { run_->restore(state.content()); }
RunView Simulator::view() {
  run_->adopt_parameters();
  return run_->view();
}

}  // namespace multibond
