/// Functions and tables as expressions know them, called from a Program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/program/program.h"
#include "multibond/symbolic/function.h"

namespace multibond {

class FunctionSolver final : public Solver {
 public:
  explicit FunctionSolver(std::shared_ptr<const Function> function);
  std::string name() const override { return function_->name(); }
  std::size_t inputs() const override { return function_->arity(); }
  std::size_t outputs() const override { return 1; }
  /// Arguments beside the present ones, for differences.
  std::size_t scratch() const override { return function_->arity(); }
  std::string failure(const double* memory) const override;
  bool solve(const double* in, double* out, double* memory, double* scratch) const override;
  bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
               double* scratch) const override;
  std::string c99(std::string_view function_name) const override;

 private:
  std::shared_ptr<const Function> function_;
  std::vector<std::shared_ptr<const Function>>
      slopes_;  ///< by each argument; null if there is none
};

/// All results of a VectorFunction at once.
class VectorFunctionSolver final : public Solver {
 public:
  explicit VectorFunctionSolver(std::shared_ptr<const VectorFunction> function)
      : function_(std::move(function)) {}
  std::string name() const override { return function_->name(); }
  std::size_t inputs() const override { return function_->arity(); }
  std::size_t outputs() const override { return function_->results(); }
  bool solve(const double* in, double* out, double* memory, double* scratch) const override;
  bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
               double* scratch) const override;
  std::string c99(std::string_view function_name) const override;

 private:
  std::shared_ptr<const VectorFunction> function_;
};

}  // namespace multibond
