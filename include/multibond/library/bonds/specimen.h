/// Specimen: one class of the catalog as a model of its own, to be drawn and described.
///
/// A wrapped component is the model itself, so that a drawing shows what is inside. An element of
/// bond graphs has no graph by itself: it is put into a model where each of its ports has a bond
/// that leads nowhere, and a junction has three. A part with frames hangs freely in a model, as a
/// box that is to be opened.
#pragma once

#include <memory>

#include "multibond/model/catalog.h"

namespace multibond::bonds {

struct Specimen {
  std::unique_ptr<Component> model;
  Component* component = nullptr;  ///< the class asked for: the model, or a part of it
  std::string open = {};           ///< box to be opened in a drawing; empty if there is none
};
Specimen make_specimen(const CatalogEntry& entry);

}  // namespace multibond::bonds
