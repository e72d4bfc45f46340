#include "multibond/library/bonds/attachment.h"

#include <utility>

namespace multibond::bonds {

EffortAttachment::EffortAttachment(Component* owner, std::string_view name, const Port& outside,
                                   const Variable& effort, const Variable& flow)
    : Attachment(owner, name), outside_(outside), effort_(effort), flow_(flow) {
  n = 1;
}

void EffortAttachment::equations() {
  equation(e(0), effort_);
  equation(flow_, -f(0));
}

FlowAttachment::FlowAttachment(Component* owner, std::string_view name, const Port& outside,
                               const Variable& position, const Variable& force)
    : Attachment(owner, name), outside_(outside), rate_(der(position)), force_(force) {
  n = 1;
}

FlowAttachment::FlowAttachment(Component* owner, std::string_view name, const Port& outside,
                               const Variable&, const Variable& force, const Variable& rate)
    : Attachment(owner, name), outside_(outside), rate_(rate), force_(force) {
  n = 1;
}

void FlowAttachment::equations() {
  const double direction = port.direction();
  equation(f(0), direction * rate_);
  equation(force_, -direction * e(0));
}

AttachedJunction::AttachedJunction(Component* owner, std::string_view name, Kind kind,
                                   bool common_effort, std::vector<Outer> outer)
    : OnePort(owner, name), kind_(kind), common_effort_(common_effort), outer_(std::move(outer)) {
  n = 1;
}

std::vector<CausalRule> AttachedJunction::causal_rules() const {
  CausalRule rule{kind_ == Kind::zero ? CausalRule::Kind::junction_0 : CausalRule::Kind::junction_1,
                  {}};
  for (std::uint32_t i = 0; i <= outer_.size(); ++i) rule.places.push_back(i);
  return {rule};
}

Terminal::Terminal(Component* owner, std::string_view name, std::string code, CausalRule::Kind kind,
                   Modes modes)
    : OnePort(owner, name), code_(std::move(code)), kind_(kind), modes_(std::move(modes)) {
  n = 1;
}

std::vector<CausalMode> Terminal::causal_modes() const {
  std::vector<CausalMode> result;
  for (const auto& [name, kind] : modes_) result.push_back({name, each(kind)});
  return result;
}

VectorTerminal::VectorTerminal(Component* owner, std::string_view name, int size, std::string code,
                               CausalRule::Kind kind)
    : OnePort(owner, name), code_(std::move(code)), kind_(kind) {
  n = size;
}

PositionTransformer::PositionTransformer(Component* owner, std::string_view name)
    : TwoPort(owner, name) {
  n = 1;
}

std::vector<CausalRule> PositionTransformer::causal_rules() const {
  return {{CausalRule::Kind::transformer, {0, 1}}};
}

void PositionTransformer::equations() {
  equation(port_b.e[0], ratio * port_a.e[0]);
  conserves_power(net_power());
}

}  // namespace multibond::bonds
