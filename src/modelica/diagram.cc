#include "multibond/modelica/diagram.h"
#include "multibond/base/markup.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/modelica/lexer.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

// -- literals of annotations ----------------------------------------------------------------------

using Point = std::array<double, 2>;
using Box = std::array<Point, 2>;

std::optional<double> number_in(const Expression* e) {
  if (!e) return std::nullopt;
  if (e->kind == Expression::Kind::unary && e->op == Operator::minus) {
    const auto inner = number_in(e->operands[0]);
    return inner ? std::optional(-*inner) : std::nullopt;
  }
  const bool number = e->kind == Expression::Kind::number || e->kind == Expression::Kind::integer ||
                      e->kind == Expression::Kind::boolean;
  return number && std::isfinite(e->value) ? std::optional(e->value) : std::nullopt;
}

/// {{x, y}, ...}, or [x, y; ...] of old text; nothing else.
std::vector<Point> points_in(const Expression* e) {
  std::vector<Point> result;
  if (!e || (e->kind != Expression::Kind::array && e->kind != Expression::Kind::matrix)) return {};
  for (const Expression* item : e->operands) {
    if (item->operands.size() != 2) return {};
    const auto x = number_in(item->operands[0]), y = number_in(item->operands[1]);
    if (!x || !y) return {};
    result.push_back({*x, *y});
  }
  return result;
}

std::vector<double> numbers_in(const Expression* e) {
  std::vector<double> result;
  if (!e || e->kind != Expression::Kind::array) return {};
  for (const Expression* item : e->operands) result.push_back(number_in(item).value_or(0));
  return result;
}

/// An argument, by name: of a modification or of a call. A choice by the run is its first value.
const Expression* named(const List<NamedArgument>& arguments, std::string_view name) {
  for (const NamedArgument& argument : arguments) {
    if (argument.name.text() != name) continue;
    const Expression* const value = argument.value;
    const bool dynamic = value->kind == Expression::Kind::call && !value->operands.empty() &&
                         value->reference->parts[0].name.text() == "DynamicSelect";
    return dynamic ? value->operands[0] : value;
  }
  return nullptr;
}

const Modification* part(const Modification* of, std::string_view name) {
  if (!of) return nullptr;
  for (const Argument& argument : of->arguments) {
    if (argument.path.size() == 1 && argument.path[0].text() == name) return argument.modification;
  }
  return nullptr;
}

const Expression* value(const Modification* of, std::string_view name) {
  const Modification* const found = part(of, name);
  return found ? found->binding : nullptr;
}

Box box_in(const Expression* e, const Box& otherwise) {
  const std::vector<Point> corners = points_in(e);
  return corners.size() == 2 ? Box{corners[0], corners[1]} : otherwise;
}

constexpr Box kUsual{{{-100, -100}, {100, 100}}};

// -- the drawing ----------------------------------------------------------------------------------

std::string colour(const Expression* e, std::string_view otherwise) {
  const std::vector<double> c = numbers_in(e);
  if (c.size() != 3) return std::string(otherwise);
  const auto part = [&](std::size_t i) { return static_cast<int>(std::clamp(c[i], 0.0, 255.0)); };
  return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
}

class Writer {
 public:
  Writer(Library& library, const DiagramSource& source) : library_(library), source_(source) {}

