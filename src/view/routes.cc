#include <map>

#include "draft.h"
#include "font.h"

namespace multibond::view {
namespace {

constexpr double kClearance = 4;  // of bonds from texts they pass
constexpr double kGap = 4.5;      // between a code and the end of a bond
constexpr double kBoxGap = 2.5;
constexpr double kSpread = 24;     // between links of the same two nodes
constexpr double kFan = 15;        // between links that leave a node in almost the same direction
constexpr double kCrowded = 0.88;  // radians: what counts as such
constexpr double kCrowdedBox = 0.25;
constexpr double kWidest = 2.2;
constexpr double kStroke = 10;  // room for the stroke of what hangs above or below
constexpr double kTurn = 6.283185307179586;

class RouteMaker {
 public:
  RouteMaker(const Diagram& diagram, Layout& layout) : layout_(layout) {
    for (const Diagram::Bond& bond : diagram.bonds) ends_.emplace_back(bond.tail, bond.head);
    for (const Diagram::Signal& signal : diagram.signals) {
      ends_.emplace_back(signal.from, signal.to);
    }
    links_at_.resize(layout.nodes.size());
    hanging_.resize(layout.nodes.size());
    for (std::size_t l = 0; l < ends_.size(); ++l) {
      links_at_[ends_[l].first].push_back(l);
      links_at_[ends_[l].second].push_back(l);
    }
    for (std::uint32_t n = 0; n < layout.nodes.size(); ++n) {
      const Layout::Place& place = layout.nodes[n];
      obstacles_.add(grown(place.rect(), kClearance), n);
      if (place.side != Side::anywhere && place.side != Side::inside &&
          place.size.label_height > 0) {
        obstacles_.add(grown(place.labels(), kClearance), kLabel + n);
      }
    }
    for (std::size_t g = 1; g < diagram.groups.size(); ++g) {
      obstacles_.add(title_rect(diagram.groups[g], layout.groups[g]), kTitle);
    }
    for (std::size_t l = 0; l < layout.routes.size(); ++l) {
      // The bond to something that hangs at a junction is in the way too.
      const std::vector<Point>& route = layout.routes[l];
      if (route.size() == 2 && route[0].x == route[1].x) {
        const bool down = route[0].y < route[1].y;
        (down ? hanging_[ends_[l].first].below : hanging_[ends_[l].first].above) = true;
        (down ? hanging_[ends_[l].second].above : hanging_[ends_[l].second].below) = true;
        obstacles_.add(grown(bounds(route[0], route[1]), 7), kBond + static_cast<std::uint32_t>(l));
      }
    }
  }

  void run() {
    for (std::size_t l = 0; l < layout_.routes.size(); ++l) {
      if (layout_.routes[l].size() > 2 && ends_[l].first != ends_[l].second) straighten(l);
    }
    spread();
    for (std::uint32_t n = 0; n < layout_.nodes.size(); ++n) fan_out(n);
    for (std::size_t l = 0; l < layout_.routes.size(); ++l) {
      std::vector<Point>& route = layout_.routes[l];
      cut(route, ends_[l].first);
      std::reverse(route.begin(), route.end());
      cut(route, ends_[l].second);
      std::reverse(route.begin(), route.end());
    }
  }

 private:
  static constexpr std::uint32_t kLabel = 1u << 29, kBond = 1u << 30, kTitle = 1u << 31;

  /// Whether another link leaves the node in almost the same direction.
  bool crowded(std::uint32_t n, Point direction, std::size_t link) const {
    const Point d = unit(direction);
    return std::any_of(links_at_[n].begin(), links_at_[n].end(), [&](std::size_t other) {
      const std::vector<Point>& route = layout_.routes[other];
      if (other == link || ends_[other] == ends_[link]) return false;
      const bool first = ends_[other].first == n;
      const Point o =
          unit(first ? route[1] - route[0] : route[route.size() - 2] - route[route.size() - 1]);
      return d.x * o.x + d.y * o.y > 0.985;  // 10 degrees
    });
  }

