#include "multibond/model/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

/// What a dependent parameter follows from.
std::string origin(const System& system, const Expr& binding) {
  std::vector<std::string> names;
  for (const Expr& leaf : leaves(binding, [](const Expr&) { return true; })) {
    names.push_back(system.leaf_name(leaf));
  }
  return fmt::format("It follows from {}.", join_names(names, 4));
}

}  // namespace

bool satisfies(Check check, double value) {
  switch (check) {
    case Check::positive:
      return value > 0;
    case Check::non_negative:
      return value >= 0;
    case Check::non_zero:
      return value != 0;
    case Check::none:
      break;
  }
  return true;
}

std::string_view demand(Check check) {
  switch (check) {
    case Check::positive:
      return "must be positive";
    case Check::non_negative:
      return "must not be negative";
    case Check::non_zero:
      return "must not be zero";
    case Check::none:
      break;
  }
  return {};
}

Diagnostic fault_of_value(std::string_view path, std::string_view description, Check check,
                          double value, std::string_view unit, std::string remedy) {
  if (!std::isfinite(value)) {
    return {Severity::error, std::string(path), fmt::format("{} is not a finite number.", path),
            "Give it a value."};
  }
  return {Severity::error, std::string(path),
          fmt::format("{}{} {}: it is {}.", path,
                      description.empty() ? "" : fmt::format(" ({})", description), demand(check),
                      quantity(value, unit)),
          std::move(remedy)};
}

std::vector<Diagnostic> faults_of_value(const SystemParameter& p, double value) {
  if (std::isfinite(value) && satisfies(p.check, value)) return {};
  return {fault_of_value(p.path, p.description, p.check, value, p.unit,
                         fmt::format("Its default is {}.", quantity(p.default_value, p.unit)))};
}

std::vector<Diagnostic> find_faults(const System& system, const std::vector<double>& parameters) {
  std::vector<Diagnostic> found;
  Evaluator value([&](const Expr& leaf) { return parameters[leaf.index()]; });
  for (std::size_t i = 0; i < system.parameters.size(); ++i) {
    const SystemParameter& p = system.parameters[i];
    if (p.role != ParameterRole::tunable) continue;
    for (Diagnostic& fault : faults_of_value(p, parameters[i])) found.push_back(std::move(fault));
  }
  // One finding per cause.
  if (!found.empty()) return found;
  for (const SystemParameter& p : system.parameters) {
    if (p.role != ParameterRole::dependent) continue;
    const double bound = value(p.binding);
    if (std::isfinite(bound) && satisfies(p.check, bound)) continue;
    found.push_back(
        fault_of_value(p.path, p.description, p.check, bound, p.unit, origin(system, p.binding)));
  }
  if (!found.empty()) return found;
  for (const SystemCheck& check : system.checks) {
    std::vector<double> values;
    for (const Expr& expr : check.values) values.push_back(value(expr));
    const std::optional<Fault> fault = check.fault(values);
    if (fault) found.push_back(fault->about(check.subject));
  }
  return found;
}

}  // namespace multibond
