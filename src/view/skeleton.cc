#include "skeleton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "font.h"

namespace multibond::view {
namespace {

constexpr std::uint32_t kNone = Skeleton::kNone;
// A drawing of more columns than this is folded; rows are chosen so that it is about 1.6 times as
// wide as high.
constexpr std::uint32_t kColumns = 120;
constexpr std::size_t kCrowd = 8;  // nothing hangs at a junction with more bonds than that
constexpr double kColumnPitch = 110, kRowPitch = 150, kAspect = 1.6;

class SkeletonMaker {
 public:
  explicit SkeletonMaker(const Diagram& diagram) : diagram_(diagram) {}

  Skeleton run() {
    collect_links();
    measure();
    direct_links();
    hang_leaves();
    rank();
    fold();
    return std::move(skeleton_);
  }

 private:
  void collect_links() {
    for (const Diagram::Bond& bond : diagram_.bonds) {
      skeleton_.links.push_back({bond.tail, bond.head, false, false});
    }
    for (const Diagram::Signal& signal : diagram_.signals) {
      skeleton_.links.push_back({signal.from, signal.to, false, true});
    }
    links_at_.resize(diagram_.nodes.size());
    for (std::uint32_t l = 0; l < skeleton_.links.size(); ++l) {
      links_at_[skeleton_.links[l].from].push_back(l);
      links_at_[skeleton_.links[l].to].push_back(l);
    }
  }

  void measure() {
    skeleton_.nodes.resize(diagram_.nodes.size());
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      const Diagram::Node& node = diagram_.nodes[n];
      skeleton_.nodes[n].size = size_of(node, links_at_[n].size());
      if (node.kind == Diagram::Kind::box || node.kind == Diagram::Kind::block) {
        skeleton_.nodes[n].side = Side::inside;
      }
    }
  }

  // -- leaves -------------------------------------------------------------------------------------
  std::uint32_t other(std::uint32_t link, std::uint32_t n) const {
    const Skeleton::Link& l = skeleton_.links[link];
    return l.from == n ? l.to : l.from;
  }
  bool is_leaf(std::uint32_t n) const { return links_at_[n].size() == 1; }

  void set_side(std::uint32_t n, Side side) {
    if (skeleton_.nodes[n].side != Side::inside) skeleton_.nodes[n].side = side;
  }

  /// One-ports beside their junction: a source to the left of the first, what ends the last one to
  /// its right, the others below and above.
  void hang_leaves() {
    for (std::uint32_t hub = 0; hub < diagram_.nodes.size(); ++hub) {
      std::vector<std::uint32_t> sources, sinks;
      bool entered = false, left = false;
      for (const std::uint32_t l : links_at_[hub]) {
        const Skeleton::Link& link = skeleton_.links[l];
        const std::uint32_t leaf = other(l, hub);
        if (is_leaf(leaf) && !link.signal) {
          (link.to == hub ? sources : sinks).push_back(leaf);
        } else if (!link.signal) {
          (link.to == hub ? entered : left) = true;
        }
      }
      if (sources.empty() && sinks.empty()) continue;
      const auto take = [&](std::vector<std::uint32_t>& from, bool last, Side side) {
        const std::uint32_t leaf = last ? from.back() : from.front();
        from.erase(last ? from.end() - 1 : from.begin());
        set_side(leaf, side);
      };
      if (!entered && !sources.empty()) take(sources, false, Side::left);
      if (is_leaf(hub)) continue;
      if (!left && !sinks.empty()) take(sinks, true, Side::right);
      for (const std::uint32_t leaf : sinks) {
        if (!hang(leaf, hub, true)) set_side(leaf, Side::right);
      }
      for (const std::uint32_t leaf : sources) {
        if (!hang(leaf, hub, diagram_.nodes[leaf].zero)) set_side(leaf, Side::left);
      }
    }
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      if (is_leaf(n) && skeleton_.nodes[n].side == Side::anywhere) {
        set_side(n, skeleton_.links[links_at_[n][0]].from == n ? Side::left : Side::right);
      }
    }
  }

