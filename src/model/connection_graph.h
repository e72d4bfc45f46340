/// The virtual connection graph: which connections carry positions, and which close loops.
#pragma once

#include <vector>

#include "multibond/model/context.h"

namespace multibond {

/// Forms the connection sets, chooses the spanning forest of the overdetermined ports and stores
/// the answers to is_root and is_rooted in the context. Independent of the order in which
/// connections were stated: sets and breadth-first depth decide, names break ties. Throws Error for
/// frames that no root determines.
std::vector<ConnectionSet> resolve_connections(ModelContext& context);

}  // namespace multibond
