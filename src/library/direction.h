/// Parameters that are directions.
#pragma once

#include <string>

#include "multibond/model/component.h"

namespace multibond {

/// Refuses a vector of zeros, now and when it is set later: "world.n must not be zero: gravity has
/// no direction."
void check_direction(const RealParameter& n, const std::string& why, const std::string& remedy);

}  // namespace multibond
