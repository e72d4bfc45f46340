#include "random_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "multibond/library/impacts.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"

namespace multibond::test {
namespace {

/// Width of the box, and of the cells of the grid in which the bodies begin, in m. No shape is
/// wider than a cell.
constexpr double kHalfWidth = 1.5, kCell = 0.6, kLargest = 0.25;

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  std::size_t below(std::size_t n) { return engine_() % n; }
  bool chance(double p) { return between(0, 1) < p; }
  template <typename T>
  T one_of(std::initializer_list<T> values) {
    return *(values.begin() + below(values.size()));
  }
  Vector2 vector2(double size) { return {between(-size, size), between(-size, size)}; }
  Vector3 vector3(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

 private:
  std::mt19937_64 engine_;
};

template <typename Collider>
void give_material(Collider& collider, Dice& dice) {
  collider.e = dice.one_of({0.0, 0.3, 0.5, 0.8, 1.0});
  collider.mu = dice.one_of({0.0, 0.2, 0.5, 1.0});
}

void choose_rules(Impacts& impacts, Dice& dice) {
  impacts.law = dice.one_of<const char*>({"newton", "poisson", "energetic"});
  impacts.order = dice.one_of<const char*>({"sequential", "simultaneous"});
}

std::size_t body_count(Dice& dice) {
  const double u = dice.between(0, 1);
  return 2 + static_cast<std::size_t>(19 * u * u);
}

// -- in the plane ---------------------------------------------------------------------------------

class PlanarScene final : public Model {
 public:
  planar::World world{this, "world"};
  Impacts impacts{this, "impacts"};

  PlanarScene(Dice& dice, std::vector<SceneShape>& shapes) {
    choose_rules(impacts, dice);
    const std::size_t n = body_count(dice);
    for (std::size_t k = 0; k < n; ++k) add_body(k, dice, shapes);
    add_wall("floor", {0, 1}, {0, 0}, dice, shapes);
    add_wall("left", {1, 0}, {-kHalfWidth, 0}, dice, shapes);
    add_wall("right", {-1, 0}, {kHalfWidth, 0}, dice, shapes);
  }

 private:
  void add_wall(const std::string& name, const Vector2& n, const Vector2& at, Dice& dice,
                std::vector<SceneShape>& shapes) {
    auto& place = create<planar::FixedTranslation>(name + "_at");
    place.r = at;
    auto& wall = create<planar::FloorCollider>(name);
    wall.n = n;
    give_material(wall, dice);
    connect(world.frame_b, place.frame_a);
    connect(place.frame_b, wall.frame_a);
    shapes.push_back({"", contact::half_plane(n, n.dot(at))});
  }

  void add_body(std::size_t k, Dice& dice, std::vector<SceneShape>& shapes) {
    const std::string name = fmt::format("body{}", k);
    auto& body = create<planar::Body>(name);
    body.m = dice.between(0.2, 3);
    body.J = body.m.value() * std::pow(dice.between(0.05, 0.2), 2);
    const Vector2 at((static_cast<double>(k % 4) - 1.5) * kCell,
                     kCell * (0.6 + static_cast<double>(k / 4)));
    add_shape(name, body, dice, shapes);
    const double kind = dice.between(0, 1);
    if (kind < 0.6) {
      body.x.start(at[0]).fixed();
      body.y.start(at[1]).fixed();
      body.phi.start(0).fixed();
      body.vx.start(dice.between(-2, 2)).fixed();
      body.vy.start(dice.between(-2, 2)).fixed();
      body.w.start(dice.between(-5, 5)).fixed();
    } else {
      hang(name, k, at, body, kind < 0.85, dice);
    }
    before_ = &body;
    at_before_ = at;
  }

  /// In a joint with the body before, or with the world.
  void hang(const std::string& name, std::size_t k, const Vector2& at, planar::Body& body,
            bool turns, Dice& dice) {
    const bool chained = k % 4 != 0 && dice.chance(0.5);
    auto& from = create<planar::FixedTranslation>(name + "_from");
    auto& to = create<planar::FixedTranslation>(name + "_to");
    const Vector2 joint = at + dice.vector2(0.3);
    from.r = Vector2(chained ? joint - at_before_ : joint);
    to.r = Vector2(at - joint);
    connect(chained ? before_->frame_a : world.frame_b, from.frame_a);
    connect(to.frame_b, body.frame_a);
    if (turns) {
      auto& revolute = create<planar::Revolute>(name + "_joint");
      revolute.phi.start(0).fixed();
      revolute.w.start(dice.between(-3, 3)).fixed();
      if (dice.chance(0.3)) revolute.mobility.d = 0.1;
      connect(from.frame_b, revolute.frame_a);
      connect(revolute.frame_b, to.frame_a);
    } else {
      auto& prismatic = create<planar::Prismatic>(name + "_joint");
      prismatic.n = dice.vector2(1);
      prismatic.s.start(0).fixed();
      prismatic.v.start(dice.between(-1, 1)).fixed();
      if (dice.chance(0.5)) prismatic.mobility.c = dice.between(10, 100);
      connect(from.frame_b, prismatic.frame_a);
      connect(prismatic.frame_b, to.frame_a);
    }
  }

