#include "multibond/library/planar/pictures.h"

#include "multibond/base/convex_hull.h"

namespace multibond::planar {
namespace {

ExprVector3 in_space(const ExprVector2& r, const Expr& z = 0.0) { return {r(0), r(1), z}; }

Expr norm(const ExprVector2& d) { return sqrt(d.dot(d)); }

}  // namespace

Pose pose_along(const ExprVector2& r, const ExprVector2& u) {
  Pose pose{in_space(r), ExprMatrix3::Zero()};
  pose.rotation.col(0) = in_space(u);
  pose.rotation.col(1) = in_space(across(u));
  pose.rotation(2, 2) = 1.0;
  return pose;
}

Pose pose(const ExprVector2& r, const Expr& phi) { return pose_along(r, {cos(phi), sin(phi)}); }

Pose pose_across(const ExprVector2& r, const Expr& phi, const Expr& length) {
  const ExprVector2 u{cos(phi), sin(phi)};
  Pose pose{in_space(r, -length / 2), ExprMatrix3::Zero()};
  pose.rotation(2, 0) = 1.0;
  pose.rotation.col(1) = in_space(u);
  pose.rotation.col(2) = in_space(across(u));
  return pose;
}

void show_pin(Picture& picture, const ExprVector2& r) {
  show_pin(picture, pose_across(r, 0.0, 0.0));
}

void show_support(Picture& picture, const Frame& frame) {
  show_support(picture, pose_along(frame.position(), frame.resolve({0.0, 1.0})),
               picture.sizes().joint_width);
}

void show_rod(Picture& picture, const Frame& frame, const ExprVector2& r) {
  const Expr length = norm(r);
  const ExprVector2 along = r / max(length, kTinyLength);
  show_rod(picture, pose_along(frame.position(), frame.resolve(along)), length);
}

void show_rail(Picture& picture, const ExprVector2& from, const ExprVector2& to) {
  const ExprVector2 gap = to - from;
  const Expr length = norm(gap);
  show_rail(picture, pose_along(from, gap / max(length, kTinyLength)), length);
}

void show_slider(Picture& picture, const ExprVector2& r, const ExprVector2& u) {
  show_slider(picture, pose_along(r, u), picture.sizes().joint_width);
}

void show_mass(Picture& picture, const ExprVector2& r) { show_mass(picture, pose(r, 0.0)); }

void show_link(Picture& picture, const Frame& frame, const std::vector<ExprVector2>& corners) {
  std::vector<Vector2> places;
  for (const ExprVector2& corner : corners) {
    places.push_back(picture.now(corner));
  }
  std::vector<ExprVector2> outer;
  for (const std::size_t k : convex_hull(places)) outer.push_back(corners[k]);
  if (outer.size() < 2) return;  // the centre of mass is all there is to see
  const Expr width = 1.6 * picture.sizes().rod_width;
  picture.show(Shape::outline, colours::kBody, pose(frame.position(), frame.phi),
               {norm(corners.back()), width, width / 2}, 0, std::move(outer));
}

void show_coil(Picture& picture, const ExprVector2& r, const ExprVector2& u, const Expr& length) {
  show_coil(picture, pose_along(r, u), length);
}

void show_barrel(Picture& picture, const ExprVector2& r, const ExprVector2& u, const Expr& length) {
  show_barrel(picture, pose_along(r, u), length);
}

void show_force(Picture& picture, const ExprVector2& r, const ExprVector2& force) {
  const Expr size = norm(force);
  show_force(picture, pose_along(r, force / max(size, kTinyLength)), size);
}

void show_torque(Picture& picture, const ExprVector2& r, const Expr& torque) {
  Pose pose = pose_across(r, 0.0, 0.0);
  pose.rotation.col(0) *= sign(torque);
  pose.rotation.col(2) *= sign(torque);
  show_torque(picture, pose, abs(torque));
}

void show_gear(Picture& picture, const ExprVector2& r, const Expr& phi,
               const Parameter<double>& radius, const Parameter<double>& other) {
  show_gear(picture, pose_across(r, phi, 0.0), radius.expr(), other.expr());
}

}  // namespace multibond::planar
