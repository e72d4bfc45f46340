#include "multibond/view/drawing.h"

#include <array>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "draft.h"
#include "font.h"

namespace multibond {

std::vector<const Drawing::Text*> Drawing::all_texts() const {
  std::vector<const Text*> texts;
  for (const Box& box : boxes) texts.push_back(&box.title);
  for (const Bond& bond : bonds) {
    for (const Text& text : bond.texts) texts.push_back(&text);
  }
  for (const Element& element : elements) {
    for (const Text& text : element.texts) texts.push_back(&text);
  }
  for (const LegendItem& item : legend) texts.push_back(&item.text);
  return texts;
}

namespace view {
namespace {

using Style = Drawing::Style;
using Tint = Drawing::Tint;
using Text = Drawing::Text;

constexpr double kMargin = 16;
constexpr double kSample = 28;  // width of a sample in the legend

Text text_in(std::string text, Style style, Rect box, int anchor) {
  return {std::move(text), style, box, anchor};
}

/// "1-3,5", counted from 1.
std::string index_list(const std::vector<std::uint32_t>& components) {
  std::string text;
  for (std::size_t i = 0; i < components.size();) {
    std::size_t last = i;
    while (last + 1 < components.size() && components[last + 1] == components[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += fmt::format("{}", components[i] + 1);
    if (last > i) text += fmt::format("{}{}", last > i + 1 ? '-' : ',', components[last] + 1);
    i = last + 1;
  }
  return text;
}

class Drafter {
 public:
  explicit Drafter(const Diagram& diagram) : diagram_(diagram), layout_(lay_out(diagram)) {}

  Drawing run() {
    drawing_.title = diagram_.title;
    free_labels();
    finish_routes(diagram_, layout_);
    draw_boxes();
    draw_bonds();
    draw_signals();
    draw_elements();
    label_bonds();
    finish_bounds();
    return std::move(drawing_);
  }

 private:
  /// Labels beside a one-port stand away from its bond. Where Graphviz has turned it round, inside
  /// a frame, they have to look for another place.
  void free_labels() {
    const auto look = [&](std::uint32_t n, std::uint32_t other) {
      Layout::Place& place = layout_.nodes[n];
      const double dx = layout_.nodes[other].centre.x - place.centre.x;
      if ((place.side == Side::right && dx > place.size.width) ||
          (place.side == Side::left && dx < -place.size.width)) {
        place.side = Side::anywhere;
      }
    };
    for (const Diagram::Bond& bond : diagram_.bonds) {
      look(bond.tail, bond.head);
      look(bond.head, bond.tail);
    }
  }

  /// In the upper left corner of a frame, or in the right one if a bond crosses it there.
  Rect title_of(const Diagram::Group& group, Rect frame) const {
    const Rect left = title_rect(group, frame);
    const Rect right = moved(left, {frame.right - 8 - left.right, 0});
    const auto crossed = [&](Rect title) {
      return std::any_of(layout_.routes.begin(), layout_.routes.end(), [&](const auto& route) {
        for (std::size_t i = 1; i < route.size(); ++i) {
          if (crosses(route[i - 1], route[i], title)) return true;
        }
        return false;
      });
    };
    return crossed(left) && right.left > left.left && !crossed(right) ? right : left;
  }

  void draw_boxes() {
    for (std::size_t g = 1; g < diagram_.groups.size(); ++g) {
      const Diagram::Group& group = diagram_.groups[g];
      const Rect title = title_of(group, layout_.groups[g]);
      crowd_.add_text(title);
      const Rect& r = layout_.groups[g];
      crowd_.add_route({{r.left, r.top},
                        {r.right, r.top},
                        {r.right, r.bottom},
                        {r.left, r.bottom},
                        {r.left, r.top}});
      drawing_.boxes.push_back(
          {group.path, layout_.groups[g], text_in(group.title, Style::title, title, -1)});
    }
  }

  void draw_bonds() {
    for (std::size_t b = 0; b < diagram_.bonds.size(); ++b) {
      drawing_.bonds.push_back(draw_bond(diagram_.bonds[b], layout_.routes[b], diagram_.impulse));
      const Drawing::Bond& bond = drawing_.bonds.back();
      crowd_.add_route(bond.route);
      crowd_.add_segment(bond.route.back(), bond.barb);
      if (!bond.second_barb.empty()) crowd_.add_segment(bond.second_barb[0], bond.second_barb[1]);
      for (const Drawing::Stroke& stroke : bond.strokes) {
        crowd_.add_segment(stroke.from, stroke.to);
      }
    }
  }

  void draw_signals() {
    for (std::size_t s = 0; s < diagram_.signals.size(); ++s) {
      const Diagram::Signal& signal = diagram_.signals[s];
      const std::vector<Point>& route = layout_.routes[diagram_.bonds.size() + s];
      crowd_.add_route(route);
      drawing_.signals.push_back(
          {signal.path, route, signal.directed, signal.vanished ? Tint::vanished : Tint::none});
    }
  }

  // -- elements -----------------------------------------------------------------------------------
  void draw_elements() {
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
      const Diagram::Node& node = diagram_.nodes[n];
      const Layout::Place& place = layout_.nodes[n];
      Drawing::Element element;
      element.path = node.path;
      element.code = node.code;
      element.place = place.rect();
      element.tint = node.vanished ? Tint::vanished : worst_tint(node.inside);
      if (place.side == Side::inside) {
        draw_inside(node, element);
      } else {
        const double h = line_height(Style::code);
        const Rect box = around(centre(element.place), place.size.width, h);
        element.texts.push_back(text_in(node.code, Style::code, box, 0));
        if (place.side != Side::anywhere)
          add_labels(node, place.labels(), anchor(place.side), element);
      }
      crowd_.add_rect(element.place);
      for (const Text& text : element.texts) crowd_.add_text(text.box);
      drawing_.elements.push_back(std::move(element));
    }
    // Those that may stand anywhere, when everything else has its place.
    for (std::size_t n = 0; n < diagram_.nodes.size(); ++n) {
      const Layout::Place& place = layout_.nodes[n];
      if (place.side != Side::anywhere || place.size.label_height == 0) continue;
      label_freely(diagram_.nodes[n], place, drawing_.elements[n]);
    }
  }

  static int anchor(Side side) { return side == Side::left ? 1 : side == Side::right ? -1 : 0; }

  static void draw_inside(const Diagram::Node& node, Drawing::Element& element) {
    const bool box = node.kind == Diagram::Kind::box;
    element.shape = box ? Drawing::Shape::box : Drawing::Shape::block;
    const Style style = box ? Style::title : Style::name;
    double h = line_height(style);
    for (std::size_t i = 0; i < node.parameters.size(); ++i) h += line_height(Style::parameter);
    const Point middle = centre(element.place);
    double y = middle.y - h / 2;
    const auto line = [&](const std::string& text, Style its) {
      const Rect rect =
          around({middle.x, y + line_height(its) / 2}, text_width(text, its), line_height(its));
      element.texts.push_back(text_in(text, its, rect, 0));
      y += line_height(its);
    };
    line(node.code, style);
    for (const std::string& text : node.parameters) line(text, Style::parameter);
  }

  /// Name and parameters, line by line.
  static void add_labels(const Diagram::Node& node, Rect block, int anchor,
                         Drawing::Element& element) {
    double y = block.top;
    const auto line = [&](const std::string& text, Style style) {
      const double w = text_width(text, style), h = line_height(style);
      const double left = anchor < 0   ? block.left
                          : anchor > 0 ? block.right - w
                                       : (block.left + block.right - w) / 2;
      element.texts.push_back(text_in(text, style, {left, y, left + w, y + h}, anchor));
      y += h;
    };
    if (!node.name.empty()) line(node.name, Style::name);
    for (const std::string& text : node.parameters) line(text, Style::parameter);
  }

  void label_freely(const Diagram::Node& node, const Layout::Place& place,
                    Drawing::Element& element) {
    const double w = place.size.label_width, h = place.size.label_height;
    const Rect code = place.rect();
    const Point middle = place.centre;
    const double dx = width(code) / 2 + 3 + w / 2;
    const double dy = line_height(Style::code) / 2 + 2.5 + h / 2;  // outside the code's text box
    struct Candidate {
      Point at;
      int anchor;
    };
    const std::array<Candidate, 6> candidates{{{{middle.x, middle.y + dy}, 0},
                                               {{middle.x, middle.y - dy}, 0},
                                               {{middle.x + dx, middle.y + dy - 4}, -1},
                                               {{middle.x + dx, middle.y - dy + 3}, -1},
                                               {{middle.x - dx, middle.y + dy - 4}, 1},
                                               {{middle.x - dx, middle.y - dy + 3}, 1}}};
    for (const Candidate& candidate : candidates) {
      const Rect block = around(candidate.at, w, h);
      if (!crowd_.free(block, 2)) continue;
      add_labels(node, block, candidate.anchor, element);
      crowd_.add_text(block);
      return;
    }
    const Rect block = nearby(middle, w, h, std::max(width(code), height(code)) / 2 + 4);
    add_labels(node, block, 0, element);
    crowd_.add_text(block);
  }

  /// The nearest free place around a point. Bonds may run below a text before it goes too far.
  Rect nearby(Point middle, double w, double h, double start) const {
    for (double radius = start;; radius += 4) {
      for (int i = 0; i < 16; ++i) {
        const double angle = (i * 2 + 1) * 3.14159265358979 / 16;
        const Point d{std::cos(angle), std::sin(angle)};
        const Rect block = around(middle + (radius + std::abs(d.x) * w / 2) * Point{d.x, 0} +
                                      (radius + std::abs(d.y) * h / 2) * Point{0, d.y},
                                  w, h);
        if (crowd_.free(block, radius > start + 30 ? 1 : 3)) return block;
        if (radius > start + 60 && crowd_.free_of_texts(block)) return block;
      }
    }
  }

  // -- texts of bonds -----------------------------------------------------------------------------
  void label_bonds() {
    for (std::size_t b = 0; b < drawing_.bonds.size(); ++b) {
      Drawing::Bond& bond = drawing_.bonds[b];
      label_exits(diagram_.bonds[b], bond);
      if (bond.size < 2) continue;
      label_components(bond);
      std::size_t longest = 1;
      for (std::size_t i = 1; i < bond.route.size(); ++i) {
        if (distance(bond.route[i - 1], bond.route[i]) >
            distance(bond.route[longest - 1], bond.route[longest]) + 1) {
          longest = i;
        }
      }
      place_beside(bond, fmt::format("{}", bond.size), Style::cardinality, bond.route[longest - 1],
                   bond.route[longest], {0.5, 0.42, 0.58, 0.33, 0.67});
    }
  }

  /// The ports by which a bond leaves open boxes; not those that stand at its end by name.
  void label_exits(const Diagram::Bond& stated, Drawing::Bond& bond) {
    const std::size_t last = bond.route.size() - 1;
    const auto told = [&](const bonds::BondGraph::Edge::Exit& exit) {
      const auto named = [&](std::uint32_t n) {
        return diagram_.nodes[n].connection && diagram_.nodes[n].name.starts_with(exit.port);
      };
      return exit.box == Diagram::kNone || named(stated.tail) || named(stated.head);
    };
    if (!told(stated.tail_exit)) {
      place_beside(bond, stated.tail_exit.port, Style::index, bond.route[0], bond.route[1],
                   {0.35, 0.25, 0.45});
    }
    if (!told(stated.head_exit)) {
      place_beside(bond, stated.head_exit.port, Style::index, bond.route[last - 1],
                   bond.route[last], {0.65, 0.75, 0.55});
    }
  }

  /// Mixed causality: the numbers of the components at either end.
  void label_components(Drawing::Bond& bond) {
    std::vector<std::uint32_t> at[2];
    for (const Drawing::Stroke& stroke : bond.strokes) {
      std::vector<std::uint32_t>& list = at[stroke.at_head ? 1 : 0];
      list.insert(list.end(), stroke.components.begin(), stroke.components.end());
    }
    if (at[0].empty() || at[1].empty()) return;
    const std::size_t last = bond.route.size() - 1;
    const double first_length = distance(bond.route[0], bond.route[1]);
    const double last_length = distance(bond.route[last - 1], bond.route[last]);
    const double w0 = text_width(index_list(at[0]), Style::index) / 2 + 3;
    const double w1 = text_width(index_list(at[1]), Style::index) / 2 + 3;
    place_beside(bond, index_list(at[0]), Style::index, bond.route[0], bond.route[1],
                 {w0 / first_length, (w0 + 4) / first_length, (w0 + 8) / first_length});
    place_beside(bond, index_list(at[1]), Style::index, bond.route[last - 1], bond.route[last],
                 {1 - w1 / last_length, 1 - (w1 + 4) / last_length, 1 - (w1 + 8) / last_length});
  }

  /// On the side without barb if there is room.
  void place_beside(Drawing::Bond& bond, const std::string& text, Style style, Point a, Point b,
                    const std::vector<double>& where) {
    const double w = text_width(text, style), h = line_height(style);
    const Point right = right_of(unit(b - a));
    const double reach = std::abs(right.x) * w / 2 + std::abs(right.y) * h / 2;
    std::optional<Rect> found;
    for (const double more : {4.0, 6.0, 9.0}) {
      for (const double side : {1.0, -1.0}) {
        for (const double t : where) {
          const Rect box = around(a + t * (b - a) + side * (reach + more) * right, w, h);
          if (!found && crowd_.free(box, 0.5)) found = box;
        }
      }
    }
    if (!found) found = nearby(a + where.front() * (b - a), w, h, 4);
    crowd_.add_text(*found);
    bond.texts.push_back(text_in(text, style, *found, 0));
  }

  // -- legend and size ----------------------------------------------------------------------------
  void finish_bounds() {
    Rect all = content_bounds();
    add_legend(all);
    const Point shift{std::ceil(kMargin - all.left), std::ceil(kMargin - all.top)};
    drawing_.width = std::ceil(all.right + shift.x + kMargin);
    drawing_.height = std::ceil(all.bottom + shift.y + kMargin);
    move_all(shift);
  }

  Rect content_bounds() const {
    std::optional<Rect> all;
    const auto add = [&](Rect r) { all = all ? united(*all, r) : r; };
    for (const Drawing::Box& box : drawing_.boxes) add(united(box.place, box.title.box));
    for (const Drawing::Element& element : drawing_.elements) {
      add(element.place);
      for (const Text& text : element.texts) add(text.box);
    }
    for (const Drawing::Bond& bond : drawing_.bonds) {
      for (const Point p : bond.route) add(around(p, 16, 16));
      for (const Drawing::Stroke& stroke : bond.strokes) add(bounds(stroke.from, stroke.to));
      for (const Text& text : bond.texts) add(text.box);
    }
    for (const Drawing::Signal& signal : drawing_.signals) {
      for (const Point p : signal.route) add(around(p, 10, 10));
    }
    return all.value_or(Rect{});
  }

  void add_legend(Rect& all) {
    bool present[5] = {};
    for (const Diagram::Bond& bond : diagram_.bonds) {
      for (const Diagram::Line& line : bond.lines) {
        present[static_cast<int>(worst_tint({line}))] = true;
      }
    }
    for (const Drawing::Element& element : drawing_.elements) {
      present[static_cast<int>(element.tint)] = true;
    }
    for (const Drawing::Bond& bond : drawing_.bonds) {
      present[static_cast<int>(bond.tint)] = true;
    }
    double y = all.bottom + 24;
    const auto item = [&](Tint tint, std::string text) {
      if (!present[static_cast<int>(tint)]) return;
      const double h = line_height(Style::legend), x = all.left + kSample + 10;
      const Rect box{x, y, x + text_width(text, Style::legend), y + h};
      drawing_.legend.push_back(
          {tint, {all.left, y + h / 2}, text_in(std::move(text), Style::legend, box, -1)});
      all.right = std::max(all.right, box.right);
      all.bottom = box.bottom;
      y += h + 6;
    };
    item(Tint::conflict, diagram_.solved
                             ? "causal conflict; the compiler can still solve the equations"
                             : "causal conflict: no stroke satisfies both ends");
    item(Tint::violated, "derivative causality: a storage that has no state of its own");
    present[static_cast<int>(Tint::none)] = diagram_.impulse;
    item(Tint::none,
         "impulse bond; R: twice an inertia, its flow counted from the one before (pre f)");
    item(Tint::vanished, "no impulse: forces that stay finite do nothing at an instant");
    item(Tint::loop, "algebraic loop: elements that need each other's results");
  }

  void move_all(Point by) {
    const auto move = [&](Text& text) { text.box = moved(text.box, by); };
    for (Drawing::Box& box : drawing_.boxes) {
      box.place = moved(box.place, by);
      move(box.title);
    }
    for (Drawing::Element& element : drawing_.elements) {
      element.place = moved(element.place, by);
      for (Text& text : element.texts) move(text);
    }
    for (Drawing::Bond& bond : drawing_.bonds) {
      for (Point& p : bond.route) p = p + by;
      bond.barb = bond.barb + by;
      for (Point& p : bond.second_barb) p = p + by;
      for (Drawing::Stroke& stroke : bond.strokes) {
        stroke.from = stroke.from + by;
        stroke.to = stroke.to + by;
      }
      for (Text& text : bond.texts) move(text);
    }
    for (Drawing::Signal& signal : drawing_.signals) {
      for (Point& p : signal.route) p = p + by;
    }
    for (Drawing::LegendItem& item : drawing_.legend) {
      item.place = item.place + by;
      move(item.text);
    }
  }

  const Diagram& diagram_;
  Layout layout_;
  Drawing drawing_;
  Crowd crowd_;
};

}  // namespace
}  // namespace view

Drawing draw(Component& model, const DrawOptions& options) {
  const view::Diagram diagram = view::diagram_of(model, options);
  return view::Drafter(diagram).run();
}

std::vector<std::pair<std::string, Drawing>> draw_opened(Component& model,
                                                         const DrawOptions& options,
                                                         std::size_t limit) {
  const view::Diagram whole = view::make_diagram(model, options);
  std::vector<std::pair<std::string, Drawing>> result;
  std::vector<std::string> waiting{""};
  for (std::size_t k = 0; k < waiting.size() && result.size() < limit; ++k) {
    const std::string path = waiting[k];
    view::Diagram diagram = path.empty() ? whole : view::inside_of(whole, path);
    const view::Diagram shown = view::arranged(std::move(diagram), options);
    Drawing drawing = view::Drafter(shown).run();
    for (const Drawing::Element& element : drawing.elements) {
      if (element.shape == Drawing::Shape::box) waiting.push_back(element.path);
    }
    result.emplace_back(path, std::move(drawing));
  }
  return result;
}

}  // namespace multibond
