#include "native_tree.h"

#include <fmt/format.h>

namespace multibond::modelica {
namespace {

constexpr int kMostPorts = 10'000;  ///< of a junction

}  // namespace

/// The last part of a component: when it is built, all others are.
class Elaborator::NativeTree::Wiring final : public Part {
 public:
  Wiring(Part* where, std::string_view name) : Part(where, name) {}
  struct Wire {
    std::string a, b;  ///< without b: a connector of text
    SourceLocation at;
  };
  std::vector<Wire> wires;

  void build() override {
    Part& root = const_cast<Part&>(model());
    std::size_t outlets = 0;
    for (const Wire& wire : wires) {
      Port& a = root.port_at(wire.a);
      if (!wire.b.empty()) {
        owner()->connect(a, root.port_at(wire.b), wire.at);
        continue;
      }
      owner()->connect(a, create<TypedPort>(fmt::format("outlet{}", ++outlets), a.type()), wire.at);
    }
  }
};

Port* Elaborator::NativeTree::find_port(Part& from, std::string_view path) {
  Part* part = &from;
  while (part && !path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string_view name = path.substr(0, dot);
    Part* next = nullptr;
    for (Part* child : part->children()) {
      if (child->name() == name) next = child;
    }
    part = next;
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  }
  return part && part->is_port() ? static_cast<Port*>(part) : nullptr;
}

Elaborator::NativeTree::NativeTree(Elaborator& text)
    : text_(text), root_(std::make_shared<Part>(nullptr, text.system_.name)) {}

void Elaborator::NativeTree::make() {
  for (Instance* part : text_.native_parts_) text_.guarded([&] { make_part(*part); });
  for (Instance* connector : text_.native_connectors_) {
    const NativeClass& native = *text_.native_connector(*connector);
    Part& owner = node(*owner_of(*connector));
    if (find_port(*root_, text_.path(*connector))) continue;  // of a part
    owner.own(native.port->make(&owner, local_name(*connector), native.size));
  }
  for (const Joint& joint : text_.native_joints_) text_.guarded([&] { join(joint); });
  for (const Outlet& outlet : text_.outlets_) {
    Part& where = outlet.where ? node(*outlet.where) : *root_;
    wiring(where).wires.push_back({outlet.port, "", text_.location(outlet.position)});
  }
}

const Instance* Elaborator::NativeTree::owner_of(const Instance& instance) {
  const Instance* owner = instance.parent;
  return owner && instance.index >= 0 ? owner->parent : owner;
}

/// Its name, with the index of an element of an array.
std::string Elaborator::NativeTree::local_name(const Instance& instance) const {
  const std::string above = text_.path(*owner_of(instance));
  const std::string path = text_.path(instance);
  return above.empty() ? path : path.substr(above.size() + 1);
}

multibond::Component& Elaborator::NativeTree::node(const Instance& instance) {
  if (&instance == text_.root_ && !instance.native) return *root_;
  const auto known = nodes_.find(&instance);
  if (known != nodes_.end()) return *known->second;
  Part& above = node(*owner_of(instance));
  Part& made = above.create<Part>(local_name(instance));
  nodes_[&instance] = &made;
  return made;
}

void Elaborator::NativeTree::make_part(Instance& instance) {
  const NativeClass& native = *text_.library_.native(*instance.native);
  if (&instance == text_.root_) {
    text_.fail(instance.native->position, native.path,
               fmt::format("{} extends a component of the catalog: it cannot be run by itself.",
                           text_.library_.path(*instance.definition)),
               "Declare a component of it in a model.");
  }
  Part& above = node(*owner_of(instance));
  const std::string name = local_name(instance);
  above.own(native.entry->make(&above, name));
  Part& part = *above.children().back();
  nodes_[&instance] = &part;
  text_.native_places_.emplace_back(part.path(), instance.element->position);
  if (text_.library_.native()->grows(native)) {
    const Name ports = text_.library_.names()(NativeClasses::kPorts);
    Instance& number = *text_.component(instance, *text_.find_member(instance, ports));
    const int n = text_.integer(text_.value_of(number, 0), number.element->position, "bonds");
    if (n < 1 || n > kMostPorts) {
      text_.fail(instance.element->position, name,
                 fmt::format("{} has {} = {}.", name, NativeClasses::kPorts, n),
                 fmt::format("A junction has between 1 and {} bonds.", kMostPorts));
    }
    for (int i = 0; i < n; ++i) text_.library_.native()->kit().next_port(part);
  }
  set_parameters(instance, text_.path(instance));
}

void Elaborator::NativeTree::set_parameters(Instance& instance, const std::string& path) {
  for (Member* member : instance.members) {
    Instance* const made = member->is_class() ? nullptr : member->instance;
    if (!made || made->parent != &instance || made->connector) continue;
    const bool own = !instance.native || text_.is_native_member(instance, *member);
    if (!own || made->is_namespace) continue;
    const std::string name = path + "." + std::string(made->name.text());
    if (made->builtin == Builtin::none) {
      if (!made->is_array) set_parameters(*made, name);
      continue;
    }
    if (made->variability < Variability::parameter) continue;
    const Binding* const binding = made->modifier ? made->modifier->binding : nullptr;
    if (!binding || binding->declared) continue;
    if (made->name.text() == NativeClasses::kPorts) continue;
    text_.current_ = made;
    root_->set(name, text_.native_text(text_.value_of(*made, binding->position), binding->position),
               text_.location(binding->position));
  }
}

Elaborator::NativeTree::Wiring& Elaborator::NativeTree::wiring(Part& where) {
  for (Part* child : where.children()) {
    if (child->name() == kWiring) return static_cast<Wiring&>(*child);
  }
  return where.create<Wiring>(kWiring);
}

void Elaborator::NativeTree::join(const Joint& joint) {
  Part& where = node(*joint.where);
  const SourceLocation at = text_.location(joint.position);
  const std::string a = text_.native_port(joint.a), b = text_.native_port(joint.b);
  Port* const port_a = find_port(*root_, a);
  Port* const port_b = find_port(*root_, b);
  if (port_a && port_b) {
    if (text_.library_.native()->kit().join(where, *port_a, *port_b, at)) {
      text_.native_places_.emplace_back(where.children().back()->path(), joint.position);
    } else {
      where.connect(*port_a, *port_b, at);
    }
    return;
  }
  wiring(where).wires.push_back({a, b, at});
}

}  // namespace multibond::modelica
