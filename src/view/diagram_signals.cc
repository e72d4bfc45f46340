#include "diagram_signals.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "multibond/library/signal_port.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/linear.h"

namespace multibond::view {
namespace {

using bonds::BondGraph;

constexpr std::uint32_t kNone = Diagram::kNone;

std::string owner_path(const std::string& path) {
  const std::string last = last_name(path);
  return path.size() > last.size() ? path.substr(0, path.size() - last.size() - 1) : std::string();
}

bool lies_in(const Component* part, const Component* whole) {
  while (part && part != whole) part = part->owner();
  return part != nullptr;
}

/// A flange or frame of what contains the part: no signal, the bonds lead there.
bool is_port_around(const Component* part, const Component* port) {
  return dynamic_cast<const Port*>(port) != nullptr && port->owner() &&
         lies_in(part, port->owner());
}

bool is_signal(const Component* part) {
  return dynamic_cast<const signals::Signal*>(part) != nullptr;
}

bool is_sensor(const Diagram::Node& node) {
  return node.kind != Diagram::Kind::block &&
         (node.code == "De" || node.code == "Df" || node.code == "Dp" || node.code == "Dq");
}

class SignalMaker {
 public:
  SignalMaker(const Component& model, const BondGraph& graph, Diagram& diagram)
      : model_(model), graph_(graph), diagram_(diagram) {
    for (std::uint32_t i = 0; i < diagram.nodes.size(); ++i) node_[diagram.nodes[i].path] = i;
    for (std::uint32_t i = 1; i < diagram.groups.size(); ++i) group_[diagram.groups[i].path] = i;
    inside_.resize(diagram.groups.size());
    for (std::uint32_t i = 0; i < diagram.nodes.size(); ++i) {
      inside_[diagram.nodes[i].group].push_back(i);
    }
  }

  void run() {
    read_equations();
    for (const BondGraph::Signal& signal : graph_.signals) add(signal);
    for (const Use& use : uses_) add(use);
  }

 private:
  struct End {
    std::uint32_t node = kNone;
    std::string port;
    int rank = 0;  ///< how likely it gives the value
  };
  /// A component whose equation has a variable of another one.
  struct Use {
    const Component* by;
    const Component* of;
  };

  // -- equations ----------------------------------------------------------------------------------
  void read_equations() {
    const ModelContext& context = model_.context();
    const Statements& statements = context.statements;
    const auto read = [&](const std::vector<StatedEquation>& equations) {
      for (const StatedEquation& equation : equations) read_equation(context, equation);
    };
    read(statements.equations);
    for (const StatedMode& mode : statements.modes) {
      read(mode.then);
      read(mode.otherwise);
    }
  }

  void read_equation(const ModelContext& context, const StatedEquation& equation) {
    const Component* by = equation.component;
    if (equation.left.is_variable()) {
      const Component* of = context.variables[equation.left.index()].component;
      if (is_signal(of) && lies_in(of, by)) given_.insert(of->path());
    }
    const bool element =
        dynamic_cast<const bonds::Element*>(by) != nullptr && node_.contains(by->path());
    if (!element && !is_block(by)) return;
    for (const Expr& side : {equation.left, equation.right}) {
      if (side.is_number()) continue;
      for (const Expr& leaf : leaves(side, [](const Expr& e) { return e.is_variable(); })) {
        const Component* of = context.variables[leaf.index()].component;
        if (lies_in(of, by)) continue;
        if (element && is_signal(of) && lies_in(by, of->owner())) {
          reader_[of->path()] = node_.at(by->path());  // an interface that this element reads
        } else if (!lies_in(by, of) && !is_port_around(by, of)) {
          uses_.push_back({by, of});
        }
      }
    }
  }

  /// A component with signals that is no part of the bond graph.
  bool is_block(const Component* component) const {
    if (component == &model_ || component->owner() == nullptr) return false;
    if (dynamic_cast<const bonds::Element*>(component)) return false;
    const std::string path = component->path();
    if (node_.contains(path) || group_.contains(path)) return false;
    return std::any_of(component->children().begin(), component->children().end(), is_signal);
  }

