/// Rewriting: rebuild expressions with some leaves replaced.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/node_map.h"
#include "multibond/symbolic/pool.h"

namespace multibond {

/// Replaces leaves (parameter, variable, pre, condition, time) by what `replace` returns; nullopt
/// keeps a leaf. Rebuilding applies the identities of the operators, so zeros propagate.
///
/// One Rewriter remembers every node it has rewritten: rewriting all equations of a model costs
/// time linear in the graph they share.
class Rewriter {
 public:
  using Replace = std::function<std::optional<Expr>(const Expr& leaf)>;
  using NodeHook = std::function<std::optional<Expr>(const Expr& node)>;

  explicit Rewriter(Replace replace) : replace_(std::move(replace)) {}
  /// `before` may answer for a node without looking inside; `after` may replace a node whose
  /// operands have been rewritten.
  Rewriter(Replace replace, NodeHook before, NodeHook after)
      : replace_(std::move(replace)), before_(std::move(before)), after_(std::move(after)) {}
  /// Nodes that are not marked here (nodes_with) stay as they are, and nobody looks inside.
  void visit_only(std::vector<char> marked) { marked_ = std::move(marked); }
  Expr operator()(const Expr& expr);

 private:
  bool stays(std::uint32_t id) const { return id < marked_.size() && !marked_[id]; }
  std::uint32_t image_of(std::uint32_t id) const { return stays(id) ? id : image_.find(id); }
  bool answered_before(ExprPool& pool, std::uint32_t id);
  Expr image(ExprPool& pool, std::uint32_t id);

  Replace replace_;
  NodeHook before_, after_;
  const ExprPool* pool_ = nullptr;
  std::vector<char> marked_;  ///< by node; those beyond its end are
  NodeMap image_;
  std::vector<Expr> operands_;        ///< scratch
  std::vector<std::uint32_t> stack_;  ///< scratch
};

/// Marks, for all nodes of a pool, those of which `is_one(node)` holds and those that have such a
/// node inside. A loop without any memory: quicker than to go through expressions.
template <class IsOne>
std::vector<char> nodes_with(const ExprPool& pool, const IsOne& is_one) {
  std::vector<char> marked(pool.size());
  for (std::uint32_t id = 0; id < marked.size(); ++id) {
    bool mark = is_one(pool.node(id));
    for (std::uint32_t operand : pool.operands(id)) mark = mark || marked[operand];
    marked[id] = mark;
  }
  return marked;
}

/// The node rebuilt with other operands, through the simplifying operators.
Expr rebuild(ExprPool& pool, std::uint32_t node, std::span<const Expr> operands);

}  // namespace multibond