  void add_shape(const std::string& name, planar::Body& body, Dice& dice,
                 std::vector<SceneShape>& shapes) {
    const auto attach = [&](planar::Collider& collider, contact::Shape shape) {
      give_material(collider, dice);
      connect(body.frame_a, collider.frame_a);
      shapes.push_back({name, std::move(shape)});
    };
    switch (dice.below(3)) {
      case 0: {
        auto& disc = create<planar::DiscCollider>(name + "_shape");
        disc.radius = dice.between(0.05, kLargest);
        attach(disc, contact::disc(disc.radius.value()));
        break;
      }
      case 1: {
        auto& rod = create<planar::RodCollider>(name + "_shape");
        rod.length = dice.between(0.1, 0.3);
        rod.radius = dice.between(0.02, 0.1);
        attach(rod, contact::segment(rod.length.value(), rod.radius.value()));
        break;
      }
      default: {
        auto& polygon = create<planar::PolygonCollider>(name + "_shape");
        const auto count = static_cast<Eigen::Index>(3 + dice.below(4));
        MatrixX corners(2, count);
        std::vector<Vector2> points;
        for (Eigen::Index i = 0; i < count; ++i) {
          const double angle = 2 * M_PI * (static_cast<double>(i) + dice.between(0, 0.6)) /
                               static_cast<double>(count);
          points.emplace_back(dice.between(0.6, 1) * kLargest *
                              Vector2(std::cos(angle), std::sin(angle)));
          corners.col(i) = points.back();
        }
        polygon.corners = corners;
        attach(polygon, contact::polygon(points));
      }
    }
  }

  planar::Body* before_ = nullptr;
  Vector2 at_before_{0, 0};
};

// -- in space -------------------------------------------------------------------------------------

class SpatialScene final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  Impacts impacts{this, "impacts"};

  SpatialScene(Dice& dice, std::vector<SceneShape>& shapes) {
    choose_rules(impacts, dice);
    const std::size_t n = body_count(dice);
    for (std::size_t k = 0; k < n; ++k) add_body(k, dice, shapes);
    add_wall("floor", {0, 1, 0}, dice, shapes);
    for (const double side : {-1.0, 1.0}) {
      add_wall(side < 0 ? "left" : "right", {-side, 0, 0}, dice, shapes);
      add_wall(side < 0 ? "back" : "front", {0, 0, -side}, dice, shapes);
    }
  }

 private:
  void add_wall(const std::string& name, const Vector3& n, Dice& dice,
                std::vector<SceneShape>& shapes) {
    const Vector3 at = n[1] != 0 ? Vector3(0, 0, 0) : Vector3(-kHalfWidth * n);
    auto& place = create<mechanics3d::FixedTranslation>(name + "_at");
    place.r = at;
    auto& wall = create<mechanics3d::FloorCollider>(name);
    wall.n = n;
    give_material(wall, dice);
    connect(world.frame_b, place.frame_a);
    connect(place.frame_b, wall.frame_a);
    shapes.push_back({"", contact::half_space(n, n.dot(at))});
  }

  void add_body(std::size_t k, Dice& dice, std::vector<SceneShape>& shapes) {
    const std::string name = fmt::format("body{}", k);
    auto& body = create<mechanics3d::Body>(name);
    body.m = dice.between(0.2, 3);
    const double radius = dice.between(0.08, 0.2), unit = body.m.value() * radius * radius;
    body.I_11 = unit * dice.between(0.8, 1.2);
    body.I_22 = unit * dice.between(0.8, 1.2);
    body.I_33 = unit * dice.between(0.8, 1.2);
    const Vector3 at((static_cast<double>(k % 3) - 1) * kCell,
                     kCell * (0.6 + static_cast<double>(k / 9)),
                     (static_cast<double>(k / 3 % 3) - 1) * kCell);
    add_shape(name, body, dice, shapes);
    const double kind = dice.between(0, 1);
    if (kind < 0.6) {
      body.x.start(at).fixed();
      body.v.start(dice.vector3(2)).fixed();
      body.w.start(dice.vector3(4)).fixed();
      body.orientation.fixed = true;
    } else {
      hang(name, k, at, body, kind, dice);
    }
    before_ = &body;
    at_before_ = at;
  }

