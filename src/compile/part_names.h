/// Names of the parts of a model that several equations belong to, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

/// The parts in which the components are, on the level where they differ: g and u for g.pin,
/// u.element and u.pin, and s.g and s.u if all of them are inside of s. In alphabetical order, each
/// once.
std::vector<std::string> part_names(const System& system, std::vector<std::uint32_t> components);

}  // namespace multibond
