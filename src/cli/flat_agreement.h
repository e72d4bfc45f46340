/// Whether two systems say the same, whoever wrote them down.
#pragma once

#include <optional>
#include <string>

#include "multibond/model/system.h"

namespace multibond {

/// What differs, in words; nothing if they agree.
///
/// Variables must have the same paths, be discrete or not, and have the same start values and
/// units; parameters the same paths and values. Equations are compared by the values that their
/// residuals have at random points, up to the sign, so that the order of operands does not matter.
/// Equations between two variables are compared as the sets that they make equal: connections may
/// be written down as any chain. Messages and assertions are not looked at.
std::optional<std::string> difference(const System& ours, const System& reference);

}  // namespace multibond
