/// Result: the trajectories of every variable of a run, by path.
///
/// Each distinct trajectory is stored once, as a column; aliases refer to it with a sign, and
/// variables that never change are constants. A run that failed or was interrupted has a Result
/// too. The Result of a run computes its variables from the recorded states when they are asked
/// for: a row or two by themselves, and all of them together for whoever wants more.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/simulate/contact_statistics.h"
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
  /// At an impact: the impulses of the efforts that were asked for (SimulationOptions::impulses).
  std::vector<double> impulses = {};
  bool operator==(const EventRecord&) const = default;
};

/// The variables of a result.
struct Trajectories {
  std::vector<Signal> signals = {};
  std::unordered_map<std::string, std::size_t> index = {};  ///< into the signals, by path
  std::vector<std::vector<double>> columns = {};            ///< the time first
  std::vector<double> constants = {};
};

/// Variables that are computed when they are first asked for, by whichever thread that is.
class LateTrajectories {
 public:
  virtual ~LateTrajectories() = default;
  virtual const std::vector<double>& times() const = 0;
  /// Everything.
  virtual const Trajectories& get() const = 0;
  /// Names and constants; there may be no columns yet.
  virtual const Trajectories& names() const = 0;
  virtual double value(std::size_t column, std::size_t row) const = 0;
  /// Whether nothing is computed yet, and a look at the last row and a few before it finds numbers.
  virtual bool looks_finite() const = 0;
  /// The signal of that path, without the names of all others; nullptr if there is none.
  virtual const Signal* find(std::string_view path) const = 0;
};

class Result {
 public:
  /// Empty, with the variable `time` [s] in column 0.
  Result();

  // -- building --
  /// Has these variables from now on.
  void show(std::shared_ptr<const LateTrajectories> late) { late_ = std::move(late); }
  /// Declares a trajectory; returns its column (column 0 is the time). Rows that are there
  /// already have NaN in it.
  std::size_t add_column();
  std::size_t add_constant(double value);
  /// Throws Error if the path is taken or the column does not exist. `time` may be declared once
  /// more, to set its unit and description.
  void add_signal(Signal signal);
  /// Appends one instant: columns() values, the time first. At an event there are two rows with
  /// equal time: before and after.
  void append(std::span<const double> row);

  // -- reading --
  std::size_t rows() const { return times().size(); }
  std::size_t columns() const { return now().columns.size(); }
  const std::vector<Signal>& signals() const { return names().signals; }  ///< as declared
  const std::vector<double>& times() const { return late_ ? late_->times() : own_.columns[0]; }
  const std::vector<double>& column(std::size_t index) const { return now().columns[index]; }
  double constant(std::size_t index) const { return names().constants[index]; }
  std::size_t constants() const { return names().constants.size(); }
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
  /// Computes all variables now, unless they are there.
  void compute() const { now(); }
  /// Whether variables are still to be computed, and a look at a few rows finds no infinite value.
  bool looks_finite() const { return late_ && late_->looks_finite(); }

  // -- how the run went --
  std::string model;
  std::string solver;
  RunStatus status = RunStatus::completed;
  double stop_time = 0;  ///< asked for; times().back() was reached
  std::vector<Diagnostic> diagnostics;
  IntegratorStatistics statistics;
  std::vector<EventRecord> events;
  ContactStatistics contacts;
  double largest_residual = 0;  ///< of the invariants, in the states that the run went through
  EnergyAudit energy;           ///< empty if no component tells its power
  Scene scene;                  ///< what was to be seen, if pictures were asked for
  double seconds_compile = 0, seconds_run = 0;

 private:
  const Trajectories& now() const { return late_ ? late_->get() : own_; }
  const Trajectories& names() const { return late_ ? late_->names() : own_; }
  const Signal* find(std::string_view path) const;
  Trajectories& own();

  Trajectories own_;  ///< unless they are late
  std::shared_ptr<const LateTrajectories> late_;
};

/// A warning for the variables that exceed the range of numbers somewhere in the run. (What has no
/// value at all, such as the root of a negative number, ends a run.) Of a run whose variables
/// nobody has asked for yet a few rows are looked at; what has grown too large is so in the last
/// one.
std::vector<Diagnostic> infinite_variables(const Result& result);

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
