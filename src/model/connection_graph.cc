// The graph has two kinds of nodes: groups of ports joined by branches inside components, and
// connection sets. Every membership of a port in a set is an edge that may be cut. A breadth-first
// search from the roots keeps the edge by which a node is first reached; every other edge closes a
// loop. Unlike a search over single `connect` statements this does not depend on how the members of
// a set were paired (docs/decisions/0004-connection-graph.md).

#include "connection_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>

#include "multibond/base/text.h"
#include "multibond/base/union_find.h"

namespace multibond {
namespace {

constexpr auto kNone = static_cast<std::size_t>(-1);

/// The connection sets of all levels.
std::vector<ConnectionSet> form_sets(ModelContext& context) {
  UnionFind classes;
  std::vector<std::size_t> faces[2];  // [inner_face], by serial number
  for (auto& list : faces) list.assign(context.components, kNone);
  std::vector<ConnectionSet::Member> members;
  const auto face = [&](Port* port, const Connection& connection) {
    const bool inner = port->owner() == connection.where;
    std::size_t& place = faces[inner][port->serial()];
    if (place == kNone) {
      place = members.size();
      classes.add();
      members.push_back({port, inner, connection.place});
    }
    return place;
  };
  for (const Connection& c : context.connections) {
    classes.join(face(c.a, c), face(c.b, c));
    context.statements.connected[c.a->serial()] = true;
    context.statements.connected[c.b->serial()] = true;
  }
  std::vector<std::size_t> set_of_class(members.size(), members.size());
  std::vector<ConnectionSet> sets;
  for (std::size_t i = 0; i < members.size(); ++i) {
    std::size_t& set = set_of_class[classes.find(i)];
    if (set == members.size()) {
      set = sets.size();
      sets.emplace_back();
    }
    sets[set].members.push_back(members[i]);
  }
  return sets;
}

/// Sorts members by path and sets by their first member, so that nothing later sees the order of
/// the statements.
void make_canonical(std::vector<ConnectionSet>& sets, std::size_t components) {
  std::vector<std::string> paths(components);  // of owners, which have several ports each
  const auto path = [&](const Port& port) {
    const Component* owner = port.owner();
    std::string& above = paths[owner->serial()];
    if (above.empty()) above = owner->path();
    return above.empty() ? port.name() : above + '.' + port.name();
  };
  std::vector<std::pair<std::string, std::size_t>> order;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    std::vector<std::pair<std::string, ConnectionSet::Member>> named;
    for (const auto& member : sets[s].members) named.emplace_back(path(*member.port), member);
    std::sort(named.begin(), named.end(), [](const auto& x, const auto& y) {
      if (x.first == y.first) return x.second.inner_face < y.second.inner_face;
      return natural_less(x.first, y.first);
    });
    for (std::size_t i = 0; i < named.size(); ++i) sets[s].members[i] = named[i].second;
    order.emplace_back(named.front().first, s);
  }
  // In the order in which parts are usually made, so that what belongs together stays together.
  std::sort(order.begin(), order.end(), [](const auto& x, const auto& y) {
    return x.first == y.first ? x.second < y.second : natural_less(x.first, y.first);
  });
  std::vector<ConnectionSet> sorted;
  sorted.reserve(sets.size());
  for (const auto& entry : order) sorted.push_back(std::move(sets[entry.second]));
  sets = std::move(sorted);
}

class Forest {
 public:
  Forest(ModelContext& context, std::vector<ConnectionSet>& sets)
      : context_(context), sets_(sets), number_(context.components, kNone) {
    collect_ports(context.root);
  }

  void grow() {
    if (ports_.empty()) return;
    reached_set_.assign(sets_.size(), false);
    reached_.assign(ports_.size(), false);
    for (const ConnectionSet& set : sets_) edge_.emplace_back(set.members.size(), Edge::open);
    for (Port* port : sorted(context_.roots)) plant(port);
    spread();
    // Potential roots, the most willing first; names decide between equals.
    auto candidates = context_.potential_roots;
    std::vector<std::pair<std::string, PotentialRoot>> named;
    for (const auto& candidate : candidates) named.emplace_back(candidate.port->path(), candidate);
    std::sort(named.begin(), named.end(), [](const auto& x, const auto& y) {
      return std::tie(x.second.priority, x.first) < std::tie(y.second.priority, y.first);
    });
    for (const auto& [name, candidate] : named) {
      if (reached_[number(candidate.port)]) continue;
      plant(candidate.port);
      spread();
    }
    report_unreached();
  }

