#include "multibond/library/mechanics3d/visualizers.h"

namespace multibond::mechanics3d {
namespace {

/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;
constexpr int kCount = 8;  ///< windings, spokes or teeth of a shape that has some

/// Width of an arrow along its shaft.
Expr shaft(const Picture& picture) { return picture.sizes().rod_width / 2; }

}  // namespace

void Visualizer::exert_nothing() {
  equation(frame_a.f, 0.0);
  equation(frame_a.t, 0.0);
}

void FixedShape::equations() {
  exert_nothing();
  const Vector3 x = unit(lengthDirection), normal = x.cross(unit(widthDirection));
  if (normal.norm() < kParallel) {
    fail("has its width along its length.",
         "Give widthDirection another direction than lengthDirection.");
  }
  const Vector3 z = normal.normalized();
  Matrix3 axes;
  axes << x, z.cross(x), z;
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::box, colours::kBody,
               {frame_a.position() + frame_a.resolve(r_shape),
                frame_a.R.expr().transpose() * axes.cast<Expr>()},
               {sizes.length, sizes.joint_length, sizes.joint_length}, kCount);
}

void FixedFrame::equations() {
  exert_nothing();
  const Expr length = picture.sizes().length / 4;
  picture.show(Shape::axes, colours::kGround, pose(frame_a), {length, length / 20, length / 20});
}

void FixedArrow::equations() {
  exert_nothing();
  const Pose origin = pose_along(frame_a, unit(n));
  picture.show(Shape::arrow, colours::kArrow,
               {origin.position + frame_a.resolve(r_tail), origin.rotation},
               {picture.sizes().length / 4, shaft(picture), shaft(picture)});
}

void SignalArrow::equations() {
  exert_nothing();
  for (const signals::Signal& signal : r_head) {
    if (!is_connected(signal)) equation(signal.value, 0.0);
  }
  const ExprVector3 vector = frame_a.resolve({r_head[0].value, r_head[1].value, r_head[2].value});
  const Expr length = sqrt(vector.dot(vector));
  picture.show(
      Shape::arrow, colours::kArrow,
      pose_along(frame_a.position() + frame_a.resolve(r_tail), vector / max(length, kTinyLength)),
      {length, shaft(picture), shaft(picture)});
}

}  // namespace multibond::mechanics3d
