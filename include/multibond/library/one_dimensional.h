/// Mechanics along a line and about an axis: what both have in common.
///
/// `Flange` is the port of a domain, translational::Flange or rotational::Flange: it tells its
/// position and force, and the units of stiffness and damping. `Base` is a class of such a domain.
/// The domains add what has another name in each: s, v and f or phi, w and tau.
#pragma once

#include <numbers>
#include <string>
#include <utility>

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/friction.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/signal_port.h"
#include "multibond/library/thermal.h"
#include "multibond/model/contact.h"
#include "multibond/model/port.h"

namespace multibond::one_dimensional {

/// End of a bond at a flange: the effort is the force, the flow the rate of the position.
template <typename Flange>
class FlangeBond final : public bonds::FlowAttachment {
 public:
  FlangeBond(Component* owner, std::string_view name, const Flange& flange)
      : FlowAttachment(owner, name, flange, flange.position(), flange.force()) {}
  /// With a variable that is the rate.
  FlangeBond(Component* owner, std::string_view name, const Flange& flange, const Variable& rate)
      : FlowAttachment(owner, name, flange, flange.position(), flange.force(), rate) {}
};

// -- at one flange --------------------------------------------------------------------------------

/// Base of what is at one flange.
template <typename Flange>
class OneFlange : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  FlangeBond<Flange> end{this, "end", flange};

 protected:
  /// Bonds a source to the flange.
  void wrap(bonds::Element& element) {
    element.n = 1;
    bonds::bond(*this, element, end);
  }
};

/// Base of a flange that rests: the domain gives its place, so that there is no flow.
template <typename Flange>
class FixedFlange : public OneFlange<Flange> {
 public:
  FixedFlange(Component* owner, std::string_view name) : OneFlange<Flange>(owner, name) {
    this->grounded();
    this->wrap(element);
  }
  bonds::Terminal element{this, "element", "Sf", bonds::CausalRule::Kind::flow_source};
};

/// Base of a flange whose position is given by a signal: exactly, or through a filter.
///
///     exact     position = reference, which must be smooth enough to be differentiated: twice,
///               where a mass is connected
///     filtered  a Bessel filter of order 2 with the cut-off frequency f_crit,
///               acceleration = ((reference - position) w_crit - 1.3617 velocity) w_crit / 0.6180
///
/// The filter starts at the reference; its velocity has a start value.
template <typename Flange>
class GivenPosition : public OneFlange<Flange> {
 public:
  GivenPosition(Component* owner, std::string_view name) : OneFlange<Flange>(owner, name) {
    this->wrap(element);
  }
  Parameter<bool> exact{this, "exact", true, "whether the reference is followed exactly"};
  Parameter<double> f_crit{this,           "f_crit", 50.0, "Hz", "cut-off frequency of the filter",
                           Check::positive};
  bonds::Terminal element{this, "element", "mSf", bonds::CausalRule::Kind::flow_source};

 protected:
  /// `velocity`: the variable of the domain that is the rate of the position.
  void hold(const Expr& reference, const Variable& velocity) {
    const Expr position = this->flange.position();
    this->equation(velocity, der(position));
    if (exact.value()) {
      this->equation(position, reference);
    } else {
      const Expr w_crit = 2 * std::numbers::pi * f_crit;
      this->equation(der(velocity),
                     ((reference - position) * w_crit - 1.3617 * velocity) * (w_crit / 0.6180));
      this->initial_equation(position, reference);
    }
    this->supplies(-element.effort() * element.flow());
  }
};

/// Base of the sensors at one flange: no force acts on it.
template <typename Flange>
class AbsoluteSensor : public OneFlange<Flange> {
 public:
  AbsoluteSensor(Component* owner, std::string_view name) : OneFlange<Flange>(owner, name) {
    bonds::bond(*this, this->end, element);
  }
  bonds::Terminal element{this, "element", "Df", bonds::CausalRule::Kind::effort_source};
  void equations() override { this->equation(element.effort(), 0.0); }
};

