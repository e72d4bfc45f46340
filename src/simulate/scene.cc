#include "multibond/simulate/scene.h"

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond {

Scene::Placed Scene::placed(const Item& item, std::size_t row) const {
  Placed placed;
  for (int i = 0; i < 3; ++i) {
    placed.position(i) = value(item.position[i], row);
    placed.size(i) = value(item.size[i], row);
  }
  for (int i = 0; i < 9; ++i) placed.rotation.data()[i] = value(item.rotation[i], row);
  return placed;
}

const Scene::Item& Scene::item(const std::string& path) const {
  std::vector<std::string> paths;
  for (const Item& item : items) {
    if (item.path == path) return item;
    paths.push_back(item.path);
  }
  const std::vector<std::string> near = nearest(path, paths);
  throw Error(path, fmt::format("The scene has no picture {}.", path),
              paths.empty()  ? "Ask for pictures: simulate(model, {.pictures = true})."
              : near.empty() ? fmt::format("It has: {}.", join_names(paths, 12))
                             : fmt::format("Did you mean {}?", join_names(near)));
}

}  // namespace multibond
