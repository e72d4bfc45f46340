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

/// What another value of a parameter takes.
enum class ParameterRole : std::uint8_t {
  tunable,     ///< nothing: it is a symbol in the equations
  structural,  ///< another elaboration: its value was read while the model was built
  dependent,   ///< it follows from other parameters by a binding
};

struct SystemParameter {
  std::string_view path, unit, description;  ///< kept by System::texts; gone if path is empty
  double value = 0;
  ParameterRole role = ParameterRole::tunable;
  Check check = Check::none;
  std::string_view reader;  ///< of a structural one: the component that read it
  Expr binding = 0.0;       ///< of a dependent one: expression of tunable ones
  double default_value = 0;
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
  bool found = false;      ///< stands for a parameter whose value is found at the start
  bool discrete = false;   ///< by its type or its equation: changes at events only
  bool auxiliary = false;  ///< no variable of the model: text needs it for its events
  double start = 0;        ///< at the values that the parameters had
  Expr start_value = 0.0;  ///< the same as an expression of parameters
  std::uint32_t start_place = SourceTable::kUnknown;
  double nominal = 1;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
  bool limits_guide = true;  ///< solvers search within min and max; else these are only watched
  Expr rule = 0.0;
};

struct SystemEquation {
  Expr residual;     ///< = 0
  Expr left, right;  ///< as stated, for messages
  std::uint32_t component = 0;
  EquationRole role = EquationRole::plain;
  std::uint32_t reaction = StatedEquation::kNone;  ///< variable paired with a constraint
  std::uint32_t loop = StatedEquation::kNone;      ///< that it closes, in System::loops
  bool angle = false;                              ///< of a loop: an angle, not a length
  std::uint32_t place = SourceTable::kUnknown;     ///< of the statement, in System::sources
  Expr slope = 0.0;  ///< the equation is the limit of residual = epsilon * slope
  /// A constraint that others imply wherever they hold, kept for its reaction (redundancy.h).
  bool redundant = false;
};

/// Equations of which one list or the other holds, by the truth of the condition.
///
/// A nested mode counts only where the branch holds that it is inside of. It comes after the mode
/// of that branch.
struct SystemMode {
  std::uint32_t component = 0;
  Expr condition;
  BranchOfMode inside = {};
  bool counts = true;  ///< in the branches chosen, once they are
  std::uint32_t place = SourceTable::kUnknown;
  std::vector<SystemEquation> then = {}, otherwise = {};
};

/// A part in the energy balance of the model.
struct SystemPower {
  std::uint32_t component = 0;
  PowerKind kind = PowerKind::dissipated;
  Expr value;
  std::uint32_t place = SourceTable::kUnknown;
};

/// What a component shows. No pass of the compiler reads it: compile/pictures.h does.
struct SystemPicture {
  std::string path;  ///< "body.picture"
  std::uint32_t component = 0;
  ShownPicture shown;
};

/// A loop with the trace of the rotation between its ends (LoopCut).
struct SystemClosure {
  std::uint32_t loop = 0;
  Expr trace;
};

struct SystemWhen {
  std::uint32_t component = 0;
  Expr condition;
  std::vector<WhenAction> actions;
  bool initial = false;  ///< takes effect at the start, and never again
  std::uint32_t place = SourceTable::kUnknown;
};

/// A shape that can touch others; variables by number (model/contact.h). Its numbers are evaluated
/// with parameters alone: restitution, friction, radius of spin, sizes.
struct SystemCollider {
  std::uint32_t component = 0;
  ContactShape shape = ContactShape::sphere;
  std::vector<Expr> numbers;
  std::vector<std::uint32_t> place, rates, efforts;
  std::string group, partner;
  std::uint32_t active = kNoVariable, normal = kNoVariable;
};
struct SystemStop {
  std::uint32_t component = 0;
  std::uint32_t gap = 0, rate = 0, effort = 0;
  Expr restitution;
  std::uint32_t active = kNoVariable;
};

/// `past` is what `source` was `time` seconds ago; variables by number.
struct SystemDelay {
  std::uint32_t component = 0;
  std::uint32_t past = 0, source = 0, time = 0;
  double longest = std::numeric_limits<double>::infinity();  ///< of a time that varies
  std::uint32_t place = SourceTable::kUnknown;
};

/// How events are meant.
struct EventRules {
  /// All equations of an event hold together: conditions settle before values are remembered for
  /// `pre`, and the event goes on until no remembered value changes.
  bool together = false;
  /// How far an indicator goes beyond its zero before its condition changes. Nothing else decides
  /// where it is smaller.
  double band = 0;
  std::uint32_t initial = kNoVariable;   ///< discrete, 1 until the events at the start
  bool starts_are_guesses = false;       ///< a start value that is missed is not worth a note
  std::uint32_t terminal = kNoVariable;  ///< discrete, 1 in the event at the end of the run
};

/// What components demand of several parameters together (model/faults.h). Evaluated with
/// parameters alone.
using SystemCheck = StatedCheck;

