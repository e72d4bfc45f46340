// A report on causality as text and as JSON.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "causality_words.h"
#include "multibond/analyze/report.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kRows = 60;      // of the table of bonds, before it is cut
constexpr std::size_t kFindings = 20;  // of a list

std::string_view name_of(StrokeReason reason) {
  switch (reason) {
    case StrokeReason::none:
      return "not assigned";
    case StrokeReason::source:
      return "source";
    case StrokeReason::open_end:
      return "open end";
    case StrokeReason::asserted:
      return "asserted";
    case StrokeReason::storage:
      return "storage";
    case StrokeReason::choice:
      return "choice";
    case StrokeReason::propagated:
      return "follows";
  }
  return "";
}

std::string_view name_of(bonds::Stroke stroke) {
  switch (stroke) {
    case bonds::Stroke::any:
      return "none";
    case bonds::Stroke::at_head:
      return "head";
    case bonds::Stroke::at_tail:
      return "tail";
  }
  return "";
}

/// The harpoon and the stroke: the end with the stroke is given the effort.
std::string arrow(bonds::Stroke stroke) {
  return stroke == bonds::Stroke::at_head   ? " --->|"
         : stroke == bonds::Stroke::at_tail ? "|--->"
                                            : " --->";
}

std::string remarks(const Causality::Line& line) {
  std::string text(name_of(line.reason));
  if (line.violated) text += ", derivative";
  if (line.in_loop()) text += fmt::format(", loop {}", line.loop + 1);
  if (line.conflict) text += ", conflict";
  return text;
}

/// Components of equal stroke and remarks share a row.
void add_rows(Rows& rows, const bonds::BondGraph& graph, const Causality& causality,
              std::uint32_t e) {
  const bonds::BondGraph::Edge& edge = graph.edges[e];
  const auto remark = [&](std::uint32_t i) {
    return arrow(causality.stroke(e, i)) + remarks(causality.at(e, i));
  };
  bool uniform = true;
  for (std::uint32_t i = 1; i < edge.size; ++i) uniform = uniform && remark(i) == remark(0);
  for (std::uint32_t i = 0; i < (uniform ? std::min(edge.size, 1u) : edge.size); ++i) {
    rows.push_back({uniform ? edge.path : CausalityWords::component(edge.path, edge.size, i),
                    graph.vertices[edge.tail.vertex].path, arrow(causality.stroke(e, i)),
                    graph.vertices[edge.head.vertex].path, remarks(causality.at(e, i))});
  }
}

std::string bond_table(const bonds::BondGraph& graph, const Causality& causality) {
  Rows rows;
  std::uint32_t e = 0;
  for (; e < graph.edges.size() && rows.size() < kRows; ++e) add_rows(rows, graph, causality, e);
  std::string text =
      "\nBonds: the end with the stroke | receives the effort, the other end the flow\n" +
      align(rows, "  ");
  if (e < graph.edges.size()) text += fmt::format("  ... and {} more\n", graph.edges.size() - e);
  return text;
}

void add_findings(std::string& text, std::string_view title,
                  const std::vector<Diagnostic>& diagnostics, std::size_t first,
                  std::size_t count) {
  if (count == 0) return;
  text += fmt::format("\n{} ({})\n", title, count);
  for (std::size_t i = 0; i < std::min(count, kFindings); ++i) {
    const Diagnostic& diagnostic = diagnostics[first + i];
    text += fmt::format("  {}\n    {}\n", diagnostic.text, diagnostic.hint);
  }
  if (count > kFindings) text += fmt::format("  ... and {} more\n", count - kFindings);
}

std::vector<std::string> mixed_bonds(const bonds::BondGraph& graph, const Causality& causality) {
  std::vector<std::string> names;
  for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
    if (causality.mixed(e)) names.push_back(graph.edges[e].path);
  }
  return names;
}

std::vector<std::string> chosen(const bonds::BondGraph& graph, const Causality& causality) {
  const CausalityWords words{graph};
  std::vector<std::string> names;
  for (const Causality::Choice& choice : causality.choices) {
    names.push_back(
        words.cause({StrokeReason::choice, choice.vertex, choice.edge, choice.component}));
  }
  return names;
}

