#include "layout.h"

#include <charconv>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "font.h"
#include "multibond/diagnostic.h"
#include "process.h"
#include "skeleton.h"

namespace multibond::view {
namespace {

constexpr std::uint32_t kNone = Skeleton::kNone;
constexpr double kBond = 46;       // length of a bond to what hangs at a junction
constexpr double kColumnGap = 50;  // shortest bond between columns
constexpr double kBoxGap = 68;     // the same if boxes may lie between
constexpr double kLabelGap = 3;    // between a code and its labels
constexpr double kRowGap = 46, kLane = 14;
constexpr double kPoints = 72;  // Graphviz measures in inches; one of our pixels is a point

/// How far a node reaches from the centre of its code.
struct Reach {
  double left = 0, right = 0, top = 0, bottom = 0;
};

Reach reach_of(const NodeSize& size, Side side, bool boxed) {
  Reach reach{size.width / 2, size.width / 2, size.height / 2, size.height / 2};
  if (size.label_height == 0 || side == Side::inside) return reach;
  const double high = size.label_height / 2, wide = size.label_width;
  switch (side) {
    case Side::below:
    case Side::above:
      (side == Side::below ? reach.bottom : reach.top) += kLabelGap + size.label_height;
      reach.left = reach.right = std::max(reach.left, wide / 2);
      break;
    case Side::left:
    case Side::right:
      (side == Side::left ? reach.left : reach.right) += kLabelGap + 2 + wide;
      reach.top = reach.bottom = std::max(reach.top, high);
      break;
    case Side::anywhere:
      // Below, or in a corner between the bonds, where it may reach into the gap between columns.
      reach.bottom += kLabelGap + size.label_height;
      reach.left = reach.right =
          std::max({reach.left, wide / 2, reach.left + wide - (boxed ? 12 : 26)});
      break;
    case Side::inside:
      break;
  }
  return reach;
}

/// One row: a graph for Graphviz, and what it answered.
class LayoutMaker {
 public:
  explicit LayoutMaker(const Diagram& diagram)
      : diagram_(diagram), skeleton_(make_skeleton(diagram)) {}

  Layout run() {
    const std::size_t count = diagram_.nodes.size();
    layout_.nodes.resize(count);
    layout_.groups.resize(diagram_.groups.size());
    layout_.routes.resize(skeleton_.links.size());
    layout_.folded.resize(skeleton_.links.size());
    reach_.resize(count);
    for (std::size_t n = 0; n < count; ++n) {
      layout_.nodes[n].size = skeleton_.nodes[n].size;
      layout_.nodes[n].side = skeleton_.nodes[n].side;
    }
    for (std::size_t n = 0; n < count; ++n) reach_[n] = full_reach(n);
    rows_.resize(skeleton_.rows);
    write_rows();
    read_rows(ask_graphviz());
    stack_rows();
    place_hanging();
    assemble_routes();
    return std::move(layout_);
  }

 private:
  struct Row {
    std::vector<std::uint32_t> nodes, links;  ///< links inside the row
    std::vector<std::uint32_t> entering, leaving;
    double width = 0, height = 0;
    bool mirrored = false;
    Point offset;
    std::map<std::uint32_t, Point> entry, exit;  ///< of links from and to other rows
    /// Bends of links, from left to right; links that cross the row have them too.
    std::map<std::uint32_t, std::vector<Point>> bends, entry_bends;
  };

  /// With what hangs at it.
  Reach full_reach(std::size_t n) const {
    const Skeleton::Node& node = skeleton_.nodes[n];
    Reach reach = reach_of(node.size, node.side, diagram_.nodes[n].group != 0);
    for (const bool below : {false, true}) {
      const std::uint32_t leaf = below ? node.below : node.above;
      if (leaf == kNone) continue;
      const Skeleton::Node& hanging = skeleton_.nodes[leaf];
      const Reach its = reach_of(hanging.size, hanging.side, false);
      reach.left = std::max(reach.left, its.left);
      reach.right = std::max(reach.right, its.right);
      (below ? reach.bottom : reach.top) = node.size.height / 2 + kBond + its.top + its.bottom;
    }
    if (node.above != kNone || node.below != kNone) {
      reach.left = reach.right = std::max(reach.left, reach.right);
    }
    // Even pixels, so that Graphviz rounds nothing: else bonds are not quite level.
    for (double* side : {&reach.left, &reach.right, &reach.top, &reach.bottom}) {
      *side = 2 * std::ceil(*side / 2);
    }
    return reach;
  }

