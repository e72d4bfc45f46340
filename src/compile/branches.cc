#include "branches.h"

#include "multibond/symbolic/evaluate.h"

namespace multibond {
namespace {

/// Size of epsilon in limit equations.
constexpr double kLeak = 1e-12;

/// Calls visit(equations) for the branch of each mode that counts.
template <typename Visit>
void for_each_branch(System& system, std::vector<bool> modes, const Visit& visit) {
  const std::vector<bool> counts = counting_modes(system.nesting(), modes);
  for (std::size_t m = 0; m < system.modes.size(); ++m) {
    SystemMode& mode = system.modes[m];
    mode.counts = counts[m];
    if (counts[m]) visit(modes[m] ? mode.then : mode.otherwise);
  }
}

}  // namespace

void choose_branches(System& system, const std::vector<bool>& modes) {
  for_each_branch(system, modes, [&](const std::vector<SystemEquation>& branch) {
    system.equations.insert(system.equations.end(), branch.begin(), branch.end());
  });
  for (SystemMode& mode : system.modes) {
    mode.then.clear();
    mode.otherwise.clear();
  }
}

bool add_slopes(System& system, const std::vector<bool>& modes) {
  bool any = false;
  for_each_branch(system, modes, [&](std::vector<SystemEquation>& branch) {
    for (SystemEquation& equation : branch) {
      if (equation.slope.is_number(0)) continue;
      equation.residual -= kLeak * equation.slope;
      any = true;
    }
  });
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