// -- heat
// ------------------------------------------------------------------------------------------

/// Base of what loses power: it may have a heat port, where that leaves as heat.
///
/// The port is made by asking for it: connect(damper.heat(), housing.port). Without it the power is
/// lost.
template <typename Base>
class Lossy : public Base {
 public:
  using Base::Base;
  thermal::HeatPort& heat() {
    if (!heat_) heat_ = &this->template create<thermal::HeatPort>("heatPort");
    return *heat_;
  }

 protected:
  /// In equations(): what the element takes up is lost, or leaves through the heat port.
  void lose(bonds::OnePort& element) {
    if (!heat_) return;
    element.pass_on_heat();
    this->equation(heat_->Q_flow, -element.port.power());
  }
  /// The same for a power of the component itself.
  void lose(const Expr& power) {
    if (heat_) {
      this->equation(heat_->Q_flow, -power);
    } else {
      this->dissipates(power);
    }
  }

 private:
  thermal::HeatPort* heat_ = nullptr;
};

// -- between two flanges --------------------------------------------------------------------------

/// Base of what is rigid: the forces at its two flanges act on one element.
template <typename Flange>
class Rigid : public Component {
 public:
  using Component::Component;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  bonds::AttachedJunction flanges{this,
                                  "flanges",
                                  bonds::AttachedJunction::Kind::one,
                                  false,
                                  {{&flange_a, true}, {&flange_b, true}}};

 protected:
  /// Bonds the element that gives this component its law.
  void wrap(bonds::Element& element) {
    element.n = 1;
    bonds::bond(*this, flanges, element);
  }
  /// Both flanges move with `velocity`; `force` is the sum of theirs.
  void move(const Expr& velocity, const Expr& force) {
    equation(flanges.port.e[0], force);
    equation(flanges.port.f[0], -velocity);
  }
  Expr total_force() const { return flange_a.force() + flange_b.force(); }
};

/// Base of an inertia: its velocity is a variable of the domain.
template <typename Flange>
class Inertial : public Rigid<Flange> {
 public:
  Inertial(Component* owner, std::string_view name) : Rigid<Flange>(owner, name) {
    element.state_outside = true;
    this->wrap(element);
  }
  bonds::I element{this, "element"};
};

/// Base of the massless elements between two flanges.
///
/// A 0-junction makes the relative velocity; the element that `wrap` bonds to it takes up the force
/// times that. A component that states its law as an equation for the force needs none.
template <typename Flange>
class Compliant : public Component {
 public:
  using Component::Component;
  using FlangeType = Flange;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};

 protected:
  /// Bonds the element that gives this component its law.
  void wrap(bonds::Element& element) {
    element.n = 1;
    flanges_ = &create<bonds::AttachedJunction>(
        "flanges", bonds::AttachedJunction::Kind::zero, false,
        std::vector<bonds::AttachedJunction::Outer>{{&flange_b, true}, {&flange_a, false}});
    bonds::bond(*this, *flanges_, element);
  }
  /// The force acts on flange_b, its opposite on flange_a; `rate`: the relative velocity.
  void transmit(const Expr& force, const Expr& rate) {
    equation(flange_b.force(), force);
    equation(flange_a.force(), -force);
    if (!flanges_) return;
    equation(flanges_->port.e[0], force);
    equation(flanges_->port.f[0], -rate);
  }

 private:
  bonds::AttachedJunction* flanges_ = nullptr;
};

/// Base of the linear springs.
template <typename Base>
class Spring : public Base {
 public:
  Spring(Component* owner, std::string_view name) : Base(owner, name) { this->wrap(element); }
  Parameter<double> c{
      this, "c", 1.0, Base::FlangeType::kStiffness, "stiffness", Check::non_negative};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};

 protected:
  void pull(const Expr& stretch) {
    this->equation(element.effort(), c * stretch);
    this->stores(0.5 * c * stretch * stretch);
  }
};

