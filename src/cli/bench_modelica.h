/// Table of a Modelica library: which examples are balanced, run, and agree with a reference.
#pragma once

#include <map>
#include <string>

#include "command_session.h"

namespace multibond {

/// Runs all models with an `experiment` below the packages of --package. Fails if a number of the
/// file of --ratchet has become smaller.
ExitCode bench_modelica(Session& session);
/// Reads all files below the folders of --library: files, tokens, size and time.
ExitCode bench_reading(Session& session);
/// Compares numbers, by "package kind", with the least ones of the file of --ratchet, and says
/// which have become smaller. Without such a file all is well.
ExitCode report_ratchet(Session& session, const std::map<std::string, std::size_t>& numbers);

}  // namespace multibond
