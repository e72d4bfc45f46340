#include "multibond/library/mechanics3d/pictures.h"

namespace multibond::mechanics3d {
namespace {

/// From where lines in the world are turned: its opposite is no direction that models like.
const Vector3 kUnusual{0.36, 0.48, 0.8};

Expr norm(const ExprVector3& d) { return sqrt(d.dot(d)); }

}  // namespace

/// The rotation that takes `from` to u by the shortest way takes e, across `from`, to
/// e - (from + u) (u.e) / (1 + u.from).
ExprMatrix3 axes_along(const ExprVector3& u, const Vector3& from) {
  const ExprVector3 start = from.cast<Expr>(), e = across(from).cast<Expr>();
  ExprMatrix3 axes;
  axes.col(0) = u;
  axes.col(1) = e - (start + u) * (u.dot(e) / max(1.0 + u.dot(start), kTinyLength));
  axes.col(2) = cross(axes.col(0), axes.col(1));
  return axes;
}

Matrix3 axes_along(const Vector3& n) {
  Matrix3 axes;
  axes.col(0) = n;
  axes.col(1) = across(n);
  axes.col(2) = n.cross(axes.col(1));
  return axes;
}

Pose pose(const Frame& frame) { return {frame.position(), frame.R.expr().transpose()}; }

Pose pose_along(const Frame& frame, const Vector3& n) {
  return {frame.position(), frame.R.expr().transpose() * axes_along(n).cast<Expr>()};
}

Pose pose_along(const ExprVector3& r, const ExprVector3& u) { return {r, axes_along(u, kUnusual)}; }

Pose turned(const Pose& pose, const Expr& phi) {
  const Expr c = cos(phi), s = sin(phi);
  Pose result = pose;
  result.rotation.col(1) = pose.rotation.col(1) * c + pose.rotation.col(2) * s;
  result.rotation.col(2) = pose.rotation.col(2) * c - pose.rotation.col(1) * s;
  return result;
}

Pose moved(const Pose& pose, const ExprVector3& r) {
  return {pose.position + pose.rotation * r, pose.rotation};
}

void show_pin(Picture& picture, const Frame& frame, const Vector3& n) {
  show_pin(picture, pose_along(frame, n));
}

void show_ball(Picture& picture, const Frame& frame) {
  const Expr diameter = picture.sizes().joint_length;
  picture.show(Shape::sphere, colours::kJoint, pose(frame), {diameter, diameter, diameter});
}

void show_rod(Picture& picture, const Frame& frame, const ExprVector3& r) {
  const Vector3 present = picture.now(r);
  const Vector3 from = present.isZero(0) ? Vector3(Vector3::UnitX()) : present.normalized();
  const Expr length = norm(r);
  const ExprMatrix3 axes = axes_along(r / max(length, kTinyLength), from);
  show_rod(picture, Pose{frame.position(), frame.R.expr().transpose() * axes}, length);
}

void show_bar(Picture& picture, const ExprVector3& from, const ExprVector3& to) {
  const ExprVector3 gap = to - from;
  const Expr length = norm(gap);
  show_rod(picture, pose_along(from, gap / max(length, kTinyLength)), length);
}

void show_rail(Picture& picture, const ExprVector3& from, const ExprVector3& to) {
  const ExprVector3 gap = to - from;
  const Expr length = norm(gap);
  show_rail(picture, pose_along(from, gap / max(length, kTinyLength)), length);
}

void show_slider(Picture& picture, const Frame& frame, const Vector3& n) {
  show_slider(picture, pose_along(frame, n), picture.sizes().joint_length);
}

void show_mass(Picture& picture, const ExprVector3& r) {
  show_mass(picture, Pose{r, ExprMatrix3::Identity()});
}

void show_sphere(Picture& picture, const Frame& frame, const Expr& radius) {
  picture.show(Shape::sphere, colours::kBody, pose(frame), {2 * radius, 2 * radius, 2 * radius});
}

void show_force(Picture& picture, const ExprVector3& r, const ExprVector3& force) {
  const Expr size = norm(force);
  show_force(picture, pose_along(r, force / max(size, kTinyLength)), size);
}

void show_torque(Picture& picture, const ExprVector3& r, const ExprVector3& torque) {
  const Expr size = norm(torque);
  show_torque(picture, pose_along(r, torque / max(size, kTinyLength)), size);
}

void show_plane(Picture& picture, const Frame& frame, const Vector3& n, const ExprVector3& r,
                const Expr& radius) {
  // x and y in the plane, z along its normal; the upper side is the plane.
  const Matrix3 normal_first = axes_along(n);
  Matrix3 axes;
  axes << normal_first.col(1), normal_first.col(2), n;
  const Expr side = 4 * radius, height = picture.sizes().rod_width / 4;
  const Pose at_point{r, frame.R.expr().transpose() * axes.cast<Expr>()};
  picture.show(Shape::box, colours::kPlane, moved(at_point, {-side / 2, 0.0, -height / 2}),
               {side, side, height});
}

}  // namespace multibond::mechanics3d
