// World and parts in space against closed forms and equations of motion from d'Alembert's
// principle.
#include "base/large_size.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::Coordinates;
using test::Jet;
using test::Mechanism;
using test::Placed;
using test::reference;
using test::State;

// -- world ----------------------------------------------------------------------------------------

TEST(SpaceWorld, UniformGravityMayPointAnywhere) {
  struct Fall : Scene {
    PointMass point{this, "point"};
    Body body{this, "body"};
    Fall() {
      world.n = Vector3(2 * kSkew);
      world.g = 3.0;
      body.v.start(Vector3(1, 2, 3));
    }
  };
  const Result result = audited(Fall{}, 2);
  expect_near(vector_of(result, "point.x"), 6 * kSkew, 1e-8);
  expect_near(vector_of(result, "body.x"), 6 * kSkew + Vector3(2, 4, 6), 1e-8);
}

TEST(SpaceWorld, AroundAPointBodiesFollowKepler) {
  // Half a revolution of the ellipse with a = 1, in a plane across kSkew: T/2 = pi / sqrt(mue).
  struct Orbit : Scene {
    PointMass body{this, "body"};
    Orbit() {
      world.gravityType = "point";
      world.mue = 4.0;
      const Vector3 along = across(kSkew);
      body.x.start(Vector3(1.5 * along)).fixed();
      body.v.start(Vector3(std::sqrt(4.0 * (2 / 1.5 - 1)) * kSkew.cross(along))).fixed();
    }
  };
  const Result result = audited(Orbit{}, std::numbers::pi / 2);
  expect_near(vector_of(result, "body.x"), -0.5 * across(kSkew), 1e-8);
}

TEST(SpaceWorld, AnyFieldMayBeGivenOrNone) {
  struct Well : Scene {
    PointMass body{this, "body"};
    Well() {
      world.gravity(
          [](const ExprVector3& r) { return ExprVector3(-4.0 * r(0), -9.0 * r(1), -1.0 * r(2)); });
      body.x.start(Vector3(1, 1, 1)).fixed();
    }
  };
  expect_near(vector_of(audited(Well{}, 1), "body.x"),
              Vector3(std::cos(2), std::cos(3), std::cos(1)), 1e-8);
  struct Empty : Weightless {
    PointMass body{this, "body"};
    Empty() { body.v.start(Vector3(1, 2, 3)); }
  };
  expect_near(vector_of(audited(Empty{}, 1), "body.x"), Vector3(1, 2, 3), 1e-12);
}

// -- rigid parts ----------------------------------------------------------------------------------

TEST(SpaceParts, RigidPartsLeadFromFrameToFrameInBothDirections) {
  struct Chain : Scene {
    Revolute hinge{this, "hinge"};
    FixedRotation corner{this, "corner"};
    FixedTranslation rod{this, "rod"};
    Weld weld{this, "weld"};
    Body body{this, "body"};
    explicit Chain(bool reversed) {
      ground.r = Vector3(0.3, -0.2, 0.5);
      hinge.n = kAskew;
      corner.n = Vector3(3 * kSkew);
      corner.angle = 0.8;
      rod.r = Vector3(0.5, 0.3, -0.4);
      body.m = 1.5;
      body.r_CM = Vector3(0.1, 0.2, 0.3);
      set_inertia(body, full_inertia());
      hinge.phi.start(0.5).fixed();
      hinge.w.start(1.0).fixed();
      connect(ground.frame_b, hinge.frame_a);
      const auto append = [&](Frame& last, auto& part) -> Frame& {
        connect(last, reversed ? part.frame_b : part.frame_a);
        return reversed ? part.frame_a : part.frame_b;
      };
      connect(append(append(append(hinge.frame_b, corner), rod), weld), body.frame_a);
    }
  };
  for (const bool reversed : {false, true}) {
    SCOPED_TRACE(reversed);
    const double way = reversed ? -1 : 1;
    Mechanism mechanism;
    mechanism.bodies.push_back(
        {1.5, Vector3(0.1, 0.2, 0.3), full_inertia(), [&](const Coordinates& q) {
           return Placed{}
               .moved(Vector3(0.3, -0.2, 0.5))
               .turned(kAskew, q[0])
               .turned(kSkew, Jet(0.8 * way))
               .moved(Vector3(way * Vector3(0.5, 0.3, -0.4)));
         }});
    const State end = mechanism.at(Eigen::Vector2d(0.5, 1), 1);
    const test::BodyMotion body = test::motion_of(mechanism.bodies[0], end);
    const Result result = audited(Chain(reversed), 1);
    EXPECT_NEAR(result.final("hinge.phi"), end(0), 1e-8);
    expect_near(vector_of(result, "body.x"), body.x, 1e-8);
    expect_near(axes_of(result, "body.frame_a"), body.A, 1e-8);
    expect_near(vector_of(result, "ground.frame_b.x"), Vector3(0.3, -0.2, 0.5), 0);
  }
}

