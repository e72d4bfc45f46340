/// Scenes that nobody thought of: bodies of random shapes, some of them in joints, thrown into a
/// box.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/contact/shape.h"
#include "multibond/model/component.h"
#include "multibond/simulate/result.h"

namespace multibond::test {

/// A shape of a scene, with the body whose frame it has; without a name it stands still.
struct SceneShape {
  std::string body;
  contact::Shape shape;
};

struct Scene {
  std::unique_ptr<Component> model;
  bool planar = false;
  std::vector<SceneShape> shapes;
};

/// Bodies 2 to 20, shapes, joints, materials and the law of impact follow from the seed.
Scene random_scene(unsigned seed);

/// The deepest overlap of two shapes at a row of a result, in m; at most 0 if nothing overlaps.
/// It is found by axes that separate them, with nothing in common with the search for contacts.
double deepest_overlap(const Scene& scene, const Result& result, std::size_t row,
                       std::string& which);

}  // namespace multibond::test
