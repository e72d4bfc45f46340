#include "multibond/analyze/comparison.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/report.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

/// Smallest and largest values of a signal within [from, to], by straight lines between rows.
class Band {
 public:
  Band(const Result& result, const std::string& path)
      : result_(result), path_(path), values_(result[path]) {}

  /// How far a value is from those that the signal takes in the stretch.
  double distance(double value, double from, double to) const {
    const std::vector<double>& times = result_.times();
    const double begin = std::max(from, times.front()), end = std::min(to, times.back());
    double low = result_.at(path_, begin), high = low;
    const auto take = [&](double v) {
      low = std::min(low, v);
      high = std::max(high, v);
    };
    take(result_.at(path_, end));
    const auto first = std::lower_bound(times.begin(), times.end(), begin) - times.begin();
    for (auto row = static_cast<std::size_t>(first); row < times.size() && times[row] <= end;
         ++row) {
      take(values_[row]);
    }
    return std::max({0.0, low - value, value - high});
  }

 private:
  const Result& result_;
  const std::string& path_;
  std::vector<double> values_;
};

std::vector<std::string> wanted_signals(const Result& reference, const ComparisonOptions& options) {
  if (!options.signals.empty()) return options.signals;
  std::vector<std::string> names;
  for (const Signal& signal : reference.signals()) {
    if (signal.path != "time") names.push_back(signal.path);
  }
  return names;
}

std::string name_in_result(const std::string& name, const ComparisonOptions& options) {
  const auto found = options.names.find(name);
  return found == options.names.end() ? name : found->second;
}

void check_names(const Result& result, const Result& reference,
                 const std::vector<std::string>& names, const ComparisonOptions& options) {
  std::vector<Diagnostic> findings;
  const auto look = [&](const Result& where, const std::string& name) {
    try {
      where.signal(name);
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  };
  for (const std::string& name : names) {
    look(reference, name);
    look(result, name_in_result(name, options));
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

}  // namespace

Comparison compare(const Result& result, const Result& reference,
                   const ComparisonOptions& options) {
  const std::vector<std::string> names = wanted_signals(reference, options);
  check_names(result, reference, names, options);
  const std::vector<double>& times = reference.times();
  double from = 0, to = -1;
  if (!times.empty() && result.rows() > 0) {
    from = std::max(times.front(), result.times().front());
    to = std::min({times.back(), result.times().back(), options.until});
  }
  if (!(to >= from)) {
    throw Error("time", "The result and the reference have no time in common.",
                "Simulate the stretch of time that the reference covers.");
  }
  Comparison comparison;
  comparison.tolerance = options.tolerance;
  const double shift = options.time_tolerance.value_or(options.tolerance) * (to - from);
  for (const std::string& name : names) {
    SignalComparison found{name, name_in_result(name, options)};
    const Band band(result, found.path);
    const std::vector<double> values = reference[name];
    double low = INFINITY, high = -INFINITY;
    for (std::size_t row = 0; row < times.size(); ++row) {
      if (times[row] < from || times[row] > to) continue;
      if (std::isfinite(values[row])) {
        low = std::min(low, values[row]);
        high = std::max(high, values[row]);
      }
      double distance = band.distance(values[row], times[row] - shift, times[row] + shift);
      if (std::isnan(values[row])) distance = INFINITY;  // that is no agreement
      if (distance <= found.deviation) continue;
      found.deviation = distance;
      found.at = times[row];
    }
    if (low > high) low = high = 0;
    found.range = high - low;
    // What never changes is measured by its own size.
    const double own = std::max({std::abs(low), std::abs(high), 1.0});
    const double size = found.range > options.noise ? found.range : own;
    found.deviation /= size;
    comparison.signals.push_back(std::move(found));
  }
  std::stable_sort(comparison.signals.begin(), comparison.signals.end(),
                   [](const auto& a, const auto& b) { return a.deviation > b.deviation; });
  return comparison;
}

std::string to_text(const Comparison& comparison) {
  std::vector<std::vector<std::string>> rows{{"signal", "range", "deviation", "at"}};
  for (const SignalComparison& s : comparison.signals) {
    const std::string name =
        s.reference == s.path ? s.path : fmt::format("{} = {}", s.reference, s.path);
    rows.push_back({name, fmt::format("{:.4g}", s.range), fmt::format("{:.1e}", s.deviation),
                    s.deviation > 0 ? quantity(s.at, "s") : ""});
  }
  const std::size_t wrong = static_cast<std::size_t>(
      std::count_if(comparison.signals.begin(), comparison.signals.end(),
                    [&](const auto& s) { return s.deviation > comparison.tolerance; }));
  const std::size_t all = comparison.signals.size();
  return align(rows, "  ") +
         (wrong == 0 ? fmt::format("\n{} agree{} within {:.1e} of the range.\n",
                                   all == 1 ? "The signal" : fmt::format("All {} signals", all),
                                   all == 1 ? "s" : "", comparison.tolerance)
                     : fmt::format("\n{} of {} signals differ by more than {:.1e} of the range.\n",
                                   wrong, all, comparison.tolerance));
}

nlohmann::ordered_json to_json(const Comparison& comparison) {
  using Json = nlohmann::ordered_json;
  Json json{{"agrees", comparison.agrees()}, {"tolerance", comparison.tolerance}};
  Json list = Json::array();
  for (const SignalComparison& s : comparison.signals) {
    list.push_back({{"reference", s.reference},
                    {"path", s.path},
                    {"range", s.range},
                    {"deviation", s.deviation},
                    {"at", s.at}});
  }
  json["signals"] = std::move(list);
  return json;
}

}  // namespace multibond
