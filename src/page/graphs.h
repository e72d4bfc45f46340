/// The bond graphs of a model, for the page.
#pragma once

#include "multibond/compile/plan.h"
#include "multibond/model/component.h"
#include "tracks.h"

namespace multibond::page {

/// Adds "drawings" and "bonds" to the header. A model without bonds has neither. The plan,
/// if there is one, tells which variables are velocities of others.
void add_graphs(Component& model, const Plan* plan, Json& header);

}  // namespace multibond::page
