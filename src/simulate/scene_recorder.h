/// SceneRecorder: fills the Scene of a run, a row per instant.
#pragma once

#include <map>
#include <vector>

#include "kept_programs.h"
#include "multibond/compile/pictures.h"
#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/scene.h"

namespace multibond {

class SceneRecorder {
 public:
  SceneRecorder(CompiledDynamics& dynamics, Scene& scene);
  /// Goes on with the model in another mode.
  void use(CompiledDynamics& dynamics);
  /// Appends the pictures at the point that the inputs of the dynamics are at. At an event, where
  /// there are two rows of a Result, the later one counts.
  void record(double t);

 private:
  CompiledDynamics* dynamics_;
  Scene& scene_;
  PictureFunction pictures_;
  std::map<const CompiledDynamics*, KeptPrograms> functions_;  ///< that fill a row, by mode
  std::vector<double> row_;
};

}  // namespace multibond
