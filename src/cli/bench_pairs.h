/// `bench pairs`: examples of Modelica text beside the same models of the catalog.
#pragma once

#include "command_session.h"

namespace multibond {

/// Fails if a pair differs by more than 1e-7 of the range of a signal and no reason is given.
ExitCode bench_pairs(Session& session);

}  // namespace multibond
