#include "diagram_causality.h"

#if __has_include("multibond/analyze/causality.h")
#include "multibond/analyze/causality.h"
#define MULTIBOND_HAS_CAUSALITY
#endif

namespace multibond::view {

#ifdef MULTIBOND_HAS_CAUSALITY

void mark_causality(const bonds::BondGraph& graph, Diagram& diagram) {
  const Causality causality = assign_causality(graph);
  for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
    Diagram::Bond& bond = diagram.bonds[i];
    for (std::uint32_t k = 0; k < bond.size; ++k) {
      const Causality::Line& line = causality.at(i, k);
      bond.lines.push_back({line.stroke, line.violated, line.conflict, line.in_loop()});
    }
  }
}

#else

void mark_causality(const bonds::BondGraph& graph, Diagram& diagram) {
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    diagram.bonds[i].lines.resize(graph.edges[i].size);
    for (Diagram::Line& line : diagram.bonds[i].lines) line.stroke = graph.edges[i].stroke;
  }
}

#endif

}  // namespace multibond::view
