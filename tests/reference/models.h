/// The models of the Modelica Standard Library whose published results are in msl/, built from our
/// components, and how far our results are from those.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "multibond/analyze/comparison.h"
#include "multibond/simulate/simulation.h"

namespace multibond::reference {

struct ReferenceModel {
  std::string name;  ///< of the file in msl/, too
  std::function<std::unique_ptr<Component>()> make;
  double stop = 0;
  /// Beginnings of names of the reference, and what they are here.
  std::vector<std::pair<std::string, std::string>> names = {};
  double until = std::numeric_limits<double>::infinity();  ///< chaotic afterwards
  /// Of the range of a signal: how far the published rows are from the motion, where an integration
  /// of its own shows it (independent_test.cc).
  double published_error = 0;
  std::string remark = {};
};

inline std::ostream& operator<<(std::ostream& out, const ReferenceModel& model) {
  return out << model.name;
}

const std::vector<ReferenceModel>& models();

/// For a run with rows at the times of the reference.
SimulationOptions options(const ReferenceModel& model, double tolerance);
Result run(const ReferenceModel& model, double tolerance);
/// The published result.
Result published(const ReferenceModel& model);
/// How far ours is from the published result, at the same instants. Modes, which jump, may do so
/// sooner or later by the usual tolerance.
Comparison compare(const ReferenceModel& model, const Result& ours, const Result& theirs);

/// The largest difference between two runs of ours in the signals of the comparison, modes
/// excepted.
double own_difference(const ReferenceModel& model, const Result& loose, const Result& tight,
                      const Comparison& comparison);

/// The tolerances of the runs that are compared: one with the published result, and a tighter one
/// that shows whether the first has converged.
constexpr double kLoose = 1e-7, kTight = 1e-10;

}  // namespace multibond::reference