  // -- to Graphviz --------------------------------------------------------------------------------
  void write_rows() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> once;
    for (const Skeleton::Link& link : skeleton_.links) {
      if (!once.insert(pair_of(link)).second) several_.insert(pair_of(link));
    }
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {
      if (skeleton_.nodes[n].host == kNone) rows_[skeleton_.nodes[n].row].nodes.push_back(n);
    }
    for (std::uint32_t l = 0; l < skeleton_.links.size(); ++l) {
      const Skeleton::Link& link = skeleton_.links[l];
      if (hanging(link) || link.from == link.to) continue;
      const std::uint32_t from = skeleton_.nodes[link.from].row, to = skeleton_.nodes[link.to].row;
      if (from == to) {
        rows_[from].links.push_back(l);
        continue;
      }
      for (std::uint32_t r = from; r <= to; ++r) {
        if (r > from) rows_[r].entering.push_back(l);
        if (r < to) rows_[r].leaving.push_back(l);
      }
    }
    for (std::uint32_t r = 0; r < rows_.size(); ++r) write_row(rows_[r], r);
  }

  bool hanging(const Skeleton::Link& link) const {
    return skeleton_.nodes[link.from].host != kNone || skeleton_.nodes[link.to].host != kNone;
  }

  void write_row(const Row& row, std::uint32_t number) {
    text_ += fmt::format(
        "digraph row{} {{\ngraph [rankdir=LR, splines=polyline, nodesep={:.3f}, "
        "ranksep={:.3f}{}];\n"
        "node [shape=box, fixedsize=true, label=\"\", margin=0];\nedge [dir=none];\n",
        number, 20 / kPoints, (diagram_.groups.size() > 1 ? kBoxGap : kColumnGap) / kPoints,
        row.nodes.size() > 400 ? ", nslimit=2, nslimit1=2, mclimit=0.3" : "");
    write_group(row, 0, members_of(row));
    for (const std::uint32_t l : row.links) {
      const Skeleton::Link& link = skeleton_.links[l];
      write_edge(port(link.from), port(link.to), l,
                 link.signal                        ? ", weight=0"
                 : several_.contains(pair_of(link)) ? ", minlen=2"
                                                    : "");
    }
    const auto dummies = [&](const std::vector<std::uint32_t>& links, char name, const char* rank) {
      if (links.empty()) return;
      text_ += fmt::format("{{rank={};", rank);
      for (const std::uint32_t l : links) {
        text_ += fmt::format(" {}{} [width=0.01, height=0.01];", name, l);
      }
      text_ += "}\n";
    };
    dummies(row.entering, 'i', "source");
    dummies(row.leaving, 'o', "sink");
    for (const std::uint32_t l : row.entering) {
      const Skeleton::Link& link = skeleton_.links[l];
      const bool ends = skeleton_.nodes[link.to].row == number;
      write_edge(fmt::format("i{}", l), ends ? port(link.to) : fmt::format("o{}", l), l, "");
    }
    for (const std::uint32_t l : row.leaving) {
      const Skeleton::Link& link = skeleton_.links[l];
      if (skeleton_.nodes[link.from].row != number) continue;
      write_edge(port(link.from), fmt::format("o{}", l), l, "");
    }
    text_ += "}\n";
  }

  /// Nodes and inner groups of each group that has something in the row.
  struct Members {
    std::vector<std::uint32_t> nodes, groups;
  };
  std::map<std::uint32_t, Members> members_of(const Row& row) const {
    std::map<std::uint32_t, Members> members;
    for (const std::uint32_t n : row.nodes) {
      std::uint32_t group = diagram_.nodes[n].group;
      members[group].nodes.push_back(n);
      while (group != 0) {
        const std::uint32_t parent = diagram_.groups[group].parent;
        std::vector<std::uint32_t>& inner = members[parent].groups;
        if (std::find(inner.begin(), inner.end(), group) != inner.end()) break;
        inner.push_back(group);
        group = parent;
      }
    }
    return members;
  }

