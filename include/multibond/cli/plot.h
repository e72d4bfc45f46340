/// Plot: curves of a result in the terminal, drawn with braille dots.
///
///     motor.w [rad/s]
///      60 ┤          ⢀⡠⠤⠔⠒⠒⠉⠉⠉⠉⠉
///         │     ⢀⠤⠒⠉⠁
///      30 ┤  ⢀⠔⠁
///         │ ⡰⠁
///       0 ┤⡰⠁
///         └┬─────────┬─────────┬
///          0         1         2
///                       time [s]
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "multibond/simulate/result.h"

namespace multibond {

struct PlotOptions {
  std::size_t width = 80;   ///< characters per line, labels included; 32 at least
  std::size_t height = 12;  ///< lines of each panel, axis and legend not counted; 4 at least
  bool colour = false;      ///< ANSI colours; otherwise curves differ by dashes
  bool unicode = true;      ///< braille dots and line drawing; otherwise ASCII
};

/// Options for the terminal behind a file descriptor: its width, colours if it is a terminal that
/// wants them (not with NO_COLOR or TERM=dumb), braille if the locale is UTF-8.
PlotOptions plot_options_for_terminal(int descriptor = 1);

/// The variables over time, one panel per unit, several curves in a panel marked by letters.
///
/// Values that are not finite leave gaps; the jump at an event is drawn. Axes have round numbers.
/// Throws Error with the nearest names for each path that does not exist, and if there is none.
std::string plot(const Result& result, const std::vector<std::string>& paths,
                 const PlotOptions& options = {});

}  // namespace multibond
