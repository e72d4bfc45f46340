/// Joints whose axis has flanges, and a force or torque given by a signal, in the plane and in
/// space.
#pragma once

#include "multibond/library/bonds/bond.h"
#include "multibond/library/rotational.h"
#include "multibond/library/translational.h"

namespace multibond {

/// Base of the joints with flanges: what is connected between bearing and axis acts between frame_a
/// and frame_b, and so does the drive.
template <typename Joint, typename Flange>
class Actuated : public Joint {
 public:
  /// `rate`: the variable of the joint that is the rate of its coordinate.
  Actuated(Component* owner, std::string_view name, Variable Joint::*rate);
  Flange axis{this, "axis"}, bearing{this, "bearing"};
  one_dimensional::FlangeBond<Flange> axis_end;
  one_dimensional::FlangeBond<Flange> bearing_end{this, "bearing_end", bearing};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  bonds::VectorTerminal drive{this, "drive", 1};

 protected:
  /// In equations(): where the axis is, and the force of the drive, zero if it is not connected.
  void act(const Expr& position, const signals::Signal& force);
};

/// A revolute joint with flanges of its axis, and a torque given by a signal.
///
/// axis.phi = phi + phi_offset, bearing.phi = 0. What is connected between bearing and axis acts
/// between frame_a and frame_b; so does the torque `tau`, zero if the signal is not connected.
template <typename Joint>
class ActuatedRotation : public Actuated<Joint, rotational::Flange> {
 public:
  ActuatedRotation(Component* owner, std::string_view name)
      : Actuated<Joint, rotational::Flange>(owner, name, &Joint::w) {}
  signals::Signal tau{this, "tau"};
  void equations() override {
    Joint::equations();
    this->act(this->phi + this->phi_offset, tau);
  }
};

/// A prismatic joint with flanges of its axis, and a force given by a signal.
///
/// axis.s = s + s_offset, bearing.s = 0. What is connected between bearing and axis acts between
/// frame_a and frame_b; so does the force `f`, zero if the signal is not connected.
template <typename Joint>
class ActuatedTranslation : public Actuated<Joint, translational::Flange> {
 public:
  ActuatedTranslation(Component* owner, std::string_view name)
      : Actuated<Joint, translational::Flange>(owner, name, &Joint::v) {}
  signals::Signal f{this, "f"};
  void equations() override {
    Joint::equations();
    this->act(this->s + this->s_offset, f);
  }
};

template <typename Joint, typename Flange>
Actuated<Joint, Flange>::Actuated(Component* owner, std::string_view name, Variable Joint::*rate)
    : Joint(owner, name), axis_end(this, "axis_end", axis, this->*rate) {
  this->axis_tells_rate_ = true;
  bonds::bond(*this, axis_end, this->axis_node);
  bonds::bond(*this, drive, this->axis_node);
  bonds::bond(*this, housing, bearing_end);
}

template <typename Joint, typename Flange>
void Actuated<Joint, Flange>::act(const Expr& position, const signals::Signal& force) {
  this->equation(axis.position(), position);
  this->equation(bearing.position(), 0.0);
  if (!this->is_connected(force)) this->equation(force.value, 0.0);
  this->equation(drive.port.e[0], force.value);
  this->supplies(-drive.port.power());
}

}  // namespace multibond
