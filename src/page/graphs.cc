#include "graphs.h"

#include <map>
#include <string>
#include <vector>

#include "multibond/diagnostic.h"
#include "multibond/library/bonds/graph.h"
#include "multibond/model/system.h"
#include "multibond/view/drawing.h"

namespace multibond::page {
namespace {

/// Each takes some hundredths of a second.
constexpr std::size_t kMostDrawings = 60;

/// Without colours: they are those of the page, whose policy allows no others.
std::string plain_svg(const Drawing& drawing) {
  std::string svg = to_svg(drawing);
  constexpr std::string_view kBegin = "<style>", kEnd = "</style>";
  const std::size_t from = svg.find(kBegin), to = svg.find(kEnd);
  if (from != std::string::npos && to != std::string::npos) {
    svg.erase(from, to + kEnd.size() - from);
  }
  return svg;
}

/// The bonds that are drawn, each with those that it stands for: they carry the same power.
using DrawnBonds = std::map<std::string, std::vector<std::string>>;

/// Variables of the bonds that are drawn, by path.
Json bonds_of(Component& model, const DrawnBonds& drawn) {
  const bonds::BondGraph graph = bonds::bond_graph(model);
  const System system = flatten(model);
  const auto paths = [&](const std::vector<std::uint32_t>& variables) {
    Json list = Json::array();
    for (const std::uint32_t variable : variables) {
      list.push_back(std::string(system.variables[variable].path));
    }
    return list;
  };
  std::map<std::string, const bonds::BondGraph::Edge*> known;
  for (const bonds::BondGraph::Edge& edge : graph.edges) {
    if (!edge.effort.empty()) known[edge.path] = &edge;
  }
  Json list = Json::array();
  for (const auto& [path, same] : drawn) {
    for (const std::string& candidate : same) {
      const auto edge = known.find(candidate);
      if (edge == known.end()) continue;
      list.push_back({{"path", path},
                      {"effort", paths(edge->second->effort)},
                      {"flow", paths(edge->second->flow)}});
      break;
    }
  }
  return list;
}

}  // namespace

void add_graphs(Component& model, Json& header) {
  std::vector<std::pair<std::string, Drawing>> drawings;
  try {
    drawings = draw_opened(model, {.solved = true}, kMostDrawings);
  } catch (const Error&) {
    return;  // no bonds, or no Graphviz: the page has no drawing of them
  }
  Json list = Json::array();
  DrawnBonds drawn;
  for (const auto& [path, drawing] : drawings) {
    list.push_back({{"path", path}, {"svg", plain_svg(drawing)}});
    for (const Drawing::Bond& bond : drawing.bonds) {
      std::vector<std::string>& same = drawn[bond.path];
      same.push_back(bond.path);
      same.insert(same.end(), bond.merged.begin(), bond.merged.end());
    }
  }
  header["drawings"] = std::move(list);
  header["bonds"] = bonds_of(model, drawn);
}

}  // namespace multibond::page
