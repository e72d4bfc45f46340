#include "scene_recorder.h"

#include <cmath>

namespace multibond {

SceneRecorder::SceneRecorder(CompiledDynamics& dynamics, Scene& scene)
    : dynamics_(&dynamics), scene_(scene), pictures_(dynamics.plan()) {
  const System& system = dynamics.plan().original;
  const auto number = [](const PictureFunction::Number& from) {
    return from.constant() ? Scene::Number{from.value} : Scene::Number{0, from.output};
  };
  for (std::size_t k = 0; k < pictures_.items().size(); ++k) {
    const PictureFunction::Item& from = pictures_.items()[k];
    const SystemPicture& picture = system.pictures[k];
    Scene::Item item;
    item.path = picture.path;
    item.component = system.components[picture.component].path;
    item.shape = picture.shown.shape;
    item.colour = picture.shown.colour;
    item.opacity = picture.shown.opacity;
    item.count = picture.shown.count;
    item.corners = from.corners;
    for (std::size_t i = 0; i < 3; ++i) {
      item.position[i] = number(from.position[i]);
      item.size[i] = number(from.size[i]);
    }
    for (std::size_t i = 0; i < 9; ++i) item.rotation[i] = number(from.rotation[i]);
    scene_.items.push_back(std::move(item));
  }
  scene_.model = system.name;
  scene_.tracks.resize(pictures_.size());
  row_.resize(pictures_.size());
}

void SceneRecorder::use(CompiledDynamics& dynamics) { dynamics_ = &dynamics; }

void SceneRecorder::record(double t) {
  if (scene_.items.empty()) return;
  if (!row_.empty()) {
    Runner& program = functions_[dynamics_].get(dynamics_->revision(), [this] {
      return dynamics_->make(pictures_.expressions(dynamics_->plan()));
    });
    if (!program.run(dynamics_->inputs().data(), row_.data())) return;
  }
  const bool again = !scene_.times.empty() && scene_.times.back() == t;
  if (!again) scene_.times.push_back(t);
  for (std::size_t k = 0; k < row_.size(); ++k) {
    std::vector<double>& track = scene_.tracks[k];
    // What has no value is left where it was.
    const double value = std::isfinite(row_[k]) ? row_[k] : track.empty() ? 0.0 : track.back();
    if (again) {
      track.back() = value;
    } else {
      track.push_back(value);
    }
  }
}

}  // namespace multibond
