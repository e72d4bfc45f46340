#include "multibond/library/bonds/graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "multibond/base/text.h"
#include "multibond/base/union_find.h"
#include "multibond/library/bonds/attachment.h"
#include "multibond/model/context.h"
#include "multibond/model/system.h"

namespace multibond::bonds {
namespace {

constexpr std::uint32_t kNone = BondGraph::kNone;

class GraphMaker {
 public:
  GraphMaker(const Component& model, const std::vector<std::string>& shown)
      : model_(model), shown_(shown.begin(), shown.end()) {}

  BondGraph run() {
    join_nets();
    visit(model_, add_box(model_, kNone));
    add_junctions_of_nets();
    name_open_ports();
    add_edges();
    add_signals();
    drop_empty_boxes();
    return std::move(graph_);
  }

 private:
  using Junction = std::pair<std::size_t, int>;  ///< connected ports, and which channel of them
  struct Attached {
    const AttachedJunction* junction;
    std::uint32_t box, vertex;
    std::vector<AttachedJunction::Outer> outer;  ///< bonds that are there
    std::vector<BondGraph::Port> places;         ///< of the outer bonds, at the nets
  };

  std::uint32_t add_box(const Component& component, std::uint32_t parent) {
    box_of_[&component] = static_cast<std::uint32_t>(graph_.boxes.size());
    graph_.boxes.push_back({&component, component.path(), parent});
    return static_cast<std::uint32_t>(graph_.boxes.size() - 1);
  }

  void visit(const Component& component, std::uint32_t box) {
    for (const Component* part : component.children()) {
      if (const auto* bond = dynamic_cast<const Bond*>(part)) {
        bonds_.push_back(bond);
      } else if (const auto* attachment = dynamic_cast<const Attachment*>(part)) {
        attachments_.emplace_back(attachment, box);
      } else if (const auto* element = dynamic_cast<const Element*>(part)) {
        add_element(*element, box);
        if (const auto* junction = dynamic_cast<const AttachedJunction*>(part)) {
          attached_.push_back({junction,
                               box,
                               static_cast<std::uint32_t>(graph_.vertices.size() - 1),
                               outer_bonds(*junction),
                               {}});
        }
      } else if (const auto* port = dynamic_cast<const multibond::Port*>(part)) {
        note_signal(*port, kNone);
      } else {
        visit(*part, add_box(*part, box));
      }
    }
  }

  void add_element(const Element& element, std::uint32_t box) {
    BondGraph::Vertex vertex;
    vertex.element = &element;
    vertex.path = element.path();
    vertex.code = element.code();
    vertex.box = box;
    vertex.port_start.push_back(0);
    const auto index = static_cast<std::uint32_t>(graph_.vertices.size());
    for (const BondPort* port : element.bond_ports()) {
      place_of_port_[port] = {index, static_cast<std::uint32_t>(vertex.port_start.size() - 1)};
      vertex.port_start.push_back(vertex.port_start.back() +
                                  static_cast<std::uint32_t>(port->size()));
    }
    vertex.rules = element.causal_rules();
    if (const auto* junction = dynamic_cast<const AttachedJunction*>(&element)) {
      const std::size_t count = outer_bonds(*junction).size();
      for (std::size_t i = 0; i < count; ++i) {
        vertex.port_start.push_back(vertex.port_start.back() + 1);
      }
      vertex.rules.at(0).places.resize(count + 1);  // of the inner bond, then the outer ones
    }
    graph_.vertices.push_back(std::move(vertex));
    for (const Component* part : element.children()) {
      if (const auto* port = dynamic_cast<const multibond::Port*>(part)) note_signal(*port, index);
    }
  }

  /// A flange of a rigid part that nobody connected has no force, and adds nothing to the sum of
  /// its junction: there is no bond.
  std::vector<AttachedJunction::Outer> outer_bonds(const AttachedJunction& junction) const {
    std::vector<AttachedJunction::Outer> outer = junction.outer();
    if (junction.common_effort() || junction.code() != "1") return outer;
    std::erase_if(outer, [&](const AttachedJunction::Outer& o) {
      const Component* owner = o.port->owner();
      return !connected_.contains(o.port) && owner != &model_ && !shown_.contains(owner->path());
    });
    return outer;
  }