  bool hang(std::uint32_t leaf, std::uint32_t hub, bool rather_below) {
    if (diagram_.nodes[leaf].group != diagram_.nodes[hub].group) return false;
    if (links_at_[hub].size() > kCrowd) return false;  // others would run across it
    Skeleton::Node& host = skeleton_.nodes[hub];
    for (const bool below : {rather_below, !rather_below}) {
      std::uint32_t& place = below ? host.below : host.above;
      if (place != kNone) continue;
      place = leaf;
      skeleton_.nodes[leaf].host = hub;
      set_side(leaf, below ? Side::below : Side::above);
      return true;
    }
    return false;
  }

  // -- directions ---------------------------------------------------------------------------------
  /// A closed box, or the junction that connected ports form.
  bool is_wrapped(std::uint32_t n) const {
    const Diagram::Node& node = diagram_.nodes[n];
    return node.kind == Diagram::Kind::box || node.kind == Diagram::Kind::block || node.connection;
  }

  /// Of closed boxes harpoons tell little: they point inward at every port of a rigid part. So a
  /// mechanism of frames runs from what stands still outwards, other graphs from their sources on.
  void direct_by_distance() {
    const std::size_t count = diagram_.nodes.size();
    std::vector<std::uint32_t> order(count, kNone);
    std::uint32_t seen = 0;
    std::vector<std::uint32_t> queue;
    const auto add = [&](std::uint32_t n) {
      if (order[n] != kNone) return;
      order[n] = seen++;
      queue.push_back(n);
    };
    std::size_t at = 0;
    const auto spread_out = [&] {
      for (; at < queue.size(); ++at) {
        for (const std::uint32_t l : links_at_[queue[at]]) {
          if (!skeleton_.links[l].signal) add(other(l, queue[at]));
        }
      }
    };
    const auto has_bond = [&](std::uint32_t n) {
      return std::any_of(links_at_[n].begin(), links_at_[n].end(),
                         [&](std::uint32_t l) { return !skeleton_.links[l].signal; });
    };
    const auto has_multibond = [&](std::uint32_t n) {
      return std::any_of(links_at_[n].begin(), links_at_[n].end(), [&](std::uint32_t l) {
        return !skeleton_.links[l].signal && diagram_.bonds[l].size > 1;
      });
    };
    for (std::uint32_t n = 0; n < count; ++n) {
      if (diagram_.nodes[n].fixed && has_multibond(n)) add(n);
    }
    spread_out();
    for (std::uint32_t n = 0; n < count; ++n) {
      if (diagram_.nodes[n].feeds) add(n);
    }
    spread_out();
    for (std::uint32_t n = 0; n < count; ++n) {
      if (!diagram_.nodes[n].zero) continue;
      add(n);
      spread_out();
    }
    for (const bool leaves : {true, false}) {
      for (std::uint32_t n = 0; n < count; ++n) {
        if (!has_bond(n) || (leaves && !is_leaf(n))) continue;
        add(n);
        spread_out();
      }
    }
    for (Skeleton::Link& link : skeleton_.links) {
      if (link.signal || order[link.from] <= order[link.to]) continue;
      std::swap(link.from, link.to);
      link.reversed = true;
    }
  }

