#include "multibond/model/variable.h"

#include <fmt/format.h>

#include "multibond/model/component.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/derivative.h"

namespace multibond {

Variable::Variable(Component* owner, std::string_view name, std::string_view unit,
                   std::string_view description, StateHint hint)
    : owner_(owner) {
  ModelContext& context = owner->context();
  VariableData data;
  data.component = owner;
  data.name = name;
  data.unit = context.texts->keep(unit);
  data.description = context.texts->keep(description);
  data.hint = hint;
  const auto index = static_cast<std::uint32_t>(context.variables.size());
  context.variables.push_back(std::move(data));
  owner->variables_.push_back(index);
  expr_ = context.pool->variable(index);
}

const VariableData& Variable::data() const { return owner_->context().variables[index()]; }
VariableData& Variable::mutable_data() { return owner_->context().variables[index()]; }
std::string Variable::path() const { return owner_->context().variable_path(index()); }

Variable& Variable::start(const Expr& value) {
  mutable_data().start = value;
  mutable_data().has_start = true;
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

std::string indexed_name(std::string_view name, std::size_t number) {
  return std::string(name) + '[' + std::to_string(number) + ']';
}

std::string indexed_name(std::string_view name, std::size_t row, std::size_t column) {
  return std::string(name) + '[' + std::to_string(row) + ',' + std::to_string(column) + ']';
}

void start_elements(std::span<Variable> elements, std::span<const Expr> values) {
  if (values.size() != elements.size()) {
    throw Error(elements.front().path(),
                fmt::format("{} is the first of {} variables, which are given {} start values.",
                            elements.front().path(), elements.size(), values.size()),
                "Give one value for each.");
  }
  for (std::size_t i = 0; i < values.size(); ++i) elements[i].start(values[i]);
}

VariableArray::VariableArray(Component* owner, std::string_view name, std::string_view unit,
                             std::string_view description, bool flow)
    : owner_(owner), name_(name), unit_(unit), description_(description), flow_(flow) {}

VariableArray::~VariableArray() = default;

void VariableArray::resize(std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
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