  void note_signal(const multibond::Port& port, std::uint32_t vertex) {
    if (dynamic_cast<const signals::Signal*>(&port)) signal_ports_.emplace_back(&port, vertex);
  }

  // -- ports that are connected, through all levels ---------------------------------------------
  std::size_t net(const multibond::Port* port) {
    const auto [entry, added] = net_of_port_.try_emplace(port, nets_.size());
    if (added) nets_.add();
    return nets_.find(entry->second);
  }

  void join_nets() {
    for (const Connection& connection : model_.context().connections) {
      nets_.join(net(connection.a), net(connection.b));
      connected_.insert({connection.a, connection.b});
      if (!within(*connection.b, connection.a->owner())) led_out_.insert(connection.a);
      if (!within(*connection.a, connection.b->owner())) led_out_.insert(connection.b);
    }
  }

  static bool within(const Component& part, const Component* whole) {
    const Component* around = part.owner();
    while (around && around != whole) around = around->owner();
    return around == whole;
  }

  /// Connected ports of a domain: one junction whose bonds end at their attachments.
  void add_junctions_of_nets() {
    for (const auto& [attachment, box] : attachments_) {
      exit_of_port_[&attachment->port] = {attachment->outside().name(), box};
      place_of_port_[&attachment->port] =
          place_at_net(attachment->outside(), box, attachment->common_effort(),
                       attachment->channel(), attachment->port.size());
    }
    for (Attached& attached : attached_) {
      for (const AttachedJunction::Outer& outer : attached.outer) {
        attached.places.push_back(
            place_at_net(*outer.port, attached.box, attached.junction->common_effort(), 0, 1));
      }
    }
    for (const auto& [id, index] : vertex_of_net_) {
      BondGraph::Vertex& vertex = graph_.vertices[index];
      const std::uint32_t size = vertex.port_start[1];
      for (std::uint32_t i = 0; i < size; ++i) {
        CausalRule rule{
            vertex.code == "0" ? CausalRule::Kind::junction_0 : CausalRule::Kind::junction_1, {}};
        for (std::uint32_t at = i; at < vertex.places(); at += size) rule.places.push_back(at);
        vertex.rules.push_back(std::move(rule));
      }
    }
  }

  /// A further port of the junction that the connected ports form.
  BondGraph::Port place_at_net(const multibond::Port& outside, std::uint32_t box,
                               bool common_effort, int channel, int size) {
    // A port that nobody connected is the business of its component alone.
    const bool inner = graph_.boxes[box].parent == kNone || !connected_.contains(&outside);
    const std::uint32_t around = inner ? box : graph_.boxes[box].parent;
    const auto [it, added] = vertex_of_net_.try_emplace(
        {net(&outside), channel}, static_cast<std::uint32_t>(graph_.vertices.size()));
    if (added) {
      BondGraph::Vertex vertex;
      vertex.path = outside.path();
      // Of a frame in space the junction of rotation is the second one.
      if (channel > 0) vertex.path += fmt::format(" ({})", channel + 1);
      vertex.code = common_effort ? "0" : "1";
      vertex.box = around;
      if (!connected_.contains(&outside)) vertex.open_port = outside.name();
      vertex.port_start.push_back(0);
      graph_.vertices.push_back(std::move(vertex));
    }
    BondGraph::Vertex& vertex = graph_.vertices[it->second];
    vertex.box = common_box(vertex.box, around);
    vertex.port_start.push_back(vertex.port_start.back() + static_cast<std::uint32_t>(size));
    return {it->second, static_cast<std::uint32_t>(vertex.port_start.size() - 2)};
  }

  /// Ports that lead into their component and nowhere else: their junctions stand in its box.
  void name_open_ports() {
    std::map<std::size_t, std::vector<std::uint32_t>> vertices;
    for (const auto& [junction, index] : vertex_of_net_) vertices[junction.first].push_back(index);
    std::unordered_set<const multibond::Port*> done;
    for (const Connection& connection : model_.context().connections) {
      for (const multibond::Port* port : {connection.a, connection.b}) {
        if (led_out_.contains(port) || !done.insert(port).second) continue;
        const auto box = box_of_.find(port->owner());
        if (box == box_of_.end()) continue;
        for (const std::uint32_t index : vertices[net(port)]) {
          BondGraph::Vertex& vertex = graph_.vertices[index];
          vertex.box = common_box(vertex.box, box->second);
          vertex.open_port += (vertex.open_port.empty() ? "" : ", ") + port->name();
        }
      }
    }
  }

