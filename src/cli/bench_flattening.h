/// Tests of another compiler: are its models flattened to the same equations?
#pragma once

#include "command_session.h"

namespace multibond {

/// Flattens all files below the folder of --suite that have, in comments at their end, the flat
/// text that OpenModelica prints, and says how many agree (docs/modelica.md). Fails if a number of
/// the file of --ratchet has become smaller.
ExitCode bench_flattening(Session& session);

}  // namespace multibond
