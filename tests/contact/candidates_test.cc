#include "multibond/contact/candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/large_size.h"
#include "contact/minimum_norm.h"
#include "contact/random_shapes.h"
#include "multibond/diagnostic.h"

namespace multibond::contact {
namespace {

using testing::HasSubstr;

constexpr double kEverywhere = std::numeric_limits<double>::infinity();

bool are_a_pair(const Shape& a, const Shape& b) {
  try {
    check_pair(a, b);
    return true;
  } catch (const Error&) {
    return false;
  }
}

double lowest_clearance(const MovingShape& a, const MovingShape& b, double reach = kEverywhere) {
  double lowest = kEverywhere;
  for (const Contact& contact : near(a, b, reach)) {
    lowest = std::min(lowest, clearance(contact, a, b));
  }
  return lowest;
}

/// Calls f(a, b) for random poses of all pairs of finite shapes with vertices only.
template <class F>
void for_random_pairs(int poses, F f) {
  Dice dice(41);
  const std::vector<NamedShape> in_space = shapes_in_space(), in_plane = shapes_of_the_plane();
  for (const std::vector<NamedShape>& shapes : {in_space, in_plane}) {
    for (const NamedShape& shape_a : shapes) {
      for (const NamedShape& shape_b : shapes) {
        if (!are_a_pair(shape_a.shape, shape_b.shape)) continue;
        if (shape_a.shape.vertices.empty() || shape_b.shape.vertices.empty()) continue;
        SCOPED_TRACE(std::string(shape_a.name) + " against " + shape_b.name);
        const bool planar = shape_a.shape.planar;
        for (int i = 0; i < poses; ++i) {
          const MovingShape a{&shape_a.shape, dice.pose(1, planar)};
          const MovingShape b{&shape_b.shape, dice.pose(1, planar)};
          f(a, b);
        }
      }
    }
  }
}

// Rounded shapes: the lowest gap is the distance of the cores less the radii.
TEST(Near, LowestClearanceOfRoundedShapesIsTheirDistance) {
  int apart = 0;
  double worst = 0;
  for_random_pairs(150, [&](const MovingShape& a, const MovingShape& b) {
    const double radii = a.shape->radius + b.shape->radius;
    const double distance = core_distance(a, b).norm();
    if (radii == 0 || distance < 1e-6) return;
    const double error = std::abs(lowest_clearance(a, b) - (distance - radii));
    EXPECT_LT(error, 1e-12);
    worst = std::max(worst, error);
    ++apart;
  });
  std::printf("%d rounded pairs, distance to %.1e\n", apart, worst);
}

// Sharp shapes: positive if and only if they are apart, never above the distance, and zero where
// they are moved together until they touch.
TEST(Near, LowestClearanceOfSharpShapesVanishesWhereTheyTouch) {
  int apart = 0;
  double worst = 0;
  for_random_pairs(150, [&](const MovingShape& a, const MovingShape& b) {
    if (a.shape->radius + b.shape->radius > 0) return;
    const Vector3 d = core_distance(a, b);
    const double lowest = lowest_clearance(a, b);
    if (d.norm() < 1e-6) return;
    EXPECT_GT(lowest, 0);
    EXPECT_LE(lowest, d.norm() + 1e-12);
    MovingShape moved = a;
    moved.pose.position -= d;
    const double error = std::abs(lowest_clearance(moved, b));
    EXPECT_LT(error, 1e-12);
    worst = std::max(worst, error);
    ++apart;
    // Contacts there: with a normal along which they have come together, or one of several.
    const std::vector<Contact> contacts = touching(moved, b, 1e-9);
    ASSERT_FALSE(contacts.empty());
    for (const Contact& contact : contacts) {
      const Touch touch = evaluate(contact, moved, b);
      EXPECT_NEAR(touch.gap, 0, 1e-12);
      EXPECT_GT(touch.normal().dot(d), 0);
    }
  });
  std::printf("%d sharp pairs, clearance at the touch to %.1e\n", apart, worst);
}

// All planes of faces may pass through both of two bodies that are apart, beside edges that cross.
TEST(Touching, TetrahedraThatAreApartDoNotTouch) {
  Dice dice(43);
  int apart = 0;
  for (int i = 0; i < 3000; ++i) {
    std::vector<Vector3> corners[2];
    for (std::vector<Vector3>& list : corners) {
      for (int k = 0; k < 4; ++k) list.push_back(dice.vector(0.2));
    }
    const Shape shape_a = polytope(corners[0]), shape_b = polytope(corners[1]);
    const MovingShape a{&shape_a, dice.pose(0.3)}, b{&shape_b, dice.pose(0.3)};
    const double distance = core_distance(a, b).norm();
    if (distance < 1e-6) continue;
    EXPECT_TRUE(touching(a, b, 1e-9).empty()) << distance << " m apart";
    ++apart;
  }
  EXPECT_GT(apart, 1000);
}

// Overlap of sharp shapes by a vertex or two edges shows in a clearance at once.
TEST(Near, OverlapOfAMicrometreIsNegative) {
  int overlaps = 0;
  for_random_pairs(150, [&](const MovingShape& a, const MovingShape& b) {
    const double radii = a.shape->radius + b.shape->radius;
    const Vector3 d = core_distance(a, b);
    if (d.norm() < 1e-3 + radii) return;
    MovingShape moved = a;
    moved.pose.position -= d * (1 - (radii - 1e-7) / d.norm());
    const double lowest = lowest_clearance(moved, b);
    EXPECT_LT(lowest, 0);
    EXPECT_GT(lowest, -1.1e-7);
    ++overlaps;
  });
  EXPECT_GT(overlaps, 1000);
}

TEST(Near, LeavesOutOnlyContactsBeyondItsReach) {
  for_random_pairs(30, [&](const MovingShape& a, const MovingShape& b) {
    const std::vector<Contact> all = near(a, b, kEverywhere);
    for (const double reach : {0.01, 0.3, 1.0}) {
      std::vector<std::uint32_t> expected, found, missing;
      for (const Contact& contact : all) {
        if (clearance(contact, a, b) <= reach) expected.push_back(contact.feature);
      }
      for (const Contact& contact : near(a, b, reach)) found.push_back(contact.feature);
      EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
      std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                          std::back_inserter(missing));
      // Vertices against a plane beyond the ball of a shape: the planes are nearer than the shape.
      for (const std::uint32_t feature : missing) {
        EXPECT_GT(core_distance(a, b).norm() - a.shape->radius - b.shape->radius, reach) << feature;
      }
    }
    EXPECT_LE(separation(a, b),
              core_distance(a, b).norm() - a.shape->radius - b.shape->radius + 1e-12);
  });
}

// Along smooth ways past each other, through all changes of regions and features.
TEST(Near, LowestClearanceDoesNotJump) {
  Dice dice(59);
  for_random_pairs(multibond::test::kSanitized ? 1 : 3, [&](const MovingShape& a,
                                                            const MovingShape& b) {
    const SmoothMotion motion_a(dice, a.pose, a.shape->planar);
    const SmoothMotion motion_b(dice, b.pose, b.shape->planar);
    const double step = multibond::test::kSanitized ? 2e-2 : 5e-3;
    double last = kEverywhere;
    for (double t = -1; t < 1; t += step) {
      const MovingShape a_then = motion_a.at(t, *a.shape), b_then = motion_b.at(t, *b.shape);
      const double now = lowest_clearance(a_then, b_then);
      const auto reach = [](const MovingShape& body) {
        return body.twist.angular_velocity.norm() * (body.shape->centre.norm() + body.shape->size);
      };
      const double speed = (a_then.twist.velocity - b_then.twist.velocity).norm() +
                           a_then.twist.angular_velocity.norm() * 4 + reach(b_then) + reach(a_then);
      if (now > 0 && last > 0 && last < kEverywhere) {
        EXPECT_LT(std::abs(now - last), 2 * step * speed);
      }
      last = now;
    }
  });
}

TEST(Near, PlaneMeetsEveryVertexOrRim) {
  Dice dice(43);
  const Shape ground = half_space({0.3, 0.4, 0.5}, 0.2);
  for (const NamedShape& named : shapes_in_space()) {
    if (named.shape.vertices.empty()) continue;
    for (int i = 0; i < 200; ++i) {
      const MovingShape a{&named.shape, dice.pose(1)}, b{&ground, dice.pose(1)};
      const Vector3 n = b.pose.rotation * Vector3(0.3, 0.4, 0.5).normalized();
      // All points of the shape, the rims by many.
      double lowest = kEverywhere;
      const auto point = [&](const Vector3& local) {
        const Vector3 p = a.pose.position + a.pose.rotation * local;
        lowest = std::min(lowest, n.dot(p - b.pose.position) - 0.2);
      };
      for (const Vector3& v : named.shape.vertices) point(v);
      for (const Rim& rim : named.shape.rims) {
        for (int k = 0; k < 20000; ++k) {
          const double angle = 2 * M_PI * k / 20000;
          point(rim.centre + rim.radius * Vector3(0, std::cos(angle), std::sin(angle)));
        }
      }
      const double tolerance = named.shape.rims.empty() ? 1e-14 : 1e-7;  // of the many points
      EXPECT_NEAR(lowest_clearance(a, b), lowest - named.shape.radius, tolerance);
      EXPECT_NEAR(lowest_clearance(b, a), lowest - named.shape.radius, tolerance);
      const std::size_t rims = named.shape.rims.size();
      EXPECT_EQ(near(a, b, kEverywhere).size(), rims > 0 ? rims : named.shape.vertices.size());
    }
  }
}

/// A brick of 2 by 1 by 0.5 at a place, turned about z.
const Shape& brick() {
  static const Shape shape = box(2, 1, 0.5);
  return shape;
}
MovingShape brick_at(double x, double y, double z, double yaw = 0) {
  return {&brick(), {{x, y, z}, Eigen::AngleAxisd(yaw, Vector3::UnitZ()).toRotationMatrix()}};
}

/// Points of contact over the plane z = 0.25, all with upward normals, as a hull.
std::vector<Vector3> carried_at(const MovingShape& upper, const MovingShape& lower) {
  std::vector<Vector3> points;
  for (const Contact& contact : touching(upper, lower, 1e-9)) {
    const Touch touch = evaluate(contact, upper, lower);
    EXPECT_LT((touch.normal() - Vector3(0, 0, 1)).norm(), 1e-9);
    EXPECT_NEAR(touch.gap, 0, 1e-12);
    EXPECT_NEAR(touch.point(2), 0.25, 1e-12);
    EXPECT_GE(touch.margin, -1e-8);
    points.push_back(touch.point);
  }
  return points;
}

double width(const std::vector<Vector3>& points, int axis) {
  double low = kEverywhere, high = -kEverywhere;
  for (const Vector3& p : points) {
    low = std::min(low, p(axis));
    high = std::max(high, p(axis));
  }
  return high - low;
}

TEST(Touching, BricksExactlyOnEachOtherHaveFourContacts) {
  const std::vector<Vector3> points = carried_at(brick_at(0, 0, 0.5), brick_at(0, 0, 0));
  EXPECT_EQ(points.size(), 4u);
  EXPECT_NEAR(width(points, 0), 2, 1e-12);
  EXPECT_NEAR(width(points, 1), 1, 1e-12);
}

// A running bond: two corners of the upper brick over the lower one, two of the lower under it.
TEST(Touching, BricksOfAWallCarryEachOtherAtTheCornersOfTheCommonFace) {
  for (const double shift : {1.0, -1.0, 0.3}) {
    const std::vector<Vector3> points = carried_at(brick_at(shift, 0, 0.5), brick_at(0, 0, 0));
    EXPECT_EQ(points.size(), 4u);
    EXPECT_NEAR(width(points, 0), 2 - std::abs(shift), 1e-12);
    EXPECT_NEAR(width(points, 1), 1, 1e-12);
  }
}

TEST(Touching, BricksThatCrossCarryEachOtherAtFourCrossings) {
  const std::vector<Vector3> points =
      carried_at(brick_at(0.1, 0.2, 0.5, M_PI / 2), brick_at(0, 0, 0));
  EXPECT_EQ(points.size(), 4u);
  EXPECT_NEAR(width(points, 0), 1, 1e-12);
  EXPECT_NEAR(width(points, 1), 1, 1e-12);
}

// Two rectangles share a polygon: its corners by clipping one with the sides of the other.
std::vector<Vector2> clipped(std::vector<Vector2> polygon, const std::vector<Vector2>& by) {
  for (std::size_t k = 0; k < by.size(); ++k) {
    const Vector2 from = by[k], along = by[(k + 1) % by.size()] - from;
    const auto side = [&](const Vector2& p) {
      return along(0) * (p(1) - from(1)) - along(1) * (p(0) - from(0));
    };
    std::vector<Vector2> result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const Vector2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
      if (side(p) >= 0) result.push_back(p);
      if ((side(p) >= 0) != (side(q) >= 0)) {
        result.push_back(p + (q - p) * (side(p) / (side(p) - side(q))));
      }
    }
    polygon = result;
  }
  return polygon;
}

