#include "multibond/library/planar/parts.h"

#include <cmath>
#include <numbers>

#include "multibond/library/bonds/rest.h"

namespace multibond::planar {

void Fixed::equations() {
  bonds::require_rest(element);
  position_equation(frame_b.place(), joined(r, phi));
  show_support(picture, frame_b);
}

RigidPart::RigidPart(Component* owner, std::string_view name) : Component(owner, name) {
  branch(frame_a, frame_b);
}

void RigidPart::place(const ExprVector2& arm, const Expr& angle) {
  position_equation(frame_b.place(), frame_a.place() + joined(frame_a.resolve(arm), angle));
}

FixedTranslation::FixedTranslation(Component* owner, std::string_view name)
    : RigidPart(owner, name) {
  picture.spans(r);
  bonds::bond(*this, {end_a, arm, end_b});
}

void FixedTranslation::equations() {
  place(r, 0.0);
  arm.modulate(frame_a.resolve(r));
  show_rod(picture, frame_a, r);
}

FixedRotation::FixedRotation(Component* owner, std::string_view name) : RigidPart(owner, name) {
  bonds::bond(*this, end_a, end_b);
}

void FixedRotation::equations() {
  place({0.0, 0.0}, phi);
  show_axes(picture, pose(frame_b.position(), frame_b.phi), picture.sizes().joint_length);
}

Weld::Weld(Component* owner, std::string_view name) : RigidPart(owner, name) {
  bonds::bond(*this, end_a, end_b);
}

void Weld::equations() {
  place({0.0, 0.0}, 0.0);
  const Expr width = 1.2 * picture.sizes().rod_width;
  picture.show(Shape::sphere, colours::kRod, pose(frame_a.position(), 0.0), {width, width, width});
}

// -- bodies ---------------------------------------------------------------------------------------

BodyBase::BodyBase(Component* owner, std::string_view name) : Component(owner, name) {
  potential_root(frame_a);
  for (Variable* velocity : {&vx, &vy, &w}) velocity->kind(VariableKind::velocity);
  motion.n = 3;
  inertia.n = 3;
  inertia.state_outside = true;
  inertia.I = {1.0, 1.0, 1.0};
}

void BodyBase::compose(const Expr& mass, const Expr& moment, const Vector2& centre,
                       const std::vector<Frame*>& frames) {
  arm_ = nullptr;
  frames_.clear();
  inertia.I.bind(0, mass);
  inertia.I.bind(1, mass);
  inertia.I.bind(2, moment);
  const bool eccentric = centre != Vector2::Zero();
  bonds::J1* hub = &motion;
  if (eccentric && !frames.empty()) {
    hub = &create<bonds::J1>("hub");
    hub->n = 3;
  }
  if (eccentric) {
    arm_ = &create<Arm>("arm");
    if (hub == &motion) {
      bonds::bond(*this, end_a, arm_->port_a);
    } else {
      bonds::bond(*this, {end_a, *hub, arm_->port_a});
    }
    bonds::bond(*this, arm_->port_b, motion);
  } else {
    bonds::bond(*this, end_a, motion);
  }
  for (Frame* frame : frames) {
    branch(frame_a, *frame);
    Arm& arm = create<Arm>("arm_" + frame->name());
    bonds::bond(*this, *hub, arm.port_a);
    bonds::bond(*this, arm.port_b, create<FrameBond>("end_" + frame->name(), *frame));
    frames_.emplace_back(frame, &arm);
  }
  bonds::bond(*this, motion, inertia);
  bonds::bond(*this, gravity, motion);
}

void BodyBase::place(std::size_t frame, const ExprVector2& r) {
  const auto& [port, arm] = frames_[frame];
  const ExprVector2 offset = frame_a.resolve(r);
  arm->modulate(offset);
  position_equation(port->place(), frame_a.place() + joined(offset, 0.0));
}

void BodyBase::move(const Expr& mass, const ExprVector2& centre) {
  const ExprVector3 place(x, y, phi), rates(vx, vy, w);
  equation(rates, frame_a.rates());
  if (is_root(frame_a)) {
    position_equation(frame_a.place(), place);
    equation(der(place), rates);
    for (Variable* state : {&x, &y, &phi, &vx, &vy, &w}) state->hint(StateHint::prefer);
  } else {
    position_equation(place, frame_a.place());
    x.derivative_rule(vx);
    y.derivative_rule(vy);
    phi.derivative_rule(w);
  }
  const ExprVector2 arm = arm_ ? frame_a.resolve(centre) : ExprVector2(0.0, 0.0);
  if (arm_) arm_->modulate(arm);
  const ExprVector2 r = frame_a.position() + arm;
  const World& world = outer<World>("planar World");
  equation(gravity.port.e, joined(mass * world.acceleration(r), 0.0));
  if (const auto potential = world.potential(r)) {
    stores(mass * *potential);
  } else {
    supplies(-gravity.port.power());
  }
  show_mass(picture_CM, r);
}

Body::Body(Component* owner, std::string_view name) : BodyBase(owner, name) {
  picture.spans(r_ports);
}

Frame& Body::port(std::size_t k) {
  constexpr std::size_t kMost = 1000;  // more is a number that became negative
  if (k >= kMost) {
    fail("was asked for port(" + std::to_string(static_cast<std::ptrdiff_t>(k)) + ").",
         "Ports are numbered from 0, one for each column of r_ports.");
  }
  while (ports_.size() <= k) {
    when_reopened([this] { ports_.pop_back(); });
    ports_.push_back(&create<Frame>("ports[" + std::to_string(ports_.size() + 1) + ']'));
  }
  return *ports_[k];
}

void Body::build() {
  const MatrixX places = r_ports.value();
  const auto count = static_cast<std::size_t>(places.cols());
  if (count > 0 && places.rows() != 2) {
    fail("gives its ports in a matrix of " + std::to_string(places.rows()) + " rows.",
         "Give r_ports two rows, x and y, and a column per port.");
  }
  if (ports_.size() > count) {
    fail("has " + std::to_string(ports_.size()) + " ports, but r_ports says where " +
             std::to_string(count) + " of them are.",
         "Give r_ports a column per port.");
  }
  if (count > 0) port(count - 1);
  compose(m, J, r_CM.value(), ports_);
}

void Body::equations() {
  move(m, r_CM);
  std::vector<ExprVector2> corners{{0.0, 0.0}};
  for (std::size_t k = 0; k < ports_.size(); ++k) {
    const auto i = static_cast<int>(2 * k);
    corners.emplace_back(r_ports.element(i), r_ports.element(i + 1));
    place(k, corners.back());
  }
  if (ports_.empty()) corners.push_back(r_CM.expr());
  show_link(picture, frame_a, corners);
}

// -- point mass -----------------------------------------------------------------------------------

PointMass::PointMass(Component* owner, std::string_view name) : Component(owner, name) {
  potential_root(frame_a, 1);  // a body, which has an angle, makes the better root
  for (Variable* velocity : {&vx, &vy}) velocity->kind(VariableKind::velocity);
  parts.nA = 2;
  parts.nB = 1;
  motion.n = 2;
  inertia.n = 2;
  inertia.state_outside = true;
  inertia.I = m.expr();
  bonds::bond(*this, end_a, parts.port_c);
  bonds::bond(*this, {parts.port_a, motion, inertia});
  bonds::bond(*this, gravity, motion);
  bonds::bond(*this, pivot, parts.port_b);
}

void PointMass::equations() {
  const ExprVector2 place(x, y), rates(vx, vy);
  equation(rates, frame_a.velocity());
  if (is_root(frame_a)) {
    position_equation(frame_a.place(), joined(place, 0.0));
    equation(der(place), rates);
    for (Variable* state : {&x, &y, &vx, &vy}) state->hint(StateHint::prefer);
    equation(pivot.port.f, 0.0);  // takes up the remaining torque
  } else {
    position_equation(place, frame_a.position());
    x.derivative_rule(vx);
    y.derivative_rule(vy);
    equation(pivot.port.e, 0.0);
  }
  const World& world = outer<World>("planar World");
  equation(gravity.port.e, m * world.acceleration(frame_a.position()));
  if (const auto potential = world.potential(frame_a.position())) {
    stores(m * *potential);
  } else {
    supplies(-gravity.port.power());
  }
  show_mass(picture, frame_a.position());
}

// -- shapes ---------------------------------------------------------------------------------------

BodyShape::BodyShape(Component* owner, std::string_view name) : BodyBase(owner, name) {
  picture.spans(r);
}

BodyShape::Properties BodyShape::properties() const {
  const double per_area = density.value() * thickness.value();
  Properties result;
  if (shape.value() == "box") {
    const double l = length.value(), b = width.value();
    result.mass = per_area * l * b;
    result.inertia = result.mass * (l * l + b * b) / 12;
    result.centre = {l / 2, 0};
  } else if (shape.value() == "disc") {
    const double r = radius.value();
    result.mass = per_area * std::numbers::pi * r * r;
    result.inertia = result.mass * r * r / 2;
  } else {
    result = polygon();
    result.mass *= per_area;
    result.inertia *= per_area;
  }
  return result;
}

/// Area, centre and second moment by the triangles between the origin and each side.
BodyShape::Properties BodyShape::polygon() const {
  const MatrixX points = corners.value();
  if (points.rows() != 2 || points.cols() < 3) {
    fail("is a polygon of " + std::to_string(points.cols()) + " corners.",
         "Give at least three in `corners`, one column each.");
  }
  double area = 0, second = 0;
  Vector2 first = Vector2::Zero();
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    const Vector2 a = points.col(i), b = points.col((i + 1) % points.cols());
    const double twice = a(0) * b(1) - a(1) * b(0);
    area += twice / 2;
    first += twice / 6 * (a + b);
    second += twice / 12 * (a.dot(a) + a.dot(b) + b.dot(b));
  }
  const double extent = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).prod();
  if (std::abs(area) <= 1e-12 * extent) {
    fail("has no area: its corners lie on a line.", "Move a corner off the line.");
  }
  Properties result;
  result.centre = first / area;
  result.mass = std::abs(area);
  result.inertia = std::abs(second) - result.mass * result.centre.squaredNorm();
  return result;
}

void BodyShape::build() {
  properties_ = properties();
  compose(properties_.mass, properties_.inertia, properties_.centre, {&frame_b});
}

void BodyShape::equations() {
  move(properties_.mass, {properties_.centre(0), properties_.centre(1)});
  place(0, r);
  show();
}

void BodyShape::show() {
  const Pose at_frame = pose(frame_a.position(), frame_a.phi);
  if (shape.value() == "box") {
    picture.show(Shape::box, colours::kBody, at_frame, {length, width, thickness});
  } else if (shape.value() == "disc") {
    picture.show(Shape::cylinder, colours::kBody,
                 pose_across(frame_a.position(), frame_a.phi, thickness),
                 {thickness, 2 * radius, 2 * radius});
  } else {
    std::vector<ExprVector2> points;
    for (int k = 0; k < corners.elements(); k += 2) {
      points.emplace_back(corners.element(k), corners.element(k + 1));
    }
    picture.show(Shape::outline, colours::kBody, at_frame, {length, 0.0, thickness}, 0,
                 std::move(points));
  }
}

}  // namespace multibond::planar
