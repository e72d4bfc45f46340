// Parameters of a run, before it begins and in the middle of it.

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "run_loop.h"

namespace multibond {

void Simulator::Run::set_parameter(std::uint32_t p, double value) {
  using Kind = ParameterDescription::Kind;
  const ParameterDescription& parameter = model->description().parameters[p];
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
  if (value == parameters_[p]) return;
  if (initialized_) {
    disturb();
    unadopted_ = true;
  }
  parameters_[p] = value;
}

/// The model with general code for those parameters that are numbers in it and have other values
/// now.
std::shared_ptr<const CompiledModel> Simulator::Run::general_model(
    std::vector<Diagnostic>& notes) const {
  std::vector<std::uint32_t> changed;
  const auto& parameters = model->description().parameters;
  for (std::uint32_t p = 0; p < parameters.size(); ++p) {
    const ParameterDescription& d = parameters[p];
    if (d.kind != ParameterDescription::Kind::specialized || parameters_[p] == d.value) continue;
    changed.push_back(p);
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
  dynamics().project(time, y_.data());
}

}  // namespace multibond