TEST(Touching, BricksAtAnyAngleCarryEachOtherAtTheCornersOfTheCommonFace) {
  Dice dice(47);
  for (int i = 0; i < 2000; ++i) {
    const MovingShape upper =
        brick_at(dice.number(-1.5, 1.5), dice.number(-1, 1), 0.5, dice.number(-3, 3));
    const MovingShape lower = brick_at(0, 0, 0);
    std::vector<Vector2> over, under;
    for (const Vector2& corner :
         {Vector2(-1, -0.5), Vector2(1, -0.5), Vector2(1, 0.5), Vector2(-1, 0.5)}) {
      const Vector3 p =
          upper.pose.position + upper.pose.rotation * Vector3(corner(0), corner(1), 0);
      over.emplace_back(p(0), p(1));
      under.push_back(corner);
    }
    const std::vector<Vector2> expected = clipped(over, under);
    const std::vector<Vector3> points = carried_at(upper, lower);
    EXPECT_EQ(points.size(), expected.size());
    for (const Vector2& corner : expected) {
      double nearest = kEverywhere;
      for (const Vector3& p : points) {
        nearest = std::min(nearest, std::hypot(p(0) - corner(0), p(1) - corner(1)));
      }
      EXPECT_LT(nearest, 1e-8);
    }
  }
}

