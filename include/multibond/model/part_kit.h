/// PartKit: the components of a catalog as text uses them: which ports there are, how a part gets a
/// further one, how two of them are joined. Text knows no component by name, and no bond graph.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/model/catalog.h"
#include "multibond/model/port.h"

namespace multibond {

/// A kind of ports, under a name in the groups of the catalog.
struct PortClass {
  std::string path;  ///< "Electrical.Pin"
  std::string description;
  std::string kind;  ///< Port::kind_name
  /// A port of a component made of text. The size counts where ports of the kind have several.
  std::function<std::unique_ptr<Port>(Component* owner, std::string_view name, int size)> make;
};

struct PartKit {
  std::shared_ptr<const Catalog> catalog;
  std::vector<PortClass> ports;
  /// A further port of a part that has any number of them, as a junction has; null for others.
  std::function<Port*(Component& part)> next_port;
  /// Joins two ports otherwise than by `Component::connect`: by a bond from a to b. False if they
  /// are such as are just connected.
  std::function<bool(Component& where, Port& a, Port& b, SourceLocation at)> join;

  /// Null if there is none.
  const PortClass* port_of_kind(std::string_view kind) const {
    for (const PortClass& port : ports) {
      if (port.kind == kind) return &port;
    }
    return nullptr;
  }
};

}  // namespace multibond