  /// Whether a straight line from one point of the route to another meets nothing.
  bool visible(std::size_t i, std::size_t j, std::size_t link) const {
    const auto [from, to] = ends_[link];
    const Point a = layout_.routes[link][i], b = layout_.routes[link][j];
    return !obstacles_.any(bounds(a, b), [&, from = from, to = to](Rect rect, std::uint32_t what) {
      if (what == from || what == to) return false;
      if (what >= kBond && what < kTitle) {
        const auto [x, y] = ends_[what - kBond];
        if (x == from || y == from || x == to || y == to) return false;
      }
      return crosses(a, b, rect);
    });
  }

  bool crowded(std::size_t i, std::size_t j, std::size_t link) const {
    const std::vector<Point>& route = layout_.routes[link];
    return (i == 0 && crowded(ends_[link].first, route[j] - route[i], link)) ||
           (j + 1 == route.size() && crowded(ends_[link].second, route[i] - route[j], link));
  }

  void straighten(std::size_t link) {
    std::vector<Point>& route = layout_.routes[link];
    std::vector<Point> result{route.front()};
    for (std::size_t i = 0; i + 1 < route.size();) {
      const std::size_t next = layout_.folded[link] ? end_of_line(i, route) : farthest(i, link);
      result.push_back(route[next]);
      i = next;
    }
    route = std::move(result);
  }

  /// The farthest point that can be reached straight, rather not along another link.
  std::size_t farthest(std::size_t i, std::size_t link) const {
    const std::size_t last = layout_.routes[link].size() - 1;
    std::size_t seen = i;
    for (std::size_t j = last; j > i; --j) {
      if (!visible(i, j, link)) continue;
      if (!crowded(i, j, link)) return j;
      seen = std::max(seen, j);
    }
    return seen > i ? seen : i + 1;
  }

  static std::size_t end_of_line(std::size_t i, const std::vector<Point>& route) {
    std::size_t next = i + 1;
    while (next + 1 < route.size() && aligned(route[i], route[next], route[next + 1])) ++next;
    return next;
  }

  static bool aligned(Point a, Point b, Point c) {
    return (std::abs(a.y - b.y) < 1 && std::abs(b.y - c.y) < 1) ||
           (std::abs(a.x - b.x) < 1 && std::abs(b.x - c.x) < 1);
  }

  bool is_box(std::uint32_t n) const { return layout_.nodes[n].side == Side::inside; }

  void spread() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> between;
    for (std::size_t l = 0; l < ends_.size(); ++l) {
      if (layout_.routes[l].size() == 2)
        between[std::minmax(ends_[l].first, ends_[l].second)].push_back(l);
    }
    for (const auto& [nodes, links] : between) {
      if (links.size() < 2) continue;
      for (std::size_t i = 0; i < links.size(); ++i) {
        std::vector<Point>& route = layout_.routes[links[i]];
        const bool forward = ends_[links[i]].first == nodes.first;
        const Point a = layout_.nodes[nodes.first].centre, b = layout_.nodes[nodes.second].centre;
        const double place = static_cast<double>(i) - (static_cast<double>(links.size()) - 1) / 2;
        const bool boxes = is_box(nodes.first) && is_box(nodes.second);
        const Point aside = (boxes ? 14.0 : kSpread) * place * right_of(unit(b - a));
        const double smaller = 14.0 / kSpread;
        route.clear();
        if (is_box(nodes.first)) {
          route.push_back(a + (boxes ? 1.0 : smaller) * aside);
        } else {
          route.push_back(a);
          if (place != 0) route.push_back(a + 0.3 * (b - a) + aside);
        }
        if (is_box(nodes.second)) {
          route.push_back(b + (boxes ? 1.0 : smaller) * aside);
        } else {
          if (place != 0) route.push_back(a + 0.7 * (b - a) + aside);
          route.push_back(b);
        }
        if (!forward) std::reverse(route.begin(), route.end());
      }
    }
  }

  // -- bonds that leave a code side by side -------------------------------------------------------
  /// One end of a link at a node, and the direction in which it leaves.
  struct Ray {
    std::size_t link;
    bool at_front;
    double angle;
  };

