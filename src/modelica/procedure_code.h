/// What a procedure is made of when it is run: its statements with expressions ready to be
/// evaluated.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "procedure.h"

namespace multibond::modelica {

/// Expressions of slots, ready to be evaluated.
struct Formula {
  struct Node {
    Op op;
    std::array<std::uint32_t, 3> operands = {};  ///< places; of a leaf the slot
    double number = 0;
    std::shared_ptr<const Function> function = {};
    std::vector<std::uint32_t> arguments = {};
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> results;

  Formula(const std::vector<Expr>& values, ExprPool& pool);
  /// All nodes, in their order; `results` tells which of them are asked for.
  void evaluate(const std::vector<double>& slots, std::vector<double>& values) const;
};

struct CodeStep {
  Step::Kind kind;
  std::vector<std::uint32_t> targets;
  Formula formula;
  std::vector<CodeStep> body, otherwise;
};

std::vector<CodeStep> lower(const std::vector<Step>& steps, ExprPool& pool);

}  // namespace multibond::modelica
