// What the components of the catalog are becomes part of the system of a text.
//
// A variable that the text has made keeps its number and gets what the component says of it; a
// parameter that the text gives stands for that of the component; all else is added.

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/units.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/rewrite.h"
#include "native_tree.h"

namespace multibond::modelica {

class Elaborator::NativeMerge {
 public:
  NativeMerge(Elaborator& text, multibond::Component& root, System from)
      : text_(text), root_(root), from_(std::move(from)), to_(text.system_) {}

  void run() {
    find_outlets();
    map_components();
    map_variables();
    map_given_parameters();
    import_leaves();
    add_parameters();
    add_variables();
    add_equations();
    add_events();
    add_the_rest();
    add_crossing_powers();
  }

 private:
  // -- what is where --

  /// Variables of the ports that stand for connectors of text, and of signals.
  void find_outlets() {
    const ModelContext& context = root_.context();
    dropped_.assign(from_.variables.size(), false);
    names_.resize(from_.variables.size());
    for (std::size_t i = 0; i < from_.variables.size(); ++i) {
      names_[i] = from_.variables[i].path;
      if (i >= context.variables.size() || !context.variables[i].component) continue;
      const multibond::Component& owner = *context.variables[i].component;
      const auto* const port = dynamic_cast<const Port*>(&owner);
      if (!port) continue;
      dropped_[i] = port->owner() && port->owner()->name() == kWiring;
      if (port->kind_name() == "signal")
        names_[i].remove_suffix(context.variables[i].name.size() + 1);
    }
    touches_ = nodes_with(*from_.pool, [&](const ExprNode& node) {
      return node.op == Op::variable && dropped_[node.a];
    });
  }

  void map_components() {
    std::unordered_map<std::string_view, std::uint32_t> known;
    for (std::uint32_t i = 0; i < to_.components.size(); ++i) known[to_.components[i].path] = i;
    for (SystemComponent& component : from_.components) {
      const bool wiring = component.path.ends_with(kWiring);
      if (component.path.empty() || wiring) {
        components_.push_back(wiring ? components_[component.parent] : 0);
        continue;
      }
      const auto it = known.find(component.path);
      std::uint32_t index = static_cast<std::uint32_t>(to_.components.size());
      if (it == known.end()) {
        component.path = to_.texts->add(component.path);
        component.parent = components_[component.parent];
        to_.components.push_back(component);
      } else {
        index = it->second;
        to_.components[index].grounded = component.grounded;
      }
      components_.push_back(index);
    }
  }

  void map_variables() {
    std::unordered_map<std::string_view, std::uint32_t> made;
    for (std::uint32_t i = 0; i < to_.variables.size(); ++i) made[to_.variables[i].path] = i;
    first_new_ = static_cast<std::uint32_t>(to_.variables.size());
    variables_.assign(from_.variables.size(), kNoVariable);
    const auto take = [&](std::string_view name, std::uint32_t variable) {
      const auto it = made.find(name);
      if (it != made.end() && !dropped_[variable]) variables_[variable] = it->second;
    };
    for (std::uint32_t i = 0; i < from_.variables.size(); ++i) take(names_[i], i);
    for (const auto& [name, variable] : from_.shown) take(name, variable);
    std::uint32_t next = first_new_;
    for (std::size_t i = 0; i < from_.variables.size(); ++i) {
      if (variables_[i] == kNoVariable && !dropped_[i]) variables_[i] = next++;
    }
  }

  void map_given_parameters() {
    parameters_.resize(from_.parameters.size());
    const auto visit = [&](const auto& self, Instance& instance, const std::string& path) -> void {
      for (Member* member : instance.members) {
        Instance* const made = member->is_class() ? nullptr : member->instance;
        if (!made || made->parent != &instance || made->connector) continue;
        const std::string name = path + "." + std::string(made->name.text());
        if (made->builtin == Builtin::none) {
          if (!made->is_array && text_.is_record(*made)) self(self, *made, name);
          continue;
        }
        const bool own = !instance.native || text_.is_native_member(instance, *member);
        const bool parameter =
            made->builtin == Builtin::real && made->variability >= Variability::parameter;
        if (own && parameter && made->leaf_progress == Progress::done) give(*made, name);
      }
    };
    for (Instance* part : text_.native_parts_) visit(visit, *part, text_.path(*part));
  }

