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
  Expr operator()(const Expr& expr);

 private:
  bool answered_before(ExprPool& pool, std::uint32_t id);
  Expr image(ExprPool& pool, std::uint32_t id);

  Replace replace_;
  NodeHook before_, after_;
  const ExprPool* pool_ = nullptr;
  NodeMap image_;
  std::vector<Expr> operands_;        ///< scratch
  std::vector<std::uint32_t> stack_;  ///< scratch
};

/// The node rebuilt with other operands, through the simplifying operators.
Expr rebuild(ExprPool& pool, std::uint32_t node, std::span<const Expr> operands);

}  // namespace multibond
