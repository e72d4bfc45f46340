#include "multibond/library/mobility.h"

#include "multibond/library/bonds/friction.h"
#include "multibond/library/bonds/passive.h"

namespace multibond {
namespace {

constexpr double kNoStop = 1e300;

struct Units {
  const char *position, *effort, *stiffness, *damping;
};
constexpr Units kRotation{"rad", "N.m", "N.m/rad", "N.m.s/rad"};
constexpr Units kTranslation{"m", "N", "N/m", "N.s/m"};

const Units& units(Mobility::Kind kind) {
  return kind == Mobility::Kind::rotation ? kRotation : kTranslation;
}

}  // namespace

Mobility::Mobility(Component* owner, std::string_view name, Kind kind)
    : Component(owner, name),
      c(this, "c", 0.0, units(kind).stiffness, "stiffness", Check::non_negative),
      q_ref(this, "q_ref", 0.0, units(kind).position, "coordinate at which the spring is free"),
      d(this, "d", 0.0, units(kind).damping, "damping constant", Check::non_negative),
      e_kinetic(this, "e_kinetic", 0.0, units(kind).effort, "dry friction while it slips",
                Check::non_negative),
      e_static(this, "e_static", 0.0, units(kind).effort,
               "dry friction at which it breaks away; at least e_kinetic", Check::non_negative),
      q_min(this, "q_min", -kNoStop, units(kind).position, "lower end stop"),
      q_max(this, "q_max", kNoStop, units(kind).position, "upper end stop"),
      c_stop(this, "c_stop", kind == Kind::rotation ? 1e5 : 1e6, units(kind).stiffness,
             "stiffness of the stops", Check::positive),
      d_stop(this, "d_stop", kind == Kind::rotation ? 1e2 : 1e3, units(kind).damping,
             "damping of the stops", Check::non_negative) {}

bool Mobility::stops() const { return q_min.value() > -kNoStop || q_max.value() < kNoStop; }

bool Mobility::present() const {
  return c.value() != 0 || d.value() != 0 || e_kinetic.value() != 0 || e_static.value() != 0 ||
         stops();
}

void Mobility::attach(bonds::J1& axis) {
  if (present()) bonds::bond(*owner(), axis, port);
}

void Mobility::along(const Expr& q, const Expr& u) {
  q_ = q;
  u_ = u;
}

void Mobility::build() {
  spring_ = upper_ = lower_ = nullptr;
  if (!present()) {
    port.set_size(0);
    return;
  }
  if (stops() && q_min.value() >= q_max.value()) {
    fail("has its lower end stop at or above the upper one.", "Give q_min a value below q_max.");
  }
  auto& node = create<bonds::J1>("node");
  node.n = 1;
  bonds::bond(*this, port, node);
  const auto terminal = [&](const char* name, const char* code, bonds::CausalRule::Kind kind) {
    auto& element = create<bonds::Terminal>(name, code, kind);
    bonds::bond(*this, node, element);
    return &element;
  };
  if (c.value() != 0) spring_ = terminal("spring", "C", bonds::CausalRule::Kind::capacitive);
  if (d.value() != 0) {
    auto& damper = create<bonds::R>("damper");
    damper.n = 1;
    damper.R = d.expr();
    bonds::bond(*this, node, damper);
  }
  if (e_kinetic.value() != 0 || e_static.value() != 0) {
    auto& friction = create<bonds::Friction>("friction");
    friction.e_kinetic = e_kinetic;
    friction.e_static = e_static;
    bonds::bond(*this, node, friction);
  }
  if (q_max.value() < kNoStop) {
    upper_ = terminal("upper_stop", "R", bonds::CausalRule::Kind::resistive);
  }
  if (q_min.value() > -kNoStop) {
    lower_ = terminal("lower_stop", "R", bonds::CausalRule::Kind::resistive);
  }
}

/// A stop pushes back by its spring and damper, and never pulls.
void Mobility::state_stop(const bonds::Terminal& stop, const Expr& depth, const Expr& rate,
                          double sign) {
  const Expr touching = depth > 0.0;
  const Expr spring = c_stop * depth;
  const Expr force = select(touching, max(spring + d_stop * rate, 0.0), 0.0);
  equation(stop.effort(), sign * force);
  stores(select(touching, 0.5 * c_stop * depth * depth, 0.0));
  dissipates(select(touching, (force - spring) * rate, 0.0));
}

void Mobility::equations() {
  if (spring_) {
    const Expr stretch = q_ - q_ref;
    equation(spring_->effort(), c * stretch);
    stores(0.5 * c * stretch * stretch);
  }
  if (upper_) state_stop(*upper_, q_ - q_max, u_, 1);
  if (lower_) state_stop(*lower_, q_min - q_, -u_, -1);
}

}  // namespace multibond
