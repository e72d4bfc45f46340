/// Recorder: fills a Result with every variable of a model.
#pragma once

#include <memory>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/result.h"

namespace multibond {

class Recorder {
 public:
  Recorder(CompiledDynamics& dynamics, Result& result);
  /// Appends a row for (t, y); y is projected onto the invariants for the purpose. False if a value
  /// is not a number: the row is not appended, and `failure` names the variable.
  bool record(double t, const double* y);
  const std::string& failure() const { return failure_; }

 private:
  void refresh();
  void check_limits(const std::vector<double>& row);
  CompiledDynamics& dynamics_;
  Result& result_;
  std::vector<Expr> outputs_;  ///< one per column after the time
  std::unique_ptr<Executable> program_;
  std::size_t revision_ = 0;
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