  void write_group(const Row& row, std::uint32_t group,
                   const std::map<std::uint32_t, Members>& members) {
    const auto found = members.find(group);
    if (found == members.end()) return;
    if (group != 0) {
      const std::string& title = diagram_.groups[group].title;
      text_ += fmt::format(
          "subgraph cluster_{} {{ margin=20; labeljust=l; label=<<TABLE BORDER=\"0\" "
          "CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\"><TR>{}</TR></TABLE>>;\n",
          group,
          cell(text_width(title, Drawing::Style::title) + 8, line_height(Drawing::Style::title) + 2,
               ""));
    }
    for (const std::uint32_t n : found->second.nodes) write_node(n);
    for (const std::uint32_t inner : found->second.groups) write_group(row, inner, members);
    if (group != 0) text_ += "}\n";
  }

  static std::string cell(double width, double height, const char* more) {
    return fmt::format("<TD FIXEDSIZE=\"TRUE\" WIDTH=\"{}\" HEIGHT=\"{}\"{}></TD>",
                       static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(height)),
                       more);
  }

  /// A node whose code is not in the middle is a table, so that bonds aim at the row of the code.
  void write_node(std::uint32_t n) {
    const Reach& r = reach_[n];
    const double width = r.left + r.right;
    const double middle = 2 * std::min(r.top, r.bottom);
    const double above = r.top - middle / 2, below = r.bottom - middle / 2;
    if (above < 1 && below < 1) {
      text_ +=
          fmt::format("n{} [width={:.3f}, height={:.3f}];\n", n, width / kPoints, middle / kPoints);
      return;
    }
    text_ += fmt::format(
        "n{} [shape=plain, fixedsize=false, label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" "
        "CELLSPACING=\"0\" CELLPADDING=\"0\">",
        n);
    if (above >= 1) text_ += "<TR>" + cell(width, above, "") + "</TR>";
    text_ += "<TR>" + cell(width, middle, " PORT=\"h\"") + "</TR>";
    if (below >= 1) text_ += "<TR>" + cell(width, below, "") + "</TR>";
    text_ += "</TABLE>>];\n";
  }

  std::string port(std::uint32_t n) const {
    const Reach& r = reach_[n];
    return fmt::format("n{}{}", n, std::abs(r.top - r.bottom) < 1 ? "" : ":h");
  }

  void write_edge(const std::string& from, const std::string& to, std::uint32_t link,
                  const char* more) {
    text_ += fmt::format("{} -> {} [id=\"{}{}\"{}];\n", from, to, from[0], link, more);
  }

  static std::pair<std::uint32_t, std::uint32_t> pair_of(const Skeleton::Link& link) {
    return std::minmax(link.from, link.to);
  }

  std::string ask_graphviz() {
    const std::string remedy =
        "Install Graphviz (on Debian: apt-get install graphviz), or write Graphviz source with "
        "--format dot.";
    ProcessResult result = run_process({"dot", "-Tjson0"}, text_, remedy);
    if (result.status != 0) {
      // Its router gives up on rare graphs; straight lines always work.
      std::string plain = text_;
      for (std::size_t at = 0; (at = plain.find("splines=polyline", at)) != std::string::npos;) {
        plain.replace(at, 16, "splines=line");
      }
      result = run_process({"dot", "-Tjson0"}, plain, remedy);
    }
    if (result.status != 0) {
      throw Error("dot",
                  fmt::format("Graphviz could not lay out the graph: {}.",
                              result.messages.empty() ? fmt::format("status {}", result.status)
                                                      : result.messages.substr(0, 300)),
                  "Close some boxes, or write Graphviz source with --format dot.");
    }
    return std::move(result.output);
  }

