#include "equations.h"

#include <cmath>

#include "multibond/symbolic/print.h"

namespace multibond::page {
namespace {

/// Beyond these nobody reads them.
constexpr std::size_t kMostEquations = 6000;
constexpr int kMostNodes = 400;

class TreeWriter {
 public:
  explicit TreeWriter(const System& system) : system_(system) {}

  Json operator()(const Expr& expr) {
    // Shared parts are written again wherever they occur, so the depth is bounded by the number.
    if (--left_ < 0) return nullptr;
    switch (expr.op()) {
      case Op::number:
        if (!std::isfinite(expr.number())) return expr.number() > 0 ? "∞" : "-∞";
        return expr.number();
      case Op::time:
        return "time";
      case Op::variable:
        if (expr.order() > 0) {
          return {"der", expr.order(), system_.variables[expr.index()].path};
        }
        return system_.variables[expr.index()].path;
      case Op::pre:
        return {"pre", system_.variables[expr.index()].path};
      default:
        break;
    }
    if (is_leaf(expr.op())) return system_.leaf_name(expr);
    Json tree = Json::array();
    tree.push_back(expr.op() == Op::call ? expr.function().name()
                                         : std::string(op_name(expr.op())));
    for (std::size_t i = 0; i < expr.arity(); ++i) tree.push_back((*this)(expr.operand(i)));
    return tree;
  }

 private:
  const System& system_;
  int left_ = kMostNodes;
};

class EquationWriter {
 public:
  explicit EquationWriter(const System& system) : system_(system) {}

  void add(const SystemEquation& equation) {
    list_.push_back({equation.component, expression_json(system_, equation.left),
                     expression_json(system_, equation.right)});
  }
  void add(const SystemEquation& equation, const Expr& condition, bool holds) {
    add(equation);
    list_.back().push_back(expression_json(system_, condition));
    list_.back().push_back(holds);
  }

  Json run() {
    for (const SystemEquation& equation : system_.equations) add(equation);
    for (const SystemMode& mode : system_.modes) {
      for (const SystemEquation& equation : mode.then) add(equation, mode.condition, true);
      for (const SystemEquation& equation : mode.otherwise) add(equation, mode.condition, false);
    }
    Json components = Json::array();
    for (const SystemComponent& component : system_.components) {
      components.push_back(std::string(component.path));
    }
    return {{"components", std::move(components)}, {"list", std::move(list_)}};
  }

 private:
  const System& system_;
  Json list_ = Json::array();
};

}  // namespace

Json expression_json(const System& system, const Expr& expr) { return TreeWriter(system)(expr); }

Json equations_json(const System& system) {
  std::size_t total = system.equations.size();
  for (const SystemMode& mode : system.modes) total += mode.then.size() + mode.otherwise.size();
  if (total > kMostEquations) return {{"total", total}};
  return EquationWriter(system).run();
}

Json parameters_json(const System& system) {
  Json list = Json::array();
  for (const SystemParameter& parameter : system.parameters) {
    if (parameter.path.empty()) continue;
    list.push_back({parameter.path, parameter.value, parameter.unit, parameter.description});
  }
  return list;
}

}  // namespace multibond::page
