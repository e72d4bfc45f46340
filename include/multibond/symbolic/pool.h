/// ExprPool: the table in which every distinct expression of a model exists once.
///
/// Nodes are numbered in order of creation, so the operands of a node have smaller numbers than the
/// node: "in ascending order" is a topological order, and no algorithm needs recursion. A pool
/// belongs to one model and is not shared between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "multibond/symbolic/expr.h"

namespace multibond {

struct ExprNode {
  Op op;
  std::uint32_t a = 0;  ///< operand, or index of a leaf, or number of the function of a call
  std::uint32_t b = 0;  ///< operand, or order of a variable, or first argument of a call
  std::uint32_t c = 0;  ///< operand, or number of arguments of a call
};

/// Throws the Error of an expression made of the quantities of two pools.
[[noreturn]] void refuse_other_pool();

class ExprPool {
 public:
  ExprPool();
  /// A copy has the same nodes under the same numbers: `rebase` carries expressions over.
  explicit ExprPool(const ExprPool&) = default;
  ExprPool& operator=(const ExprPool&) = delete;

  // -- leaves --
  Expr parameter(std::uint32_t index) { return leaf(Op::parameter, index, 0); }
  Expr variable(std::uint32_t index, std::uint32_t order = 0) {
    return leaf(Op::variable, index, order);
  }
  Expr pre(std::uint32_t index) { return leaf(Op::pre, index, 0); }
  Expr condition(std::uint32_t index) { return leaf(Op::condition, index, 0); }
  Expr time() { return leaf(Op::time, 0, 0); }
  Expr correction(std::uint32_t index) { return leaf(Op::correction, index, 0); }
  Expr rank_flag(std::uint32_t index) { return leaf(Op::rank_flag, index, 0); }

  // -- nodes --
  /// Makes room for about so many new nodes that are not leaves.
  void reserve(std::size_t nodes);
  std::size_t size() const { return nodes_.size(); }
  const ExprNode& node(std::uint32_t id) const { return nodes_[id]; }
  double number(std::uint32_t id) const { return numbers_[nodes_[id].a]; }
  const Function& function(std::uint32_t index) const { return *functions_[index]; }
  std::shared_ptr<const Function> shared_function(std::uint32_t index) const {
    return functions_[index];
  }
  /// Operands of a node, as node numbers.
  std::span<const std::uint32_t> operands(std::uint32_t id) const {
    const ExprNode& node = nodes_[id];
    if (is_leaf(node.op)) return {};
    if (node.op == Op::call) return {arguments_.data() + node.b, node.c};
    return {&node.a, is_unary(node.op) ? 1u : is_binary(node.op) ? 2u : 3u};
  }
  /// The expression of a node: a plain number if the node is one.
  Expr expr(std::uint32_t id) {
    return nodes_[id].op == Op::number ? Expr(number(id)) : Expr(this, id);
  }
  /// The node of an expression, made if it is a number that has none yet.
  std::uint32_t intern(const Expr& expr);
  std::uint32_t intern(Op op, std::uint32_t a, std::uint32_t b = 0, std::uint32_t c = 0);
  std::uint32_t intern_call(std::shared_ptr<const Function> function,
                            std::span<const std::uint32_t> arguments);

  /// Throws Error if `owner` is another pool; null becomes this one. Traversals that
  /// remember nodes by number call it, because the numbers of two pools mean different things.
  void claim(const ExprPool*& owner) const;

  /// Nodes reachable from the roots, ascending.
  std::vector<std::uint32_t> reachable(std::span<const Expr> roots);
  /// The same in no particular order: linear in what is reached.
  std::vector<std::uint32_t> reachable_unordered(std::span<const Expr> roots);

  /// The expression of this pool that has the number of one of its copy, or of its original.
  Expr rebase(const Expr& expr) { return expr.is_number() ? expr : Expr(this, expr.id()); }

  /// Nodes taken out of a pool from some number on, to be put back later.
  struct Tail {
    std::uint32_t first = 0;
    std::vector<ExprNode> nodes;
    std::vector<double> numbers;
    std::vector<std::uint32_t> arguments;
    std::vector<std::shared_ptr<const Function>> functions;
  };
  /// Where a pool ends now.
  struct Mark {
    std::uint32_t nodes = 0, numbers = 0, arguments = 0, functions = 0;
    std::size_t resizes = 0;
  };
  Mark mark() const;
  /// Takes out what was made after the mark, as if it had never been: what is made next gets the
  /// same numbers as it would have got then. Expressions beyond the mark have no meaning any more,
  /// until the tail is put back.
  Tail cut(const Mark& mark);
  /// Puts a tail back; the pool must end where the tail was cut off.
  void append(const Tail& tail);

 private:
  class Probe;
  Expr leaf(Op op, std::uint32_t index, std::uint32_t order);
  std::vector<std::uint32_t>* leaf_list(Op op, std::uint32_t index, std::uint32_t order);
  std::uint32_t find_or_add(const ExprNode& node);
  void resize_table(std::size_t size);
  void put_into_table(std::uint32_t id);
  void take_from_index(std::uint32_t id);

  std::vector<ExprNode> nodes_;
  std::vector<double> numbers_;
  std::vector<std::uint32_t> arguments_;  ///< of calls
  std::vector<std::shared_ptr<const Function>> functions_;
  std::unordered_map<const Function*, std::uint32_t> function_index_;
  std::unordered_map<std::uint64_t, std::uint32_t> number_index_;  ///< by bit pattern
  std::unordered_multimap<std::uint64_t, std::uint32_t> argument_index_;
  std::vector<std::uint32_t> table_;  ///< open addressing; node number + 1, 0 is empty
  std::size_t in_table_ = 0;
  std::size_t resizes_ = 0;  ///< of the table so far
  /// Nodes of parameters, variables and first derivatives by their index, + 1: nearly all leaves
  /// are such. They are found here and are not in the table.
  std::vector<std::uint32_t> parameters_, variables_[2];
  std::vector<std::uint32_t> mark_;  ///< scratch of `reachable`
  std::uint32_t epoch_ = 0;
};

}  // namespace multibond