/// A hinge, a corner in either direction, and a body behind it.
struct Cornered : Scene {
  Revolute hinge{this, "hinge"};
  FixedRotation corner{this, "corner"};
  Body body{this, "body"};
  Cornered(bool reversed, const std::string& kind, const Vector3& r) {
    hinge.n = kAskew;
    hinge.phi.start(0.5).fixed();
    hinge.w.start(1.0).fixed();
    corner.rotationType = kind;
    corner.r = r;
    corner.n_x = Vector3(2 * kSkew);
    corner.n_y = kAskew;
    corner.sequence = Vector3(2, 3, 2);
    corner.angles = Vector3(0.3, -0.8, 1.9);
    body.m = 1.5;
    body.r_CM = Vector3(0.1, 0.2, 0.3);
    set_inertia(body, full_inertia());
    connect(ground.frame_b, hinge.frame_a);
    connect(hinge.frame_b, reversed ? corner.frame_b : corner.frame_a);
    connect(reversed ? corner.frame_a : corner.frame_b, body.frame_a);
  }
};

TEST(SpaceParts, CornersAreGivenByTwoDirectionsOrASequenceOfAngles) {
  const Vector3 z = kSkew.cross(kAskew).normalized();
  Matrix3 axes;
  axes << kSkew, z.cross(kSkew), z;
  const Matrix3 turns = turned_about(Vector3::UnitY(), 0.3) * turned_about(Vector3::UnitZ(), -0.8) *
                        turned_about(Vector3::UnitY(), 1.9);
  for (const bool reversed : {false, true}) {
    for (const bool by_directions : {false, true}) {
      for (const Vector3& r : {Vector3(0, 0, 0), Vector3(0.5, 0.3, -0.4)}) {
        SCOPED_TRACE(fmt::format("{} {} {}", reversed, by_directions, r.norm()));
        const Matrix3& A = by_directions ? axes : turns;
        Placed corner;
        corner.x = test::constant(r);
        corner.A = A.cast<Jet>();
        Mechanism mechanism;
        mechanism.bodies.push_back(
            {1.5, Vector3(0.1, 0.2, 0.3), full_inertia(), [&](const Coordinates& q) {
               return Placed{}.turned(kAskew, q[0]).then(reversed ? corner.inverse() : corner);
             }});
        const State end = mechanism.at(Eigen::Vector2d(0.5, 1), 1);
        const test::BodyMotion body = test::motion_of(mechanism.bodies[0], end);
        const Result result =
            audited(Cornered(reversed, by_directions ? "vectors" : "sequence", r), 1);
        EXPECT_NEAR(result.final("hinge.phi"), end(0), 1e-8);
        expect_near(vector_of(result, "body.x"), body.x, 1e-8);
        expect_near(axes_of(result, "body.frame_a"), body.A, 1e-8);
      }
    }
  }
}

// -- bodies ---------------------------------------------------------------------------------------

/// Six coordinates of a free body: its place and three turns.
Placed free_place(const Coordinates& q) {
  return Placed{}
      .moved(test::JetVector{q[0], q[1], q[2]})
      .turned(Vector3::UnitX(), q[3])
      .turned(Vector3::UnitY(), q[4])
      .turned(Vector3::UnitZ(), q[5]);
}

