// What one leaves out by hand (Cellier, Continuous System Modeling, ch. 7; Zimmer, figures 2.5 and
// 2.6):
//
//   1. grounds. A source of zero effort makes the effort of its 0-junction zero: the bonds from
//      there carry no power, and to 1-junctions they add nothing. A source of zero flow does the
//      same to a 1-junction and to the 0-junctions beside it;
//   2. junctions with two bonds that a harpoon goes through;
//   3. a bond between two junctions of the same kind: they are one junction;
//   4. frames around a single element, which has the name of the component then, and its parameters
//      if it has none of its own. A junction goes into the frame that all but one of its bonds come
//      from.
//
// Of closed boxes the same holds: a bond without effort carries no power, whatever is in the box.
// What the user wrote stays if only what connections made is to be left out: then these rules apply
// to the junctions of connected ports and to components that are grounds.

#include <algorithm>
#include <iterator>
#include <vector>

#include "diagram.h"

namespace multibond::view {
namespace {

constexpr std::uint32_t kNone = Diagram::kNone;

class Simplifier {
 public:
  Simplifier(Diagram& diagram, Simplification how)
      : diagram_(diagram),
        all_(how == Simplification::all),
        bonds_at_(diagram.nodes.size()),
        node_gone_(diagram.nodes.size(), false),
        bond_gone_(diagram.bonds.size(), false),
        signalled_(diagram.nodes.size(), false) {
    for (std::uint32_t b = 0; b < diagram.bonds.size(); ++b) {
      bonds_at_[diagram.bonds[b].tail].push_back(b);
      bonds_at_[diagram.bonds[b].head].push_back(b);
    }
    for (const Diagram::Signal& signal : diagram.signals) {
      signalled_[signal.from] = signalled_[signal.to] = true;
    }
  }