 private:
  void collect_ports(Component* component) {
    if (auto* port = dynamic_cast<Port*>(component); port && port->overdetermined()) {
      number_[port->serial()] = ports_.size();
      ports_.push_back(port);
      sets_of_.emplace_back();
      branches_of_.emplace_back();
    }
    for (Component* child : component->children()) collect_ports(child);
    if (component != context_.root) return;
    for (std::size_t s = 0; s < sets_.size(); ++s) {
      for (std::size_t m = 0; m < sets_[s].members.size(); ++m) {
        const std::size_t p = number(sets_[s].members[m].port);
        if (p != kNone) sets_of_[p].emplace_back(s, m);
      }
    }
    for (const auto& [a, b] : context_.branches) {
      branches_of_[number(a.part)].push_back(number(b.part));
      branches_of_[number(b.part)].push_back(number(a.part));
    }
  }

  std::size_t number(const Port* port) const { return number_[port->serial()]; }

  static std::vector<Port*> sorted(const std::vector<Numbered<Port>>& roots) {
    std::vector<std::pair<std::string, Port*>> named;
    for (const auto& root : roots) named.emplace_back(root.part->path(), root.part);
    std::sort(named.begin(), named.end());
    std::vector<Port*> ports;
    for (const auto& entry : named) ports.push_back(entry.second);
    return ports;
  }

  void plant(Port* port) {
    const std::size_t p = number(port);
    context_.statements.root_ports[port->serial()] = true;
    if (reached_[p]) return;
    enter(p);
  }

  /// Marks a port and everything joined to it by branches; nearer ports are rooted.
  void enter(std::size_t entry) {
    reached_[entry] = true;
    std::deque<std::size_t> inside{entry};
    while (!inside.empty()) {
      const std::size_t p = inside.front();
      inside.pop_front();
      frontier_.push_back(p);
      for (std::size_t q : branches_of_[p]) {
        if (reached_[q]) continue;
        reached_[q] = true;
        context_.statements.rooted_ports[ports_[p]->serial()] = true;
        inside.push_back(q);
      }
      if (branches_of_[p].empty()) context_.statements.rooted_ports[ports_[p]->serial()] = true;
    }
  }

  /// Breadth first, a whole level at a time: first the sets next to the reached ports, then the
  /// ports next to those sets. An edge to something already reached is a cut.
  void spread() {
    while (!frontier_.empty()) {
      std::vector<std::pair<std::size_t, std::size_t>> edges;  // set, member
      for (std::size_t p : frontier_) {
        for (const auto& [s, m] : sets_of_[p]) {
          if (edge_[s][m] == Edge::open) edges.emplace_back(s, m);
        }
      }
      frontier_.clear();
      std::sort(edges.begin(), edges.end());  // sets and members are in canonical order
      std::vector<std::size_t> new_sets;
      for (const auto& [s, m] : edges) {
        if (!reached_set_[s]) {
          reached_set_[s] = true;
          sets_[s].origin = m;
          edge_[s][m] = Edge::tree;
          new_sets.push_back(s);
        } else {
          cut(s, m);
        }
      }
      for (std::size_t s : new_sets) {
        for (std::size_t m = 0; m < sets_[s].members.size(); ++m) {
          if (edge_[s][m] != Edge::open) continue;
          const std::size_t p = number(sets_[s].members[m].port);
          if (reached_[p]) {
            cut(s, m);
          } else {
            edge_[s][m] = Edge::tree;
            enter(p);
          }
        }
      }
    }
  }

  void cut(std::size_t s, std::size_t m) {
    edge_[s][m] = Edge::cut;
    sets_[s].cuts.push_back(m);
  }

  void report_unreached() {
    std::vector<Diagnostic> findings;
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      if (reached_[p]) continue;
      const std::string path = ports_[p]->path();
      findings.push_back(
          {Severity::error, path,
           fmt::format("{} hangs on nothing: no fixed part and no body determines its "
                       "position.",
                       path),
           "Connect it, directly or through others, to a fixed part or to a body."});
      if (findings.size() == 10) break;
    }
    if (!findings.empty()) throw Error(std::move(findings));
  }

  ModelContext& context_;
  std::vector<ConnectionSet>& sets_;
  std::vector<Port*> ports_;
  std::vector<std::size_t> number_;  // in ports_, by serial number; kNone if not there
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> sets_of_;  // (set, member)
  std::vector<std::vector<std::size_t>> branches_of_;
  std::vector<bool> reached_, reached_set_;
  std::vector<std::size_t> frontier_;
  enum class Edge : unsigned char { open, tree, cut };
  std::vector<std::vector<Edge>> edge_;  // by set and member
};

}  // namespace

std::vector<ConnectionSet> resolve_connections(ModelContext& context) {
  for (auto* marks : {&context.statements.root_ports, &context.statements.rooted_ports,
                      &context.statements.connected}) {
    marks->assign(context.components, false);
  }
  std::vector<ConnectionSet> sets = form_sets(context);
  make_canonical(sets, context.components);
  Forest(context, sets).grow();
  return sets;
}

}  // namespace multibond
