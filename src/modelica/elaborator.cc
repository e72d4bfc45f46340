#include "elaborator.h"

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/model/dimensions.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond::modelica {
namespace {

constexpr int kDeepest = 900;
constexpr std::size_t kMostFindings = 50;
/// Beyond its zero by this much a relation has changed: what rests at zero moves by rounding.
constexpr double kBand = 1e-10;

/// Types that every model knows.
constexpr std::string_view kPrelude =
    "type StateSelect = enumeration(never, avoid, default, prefer, always);\n"
    "type AssertionLevel = enumeration(warning, error);\n";

}  // namespace

Elaborator::Depth::Depth(Elaborator& elaborator, Position position) : elaborator_(elaborator) {
  if (++elaborator_.depth_ <= kDeepest) return;
  --elaborator_.depth_;
  elaborator_.endless_ = true;
  elaborator_.fail(position, "", "Components, values or calls nest without end.",
                   "Look for a class that contains itself, or a function that calls itself.");
}

Elaborator::Elaborator(Library& library, const FlattenOptions& options)
    : library_(library),
      options_(options),
      pool_(*(system_.pool = std::make_shared<ExprPool>())),
      parameter_values_([this](const Expr& leaf) {
        return leaf.op() == Op::parameter ? system_.parameters[leaf.index()].value : 0.0;
      }) {
  system_.components.push_back({});
  system_.event_rules = {true, kBand, kNoVariable, true};
}

// -- messages -------------------------------------------------------------------------------------

void Elaborator::fail(Position position, const std::string& subject, std::string fact,
                      std::string remedy) const {
  throw Error(subject, std::move(fact), std::move(remedy), library_.place(position));
}

void Elaborator::warn(Position position, const std::string& subject, std::string fact,
                      std::string remedy) {
  system_.diagnostics.push_back(
      {Severity::warning, subject, std::move(fact), std::move(remedy), library_.place(position)});
}

void Elaborator::add_findings(const Error& error) {
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    if (std::find(findings_.begin(), findings_.end(), diagnostic) != findings_.end()) continue;
    findings_.push_back(diagnostic);
    if (findings_.size() >= kMostFindings) throw Error(std::move(findings_));
  }
  // A class with two components of itself would be met 2^kDeepest times.
  if (endless_) throw Error(std::move(findings_));
}

/// Of an operation on values whose statement is not known.
void Elaborator::add_finding(const ValueFault& fault) {
  try {
    fail_with(fault, current_ && current_->element ? current_->element->position : 0);
  } catch (const Error& error) {
    add_findings(error);
  }
}

std::string Elaborator::path(const Instance& instance) const {
  if (&instance == root_ || (!instance.parent && !instance.is_namespace)) return {};
  if (instance.is_namespace) {
    return instance.definition ? library_.path(*instance.definition)
                               : std::string(instance.name.text());
  }
  if (instance.index >= 0) {
    std::string index;
    std::size_t rest = static_cast<std::size_t>(instance.index);
    std::size_t size = count(instance.parent->shape);
    for (const int extent : instance.parent->shape) {
      size /= static_cast<std::size_t>(extent);
      index += (index.empty() ? "" : ",") + std::to_string(rest / size + 1);
      rest %= size;
    }
    return path(*instance.parent) + "[" + index + "]";
  }
  const std::string above = path(*instance.parent);
  const std::string name(instance.name.text());
  return above.empty() ? name : above + "." + name;
}

std::string Elaborator::path_in_messages(const Instance& instance) const {
  const std::string text = path(instance);
  return text.empty() ? std::string("The model") : text;
}

// -- the whole ------------------------------------------------------------------------------------

/// Settings of the user, as a modifier around the model.
const Modifier* Elaborator::settings() {
  const Modifier* all = nullptr;
  for (const auto& [name, text] : options_.settings) {
    Binding& binding = bindings_.emplace_back();
    binding.expression = &library_.expression("--set " + name, text);
    binding.position = binding.expression->position;
    settings_.insert(&binding);
    Modifier* inner = new_modifier();
    inner->binding = &binding;
    inner->position = binding.position;
    std::string_view rest = name;
    while (!rest.empty()) {  // from the last name to the first
      const std::size_t point = rest.rfind('.');
      const std::string_view word = point == std::string_view::npos ? rest : rest.substr(point + 1);
      rest = point == std::string_view::npos ? std::string_view() : rest.substr(0, point);
      Modifier* const outer = new_modifier();
      outer->position = binding.position;
      outer->parts.push_back({library_.names()(word), inner});
      inner = outer;
    }
    all = merge(all, inner);
  }
  return all;
}

