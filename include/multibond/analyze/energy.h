/// The energy audit of a run, as text and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "multibond/simulate/energy.h"

namespace multibond {

/// One line: "supplied 3 J, dissipated 2 J, stored 1 J; balance error 1e-12".
std::string energy_line(const EnergyAudit& audit);

/// A table with a row per component, largest first within its kind, and the totals. The elements
/// inside of a wrapped component are summed up and named; rows of zeros are left out.
std::string energy_table(const EnergyAudit& audit);

nlohmann::ordered_json energy_json(const EnergyAudit& audit);

}  // namespace multibond