/// Linear damper: the force is d times the relative velocity, and all power is lost.
template <typename Base>
class Damper : public Lossy<Base> {
 public:
  Damper(Component* owner, std::string_view name) : Lossy<Base>(owner, name) {
    element.R = d;
    this->wrap(element);
  }
  void equations() override {
    Base::equations();
    this->lose(element);
  }
  Parameter<double> d{
      this, "d", 1.0, Base::FlangeType::kDamping, "damping constant", Check::non_negative};
  bonds::R element{this, "element"};
};

/// Base of the parallel connections: a 1-junction with a spring and a damper.
template <typename Base>
class SpringAndDamper : public Lossy<Base> {
 public:
  SpringAndDamper(Component* owner, std::string_view name) : Lossy<Base>(owner, name) {
    this->wrap(common);
    bonds::bond(*this, common, spring);
    bonds::bond(*this, common, damper);
  }
  bonds::J1 common{this, "common"};
  bonds::Terminal spring{this, "spring", "C", bonds::CausalRule::Kind::capacitive};
  bonds::Terminal damper{this, "damper", "R", bonds::CausalRule::Kind::resistive};

 protected:
  void pull(const Expr& c, const Expr& stretch) {
    this->equation(spring.effort(), c * stretch);
    this->stores(0.5 * c * stretch * stretch);
  }
  void damp(const Expr& force) {
    this->equation(damper.effort(), force);
    this->lose(damper.effort() * damper.flow());
  }
  /// A contact: the damping is limited to the force of the spring, so that it never pulls.
  void touch(const Expr& c, const Expr& stretch, const Expr& damping) {
    const Expr limit = c * abs(stretch);
    pull(c, stretch);
    damp(min(max(damping, -limit), limit));
  }
};

/// Base of the hard limits of a distance: two gaps that cannot become negative.
///
/// The effort of a gap opens it, and lives as long as it is closed. At an impact the relative
/// velocity v becomes -e v. The element is to motion what a diode is to current; the simulator
/// finds its effort.
template <typename Base>
class HardLimits : public Base {
 public:
  HardLimits(Component* owner, std::string_view name) : Base(owner, name) { this->wrap(element); }
  Parameter<double> e{this, "e", 0.0, "1", "restitution: 0 plastic, 1 elastic"};
  ContactReport active{this, "active", "1", "how many of its limits are closed"};
  bonds::Terminal element{this, "element", "D", bonds::CausalRule::Kind::effort_source};

 protected:
  /// A gap whose effort acts on flange_b along `sense` (1 or -1).
  void limit(const Variable& gap, const Variable& rate, const ContactEffort& effort,
             const Expr& opening, double sense, const Expr& relative_rate) {
    this->equation(gap, opening);
    this->equation(rate, sense * relative_rate);
    this->stop({gap, rate, effort, e, &active});
  }
};

/// Base of the hard limits with a latch, whose lower one jumps up when it falls in.
template <typename Base>
class LatchedLimits : public HardLimits<Base> {
 public:
  using HardLimits<Base>::HardLimits;
  signals::Signal release{this, "release"};
  Discrete latched{this, "latched", 0.0, "1", "1 while the latch holds"};

 protected:
  /// When the latch falls in and is released; the lower limit.
  Expr state_latch(const Expr& relative, const Parameter<double>& least,
                   const Parameter<double>& most, const Parameter<double>& play) {
    this->check_values(
        {least, most, play}, [](const std::vector<double>& given) -> std::optional<Fault> {
          if (given[0] + given[2] < given[1]) return std::nullopt;
          return Fault{"has no room between its limits.",
                       "Make the upper one larger than the lower one by more than the play."};
        });
    if (!this->is_connected(release)) this->equation(release.value, 0.0);
    // What is latched rests just where the latch falls in: it is not asked again there.
    const Expr home = relative - (most - play) > latched * (most - least);
    const Expr pulled = release.value > 0.5;
    this->initially([&] { this->assign(latched, select(home && !pulled, 1.0, 0.0)); });
    this->when(home && !pulled, [&] { this->assign(latched, 1.0); });
    this->when(pulled, [&] { this->assign(latched, 0.0); });
    return least + latched * (most - play - least);
  }
};

