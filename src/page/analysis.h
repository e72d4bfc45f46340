/// What the compiler made of a model, for the page.
#pragma once

#include <optional>

#include "multibond/compile/plan.h"
#include "multibond/model/component.h"
#include "multibond/page/page.h"
#include "tracks.h"

namespace multibond::page {

/// A model as it was stated, and what the passes made of it.
struct Compiled {
  System stated;
  Plan plan;
};

/// Nothing if the model is very large, or cannot be compiled.
std::optional<Compiled> compiled(const PageModel& model, const Json& header);

/// Adds "structure" to the header: passes, states, constraints, blocks; with "equations",
/// "parameters", "incidence" and, of components, "connection_graph".
void add_structure(const Component* model, const Compiled& compiled, Json& header);

}  // namespace multibond::page
