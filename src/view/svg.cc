#include <fmt/format.h>

#include "font.h"
#include "geometry.h"
#include "multibond/base/markup.h"
#include "multibond/diagnostic.h"
#include "process.h"

namespace multibond {
namespace {

using view::Point;
using Style = Drawing::Style;
using Tint = Drawing::Tint;

// Dark on white: legible on a screen and in print; tints differ in brightness too.
constexpr const char* kStyle = R"css(
text{font-family:Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif;fill:#444}
.code{font-family:"Times New Roman","Liberation Serif","DejaVu Serif",serif;font-size:16px;font-weight:bold;fill:#111}
.name,.parameter,.legend,.title{font-size:11px}
.parameter{fill:#666}
.title{font-weight:bold;fill:#333}
.cardinality{font-size:10px;fill:#111}
.index{font-size:8.5px;fill:#111}
.bond path{fill:none;stroke:#222;stroke-width:1.3;stroke-linejoin:round}
.bond .stroke{stroke-width:2}
.signal path{fill:none;stroke:#555;stroke-width:0.9;stroke-dasharray:4 3}
.signal .head{fill:#555;stroke:none}
.box{fill:#f7f7f7;stroke:#aaa;stroke-width:1}
.closed{fill:#f0f2f5;stroke:#555;stroke-width:1.2}
.block{fill:#fff;stroke:#777;stroke-width:1}
.violated path,path.violated,rect.violated{stroke:#c62828}
.conflict path,path.conflict,rect.conflict{stroke:#8e24aa;stroke-width:1.8}
.loop path,path.loop,rect.loop{stroke:#1565c0}
)css";

/// Of impulse bond graphs.
constexpr const char* kImpulseStyle = R"css(
.vanished path,.vanished rect,path.vanished,rect.vanished{stroke:#c4c4c4}
.vanished text{fill:#b4b4b4}
.vanished .head{fill:#c4c4c4;stroke:none}
)css";

const char* name_of(Style style) {
  switch (style) {
    case Style::code:
      return "code";
    case Style::name:
      return "name";
    case Style::parameter:
      return "parameter";
    case Style::cardinality:
      return "cardinality";
    case Style::index:
      return "index";
    case Style::title:
      return "title";
    case Style::legend:
      return "legend";
  }
  return "";
}

const char* name_of(Tint tint) {
  switch (tint) {
    case Tint::violated:
      return "violated";
    case Tint::conflict:
      return "conflict";
    case Tint::loop:
      return "loop";
    case Tint::vanished:
      return "vanished";
    case Tint::none:
      break;
  }
  return "";
}

/// A number with one digit behind the point at most.
std::string number(double x) {
  std::string text = fmt::format("{:.1f}", x);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string at(Point p) { return number(p.x) + ' ' + number(p.y); }

std::string path_of(const std::vector<Point>& points) {
  std::string text = "M" + at(points[0]);
  for (std::size_t i = 1; i < points.size(); ++i) text += "L" + at(points[i]);
  return text;
}

/// The route moved to its right by so much.
std::vector<Point> beside(const std::vector<Point>& route, double offset) {
  using namespace view;
  std::vector<Point> result;
  for (std::size_t i = 0; i < route.size(); ++i) {
    const Point before = unit(i > 0 ? route[i] - route[i - 1] : route[1] - route[0]);
    const Point after = i + 1 < route.size() ? unit(route[i + 1] - route[i]) : before;
    const Point a = right_of(before), b = right_of(after);
    const double scale = std::max(0.4, 1 + a.x * b.x + a.y * b.y);  // mitre
    result.push_back(route[i] + (offset / scale) * (a + b));
  }
  return result;
}

class SvgWriter {
 public:
  explicit SvgWriter(const Drawing& drawing) : drawing_(drawing) {}

  std::string run() {
    const bool impulse = std::any_of(drawing_.bonds.begin(), drawing_.bonds.end(),
                                     [](const auto& bond) { return !bond.second_barb.empty(); });
    text_ = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\">\n<title>{2}</title>\n<style>{3}{4}</style>\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        number(drawing_.width), number(drawing_.height),
        escaped_markup(drawing_.title.empty() ? "Bond graph" : "Bond graph of " + drawing_.title),
        kStyle, impulse ? kImpulseStyle : "");
    for (const Drawing::Box& box : drawing_.boxes) write(box);
    for (const Drawing::Signal& signal : drawing_.signals) write(signal);
    for (const Drawing::Bond& bond : drawing_.bonds) write(bond);
    for (const Drawing::Element& element : drawing_.elements) write(element);
    for (const Drawing::LegendItem& item : drawing_.legend) write(item);
    return text_ + "</svg>\n";
  }

 private:
  void open(const char* kind, const std::string& path, const std::string& more = {}) {
    text_ += fmt::format("<g class=\"{}\" data-path=\"{}\"{}>", kind, escaped_markup(path), more);
  }

  void write(const Drawing::Text& text) {
    const view::Rect& box = text.box;
    const double x = text.anchor < 0   ? box.left
                     : text.anchor > 0 ? box.right
                                       : (box.left + box.right) / 2;
    const double extra = (view::height(box) - view::line_height(text.style)) / 2;
    text_ += fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\"{}>{}</text>", name_of(text.style),
                         number(x), number(box.top + extra + view::baseline(text.style)),
                         text.anchor < 0   ? ""
                         : text.anchor > 0 ? " text-anchor=\"end\""
                                           : " text-anchor=\"middle\"",
                         escaped_markup(text.text));
  }

  void rectangle(const char* kind, const view::Rect& r, double radius) {
    text_ +=
        fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
                    kind, number(r.left), number(r.top), number(view::width(r)),
                    number(view::height(r)), number(radius));
  }

  void write(const Drawing::Box& box) {
    open("group", box.path);
    rectangle("box", box.place, 4);
    write(box.title);
    text_ += "</g>\n";
  }

  void write(const Drawing::Element& element) {
    std::string kind = element.shape == Drawing::Shape::block ? "block-diagram" : "element";
    if (element.tint == Tint::vanished) kind += " vanished";
    open(kind.c_str(), element.path,
         element.shape == Drawing::Shape::box ? " data-closed=\"true\"" : "");
    text_ += fmt::format("<title>{}</title>", escaped_markup(element.path));
    if (element.shape == Drawing::Shape::box) {
      const char* tint = name_of(element.tint);
      rectangle(fmt::format("closed{}{}", *tint ? " " : "", tint).c_str(), element.place, 3);
    }
    if (element.shape == Drawing::Shape::block) rectangle("block", element.place, 8);
    for (const Drawing::Text& text : element.texts) write(text);
    text_ += "</g>\n";
  }

  void write(const Drawing::Bond& bond) {
    using namespace view;
    std::string more;
    for (const std::string& path : bond.merged) more += (more.empty() ? "" : " ") + path;
    if (!more.empty()) more = fmt::format(" data-merged=\"{}\"", escaped_markup(more));
    open(bond.tint == Tint::none ? "bond" : fmt::format("bond {}", name_of(bond.tint)).c_str(),
         bond.path, more);
    text_ += fmt::format(
        "<title>{}</title>",
        escaped_markup(bond.remark.empty() ? bond.path : bond.path + ": " + bond.remark));
    if (bond.size > 1) {
      // Two lines; the barb starts at the end of the right one.
      const std::vector<Point> right = beside(bond.route, 1.6);
      std::string lines = path_of(beside(bond.route, -1.6)) + path_of(right) + "L" + at(bond.barb);
      text_ += fmt::format("<path class=\"line\" d=\"{}\"/>", lines);
    } else {
      text_ +=
          fmt::format("<path class=\"line\" d=\"{}L{}\"/>", path_of(bond.route), at(bond.barb));
    }
    if (!bond.second_barb.empty()) {
      text_ += fmt::format("<path class=\"line\" d=\"{}\"/>", path_of(bond.second_barb));
    }
    for (const Drawing::Stroke& stroke : bond.strokes) {
      const char* tint = name_of(stroke.tint);
      text_ += fmt::format("<path class=\"stroke{}{}\" d=\"M{}L{}\"/>", *tint ? " " : "", tint,
                           at(stroke.from), at(stroke.to));
    }
    for (const Drawing::Text& text : bond.texts) write(text);
    text_ += "</g>\n";
  }

  void write(const Drawing::Signal& signal) {
    using namespace view;
    open(signal.tint == Tint::vanished ? "signal vanished" : "signal", signal.path);
    const Point tip = signal.route.back();
    const Point along = unit(tip - signal.route[signal.route.size() - 2]);
    text_ += fmt::format("<path d=\"{}\"/>", path_of(signal.route));
    if (signal.directed) {
      const Point back = tip - 8.0 * along, aside = 3.0 * right_of(along);
      text_ += fmt::format("<path class=\"head\" d=\"M{}L{}L{}Z\"/>", at(tip), at(back + aside),
                           at(back - aside));
    }
    text_ += "</g>\n";
  }

  void write(const Drawing::LegendItem& item) {
    using namespace view;
    const Point a = item.place, b = a + Point{28, 0};
    // A stroke, or the second barb of an impulse.
    const bool impulse = item.tint == Tint::none || item.tint == Tint::vanished;
    const Point from = impulse ? b + Point{-6, 0} : b + Point{0, -7};
    const Point to = impulse ? b + Point{-17, -6} : b + Point{0, 7};
    text_ += fmt::format(
        "<g class=\"legend-item\"><g class=\"bond {}\"><path d=\"M{}L{}L{}\"/>"
        "<path class=\"{}\" d=\"M{}L{}\"/></g>",
        name_of(item.tint), at(a), at(b), at(b + Point{-11, -6}), impulse ? "line" : "stroke",
        at(from), at(to));
    write(item.text);
    text_ += "</g>\n";
  }

  const Drawing& drawing_;
  std::string text_;
};

}  // namespace

std::string to_svg(const Drawing& drawing) { return SvgWriter(drawing).run(); }

std::string to_png(const std::string& svg, double scale) {
  const view::ProcessResult result = view::run_process(
      {"rsvg-convert", "--unlimited", fmt::format("--zoom={:.3g}", scale), "--format=png"}, svg,
      "Install it (on Debian: apt-get install librsvg2-bin), or write SVG with --format svg.");
  if (result.status != 0 || result.output.empty()) {
    throw Error("rsvg-convert",
                fmt::format("The PNG could not be made: {}",
                            result.messages.empty() ? "rsvg-convert failed." : result.messages),
                "A drawing as large as this may only fit as SVG: use --format svg.");
  }
  return result.output;
}

}  // namespace multibond
