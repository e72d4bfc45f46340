/// Skeleton: the part of a diagram that Graphviz lays out, and its rows.
#pragma once

#include <cstdint>
#include <vector>

#include "layout.h"

namespace multibond::view {

struct Skeleton {
  static constexpr std::uint32_t kNone = Diagram::kNone;

  /// A bond or signal, in the direction in which the drawing runs.
  struct Link {
    std::uint32_t from = kNone, to = kNone;
    bool reversed = false;  ///< against its own direction
    bool signal = false;
  };
  struct Node {
    std::uint32_t host = kNone;                  ///< the node it hangs at; none if it stands alone
    std::uint32_t above = kNone, below = kNone;  ///< what hangs at it
    std::uint32_t row = 0;
    Side side = Side::anywhere;
    NodeSize size;
  };
  std::vector<Node> nodes;
  std::vector<Link> links;  ///< bonds, then signals
  std::uint32_t rows = 1;
};

Skeleton make_skeleton(const Diagram& diagram);

}  // namespace multibond::view
