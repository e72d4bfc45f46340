/// The components of this library for models made of text.
#pragma once

#include "multibond/model/part_kit.h"

namespace multibond {

/// The components of a catalog, with the ports and bonds of this library.
PartKit part_kit(std::shared_ptr<const Catalog> catalog);
/// The same of the whole library.
PartKit part_kit();

}  // namespace multibond
