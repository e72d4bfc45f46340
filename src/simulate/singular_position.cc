#include "singular_position.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "multibond/base/text.h"

namespace multibond {
namespace {

/// A pivot below this fraction of its usual size is out of the ordinary.
constexpr double kSuspicious = 1e-2;
/// States that change by more than their size in so short a time, in s, are part of it.
constexpr double kSudden = 1e-3;

void add(std::vector<std::string>& names, std::string_view name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
    names.emplace_back(name);
  }
}

}  // namespace

std::optional<Diagnostic> singular_position(CompiledDynamics& dynamics, double t, const double* y) {
  const Plan& plan = dynamics.plan();
  const auto component = [&](const Expr& leaf) {
    return plan.system.components[plan.system.variables[leaf.index()].component].path;
  };
  // Pivots as they were chosen for usual positions, at this one.
  std::vector<Expr> sizes, unknowns;
  for (const WatchedPivot& pivot : dynamics.usual_pivots()) {
    if (!plan.computes(pivot.value)) continue;
    sizes.push_back(abs(pivot.value) * (1.0 / pivot.scale));
    unknowns.push_back(pivot.unknown);
  }
  if (sizes.empty()) return std::nullopt;
  std::vector<double> values(sizes.size());
  const auto program = dynamics.make(sizes);
  dynamics.set_point(t, y);
  program->run(dynamics.inputs().data(), values.data());
  std::vector<std::string> parts;
  double smallest = kSuspicious;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!(values[k] < kSuspicious)) continue;
    smallest = std::min(smallest, values[k]);
    add(parts, component(unknowns[k]));
  }
  if (parts.empty()) return std::nullopt;

  // What moves without bound there.
  std::vector<double> ydot(dynamics.size());
  std::vector<std::string> sudden;
  if (dynamics.derivatives(t, y, ydot.data()) != Evaluation::failed) {
    std::vector<double> scale(dynamics.size());
    dynamics.error_scale(y, scale.data());
    for (std::size_t i = 0; i < ydot.size(); ++i) {
      if (!(std::abs(ydot[i]) * kSudden > scale[i])) continue;
      add(sudden, dynamics.state_name(i));
      add(parts, component(plan.selection.states[i].leaf));
    }
  }
  const std::string unbound = fmt::format(", and {} {} without bound", join_names(sudden, 6),
                                          sudden.size() == 1 ? "changes" : "change");
  return Diagnostic{
      Severity::error, parts.front(),
      fmt::format(
          "The run stopped at t = {} in a singular position of {}: the equations there hardly "
          "determine their motion (to {:.1g} of what is usual){}.",
          quantity(t, "s"), join_names(parts, 6), smallest, sudden.empty() ? "" : unbound),
      "Results up to there are kept. Give the parts without mass a mass or a moment of inertia, or "
      "keep the mechanism out of that position, e.g. by an end stop (mobility.q_min, q_max)."};
}

}  // namespace multibond
