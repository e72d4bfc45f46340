#include "multibond/library/planar/pictures.h"

#include <algorithm>
#include <cmath>

#include "multibond/base/convex_hull.h"

namespace multibond::planar {
namespace {

using namespace colours;

constexpr int kWindings = 8, kTeeth = 16;  ///< teeth of the smaller gear
/// A length that counts as zero where a direction is asked for.
constexpr double kTiny = 1e-12;

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
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::cylinder, kJoint, pose_across(r, 0.0, sizes.joint_length),
               {sizes.joint_length, sizes.joint_width, sizes.joint_width});
}

void show_support(Picture& picture, const Frame& frame) {
  const PictureSizes sizes = picture.sizes();
  const ExprVector2 up = frame.resolve({0.0, 1.0});
  const Expr length = sizes.joint_length;
  picture.show(Shape::cone, kGround, pose_along(frame.position() - up * length, up),
               {length, length, sizes.joint_width});
}

void show_rod(Picture& picture, const Frame& frame, const ExprVector2& r) {
  const Expr width = picture.sizes().rod_width, length = norm(r);
  const ExprVector2 along = r / max(length, kTiny);
  picture.show(Shape::beam, kRod, pose_along(frame.position(), frame.resolve(along)),
               {length, width, width});
}

void show_rail(Picture& picture, const ExprVector2& from, const ExprVector2& to) {
  const Expr width = picture.sizes().rod_width / 2;
  const ExprVector2 gap = to - from;
  const Expr length = norm(gap);
  picture.show(Shape::beam, kGround, pose_along(from, gap / max(length, kTiny)),
               {length, width, width});
}

void show_slider(Picture& picture, const ExprVector2& r, const ExprVector2& u) {
  const PictureSizes sizes = picture.sizes();
  const Expr length = 1.6 * sizes.joint_length;
  picture.show(Shape::box, kSlider, pose_along(r - u * (length / 2), u),
               {length, sizes.joint_length, sizes.joint_width});
}

void show_mass(Picture& picture, const ExprVector2& r) {
  const Expr diameter = picture.sizes().body_diameter;
  picture.show(Shape::sphere, kMass, pose(r, 0.0), {diameter, diameter, diameter});
}

void show_link(Picture& picture, const Frame& frame, const std::vector<ExprVector2>& corners) {
  std::vector<Vector2> places;
  for (const ExprVector2& corner : corners) {
    places.push_back(picture.now(corner));
  }
  std::vector<ExprVector2> outer;
  for (const std::size_t k : convex_hull(places)) outer.push_back(corners[k]);
  if (outer.size() < 2) return;  // the centre of mass is all there is to see
  const Expr width = 1.6 * picture.sizes().rod_width;
  picture.show(Shape::outline, kBody, pose(frame.position(), frame.phi),
               {norm(corners.back()), width, width / 2}, 0, std::move(outer));
}

void show_coil(Picture& picture, const ExprVector2& r, const ExprVector2& u, const Expr& length) {
  const Expr width = picture.sizes().force_width;
  picture.show(Shape::coil, kForce, pose_along(r, u), {length, width, width}, kWindings);
}

void show_barrel(Picture& picture, const ExprVector2& r, const ExprVector2& u, const Expr& length) {
  const Expr width = 0.6 * picture.sizes().force_width;
  picture.show(Shape::cylinder, kForce, pose_along(r, u), {length, width, width});
}

void show_force(Picture& picture, const ExprVector2& r, const ExprVector2& force) {
  const PictureSizes sizes = picture.sizes();
  const Expr size = norm(force);
  picture.show(Shape::arrow, kArrow, pose_along(r, force / max(size, kTiny)),
               {sizes.force_length * size, sizes.rod_width / 2, sizes.rod_width / 2});
}

void show_torque(Picture& picture, const ExprVector2& r, const Expr& torque) {
  const PictureSizes sizes = picture.sizes();
  Pose pose = pose_across(r, 0.0, 0.0);
  pose.rotation.col(0) *= sign(torque);
  pose.rotation.col(2) *= sign(torque);
  picture.show(Shape::arrow, kArrow, pose,
               {sizes.force_length * abs(torque), sizes.rod_width, sizes.rod_width});
}

void show_gear(Picture& picture, const ExprVector2& r, const Expr& phi,
               const Parameter<double>& radius, const Parameter<double>& other) {
  const Expr thickness = picture.sizes().rod_width;
  const double own = picture.now(radius), smaller = std::abs(picture.now(other));
  const double ratio = std::abs(own) / std::min(std::abs(own), smaller);
  const int teeth = own < 0 ? 0 : static_cast<int>(std::lround(kTeeth * std::min(ratio, 10.0)));
  const Expr diameter = 2 * abs(radius);
  picture.show(own < 0 ? Shape::wheel : Shape::gear, kWheel, pose_across(r, phi, thickness),
               {thickness, diameter, diameter}, teeth);
}

}  // namespace multibond::planar
