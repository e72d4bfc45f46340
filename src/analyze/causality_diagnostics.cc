// What an assigned causality means for a model, in plain words.

#include <fmt/format.h>

#include <algorithm>

#include "causality_words.h"
#include "multibond/base/text.h"

namespace multibond {

using Kind = bonds::CausalRule::Kind;
constexpr std::uint32_t kNone = Causality::kNone;

std::string CausalityWords::component(const std::string& path, std::uint32_t size,
                                      std::uint32_t i) {
  return size > 1 ? fmt::format("{}[{}]", path, i + 1) : path;
}

std::string CausalityWords::bond(std::uint32_t edge, std::uint32_t i) const {
  return component(graph.edges[edge].path, graph.edges[edge].size, i);
}

std::string CausalityWords::element(std::uint32_t vertex, std::uint32_t edge,
                                    std::uint32_t i) const {
  const std::uint32_t size = edge == kNone ? 1 : graph.edges[edge].size;
  return component(graph.vertices[vertex].path, size, i);
}

std::string CausalityWords::storage(const Causality::Derivative& derivative) const {
  return element(derivative.vertex, derivative.edge, derivative.component);
}

std::string CausalityWords::cause(const Causality::Cause& cause) const {
  if (cause.reason == StrokeReason::asserted) {
    return fmt::format("causal bond {}", bond(cause.edge, cause.component));
  }
  if (cause.vertex == kNone) return fmt::format("bond {}", bond(cause.edge, cause.component));
  const std::string name = element(cause.vertex, cause.edge, cause.component);
  if (cause.reason == StrokeReason::open_end) return fmt::format("open end of {}", name);
  return name;
}

std::vector<std::string> CausalityWords::causes(const std::vector<Causality::Cause>& list,
                                                bool more) const {
  std::vector<std::string> names;
  for (const Causality::Cause& one : list) names.push_back(cause(one));
  if (more) names.emplace_back("others");
  return names;
}

std::vector<std::string> CausalityWords::members(const Causality::Loop& loop) const {
  std::vector<std::string> names;
  for (const std::uint32_t v : loop.vertices) names.push_back(graph.vertices[v].path);
  return names;
}

namespace {

/// "a", "a and b", "a, b and c"
std::string enumeration(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 6;
  if (names.size() < 2) return names.empty() ? "nothing" : names.front();
  if (names.size() > kMost) return join_names(names, kMost);
  const std::vector<std::string> first(names.begin(), names.end() - 1);
  return join_names(first, kMost) + " and " + names.back();
}

bool has_asserted(const std::vector<Causality::Cause>& causes) {
  return std::ranges::any_of(
      causes, [](const Causality::Cause& cause) { return cause.reason == StrokeReason::asserted; });
}

std::string rule_fact(const CausalityWords& words, const Causality::Conflict& conflict) {
  const bonds::BondGraph::Vertex& vertex = words.graph.vertices[conflict.vertex];
  const Kind kind = vertex.rules[conflict.rule].kind;
  const std::string names = enumeration(words.causes(conflict.causes, conflict.more_causes));
  const bool zero = kind == Kind::junction_0;
  if (zero || kind == Kind::junction_1) {
    const std::string what = zero ? "effort" : "flow", other = zero ? "flow" : "effort";
    if (conflict.missing) {
      return fmt::format("{} is given no {}: all its bonds give it {}, because of {}.", vertex.path,
                         what, other, names);
    }
    return fmt::format("{} is given {} by more than one bond, because of {}.", vertex.path, what,
                       names);
  }
  return fmt::format("{} ({}) cannot be given what {} ask of it.", vertex.path, vertex.code, names);
}

std::string conflict_remedy(const CausalityWords& words, const Causality::Conflict& conflict) {
  if (has_asserted(conflict.causes)) {
    return "Replace the causal bond by a plain one, or turn its stroke.";
  }
  const Kind kind = conflict.vertex == kNone
                        ? Kind::transformer
                        : words.graph.vertices[conflict.vertex].rules[conflict.rule].kind;
  if (kind == Kind::junction_0 && conflict.missing) {
    return fmt::format("Connect a capacitance or a resistance to {}, or remove a source.",
                       words.graph.vertices[conflict.vertex].path);
  }
  if (kind == Kind::junction_1 && conflict.missing) {
    return fmt::format("Connect an inertance or a resistance to {}, or remove a source.",
                       words.graph.vertices[conflict.vertex].path);
  }
  return "Remove one of them, or put a resistance between them.";
}

Diagnostic describe(const CausalityWords& words, const Causality::Conflict& conflict) {
  const std::string names = enumeration(words.causes(conflict.causes, conflict.more_causes));
  Diagnostic diagnostic{Severity::error, {}, {}, conflict_remedy(words, conflict)};
  if (conflict.vertex != kNone) {
    diagnostic.path = words.graph.vertices[conflict.vertex].path;
    diagnostic.text = rule_fact(words, conflict);
  } else if (conflict.edge != kNone) {
    diagnostic.path = words.graph.edges[conflict.edge].path;
    diagnostic.text = fmt::format("{} cannot be causal: {} contradict each other.",
                                  words.bond(conflict.edge, conflict.component), names);
  } else {
    diagnostic.path = words.graph.vertices[conflict.causes.front().vertex].path;
    diagnostic.text = fmt::format("{} contradict each other.", names);
    diagnostic.hint = fmt::format("Connect {}.", diagnostic.path);
  }
  return diagnostic;
}

Diagnostic describe(const CausalityWords& words, const Causality::Derivative& derivative) {
  const std::string name = words.storage(derivative);
  const std::string names = enumeration(words.causes(derivative.causes, derivative.more_causes));
  return {.severity = Severity::note,
          .path = words.graph.vertices[derivative.vertex].path,
          .text = fmt::format("{} is in derivative causality: it has no state of its own, because "
                              "{} determine{} it.",
                              name, names,
                              derivative.causes.size() + derivative.more_causes > 1 ? "" : "s"),
          .hint = has_asserted(derivative.causes)
                      ? "A plain bond instead of the causal one may let it have one."
                      : "The compiler takes care of it; a resistance or storage in between would "
                        "give it one."};
}

Diagnostic describe(const CausalityWords& words, const Causality::Loop& loop) {
  const std::string names = enumeration(words.members(loop));
  if (loop.vertices.size() == 1) {
    return {.severity = Severity::note,
            .path = names,
            .text = fmt::format("{} is used backwards: it is given what its matrix would give, and "
                                "solves for the rest.",
                                names),
            .hint = "The compiler solves it, as long as the matrix is regular."};
  }
  return {.severity = Severity::note,
          .path = words.graph.vertices[loop.vertices.front()].path,
          .text = fmt::format("{} form an algebraic loop{}: each needs what the others give.",
                              names, loop.differential ? " of derivatives" : ""),
          .hint = "The compiler solves it; a storage in between would open it."};
}

}  // namespace

std::vector<Diagnostic> causality_diagnostics(const bonds::BondGraph& graph,
                                              const Causality& causality) {
  const CausalityWords words{graph};
  std::vector<Diagnostic> list;
  for (const auto& conflict : causality.conflicts) {
    list.push_back(describe(words, conflict));
    if (!causality.solved) continue;
    list.back().severity = Severity::note;
    list.back().hint = "The compiler solves the loop that closes here; strokes cannot show how.";
  }
  for (const auto& derivative : causality.derivatives) list.push_back(describe(words, derivative));
  for (const auto& loop : causality.loops) list.push_back(describe(words, loop));
  return list;
}

}  // namespace multibond
