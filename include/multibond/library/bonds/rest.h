/// Rest: a source of flow that stands for a wall.
#pragma once

#include "multibond/library/bonds/sources.h"

namespace multibond::bonds {

/// Throws Error if a source that holds a frame still was given a flow: the frame's position, which
/// is stated beside it, would not follow.
void require_rest(const Sf& source);

}  // namespace multibond::bonds
