/// What each file of this folder adds to the catalog.
#pragma once

#include "multibond/model/catalog.h"

namespace multibond {

void register_electrical(Catalog& catalog);
void register_translational(Catalog& catalog);
void register_rotational(Catalog& catalog);
void register_thermal(Catalog& catalog);
void register_hydraulic(Catalog& catalog);
void register_signals(Catalog& catalog);
void register_planar_points(Catalog& catalog);
void register_planar(Catalog& catalog);
void register_impacts(Catalog& catalog);
void register_mechanics3d(Catalog& catalog);
void register_bonds(Catalog& catalog);
void register_examples(Catalog& catalog);
void register_example_parts(Catalog& catalog);

}  // namespace multibond
