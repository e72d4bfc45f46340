/// Variables: what equations determine.
///
/// A variable is a member of its component or port and registers itself there:
///
///     Variable v{this, "v", "m/s", "velocity", StateHint::prefer};
///
/// It converts to an expression; `der(v)` is its time derivative and `pre(v)` its value just before
/// an event. Attributes are set by member, in the order one says them: v.start(2.0).fixed().
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/base/source_location.h"
#include "multibond/model/matrices.h"
#include "multibond/symbolic/expr.h"

namespace multibond {

class Component;
struct ModelContext;

/// How much a variable wants to be a state.
enum class StateHint : std::uint8_t { avoid, none, prefer, always };

/// What a variable stands for. The compiler treats positions, reactions and discrete values
/// specially; the others serve reports and messages.
enum class VariableKind : std::uint8_t {
  plain,
  position,
  velocity,
  effort,
  coordinate,
  discrete,
  input,    ///< given from outside, constant unless the caller changes it
  output,   ///< of interest outside
  contact,  ///< an effort that the simulator finds (model/contact.h)
  report,   ///< what the simulator tells of contacts
  past,     ///< what another variable was some time ago (SystemDelay)
};
/// Whether it is given to the equations, not determined by them.
constexpr bool is_given(VariableKind kind) {
  return kind == VariableKind::discrete || kind == VariableKind::input ||
         kind == VariableKind::contact || kind == VariableKind::report ||
         kind == VariableKind::past;
}

class Variable;

/// Everything that is known of a variable but its equations.
struct VariableData {
  Component* component = nullptr;  ///< nullptr once the variable is gone
  Variable* handle = nullptr;      ///< the member that declares it
  std::string name;
  std::string_view unit, description;  ///< kept by the model
  VariableKind kind = VariableKind::plain;
  StateHint hint = StateHint::none;
  bool flow = false;      ///< sums to zero in a connection
  bool reaction = false;  ///< a force of constraint: paired with the constraint it enforces
  bool fixed = false;     ///< the start value holds exactly
  bool has_start = false;
  Expr start = 0.0;
  std::uint32_t start_place = SourceTable::kUnknown;
  double nominal = 1;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool has_rule = false;
  Expr rule = 0.0;  ///< der(variable), if the port declares it
};

class Variable {
 public:
  Variable(Component* owner, std::string_view name, std::string_view unit = {},
           std::string_view description = {}, StateHint hint = StateHint::none);
  ~Variable();
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

  operator Expr() const { return expr_; }  // NOLINT: a variable is an expression
  const Expr& expr() const { return expr_; }
  std::uint32_t index() const { return expr_.index(); }
  std::string path() const;

  /// Initial value: a wish, unless `fixed`.
  Variable& start(const Expr& value, SourceLocation at = SourceLocation::here());
  Variable& fixed(bool yes = true);
  /// Typical size; errors are measured against it.
  Variable& nominal(double size);
  Variable& limits(double minimum, double maximum);
  Variable& kind(VariableKind kind);
  Variable& hint(StateHint hint);
  Variable& reaction(bool yes = true);
  /// Declares der(variable) = rate; the variable is then known once positions are, and is never
  /// differentiated by itself (design section 4, derivative rules).
  Variable& derivative_rule(const Expr& rate);

  const VariableData& data() const;

 protected:
  VariableData& mutable_data();
  ModelContext* context_;
  Expr expr_;
};

/// A variable that sums to zero over a connection, counted positive into the component.
class Flow : public Variable {
 public:
  Flow(Component* owner, std::string_view name, std::string_view unit = {},
       std::string_view description = {});
};

/// A variable that is constant between events and changed by `when` clauses only.
class Discrete : public Variable {
 public:
  Discrete(Component* owner, std::string_view name, double start = 0, std::string_view unit = {},
           std::string_view description = {});
};

/// A variable given from outside: its start value, unless the caller of the compiled model or a
/// linearization varies it.
class Input : public Variable {
 public:
  Input(Component* owner, std::string_view name, double value = 0, std::string_view unit = {},
        std::string_view description = {});
  /// Its derivative, usually another input: where equations need it, somebody has to say it.
  Input& rate(const Expr& derivative);
};

/// A variable that the world outside asks for: it stands first in lists, and in interfaces.
class Output : public Variable {
 public:
  Output(Component* owner, std::string_view name, std::string_view unit = {},
         std::string_view description = {});
};

/// Time derivative of a variable or of any expression, element by element of a matrix.
Expr der(const Expr& expr);
inline Expr der(const Variable& variable) { return der(variable.expr()); }
template <MatrixLike T>
auto der(const T& matrix) {
  return expressions(matrix).unaryExpr([](const Expr& element) { return der(element); }).eval();
}
/// Value just before the present event.
Expr pre(const Variable& variable);

std::string indexed_name(std::string_view name, std::size_t number);  ///< name[number]
std::string indexed_name(std::string_view name, std::size_t row, std::size_t column);  ///< [i,j]

/// Gives each of the variables its start value. Throws Error if there are more or fewer values.
void start_elements(std::span<Variable> elements, std::span<const Expr> values,
                    const SourceLocation& at);

/// Throws Error if there is no element i of the `size` elements name[1], name[2], … of a component.
void check_index(const Component* owner, std::string_view name, std::size_t i, std::size_t size);
/// Throws Error if a list of values does not have the size of the vector `name`.
void check_count(const Component* owner, std::string_view name, std::size_t count,
                 std::size_t size);
/// The size, unless it was negative before it became one.
std::size_t checked_size(const Component* owner, std::string_view name, std::size_t size);

/// Vector of variables name[1], name[2], …: reads as an Eigen vector of expressions.
template <int N>
class VariableVector {
 public:
  using Expressions = Eigen::Matrix<Expr, N, 1>;