  void give(Instance& made, const std::string& name) {
    const auto* const real = dynamic_cast<const RealParameter*>(&root_.parameter_at(name));
    if (!real) return;
    text_.current_ = &made;
    const std::vector<Value>& leaves = made.leaves;
    for (int row = 0; row < real->actual_rows(); ++row) {
      for (int column = 0; column < real->actual_columns(); ++column) {
        const auto k = static_cast<std::size_t>(row * real->actual_columns() + column);
        if (k >= leaves.size()) continue;
        const std::uint32_t leaf = real->element(column * real->actual_rows() + row).index();
        const SystemParameter& about = from_.parameters[leaf];
        if (about.role == ParameterRole::structural) text_.freeze(leaves[k].scalar);
        parameters_[leaf] = leaves[k].scalar;
        if (leaves[k].scalar.is_number() || leaves[k].scalar.op() != Op::parameter) continue;
        SystemParameter& own = to_.parameters[leaves[k].scalar.index()];
        if (own.path == about.path) own.check = about.check;
      }
    }
  }

  // -- expressions --

  void import_leaves() {
    const auto next = static_cast<std::uint32_t>(to_.parameters.size());
    std::uint32_t added = 0;
    for (std::optional<Expr>& parameter : parameters_) {
      given_.push_back(parameter.has_value());
      if (!parameter) parameter = text_.pool_.parameter(next + added++);
    }
    const ExprPool& pool = *from_.pool;
    images_.reserve(pool.size());
    std::vector<Expr> operands;
    for (std::uint32_t id = 0; id < pool.size(); ++id) {
      const ExprNode& node = pool.node(id);
      if (touches_[id]) {
        images_.emplace_back(0.0);
        continue;
      }
      operands.clear();
      for (const std::uint32_t operand : pool.operands(id)) operands.push_back(images_[operand]);
      images_.push_back(image(pool, id, node, operands));
    }
  }

  Expr image(const ExprPool& pool, std::uint32_t id, const ExprNode& node,
             const std::vector<Expr>& x) {
    switch (node.op) {
      case Op::number:
        return pool.number(id);
      case Op::parameter:
        return node.a < parameters_.size() ? *parameters_[node.a] : Expr(0.0);
      case Op::variable:
        return text_.pool_.variable(variables_[node.a], node.b);
      case Op::pre:
        return text_.pool_.pre(variables_[node.a]);
      case Op::time:
        return text_.pool_.time();
      case Op::call:
        return call(pool.shared_function(node.a), x);
      default:
        return op_info(node.op).build(x[0], x[x.size() > 1 ? 1 : 0], x[x.size() > 2 ? 2 : 0]);
    }
  }

  Expr import(const Expr& expr) const { return expr.is_number() ? expr : images_[expr.id()]; }
  bool touches(const Expr& expr) const { return !expr.is_number() && touches_[expr.id()]; }
  std::uint32_t variable(std::uint32_t index) const {
    return index == kNoVariable ? index : variables_[index];
  }
  std::uint32_t place(std::uint32_t number) {
    return number == SourceTable::kUnknown ? number : text_.sources_->add((*from_.sources)[number]);
  }

  // -- lists --

  void add_parameters() {
    for (std::size_t i = 0; i < from_.parameters.size(); ++i) {
      if (given_[i]) continue;
      SystemParameter parameter = from_.parameters[i];
      parameter.path = to_.texts->add(parameter.path);
      parameter.unit = to_.texts->keep(parameter.unit);
      parameter.description = to_.texts->keep(parameter.description);
      parameter.reader = to_.texts->keep(parameter.reader);
      parameter.binding = import(parameter.binding);
      to_.parameters.push_back(parameter);
      text_.structural_.push_back(false);
      text_.readers_.emplace_back();
    }
  }

