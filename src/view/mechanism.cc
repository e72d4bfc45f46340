#include "multibond/view/mechanism.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "mechanism_shapes.h"
#include "mechanism_view.h"
#include "multibond/base/convex_hull.h"
#include "multibond/base/markup.h"
#include "multibond/base/text.h"
#include "multibond/diagnostic.h"

namespace multibond {
namespace {

using view::Primitive;
using Kind = Primitive::Kind;

constexpr double kMargin = 24, kFooter = 34;
constexpr double kEdge = 1.2;  ///< px
/// Of the size of what moves: how far and how large what rests may be in a close-up, and how much
/// is seen around.
constexpr double kFar = 1.6, kAround = 0.12;

/// The colour of edges: darker than that of the area.
std::string darker(const std::string& colour) {
  std::string result = "#";
  for (std::size_t i = 1; i < 7; i += 2) {
    const int part = std::stoi(colour.substr(i, 2), nullptr, 16);
    result += fmt::format("{:02x}", static_cast<int>(0.55 * part));
  }
  return result;
}

std::vector<Vector2> hull_of(const std::vector<Vector2>& points) {
  std::vector<Vector2> corners;
  for (const std::size_t k : convex_hull(points)) corners.push_back(points[k]);
  return corners;
}

struct Bounds {
  Vector2 low = Vector2::Constant(std::numeric_limits<double>::infinity());
  Vector2 high = -low;
  void add(const Vector2& p, double margin) {
    low = low.cwiseMin(p - Vector2::Constant(margin));
    high = high.cwiseMax(p + Vector2::Constant(margin));
  }
  void add(const Bounds& other) {
    if (other.empty()) return;
    add(other.low, 0);
    add(other.high, 0);
  }
  bool empty() const { return !(low(0) <= high(0)); }
  double size() const { return empty() ? 0 : (high - low).norm(); }
  Vector2 middle() const { return (low + high) / 2; }
};

class MechanismDrawing {
 public:
  MechanismDrawing(const Scene& scene, const MechanismOptions& options)
      : scene_(scene), options_(options), view_(options.view.value_or(view::usual_view(scene))) {
    const std::size_t last = scene.times.size() - 1;
    const auto count = static_cast<std::size_t>(std::max(1, options.poses));
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t row = count == 1 ? 0 : row_at(static_cast<double>(k) / (count - 1.0));
      if (rows_.empty() || row > rows_.back()) rows_.push_back(std::min(row, last));
    }
  }

  std::string run() {
    fit();
    std::string drawing;
    if (rows_.size() > 1) drawing += traces();
    for (std::size_t k = 0; k < rows_.size(); ++k) drawing += pose(k);
    return fmt::format(
               R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#444"><rect width="100%" height="100%" fill="#fff"/>)",
               width_, height_) +
           "\n" + drawing + footer() + "</svg>\n";
  }

 private:
  /// The recorded row nearest to a fraction of the run.
  std::size_t row_at(double fraction) const {
    const double first = scene_.times.front(), last = scene_.times.back();
    const double time = first + fraction * (last - first);
    const auto after = std::lower_bound(scene_.times.begin(), scene_.times.end(), time);
    if (after == scene_.times.end()) return scene_.times.size() - 1;
    const auto row = static_cast<std::size_t>(after - scene_.times.begin());
    return row > 0 && time - scene_.times[row - 1] < *after - time ? row - 1 : row;
  }

  bool moves(const Scene::Item& item) const {
    const auto varies = [](const Scene::Number& number) { return !number.constant(); };
    return std::any_of(item.position.begin(), item.position.end(), varies) ||
           std::any_of(item.rotation.begin(), item.rotation.end(), varies) ||
           std::any_of(item.size.begin(), item.size.end(), varies);
  }

  Vector2 seen(const Vector3& r) const { return (view_ * r).head<2>(); }
  Vector2 on_page(const Vector2& p) const {
    return {origin_(0) + scale_ * p(0), origin_(1) - scale_ * p(1)};
  }

  void add_to(Bounds& bounds, const Scene::Item& item) const {
    for (const std::size_t row : rows_) {
      for (const Primitive& part : view::primitives(item, scene_.placed(item, row))) {
        for (const Vector3& point : part.points) bounds.add(seen(point), part.width / 2);
      }
    }
  }

