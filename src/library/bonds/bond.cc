#include "multibond/library/bonds/bond.h"

#include <fmt/format.h>

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

void BondPort::build() {
  const auto n = static_cast<std::size_t>(size());
  e.resize(n);
  f.resize(n);
  // Flows are velocities, of whatever domain.
  for (std::size_t i = 0; i < n; ++i) {
    e[i].kind(VariableKind::effort);
    f[i].kind(VariableKind::velocity);
  }
}

void BondPort::equations() {
  const auto* element = dynamic_cast<const Element*>(owner());
  if (!element || !element->owner() || is_connected(*this)) return;
  const bool several = element->bond_ports().size() > 1;
  const std::string name = several ? path() : element->path();
  throw Error(name, name + " has no bond.",
              fmt::format("Join it to another element with a bond, or remove {}.",
                          several ? element->path() : "it"));
}

int BondPort::size() const {
  if (own_size_) return *own_size_;
  if (const auto* element = dynamic_cast<const Element*>(owner())) {
    return element->port_size(*this);
  }
  return 1;
}

Expr BondPort::power() const {
  Expr sum = 0.0;
  for (std::size_t i = 0; i < e.size(); ++i) sum += e[i] * f[i];
  return sum;
}

int BondPort::direction() const { return bonds_[0] && &bonds_[0]->head() != this ? -1 : 1; }

End::End(Element& element) : port_(&element.free_port()) {}

Bond::Bond(Component* where, std::string_view name, const End& tail, const End& head,
           SourceLocation at)
    : Component(where, name), tail_(&tail.port()), head_(&head.port()) {
  if (tail_->owner() == head_->owner() && tail_->owner() != where) {
    throw Error(path(), fmt::format("{} joins {} with itself.", path(), tail_->owner()->path()),
                "Give it another element at one of its ends.", to_string(at));
  }
  for (BondPort* port : {tail_, head_}) {
    const Bond*& place = port->bonds_[port->owner() == where ? 1 : 0];
    if (place) {
      throw Error(port->path(),
                  fmt::format("{} has two bonds: {} and {}.", port->path(), place->path(), path()),
                  "Put a junction between them: 0 for a common effort, 1 for a common flow.",
                  to_string(at));
    }
    place = this;
    port->when_reopened([&place] { place = nullptr; });
  }
  where->connect(*tail_, *head_, at);
}

void Bond::build() {
  if (tail_->size() == head_->size()) return;
  throw Error(path(),
              fmt::format("{} joins {} of cardinality {} and {} of cardinality {}.", path(),
                          tail_->path(), tail_->size(), head_->path(), head_->size()),
              "Give both elements the same n, or put a composition between them.");
}

namespace {

/// The number of the next bond without a name: that of the last such bond, plus those since then.
/// Large graphs have thousands, so they are not counted from the beginning each time.
std::size_t next_number(const Component& where) {
  std::size_t since = 1;
  for (auto it = where.children().rbegin(); it != where.children().rend(); ++it) {
    if (!dynamic_cast<const Bond*>(*it)) continue;
    const std::string& name = (*it)->name();
    const bool digits = name.size() > 1 && name.size() < 10 &&
                        name.find_first_not_of("0123456789", 1) == std::string::npos;
    if (name[0] == 'b' && digits) return std::stoul(name.substr(1)) + since;
    ++since;
  }
  return since;
}

}  // namespace

BondPort& Link::in() const {
  if (port_) return *port_;
  return reversed_ ? element_->port_out() : element_->port_in();
}

BondPort& Link::out() const {
  if (port_) return *port_;
  return reversed_ ? element_->port_in() : element_->port_out();
}

Link reversed(Element& element) {
  Link link(element);
  link.reversed_ = true;
  return link;
}

void bond(Component& where, std::initializer_list<Link> chain, SourceLocation at) {
  for (const Link* link = chain.begin(); link + 1 < chain.end(); ++link) {
    BondPort& tail = link->out();
    bond(where, tail, (link + 1)->in(), {}, at);
  }
}

Bond& bond(Component& where, const End& tail, const End& head, std::string_view name,
           SourceLocation at) {
  if (!name.empty()) return where.create<Bond>(name, tail, head, at);
  return where.create<Bond>(fmt::format("b{}", next_number(where)), tail, head, at);
}

}  // namespace multibond::bonds