  /// Turns links so that no cycle remains. The search starts where nothing points to, then where a
  /// source feeds the graph.
  void direct_links() {
    const bool wrapped = std::all_of(
        skeleton_.links.begin(), skeleton_.links.end(),
        [&](const Skeleton::Link& l) { return is_wrapped(l.from) && is_wrapped(l.to); });
    if (wrapped) direct_by_distance();
    const std::size_t count = diagram_.nodes.size();
    std::vector<std::uint8_t> priority(count, 0);
    for (const Skeleton::Link& link : skeleton_.links) {
      const Diagram::Node& from = diagram_.nodes[link.from];
      const bool feeds = from.kind == Diagram::Kind::source && !from.zero && is_leaf(link.from);
      if (feeds) priority[link.to] |= 1;
      if (!is_leaf(link.from) && link.from != link.to) priority[link.to] |= 2;
    }
    // 0: nothing points there; 1: only a source; 3: a source among others; 2: only others.
    enum : std::uint8_t { unseen, active, done };
    std::vector<std::uint8_t> state(count, unseen);
    std::vector<std::pair<std::uint32_t, std::size_t>> stack;
    const auto search = [&](std::uint32_t start) {
      if (state[start] != unseen) return;
      state[start] = active;
      stack.emplace_back(start, 0);
      while (!stack.empty()) {
        const std::uint32_t n = stack.back().first;
        if (stack.back().second == links_at_[n].size()) {
          state[n] = done;
          stack.pop_back();
          continue;
        }
        Skeleton::Link& link = skeleton_.links[links_at_[n][stack.back().second++]];
        if (link.from != n || link.from == link.to || link.reversed) continue;
        if (state[link.to] == active) {
          std::swap(link.from, link.to);
          link.reversed = true;
        } else if (state[link.to] == unseen) {
          state[link.to] = active;
          stack.emplace_back(link.to, 0);
        }
      }
    };
    for (const std::uint8_t wanted : {1, 0, 3, 2}) {
      for (std::uint32_t n = 0; n < count; ++n) {
        if (!is_leaf(n) && priority[n] == wanted) search(n);
      }
    }
    for (std::uint32_t n = 0; n < count; ++n) search(n);
  }

  // -- columns ------------------------------------------------------------------------------------
  bool stands(std::uint32_t n) const { return skeleton_.nodes[n].host == kNone; }
  bool counts(const Skeleton::Link& link) const {
    return link.from != link.to && stands(link.from) && stands(link.to);
  }

  void rank() {
    const std::size_t count = diagram_.nodes.size();
    rank_.assign(count, 0);
    std::vector<std::uint32_t> waiting(count, 0), ready;
    for (const Skeleton::Link& link : skeleton_.links) {
      if (counts(link)) ++waiting[link.to];
    }
    std::vector<bool> first(count);
    for (std::uint32_t n = 0; n < count; ++n) {
      first[n] = waiting[n] == 0;
      if (first[n] && stands(n)) ready.push_back(n);
    }
    for (std::size_t i = 0; i < ready.size(); ++i) {
      for (const std::uint32_t l : links_at_[ready[i]]) {
        const Skeleton::Link& link = skeleton_.links[l];
        if (link.from != ready[i] || !counts(link)) continue;
        rank_[link.to] = std::max(rank_[link.to], rank_[link.from] + 1);
        if (--waiting[link.to] == 0) ready.push_back(link.to);
      }
    }
    for (std::uint32_t n = 0; n < count; ++n) {  // what only points away stands next to that
      if (!first[n] || !stands(n)) continue;
      std::uint32_t nearest = std::numeric_limits<std::uint32_t>::max();
      for (const std::uint32_t l : links_at_[n]) {
        if (counts(skeleton_.links[l])) nearest = std::min(nearest, rank_[other(l, n)]);
      }
      if (nearest != std::numeric_limits<std::uint32_t>::max() && nearest > 0) {
        rank_[n] = nearest - 1;
      }
    }
  }