  std::vector<Ray> rays(std::uint32_t n) const {
    std::vector<Ray> result;
    for (const std::size_t l : links_at_[n]) {
      const std::vector<Point>& route = layout_.routes[l];
      const bool hangs = route.size() == 2 && route[0].x == route[1].x;
      if (hangs || ends_[l].first == ends_[l].second) continue;
      const bool front = ends_[l].first == n;
      const std::size_t last = route.size() - 1;
      const Point d = front ? route[1] - route[0] : route[last - 1] - route[last];
      result.push_back({l, front, std::atan2(d.y, d.x)});
    }
    std::sort(result.begin(), result.end(),
              [](const Ray& a, const Ray& b) { return a.angle < b.angle; });
    // Around the circle, beginning behind the widest gap.
    std::size_t first = 0;
    double widest = 0;
    for (std::size_t i = 0; i < result.size(); ++i) {
      const double before = i == 0 ? result.back().angle - kTurn : result[i - 1].angle;
      if (result[i].angle - before > widest) {
        widest = result[i].angle - before;
        first = i;
      }
    }
    for (std::size_t i = 0; i < first; ++i) result[i].angle += kTurn;
    std::rotate(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(first), result.end());
    return result;
  }

  /// Moves the ends of links that leave in almost the same direction apart, so that their strokes
  /// do not run into each other.
  void fan_out(std::uint32_t n) {
    const std::vector<Ray> all = rays(n);
    const double crowded = is_box(n) ? kCrowdedBox : kCrowded;
    for (std::size_t i = 0; i < all.size();) {
      std::size_t next = i + 1;
      while (next < all.size() && all[next].angle - all[next - 1].angle < crowded &&
             all[next].angle - all[i].angle < kWidest) {
        ++next;
      }
      const std::size_t count = next - i;
      if (count > 1) {
        const double mean = (all[i].angle + all[next - 1].angle) / 2;
        const Point aside = right_of({std::cos(mean), std::sin(mean)});
        const NodeSize& size = layout_.nodes[n].size;
        const double room =
            std::abs(aside.x) * size.width / 2 + std::abs(aside.y) * size.height / 2;
        const double step = std::min(kFan, 2 * (room + 2) / static_cast<double>(count - 1));
        for (std::size_t k = 0; k < count; ++k) {
          const double place = static_cast<double>(k) - static_cast<double>(count - 1) / 2;
          move_end(all[i + k], step * place * aside);
        }
      }
      i = next;
    }
  }

  void move_end(const Ray& ray, Point by) {
    std::vector<Point>& route = layout_.routes[ray.link];
    const std::size_t last = route.size() - 1;
    Point& end = ray.at_front ? route.front() : route.back();
    const Point before = end;
    end = end + by;
    if (!visible(ray.at_front ? 0 : last - 1, ray.at_front ? 1 : last, ray.link)) end = before;
  }

  /// Removes the beginning of a route that lies under its node.
  void cut(std::vector<Point>& route, std::uint32_t n) {
    Rect rect = grown(layout_.nodes[n].rect(), is_box(n) ? kBoxGap : kGap);
    const bool hangs = route.size() == 2 && route[0].x == route[1].x;
    if (!hangs) {  // beside the stroke of what hangs there
      if (hanging_[n].above) rect.top -= kStroke;
      if (hanging_[n].below) rect.bottom += kStroke;
    }
    std::size_t first = 0;
    while (first + 2 < route.size() && contains(rect, route[first + 1])) ++first;
    double from, to;
    if (clip(route[first], route[first + 1], rect, from, to) && to < 0.9) {
      route[first] = route[first] + to * (route[first + 1] - route[first]);
    }
    route.erase(route.begin(), route.begin() + static_cast<std::ptrdiff_t>(first));
  }

  Layout& layout_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends_;
  std::vector<std::vector<std::size_t>> links_at_;
  struct Hanging {
    bool above = false, below = false;
  };
  std::vector<Hanging> hanging_;
  RectGrid obstacles_;
};

}  // namespace

Rect title_rect(const Diagram::Group& group, Rect rect) {
  const double width = text_width(group.title, Drawing::Style::title);
  const double x = rect.left + 8, y = rect.top + 4;
  return {x, y, x + width, y + line_height(Drawing::Style::title)};
}

void finish_routes(const Diagram& diagram, Layout& layout) { RouteMaker(diagram, layout).run(); }

}  // namespace multibond::view
