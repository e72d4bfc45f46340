/// Velocities that no force of contact reaches, and that are there by rounding only.
#pragma once

#include "multibond/contact/friction_problem.h"

namespace multibond::contact {

/// Takes out of b what W does not answer to: its part along directions of W with eigenvalues below
/// 1e-12 of the largest, if it is below 1e-9 of the largest entry of b. True if there was such a
/// part.
///
/// Redundant contacts that move together have none, in exact numbers. In a chain of a hundred links
/// the accelerations of its contacts are sums of a hundred others, and their rounding contradicts
/// the links by 1e-12: then no forces make all contacts stick, although they do. Call it where a
/// problem could not be solved.
bool remove_unreachable(FrictionProblem& problem);

}  // namespace multibond::contact
