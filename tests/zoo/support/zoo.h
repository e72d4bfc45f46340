/// The mechanisms of the zoo, by family.
#pragma once

#include <vector>

#include "mechanism.h"

namespace multibond::zoo {

std::vector<Mechanism> overconstrained_linkages();
std::vector<Mechanism> straight_line_linkages();
std::vector<Mechanism> planar_linkages();
std::vector<Mechanism> engines();
std::vector<Mechanism> parallel_robots();
std::vector<Mechanism> suspensions();
std::vector<Mechanism> gear_trains();
std::vector<Mechanism> chains();
std::vector<Mechanism> deployables();

/// All of them.
const std::vector<Mechanism>& zoo();

/// A planar mechanism of joints in space, about axes along z.
Mechanism in_space(Mechanism mechanism);

}  // namespace multibond::zoo
