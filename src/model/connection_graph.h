/// The virtual connection graph: which connections carry positions, and which close loops.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/model/context.h"

namespace multibond {

/// Ports that meet at one level of the hierarchy. A port of the component that states the
/// connection is seen from inside (its outer face), a port of one of its parts from outside.
struct ConnectionSet {
  struct Member {
    Port* port;
    bool inner_face;  ///< the port belongs to the component that states the connection
  };
  std::vector<Member> members;  ///< by path
  /// For overdetermined ports: the member through which the set gets its position, and the members
  /// cut off because their position is known by another way.
  std::size_t origin = 0;
  std::vector<std::size_t> cuts;
};

/// Forms the connection sets, chooses the spanning forest of the overdetermined ports and stores
/// the answers to is_root and is_rooted in the context. Independent of the order in which
/// connections were stated: sets and breadth-first depth decide, names break ties. Throws Error for
/// frames that no root determines.
std::vector<ConnectionSet> resolve_connections(ModelContext& context);

}  // namespace multibond