/// Start of those for a body that turns with w, in its own axes.
State free_start(const Vector3& x, const Vector3& phi, const Vector3& v, const Vector3& w) {
  State y(12);
  y << x, phi, v, Vector3::Zero();
  const test::BodyMotion at = test::motion_of({1, Vector3::Zero(), Matrix3::Zero(), free_place}, y);
  y.tail(3) = at.Jw.rightCols(3).partialPivLu().solve(at.A * w);
  return y;
}

struct Tossed : Scene {
  Body body{this, "body"};
  explicit Tossed(const std::string& states) {
    body.m = 1.5;
    body.r_CM = Vector3(0.3, -0.2, 0.4);
    set_inertia(body, full_inertia());
    body.orientation.states = states;
    body.orientation.phi_start = Vector3(0.3, 0.5, -0.4);
    body.orientation.fixed = true;
    body.x.start(Vector3(1, 2, 3)).fixed();
    body.v.start(Vector3(2, 1, -1)).fixed();
    body.w.start(Vector3(1.0, -2.0, 1.5)).fixed();
  }
};

TEST(SpaceParts, AnEccentricBodyWithFullInertiaTumblesWhateverItsStates) {
  Mechanism mechanism;
  mechanism.bodies.push_back({1.5, Vector3(0.3, -0.2, 0.4), full_inertia(), free_place});
  const State start = free_start({1, 2, 3}, {0.3, 0.5, -0.4}, {2, 1, -1}, {1.0, -2.0, 1.5});
  const State end = mechanism.at(start, 0.5);
  const test::BodyMotion body = test::motion_of(mechanism.bodies[0], end);
  for (const std::string states : {"auto", "quaternion", "cardan"}) {
    SCOPED_TRACE(states);
    const Result result = audited(Tossed(states), 0.5);
    expect_near(vector_of(result, "body.x"), body.x, 1e-8);
    expect_near(axes_of(result, "body.frame_a"), body.A, 1e-8);
    expect_near(vector_of(result, "body.w"), body.A.transpose() * body.w, 1e-8);
    expect_near(vector_of(result, "body.v"), body.v, 1e-8);
    expect_near(vector_of(result, "body.orientation.phi"), end.segment(3, 3), 1e-8);
  }
  // Its centre of mass flies on a parabola.
  const test::BodyMotion first = test::motion_of(mechanism.bodies[0], start);
  expect_near(body.r, first.r + 0.5 * first.r_v - Vector3(0, g / 8, 0), 1e-12);
}

TEST(SpaceParts, JoinedBodiesAreOneBody) {
  // Two bodies on a rod and a corner, thrown; as one body of the sum of their masses.
  struct Joined : Scene {
    Body a{this, "a"}, b{this, "b"};
    FixedTranslation rod{this, "rod"};
    FixedRotation corner{this, "corner"};
    Joined() {
      a.m = 1.0;
      set_inertia(a, full_inertia());
      b.m = 2.0;
      b.r_CM = Vector3(0.1, 0.0, 0.2);
      set_inertia(b, 2 * full_inertia());
      rod.r = Vector3(0.5, 0.3, -0.4);
      corner.n = kAskew;
      corner.angle = 0.9;
      a.x.start(Vector3(1, 2, 3)).fixed();
      a.v.start(Vector3(2, 1, -1)).fixed();
      a.w.start(Vector3(1.0, -2.0, 1.5)).fixed();
      a.orientation.phi_start = Vector3(0.3, 0.5, -0.4);
      a.orientation.fixed = true;
      b.root_priority = 5;
      connect(a.frame_a, rod.frame_a);
      connect(rod.frame_b, corner.frame_a);
      connect(corner.frame_b, b.frame_a);
    }
  };
  Mechanism mechanism;
  mechanism.bodies.push_back({1, Vector3::Zero(), full_inertia(), free_place});
  mechanism.bodies.push_back(
      {2, Vector3(0.1, 0, 0.2), 2 * full_inertia(), [](const Coordinates& q) {
         return free_place(q).moved(Vector3(0.5, 0.3, -0.4)).turned(kAskew, Jet(0.9));
       }});
  const State end =
      mechanism.at(free_start({1, 2, 3}, {0.3, 0.5, -0.4}, {2, 1, -1}, {1.0, -2.0, 1.5}), 0.5);
  const Result result = audited(Joined{}, 0.5);
  const test::BodyMotion a = test::motion_of(mechanism.bodies[0], end),
                         b = test::motion_of(mechanism.bodies[1], end);
  expect_near(vector_of(result, "a.x"), a.x, 1e-8);
  expect_near(vector_of(result, "b.x"), b.x, 1e-8);
  expect_near(axes_of(result, "b.frame_a"), b.A, 1e-8);
}

