/// Result: the trajectories of every variable of a run, by path.
///
/// Each distinct trajectory is stored once, as a column; aliases refer to it with a sign, and
/// variables that never change are constants. A run that failed or was interrupted has a Result
/// too.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/simulate/energy.h"
#include "multibond/simulate/integrator.h"
#include "multibond/simulate/scene.h"

namespace multibond {

/// One named variable: `sign` times a column of the trajectory, or of the constants.
struct Signal {
  std::string path;
  std::string unit;
  std::string description;
  bool constant = false;
  std::size_t column = 0;  ///< into the columns, or into the constants if `constant`
  double sign = 1;
  bool operator==(const Signal&) const = default;
};

enum class RunStatus { completed, interrupted, terminated, failed };

/// An event as it happened: a zero crossing, a time event, or several at one instant.
struct EventRecord {
  double time = 0;
  std::vector<std::string> conditions;  ///< text of the conditions that changed
  std::size_t iterations = 0;           ///< rounds until nothing changed any more
  bool operator==(const EventRecord&) const = default;
};

class Result {
 public:
  /// Empty, with the variable `time` [s] in column 0.
  Result();

  // -- building --
  /// Declares a trajectory; returns its column (column 0 is the time). Rows that are there
  /// already have NaN in it.
  std::size_t add_column();
  std::size_t add_constant(double value);
  /// Throws Error if the path is taken or the column does not exist. `time` may be declared once
  /// more, to set its unit and description.
  void add_signal(Signal signal);
  /// Further paths under which signals are found, each with the path of its signal.
  void set_short_paths(
      std::shared_ptr<const std::vector<std::pair<std::string, std::string>>> paths) {
    short_paths_ = std::move(paths);
  }
  /// Appends one instant: columns() values, the time first. At an event there are two rows with
  /// equal time: before and after.
  void append(std::span<const double> row);

  // -- reading --
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_.size(); }
  const std::vector<Signal>& signals() const { return signals_; }  ///< in order of declaration
  const std::vector<double>& times() const { return columns_[0]; }
  const std::vector<double>& column(std::size_t index) const { return columns_[index]; }
  double constant(std::size_t index) const { return constants_[index]; }
  std::size_t constants() const { return constants_.size(); }
  bool has(std::string_view path) const;
  /// The signal of that path; throws Error with the nearest existing names.
  const Signal& signal(std::string_view path) const;
  /// Value of a signal in a row.
  double value(const Signal& signal, std::size_t row) const;
  /// All values of a path, one per row.
  std::vector<double> operator[](std::string_view path) const;
  double initial(std::string_view path) const;
  double final(std::string_view path) const;
  /// Linear interpolation between rows; at a double row the later one counts. Throws Error
  /// outside the run, rounding at its ends aside.
  double at(std::string_view path, double time) const;

  // -- how the run went --
  std::string model;
  std::string solver;
  RunStatus status = RunStatus::completed;
  double stop_time = 0;  ///< asked for; times().back() was reached
  std::vector<Diagnostic> diagnostics;
  IntegratorStatistics statistics;
  std::vector<EventRecord> events;
  double largest_residual = 0;  ///< of the invariants at the outputs
  EnergyAudit energy;           ///< empty if no component tells its power
  Scene scene;                  ///< what was to be seen, if pictures were asked for
  double seconds_compile = 0, seconds_run = 0;

 private:
  const Signal* find(std::string_view path) const;

  std::vector<Signal> signals_;
  std::shared_ptr<const std::vector<std::pair<std::string, std::string>>> short_paths_;
  std::unordered_map<std::string, std::size_t> index_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> constants_;
  std::size_t rows_ = 0;
};

// Files hold the variables; how the run went is not written. They are written under a temporary
// name in the same directory and renamed when complete: if that fails, Error is thrown, no half
// file is left behind, and an earlier file of that name stays as it was. A file size limit is an
// error like a full disk (SIGXFSZ is held back meanwhile). Readers throw Error for whatever is not
// a result.

/// CSV with a header line of paths, one line per row, a column per variable (aliases and constants
/// included), the shortest digits that read back exactly, and NaN, Inf, -Inf. A name that begins
/// with =, +, - or @ gets an apostrophe before it, so that spreadsheets do not calculate it;
/// reading takes it away. Reading gives each variable a column; units and descriptions are not in
/// the file. Other people's files are read too: a column must be named time, an empty field is NaN.
void write_csv(const Result& result, const std::string& file);
Result read_csv(const std::string& file);

/// MATLAB v4 trajectory file as Modelica tools read and write it (Aclass, name, description,
/// dataInfo, data_1 constants, data_2 trajectories; aliases stored once, with sign). Everything
/// reads back: values to the bit, signs, constants, units, descriptions. Files of OpenModelica and
/// Dymola are read in both orientations.
void write_mat(const Result& result, const std::string& file);
Result read_mat(const std::string& file);

/// By extension: .csv or .mat.
void write_result(const Result& result, const std::string& file);
Result read_result(const std::string& file);

}  // namespace multibond
