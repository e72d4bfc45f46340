/// For the tests of wrapped components: their inner graphs, and runs with a balance of energy.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/sample.h"
#include "multibond/library/bonds/graph.h"
#include "multibond/simulate/simulation.h"

namespace multibond {

/// Codes of the elements inside a component of a model, in alphabetical order: what one sees when
/// it is opened.
inline std::vector<std::string> codes_inside(Component&& model, const std::string& path) {
  flatten(model);
  std::vector<std::string> codes;
  for (const auto& vertex : bonds::bond_graph(model).vertices) {
    if (vertex.element && vertex.path.starts_with(path + '.')) codes.push_back(vertex.code);
  }
  std::sort(codes.begin(), codes.end());
  return codes;
}

inline void expect_completed(const Result& result) {
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
}

/// A run that must reach its end.
inline Result run(Component&& model, double stop, double tolerance = 1e-10, int intervals = 500) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance, .intervals = intervals});
  expect_completed(result);
  return result;
}

/// The same, with two variables more: audit.energy is what the parts say they store, audit.work the
/// integral of what they say they take in less what they lose. Both must change by the same if each
/// part takes part in the balance once.
inline Result audited_run(Component&& model, double stop, double tolerance = 1e-10) {
  System system = flatten(model);
  const auto add = [&](const std::string& path) {
    SystemVariable variable;
    variable.path = system.texts->add(path);
    variable.has_start = true;
    variable.fixed = path == "audit.work";
    system.variables.push_back(variable);
    return system.pool->variable(static_cast<std::uint32_t>(system.variables.size() - 1));
  };
  const Expr energy = add("audit.energy"), work = add("audit.work");
  Expr stored = 0.0, power = 0.0;
  for (const SystemPower& part : system.powers) {
    if (part.kind == PowerKind::stored_energy) stored += part.value;
    if (part.kind == PowerKind::supplied) power += part.value;
    if (part.kind == PowerKind::dissipated) power -= part.value;
  }
  system.variables.back().hint = StateHint::prefer;
  SystemEquation e, w;
  e.left = energy;
  e.right = stored;
  e.residual = energy - stored;
  w.left = der(work);
  w.right = power;
  w.residual = der(work) - power;
  system.equations.push_back(e);
  system.equations.push_back(w);
  const Result result =
      simulate(compile_model(std::move(system)), {.stop = stop, .tolerance = tolerance});
  expect_completed(result);
  double largest = 1e-3, gap = 0;
  const double start = result.value(result.signal("audit.energy"), 0);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    const double change = result.value(result.signal("audit.energy"), row) - start;
    const double done = result.value(result.signal("audit.work"), row);
    largest = std::max({largest, std::abs(change), std::abs(done)});
    gap = std::max(gap, std::abs(change - done));
  }
  EXPECT_LT(gap, 1e4 * tolerance * std::max(largest, std::abs(start)));
  return result;
}

/// Largest difference of a variable between two runs with the same rows.
inline double difference(const Result& a, const Result& b, const std::string& path) {
  double largest = 0;
  for (std::size_t row = 0; row < std::min(a.rows(), b.rows()); ++row) {
    largest =
        std::max(largest, std::abs(a.value(a.signal(path), row) - b.value(b.signal(path), row)));
  }
  return largest;
}

}  // namespace multibond
