#include "multibond/library/planar/sensors.h"

namespace multibond::planar {

void FrameSensor::measure(std::initializer_list<Expr> values) {
  equation(frame_a.efforts(), 0.0);
  std::size_t i = 0;
  for (const Expr& value : values) equation(y[i++].value, value);
}

void RelativeSensor::measure(std::initializer_list<Expr> values) {
  for (const Frame* frame : {&frame_a, &frame_b}) equation(frame->efforts(), 0.0);
  std::size_t i = 0;
  for (const Expr& value : values) equation(y[i++].value, value);
}

ExprVector2 RelativeSensor::position() const {
  return rotated(frame_b.position() - frame_a.position(), -frame_a.phi);
}

ExprVector2 RelativeSensor::velocity() const {
  const ExprVector2 r = position();
  const ExprVector2 v = rotated(frame_b.velocity() - frame_a.velocity(), -frame_a.phi);
  return {v(0) + frame_a.w * r(1), v(1) - frame_a.w * r(0)};
}

void RelativePosition::equations() {
  const ExprVector2 r = position();
  measure({r(0), r(1), frame_b.phi - frame_a.phi});
}

void RelativeVelocity::equations() {
  const ExprVector2 v = velocity();
  measure({v(0), v(1), frame_b.w - frame_a.w});
}

void RelativeAcceleration::equations() {
  // Written out: a derivative of a position is its velocity, by the rule of the frame.
  const ExprVector2 r = position(), v = velocity();
  const Expr w = frame_a.w, z = der(frame_a.w);
  const ExprVector2 a = rotated(der(frame_b.velocity()) - der(frame_a.velocity()), -frame_a.phi);
  // Less the accelerations of a turning observer: Euler, Coriolis, centrifugal.
  measure({a(0) + z * r(1) + 2 * w * v(1) + w * w * r(0),
           a(1) - z * r(0) - 2 * w * v(0) + w * w * r(1), der(frame_b.w) - z});
}

void Distance::equations() {
  const ExprVector2 gap = frame_b.position() - frame_a.position();
  measure({sqrt(gap.dot(gap))});
}

CutSensor::CutSensor(Component* owner, std::string_view name, std::size_t outputs)
    : Component(owner, name), y(this, "y", outputs) {
  branch(frame_a, frame_b);
  bonds::bond(*this, end_a, end_b);
}

void CutSensor::measure(std::initializer_list<Expr> values) {
  position_equation(frame_b.place(), frame_a.place());
  std::size_t i = 0;
  for (const Expr& value : values) equation(y[i++].value, value);
}

void CutForce::equations() {
  // What the sensor is given at frame_a it passes on at frame_b.
  const ExprVector2 force = rotated(frame_a.force(), -frame_a.phi);
  measure({force(0), force(1), frame_a.t});
}

void Power::equations() { measure({frame_a.efforts().dot(frame_a.rates())}); }

}  // namespace multibond::planar
