#include "multibond/library/mechanics3d/sensors.h"

namespace multibond::mechanics3d {
namespace {

ExprVector3 y_vector(const ComponentArray<signals::Signal>& y) {
  return {y[0].value, y[1].value, y[2].value};
}

/// Nine signals as rows of a matrix.
ExprMatrix3 y_matrix(const ComponentArray<signals::Signal>& y) {
  ExprMatrix3 result;
  for (int i = 0; i < 9; ++i) result(i / 3, i % 3) = y[i].value;
  return result;
}

}  // namespace

// -- at one frame ---------------------------------------------------------------------------------

void FrameSensor::measure(const ExprVector3& values) {
  equation(frame_a.f, 0.0);
  equation(frame_a.t, 0.0);
  equation(y_vector(y), values);
}

void FrameVectorSensor::measure_in_world(const ExprVector3& vector) {
  measure(resolveInFrame.value() == "world" ? vector : frame_a.seen(vector));
}

void FrameVectorSensor::measure_in_frame(const ExprVector3& vector) {
  measure(resolveInFrame.value() == "world" ? frame_a.resolve(vector) : vector);
}

void AbsoluteAcceleration::equations() { measure_in_world(der(frame_a.v)); }

/// The same whether differentiated in the frame or in the world: d/dt (R' w) = R' (w x w + dw/dt).
void AbsoluteAngularAcceleration::equations() { measure_in_frame(der(frame_a.w)); }

void AbsoluteAngles::equations() {
  measure(cardan_angles(sequence_of(sequence), frame_a.R.expr()));
}

void AbsoluteOrientation::equations() {
  equation(frame_a.f, 0.0);
  equation(frame_a.t, 0.0);
  equation(y_matrix(y), frame_a.R);
}

// -- between two frames ---------------------------------------------------------------------------

void RelativeSensor::exert_nothing() {
  for (const Frame* frame : {&frame_a, &frame_b}) {
    equation(frame->f, 0.0);
    equation(frame->t, 0.0);
  }
}

void RelativeVectorSensor::measure(const ExprVector3& vector) {
  exert_nothing();
  equation(y_vector(y), resolveInFrame.value() == "world" ? frame_a.resolve(vector) : vector);
}

ExprVector3 RelativeVectorSensor::position() const {
  return frame_a.seen(frame_b.position() - frame_a.position());
}

ExprVector3 RelativeVectorSensor::velocity() const {
  return frame_a.seen(frame_b.velocity() - frame_a.velocity()) - cross(frame_a.rate(), position());
}

ExprVector3 RelativeVectorSensor::rate() const {
  return frame_a.seen(frame_b.resolve(frame_b.rate())) - frame_a.rate();
}

/// Less the accelerations of a turning observer: Euler, Coriolis, centrifugal. Written out: the
/// derivative of a position is its velocity, by the rule of the frame.
void RelativeAcceleration::equations() {
  const ExprVector3 r = position(), v = velocity(), w = frame_a.rate();
  const ExprVector3 a = der(frame_b.v) - der(frame_a.v), z = der(frame_a.w);
  measure(frame_a.seen(a) - cross(z, r) - cross(w, v) * Expr(2.0) - cross(w, cross(w, r)));
}

/// With E from frame_b to frame_a: d/dt (E w_b - w_a) = E dw_b/dt - dw_a/dt - w_a x (E w_b).
void RelativeAngularAcceleration::equations() {
  measure(frame_a.seen(frame_b.resolve(der(frame_b.w))) - der(frame_a.w) -
          cross(frame_a.rate(), rate()));
}

void RelativeAngles::equations() {
  exert_nothing();
  const ExprMatrix3 R = frame_b.R.expr() * frame_a.R.expr().transpose();
  equation(y_vector(y), cardan_angles(sequence_of(sequence), R));
}

void RelativeOrientation::equations() {
  exert_nothing();
  equation(y_matrix(y), frame_b.R.expr() * frame_a.R.expr().transpose());
}

void Distance::equations() {
  exert_nothing();
  const ExprVector3 gap = frame_b.position() - frame_a.position();
  equation(y[0].value, sqrt(gap.dot(gap)));
}

// -- in a connection ------------------------------------------------------------------------------

CutSensor::CutSensor(Component* owner, std::string_view name, std::size_t outputs)
    : Component(owner, name), y(this, "y", outputs) {
  branch(frame_a, frame_b);
  bonds::bond(*this, end_a.translation, end_b.translation);
  bonds::bond(*this, end_a.rotation, end_b.rotation);
}

void CutSensor::coincide() {
  position_equation(frame_b.x, frame_a.x);
  position_equation(frame_b.R, frame_a.R);
}

/// What the sensor is given at frame_a it passes on at frame_b.
void CutForce::equations() {
  coincide();
  const ExprVector3 force =
      resolveInFrame.value() == "world" ? frame_a.force() : frame_a.seen(frame_a.force());
  equation(y_vector(y), force);
}

void CutTorque::equations() {
  coincide();
  const ExprVector3 torque =
      resolveInFrame.value() == "world" ? frame_a.resolve(frame_a.torque()) : frame_a.torque();
  equation(y_vector(y), torque);
}

void Power::equations() {
  coincide();
  equation(y[0].value,
           frame_a.force().dot(frame_a.velocity()) + frame_a.torque().dot(frame_a.rate()));
}

}  // namespace multibond::mechanics3d
