/// Sizes of texts, without a font: as wide as in the widest of the fonts that a viewer may take.
#pragma once

#include <string_view>

#include "multibond/view/drawing.h"

namespace multibond::view {

/// Height of capital letters and so on, in pixels.
double font_size(Drawing::Style style);
double text_width(std::string_view text, Drawing::Style style);
/// Height of a line, and the distance of the baseline from its top.
double line_height(Drawing::Style style);
double baseline(Drawing::Style style);

}  // namespace multibond::view
