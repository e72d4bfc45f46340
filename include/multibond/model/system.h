/// System: a model flattened to variables and equations, each of which remembers its component.
///
/// A plain value, independent of the components it came from. The compiler's passes turn one System
/// into a smaller or better one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/pool.h"

namespace multibond {

struct SystemComponent {
  std::string_view path;     ///< kept by System::texts
  std::uint32_t parent = 0;  ///< index; the root is its own parent
  bool grounded = false;
};

struct SystemParameter {
  std::string_view path, unit, description;  ///< kept by System::texts
  double value = 0;
  /// The value shaped the structure (a zero, a one, or read while building): another value needs
  /// another compilation.
  bool frozen = false;
};

struct SystemVariable {
  std::string_view path, unit, description;  ///< kept by System::texts
  std::uint32_t component = 0;
  VariableKind kind = VariableKind::plain;
  StateHint hint = StateHint::none;
  bool has_rule = false;
  bool reaction = false;
  bool fixed = false;
  bool has_start = false;
  double start = 0;
  double nominal = 1;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  Expr rule = 0.0;
};

struct SystemEquation {
  Expr residual;     ///< = 0
  Expr left, right;  ///< as stated, for messages
  std::uint32_t component = 0;
  EquationRole role = EquationRole::plain;
  std::uint32_t reaction = StatedEquation::kNone;  ///< variable paired with a constraint
  std::uint32_t loop = StatedEquation::kNone;      ///< that it closes, in System::loops
  Expr slope = 0.0;  ///< the equation is the limit of residual = epsilon * slope
};

/// Equations of which one list or the other holds, by the truth of the condition.
struct SystemMode {
  std::uint32_t component = 0;
  Expr condition;
  std::vector<SystemEquation> then, otherwise;
};

/// A part in the energy balance of the model.
struct SystemPower {
  std::uint32_t component = 0;
  PowerKind kind = PowerKind::dissipated;
  Expr value;
};

/// What a component shows. No pass of the compiler reads it: compile/pictures.h does.
struct SystemPicture {
  std::string path;  ///< "body.picture"
  std::uint32_t component = 0;
  ShownPicture shown;
};

/// What must be positive for a loop to be closed the right way round (LoopCut).
struct SystemClosure {
  std::uint32_t loop = 0;
  Expr right_way;
};

struct SystemWhen {
  std::uint32_t component = 0;
  Expr condition;
  std::vector<WhenAction> actions;
  bool initial = false;  ///< takes effect at the start, and never again
};

struct System {
  std::string name;
  std::shared_ptr<ExprPool> pool;
  std::shared_ptr<TextTable> texts = std::make_shared<TextTable>();
  std::vector<SystemComponent> components;  ///< 0 is the root
  std::vector<SystemParameter> parameters;  ///< by parameter index of the pool
  std::vector<SystemVariable> variables;    ///< by variable index of the pool
  std::vector<SystemEquation> equations;
  std::vector<SystemEquation> initial_equations;
  std::vector<SystemEquation> invariants;  ///< declared, not to be solved
  std::vector<SystemMode> modes;
  std::vector<SystemPower> powers;
  std::vector<SystemPicture> pictures;  ///< those that are shown
  std::vector<SystemWhen> whens;
  std::vector<std::string> loops;  ///< paths of the ports where they are cut
  std::vector<SystemClosure> closures;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< connected components
  std::vector<Diagnostic> diagnostics;

  /// Path of a leaf: "body.m", "der(body.v)", "pre(count)".
  std::string leaf_name(const Expr& leaf) const;
  /// Path of a component for messages; that of the root is "the model".
  std::string component_name(std::uint32_t component) const;
  /// "m * der(v) = f" with paths.
  std::string text(const SystemEquation& equation) const;
  /// Value of an expression of parameters only.
  double evaluate(const Expr& expr) const;
};

/// Elaborates the model (applies settings, builds, connects, states equations) and flattens it.
/// Throws Error with all findings.
System flatten(Component& model);

}  // namespace multibond
