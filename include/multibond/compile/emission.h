/// Emission: expressions become instructions of a Program.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "multibond/program/builder.h"
#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/fingerprint.h"
#include "multibond/symbolic/fingerprint_map.h"
#include "multibond/symbolic/function.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

/// Turns expressions into values of a builder. Expressions that are equal as functions share one
/// value: their fingerprints in two prime fields decide (design section 6), which finds symmetries
/// that structural hashing misses.
class Emission {
 public:
  using LeafValue = std::function<ProgramBuilder::Value(const Expr& leaf)>;
  Emission(ExprPool& pool, Fingerprints& fingerprints, ProgramBuilder& builder,
           LeafValue leaf_value);
  ProgramBuilder::Value operator()(const Expr& expr);
  /// Says the value of a node beforehand.
  void define(const Expr& expr, ProgramBuilder::Value value);

 private:
  ProgramBuilder::Value emit_node(std::uint32_t id);
  ProgramBuilder::Value emit_call(std::uint32_t id);
  ExprPool& pool_;
  ProgramBuilder& builder_;
  LeafValue leaf_value_;
  Fingerprints& fingerprints_;
  NodeMap value_;
  FingerprintMap shared_;
  /// Results of vector functions, by function and place of the arguments.
  std::map<std::pair<const VectorFunction*, std::uint32_t>, std::vector<ProgramBuilder::Value>>
      results_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace multibond
