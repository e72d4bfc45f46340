#include "multibond/model/dimensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "dimension_inference.h"
#include "multibond/base/text.h"
#include "multibond/base/units.h"
#include "multibond/symbolic/print.h"

namespace multibond {
namespace {

constexpr std::size_t kMostFindings = 10;

/// Units that folding has taken out of the equations.
///
/// A parameter of value 1 or -1 becomes a number, and a factor 1 disappears: m a = f reads a = f
/// when m is 1 kg. A difference of dimensions that such factors explain is no contradiction.
class FoldedUnits {
 public:
  FoldedUnits(const System& system, DimensionInference& inference) {
    std::vector<bool> present(system.parameters.size(), false);
    for (std::uint32_t id : inference.nodes()) {
      const ExprNode& node = system.pool->node(id);
      if (node.op == Op::parameter) present[node.a] = true;
    }
    std::set<Exponents> units;
    for (std::size_t p = 0; p < system.parameters.size(); ++p) {
      const SystemParameter& parameter = system.parameters[p];
      if (present[p] || std::abs(parameter.value) != 1) continue;
      const KnownDimension dimension = inference.of_unit(parameter.unit);
      if (dimension && *dimension != Dimension{}) units.insert(dimension->exponents);
    }
    // what up to two of them, each once, squared or inverted, make of a dimension
    std::vector<Dimension> factors{Dimension{}};
    for (const Exponents& unit : units) {
      for (const int exponent : {-2, -1, 1, 2}) factors.push_back(power(Dimension{unit}, exponent));
    }
    for (const Dimension& a : factors) {
      for (const Dimension& b : factors) explained_.insert((a * b).exponents);
    }
  }

  bool explain(const DimensionConflict& conflict) const {
    return explained_.contains((conflict.a / conflict.b).exponents);
  }

 private:
  using Exponents = decltype(Dimension::exponents);
  std::set<Exponents> explained_;
};

/// "N (force)"
std::string described(const Dimension& dimension) {
  const std::string name = quantity_name(dimension);
  return to_string(dimension) + (name.empty() ? "" : " (" + name + ")");
}

std::string sentence(const DimensionConflict& conflict) {
  const std::string a = described(conflict.a), b = described(conflict.b);
  switch (conflict.op) {
    case Op::number:
      return fmt::format("the left side is {}, the right side {}", a, b);
    case Op::add:
      return fmt::format("{} is added to {}", b, a);
    case Op::sub:
      return fmt::format("{} is subtracted from {}", b, a);
    case Op::min:
    case Op::max:
    case Op::atan2:
      return fmt::format("{} is given {} and {}", op_name(conflict.op), a, b);
    case Op::select:
      return fmt::format("the two cases are {} and {}", a, b);
    case Op::pow:
      return fmt::format("an exponent is {} and should be a pure number", a);
    default:
      if (is_relation(conflict.op)) return fmt::format("{} is compared with {}", a, b);
      return fmt::format("the argument of {} is {} and should be an angle or pure number",
                         op_name(conflict.op), a);
  }
}

class UnitCheck {
 public:
  explicit UnitCheck(const System& system) : system_(system) { collect(); }

  std::vector<Diagnostic> run() {
    report_unknown_units();
    DimensionInference inference(system_, roots());
    const FoldedUnits folded(system_, inference);
    for (const Statement& statement : statements_) {
      const DimensionConflict* conflict = inference.conflict(statement.left);
      if (!conflict) conflict = inference.conflict(statement.right);
      const KnownDimension left = inference.of(statement.left);
      const KnownDimension right = inference.of(statement.right);
      DimensionConflict sides;
      if (!conflict && left && right && *left != *right) {
        sides = {Op::number, *left, *right};
        conflict = &sides;
      }
      if (conflict && !folded.explain(*conflict)) report(statement, *conflict);
    }
    if (omitted_ > 0) {
      found_.push_back({Severity::note, "",
                        fmt::format("{} more equations contradict their units.", omitted_), ""});
    }
    return std::move(found_);
  }

 private:
  /// left = right, or a condition alone.
  struct Statement {
    std::uint32_t component;
    Expr left, right;
    std::uint32_t place = SourceTable::kUnknown;
    bool is_equation = true;
  };

  void collect() {
    for (const auto* list : {&system_.equations, &system_.initial_equations, &system_.invariants}) {
      collect(*list);
    }
    for (const SystemMode& mode : system_.modes) {
      statements_.push_back({mode.component, mode.condition, 0.0, mode.place, false});
      collect(mode.then);
      collect(mode.otherwise);
    }
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      const SystemVariable& variable = system_.variables[v];
      if (!variable.has_rule) continue;
      statements_.push_back({variable.component, system_.pool->variable(v, 1), variable.rule});
    }
    for (const SystemWhen& when : system_.whens) {
      statements_.push_back({when.component, when.condition, 0.0, when.place, false});
      for (const WhenAction& action : when.actions) {
        if (!action.has_variable()) continue;
        statements_.push_back({when.component, given(action), action.value, action.place});
      }
    }
  }

