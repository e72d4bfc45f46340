/// The energy audit of a run, for the page.
#pragma once

#include "signals.h"

namespace multibond::page {

/// "energy" of the header: totals, and each component with its energy over time if that was
/// recorded. Null if there is no audit.
Json energy_json(const EnergyAudit& audit, SignalWriter& signals);

}  // namespace multibond::page
