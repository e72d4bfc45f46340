// From components to one list of variables and equations.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <typeinfo>

#include "elaboration.h"
#include "multibond/base/side_by_side.h"
#include "multibond/base/text.h"
#include "multibond/model/class_name.h"
#include "multibond/model/dimensions.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

constexpr std::size_t kManyVariables = 5000;  ///< what concerns them all takes longer than a thread

class Flattener {
 public:
  explicit Flattener(ModelContext& context)
      : context_(context),
        parameters_([this](const Expr& leaf) { return replace_parameter(leaf, true); }),
        guesses_([this](const Expr& leaf) { return replace_parameter(leaf, false); }) {}

  /// The system is written down in the pool of the model, which then gets back what it had: the
  /// system takes a copy with it.
  System run(std::string name) {
    const ExprPool::Mark mark = context_.pool->mark();
    system_.name = std::move(name);
    system_.shared_texts = context_.texts;
    system_.sources = std::make_shared<const SourceTable>(context_.sources);
    write();
    system_.pool = std::make_shared<ExprPool>(*context_.pool);
    for_each_expression(system_, [&](Expr& expr) { expr = system_.pool->rebase(expr); });
    // Two pools, and so two pieces of work.
    side_by_side(2, system_.variables.size() > kManyVariables, [&](std::size_t part) {
      part == 0 ? check_dimensions(system_) : static_cast<void>(context_.pool->cut(mark));
    });
    return std::move(system_);
  }

 private:
  void write() {
    leave_alone();
    component_index_.resize(context_.components);
    port_paths_.resize(context_.components);
    outer_connected_.resize(context_.components);
    add_component(*context_.root, 0);
    for (const auto& component : context_.grounded) {
      system_.components[index(*component.part)].grounded = true;
    }
    number_found_parameters();
    add_parameters();
    add_variables();
    add_found_parameters();
    system_.equations.reserve(system_.variables.size());  // about as many
    for (StatedEquation& equation : statements().equations) add_equation(equation);
    add_connections();
    add_modes();
    add_powers();
    add_pictures();
    add_whens();
    add_contacts();
    for (const ShownVariable& shown : statements().shown) {
      system_.shown.emplace_back(joined(path(*shown.component), shown.name), shown.variable);
    }
    add_checks();
  }

  /// Most expressions have no parameters that become something else.
  void leave_alone() {
    const std::vector<char> concerned = nodes_with(*context_.pool, [this](const ExprNode& node) {
      if (node.op != Op::parameter) return false;
      const ParameterElement& element = context_.parameters[node.a];
      return element.bound || element.found || context_.reader(node.a) != nullptr;
    });
    parameters_.visit_only(concerned);
    guesses_.visit_only(concerned);
  }

  Statements& statements() { return context_.statements; }

  void add_component(const Component& component, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(system_.components.size());
    component_index_[component.serial()] = index;
    std::string_view path;  // of the root: empty, whatever its name
    if (&component != context_.root)
      path = joined(system_.components[parent].path, component.name());
    system_.components.push_back({path, parent, false});
    for (const Component* child : component.children()) {
      // A port counts as part of its component, and so does a picture.
      if (child->is_port() || typeid(*child) == typeid(Picture)) {
        alias_component(*child, index);
      } else {
        add_component(*child, index);
      }
    }
  }

  std::string_view joined(std::string_view above, std::string_view name) {
    if (above.empty()) return system_.texts->add(name);
    joined_.assign(above).append(1, '.').append(name);
    return system_.texts->add(joined_);
  }

  std::uint32_t index(const Component& component) const {
    return component_index_[component.serial()];
  }

  /// Path of a component or, other than in the list of components, of a port.
  std::string_view path(const Component& component) {
    std::string_view& path = port_paths_[component.serial()];
    if (!component.is_port()) return system_.components[index(component)].path;
    if (path.empty()) path = joined(this->path(*component.owner()), component.name());
    return path;
  }

  void alias_component(const Component& port, std::uint32_t index) {
    component_index_[port.serial()] = index;
    for (const Component* child : port.children()) alias_component(*child, index);
  }

