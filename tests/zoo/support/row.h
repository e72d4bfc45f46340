/// Rows of linkages, each of which is driven by the one before.
#pragma once

#include <cstddef>

#include "mechanism.h"

namespace multibond::zoo {

/// `count` times a ring of hinges (ring.h): the last moving link of each is the first one of the
/// next, about the same axis of the ground.
Mechanism row_of(const Mechanism& ring, std::size_t count);

}  // namespace multibond::zoo
