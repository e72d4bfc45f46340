/// The `multibond` command, as a function: tests run it in their own process.
///
///     multibond list                           the models
///     multibond catalog [PATH]                 the component library
///     multibond simulate MODEL                 runs a model: summary, plots, files
///     multibond serve [MODEL...]               models live in a browser
///     multibond gallery [MODEL...]             an index of models, each with a report
///     multibond animate MODEL --video FILE     a run as a video
///     multibond inspect MODEL                  what the compiler made of it
///     multibond linearize MODEL                eigenvalues and modes about a state
///     multibond draw MODEL                     its bond graph as a picture
///     multibond compare RESULT REFERENCE       how far two results are from each other
///
/// Results go to `out`, messages to `err`; with --json everything is one JSON object on `out`.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "multibond/cli/plot.h"
#include "multibond/model/catalog.h"

namespace multibond {

/// Exit codes, listed by --help too.
enum class ExitCode : int {
  success = 0,       ///< of a run: it reached its stop time
  failure = 1,       ///< the run failed on its way, or a file could not be written
  usage = 2,         ///< wrong arguments, or a model that cannot be compiled or initialized
  terminated = 3,    ///< the model ended the run itself before the stop time
  interrupted = 130  ///< Ctrl-C; what was computed is kept and written (143 for SIGTERM)
};

/// What the command meets outside itself; tests replace it.
struct CommandEnvironment {
  /// What the program is called, for help and messages.
  std::string program = "multibond";
  /// Asked after every step of a run; true ends it and keeps what was computed.
  std::function<bool()> interrupted;
  /// Models and components; nothing: library_catalog().
  std::optional<Catalog> catalog;
  /// How to plot; nothing: as fits the terminal.
  std::optional<PlotOptions> plot;
  bool progress = false;  ///< show a progress line on standard error if that is a terminal
  /// The process ends with the command: what is large is left to the system instead of being taken
  /// apart piece by piece.
  bool last = false;
};

/// Runs one command and returns its exit code. Never throws for a mistake of the user's.
int run_command(int argc, const char* const* argv, std::ostream& out, std::ostream& err,
                const CommandEnvironment& environment = {});

/// The same on the standard streams, with Ctrl-C and SIGTERM (the second one kills) and closed
/// pipes handled. Programs with models of their own call it through MULTIBOND_MAIN of cli/main.h.
int command_main(int argc, const char* const* argv);
int command_main(int argc, const char* const* argv, Catalog catalog);

}  // namespace multibond
