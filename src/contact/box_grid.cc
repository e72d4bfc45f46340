#include "multibond/contact/box_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace multibond::contact {

namespace {

/// Cells are this many mean boxes wide.
constexpr double kCellWidth = 1.5;
/// Boxes that reach farther than so many cells along one axis are compared with all.
constexpr double kWide = 4;
/// Numbers of cells beyond are no integers.
constexpr double kFarthest = 1e15;

bool is_box(const Bounds& bounds) { return (bounds.min.array() <= bounds.max.array()).all(); }

bool is_finite(const Bounds& bounds) { return bounds.min.allFinite() && bounds.max.allFinite(); }

}  // namespace

void BoxGrid::build(const std::vector<Bounds>& boxes) {
  boxes_ = boxes;
  double sum = 0, count = 0;
  for (const Bounds& box : boxes) {
    if (!is_box(box) || !is_finite(box)) continue;
    sum += (box.max - box.min).maxCoeff();
    ++count;
  }
  size_ = count > 0 ? kCellWidth * sum / count : 1;
  if (!(size_ > 0) || !std::isfinite(size_)) size_ = 1;
  table_.resize(std::bit_ceil(2 * boxes.size() + 1));
  for (std::vector<std::uint32_t>& list : table_) list.clear();
  wide_.clear();
  met_.assign(boxes.size(), 0);
  query_ = 0;
  for (std::uint32_t box = 0; box < boxes.size(); ++box) put(box);
}

bool BoxGrid::is_wide(const Bounds& bounds) const {
  return !is_finite(bounds) || (bounds.max - bounds.min).maxCoeff() > kWide * size_ ||
         bounds.min.cwiseAbs().maxCoeff() > kFarthest * size_ ||
         bounds.max.cwiseAbs().maxCoeff() > kFarthest * size_;
}

BoxGrid::Cells BoxGrid::cells_of(const Bounds& bounds) const {
  Cells cells;
  for (int k = 0; k < 3; ++k) {
    cells.first[k] = static_cast<std::int64_t>(std::floor(bounds.min(k) / size_));
    cells.last[k] = static_cast<std::int64_t>(std::floor(bounds.max(k) / size_));
  }
  return cells;
}

std::vector<std::uint32_t>& BoxGrid::cell(std::int64_t i, std::int64_t j, std::int64_t k) {
  const auto mix = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15u ^
                   static_cast<std::uint64_t>(j) * 0xC2B2AE3D27D4EB4Fu ^
                   static_cast<std::uint64_t>(k) * 0x165667B19E3779F9u;
  return table_[(mix ^ (mix >> 29)) & (table_.size() - 1)];
}

template <typename Visit>
void BoxGrid::for_each_cell(const Bounds& bounds, Visit&& visit) {
  const Cells cells = cells_of(bounds);
  for (std::int64_t i = cells.first[0]; i <= cells.last[0]; ++i) {
    for (std::int64_t j = cells.first[1]; j <= cells.last[1]; ++j) {
      for (std::int64_t k = cells.first[2]; k <= cells.last[2]; ++k) visit(cell(i, j, k));
    }
  }
}

void BoxGrid::put(std::uint32_t box) {
  const Bounds& bounds = boxes_[box];
  if (!is_box(bounds)) return;
  if (is_wide(bounds)) {
    wide_.push_back(box);
    return;
  }
  for_each_cell(bounds, [&](std::vector<std::uint32_t>& list) { list.push_back(box); });
}

void BoxGrid::move(std::uint32_t box, const Bounds& bounds) {
  // Cells with the same hash are one list, in which the box may stand more than once.
  const Bounds& before = boxes_[box];
  if (is_box(before)) {
    if (is_wide(before)) {
      std::erase(wide_, box);
    } else {
      for_each_cell(before, [&](std::vector<std::uint32_t>& list) { std::erase(list, box); });
    }
  }
  boxes_[box] = bounds;
  put(box);
}

void BoxGrid::compare(std::uint32_t box, std::uint32_t other) {
  if (met_[other] == query_) return;
  met_[other] = query_;
  const Bounds &x = boxes_[box], &y = boxes_[other];
  if (is_box(y) && (x.min.array() <= y.max.array()).all() &&
      (y.min.array() <= x.max.array()).all()) {
    found_.push_back(other);
  }
}

const std::vector<std::uint32_t>& BoxGrid::near(std::uint32_t box) {
  found_.clear();
  if (!is_box(boxes_[box])) return found_;
  met_[box] = ++query_;
  if (is_wide(boxes_[box])) {
    for (std::uint32_t other = 0; other < boxes_.size(); ++other) compare(box, other);
    return found_;
  }
  for (const std::uint32_t other : wide_) compare(box, other);
  for_each_cell(boxes_[box], [&](const std::vector<std::uint32_t>& list) {
    for (const std::uint32_t other : list) compare(box, other);
  });
  std::sort(found_.begin(), found_.end());
  return found_;
}

}  // namespace multibond::contact
