#include "plan.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>

#include "price.h"
#include "rows.h"
#include "slots.h"

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
        price_(matrix, slots_),
        row_active_(matrix.rows.size(), false),
        row_done_(matrix.rows.size(), false),
        column_active_(matrix.unknowns.size(), false),
        column_done_(matrix.unknowns.size(), false),
        version_(matrix.rows.size(), 0) {
    plan_.order = options.order;
    for (std::uint32_t r = 0; r < matrix.rows.size(); ++r) original_size_.push_back(row_size(r));
  }

  EliminationPlan run() {
    set_turns();
    for (std::uint32_t turn = 0; turn < turns_ && !plan_.abandoned; ++turn) {
      activate(turn);
      eliminate_active();
    }
    if (!plan_.abandoned) eliminate_remaining();
    finish();
    return std::move(plan_);
  }

 private:
  /// Order of candidates: by preference, then by work, then as given.
  struct Key {
    int preference = 0;
    std::uint64_t cost = 0;
    std::uint32_t row = 0, column = kNone;
    std::uint32_t version = 0;
    friend bool operator>(const Key& a, const Key& b) {
      return std::tie(a.preference, a.cost, a.row, a.column) >
             std::tie(b.preference, b.cost, b.row, b.column);
    }
  };

  // -- which rows and columns take part ---------------------------------------------------------
  bool by_components() const { return options_.order == EliminationOrder::components; }

  /// Turns: the deepest level first. All at once if components do not matter.
  void set_turns() {
    row_turn_.assign(matrix_.rows.size(), 0);
    column_turn_.assign(matrix_.unknowns.size(), 0);
    turns_ = 1;
    if (by_components()) {
      std::vector<std::uint32_t> levels(matrix_.column_level);
      for (const BlockMatrix::Row& row : matrix_.rows) levels.push_back(row.level);
      std::sort(levels.begin(), levels.end(), std::greater<>());
      levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
      const auto turn = [&](std::uint32_t level) {
        const auto at = std::lower_bound(levels.begin(), levels.end(), level, std::greater<>());
        return static_cast<std::uint32_t>(at - levels.begin());
      };
      for (std::size_t r = 0; r < row_turn_.size(); ++r) row_turn_[r] = turn(matrix_.rows[r].level);
      for (std::size_t c = 0; c < column_turn_.size(); ++c) {
        column_turn_[c] = turn(matrix_.column_level[c]);
      }
      turns_ = static_cast<std::uint32_t>(levels.size());
    }
    rows_of_turn_.resize(turns_);
    columns_of_turn_.resize(turns_);
    for (std::uint32_t r = 0; r < row_turn_.size(); ++r) rows_of_turn_[row_turn_[r]].push_back(r);
    for (std::uint32_t c = 0; c < column_turn_.size(); ++c) {
      columns_of_turn_[column_turn_[c]].push_back(c);
    }
  }

  void activate(std::uint32_t turn) {
    turn_ = turn;
    for (std::uint32_t r : rows_of_turn_[turn]) row_active_[r] = true;
    for (std::uint32_t c : columns_of_turn_[turn]) column_active_[c] = !matrix_.kept[c];
    touch_turn(turn);
    if (options_.lag > 0 && turn >= options_.lag) touch_turn(turn - options_.lag);
  }

  /// Looks again at the rows of a turn and at the rows with columns of it.
  void touch_turn(std::uint32_t turn) {
    std::vector<std::uint32_t> found = rows_of_turn_[turn];
    for (std::uint32_t c : columns_of_turn_[turn]) {
      if (column_done_[c]) continue;
      const auto rows = rows_.rows_of(c);
      found.insert(found.end(), rows.begin(), rows.end());
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (std::uint32_t r : found) touch(r);
  }

  /// Whether it is the turn of a pivot. Pivots other than 1 and -1 wait for `lag` more levels: the
  /// inertia of a body is met by the joint that carries it, not by the body alone.
  bool is_due(std::uint32_t row, const SparseRows::Cell& cell) const {
    if (strictness_ != Strictness::strict || options_.lag == 0) return true;
    if (slots_.kind(cell.slot) == EntryKind::unit) return true;
    return std::min(row_turn_[row], column_turn_[cell.column]) + options_.lag <= turn_;
  }

  bool is_candidate(std::uint32_t row, const SparseRows::Cell& cell) const {
    if (!column_active_[cell.column] || column_done_[cell.column]) return false;
    // With loops left to a solver, only the tree is solved for what varies.
    return !keeps() || !matrix_.rows[row].root || slots_.kind(cell.slot) != EntryKind::varying;
  }

  /// Whether unknowns are left to a run-time solver.
  bool keeps() const { return matrix_.kept_count > 0; }

  // -- judgement of pivots ----------------------------------------------------------------------
  double threshold() const {
    switch (strictness_) {
      case Strictness::strict:
        if (!options_.solution_size.empty()) return options_.least_share;
        return by_components() ? 0.03 : 0.1;
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

  /// Largest typical entry of a row, in the scaled sense.
  double row_size(std::uint32_t row) const {
    double largest = 0;
    for (const auto& cell : rows_.cells(row)) {
      const double size = slots_.typical(cell.slot) * column_weight(cell.column);
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

  /// `sizes`: of the row at the samples, filled when first needed.
  bool is_sound(std::uint32_t row, const SparseRows::Cell& cell, double row_max,
                std::vector<double>& sizes) const {
    const double typical = slots_.typical(cell.slot);
    if (!(typical > 0) || !std::isfinite(typical) || slots_.is_doubtful(cell.slot)) return false;
    const bool constant = slots_.kind(cell.slot) != EntryKind::varying;
    const double share = typical * column_weight(cell.column) / row_max;
    if (share < kShareOfGrownRow && row_max > kGrown * original_size_[row]) return false;
    if (constant && !options_.solution_size.empty()) return share >= threshold();
    if (constant && by_components()) {
      // Constants are the same at all states, so they may be smaller.
      const double least = threshold() * 0.003;
      return share >= least ||
             (rows_.column_count(cell.column) <= 64 && share_of_column(row, cell) >= least);
    }
    if (sizes.empty()) sizes = row_sizes(row);
    const double least_share = share_of_row(cell, sizes);
    if (least_share < 0) return false;
    if (!options_.solution_size.empty()) return share >= threshold();
    return least_share >= threshold() ||
           (rows_.column_count(cell.column) <= 64 && share_of_column(row, cell) >= threshold());
  }

  // -- choice -----------------------------------------------------------------------------------
  std::uint64_t cost(std::uint32_t row, const SparseRows::Cell& cell) const {
    constexpr std::uint64_t kExtra[] = {0, 1, 2, 6};  // by kind
    const std::uint64_t across = rows_.row_count(row) - 1;
    const std::uint64_t down = rows_.column_count(cell.column) - 1;
    return 4 * across * down + kExtra[static_cast<std::size_t>(slots_.kind(cell.slot))];
  }

  /// Decades by which the two largest terms of a row outweigh the third, negative: a row that
  /// almost says that two unknowns are equal, such as the law of a large conductance. It has to be
  /// used before anything is computed from their difference.
  int tightness(std::uint32_t row) const {
    double first = 0, second = 0, third = 0;
    for (const auto& cell : rows_.cells(row)) {
      double size = slots_.typical(cell.slot) * column_weight(cell.column);
      if (size > first) std::swap(size, first);
      if (size > second) std::swap(size, second);
      if (size > third) std::swap(size, third);
    }
    if (third == 0) return 0;
    return std::max(-20, static_cast<int>(std::log10(third / first)));
  }

  /// Constants strictly before what varies, in the order of components; with a lag 1 and -1 before
  /// all others.
  int preference(EntryKind kind) const {
    if (!by_components()) return 0;
    if (kind == EntryKind::varying) return 2;
    return options_.lag > 0 && kind != EntryKind::unit ? 1 : 0;
  }

  /// The best pivot of a row, or column kNone.
  Key best(std::uint32_t row) const {
    Key key;
    key.row = row;
    key.version = version_[row];
    const double row_max = row_size(row);
    std::vector<double> sizes;  // at the samples, if anybody asks
    const int tight = options_.tight_rows_first ? 4 * tightness(row) : 0;
    for (const auto& cell : rows_.cells(row)) {
      if (!is_candidate(row, cell) || !is_due(row, cell)) continue;
      const EntryKind kind = slots_.kind(cell.slot);
      const int p = tight + preference(kind);
      const std::uint64_t c = cost(row, cell);
      if (key.column != kNone &&
          std::tie(p, c, cell.column) > std::tie(key.preference, key.cost, key.column)) {
        continue;
      }
      if (!is_sound(row, cell, row_max, sizes)) continue;
      key.preference = p;
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
    while (!queue_.empty() && !is_too_expensive()) {
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

  bool is_too_expensive() {
    if (options_.limit && plan_.updates.size() > *options_.limit) plan_.abandoned = true;
    return plan_.abandoned;
  }

  /// What no strict rule could eliminate: weaker rules, then whatever is largest.
  void eliminate_remaining() {
    for (Strictness strictness : {Strictness::relaxed, Strictness::lax}) {
      strictness_ = strictness;
      touch_all();
      eliminate_active();
    }
    // A pivot that may vanish is no pivot of a tree: the solver takes what belongs to it.
    if (keeps()) return;
    std::size_t patience = 20 * matrix_.entries + 1'000'000;
    while (!plan_.abandoned && take_largest(false, patience)) {
      eliminate_active();
    }
    while (!is_too_expensive() && take_largest(true, patience)) {
    }
  }

  void touch_all() {
    for (std::uint32_t r = 0; r < matrix_.rows.size(); ++r) touch(r);
  }

  /// Pivots on the entry that stays largest against its row; `doubtful` ones or ones without a
  /// value only if asked for. When the patience is used up, the first one that is not zero is
  /// taken.
  bool take_largest(bool doubtful, std::size_t& patience) {
    double quality = 0;
    std::uint32_t row = kNone, column = kNone;
    for (std::uint32_t r = 0; r < matrix_.rows.size(); ++r) {
      if (row_done_[r]) continue;
      if (patience == 0 && quality > 0) break;
      patience -= std::min(patience, rows_.row_count(r) + 1);
      const double row_max = row_size(r);
      for (const auto& cell : rows_.cells(r)) {
        if (!is_candidate(r, cell)) continue;
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
    double smallest = slots_.typical(cell.slot);
    for (std::size_t s = 0; s < slots_.count(cell.slot); ++s) {
      const double v = std::fabs(slots_.value(cell.slot, s));
      if (v < smallest) smallest = v;
    }
    // vanishing at a sample is bad, vanishing at all of them is impossible
    const double typical = slots_.typical(cell.slot);
    return (smallest + 1e-6 * typical) * column_weight(cell.column) / row_max;
  }

  /// Root mean square over the samples.
  double mean_size(std::uint32_t slot) const {
    std::vector<double> values(slots_.count(slot));
    for (std::size_t s = 0; s < values.size(); ++s) values[s] = slots_.value(slot, s);
    return multibond::mean_size(values);
  }

  // -- elimination ------------------------------------------------------------------------------
  void pivot(std::uint32_t row, std::uint32_t column) {
    EliminationPlan::Step step;
    step.row = row;
    step.column = column;
    step.pivot = rows_.find(row, column);
    step.kind = slots_.kind(step.pivot);
    step.size = mean_size(step.pivot);
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
    price_.solve(step.pivot, rows_.cells(row), row);
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
    price_.use(slot);
    const std::uint32_t factor = slots_.quotient(slot, step.pivot);
    if (step.kind != EntryKind::unit) price_.product(factor, slot);
    for (const auto& cell : rows_.cells(step.row)) {
      const std::uint32_t old = rows_.find(row, cell.column);
      if (old == kNone) {
        const std::uint32_t fill = slots_.negative_product(factor, cell.slot);
        rows_.insert(row, {cell.column, fill});
        plan_.updates.push_back({cell.slot, fill});
        price_.update(factor, cell.slot, fill, true);
      } else if (slots_.subtract_product(old, factor, cell.slot)) {
        plan_.updates.push_back({cell.slot, old});
        price_.update(factor, cell.slot, old, false);
      } else {
        rows_.erase(row, cell.column);
      }
    }
    price_.update_rest(factor, step.row, row);
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
    plan_.operations = price_.operations();
  }

  static constexpr std::size_t kLongRow = 64;
  /// Rounding is harmless as long as no entry outgrows the rows it came from (backward analysis of
  /// Gaussian elimination). Along a chain each step can be sound and all together amplify without
  /// bound; so a row that has grown this much has to be solved for one of its largest entries.
  static constexpr double kGrown = 30, kShareOfGrownRow = 0.5;

  const BlockMatrix& matrix_;
  const PlanOptions& options_;
  Slots slots_;
  SparseRows rows_;
  PlanPrice price_;
  std::vector<bool> row_active_, row_done_, column_active_, column_done_;
  std::vector<std::uint32_t> version_;
  std::vector<double> original_size_;  ///< of the rows
  std::vector<std::uint32_t> row_turn_, column_turn_;
  std::vector<std::vector<std::uint32_t>> rows_of_turn_, columns_of_turn_;
  std::uint32_t turn_ = 0, turns_ = 1;
  Strictness strictness_ = Strictness::strict;
  std::priority_queue<Key, std::vector<Key>, std::greater<Key>> queue_;
  EliminationPlan plan_;
};

}  // namespace

EliminationPlan plan_elimination(const BlockMatrix& matrix, const PlanOptions& options) {
  return Planner(matrix, options).run();
}

}  // namespace multibond