  void hang(const std::string& name, std::size_t k, const Vector3& at, mechanics3d::Body& body,
            double kind, Dice& dice) {
    const bool chained = k % 3 != 0 && dice.chance(0.5);
    auto& from = create<mechanics3d::FixedTranslation>(name + "_from");
    auto& to = create<mechanics3d::FixedTranslation>(name + "_to");
    const Vector3 joint = at + dice.vector3(0.3);
    from.r = Vector3(chained ? joint - at_before_ : joint);
    to.r = Vector3(at - joint);
    connect(chained ? before_->frame_a : world.frame_b, from.frame_a);
    connect(to.frame_b, body.frame_a);
    if (kind < 0.75) {
      auto& revolute = create<mechanics3d::Revolute>(name + "_joint");
      revolute.n = dice.vector3(1);
      revolute.phi.start(0).fixed();
      revolute.w.start(dice.between(-3, 3)).fixed();
      if (dice.chance(0.3)) revolute.mobility.d = 0.1;
      connect(from.frame_b, revolute.frame_a);
      connect(revolute.frame_b, to.frame_a);
    } else if (kind < 0.9) {
      auto& spherical = create<mechanics3d::Spherical>(name + "_joint");
      spherical.w.start(dice.vector3(2)).fixed();
      spherical.orientation.fixed = true;
      connect(from.frame_b, spherical.frame_a);
      connect(spherical.frame_b, to.frame_a);
    } else {
      auto& prismatic = create<mechanics3d::Prismatic>(name + "_joint");
      prismatic.n = dice.vector3(1);
      prismatic.s.start(0).fixed();
      prismatic.v.start(dice.between(-1, 1)).fixed();
      if (dice.chance(0.5)) prismatic.mobility.c = dice.between(10, 100);
      connect(from.frame_b, prismatic.frame_a);
      connect(prismatic.frame_b, to.frame_a);
    }
  }

  void add_shape(const std::string& name, mechanics3d::Body& body, Dice& dice,
                 std::vector<SceneShape>& shapes) {
    const auto attach = [&](mechanics3d::Collider& collider, contact::Shape shape) {
      give_material(collider, dice);
      connect(body.frame_a, collider.frame_a);
      shapes.push_back({name, std::move(shape)});
    };
    switch (dice.below(4)) {
      case 0: {
        auto& sphere = create<mechanics3d::SphereCollider>(name + "_shape");
        sphere.radius = dice.between(0.05, kLargest);
        if (dice.chance(0.3)) sphere.spin_radius = 0.1 * sphere.radius.value();
        attach(sphere, contact::sphere(sphere.radius.value()));
        break;
      }
      case 1: {
        auto& box = create<mechanics3d::BoxCollider>(name + "_shape");
        const Vector3 size = Vector3(0.2, 0.2, 0.2) + dice.vector3(0.08);
        box.size = size;
        attach(box, contact::box(size[0], size[1], size[2]));
        break;
      }
      case 2: {
        auto& capsule = create<mechanics3d::CapsuleCollider>(name + "_shape");
        capsule.length = dice.between(0.1, 0.3);
        capsule.radius = dice.between(0.03, 0.1);
        attach(capsule, contact::capsule(capsule.length.value(), capsule.radius.value()));
        break;
      }
      default: {
        auto& convex = create<mechanics3d::ConvexCollider>(name + "_shape");
        // Corners of a tetrahedron or an octahedron, moved.
        const Vector3 tetrahedron[] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
        const Vector3 octahedron[] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                      {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
        std::vector<Vector3> points;
        if (dice.chance(0.5)) {
          for (const Vector3& p : tetrahedron) points.push_back(0.12 * p + dice.vector3(0.02));
        } else {
          for (const Vector3& p : octahedron) points.push_back(0.2 * p + dice.vector3(0.03));
        }
        MatrixX corners(3, static_cast<Eigen::Index>(points.size()));
        for (std::size_t i = 0; i < points.size(); ++i) {
          corners.col(static_cast<Eigen::Index>(i)) = points[i];
        }
        convex.corners = corners;
        attach(convex, contact::polytope(points));
      }
    }
  }

  mechanics3d::Body* before_ = nullptr;
  Vector3 at_before_{0, 0, 0};
};

// -- overlaps -------------------------------------------------------------------------------------

/// A shape in the world.
struct Placed {
  const contact::Shape* shape;
  std::vector<Vector3> vertices, normals, edges;
  Vector3 centre;
  double offset = 0;  ///< of a half space

