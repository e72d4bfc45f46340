/// ModelContext: what the members of one model tree have declared and stated.
///
/// One per tree, shared by all its components. *Declarations* are what constructors and users made:
/// variables, parameters, connections. *Statements* are what build() and equations() add when the
/// model is elaborated. `reopen` takes the statements back, so that a model can be changed and
/// elaborated again as often as one likes: what build() created is destroyed, what it changed is
/// as it was declared.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "multibond/base/source_location.h"
#include "multibond/base/text_table.h"
#include "multibond/model/branches.h"
#include "multibond/model/component.h"
#include "multibond/model/contact.h"
#include "multibond/model/picture.h"
#include "multibond/model/port.h"
#include "multibond/symbolic/pool.h"

namespace multibond {

/// One element of a real parameter.
struct ParameterElement {
  RealParameter* parameter = nullptr;
  int element = 0;
  double value = 0;
  bool bound = false;
  bool found = false;  ///< at the start of a run; `value` is the first guess
  Expr binding = 0.0;
  /// Whether the parameter exists and still uses this leaf: one that was made smaller and larger
  /// again has left some behind.
  bool live(std::uint32_t index) const {
    return parameter && element < parameter->elements() &&
           parameter->element(element).index() == index;
  }
};

enum class EquationRole : std::uint8_t {
  plain,
  position,
  constraint,
  invariant,
  initial,
  connection
};

struct StatedEquation {
  Component* component;
  Expr left, right;
  EquationRole role = EquationRole::plain;
  std::uint32_t reaction = kNone;  ///< variable
  Expr slope = 0.0;                ///< of a limit equation
  std::uint32_t place = SourceTable::kUnknown;
  static constexpr std::uint32_t kNone = 0xffffffffu;
};

/// Equations of which one list or the other holds.
struct StatedMode {
  Component* component;
  Expr condition;
  BranchOfMode inside = {};  ///< of an earlier mode, if nested
  std::uint32_t place = SourceTable::kUnknown;
  std::size_t size = 0;  ///< equations of either branch, those of nested modes included
  std::vector<StatedEquation> then = {}, otherwise = {};
};

/// A variable under a further name: that of a component, and a name there.
struct ShownVariable {
  const Component* component;
  std::string name;
  std::uint32_t variable;
};

/// How a component takes part in the energy of the model.
enum class PowerKind : std::uint8_t {
  stored_energy,
  stored_power,
  dissipated,
  supplied,
  conserved
};

struct StatedPower {
  Component* component;
  PowerKind kind;
  Expr value;
  std::uint32_t place = SourceTable::kUnknown;
};

struct StatedPicture {
  const Picture* picture;
  ShownPicture shown;
};

/// Values that must fit together.
struct StatedCheck {
  std::string subject;  ///< path of the component or parameter that the fault is about
  std::vector<Expr> values;
  FaultOf fault;
};

struct WhenAction {
  /// `settle`: which of the dry frictions at rest stick is found anew (StatedFriction). `strike`,
  /// `inject`: an impulse, or the one that does a given work (StatedStrike). `tell`: the message is
  /// a warning of the run, the first time.
  enum class Kind : std::uint8_t { reinit, assign, terminate, settle, strike, inject, tell } kind;
  /// Whether it is about a variable, and not only a message.
  bool has_variable() const { return kind != Kind::terminate && kind != Kind::tell; }
  std::uint32_t variable = 0;  ///< of a friction: its mode; of an impulse: its effort
  Expr value = 0.0;
  std::string message = {};
  std::uint32_t place = SourceTable::kUnknown;
};

struct WhenClause {
  Component* component;
  Expr condition;
  std::vector<WhenAction> actions = {};
  bool initial = false;  ///< takes effect at the start, and never again
  std::uint32_t place = SourceTable::kUnknown;
};

/// Dry friction: an effort that holds a flow at zero as long as it can (Component::dry_friction).
/// Variables by number.
struct StatedFriction {
  std::uint32_t flow, effort, mode, share;
};

struct Connection {
  Component* where;  ///< the component that stated it
  Port* a;
  Port* b;
  std::uint32_t serial_a, serial_b;  ///< of the ports: these may have died
  std::uint32_t serial_where;
  std::uint32_t place = SourceTable::kUnknown;
};

/// Ports that meet at one level of the hierarchy. A port of the component that states the
/// connection is seen from inside (its outer face), a port of one of its parts from outside.
struct ConnectionSet {
  struct Member {
    Port* port;
    bool inner_face;      ///< the port belongs to the component that states the connection
    std::uint32_t place;  ///< of the first connection that names it
  };
  std::vector<Member> members;  ///< by path
  /// For overdetermined ports: the member through which the set gets its position, and the members
  /// cut off because their position is known by another way.
  std::size_t origin = 0;
  std::vector<std::size_t> cuts;
};

/// A component with its number: it may have died.
template <typename T>
struct Numbered {
  T* part;
  std::uint32_t serial;
};

struct PotentialRoot {
  Port* port;
  int priority;
  std::uint32_t serial;
};

struct Override {
  std::string path;
  std::string text;
  std::uint32_t place = SourceTable::kUnknown;
  bool used = false;
};

/// Parts inside parts inside parts: more levels than this are taken for a recursion without end.
constexpr std::size_t kDeepestPart = 2000;
[[noreturn]] void refuse_depth(const Component& component);

enum class Phase : std::uint8_t { construction, build, equations, done };

/// A part that died before its model: its number, and what it was called.
struct LostPart {
  std::uint32_t serial;
  std::string name;
};

/// What an elaboration of the model has stated.
struct Statements {
  std::vector<StatedEquation> equations;
  std::vector<StatedMode> modes;
  std::vector<StatedPower> powers;
  std::vector<StatedPicture> pictures;
  std::optional<double> picture_length;  ///< typical length of the model, once asked for
  Vector3 picture_up{0, 1, 0};           ///< which way is up in pictures
  std::vector<WhenClause> whens;
  std::vector<StatedFriction> frictions;
  std::vector<StatedCollider> colliders;
  std::vector<StatedStop> stops;
  std::vector<StatedStrike> strikes;
  std::optional<ContactRules> contact_rules;
  std::vector<ShownVariable> shown;
  std::vector<StatedCheck> checks;
  std::vector<ConnectionSet> sets;  ///< of connected ports
  WhenClause* open_when = nullptr;
  BranchOfMode open_branch;  ///< of `either`
  std::uint32_t samplers = 0;
  std::vector<std::unique_ptr<Variable>> sampler_variables;