  std::uint32_t common_box(std::uint32_t a, std::uint32_t b) const {
    while (a != b) {
      // Parents come before their parts.
      (a > b ? a : b) = graph_.boxes[std::max(a, b)].parent;
    }
    return a;
  }

  // -- edges: bonds, joined where they meet at an interface --------------------------------------
  void add_edges() {
    std::unordered_map<const Bond*, bool> done;
    const auto is_interface = [&](const BondPort& port) { return !place_of_port_.contains(&port); };
    for (const Bond* bond : bonds_) {
      if (done[bond]) continue;
      // To the end of the chain on either side; the harpoon is that of the outermost bond.
      std::vector<const Bond*> chain{bond};
      const BondPort* ends[2] = {&bond->tail(), &bond->head()};
      for (int side : {0, 1}) {
        const Bond* last = bond;
        while (is_interface(*ends[side])) {
          const Bond* next = ends[side]->outer_bond() == last ? ends[side]->inner_bond()
                                                              : ends[side]->outer_bond();
          if (!next || next == bond) break;
          ends[side] = &next->tail() == ends[side] ? &next->head() : &next->tail();
          chain.push_back(last = next);
        }
      }
      for (const Bond* part : chain) done[part] = true;
      add_edge(*bond, ends, chain);
    }
    for (const Attached& attached : attached_) add_outer_edges(attached);
  }

  /// The bonds between the junction of a wrapped component and its ports.
  void add_outer_edges(const Attached& attached) {
    const auto& outer = attached.outer;
    for (std::uint32_t i = 0; i < outer.size(); ++i) {
      BondGraph::Edge edge;
      edge.path = outer[i].port->path();
      const BondGraph::Port inside{attached.vertex, i + 1}, outside = attached.places[i];
      edge.tail = outer[i].inward ? outside : inside;
      edge.head = outer[i].inward ? inside : outside;
      (outer[i].inward ? edge.tail_exit : edge.head_exit) = {outer[i].port->name(), attached.box};
      graph_.edges.push_back(std::move(edge));
    }
  }

  void add_edge(const Bond& bond, const BondPort* const ends[2],
                const std::vector<const Bond*>& chain) {
    BondGraph::Edge edge;
    edge.path = bond.path();
    edge.size = static_cast<std::uint32_t>(bond.size());
    for (const Bond* part : chain) {
      if (part->stroke() == Stroke::any) continue;
      edge.stroke = part->stroke();
    }
    edge.tail = end(*ends[0]);
    edge.head = end(*ends[1]);
    edge.tail_exit = exit(*ends[0]);
    edge.head_exit = exit(*ends[1]);
    const BondPort& head = *ends[1];
    for (std::size_t i = 0; i < head.e.size(); ++i) {
      edge.effort.push_back(head.e[i].index());
      edge.flow.push_back(head.f[i].index());
    }
    graph_.edges.push_back(std::move(edge));
  }

  BondGraph::Edge::Exit exit(const BondPort& port) const {
    const auto it = exit_of_port_.find(&port);
    return it == exit_of_port_.end() ? BondGraph::Edge::Exit{} : it->second;
  }

  /// A vertex's port; an interface that leads nowhere becomes a vertex of its own.
  BondGraph::Port end(const BondPort& port) {
    const auto it = place_of_port_.find(&port);
    if (it != place_of_port_.end()) return it->second;
    BondGraph::Vertex vertex;
    vertex.path = port.path();
    vertex.code = port.name();
    vertex.box = 0;
    vertex.port_start = {0, static_cast<std::uint32_t>(port.size())};
    const BondGraph::Port place{static_cast<std::uint32_t>(graph_.vertices.size()), 0};
    graph_.vertices.push_back(std::move(vertex));
    place_of_port_[&port] = place;
    return place;
  }

  void add_signals() {
    std::map<std::size_t, BondGraph::Signal> signals;
    for (const auto& [port, vertex] : signal_ports_) {
      BondGraph::Signal& signal = signals[net(port)];
      signal.ports.push_back(port->path());
      if (vertex != kNone) signal.vertices.push_back(vertex);
    }
    for (auto& [id, signal] : signals) {
      if (signal.ports.size() > 1) graph_.signals.push_back(std::move(signal));
    }
  }

