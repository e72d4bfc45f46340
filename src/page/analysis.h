/// What the compiler made of a model, and how it vibrates, for the page.
#pragma once

#include "multibond/model/component.h"
#include "tracks.h"

namespace multibond::page {

/// Adds "structure" to the header: passes, states, constraints, blocks. Not of very large models.
void add_structure(Component& model, Json& header);

/// Adds "modes": eigenvalues and what moves most in each mode, about the initial state. Not where
/// there is no linearization, nor of very many states.
void add_modes(Component& model, Json& header);

}  // namespace multibond::page
