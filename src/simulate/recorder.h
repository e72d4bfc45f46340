/// Recorder: records the rows of a run, and looks at those variables of each that may fail.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "recorded_run.h"

namespace multibond {

class Recorder {
 public:
  /// Of a run that begins with these dynamics; `result` becomes that of the run.
  Recorder(const CompiledModel& model, CompiledDynamics& dynamics, Result& result,
           std::size_t expected_rows);
  /// Appends a row for (t, y). False if a value is not a number: the row is not appended, and
  /// `failure` names the variable.
  bool record(CompiledDynamics& dynamics, double t, const double* y);
  /// Appends rows for these times and states, one after the other, if they need no look; false if
  /// each is to be recorded.
  bool record_unseen(CompiledDynamics& dynamics, std::span<const double> times,
                     const double* states);
  const std::string& failure() const { return failure_; }

 private:
  bool has_checks(const CompiledDynamics& dynamics);
  bool check(CompiledDynamics& dynamics, double t);
  void check_limits(std::uint32_t column, double value, double t);

  const ModelDescription& description_;
  Result& result_;
  std::shared_ptr<RecordedRun> rows_;
  const Functions* functions_ = nullptr;  ///< of the latest row
  bool checks_ = false;                   ///< whether they have columns to look at
  std::vector<double> checked_;
  std::vector<bool> reported_;  ///< by place among the variables with limits
  std::string failure_;
};

}  // namespace multibond