  /// What an action gives a value to: a variable, an impulse of an effort, or the work of one.
  Expr given(const WhenAction& action) const {
    const Expr variable = system_.pool->variable(action.variable);
    const Expr impulse = variable * system_.pool->time();
    if (action.kind == WhenAction::Kind::strike) return impulse;
    if (action.kind != WhenAction::Kind::inject) return variable;
    const auto stated =
        std::find_if(system_.strikes.begin(), system_.strikes.end(),
                     [&](const StatedStrike& strike) { return strike.effort == action.variable; });
    return impulse * system_.pool->variable(stated->rate);
  }

  void collect(const std::vector<SystemEquation>& equations) {
    for (const SystemEquation& e : equations) {
      statements_.push_back({e.component, e.left, e.right, e.place});
    }
  }

  std::vector<Expr> roots() const {
    std::vector<Expr> roots;
    for (const Statement& statement : statements_) {
      roots.push_back(statement.left);
      roots.push_back(statement.right);
    }
    return roots;
  }

  /// One finding per unit, not per element of a vector.
  void report_unknown_units() {
    std::map<std::string_view, std::vector<std::string>> unknown;
    std::set<std::string_view> known;
    const auto look = [&](std::string_view path, std::string_view unit) {
      if (known.contains(unit)) return;
      if (const auto it = unknown.find(unit); it != unknown.end()) {
        it->second.emplace_back(path);
      } else if (parse_unit(unit)) {
        known.insert(unit);
      } else {
        unknown[unit].emplace_back(path);
      }
    };
    for (const SystemParameter& parameter : system_.parameters)
      look(parameter.path, parameter.unit);
    for (const SystemVariable& variable : system_.variables) look(variable.path, variable.unit);
    for (const auto& [unit, paths] : unknown) {
      if (found_.size() == kMostFindings) return;
      found_.push_back(
          {Severity::error, paths.front(),
           fmt::format("{} {} the unit \"{}\", which is not known.", join_names(paths, 3),
                       paths.size() == 1 ? "has" : "have", unit),
           "Write it like m, kg.m2, rad/s or N.m/rad, with \"1\" for pure numbers, or leave it "
           "empty to switch the check off."});
    }
  }

  void report(const Statement& statement, const DimensionConflict& conflict) {
    if (found_.size() >= kMostFindings) {
      ++omitted_;
      return;
    }
    const std::string path(system_.components[statement.component].path);
    const std::string text = statement.is_equation
                                 ? system_.text({0.0, statement.left, statement.right})
                                 : to_text(statement.left, leaf_namer());
    found_.push_back({Severity::error, path,
                      fmt::format("{}: in \"{}\" {}.", path.empty() ? "The model" : path, text,
                                  sentence(conflict)),
                      remedy(statement), system_.place_text(statement.place)});
  }

  LeafName leaf_namer() const {
    return [this](const Expr& leaf) { return system_.leaf_name(leaf); };
  }

  /// Names the units that the equation rests on: one of them, or the equation, is wrong.
  std::string remedy(const Statement& statement) const {
    const Expr sides[] = {statement.left, statement.right};
    std::vector<std::string> units;
    for (std::uint32_t id : system_.pool->reachable(sides)) {
      const ExprNode& node = system_.pool->node(id);
      const bool parameter = node.op == Op::parameter;
      if (!parameter && node.op != Op::variable && node.op != Op::pre) continue;
      const std::string_view unit =
          parameter ? system_.parameters[node.a].unit : system_.variables[node.a].unit;
      const std::string_view path =
          parameter ? system_.parameters[node.a].path : system_.variables[node.a].path;
      if (unit.empty()) continue;
      std::string entry = fmt::format("{} [{}]", path, unit);
      if (std::ranges::find(units, entry) == units.end()) units.push_back(std::move(entry));
      if (units.size() > 20) break;
    }
    return fmt::format(
        "Correct the equation or a unit: {}. A factor 1 that has a unit must be a parameter.",
        join_names(units, 6));
  }

  const System& system_;
  std::vector<Statement> statements_;
  std::vector<Diagnostic> found_;
  std::size_t omitted_ = 0;
};

}  // namespace

void check_dimensions(const System& system) {
  if (std::vector<Diagnostic> found = UnitCheck(system).run(); !found.empty()) {
    throw Error(std::move(found));
  }
}

}  // namespace multibond
