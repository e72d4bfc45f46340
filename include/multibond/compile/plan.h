/// Plan: a model ready to be turned into functions: states, steps, invariants, events.
///
/// `compile` runs the passes in order (docs/architecture.md).
/// Every function the simulator needs is then a Program made by `Plan::program` from the
/// expressions it is to return. All programs of a plan share one layout of inputs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/compile/blocks.h"
#include "multibond/compile/conditions.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/compile/layout.h"
#include "multibond/compile/redundancy.h"
#include "multibond/compile/states.h"
#include "multibond/model/system.h"
#include "multibond/program/program.h"
#include "multibond/symbolic/fingerprint.h"

namespace multibond {

struct CompileOptions {
  double baumgarte_alpha = 0, baumgarte_beta = 0;  ///< stabilisation instead of plain top levels
  std::vector<bool> modes = {};                    ///< truth of System::modes; empty: all false
  std::vector<bool> free = {};  ///< by parameter: stays a symbol even if it is 0, 1 or -1
};

class Plan {
 public:
  // -- what the passes found --
  System original;  ///< as flattened, in the mode of the options: all variables by path
  System system;    ///< reduced
  /// As flattened, with both branches of all modes; nullptr if the model has no modes.
  std::shared_ptr<const System> source;
  /// Aliases that hold in every mode and with all constraints; none if those of the plan do.
  Aliases common_aliases;
  bool has_common_aliases() const { return !common_aliases.targets.empty(); }
  Aliases aliases;
  std::vector<Condition> conditions;
  /// Configurations in which the loops of a mechanism are closed: pivots are judged near them.
  std::vector<Redundancy::Configuration> closed;
  /// Reactions of loops that are left to a run-time solver in all positions.
  std::vector<std::uint32_t> keep;
  StateSelection selection;
  BlockPlan blocks;
  std::vector<PassReport> passes;
  std::vector<std::string> dropped_constraints;
  std::vector<std::uint32_t> specialized;  ///< parameters whose values are in the code
  // What was decided by values of parameters (judgement.h), with the divisors of the blocks:
  std::vector<std::uint32_t> redundant;  ///< reactions of constraints that were dropped
  std::vector<std::uint32_t> shadows;    ///< reactions of surplus ones that stay
  std::vector<std::uint32_t> combined;   ///< parameters in the factors of hidden constraints
  std::vector<Expr> vanishing;           ///< expressions of parameters that were taken for zero
  std::vector<Diagnostic> diagnostics;
  CompileOptions options;

  // -- layout --
  InputLayout layout;
  std::vector<VariableId> discretes;  ///< variables, in order of their slots
  std::vector<Expr> pres;             ///< pre leaves, in order of their slots
  std::vector<Expr> hoisted;          ///< constant expressions, in order of their slots

  std::size_t states() const { return selection.states.size(); }
  std::string state_name(std::size_t i) const { return name(selection.states[i].leaf); }
  std::vector<std::string> state_names() const;
  /// What people call a leaf: a variable that stands for it if there is one ("mass.v"), else
  /// "der(mass.s)".
  std::string name(const Expr& leaf) const;

  /// The program that returns these expressions. Any leaf of the reduced system may occur.
  Program program(const std::vector<Expr>& outputs) const;
  /// The program that returns `hoisted`, from the inputs before layout.constants.
  Program constants_program() const;
  /// Input array with parameters, constants, start values of discrete variables; the rest zero.
  std::vector<double> make_inputs() const;
  /// A variable of the original model in terms of the reduced system.
  Expr image(std::uint32_t variable, std::uint32_t order = 0) const;
  /// Whether programs can return the expression: it contains no derivative nobody asked for.
  bool computes(const Expr& expr) const;
  /// Slot of a leaf that is an input of the programs; false if it is computed.
  bool input_slot(const Expr& leaf, std::size_t& slot) const;
  /// The leaf added to the top level of invariant k.
  Expr correction(std::size_t k) const;

  /// Chooses the pivots of the linear blocks anew: judged at `inputs` (an input array), or with the
  /// multipliers of all loops left to a run-time solver. Programs made before stay valid.
  void choose_pivots(BlockStrategy strategy, const std::vector<double>& inputs);

  /// A choice of pivots and all that follows from it, put aside to come back to.
  struct Pivots {
    BlockPlan blocks;
    InputLayout layout;
    std::vector<Expr> hoisted;
    NodeMap step_of_leaf, slot_of_constant;
  };
  /// Goes on with the pivots that were put aside, and puts aside those in use.
  void exchange_pivots(Pivots& other);
  /// Takes back all expressions made after the mark.
  ExprPool::Tail cut(const ExprPool::Mark& mark);

 private:
  friend class PlanMaker;
  void index_steps();
  void hoist_constants();
  NodeMap step_of_leaf_;
  NodeMap slot_of_leaf_;
  NodeMap slot_of_constant_;
  NodeMap name_of_leaf_;  ///< leaf to the variable of the original system that names it
  std::shared_ptr<Fingerprints> fingerprints_;
};

/// Compiles a model. Throws Error with all findings in terms of its components.
Plan compile(Component& model, const CompileOptions& options = {});
Plan compile(System system, const CompileOptions& options = {});

}  // namespace multibond
