#include <fmt/format.h>

#include <cmath>

#include "system_text.h"
#include "system_words.h"

namespace multibond::test {
namespace {

template <typename Value>
std::optional<Value> accept_one(ExpressionReader& line, const Words<Value>& words) {
  for (const auto& [word, value] : words) {
    if (line.accept(word)) return value;
  }
  return std::nullopt;
}

/// What a name stands for in the equations of a flattened model.
std::optional<Expr> meaning(const System& system, std::string_view name) {
  if (const auto v = find_path(system.variables, name)) return system.pool->variable(*v);
  if (const auto p = find_path(system.parameters, name)) {
    const SystemParameter& parameter = system.parameters[*p];
    if (parameter.role == ParameterRole::structural) return Expr(parameter.value);
    if (parameter.role == ParameterRole::dependent) return parameter.binding;
    return system.pool->parameter(*p);
  }
  for (std::uint32_t c = 0; c < system.indicators.size(); ++c) {
    if (name == fmt::format("condition[{}]", c + 1)) return system.pool->condition(c);
  }
  return std::nullopt;
}

class SystemReader {
 public:
  SystemReader() {
    system_.name = "text";
    system_.pool = std::make_shared<ExprPool>();
    system_.components.push_back({"", 0, false});
  }

  System run(std::string_view text) {
    for_each_line(text, [&](std::string_view line, std::size_t number) {
      ExpressionReader reader = reader_of(system_, line, fmt::format("line {}", number));
      read(reader);
      if (!reader.at_end()) reader.fail("expected the end of the line");
    });
    return std::move(system_);
  }

 private:
  void read(ExpressionReader& line) {
    if (line.accept("component")) return read_component(line, false);
    if (line.accept("grounded")) return line.expect("component"), read_component(line, true);
    if (line.accept("model")) return void(component_ = 0);
    if (line.accept("connected")) return read_edge(line);
    if (line.accept("parameter")) return read_parameters(line, false);
    if (line.accept("structural")) return line.expect("parameter"), read_parameters(line, true);
    if (line.accept("rule")) return read_rule(line);
    if (line.accept("initial")) return read_stated(line, EquationRole::initial);
    if (line.accept("either")) return read_mode(line);
    if (line.accept("when")) return read_when(line, false);
    if (line.accept("initially")) return read_when(line, true);
    if (line.accept("power")) return read_power(line);
    if (const auto role = accept_one(line, kRoles)) return add_equation(line, *role);
    read_variables(line);
  }

  void refuse_known(ExpressionReader& line, std::string_view name) const {
    if (meaning(system_, name)) line.fail(fmt::format("'{}' is declared already,", name));
  }

  std::uint32_t component(ExpressionReader& line) const {
    const std::string_view path = line.name();
    const auto found = find_path(system_.components, path);
    if (!found) line.fail(fmt::format("'{}' is no component,", path));
    return *found;
  }

  void read_component(ExpressionReader& line, bool grounded) {
    const std::string_view path = line.name();
    if (find_path(system_.components, path)) {
      line.fail(fmt::format("'{}' is declared already,", path));
    }
    const auto dot = path.rfind('.');
    std::uint32_t parent = 0;
    if (dot != std::string_view::npos) {
      const auto found = find_path(system_.components, path.substr(0, dot));
      if (!found) line.fail(fmt::format("'{}' is no component,", path.substr(0, dot)));
      parent = *found;
    }
    component_ = static_cast<std::uint32_t>(system_.components.size());
    system_.components.push_back({system_.texts->add(path), parent, grounded});
  }

  void read_edge(ExpressionReader& line) {
    const std::uint32_t a = component(line);
    line.expect(",");
    system_.edges.emplace_back(a, component(line));
  }

  void read_parameters(ExpressionReader& line, bool structural) {
    do {
      SystemParameter parameter;
      const std::string_view name = line.name();
      refuse_known(line, name);
      parameter.path = system_.texts->add(name);
      line.expect("=");
      const Expr value = line.expression();
      parameter.value = evaluated(line, value);
      if (structural) {
        parameter.role = ParameterRole::structural;
      } else if (!value.is_number()) {
        parameter.role = ParameterRole::dependent;
        parameter.binding = value;
      }
      system_.parameters.push_back(parameter);
    } while (line.accept(","));
  }

  double evaluated(const ExpressionReader& line, const Expr& value) const {
    const double number = system_.evaluate(value);
    if (std::isnan(number)) line.fail("expected a value that is made of parameters");
    return number;
  }

  void read_variables(ExpressionReader& line) {
    SystemVariable like;
    like.component = component_;
    for (;;) {
      if (const auto hint = accept_one(line, kHints)) {
        like.hint = *hint;
      } else if (line.accept("fixed")) {
        like.fixed = true;
      } else {
        break;
      }
    }
    like.reaction = line.accept("reaction");
    const auto kind = like.reaction ? VariableKind::effort : accept_one(line, kKinds);
    if (!kind) line.fail("this begins no statement: expected 'variable', 'equation' or the like");
    if (line.accept("equation")) {
      if (*kind != VariableKind::position) line.fail("only a position has equations of its own:");
      return add_equation(line, EquationRole::position);
    }
    like.kind = *kind;
    do read_variable(line, like);
    while (line.accept(","));
  }