  std::string run() {
    const Box frame = coordinate_system(source_.layers, "Diagram");
    grow(frame[0]);
    grow(frame[1]);
    for (const Class* layer : source_.layers) graphics(*layer, "Diagram", "", "");
    const std::string background = std::exchange(text_, "");
    std::vector<const DiagramPart*> left;
    for (const DiagramPart& part : source_.parts) {
      if (const auto place = placement(*part.element, false)) {
        draw_part(part, *place);
      } else {
        left.push_back(&part);
      }
    }
    place_the_rest(left);
    // Lines that end in the middle of a part lie below it.
    const std::string parts = std::exchange(text_, "");
    for (const Statement* connection : source_.connections) draw_connection(*connection);
    const double x = low_[0] - 10, y = -high_[1] - 10;
    const double width = high_[0] - low_[0] + 20, height = high_[1] - low_[1] + 20;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0:.6g} {1:.6g} {2:.6g} {3:.6g}\" "
        "font-family=\"sans-serif\">\n<rect x=\"{0:.6g}\" y=\"{1:.6g}\" width=\"{2:.6g}\" "
        "height=\"{3:.6g}\" fill=\"#ffffff\"/>\n<g transform=\"scale(1,-1)\">\n{4}</g>\n</svg>\n",
        x, y, width, height, background + text_ + parts);
  }

 private:
  struct Placement {
    Box extent = kUsual;
    Point origin = {0, 0};
    double rotation = 0;
  };

  Box coordinate_system(const std::vector<const Class*>& layers, std::string_view name) {
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
      const Argument* const found = library_.annotation(**layer, name);
      const Modification* const system =
          found ? part(found->modification, "coordinateSystem") : nullptr;
      if (system) return box_in(value(system, "extent"), kUsual);
    }
    return kUsual;
  }

  std::optional<Placement> placement(const Element& element, bool icon) {
    const Argument* const found = library_.annotation(element.comment.annotations, "Placement");
    if (!found) return std::nullopt;
    if (const Expression* visible = value(found->modification, "visible");
        visible && number_in(visible) == 0.0) {
      return std::nullopt;
    }
    const Modification* in = icon ? part(found->modification, "iconTransformation") : nullptr;
    if (!in) in = part(found->modification, "transformation");
    if (!in) return std::nullopt;
    Placement result;
    result.extent = box_in(value(in, "extent"), kUsual);
    result.rotation = number_in(value(in, "rotation")).value_or(0);
    if (const Expression* origin = value(in, "origin")) {
      const std::vector<double> o = numbers_in(origin);
      if (o.size() == 2) result.origin = {o[0], o[1]};
    } else if (result.rotation != 0) {  // about the middle
      for (int d = 0; d < 2; ++d) {
        result.origin[d] = (result.extent[0][d] + result.extent[1][d]) / 2;
        for (Point& corner : result.extent) corner[d] -= result.origin[d];
      }
    }
    return result;
  }

  void grow(const Point& p) {
    for (int d = 0; d < 2; ++d) {
      low_[d] = std::min(low_[d], p[d]);
      high_[d] = std::max(high_[d], p[d]);
    }
  }

  /// From the coordinates of an icon to those of its place.
  static std::string transform(const Placement& place, const Box& system) {
    std::array<double, 2> scale{}, shift{};
    for (int d = 0; d < 2; ++d) {
      const double own = system[1][d] - system[0][d];
      scale[d] = own != 0 ? (place.extent[1][d] - place.extent[0][d]) / own : 1;
      shift[d] = place.extent[0][d] - scale[d] * system[0][d];
    }
    return fmt::format(
        "translate({:.6g},{:.6g}) rotate({:.6g}) translate({:.6g},{:.6g}) "
        "scale({:.6g},{:.6g})",
        place.origin[0], place.origin[1], place.rotation, shift[0], shift[1], scale[0], scale[1]);
  }

  void draw_part(const DiagramPart& part, const Placement& place) {
    const double reach = std::abs(place.extent[0][0]) + std::abs(place.extent[1][0]) +
                         std::abs(place.extent[0][1]) + std::abs(place.extent[1][1]);
    const Point middle{place.origin[0] + (place.extent[0][0] + place.extent[1][0]) / 2,
                       place.origin[1] + (place.extent[0][1] + place.extent[1][1]) / 2};
    middles_.emplace_back(part.name, middle);
    if (place.rotation == 0) {
      for (const Point& p : place.extent) grow({place.origin[0] + p[0], place.origin[1] + p[1]});
    } else {
      grow({place.origin[0] - reach / 2, place.origin[1] - reach / 2});
      grow({place.origin[0] + reach / 2, place.origin[1] + reach / 2});
    }
    const Box system = coordinate_system(part.layers, "Icon");
    text_ += fmt::format("<g transform=\"{}\"><title>{} {}</title>\n", transform(place, system),
                         escaped_markup(part.type), escaped_markup(part.name));
    const std::size_t before = text_.size();
    for (const Class* layer : part.layers) graphics(*layer, "Icon", part.name, part.type);
    if (text_.size() == before) box(system, part.name);
    for (const DiagramPart& connector : part.connectors) {
      const auto inner = placement(*connector.element, true);
      if (!inner) continue;
      text_ += fmt::format("<g transform=\"{}\">\n",
                           transform(*inner, coordinate_system(connector.layers, "Icon")));
      for (const Class* layer : connector.layers) graphics(*layer, "Icon", "", "");
      text_ += "</g>\n";
    }
    text_ += "</g>\n";
  }

  /// A part without an icon: a box with its name.
  void box(const Box& system, const std::string& name) {
    text_ += fmt::format(
        "<rect x=\"{:.6g}\" y=\"{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" "
        "fill=\"#ffffff\" stroke=\"#0000ff\" stroke-width=\"2\"/>\n",
        std::min(system[0][0], system[1][0]), std::min(system[0][1], system[1][1]),
        std::abs(system[1][0] - system[0][0]), std::abs(system[1][1] - system[0][1]));
    const double middle = (system[0][1] + system[1][1]) / 2,
                 inset = 0.1 * (system[1][0] - system[0][0]);
    label({{{system[0][0] + inset, middle - 22}, {system[1][0] - inset, middle + 22}}}, name,
          "#0000ff");
  }

  void label(const Box& extent, const std::string& words, const std::string& fill) {
    if (words.empty()) return;
    const double width = std::abs(extent[1][0] - extent[0][0]);
    double height = std::abs(extent[1][1] - extent[0][1]);
    if (height == 0) height = 20;
    const double size =
        std::min(0.8 * height, width > 0 ? 1.6 * width / static_cast<double>(words.size()) : 20);
    text_ += fmt::format(
        "<text transform=\"translate({:.6g},{:.6g}) scale(1,-1)\" "
        "font-size=\"{:.4g}\" text-anchor=\"middle\" dy=\".35em\" fill=\"{}\" "
        "stroke=\"none\">{}</text>\n",
        (extent[0][0] + extent[1][0]) / 2, (extent[0][1] + extent[1][1]) / 2, size, fill,
        escaped_markup(words));
  }

  void graphics(const Class& layer, std::string_view which, const std::string& name,
                const std::string& type) {
    const Argument* const found = library_.annotation(layer, which);
    const Expression* const list = found ? value(found->modification, "graphics") : nullptr;
    if (!list || list->kind != Expression::Kind::array) return;
    for (const Expression* item : list->operands) {
      if (item->kind == Expression::Kind::call) graphic(*item, name, type);
    }
  }

  void graphic(const Expression& item, const std::string& name, const std::string& type) {
    const std::string_view kind = item.reference->parts.back().name.text();
    const auto get = [&](std::string_view key) { return named(item.named, key); };
    if (const Expression* visible = get("visible"); visible && number_in(visible) == 0.0) return;
    std::string placed;
    if (const std::vector<double> o = numbers_in(get("origin")); o.size() == 2) {
      placed = fmt::format("translate({:.6g},{:.6g}) ", o[0], o[1]);
    }
    if (const auto angle = number_in(get("rotation")))
      placed += fmt::format("rotate({:.6g})", *angle);
    const std::string line = colour(get(kind == "Line" ? "color" : "lineColor"), "#000000");
    const std::string pattern = get("fillPattern") ? print(*get("fillPattern")) : "";
    const bool filled = !pattern.empty() && !pattern.ends_with("None");
    const std::string style = fmt::format(
        "{}fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.4g}\"{}",
        placed.empty() ? "" : fmt::format("transform=\"{}\" ", placed),
        filled && kind != "Line" ? colour(get("fillColor"), "#000000") : "none", line,
        4 * number_in(get(kind == "Line" ? "thickness" : "lineThickness")).value_or(0.25),
        dashes(get(kind == "Line" ? "pattern" : "linePattern")));
    if (kind == "Line" || kind == "Polygon") {
      std::string points;
      for (const Point& p : points_in(get("points"))) {
        points += fmt::format("{:.6g},{:.6g} ", p[0], p[1]);
      }
      if (points.empty()) return;
      text_ += fmt::format("<{} points=\"{}\" {}/>\n", kind == "Line" ? "polyline" : "polygon",
                           points, style);
      return;
    }
    const Box extent = box_in(get("extent"), kUsual);
    const double x = std::min(extent[0][0], extent[1][0]), y = std::min(extent[0][1], extent[1][1]);
    const double width = std::abs(extent[1][0] - extent[0][0]);
    const double height = std::abs(extent[1][1] - extent[0][1]);
    if (kind == "Rectangle") {
      text_ += fmt::format(
          "<rect x=\"{:.6g}\" y=\"{:.6g}\" width=\"{:.6g}\" height=\"{:.6g}\" rx=\"{:.4g}\" {}/>\n",
          x, y, width, height, number_in(get("radius")).value_or(0), style);
    } else if (kind == "Ellipse") {
      text_ +=
          fmt::format("<ellipse cx=\"{:.6g}\" cy=\"{:.6g}\" rx=\"{:.6g}\" ry=\"{:.6g}\" {}/>\n",
                      x + width / 2, y + height / 2, width / 2, height / 2, style);
    } else if (kind == "Text") {
      const Expression* words = get("textString");
      if (!words) words = get("string");
      if (!words || words->kind != Expression::Kind::string) return;
      std::string shown = unescape(words->text);
      if (shown == "%name") shown = name;
      if (shown == "%class") shown = type;
      if (shown.find('%') != shown.npos) return;  // a parameter, which the diagram does not know
      label(extent, shown, get("textColor") ? colour(get("textColor"), line) : line);
    }
  }

  static std::string dashes(const Expression* pattern) {
    const std::string name = pattern ? print(*pattern) : "";
    if (name.ends_with("None")) return " stroke-opacity=\"0\"";
    if (name.ends_with("Dash")) return " stroke-dasharray=\"6 4\"";
    if (name.ends_with("Dot") || name.ends_with("DashDotDot")) return " stroke-dasharray=\"2 3\"";
    return {};
  }

  /// In rows below everything.
  void place_the_rest(const std::vector<const DiagramPart*>& parts) {
    const double left = low_[0] + 20,
                 top = parts.size() == source_.parts.size() ? high_[1] : low_[1];
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const double x = left + 40 * static_cast<double>(i % 5);
      const double y = top - 20 - 40 * static_cast<double>(i / 5);
      draw_part(*parts[i], {{{{-12, -12}, {12, 12}}}, {x, y}, 0});
    }
  }

  void draw_connection(const Statement& connection) {
    const Argument* const line = library_.annotation(connection.comment.annotations, "Line");
    std::vector<Point> points;
    std::string stroke = "#0000ff";
    if (line) {
      points = points_in(value(line->modification, "points"));
      stroke = colour(value(line->modification, "color"), stroke);
    }
    if (points.empty()) {
      for (const Expression* side : {connection.left, connection.right}) {
        if (side->kind != Expression::Kind::reference) return;
        const std::string_view name = side->reference->parts[0].name.text();
        const auto known = std::find_if(middles_.begin(), middles_.end(),
                                        [&](const auto& part) { return part.first == name; });
        if (known == middles_.end()) return;
        points.push_back(known->second);
      }
    }
    std::string text;
    for (const Point& p : points) {
      grow(p);
      text += fmt::format("{:.6g},{:.6g} ", p[0], p[1]);
    }
    text_ += fmt::format(
        "<polyline class=\"connection\" points=\"{}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"0.5\"/>\n",
        text, stroke);
  }

  Library& library_;
  const DiagramSource& source_;
  std::string text_;
  Point low_{0, 0}, high_{0, 0};
  std::vector<std::pair<std::string, Point>> middles_;
};

}  // namespace

