#include "mechanism_shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace multibond::view {
namespace {

using Kind = Primitive::Kind;
constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kRound = 32;  ///< points of a circle

/// Builds primitives in the axes of the shape.
class Builder {
 public:
  Builder(const Scene::Item& item, const Scene::Placed& placed)
      : item_(item), placed_(placed), l_(placed.size(0)), w_(placed.size(1)), h_(placed.size(2)) {}

  std::vector<Primitive> run() {
    switch (item_.shape) {
      case Shape::box:
        box();
        break;
      case Shape::cylinder:
        add(Kind::hull, joined(circle(0, w_, h_), circle(l_, w_, h_)));
        break;
      case Shape::cone:
        add(Kind::hull, joined(circle(0, w_, h_), {{l_, 0, 0}}));
        break;
      case Shape::sphere:
        sphere();
        break;
      case Shape::beam:
        add(Kind::line, {{0, 0, 0}, {l_, 0, 0}}, w_);
        break;
      case Shape::coil:
        coil();
        break;
      case Shape::arrow:
        arrow({1, 0, 0}, l_, w_);
        break;
      case Shape::wheel:
        wheel();
        break;
      case Shape::gear:
        gear();
        break;
      case Shape::outline:
        outline();
        break;
      case Shape::axes:
        for (int i = 0; i < 3; ++i) arrow(Vector3::Unit(i), l_, w_);
        break;
      case Shape::lines:
        if (item_.points) add(Kind::line, *item_.points, w_);
        break;
      case Shape::mesh:
        if (item_.points) add(Kind::hull, *item_.points);
        break;
    }
    return std::move(result_);
  }

 private:
  using Points = std::vector<Vector3>;

  Vector3 in_world(const Vector3& r) const { return placed_.position + placed_.rotation * r; }

  void add(Kind kind, Points points, double width = 0) {
    for (Vector3& point : points) point = in_world(point);
    result_.push_back({kind, std::move(points), width});
  }

  static Points joined(Points a, const Points& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  /// About the axis x.
  static Points circle(double x, double width, double height) {
    Points points;
    for (int k = 0; k < kRound; ++k) {
      const double angle = kTurn * k / kRound;
      points.emplace_back(x, width / 2 * std::cos(angle), height / 2 * std::sin(angle));
    }
    return points;
  }

  void box() {
    Points points;
    for (const double x : {0.0, l_}) {
      for (const double y : {-w_ / 2, w_ / 2}) {
        for (const double z : {-h_ / 2, h_ / 2}) points.emplace_back(x, y, z);
      }
    }
    add(Kind::hull, std::move(points));
  }

  void sphere() {
    if (l_ == w_ && w_ == h_) {
      add(Kind::disc, {{0, 0, 0}}, l_);
      return;
    }
    Points points;
    for (int k = 0; k <= kRound / 2; ++k) {
      const double angle = kTurn * k / kRound, across = std::sin(angle);
      points =
          joined(std::move(points), circle(-l_ / 2 * std::cos(angle), w_ * across, h_ * across));
    }
    add(Kind::hull, std::move(points));
  }

  void coil() {
    const int windings = item_.count > 0 ? item_.count : 8;
    const double end = 0.08 * l_;
    Points points{{0, 0, 0}};
    for (int k = 0; k <= 12 * windings; ++k) {
      const double angle = kTurn * k / 12;
      points.emplace_back(end + (l_ - 2 * end) * k / (12.0 * windings), w_ / 2 * std::sin(angle),
                          h_ / 2 * std::cos(angle));
    }
    points.emplace_back(l_, 0, 0);
    add(Kind::line, std::move(points), 0.2 * w_);
  }

  void arrow(const Vector3& along, double length, double width) {
    const double head = std::min(length, 5 * width);
    Vector3 side(along(1), along(2), along(0));
    const Vector3 third = along.cross(side);
    Points tip{along * length};
    for (int k = 0; k < kRound; ++k) {
      const double angle = kTurn * k / kRound;
      tip.emplace_back(along * (length - head) +
                       1.6 * width * (std::cos(angle) * side + std::sin(angle) * third));
    }
    add(Kind::stroke, {{0, 0, 0}, along * (length - head)}, width);
    add(Kind::hull, std::move(tip));
  }

  void wheel() {
    const double rim = 0.1 * w_, middle = w_ - rim;
    const double x = l_ / 2;
    for (int k = 0; k < item_.count; ++k) {
      const double angle = kTurn * k / item_.count;
      add(Kind::stroke,
          {{x, 0, 0}, {x, middle / 2 * std::cos(angle), middle / 2 * std::sin(angle)}}, 0.05 * w_);
    }
    add(Kind::closed, circle(x, middle, middle), rim);
    if (item_.count > 0) add(Kind::disc, {{x, 0, 0}}, 0.16 * w_);
  }

  void gear() {
    const int teeth = item_.count > 0 ? item_.count : 24;
    const double radius = w_ / 2, module = w_ / teeth;
    Points points;
    const auto corner = [&](double r, double fraction) {
      points.emplace_back(l_, r * std::cos(kTurn * fraction), r * std::sin(kTurn * fraction));
    };
    for (int k = 0; k < teeth; ++k) {
      const double at = static_cast<double>(k) / teeth, pitch = 1.0 / teeth;
      corner(radius - 1.1 * module, at - 0.30 * pitch);
      corner(radius + 0.9 * module, at - 0.14 * pitch);
      corner(radius + 0.9 * module, at + 0.14 * pitch);
      corner(radius - 1.1 * module, at + 0.30 * pitch);
    }
    add(Kind::area, std::move(points));
    add(Kind::stroke, {{l_, 0, 0}, {l_, 0.6 * radius, 0}}, 0.06 * w_);  // shows how it turns
  }

  void outline() {
    Points points;
    for (const Vector2& corner : item_.corners) points.emplace_back(corner(0), corner(1), 0);
    if (points.size() < 3) {
      add(Kind::line, std::move(points), w_);
    } else {
      add(w_ > 0 ? Kind::plate : Kind::area, std::move(points), w_);
    }
  }

  const Scene::Item& item_;
  const Scene::Placed& placed_;
  double l_, w_, h_;
  std::vector<Primitive> result_;
};

}  // namespace

std::vector<Primitive> primitives(const Scene::Item& item, const Scene::Placed& placed) {
  return Builder(item, placed).run();
}

}  // namespace multibond::view
