#include "multibond/library/mechanics3d/signal_forces.h"

namespace multibond::mechanics3d {
namespace {

/// An open frame_resolve is a root after all others: also after places that only a balance of
/// forces determines.
constexpr int kAfterAll = 2000;

/// A force is shown where there is one, else the torque, both given in the world.
void show_action(Picture& picture, const Frame& frame, const ExprVector3& force,
                 const ExprVector3& torque) {
  if (force(0).is_number(0) && force(1).is_number(0) && force(2).is_number(0)) {
    show_torque(picture, frame.position(), torque);
  } else {
    show_force(picture, frame.position(), force);
  }
}

}  // namespace

FrameForce::FrameForce(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, source_t, end.translation);
  bonds::bond(*this, source_r, end.rotation);
}

void FrameForce::act(const ExprVector3& force, const ExprVector3& torque) {
  equation(source_t.effort(), force);
  equation(source_r.effort(), torque);
}

template <typename Base>
ExprVector3 SignalForce<Base>::read(ComponentArray<signals::Signal>& signals) {
  for (const signals::Signal& signal : signals) {
    if (!this->is_connected(signal)) this->equation(signal.value, 0.0);
  }
  return {signals[0].value, signals[1].value, signals[2].value};
}

template <typename Base>
ResolvedForce<Base>::ResolvedForce(Component* owner, std::string_view name,
                                   std::string_view directions,
                                   const std::vector<std::string_view>& choices)
    : SignalForce<Base>(owner, name),
      resolveInFrame(this, "resolveInFrame", directions, "directions of the signals", choices) {
  this->potential_root(frame_resolve, kAfterAll);
}

template <typename Base>
ExprVector3 ResolvedForce<Base>::given(ComponentArray<signals::Signal>& signals) {
  const ExprVector3 values = this->read(signals);
  const std::string& frame = resolveInFrame.value();
  if constexpr (std::is_same_v<Base, Between>) {
    if (frame == "frame_a") return this->frame_a.resolve(values);
  }
  if (frame == "frame_b") return this->frame_b.resolve(values);
  return frame == "world" ? values : frame_resolve.resolve(values);
}

template <typename Base>
void ResolvedForce<Base>::exert(const ExprVector3& force, const ExprVector3& torque) {
  state_frame_resolve();
  this->act(force, this->frame_b.seen(torque));
  this->supplies(this->power());
  show_action(this->picture, this->frame_b, force, torque);
}

/// An open frame_resolve rests with the world; a connected one bears nothing.
template <typename Base>
void ResolvedForce<Base>::state_frame_resolve() {
  if (this->is_connected(frame_resolve)) {
    this->equation(frame_resolve.f, 0.0);
    this->equation(frame_resolve.t, 0.0);
    return;
  }
  if (resolveInFrame.value() == "frame_resolve") {
    this->fail(
        "takes its directions from frame_resolve, which is not connected.",
        "Connect frame_resolve, or set resolveInFrame to world or to a frame on which it acts.");
  }
  this->position_equation(frame_resolve.x, Vector3::Zero());
  this->position_equation(frame_resolve.R, Matrix3::Identity());
  this->equation(frame_resolve.v, 0.0);
  this->equation(frame_resolve.w, 0.0);
}

void WorldForceAndTorque::equations() {
  const ExprVector3 t = given(torque);
  exert(given(force), t);
  show_torque(picture_torque, frame_b.position(), t);
}

void ForceAndTorque::equations() {
  const ExprVector3 t = given(torque);
  exert(given(force), t);
  show_torque(picture_torque, frame_b.position(), t);
}

void BodyForce::equations() {
  const ExprVector3 f = frame_b.resolve(read(force));
  act(f, ExprVector3::Zero());
  supplies(power());
  show_force(picture, frame_b.position(), f);
}

void BodyTorque::equations() {
  const ExprVector3 t = read(torque);
  act(ExprVector3::Zero(), t);
  supplies(power());
  show_torque(picture, frame_b.position(), frame_b.resolve(t));
}

}  // namespace multibond::mechanics3d

template class multibond::mechanics3d::SignalForce<multibond::mechanics3d::FrameForce>;
template class multibond::mechanics3d::SignalForce<multibond::mechanics3d::Between>;
template class multibond::mechanics3d::ResolvedForce<multibond::mechanics3d::FrameForce>;
template class multibond::mechanics3d::ResolvedForce<multibond::mechanics3d::Between>;
