/// Points, rectangles, and a grid that finds rectangles near a place.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "multibond/view/drawing.h"

namespace multibond::view {

using Point = Drawing::Point;
using Rect = Drawing::Rect;

inline Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
inline Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
inline Point operator*(double s, Point p) { return {s * p.x, s * p.y}; }
inline double length(Point p) { return std::hypot(p.x, p.y); }
inline double distance(Point a, Point b) { return length(b - a); }
inline Point unit(Point p) {
  const double l = length(p);
  return l > 0 ? (1 / l) * p : Point{1, 0};
}
/// The right-hand side of a direction, with y pointing down.
inline Point right_of(Point direction) { return {-direction.y, direction.x}; }

inline Rect around(Point centre, double width, double height) {
  return {centre.x - width / 2, centre.y - height / 2, centre.x + width / 2, centre.y + height / 2};
}
inline Rect grown(Rect r, double by) {
  return {r.left - by, r.top - by, r.right + by, r.bottom + by};
}
inline Rect moved(Rect r, Point by) {
  return {r.left + by.x, r.top + by.y, r.right + by.x, r.bottom + by.y};
}
inline Rect united(Rect a, Rect b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}
inline Point centre(Rect r) { return {(r.left + r.right) / 2, (r.top + r.bottom) / 2}; }
inline double width(Rect r) { return r.right - r.left; }
inline double height(Rect r) { return r.bottom - r.top; }
inline bool contains(Rect r, Point p) {
  return p.x >= r.left && p.x <= r.right && p.y >= r.top && p.y <= r.bottom;
}
inline bool overlap(Rect a, Rect b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
inline Rect bounds(Point a, Point b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
}

/// The part [from, to] of the segment a + t (b - a) that lies inside; false if none does.
inline bool clip(Point a, Point b, Rect r, double& from, double& to) {
  from = 0;
  to = 1;
  const double start[2] = {a.x, a.y}, step[2] = {b.x - a.x, b.y - a.y};
  const double low[2] = {r.left, r.top}, high[2] = {r.right, r.bottom};
  for (int i : {0, 1}) {
    if (step[i] == 0) {
      if (start[i] < low[i] || start[i] > high[i]) return false;
      continue;
    }
    double t0 = (low[i] - start[i]) / step[i], t1 = (high[i] - start[i]) / step[i];
    if (t0 > t1) std::swap(t0, t1);
    from = std::max(from, t0);
    to = std::min(to, t1);
  }
  return from < to;
}
inline bool crosses(Point a, Point b, Rect r) {
  double from, to;
  return clip(a, b, r, from, to);
}

/// Rectangles with numbers, found by place in a time that does not grow with their number.
class RectGrid {
 public:
  void add(Rect r, std::uint32_t number) {
    const auto item = static_cast<std::uint32_t>(items_.size());
    items_.push_back({r, number});
    each_cell(r, [&](std::uint64_t cell) {
      cells_[cell].push_back(item);
      return false;
    });
  }
  /// Whether visit(rect, number) is true for one of those that overlap r; some may be shown twice.
  template <typename Visit>
  bool any(Rect r, const Visit& visit) const {
    return each_cell(r, [&](std::uint64_t cell) {
      const auto found = cells_.find(cell);
      if (found == cells_.end()) return false;
      return std::any_of(found->second.begin(), found->second.end(), [&](std::uint32_t i) {
        return overlap(grown(items_[i].rect, 1e-9), r) && visit(items_[i].rect, items_[i].number);
      });
    });
  }

 private:
  static constexpr double kCell = 128;
  struct Item {
    Rect rect;
    std::uint32_t number;
  };
  template <typename Visit>
  static bool each_cell(Rect r, const Visit& visit) {
    const auto index = [](double x) { return static_cast<std::int32_t>(std::floor(x / kCell)); };
    for (std::int32_t y = index(r.top); y <= index(r.bottom); ++y) {
      for (std::int32_t x = index(r.left); x <= index(r.right); ++x) {
        const std::uint64_t cell =
            (static_cast<std::uint64_t>(static_cast<std::uint32_t>(y)) << 32) |
            static_cast<std::uint32_t>(x);
        if (visit(cell)) return true;
      }
    }
    return false;
  }
  std::vector<Item> items_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> cells_;
};

}  // namespace multibond::view
