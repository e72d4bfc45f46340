/// Function: a computation that expressions can call, such as a table or a measured law.
///
/// Where many functions of the same arguments have most of their work in common, each of them is a
/// result of a VectorFunction: expressions call them one by one, programs compute them together.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace multibond {

/// Several results of the same arguments. Immutable.
class VectorFunction {
 public:
  virtual ~VectorFunction() = default;
  virtual std::string name() const = 0;
  virtual std::size_t arity() const = 0;
  virtual std::size_t results() const = 0;
  virtual void evaluate(std::span<const double> arguments, std::span<double> results) const = 0;
  /// Rates of the results when the arguments move at these rates.
  virtual void tangent(std::span<const double> arguments, std::span<const double> rates,
                       std::span<double> result_rates) const = 0;
  /// C99 source of `static void NAME(const double* x, double* y)`; empty if it cannot be exported.
  virtual std::string c99(std::string_view function_name) const {
    (void)function_name;
    return {};
  }
};

/// Immutable. Two calls of the same Function object with the same arguments are one expression.
class Function {
 public:
  virtual ~Function() = default;
  virtual std::string name() const = 0;
  virtual std::size_t arity() const = 0;
  virtual double evaluate(std::span<const double> arguments) const = 0;
  /// Partial derivative by argument i, as a function of the same arguments. Repeated calls return
  /// the same object, so that equal derivatives are one expression. Null if there is none: solvers
  /// then take differences, and the compiler refuses to differentiate equations that call it.
  virtual std::shared_ptr<const Function> derivative(std::size_t argument) const = 0;
  /// C99 source of `static double NAME(const double* x)`; empty if it cannot be exported.
  virtual std::string c99(std::string_view function_name) const {
    (void)function_name;
    return {};
  }
  /// The computation of which this is a result, and which one; null if it stands alone.
  struct Part {
    std::shared_ptr<const VectorFunction> whole;
    std::size_t result = 0;
  };
  virtual Part part() const { return {}; }
};

}  // namespace multibond
