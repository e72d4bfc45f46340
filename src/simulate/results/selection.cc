#include "multibond/simulate/result_selection.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "multibond/base/text.h"

namespace multibond {
namespace {

void check_patterns(const Result& result, const std::vector<std::string>& patterns) {
  std::vector<Diagnostic> findings;
  for (const std::string& pattern : patterns) {
    const auto& signals = result.signals();
    const auto fits = [&](const Signal& signal) { return matches(pattern, signal.path); };
    if (std::any_of(signals.begin(), signals.end(), fits)) continue;
    std::vector<std::string> paths;
    for (const Signal& signal : signals) paths.push_back(signal.path);
    const std::vector<std::string> near = nearest(pattern, paths);
    findings.push_back({Severity::error, pattern, fmt::format("No variable fits {}.", pattern),
                        near.empty() ? fmt::format("There are: {}.", join_names(paths))
                                     : fmt::format("Did you mean {}?", join_names(near))});
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

/// A result like the other one, but for its trajectories.
Result without_variables(const Result& result) {
  Result copy;
  copy.model = result.model;
  copy.solver = result.solver;
  copy.status = result.status;
  copy.stop_time = result.stop_time;
  copy.diagnostics = result.diagnostics;
  copy.statistics = result.statistics;
  copy.events = result.events;
  copy.largest_residual = result.largest_residual;
  copy.energy = result.energy;
  copy.scene = result.scene;
  copy.seconds_compile = result.seconds_compile;
  copy.seconds_run = result.seconds_run;
  return copy;
}

}  // namespace

bool matches(std::string_view pattern, std::string_view path) {
  // After the last star, as many characters as needed are taken by it, one at a time.
  std::size_t p = 0, at = 0, star = std::string_view::npos, resume = 0;
  while (at < path.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = at;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == path[at])) {
      ++p;
      ++at;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

Result with_variables(const Result& result, const std::vector<std::string>& patterns) {
  check_patterns(result, patterns);
  Result chosen = without_variables(result);
  std::vector<std::size_t> columns{0};  // of the given result, by column of the chosen one
  std::map<std::size_t, std::size_t> new_columns{{0, 0}}, new_constants;
  for (Signal signal : result.signals()) {
    const auto fits = [&](const std::string& pattern) { return matches(pattern, signal.path); };
    const bool wanted = std::any_of(patterns.begin(), patterns.end(), fits);
    if (!wanted && signal.path != "time") continue;
    if (signal.constant) {
      const auto [it, fresh] = new_constants.try_emplace(signal.column);
      if (fresh) it->second = chosen.add_constant(result.constant(signal.column));
      signal.column = it->second;
    } else {
      const auto [it, fresh] = new_columns.try_emplace(signal.column);
      if (fresh) {
        it->second = chosen.add_column();
        columns.push_back(signal.column);
      }
      signal.column = it->second;
    }
    chosen.add_signal(std::move(signal));
  }
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < result.rows(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) row[j] = result.column(columns[j])[i];
    chosen.append(row);
  }
  return chosen;
}

}  // namespace multibond
