/// Parameters: numbers, vectors, choices that stay constant during a run.
///
///     Parameter<double>  m{this, "m", 1.0, "kg", "mass", Check::positive};
///     Parameter<Vector3> n{this, "n", {0, 0, 1}, "1", "axis of rotation"};
///     Parameter<int>     n{this, "n", 10, "1", "number of cells"};
///
/// A real parameter stays a symbol in the equations, so that it can change without recompiling;
/// whole numbers, truth values and texts shape what is built and are read with `value()`.
/// Set by member (`body.m = 2.0`), by expression of other parameters (`load.m = 2.0 * body.m`), or
/// by path (`model.set("body.m", 2.0)`), which wins.
///
/// Every component that is made runs these constructors, so they are not inline: a library of
/// hundreds of classes compiles in less than half the time.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "multibond/symbolic/expr.h"

namespace multibond {

class Component;

/// What a value must satisfy.
enum class Check : std::uint8_t { none, positive, non_negative, non_zero };

enum class ParameterType : std::uint8_t { real, integer, boolean, text };

/// The part of a parameter that does not depend on its C++ type: everything the catalog shows.
class ParameterBase {
 public:
  ParameterBase(Component* owner, std::string_view name, ParameterType type, int rows, int columns,
                std::string_view unit, std::string_view description, Check check);
  virtual ~ParameterBase();
  ParameterBase(const ParameterBase&) = delete;
  ParameterBase& operator=(const ParameterBase&) = delete;

  const std::string& name() const { return name_; }
  std::string_view unit() const { return unit_; }
  std::string_view description() const { return description_; }
  ParameterType type() const { return type_; }
  Check check() const { return check_; }
  int rows() const { return rows_; }        ///< 1 for a scalar, -1 if any
  int columns() const { return columns_; }  ///< 1 for a scalar or vector, -1 if any
  std::string path() const;
  Component& owner() const { return *owner_; }

  /// Present value as text: "2.5", "{0, 0, 1}", "true", "[1, 0; 0, 1]".
  virtual std::string value_text() const = 0;
  /// Sets from text; numbers may carry a unit ("2.5 kN"). Throws Error naming the parameter.
  virtual void set_text(std::string_view text) = 0;
  /// Sets from a number; for a real, integer or boolean scalar. Throws Error otherwise.
  void set_number(double value);
  const std::string& default_text() const { return default_text_; }
  /// Brings back the present value when it is called.
  virtual std::function<void()> restorer() = 0;

 protected:
  friend class Component;
  Component* owner_;
  std::string name_, default_text_;
  std::string_view unit_, description_;  ///< kept by the model
  ParameterType type_;
  Check check_;
  int rows_, columns_;
};

/// A real parameter of any shape: each element is a parameter leaf of the expression graph.
class RealParameter : public ParameterBase {
 public:
  /// A parameter of `rows` x `columns` (-1: any), and its default.
  RealParameter(Component* owner, std::string_view name, int rows, int columns,
                const Eigen::Ref<const MatrixX>& value, std::string_view unit,
                std::string_view description, Check check);
  ~RealParameter() override;
  std::string value_text() const override;
  void set_text(std::string_view text) override;
  void set_values(const Eigen::Ref<const MatrixX>& values);
  void set_value(double value);              ///< one number
  void bind(int element, const Expr& expr);  ///< column-major element number
  /// fixed(false): the value is the first guess of one that is found at the start of a run, so that
  /// fixed start values and initial equations hold. The variable of its path has what was found.
  void fixed(bool fixed);
  std::function<void()> restorer() override;
  void bind_all(const ExprMatrix& expressions);
  Expr element(int i) const;
  /// Numbers of all elements, bindings evaluated. Reading a value while building freezes it:
  /// what was built may depend on it.
  MatrixX values() const;
  /// The same as they are now, which freezes nothing.
  MatrixX values_now() const;
  int elements() const { return static_cast<int>(leaves_.size()); }
  int actual_rows() const { return actual_rows_; }
  int actual_columns() const { return actual_columns_; }

 private:
  void resize(int rows, int columns);
  int actual_rows_ = 0, actual_columns_ = 0;
  std::vector<std::uint32_t> leaves_;
};

/// A whole number, truth value or text.
class ChoiceParameter : public ParameterBase {
 public:
  ChoiceParameter(Component* owner, std::string_view name, ParameterType type,
                  std::string_view value, std::string_view unit, std::string_view description,
                  Check check = Check::none);
  ~ChoiceParameter() override;
  std::string value_text() const override { return text_; }
  void set_text(std::string_view text) override;
  std::function<void()> restorer() override;

