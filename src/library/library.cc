#include "multibond/library/library.h"

#include "register.h"

namespace multibond {

Catalog library_catalog() {
  Catalog catalog;
  register_electrical(catalog);
  register_translational(catalog);
  register_rotational(catalog);
  register_thermal(catalog);
  register_hydraulic(catalog);
  register_signals(catalog);
  register_planar_points(catalog);
  register_planar(catalog);
  register_mechanics3d(catalog);
  register_bonds(catalog);
  register_examples(catalog);
  return catalog;
}

}  // namespace multibond
