#include "signals.h"

#include <algorithm>
#include <optional>
#include <set>

namespace multibond::page {
namespace {

/// Instants of variables that are kept at some of them.
constexpr std::size_t kSparseRows = 2000;

}  // namespace

SignalWriter::SignalWriter(const Result& result, const PageOptions& options, Tracks& tracks)
    : result_(result), options_(options), tracks_(tracks) {
  const bool small =
      result.columns() <= options.most_numbers / std::max<std::size_t>(1, result.rows());
  if (!small && result.rows() > kSparseRows) choose_sparse_rows();
}

/// Every n-th row, the last one, and both rows of an event.
void SignalWriter::choose_sparse_rows() {
  const std::vector<double>& times = result_.times();
  const std::size_t every = (times.size() + kSparseRows - 1) / kSparseRows;
  for (std::size_t row = 0; row < times.size(); ++row) {
    const bool before = row + 1 < times.size() && times[row] == times[row + 1];
    const bool after = row > 0 && times[row] == times[row - 1];
    if (row % every != 0 && row + 1 != times.size() && !before && !after) continue;
    sparse_rows_.push_back(row);
    sparse_times_.push_back(times[row]);
  }
}

Json SignalWriter::track(const std::vector<double>& values, bool whole) {
  if (whole) return tracks_.add(values, Accuracy::signal, Tracks::Grid::rows);
  std::vector<double> some;
  some.reserve(sparse_rows_.size());
  for (const std::size_t row : sparse_rows_) some.push_back(values[row]);
  return tracks_.add(some, Accuracy::signal, Tracks::Grid::sparse);
}

Json SignalWriter::run() {
  std::set<std::size_t> whole;  // columns
  if (!sparse_rows_.empty()) {
    for (const auto* paths : {&options_.plots, &options_.states}) {
      for (const std::string& path : *paths) {
        if (!result_.has(path)) continue;
        const Signal& signal = result_.signal(path);
        if (!signal.constant) whole.insert(signal.column);
      }
    }
  }
  std::vector<std::optional<Json>> columns(result_.columns());
  Json signals = Json::array();
  for (const Signal& signal : result_.signals()) {
    if (signal.path == "time") continue;
    Json value;
    if (signal.constant) {
      value = signal.sign * result_.constant(signal.column);
    } else {
      const bool all = sparse_rows_.empty() || whole.count(signal.column) > 0;
      if (!all) ++reduced_;
      std::optional<Json>& known = columns[signal.column];
      if (!known) known = track(result_.column(signal.column), all);
      value = *known;
      if (value.is_number()) value = signal.sign * value.get<double>();
    }
    Json row = Json::array({signal.path, signal.unit, signal.description, std::move(value)});
    if (!signal.constant && signal.sign != 1) row.push_back(signal.sign);
    signals.push_back(std::move(row));
  }
  return signals;
}

}  // namespace multibond::page