  /// Bindings are put in place; what shaped the structure becomes a number, and what is found at
  /// the start a variable, but for what is evaluated with parameters alone.
  std::optional<Expr> replace_parameter(const Expr& leaf, bool find) {
    if (leaf.op() != Op::parameter) return std::nullopt;
    const ParameterElement& element = context_.parameters[leaf.index()];
    if (context_.reader(leaf.index())) return Expr(context_.evaluate(leaf));
    if (find && element.found) return context_.pool->variable(found_variables_.at(leaf.index()));
    if (element.bound) {
      Rewriter inner([this, find](const Expr& l) { return replace_parameter(l, find); });
      return inner(element.binding);
    }
    return std::nullopt;
  }

  /// Variables that stand for parameters to be found come after those that were declared.
  void number_found_parameters() {
    auto next = static_cast<std::uint32_t>(context_.variables.size());
    for (std::uint32_t i = 0; i < context_.parameters.size(); ++i) {
      if (context_.parameters[i].live(i) && context_.parameters[i].found) {
        found_variables_[i] = next++;
      }
    }
  }

  /// Discrete: between events such a value is constant, and nothing changes it.
  void add_found_parameters() {
    for (const auto& [i, variable] : found_variables_) {
      const ParameterElement& element = context_.parameters[i];
      const SystemParameter& parameter = system_.parameters[i];
      if (context_.reader(i)) {
        throw Error(
            std::string(parameter.path),
            fmt::format("{} cannot be found at the start: its value shapes the model, as {} "
                        "has read it.",
                        parameter.path, parameter.reader),
            "Give it a value.");
      }
      SystemVariable v;
      v.path = parameter.path;
      v.unit = parameter.unit;
      v.description = parameter.description;
      v.component = index(element.parameter->owner());
      v.kind = VariableKind::discrete;
      v.found = v.has_start = true;
      v.start = parameter.value;
      v.start_value = guesses_(context_.pool->parameter(i));
      v.nominal = parameter.value != 0 ? std::abs(parameter.value) : 1.0;
      system_.variables.push_back(std::move(v));
    }
  }

  void add_parameters() {
    system_.parameters.reserve(context_.parameters.size());
    for (std::uint32_t i = 0; i < context_.parameters.size(); ++i) {
      const ParameterElement& element = context_.parameters[i];
      SystemParameter parameter;
      if (element.live(i)) {
        const Expr leaf = element.parameter->element(element.element);
        parameter.path = joined(path(element.parameter->owner()), element.parameter->name());
        if (element.parameter->elements() > 1) {
          parameter.path =
              system_.texts->add(fmt::format("{}[{}]", parameter.path, element.element + 1));
        }
        const Component& part = element.parameter->owner();
        if (part.is_shown()) {
          const std::size_t name = path(part).size() + 1;
          system_.shown_parameters.emplace_back(
              joined(path(*part.owner()), parameter.path.substr(name)), i);
        }
        parameter.value = context_.evaluate(leaf);
        parameter.unit = element.parameter->unit();
        parameter.description = element.parameter->description();
        parameter.check = element.parameter->check();
        if (parameter.check != Check::none) {
          parameter.default_value = parse_number(element.parameter->default_text()).value_or(1);
        }
        if (const Component* reader = context_.reader(i)) {
          parameter.role = ParameterRole::structural;
          parameter.reader = path(*reader);
        } else if (element.bound) {
          parameter.role = ParameterRole::dependent;
          parameter.binding = guesses_(leaf);
        }
      }
      system_.parameters.push_back(std::move(parameter));
    }
  }

  void add_variables() {
    system_.variables.reserve(context_.variables.size());
    for (const VariableData& data : context_.variables) {
      SystemVariable v;
      if (!data.component) {  // gone: a constant that nobody names
        v.kind = VariableKind::discrete;
        system_.variables.push_back(std::move(v));
        continue;
      }
      v.path = joined(path(*data.component), data.name);
      v.unit = data.unit;
      v.description = data.description;
      v.component = index(*data.component);
      v.kind = data.kind;
      v.hint = data.hint;
      v.reaction = data.reaction;
      v.fixed = data.fixed;
      v.has_start = data.has_start;
      v.start = context_.evaluate(data.start);
      v.start_value = guesses_(data.start);
      v.start_place = data.start_place;
      v.nominal = data.nominal;
      v.min = data.min;
      v.max = data.max;
      v.has_rule = data.has_rule;
      v.rule = parameters_(data.rule);
      system_.variables.push_back(std::move(v));
    }
  }