  void drop_empty_boxes() {
    std::vector<bool> used(graph_.boxes.size(), false);
    used[0] = true;
    for (const BondGraph::Vertex& vertex : graph_.vertices) {
      for (std::uint32_t b = vertex.box; b != kNone && !used[b]; b = graph_.boxes[b].parent) {
        used[b] = true;
      }
    }
    std::vector<std::uint32_t> place(graph_.boxes.size(), kNone);
    std::vector<BondGraph::Box> kept;
    for (std::uint32_t b = 0; b < used.size(); ++b) {
      if (!used[b]) continue;
      place[b] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(std::move(graph_.boxes[b]));
      if (kept.back().parent != kNone) kept.back().parent = place[kept.back().parent];
    }
    graph_.boxes = std::move(kept);
    for (BondGraph::Vertex& vertex : graph_.vertices) vertex.box = place[vertex.box];
    for (BondGraph::Edge& edge : graph_.edges) {
      for (BondGraph::Edge::Exit* exit : {&edge.tail_exit, &edge.head_exit}) {
        if (exit->box != kNone) exit->box = place[exit->box];
      }
    }
  }

  const Component& model_;
  const std::unordered_set<std::string> shown_;
  BondGraph graph_;
  std::unordered_map<const Component*, std::uint32_t> box_of_;
  std::vector<const Bond*> bonds_;
  std::vector<std::pair<const Attachment*, std::uint32_t>> attachments_;
  std::vector<Attached> attached_;
  std::vector<std::pair<const multibond::Port*, std::uint32_t>> signal_ports_;
  std::unordered_map<const BondPort*, BondGraph::Port> place_of_port_;
  std::unordered_map<const BondPort*, BondGraph::Edge::Exit> exit_of_port_;
  std::unordered_map<const multibond::Port*, std::size_t> net_of_port_;
  UnionFind nets_;
  std::map<Junction, std::uint32_t> vertex_of_net_;
  std::unordered_set<const multibond::Port*> connected_;
  std::unordered_set<const multibond::Port*> led_out_;  ///< connected to what is around
};

}  // namespace

BondGraph bond_graph(Component& model, const std::vector<std::string>& shown) {
  elaborate(model);
  return GraphMaker(model, shown).run();
}

std::vector<std::string> switching_elements(const BondGraph& graph) {
  std::vector<std::string> found;
  for (const BondGraph::Vertex& vertex : graph.vertices) {
    if (!vertex.element) continue;
    std::vector<std::string> names;
    for (const CausalMode& mode : vertex.element->causal_modes()) names.push_back(mode.name);
    if (!names.empty()) found.push_back(fmt::format("{} ({})", vertex.path, join_names(names)));
  }
  return found;
}

void set_mode(BondGraph& graph, std::string_view path, std::string_view mode) {
  std::vector<BondGraph::Vertex*> matches;
  for (BondGraph::Vertex& vertex : graph.vertices) {
    if (!vertex.element || vertex.element->causal_modes().empty()) continue;
    const bool below = vertex.path.size() > path.size() && vertex.path.starts_with(path) &&
                       vertex.path[path.size()] == '.';
    if (vertex.path == path || below) matches.push_back(&vertex);
  }
  if (matches.size() != 1) {
    const std::vector<std::string> all = switching_elements(graph);
    throw Error(std::string(path),
                fmt::format("{} {}.", path,
                            matches.empty() ? "is no element that switches ideally"
                                            : "contains several elements that switch ideally"),
                all.empty() ? "The model has no such element: its causality is always the same."
                            : fmt::format("Name one of: {}.", join_names(all, 12)));
  }
  std::vector<std::string> names;
  for (CausalMode& candidate : matches.front()->element->causal_modes()) {
    if (candidate.name == mode) {
      matches.front()->rules = std::move(candidate.rules);
      return;
    }
    names.push_back(candidate.name);
  }
  throw Error(std::string(path), fmt::format("{} has no mode '{}'.", matches.front()->path, mode),
              fmt::format("Choose one of: {}.", join_names(names)));
}

}  // namespace multibond::bonds
