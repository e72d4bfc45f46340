#include "multibond/view/figure.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "multibond/base/markup.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

// Okabe and Ito: told apart by people who do not see all colours.
constexpr std::array<const char*, 6> kColours{"#0072b2", "#d55e00", "#009e73",
                                              "#cc79a7", "#e69f00", "#56b4e9"};
constexpr double kLeft = 84, kRight = 16, kTop = 26, kGap = 14, kBottom = 44;

/// Round values inside a range, five or so.
struct Marks {
  double low = 0, high = 1, step = 1;
  int decimals = 0;

  Marks(double from, double to) {
    if (!(to - from > 1e-12 * std::max(std::abs(from), std::abs(to)))) {
      const double margin = from == 0 ? 1 : 0.1 * std::abs(from);
      from -= margin;
      to += margin;
    }
    const double rough = (to - from) / 5;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    step = power * (rough < 1.5 * power   ? 1
                    : rough < 3.5 * power ? 2
                    : rough < 7.5 * power ? 5
                                          : 10);
    low = from;
    high = to;
  }
  template <typename Place>
  void each(const Place& place) const {
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) {
      const double value = std::abs(k) < 0.5 ? 0.0 : k * step;
      place(value, fmt::format("{:.6g}", value));
    }
  }
};

/// Points of a line, those left out that one could not see: neighbours of one pixel column are
/// reduced to their first, lowest, highest and last.
std::string points(const std::vector<double>& t, const std::vector<double>& y,
                   const std::array<double, 4>& map) {
  const auto place = [&](std::size_t k) {
    return std::pair(map[0] + map[1] * t[k], map[2] + map[3] * y[k]);
  };
  std::string text;
  const auto add = [&](std::size_t k) {
    const auto [px, py] = place(k);
    text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", px, py);
  };
  for (std::size_t first = 0; first < t.size();) {
    std::size_t last = first, low = first, high = first;
    while (last + 1 < t.size() &&
           std::floor(place(last + 1).first) == std::floor(place(first).first)) {
      ++last;
      if (y[last] < y[low]) low = last;
      if (y[last] > y[high]) high = last;
    }
    std::array<std::size_t, 4> chosen{first, low, high, last};
    std::sort(chosen.begin(), chosen.end());
    for (std::size_t k = 0; k < 4; ++k) {
      if (k == 0 || chosen[k] != chosen[k - 1]) add(chosen[k]);
    }
    first = last + 1;
  }
  return text;
}

class Figure {
 public:
  Figure(const Result& result, const FigureOptions& options)
      : result_(result), options_(options), time_(result.times().front(), result.times().back()) {}

  std::string run(const std::vector<std::vector<std::string>>& panels) {
    double top = kTop;
    for (const auto& paths : panels) {
      panel(paths, top);
      top += options_.height + kTop + kGap;
    }
    const double bottom = top - kTop - kGap;
    time_.each([&](double value, const std::string& label) {
      svg_ += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">{}</text>)", x(value),
                          bottom + 18, label);
    });
    svg_ += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="middle">time in s</text>)",
                        (kLeft + options_.width - kRight) / 2, bottom + 36);
    return fmt::format(
               R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1:.0f}" width="{0}" height="{1:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#222"><rect width="100%" height="100%" fill="#fff"/>)",
               options_.width, bottom + kBottom) +
           svg_ + "</svg>\n";
  }

 private:
  double x(double t) const {
    const double width = options_.width - kLeft - kRight;
    return kLeft + width * (t - time_.low) / (time_.high - time_.low);
  }

  void panel(const std::vector<std::string>& paths, double top) {
    double low = 1e300, high = -1e300;
    std::vector<std::vector<double>> values;
    for (const std::string& path : paths) {
      values.push_back(result_[path]);
      for (const double value : values.back()) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
    }
    const double margin = 0.04 * (high - low);
    const Marks marks(low - margin, high + margin);
    const double height = options_.height, right = options_.width - kRight;
    const auto y = [&](double value) {
      return top + height * (marks.high - value) / (marks.high - marks.low);
    };
    marks.each([&](double value, const std::string& label) {
      line(kLeft, y(value), right, y(value), "#ddd");
      svg_ += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)", kLeft - 8,
                          y(value) + 4, label);
    });
    time_.each([&](double value, const std::string&) {
      line(x(value), top, x(value), top + height, "#ddd");
    });
    svg_ += fmt::format(
        R"(<rect x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}" fill="none" stroke="#888"/>)",
        kLeft, top, right - kLeft, height);
    double name_at = kLeft;
    for (std::size_t k = 0; k < paths.size(); ++k) {
      const char* colour = kColours[k % kColours.size()];
      const double scale = (x(time_.high) - x(time_.low)) / (time_.high - time_.low);
      const std::array<double, 4> map{x(0), scale, y(0), y(1) - y(0)};
      svg_ += fmt::format(
          R"(<polyline fill="none" stroke="{}" stroke-width="1.5" stroke-linejoin="round" points="{}"/>)",
          colour, points(result_.times(), values[k], map));
      const std::string unit = result_.signal(paths[k]).unit;
      const std::string name = unit.empty() || unit == "1" ? paths[k] : paths[k] + " in " + unit;
      svg_ += fmt::format(R"(<text x="{:.1f}" y="{:.1f}" fill="{}">{}</text>)", name_at, top - 8,
                          colour, escaped_markup(name));
      name_at += 7.0 * static_cast<double>(name.size()) + 18;
    }
  }

  void line(double x1, double y1, double x2, double y2, const char* colour) {
    svg_ += fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>)",
                        x1, y1, x2, y2, colour);
  }

  const Result& result_;
  FigureOptions options_;
  Marks time_;
  std::string svg_;
};

}  // namespace

std::string draw_figure(const Result& result, const std::vector<std::vector<std::string>>& panels,
                        const FigureOptions& options) {
  for (const auto& paths : panels) {
    for (const std::string& path : paths) result.signal(path);  // throws with the nearest names
  }
  return Figure(result, options).run(panels);
}

}  // namespace multibond
