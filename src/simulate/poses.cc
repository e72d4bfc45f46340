#include "multibond/simulate/poses.h"

#include "multibond/simulate/compiled_dynamics.h"
#include "scene_recorder.h"

namespace multibond {

Scene scene_of_states(const RunView& run, const std::vector<std::vector<double>>& states) {
  Scene scene;
  CompiledDynamics& dynamics = run.dynamics;
  const auto before = dynamics.save();
  dynamics.set_point(run.time, run.state);
  SceneRecorder recorder(run.model, dynamics, scene);
  for (std::size_t k = 0; k < states.size(); ++k) {
    std::vector<double> state = states[k];
    // Where that fails the state is near the invariants all the same, if it began on their tangent.
    if (dynamics.project(run.time, state.data()) == Evaluation::failed) state = states[k];
    dynamics.set_point(run.time, state.data());
    recorder.record(dynamics, static_cast<double>(k));
  }
  dynamics.restore(*before);
  dynamics.set_point(run.time, run.state);
  return scene;
}

}  // namespace multibond
