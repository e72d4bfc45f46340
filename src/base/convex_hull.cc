#include "multibond/base/convex_hull.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace multibond {

// Andrew's monotone chain (1979): the lower half from left to right, the upper one back.
std::vector<std::size_t> convex_hull(const std::vector<Eigen::Vector2d>& points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(points[a](0), points[a](1)) < std::pair(points[b](0), points[b](1));
  });
  const auto same = [&](std::size_t a, std::size_t b) { return points[a] == points[b]; };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  if (order.size() < 3) return order;
  const auto turns_left = [&](std::size_t a, std::size_t b, std::size_t c) {
    const Eigen::Vector2d d = points[b] - points[a], e = points[c] - points[a];
    return d(0) * e(1) - d(1) * e(0) > 0;
  };
  std::vector<std::size_t> corners;
  const auto half = [&](auto first, auto last) {
    const std::size_t base = corners.size();
    for (auto it = first; it != last; ++it) {
      while (corners.size() >= base + 2 &&
             !turns_left(corners[corners.size() - 2], corners.back(), *it)) {
        corners.pop_back();
      }
      corners.push_back(*it);
    }
    corners.pop_back();  // begins the other half
  };
  half(order.begin(), order.end());
  half(order.rbegin(), order.rend());
  return corners;
}

}  // namespace multibond
