#include "multibond/library/planar/visualizers.h"

namespace multibond::planar {

void FixedShape::equations() {
  for (const Variable* force : {&frame_a.fx, &frame_a.fy, &frame_a.t}) equation(*force, 0.0);
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::box, colours::kBody,
               pose(frame_a.position() + frame_a.resolve(r_shape), frame_a.phi + phi_shape),
               {sizes.length, sizes.joint_length, sizes.joint_length}, 8);
}

}  // namespace multibond::planar