struct System {
  std::string name;
  std::shared_ptr<ExprPool> pool;  ///< of its own
  std::shared_ptr<TextTable> texts = std::make_shared<TextTable>();
  std::shared_ptr<const TextTable> shared_texts;  ///< units and descriptions, kept by the model
  std::shared_ptr<const SourceTable> sources;     ///< places of the statements
  std::vector<SystemComponent> components;        ///< 0 is the root
  std::vector<SystemParameter> parameters;        ///< by parameter index of the pool
  std::vector<SystemVariable> variables;          ///< by variable index of the pool
  std::vector<SystemEquation> equations;
  std::vector<SystemEquation> initial_equations;
  std::vector<SystemEquation> invariants;  ///< declared, not to be solved
  std::vector<SystemMode> modes;
  std::vector<SystemPower> powers;
  std::vector<SystemPicture> pictures;  ///< those that are shown
  Vector3 picture_up{0, 1, 0};          ///< which way is up in them
  std::vector<SystemWhen> whens;
  std::vector<StatedFriction> frictions;
  std::vector<SystemCollider> colliders;
  std::vector<SystemStop> stops;
  std::vector<StatedStrike> strikes;
  ContactRules contact_rules;
  std::vector<SystemDelay> delays;
  std::vector<SystemCheck> checks;
  std::vector<Expr> indicators;  ///< of conditions, once they are extracted (compile/conditions.h)
  std::vector<std::string> loops;  ///< paths of the ports where they are cut
  std::vector<SystemClosure> closures;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;  ///< connected components
  /// Further paths of variables (Component::show_variable), kept by `texts`.
  std::vector<std::pair<std::string_view, std::uint32_t>> shown;
  /// The same of parameters: joint.d is joint.mobility.d.
  std::vector<std::pair<std::string_view, std::uint32_t>> shown_parameters;
  std::vector<Diagnostic> diagnostics;
  EventRules event_rules;

  /// Path of a leaf: "body.m", "der(body.v)", "pre(count)".
  std::string leaf_name(const Expr& leaf) const;
  /// Path of a component for messages; that of the root is "the model".
  std::string component_name(std::uint32_t component) const;
  /// "m * der(v) = f" with paths.
  std::string text(const SystemEquation& equation) const;
  /// "'m * der(v) = f' of body (model.cc:42)", for messages.
  std::string cited(const SystemEquation& equation) const;
  /// "model.cc:42", by its number; empty if unknown.
  std::string place_text(std::uint32_t place) const;
  /// The branch that each mode is inside of.
  std::vector<BranchOfMode> nesting() const;
  /// Value of an expression of parameters only.
  double evaluate(const Expr& expr) const;
};

/// A copy with a pool of its own, in which every expression has the number that it has here.
System clone(const System& system);

/// Gives all parameters these values; bound ones and start values follow.
void set_values(System& system, const std::vector<double>& parameters);

/// Applies settings, builds, connects and states equations, unless that is done already. The model
/// can be looked at then: parts that build() makes are there, and what they state. Throws Error
/// with all findings. A later change of the model takes it back.
void elaborate(Component& model);

/// Elaborates the model and flattens it.
System flatten(Component& model);

/// Calls visit(Expr&) for every expression that takes part in a simulation: residuals, rules,
/// conditions, actions, powers, pictures, closures. Passes that must not miss any use it.
template <typename Visit>
void for_each_meaning(System& system, Visit&& visit) {
  const auto visit_equations = [&](std::vector<SystemEquation>& equations) {
    for (SystemEquation& equation : equations) {
      visit(equation.residual);
      visit(equation.slope);
    }
  };
  for (SystemVariable& variable : system.variables) visit(variable.rule);
  visit_equations(system.equations);
  visit_equations(system.initial_equations);
  visit_equations(system.invariants);
  for (SystemMode& mode : system.modes) {
    visit(mode.condition);
    visit_equations(mode.then);
    visit_equations(mode.otherwise);
  }
  for (SystemPower& power : system.powers) visit(power.value);
  for (SystemPicture& picture : system.pictures) {
    for (Expr& x : picture.shown.pose.position.reshaped()) visit(x);
    for (Expr& x : picture.shown.pose.rotation.reshaped()) visit(x);
    for (Expr& x : picture.shown.size.reshaped()) visit(x);
    for (ExprVector2& corner : picture.shown.corners) {
      for (Expr& x : corner.reshaped()) visit(x);
    }
  }
  for (SystemClosure& closure : system.closures) visit(closure.trace);
  for (Expr& indicator : system.indicators) visit(indicator);
  for (SystemWhen& when : system.whens) {
    visit(when.condition);
    for (WhenAction& action : when.actions) visit(action.value);
  }
}

/// The same, and for what serves messages (the sides of equations) and is evaluated with parameters
/// alone (start values, bindings, checks).
template <typename Visit>
void for_each_expression(System& system, Visit&& visit) {
  const auto visit_sides = [&](std::vector<SystemEquation>& equations) {
    for (SystemEquation& equation : equations) {
      visit(equation.left);
      visit(equation.right);
    }
  };
  for_each_meaning(system, visit);
  for (SystemParameter& parameter : system.parameters) visit(parameter.binding);
  for (SystemCheck& check : system.checks) {
    for (Expr& value : check.values) visit(value);
  }
  for (SystemVariable& variable : system.variables) visit(variable.start_value);
  for (SystemCollider& collider : system.colliders) {
    for (Expr& number : collider.numbers) visit(number);
  }
  for (SystemStop& stop : system.stops) visit(stop.restitution);
  visit_sides(system.equations);
  visit_sides(system.initial_equations);
  visit_sides(system.invariants);
  for (SystemMode& mode : system.modes) {
    visit_sides(mode.then);
    visit_sides(mode.otherwise);
  }
}

}  // namespace multibond