  /// What moves, arrows aside, which are as long as a force is large; with what rests beside it and
  /// is not much larger. Empty if nothing moves.
  Bounds close_bounds() const {
    Bounds moving;
    for (const Scene::Item& item : scene_.items) {
      if (moves(item) && item.shape != Shape::arrow) add_to(moving, item);
    }
    if (moving.empty()) return moving;
    const double size = moving.size(), far = kFar * size;
    Bounds result = moving;
    for (const Scene::Item& item : scene_.items) {
      if (moves(item)) continue;
      Bounds own;
      add_to(own, item);
      if (own.size() < far && (own.middle() - moving.middle()).norm() < far) result.add(own);
    }
    const double around = kAround * size;
    result.add(result.low, around);
    result.add(result.high, around);
    return result;
  }

  /// Scale and size of the page, so that all that is drawn fits.
  void fit() {
    Bounds bounds = options_.close_up ? close_bounds() : Bounds();
    if (bounds.empty()) {
      for (const Scene::Item& item : scene_.items) add_to(bounds, item);
    }
    if (rows_.size() > 1) {
      for (const Scene::Item& item : scene_.items) {
        if (item.shape != Shape::sphere) continue;
        for (std::size_t row = 0; row < scene_.times.size(); ++row) {
          bounds.add(seen(scene_.placed(item, row).position), 0);
        }
      }
    }
    Vector2 extent = (bounds.high - bounds.low).cwiseMax(1e-9);
    const double room_x = options_.width - 2 * kMargin;
    const double room_y = options_.height - 2 * kMargin - kFooter;
    scale_ = std::min(room_x / extent(0), room_y / extent(1));
    width_ = std::max(260.0, scale_ * extent(0) + 2 * kMargin);
    height_ = scale_ * extent(1) + 2 * kMargin + kFooter;
    const Vector2 middle = (bounds.low + bounds.high) / 2;
    origin_ = {width_ / 2 - scale_ * middle(0), kMargin + scale_ * bounds.high(1)};
  }

  std::string points(const std::vector<Vector2>& list) const {
    std::string text;
    for (const Vector2& p : list) {
      text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", p(0), p(1));
    }
    return text;
  }

  std::string draw(const Primitive& part, const std::string& colour) const {
    std::vector<Vector2> list;
    for (const Vector3& point : part.points) list.push_back(on_page(seen(point)));
    const double width = scale_ * part.width;
    const std::string edge = darker(colour);
    switch (part.kind) {
      case Kind::disc:
        return fmt::format(
            R"(<circle cx="{:.1f}" cy="{:.1f}" r="{:.1f}" fill="{}" stroke="{}" stroke-width="{}"/>)",
            list[0](0), list[0](1), width / 2, colour, edge, kEdge);
      case Kind::hull:
        list = hull_of(list);
        [[fallthrough]];
      case Kind::area:
        return fmt::format(
            R"(<polygon points="{}" fill="{}" stroke="{}" stroke-width="{}" stroke-linejoin="round"/>)",
            points(list), colour, edge, kEdge);
      case Kind::stroke:
        return fmt::format(
            R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="{:.1f}" stroke-linejoin="round" stroke-linecap="round"/>)",
            points(list), edge, std::max(width, 1.0));
      default:
        break;
    }
    // Widened lines and areas: once in the colour of the edge, once within.
    const bool open = part.kind == Kind::line, plate = part.kind == Kind::plate;
    std::string text;
    for (const bool inner : {false, true}) {
      const std::string& paint = inner ? colour : edge;
      text += fmt::format(
          R"(<{} points="{}" fill="{}" stroke="{}" stroke-width="{:.1f}" stroke-linejoin="round" stroke-linecap="round"/>)",
          open ? "polyline" : "polygon", points(list), plate ? paint : "none", paint,
          std::max(width - (inner ? kEdge : -kEdge), inner ? 0.5 : 1.5));
    }
    return text;
  }

  /// How far a picture reaches towards the viewer: the nearer ones are drawn last.
  double nearness(const Scene::Item& item, const Scene::Placed& placed) const {
    const Vector3 toward = view_.row(2).transpose();
    const Vector3 reach = placed.rotation.transpose() * toward;
    const double half =
        (std::abs(reach(1)) * placed.size(1) + std::abs(reach(2)) * placed.size(2)) / 2;
    const double along = item.shape == Shape::sphere    ? std::abs(reach(0)) * placed.size(0) / 2
                         : item.shape == Shape::outline ? 0
                                                        : std::max(0.0, reach(0) * placed.size(0));
    if (item.shape == Shape::axes) return toward.dot(placed.position);
    return toward.dot(placed.position) + half + along;
  }

