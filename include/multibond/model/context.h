/// ModelContext: what the members of one model tree have registered and stated.
///
/// One per tree, shared by all its components. Users never see it; `flatten` reads it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "multibond/base/text_table.h"
#include "multibond/model/component.h"
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
  Expr binding = 0.0;
  bool structural = false;  ///< was read while building
  /// Whether the parameter still uses this leaf: one that was made smaller and larger again has
  /// left some behind.
  bool live(std::uint32_t index) const {
    return element < parameter->elements() && parameter->element(element).index() == index;
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
  static constexpr std::uint32_t kNone = 0xffffffffu;
};

/// Equations of which one list or the other holds.
struct StatedMode {
  Component* component;
  Expr condition;
  std::vector<StatedEquation> then, otherwise;
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
};

struct StatedPicture {
  const Picture* picture;
  ShownPicture shown;
};

struct WhenAction {
  enum class Kind : std::uint8_t { reinit, assign, terminate } kind;
  std::uint32_t variable = 0;
  Expr value = 0.0;
  std::string message;
};

struct WhenClause {
  Component* component;
  Expr condition;
  std::vector<WhenAction> actions;
  bool initial = false;  ///< takes effect at the start, and never again
};

struct Connection {
  Component* where;  ///< the component that stated it
  Port* a;
  Port* b;
};

struct PotentialRoot {
  Port* port;
  int priority;
};

struct Override {
  std::string path;
  std::string text;
  bool used = false;
};

/// Parts inside parts inside parts: more levels than this are taken for a recursion without end.
constexpr std::size_t kDeepestPart = 2000;
[[noreturn]] void refuse_depth(const Component& component);

enum class Phase : std::uint8_t { construction, build, equations, done };

struct ModelContext {
  std::shared_ptr<ExprPool> pool = std::make_shared<ExprPool>();
  std::shared_ptr<TextTable> texts = std::make_shared<TextTable>();
  Component* root = nullptr;
  Phase phase = Phase::construction;
  std::uint32_t components = 0;  ///< how many were made
  std::vector<VariableData> variables;
  std::vector<ParameterElement> parameters;
  std::vector<Override> overrides;
  std::vector<StatedEquation> equations;
  std::vector<StatedMode> modes;
  std::vector<StatedPower> powers;
  std::vector<StatedPicture> pictures;
  std::optional<double> picture_length;  ///< typical length of the model, once asked for
  std::vector<WhenClause> whens;
  std::vector<Connection> connections;
  std::vector<Port*> roots;
  std::vector<PotentialRoot> potential_roots;
  std::vector<std::pair<Port*, Port*>> branches;
  std::vector<Component*> grounded;
  WhenClause* open_when = nullptr;
  std::vector<StatedEquation>* open_branch = nullptr;  ///< of `either`
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

  /// Value of a parameter expression.
  double evaluate(const Expr& expr) const;
  /// Path of a leaf for messages: "body.m", "der(body.v)".
  std::string leaf_name(const Expr& leaf) const;
  std::string variable_path(std::uint32_t index) const;
};

}  // namespace multibond
