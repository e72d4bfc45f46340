/// Drawings of bond graphs.
///
///     std::string svg = to_svg(draw(model, {.simplify = Simplification::all}));
///
/// A drawing is a value: every line and every text with its place, so that it can be written in any
/// format and checked. Graphviz (the program `dot`) places the elements; harpoons, causality
/// strokes and labels are ours. Conventions are in docs/drawings.md: the barb of a harpoon is on
/// the left side, seen along the bond, which is the side of the effort; a multibond is a double
/// line with its cardinality; a causality stroke stands at the end that is given the effort. The y
/// axis points down, lengths are pixels.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "multibond/library/bonds/bond.h"

namespace multibond {

/// What is left out of the graph as it was stated.
enum class Simplification : std::uint8_t {
  none,         ///< nothing
  connections,  ///< junctions that connections make where a bond goes through; grounds of circuits
  all,          ///< what one leaves out by hand, junctions of the user among it
};

struct DrawOptions {
  std::vector<std::string> open =
      {};                   ///< paths of boxes to be opened; what contains them opens too
  std::string inside = {};  ///< draws only what is in this box, and its ports; empty: all
  bool flat = false;        ///< opens all boxes
  int level = 0;            ///< opens boxes so many levels deep
  bool causal = true;       ///< shows causality strokes
  Simplification simplify = Simplification::connections;
  bool impulse = false;  ///< the impulse bond graph: what happens at an impact
  bool solved = false;   ///< the equations have a solution, whatever the strokes say
  /// Path and mode of elements that switch ideally: strokes are those of this mode.
  std::vector<std::pair<std::string, std::string>> modes = {};
};

struct Drawing {
  struct Point {
    double x = 0, y = 0;
  };
  struct Rect {
    double left = 0, top = 0, right = 0, bottom = 0;
    bool operator==(const Rect&) const = default;
  };
  enum class Style : std::uint8_t { code, name, parameter, cardinality, index, title, legend };
  struct Text {
    std::string text;
    Style style = Style::name;
    Rect box;        ///< at least as large as the text in any of the usual fonts
    int anchor = 0;  ///< -1: starts at the left of the box, 0: centred, 1: ends at the right
  };
  enum class Shape : std::uint8_t { element, box, block };
  /// vanished: in an impulse bond graph, what carries no impulse.
  enum class Tint : std::uint8_t { none, violated, conflict, loop, vanished };
  /// An element, a closed box, or a block of signals.
  struct Element {
    std::string path, code;
    Shape shape = Shape::element;
    Rect place;               ///< of the code, or of the box: bonds end near it
    std::vector<Text> texts;  ///< code, name, parameters
    Tint tint = Tint::none;   ///< of a closed box: the worst of what it hides; or vanished
  };
  /// A causality stroke, or a piece of one where only some components have it at this end.
  struct Stroke {
    Point from, to;
    bool at_head = false;
    std::vector<std::uint32_t> components;
    Tint tint = Tint::none;
  };
  struct Bond {
    std::string path;
    std::vector<std::string> merged;  ///< bonds that a simplified one stands for, besides `path`
    std::uint32_t size = 1;
    std::vector<Point> route;        ///< from the tail to the tip of the harpoon
    Point barb;                      ///< the barb is the line from the tip to here
    std::vector<Point> second_barb;  ///< of a bond of impulses: a line behind the first
    std::vector<Stroke> strokes;
    std::vector<Text> texts;
    Tint tint = Tint::none;
    std::string remark;  ///< why it is tinted
  };
  struct Signal {
    std::string path;  ///< of the port that gives the value, if known
    std::vector<Point> route;
    bool directed = true;
    Tint tint = Tint::none;  ///< or vanished
  };
  /// An open box, around what is in it.
  struct Box {
    std::string path;
    Rect place;
    Text title;
  };
  struct LegendItem {
    Tint tint = Tint::none;
    Point place;  ///< of its sample: a bond, 28 wide
    Text text;
  };

  std::string title;
  double width = 0, height = 0;
  std::vector<Box> boxes;  ///< outer ones first
  std::vector<Element> elements;
  std::vector<Bond> bonds;
  std::vector<Signal> signals;
  std::vector<LegendItem> legend;  ///< empty if there is nothing to explain

  /// All texts, in the order they are drawn.
  std::vector<const Text*> all_texts() const;
};

/// Draws a model, which it elaborates. Throws Error if it has no bonds, if a path to be opened does
/// not exist, or if Graphviz is missing.
Drawing draw(Component& model, const DrawOptions& options = {});

/// Draws the model as `draw` does, and then the inside of each box that shows, box by box, outer
/// ones first, `limit` drawings at most. The model has the path "".
std::vector<std::pair<std::string, Drawing>> draw_opened(Component& model,
                                                         const DrawOptions& options,
                                                         std::size_t limit);

std::string to_svg(const Drawing& drawing);

/// The same graph as Graphviz source, to be laid out and edited elsewhere; needs no Graphviz.
std::string draw_dot(Component& model, const DrawOptions& options = {});

/// The SVG as a PNG of `scale` times its size, made by rsvg-convert.
std::string to_png(const std::string& svg, double scale = 2);

}  // namespace multibond
