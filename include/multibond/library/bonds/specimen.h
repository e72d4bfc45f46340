/// One class of the catalog as a model of its own, to be drawn and described.
///
/// A wrapped component is the model itself, so that a drawing shows what is inside. An element of
/// bond graphs alone has no graph: it is put into a model where each of its ports has a bond
/// that leads nowhere, and a junction has three. A part with frames hangs freely in a model, as a
/// box that is to be opened; point masses of the plane get the gravity that they need.
#pragma once

#include "multibond/model/catalog.h"

namespace multibond::bonds {

Specimen make_specimen(const CatalogEntry& entry);

}  // namespace multibond::bonds
