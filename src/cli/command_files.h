/// Result files named on the command line.
#pragma once

#include <string>
#include <vector>

#include "command_session.h"
#include "multibond/simulate/result.h"

namespace multibond {

/// Refuses names that cannot be written (extension, directory, permission) before a long run.
void check_result_files(const std::vector<std::string>& files, OptionReader& options);

/// The same for scenes: drawings of the mechanism, and documents for pages that show it moving.
void check_scene_files(const std::vector<std::string>& files, OptionReader& options);

/// The same for pages that show the run; and none can be written without the page.
void check_report_files(const std::vector<std::string>& files, OptionReader& options);

/// Refuses a file that cannot be written, whatever it is called.
void check_file(const std::string& file, OptionReader& options);

/// Writes them all: tables with the variables that fit these patterns (none: all), a figure with
/// those named. What went wrong is returned, not thrown.
std::vector<Diagnostic> write_result_files(const Result& result,
                                           const std::vector<std::string>& files,
                                           const std::vector<std::string>& variables,
                                           const std::vector<std::string>& figure);

/// Writes the scene of the result, drawings with this number of positions.
std::vector<Diagnostic> write_scene_files(const Result& result,
                                          const std::vector<std::string>& files, int poses);

}  // namespace multibond
