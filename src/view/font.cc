#include "font.h"

#include <array>
#include <cstdint>

namespace multibond::view {
namespace {

// Widths of the characters from blank to tilde in thousandths of the font size: DejaVu Sans, which
// is wider than Helvetica, Arial and Liberation Sans.
constexpr std::array<std::uint16_t, 95> kRegular = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};
constexpr std::array<std::uint16_t, 95> kBold = {
    348,  456, 521, 838, 696, 1002, 872, 306,  457, 457, 523, 838, 380, 415,  380, 365,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 580,
    1000, 774, 762, 734, 830, 683,  683, 821,  837, 372, 372, 775, 637, 995,  837, 850,
    733,  850, 770, 720, 682, 812,  774, 1103, 771, 724, 725, 457, 365, 457,  838, 500,
    500,  675, 716, 593, 716, 678,  435, 716,  712, 343, 343, 665, 343, 1042, 712, 687,
    716,  716, 493, 595, 478, 712,  652, 924,  645, 652, 582, 712, 365, 712,  838};

bool bold(Drawing::Style style) {
  return style == Drawing::Style::code || style == Drawing::Style::title;
}

}  // namespace

double font_size(Drawing::Style style) {
  switch (style) {
    case Drawing::Style::code:
      return 16;
    case Drawing::Style::cardinality:
      return 10;
    case Drawing::Style::index:
      return 8.5;
    case Drawing::Style::name:
    case Drawing::Style::parameter:
    case Drawing::Style::title:
    case Drawing::Style::legend:
      break;
  }
  return 11;
}

double text_width(std::string_view text, Drawing::Style style) {
  const auto& table = bold(style) ? kBold : kRegular;
  double thousandths = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) == 0x80) continue;  // the rest of a character of several bytes
    thousandths += byte >= 32 && byte < 127 ? table[byte - 32] : 1000;
  }
  return thousandths * font_size(style) / 1000;
}

double line_height(Drawing::Style style) { return 1.2 * font_size(style); }

double baseline(Drawing::Style style) { return 0.93 * font_size(style); }

}  // namespace multibond::view
