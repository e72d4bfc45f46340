/// Pass: blocks. Orders the equations, and turns each block into steps that compute its unknowns.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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
/// of the loops left to a rank-revealing solver (singular position).
enum class BlockStrategy : std::uint8_t { regular, repivot, singular };

struct BlockPlan {
  std::vector<Step> steps;
  std::vector<WatchedPivot> watched;
  std::vector<Expr> divisors;  ///< constant in time, made of parameters, and not zero
  std::vector<BlockReport> reports;
  /// Leaf that is 1 where a rank-revealing solver found its constraints dependent (singular
  /// strategy).
  std::vector<Expr> rank_flags;
};

/// Throws Error if a block is singular, naming what is undetermined.
BlockPlan solve_blocks(const System& system, const StateSelection& selection, Samples& samples,
                       BlockStrategy strategy = BlockStrategy::regular);

/// Distance of each component from the ground over connections; empty if nothing is grounded.
std::vector<std::uint32_t> component_depth(const System& system);

}  // namespace multibond
