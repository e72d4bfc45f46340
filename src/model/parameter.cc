#include "multibond/model/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "multibond/base/text.h"
#include "multibond/base/units.h"
#include "multibond/model/component.h"
#include "multibond/model/context.h"

namespace multibond {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

/// Reads "{1, 2, 3}", "[1, 0; 0, 1]" or "2.5 kN"; a unit may follow the whole value.
class ValueReader {
 public:
  ValueReader(const ParameterBase& parameter, std::string_view text)
      : parameter_(parameter), text_(text), rest_(trim(text)) {}

  MatrixX read() {
    MatrixX values;
    if (rest_.starts_with('{') || rest_.starts_with('[')) {
      const char close = rest_.front() == '{' ? '}' : ']';
      rest_.remove_prefix(1);
      values = read_rows(close);
    } else {
      values = MatrixX::Constant(1, 1, read_number());
    }
    const std::string_view unit = trim(rest_);
    if (!unit.empty()) {
      for (double& value : values.reshaped()) value = convert(value, unit);
    }
    return values;
  }

 private:
  double convert(double value, std::string_view unit) const {
    try {
      return multibond::convert(value, unit, parameter_.unit());
    } catch (const Error& error) {
      const Diagnostic& cause = error.diagnostics().front();
      throw Error(parameter_.path(),
                  fmt::format("{} cannot be {}: {}", parameter_.path(), trim(text_), cause.text),
                  fmt::format("Give it in {} or a multiple of it.",
                              parameter_.unit().empty() ? "plain numbers" : parameter_.unit()));
    }
  }

  [[noreturn]] void wrong(std::string_view why) const {
    throw Error(parameter_.path(),
                fmt::format("{} cannot be '{}': {}.", parameter_.path(), trim(text_), why),
                fmt::format("Write it like its default, {}{}.", parameter_.default_text(),
                            parameter_.unit().empty() || parameter_.unit() == "1"
                                ? ""
                                : fmt::format(" ({})", parameter_.unit())));
  }

  double read_number() {
    rest_ = trim(rest_);
    std::string_view digits = rest_;
    if (digits.starts_with('+')) digits.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc()) wrong("that is not a number");
    if (!std::isfinite(value)) wrong("the value must be finite");
    rest_ = std::string_view(end, static_cast<std::size_t>(rest_.data() + rest_.size() - end));
    return value;
  }

  MatrixX read_rows(char close) {
    rest_ = trim(rest_);
    if (rest_.starts_with(close)) {
      if (parameter_.rows() >= 0 && parameter_.columns() >= 0) wrong("it is empty");
      rest_.remove_prefix(1);
      return MatrixX(std::max(parameter_.rows(), 0), std::max(parameter_.columns(), 0));
    }
    std::vector<std::vector<double>> rows(1);
    for (;;) {
      rows.back().push_back(read_number());
      rest_ = trim(rest_);
      if (rest_.empty()) wrong(fmt::format("the closing '{}' is missing", close));
      const char next = rest_.front();
      rest_.remove_prefix(1);
      if (next == close) break;
      if (next == ';') {
        rows.emplace_back();
      } else if (next != ',') {
        wrong("elements are separated by commas, rows by semicolons");
      }
    }
    MatrixX values(rows.size(), rows.front().size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].size() != rows.front().size()) wrong("its rows differ in length");
      for (std::size_t j = 0; j < rows[i].size(); ++j) {
        values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows[i][j];
      }
    }
    if (close == '}' && values.rows() == 1) return values.transpose();
    // A vector is a column, whichever brackets it came in.
    if (parameter_.columns() == 1 && values.rows() == 1) return values.transpose();
    return values;
  }

  const ParameterBase& parameter_;
  std::string_view text_, rest_;
};

Component& existing(Component* owner, std::string_view name) {
  if (owner) return *owner;
  throw Error(std::string(name), fmt::format("The parameter {} has no owner: it is null.", name),
              "Give it the component it belongs to, usually `this`.");
}

std::string shape_text(int rows, int columns) {
  if (columns == 1 && rows == 1) return "one number";
  const auto size = [](int n) { return n < 0 ? std::string("n") : std::to_string(n); };
  if (columns == 1) return fmt::format("a vector of {} numbers", size(rows));
  return fmt::format("a matrix of {} x {} numbers", size(rows), size(columns));
}

}  // namespace