  SystemEquation make_equation(const Expr& left, const Expr& right, std::uint32_t component,
                               EquationRole role, std::uint32_t reaction = StatedEquation::kNone) {
    SystemEquation equation;
    equation.left = left;
    equation.right = right;
    equation.residual = parameters_(left) - parameters_(right);
    equation.component = component;
    equation.role = role;
    equation.reaction = reaction;
    equation.place = place_;
    return equation;
  }

  SystemEquation make_equation(const StatedEquation& stated) {
    SystemEquation equation = make_equation(stated.left, stated.right, index(*stated.component),
                                            stated.role, stated.reaction);
    equation.slope = parameters_(stated.slope);
    equation.place = stated.place;
    return equation;
  }

  void add_equation(const StatedEquation& stated) {
    SystemEquation equation = make_equation(stated);
    if (stated.role == EquationRole::initial) {
      system_.initial_equations.push_back(std::move(equation));
    } else if (stated.role == EquationRole::invariant) {
      system_.invariants.push_back(std::move(equation));
    } else {
      system_.equations.push_back(std::move(equation));
    }
  }

  /// Variables of a port in order of declaration, parts of the port included.
  static void port_variables(const Component& port, std::vector<std::uint32_t>& list) {
    list.insert(list.end(), port.variables().begin(), port.variables().end());
    for (const Component* child : port.children()) port_variables(*child, list);
  }

  struct PortVariables {
    std::vector<std::uint32_t> potentials, flows;
  };

  void split(const Component& port, PortVariables& result) {
    all_.clear();
    result.potentials.clear();
    result.flows.clear();
    port_variables(port, all_);
    for (std::uint32_t v : all_) {
      (context_.variables[v].flow ? result.flows : result.potentials).push_back(v);
    }
  }

  void add_connections() {
    for (const ConnectionSet& set : statements().sets) add_set(set);
    place_ = SourceTable::kUnknown;
    // Flows of faces nobody connected are zero.
    const auto visit = [&](const auto& self, const Component& component) -> void {
      const bool free = component.is_port() && !outer_connected_[component.serial()];
      if (free && !(component.owner() && component.owner()->is_port())) {
        split(component, own_);
        for (std::uint32_t flow : own_.flows) {
          connection_equation(context_.pool->variable(flow), 0.0, index(component));
        }
      }
      if (component.is_port()) return;
      for (const Component* child : component.children()) self(self, *child);
    };
    visit(visit, *context_.root);
  }

  void connection_equation(const Expr& left, const Expr& right, std::uint32_t component) {
    system_.equations.push_back(make_equation(left, right, component, EquationRole::connection));
  }

  void add_set(const ConnectionSet& set) {
    const Port& origin = *set.members[set.origin].port;
    split(origin, first_);
    const PortVariables& first = first_;
    const std::uint32_t component = index(origin);
    std::vector<Expr> sums(first.flows.size(), Expr(0.0));
    for (std::size_t m = 0; m < set.members.size(); ++m) {
      const Port& port = *set.members[m].port;
      const double sign = set.members[m].inner_face ? -1 : 1;
      if (!set.members[m].inner_face) outer_connected_[port.serial()] = true;
      split(port, own_);
      const PortVariables& own = own_;
      place_ = set.members[m].place;
      require_same_variables(origin, first, port, own);
      const std::uint32_t other = index(port);
      if (m != set.origin) system_.edges.emplace_back(component, other);
      if (std::find(set.cuts.begin(), set.cuts.end(), m) != set.cuts.end()) {
        add_cut(origin, port, sign, own, sums, other);
        continue;
      }
      if (m != set.origin) {
        for (std::size_t k = 0; k < own.potentials.size(); ++k) {
          // Positions with a derivative rule are set aside from index reduction.
          const bool position = context_.variables[own.potentials[k]].has_rule;
          system_.equations.push_back(
              make_equation(context_.pool->variable(own.potentials[k]),
                            context_.pool->variable(first.potentials[k]), other,
                            position ? EquationRole::position : EquationRole::connection));
        }
      }
      for (std::size_t k = 0; k < own.flows.size(); ++k) {
        sums[k] += sign * context_.pool->variable(own.flows[k]);
      }
    }
    place_ = set.members[set.origin].place;
    for (const Expr& sum : sums) connection_equation(sum, 0.0, component);
  }

