/// Recorder: fills a Result with every variable of a model.
#pragma once

#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/result.h"

namespace multibond {

class Recorder {
 public:
  /// Declares the signals of the result; parameters are those of the dynamics.
  Recorder(const CompiledModel& model, CompiledDynamics& dynamics, Result& result);
  /// Appends a row for (t, y); y is projected onto the invariants for the purpose. False if a value
  /// is not a number: the row is not appended, and `failure` names the variable.
  bool record(CompiledDynamics& dynamics, double t, const double* y);
  const std::string& failure() const { return failure_; }

 private:
  void check_limits(const std::vector<double>& row);
  const ModelDescription& description_;
  Result& result_;
  std::vector<double> row_, state_;
  struct Limit {
    std::uint32_t variable;
    bool reported = false;
  };
  std::vector<Limit> limits_;
  std::string failure_;
};

}  // namespace multibond
