/// Drawings of mechanisms: the scene of a run as seen from one direction, as SVG.
#pragma once

#include <optional>
#include <string>

#include "multibond/simulate/scene.h"

namespace multibond {

struct MechanismOptions {
  double width = 720, height = 480;  ///< px, at most; the drawing keeps its proportions
  /// Positions that are drawn, evenly spaced from the start to the end, the earlier ones paler. One
  /// is that at the start.
  int poses = 1;
  /// Directions to the right, upwards and to the viewer, in the world, as rows. If none is given a
  /// mechanism that lies in the plane z = 0 is seen from +z, any other one obliquely from above.
  std::optional<Matrix3> view = {};
  /// Fitted to what moves and to what rests next to it: the rest is drawn as far as it is in sight.
  bool close_up = false;
};

/// Whether all of it lies and moves in the plane z = 0.
bool is_flat(const Scene& scene);

/// Throws Error if the scene is empty.
std::string draw_mechanism(const Scene& scene, const MechanismOptions& options = {});

}  // namespace multibond