  /// Ports of one kind may still differ: in size, or if one kind has been declared in two ways.
  void require_same_variables(const Port& a, const PortVariables& a_variables, const Port& b,
                              const PortVariables& b_variables) {
    const auto sizes = [](const PortVariables& v) { return v.potentials.size() + v.flows.size(); };
    if (a_variables.potentials.size() != b_variables.potentials.size() ||
        a_variables.flows.size() != b_variables.flows.size()) {
      throw Error(b.path(),
                  fmt::format("{} has {} variables and {} has {}: they cannot be connected.",
                              a.path(), sizes(a_variables), b.path(), sizes(b_variables)),
                  "Give both ports the same size.", context_.place_text(place_));
    }
    const auto same_names = [&](const auto& x, const auto& y) {
      return std::equal(x.begin(), x.end(), y.begin(), [&](std::uint32_t v, std::uint32_t w) {
        return context_.variables[v].name == context_.variables[w].name;
      });
    };
    if (same_names(a_variables.potentials, b_variables.potentials) &&
        same_names(a_variables.flows, b_variables.flows)) {
      return;
    }
    throw Error(b.path(),
                fmt::format("{} and {} are both of kind '{}', but their variables differ: {} and "
                            "{}.",
                            a.path(), b.path(), a.kind_name(), names(a), names(b)),
                "Give both ports the same variables, or kinds of different names.",
                context_.place_text(place_));
  }

  static std::string names(const Port& port) {
    std::vector<std::string> names;
    for (const PortType::Member& member : port.type().variables) names.push_back(member.name);
    return join_names(names);
  }

