/// Draft: a layout on its way to a drawing. What the steps share.
#pragma once

#include <cstdint>
#include <vector>

#include "diagram.h"
#include "geometry.h"
#include "layout.h"

namespace multibond::view {

/// Things that must stay apart: texts, codes, boxes, bonds.
class Crowd {
 public:
  void add_rect(Rect r) { rects_.add(r, 0); }
  void add_text(Rect r) {
    rects_.add(r, 0);
    texts_.add(r, 0);
  }
  void add_segment(Point a, Point b) {
    segments_.add(grown(bounds(a, b), 0.5), static_cast<std::uint32_t>(ends_.size()));
    ends_.push_back({a, b});
  }
  void add_route(const std::vector<Point>& route) {
    for (std::size_t i = 1; i < route.size(); ++i) add_segment(route[i - 1], route[i]);
  }
  /// Whether a text may stand there with so much room around it.
  bool free(Rect r, double room) const {
    const Rect wide = grown(r, room);
    return !rects_.any(wide, [](Rect, std::uint32_t) { return true; }) &&
           !segments_.any(wide, [&](Rect, std::uint32_t s) {
             return crosses(ends_[s].first, ends_[s].second, wide);
           });
  }
  bool free_of_texts(Rect r) const {
    return !texts_.any(r, [](Rect, std::uint32_t) { return true; });
  }

 private:
  RectGrid rects_, texts_, segments_;
  std::vector<std::pair<Point, Point>> ends_;
};

/// Bends that are not needed go; links between the same two nodes are spread; what runs under codes
/// and boxes is cut off. The routes stay in their order.
void finish_routes(const Diagram& diagram, Layout& layout);

/// The worst that is found in these lines.
Drawing::Tint worst_tint(const std::vector<Diagram::Line>& lines);

/// The lines of a bond: barb, a second one if it carries impulses, and strokes.
Drawing::Bond draw_bond(const Diagram::Bond& bond, std::vector<Point> route, bool impulse);

/// Rectangle of an open box's title.
Rect title_rect(const Diagram::Group& group, Rect rect);

}  // namespace multibond::view