  void add_variables() {
    std::uint32_t end = first_new_;
    for (const std::uint32_t v : variables_) {
      if (v != kNoVariable) end = std::max(end, v + 1);
    }
    to_.variables.resize(end);
    for (std::size_t i = 0; i < from_.variables.size(); ++i) {
      if (dropped_[i]) continue;
      SystemVariable& old = to_.variables[variables_[i]];
      SystemVariable variable = from_.variables[i];
      variable.unit = to_.texts->keep(variable.unit);
      variable.description = to_.texts->keep(variable.description);
      variable.component = components_[variable.component];
      variable.start_value = import(variable.start_value);
      variable.start_place = place(variable.start_place);
      variable.rule = import(variable.rule);
      if (variables_[i] < first_new_) {
        keep_attributes(old, variable);
      } else {
        variable.path = to_.texts->add(names_[i]);
      }
      old = variable;
    }
  }

  /// What modifiers of the text say of a variable wins.
  void keep_attributes(const SystemVariable& old, SystemVariable& variable) const {
    variable.path = old.path;
    if (old.has_start) {
      variable.has_start = true;
      variable.start = old.start;
      variable.start_value = old.start_value;
      variable.start_place = old.start_place;
    }
    variable.fixed = variable.fixed || old.fixed;
    if (old.hint != StateHint::none) variable.hint = old.hint;
    if (old.nominal != 1) variable.nominal = old.nominal;
    if (std::isfinite(old.min) || std::isfinite(old.max)) {
      variable.min = old.min;
      variable.max = old.max;
      variable.limits_guide = false;
    }
    if (old.kind == VariableKind::output) variable.kind = old.kind;
  }

  SystemEquation imported(const SystemEquation& from) {
    SystemEquation equation = from;
    equation.residual = import(from.residual);
    equation.left = import(from.left);
    equation.right = import(from.right);
    equation.slope = import(from.slope);
    equation.component = components_[from.component];
    if (from.reaction != StatedEquation::kNone) equation.reaction = variable(from.reaction);
    if (from.loop != StatedEquation::kNone) {
      equation.loop = from.loop + static_cast<std::uint32_t>(first_loop_);
    }
    equation.place = place(from.place);
    return equation;
  }

  void add(const std::vector<SystemEquation>& from, std::vector<SystemEquation>& to) {
    for (const SystemEquation& equation : from) {
      if (!touches(equation.residual)) to.push_back(imported(equation));
    }
  }

  void add_equations() {
    first_loop_ = to_.loops.size();
    add(from_.equations, to_.equations);
    add(from_.initial_equations, to_.initial_equations);
    add(from_.invariants, to_.invariants);
    const auto first_mode = static_cast<std::uint32_t>(to_.modes.size());
    for (const SystemMode& mode : from_.modes) {
      SystemMode own;
      own.component = components_[mode.component];
      own.condition = import(mode.condition);
      own.inside = mode.inside;
      if (own.inside.mode != BranchOfMode::kNone) own.inside.mode += first_mode;
      own.place = place(mode.place);
      add(mode.then, own.then);
      add(mode.otherwise, own.otherwise);
      to_.modes.push_back(std::move(own));
    }
    to_.loops.insert(to_.loops.end(), from_.loops.begin(), from_.loops.end());
    for (const SystemClosure& closure : from_.closures) {
      to_.closures.push_back(
          {closure.loop + static_cast<std::uint32_t>(first_loop_), import(closure.trace)});
    }
  }