  /// All pictures at one of the instants; those that rest only with the last.
  std::string pose(std::size_t k) const {
    const bool last = k + 1 == rows_.size();
    struct Drawn {
      double nearness;
      std::size_t item;
    };
    std::vector<Drawn> order;
    for (std::size_t i = 0; i < scene_.items.size(); ++i) {
      const Scene::Item& item = scene_.items[i];
      if (!last && !moves(item)) continue;
      order.push_back({nearness(item, scene_.placed(item, rows_[k])), i});
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Drawn& a, const Drawn& b) { return a.nearness < b.nearness; });
    const double part = static_cast<double>(k + 1) / static_cast<double>(rows_.size());
    std::string text =
        fmt::format("<g{}>\n", last ? "" : fmt::format(R"( opacity="{:.2f}")", 0.1 + 0.35 * part));
    for (const Drawn& drawn : order) {
      const Scene::Item& item = scene_.items[drawn.item];
      text +=
          fmt::format(R"(<g class="picture" data-path="{}"{}>)", escaped_markup(item.path),
                      item.opacity < 1 ? fmt::format(R"( opacity="{:.2f}")", item.opacity) : "");
      text += fmt::format("<title>{}</title>", escaped_markup(item.component));
      for (const Primitive& primitive : view::primitives(item, scene_.placed(item, rows_[k]))) {
        text += draw(primitive, item.colour);
      }
      text += "</g>\n";
    }
    return text + "</g>\n";
  }

  /// The ways of the masses between the positions.
  std::string traces() const {
    std::string text;
    for (const Scene::Item& item : scene_.items) {
      if (item.shape != Shape::sphere || !moves(item)) continue;
      std::vector<Vector2> list;
      for (std::size_t row = 0; row < scene_.times.size(); ++row) {
        const Vector2 p = on_page(seen(scene_.placed(item, row).position));
        if (list.empty() || (p - list.back()).norm() >= 1) list.push_back(p);
      }
      if (list.size() < 2) continue;
      text += fmt::format(
          R"(<polyline points="{}" fill="none" stroke="{}" stroke-opacity="0.35" stroke-width="1"/>)"
          "\n",
          points(list), item.colour);
    }
    return text;
  }

  /// A bar for the scale, and the time.
  std::string footer() const {
    const double rough = 0.22 * (width_ - 2 * kMargin) / scale_;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    const double length = power * (rough >= 5 * power ? 5 : rough >= 2 * power ? 2 : 1);
    const double y = height_ - 16, x = kMargin;
    std::string text = fmt::format(
        R"(<path d="M{0:.1f},{1:.1f} v6 h{2:.1f} v-6" fill="none" stroke="#444"/><text x="{3:.1f}" y="{4:.1f}">{5}</text>)",
        x, y - 5, scale_ * length, x + scale_ * length + 8, y + 3, quantity(length, "m"));
    const std::string first = format_time(scene_.times[rows_.front()]);
    const std::string when =
        rows_.size() == 1 ? fmt::format("t = {} s", first)
                          : fmt::format("t = {} … {} s, {} positions", first,
                                        format_time(scene_.times[rows_.back()]), rows_.size());
    return text +
           fmt::format(R"(<text x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)",
                       width_ - kMargin, y + 3, when) +
           "\n";
  }
  static std::string format_time(double time) { return fmt::format("{:.4g}", time); }

  const Scene& scene_;
  const MechanismOptions& options_;
  Matrix3 view_;
  std::vector<std::size_t> rows_;
  double scale_ = 1, width_ = 0, height_ = 0;
  Vector2 origin_{0, 0};
};

}  // namespace

std::string draw_mechanism(const Scene& scene, const MechanismOptions& options) {
  if (scene.empty()) {
    throw Error("", "There is nothing to be seen: no component of the model shows a picture.",
                "Mechanisms have pictures, unless world.animate is false.");
  }
  return MechanismDrawing(scene, options).run();
}

}  // namespace multibond
