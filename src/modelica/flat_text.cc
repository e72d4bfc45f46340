#include "multibond/base/text.h"
#include "multibond/modelica/flatten.h"
#include "multibond/symbolic/print.h"

#include <fmt/format.h>

namespace multibond::modelica {
namespace {

/// A path as one name of flat Modelica.
std::string quoted_path(std::string_view path) {
  return path.find_first_of(".[") == std::string_view::npos ? std::string(path)
                                                            : fmt::format("'{}'", path);
}

}  // namespace

std::string flat_text(const System& system) {
  constexpr std::size_t kLongest = 20'000;
  const auto name = [&](const Expr& leaf) -> std::string {
    switch (leaf.op()) {
      case Op::parameter:
        return quoted_path(system.parameters[leaf.index()].path);
      case Op::variable: {
        std::string text = quoted_path(system.variables[leaf.index()].path);
        for (std::uint32_t k = 0; k < leaf.order(); ++k) text = "der(" + text + ")";
        return text;
      }
      case Op::pre:
        return fmt::format("pre({})", quoted_path(system.variables[leaf.index()].path));
      default:
        return system.leaf_name(leaf);
    }
  };
  const auto text = [&](const Expr& e) { return to_text(e, name, kLongest); };
  std::string result = fmt::format("model {}\n", quoted_path(system.name));
  for (const SystemParameter& p : system.parameters) {
    result += fmt::format("  parameter Real {}", quoted_path(p.path));
    if (!p.unit.empty()) result += fmt::format("(unit = \"{}\")", p.unit);
    result += fmt::format(
        " = {};\n", p.role == ParameterRole::dependent ? text(p.binding) : format_number(p.value));
  }
  for (const SystemVariable& v : system.variables) {
    std::string attributes;
    const auto add = [&](const std::string& attribute) {
      attributes += (attributes.empty() ? "" : ", ") + attribute;
    };
    if (!v.unit.empty()) add(fmt::format("unit = \"{}\"", v.unit));
    if (v.has_start) add("start = " + text(v.start_value));
    if (v.fixed) add("fixed = true");
    const std::string_view prefix = v.kind == VariableKind::discrete ? "discrete "
                                    : v.kind == VariableKind::input  ? "input "
                                                                     : "";
    result += fmt::format("  {}Real {}{};\n", prefix, quoted_path(v.path),
                          attributes.empty() ? "" : "(" + attributes + ")");
  }
  const auto equations = [&](const std::vector<SystemEquation>& list) {
    for (const SystemEquation& equation : list) {
      result += fmt::format("  {} = {};\n", text(equation.left), text(equation.right));
    }
  };
  if (!system.initial_equations.empty()) result += "initial equation\n";
  equations(system.initial_equations);
  result += "equation\n";
  equations(system.equations);
  for (const SystemWhen& when : system.whens) {
    result += fmt::format("  when {} then\n", !when.initial ? text(when.condition)
                                              : when.condition.is_number(1)
                                                  ? "initial()"
                                                  : "initial() and " + text(when.condition));
    for (const WhenAction& action : when.actions) {
      switch (action.kind) {
        case WhenAction::Kind::assign:
          result +=
              fmt::format("    {} = {};\n", quoted_path(system.variables[action.variable].path),
                          text(action.value));
          break;
        case WhenAction::Kind::reinit:
          result +=
              fmt::format("    reinit({}, {});\n",
                          quoted_path(system.variables[action.variable].path), text(action.value));
          break;
        case WhenAction::Kind::tell:
          result +=
              fmt::format("    assert(false, \"{}\", AssertionLevel.warning);\n", action.message);
          break;
        default:
          result += fmt::format("    terminate(\"{}\");\n", action.message);
      }
    }
    result += "  end when;\n";
  }
  return result + fmt::format("end {};\n", quoted_path(system.name));
}

}  // namespace multibond::modelica
