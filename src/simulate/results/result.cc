#include "multibond/simulate/result.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "multibond/base/text.h"

namespace multibond {
namespace {

/// Whether `a` comes before `b` in a run that goes forward, or backward.
struct Earlier {
  bool forward;
  bool operator()(double a, double b) const { return forward ? a < b : a > b; }
};

void require_rows(const Result& result, std::string_view path) {
  if (result.rows() > 0) return;
  throw Error(std::string(path),
              fmt::format("{} has no value: the result has no rows, the run did not start.", path),
              "See the diagnostics of the result.");
}

std::string extension_of(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return extension;
}

/// The paths of the innermost component that `path` names and that has any; else all.
std::vector<std::string> beside(std::string_view path, const std::vector<std::string>& paths) {
  for (std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot > 0;
       dot = path.rfind('.', dot - 1)) {
    std::vector<std::string> found;
    std::copy_if(
        paths.begin(), paths.end(), std::back_inserter(found),
        [&](const std::string& other) { return other.starts_with(path.substr(0, dot + 1)); });
    if (!found.empty()) return found;
  }
  return paths;
}

[[noreturn]] void unknown_format(const std::string& file, const std::string& extension) {
  throw Error(
      file,
      extension.empty()
          ? fmt::format("\"{}\" has no extension that tells the format.", file)
          : fmt::format("{} has the extension {}, which is no known format.", file, extension),
      "Use .csv (text, any spreadsheet) or .mat (Modelica tools, MATLAB, Octave, SciPy).");
}

/// The first row without a finite value; as many as there are rows if all have one, which is found
/// without a branch per value.
std::size_t first_infinite(const std::vector<double>& values) {
  bool any = false;
  for (const double value : values) {
    any |= !(std::fabs(value) <= std::numeric_limits<double>::max());
  }
  if (!any) return values.size();
  const auto found = std::find_if(values.begin(), values.end(),
                                  [](double value) { return !std::isfinite(value); });
  return static_cast<std::size_t>(found - values.begin());
}

}  // namespace

Result::Result() {
  own_.columns.resize(1);
  add_signal({"time", "s", "Simulation time", false, 0, 1});
}

// -- building --

/// What is to be changed belongs to this result alone.
Trajectories& Result::own() {
  if (late_) {
    own_ = late_->get();
    late_.reset();
  }
  return own_;
}

std::size_t Result::add_column() {
  Trajectories& t = own();
  t.columns.emplace_back(t.columns[0].size(), std::numeric_limits<double>::quiet_NaN());
  return t.columns.size() - 1;
}

std::size_t Result::add_constant(double value) {
  own().constants.push_back(value);
  return own_.constants.size() - 1;
}

void Result::add_signal(Signal signal) {
  Trajectories& t = own();
  const std::size_t available = signal.constant ? t.constants.size() : t.columns.size();
  if (signal.column >= available) {
    throw Error(signal.path,
                fmt::format("{} refers to {} {}, and there are {}.", signal.path,
                            signal.constant ? "constant" : "column", signal.column, available),
                signal.constant ? "Call add_constant first." : "Call add_column first.");
  }
  if (signal.sign != 1 && signal.sign != -1) {
    throw Error(signal.path,
                fmt::format("{} has sign {}.", signal.path, format_number(signal.sign)),
                "The sign is 1 or -1; give a scaled variable a column of its own.");
  }
  if (signal.path.empty()) {
    throw Error("", "A variable of a result has no name.", "Give it a path, e.g. crane.phi.");
  }
  const auto [place, is_new] = t.index.try_emplace(signal.path, t.signals.size());
  if (is_new) {
    t.signals.push_back(std::move(signal));
    return;
  }
  // the time is there from the beginning; its texts may be set
  const bool is_time = !signal.constant && signal.column == 0 && signal.sign == 1;
  if (place->second == 0 && is_time) {
    t.signals[0] = std::move(signal);
    return;
  }
  throw Error(signal.path, fmt::format("{} is already a variable of this result.", signal.path),
              "Paths are unique; choose another name.");
}

void Result::append(std::span<const double> row) {
  Trajectories& t = own();
  if (row.size() != t.columns.size()) {
    throw Error("time",
                fmt::format("A row of {} values does not fit a result of {} columns.", row.size(),
                            t.columns.size()),
                "Give the time first, then one value per column.");
  }
  for (std::size_t i = 0; i < row.size(); ++i) t.columns[i].push_back(row[i]);
}

// -- reading --

/// The name of a signal port stands for its value: sensor.y[1] is sensor.y[1].value.
const Signal* Result::find(std::string_view path) const {
  for (const char* ending : {"", ".value"}) {
    const std::string full = std::string(path) + ending;
    if (late_) {
      if (const Signal* found = late_->find(full)) return found;
    } else if (const auto found = own_.index.find(full); found != own_.index.end()) {
      return &own_.signals[found->second];
    }
  }
  return nullptr;
}

bool Result::has(std::string_view path) const { return find(path) != nullptr; }

const Signal& Result::signal(std::string_view path) const {
  if (const Signal* found = find(path)) return *found;
  std::vector<std::string> paths;
  paths.reserve(signals().size());
  for (const Signal& signal : signals()) paths.push_back(signal.path);
  const std::vector<std::string> near = nearest(path, paths);
  throw Error(std::string(path),
              fmt::format("{} is not a variable of this result.", path.empty() ? "\"\"" : path),
              near.empty() ? fmt::format("It has: {}.", join_names(beside(path, paths)))
                           : fmt::format("Nearest: {}.", join_names(near)));
}

double Result::value(const Signal& signal, std::size_t row) const {
  const double value = signal.constant ? constant(signal.column)
                       : late_         ? late_->value(signal.column, row)
                                       : own_.columns[signal.column][row];
  return signal.sign < 0 ? -value : value;
}

std::vector<double> Result::operator[](std::string_view path) const {
  const Signal& found = signal(path);
  if (found.constant) return std::vector<double>(rows(), value(found, 0));
  std::vector<double> values = column(found.column);
  if (found.sign < 0) std::ranges::transform(values, values.begin(), std::negate());
  return values;
}

double Result::initial(std::string_view path) const {
  const Signal& found = signal(path);
  if (!found.constant) require_rows(*this, path);
  return value(found, 0);
}

double Result::final(std::string_view path) const {
  const Signal& found = signal(path);
  if (!found.constant) require_rows(*this, path);
  return value(found, rows() == 0 ? 0 : rows() - 1);
}

double Result::at(std::string_view path, double time) const {
  const Signal& found = signal(path);
  if (found.constant) return value(found, 0);
  require_rows(*this, path);
  const std::vector<double>& times = this->times();
  const double first = times.front(), last = times.back();
  const Earlier earlier{!(last < first)};

  // a time that misses an end by rounding is the end
  const double rounding =
      1e-9 * std::abs(last - first) +
      4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(first), std::abs(last));
  if (earlier(time, first) && std::abs(first - time) <= rounding) time = first;
  if (earlier(last, time) && std::abs(time - last) <= rounding) time = last;
  if (!(time >= std::min(first, last) && time <= std::max(first, last))) {
    throw Error(std::string(path),
                fmt::format("{} is not known at time {}: the run covers {} to {}.", path,
                            quantity(time, "s"), quantity(first, ""), quantity(last, "s")),
                "Ask for a time within the run.");
  }