ParameterBase::ParameterBase(Component* owner, std::string_view name, ParameterType type, int rows,
                             int columns, std::string_view unit, std::string_view description,
                             Check check)
    : owner_(owner),
      name_(name),
      unit_(existing(owner, name).context().texts->keep(unit)),
      description_(owner->context().texts->keep(description)),
      type_(type),
      check_(check),
      rows_(rows),
      columns_(columns) {
  owner->parameters_.push_back(this);
}

ParameterBase::~ParameterBase() {
  std::vector<ParameterBase*>& siblings = owner_->parameters_;
  const auto place = std::find(siblings.rbegin(), siblings.rend(), this);
  if (place == siblings.rend()) return;
  siblings.erase(std::next(place).base());
  ModelContext& context = owner_->context();
  if (context.elaborating()) context.statements.lost.push_back({owner_->serial(), name_});
}

std::string ParameterBase::path() const {
  const std::string above = owner_->path();
  return above.empty() ? name_ : above + '.' + name_;
}

void ParameterBase::set_number(double value) { set_text(format_number(value)); }

RealParameter::RealParameter(Component* owner, std::string_view name, int rows, int columns,
                             const Eigen::Ref<const MatrixX>& value, std::string_view unit,
                             std::string_view description, Check check)
    : ParameterBase(owner, name, ParameterType::real, rows, columns, unit, description, check) {
  set_values(value);
  default_text_ = value_text();
}

RealParameter::~RealParameter() {
  std::vector<ParameterElement>& all = owner_->context().parameters;
  for (const std::uint32_t leaf : leaves_) {
    if (leaf < all.size() && all[leaf].parameter == this) all[leaf].parameter = nullptr;
  }
}

std::function<void()> RealParameter::restorer() {
  std::vector<ParameterElement> elements;
  for (const std::uint32_t leaf : leaves_) elements.push_back(owner_->context().parameters[leaf]);
  return [this, elements, leaves = leaves_, rows = actual_rows_, columns = actual_columns_] {
    leaves_ = leaves;
    actual_rows_ = rows;
    actual_columns_ = columns;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      owner_->context().parameters[leaves_[i]] = elements[i];
    }
  };
}

void RealParameter::resize(int rows, int columns) {
  actual_rows_ = rows;
  actual_columns_ = columns;
  ModelContext& context = owner_->context();
  leaves_.resize(std::min<std::size_t>(leaves_.size(), rows * columns));
  while (elements() < rows * columns) {
    leaves_.push_back(static_cast<std::uint32_t>(context.parameters.size()));
    context.parameters.push_back({this, static_cast<int>(leaves_.size()) - 1});
  }
}

void RealParameter::set_values(const Eigen::Ref<const MatrixX>& values) {
  if ((rows_ >= 0 && values.rows() != rows_) || (columns_ >= 0 && values.cols() != columns_)) {
    throw Error(
        path(),
        fmt::format("{} takes {}, not {}.", path(), shape_text(rows_, columns_),
                    shape_text(static_cast<int>(values.rows()), static_cast<int>(values.cols()))),
        fmt::format("Write it like its default, {}.", default_text_));
  }
  owner_->context().edit_parameter(*this);
  resize(static_cast<int>(values.rows()), static_cast<int>(values.cols()));
  for (int i = 0; i < elements(); ++i) {
    ParameterElement& element = owner_->context().parameters[leaves_[i]];
    element.value = values(i % actual_rows_, i / actual_rows_);
    element.bound = false;
  }
}

void RealParameter::set_value(double value) { set_values(MatrixX::Constant(1, 1, value)); }

void RealParameter::bind(int i, const Expr& expr) {
  if (!expr.is_number() && expr.pool() != owner_->context().pool.get()) {
    throw Error(path(), path() + " is bound to a parameter of another model.",
                "Bind it to parameters of its own model.");
  }
  owner_->context().edit_parameter(*this);
  ParameterElement& element = owner_->context().parameters[leaves_[i]];
  if (expr.is_number()) {
    element.value = expr.number();
    element.bound = false;
    return;
  }
  element.bound = true;
  element.binding = expr;
}

void RealParameter::fixed(bool fixed) {
  owner_->context().edit_parameter(*this);
  for (const std::uint32_t leaf : leaves_) owner_->context().parameters[leaf].found = !fixed;
}

void RealParameter::bind_all(const ExprMatrix& expressions) {
  set_values(MatrixX::Zero(expressions.rows(), expressions.cols()));
  for (int i = 0; i < elements(); ++i) bind(i, expressions.data()[i]);
}

Expr RealParameter::element(int i) const { return owner_->context().pool->parameter(leaves_[i]); }

