#include "mode_forms.h"

namespace multibond {

ModeForms::ModeForms(const System& source, Compile compile, const Mode& first)
    : source_(source), compile_(std::move(compile)), as_compiled_{first} {
  forms_[{first->modes, {}}] = first;
}

ModeForms::Mode ModeForms::find(const ModeSet& modes, const std::vector<double>& parameters) {
  Form form{modes, {}};
  // Takes over those values that matter; false if it has them.
  const auto adjust = [&](const auto& matters) {
    const std::size_t known = form.values.size();
    for (std::uint32_t p = 0; p < parameters.size(); ++p) {
      const SystemParameter& parameter = source_.parameters[p];
      const bool other =
          parameter.role == ParameterRole::tunable && parameters[p] != parameter.value;
      if (other && matters(p)) form.values[p] = parameters[p];
    }
    return form.values.size() != known;
  };
  for (;;) {
    try {
      Mode found = made(form);
      if (found->serves(parameters)) return found;
      const std::vector<bool>& judged = found->judged_parameters();
      if (!adjust([&](std::uint32_t p) { return judged[p]; })) return found;
    } catch (const Error&) {
      // What cannot be with other values may be with these.
      if (!adjust([](std::uint32_t) { return true; })) throw;
    }
  }
}

ModeForms::Mode ModeForms::made(const Form& form) {
  const auto found = forms_.find(form);
  if (found != forms_.end()) {
    if (const auto* error = std::get_if<std::exception_ptr>(&found->second)) {
      std::rethrow_exception(*error);
    }
    if (Mode known = std::get<std::weak_ptr<const PlanMode>>(found->second).lock()) return known;
  }
  try {
    const Mode mode = compile_(source_with(form.values), form.modes);
    constexpr std::size_t kMany = 256;
    if (forms_.size() > kMany) {
      std::erase_if(forms_, [](const auto& entry) {
        const auto* mode = std::get_if<std::weak_ptr<const PlanMode>>(&entry.second);
        return mode && mode->expired();
      });
    }
    forms_[form] = mode;
    if (form.values.empty()) {
      as_compiled_.push_back(mode);
    } else {
      keep_latest(for_values_, mode);
    }
    return mode;
  } catch (const Error&) {
    forms_[form] = std::current_exception();
    throw;
  }
}

System ModeForms::source_with(const std::map<std::uint32_t, double>& values) const {
  System system = clone(source_);
  if (values.empty()) return system;
  std::vector<double> all;
  for (const SystemParameter& p : system.parameters) all.push_back(p.value);
  for (const auto& [p, value] : values) all[p] = value;
  set_values(system, all);
  return system;
}

}  // namespace multibond