  /// The farthest point of the shape along a unit vector.
  double reach(const Vector3& axis) const {
    double most = -std::numeric_limits<double>::infinity();
    for (const Vector3& vertex : vertices) most = std::max(most, axis.dot(vertex));
    return most + shape->radius;
  }
};

Placed placed(const contact::Shape& shape, const Vector3& x, const Matrix3& R) {
  Placed result{&shape, {}, {}, {}, x + R * shape.centre, 0};
  for (const Vector3& vertex : shape.vertices) result.vertices.push_back(x + R * vertex);
  for (const contact::Face& face : shape.faces) {
    result.normals.push_back(R * face.normal);
    result.offset = face.offset + result.normals.back().dot(x);
  }
  for (const contact::Edge& edge : shape.edges) {
    result.edges.push_back(R * (shape.vertices[static_cast<std::size_t>(edge.to)] -
                                shape.vertices[static_cast<std::size_t>(edge.from)]));
  }
  return result;
}

/// The overlap of two shapes along the axis where it is least.
double overlap(const Placed& a, const Placed& b) {
  if (a.vertices.empty()) return a.offset + b.reach(-a.normals.front());
  if (b.vertices.empty()) return overlap(b, a);
  if ((a.centre - b.centre).norm() > a.shape->size + b.shape->size) return 0;
  double least = std::numeric_limits<double>::infinity();
  const auto try_axis = [&](const Vector3& axis) {
    const double length = axis.norm();
    if (length < 1e-9) return;
    const Vector3 n = axis / length;
    least = std::min({least, a.reach(n) + b.reach(-n), a.reach(-n) + b.reach(n)});
  };
  for (const Placed* one : {&a, &b}) {
    const Placed& other = one == &a ? b : a;
    for (const Vector3& normal : one->normals) try_axis(normal);
    if (one->shape->radius == 0) continue;
    // What is round may be nearest with a point of its core to a vertex, or to an edge.
    for (const Vector3& p : one->vertices) {
      for (const Vector3& q : other.vertices) try_axis(p - q);
      for (const contact::Edge& edge : other.shape->edges) {
        const Vector3& from = other.vertices[static_cast<std::size_t>(edge.from)];
        const Vector3 along = other.vertices[static_cast<std::size_t>(edge.to)] - from;
        const double s = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
        try_axis(p - from - s * along);
      }
    }
    for (const Vector3& p : other.vertices) {
      for (const contact::Edge& edge : one->shape->edges) {
        const Vector3& from = one->vertices[static_cast<std::size_t>(edge.from)];
        const Vector3 along = one->vertices[static_cast<std::size_t>(edge.to)] - from;
        const double s = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
        try_axis(p - from - s * along);
      }
    }
  }
  for (const Vector3& e : a.edges) {
    for (const Vector3& f : b.edges) try_axis(e.cross(f));
  }
  return least;
}

}  // namespace

Scene random_scene(unsigned seed) {
  Dice dice(seed);
  Scene scene;
  scene.planar = dice.chance(0.5);
  if (scene.planar) {
    scene.model = std::make_unique<PlanarScene>(dice, scene.shapes);
  } else {
    scene.model = std::make_unique<SpatialScene>(dice, scene.shapes);
  }
  return scene;
}

double deepest_overlap(const Scene& scene, const Result& result, std::size_t row,
                       std::string& which) {
  std::vector<Placed> shapes;
  for (const SceneShape& shape : scene.shapes) {
    Vector3 x(0, 0, 0);
    Matrix3 R = Matrix3::Identity();
    const auto value = [&](const std::string& name) {
      return result.value(result.signal(shape.body + name), row);
    };
    if (!shape.body.empty() && scene.planar) {
      x = {value(".x"), value(".y"), 0};
      const double phi = value(".phi");
      R << std::cos(phi), -std::sin(phi), 0, std::sin(phi), std::cos(phi), 0, 0, 0, 1;
    } else if (!shape.body.empty()) {
      for (int i = 0; i < 3; ++i) {
        x[i] = value(fmt::format(".frame_a.x[{}]", i + 1));
        for (int j = 0; j < 3; ++j) R(j, i) = value(fmt::format(".frame_a.R[{},{}]", i + 1, j + 1));
      }
    }
    shapes.push_back(placed(shape.shape, x, R));
  }
  double deepest = -std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < shapes.size(); ++a) {
    for (std::size_t b = a + 1; b < shapes.size(); ++b) {
      if (shapes[a].vertices.empty() && shapes[b].vertices.empty()) continue;
      const double depth = overlap(shapes[a], shapes[b]);
      if (depth <= deepest) continue;
      deepest = depth;
      which = scene.shapes[a].body + " and " +
              (scene.shapes[b].body.empty() ? "a wall" : scene.shapes[b].body);
    }
  }
  return deepest;
}

}  // namespace multibond::test