  void add_events() {
    // Text without events leaves the rules to the components.
    bool eventful = !to_.whens.empty() || to_.event_rules.initial != kNoVariable ||
                    to_.event_rules.terminal != kNoVariable;
    for (std::uint32_t i = 0; i < first_new_; ++i) {
      eventful = eventful || to_.variables[i].discrete;
    }
    if (!eventful) {
      const bool guesses = to_.event_rules.starts_are_guesses;
      to_.event_rules = from_.event_rules;
      to_.event_rules.starts_are_guesses = guesses;
    }
    for (const SystemWhen& when : from_.whens) {
      SystemWhen own = when;
      own.component = components_[when.component];
      own.condition = import(when.condition);
      own.place = place(when.place);
      for (WhenAction& action : own.actions) {
        if (action.has_variable()) action.variable = variable(action.variable);
        action.value = import(action.value);
        action.place = place(action.place);
      }
      to_.whens.push_back(std::move(own));
    }
    for (StatedFriction friction : from_.frictions) {
      for (std::uint32_t* v : {&friction.flow, &friction.effort, &friction.mode, &friction.share}) {
        *v = variable(*v);
      }
      to_.frictions.push_back(friction);
    }
    for (SystemCollider collider : from_.colliders) {
      collider.component = components_[collider.component];
      for (Expr& number : collider.numbers) number = import(number);
      for (auto* list : {&collider.place, &collider.rates, &collider.efforts}) {
        for (std::uint32_t& v : *list) v = variable(v);
      }
      collider.active = variable(collider.active);
      collider.normal = variable(collider.normal);
      to_.colliders.push_back(std::move(collider));
    }
    for (SystemStop stop : from_.stops) {
      stop.component = components_[stop.component];
      for (std::uint32_t* v : {&stop.gap, &stop.rate, &stop.effort, &stop.active})
        *v = variable(*v);
      stop.restitution = import(stop.restitution);
      to_.stops.push_back(stop);
    }
    for (const StatedStrike& strike : from_.strikes) {
      to_.strikes.push_back({variable(strike.rate), variable(strike.effort)});
    }
    to_.contact_rules = from_.contact_rules;
  }

  void add_the_rest() {
    for (const SystemPower& power : from_.powers) {
      to_.powers.push_back(
          {components_[power.component], power.kind, import(power.value), place(power.place)});
    }
    if (!from_.pictures.empty()) to_.picture_up = from_.picture_up;
    for (SystemPicture& picture : from_.pictures) {
      picture.component = components_[picture.component];
      for (Expr& x : picture.shown.pose.position.reshaped()) x = import(x);
      for (Expr& x : picture.shown.pose.rotation.reshaped()) x = import(x);
      for (Expr& x : picture.shown.size.reshaped()) x = import(x);
      for (ExprVector2& corner : picture.shown.corners) {
        for (Expr& x : corner.reshaped()) x = import(x);
      }
      to_.pictures.push_back(std::move(picture));
    }
    for (SystemCheck& check : from_.checks) {
      for (Expr& value : check.values) value = import(value);
      to_.checks.push_back(std::move(check));
    }
    for (const auto& [a, b] : from_.edges) {
      to_.edges.emplace_back(components_[a], components_[b]);
    }
    for (const auto& [name, shown] : from_.shown) {
      const std::uint32_t v = variable(shown);
      if (v == kNoVariable || to_.variables[v].path == name) continue;
      to_.shown.emplace_back(to_.texts->add(name), v);
    }
    for (const auto& [name, parameter] : from_.shown_parameters) {
      const Expr& own = *parameters_[parameter];
      if (own.is_number() || own.op() != Op::parameter) continue;
      to_.shown_parameters.emplace_back(to_.texts->add(name), own.index());
    }
    to_.diagnostics.insert(to_.diagnostics.end(), from_.diagnostics.begin(),
                           from_.diagnostics.end());
  }

  /// What comes from text through its connectors is supplied, as far as the units tell.
  void add_crossing_powers() {
    for (const Crossing& crossing : text_.crossings_) {
      Instance& connector = *crossing.connector.instance;
      if (connector.builtin != Builtin::none) continue;  // a signal
      const Port& port = root_.port_at(crossing.port);
      std::vector<std::uint32_t> potentials, flows;
      for (const std::uint32_t v : port.variables()) {
        (root_.context().variables[v].flow ? flows : potentials).push_back(v);
      }
      Expr sum = 0.0;
      for (std::size_t k = 0; k < flows.size(); ++k) {
        sum += power_of(connector, k < potentials.size() ? potentials[k] : kNoVariable, flows[k]);
      }
      if (same(sum, 0.0)) continue;
      const Instance& owner = *NativeTree::owner_of(connector);
      to_.powers.push_back({text_.system_component(owner), PowerKind::supplied,
                            crossing.connector.outside ? sum : -sum,
                            text_.system_place(crossing.position)});
    }
  }

