#include "multibond/model/port.h"

#include <algorithm>

#include "multibond/model/context.h"

namespace multibond {
namespace {

void add_members(const Component& part, const std::string& above,
                 std::vector<PortType::Member>& members) {
  for (const std::uint32_t v : part.variables()) {
    const VariableData& data = part.context().variables[v];
    members.push_back(
        {above + data.name, std::string(data.unit), std::string(data.description), data.flow});
  }
  for (const Component* child : part.children()) {
    add_members(*child, above + child->name() + '.', members);
  }
}

}  // namespace

bool connectable(const PortType& a, const PortType& b) {
  const auto same = [](const PortType::Member& x, const PortType::Member& y) {
    return x.name == y.name && x.flow == y.flow;
  };
  return a.kind == b.kind && std::equal(a.variables.begin(), a.variables.end(), b.variables.begin(),
                                        b.variables.end(), same);
}

Port::Port(Component* owner, std::string_view name) : Component(owner, name) { port_ = true; }

PortType Port::type() const {
  PortType type{kind_name(), {}};
  add_members(*this, "", type.variables);
  return type;
}

LoopCut Port::cut(const Port&, const std::vector<Expr>&) const { return {}; }

TypedPort::TypedPort(Component* owner, std::string_view name, const PortType& type)
    : Port(owner, name), kind_(type.kind) {
  for (const PortType::Member& m : type.variables) {
    if (m.flow) {
      variables_.push_back(std::make_unique<Flow>(this, m.name, m.unit, m.description));
    } else {
      variables_.push_back(std::make_unique<Variable>(this, m.name, m.unit, m.description));
    }
  }
}

}  // namespace multibond