TEST(Touching, BricksFarFromTheOriginAndTurnedInSpaceAreTheSame) {
  Dice dice(53);
  for (int i = 0; i < 200; ++i) {
    const Pose pose = dice.pose(10);
    MovingShape upper = brick_at(1, 0, 0.5), lower = brick_at(0, 0, 0);
    for (MovingShape* body : {&upper, &lower}) {
      body->pose.position = pose.position + pose.rotation * body->pose.position;
      body->pose.rotation = pose.rotation * body->pose.rotation;
    }
    EXPECT_EQ(touching(upper, lower, 1e-9).size(), 4u);
  }
}

TEST(Touching, BricksThatOverlapAreCarriedByThePlaneThatSeparatesThemBest) {
  const MovingShape upper = brick_at(0.7, 0.1, 0.49), lower = brick_at(0, 0, 0);
  const std::vector<Contact> contacts = touching(upper, lower, 1e-9);
  EXPECT_GE(contacts.size(), 2u);
  for (const Contact& contact : contacts) {
    const Touch touch = evaluate(contact, upper, lower);
    EXPECT_LT((touch.normal() - Vector3(0, 0, 1)).norm(), 1e-12);
    EXPECT_NEAR(touch.gap, -0.01, 1e-12);
  }
}

TEST(Touching, BricksSideBySideWithFlushTopsTouchWithTheirSidesOnly) {
  const MovingShape left = brick_at(-1, 0, 0), right = brick_at(1, 0, 0);
  const std::vector<Contact> contacts = touching(right, left, 1e-9);
  EXPECT_EQ(contacts.size(), 4u);
  for (const Contact& contact : contacts) {
    EXPECT_LT((evaluate(contact, right, left).normal() - Vector3(1, 0, 0)).norm(), 1e-12);
  }
}

