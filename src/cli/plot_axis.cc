#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "plot_detail.h"

namespace multibond::plot_detail {

std::string Axis::label(long long multiple) const {
  const double value = mark(multiple);
  if (multiple == 0) return "0";
  const double largest = std::max(std::abs(low), std::abs(high));
  std::array<char, 64> text;
  std::to_chars_result end;
  if (power >= -5 && largest < 1e6) {
    end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed,
                        std::max(0, -power));
  } else {
    const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
    end = std::to_chars(text.data(), text.data() + text.size(), value,
                        std::chars_format::scientific, std::clamp(exponent - power, 0, 12));
  }
  std::string_view written(text.data(), static_cast<std::size_t>(end.ptr - text.data()));
  const std::size_t e = written.find('e');
  if (e == std::string_view::npos) return std::string(written);
  // 2.50e+06 as 2.5e6
  std::string_view mantissa = written.substr(0, e), exponent = written.substr(e + 1);
  if (mantissa.find('.') != std::string_view::npos) {
    mantissa = mantissa.substr(0, mantissa.find_last_not_of('0') + 1);
    if (mantissa.ends_with('.')) mantissa.remove_suffix(1);
  }
  std::string out = std::string(mantissa) + 'e';
  if (exponent.starts_with('-')) out += '-';
  return out.append(
      exponent.substr(std::min(exponent.find_first_of("123456789"), exponent.size() - 1)));
}

Axis make_axis(double low, double high, std::size_t marks, bool widen) {
  // a range that is nothing but rounding is a constant: show its surroundings
  constexpr double kTiny = 1e-280;
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high / 2 - low / 2 > std::max(1e-10 * size, kTiny))) {
    const double margin = size < kTiny ? 1 : 0.5 * size;
    const double middle = low / 2 + high / 2;
    low = std::max(middle - margin, std::numeric_limits<double>::lowest());
    high = std::min(middle + margin, std::numeric_limits<double>::max());
  }
  Axis axis;
  axis.low = low;
  axis.high = high;
  const double least = (high / static_cast<double>(marks) - low / static_cast<double>(marks));
  axis.power = static_cast<int>(std::floor(std::log10(least)));
  // the smallest round step that gives no more marks than there is room for
  for (int digit = 1;; digit = digit == 1 ? 2 : digit == 2 ? 5 : 1) {
    axis.step = digit * std::pow(10.0, axis.power);
    if (!std::isfinite(axis.step)) {  // the largest numbers there are: only zero is round
      axis.step = std::numeric_limits<double>::max();
      axis.first = axis.last = 0;
      return axis;
    }
    axis.first = std::llround(widen ? std::floor(low / axis.step + 1e-9)
                                    : std::ceil(low / axis.step - 1e-9));
    axis.last = std::llround(widen ? std::ceil(high / axis.step - 1e-9)
                                   : std::floor(high / axis.step + 1e-9));
    if (axis.last - axis.first + 1 <= static_cast<long long>(marks)) break;
    if (digit == 5) ++axis.power;
  }
  while (!std::isfinite(axis.mark(axis.first))) ++axis.first;
  while (!std::isfinite(axis.mark(axis.last))) --axis.last;
  if (widen) {
    const double lower = axis.mark(axis.first), upper = axis.mark(axis.last);
    axis.low = std::min(low, lower);
    axis.high = std::max(high, upper);
  }
  return axis;
}

}  // namespace multibond::plot_detail
