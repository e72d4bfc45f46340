#include "multibond/contact/broad_phase.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "multibond/diagnostic.h"

namespace multibond::contact {

namespace {

/// Cells are this many mean boxes wide: a box is then seldom in more than four.
constexpr double kCellWidth = 2;
/// Boxes in more cells than this along one of the axes are compared with all others.
constexpr double kWide = 4;
/// Another axis is chosen if boxes are spread over it that much more.
constexpr double kMoreSpread = 2;
/// Sorting by moving neighbours is given up for sorting anew at this many moves per box.
constexpr std::size_t kMoves = 16;

bool is_box(const Bounds& bounds) { return (bounds.min.array() <= bounds.max.array()).all(); }

bool overlap(const Bounds& x, const Bounds& y) {
  return (x.min.array() <= y.max.array()).all() && (y.min.array() <= x.max.array()).all();
}

bool is_finite(const Bounds& bounds) { return bounds.min.allFinite() && bounds.max.allFinite(); }

/// Cells that a box touches: numbers along the two axes across the sweep.
struct CellRange {
  std::int64_t first[2], last[2];
};
CellRange cell_range(const Bounds& bounds, int axis, double cell) {
  CellRange range;
  for (int k = 0; k < 2; ++k) {
    const int across = (axis + 1 + k) % 3;
    range.first[k] = static_cast<std::int64_t>(std::floor(bounds.min(across) / cell));
    range.last[k] = static_cast<std::int64_t>(std::floor(bounds.max(across) / cell));
  }
  return range;
}

std::size_t hash_of(std::int64_t i, std::int64_t j) {
  const auto mix = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u ^
                   static_cast<std::uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu;
  return static_cast<std::size_t>(mix ^ (mix >> 29));
}

}  // namespace

Bounds swept(const Shape& shape, std::span<const Pose> poses, double inflation) {
  Bounds result{Vector3::Constant(std::numeric_limits<double>::infinity()),
                Vector3::Constant(-std::numeric_limits<double>::infinity())};
  for (const Pose& pose : poses) {
    const Bounds at = bounds(shape, pose);
    result.min = result.min.cwiseMin(at.min);
    result.max = result.max.cwiseMax(at.max);
  }
  result.min.array() -= inflation;
  result.max.array() += inflation;
  return result;
}

BroadPhase::BroadPhase(std::vector<Membership> shapes)
    : shapes_(std::move(shapes)), order_(shapes_.size()) {
  std::iota(order_.begin(), order_.end(), 0u);
}

/// The axis along which the boxes are spread most, and the size of the cells across it.
void BroadPhase::choose_axis(const std::vector<Bounds>& bounds) {
  Vector3 sum = Vector3::Zero(), squares = Vector3::Zero(), extents = Vector3::Zero();
  double count = 0;
  for (const Bounds& box : bounds) {
    if (!is_box(box) || !is_finite(box)) continue;
    const Vector3 middle = (box.min + box.max) / 2;
    sum += middle;
    squares += middle.cwiseProduct(middle);
    extents += box.max - box.min;
    ++count;
  }
  if (count == 0) count = 1;
  const Vector3 spread = squares / count - (sum / count).cwiseProduct(sum / count);
  int widest = 0;
  spread.maxCoeff(&widest);
  if (axis_ < 0 || spread(widest) > kMoreSpread * kMoreSpread * spread(axis_)) axis_ = widest;
  const double across = std::max(extents((axis_ + 1) % 3), extents((axis_ + 2) % 3)) / count;
  // Points need cells as well: about one for each of them.
  const double room = std::sqrt(std::max(spread((axis_ + 1) % 3), spread((axis_ + 2) % 3)) / count);
  cell_ = kCellWidth * std::max(across, room);
  if (!(cell_ > 0) || !std::isfinite(cell_)) cell_ = 1;
}

/// By the begin of the boxes, those with equal ones by their numbers.
void BroadPhase::sort(const std::vector<Bounds>& bounds) {
  const auto key = [&](std::uint32_t i) {
    return is_box(bounds[i]) ? bounds[i].min(axis_) : std::numeric_limits<double>::infinity();
  };
  const auto before = [&](std::uint32_t i, std::uint32_t j) {
    const double x = key(i), y = key(j);
    return x < y || (x == y && i < j);
  };
  // Nearly sorted already, as a rule: move each one down to its place.
  std::size_t left = kMoves * order_.size();
  for (std::size_t n = 1; n < order_.size(); ++n) {
    const std::uint32_t moving = order_[n];
    std::size_t m = n;
    for (; m > 0 && before(moving, order_[m - 1]); --m) {
      order_[m] = order_[m - 1];
      if (left > 0) --left;
    }
    order_[m] = moving;
    if (left > 0) continue;
    std::sort(order_.begin(), order_.end(), before);
    return;
  }
}

void BroadPhase::compare(const std::vector<Bounds>& bounds, std::uint32_t i, std::uint32_t j) {
  ++comparisons_;
  if (!may_meet(shapes_[i], shapes_[j]) || !overlap(bounds[i], bounds[j])) return;
  pairs_.push_back({std::min(i, j), std::max(i, j)});
}

void BroadPhase::sweep(const std::vector<Bounds>& bounds) {
  const std::size_t mask = std::bit_ceil(2 * order_.size() + 1) - 1;
  cells_.resize(mask + 1);
  for (std::vector<std::uint32_t>& cell : cells_) cell.clear();
  wide_.clear();
  for (const std::uint32_t i : order_) {
    const Bounds& box = bounds[i];
    if (!is_box(box)) continue;
    const double limit = kWide * cell_;
    const Vector3 extent = box.max - box.min;
    const double farthest = 1e15 * cell_;  // numbers of cells beyond are no integers
    if (!is_finite(box) || extent((axis_ + 1) % 3) > limit || extent((axis_ + 2) % 3) > limit ||
        box.min.cwiseAbs().maxCoeff() > farthest || box.max.cwiseAbs().maxCoeff() > farthest) {
      wide_.push_back(i);
      continue;
    }
    const CellRange range = cell_range(box, axis_, cell_);
    for (std::int64_t p = range.first[0]; p <= range.last[0]; ++p) {
      for (std::int64_t q = range.first[1]; q <= range.last[1]; ++q) {
        std::vector<std::uint32_t>& cell = cells_[hash_of(p, q) & mask];
        for (std::size_t n = 0; n < cell.size();) {
          // The sweep has left those behind that end before this one begins.
          if (bounds[cell[n]].max(axis_) < box.min(axis_)) {
            cell[n] = cell.back();
            cell.pop_back();
          } else {
            if (cell[n] != i) compare(bounds, i, cell[n]);
            ++n;
          }
        }
        cell.push_back(i);
      }
    }
  }
  // Wide ones against all others, and against each other once.
  for (const std::uint32_t i : wide_) {
    for (std::uint32_t j = 0; j < bounds.size(); ++j) {
      if (i != j && is_box(bounds[j])) compare(bounds, i, j);
    }
  }
}

const std::vector<ShapePair>& BroadPhase::pairs(const std::vector<Bounds>& bounds) {
  if (bounds.size() != shapes_.size()) {
    throw Error("broad phase",
                "There are " + std::to_string(bounds.size()) + " boxes for " +
                    std::to_string(shapes_.size()) + " shapes.",
                "Give one box per shape.");
  }
  pairs_.clear();
  comparisons_ = 0;
  choose_axis(bounds);
  sort(bounds);
  sweep(bounds);
  // Pairs with several cells in common are found in each of them.
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  return pairs_;
}

}  // namespace multibond::contact
