/// The library as a catalog: every component class and every example model.
#pragma once

#include "multibond/model/catalog.h"

namespace multibond {

/// The components: "Electrical.Resistor", "Translational.Mass", …
Catalog component_catalog();

/// Everything that comes with Multibond: the components, and the example models by their plain
/// names.
Catalog library_catalog();

}  // namespace multibond
