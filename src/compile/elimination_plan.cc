#include "elimination_plan.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "elimination_rows.h"
#include "elimination_slots.h"

namespace multibond {
namespace {

constexpr std::uint32_t kNone = SparseRows::kNone;

/// How strict the choice of pivots is; the later ones are for what the earlier ones left over.
enum class Strictness { strict, relaxed, lax };

class Planner {
 public:
  Planner(const BlockMatrix& matrix, const PlanOptions& options)
      : matrix_(matrix),
        options_(options),
        slots_(matrix),
        rows_(matrix),
        row_active_(matrix.rows.size(), false),
        row_done_(matrix.rows.size(), false),
        column_active_(matrix.unknowns.size(), false),
        column_done_(matrix.unknowns.size(), false),
        version_(matrix.rows.size(), 0) {
    plan_.order = options.order;
  }

  EliminationPlan run() {
    for (std::uint32_t level : levels()) {
      activate(level);
      eliminate_active();
    }
    eliminate_remaining();
    finish();
    return std::move(plan_);
  }

 private:
  /// Order of candidates: constants before what varies, then by work, then as given.
  struct Key {
    bool varying = false;
    std::uint64_t cost = 0;
    std::uint32_t row = 0, column = kNone;
    std::uint32_t version = 0;
    friend bool operator>(const Key& a, const Key& b) {
      return std::tie(a.varying, a.cost, a.row, a.column) >
             std::tie(b.varying, b.cost, b.row, b.column);
    }
  };

  // -- which rows and columns take part ---------------------------------------------------------
  std::vector<std::uint32_t> levels() const {
    if (options_.order == EliminationOrder::markowitz) return {0};
    std::vector<std::uint32_t> found(matrix_.column_level);
    for (const BlockMatrix::Row& row : matrix_.rows) found.push_back(row.level);
    std::sort(found.begin(), found.end(), std::greater<>());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  void activate(std::uint32_t level) {
    const bool all = options_.order == EliminationOrder::markowitz;
    if (row_order_.empty()) {
      for (std::uint32_t r = 0; r < matrix_.rows.size(); ++r) row_order_.push_back(r);
      for (std::uint32_t c = 0; c < matrix_.unknowns.size(); ++c) column_order_.push_back(c);
      if (!all) {
        std::stable_sort(row_order_.begin(), row_order_.end(), [&](auto a, auto b) {
          return matrix_.rows[a].level > matrix_.rows[b].level;
        });
        std::stable_sort(column_order_.begin(), column_order_.end(), [&](auto a, auto b) {
          return matrix_.column_level[a] > matrix_.column_level[b];
        });
      }
    }
    std::vector<std::uint32_t> changed;
    while (next_row_ < row_order_.size()) {
      const std::uint32_t r = row_order_[next_row_];
      if (!all && matrix_.rows[r].level != level) break;
      row_active_[r] = true;
      changed.push_back(r);
      ++next_row_;
    }
    while (next_column_ < column_order_.size()) {
      const std::uint32_t c = column_order_[next_column_];
      if (!all && matrix_.column_level[c] != level) break;
      column_active_[c] = !matrix_.kept[c];
      for (std::uint32_t r : rows_.rows_of(c)) {
        if (row_active_[r] && !row_done_[r] && matrix_.rows[r].level != level) changed.push_back(r);
      }
      ++next_column_;
    }
    for (std::uint32_t r : changed) touch(r);
  }

  bool is_candidate(std::uint32_t column) const {
    return column_active_[column] && !column_done_[column];
  }

  // -- judgement of pivots ----------------------------------------------------------------------
  double threshold() const {
    switch (strictness_) {
      case Strictness::strict:
        return 0.03;
      case Strictness::relaxed:
        return 1e-4;
      default:
        return 0;
    }
  }

  double column_weight(std::uint32_t column) const {
    return options_.solution_size.empty() ? matrix_.column_scale[column]
                                          : options_.solution_size[column];
  }

  /// Largest mean entry of a row, in the scaled sense.
  double row_size(std::uint32_t row) const {
    double largest = 0;
    for (const auto& cell : rows_.cells(row)) {
      const double size = slots_.mean(cell.slot) * column_weight(cell.column);
      if (size > largest) largest = size;
    }
    return largest;
  }

  /// Largest entry of a row at each sample, in the scaled sense.
  std::vector<double> row_sizes(std::uint32_t row) const {
    std::vector<double> largest(matrix_.samples, 0.0);
    for (const auto& cell : rows_.cells(row)) {
      const double weight = column_weight(cell.column);
      for (std::size_t s = 0; s < matrix_.samples; ++s) {
        const double size = std::fabs(slots_.value(cell.slot, s)) * weight;
        if (size > largest[s]) largest[s] = size;
      }
    }
    return largest;
  }

  /// The smallest part of its row that the entry is at any sample; negative if its sign changes,
  /// if it vanishes or if it has no value.
  double share_of_row(const SparseRows::Cell& pivot, const std::vector<double>& row_sizes) const {
    const double weight = column_weight(pivot.column);
    double smallest = 1, sign = 0;
    for (std::size_t s = 0; s < matrix_.samples; ++s) {
      const double p = slots_.value(pivot.slot, s);
      if (!std::isfinite(p)) continue;
      if (p == 0 || (p > 0 ? sign < 0 : sign > 0)) return -1;
      sign = p;
      smallest = std::min(smallest, std::fabs(p) * weight / row_sizes[s]);
    }
    return sign == 0 ? -1 : smallest;
  }

  /// The same for its column.
  double share_of_column(std::uint32_t row, const SparseRows::Cell& pivot) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;  // row, slot
    for (std::uint32_t r : rows_.rows_of(pivot.column)) {
      if (row_done_[r]) continue;
      const std::uint32_t slot = rows_.find(r, pivot.column);
      if (slot != kNone) entries.emplace_back(r, slot);
    }
    double smallest = 1;
    for (std::size_t s = 0; s < matrix_.samples; ++s) {
      const double p = std::fabs(slots_.value(pivot.slot, s)) * matrix_.row_scale[row];
      if (!std::isfinite(p)) continue;
      for (const auto& [r, slot] : entries) {
        const double size = std::fabs(slots_.value(slot, s)) * matrix_.row_scale[r];
        if (p < smallest * size) smallest = p / size;
      }
    }
    return smallest;
  }