  // -- rows ---------------------------------------------------------------------------------------
  /// For each column, what it costs to end a row after it: the links that cross; none inside a box.
  std::vector<double> costs(std::uint32_t columns) const {
    std::vector<double> change(columns + 1, 0);
    const auto add = [&](std::uint32_t from, std::uint32_t to, double cost) {
      change[from] += cost;
      change[to] -= cost;
    };
    for (const Skeleton::Link& link : skeleton_.links) {
      if (!counts(link)) continue;
      const auto [low, high] = std::minmax(rank_[link.from], rank_[link.to]);
      add(low, high, 1);
    }
    const std::size_t groups = diagram_.groups.size();
    std::vector<std::uint32_t> low(groups, kNone), high(groups, 0);
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      if (!stands(n)) continue;
      for (std::uint32_t g = diagram_.nodes[n].group; g != 0; g = diagram_.groups[g].parent) {
        low[g] = std::min(low[g], rank_[n]);
        high[g] = std::max(high[g], rank_[n]);
      }
    }
    for (std::size_t g = 1; g < groups; ++g) {
      // One column more on either side: leaves go with their junction.
      if (low[g] != kNone) add(low[g] > 0 ? low[g] - 1 : 0, std::min(high[g] + 1, columns), 1e6);
    }
    for (std::size_t i = 1; i < change.size(); ++i) change[i] += change[i - 1];
    return change;
  }

  void fold() {
    std::uint32_t columns = 1;
    for (const std::uint32_t r : rank_) columns = std::max(columns, r + 1);
    if (columns <= kColumns) return;
    const double row_count =
        std::max(2.0, std::round(std::sqrt(columns * kColumnPitch / (kAspect * kRowPitch))));
    const auto ideal = static_cast<std::uint32_t>(std::ceil(columns / row_count));
    const std::vector<double> cost = costs(columns);
    std::vector<std::uint32_t> row_of_column(columns, 0);
    std::uint32_t row = 0, start = 0;
    while (columns - start > ideal + ideal / 3) {
      const std::uint32_t stop = std::min(start + 2 * ideal, columns - 1);
      std::uint32_t best = kNone;
      double least = 30;  // more links across than that are worse than a long row
      for (std::uint32_t end = start + ideal / 2; end < stop; ++end) {
        const double price =
            2 * cost[end] + 0.5 * std::abs(static_cast<double>(end - start) + 1 - ideal);
        if (price < least) {
          least = price;
          best = end;
        }
      }
      const std::uint32_t end = best == kNone ? stop : best + 1;
      std::fill(row_of_column.begin() + start, row_of_column.begin() + end, row);
      start = end;
      if (best != kNone) ++row;
    }
    std::fill(row_of_column.begin() + start, row_of_column.end(), row);
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      std::uint32_t at = n;
      if (!stands(n)) {
        at = skeleton_.nodes[n].host;
      } else if (is_leaf(n)) {
        at = other(links_at_[n][0], n);
      }
      skeleton_.nodes[n].row = row_of_column[rank_[at]];
    }
    skeleton_.rows = row + 1;
  }

  const Diagram& diagram_;
  Skeleton skeleton_;
  std::vector<std::vector<std::uint32_t>> links_at_;
  std::vector<std::uint32_t> rank_;
};

}  // namespace

NodeSize size_of(const Diagram::Node& node, std::size_t bonds) {
  using Style = Drawing::Style;
  NodeSize size;
  const bool box = node.kind == Diagram::Kind::box;
  if (box || node.kind == Diagram::Kind::block) {
    const Style style = box ? Style::title : Style::name;
    double width = text_width(node.code, style), height = line_height(style);
    for (const std::string& text : node.parameters) {
      width = std::max(width, text_width(text, Style::parameter));
      height += line_height(Style::parameter);
    }
    size.width = std::max(width + 18, 44.0);
    size.height = std::max({height + 12, box ? 34.0 : 22.0, 16.0 * static_cast<double>(bonds)});
    return size;
  }
  size.width = text_width(node.code, Style::code);
  size.height = 0.9 * font_size(Style::code);
  if (!node.name.empty()) {
    size.label_width = text_width(node.name, Style::name);
    size.label_height = line_height(Style::name);
  }
  for (const std::string& text : node.parameters) {
    size.label_width = std::max(size.label_width, text_width(text, Style::parameter));
    size.label_height += line_height(Style::parameter);
  }
  return size;
}

Skeleton make_skeleton(const Diagram& diagram) { return SkeletonMaker(diagram).run(); }

}  // namespace multibond::view
