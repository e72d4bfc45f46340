#include "matrix.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace multibond {
namespace {

/// Values of all samples of all entries are held at once: a large block makes do with fewer.
std::size_t sample_count(std::size_t wanted, std::size_t rows) {
  constexpr std::size_t kValues = 400'000;
  return std::min(wanted, std::max<std::size_t>(6, kValues / std::max<std::size_t>(1, rows)));
}

}  // namespace

double mean_size(std::span<const double> values) {
  double largest = 0;
  std::size_t count = 0;
  for (double v : values) {
    if (!std::isfinite(v)) continue;
    largest = std::max(largest, std::fabs(v));
    ++count;
  }
  if (count == 0) return std::numeric_limits<double>::quiet_NaN();
  if (largest == 0) return 0;
  double sum = 0;
  for (double v : values) {
    if (std::isfinite(v)) sum += (v / largest) * (v / largest);
  }
  return largest * std::sqrt(sum / static_cast<double>(count));
}

BlockMatrix::BlockMatrix(const LinearBlock& block, Samples& source,
                         const EliminationOptions& options)
    : has_levels(!block.depth.empty()) {
  samples = options.one_sample ? 1 : sample_count(source.count(), block.rows.size());
  const auto level = [&](std::uint32_t component, bool root) -> std::uint32_t {
    return root || component >= block.depth.size() ? 0 : block.depth[component] + 1;
  };

  // columns
  NodeMap column_of;
  ExprPool* pool = nullptr;
  for (const LinearUnknown& unknown : block.unknowns) {
    column_of.insert(unknown.leaf.id(), static_cast<std::uint32_t>(unknowns.size()));
    unknowns.push_back(unknown.leaf);
    column_level.push_back(level(unknown.component, unknown.root));
    pool = unknown.leaf.pool();
  }
  kept.assign(unknowns.size(), false);
  for (const Expr& leaf : options.keep) {
    const std::uint32_t column = column_of.find(leaf.id());
    if (column == NodeMap::kMissing || kept[column]) continue;
    kept[column] = true;
    ++kept_count;
  }

  // rows; a term in something that is not an unknown of this block is known
  rows.reserve(block.rows.size());
  std::vector<std::size_t> place_in_row(unknowns.size(), 0);
  for (const LinearRow& given : block.rows) {
    Row row;
    row.rest = given.form.rest;
    row.level = level(given.component, given.root);
    row.root = given.root;
    for (const LinearTerm& term : given.form.terms) {
      const std::uint32_t column = column_of.find(term.unknown.id());
      if (column == NodeMap::kMissing) {
        row.rest += term.coefficient * term.unknown;
        continue;
      }
      std::size_t& place = place_in_row[column];
      if (place < row.entries.size() && row.entries[place].column == column) {
        row.entries[place].value += term.coefficient;
      } else {
        place = row.entries.size();
        row.entries.push_back({column, EntryKind::number, term.coefficient, {}, 0, true});
      }
    }
    rows.push_back(std::move(row));
  }

  // values
  if (pool) {
    Fingerprints fingerprints(*pool);
    const Fingerprints::Value one = Fingerprints::Value::number(1);
    for (Row& row : rows) {
      for (Entry& entry : row.entries) entry.fingerprint = fingerprints.of(entry.value);
      std::erase_if(row.entries, [](const Entry& e) { return e.fingerprint.is_zero(); });
      for (Entry& entry : row.entries) {
        if (entry.fingerprint == one) entry.value = 1.0;
        if (entry.fingerprint == -one) entry.value = -1.0;
        if (entry.value.is_number()) {
          const double size = std::fabs(entry.value.number());
          entry.kind = size == 1 ? EntryKind::unit : EntryKind::number;
        } else {
          const bool constant = source.is_constant(entry.value);
          entry.kind = constant ? EntryKind::parameter : EntryKind::varying;
        }
        entry.first = keep_values(source, entry.value, options, entry.same);
      }
      if (fingerprints.is_zero(row.rest)) row.rest = 0.0;
      row.first = keep_values(source, row.rest, options, row.same);
      entries += row.entries.size();
    }
  }
  equilibrate();
}

std::size_t BlockMatrix::keep_values(Samples& source, const Expr& expr,
                                     const EliminationOptions& options, bool& same) {
  const std::span<const double> all = source.values(expr);
  const std::size_t first = values_.size();
  same = all.size() == 1 || options.one_sample;
  if (same) {
    const std::size_t sample = std::min(options.sample, all.size() - 1);
    values_.push_back(options.one_sample ? all[sample] : all[0]);
  } else {
    for (std::size_t s = 0; s < samples; ++s) values_.push_back(all[s * all.size() / samples]);
  }
  return first;
}

bool BlockMatrix::is_finite(std::size_t s) const {
  for (const Row& row : rows) {
    if (!std::isfinite(rest(row, s))) return false;
    for (const Entry& entry : row.entries) {
      if (!std::isfinite(value(entry, s))) return false;
    }
  }
  return true;
}

/// A few sweeps of Ruiz (2001): divide rows and columns by the root of their largest entry.
void BlockMatrix::equilibrate() {
  row_scale.assign(rows.size(), 1.0);
  column_scale.assign(unknowns.size(), 1.0);
  std::vector<double> sizes;
  for (const Row& row : rows) {
    for (const Entry& entry : row.entries) sizes.push_back(mean_size(values(entry)));
  }
  std::vector<double> column_max(unknowns.size());
  for (int sweep = 0; sweep < 8; ++sweep) {
    std::fill(column_max.begin(), column_max.end(), 0.0);
    std::vector<double> row_max(rows.size(), 0.0);
    std::size_t k = 0;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (const Entry& entry : rows[r].entries) {
        const double size = sizes[k++] * row_scale[r] * column_scale[entry.column];
        if (!(size < std::numeric_limits<double>::infinity())) continue;
        row_max[r] = std::max(row_max[r], size);
        column_max[entry.column] = std::max(column_max[entry.column], size);
      }
    }
    for (std::size_t r = 0; r < rows.size(); ++r) {
      if (row_max[r] > 0) row_scale[r] /= std::sqrt(row_max[r]);
    }
    for (std::size_t c = 0; c < unknowns.size(); ++c) {
      if (column_max[c] > 0) column_scale[c] /= std::sqrt(column_max[c]);
    }
  }
}

}  // namespace multibond
