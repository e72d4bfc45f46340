#include "multibond/library/library.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "multibond/library/bonds/element.h"
#include "multibond/library/bonds/specimen.h"
#include "multibond/model/catalog_description.h"
#include "multibond/model/class_name.h"
#include "register.h"

namespace multibond {
namespace {

struct ClassHeader {
  std::string_view cpp_class, header;
};
constexpr auto kClassHeaders = std::to_array<ClassHeader>({
#include "class_headers.inc"
});

std::string_view header_of(std::string_view cpp_class) {
  const auto row = std::find_if(kClassHeaders.begin(), kClassHeaders.end(),
                                [&](const ClassHeader& r) { return r.cpp_class == cpp_class; });
  return row == kClassHeaders.end() ? std::string_view() : row->header;
}

/// Inside of a component of this library: what it gives to its parts, and the elements of its bond
/// graph.
bool is_internal(const Component& part, const CatalogParameter& parameter) {
  const Component& owner = *part.owner();
  if (header_of(class_name(typeid(owner))).empty()) return false;
  return parameter.bound || parameter.value != parameter.default_value ||
         dynamic_cast<const bonds::Element*>(&part);
}

void complete(CatalogEntry& entry) {
  entry.header = header_of(entry.cpp_class);
  entry.surround = bonds::make_specimen;
  entry.hides = is_internal;
}

}  // namespace

Catalog component_catalog() {
  Catalog catalog;
  // In the order of their names, in which the catalog keeps them: few entries have to make room.
  register_bonds(catalog);
  register_impacts(catalog);
  register_electrical(catalog);
  register_hydraulic(catalog);
  register_mechanics3d(catalog);
  register_planar(catalog);
  register_planar_points(catalog);
  register_rotational(catalog);
  register_signals(catalog);
  register_thermal(catalog);
  register_translational(catalog);
  catalog.complete(complete);
  return catalog;
}

Catalog library_catalog() {
  Catalog catalog = component_catalog();
  register_examples(catalog);
  return catalog;
}

}  // namespace multibond
