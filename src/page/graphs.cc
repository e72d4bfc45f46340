#include "graphs.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "multibond/base/units.h"
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
class BondWriter {
 public:
  BondWriter(Component& model, const Plan* plan)
      : graph_(bonds::bond_graph(model)),
        system_(plan ? plan->original : flatten(model)),
        aliases_(plan ? &plan->aliases : nullptr) {
    for (const bonds::BondGraph::Edge& edge : graph_.edges) {
      (edge.effort.empty() ? outer_ : known_)[edge.path] = &edge;
    }
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      variable_[system_.variables[v].path] = v;
      if (!aliases_ || aliases_->targets[v].constant) continue;
      const AliasTarget& target = aliases_->targets[v];
      same_.try_emplace({target.root, target.order}, v);
    }
  }

  Json run(const DrawnBonds& drawn) {
    Json list = Json::array();
    for (const auto& [path, same] : drawn) {
      Json row = row_of(same);
      if (row.is_null()) continue;
      row["path"] = path;
      list.push_back(std::move(row));
    }
    return list;
  }

 private:
  /// Of the first that has variables; of an outer bond only if no other one has.
  Json row_of(const std::vector<std::string>& same) const {
    for (const std::string& candidate : same) {
      const auto edge = known_.find(candidate);
      if (edge == known_.end()) continue;
      return {{"effort", paths(edge->second->effort)}, {"flow", paths(edge->second->flow)}};
    }
    for (const std::string& candidate : same) {
      const auto edge = outer_.find(candidate);
      if (edge == outer_.end()) continue;
      if (Json row = row_of_port(*edge->second); !row.is_null()) return row;
    }
    return nullptr;
  }

  Json paths(const std::vector<std::uint32_t>& variables) const {
    Json list = Json::array();
    for (const std::uint32_t variable : variables) list.push_back(path(variable));
    return list;
  }
  Json path(std::uint32_t variable) const { return std::string(system_.variables[variable].path); }

  static Json one(Json element) { return Json::array({std::move(element)}); }

  /// The variables of a port, in the order in which it declares them: a potential and a flow.
  std::vector<std::uint32_t> members(const std::string& port) const {
    std::vector<std::uint32_t> found;
    const std::string prefix = port + ".";
    for (auto it = variable_.lower_bound(prefix);
         it != variable_.end() && it->first.starts_with(prefix); ++it) {
      if (it->first.find('.', prefix.size()) == std::string_view::npos) found.push_back(it->second);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

  /// A bond between a wrapped part and one of its ports has no variables: those of the port are
  /// its effort and flow. If the port has a position and a force, the flow is the rate of the
  /// position, which is a variable of some other part; heat ports have no power.
  Json row_of_port(const bonds::BondGraph::Edge& edge) const {
    const std::vector<std::uint32_t> port = members(edge.path);
    if (port.size() != 2) return nullptr;
    const auto a = parse_unit(system_.variables[port[0]].unit);
    const auto b = parse_unit(system_.variables[port[1]].unit);
    if (!a || !b) return nullptr;
    // Variables of ports count into the part.
    const double into = edge.tail_exit.box != bonds::BondGraph::kNone ? 1 : -1;
    const Dimension product = a->dimension * b->dimension;
    if (product == parse_unit("W")->dimension) {
      return {{"effort", one(path(port[0]))}, {"flow", one(path(port[1]))}, {"sign", into}};
    }
    if (product != parse_unit("J")->dimension || !aliases_) return nullptr;
    const AliasTarget& position = aliases_->targets[port[0]];
    if (position.constant) return {{"effort", one(path(port[1]))}, {"flow", one(nullptr)}};
    const auto rate = same_.find({position.root, position.order + 1});
    if (rate == same_.end()) return nullptr;
    const double sign = position.sign * aliases_->targets[rate->second].sign;
    return {
        {"effort", one(path(port[1]))}, {"flow", one(path(rate->second))}, {"sign", into * sign}};
  }

  bonds::BondGraph graph_;
  System system_;
  const Aliases* aliases_;
  std::map<std::string, const bonds::BondGraph::Edge*> known_, outer_;
  std::map<std::string_view, std::uint32_t> variable_;
  /// A variable for each derivative of a root that has one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> same_;
};

}  // namespace

void add_graphs(Component& model, const Plan* plan, Json& header) {
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
  header["bonds"] = BondWriter(model, plan).run(drawn);
}

}  // namespace multibond::page
