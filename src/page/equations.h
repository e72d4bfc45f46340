/// The equations and parameters of a model, for the page to typeset.
#pragma once

#include "multibond/model/system.h"
#include "tracks.h"

namespace multibond::page {

/// An expression as a tree: a number; a name; [operation, operands...]; ["der", order, name] of a
/// derivative; null for what is left out of a very long one.
Json expression_json(const System& system, const Expr& expr);

/// "equations" of the header: {"components": paths, "list": [component, left, right] and, of those
/// that hold in one mode only, the condition and whether it holds}. {"total": number} alone if they
/// are too many.
Json equations_json(const System& system);

/// "parameters": [path, value, unit, description] of each.
Json parameters_json(const System& system);

}  // namespace multibond::page
