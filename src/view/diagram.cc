#include "diagram.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "diagram_causality.h"
#include "diagram_impulses.h"
#include "diagram_signals.h"
#include "multibond/base/text.h"
#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/linear.h"

namespace multibond::view {
namespace {

using bonds::BondGraph;
using bonds::CausalRule;

constexpr std::uint32_t kNone = Diagram::kNone;
constexpr std::size_t kLongestValue = 24;

std::string value_of(const RealParameter& parameter) {
  const MatrixX values = parameter.values();
  if (values.size() == 1) return quantity(values(0, 0), parameter.unit());
  std::string text = parameter.value_text();
  if (text.size() > kLongestValue) {
    return values.cols() > 1 ? fmt::format("{}×{} matrix", values.rows(), values.cols())
                             : fmt::format("{} values", values.rows());
  }
  if (!parameter.unit().empty() && parameter.unit() != "1")
    text += fmt::format(" {}", parameter.unit());
  return text;
}

/// The first real parameter unless it is zero as usual, and the others that are not as usual.
std::vector<std::string> parameters_of(const Component& component) {
  std::vector<std::string> texts;
  bool first = true;
  const auto* nonlinear = dynamic_cast<const bonds::Nonlinear*>(&component);
  for (const ParameterBase* parameter : component.parameters()) {
    const auto* real = dynamic_cast<const RealParameter*>(parameter);
    if (!real || real->elements() == 0) continue;
    if (nonlinear && nonlinear->law && real == &nonlinear->table) {  // nobody reads it
      first = false;
      continue;
    }
    const bool usual = real->value_text() == real->default_text();
    if (!usual || (first && (real->values().array() != 0).any())) {
      texts.push_back(fmt::format("{} = {}", real->name(), value_of(*real)));
    }
    first = false;
  }
  return texts;
}

/// Equations of each component that wraps an element and states its law.
using Laws = std::unordered_map<const Component*, std::vector<const StatedEquation*>>;

Laws laws_of(const Component& model, const BondGraph& graph) {
  Laws laws;
  for (const BondGraph::Vertex& vertex : graph.vertices) {
    const auto* terminal = dynamic_cast<const bonds::Terminal*>(vertex.element);
    if (terminal && terminal->owner()) laws[terminal->owner()];
  }
  for (const StatedEquation& equation : model.context().statements.equations) {
    const auto found = laws.find(equation.component);
    if (found != laws.end()) found->second.push_back(&equation);
  }
  return laws;
}

/// Whether a component around a source says that it gives nothing: no effort; or no flow, because a
/// position of one of its ports is constant.
bool gives_nothing(const bonds::Terminal& source, const Laws& laws) {
  const auto found = laws.find(source.owner());
  if (found == laws.end()) return false;
  const bool effort = source.code() == "Se";
  const Expr given = effort ? source.effort() : source.flow();
  bool held = false;
  for (const StatedEquation* law : found->second) {
    if (same(law->left, given)) return law->right.is_number(0);
    const auto varies = [](const Expr& leaf) { return leaf.op() != Op::parameter; };
    held |=
        law->left.is_variable() && (law->right.is_number() || leaves(law->right, varies).empty());
  }
  return !effort && held;
}

bool all_zero(const Component& component) {
  for (const ParameterBase* parameter : component.parameters()) {
    const auto* real = dynamic_cast<const RealParameter*>(parameter);
    if (real && (real->values().array() != 0).any()) return false;
  }
  return true;
}

Diagram::Kind kind_of(const BondGraph::Vertex& vertex) {
  const auto all = [&](auto... kinds) {
    return !vertex.rules.empty() &&
           std::all_of(vertex.rules.begin(), vertex.rules.end(),
                       [&](const CausalRule& rule) { return ((rule.kind == kinds) || ...); });
  };
  using Rule = CausalRule::Kind;
  if ((vertex.code == "0" || vertex.code == "1") && all(Rule::junction_0, Rule::junction_1)) {
    return Diagram::Kind::junction;
  }
  if (all(Rule::effort_source, Rule::flow_source)) return Diagram::Kind::source;
  return Diagram::Kind::element;
}

/// Whether a junction joins component by component, all bonds alike.
bool is_plain(const BondGraph::Vertex& vertex) {
  const std::size_t ports = vertex.port_start.size() - 1;
  return std::all_of(vertex.rules.begin(), vertex.rules.end(),
                     [&](const CausalRule& rule) { return rule.places.size() == ports; }) &&
         vertex.places() == ports * vertex.rules.size();
}

/// A frame in space has two junctions; the path of the second one ends with this.
constexpr std::string_view kSecond = " (2)";

/// v or ω for the junctions of a frame in space, else nothing.
std::string flow_of(const std::string& path, const std::set<std::string>& paths) {
  if (path.ends_with(kSecond)) return "ω";
  return paths.contains(path + std::string(kSecond)) ? "v" : "";
}

Diagram::Node node_of(const BondGraph::Vertex& vertex, const Laws& laws,
                      const std::set<std::string>& paths) {
  Diagram::Node node;
  node.kind = kind_of(vertex);
  node.path = vertex.path;
  node.code = vertex.code;
  node.group = vertex.box;
  node.plain = node.kind == Diagram::Kind::junction && is_plain(vertex);
  node.connection = node.kind == Diagram::Kind::junction && !vertex.element;
  if (node.connection) {
    node.flow = flow_of(vertex.path, paths);
    node.name = vertex.open_port;
  }
  if (vertex.element) {
    // The junction between the ports of a wrapped component has a name of no interest.
    const bool attached = dynamic_cast<const bonds::AttachedJunction*>(vertex.element) != nullptr;
    if (!attached) node.name = last_name(vertex.path);
    node.parameters = parameters_of(*vertex.element);
    const auto* terminal = dynamic_cast<const bonds::Terminal*>(vertex.element);
    node.zero = node.kind == Diagram::Kind::source &&
                (vertex.code == "Se" || vertex.code == "Sf") &&
                (terminal ? gives_nothing(*terminal, laws) : all_zero(*vertex.element));
    node.ground = node.zero && vertex.code == "Se";
    node.fixed = node.zero && vertex.code == "Sf";
    node.feeds = !node.zero && (vertex.code == "Se" || vertex.code == "Sf" ||
                                vertex.code == "mSe" || vertex.code == "mSf");
  }
  return node;
}

}  // namespace

Diagram make_diagram(Component& model, const DrawOptions& options) {
  BondGraph graph = bonds::bond_graph(model, options.open);
  for (const auto& [path, mode] : options.modes) bonds::set_mode(graph, path, mode);
  Diagram diagram;
  diagram.title = model.name();
  if (graph.edges.empty()) {
    const std::string name = model.name().empty() ? "The model" : model.name();
    throw Error(model.name(),
                fmt::format("{} has no bonds, so there is no bond graph to draw: its components "
                            "state their equations directly.",
                            name),
                "Draw a model made of bond-graph elements, or of components that wrap them.");
  }
  for (const BondGraph::Box& box : graph.boxes) {
    diagram.groups.push_back({box.path, last_name(box.path), box.parent});
  }
  const Laws laws = laws_of(model, graph);
  std::set<std::string> paths;
  for (const BondGraph::Vertex& vertex : graph.vertices) paths.insert(vertex.path);
  for (const BondGraph::Vertex& vertex : graph.vertices) {
    diagram.nodes.push_back(node_of(vertex, laws, paths));
  }
  for (const BondGraph::Edge& edge : graph.edges) {
    Diagram::Bond bond;
    bond.path = edge.path;
    bond.tail = edge.tail.vertex;
    bond.head = edge.head.vertex;
    bond.size = edge.size;
    bond.tail_exit = edge.tail_exit;
    bond.head_exit = edge.head_exit;
    diagram.bonds.push_back(std::move(bond));
  }
  add_signals(model, graph, diagram);
  // Strokes are those of the motion; with resistances for inertias there are others.
  if (options.impulse) {
    mark_impulses(model, graph, diagram);
  } else if (options.causal) {
    mark_causality(graph, options.solved, diagram);
  }
  // Boxes show their parameters when they are closed.
  diagram.boxes.resize(graph.boxes.size());
  for (std::size_t i = 1; i < graph.boxes.size(); ++i) {
    diagram.boxes[i] = parameters_of(*graph.boxes[i].component);
  }
  return diagram;
}

namespace {

/// A junction with a single bond, such as the axis of a free joint, is a source of nothing.
void show_free_ends(Diagram& diagram) {
  std::vector<std::uint32_t> bonds(diagram.nodes.size(), 0), last(diagram.nodes.size(), kNone);
  for (std::uint32_t b = 0; b < diagram.bonds.size(); ++b) {
    for (const std::uint32_t n : {diagram.bonds[b].tail, diagram.bonds[b].head}) {
      ++bonds[n];
      last[n] = b;
    }
  }
  for (std::uint32_t n = 0; n < diagram.nodes.size(); ++n) {
    Diagram::Node& node = diagram.nodes[n];
    if (!node.plain || node.connection || bonds[n] != 1) continue;
    if (diagram.bonds[last[n]].tail != n) continue;
    const bool effort = node.code == "1";
    node.code = effort ? "Se" : "Sf";
    node.parameters = {effort ? "e0 = 0" : "f0 = 0"};
    node.kind = Diagram::Kind::source;
    node.plain = false;
  }
}

}  // namespace

Diagram arranged(Diagram diagram, const DrawOptions& options) {
  if (options.simplify != Simplification::none) show_free_ends(diagram);
  diagram = close_boxes(std::move(diagram), options);
  if (options.simplify != Simplification::none) simplify(diagram, options.simplify);
  for (Diagram::Node& node : diagram.nodes) {
    if (!node.flow.empty()) node.name += (node.name.empty() ? "" : ", ") + node.flow;
  }
  return diagram;
}

Diagram diagram_of(Component& model, const DrawOptions& options) {
  Diagram diagram = make_diagram(model, options);
  if (!options.inside.empty()) diagram = inside_of(diagram, options.inside);
  return arranged(std::move(diagram), options);
}

// -- boxes ----------------------------------------------------------------------------------------

namespace {

[[noreturn]] void refuse_path(const Diagram& diagram, const std::string& path) {
  std::vector<std::string> boxes;
  for (std::size_t i = 1; i < diagram.groups.size(); ++i) boxes.push_back(diagram.groups[i].path);
  const auto is = [&](const Diagram::Node& node) { return node.path == path; };
  const bool element = std::any_of(diagram.nodes.begin(), diagram.nodes.end(), is);
  const std::string fact =
      element ? fmt::format("{} is an element of the bond graph and has nothing to open.", path)
              : fmt::format("There is no box {} to open.", path);
  if (boxes.empty()) {
    throw Error(path, fact, "This model has no boxes: everything is drawn already.");
  }
  const std::vector<std::string> near = nearest(path, boxes);
  throw Error(path, fact,
              near.empty() || element ? fmt::format("The boxes are: {}.", join_names(boxes))
                                      : fmt::format("Did you mean {}?", join_names(near)));
}

/// Which boxes are open.
std::vector<bool> open_boxes(const Diagram& diagram, const DrawOptions& options) {
  const std::size_t count = diagram.groups.size();
  std::vector<int> depth(count, 0);
  std::vector<bool> open(count, false);
  open[0] = true;
  for (std::size_t i = 1; i < count; ++i) {
    depth[i] = depth[diagram.groups[i].parent] + 1;
    open[i] = options.flat || depth[i] <= options.level;
  }
  for (const std::string& path : options.open) {
    const auto found =
        std::find_if(diagram.groups.begin() + 1, diagram.groups.end(),
                     [&](const Diagram::Group& group) { return group.path == path; });
    if (found == diagram.groups.end()) refuse_path(diagram, path);
    for (auto i = static_cast<std::uint32_t>(found - diagram.groups.begin()); i != kNone;
         i = diagram.groups[i].parent) {
      open[i] = true;
    }
  }
  return open;
}

/// A closed box gets another part.
void join(Diagram::Node& box, const Diagram::Node& part) {
  box.zero |= part.zero;
  box.fixed |= part.fixed;
  box.feeds |= part.feeds;
  box.ground &= part.ground || part.kind == Diagram::Kind::junction;
  box.vanished &= part.vanished;
}

}  // namespace

Diagram close_boxes(Diagram diagram, const DrawOptions& options) {
  const std::vector<bool> open = open_boxes(diagram, options);
  Diagram result;
  result.title = std::move(diagram.title);
  result.solved = diagram.solved;
  result.impulse = diagram.impulse;
  // A group stays, or becomes a node, or lies in one that does.
  std::vector<std::uint32_t> new_group(open.size(), kNone), closed_by(open.size(), kNone);
  std::vector<std::uint32_t> box_node(open.size(), kNone);
  for (std::uint32_t i = 0; i < open.size(); ++i) {
    Diagram::Group& group = diagram.groups[i];
    const std::uint32_t parent = group.parent;
    if (parent != kNone && closed_by[parent] != kNone) {
      closed_by[i] = closed_by[parent];
    } else if (!open[i]) {
      closed_by[i] = i;
    } else {
      new_group[i] = static_cast<std::uint32_t>(result.groups.size());
      result.groups.push_back(
          {group.path, group.title, parent == kNone ? kNone : new_group[parent]});
      result.boxes.push_back(std::move(diagram.boxes[i]));
    }
  }
  std::vector<std::uint32_t> new_node(diagram.nodes.size(), kNone);
  for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
    Diagram::Node& node = diagram.nodes[i];
    const std::uint32_t box = closed_by[node.group];
    std::uint32_t* place = box == kNone ? nullptr : &box_node[box];
    if (place && *place != kNone) {
      new_node[i] = *place;
      join(result.nodes[*place], node);
      continue;
    }
    new_node[i] = static_cast<std::uint32_t>(result.nodes.size());
    if (place) {
      *place = new_node[i];
      const Diagram::Group& group = diagram.groups[box];
      Diagram::Node closed;
      closed.kind = Diagram::Kind::box;
      closed.path = group.path;
      closed.code = group.title;
      closed.parameters = std::move(diagram.boxes[box]);
      closed.group = new_group[group.parent];
      closed.ground = closed.vanished = true;
      join(closed, node);
      result.nodes.push_back(std::move(closed));
    } else {
      node.group = new_group[node.group];
      result.nodes.push_back(std::move(node));
    }
  }
  for (Diagram::Node& node : result.nodes) {
    if (node.kind == Diagram::Kind::box) node.ground &= node.zero;
  }
  for (Diagram::Bond& bond : diagram.bonds) {
    for (bonds::BondGraph::Edge::Exit* exit : {&bond.tail_exit, &bond.head_exit}) {
      const std::uint32_t group = exit->box == kNone ? kNone : new_group[exit->box];
      exit->box = group == 0 ? kNone : group;  // of closed boxes, and of the model, nobody asks
    }
    const bool inside = new_node[bond.tail] == new_node[bond.head] && bond.tail != bond.head;
    bond.tail = new_node[bond.tail];
    bond.head = new_node[bond.head];
    if (inside || (bond.tail == bond.head && result.nodes[bond.tail].kind == Diagram::Kind::box)) {
      Diagram::Node& box = result.nodes[bond.tail];
      box.inside.insert(box.inside.end(), bond.lines.begin(), bond.lines.end());
      continue;
    }
    result.bonds.push_back(std::move(bond));
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> arrows;
  for (Diagram::Signal& signal : diagram.signals) {
    signal.from = new_node[signal.from];
    signal.to = new_node[signal.to];
    if (signal.from != signal.to && arrows.insert({signal.from, signal.to}).second) {
      result.signals.push_back(std::move(signal));
    }
  }
  return result;
}

}  // namespace multibond::view
