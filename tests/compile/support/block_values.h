/// The numbers that the steps of a plan of blocks compute.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/compile/blocks.h"
#include "multibond/symbolic/evaluate.h"
#include "system_text.h"

namespace multibond::test {

/// Values of all leaves, by their names, after the steps; `known` are those that nothing computes.
inline std::map<std::string, double> values_after(const System& system,
                                                  const std::vector<Step>& steps,
                                                  std::map<std::string, double> known) {
  Evaluator evaluate([&](const Expr& leaf) {
    if (leaf.op() == Op::parameter) return system.parameters[leaf.index()].value;
    if (leaf.op() == Op::correction) return 0.0;
    return known.at(system.leaf_name(leaf));
  });
  for (const Step& step : steps) {
    if (!step.solver) {
      known[system.leaf_name(step.leaves[0])] = evaluate(step.value);
      continue;
    }
    std::vector<double> in, out(step.solver->outputs()), memory(step.solver->memory()),
        scratch(step.solver->scratch());
    for (const Expr& argument : step.arguments) in.push_back(evaluate(argument));
    step.solver->initialize(memory);
    EXPECT_TRUE(step.solver->solve(in.data(), out.data(), memory.data(), scratch.data()));
    for (std::size_t i = 0; i < step.leaves.size(); ++i) {
      known[system.leaf_name(step.leaves[i])] = out[i];
    }
  }
  return known;
}

}  // namespace multibond::test
