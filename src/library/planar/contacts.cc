#include "multibond/library/planar/contacts.h"

namespace multibond::planar {

Collider::Collider(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, element, end);
}

void Collider::touch(ContactShape shape, std::vector<Expr> sizes) {
  equation(element.port.e, ExprVector3{fx, fy, t});
  ColliderStatement collider;
  collider.shape = shape;
  collider.sizes = std::move(sizes);
  collider.place = {frame_a.x, frame_a.y, frame_a.phi};
  collider.rates = {frame_a.vx, frame_a.vy, frame_a.w};
  collider.efforts = {fx, fy, t};
  collider.restitution = e;
  collider.friction = mu;
  collider.group = group.value();
  collider.partner = partner.value();
  collider.spin_radius = 0.0;
  collider.active = &active;
  collider.normal = &f_n;
  Component::collider(collider);
}

void DiscCollider::equations() {
  touch(ContactShape::disc, {radius});
  picture.show(Shape::cylinder, colours::kBody,
               pose_across(frame_a.position(), frame_a.phi, picture.sizes().joint_length),
               {picture.sizes().joint_length, 2 * radius, 2 * radius});
}

MatrixX PolygonCollider::square() {
  MatrixX corners(2, 4);
  corners << -0.5, 0.5, 0.5, -0.5, -0.5, -0.5, 0.5, 0.5;
  return corners;
}

void PolygonCollider::equations() {
  const auto given = corners.value();
  if (given.rows() != 2 || given.cols() < 3) {
    fail("needs at least three corners.", "Give corners two rows and a column per corner.");
  }
  std::vector<Expr> sizes;
  std::vector<ExprVector2> outline;
  for (Eigen::Index k = 0; k < given.cols(); ++k) {
    sizes.push_back(given(0, k));
    sizes.push_back(given(1, k));
    outline.emplace_back(given(0, k), given(1, k));
  }
  touch(ContactShape::polygon, sizes);
  show_link(picture, frame_a, outline);
}

void RodCollider::equations() {
  touch(ContactShape::segment, {radius, length});
  const Expr width = max(2 * radius, picture.sizes().rod_width);
  const ExprVector2 along = rotated({1.0, 0.0}, frame_a.phi);
  picture.show(Shape::box, colours::kRod,
               pose_along(frame_a.position() - along * (length / 2), along),
               {length, width, width});
}

void FloorCollider::equations() {
  const ExprVector2 normal = unit(n);
  touch(ContactShape::half_plane, {normal(0), normal(1)});
  const ExprVector2 along = -across(frame_a.resolve(normal));
  const Expr length = 20 * picture.sizes().length, height = picture.sizes().rod_width;
  const ExprVector2 below = -frame_a.resolve(normal) * (height / 2);
  picture.show(Shape::box, colours::kGround,
               pose_along(frame_a.position() + below - along * (length / 2), along),
               {length, height, height});
}

}  // namespace multibond::planar