void add_names(std::string& text, std::string_view title, const std::vector<std::string>& names) {
  if (names.empty()) return;
  text += fmt::format("\n{} ({})\n", title, names.size());
  for (std::size_t i = 0; i < std::min(names.size(), kFindings); ++i)
    text += "  " + names[i] + '\n';
  if (names.size() > kFindings)
    text += fmt::format("  ... and {} more\n", names.size() - kFindings);
}

std::string summary(const bonds::BondGraph& graph, const Causality& causality) {
  if (graph.edges.empty()) return "No bonds: the model has no bond graph.\n";
  std::string text = fmt::format(
      "{}, {} with {}, {} of which {} in integral causality.\n",
      counted(graph.vertices.size(), "element"), counted(graph.edges.size(), "bond"),
      counted(causality.lines.size(), "component"), counted(causality.storages, "storage"),
      causality.storages - causality.derivatives.size());
  if (causality.ideal()) {
    text += "The causality is unique and keeps all preferences: no loop, no dependent storage.\n";
  }
  return text;
}

Json bonds_json(const bonds::BondGraph& graph, const Causality& causality) {
  Json list = Json::array();
  for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
    const bonds::BondGraph::Edge& edge = graph.edges[e];
    Json bond{{"path", edge.path},
              {"tail", graph.vertices[edge.tail.vertex].path},
              {"head", graph.vertices[edge.head.vertex].path},
              {"mixed", causality.mixed(e)},
              {"components", Json::array()}};
    for (std::uint32_t i = 0; i < edge.size; ++i) {
      const Causality::Line& line = causality.at(e, i);
      Json component{{"stroke", name_of(line.stroke)},
                     {"reason", name_of(line.reason)},
                     {"derivative", line.violated},
                     {"conflict", line.conflict},
                     {"loop", nullptr}};
      if (line.in_loop()) component["loop"] = line.loop + 1;
      bond["components"].push_back(std::move(component));
    }
    list.push_back(std::move(bond));
  }
  return list;
}

}  // namespace

std::string to_text(const bonds::BondGraph& graph, const Causality& causality) {
  std::string text = summary(graph, causality);
  if (graph.edges.empty()) return text;
  const std::vector<Diagnostic> diagnostics = causality_diagnostics(graph, causality);
  std::size_t first = 0;
  add_findings(text, causality.solved ? "Conflicts that the compiler can still solve" : "Conflicts",
               diagnostics, first, causality.conflicts.size());
  first += causality.conflicts.size();
  add_findings(text, "Derivative causality", diagnostics, first, causality.derivatives.size());
  first += causality.derivatives.size();
  add_findings(text, "Algebraic loops", diagnostics, first, causality.loops.size());
  add_names(text, "Chosen arbitrarily", chosen(graph, causality));
  add_names(text, "Bonds of mixed causality", mixed_bonds(graph, causality));
  add_names(text, "Ideal switches (ask for one mode with --mode)", switching_elements(graph));
  return text + bond_table(graph, causality);
}

std::string to_json(const bonds::BondGraph& graph, const Causality& causality) {
  const CausalityWords words{graph};
  Json json{{"status", causality.conflicts.empty() || causality.solved ? "ok" : "error"},
            {"storages", causality.storages},
            {"unique", causality.choices.empty()},
            {"bonds", bonds_json(graph, causality)}};
  json["derivatives"] = Json::array();
  for (const Causality::Derivative& derivative : causality.derivatives) {
    json["derivatives"].push_back(
        {{"element", words.storage(derivative)},
         {"causes", words.causes(derivative.causes, derivative.more_causes)}});
  }
  json["loops"] = Json::array();
  for (const Causality::Loop& loop : causality.loops) {
    json["loops"].push_back(
        {{"elements", words.members(loop)}, {"differential", loop.differential}});
  }
  json["conflicts"] = Json::array();
  for (const Causality::Conflict& conflict : causality.conflicts) {
    json["conflicts"].push_back(
        {{"element",
          conflict.vertex == Causality::kNone ? "" : graph.vertices[conflict.vertex].path},
         {"bond", conflict.edge == Causality::kNone ? "" : graph.edges[conflict.edge].path},
         {"causes", words.causes(conflict.causes, conflict.more_causes)}});
  }
  json["choices"] = chosen(graph, causality);
  json["diagnostics"] = to_json(causality_diagnostics(graph, causality));
  return json_text(json);
}

}  // namespace multibond