/// The class and its bases, these first.
std::vector<const Class*> Elaborator::layers(Instance& instance) {
  std::vector<const Class*> result;
  for (auto scope = instance.scopes.rbegin(); scope != instance.scopes.rend(); ++scope) {
    result.push_back((*scope)->written_in);
  }
  return result;
}

/// A component as a diagram shows it; without layers if its class is not at hand.
DiagramPart Elaborator::diagram_part(const Member& member, bool with_connectors, bool& connector) {
  const Component& declaration = *member.element->component;
  DiagramPart part;
  part.name = declaration.name.text();
  part.type = print(*declaration.type);
  part.element = member.element;
  connector = false;
  try {
    const Type declared = find_type(*declaration.type, member.scope);
    const Class* const outermost = declared.definition;
    Type type = follow(declared);
    connector = type.connector;
    if (outermost && type.definition != outermost) part.layers.push_back(outermost);
    if (!type.definition || type.builtin != Builtin::none) return part;
    type.modifier = nullptr;
    Instance& instance = instances_.emplace_back();
    instance.name = declaration.name;
    set_type(instance, type);
    expand(instance);
    const std::vector<const Class*> own = layers(instance);
    part.layers.insert(part.layers.begin(), own.begin(), own.end());
    if (!with_connectors) return part;
    for (Member* inner : instance.members) {
      if (inner->is_class() || inner->element->is_protected) continue;
      bool is_connector = false;
      DiagramPart port = diagram_part(*inner, false, is_connector);
      if (is_connector) part.connectors.push_back(std::move(port));
    }
  } catch (const Error&) {  // shown as a box
  }
  return part;
}

DiagramSource Elaborator::diagram(const Class& model) {
  add_prelude();
  DiagramSource source;
  Instance& instance = instances_.emplace_back();
  instance.name = model.name;
  Type type;
  type.definition = &model;
  type.enclosing = enclosing_scope(model);
  set_type(instance, follow(type));
  expand(instance);
  source.layers = layers(instance);
  for (Member* member : instance.members) {
    if (member->is_class() || member->element->is_protected) continue;
    const Component& declaration = *member->element->component;
    if (declaration.variability >= Variability::parameter) continue;
    bool connector = false;
    DiagramPart part = diagram_part(*member, true, connector);
    if (!part.layers.empty()) source.parts.push_back(std::move(part));
  }
  for (const Class* layer : source.layers) {
    for (const Section& section : layer->sections) {
      for (const Statement* s : section.statements) {
        if (s->kind == Statement::Kind::connect) source.connections.push_back(s);
      }
    }
  }
  return source;
}

std::string diagram_svg(Library& library, const Class& model) {
  const FlattenOptions options;
  Elaborator elaborator(library, options);
  const DiagramSource source = elaborator.diagram(model);
  return Writer(library, source).run();
}

}  // namespace multibond::modelica
