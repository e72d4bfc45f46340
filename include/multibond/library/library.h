/// The library as a catalog: every component class and every example model.
#pragma once

#include "multibond/model/catalog.h"

namespace multibond {

/// Everything that comes with Multibond: "Electrical.Resistor", "Translational.Mass", …, and the
/// example models by their plain names.
Catalog library_catalog();

}  // namespace multibond