MatrixX RealParameter::values() const {
  ModelContext& context = owner_->context();
  for (const std::uint32_t leaf : leaves_) context.note_reader(leaf);
  return values_now();
}

MatrixX RealParameter::values_now() const {
  MatrixX result(actual_rows_, actual_columns_);
  for (int i = 0; i < elements(); ++i) {
    result.data()[i] = owner_->context().evaluate(element(i));
  }
  return result;
}

std::string RealParameter::value_text() const {
  ModelContext& context = owner_->context();
  const auto element_text = [&](int i, int j) {
    return format_number(context.evaluate(element(i + j * actual_rows_)));
  };
  if (rows_ == 1 && columns_ == 1) return element_text(0, 0);
  if (elements() == 0) return columns_ == 1 ? "{}" : "[]";
  std::string text = columns_ == 1 ? "{" : "[";
  for (int i = 0; i < actual_rows_; ++i) {
    if (i > 0) text += columns_ == 1 ? ", " : "; ";
    for (int j = 0; j < actual_columns_; ++j) text += (j > 0 ? ", " : "") + element_text(i, j);
  }
  return text + (columns_ == 1 ? "}" : "]");
}

void RealParameter::set_text(std::string_view text) { set_values(ValueReader(*this, text).read()); }

Parameter<double>::Parameter(Component* owner, std::string_view name, double value,
                             std::string_view unit, std::string_view description, Check check)
    : RealParameter(owner, name, 1, 1, MatrixX::Constant(1, 1, value), unit, description, check) {}

double Parameter<double>::value() const { return values()(0, 0); }
double Parameter<double>::now() const { return owner_->context().evaluate(element(0)); }

ChoiceParameter::ChoiceParameter(Component* owner, std::string_view name, ParameterType type,
                                 std::string_view value, std::string_view unit,
                                 std::string_view description, Check check)
    : ParameterBase(owner, name, type, 1, 1, unit, description, check), text_(value) {
  default_text_ = text_;
}

ChoiceParameter::~ChoiceParameter() = default;

void ChoiceParameter::set_text(std::string_view text) {
  text = trim(text);
  if (type_ == ParameterType::boolean) {
    if (text == "1") text = "true";
    if (text == "0") text = "false";
    if (text != "true" && text != "false") {
      throw Error(path(), fmt::format("{} cannot be '{}'.", path(), text), "It is true or false.");
    }
  } else if (type_ == ParameterType::integer) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
      throw Error(path(), fmt::format("{} cannot be '{}': it is a whole number.", path(), text),
                  fmt::format("Write it like its default, {}.", default_text_));
    }
    const bool wrong = (check_ == Check::positive && value <= 0) ||
                       (check_ == Check::non_negative && value < 0) ||
                       (check_ == Check::non_zero && value == 0);
    if (wrong) {
      const std::string_view need = check_ == Check::positive       ? "be positive"
                                    : check_ == Check::non_negative ? "not be negative"
                                                                    : "not be zero";
      throw Error(path(), fmt::format("{} must {}: it is {}.", path(), need, value),
                  fmt::format("Its default is {}.", default_text_));
    }
  }
  owner_->context().edit_parameter(*this);
  text_ = text;
}

std::function<void()> ChoiceParameter::restorer() {
  return [this, text = text_] { text_ = text; };
}

Parameter<int>::Parameter(Component* owner, std::string_view name, int value, std::string_view unit,
                          std::string_view description, Check check)
    : ChoiceParameter(owner, name, ParameterType::integer, std::to_string(value), unit, description,
                      check) {}

Parameter<int>& Parameter<int>::operator=(int value) {
  set_text(std::to_string(value));
  return *this;
}

int Parameter<int>::value() const { return std::stoi(text_); }

Parameter<std::string>::Parameter(Component* owner, std::string_view name, std::string_view value,
                                  std::string_view description,
                                  const std::vector<std::string_view>& choices)
    : ChoiceParameter(owner, name, ParameterType::text, value, "", description),
      choices_(choices.begin(), choices.end()) {}

Parameter<std::string>::~Parameter() = default;

void Parameter<std::string>::set_text(std::string_view text) {
  text = trim(text);
  if (!choices_.empty() && std::find(choices_.begin(), choices_.end(), text) == choices_.end()) {
    throw Error(path(), fmt::format("{} cannot be '{}'.", path(), text),
                fmt::format("Choose one of: {}.", join_names(choices_, 20)));
  }
  ChoiceParameter::set_text(text);
}

}  // namespace multibond
