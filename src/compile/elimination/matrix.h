/// BlockMatrix: a linear block as numbers. Each entry with its values at the samples and its
/// fingerprint, so that orders of elimination are tried without making a single expression.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "multibond/compile/elimination.h"
#include "multibond/symbolic/fingerprint.h"

namespace multibond {

/// What is known of a value: the smaller, the better as a pivot.
enum class EntryKind : std::uint8_t {
  unit,       ///< the number 1 or -1
  number,     ///< another number
  parameter,  ///< constant in time
  varying,
};

struct BlockMatrix {
  struct Entry {
    std::uint32_t column = 0;
    EntryKind kind = EntryKind::number;
    Expr value;
    Fingerprints::Value fingerprint;
    std::size_t first = 0;  ///< of the values at the samples
    bool same = true;       ///< one value serves all samples
  };
  struct Row {
    std::vector<Entry> entries;
    Expr rest;
    std::size_t first = 0;  ///< of the values of `rest`
    bool same = true;
    std::uint32_t level = 0;  ///< turn in the component order; 0 is last
    bool root = false;        ///< closes a loop
  };

  BlockMatrix(const LinearBlock& block, Samples& samples, const EliminationOptions& options);

  std::vector<Row> rows;
  std::vector<Expr> unknowns;
  std::vector<std::uint32_t> column_level;
  std::vector<bool> kept;  ///< columns left to a run-time solver
  std::size_t kept_count = 0;
  std::size_t samples = 1;                      ///< number of samples in use
  std::size_t entries = 0;                      ///< number of entries of all rows
  bool has_levels = false;                      ///< depths are known
  std::vector<double> row_scale, column_scale;  ///< make the largest entries about 1

  double value(const Entry& entry, std::size_t s) const {
    return values_[entry.first + (entry.same ? 0 : s)];
  }
  double rest(const Row& row, std::size_t s) const {
    return values_[row.first + (row.same ? 0 : s)];
  }
  std::span<const double> values(const Entry& entry) const {
    return {values_.data() + entry.first, entry.same ? 1 : samples};
  }
  /// Whether all entries and rests have values at this sample.
  bool is_finite(std::size_t s) const;

 private:
  std::size_t keep_values(Samples& source, const Expr& expr, const EliminationOptions& options,
                          bool& same);
  void equilibrate();
  std::vector<double> values_;
};

/// Root mean square of the values that are numbers; NaN if none is.
double mean_size(std::span<const double> values);

}  // namespace multibond
