/// The diagram of a model of text, as its annotations place it: icons of components, lines of
/// connections.
#pragma once

#include <string>

#include "multibond/modelica/library.h"

namespace multibond::modelica {

/// A drawing (SVG). Components without a placement stand in rows below the others.
std::string diagram_svg(Library& library, const Class& model);

}  // namespace multibond::modelica
