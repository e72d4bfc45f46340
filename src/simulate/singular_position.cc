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
  // Pivots as they were chosen for usual positions, at this one.
  const auto usual = dynamics.mode().usual();
  if (usual->pivot_parts.empty()) return std::nullopt;
  CompiledDynamics there(dynamics.shared_mode());
  std::copy_n(dynamics.inputs().begin(), dynamics.mode().layout.constants, there.inputs().begin());
  const auto parameters =
      dynamics.inputs().begin() + static_cast<std::ptrdiff_t>(dynamics.mode().layout.parameters);
  there.set_parameters(
      {parameters,
       dynamics.inputs().begin() + static_cast<std::ptrdiff_t>(dynamics.mode().layout.constants)});
  there.set_point(t, y);
  std::vector<double> values(usual->pivot_parts.size());
  there.run(FunctionKind::pivots, values.data());
  std::vector<std::string> parts;
  double smallest = kSuspicious;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!(values[k] < kSuspicious)) continue;
    smallest = std::min(smallest, values[k]);
    add(parts, usual->pivot_parts[k]);
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
      add(parts, dynamics.mode().states[i].component);
    }
  }
  const std::string unbound = fmt::format(", and {} {} without bound", join_names(sudden, 6),
                                          sudden.size() == 1 ? "changes" : "change");
  return Diagnostic{
      Severity::error, parts.front(),
      fmt::format(
          "The run stopped at t = {} in a singular position of {}: the equations are nearly "
          "singular there (pivots are {:.1g} of their usual size){}.",
          quantity(t, "s"), join_names(parts, 6), smallest, sudden.empty() ? "" : unbound),
      "Results up to there are kept. Give the parts without mass a mass or a moment of inertia, or "
      "keep the mechanism out of that position, e.g. by an end stop (mobility.q_min, q_max)."};
}

}  // namespace multibond
