#include "multibond/library/mechanics3d/contacts.h"

namespace multibond::mechanics3d {

Collider::Collider(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, source_t, end.translation);
  bonds::bond(*this, source_r, end.rotation);
  for (int i = 0; i < 3; ++i) {
    for (Variable* effort : {&f[i], &t[i]}) effort->kind(VariableKind::contact).start(0.0);
  }
}

void Collider::touch(ContactShape shape, std::vector<Expr> sizes) {
  equation(source_t.port.e, f);
  equation(source_r.port.e, t);
  ColliderStatement collider;
  collider.shape = shape;
  collider.sizes = std::move(sizes);
  for (int i = 0; i < 3; ++i) collider.place.push_back(frame_a.x[i]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) collider.place.push_back(frame_a.R(i, j));
  for (int i = 0; i < 3; ++i) collider.rates.push_back(frame_a.v[i]);
  for (int i = 0; i < 3; ++i) collider.rates.push_back(frame_a.w[i]);
  for (int i = 0; i < 3; ++i) collider.efforts.push_back(f[i]);
  for (int i = 0; i < 3; ++i) collider.efforts.push_back(t[i]);
  collider.restitution = e;
  collider.friction = mu;
  collider.spin_radius = spin_radius;
  collider.group = group.value();
  collider.partner = partner.value();
  collider.active = &active;
  collider.normal = &f_n;
  Component::collider(collider);
}

void SphereCollider::equations() {
  touch(ContactShape::sphere, {radius});
  show_sphere(picture, frame_a, radius);
}

void BoxCollider::equations() {
  const ExprVector3 l = size;
  touch(ContactShape::box, {l[0], l[1], l[2]});
  picture.show(Shape::box, colours::kBody, moved(pose(frame_a), {-l[0] / 2, 0.0, 0.0}), l);
}

void CapsuleCollider::equations() {
  touch(ContactShape::capsule, {radius, length});
  picture.show(Shape::cylinder, colours::kBody,
               moved(pose(frame_a), ExprVector3{-length / 2 - radius, 0.0, 0.0}),
               {length + 2 * radius, 2 * radius, 2 * radius});
}

void CylinderCollider::equations() {
  touch(ContactShape::cylinder, {radius, length});
  picture.show(Shape::cylinder, colours::kBody,
               moved(pose(frame_a), ExprVector3{-length / 2, 0.0, 0.0}),
               {length, 2 * radius, 2 * radius});
}

void FloorCollider::equations() {
  const Vector3 normal = unit(n);
  touch(ContactShape::half_space, {normal(0), normal(1), normal(2)});
  show_plane(picture, frame_a, normal, frame_a.position(), 2 * picture.sizes().length);
}

MatrixX ConvexCollider::tetrahedron() {
  MatrixX corners(3, 4);
  corners << 0.1, 0.1, -0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, -0.1, 0.1;
  return corners;
}

void ConvexCollider::equations() {
  const auto given = corners.value();
  if (given.rows() != 3 || given.cols() < 4) {
    fail("needs at least four corners.", "Give corners three rows and a column per corner.");
  }
  std::vector<Expr> sizes;
  for (Eigen::Index k = 0; k < given.cols(); ++k) {
    for (Eigen::Index i = 0; i < 3; ++i) sizes.push_back(given(i, k));
  }
  touch(ContactShape::polytope, sizes);
  const Expr width = picture.sizes().joint_length;
  picture.show(Shape::sphere, colours::kBody, pose(frame_a), {width, width, width});
}

}  // namespace multibond::mechanics3d
