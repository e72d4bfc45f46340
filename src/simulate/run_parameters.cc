// Parameters of a run, before it begins and in the middle of it.

#include <fmt/format.h>

#include <cmath>

#include "multibond/base/text.h"
#include "run_loop.h"

namespace multibond {
namespace {

/// Of the guess: values are found to this, so that less is zero.
constexpr double kFoundZero = 1e-8;

}  // namespace

void Simulator::Run::set_parameter(ParameterId p, double value) {
  using Kind = ParameterDescription::Kind;
  const ParameterDescription& parameter = model->description()[p];
  const std::string path(parameter.path);
  const auto refuse = [&](const std::string& fact, const std::string& remedy) {
    throw Error(path, path + ' ' + fact, remedy);
  };
  switch (parameter.kind) {
    case Kind::structural:
      refuse(fmt::format("cannot be changed in a compiled model: its value shaped what was built "
                         "(it was read by {}).",
                         parameter.reader.empty() ? "the model" : parameter.reader),
             "Set it in the model and compile that again.");
      break;
    case Kind::dependent:
      refuse("follows from other parameters.",
             "Set those, or set it before the model is compiled.");
      break;
    case Kind::specialized:
    case Kind::tunable:
      break;
  }
  model->check(p, value);
  if (value == parameters_[p.index()]) return;
  if (initialized_) {
    disturb();
    unadopted_ = true;
  }
  parameters_[p.index()] = value;
}

/// Parameters that were found at the start have to be as they were declared, and to fit others,
/// like those that are given.
void Simulator::Run::check_found() {
  const CompiledMode& mode = dynamics().mode();
  std::vector<double> values = parameters_;
  bool any = false;
  for (const std::uint32_t place : mode.initialization().found) {
    const std::string_view path = model->description()[mode.discretes[place]].path;
    const auto p = model->find_parameter(path);
    if (!p) continue;
    const double guess = parameters_[p->index()];
    double value = dynamics().inputs()[mode.layout.discretes + place];
    if (std::abs(value) <= kFoundZero * (guess == 0 ? 1 : std::abs(guess))) value = 0;
    const ParameterDescription& parameter = model->description()[*p];
    try {
      model->check(*p, value);
    } catch (const Error&) {
      if (!std::isfinite(value)) throw;
      throw Error(
          std::string(path),
          fmt::format("{} ({}) {}: {} was found for it at the start.", path, parameter.description,
                      parameter.demand, quantity(value, parameter.unit)),
          fmt::format("Change the fixed start values and initial equations that it is "
                      "found from; if they have several solutions, another guess than {} "
                      "may lead to another one.",
                      quantity(guess, parameter.unit)));
    }
    values[p->index()] = value;
    any = true;
  }
  if (any) model->check(values);
}

/// The model with general code for those parameters that are numbers in it and have other values
/// now.
std::shared_ptr<const CompiledModel> Simulator::Run::general_model(
    std::vector<Diagnostic>& notes) const {
  std::vector<ParameterId> changed;
  const auto& parameters = model->description().parameters;
  for (std::uint32_t p = 0; p < parameters.size(); ++p) {
    const ParameterDescription& d = parameters[p];
    if (d.kind != ParameterDescription::Kind::specialized || parameters_[p] == d.value) continue;
    changed.push_back(ParameterId(p));
    notes.push_back({Severity::note, std::string(d.path),
                     fmt::format("{} was {} in the code: general code was made for it.", d.path,
                                 format_number(d.value)),
                     ""});
  }
  return changed.empty() ? model : model->with_free(changed);
}

/// Parameters were set in the middle of the run: it goes on from the same state with functions that
/// serve the new values. All of them at once, since they may have to fit each other. If they do
/// not, the run is as it was and they can be set again.
void Simulator::Run::adopt_parameters() {
  if (!unadopted_) return;
  model->check(parameters_);
  std::vector<Diagnostic> notes;
  std::shared_ptr<const CompiledModel> general = general_model(notes);
  if (general->mode(machine_->modes(), parameters_) == dynamics().shared_mode()) {
    machines_->set_parameters(parameters_);
  } else {
    auto others = std::make_unique<Machines>(general);
    others->set_parameters(parameters_);
    Machine& next = others->take_over(*machine_, time, y_);
    machines_->for_each([&](Machine& machine) {
      if (machine.integrator) add(machine.integrator->statistics());
    });
    model = std::move(general);
    machines_ = std::move(others);
    use(next);
    prepare_integrator();
  }
  for (auto* list : {&diagnostics, &notes_}) list->insert(list->end(), notes.begin(), notes.end());
  unadopted_ = false;
  if (contacts_) {
    make_contacts(contacts_->save());
    // A method that steps contacts belongs to those that it was made with.
    machines_->for_each([&](Machine& machine) {
      if (!machine.integrator || machine.solver() != "moreau") return;
      add(machine.integrator->statistics());
      machine.crossings.use(nullptr);
      machine.integrator.reset();
    });
    prepare_integrator();
  }
  dynamics().project(time, y_.data());
}

}  // namespace multibond