TEST(SpaceParts, APointMassOnABallJointIsAPendulum) {
  // On a rod on a universal joint; and a point at its end has no say in how it turns.
  struct Pendulum : Scene {
    Universal joint{this, "joint"};
    FixedTranslation rod{this, "rod"};
    PointMass bob{this, "bob"};
    Pendulum() {
      joint.n_b = Vector3(0, 0, 1);
      rod.r = Vector3(0, -1.2, 0);
      bob.m = 0.7;
      joint.first.phi.start(0.4).fixed();
      joint.first.w.start(1.0).fixed();
      joint.second.phi.start(0.3).fixed();
      joint.second.w.start(-0.5).fixed();
      connect(ground.frame_b, joint.frame_a);
      connect(joint.frame_b, rod.frame_a);
      connect(rod.frame_b, bob.frame_a);
    }
  };
  Mechanism mechanism;
  mechanism.bodies.push_back({0.7, Vector3::Zero(), Matrix3::Zero(), [](const Coordinates& q) {
                                return Placed{}
                                    .turned(Vector3::UnitX(), q[0])
                                    .turned(Vector3::UnitZ(), q[1])
                                    .moved(Vector3(0, -1.2, 0));
                              }});
  const State end = mechanism.at(Eigen::Vector4d(0.4, 0.3, 1, -0.5), 1);
  const Result result = audited(Pendulum{}, 1);
  EXPECT_NEAR(result.final("joint.first.phi"), end(0), 1e-8);
  EXPECT_NEAR(result.final("joint.second.phi"), end(1), 1e-8);
}

// -- rods -----------------------------------------------------------------------------------------

/// A mass on a rod at the ground, in either direction.
struct Hung : Scene {
  Rod rod{this, "rod"};
  PointMass bob{this, "bob"};
  Hung(double mass, bool reversed) {
    ground.r = Vector3(0.5, 1, -0.3);
    rod.length = 1.3;
    rod.m = mass;
    bob.m = 0.7;
    // 1.3 = |(0.3, -1.2, 0.4)|
    bob.x.start(Vector3(0.8, -0.2, 0.1)).fixed();
    bob.v.start(Vector3(1.2, 0.3, 0.0)).fixed();
    connect(ground.frame_b, reversed ? rod.frame_b : rod.frame_a);
    connect(reversed ? rod.frame_a : rod.frame_b, bob.frame_a);
  }
};

TEST(SpaceParts, ARodKeepsItsEndsApart) {
  for (const double mass : {0.0, 0.9}) {
    // Two points on one line from the ground: the bob, and the middle of the rod.
    const auto direction = [](const Coordinates& q) {
      return Placed{}
          .moved(Vector3(0.5, 1, -0.3))
          .turned(Vector3::UnitX(), q[0])
          .turned(Vector3::UnitZ(), q[1]);
    };
    Mechanism mechanism;
    mechanism.bodies.push_back({0.7, Vector3(0, -1.3, 0), Matrix3::Zero(),
                                [=](const Coordinates& q) { return direction(q); }});
    mechanism.bodies.push_back({mass, Vector3(0, -0.65, 0), Matrix3::Zero(), direction});
    // -y turned by q1 about z, then by q0 about x: (sin q1, -cos q1 cos q0, -cos q1 sin q0).
    State start(4);
    start << std::atan2(-0.4, 1.2), std::asin(0.3 / 1.3), 0, 0;
    const test::BodyMotion at = test::motion_of(mechanism.bodies[0], start);
    expect_near(at.r, Vector3(0.8, -0.2, 0.1), 1e-12);
    start.tail(2) = at.Jv.colPivHouseholderQr().solve(Vector3(1.2, 0.3, 0));
    const State end = mechanism.at(start, 1), change = mechanism.rates(end);
    const test::BodyMotion bob = test::motion_of(mechanism.bodies[0], end);
    for (const bool reversed : {false, true}) {
      SCOPED_TRACE(fmt::format("mass {}, {}", mass, reversed));
      const Result result = audited(Hung(mass, reversed), 1);
      expect_near(vector_of(result, "bob.x"), bob.r, 1e-8);
      if (mass > 0) continue;
      // The force along the rod is what accelerates the bob against gravity.
      const Vector3 force = 0.7 * (bob.a + bob.Jv * change.tail(2) + Vector3(0, g, 0));
      EXPECT_NEAR(result.final("rod.f"), force.norm(), 1e-7);
      EXPECT_GT(result.final("rod.f"), 0);
    }
  }
}