TEST(Touching, BoxesOnCrossedEdgesHaveOneContact) {
  const Shape cube = box(1, 1, 1);
  const double half = std::sqrt(0.5);
  const MovingShape lower{
      &cube, {Vector3::Zero(), Eigen::AngleAxisd(M_PI / 4, Vector3::UnitX()).toRotationMatrix()}};
  const MovingShape upper{&cube,
                          {Vector3(0.1, 0.2, 2 * half),
                           Eigen::AngleAxisd(M_PI / 4, Vector3::UnitY()).toRotationMatrix()}};
  const std::vector<Contact> contacts = touching(upper, lower, 1e-9);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].pairing, Pairing::edge_edge);
  const Touch touch = evaluate(contacts[0], upper, lower);
  EXPECT_LT((touch.normal() - Vector3(0, 0, 1)).norm(), 1e-12);
  EXPECT_LT((touch.point - Vector3(0.1, 0, half)).norm(), 1e-12);
  EXPECT_NEAR(touch.margin, 0.3, 1e-12);
}

// Ridge on ridge, along each other: of different lengths, so that vertices or gables carry.
TEST(Touching, ParallelRidgesTouch) {
  for (const double length : {0.5, 1.0, 2.0}) {
    for (const double width : {0.5, 1.0, 2.0}) {
      const Shape roof = polytope(
          {{0, -0.5, 0}, {0, 0.5, 0}, {-1, -0.5, -1}, {1, -0.5, -1}, {-1, 0.5, -1}, {1, 0.5, -1}});
      const Shape keel = polytope({{0, -length / 2, 0},
                                   {0, length / 2, 0},
                                   {-width, -length / 2, 1},
                                   {width, -length / 2, 1},
                                   {-width, length / 2, 1},
                                   {width, length / 2, 1}});
      const MovingShape a{&keel, {}}, b{&roof, {}};
      EXPECT_LT(std::abs(lowest_clearance(a, b)), 1e-12);
      const std::vector<Contact> contacts = touching(a, b, 1e-9);
      EXPECT_GE(contacts.size(), 2u);
      MovingShape deeper = a;
      deeper.pose.position(2) = -1e-7;
      EXPECT_LT(lowest_clearance(deeper, b), -1e-9);
    }
  }
}

