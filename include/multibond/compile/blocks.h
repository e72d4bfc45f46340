/// Pass: blocks. Orders the equations, and turns each block into steps that compute its unknowns.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/compile/elimination.h"
#include "multibond/compile/samples.h"
#include "multibond/compile/states.h"
#include "multibond/model/system.h"
#include "multibond/program/program.h"

namespace multibond {

/// One step of the plan: a leaf gets a value, or a solver computes several leaves.
struct Step {
  std::vector<Expr> leaves;
  Expr value = 0.0;
  std::shared_ptr<const Solver> solver;  ///< null for an assignment
  std::vector<Expr> arguments;           ///< of the solver
};

enum class BlockKind : std::uint8_t { linear, nonlinear };

/// What the structure report says of a block with more than one unknown, or a non-linear one.
struct BlockReport {
  BlockKind kind = BlockKind::linear;
  std::size_t size = 0;  ///< unknowns
  std::size_t nonzeros = 0;
  std::size_t remaining = 0;       ///< linear: pivots that vary; non-linear: iteration variables
  std::size_t operations = 0;      ///< linear: of the elimination
  bool run_time = false;           ///< (partly) left to a run-time solver
  std::vector<std::string> names;  ///< of the iteration variables, or of a few unknowns
};

/// How to treat the linear blocks: as usual, judged at the present state, or with the multipliers
/// of all loops left to a run-time solver, which has an answer in singular positions too.
enum class BlockStrategy : std::uint8_t { regular, repivot, kept };

struct BlockOptions {
  BlockStrategy strategy = BlockStrategy::regular;
  bool at_present = false;  ///< pivots are judged by the first sample alone
  /// Reactions of loops whose multipliers are left to a run-time solver with any strategy.
  std::vector<std::uint32_t> keep = {};
  /// States at which pivots are judged where multipliers are left over: what is eliminated then is
  /// the tree, and that is at home in open positions too. The usual ones if not given.
  Samples* open = nullptr;
  /// Variables that stand for reactions; if not given, reactions stand for themselves.
  const Aliases* aliases = nullptr;
};

struct BlockPlan {
  std::vector<Step> steps;
  std::vector<WatchedPivot> watched;
  std::vector<Expr> divisors;  ///< constant in time, made of parameters, and not zero
  std::vector<BlockReport> reports;
  /// By solver of multipliers: leaf that says how regular the position is (ConstraintSolver).
  std::vector<Expr> rank_flags;
};

/// Throws Error if a block is singular, naming what is undetermined.
BlockPlan solve_blocks(const System& system, const StateSelection& selection, Samples& samples,
                       const BlockOptions& options = {});

/// Distance of each component from the ground over connections; empty if nothing is grounded.
std::vector<std::uint32_t> component_depth(const System& system);

}  // namespace multibond
