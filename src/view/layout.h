/// Layout: places for a diagram.
///
/// The layout is Graphviz's (`dot`, left to right), of a smaller graph: one-ports hang above and
/// below their junction, as one draws them, and travel with it as one node. A long drawing is
/// folded into rows, each laid out by itself, every other one from right to left: so the work stays
/// proportional to the size of a chain, and the picture fits a page.
#pragma once

#include <cstdint>
#include <vector>

#include "diagram.h"
#include "geometry.h"

namespace multibond::view {

/// Where name and parameters of an element stand.
enum class Side : std::uint8_t { anywhere, below, above, left, right, inside };

/// Sizes of a node: the code (or box), and the block of labels beside it.
struct NodeSize {
  double width = 0, height = 0, label_width = 0, label_height = 0;
};
NodeSize size_of(const Diagram::Node& node, std::size_t bonds);

struct Layout {
  struct Place {
    Point centre;  ///< of the code or box
    Side side = Side::anywhere;
    NodeSize size;
    Rect rect() const { return around(centre, size.width, size.height); }
    /// Where the labels are; empty if they have no side yet.
    Rect labels() const;
  };
  std::vector<Place> nodes;
  std::vector<Rect> groups;
  /// From centre to centre: first the bonds, then the signals.
  std::vector<std::vector<Point>> routes;
  std::vector<bool> folded;  ///< whether a route goes from one row to another
};

Layout lay_out(const Diagram& diagram);

}  // namespace multibond::view
