/// Pass: promotion. Lets a preferred speed be the state instead of a velocity that follows from it.
///
/// In a chain of joints with massless links the velocity of a frame may be the highest derivative
/// that the equations of motion contain, while the speed of the joint occurs nowhere
/// differentiated:
///
///     w_frame' = ... (motion)        w_frame = w_before + phi'  (joint)
///
/// Then w_frame would be integrated and phi' computed from it. Differentiating the second equation
/// makes phi'' an unknown, w_frame dependent and phi' a state, as the modeller asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/compile/index_reduction.h"

namespace multibond {

/// Variables of which one more derivative is wanted. A preferred speed is raised if what determines
/// it is purely kinematic (no effort, no constraint of a loop) and rests on a velocity that nobody
/// prefers; a force law is never differentiated for it.
std::vector<std::uint32_t> find_promotions(const System& system, const Aliases& aliases,
                                           const ReducedSystem& reduced);

}  // namespace multibond
