#include "multibond/compile/function_solver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "multibond/base/text.h"
#include "multibond/symbolic/table.h"

namespace multibond {
namespace {

/// Slope by an argument of a function that does not know it: a central difference, or a one-sided
/// one at the border of where the function has a value.
double difference_quotient(const Function& function, const double* in, std::size_t argument,
                           double* scratch) {
  // The cube root of the rounding makes the sum of both errors least. An argument near zero says
  // nothing of its usual size: a thousandth of its unit is assumed.
  constexpr double kRelativeStep = 6e-6, kSmallest = 1e-3;
  const std::span x(scratch, function.arity());
  std::copy_n(in, x.size(), x.begin());
  const double middle = x[argument];
  const double step = kRelativeStep * std::max(std::abs(middle), kSmallest);
  const auto value_at = [&](double at) {
    x[argument] = at;
    return function.evaluate(x);
  };
  double left = middle - step, right = middle + step;
  double below = value_at(left), above = value_at(right);
  if (!std::isfinite(below)) below = value_at(left = middle);
  if (!std::isfinite(above)) above = value_at(right = middle);
  return (above - below) / (right - left);
}

}  // namespace

// A function may make its derivatives when asked for them, which a call must not do.
FunctionSolver::FunctionSolver(std::shared_ptr<const Function> function)
    : function_(std::move(function)) {
  for (std::size_t i = 0; i < function_->arity(); ++i) {
    slopes_.push_back(function_->derivative(i));
  }
}

bool FunctionSolver::solve(const double* in, double* out, double*, double*) const {
  out[0] = function_->evaluate({in, function_->arity()});
  return std::isfinite(out[0]);
}

std::string FunctionSolver::failure(const double* memory) const {
  const auto range = table_range(*function_);
  if (!range) return Solver::failure(memory);
  return fmt::format("There is no value of {} there: it is defined from {} to {} only.", name(),
                     format_number(range->first), format_number(range->second));
}

bool FunctionSolver::tangent(const double* in, const double*, const double* in_dot, double* out_dot,
                             double* scratch) const {
  out_dot[0] = 0;
  for (std::size_t i = 0; i < slopes_.size(); ++i) {
    if (in_dot[i] == 0) continue;
    const double slope = slopes_[i] ? slopes_[i]->evaluate({in, slopes_.size()})
                                    : difference_quotient(*function_, in, i, scratch);
    if (!slopes_[i] && !std::isfinite(slope)) return false;
    out_dot[0] += slope * in_dot[i];
  }
  return true;
}

std::string FunctionSolver::c99(std::string_view function_name) const {
  const std::string inner = fmt::format("{}_value", function_name);
  const std::string source = function_->c99(inner);
  if (source.empty()) return {};
  return fmt::format(
      "{}\nstatic int {}(const double* in, double* out, double* memory) {{\n"
      "  (void)memory;\n  out[0] = {}(in);\n  return isfinite(out[0]) ? 1 : 0;\n}}\n",
      source, function_name, inner);
}

bool VectorFunctionSolver::solve(const double* in, double* out, double*, double*) const {
  const std::span results(out, function_->results());
  function_->evaluate({in, function_->arity()}, results);
  return std::all_of(results.begin(), results.end(), [](double y) { return std::isfinite(y); });
}

bool VectorFunctionSolver::tangent(const double* in, const double*, const double* in_dot,
                                   double* out_dot, double*) const {
  const std::size_t n = function_->arity();
  function_->tangent({in, n}, {in_dot, n}, {out_dot, function_->results()});
  return true;
}

std::string VectorFunctionSolver::c99(std::string_view function_name) const {
  const std::string inner = fmt::format("{}_values", function_name);
  const std::string source = function_->c99(inner);
  if (source.empty()) return {};
  return fmt::format(
      "{}\nstatic int {}(const double* in, double* out, double* memory) {{\n"
      "  (void)memory;\n  {}(in, out);\n"
      "  for (int i = 0; i < {}; ++i) {{\n    if (!isfinite(out[i])) return 0;\n  }}\n"
      "  return 1;\n}}\n",
      source, function_name, inner, function_->results());
}

}  // namespace multibond
