#include "multibond/library/pictures.h"

#include <algorithm>
#include <cmath>

namespace multibond {
namespace {

using namespace colours;

constexpr int kWindings = 8, kSpokes = 5, kTeeth = 16;  ///< teeth of the smaller gear

}  // namespace

Pose moved_along(const Pose& pose, const Expr& distance) {
  return {pose.position + pose.rotation.col(0) * distance, pose.rotation};
}

void show_pin(Picture& picture, const Pose& pose) {
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::cylinder, kJoint, moved_along(pose, -sizes.joint_length / 2),
               {sizes.joint_length, sizes.joint_width, sizes.joint_width});
}

void show_support(Picture& picture, const Pose& pose, const Expr& height) {
  const Expr length = picture.sizes().joint_length;
  picture.show(Shape::cone, kGround, moved_along(pose, -length), {length, length, height});
}

void show_rod(Picture& picture, const Pose& pose, const Expr& length) {
  const Expr width = picture.sizes().rod_width;
  picture.show(Shape::beam, kRod, pose, {length, width, width});
}

void show_rail(Picture& picture, const Pose& pose, const Expr& length) {
  const Expr width = picture.sizes().rod_width / 2;
  picture.show(Shape::beam, kGround, pose, {length, width, width});
}

void show_slider(Picture& picture, const Pose& pose, const Expr& height) {
  const PictureSizes sizes = picture.sizes();
  const Expr length = 1.6 * sizes.joint_length;
  picture.show(Shape::box, kSlider, moved_along(pose, -length / 2),
               {length, sizes.joint_length, height});
}

void show_mass(Picture& picture, const Pose& pose) {
  const Expr diameter = picture.sizes().body_diameter;
  picture.show(Shape::sphere, kMass, pose, {diameter, diameter, diameter});
}

void show_coil(Picture& picture, const Pose& pose, const Expr& length) {
  const Expr width = picture.sizes().force_width;
  picture.show(Shape::coil, kForce, pose, {length, width, width}, kWindings);
}

void show_barrel(Picture& picture, const Pose& pose, const Expr& length) {
  const Expr width = 0.6 * picture.sizes().force_width;
  picture.show(Shape::cylinder, kForce, pose, {length, width, width});
}

void show_force(Picture& picture, const Pose& pose, const Expr& size) {
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::arrow, kArrow, pose,
               {sizes.force_length * size, sizes.rod_width / 2, sizes.rod_width / 2});
}

void show_torque(Picture& picture, const Pose& pose, const Expr& size) {
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::arrow, kArrow, pose,
               {sizes.force_length * size, sizes.rod_width, sizes.rod_width});
}

void show_axes(Picture& picture, const Pose& pose, const Expr& length) {
  picture.show(Shape::axes, kGround, pose, {length, length / 10, length / 10});
}

void show_wheel(Picture& picture, const Pose& pose, const Expr& radius) {
  const Expr thickness = picture.sizes().joint_width;
  picture.show(Shape::wheel, kWheel, moved_along(pose, -thickness / 2),
               {thickness, 2 * radius, 2 * radius}, kSpokes);
}

void show_gear(Picture& picture, const Pose& pose, const Expr& radius, const Expr& other) {
  const Expr thickness = picture.sizes().rod_width;
  const double own = picture.now(radius), smaller = std::abs(picture.now(other));
  const double ratio = std::abs(own) / std::min(std::abs(own), smaller);
  const int teeth = own < 0 ? 0 : static_cast<int>(std::lround(kTeeth * std::min(ratio, 10.0)));
  const Expr diameter = 2 * abs(radius);
  picture.show(own < 0 ? Shape::wheel : Shape::gear, kGear, moved_along(pose, -thickness / 2),
               {thickness, diameter, diameter}, teeth);
}

}  // namespace multibond
