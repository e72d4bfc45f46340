/// What makes a contact problem senseless.
#pragma once

#include <string>

#include "multibond/contact/friction_problem.h"

namespace multibond::contact {

/// A sentence about the first thing that is wrong with the problem; empty if it makes sense.
std::string objection(const FrictionProblem& problem);

}  // namespace multibond::contact