  /// The power into a connector of text, of one flow; 0 if units do not tell.
  Expr power_of(Instance& connector, std::uint32_t potential, std::uint32_t flow) {
    const auto dimension = [&](std::uint32_t v) -> std::optional<Dimension> {
      const std::optional<multibond::Unit> unit = parse_unit(from_.variables[v].unit);
      if (!unit || !unit->known) return std::nullopt;
      return unit->dimension;
    };
    const Expr f = partner(connector, flow);
    const Dimension watt = parse_unit("W")->dimension, joule = parse_unit("J")->dimension;
    const std::optional<Dimension> unit = dimension(flow);
    if (unit == watt) return f;
    if (potential == kNoVariable) return 0.0;
    const Expr e = partner(connector, potential);
    const std::optional<Dimension> other = dimension(potential);
    if (!unit || !other || *unit * *other == watt) return e * f;  // without units: a bond
    if (*unit * *other == joule && e.is_variable()) return text_.pool_.variable(e.index(), 1) * f;
    return 0.0;
  }

  /// The variable of a connector of text that is called as the one of a port.
  Expr partner(Instance& connector, std::uint32_t variable) {
    const std::string& name = root_.context().variables[variable].name;
    const std::size_t bracket = name.find('[');
    const Name base = text_.library_.names()(name.substr(0, bracket));
    Member* const member = text_.find_member(connector, base);
    if (!member || member->is_class()) return 0.0;
    Instance* const part = text_.component(connector, *member);
    if (!part || part->builtin == Builtin::none) return 0.0;
    const auto k = bracket == name.npos
                       ? std::size_t{0}
                       : static_cast<std::size_t>(std::atoi(name.c_str() + bracket + 1) - 1);
    const std::vector<Value>& leaves = text_.leaves(*part);
    return k < leaves.size() ? leaves[k].scalar : Expr(0.0);
  }

  Elaborator& text_;
  multibond::Component& root_;
  System from_;
  System& to_;
  std::vector<bool> dropped_;  ///< by variable: of a port that stands for a connector of text
  std::vector<std::string_view> names_;                ///< by variable, as text calls it
  std::vector<char> touches_;                          ///< by node: has such a variable inside
  std::vector<std::uint32_t> components_, variables_;  ///< numbers in the system of the text
  std::vector<std::optional<Expr>> parameters_;        ///< by parameter: what stands for it
  std::vector<bool> given_;                            ///< by parameter: by the text
  std::vector<Expr> images_;                           ///< by node
  std::uint32_t first_new_ = 0;
  std::size_t first_loop_ = 0;
};

void Elaborator::add_natives() {
  if (native_parts_.empty() && native_connectors_.empty()) return;
  NativeTree tree(*this);
  tree.make();
  if (!findings_.empty()) throw Error(std::move(findings_));
  System native;
  try {
    native = multibond::flatten(*tree.root());
  } catch (const Error& error) {
    // What has no place of its own stands where its component is declared.
    std::vector<Diagnostic> told = error.diagnostics();
    for (Diagnostic& diagnostic : told) {
      if (!diagnostic.place.empty()) continue;
      std::size_t best = 0;
      for (const auto& [path, position] : native_places_) {
        const bool about = diagnostic.path == path || diagnostic.path.starts_with(path + ".");
        if (!about || path.size() <= best) continue;
        best = path.size();
        diagnostic.place = library_.place(position);
      }
    }
    throw Error(std::move(told));
  }
  NativeMerge(*this, *tree.root(), std::move(native)).run();
  native_root_ = tree.root();
}

}  // namespace multibond::modelica
