/// Figures: variables of a result over time, as a picture.
#pragma once

#include <string>
#include <vector>

#include "multibond/simulate/result.h"

namespace multibond {

struct FigureOptions {
  int width = 720;   ///< of the picture, pixels
  int height = 200;  ///< of each panel
};

/// SVG with one panel per list of paths, one below the other on a common axis of time. Each
/// variable is a line of its own colour, named with its unit. Throws Error for a path that the
/// result has not.
std::string draw_figure(const Result& result, const std::vector<std::vector<std::string>>& panels,
                        const FigureOptions& options = {});

}  // namespace multibond