/// Base of the linear springs and dampers in parallel.
template <typename Base>
class SpringDamper : public SpringAndDamper<Base> {
 public:
  using SpringAndDamper<Base>::SpringAndDamper;
  Parameter<double> c{
      this, "c", 1.0, Base::FlangeType::kStiffness, "stiffness", Check::non_negative};
  Parameter<double> d{
      this, "d", 1.0, Base::FlangeType::kDamping, "damping constant", Check::non_negative};
};

/// Base of the sensors between two flanges.
template <typename Flange>
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
    equation(flange_b.force(), flanges.port.e[0]);
    equation(flange_a.force(), -flanges.port.e[0]);
    equation(flanges.port.f[0], -der(flange_b.position() - flange_a.position()));
  }
};

/// Base of the sensors of a relative motion: no force acts between the flanges.
template <typename Flange>
class RelativeMotionSensor : public RelativeSensor<Flange> {
 public:
  RelativeMotionSensor(Component* owner, std::string_view name)
      : RelativeSensor<Flange>(owner, name, "Df", bonds::CausalRule::Kind::effort_source) {}
  void equations() override {
    RelativeSensor<Flange>::equations();
    this->equation(this->element.effort(), 0.0);
  }
};

/// Base of the sensors of the force between two flanges that are held together.
template <typename Flange>
class CutSensor : public RelativeSensor<Flange> {
 public:
  CutSensor(Component* owner, std::string_view name)
      : RelativeSensor<Flange>(owner, name, "De", bonds::CausalRule::Kind::flow_source) {}
  void equations() override {
    RelativeSensor<Flange>::equations();
    this->equation(this->flange_a.position(), this->flange_b.position());  // so no flow
  }
};

/// Base of what is held by dry friction, pressed with fn_max times a signal.
///
/// At most mu_static fn while it sticks and mu_kinetic fn while it slips, times the lever. A signal
/// of 0 releases it.
template <typename Base>
class PressedFriction : public Lossy<Base> {
 public:
  PressedFriction(Component* owner, std::string_view name) : Lossy<Base>(owner, name) {
    this->wrap(element);
  }
  signals::Signal f_normalized{this, "f_normalized"};
  Parameter<double> mu_kinetic{
      this, "mu_kinetic", 0.5, "1", "coefficient of friction, slipping", Check::non_negative};
  Parameter<double> mu_static{
      this, "mu_static", 0.5, "1", "coefficient of friction, sticking", Check::non_negative};
  Parameter<double> fn_max{this, "fn_max", 1.0, "N", "largest normal force", Check::non_negative};
  bonds::Friction element{this, "element"};
  void equations() override {
    Base::equations();
    this->lose(element);
  }

 protected:
  /// In the constructor: what the normal force is multiplied by beside the coefficient.
  void press(const Expr& lever) {
    element.e_kinetic = lever * mu_kinetic * fn_max;
    element.e_static = lever * mu_static * fn_max;
    element.scale_by(max(f_normalized.value, 0.0));
  }
};

/// Points of a measured law of friction: speeds, and the force at each of them.
using FrictionPoints = Eigen::Matrix<double, Eigen::Dynamic, 2>;

/// Makes a friction slip by a table over the speed, which it breaks away from at `peak` times the
/// force of speed zero. In build(). Beyond its last point the table goes on along its end slope.
void slip_by_table(bonds::Friction& friction, const Parameter<FrictionPoints>& table,
                   const Expr& peak);

}  // namespace multibond::one_dimensional
