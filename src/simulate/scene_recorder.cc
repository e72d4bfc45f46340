#include "scene_recorder.h"

#include <cmath>

namespace multibond {

SceneRecorder::SceneRecorder(const CompiledModel& model, CompiledDynamics& dynamics, Scene& scene)
    : scene_(scene) {
  const PicturesDescription& pictures = model.pictures();
  std::vector<double> constants(pictures.constants);
  if (!constants.empty()) dynamics.run(FunctionKind::picture_constants, constants.data());
  const auto number = [&](const PictureDescription::Number& from) {
    return from.constant ? Scene::Number{constants[from.place]} : Scene::Number{0, from.place};
  };
  for (const PictureDescription& picture : pictures.pictures) {
    Scene::Item item;
    item.path = picture.path;
    item.component = picture.component;
    item.shape = picture.shape;
    item.colour = picture.colour;
    item.opacity = picture.opacity;
    item.count = picture.count;
    item.points = picture.points;
    for (const auto& corner : picture.corners) {
      item.corners.emplace_back(number(corner[0]).value, number(corner[1]).value);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      item.position[i] = number(picture.position[i]);
      item.size[i] = number(picture.size[i]);
    }
    for (std::size_t i = 0; i < 9; ++i) item.rotation[i] = number(picture.rotation[i]);
    scene_.items.push_back(std::move(item));
  }
  scene_.model = model.description().name;
  scene_.up = Vector3(pictures.up[0], pictures.up[1], pictures.up[2]);
  scene_.tracks.resize(pictures.tracks);
  row_.resize(pictures.tracks);
}

void SceneRecorder::record(CompiledDynamics& dynamics, double t) {
  if (scene_.items.empty()) return;
  if (!row_.empty() && !dynamics.run(FunctionKind::pictures, row_.data())) return;
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