  /// A connection that closes a loop: its equality holds by reactions that enter both flow sums.
  void add_cut(const Port& a, const Port& b, double sign_b, const PortVariables& b_variables,
               std::vector<Expr>& sums, std::uint32_t component) {
    std::vector<Expr> reactions;
    const std::vector<std::string> names = a.reaction_names();
    for (std::size_t i = 0; i < a.cut_size(); ++i) {
      SystemVariable reaction;
      reaction.path = system_.texts->add(
          fmt::format("{}.loop.{}", b.path(),
                      i < names.size() ? names[i] : fmt::format("reaction[{}]", i + 1)));
      reaction.description =
          system_.texts->keep(fmt::format("reaction of the loop closed at {}", b.path()));
      reaction.component = component;
      reaction.kind = VariableKind::effort;
      reaction.reaction = true;
      reactions.push_back(
          context_.pool->variable(static_cast<std::uint32_t>(system_.variables.size())));
      system_.variables.push_back(std::move(reaction));
    }
    const LoopCut cut = a.cut(b, reactions);
    const auto loop = static_cast<std::uint32_t>(system_.loops.size());
    system_.loops.push_back(b.path());
    for (std::size_t i = 0; i < cut.residuals.size(); ++i) {
      system_.equations.push_back(make_equation(cut.residuals[i], 0.0, component,
                                                EquationRole::constraint, reactions[i].index()));
      system_.equations.back().loop = loop;
      system_.equations.back().angle = i + cut.angles >= cut.residuals.size();
    }
    for (const Expr& trace : cut.trace) system_.closures.push_back({loop, parameters_(trace)});
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] += cut.contribution_a[k];
      connection_equation(
          sign_b * context_.pool->variable(b_variables.flows[k]) + cut.contribution_b[k], 0.0,
          component);
    }
  }

  void add_modes() {
    for (const StatedMode& stated : statements().modes) {
      SystemMode mode;
      mode.component = index(*stated.component);
      mode.place = stated.place;
      mode.inside = stated.inside;
      mode.condition = parameters_(stated.condition);
      for (const StatedEquation& e : stated.then) mode.then.push_back(make_equation(e));
      for (const StatedEquation& e : stated.otherwise) mode.otherwise.push_back(make_equation(e));
      system_.modes.push_back(std::move(mode));
    }
  }

  void add_powers() {
    for (const StatedPower& stated : statements().powers) {
      system_.powers.push_back(
          {index(*stated.component), stated.kind, parameters_(stated.value), stated.place});
    }
  }

  void add_pictures() {
    system_.picture_up = statements().picture_up;
    for (const StatedPicture& stated : statements().pictures) {
      SystemPicture picture{stated.picture->path(), index(*stated.picture), stated.shown};
      for (Expr& x : picture.shown.pose.position.reshaped()) x = parameters_(x);
      for (Expr& x : picture.shown.pose.rotation.reshaped()) x = parameters_(x);
      for (Expr& x : picture.shown.size.reshaped()) x = parameters_(x);
      for (ExprVector2& corner : picture.shown.corners) {
        for (Expr& x : corner.reshaped()) x = parameters_(x);
      }
      system_.pictures.push_back(std::move(picture));
    }
  }

  void add_whens() {
    for (const WhenClause& clause : statements().whens) {
      SystemWhen when;
      when.component = index(*clause.component);
      when.condition = parameters_(clause.condition);
      when.initial = clause.initial;
      when.place = clause.place;
      when.actions = clause.actions;
      for (WhenAction& action : when.actions) action.value = parameters_(action.value);
      system_.whens.push_back(std::move(when));
    }
    system_.frictions = statements().frictions;
  }

  void add_contacts() {
    const auto numbers = [](const std::vector<Expr>& variables) {
      std::vector<std::uint32_t> result;
      for (const Expr& variable : variables) result.push_back(variable.index());
      return result;
    };
    for (const StatedCollider& stated : statements().colliders) {
      const ColliderStatement& from = stated.collider;
      SystemCollider collider{index(*stated.component),
                              from.shape,
                              {},
                              numbers(from.place),
                              numbers(from.rates),
                              numbers(from.efforts),
                              from.group,
                              from.partner,
                              from.active ? from.active->index() : kNoVariable,
                              from.normal ? from.normal->index() : kNoVariable};
      for (const Expr& number : {from.restitution, from.friction, from.spin_radius}) {
        collider.numbers.push_back(guesses_(number));
      }
      for (const Expr& size : from.sizes) collider.numbers.push_back(guesses_(size));
      system_.colliders.push_back(std::move(collider));
    }
    for (const StatedStop& stop : statements().stops) {
      system_.stops.push_back({index(*stop.component), stop.gap, stop.rate, stop.effort,
                               guesses_(stop.restitution), stop.active});
    }
    system_.strikes = statements().strikes;
    system_.contact_rules = statements().contact_rules.value_or(ContactRules{});
  }

  /// A check whose parameters all shaped the model has been passed for good.
  void add_checks() {
    for (SystemCheck check : statements().checks) {
      for (Expr& value : check.values) value = guesses_(value);
      const bool fixed = std::all_of(check.values.begin(), check.values.end(),
                                     [](const Expr& value) { return value.is_number(); });
      if (!fixed) system_.checks.push_back(std::move(check));
    }
  }

  ModelContext& context_;
  Rewriter parameters_;  ///< of what takes part in a run
  Rewriter guesses_;     ///< of what is evaluated with parameters alone
  std::map<std::uint32_t, std::uint32_t> found_variables_;  ///< by parameter
  System system_;
  std::vector<std::uint32_t> component_index_;   ///< by serial number
  std::vector<std::string_view> port_paths_;     ///< by serial number, as far as needed
  std::string joined_;                           ///< scratch
  std::vector<bool> outer_connected_;            ///< by serial number
  PortVariables first_, own_;                    ///< of the ports in hand
  std::uint32_t place_ = SourceTable::kUnknown;  ///< of the connection in hand
  std::vector<std::uint32_t> all_;
};

}  // namespace

void elaborate(Component& model) {
  if (model.owner()) {
    throw Error(model.path(), model.path() + " is part of a model and cannot be compiled alone.",
                "Compile the model that owns it.");
  }
  if (model.context().stale) model.context().reopen();
  if (model.context().phase == Phase::construction) Elaboration(model).run();
}

System flatten(Component& model) {
  elaborate(model);
  return Flattener(model.context()).run(model_name(model));
}

}  // namespace multibond
