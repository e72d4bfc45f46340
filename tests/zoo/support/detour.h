/// Detour: parts of length zero between a port of a finished model and all that is connected to it,
/// which moves the place where loops are cut.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/model/component.h"

namespace multibond::zoo {

/// A frame that has connections, seen from the component that states them.
struct Junction {
  std::string where;  ///< path of that component
  std::string port;   ///< path of the frame, from there
  bool planar = false;
  std::string path() const { return where.empty() ? port : where + '.' + port; }
};

/// All frames with connections, in the order of these.
std::vector<Junction> junctions_of(const Component& elaborated);

/// Adds a detour, which elaboration puts in place. The model can be elaborated once.
void add_detour(Component& model, const Junction& at);

/// Connections are stated in the reverse order, with their ports the other way round.
void reverse_connections(Component& model);

}  // namespace multibond::zoo
