/// Diagram: what is to be drawn, before anything has a place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/library/bonds/graph.h"
#include "multibond/view/drawing.h"

namespace multibond::view {

struct Diagram {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  enum class Kind : std::uint8_t { junction, source, element, box, block };

  /// One scalar component of a bond.
  struct Line {
    bonds::Stroke stroke = bonds::Stroke::any;
    bool violated = false, conflict = false, in_loop = false;
  };
  struct Node {
    Kind kind = Kind::element;
    std::string path, code;
    std::string name;                     ///< shown beside the code; may be empty
    std::vector<std::string> parameters;  ///< "R = 30"
    std::uint32_t group = 0;              ///< the open box that contains it
    bool zero = false;                    ///< a source of nothing, or a box with one
    bool ground = false;                  ///< a source of no effort, or a box with nothing else
    bool fixed = false;                   ///< a source of no flow, or a box with one: it stands
    bool feeds = false;                   ///< a source of something, or a box with one
    bool plain = false;                   ///< a junction that joins all components of all its bonds
    bool connection = false;              ///< a junction that connected ports form
    std::string flow;                     ///< which flow of a frame in space it joins
    std::vector<Line> inside;             ///< of bonds that a closed box hides
    bool vanished = false;                ///< has no part in an impulse
  };
  struct Bond {
    std::string path;
    std::vector<std::string> merged;
    std::uint32_t tail = kNone, head = kNone, size = 1;
    /// Ports by which it leaves open boxes near its ends, for labels.
    bonds::BondGraph::Edge::Exit tail_exit, head_exit;
    std::vector<Line> lines;
    std::string remark;
    bool vanished = false;  ///< carries no impulse
  };
  struct Signal {
    std::string path;
    std::uint32_t from = kNone, to = kNone;
    bool directed = true;
    bool vanished = false;
  };
  struct Group {
    std::string path, title;
    std::uint32_t parent = kNone;
  };

  std::string title;
  bool impulse = false;       ///< bonds carry impulses
  bool solved = false;        ///< the equations have a solution, whatever the strokes say
  std::vector<Group> groups;  ///< 0 is the model, parents before their parts
  std::vector<Node> nodes;
  std::vector<Bond> bonds;
  std::vector<Signal> signals;
  /// Parameters of each group: for closed boxes, and for elements that stand for a component.
  std::vector<std::vector<std::string>> boxes;
};

/// Everything there is, all boxes open. Throws Error if the model has no bonds.
Diagram make_diagram(Component& model, const DrawOptions& options);

/// What is inside of a box, and its ports where bonds leave it. Throws Error for a path that is no
/// box.
Diagram inside_of(const Diagram& diagram, const std::string& path);

/// Closes all boxes but those the options open. Throws Error for a path that is no box.
Diagram close_boxes(Diagram diagram, const DrawOptions& options);

/// Leaves out grounds, junctions that a bond goes through, and junctions beside others of their
/// kind; closed boxes stay as they are. Then, of what one leaves out by hand, frames around a
/// single element.
void simplify(Diagram& diagram, Simplification how);

/// Boxes closed and simplified as the options say, and everything named.
Diagram arranged(Diagram diagram, const DrawOptions& options);

/// All of the above.
Diagram diagram_of(Component& model, const DrawOptions& options);

}  // namespace multibond::view