  // the last row that is not after `time`, and the one behind it
  const auto after = std::upper_bound(times.begin(), times.end(), time, earlier);
  const std::size_t next = static_cast<std::size_t>(after - times.begin());
  if (next == 0) return value(found, 0);
  const std::size_t row = next - 1;
  if (next == rows() || times[row] == time) return value(found, row);
  const double weight = (time - times[row]) / (times[next] - times[row]);
  return std::lerp(value(found, row), value(found, next), weight);
}

std::vector<Diagnostic> infinite_variables(const Result& result) {
  if (result.looks_finite()) return {};
  std::vector<std::string> names;
  double first = 0;
  // Many signals share a column, which is looked at once.
  std::vector<std::optional<std::size_t>> beginning;
  for (const Signal& signal : result.signals()) {
    if (signal.constant) continue;
    if (beginning.size() <= signal.column) beginning.resize(signal.column + 1);
    std::optional<std::size_t>& row = beginning[signal.column];
    if (!row) row = first_infinite(result.column(signal.column));
    if (*row == result.rows()) continue;
    const double time = result.times()[*row];
    if (names.empty() || time < first) first = time;
    names.push_back(signal.path);
  }
  if (names.empty()) return {};
  return {{Severity::warning, names.front(),
           fmt::format("{} {} too large for a number, from t = {} on.", join_names(names, 6),
                       names.size() == 1 ? "becomes" : "become", quantity(first, "s")),
           "Check the sizes of the parameters that enter."}};
}

// -- files --

void write_result(const Result& result, const std::string& file) {
  const std::string extension = extension_of(file);
  if (extension == ".csv") return write_csv(result, file);
  if (extension == ".mat") return write_mat(result, file);
  unknown_format(file, extension);
}

Result read_result(const std::string& file) {
  const std::string extension = extension_of(file);
  if (extension == ".csv") return read_csv(file);
  if (extension == ".mat") return read_mat(file);
  unknown_format(file, extension);
}

}  // namespace multibond