TEST(Touching, BoxOnAPlaneStandsOnFourCorners) {
  const Shape cube = box(1, 1, 1), ground = half_space();
  const MovingShape a{&cube, {{0, 0, 0.5}, Matrix3::Identity()}}, b{&ground, {}};
  const std::vector<Contact> contacts = touching(a, b, 1e-9);
  ASSERT_EQ(contacts.size(), 4u);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(contacts[i].feature, i);
  EXPECT_EQ(touching(b, a, 1e-9).size(), 4u);
  EXPECT_EQ(evaluate(touching(b, a, 1e-9)[0], b, a).normal(), Vector3(0, 0, -1));
}

TEST(Touching, CylinderStandsOnFourPointsOfItsRimAndLiesOnTwo) {
  const Shape can = cylinder(1, 0.3), ground = half_space();
  MovingShape a{&can, {}};
  const MovingShape b{&ground, {}};
  a.pose.position = {0, 0, 0.3};
  for (const double roll : {0.0, 1e-6, 0.3}) {
    a.pose.rotation = Eigen::AngleAxisd(roll, Vector3::UnitX()).toRotationMatrix();
    const std::vector<Contact> lying = touching(a, b, 1e-9);
    ASSERT_EQ(lying.size(), 2u);
    EXPECT_EQ(lying[0].pairing, Pairing::rim_face);
    EXPECT_EQ(lying[1].pairing, Pairing::rim_face);
  }
  a.pose.position = {0, 0, 0.5};
  a.pose.rotation = Eigen::AngleAxisd(M_PI / 2, Vector3::UnitY()).toRotationMatrix();
  EXPECT_EQ(touching(a, b, 1e-9).size(), 4u);
  EXPECT_EQ(touching(b, a, 1e-9).size(), 4u);
  // Tilted, on one point again.
  const Matrix3 tilted = Eigen::AngleAxisd(1e-3, Vector3::UnitY()).toRotationMatrix();
  a.pose.rotation = tilted * a.pose.rotation;
  a.pose.position(2) = 0.5 * std::cos(1e-3) + 0.3 * std::sin(1e-3);
  const std::vector<Contact> contacts = touching(a, b, 1e-9);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].pairing, Pairing::rim_face);
}

TEST(Touching, ParallelCapsulesTouchAtTwoEnds) {
  const Shape log = capsule(2, 0.1);
  const MovingShape b{&log, {}};
  MovingShape a{&log, {{0.5, 0, 0.2}, Matrix3::Identity()}};
  EXPECT_EQ(touching(a, b, 1e-9).size(), 2u);
  a.pose.position(0) = 0;
  EXPECT_EQ(touching(a, b, 1e-9).size(), 2u);
  a.pose.position = {2.2, 0, 0};  // head on
  EXPECT_EQ(touching(a, b, 1e-9).size(), 1u);
  a.pose.position = {0.1, 0.2, 0.2};  // crossed
  a.pose.rotation = Eigen::AngleAxisd(1, Vector3::UnitZ()).toRotationMatrix();
  EXPECT_EQ(touching(a, b, 1e-9).size(), 1u);
}