TEST(SpaceParts, ARodWithMassTurnsAboutItsMiddle) {
  struct Dumbbell : Weightless {
    Rod rod{this, "rod"};
    PointMass a{this, "a"}, b{this, "b"};
    Dumbbell() {
      rod.length = 2.0;
      rod.m = 3.0;
      a.m = 0.5;
      b.m = 0.5;
      const Vector3 u = across(kSkew), v = kSkew.cross(u);
      a.x.start(Vector3(-u)).fixed();
      b.x.start(u).fixed();
      a.v.start(Vector3(kAskew - 1.5 * v)).fixed();
      b.v.start(Vector3(kAskew + 1.5 * v));
      connect(a.frame_a, rod.frame_a);
      connect(rod.frame_b, b.frame_a);
    }
  };
  const Result result = audited(Dumbbell{}, 1);
  const Vector3 u = across(kSkew), v = kSkew.cross(u);
  expect_near(vector_of(result, "b.x"), kAskew + std::cos(1.5) * u + std::sin(1.5) * v, 1e-8);
  EXPECT_NEAR(result.final("rod.f"), 0.5 * 1.5 * 1.5, 1e-8);
}

TEST(SpaceParts, BodiesOnARodConserveMomentum) {
  struct Pair : Weightless {
    Body a{this, "a"}, b{this, "b"};
    FixedTranslation arm{this, "arm"};
    Rod rod{this, "rod"};
    Pair() {
      a.m = 2.0;
      set_inertia(a, full_inertia());
      set_inertia(b, 2 * full_inertia());
      arm.r = Vector3(0.2, 0.3, -0.1);
      b.x.start(Vector3(1, 1, 0.5));
      b.r_CM = Vector3(-0.2, 0.1, 0.3);
      a.w.start(Vector3(1, 2, -1));
      a.v.start(Vector3(0.5, -0.3, 0.2)).fixed();
      rod.length = 1.5;
      connect(a.frame_a, arm.frame_a);
      connect(arm.frame_b, rod.frame_a);
      connect(rod.frame_b, b.frame_a);
    }
  };
  Pair model;
  const Result result = simulate(model, {.stop = 3, .tolerance = 1e-10, .intervals = 30});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  const auto momenta = [&](double t) {
    const auto at = [&](const std::string& path) {
      Vector3 value;
      for (int i = 0; i < 3; ++i) value(i) = result.at(fmt::format("{}[{}]", path, i + 1), t);
      return value;
    };
    const auto axes = [&](const std::string& frame) {
      Matrix3 A;
      for (int i = 0; i < 9; ++i)
        A(i / 3, i % 3) = result.at(fmt::format("{}.R[{},{}]", frame, i % 3 + 1, i / 3 + 1), t);
      return A;
    };
    const Matrix3 A = axes("a.frame_a"), B = axes("b.frame_a");
    const Vector3 wa = at("a.w"), wb = at("b.w"), centre(-0.2, 0.1, 0.3);
    const Vector3 xb = at("b.x") + B * centre, vb = at("b.v") + B * wb.cross(centre);
    EXPECT_NEAR((at("a.x") + A * Vector3(0.2, 0.3, -0.1) - at("b.x")).norm(), 1.5, 1e-9);
    Eigen::Matrix<double, 6, 1> result;
    result << 2 * at("a.v") + vb, A * full_inertia() * wa + B * 2 * full_inertia() * wb +
                                      2 * at("a.x").cross(at("a.v")) + xb.cross(vb);
    return result;
  };
  expect_near(momenta(3), momenta(0), 1e-8);
}