  VariableVector(Component* owner, std::string_view name, std::string_view unit = {},
                 std::string_view description = {}, StateHint hint = StateHint::none)
      : VariableVector(owner, name, unit, description, hint, std::make_index_sequence<N>()) {}

  Variable& operator[](std::size_t i) { return elements_[checked(i)]; }
  const Variable& operator[](std::size_t i) const { return elements_[checked(i)]; }
  Expressions expr() const {
    Expressions result;
    for (int i = 0; i < N; ++i) result(i) = elements_[i].expr();
    return result;
  }
  operator Expressions() const { return expr(); }  // NOLINT
  template <MatrixLike Values>
  VariableVector& start(const Values& values, SourceLocation at = SourceLocation::here()) {
    const auto given = expressions(values);
    return start(std::span<const Expr>(given.data(), static_cast<std::size_t>(given.size())), at);
  }
  VariableVector& start(std::initializer_list<Expr> values,
                        SourceLocation at = SourceLocation::here()) {
    return start(std::span<const Expr>(values.begin(), values.size()), at);
  }
  VariableVector& start(std::span<const Expr> values, SourceLocation at = SourceLocation::here()) {
    check_values(values.size());
    start_elements(elements_, values, at);
    return *this;
  }
  VariableVector& fixed(bool yes = true) {
    for (Variable& element : elements_) element.fixed(yes);
    return *this;
  }
  VariableVector& kind(VariableKind kind) {
    for (Variable& element : elements_) element.kind(kind);
    return *this;
  }
  VariableVector& hint(StateHint hint) {
    for (Variable& element : elements_) element.hint(hint);
    return *this;
  }
  VariableVector& derivative_rule(const Expressions& rates) {
    for (int i = 0; i < N; ++i) elements_[i].derivative_rule(rates(i));
    return *this;
  }

 private:
  template <std::size_t... I>
  VariableVector(Component* owner, std::string_view name, std::string_view unit,
                 std::string_view description, StateHint hint, std::index_sequence<I...>)
      : owner_(owner),
        name_(name),
        elements_{Variable(owner, indexed_name(name, I + 1), unit, description, hint)...} {}
  std::size_t checked(std::size_t i) const {
    check_index(owner_, name_, i, N);
    return i;
  }
  void check_values(std::size_t count) const { check_count(owner_, name_, count, N); }
  Component* owner_;
  std::string name_;
  std::array<Variable, N> elements_;
};

/// Matrix of variables name[1,1], name[1,2], …: reads as an Eigen matrix of expressions.
template <int Rows, int Columns>
class VariableMatrix {
 public:
  using Expressions = Eigen::Matrix<Expr, Rows, Columns>;

  VariableMatrix(Component* owner, std::string_view name, std::string_view unit = {},
                 std::string_view description = {})
      : VariableMatrix(owner, name, unit, description, std::make_index_sequence<Rows * Columns>()) {
  }

  Variable& operator()(int i, int j) { return elements_[i * Columns + j]; }
  const Variable& operator()(int i, int j) const { return elements_[i * Columns + j]; }
  Expressions expr() const {
    Expressions result;
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < Columns; ++j) result(i, j) = (*this)(i, j).expr();
    return result;
  }
  operator Expressions() const { return expr(); }  // NOLINT
  VariableMatrix& derivative_rule(const Expressions& rates) {
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < Columns; ++j) (*this)(i, j).derivative_rule(rates(i, j));
    return *this;
  }

 private:
  template <std::size_t... I>
  VariableMatrix(Component* owner, std::string_view name, std::string_view unit,
                 std::string_view description, std::index_sequence<I...>)
      : elements_{Variable(owner, indexed_name(name, I / Columns + 1, I % Columns + 1), unit,
                           description)...} {}
  std::array<Variable, Rows * Columns> elements_;  ///< row by row
};

/// Vector of variables whose size is known when the model is built: the components of a multibond.
/// One element is called name, several are name[1], name[2], …
class VariableArray {
 public:
  VariableArray(Component* owner, std::string_view name, std::string_view unit = {},
                std::string_view description = {}, bool flow = false);
  ~VariableArray();
  /// Makes the variables; once.
  void resize(std::size_t size);
  std::size_t size() const { return elements_.size(); }
  Variable& operator[](std::size_t i) { return *elements_[checked(i)]; }
  const Variable& operator[](std::size_t i) const { return *elements_[checked(i)]; }
  Eigen::Matrix<Expr, Eigen::Dynamic, 1> expr() const;

 private:
  std::size_t checked(std::size_t i) const {
    check_index(owner_, name_, i, size());
    return i;
  }
  Component* owner_;
  std::string name_, unit_, description_;
  bool flow_;
  std::vector<std::unique_ptr<Variable>> elements_;
};

}  // namespace multibond
