/// SceneRecorder: fills the Scene of a run, a row per instant.
#pragma once

#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/scene.h"

namespace multibond {

class SceneRecorder {
 public:
  SceneRecorder(const CompiledModel& model, CompiledDynamics& dynamics, Scene& scene);
  /// Appends the pictures at the point that the inputs of the dynamics are at. At an event, where
  /// there are two rows of a Result, the later one counts.
  void record(CompiledDynamics& dynamics, double t);

 private:
  Scene& scene_;
  std::vector<double> row_;
};

}  // namespace multibond
