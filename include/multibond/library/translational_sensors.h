/// Mechanics along a line: sensors, which give a signal and take no power.
#pragma once

#include "multibond/library/translational.h"

namespace multibond::translational {

/// Base of the sensors at one flange: no force acts on it.
class AbsoluteSensor : public OneFlange {
 public:
  AbsoluteSensor(Component* owner, std::string_view name) : OneFlange(owner, name) {
    bonds::bond(*this, end, element);
  }
  bonds::Terminal element{this, "element", "Df", bonds::CausalRule::Kind::effort_source};
  void equations() override { equation(element.effort(), 0.0); }
};

/// Position of a flange as a signal s, in m.
class PositionSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal s{this, "s"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(s.value, flange.s);
  }
};

/// Velocity of a flange as a signal v, in m/s.
class SpeedSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal v{this, "v"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(v.value, element.flow());
  }
};

/// Acceleration of a flange as a signal a, in m/s2.
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
    equation(flange_b.f, flanges.port.e[0]);
    equation(flange_a.f, -flanges.port.e[0]);
    equation(flanges.port.f[0], -der(flange_b.s - flange_a.s));
  }
};

/// Position of flange_b relative to flange_a as a signal s_rel, in m.
class RelPositionSensor final : public RelativeSensor {
 public:
  RelPositionSensor(Component* owner, std::string_view name)
      : RelativeSensor(owner, name, "Df", bonds::CausalRule::Kind::effort_source) {}
  signals::Signal s_rel{this, "s_rel"};
  void equations() override {
    RelativeSensor::equations();
    equation(element.effort(), 0.0);
    equation(s_rel.value, flange_b.s - flange_a.s);
  }
};

/// Velocity of flange_b relative to flange_a as a signal v_rel, in m/s.
class RelSpeedSensor final : public RelativeSensor {
 public:
  RelSpeedSensor(Component* owner, std::string_view name)
      : RelativeSensor(owner, name, "Df", bonds::CausalRule::Kind::effort_source) {}
  signals::Signal v_rel{this, "v_rel"};
  void equations() override {
    RelativeSensor::equations();
    equation(element.effort(), 0.0);
    equation(v_rel.value, element.flow());
  }
};

/// Cut force between two flanges that are held together, as a signal f, in N.
///
/// Positive where flange_a is pushed to the right by what is connected to it.
class ForceSensor final : public RelativeSensor {
 public:
  ForceSensor(Component* owner, std::string_view name)
      : RelativeSensor(owner, name, "De", bonds::CausalRule::Kind::flow_source) {}
  signals::Signal f{this, "f"};
  void equations() override {
    RelativeSensor::equations();
    equation(flange_a.s, flange_b.s);  // so that there is no flow
    equation(f.value, flange_a.f);
  }
};

}  // namespace multibond::translational
