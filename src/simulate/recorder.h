/// Recorder: fills a Result with every variable of a model.
#pragma once

#include <map>
#include <vector>

#include "kept_programs.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/result.h"

namespace multibond {

class Recorder {
 public:
  Recorder(CompiledDynamics& dynamics, Result& result);
  /// Goes on with the model in another mode.
  void use(CompiledDynamics& dynamics);
  /// Appends a row for (t, y); y is projected onto the invariants for the purpose. False if a value
  /// is not a number: the row is not appended, and `failure` names the variable.
  bool record(double t, const double* y);
  const std::string& failure() const { return failure_; }

 private:
  Runner& function();
  void check_limits(const std::vector<double>& row);
  CompiledDynamics* dynamics_;
  Result& result_;
  std::vector<std::uint32_t> outputs_;  ///< a variable for each column after the time
  std::map<const CompiledDynamics*, KeptPrograms> functions_;  ///< that fill a row, by mode
  std::vector<double> row_, state_;
  struct Limit {
    std::size_t column;
    double sign, min, max;
    std::string path, unit;
    bool reported = false;
  };
  std::vector<Limit> limits_;
  std::string failure_;
};

}  // namespace multibond
