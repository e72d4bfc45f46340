/// Elimination of a linear block at compile time: A x = b becomes a sequence of assignments.
///
/// The order comes from the component tree (blocks of components from the tips to the root), which
/// makes the operation count linear along chains: the articulated-body algorithm, derived by the
/// compiler. Entries are expressions; exact zeros and ones are known. See
/// docs/passes/linear-blocks.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "multibond/compile/samples.h"
#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

/// One equation of the block: sum of coefficient * unknown + rest = 0.
struct LinearRow {
  LinearForm form;
  std::uint32_t component = 0;  ///< that stated it
  bool root = false;            ///< loop-closing constraint: belongs to the root block
};

struct LinearUnknown {
  Expr leaf;
  std::uint32_t component = 0;
  bool root = false;  ///< multiplier of a loop: belongs to the root block
};

struct LinearBlock {
  std::vector<LinearRow> rows;
  std::vector<LinearUnknown> unknowns;  ///< as many as rows
  /// Distance of each component from the ground, by component number; empty if unknown. One list
  /// serves all blocks of a model and is kept by the caller.
  std::span<const std::uint32_t> depth;
};

enum class EliminationOrder { components, markowitz };

struct EliminationOptions {
  /// Unknowns left to a run-time solver: the multipliers of the loops of a mechanism. Then only the
  /// tree is eliminated, whose pivots vanish nowhere: rows that close a loop serve for pivots only
  /// where these are constant. What the tree does not determine stays with the multipliers.
  std::vector<Expr> keep;
  /// Judge pivots by this sample alone (the present state) instead of by all samples.
  bool one_sample = false;
  std::size_t sample = 0;
};

/// A pivot that varies with the state, and its typical size (root mean square over the samples, or
/// its size at the one sample): the run watches |value| / scale.
struct WatchedPivot {
  Expr value;
  double scale = 1;
  Expr unknown;
};

struct Elimination {
  bool regular = true;
  /// In order of evaluation: each value uses only earlier unknowns and what the block knows.
  std::vector<std::pair<Expr, Expr>> assignments;
  /// If unknowns were to be kept: those, with what else is left to the solver, and as many
  /// equations in just these.
  std::vector<Expr> kept;
  std::vector<LinearForm> reduced;
  std::vector<WatchedPivot> watched;
  std::vector<Expr> divisors;  ///< pivots that parameters make
  /// If not regular: unknowns with entries in a null vector (undetermined), and the rows (numbers)
  /// with entries in a left null vector (contradicting or repeating each other).
  std::vector<Expr> undetermined;
  std::vector<std::size_t> dependent_rows;
  EliminationOrder order = EliminationOrder::components;
  std::size_t operations = 0;  ///< estimate of the emitted arithmetic
  double accuracy = 0;  ///< largest relative error at the samples, against extended precision
};

/// Eliminates the block, keeping the cheaper of the candidate orders that is numerically sound.
Elimination eliminate(const LinearBlock& block, Samples& samples,
                      const EliminationOptions& options = {});

}  // namespace multibond
