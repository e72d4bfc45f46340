#include "multibond/contact/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "contact/random_shapes.h"
#include "multibond/diagnostic.h"

namespace multibond::contact {
namespace {

using testing::HasSubstr;

/// Vertices, edges and faces fit each other: Euler's formula, all vertices behind all faces,
/// corners on their faces and counter-clockwise, faces on the sides of their edges.
void expect_closed(const Shape& shape, double tolerance) {
  EXPECT_EQ(shape.vertices.size() + shape.faces.size(), shape.edges.size() + 2);
  for (const Face& face : shape.faces) {
    EXPECT_NEAR(face.normal.norm(), 1, 1e-14);
    for (const Vector3& v : shape.vertices) EXPECT_LE(face.normal.dot(v) - face.offset, tolerance);
    const std::size_t count = face.corners.size();
    for (std::size_t c = 0; c < count; ++c) {
      const Vector3& p = shape.vertices[face.corners[c]];
      const Vector3& q = shape.vertices[face.corners[(c + 1) % count]];
      const Vector3& r = shape.vertices[face.corners[(c + 2) % count]];
      EXPECT_NEAR(face.normal.dot(p), face.offset, tolerance);
      EXPECT_GT(face.normal.dot((q - p).cross(r - q)), 0);
    }
  }
  for (const Edge& edge : shape.edges) {
    const Vector3 along = shape.vertices[edge.to] - shape.vertices[edge.from];
    const auto middle = [&](int face) {
      Vector3 sum = Vector3::Zero();
      for (const int c : shape.faces[face].corners) sum += shape.vertices[c];
      return Vector3(sum / static_cast<double>(shape.faces[face].corners.size()) -
                     shape.vertices[edge.from]);
    };
    EXPECT_GT(shape.faces[edge.left].normal.cross(along).dot(middle(edge.left)), 0);
    EXPECT_LT(shape.faces[edge.right].normal.cross(along).dot(middle(edge.right)), 0);
  }
}

TEST(Shape, BoxHasItsCornersInTheOrderOfTheirSigns) {
  const Shape shape = box(2, 4, 6);
  EXPECT_EQ(shape.vertices.size(), 8u);
  EXPECT_EQ(shape.edges.size(), 12u);
  EXPECT_EQ(shape.faces.size(), 6u);
  EXPECT_EQ(shape.vertices[0], Vector3(-1, -2, -3));
  EXPECT_EQ(shape.vertices[5], Vector3(1, -2, 3));
  EXPECT_DOUBLE_EQ(shape.size, std::sqrt(14.0));
  expect_closed(shape, 0);
  expect_closed(box(1, 1e-12, 1e6), 0);
}

TEST(Shape, PolytopesOfRandomPointsAreClosed) {
  Dice dice(61);
  for (int round = 0; round < 30; ++round) {
    std::vector<Vector3> points;
    const int count = 4 + static_cast<int>(dice.number(0, 40));
    for (int i = 0; i < count; ++i) {
      points.push_back(round % 2 == 0 ? dice.unit() : dice.vector(1));
    }
    const Shape shape = polytope(points);
    expect_closed(shape, 1e-8);
    if (round % 2 == 0) {
      EXPECT_EQ(shape.vertices, points);
    }
    expect_closed(placed(shape, dice.pose(1)), 1e-8);
  }
}

// Prisms have faces with many corners and pairs of parallel ones; points in faces are left out.
TEST(Shape, PolytopeFindsFacesOfManyCorners) {
  std::vector<Vector3> points;
  for (int i = 0; i < 12; ++i) {
    const double angle = 2 * M_PI * i / 12;
    for (const double z : {0.0, 1.0}) points.emplace_back(std::cos(angle), std::sin(angle), z);
  }
  points.emplace_back(0, 0, 1);
  points.emplace_back(0, 0, 0.5);
  points.push_back((points[0] + points[2]) / 2);
  const Shape shape = polytope(points);
  EXPECT_EQ(shape.vertices.size(), 24u);
  EXPECT_EQ(shape.faces.size(), 14u);
  EXPECT_EQ(shape.edges.size(), 36u);
  expect_closed(shape, 1e-8);
}

TEST(Shape, PolytopeOfPointsOnASphereHasTrianglesOnly) {
  Dice dice(67);
  std::vector<Vector3> points;
  for (int i = 0; i < 200; ++i) points.push_back(dice.unit());
  const Shape shape = polytope(points);
  EXPECT_EQ(shape.faces.size(), 396u);
  EXPECT_EQ(shape.edges.size(), 594u);
}

TEST(Shape, PolygonGoesRoundItsCorners) {
  const Shape shape = polygon({{1, 1}, {0, 0}, {2, 0}, {2, 2}, {0, 2}});
  ASSERT_EQ(shape.vertices.size(), 4u);
  ASSERT_EQ(shape.faces.size(), 4u);
  for (const Face& face : shape.faces) {
    for (const Vector3& v : shape.vertices) EXPECT_LE(face.normal.dot(v), face.offset);
  }
  EXPECT_TRUE(shape.planar);
}

TEST(Shape, BoundsHoldTheShapeClosely) {
  Dice dice(71);
  for (const NamedShape& named : shapes_in_space()) {
    const Shape& shape = named.shape;
    if (shape.vertices.empty()) continue;
    for (int i = 0; i < 50; ++i) {
      const Pose pose = dice.pose(1);
      // Farthest points along the axes, from vertices and many points of the rims.
      Vector3 low = Vector3::Constant(1e9), high = -low;
      const auto hold = [&](const Vector3& local) {
        const Vector3 p = pose.position + pose.rotation * local;
        low = low.cwiseMin(p - Vector3::Constant(shape.radius));
        high = high.cwiseMax(p + Vector3::Constant(shape.radius));
      };
      for (const Vector3& v : shape.vertices) hold(v);
      for (const Rim& rim : shape.rims) {
        for (int k = 0; k < 3600; ++k) {
          const double angle = M_PI * k / 1800;
          hold(rim.centre + rim.radius * Vector3(0, std::cos(angle), std::sin(angle)));
        }
      }
      const Bounds box = bounds(shape, pose);
      EXPECT_LT((box.min - low).norm(), 1e-5) << named.name;
      EXPECT_LT((box.max - high).norm(), 1e-5) << named.name;
    }
  }
  const Bounds ground = bounds(half_space({0, 0, 1}, 0.5), {{0, 0, 1}, Matrix3::Identity()});
  EXPECT_EQ(ground.max(2), 1.5);
  EXPECT_EQ(ground.max(0), std::numeric_limits<double>::infinity());
}

TEST(Shape, RefusesByNameWhatNoBodyHas) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinite = std::numeric_limits<double>::infinity();
  const auto message = [](const std::function<Shape()>& make) -> std::string {
    try {
      make();
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message([] { return sphere(0); }), "");
  EXPECT_THAT(message([] { return sphere(-1); }), HasSubstr("radius of a sphere is -1 m"));
  EXPECT_THAT(message([&] { return disc(nan); }), HasSubstr("disc"));
  EXPECT_THAT(message([] { return box(1, 0, 1); }), HasSubstr("size along y"));
  EXPECT_THAT(message([&] { return box(1, 1, infinite); }), HasSubstr("size along z"));
  EXPECT_THAT(message([] { return capsule(1, 0); }), HasSubstr("radius of a capsule"));
  EXPECT_THAT(message([] { return segment(-1, 1); }), HasSubstr("length of a segment"));
  EXPECT_THAT(message([] { return cylinder(1, 0); }), HasSubstr("cylinder"));
  EXPECT_THAT(message([] { return half_space({0, 0, 0}); }), HasSubstr("normal of a half space"));
  EXPECT_THAT(message([&] { return half_plane({0, nan}); }), HasSubstr("half plane"));
  EXPECT_THAT(message([] { return polygon({{0, 0}, {1, 1}, {2, 2}}); }), HasSubstr("no area"));
  EXPECT_THAT(message([] { return polytope({}); }), HasSubstr("fewer than four"));
  EXPECT_THAT(message([] {
                return polytope({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}});
              }),
              HasSubstr("no volume"));
  EXPECT_THAT(message([] {
                return polytope({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
              }),
              HasSubstr("no volume"));
  EXPECT_THAT(message([] {
                return polytope({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}});
              }),
              HasSubstr("no volume"));
  EXPECT_THAT(message([&] {
                return polytope({{0, 0, nan}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
              }),
              HasSubstr("not finite"));
}

TEST(Shape, CapsuleOfNoLengthIsASphere) {
  EXPECT_EQ(capsule(0, 1).vertices.size(), 1u);
  EXPECT_EQ(segment(0, 1).edges.size(), 0u);
}

}  // namespace
}  // namespace multibond::contact
