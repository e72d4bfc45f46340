#include "multibond/model/variable.h"

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/model/component.h"
#include "multibond/model/contact.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/derivative.h"

namespace multibond {
namespace {

Component& existing(Component* owner, std::string_view name) {
  if (owner) return *owner;
  throw Error(std::string(name), fmt::format("The variable {} has no owner: it is null.", name),
              "Give it the component it belongs to, usually `this`.");
}

std::string member_path(const Component* owner, std::string_view name) {
  const std::string above = owner ? owner->path() : std::string();
  return above.empty() ? std::string(name) : fmt::format("{}.{}", above, name);
}

}  // namespace

Variable::Variable(Component* owner, std::string_view name, std::string_view unit,
                   std::string_view description, StateHint hint)
    : context_(&existing(owner, name).context()) {
  ModelContext& context = *context_;
  if (context.phase == Phase::done) context.reopen();
  VariableData data;
  data.component = owner;
  data.handle = this;
  data.name = name;
  data.unit = context.texts->keep(unit);
  data.description = context.texts->keep(description);
  data.hint = hint;
  const auto index = static_cast<std::uint32_t>(context.variables.size());
  context.variables.push_back(std::move(data));
  owner->variables_.push_back(index);
  if (context.declared_component(owner->serial())) {
    context.when_reopened(*owner, [owner] { owner->variables_.pop_back(); });
  }
  expr_ = context.pool->variable(index);
}

/// One that was made while building may die after the model was reopened: its number may be that of
/// another one then.
Variable::~Variable() {
  if (index() >= context_->variables.size()) return;
  VariableData& data = context_->variables[index()];
  if (data.handle == this) data.component = nullptr;
}

const VariableData& Variable::data() const { return context_->variables[index()]; }
VariableData& Variable::mutable_data() { return context_->edit_variable(index()); }
std::string Variable::path() const { return context_->variable_path(index()); }

Variable& Variable::start(const Expr& value, SourceLocation at) {
  if (!value.is_number() && value.pool() != expr_.pool()) {
    throw Error(path(), path() + ".start uses a quantity of another model.",
                "Use parameters of its own model.", to_string(at));
  }
  VariableData& data = mutable_data();
  data.start = value;
  data.has_start = true;
  data.start_place = context_->sources.add(at);
  return *this;
}

Variable& Variable::fixed(bool yes) {
  mutable_data().fixed = yes;
  return *this;
}

Variable& Variable::nominal(double size) {
  if (!(size > 0) || !std::isfinite(size)) {
    throw Error(path(), path() + ".nominal must be a positive number, the variable's typical size.",
                "Give the size that counts as large, e.g. 1e5 for a pressure in Pa.");
  }
  mutable_data().nominal = size;
  return *this;
}

Variable& Variable::limits(double minimum, double maximum) {
  if (!(minimum <= maximum)) {
    throw Error(path(), path() + ": the minimum is larger than the maximum.",
                "Give the limits in ascending order.");
  }
  mutable_data().min = minimum;
  mutable_data().max = maximum;
  return *this;
}

Variable& Variable::kind(VariableKind kind) {
  mutable_data().kind = kind;
  return *this;
}

Variable& Variable::hint(StateHint hint) {
  mutable_data().hint = hint;
  return *this;
}

Variable& Variable::reaction(bool yes) {
  mutable_data().reaction = yes;
  return *this;
}

Variable& Variable::derivative_rule(const Expr& rate) {
  mutable_data().has_rule = true;
  mutable_data().rule = rate;
  mutable_data().kind = VariableKind::position;
  return *this;
}

Flow::Flow(Component* owner, std::string_view name, std::string_view unit,
           std::string_view description)
    : Variable(owner, name, unit, description) {
  mutable_data().flow = true;
  mutable_data().kind = VariableKind::effort;
}

Discrete::Discrete(Component* owner, std::string_view name, double start, std::string_view unit,
                   std::string_view description)
    : Variable(owner, name, unit, description) {
  mutable_data().kind = VariableKind::discrete;
  mutable_data().start = start;
  mutable_data().has_start = true;
}

Input::Input(Component* owner, std::string_view name, double value, std::string_view unit,
             std::string_view description)
    : Variable(owner, name, unit, description) {
  mutable_data().kind = VariableKind::input;
  mutable_data().start = value;
  mutable_data().has_start = true;
}

Input& Input::rate(const Expr& derivative) {
  mutable_data().has_rule = true;
  mutable_data().rule = derivative;
  return *this;
}

ContactEffort::ContactEffort(Component* owner, std::string_view name, std::string_view unit,
                             std::string_view description)
    : Variable(owner, name, unit, description) {
  mutable_data().kind = VariableKind::contact;
  mutable_data().start = 0.0;
  mutable_data().has_start = true;
}

ContactReport::ContactReport(Component* owner, std::string_view name, std::string_view unit,
                             std::string_view description)
    : Variable(owner, name, unit, description) {
  mutable_data().kind = VariableKind::report;
  mutable_data().start = 0.0;
  mutable_data().has_start = true;
}

Output::Output(Component* owner, std::string_view name, std::string_view unit,
               std::string_view description)
    : Variable(owner, name, unit, description) {
  mutable_data().kind = VariableKind::output;
}

std::string indexed_name(std::string_view name, std::size_t number) {
  return std::string(name) + '[' + std::to_string(number) + ']';
}

void check_index(const Component* owner, std::string_view name, std::size_t i, std::size_t size) {
  if (i < size) return;
  const std::string path = member_path(owner, name);
  throw Error(path,
              size == 0 ? fmt::format("{} has no elements yet; number {} was asked for.", path, i)
                        : fmt::format("{} has {}: there is no number {}.", path,
                                      counted(size, "element"), static_cast<std::ptrdiff_t>(i)),
              size == 0 ? "Call resize first."
                        : fmt::format("In C++ they are numbered from 0 to {}.", size - 1));
}

void check_count(const Component* owner, std::string_view name, std::size_t count,
                 std::size_t size) {
  if (count == size) return;
  const std::string path = member_path(owner, name);
  throw Error(path,
              fmt::format("{} has {} and was given {}.", path, counted(size, "element"),
                          counted(count, "value")),
              "Give one value for each element.");
}

std::size_t checked_size(const Component* owner, std::string_view name, std::size_t size) {
  if (static_cast<std::ptrdiff_t>(size) >= 0) return size;
  const std::string path = member_path(owner, name);
  throw Error(path,
              fmt::format("{} cannot have {} elements.", path, static_cast<std::ptrdiff_t>(size)),
              "Give it a size of 0 or more.");
}

std::string indexed_name(std::string_view name, std::size_t row, std::size_t column) {
  return std::string(name) + '[' + std::to_string(row) + ',' + std::to_string(column) + ']';
}

void start_elements(std::span<Variable> elements, std::span<const Expr> values,
                    const SourceLocation& at) {
  if (values.size() != elements.size()) {
    throw Error(elements.front().path(),
                fmt::format("{} is the first of {} variables, which are given {} start values.",
                            elements.front().path(), elements.size(), values.size()),
                "Give one value for each.");
  }
  for (std::size_t i = 0; i < values.size(); ++i) elements[i].start(values[i], at);
}

VariableArray::VariableArray(Component* owner, std::string_view name, std::string_view unit,
                             std::string_view description, bool flow)
    : owner_(owner), name_(name), unit_(unit), description_(description), flow_(flow) {}

VariableArray::~VariableArray() = default;

void VariableArray::resize(std::size_t size) {
  owner_->when_reopened([this] { elements_.clear(); });
  for (std::size_t i = 0; i < checked_size(owner_, name_, size); ++i) {
    const std::string name = size == 1 ? name_ : indexed_name(name_, i + 1);
    elements_.push_back(flow_ ? std::make_unique<Flow>(owner_, name, unit_, description_)
                              : std::make_unique<Variable>(owner_, name, unit_, description_));
  }
}

Eigen::Matrix<Expr, Eigen::Dynamic, 1> VariableArray::expr() const {
  Eigen::Matrix<Expr, Eigen::Dynamic, 1> result(static_cast<Eigen::Index>(size()));
  for (std::size_t i = 0; i < size(); ++i) {
    result(static_cast<Eigen::Index>(i)) = elements_[i]->expr();
  }
  return result;
}

Expr der(const Expr& expr) { return time_derivative(expr); }

Expr pre(const Variable& variable) { return variable.expr().pool()->pre(variable.index()); }

}  // namespace multibond