  // -- connections --------------------------------------------------------------------------------
  void add(const BondGraph::Signal& signal) {
    std::vector<End> ends;
    const auto take = [&](std::uint32_t node, const std::string& port) {
      if (node == kNone) return;
      if (std::any_of(ends.begin(), ends.end(), [&](const End& e) { return e.node == node; })) {
        return;
      }
      ends.push_back({node, port, likelihood(diagram_.nodes[node], port)});
    };
    std::vector<std::string> interfaces;
    for (const std::string& port : signal.ports) {
      const std::string owner = owner_path(port);
      if (owner.empty()) continue;
      if (group_.contains(owner)) {
        interfaces.push_back(port);
      } else {
        take(find_or_make(owner), port);
      }
    }
    // What is connected inside a box is listed too; else the box reads or gives the value itself.
    for (const std::string& port : interfaces) {
      const std::string prefix = owner_path(port) + '.';
      const bool passed_on = std::any_of(ends.begin(), ends.end(), [&](const End& end) {
        return diagram_.nodes[end.node].path.starts_with(prefix);
      });
      if (!passed_on) take(inside(port), port);
    }
    if (ends.size() < 2) return;
    const auto source = std::max_element(
        ends.begin(), ends.end(), [](const End& a, const End& b) { return a.rank < b.rank; });
    for (const End& end : ends) {
      if (end.node == source->node) continue;
      arrow(source->port, source->node, end.node, source->rank > 0);
    }
  }

  /// Sensors and outputs give a value; what is modulated takes it.
  int likelihood(const Diagram::Node& node, const std::string& port) const {
    if (given_.contains(port)) return 4;
    if (is_sensor(node)) return 3;
    const std::string name = last_name(port);
    if (name == "y" || name.starts_with("y[")) return 2;
    if (node.kind != Diagram::Kind::block) return -1;
    return name.starts_with("u") ? -1 : 1;
  }

  /// The element of a wrapped component that has to do with one of its signals.
  std::uint32_t inside(const std::string& port) const {
    const auto reader = reader_.find(port);
    if (reader != reader_.end()) return reader->second;
    return element_in(group_.at(owner_path(port)), given_.contains(port));
  }

  std::uint32_t element_in(std::uint32_t group, bool gives) const {
    std::uint32_t best = kNone;
    int most = 0;
    for (const std::uint32_t n : inside_[group]) {
      const Diagram::Node& node = diagram_.nodes[n];
      const bool modulated = node.code.starts_with("m") || node.code == "Sw";
      const int fit = (gives ? is_sensor(node) : modulated)  ? 3
                      : node.kind == Diagram::Kind::junction ? 1
                                                             : 2;
      if (fit > most) {
        most = fit;
        best = n;
      }
    }
    return best;
  }

  std::uint32_t find_or_make(const std::string& owner) {
    const auto [it, added] = node_.try_emplace(owner, diagram_.nodes.size());
    if (added) {
      Diagram::Node node;
      node.kind = Diagram::Kind::block;
      node.path = owner;
      node.code = last_name(owner);
      for (std::string at = owner_path(owner); !at.empty(); at = owner_path(at)) {
        const auto group = group_.find(at);
        if (group == group_.end()) continue;
        node.group = group->second;
        break;
      }
      diagram_.nodes.push_back(std::move(node));
    }
    return it->second;
  }

  // -- expressions --------------------------------------------------------------------------------
  void add(const Use& use) {
    const std::uint32_t to = node_of(use.by), from = node_of(use.of);
    if (from == kNone || to == kNone || from == to) return;
    arrow(use.of->path(), from, to, true);
  }

  /// The node that stands for a component or for what contains it.
  std::uint32_t node_of(const Component* component) {
    const bool signal = is_signal(component);
    for (const Component* at = component; at && at != &model_; at = at->owner()) {
      const std::string path = at->path();
      const auto node = node_.find(path);
      if (node != node_.end()) return node->second;
      const auto group = group_.find(path);
      if (group != group_.end()) return element_in(group->second, signal);
      if (is_block(at)) return find_or_make(path);
    }
    return kNone;
  }

  void arrow(const std::string& path, std::uint32_t from, std::uint32_t to, bool directed) {
    if (!known_.insert({from, to}).second) return;
    diagram_.signals.push_back({path, from, to, directed});
  }

  const Component& model_;
  const BondGraph& graph_;
  Diagram& diagram_;
  std::unordered_map<std::string, std::uint32_t> node_, group_;
  std::vector<std::vector<std::uint32_t>> inside_;         ///< nodes directly in each group
  std::unordered_set<std::string> given_;                  ///< ports whose owner states their value
  std::unordered_map<std::string, std::uint32_t> reader_;  ///< of an interface: what reads it
  std::vector<Use> uses_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known_;  ///< one arrow for a vector of signals
};

}  // namespace

std::string last_name(std::string_view path) {
  std::size_t at = path.size();
  int depth = 0;
  while (at > 0 && (depth > 0 || path[at - 1] != '.')) {
    depth += path[at - 1] == ']' ? 1 : path[at - 1] == '[' ? -1 : 0;
    --at;
  }
  return std::string(path.substr(at));
}

void add_signals(const Component& model, const BondGraph& graph, Diagram& diagram) {
  SignalMaker(model, graph, diagram).run();
}

}  // namespace multibond::view