  bool is_sound_constant(const SparseRows::Cell& cell, double row_max) const {
    const double mean = slots_.mean(cell.slot);
    if (!(mean > 0) || !std::isfinite(mean) || slots_.is_doubtful(cell.slot)) return false;
    const double least = options_.solution_size.empty() ? threshold() * 1e-6 : threshold();
    return mean * column_weight(cell.column) >= least * row_max;
  }

  bool is_sound_varying(std::uint32_t row, const SparseRows::Cell& cell, double row_max,
                        const std::vector<double>& row_sizes) const {
    const double mean = slots_.mean(cell.slot);
    if (!(mean > 0) || slots_.is_doubtful(cell.slot)) return false;
    const double share = share_of_row(cell, row_sizes);
    if (!options_.solution_size.empty()) {
      return share >= 0 && mean * column_weight(cell.column) >= threshold() * row_max;
    }
    if (share < 0) return false;
    if (share >= threshold()) return true;
    return rows_.column_count(cell.column) <= 64 && share_of_column(row, cell) >= threshold();
  }

  // -- choice -----------------------------------------------------------------------------------
  std::uint64_t cost(std::uint32_t row, const SparseRows::Cell& cell) const {
    const std::uint64_t across = rows_.row_count(row) - 1;
    const std::uint64_t down = rows_.column_count(cell.column) - 1;
    const std::uint64_t extra = slots_.kind(cell.slot) == EntryKind::unit     ? 0
                                : slots_.kind(cell.slot) == EntryKind::number ? 1
                                                                              : 2;
    return 4 * across * down + extra;
  }