  // -- from Graphviz ------------------------------------------------------------------------------
  static std::vector<double> numbers(const std::string& text) {
    std::vector<double> values;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
      double value = 0;
      const auto [next, failure] = std::from_chars(at, end, value);
      if (next == at) {
        ++at;  // a comma, a blank, the mark of an arrow
      } else {
        values.push_back(value);
        at = next;
      }
    }
    return values;
  }

  void read_rows(const std::string& output) {
    std::istringstream stream(output);
    for (Row& row : rows_) {
      nlohmann::json json;
      try {
        stream >> json;
        read_row(row, json);
      } catch (const nlohmann::json::exception& error) {
        throw Error("dot", fmt::format("Graphviz answered in an unknown form: {}.", error.what()),
                    "Use version 2.40 or later.");
      }
    }
  }

  void read_row(Row& row, const nlohmann::json& json) {
    const std::vector<double> bounds = numbers(json.at("bb").get<std::string>());
    row.width = bounds.at(2) - bounds[0];
    row.height = bounds.at(3) - bounds[1];
    const auto point = [&](double x, double y) { return Point{x - bounds[0], bounds[3] - y}; };
    if (json.contains("objects")) {
      for (const nlohmann::json& object : json["objects"]) {
        const std::string name = object.at("name").get<std::string>();
        if (name.starts_with("cluster_")) {
          const std::vector<double> bb = numbers(object.at("bb").get<std::string>());
          const Point a = point(bb.at(0), bb.at(3)), b = point(bb.at(2), bb.at(1));
          layout_.groups[std::stoul(name.substr(8))] = {a.x, a.y, b.x, b.y};
        } else if (object.contains("pos")) {
          const std::vector<double> xy = numbers(object["pos"].get<std::string>());
          read_node(row, name, point(xy.at(0), xy.at(1)));
        }
      }
    }
    if (json.contains("edges")) {
      for (const nlohmann::json& edge : json["edges"]) {
        if (!edge.contains("pos")) continue;
        const std::string id = edge.at("id").get<std::string>();
        const auto link = static_cast<std::uint32_t>(std::stoul(id.substr(1)));
        const std::vector<double> xy = numbers(edge["pos"].get<std::string>());
        std::vector<Point>& bends = (id[0] == 'i' ? row.entry_bends : row.bends)[link];
        // Straight pieces written as cubics: every third point is a corner.
        for (std::size_t i = 6; i + 7 < xy.size(); i += 6) {
          bends.push_back(point(xy[i], xy[i + 1]));
        }
      }
    }
  }

  void read_node(Row& row, const std::string& name, Point at) {
    if (name[0] != 'n' && name[0] != 'i' && name[0] != 'o') return;  // a set of equal rank
    const auto number = static_cast<std::uint32_t>(std::stoul(name.substr(1)));
    if (name[0] == 'i') {
      row.entry[number] = at;
    } else if (name[0] == 'o') {
      row.exit[number] = at;
    } else {
      const Reach& r = reach_[number];
      layout_.nodes[number].centre = {at.x + (r.left - r.right) / 2, at.y + (r.top - r.bottom) / 2};
    }
  }

  // -- rows below each other, every other one from right to left
  // -----------------------------------
  void stack_rows() {
    double y = 0, side = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      Row& row = rows_[r];
      row.mirrored = r % 2 == 1;
      row.offset = {row.mirrored ? side - row.width : side, y};
      side += row.mirrored ? -row.width : row.width;
      y += row.height + kRowGap;
      for (const std::uint32_t n : row.nodes) {
        Layout::Place& place = layout_.nodes[n];
        place.centre = put(row, place.centre);
        if (!row.mirrored) continue;
        if (place.side == Side::left || place.side == Side::right) {
          place.side = place.side == Side::left ? Side::right : Side::left;
        }
      }
      for (auto* places : {&row.entry, &row.exit}) {
        for (auto& [link, at] : *places) at = put(row, at);
      }
      for (auto* all : {&row.bends, &row.entry_bends}) {
        for (auto& [link, bends] : *all) {
          for (Point& at : bends) at = put(row, at);
        }
      }
    }
    for (std::uint32_t n = 0; n < diagram_.nodes.size(); ++n) {  // groups lie in one row each
      if (skeleton_.nodes[n].host != kNone) continue;
      for (std::uint32_t g = diagram_.nodes[n].group; g != 0; g = diagram_.groups[g].parent) {
        row_of_group_[g] = skeleton_.nodes[n].row;
      }
    }
    for (const auto& [g, r] : row_of_group_) {
      Rect& rect = layout_.groups[g];
      const Point a = put(rows_[r], {rect.left, rect.top});
      const Point b = put(rows_[r], {rect.right, rect.bottom});
      rect = bounds(a, b);
    }
  }

  static Point put(const Row& row, Point at) {
    return {row.offset.x + (row.mirrored ? row.width - at.x : at.x), row.offset.y + at.y};
  }

  void place_hanging() {
    for (std::size_t n = 0; n < layout_.nodes.size(); ++n) {
      const std::uint32_t host = skeleton_.nodes[n].host;
      if (host == kNone) continue;
      const double sign = skeleton_.nodes[host].below == n ? 1 : -1;
      Layout::Place& place = layout_.nodes[n];
      const Layout::Place& hub = layout_.nodes[host];
      place.centre = {hub.centre.x,
                      hub.centre.y + sign * (hub.size.height / 2 + kBond + place.size.height / 2)};
    }
  }

  // -- routes -------------------------------------------------------------------------------------
  void assemble_routes() {
    for (std::uint32_t l = 0; l < skeleton_.links.size(); ++l) {
      const Skeleton::Link& link = skeleton_.links[l];
      std::vector<Point>& route = layout_.routes[l];
      const Layout::Place &from = layout_.nodes[link.from], &to = layout_.nodes[link.to];
      route.push_back(from.centre);
      layout_.folded[l] = skeleton_.nodes[link.from].row != skeleton_.nodes[link.to].row;
      if (link.from == link.to) {
        loop(route, from);
      } else if (!hanging(link)) {
        for (std::uint32_t r = skeleton_.nodes[link.from].row; r <= skeleton_.nodes[link.to].row;
             ++r) {
          append(route, rows_[r], l);
        }
      }
      route.push_back(to.centre);
      if (link.reversed) std::reverse(route.begin(), route.end());
    }
  }

  static void loop(std::vector<Point>& route, const Layout::Place& place) {
    const double x = place.size.width / 2 + 24, y = place.size.height / 2 + 24;
    route.push_back(place.centre + Point{x, 0});
    route.push_back(place.centre + Point{x, -y});
    route.push_back(place.centre + Point{0, -y});
  }

  /// The part of a link's route in one row, with the lanes at its ends.
  void append(std::vector<Point>& route, const Row& row, std::uint32_t link) {
    const auto entry = row.entry.find(link), exit = row.exit.find(link);
    if (entry != row.entry.end()) {
      // Links that change rows side by side keep to lanes of their own.
      const std::size_t lane = lane_of(row.entering, link);
      const double outwards = row.mirrored ? 1 : -1;
      const double x = entry->second.x + outwards * kLane * static_cast<double>(lane + 1);
      if (!route.empty()) route.push_back({x, last_exit_.y});
      route.push_back({x, entry->second.y});
      const auto bends = row.entry_bends.find(link);
      if (bends != row.entry_bends.end()) {
        route.push_back(entry->second);
        route.insert(route.end(), bends->second.begin(), bends->second.end());
      }
    }
    const auto bends = row.bends.find(link);
    if (bends != row.bends.end()) {
      route.insert(route.end(), bends->second.begin(), bends->second.end());
    }
    if (exit != row.exit.end()) {
      route.push_back(exit->second);
      last_exit_ = exit->second;
    }
  }

  static std::size_t lane_of(const std::vector<std::uint32_t>& links, std::uint32_t link) {
    return static_cast<std::size_t>(std::find(links.begin(), links.end(), link) - links.begin());
  }

  const Diagram& diagram_;
  const Skeleton skeleton_;
  Layout layout_;
  std::vector<Reach> reach_;
  std::vector<Row> rows_;
  std::map<std::uint32_t, std::uint32_t> row_of_group_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> several_;  ///< nodes with links side by side
  std::string text_;
  Point last_exit_;
};

}  // namespace

Rect Layout::Place::labels() const {
  const double w = size.label_width, h = size.label_height;
  const Rect code = rect();
  switch (side) {
    case Side::below:
      return around({centre.x, code.bottom + kLabelGap + h / 2}, w, h);
    case Side::above:
      return around({centre.x, code.top - kLabelGap - h / 2}, w, h);
    case Side::left:
      return around({code.left - kLabelGap - 2 - w / 2, centre.y}, w, h);
    case Side::right:
      return around({code.right + kLabelGap + 2 + w / 2, centre.y}, w, h);
    case Side::anywhere:
    case Side::inside:
      break;
  }
  return around(centre, 0, 0);
}

Layout lay_out(const Diagram& diagram) { return LayoutMaker(diagram).run(); }

}  // namespace multibond::view
