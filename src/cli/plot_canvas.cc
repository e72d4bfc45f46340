#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "plot_detail.h"

namespace multibond::plot_detail {
namespace {

constexpr std::array<int, 6> kColours{36, 33, 35, 32, 31, 34};

}  // namespace

std::string utf8(char32_t code) {
  std::string text;
  text += static_cast<char>(0xE0 | (code >> 12));
  text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
  text += static_cast<char>(0x80 | (code & 0x3F));
  return text;
}

std::string coloured(const std::string& text, std::size_t curve, bool colour) {
  if (!colour) return text;
  return fmt::format("\033[{}m{}\033[0m", kColours[curve % kColours.size()], text);
}

void Canvas::dot(long x, long y, std::size_t curve) {
  if (x < 0 || y < 0 || x >= width() || y >= height()) return;
  const auto column = static_cast<std::size_t>(x) / dots_x(), in_x = x % dots_x();
  const auto row = static_cast<std::size_t>(y) / dots_y(), in_y = y % dots_y();
  // braille numbers its dots 1 2 3 (left), 4 5 6 (right), 7 8 (bottom)
  constexpr std::uint8_t kBits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
  dots_[row * columns_ + column] |= kBits[in_y][in_x];
  owner_[row * columns_ + column] = curve;
}

std::string Canvas::cell(std::size_t column, std::size_t row, const std::string& background) const {
  const std::size_t at = row * columns_ + column;
  if (dots_[at] == 0) return background;
  const std::string text = options_.unicode ? utf8(0x2800 + dots_[at])
                                            : std::string(1, kMarks[owner_[at] % kMarks.size()]);
  return coloured(text, owner_[at], options_.colour);
}

void Pen::to(long x, long y) {
  if (!down_) {
    phase_ = 0;  // a lonely point is always drawn
    put(x, y);
  } else {
    line(x, y);
  }
  x_ = x;
  y_ = y;
  down_ = true;
}

void Pen::line(long x, long y) {
  const long dx = std::abs(x - x_), dy = -std::abs(y - y_);
  const long sx = x_ < x ? 1 : -1, sy = y_ < y ? 1 : -1;
  long error = dx + dy;
  for (long i = x_, j = y_; i != x || j != y;) {
    const long twice = 2 * error;
    if (twice >= dy) error += dy, i += sx;
    if (twice <= dx) error += dx, j += sy;
    put(i, j);
  }
}

}  // namespace multibond::plot_detail
