/// Joints whose axis has flanges, and a force or torque given by a signal, in the plane and in
/// space.
#pragma once

#include "multibond/library/bonds/bond.h"
#include "multibond/library/rotational.h"
#include "multibond/library/translational.h"

namespace multibond {

/// A revolute joint with flanges of its axis, and a torque given by a signal.
///
/// axis.phi = phi + phi_offset, bearing.phi = 0. What is connected between bearing and axis acts
/// between frame_a and frame_b; so does the torque `tau`, zero if the signal is not connected.
template <typename Joint>
class ActuatedRotation : public Joint {
 public:
  ActuatedRotation(Component* owner, std::string_view name);
  rotational::Flange axis{this, "axis"}, bearing{this, "bearing"};
  signals::Signal tau{this, "tau"};
  rotational::FlangeBond axis_end{this, "axis_end", axis, this->w};
  rotational::FlangeBond bearing_end{this, "bearing_end", bearing};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  bonds::VectorTerminal drive{this, "drive", 1};
  void equations() override;
};

/// A prismatic joint with flanges of its axis, and a force given by a signal.
///
/// axis.s = s + s_offset, bearing.s = 0. What is connected between bearing and axis acts between
/// frame_a and frame_b; so does the force `f`, zero if the signal is not connected.
template <typename Joint>
class ActuatedTranslation : public Joint {
 public:
  ActuatedTranslation(Component* owner, std::string_view name);
  translational::Flange axis{this, "axis"}, bearing{this, "bearing"};
  signals::Signal f{this, "f"};
  translational::FlangeBond axis_end{this, "axis_end", axis, this->v};
  translational::FlangeBond bearing_end{this, "bearing_end", bearing};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  bonds::VectorTerminal drive{this, "drive", 1};
  void equations() override;
};

template <typename Joint>
ActuatedRotation<Joint>::ActuatedRotation(Component* owner, std::string_view name)
    : Joint(owner, name) {
  this->axis_tells_rate_ = true;
  bonds::bond(*this, axis_end, this->axis_node);
  bonds::bond(*this, drive, this->axis_node);
  bonds::bond(*this, housing, bearing_end);
}

template <typename Joint>
void ActuatedRotation<Joint>::equations() {
  Joint::equations();
  this->equation(axis.phi, this->phi + this->phi_offset);
  this->equation(bearing.phi, 0.0);
  if (!this->is_connected(tau)) this->equation(tau.value, 0.0);
  this->equation(drive.port.e[0], tau.value);
  this->supplies(-drive.port.power());
}

template <typename Joint>
ActuatedTranslation<Joint>::ActuatedTranslation(Component* owner, std::string_view name)
    : Joint(owner, name) {
  this->axis_tells_rate_ = true;
  bonds::bond(*this, axis_end, this->axis_node);
  bonds::bond(*this, drive, this->axis_node);
  bonds::bond(*this, housing, bearing_end);
}

template <typename Joint>
void ActuatedTranslation<Joint>::equations() {
  Joint::equations();
  this->equation(axis.s, this->s + this->s_offset);
  this->equation(bearing.s, 0.0);
  if (!this->is_connected(f)) this->equation(f.value, 0.0);
  this->equation(drive.port.e[0], f.value);
  this->supplies(-drive.port.power());
}

}  // namespace multibond