  /// The best pivot of a row, or column kNone.
  Key best(std::uint32_t row) const {
    Key key;
    key.row = row;
    key.version = version_[row];
    const double row_max = row_size(row);
    for (const auto& cell : rows_.cells(row)) {
      if (!is_candidate(cell.column) || slots_.kind(cell.slot) == EntryKind::varying) continue;
      const std::uint64_t c = cost(row, cell);
      if (key.column != kNone && std::tie(c, cell.column) > std::tie(key.cost, key.column))
        continue;
      if (!is_sound_constant(cell, row_max)) continue;
      key.cost = c;
      key.column = cell.column;
    }
    if (key.column != kNone) return key;
    key.varying = true;
    const std::vector<double> sizes = row_sizes(row);
    for (const auto& cell : rows_.cells(row)) {
      if (!is_candidate(cell.column) || slots_.kind(cell.slot) != EntryKind::varying) continue;
      const std::uint64_t c = cost(row, cell);
      if (key.column != kNone && std::tie(c, cell.column) > std::tie(key.cost, key.column))
        continue;
      if (!is_sound_varying(row, cell, row_max, sizes)) continue;
      key.cost = c;
      key.column = cell.column;
    }
    return key;
  }

  /// The row is new or has changed: it gets a new place in the queue. Long rows are only looked at
  /// when nothing shorter is left, so that one row through everything does not cost its length in
  /// every step.
  void touch(std::uint32_t row) {
    if (row_done_[row] || !row_active_[row]) return;
    ++version_[row];
    if (rows_.row_count(row) > kLongRow) {
      Key key;
      key.cost = 4 * rows_.row_count(row);
      key.row = row;
      key.version = version_[row];
      queue_.push(key);
      return;
    }
    const Key key = best(row);
    if (key.column != kNone) queue_.push(key);
  }

  void eliminate_active() {
    while (!queue_.empty()) {
      const Key key = queue_.top();
      queue_.pop();
      if (row_done_[key.row] || key.version != version_[key.row]) continue;
      const Key now = best(key.row);  // counts of columns may have changed meanwhile
      if (now.column == kNone) continue;
      if (now > key) {
        queue_.push(now);
      } else {
        pivot(now.row, now.column);
      }
    }
  }

  /// What no strict rule could eliminate: weaker rules, then whatever is largest.
  void eliminate_remaining() {
    for (Strictness strictness : {Strictness::relaxed, Strictness::lax}) {
      strictness_ = strictness;
      touch_all();
      eliminate_active();
    }
    while (take_largest(false)) {
      touch_all();
      eliminate_active();
    }
    while (take_largest(true)) {
    }
  }

  void touch_all() {
    for (std::uint32_t r = 0; r < matrix_.rows.size(); ++r) touch(r);
  }

  /// Pivots on the entry that stays largest against its row; `doubtful` ones or ones without a
  /// value only if asked for.
  bool take_largest(bool doubtful) {
    double quality = 0;
    std::uint32_t row = kNone, column = kNone;
    for (std::uint32_t r = 0; r < matrix_.rows.size(); ++r) {
      if (row_done_[r]) continue;
      const double row_max = row_size(r);
      for (const auto& cell : rows_.cells(r)) {
        if (!is_candidate(cell.column)) continue;
        double q = quality_of(cell, row_max);
        if (slots_.is_doubtful(cell.slot) || std::isnan(q)) {
          if (!doubtful || q == 0) continue;
          q = std::isnan(q) ? 1e-300 : q * 1e-30;
        }
        if (q > quality) std::tie(quality, row, column) = std::tie(q, r, cell.column);
      }
    }
    if (row == kNone) return false;
    pivot(row, column);
    return true;
  }

  double quality_of(const SparseRows::Cell& cell, double row_max) const {
    double smallest = slots_.mean(cell.slot);
    for (std::size_t s = 0; s < slots_.count(cell.slot); ++s) {
      const double v = std::fabs(slots_.value(cell.slot, s));
      if (v < smallest) smallest = v;
    }
    // vanishing at a sample is bad, vanishing at all of them is impossible
    const double typical = slots_.mean(cell.slot);
    return (smallest + 1e-6 * typical) * column_weight(cell.column) / row_max;
  }

