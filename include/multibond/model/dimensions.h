/// Dimension check: the two sides of an equation must have the same physical dimension.
#pragma once

#include "multibond/model/system.h"

namespace multibond {

/// Throws Error naming each equation whose units contradict each other. Literal numbers and
/// variables without a declared unit fit everything, so the check finds mistakes and raises no
/// false alarms.
void check_dimensions(const System& system);

}  // namespace multibond
