/// Pictures of the user's own: shapes at any frame, beside or instead of those of the parts.
#pragma once

#include "multibond/library/planar/pictures.h"

namespace multibond::planar {

/// Shape that moves with a frame. It has neither mass nor size in the equations.
///
/// Shape, colour and size are those of its `picture`; a box unless said otherwise, with its origin
/// at r_shape in frame_a and its x turned by phi_shape.
class FixedShape final : public Component {
 public:
  using Component::Component;
  Frame frame_a{this, "frame_a"};
  Parameter<Vector2> r_shape{this, "r_shape", {0.0, 0.0}, "m", "origin of the shape in frame_a"};
  Parameter<double> phi_shape{this, "phi_shape", 0.0, "rad", "angle of the shape in frame_a"};
  Picture picture{this, "picture"};
  void equations() override;
};

}  // namespace multibond::planar