  void read_variable(ExpressionReader& line, SystemVariable variable) {
    const std::string_view name = line.name();
    refuse_known(line, name);
    variable.path = system_.texts->add(name);
    if (line.accept("=")) {
      variable.has_start = true;
      variable.start_value = line.expression();
      variable.start = evaluated(line, variable.start_value);
    }
    if (line.accept("(")) {
      do read_attribute(line, variable);
      while (line.accept(","));
      line.expect(")");
    }
    system_.pool->variable(static_cast<std::uint32_t>(system_.variables.size()));
    system_.variables.push_back(variable);
  }

  void read_attribute(ExpressionReader& line, SystemVariable& variable) {
    if (line.accept("nominal")) {
      variable.nominal = line.number();
    } else if (line.accept("min")) {
      variable.min = line.number();
    } else if (line.accept("max")) {
      variable.max = line.number();
    } else if (line.accept("unit")) {
      variable.unit = system_.texts->add(line.quoted());
    } else {
      line.fail("expected nominal, min, max or unit");
    }
  }

  void read_rule(ExpressionReader& line) {
    line.expect("der");
    line.expect("(");
    SystemVariable& variable = system_.variables[line.variable().index()];
    line.expect(")");
    line.expect("=");
    variable.has_rule = true;
    variable.rule = line.expression();
  }

  void read_stated(ExpressionReader& line, EquationRole role) {
    line.expect("equation");
    add_equation(line, role);
  }

  SystemEquation equation(ExpressionReader& line, EquationRole role) {
    SystemEquation equation;
    equation.left = line.expression();
    line.expect("=");
    equation.right = line.expression();
    equation.residual = equation.left - equation.right;
    equation.component = component_;
    equation.role = role;
    if (line.accept("slope")) equation.slope = line.expression();
    return equation;
  }

  void add_equation(ExpressionReader& line, EquationRole role) {
    SystemEquation stated = equation(line, role);
    if (role == EquationRole::constraint) {
      line.expect("by");
      stated.reaction = line.variable().index();
    }
    (role == EquationRole::initial     ? system_.initial_equations
     : role == EquationRole::invariant ? system_.invariants
                                       : system_.equations)
        .push_back(stated);
  }

  std::vector<SystemEquation> branch(ExpressionReader& line) {
    std::vector<SystemEquation> list;
    do list.push_back(equation(line, EquationRole::plain));
    while (line.accept(";"));
    return list;
  }

  void read_mode(ExpressionReader& line) {
    SystemMode mode;
    mode.component = component_;
    mode.condition = line.expression();
    line.expect("then");
    mode.then = branch(line);
    line.expect("else");
    mode.otherwise = branch(line);
    system_.modes.push_back(std::move(mode));
  }

  void read_when(ExpressionReader& line, bool initial) {
    SystemWhen when;
    when.component = component_;
    when.initial = initial;
    when.condition = initial ? Expr(1.0) : line.expression();
    if (!initial) line.expect("then");
    do when.actions.push_back(read_action(line));
    while (line.accept(";"));
    system_.whens.push_back(std::move(when));
  }

  WhenAction read_action(ExpressionReader& line) {
    WhenAction action;
    action.kind = WhenAction::Kind::terminate;
    if (line.accept("terminate")) {
      line.expect("(");
      action.message = line.quoted();
    } else {
      action.kind = line.accept("reinit") ? WhenAction::Kind::reinit : WhenAction::Kind::assign;
      if (action.kind == WhenAction::Kind::assign) line.expect("assign");
      line.expect("(");
      action.variable = line.variable().index();
      line.expect(",");
      action.value = line.expression();
    }
    line.expect(")");
    return action;
  }

  void read_power(ExpressionReader& line) {
    const auto kind = accept_one(line, kPowers);
    if (!kind) line.fail("expected stored_energy, stored_power, dissipated, supplied or conserved");
    system_.powers.push_back({component_, *kind, line.expression()});
  }

  System system_;
  std::uint32_t component_ = 0;
};

}  // namespace

ExpressionReader reader_of(const System& system, std::string_view line, std::string where) {
  return ExpressionReader(line, std::move(where), *system.pool,
                          [&system](std::string_view name) { return meaning(system, name); });
}

System read_system(std::string_view text) { return SystemReader().run(text); }

Expr read_expression(const System& system, std::string_view text) {
  ExpressionReader reader = reader_of(system, text, "expression");
  const Expr expr = reader.expression();
  if (!reader.at_end()) reader.fail("expected the end");
  return expr;
}

std::uint32_t variable(const System& system, std::string_view path) {
  const auto found = find_path(system.variables, path);
  if (!found) throw Error(std::string(path), fmt::format("'{}' is no variable.", path));
  return *found;
}

}  // namespace multibond::test
