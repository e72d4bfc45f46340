/// Function: a computation that expressions can call, such as a table or a measured law.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace multibond {

/// Immutable. Two calls of the same Function object with the same arguments are one expression.
class Function {
 public:
  virtual ~Function() = default;
  virtual std::string name() const = 0;
  virtual std::size_t arity() const = 0;
  virtual double evaluate(std::span<const double> arguments) const = 0;
  /// Partial derivative by argument i, as a function of the same arguments; null if there is none.
  /// Repeated calls return the same object, so that equal derivatives are one expression.
  virtual std::shared_ptr<const Function> derivative(std::size_t argument) const = 0;
  /// C99 source of `static double NAME(const double* x)`; empty if it cannot be exported.
  virtual std::string c99(std::string_view function_name) const {
    (void)function_name;
    return {};
  }
};

}  // namespace multibond
