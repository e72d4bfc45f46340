/// The scene of a run as a JSON document, for pages and programs that show it in motion.
#pragma once

#include <string>

#include "multibond/simulate/scene.h"

namespace multibond {

/// The format is explained in docs/scenes.md. Numbers have six significant digits.
std::string scene_json(const Scene& scene);

}  // namespace multibond
