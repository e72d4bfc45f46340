#include <fmt/format.h>

#include <algorithm>

#include "multibond/base/text.h"
#include "multibond/symbolic/fingerprint.h"
#include "multibond/symbolic/print.h"
#include "system_text.h"
#include "system_words.h"

namespace multibond::test {
namespace {

/// Writes what SystemReader reads.
class SystemWriter {
 public:
  explicit SystemWriter(const System& system) : system_(system) {}

  std::string run() {
    for (const SystemParameter& parameter : system_.parameters) write(parameter);
    for (const SystemVariable& variable : system_.variables) write(variable);
    for (const SystemVariable& v : system_.variables) {
      if (v.has_rule) line("rule der({}) = {}", v.path, text(v.rule));
    }
    for (const SystemEquation& equation : system_.equations) write(equation);
    for (const SystemEquation& equation : system_.initial_equations) write(equation);
    for (const SystemEquation& equation : system_.invariants) write(equation);
    for (const SystemMode& mode : system_.modes) {
      line("either {} then {} else {}", text(mode.condition), branch(mode.then),
           branch(mode.otherwise));
    }
    for (const SystemWhen& when : system_.whens) write(when);
    for (const SystemPower& power : system_.powers) {
      line("power {} {}", word_for(kPowers, power.kind), text(power.value));
    }
    return std::move(out_);
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_ += fmt::format(format, std::forward<Arguments>(arguments)...) + '\n';
  }

  std::string text(const Expr& expr) const { return to_text(system_, expr); }

  void write(const SystemParameter& parameter) {
    line("{}parameter {} = {}", parameter.role == ParameterRole::structural ? "structural " : "",
         parameter.path,
         parameter.role == ParameterRole::dependent ? text(parameter.binding)
                                                    : format_number(parameter.value));
  }

  void write(const SystemVariable& v) {
    std::string before, after;
    if (v.hint != StateHint::none) before += fmt::format("{} ", word_for(kHints, v.hint));
    if (v.fixed) before += "fixed ";
    if (v.has_start) after += " = " + text(v.start_value);
    line("{}{} {}{}", before, v.reaction ? "reaction" : word_for(kKinds, v.kind), v.path, after);
  }

  std::string sides(const SystemEquation& equation) const {
    const bool as_stated = same(equation.residual, equation.left - equation.right);
    return as_stated ? system_.text(equation) : text(equation.residual) + " = 0";
  }

  void write(const SystemEquation& e) {
    const std::string by = e.role == EquationRole::constraint
                               ? fmt::format(" by {}", system_.variables[e.reaction].path)
                               : "";
    line("{} {}{}",
         e.role == EquationRole::position  ? "position equation"
         : e.role == EquationRole::initial ? "initial equation"
                                           : word_for(kRoles, e.role),
         sides(e), by);
  }

  std::string branch(const std::vector<SystemEquation>& equations) const {
    Lines list;
    for (const SystemEquation& equation : equations) list.push_back(sides(equation));
    return fmt::format("{}", fmt::join(list, "; "));
  }

  void write(const SystemWhen& when) {
    Lines actions;
    for (const WhenAction& action : when.actions) {
      if (action.kind == WhenAction::Kind::terminate) {
        actions.push_back(fmt::format("terminate(\"{}\")", action.message));
      } else {
        actions.push_back(fmt::format("{}({}, {})",
                                      action.kind == WhenAction::Kind::reinit ? "reinit" : "assign",
                                      system_.variables[action.variable].path, text(action.value)));
      }
    }
    const std::string list = fmt::format("{}", fmt::join(actions, "; "));
    if (when.initial) return line("initially {}", list);
    line("when {} then {}", text(when.condition), list);
  }

  const System& system_;
  std::string out_;
};

/// LEFT = RIGHT for each line.
std::vector<Expr> read_residuals(const System& system, std::string_view text) {
  std::vector<Expr> residuals;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    ExpressionReader reader = reader_of(system, line, fmt::format("expected line {}", number));
    const Expr left = reader.expression();
    reader.expect("=");
    residuals.push_back(left - reader.expression());
    if (!reader.at_end()) reader.fail("expected the end of the line");
  });
  return residuals;
}

}  // namespace

std::string to_text(const System& system) { return SystemWriter(system).run(); }

std::string to_text(const System& system, const Expr& expr) {
  return multibond::to_text(expr, [&](const Expr& leaf) { return system.leaf_name(leaf); });
}

Lines to_text(const System& system, const std::vector<Expr>& list) {
  Lines lines;
  for (const Expr& expr : list) lines.push_back(to_text(system, expr));
  return lines;
}

Lines alias_texts(const System& system, const Aliases& aliases) {
  Lines lines;
  for (std::uint32_t v = 0; v < aliases.targets.size(); ++v) {
    const AliasTarget& target = aliases.targets[v];
    if (!target.constant && target.root == v) continue;
    lines.push_back(fmt::format("{} = {}", system.variables[v].path,
                                to_text(system, aliases.image(*system.pool, v, 0))));
  }
  return lines;
}

Lines paths(const System& system, const std::vector<std::uint32_t>& variables) {
  Lines lines;
  for (const std::uint32_t v : variables) lines.emplace_back(system.variables[v].path);
  return lines;
}

Lines paths(const System& system, const std::vector<VariableId>& variables) {
  std::vector<std::uint32_t> places;
  for (const VariableId v : variables) places.push_back(v.index());
  return paths(system, places);
}

::testing::AssertionResult are_equations(const System& system, const std::vector<Expr>& residuals,
                                         std::string_view lines) {
  std::vector<Expr> expected = read_residuals(system, lines);
  Fingerprints fingerprints(*system.pool);
  ::testing::AssertionResult failure = ::testing::AssertionFailure();
  bool equal = true;
  for (const Expr& residual : residuals) {
    const auto found = std::ranges::find_if(expected, [&](const Expr& other) {
      return fingerprints.equal(residual, other) || fingerprints.equal(residual, -other);
    });
    if (found == expected.end()) {
      equal = false;
      failure << "\n  not expected: " << to_text(system, residual) << " = 0";
    } else {
      expected.erase(found);
    }
  }
  for (const Expr& missing : expected) {
    equal = false;
    failure << "\n  missing: " << to_text(system, missing) << " = 0";
  }
  return equal ? ::testing::AssertionSuccess() : failure;
}

::testing::AssertionResult has_equations(const System& system, std::string_view lines) {
  std::vector<Expr> residuals;
  for (const SystemEquation& equation : system.equations) residuals.push_back(equation.residual);
  return are_equations(system, residuals, lines);
}

}  // namespace multibond::test
