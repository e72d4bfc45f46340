#include "multibond/analyze/causality.h"

#include <algorithm>

#include "causality_assignment.h"
#include "causality_loops.h"
#include "causality_net.h"
#include "multibond/compile/plan.h"

namespace multibond {
namespace {

void take_lines(Causality& causality, const CausalNet& net, const CausalAssignment& assignment) {
  causality.first_line = net.first_line;
  causality.lines.resize(net.first_line.back());
  for (std::uint32_t l = 0; l < causality.lines.size(); ++l) {
    Causality::Line& line = causality.lines[l];
    const std::uint8_t end = assignment.stroke_end[l];
    line.stroke = end == 0   ? bonds::Stroke::at_tail
                  : end == 1 ? bonds::Stroke::at_head
                             : bonds::Stroke::any;
    line.reason = assignment.reason[l];
    line.conflict = assignment.line_in_conflict[l];
  }
  for (const Causality::Derivative& derivative : causality.derivatives) {
    if (derivative.edge == Causality::kNone) continue;
    causality.lines[net.first_line[derivative.edge] + derivative.component].violated = true;
  }
}

/// Elements that relate efforts to flows first: they are what one can change.
void order_vertices(Causality::Loop& loop, const bonds::BondGraph& graph) {
  std::stable_partition(loop.vertices.begin(), loop.vertices.end(), [&](std::uint32_t v) {
    return std::ranges::any_of(graph.vertices[v].rules, [](const bonds::CausalRule& rule) {
      return is_storage(rule.kind) || rule.kind == CausalNet::Kind::resistive;
    });
  });
}

void take_loops(Causality& causality, const bonds::BondGraph& graph, const CausalNet& net,
                const CausalAssignment& assignment) {
  causality.loops = causal_loops(net, assignment.stroke_end);
  for (std::uint32_t number = 0; number < causality.loops.size(); ++number) {
    Causality::Loop& loop = causality.loops[number];
    order_vertices(loop, graph);
    std::erase_if(loop.lines, [&](std::uint32_t line) { return line >= causality.lines.size(); });
    for (const std::uint32_t line : loop.lines) {
      if (!causality.lines[line].in_loop()) causality.lines[line].loop = number;
    }
  }
}

}  // namespace

bool Causality::mixed(std::uint32_t edge) const {
  for (std::uint32_t line = first_line[edge] + 1; line < first_line[edge + 1]; ++line) {
    if (lines[line].stroke != lines[first_line[edge]].stroke) return true;
  }
  return false;
}

Causality assign_causality(const bonds::BondGraph& graph) {
  const CausalNet net(graph);
  CausalAssignment assignment(graph, net);
  assignment.run();
  Causality causality = std::move(assignment.result);
  take_lines(causality, net, assignment);
  if (causality.conflicts.empty()) take_loops(causality, graph, net, assignment);
  return causality;
}

bool solvable(System system) {
  try {
    compile(std::move(system));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace multibond
