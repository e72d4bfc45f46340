#include "branches.h"

#include "multibond/symbolic/evaluate.h"

namespace multibond {
namespace {

/// Size of epsilon in limit equations.
constexpr double kLeak = 1e-12;

std::vector<SystemEquation>& chosen(SystemMode& mode, std::size_t m,
                                    const std::vector<bool>& modes) {
  return m < modes.size() && modes[m] ? mode.then : mode.otherwise;
}

}  // namespace

void choose_branches(System& system, const std::vector<bool>& modes) {
  for (std::size_t m = 0; m < system.modes.size(); ++m) {
    SystemMode& mode = system.modes[m];
    const std::vector<SystemEquation>& branch = chosen(mode, m, modes);
    system.equations.insert(system.equations.end(), branch.begin(), branch.end());
    mode.then.clear();
    mode.otherwise.clear();
  }
}

bool add_slopes(System& system, const std::vector<bool>& modes) {
  bool any = false;
  for (std::size_t m = 0; m < system.modes.size(); ++m) {
    for (SystemEquation& equation : chosen(system.modes[m], m, modes)) {
      if (equation.slope.is_number(0)) continue;
      equation.residual -= kLeak * equation.slope;
      any = true;
    }
  }
  return any;
}

std::vector<std::vector<bool>> likely_modes(const System& system) {
  Evaluator evaluate([&](const Expr& leaf) {
    if (leaf.op() == Op::parameter) return system.parameters[leaf.index()].value;
    const bool plain = leaf.op() == Op::variable && leaf.order() == 0;
    return plain || leaf.op() == Op::pre ? system.variables[leaf.index()].start : 0.0;
  });
  std::vector<bool> by_start;
  for (const SystemMode& mode : system.modes) by_start.push_back(evaluate(mode.condition) != 0);
  const std::size_t count = system.modes.size();
  return {by_start, std::vector<bool>(count, false), std::vector<bool>(count, true)};
}

}  // namespace multibond
