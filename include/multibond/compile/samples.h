/// Samples: numerical values of expressions at a few dozen states, to choose pivots by.
///
/// A pivot that varies must keep its sign and size over all of them (design section 6). A leaf that
/// an earlier step of the plan computes is given by its defining expression; values are computed
/// when asked for and kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

class Samples {
 public:
  /// `leaf_values` gives the values of a leaf that no step defines (states, parameters, time, …) at
  /// all samples: `count` of them, or one if the leaf is the same everywhere.
  using LeafValues = std::function<std::vector<double>(const Expr& leaf)>;
  Samples(std::size_t count, LeafValues leaf_values);

  std::size_t count() const { return count_; }
  /// Says how a leaf is computed. The definition is evaluated when first needed; what was evaluated
  /// before keeps its values. A leaf that depends on itself has no value (not a number).
  void define(const Expr& leaf, const Expr& value);
  /// Says the values of a leaf, one per sample.
  void define(const Expr& leaf, std::vector<double> values);
  /// Values at all samples: `count()` of them, or a single one if the expression is constant. Not a
  /// number where the expression has no value. The span of a plain number lasts until the next
  /// call, others as long as the samples.
  std::span<const double> values(const Expr& expr);
  double value(const Expr& expr, std::size_t sample);
  /// Whether the expression is made of numbers, parameters and leaves that are the same everywhere.
  bool is_constant(const Expr& expr);

 private:
  struct Entry {
    std::vector<double> values;
    bool constant = false;
  };
  std::uint32_t entry(const Expr& expr);  ///< evaluates what is new below
  bool evaluate_leaf(ExprPool& pool, std::uint32_t id);
  void evaluate_node(ExprPool& pool, std::uint32_t id);
  void keep(std::uint32_t id, Entry entry);

  std::size_t count_;
  LeafValues leaf_values_;
  const ExprPool* pool_ = nullptr;
  NodeMap defined_;  ///< leaf to definition
  std::vector<Expr> definitions_;
  NodeMap known_;  ///< node to entry
  NodeMap busy_;   ///< defined leaves whose definition is being evaluated
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> stack_;
  double number_ = 0;
};

}  // namespace multibond