  // -- elimination ------------------------------------------------------------------------------
  void pivot(std::uint32_t row, std::uint32_t column) {
    EliminationPlan::Step step;
    step.row = row;
    step.column = column;
    step.pivot = rows_.find(row, column);
    step.kind = slots_.kind(step.pivot);
    step.size = slots_.mean(step.pivot);
    step.doubtful = slots_.is_doubtful(step.pivot);
    plan_.varying += step.kind == EntryKind::varying;
    rows_.erase(row, column);
    row_done_[row] = true;
    column_done_[column] = true;
    rows_.retire(row);
    step.first_cell = plan_.cells.size();
    for (const auto& cell : rows_.cells(row)) plan_.cells.push_back(cell);
    step.last_cell = plan_.cells.size();

    step.first_target = plan_.targets.size();
    std::vector<std::uint32_t> changed;
    for (std::uint32_t r : rows_.rows_of(column)) {
      if (row_done_[r]) continue;
      const std::uint32_t slot = rows_.find(r, column);
      if (slot == kNone) continue;  // out of date
      rows_.erase(r, column);
      subtract(step, r, slot);
      changed.push_back(r);
    }
    step.last_target = plan_.targets.size();
    plan_.operations += (step.kind != EntryKind::unit) + 2 * (step.last_cell - step.first_cell);
    slots_.release(step.pivot);
    for (const auto& cell : rows_.cells(row)) slots_.release(cell.slot);
    plan_.steps.push_back(step);
    for (std::uint32_t r : changed) touch(r);
  }

  void subtract(const EliminationPlan::Step& step, std::uint32_t row, std::uint32_t slot) {
    EliminationPlan::Target target;
    target.row = row;
    target.slot = slot;
    target.first_update = plan_.updates.size();
    const std::uint32_t factor = slots_.quotient(slot, step.pivot);
    const bool free_factor = slots_.kind(factor) != EntryKind::varying;
    plan_.operations += !free_factor && step.kind != EntryKind::unit;
    for (const auto& cell : rows_.cells(step.row)) {
      const std::uint32_t old = rows_.find(row, cell.column);
      const bool varies = !free_factor || slots_.kind(cell.slot) == EntryKind::varying;
      const bool product =
          slots_.kind(factor) != EntryKind::unit && slots_.kind(cell.slot) != EntryKind::unit;
      if (old == kNone) {
        const std::uint32_t fill = slots_.negative_product(factor, cell.slot);
        rows_.insert(row, {cell.column, fill});
        plan_.updates.push_back({cell.slot, fill});
        plan_.operations += varies && product;
      } else if (slots_.subtract_product(old, factor, cell.slot)) {
        plan_.updates.push_back({cell.slot, old});
        plan_.operations +=
            (varies && product) + (varies || slots_.kind(old) == EntryKind::varying);
      } else {
        rows_.erase(row, cell.column);
      }
    }
    plan_.operations += matrix_.rows[step.row].rest.is_number(0) ? 0 : 2;
    slots_.release(factor);
    slots_.release(slot);
    target.last_update = plan_.updates.size();
    plan_.targets.push_back(target);
  }

  void finish() {
    for (std::uint32_t r = 0; r < matrix_.rows.size(); ++r) {
      if (row_done_[r]) continue;
      EliminationPlan::Left left;
      left.row = r;
      left.first_cell = plan_.cells.size();
      for (const auto& cell : rows_.cells(r)) plan_.cells.push_back(cell);
      left.last_cell = plan_.cells.size();
      plan_.left.push_back(left);
    }
    plan_.slots = slots_.size();
  }

  static constexpr std::size_t kLongRow = 64;

  const BlockMatrix& matrix_;
  const PlanOptions& options_;
  Slots slots_;
  SparseRows rows_;
  std::vector<bool> row_active_, row_done_, column_active_, column_done_;
  std::vector<std::uint32_t> version_;
  std::vector<std::uint32_t> row_order_, column_order_;
  std::size_t next_row_ = 0, next_column_ = 0;
  Strictness strictness_ = Strictness::strict;
  std::priority_queue<Key, std::vector<Key>, std::greater<Key>> queue_;
  EliminationPlan plan_;
};

}  // namespace

EliminationPlan plan_elimination(const BlockMatrix& matrix, const PlanOptions& options) {
  return Planner(matrix, options).run();
}

}  // namespace multibond
