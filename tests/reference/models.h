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
/// Of the duration: published values may be sooner or later by this.
constexpr double kTimeTolerance = 1e-4;

/// How far ours is from the published result. Modes, which jump, have the usual tolerance in time.
Comparison compare(const ReferenceModel& model, const Result& ours, const Result& theirs,
                   double time_tolerance = kTimeTolerance);

}  // namespace multibond::reference