 protected:
  std::string text_;
};

template <typename T, typename Enable = void>
class Parameter;

template <>
class Parameter<double> : public RealParameter {
 public:
  Parameter(Component* owner, std::string_view name, double value, std::string_view unit = {},
            std::string_view description = {}, Check check = Check::none);
  Parameter& operator=(double value) {
    set_value(value);
    return *this;
  }
  Parameter& operator=(const Expr& expr) {
    bind(0, expr);
    return *this;
  }
  Parameter& operator=(const Parameter& other) { return *this = other.expr(); }
  operator Expr() const { return element(0); }  // NOLINT: a parameter is an expression
  Expr expr() const { return element(0); }
  double value() const;  ///< from now on the value shapes what is built
  double now() const;    ///< the present value, which may still change
};

/// Fixed-size vectors and matrices: Parameter<Vector3>, Parameter<Matrix3>.
template <int Rows, int Columns>
class Parameter<Eigen::Matrix<double, Rows, Columns>> : public RealParameter {
 public:
  using Value = Eigen::Matrix<double, Rows, Columns>;
  using Expressions = Eigen::Matrix<Expr, Rows, Columns>;
  static constexpr bool kAnySize =
      Rows == Eigen::Dynamic && (Columns == 1 || Columns == Eigen::Dynamic);
  Parameter(Component* owner, std::string_view name, const Value& value, std::string_view unit = {},
            std::string_view description = {}, Check check = Check::none)
      : RealParameter(owner, name, Rows, Columns, value, unit, description, check) {}
  Parameter& operator=(const Value& value) {
    set_values(value);
    return *this;
  }
  /// Any expression of Eigen, of numbers or of parameters.
  template <typename Derived>
  Parameter& operator=(const Eigen::MatrixBase<Derived>& matrix) {
    if constexpr (std::is_same_v<typename Derived::Scalar, Expr>) {
      bind_all(matrix);
    } else {
      set_values(matrix.template cast<double>());
    }
    return *this;
  }
  /// One of any size may be a single number or expression, a vector a list of numbers.
  Parameter& operator=(double value) requires(kAnySize) {
    set_value(value);
    return *this;
  }
  Parameter& operator=(const Expr& expr) requires(kAnySize) {
    *this = 0.0;
    bind(0, expr);
    return *this;
  }
  Parameter& operator=(std::initializer_list<double> values) requires(Columns == 1) {
    set_values(Eigen::Map<const VectorX>(values.begin(), static_cast<int>(values.size())));
    return *this;
  }
  Parameter& operator=(const Parameter& other) {
    bind_all(other.expr());
    return *this;
  }
  Expressions expr() const {
    Expressions result;
    result.resize(actual_rows(), actual_columns());
    for (int i = 0; i < elements(); ++i) result.data()[i] = element(i);
    return result;
  }
  operator Expressions() const { return expr(); }  // NOLINT
  Value value() const { return values(); }         ///< from now on the value shapes what is built
  Value now() const { return values_now(); }       ///< the present value, which may still change
};

template <>
class Parameter<bool> : public ChoiceParameter {
 public:
  Parameter(Component* owner, std::string_view name, bool value, std::string_view description = {})
      : ChoiceParameter(owner, name, ParameterType::boolean, value ? "true" : "false", "",
                        description) {}
  Parameter& operator=(bool value) {
    set_text(value ? "true" : "false");
    return *this;
  }
  bool value() const { return text_ == "true"; }
};

template <>
class Parameter<int> : public ChoiceParameter {
 public:
  Parameter(Component* owner, std::string_view name, int value, std::string_view unit = "1",
            std::string_view description = {}, Check check = Check::none);
  Parameter& operator=(int value);
  int value() const;
};

template <>
class Parameter<std::string> : public ChoiceParameter {
 public:
  Parameter(Component* owner, std::string_view name, std::string_view value,
            std::string_view description = {}, const std::vector<std::string_view>& choices = {});
  ~Parameter() override;
  Parameter& operator=(std::string_view value) {
    set_text(value);
    return *this;
  }
  void set_text(std::string_view text) override;
  const std::string& value() const { return text_; }
  const std::vector<std::string>& choices() const { return choices_; }

 private:
  std::vector<std::string> choices_;
};

}  // namespace multibond