  /// What `outer` has found among the parts of a component, and how many parts it has looked at.
  struct Search {
    Component* found = nullptr;
    std::size_t seen = 0;
  };
  std::unordered_map<const Component*, std::unordered_map<std::type_index, Search>> searches;

  // Answers of the connection graph by serial number of the port, known in phase `equations`.
  std::vector<bool> root_ports, rooted_ports, connected;

  /// Who is being built or states equations now.
  const Component* current = nullptr;
  /// By parameter leaf, as far as needed: who has read its value while building, so that what was
  /// built may depend on it.
  std::vector<const Component*> readers;
  std::vector<LostPart> lost;  ///< while building or stating equations
};

struct ModelContext {
  std::shared_ptr<ExprPool> pool = std::make_shared<ExprPool>();
  std::shared_ptr<TextTable> texts = std::make_shared<TextTable>();
  SourceTable sources;
  Component* root = nullptr;
  Phase phase = Phase::construction;
  std::uint32_t components = 0;  ///< how many were made

  // -- declarations; build() adds to some of them, until the model is reopened
  std::vector<VariableData> variables;
  std::vector<ParameterElement> parameters;
  std::vector<Override> overrides;
  std::vector<Connection> connections;
  std::vector<Numbered<Port>> roots;
  std::vector<PotentialRoot> potential_roots;
  std::vector<std::pair<Numbered<Port>, Numbered<Port>>> branches;
  std::vector<Numbered<Component>> grounded;
  std::vector<LostPart> lost;  ///< before the model was elaborated

  Statements statements;

  // -- from declarations to statements and back
  /// Elaboration begins here: everything after it can be undone.
  void begin_elaboration();
  /// Back to the declarations, if the model is elaborated. Called before any change to it.
  void reopen();
  bool elaborating() const { return phase == Phase::build || phase == Phase::equations; }
  /// While elaborating: what to do with a component when the model is reopened. Else nothing.
  void when_reopened(const Component& component, std::function<void()> undo);
  /// A part died while the model was elaborated: that counts as a change.
  bool stale = false;
  /// A variable about to be changed.
  VariableData& edit_variable(std::uint32_t index);
  /// A parameter about to be changed.
  void edit_parameter(ParameterBase& parameter);
  /// Whether something was there before the model was built.
  bool declared_variable(std::uint32_t index) const { return index < declared_.variables; }
  bool declared_component(std::uint32_t serial) const { return serial < declared_.components; }
  /// A value was read that may shape what is built.
  void note_reader(std::uint32_t parameter);
  /// Who has read it, nullptr if nobody has.
  const Component* reader(std::uint32_t parameter) const {
    return parameter < statements.readers.size() ? statements.readers[parameter] : nullptr;
  }

  /// Value of a parameter expression.
  double evaluate(const Expr& expr) const;
  /// Path of a leaf for messages: "body.m", "der(body.v)".
  std::string leaf_name(const Expr& leaf) const;
  std::string variable_path(std::uint32_t index) const;
  /// "model.cc:42", by its number; empty if unknown.
  std::string place_text(std::uint32_t place) const { return to_string(sources[place]); }
  /// The list that equations are added to now: that of the model, or of a branch of `either`.
  std::vector<StatedEquation>& open_equations();

 private:
  struct Declared {
    std::uint32_t components = 0;
    std::size_t variables = 0, parameters = 0, connections = 0, roots = 0, potential_roots = 0,
                branches = 0, grounded = 0;
    ExprPool::Mark pool;
  };
  Declared declared_;
  struct Undo {
    std::uint32_t serial;  ///< of the component it concerns, which may have died
    std::function<void()> run;
  };
  void forget_lost_parts();
  std::vector<Undo> undo_;
  std::vector<bool> edited_;  ///< variables whose declaration is in `undo_`
};

}  // namespace multibond
