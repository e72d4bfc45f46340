// Cuts the inside of a box out of a diagram.

#include <map>

#include "diagram.h"
#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond::view {
namespace {

using NodeIndex = std::uint32_t;

class Cutter {
 public:
  Cutter(const Diagram& whole, std::uint32_t box) : whole_(whole) {
    result_.title = whole.groups[box].path;
    result_.impulse = whole.impulse;
    result_.solved = whole.solved;
    take_groups(box);
    take_nodes();
    for (const Diagram::Bond& bond : whole_.bonds) take(bond);
    for (Diagram::Signal signal : whole_.signals) {
      signal.from = node_[signal.from];
      signal.to = node_[signal.to];
      if (signal.from != Diagram::kNone && signal.to != Diagram::kNone) {
        result_.signals.push_back(std::move(signal));
      }
    }
  }
  Diagram run() { return std::move(result_); }

 private:
  void take_groups(std::uint32_t box) {
    group_.assign(whole_.groups.size(), Diagram::kNone);
    for (std::uint32_t g = box; g < whole_.groups.size(); ++g) {  // parents before their parts
      const std::uint32_t parent = whole_.groups[g].parent;
      const bool inside = parent != Diagram::kNone && group_[parent] != Diagram::kNone;
      if (g != box && !inside) continue;
      group_[g] = static_cast<std::uint32_t>(result_.groups.size());
      result_.groups.push_back(whole_.groups[g]);
      result_.groups.back().parent = g == box ? Diagram::kNone : group_[parent];
      result_.boxes.push_back(whole_.boxes[g]);
    }
  }

  void take_nodes() {
    node_.assign(whole_.nodes.size(), Diagram::kNone);
    for (NodeIndex n = 0; n < whole_.nodes.size(); ++n) {
      const std::uint32_t group = group_[whole_.nodes[n].group];
      if (group == Diagram::kNone) continue;
      node_[n] = add(whole_.nodes[n]);
      result_.nodes.back().group = group;
    }
  }

  NodeIndex add(Diagram::Node node) {
    result_.nodes.push_back(std::move(node));
    return static_cast<NodeIndex>(result_.nodes.size() - 1);
  }

  void take(const Diagram::Bond& bond) {
    const bool tail = node_[bond.tail] != Diagram::kNone, head = node_[bond.head] != Diagram::kNone;
    if (!tail && !head) return;
    Diagram::Bond taken = bond;
    for (bonds::BondGraph::Edge::Exit* exit : {&taken.tail_exit, &taken.head_exit}) {
      if (exit->box != Diagram::kNone) exit->box = group_[exit->box];
    }
    taken.tail = tail ? node_[bond.tail] : border(bond.tail, bond.tail_exit.port);
    taken.head = head ? node_[bond.head] : border(bond.head, bond.head_exit.port);
    result_.bonds.push_back(std::move(taken));
  }

  /// What a bond leads to outside, under the name that the port has inside.
  NodeIndex border(NodeIndex outside, const std::string& port) {
    const auto [known, added] = borders_.try_emplace({outside, port}, 0);
    if (added) {
      Diagram::Node node = whole_.nodes[outside];
      node.name = port.empty() ? node.path : port;
      node.parameters.clear();
      node.group = 0;
      known->second = add(std::move(node));
    }
    return known->second;
  }

  const Diagram& whole_;
  Diagram result_;
  std::vector<std::uint32_t> group_;
  std::vector<NodeIndex> node_;
  std::map<std::pair<NodeIndex, std::string>, NodeIndex> borders_;
};

}  // namespace

Diagram inside_of(const Diagram& diagram, const std::string& path) {
  std::vector<std::string> boxes;
  for (std::uint32_t g = 1; g < diagram.groups.size(); ++g) {
    if (diagram.groups[g].path == path) return Cutter(diagram, g).run();
    boxes.push_back(diagram.groups[g].path);
  }
  const std::vector<std::string> near = nearest(path, boxes);
  throw Error(path, "There is no box " + path + " to look into.",
              near.empty() ? "The boxes are: " + join_names(boxes) + "."
                           : "Did you mean " + join_names(near) + "?");
}

}  // namespace multibond::view
