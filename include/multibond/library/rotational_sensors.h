/// Mechanics about one axis: sensors, which give a signal and take no power.
#pragma once

#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Base of the sensors at one flange: no torque acts on it.
class AbsoluteSensor : public OneFlange {
 public:
  AbsoluteSensor(Component* owner, std::string_view name) : OneFlange(owner, name) {
    bonds::bond(*this, end, element);
  }
  bonds::Terminal element{this, "element", "Df", bonds::CausalRule::Kind::effort_source};
  void equations() override { equation(element.effort(), 0.0); }
};

/// Angle of a flange as a signal phi, in rad.
class AngleSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal phi{this, "phi"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(phi.value, flange.phi);
  }
};

/// Velocity of a flange as a signal w, in rad/s.
class SpeedSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal w{this, "w"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(w.value, element.flow());
  }
};

/// Acceleration of a flange as a signal a, in rad/s2.
class AccSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal a{this, "a"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(a.value, der(element.flow()));
  }
};

/// Base of the sensors between two flanges.
class RelativeSensor : public Component {
 public:
  RelativeSensor(Component* owner, std::string_view name, std::string code,
                 bonds::CausalRule::Kind kind)
      : Component(owner, name), element(this, "element", std::move(code), kind) {
    bonds::bond(*this, flanges, element);
  }
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  bonds::AttachedJunction flanges{this,
                                  "flanges",
                                  bonds::AttachedJunction::Kind::zero,
                                  false,
                                  {{&flange_b, true}, {&flange_a, false}}};
  bonds::Terminal element;
  void equations() override {
    equation(flange_b.tau, flanges.port.e[0]);
    equation(flange_a.tau, -flanges.port.e[0]);
    equation(flanges.port.f[0], -der(flange_b.phi - flange_a.phi));
  }
};

/// Angle of flange_b relative to flange_a as a signal phi_rel, in rad.
class RelAngleSensor final : public RelativeSensor {
 public:
  RelAngleSensor(Component* owner, std::string_view name)
      : RelativeSensor(owner, name, "Df", bonds::CausalRule::Kind::effort_source) {}
  signals::Signal phi_rel{this, "phi_rel"};
  void equations() override {
    RelativeSensor::equations();
    equation(element.effort(), 0.0);
    equation(phi_rel.value, flange_b.phi - flange_a.phi);
  }
};

/// Velocity of flange_b relative to flange_a as a signal w_rel, in rad/s.
class RelSpeedSensor final : public RelativeSensor {
 public:
  RelSpeedSensor(Component* owner, std::string_view name)
      : RelativeSensor(owner, name, "Df", bonds::CausalRule::Kind::effort_source) {}
  signals::Signal w_rel{this, "w_rel"};
  void equations() override {
    RelativeSensor::equations();
    equation(element.effort(), 0.0);
    equation(w_rel.value, element.flow());
  }
};

/// Cut torque between two flanges that are held together, as a signal tau, in N.m.
///
/// Positive where flange_a is turned forward by what is connected to it.
class TorqueSensor final : public RelativeSensor {
 public:
  TorqueSensor(Component* owner, std::string_view name)
      : RelativeSensor(owner, name, "De", bonds::CausalRule::Kind::flow_source) {}
  signals::Signal tau{this, "tau"};
  void equations() override {
    RelativeSensor::equations();
    equation(flange_a.phi, flange_b.phi);  // so that there is no flow
    equation(tau.value, flange_a.tau);
  }
};

}  // namespace multibond::rotational
