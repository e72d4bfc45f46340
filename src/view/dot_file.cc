// Graphviz source: the graph with half arrows and strokes, as far as Graphviz can draw them.

#include <fmt/format.h>

#include "diagram.h"

namespace multibond {
namespace {

using view::Diagram;

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string label_of(const Diagram::Node& node) {
  std::string label = quoted(node.code);
  label.pop_back();
  const auto line = [&](const std::string& text) {
    const std::string q = quoted(text);
    label += "\\n" + q.substr(1, q.size() - 2);
  };
  if (!node.name.empty()) line(node.name);
  for (const std::string& text : node.parameters) line(text);
  return label + '"';
}

void write_group(const Diagram& diagram, std::uint32_t group, std::string& text) {
  if (group != 0) {
    text += fmt::format("subgraph cluster_{} {{\nlabel={};\n", group,
                        quoted(diagram.groups[group].title));
  }
  for (std::size_t n = 0; n < diagram.nodes.size(); ++n) {
    const Diagram::Node& node = diagram.nodes[n];
    if (node.group != group) continue;
    const bool box = node.kind == Diagram::Kind::box, block = node.kind == Diagram::Kind::block;
    text += fmt::format("{} [label={}{}];\n", quoted(node.path), label_of(node),
                        box     ? ", shape=box"
                        : block ? ", shape=box, style=rounded"
                                : "");
  }
  for (std::uint32_t g = group + 1; g < diagram.groups.size(); ++g) {
    if (diagram.groups[g].parent == group) write_group(diagram, g, text);
  }
  if (group != 0) text += "}\n";
}

/// Strokes of all components, where they are alike.
std::pair<bool, bool> strokes_of(const Diagram::Bond& bond) {
  bool tail = false, head = false;
  for (const Diagram::Line& line : bond.lines) {
    tail |= line.stroke == bonds::Stroke::at_tail;
    head |= line.stroke == bonds::Stroke::at_head;
  }
  return {tail, head};
}

}  // namespace

std::string draw_dot(Component& model, const DrawOptions& options) {
  const Diagram diagram = view::diagram_of(model, options);
  std::string text = fmt::format(
      "digraph {} {{\nrankdir=LR;\nnode [shape=plaintext];\nedge [dir=both, arrowtail=none, "
      "arrowhead=rvee];\n",
      quoted(diagram.title));
  write_group(diagram, 0, text);
  for (const Diagram::Bond& bond : diagram.bonds) {
    const auto [tail, head] = strokes_of(bond);
    std::string more;
    if (bond.size > 1) more += fmt::format(", label=\"{}\", penwidth=2", bond.size);
    if (tail) more += ", arrowtail=tee";
    if (head) more += ", arrowhead=teervee";
    text += fmt::format("{} -> {} [id={}{}];\n", quoted(diagram.nodes[bond.tail].path),
                        quoted(diagram.nodes[bond.head].path), quoted(bond.path), more);
  }
  for (const Diagram::Signal& signal : diagram.signals) {
    text += fmt::format("{} -> {} [style=dashed, arrowhead={}];\n",
                        quoted(diagram.nodes[signal.from].path),
                        quoted(diagram.nodes[signal.to].path), signal.directed ? "normal" : "none");
  }
  return text + "}\n";
}

}  // namespace multibond