TEST(Touching, CapsuleOnABoxTouchesWithEndsOrAtEdges) {
  const Shape log = capsule(1, 0.1), long_log = capsule(4, 0.1);
  MovingShape a{&log, {{0.2, 0.1, 0.35}, Matrix3::Identity()}};
  const MovingShape b = brick_at(0, 0, 0);
  EXPECT_EQ(touching(a, b, 1e-9).size(), 2u);
  a.shape = &long_log;
  const std::vector<Contact> contacts = touching(a, b, 1e-9);
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_EQ(contacts[0].pairing, Pairing::edge_edge);
  EXPECT_LT((evaluate(contacts[0], a, b).normal() - Vector3(0, 0, 1)).norm(), 1e-12);
}

TEST(Touching, PolygonsLieOnEachOtherWithTwoContacts) {
  const Shape square = polygon({{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}});
  const Shape line = half_plane();
  const MovingShape lower{&square, {{0, 0.5, 0}, Matrix3::Identity()}}, ground{&line, {}};
  for (const double shift : {0.0, 0.3, -0.7}) {
    const MovingShape upper{&square, {{shift, 1.5, 0}, Matrix3::Identity()}};
    const std::vector<Contact> contacts = touching(upper, lower, 1e-9);
    EXPECT_EQ(contacts.size(), 2u);
    for (const Contact& contact : contacts) {
      EXPECT_LT((evaluate(contact, upper, lower).normal() - Vector3(0, 1, 0)).norm(), 1e-14);
    }
  }
  EXPECT_EQ(touching(lower, ground, 1e-9).size(), 2u);
}

TEST(Touching, FeaturesKeepTheirNumbersWhenShapesMove) {
  const std::vector<Contact> before = touching(brick_at(1, 0, 0.5), brick_at(0, 0, 0), 1e-9);
  const std::vector<Contact> after = touching(brick_at(1.2, 0, 0.5), brick_at(0, 0, 0), 1e-9);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(before[i].feature, after[i].feature);
}

TEST(CheckPair, RefusesByNameWhatCannotTouch) {
  const auto message = [](const Shape& a, const Shape& b) -> std::string {
    try {
      check_pair(a, b);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(message(sphere(1), disc(1)), HasSubstr("shape of the plane"));
  EXPECT_THAT(message(half_space(), half_space()), HasSubstr("infinite"));
  EXPECT_THAT(message(cylinder(1, 1), sphere(1)), HasSubstr("cylinder"));
  EXPECT_THAT(message(sphere(0), sphere(0)), HasSubstr("radius"));
  EXPECT_EQ(message(sphere(0), box(1, 1, 1)), "");
  EXPECT_EQ(message(sphere(0), sphere(1)), "");
}

TEST(Near, PointsTouchWhateverHasFaces) {
  const Shape tip = sphere(0), wall = half_space({1, 0, 0}), cube = box(1, 1, 1);
  MovingShape a{&tip, {}}, b{&wall, {}};
  a.pose.position = {0.2, 1, 2};
  EXPECT_NEAR(lowest_clearance(a, b), 0.2, 1e-15);
  b.shape = &cube;
  a.pose.position = {0.5 - 1e-6, 0.1, 0};
  EXPECT_NEAR(lowest_clearance(a, b), -1e-6, 1e-15);
  EXPECT_EQ(evaluate(touching(a, b, 1e-9).at(0), a, b).normal(), Vector3(1, 0, 0));
}

TEST(Near, PosesThatAreNotNumbersHaveNoContacts) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<NamedShape> in_space = shapes_in_space(), in_plane = shapes_of_the_plane();
  for (const std::vector<NamedShape>& shapes : {in_space, in_plane}) {
    for (const NamedShape& shape_a : shapes) {
      for (const NamedShape& shape_b : shapes) {
        if (!are_a_pair(shape_a.shape, shape_b.shape)) continue;
        MovingShape a{&shape_a.shape, {}}, b{&shape_b.shape, {}};
        a.pose.position(0) = nan;
        EXPECT_TRUE(near(a, b, 1).empty()) << shape_a.name << ' ' << shape_b.name;
        EXPECT_TRUE(touching(a, b, 1).empty());
        a.pose = {};
        b.pose.rotation.setConstant(nan);
        EXPECT_TRUE(near(a, b, 1).empty()) << shape_a.name << ' ' << shape_b.name;
        EXPECT_TRUE(touching(a, b, 1).empty());
        // What was a contact before ends as well, with whatever it says.
        const MovingShape sound{b.shape, {}};
        for (const Contact& contact : near(a, sound, kEverywhere)) {
          evaluate(contact, a, b);
          clearance(contact, a, b);
        }
      }
    }
  }
}

}  // namespace
}  // namespace multibond::contact
