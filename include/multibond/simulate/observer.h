/// RunObserver: is told of a run as it goes on.
///
/// Results, energy audit, pictures and progress are observers; none of them has any influence on
/// the steps. What an observer sees is the run at one instant, and within a step the solution
/// between its ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

/// A run at one instant.
struct RunView {
  const CompiledModel& model;
  CompiledDynamics& dynamics;  ///< of the present mode
  double time = 0;
  const double* state = nullptr;
};

class RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// The initial state is known. A diagnostic ends the run, here and below.
  virtual std::optional<Diagnostic> start(const RunView&) { return std::nullopt; }
  /// The solution is known from `from` to `to`, where the run is now; the integrator interpolates.
  virtual std::optional<Diagnostic> advance(const RunView&, double /*from*/, double /*to*/,
                                            Integrator&) {
    return std::nullopt;
  }
  /// An event is about to happen.
  virtual std::optional<Diagnostic> before_event(const RunView&) { return std::nullopt; }
  /// It has happened; `conditions` are those that changed, in words.
  virtual std::optional<Diagnostic> after_event(const RunView&,
                                                const std::vector<std::string>& /*conditions*/) {
    return std::nullopt;
  }
  /// The run has come to its end, wherever that is.
  virtual void finish(const RunView&) {}
};

}  // namespace multibond
