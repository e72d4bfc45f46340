#include "elaboration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "multibond/base/text.h"
#include "multibond/model/faults.h"
#include "multibond/symbolic/linear.h"
#include "truth_values.h"

namespace multibond {
namespace {

constexpr std::string_view kAttributes[] = {"start", "fixed", "nominal", "min", "max"};

std::string joined(const std::string& above, const std::string& name) {
  return above.empty() ? name : above + '.' + name;
}

/// What is wrong with the name of a member; nothing if it can be part of a path.
/// Of ASCII, whatever the locale.
constexpr bool is_control(char c) { return (c >= 0 && c < 0x20) || c == 0x7f; }

std::string_view fault_of_name(std::string_view name) {
  if (name.empty()) return "the name is empty";
  for (const char c : name) {
    if (c == '.') return "a dot separates the names of a path";
    if (is_control(c)) return "it contains a control character";
  }
  return {};
}

std::string printable(std::string_view name) {
  std::string text(name);
  for (char& c : text) {
    if (is_control(c)) c = '?';
  }
  return text;
}

/// One number, read as a parameter of that unit would be.
double read_value(const Override& setting, std::string_view unit) {
  Component scratch(nullptr, setting.path);
  Parameter<double> value(&scratch, setting.path, 0.0, unit);
  value.set_text(setting.text);
  return value.value();
}

}  // namespace

/// Collects what a step finds wrong, so that all findings are reported at once.
template <typename Step>
void Elaboration::guarded(Step&& step) {
  try {
    step();
  } catch (const Error& error) {
    findings_.insert(findings_.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
}

/// The same for what a component does: what is said of expressions, which know no component, is
/// said of this one.
template <typename Step>
void Elaboration::guarded(const Component& component, Step&& step) {
  const std::size_t before = findings_.size();
  guarded(step);
  for (std::size_t i = before; i < findings_.size(); ++i) {
    if (!findings_[i].path.empty() || !component.owner()) continue;
    findings_[i].path = component.path();
    findings_[i].text = fmt::format("{}: {}", findings_[i].path, findings_[i].text);
  }
}

/// The same for a setting: what is wrong with it is wrong where it was set.
template <typename Step>
void Elaboration::apply(Override& setting, Step&& step) {
  setting.used = true;
  const std::size_t before = findings_.size();
  guarded(step);
  for (std::size_t i = before; i < findings_.size(); ++i) {
    findings_[i].place = context_.place_text(setting.place);
  }
}

void Elaboration::stop_on_findings() {
  if (!findings_.empty()) throw Error(findings_);
}

void Elaboration::run() {
  context_.begin_elaboration();
  try {
    elaborate();
  } catch (...) {
    context_.reopen();
    throw;
  }
}

void Elaboration::elaborate() {
  for (Override& setting : context_.overrides) settings_[setting.path] = &setting;
  report_lost();
  apply_existing(root_, root_.path());
  build(root_, root_.path());
  const bool built = findings_.empty();
  report_unused_settings(false);
  if (built && !findings_.empty()) report_wrong_attributes();
  stop_on_findings();
  check_parameters();
  check_replaced_bindings();
  stop_on_findings();
  context_.statements.sets = resolve_connections(context_);
  context_.phase = Phase::equations;
  // About two terms to an equation, and as much again until it is compiled.
  context_.pool->reserve(4 * context_.variables.size());
  state_equations(root_);
  guarded([&] { check_truth_values(context_); });
  apply_variable_settings();
  report_unused_settings(true);
  report_lost();
  context_.statements.current = nullptr;
  context_.phase = Phase::done;
}

/// Parts that died and are still spoken of, or that died while the model was built: nobody can make
/// those on purpose.
void Elaboration::report_lost() {
  for (const LostPart& part : context_.statements.lost) {
    findings_.push_back(
        {Severity::error, part.name,
         fmt::format("{} was destroyed while the model was built.", part.name),
         "Make it a member of its component, or make it with create<...>(...) in build()."});
  }
  std::map<std::uint32_t, std::string_view> lost;
  for (const LostPart& part : context_.lost) lost[part.serial] = part.name;
  for (const Connection& c : context_.connections) {
    if (lost.empty()) break;
    for (const std::uint32_t serial : {c.serial_a, c.serial_b}) {
      const auto it = lost.find(serial);
      if (it == lost.end()) continue;
      findings_.push_back(
          {Severity::error, std::string(it->second),
           fmt::format("The port {} is connected, but its component was destroyed before the "
                       "model was compiled.",
                       it->second),
           "Keep the component as long as its model, as a member or made with create<...>(...)."});
    }
  }
  stop_on_findings();
}

/// Whether a setting is meant for something at or below the path.
bool Elaboration::concerns(const std::string& path) const {
  const auto it = settings_.lower_bound(path);
  return it != settings_.end() && it->first.starts_with(path);
}

void Elaboration::apply_settings(Component& component, const std::string& path) {
  for (ParameterBase* parameter : component.parameters_) {
    const std::string full = joined(path, parameter->name());
    for (const std::string& name : {short_path(*parameter), full}) {  // the full path wins
      const auto it = settings_.find(name);
      if (name.empty() || it == settings_.end()) continue;
      note_demand(*parameter);
      apply(*it->second, [&] { parameter->set_text(it->second->text); });
    }
    if (auto* real = dynamic_cast<RealParameter*>(parameter)) apply_element_settings(*real, full);
  }
}

/// "joint.c" of joint.mobility.c, if the joint shows the parameters of its mobility and has none of
/// that name itself; else empty.
std::string Elaboration::short_path(const ParameterBase& parameter) const {
  const Component& part = parameter.owner();
  if (!part.shown_) return {};
  const Component& owner = *part.owner_;
  for (const ParameterBase* own : owner.parameters_) {
    if (own->name() == parameter.name()) return {};
  }
  return joined(owner.path(), parameter.name());
}

/// "world.n[1]": one element of a vector or matrix, numbered as in results.
void Elaboration::apply_element_settings(RealParameter& parameter, const std::string& path) {
  if (!concerns(path + '[')) return;
  for (int i = 0; i < parameter.elements(); ++i) {
    const auto it = settings_.find(indexed_name(path, static_cast<std::size_t>(i) + 1));
    if (it == settings_.end()) continue;
    note_demand(parameter, i);
    apply(*it->second, [&] { parameter.bind(i, read_value(*it->second, parameter.unit())); });
  }
}

/// A part may leave it to a parameter of its own to say what its inner parts can have: mass.m is
/// positive, and mass.element.I follows from it. Who sets the latter is held to the same.
void Elaboration::note_demand(const ParameterBase& parameter) {
  const auto* real = dynamic_cast<const RealParameter*>(&parameter);
  if (!real) return;
  for (int i = 0; i < real->elements(); ++i) note_demand(*real, i);
}

void Elaboration::note_demand(const RealParameter& parameter, int i) {
  const ParameterElement& element = context_.parameters[parameter.element(i).index()];
  if (!element.bound || element.binding.op() != Op::parameter) return;
  replaced_[{&parameter, i}] = context_.parameters[element.binding.index()].parameter;
}

void Elaboration::check_replaced_bindings() {
  for (const auto& [place, source] : replaced_) {
    const auto& [parameter, i] = place;
    const double value = context_.evaluate(parameter->element(i));
    if (satisfies(source->check(), value)) continue;
    findings_.push_back(
        {Severity::error, parameter->path(),
         fmt::format("{} stands for {}, which {}: it is {}.", parameter->path(), source->path(),
                     demand(source->check()), quantity(value, source->unit())),
         fmt::format("Set {} instead.", source->path())});
  }
}

/// A build() may read parameters of other parts, directly or through bindings, so what exists is
/// set before the first one runs. Mistakes show again, and are reported, when the part itself is
/// built.
void Elaboration::apply_existing(Component& component, const std::string& path) {
  if (!concerns(path) && !component.shown_) return;
  apply_settings(component, path);
  for (Component* child : component.children_) {
    apply_existing(*child, joined(path, child->name_));
  }
  findings_.clear();
}

void Elaboration::build(Component& component, const std::string& path, std::size_t depth) {
  if (depth >= kDeepestPart) refuse_depth(component);  // at once: there may be very many such parts
  // Again: a build() above may have changed the parameter, and settings win.
  const bool shown = component.shown_ && !settings_.empty();
  if (concerns(path) || shown) apply_settings(component, path);
  context_.statements.current = &component;
  guarded(component, [&] { component.build(); });
  if (!context_.statements.lost.empty()) report_lost();
  // Children may be added by build(), and by nobody after it.
  check_names(component, path);
  for (Component* child : component.children_) build(*child, joined(path, child->name_), depth + 1);
}

void Elaboration::check_names(const Component& component, const std::string& path) {
  const auto whole = [&] { return path.empty() ? std::string("The model") : path; };
  std::vector<std::string_view>& names = names_;
  names.clear();
  for (const Component* child : component.children_) names.push_back(child->name_);
  for (const ParameterBase* parameter : component.parameters_) names.push_back(parameter->name());
  for (const std::uint32_t v : component.variables_) names.push_back(context_.variables[v].name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) {
    findings_.push_back({Severity::error, joined(path, std::string(*twice)),
                         fmt::format("{} has two members called {}.", whole(), *twice),
                         "Give one of them another name."});
  }
  for (const std::string_view name : names) {
    const std::string_view why = fault_of_name(name);
    if (why.empty()) continue;
    findings_.push_back(
        {Severity::error, path,
         fmt::format("{} has a member called '{}': {}.", whole(), printable(name), why),
         "Give it a name that a path can contain, such as x or x[1]."});
  }
}

void Elaboration::state_equations(Component& component) {
  context_.statements.current = &component;
  guarded(component, [&] { component.equations(); });
  for (Component* child : component.children_) state_equations(*child);
}

void Elaboration::apply_variable_settings() {
  const bool all_used = std::all_of(settings_.begin(), settings_.end(),
                                    [](const auto& entry) { return entry.second->used; });
  if (all_used) return;
  for (std::uint32_t i = 0; i < context_.variables.size(); ++i) {
    if (!context_.variables[i].component) continue;
    const std::string path = context_.variable_path(i);
    if (!concerns(path)) continue;
    VariableData& data = context_.edit_variable(i);
    for (const std::string_view attribute : kAttributes) {
      const auto it = settings_.find(fmt::format("{}.{}", path, attribute));
      if (it == settings_.end()) continue;
      apply(*it->second, [&] {
        if (attribute == "fixed") {
          const std::string& text = it->second->text;
          if (text != "true" && text != "false" && text != "1" && text != "0") {
            throw Error(it->second->path,
                        fmt::format("{} cannot be '{}'.", it->second->path, it->second->text),
                        "It is true or false.");
          }
          data.fixed = text == "true" || text == "1";
          return;
        }
        const double value = read_value(*it->second, data.unit);
        if (attribute == "start") {
          data.start = value;
          data.has_start = true;
          data.start_place = it->second->place;
        } else if (attribute == "nominal") {
          if (!(value > 0)) {
            throw Error(it->second->path, it->second->path + " must be positive.",
                        "Give the variable's typical size.");
          }
          data.nominal = value;
        } else {
          (attribute == "min" ? data.min : data.max) = value;
        }
      });
    }
  }
}

/// One finding per cause: what follows from a parameter that was reported is not reported too.
void Elaboration::check_parameters() {
  std::set<std::uint32_t> reported;
  const auto check = [&](std::uint32_t index) {
    const ParameterElement& element = context_.parameters[index];
    const Check check = element.parameter->check();
    const double value = context_.evaluate(element.parameter->element(element.element));
    if (std::isfinite(value) && satisfies(check, value)) return;
    const std::set<std::uint32_t> causes = sources(index);
    for (const std::uint32_t cause : causes) {
      if (reported.contains(cause)) return;
    }
    reported.insert(causes.begin(), causes.end());
    const std::string path = context_.leaf_name(context_.pool->parameter(index));
    std::string remedy = fmt::format(
        "Its default is {}.", quantity(parse_number(element.parameter->default_text()).value_or(1),
                                       element.parameter->unit()));
    if (element.bound && !causes.empty()) {
      std::vector<std::string> names;
      for (const std::uint32_t cause : causes) {
        names.push_back(context_.leaf_name(context_.pool->parameter(cause)));
      }
      remedy = fmt::format("It follows from {}.", join_names(names, 4));
    }
    throw Error({fault_of_value(path, element.parameter->description(), check, value,
                                element.parameter->unit(), std::move(remedy))});
  };
  for (const bool bound : {false, true}) {
    for (std::uint32_t i = 0; i < context_.parameters.size(); ++i) {
      const ParameterElement& element = context_.parameters[i];
      if (element.bound != bound || !element.live(i)) continue;
      const bool fine = !bound && std::isfinite(element.value) &&
                        satisfies(element.parameter->check(), element.value);
      if (!fine) guarded([&] { check(i); });
    }
  }
}

/// The parameters without a binding from which a parameter follows: itself, if it has none.
std::set<std::uint32_t> Elaboration::sources(std::uint32_t index) const {
  std::set<std::uint32_t> met{index}, found;
  std::vector<std::uint32_t> open{index};
  while (!open.empty()) {
    const std::uint32_t next = open.back();
    open.pop_back();
    const ParameterElement& element = context_.parameters[next];
    if (!element.bound) {
      found.insert(next);
      continue;
    }
    for (const Expr& leaf :
         leaves(element.binding, [](const Expr& l) { return l.op() == Op::parameter; })) {
      if (met.insert(leaf.index()).second) open.push_back(leaf.index());
    }
  }
  return found;
}

std::vector<std::string> Elaboration::settable_paths() const {
  std::vector<std::string> paths;
  const auto visit = [&](const auto& self, const Component& component,
                         const std::string& path) -> void {
    for (const ParameterBase* p : component.parameters_) {
      paths.push_back(joined(path, p->name()));
      if (std::string brief = short_path(*p); !brief.empty()) paths.push_back(std::move(brief));
    }
    for (const std::uint32_t v : component.variables_) {
      paths.push_back(joined(path, context_.variables[v].name) + ".start");
    }
    for (const Component* child : component.children_)
      self(self, *child, joined(path, child->name_));
  };
  visit(visit, root_, "");
  return paths;
}

/// Some variables are only made where equations are stated, so wrong start values show after wrong
/// parameters. To report both at once the equations are stated for the sake of their variables.
void Elaboration::report_wrong_attributes() {
  const std::vector<Diagnostic> known = findings_;
  try {
    resolve_connections(context_);
    context_.phase = Phase::equations;
    state_equations(root_);
  } catch (const Error&) {  // may follow from the wrong parameters
  }
  findings_ = known;
  apply_variable_settings();
  report_unused_settings(true);
}

/// Attributes of variables are applied when the equations are stated: some variables are only made
/// there.
void Elaboration::report_unused_settings(bool attributes) {
  const auto is_attribute = [](const std::string& path) {
    return std::any_of(std::begin(kAttributes), std::end(kAttributes), [&](std::string_view name) {
      return path.ends_with(fmt::format(".{}", name));
    });
  };
  std::vector<std::string> paths;
  for (const Override& setting : context_.overrides) {
    if (setting.used || is_attribute(setting.path) != attributes) continue;
    if (paths.empty()) paths = settable_paths();
    const std::vector<std::string> near = nearest(setting.path, paths, 5);
    findings_.push_back({Severity::error, setting.path,
                         fmt::format("The model has no parameter {}.", setting.path),
                         near.empty() ? fmt::format("It has: {}.", join_names(paths, 12))
                                      : fmt::format("Did you mean {}?", join_names(near)),
                         context_.place_text(setting.place)});
  }
}

}  // namespace multibond
