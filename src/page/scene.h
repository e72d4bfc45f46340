/// The pictures of a run, for the page.
#pragma once

#include "multibond/simulate/scene.h"
#include "tracks.h"

namespace multibond::page {

/// "scene" of the header: up, flat and the items. Null if nothing is to be seen.
Json scene_json(const Scene& scene, Tracks& tracks);
/// Places alone of the items of a scene whose rows are shapes of modes.
Json poses_json(const Scene& scene, Tracks& tracks);

}  // namespace multibond::page