  void run() {
    drop_grounds();
    // A junction that went may have stood between two of the same kind: until nothing changes.
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t b = 0; b < diagram_.bonds.size(); ++b) changed |= merge_equal_junctions(b);
      for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) changed |= drop_through_junction(n);
    }
    drop_idle_boxes();
    compact();
    if (all_) {
      drop_frames();
      enter_frames();
    }
    drop_empty_groups();
  }

 private:
  /// Whether it is nothing that the user wrote down as such.
  bool may_go(std::uint32_t n) const {
    const Diagram::Node& node = diagram_.nodes[n];
    return all_ || (node.connection && node.name.empty());
  }
  bool is_box(std::uint32_t n) const { return diagram_.nodes[n].kind == Diagram::Kind::box; }
  bool is_junction(std::uint32_t n, const char* code) const {
    return diagram_.nodes[n].plain && diagram_.nodes[n].code == code;
  }
  std::uint32_t other(std::uint32_t b, std::uint32_t n) const {
    const Diagram::Bond& bond = diagram_.bonds[b];
    return bond.tail == n ? bond.head : bond.tail;
  }
  void drop_bond(std::uint32_t b) {
    bond_gone_[b] = true;
    std::erase(bonds_at_[diagram_.bonds[b].tail], b);
    std::erase(bonds_at_[diagram_.bonds[b].head], b);
  }
  void drop_node(std::uint32_t n) { node_gone_[n] = !signalled_[n]; }

  // -- grounds ------------------------------------------------------------------------------------
  void drop_grounds() {
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      const Diagram::Node& node = diagram_.nodes[n];
      if (!node.zero || signalled_[n] || bonds_at_[n].size() != 1) continue;
      // A component that stands still is where a mechanism begins, and stays.
      if (is_box(n) ? !node.ground : !all_) continue;
      const char* kind = node.ground ? "0" : "1";
      const std::uint32_t bond = bonds_at_[n][0];
      const std::uint32_t at = other(bond, n);
      if (is_junction(at, kind)) {
        ground(at, n, kind);
      } else if (is_junction(at, kind[0] == '0' ? "1" : "0")) {
        drop_bond(bond);  // adds nothing to the sum there
        drop_node(n);
      }
    }
  }

  /// The variable that the bonds of this junction share is zero.
  void ground(std::uint32_t first, std::uint32_t source, const char* kind) {
    const char* dual = kind[0] == '0' ? "1" : "0";
    std::vector<std::uint32_t> todo{first};
    std::vector<std::uint32_t> grounded;
    while (!todo.empty()) {
      const std::uint32_t n = todo.back();
      todo.pop_back();
      if (std::find(grounded.begin(), grounded.end(), n) != grounded.end()) continue;
      grounded.push_back(n);
      for (const std::uint32_t b : bonds_at_[n]) {
        if (is_junction(other(b, n), kind)) todo.push_back(other(b, n));
      }
    }
    for (const std::uint32_t n : grounded) {
      const std::vector<std::uint32_t> bonds = bonds_at_[n];
      for (const std::uint32_t b : bonds) {
        const std::uint32_t o = other(b, n);
        if (is_junction(o, dual) || (o != source && kind[0] == '0' && is_box(o))) drop_bond(b);
      }
    }
    // What remains is the source alone, unless something else hangs there.
    const auto only_grounded = [&](std::uint32_t n) {
      return std::all_of(bonds_at_[n].begin(), bonds_at_[n].end(), [&](std::uint32_t b) {
        const std::uint32_t o = other(b, n);
        return o == source || std::find(grounded.begin(), grounded.end(), o) != grounded.end();
      });
    };
    if (!std::all_of(grounded.begin(), grounded.end(), only_grounded)) return;
    for (const std::uint32_t n : grounded) {
      const std::vector<std::uint32_t> bonds = bonds_at_[n];
      for (const std::uint32_t b : bonds) drop_bond(b);
      drop_node(n);
    }
    drop_node(source);
  }

  // -- junctions ----------------------------------------------------------------------------------
  std::uint32_t common_group(std::uint32_t a, std::uint32_t b) const {
    while (a != b) (a > b ? a : b) = diagram_.groups[std::max(a, b)].parent;
    return a;
  }

  bool merge_equal_junctions(std::uint32_t b) {
    if (bond_gone_[b]) return false;
    std::uint32_t keep = std::min(diagram_.bonds[b].tail, diagram_.bonds[b].head);
    std::uint32_t go = std::max(diagram_.bonds[b].tail, diagram_.bonds[b].head);
    if (!may_go(go)) std::swap(keep, go);
    if (keep == go || signalled_[go] || !may_go(go)) return false;
    Diagram::Node& node = diagram_.nodes[keep];
    if (!node.plain || !is_junction(go, node.code.c_str())) return false;
    // What the user wrote stays inside the frame of its component.
    const std::uint32_t group = common_group(node.group, diagram_.nodes[go].group);
    if (!may_go(keep) && group != node.group) return false;
    // Two bonds between them would leave one from the junction to itself.
    const auto between = [&](std::uint32_t x) { return other(x, go) == keep; };
    if (std::count_if(bonds_at_[go].begin(), bonds_at_[go].end(), between) > 1) return false;
    drop_bond(b);
    for (const std::uint32_t moved : bonds_at_[go]) {
      Diagram::Bond& bond = diagram_.bonds[moved];
      (bond.tail == go ? bond.tail : bond.head) = keep;
      bonds_at_[keep].push_back(moved);
    }
    bonds_at_[go].clear();
    node.group = group;
    if (node.name.empty()) node.name = diagram_.nodes[go].name;
    return node_gone_[go] = true;
  }

  bool drop_through_junction(std::uint32_t n) {
    if (node_gone_[n] || signalled_[n] || !diagram_.nodes[n].plain || !may_go(n)) return false;
    if (bonds_at_[n].size() != 2) return false;
    std::uint32_t in = bonds_at_[n][0], out = bonds_at_[n][1];
    if (diagram_.bonds[in].head != n) std::swap(in, out);
    Diagram::Bond &first = diagram_.bonds[in], &second = diagram_.bonds[out];
    if (first.head != n || second.tail != n || first.tail == second.head) return false;
    const std::uint32_t to = second.head;
    first.merged.push_back(second.path);
    first.merged.insert(first.merged.end(), second.merged.begin(), second.merged.end());
    if (first.remark.empty()) first.remark = second.remark;
    for (std::size_t i = 0; i < std::min(first.lines.size(), second.lines.size()); ++i) {
      Diagram::Line& line = first.lines[i];
      line.violated |= second.lines[i].violated;
      line.conflict |= second.lines[i].conflict;
      line.in_loop |= second.lines[i].in_loop;
      if (line.stroke == bonds::Stroke::any) line.stroke = second.lines[i].stroke;
    }
    // A port that was at the junction is told near the box that it belongs to.
    if (first.tail_exit.box == kNone) first.tail_exit = first.head_exit;
    first.head_exit = second.head_exit.box == kNone ? second.tail_exit : second.head_exit;
    drop_bond(out);
    first.head = to;
    bonds_at_[to].push_back(in);
    return node_gone_[n] = true;
  }

  /// What stands still and holds nothing, such as the world.
  void drop_idle_boxes() {
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      const Diagram::Node& node = diagram_.nodes[n];
      if (is_box(n) && node.zero && !node.feeds && bonds_at_[n].empty()) drop_node(n);
    }
  }

  void compact() {
    std::vector<std::uint32_t> place(diagram_.nodes.size(), kNone);
    std::vector<Diagram::Node> nodes;
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      if (node_gone_[n]) continue;
      place[n] = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back(std::move(diagram_.nodes[n]));
    }
    diagram_.nodes = std::move(nodes);
    std::vector<Diagram::Bond> bonds;
    for (std::uint32_t b = 0; b < diagram_.bonds.size(); ++b) {
      if (bond_gone_[b]) continue;
      bonds.push_back(std::move(diagram_.bonds[b]));
      bonds.back().tail = place[bonds.back().tail];
      bonds.back().head = place[bonds.back().head];
    }
    diagram_.bonds = std::move(bonds);
    for (Diagram::Signal& signal : diagram_.signals) {
      signal.from = place[signal.from];
      signal.to = place[signal.to];
    }
  }

  // -- frames -------------------------------------------------------------------------------------
  void drop_frames() {
    const std::size_t count = diagram_.groups.size();
    std::vector<std::uint32_t> members(count, 0), only(count, kNone);
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      ++members[diagram_.nodes[n].group];
      only[diagram_.nodes[n].group] = n;
    }
    for (std::size_t g = count; g-- > 1;) {  // parts come after what contains them
      const std::uint32_t parent = diagram_.groups[g].parent;
      if (members[g] == 0) continue;
      if (members[g] > 1 || is_box(only[g])) {
        members[parent] += 2;  // a frame in a frame: both stay
        continue;
      }
      Diagram::Node& node = diagram_.nodes[only[g]];
      node.group = parent;
      node.name = diagram_.groups[g].title;
      if (node.parameters.empty()) node.parameters = std::move(diagram_.boxes[g]);
      ++members[parent];
      only[parent] = only[g];
    }
  }

  /// A junction stands in the frame that all but one of its bonds come from: that one is the port.
  void enter_frames() {
    std::vector<std::vector<std::uint32_t>> beside(diagram_.nodes.size());
    for (const Diagram::Bond& bond : diagram_.bonds) {
      beside[bond.tail].push_back(bond.head);
      beside[bond.head].push_back(bond.tail);
    }
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      Diagram::Node& node = diagram_.nodes[n];
      if (!node.plain || beside[n].size() < 3) continue;
      for (std::uint32_t inner = node.group; inner != kNone;) {
        node.group = inner;
        inner = kNone;
        for (const std::uint32_t other : beside[n]) {
          const std::uint32_t part = part_around(other, node.group);
          const auto inside = [&](std::uint32_t o) { return part_around(o, node.group) == part; };
          const auto count = std::count_if(beside[n].begin(), beside[n].end(), inside);
          if (part != kNone && count + 1 == std::ssize(beside[n])) inner = part;
        }
      }
    }
  }

  /// The part of a frame that a node lies in, if it does.
  std::uint32_t part_around(std::uint32_t n, std::uint32_t frame) const {
    std::uint32_t g = diagram_.nodes[n].group, part = kNone;
    for (; g != kNone && g != frame; g = diagram_.groups[g].parent) part = g;
    return g == frame ? part : kNone;
  }

  void drop_empty_groups() {
    const std::size_t count = diagram_.groups.size();
    std::vector<bool> used(count, false);
    used[0] = true;
    for (const Diagram::Node& node : diagram_.nodes) {
      for (std::uint32_t g = node.group; !used[g]; g = diagram_.groups[g].parent) used[g] = true;
    }
    std::vector<std::uint32_t> place(count, kNone);
    std::vector<Diagram::Group> groups;
    for (std::uint32_t g = 0; g < count; ++g) {
      if (!used[g]) continue;
      place[g] = static_cast<std::uint32_t>(groups.size());
      groups.push_back(std::move(diagram_.groups[g]));
      if (g != 0) groups.back().parent = place[groups.back().parent];
    }
    diagram_.groups = std::move(groups);
    diagram_.boxes.clear();  // they were for frames that have gone
    for (Diagram::Node& node : diagram_.nodes) node.group = place[node.group];
    for (Diagram::Bond& bond : diagram_.bonds) {
      for (bonds::BondGraph::Edge::Exit* exit : {&bond.tail_exit, &bond.head_exit}) {
        if (exit->box != kNone) exit->box = place[exit->box];
      }
    }
  }

  Diagram& diagram_;
  const bool all_;
  std::vector<std::vector<std::uint32_t>> bonds_at_;
  std::vector<bool> node_gone_, bond_gone_, signalled_;
};

}  // namespace

void simplify(Diagram& diagram, Simplification how) { Simplifier(diagram, how).run(); }

}  // namespace multibond::view