// -- gravitation ----------------------------------------------------------------------------------

/// A number in [0, 1) that depends on two others in no simple way.
double scattered(std::size_t i, int k) {
  const double x = std::sin(12.9898 * static_cast<double>(i) + 78.233 * k) * 43758.5453;
  return x - std::floor(x);
}

struct Cluster : Weightless {
  GravityPool pool{this, "pool"};
  ComponentArray<Body> body{this, "body"};
  static double mass(std::size_t i) { return 1 + scattered(i, 7); }
  /// Near the points of a lattice: no two come close.
  static Vector3 place(std::size_t i) {
    const Vector3 point(static_cast<double>(i % 5), static_cast<double>(i / 5 % 5),
                        static_cast<double>(i / 25));
    return 2 * point + 0.8 * Vector3(scattered(i, 1), scattered(i, 2), scattered(i, 3));
  }
  static Vector3 speed(std::size_t i) {
    return Vector3(scattered(i, 4), scattered(i, 5), scattered(i, 6)) - Vector3::Constant(0.5);
  }
  /// Of positions and velocities, by Newton's law.
  static State rates(const State& y) {
    const Eigen::Index n = y.size() / 6;
    State rates = State::Zero(6 * n);
    rates.head(3 * n) = y.tail(3 * n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) {
        if (i == j) continue;
        const Vector3 gap = y.segment<3>(3 * j) - y.segment<3>(3 * i);
        const double distance = gap.norm();
        rates.segment<3>(3 * (n + i)) +=
            0.2 * mass(static_cast<std::size_t>(j)) / (distance * distance * distance) * gap;
      }
    }
    return rates;
  }
  explicit Cluster(std::size_t count) {
    pool.G = 0.2;
    body.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      body[i].m = mass(i);
      body[i].attracts = true;
      body[i].x.start(place(i)).fixed();
      body[i].v.start(speed(i)).fixed();
    }
  }
};

TEST(SpaceGravitation, ManyBodiesPullEachOtherAsNewtonSaid) {
  for (const std::size_t count : {2u, 10u, 100u}) {
    SCOPED_TRACE(count);
    const auto n = static_cast<Eigen::Index>(count);
    State start(6 * n);
    for (std::size_t i = 0; i < count; ++i) {
      start.segment<3>(3 * static_cast<Eigen::Index>(i)) = Cluster::place(i);
      start.segment<3>(3 * (n + static_cast<Eigen::Index>(i))) = Cluster::speed(i);
    }
    const State end = reference([](const State& y) { return Cluster::rates(y); }, start, 0.5);
    const Result result = audited(Cluster(count), 0.5);
    for (std::size_t i = 0; i < count; ++i) {
      expect_near(vector_of(result, fmt::format("body[{}].x", i + 1)),
                  end.segment<3>(3 * static_cast<Eigen::Index>(i)), 1e-8);
    }
  }
}

TEST(SpaceGravitation, AThousandBodiesKeepTheirMomentum) {
  const std::size_t count = test::large_size(1000);
  const auto n = static_cast<Eigen::Index>(count);
  constexpr double kStop = 0.02;
  State start(6 * n);
  for (std::size_t i = 0; i < count; ++i) {
    start.segment<3>(3 * static_cast<Eigen::Index>(i)) = Cluster::place(i);
    start.segment<3>(3 * (n + static_cast<Eigen::Index>(i))) = Cluster::speed(i);
  }
  const State end =
      test::integrated([&](const State& y) { return Cluster::rates(y); }, start, kStop, 2);
  const Result result = audited(Cluster(count), kStop);
  Vector3 momentum = Vector3::Zero();
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const Vector3 v = vector_of(result, fmt::format("body[{}].v", i + 1));
    expect_near(v, end.segment<3>(3 * (n + at)), 1e-9);
    momentum += Cluster::mass(i) * (v - Cluster::speed(i));
  }
  expect_near(momentum, Vector3::Zero(), 1e-9);
}