void Elaborator::add_prelude() {
  if (library_.top(library_.names()("StateSelect"))) return;
  library_.load_text("the language", std::string(kPrelude));
}

System Elaborator::run(const Class& model) {
  add_prelude();
  switch (model.restriction) {
    case Restriction::model:
    case Restriction::block:
    case Restriction::class_:
      break;
    default:
      if (options_.incomplete) break;
      fail(model.position, std::string(model.name.text()),
           fmt::format("{} is a {}, not a model.", library_.path(model),
                       to_string(model.restriction)),
           "Name a model that can be run.");
  }
  if (model.partial && !options_.incomplete) {
    fail(model.position, std::string(model.name.text()),
         fmt::format("{} is partial: it cannot be run by itself.", library_.path(model)),
         "Extend it by a model that completes it.");
  }
  const Scope* const enclosing = enclosing_scope(model);
  Instance& root = instances_.emplace_back();
  root_ = &root;
  root.name = model.name;
  Type type;
  type.definition = &model;
  type.enclosing = enclosing;
  type.modifier = settings();
  type = follow(type);
  system_.name = library_.path(model);
  set_type(root, type);
  expand(root);
  if (root.builtin != Builtin::none) {
    fail(model.position, system_.name, fmt::format("{} is a type, not a model.", system_.name),
         "Name a model that can be run.");
  }
  visit(root);
  if (!findings_.empty()) throw Error(std::move(findings_));
  if (!buses_.empty()) {
    collecting_buses_ = true;
    collect(root);
    collecting_buses_ = false;
    complete_buses();
    if (!findings_.empty()) throw Error(std::move(findings_));
  }
  find_constants(root);
  collect(root);
  sort_joints();
  grow_forest();
  if (!findings_.empty()) throw Error(std::move(findings_));
  state_equations(root);
  current_ = &root;
  connect_all();
  if (!findings_.empty()) throw Error(std::move(findings_));
  write_connections();
  close_flows(root, false);
  state_hidden();
  start_discretes();
  add_shapes();
  add_natives();
  finish_parameters();
  for (Diagnostic& warning : library_.warnings) system_.diagnostics.push_back(warning);
  system_.sources = sources_;
  return std::move(system_);
}

/// What shaped the model becomes a number.
void Elaborator::finish_parameters() {
  for (std::size_t i = 0; i < structural_.size(); ++i) {
    SystemParameter& parameter = system_.parameters[i];
    if (!structural_[i] || parameter.role != ParameterRole::tunable) continue;
    parameter.role = ParameterRole::structural;
    parameter.reader = system_.texts->keep(readers_[i]);
  }
  Rewriter numbers([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::parameter) return std::nullopt;
    const SystemParameter& parameter = system_.parameters[leaf.index()];
    if (parameter.role != ParameterRole::structural) return std::nullopt;
    return Expr(parameter.value);
  });
  for_each_expression(system_, [&](Expr& expr) { expr = numbers(expr); });
  for (SystemParameter& parameter : system_.parameters) {
    if (parameter.role == ParameterRole::dependent && parameter.binding.is_number()) {
      parameter.role = ParameterRole::structural;
      parameter.reader = parameter.path;
    }
  }
}

// -- from outside ---------------------------------------------------------------------------------

FlatModel flatten_model(Library& library, const Class& model, const FlattenOptions& options) {
  Elaborator elaborator(library, options);
  System system = elaborator.run(model);
  return {std::move(system), elaborator.components()};
}

System flatten(Library& library, const Class& model, const FlattenOptions& options) {
  return Elaborator(library, options).run(model);
}

System flatten(Library& library, std::string_view path, const FlattenOptions& options) {
  return flatten(library, library.find(path), options);
}

ExperimentAnnotation experiment(Library& library, const Class& model) {
  ExperimentAnnotation result;
  const Argument* const found = library.annotation(model, "experiment");
  if (!found || !found->modification) return result;
  for (const Argument& argument : found->modification->arguments) {
    if (argument.path.size() != 1 || !argument.modification || !argument.modification->binding) {
      continue;
    }
    const Expression* value = argument.modification->binding;
    double sign = 1;
    if (value->kind == Expression::Kind::unary && value->op == Operator::minus) {
      sign = -1;
      value = value->operands[0];
    }
    if (value->kind != Expression::Kind::number && value->kind != Expression::Kind::integer) {
      continue;
    }
    const std::string_view name = argument.path[0].text();
    const double number = sign * value->value;
    if (name == "StartTime") result.start = number;
    if (name == "StopTime") result.stop = number;
    if (name == "Tolerance") result.tolerance = number;
    if (name == "Interval") result.interval = number;
  }
  return result;
}

}  // namespace multibond::modelica
