#include "diagram_causality.h"

#include <fmt/format.h>

#include "multibond/analyze/causality.h"

namespace multibond::view {

void mark_causality(const bonds::BondGraph& graph, bool solved, Diagram& diagram) {
  diagram.solved = solved;
  const Causality causality = assign_causality(graph);
  for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
    Diagram::Bond& bond = diagram.bonds[i];
    for (std::uint32_t k = 0; k < bond.size; ++k) {
      const Causality::Line& line = causality.at(i, k);
      bond.lines.push_back({line.stroke, line.violated, line.conflict, line.in_loop()});
      if (!bond.remark.empty()) continue;
      if (line.conflict) {
        bond.remark = solved ? "causal conflict, still solvable" : "causal conflict";
      } else if (line.violated) {
        bond.remark = "derivative causality";
      } else if (line.in_loop()) {
        bond.remark = fmt::format("algebraic loop {}", line.loop + 1);
      }
    }
  }
}

}  // namespace multibond::view
