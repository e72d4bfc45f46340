#include "multibond/contact/gap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "contact/random_shapes.h"
#include "multibond/contact/candidates.h"
#include "multibond/diagnostic.h"

namespace multibond::contact {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool may_touch(const Shape& a, const Shape& b) {
  try {
    check_pair(a, b);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// Calls f for every contact of random poses of every pair of shapes, in both orders, with the
/// region fixed and the axes chosen at time 0.
template <class F>
void for_contacts_of_moving_pairs(int poses, F f) {
  Dice dice(1);
  for (const std::vector<NamedShape>& shapes : {shapes_in_space(), shapes_of_the_plane()}) {
    for (const NamedShape& shape_a : shapes) {
      for (const NamedShape& shape_b : shapes) {
        if (!may_touch(shape_a.shape, shape_b.shape)) continue;
        const bool planar = shape_a.shape.planar;
        SCOPED_TRACE(std::string(shape_a.name) + " against " + shape_b.name);
        int contacts = 0;
        for (int i = 0; i < poses; ++i) {
          const SmoothMotion motion_a(dice, dice.pose(1, planar), planar);
          const SmoothMotion motion_b(dice, dice.pose(1, planar), planar);
          const MovingShape a = motion_a.at(0, shape_a.shape), b = motion_b.at(0, shape_b.shape);
          for (Contact contact : near(a, b, 3)) {
            // One edge of many is enough.
            if (contact.pairing == Pairing::edge_edge && contact.feature % 17 != 0) continue;
            contact = with_axes(with_region(contact, a, b), a, b);
            const Touch touch = evaluate(contact, a, b);
            // Curvatures near places without a normal are beyond any difference quotient.
            const double rounding = shape_a.shape.radius + shape_b.shape.radius;
            if (std::abs(touch.gap + rounding) < 0.15 && rounding > 0) continue;
            if (contact.pairing == Pairing::edge_edge) {
              const auto from_edge = [](const MovingShape& body, int edge) -> Vector3 {
                const Vector3& begin = body.shape->vertices[body.shape->edges[edge].from];
                return body.pose.rotation * (body.shape->centre - begin);
              };
              const auto along = [](const MovingShape& body, int edge) -> Vector3 {
                const Edge& e = body.shape->edges[edge];
                return body.pose.rotation *
                       (body.shape->vertices[e.to] - body.shape->vertices[e.from]).normalized();
              };
              const Vector3 across = along(a, contact.first).cross(along(b, contact.second));
              if (touch.margin < -1 || across.norm() < 0.3) continue;
              // Nor do edges have a gap that do not face each other.
              const double sides = touch.normal().dot(from_edge(a, contact.first)) -
                                   touch.normal().dot(from_edge(b, contact.second));
              if (rounding == 0 && sides < 0.2) continue;
            }
            if (contact.pairing == Pairing::rim_face && touch.margin < 0.1) continue;
            f(contact, motion_a, shape_a.shape, motion_b, shape_b.shape);
            ++contacts;
          }
        }
        EXPECT_GT(contacts, poses / 4);
      }
    }
  }
}

TEST(Gap, NormalVelocityIsTheRateOfTheGap) {
  for_contacts_of_moving_pairs(
      40, [](const Contact& contact, const SmoothMotion& motion_a, const Shape& shape_a,
             const SmoothMotion& motion_b, const Shape& shape_b) {
        const auto gap = [&](double t) {
          const Touch touch = evaluate(contact, motion_a.at(t, shape_a), motion_b.at(t, shape_b));
          return Eigen::Matrix<double, 1, 1>(touch.gap);
        };
        const Touch touch = evaluate(contact, motion_a.at(0, shape_a), motion_b.at(0, shape_b));
        EXPECT_NEAR(touch.velocity(0), derivative(gap)(0), 1e-8);
      });
}

TEST(Gap, NormalIsTheGradientOfTheGap) {
  for_contacts_of_moving_pairs(
      20, [](const Contact& contact, const SmoothMotion& motion_a, const Shape& shape_a,
             const SmoothMotion& motion_b, const Shape& shape_b) {
        const MovingShape a = motion_a.at(0, shape_a), b = motion_b.at(0, shape_b);
        const Touch touch = evaluate(contact, a, b);
        for (int i = 0; i < (shape_a.planar ? 2 : 3); ++i) {
          const auto gap = [&](double step) {
            MovingShape moved = a;
            moved.pose.position(i) += step;
            return Eigen::Matrix<double, 1, 1>(evaluate(contact, moved, b).gap);
          };
          EXPECT_NEAR(touch.normal()(i), derivative(gap)(0), 1e-8);
        }
      });
}

TEST(Gap, AxesAreOrthonormal) {
  for_contacts_of_moving_pairs(
      20, [](const Contact& contact, const SmoothMotion& motion_a, const Shape& shape_a,
             const SmoothMotion& motion_b, const Shape& shape_b) {
        const Touch touch = evaluate(contact, motion_a.at(0.1, shape_a), motion_b.at(0.1, shape_b));
        EXPECT_LT((touch.axes.transpose() * touch.axes - Matrix3::Identity()).norm(), 1e-12);
        EXPECT_GT(touch.axes.determinant(), 0);
        if (shape_a.planar) {
          EXPECT_EQ(touch.axes.col(2), Vector3(0, 0, 1));
        }
      });
}

// u' = E' (a + z x r) + offset, with u' by differences along the motion.
TEST(Gap, AccelerationOffsetIsWhatMovingFeaturesAdd) {
  double worst = 0;
  int count = 0;
  for_contacts_of_moving_pairs(
      60, [&](const Contact& contact, const SmoothMotion& motion_a, const Shape& shape_a,
              const SmoothMotion& motion_b, const Shape& shape_b) {
        const auto velocity = [&](double t) -> Vector3 {
          return evaluate(contact, motion_a.at(t, shape_a), motion_b.at(t, shape_b)).velocity;
        };
        const MovingShape a = motion_a.at(0, shape_a), b = motion_b.at(0, shape_b);
        const Touch touch = evaluate(contact, a, b);
        const Vector3 r_a = touch.point - a.pose.position, r_b = touch.point - b.pose.position;
        const Vector3 acceleration =
            motion_a.acceleration() + motion_a.angular_acceleration().cross(r_a) -
            motion_b.acceleration() - motion_b.angular_acceleration().cross(r_b);
        const Vector3 expected = derivative(velocity);
        const Vector3 found = touch.axes.transpose() * acceleration + touch.acceleration_offset;
        const double error = (expected - found).norm() / std::max(1.0, expected.norm());
        EXPECT_LT(error, 1e-8);
        worst = std::max(worst, error);
        ++count;
      });
  std::printf("%d contacts, u' by differences to %.1e\n", count, worst);
}

TEST(Gap, TwoSpheresHaveTheCurvatureOfTheirDistance) {
  const Shape ball = sphere(0.5);
  MovingShape a{&ball, {}}, b{&ball, {}};
  a.pose.position = {1, 0, 0};
  a.twist.velocity = {0.3, 2, 0};
  const Contact contact = near(a, b, kInfinity).at(0);
  const Touch touch = evaluate(contact, a, b);
  EXPECT_DOUBLE_EQ(touch.gap, 0);
  EXPECT_DOUBLE_EQ(touch.velocity(0), 0.3);
  EXPECT_DOUBLE_EQ(touch.acceleration_offset(0), 4.0);  // (|v|^2 - v_n^2)/distance
}

// A ball of radius r that rolls on a plane at the speed v keeps u_t = 0 at constant velocities.
TEST(Gap, BallThatRollsSteadilyNeedsNoAcceleration) {
  const Shape ball = sphere(0.5), ground = half_space();
  MovingShape a{&ball, {}}, b{&ground, {}};
  a.pose.position = {1, 2, 0.5};
  a.twist = {{1, 0, 0}, {0, 2, 0}};
  const Touch touch = evaluate(near(a, b, 1).at(0), a, b);
  EXPECT_LT(touch.velocity.norm(), 1e-15);
  EXPECT_LT(touch.acceleration_offset.norm(), 1e-15);
}

// On top of a fixed ball, the centre of a rolling one runs on a circle of radius 2 r, so it needs
// the acceleration v^2/(2 r) towards the fixed one.
TEST(Gap, BallThatRollsOnABallNeedsTheAccelerationOfItsCircle) {
  const double r = 0.5, v = 1.5;
  const Shape ball = sphere(r);
  MovingShape a{&ball, {}}, b{&ball, {}};
  a.pose.position = {0, 0, 2 * r};
  a.twist = {{v, 0, 0}, {0, v / r, 0}};
  const Contact contact = with_axes(near(a, b, 1).at(0), a, b);
  const Touch touch = evaluate(contact, a, b);
  EXPECT_LT(touch.velocity.norm(), 1e-15);
  // u' = E' a + offset = 0 for a = -v^2/(2 r) n: no angular acceleration, no change of speed.
  EXPECT_NEAR(touch.acceleration_offset(0), v * v / (2 * r), 1e-14);
  EXPECT_NEAR(touch.acceleration_offset(1), 0, 1e-14);
  EXPECT_NEAR(touch.acceleration_offset(2), 0, 1e-14);
}

// The same with gravity: with forces that keep u' = 0, the ball rolls down from the top as the
// closed form says, 7/5 (2 r) psi'' = g sin(psi), and loses no energy.
TEST(Gap, BallRollsDownABallByTheForcesThatKeepItsContact) {
  const double r = 0.5, mass = 2, inertia = 0.4 * mass * r * r, gravity = 9.81;
  const Shape ball = sphere(r);
  struct State {
    Vector3 x, v, w;
  };
  const MovingShape fixed{&ball, {}};
  const auto at = [&](const State& state) {
    return MovingShape{&ball, {state.x, Matrix3::Identity()}, {state.v, state.w}};
  };
  const double psi0 = 0.3;
  State state{2 * r * Vector3(std::sin(psi0), 0, std::cos(psi0)), Vector3::Zero(), Vector3::Zero()};
  const Contact contact = with_axes(near(at(state), fixed, 1).at(0), at(state), fixed);
  const auto rate = [&](const State& y) -> State {
    const Touch touch = evaluate(contact, at(y), fixed);
    const Vector3 arm = touch.point - y.x, weight(0, 0, -gravity);
    // u' = E' (a + z x arm) + offset = 0 with a = F/m + weight, z = arm x F / I.
    Matrix3 response = Matrix3::Identity() / mass +
                       (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose()) / inertia;
    const Vector3 free = touch.axes.transpose() * weight + touch.acceleration_offset;
    const Vector3 force = -(response.inverse() * (touch.axes * free));
    return {y.v, force / mass + weight, arm.cross(force) / inertia};
  };
  const auto moved = [](const State& y, double h, const State& k) -> State {
    return {y.x + h * k.x, y.v + h * k.v, y.w + h * k.w};
  };
  double psi = psi0, psi_rate = 0;
  const double h = 1e-3, factor = gravity / (1.4 * 2 * r);
  for (int i = 0; i < 700; ++i) {
    const State k1 = rate(state), k2 = rate(moved(state, h / 2, k1)),
                k3 = rate(moved(state, h / 2, k2)), k4 = rate(moved(state, h, k3));
    state = moved(moved(moved(moved(state, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    const double p1 = psi_rate, q1 = factor * std::sin(psi);
    const double p2 = psi_rate + h / 2 * q1, q2 = factor * std::sin(psi + h / 2 * p1);
    const double p3 = psi_rate + h / 2 * q2, q3 = factor * std::sin(psi + h / 2 * p2);
    const double p4 = psi_rate + h * q3, q4 = factor * std::sin(psi + h * p3);
    psi += h / 6 * (p1 + 2 * p2 + 2 * p3 + p4);
    psi_rate += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4);
  }
  EXPECT_GT(psi, 0.7);
  EXPECT_LT((state.x - 2 * r * Vector3(std::sin(psi), 0, std::cos(psi))).norm(), 1e-10);
  const double energy = mass / 2 * state.v.squaredNorm() + inertia / 2 * state.w.squaredNorm() +
                        mass * gravity * (state.x(2) - 2 * r * std::cos(psi0));
  EXPECT_NEAR(energy, 0, 1e-9);
  EXPECT_LT(evaluate(contact, at(state), fixed).velocity.norm(), 1e-10);
}

TEST(Gap, TangentsDoNotJumpWhileTheNormalTurnsByNearlyHalfATurn) {
  const Shape ball = sphere(0.5);
  MovingShape a{&ball, {}}, b{&ball, {}};
  a.pose.position = {0, 0, 1.2};
  const Contact contact = with_axes(near(a, b, 1).at(0), a, b);
  Matrix3 last = evaluate(contact, a, b).axes;
  for (double angle = 0; angle < 3; angle += 0.01) {
    a.pose.position = 1.2 * Vector3(std::sin(angle), 0.3 * std::sin(angle), std::cos(angle));
    const Matrix3 axes = evaluate(contact, a, b).axes;
    EXPECT_LT((axes - last).norm(), 0.1);
    last = axes;
  }
}

// Twice round a ball, and the ball turns as well.
TEST(Gap, TangentsNeverJumpIfTheirReferenceIsRenewed) {
  const Shape ball = sphere(0.5);
  MovingShape a{&ball, {}}, b{&ball, {}};
  a.pose.position = {0, 0, 1.2};
  Contact contact = with_axes(near(a, b, 1).at(0), a, b);
  Matrix3 last = evaluate(contact, a, b).axes;
  for (double angle = 0; angle < 13; angle += 0.01) {
    a.pose.position = 1.2 * Vector3(std::sin(angle), 0.3 * std::sin(angle), std::cos(angle));
    b.pose.rotation = Eigen::AngleAxisd(3 * angle, Vector3::UnitX()).toRotationMatrix();
    const Matrix3 axes = evaluate(contact, a, b).axes;
    EXPECT_LT((axes - last).norm(), 0.03);
    contact = with_axes(contact, a, b);
    EXPECT_LT((evaluate(contact, a, b).axes - axes).norm(), 1e-12);
    last = axes;
  }
}

// Along a way over faces, edges and corners of a box: no jump of the gap, none of the normal.
TEST(Gap, OfASphereRoundABoxIsContinuousWithItsNormal) {
  const Shape ball = sphere(0.3), brick = box(0.6, 0.8, 1.0);
  Dice dice(3);
  for (int way = 0; way < 50; ++way) {
    const Vector3 from = 1.5 * dice.unit(), to = 1.5 * dice.unit();
    MovingShape a{&ball, {}}, b{&brick, dice.pose(0.1)};
    const Contact contact = near(a, b, kInfinity).at(0);
    Touch last;
    const int steps = 2000;
    for (int i = 0; i <= steps; ++i) {
      const double angle = M_PI * i / steps;
      a.pose.position = from * std::cos(angle) + to * std::sin(angle);
      const Touch touch = evaluate(contact, a, b);
      if (i > 0 && touch.gap > 0 && last.gap > 0) {
        const double step = 1.5 * 2 * M_PI / steps;
        EXPECT_LT(std::abs(touch.gap - last.gap), step);
        EXPECT_LT((touch.normal() - last.normal()).norm(), step / 0.3 + 1e-12);
      }
      last = touch;
    }
  }
}

TEST(Gap, OfASphereInABoxIsMinusItsDepthBelowTheNearestFace) {
  const Shape ball = sphere(0.3), brick = box(1, 1, 1);
  MovingShape a{&ball, {}}, b{&brick, {}};
  const Contact contact = near(a, b, kInfinity).at(0);
  a.pose.position = {0.8 - 1e-6, 0.1, 0.2};  // overlaps by a micrometre
  EXPECT_NEAR(evaluate(contact, a, b).gap, -1e-6, 1e-15);
  a.pose.position = {0.4, 0.1, 0.2};  // its centre is inside
  EXPECT_NEAR(evaluate(contact, a, b).gap, -0.4, 1e-15);
  EXPECT_EQ(evaluate(contact, a, b).normal(), Vector3(1, 0, 0));
  a.pose.position = {0.5, 0.5, 0.5};  // its centre is a corner
  EXPECT_NEAR(evaluate(contact, a, b).gap, -0.3, 1e-15);
  EXPECT_NEAR(evaluate(contact, a, b).normal().norm(), 1, 1e-15);
}

TEST(Gap, MarginEndsWhereARollingSphereComesToAnEdge) {
  const Shape ball = sphere(0.3), brick = box(1, 1, 1);
  MovingShape a{&ball, {}}, b{&brick, {}};
  a.pose.position = {0.4, 0.1, 0.8};
  const Contact contact = with_region(near(a, b, 1).at(0), a, b);
  EXPECT_NEAR(evaluate(contact, a, b).margin, 0.1, 1e-15);
  a.pose.position = {0.6, 0.1, 0.8};
  EXPECT_NEAR(evaluate(contact, a, b).margin, -0.1, 1e-15);
  EXPECT_NEAR(evaluate(contact, a, b).gap, 0, 1e-15);  // still that of the face
  const Contact next = with_region(contact, a, b);
  EXPECT_NEAR(evaluate(next, a, b).gap, std::hypot(0.1, 0.3) - 0.3, 1e-15);
  EXPECT_NEAR(evaluate(next, a, b).margin, 0.1, 1e-15);
}

TEST(Gap, HasSomeUnitNormalWhereNoneIsDefined) {
  const std::vector<NamedShape> in_space = shapes_in_space(), in_plane = shapes_of_the_plane();
  for (const std::vector<NamedShape>& shapes : {in_space, in_plane}) {
    for (const NamedShape& shape_a : shapes) {
      for (const NamedShape& shape_b : shapes) {
        if (!may_touch(shape_a.shape, shape_b.shape)) continue;
        const MovingShape a{&shape_a.shape, {}}, b{&shape_b.shape, {}};
        for (const Contact& contact : near(a, b, kInfinity)) {
          const Touch touch = evaluate(contact, a, b);
          EXPECT_NEAR(touch.normal().norm(), 1, 1e-12) << shape_a.name << ' ' << shape_b.name;
          EXPECT_TRUE(std::isfinite(touch.gap));
          EXPECT_TRUE(touch.velocity.allFinite());
          EXPECT_TRUE(touch.acceleration_offset.allFinite());
          if (shape_a.shape.planar) {
            EXPECT_EQ(touch.normal()(2), 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace multibond::contact
