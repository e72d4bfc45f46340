/// Models of the library that are the mechanisms of the zoo, in space or in the plane.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "mechanism.h"
#include "multibond/model/component.h"

namespace multibond::zoo {

/// Ways to say the same, which move the place where loops are cut.
struct Wording {
  std::size_t detours = 0;         ///< parts of length zero between the ground and the first joint
  std::size_t detours_inside = 0;  ///< the same at link a of every second joint
  bool own_grounds = false;        ///< each joint of the ground has a fixed frame of its own
  bool swapped = false;            ///< the arguments of `connect`, and the order of statements
};

std::unique_ptr<Model> model_in_space(const Mechanism& mechanism, const Wording& wording = {});
std::unique_ptr<Model> model_in_plane(const Mechanism& mechanism, const Wording& wording = {});

/// In the plane if the mechanism is planar.
std::unique_ptr<Model> model_of(const Mechanism& mechanism, const Wording& wording = {});

/// Paths of the coordinates of a joint, of their rates, and of their start values.
std::string coordinate_path(const Joint& joint, std::size_t coordinate);
std::string rate_path(const Joint& joint, std::size_t coordinate);
std::string start_path(const Joint& joint, std::size_t coordinate);

}  // namespace multibond::zoo