TEST(SpaceGravitation, TheLawHasDerivatives) {
  constexpr std::size_t kBodies = 5, kPositions = 3 * kBodies;
  const auto law = std::make_shared<const Gravitation>("pool", kBodies);
  std::vector<double> x{0.2};
  for (std::size_t i = 0; i < kBodies; ++i) x.push_back(Cluster::mass(i));
  for (std::size_t i = 0; i < kBodies; ++i) {
    for (const double coordinate : Cluster::place(i)) x.push_back(coordinate);
  }
  std::vector<double> whole(law->results());
  law->evaluate(x, whole);
  EXPECT_NEAR(law->potential()->evaluate(x), whole[0], 1e-14);
  for (std::size_t column = 0; column < x.size(); ++column) {
    std::vector<double> direction(x.size(), 0.0), rates(law->results());
    direction[column] = 1;
    law->tangent(x, direction, rates);
    // All results are smooth: a difference of fourth order is right to ten digits.
    const auto shifted = [&](double by) {
      std::vector<double> moved = x, values(law->results());
      moved[column] += by;
      law->evaluate(moved, values);
      return values;
    };
    constexpr double h = 1e-3;
    const auto a = shifted(-2 * h), b = shifted(-h), c = shifted(h), d = shifted(2 * h);
    for (std::size_t k = 0; k < rates.size(); ++k) {
      EXPECT_NEAR(rates[k], (a[k] - 8 * b[k] + 8 * c[k] - d[k]) / (12 * h), 1e-9);
    }
    const bool position = column > kBodies;
    EXPECT_EQ(law->potential()->derivative(column) != nullptr, position);
    if (!position) continue;
    EXPECT_NEAR(law->potential()->derivative(column)->evaluate(x), rates[0], 1e-13);
    for (std::size_t k = 0; k < kPositions; ++k) {
      const auto slope = law->gradient(k / 3, k % 3);
      EXPECT_NEAR(slope->evaluate(x), whole[1 + k], 1e-14);
      const auto curvature = slope->derivative(column);
      EXPECT_EQ(slope->derivative(column), curvature);
      EXPECT_NEAR(curvature->evaluate(x), rates[1 + k], 1e-13);
    }
  }
}

TEST(SpaceGravitation, ActsAtTheCentresOfMass) {
  // Two bodies whose frames are off their centres orbit each other as two points would, and
  // neither is turned: half a revolution of an ellipse with a = 1, T/2 = pi / sqrt(G (m1 + m2)).
  struct Binary : Weightless {
    GravityPool pool{this, "pool"};
    Body a{this, "a"}, b{this, "b"};
    Binary() {
      pool.G = 1.0;
      a.m = 3.0;
      b.m = 1.0;
      a.r_CM = Vector3(0.2, 0, 0.1);
      b.r_CM = Vector3(0, 0.3, -0.1);
      for (Body* body : {&a, &b}) {
        body->attracts = true;
        set_inertia(*body, full_inertia());
        body->w.start(Vector3(0, 0, 0)).fixed();
      }
      const Vector3 r = 1.5 * across(kSkew);
      const Vector3 v = std::sqrt(4.0 * (2 / 1.5 - 1)) * kSkew.cross(across(kSkew));
      a.x.start(Vector3(-0.25 * r - Vector3(0.2, 0, 0.1))).fixed();
      b.x.start(Vector3(0.75 * r - Vector3(0, 0.3, -0.1))).fixed();
      a.v.start(Vector3(-0.25 * v)).fixed();
      b.v.start(Vector3(0.75 * v)).fixed();
    }
  };
  const Result result = audited(Binary{}, std::numbers::pi / 2);
  const Vector3 r = -0.5 * across(kSkew);
  expect_near(vector_of(result, "a.x"), -0.25 * r - Vector3(0.2, 0, 0.1), 1e-8);
  expect_near(vector_of(result, "b.x"), 0.75 * r - Vector3(0, 0.3, -0.1), 1e-8);
  expect_near(axes_of(result, "b.frame_a"), Matrix3::Identity(), 1e-8);
}

}  // namespace
}  // namespace multibond::mechanics3d
