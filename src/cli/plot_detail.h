/// Parts of the terminal plot: axes with round numbers, and a canvas of braille dots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/cli/plot.h"

namespace multibond::plot_detail {

/// Round numbers from `low` to `high`: multiples of step = digit * 10^power, digit 1, 2 or 5.
struct Axis {
  double low = 0, high = 1;
  double step = 0.2;
  int power = -1;
  long long first = 0, last = 5;  ///< multiples of step that are marked

  double fraction(double value) const {
    // halves, as the difference of the limits may overflow
    return (value / 2 - low / 2) / (high / 2 - low / 2);
  }
  double mark(long long multiple) const { return static_cast<double>(multiple) * step; }

  std::string label(long long multiple) const;
};

/// An axis over [low, high] with at most `marks` round numbers; widened to them if `widen`.
Axis make_axis(double low, double high, std::size_t marks, bool widen);

/// A character of the Basic Multilingual Plane beyond U+07FF, such as braille.
std::string utf8(char32_t code);
/// The text in the colour of a curve, if colours are wanted.
std::string coloured(const std::string& text, std::size_t curve, bool colour);

/// Dashes of the curves where there is no colour: drawn where the pattern has a 1.
constexpr std::array<std::string_view, 4> kDashes{"1", "111100", "100", "11111001001"};
constexpr std::string_view kMarks = "*+xo#@%&";

/// Character cells of `dots_x` by `dots_y` dots each; every cell knows whose dots it has.
class Canvas {
 public:
  Canvas(std::size_t columns, std::size_t rows, const PlotOptions& options)
      : columns_(columns),
        rows_(rows),
        options_(options),
        dots_(columns * rows, 0),
        owner_(columns * rows, 0) {}

  long width() const { return static_cast<long>(columns_ * dots_x()); }
  long height() const { return static_cast<long>(rows_ * dots_y()); }
  std::size_t dots_x() const { return options_.unicode ? 2 : 1; }
  std::size_t dots_y() const { return options_.unicode ? 4 : 1; }

  /// A dot, x from the left and y from the top.
  void dot(long x, long y, std::size_t curve);

  /// A cell; empty cells show `background`.
  std::string cell(std::size_t column, std::size_t row, const std::string& background) const;

 private:
  std::size_t columns_, rows_;
  const PlotOptions& options_;
  std::vector<std::uint8_t> dots_;
  std::vector<std::size_t> owner_;
};

/// Draws one curve as a chain of lines, dashed if there is no colour to tell it apart.
class Pen {
 public:
  Pen(Canvas& canvas, std::size_t curve, bool dashed)
      : canvas_(canvas), curve_(curve), dashes_(kDashes[dashed ? curve % kDashes.size() : 0]) {}

  void lift() { down_ = false; }

  /// Draws to a dot, from the one before unless the pen was lifted.
  void to(long x, long y);

 private:
  void put(long x, long y) {
    if (dashes_[phase_++ % dashes_.size()] == '1') canvas_.dot(x, y, curve_);
  }

  /// Bresenham's line, its first point left out.
  void line(long x, long y);

  Canvas& canvas_;
  std::size_t curve_;
  std::string_view dashes_;
  std::size_t phase_ = 0;
  bool down_ = false;
  long x_ = 0, y_ = 0;
};

}  // namespace multibond::plot_detail
