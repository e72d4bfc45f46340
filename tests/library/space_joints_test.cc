// Joints in space against equations of motion from d'Alembert's principle.
//
// Every joint sits between a carrier that turns about a skew axis and a body with its centre off
// the frame and a full inertia, in either direction: with frame_a or with frame_b on the side of
// the ground.
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::Coordinates;
using test::Jet;
using test::Mechanism;
using test::Moved;
using test::Placed;
using test::State;

const Vector3 kGround(0.3, -0.2, 0.5), kArm(0.4, -0.3, 0.6), kCarrierCentre(0.1, 0.2, -0.1),
    kBodyCentre(0.5, 0.2, -0.3);
constexpr double kCarrierMass = 2, kBodyMass = 1.5, kAngle = 0.4, kSpeed = 1.5;

template <typename J>
struct Carried : Scene {
  Revolute base{this, "base"};
  Body carrier{this, "carrier"}, body{this, "body"};
  FixedTranslation arm{this, "arm"};
  J joint{this, "joint"};

  explicit Carried(bool reversed) {
    ground.r = kGround;
    base.n = Vector3(2 * kSkew);
    base.phi.start(kAngle).fixed();
    base.w.start(kSpeed).fixed();
    carrier.m = kCarrierMass;
    carrier.r_CM = kCarrierCentre;
    set_inertia(carrier, 2 * full_inertia());
    arm.r = kArm;
    body.m = kBodyMass;
    body.r_CM = kBodyCentre;
    set_inertia(body, full_inertia());
    connect(ground.frame_b, base.frame_a);
    connect(base.frame_b, carrier.frame_a);
    connect(base.frame_b, arm.frame_a);
    connect(arm.frame_b, reversed ? joint.frame_b : joint.frame_a);
    connect(reversed ? joint.frame_a : joint.frame_b, body.frame_a);
  }
};

/// Where frame_b is, seen from frame_a, for the coordinates of the joint.
using Relative = std::function<Placed(const Coordinates& q)>;

Mechanism carried(const Relative& joint, bool reversed) {
  const auto base = [](const Coordinates& q) {
    return Placed{}.moved(kGround).turned(kSkew, q[0]);
  };
  Mechanism result;
  result.bodies.push_back({kCarrierMass, kCarrierCentre, 2 * full_inertia(), base});
  result.bodies.push_back({kBodyMass, kBodyCentre, full_inertia(), [=](const Coordinates& q) {
                             const Placed relative = joint(Coordinates(q.begin() + 1, q.end()));
                             return base(q).moved(kArm).then(reversed ? relative.inverse()
                                                                      : relative);
                           }});
  return result;
}

/// Coordinates of the joint and their rates after those of the base.
State begin(const Eigen::VectorXd& q, const Eigen::VectorXd& rates) {
  State y(2 * q.size() + 2);
  y << kAngle, q, kSpeed, rates;
  return y;
}

/// The run ends where the reference does.
void expect_motion(const Result& result, const Mechanism& mechanism, const State& end,
                   const std::vector<std::string>& coordinates, double tolerance = 1e-8) {
  EXPECT_NEAR(result.final("base.phi"), end(0), tolerance);
  const test::BodyMotion body = test::motion_of(mechanism.bodies[1], end);
  expect_near(vector_of(result, "body.x"), body.x, tolerance);
  expect_near(vector_of(result, "body.v"), body.v, 10 * tolerance);
  expect_near(axes_of(result, "body.frame_a"), body.A, tolerance);
  expect_near(vector_of(result, "body.w"), body.A.transpose() * body.w, 10 * tolerance);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    EXPECT_NEAR(result.final(coordinates[i]), end(static_cast<Eigen::Index>(i) + 1), tolerance)
        << coordinates[i];
  }
}

class SpaceJoints : public testing::TestWithParam<bool> {
 protected:
  bool reversed() const { return GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(Directions, SpaceJoints, testing::Bool(), [](const auto& info) {
  return info.param ? "FrameBAtTheRoot" : "FrameAAtTheRoot";
});

// -- one freedom ----------------------------------------------------------------------------------

template <typename J>
void expect_revolute(bool reversed) {
  struct Turning : Carried<J> {
    explicit Turning(bool reversed) : Carried<J>(reversed) {
      this->joint.n = Vector3(3 * kAskew);
      this->joint.phi_offset = 0.3;
      this->joint.mobility.c = 8.0;
      this->joint.mobility.q_ref = 0.1;
      this->joint.mobility.d = 0.5;
      this->joint.phi.start(-0.6).fixed();
      this->joint.w.start(2.0).fixed();
    }
  };
  Mechanism mechanism = carried(
      [](const Coordinates& q) { return Placed{}.turned(kAskew, q[0] + Jet(0.3)); }, reversed);
  mechanism.along = [](const State& y) {
    return Eigen::Vector2d(0, -8 * (y(1) - 0.1) - 0.5 * y(3));
  };
  const State end =
      mechanism.at(begin(Eigen::VectorXd::Constant(1, -0.6), Eigen::VectorXd::Constant(1, 2)), 1);
  expect_motion(audited(Turning(reversed), 1), mechanism, end, {"joint.phi"});
}

TEST_P(SpaceJoints, RevoluteTurnsAboutItsAxis) { expect_revolute<Revolute>(reversed()); }

TEST_P(SpaceJoints, PlanarRevoluteIsARevoluteJoint) { expect_revolute<PlanarRevolute>(reversed()); }

TEST_P(SpaceJoints, ActuatedRevoluteIsDrivenByItsFlangesAndASignal) {
  struct Driven : Carried<ActuatedRevolute> {
    rotational::Inertia rotor{this, "rotor"};
    rotational::SpringDamper spring{this, "spring"};
    signals::Sine torque{this, "torque"};
    explicit Driven(bool reversed) : Carried(reversed) {
      joint.n = kAskew;
      joint.phi_offset = -0.2;
      rotor.J = 0.4;
      spring.c = 5.0;
      spring.d = 0.3;
      torque.amplitude = 3.0;
      torque.f = 0.5;
      connect(rotor.flange_a, joint.axis);
      connect(spring.flange_a, joint.bearing);
      connect(spring.flange_b, joint.axis);
      connect(torque.y, joint.tau);
      joint.phi.start(0.5).fixed();
      joint.w.start(-1.0).fixed();
    }
  };
  Mechanism mechanism = carried(
      [](const Coordinates& q) { return Placed{}.turned(kAskew, q[0] - Jet(0.2)); }, reversed());
  mechanism.added = Eigen::Vector3d(0, 0.4, 0).asDiagonal();
  // Time as a third coordinate of unit speed.
  mechanism.added(2, 2) = 1;
  mechanism.along = [](const State& y) {
    return Vector3(0, -5 * (y(1) - 0.2) - 0.3 * y(4) + 3 * std::sin(std::numbers::pi * y(2)), 0);
  };
  const State end = mechanism.at(begin(Eigen::Vector2d(0.5, 0), Eigen::Vector2d(-1, 1)), 1);
  const Result result = audited(Driven(reversed()), 1);
  expect_motion(result, mechanism, end, {"joint.phi"});
  EXPECT_NEAR(result.final("joint.bearing.phi"), 0, 1e-14);
  EXPECT_NEAR(result.final("joint.axis.phi"), end(1) - 0.2, 1e-8);
}

TEST_P(SpaceJoints, PrismaticSlidesAlongItsDirection) {
  struct Sliding : Carried<Prismatic> {
    explicit Sliding(bool reversed) : Carried(reversed) {
      joint.n = Vector3(0.1 * kAskew);
      joint.s_offset = 0.7;
      joint.mobility.c = 20.0;
      joint.mobility.q_ref = -0.1;
      joint.mobility.d = 1.5;
      joint.s.start(0.2).fixed();
      joint.v.start(-0.5).fixed();
    }
  };
  Mechanism mechanism = carried(
      [](const Coordinates& q) {
        return Placed{}.moved(test::JetVector(test::constant(kAskew) * (q[0] + Jet(0.7))));
      },
      reversed());
  mechanism.along = [](const State& y) {
    return Eigen::Vector2d(0, -20 * (y(1) + 0.1) - 1.5 * y(3));
  };
  const State end =
      mechanism.at(begin(Eigen::VectorXd::Constant(1, 0.2), Eigen::VectorXd::Constant(1, -0.5)), 1);
  expect_motion(audited(Sliding(reversed()), 1), mechanism, end, {"joint.s"});
}

TEST_P(SpaceJoints, ActuatedPrismaticIsDrivenByItsFlangesAndASignal) {
  struct Driven : Carried<ActuatedPrismatic> {
    translational::Mass mass{this, "mass"};
    translational::Spring spring{this, "spring"};
    signals::Constant force{this, "force"};
    explicit Driven(bool reversed) : Carried(reversed) {
      joint.n = kAskew;
      joint.s_offset = 0.2;
      mass.m = 0.8;
      spring.c = 15.0;
      spring.s_rel0 = 0.4;
      force.k = 6.0;
      connect(mass.flange_a, joint.axis);
      connect(spring.flange_a, joint.bearing);
      connect(spring.flange_b, joint.axis);
      connect(force.y, joint.f);
      joint.s.start(0.1).fixed();
      joint.v.start(0.5).fixed();
    }
  };
  Mechanism mechanism = carried(
      [](const Coordinates& q) {
        return Placed{}.moved(test::JetVector(test::constant(kAskew) * (q[0] + Jet(0.2))));
      },
      reversed());
  mechanism.added = Eigen::Vector2d(0, 0.8).asDiagonal();
  mechanism.along = [](const State& y) { return Eigen::Vector2d(0, -15 * (y(1) + 0.2 - 0.4) + 6); };
  const State end =
      mechanism.at(begin(Eigen::VectorXd::Constant(1, 0.1), Eigen::VectorXd::Constant(1, 0.5)), 1);
  expect_motion(audited(Driven(reversed()), 1), mechanism, end, {"joint.s"});
}

TEST_P(SpaceJoints, ScrewAdvancesAsItTurns) {
  struct Screwed : Carried<Screw> {
    rotational::Inertia rotor{this, "rotor"};
    rotational::Damper damper{this, "damper"};
    explicit Screwed(bool reversed) : Carried(reversed) {
      joint.n = kAskew;
      joint.pitch = -0.8;
      joint.mobility.c = 4.0;
      rotor.J = 0.3;
      damper.d = 0.6;
      connect(rotor.flange_b, joint.axis);
      connect(damper.flange_a, joint.bearing);
      connect(damper.flange_b, joint.axis);
      joint.phi.start(0.9).fixed();
      joint.w.start(-2.0).fixed();
    }
  };
  const double advance = -0.8 / (2 * std::numbers::pi);
  Mechanism mechanism = carried(
      [&](const Coordinates& q) {
        return Placed{}
            .moved(test::JetVector(test::constant(kAskew) * (q[0] * Jet(advance))))
            .turned(kAskew, q[0]);
      },
      reversed());
  mechanism.added = Eigen::Vector2d(0, 0.3).asDiagonal();
  mechanism.along = [](const State& y) { return Eigen::Vector2d(0, -4 * y(1) - 0.6 * y(3)); };
  const State end =
      mechanism.at(begin(Eigen::VectorXd::Constant(1, 0.9), Eigen::VectorXd::Constant(1, -2)), 1);
  const Result result = audited(Screwed(reversed()), 1);
  expect_motion(result, mechanism, end, {"joint.phi"});
  EXPECT_NEAR(result.final("joint.s"), advance * end(1), 1e-8);
}

// -- several freedoms -----------------------------------------------------------------------------

TEST_P(SpaceJoints, CylindricalSlidesAndTurns) {
  struct Both : Carried<Cylindrical> {
    rotational::Inertia rotor{this, "rotor"};
    translational::SpringDamper spring{this, "spring"};
    explicit Both(bool reversed) : Carried(reversed) {
      joint.n = kAskew;
      rotor.J = 0.3;
      spring.c = 20.0;
      spring.d = 1.0;
      spring.s_rel0 = 0.2;
      connect(rotor.flange_a, joint.axis_phi);
      connect(spring.flange_a, joint.bearing_s);
      connect(spring.flange_b, joint.axis_s);
      joint.slide.s.start(0.3).fixed();
      joint.slide.v.start(-0.4).fixed();
      joint.turn.phi.start(0.5).fixed();
      joint.turn.w.start(1.0).fixed();
    }
  };
  Mechanism mechanism = carried(
      [](const Coordinates& q) {
        return Placed{}.moved(test::JetVector(test::constant(kAskew) * q[0])).turned(kAskew, q[1]);
      },
      reversed());
  mechanism.added = Vector3(0, 0, 0.3).asDiagonal();
  mechanism.along = [](const State& y) { return Vector3(0, -20 * (y(1) - 0.2) - y(4), 0); };
  const State end = mechanism.at(begin(Eigen::Vector2d(0.3, 0.5), Eigen::Vector2d(-0.4, 1)), 1);
  expect_motion(audited(Both(reversed()), 1), mechanism, end, {"joint.slide.s", "joint.turn.phi"});
}

TEST_P(SpaceJoints, UniversalTurnsAboutTwoAxes) {
  struct Cross : Carried<Universal> {
    rotational::Inertia rotor{this, "rotor"};
    rotational::SpringDamper spring{this, "spring"};
    explicit Cross(bool reversed) : Carried(reversed) {
      joint.n_a = kAskew;
      joint.n_b = Vector3(1, 1, 0.5);
      rotor.J = 0.3;
      spring.c = 6.0;
      spring.d = 0.4;
      connect(rotor.flange_a, joint.axis_a);
      connect(spring.flange_a, joint.bearing_b);
      connect(spring.flange_b, joint.axis_b);
      joint.first.phi.start(0.3).fixed();
      joint.first.w.start(-0.4).fixed();
      joint.second.phi.start(0.5).fixed();
      joint.second.w.start(1.0).fixed();
    }
  };
  Mechanism mechanism = carried(
      [](const Coordinates& q) {
        return Placed{}.turned(kAskew, q[0]).turned(Vector3(1, 1, 0.5), q[1]);
      },
      reversed());
  mechanism.added = Vector3(0, 0.3, 0).asDiagonal();
  mechanism.along = [](const State& y) { return Vector3(0, 0, -6 * y(2) - 0.4 * y(5)); };
  const State end = mechanism.at(begin(Eigen::Vector2d(0.3, 0.5), Eigen::Vector2d(-0.4, 1)), 1);
  expect_motion(audited(Cross(reversed()), 1), mechanism, end,
                {"joint.first.phi", "joint.second.phi"});
}

TEST_P(SpaceJoints, PlanarMovesAndTurnsInItsPlane) {
  const Vector3 x = kAskew.cross(kSkew).normalized(), y_axis = kAskew.cross(x);
  struct Plane : Carried<Planar> {
    translational::Mass mass{this, "mass"};
    translational::Spring spring{this, "spring"};
    translational::Fixed wall{this, "wall"};
    rotational::Inertia rotor{this, "rotor"};
    explicit Plane(bool reversed) : Carried(reversed) {
      joint.n = Vector3(2 * kAskew);
      joint.n_x = Vector3(kAskew.cross(kSkew));
      mass.m = 0.6;
      spring.c = 12.0;
      rotor.J = 0.3;
      connect(mass.flange_a, joint.axis_x);
      connect(wall.flange, spring.flange_a);
      connect(spring.flange_b, joint.axis_y);
      connect(rotor.flange_a, joint.axis_phi);
      joint.along_x.s.start(0.2).fixed();
      joint.along_x.v.start(0.3).fixed();
      joint.along_y.s.start(-0.1).fixed();
      joint.along_y.v.start(0.4).fixed();
      joint.turn.phi.start(0.5).fixed();
      joint.turn.w.start(1.0).fixed();
    }
  };
  Mechanism mechanism = carried(
      [=](const Coordinates& q) {
        return Placed{}
            .moved(test::JetVector(test::constant(x) * q[0] + test::constant(y_axis) * q[1]))
            .turned(kAskew, q[2]);
      },
      reversed());
  mechanism.added = Eigen::Vector4d(0, 0.6, 0, 0.3).asDiagonal();
  mechanism.along = [](const State& y) { return Eigen::Vector4d(0, 0, -12 * y(2), 0); };
  const State end = mechanism.at(begin(Vector3(0.2, -0.1, 0.5), Vector3(0.3, 0.4, 1)), 1);
  expect_motion(audited(Plane(reversed()), 1), mechanism, end,
                {"joint.along_x.s", "joint.along_y.s", "joint.turn.phi"});
}

// -- free rotation --------------------------------------------------------------------------------

/// Turned about axes of the turned frame, one after the other.
Placed cardan(const Vector3& sequence, const Jet& a, const Jet& b, const Jet& c) {
  const auto axis = [&](int i) {
    return Vector3(Vector3::Unit(static_cast<int>(sequence(i)) - 1));
  };
  return Placed{}.turned(axis(0), a).turned(axis(1), b).turned(axis(2), c);
}

/// Rates of Cardan angles of a given angular velocity in the turned frame.
Vector3 cardan_rates_of(const Vector3& sequence, const Vector3& phi, const Vector3& w) {
  State y(6);
  y << phi, Vector3::Zero();
  const Moved frame{1, Vector3::Zero(), Matrix3::Zero(),
                    [&](const Coordinates& q) { return cardan(sequence, q[0], q[1], q[2]); }};
  const test::BodyMotion at = test::motion_of(frame, y);
  return at.Jw.partialPivLu().solve(at.A * w);
}

struct Ball : Carried<Spherical> {
  Ball(bool reversed, const std::string& states, const Vector3& sequence) : Carried(reversed) {
    joint.orientation.states = states;
    joint.orientation.sequence = sequence;
    joint.orientation.phi_start = Vector3(0.3, 0.7, -0.4);
    joint.orientation.fixed = true;
    joint.w.start(Vector3(0.5, -1.2, 0.8)).fixed();
    joint.d = 0.4;
  }
};

TEST_P(SpaceJoints, SphericalTurnsAlikeWhateverItsStates) {
  for (const Vector3& sequence :
       {Vector3(1, 2, 3), Vector3(2, 3, 1), Vector3(3, 2, 1), Vector3(3, 1, 3), Vector3(2, 1, 2)}) {
    Mechanism mechanism = carried(
        [=](const Coordinates& q) { return cardan(sequence, q[0], q[1], q[2]); }, reversed());
    mechanism.loads = [](const auto& bodies, auto& loads) {
      const Vector3 torque = -0.4 * (bodies[1].w - bodies[0].w);
      loads[1].torque += torque;
      loads[0].torque -= torque;
    };
    const Vector3 phi(0.3, 0.7, -0.4);
    const State end =
        mechanism.at(begin(phi, cardan_rates_of(sequence, phi, {0.5, -1.2, 0.8})), 0.8);
    for (const std::string states : {"auto", "quaternion", "cardan"}) {
      SCOPED_TRACE(fmt::format("{}{}{} {}", sequence(0), sequence(1), sequence(2), states));
      const Result result = audited(Ball(reversed(), states, sequence), 0.8);
      expect_motion(
          result, mechanism, end,
          {"joint.orientation.phi[1]", "joint.orientation.phi[2]", "joint.orientation.phi[3]"});
    }
  }
}

TEST_P(SpaceJoints, SphericalHasASpringAndFriction) {
  constexpr double c = 2.5, tau_c = 0.3, w_c = 0.01;
  const Vector3 sequence(1, 2, 3), phi(0.3, 0.7, -0.4);
  Mechanism mechanism =
      carried([=](const Coordinates& q) { return cardan(sequence, q[0], q[1], q[2]); }, reversed());
  mechanism.loads = [=](const auto& bodies, auto& loads) {
    const Eigen::AngleAxisd turn(Matrix3(bodies[1].A * bodies[0].A.transpose()));
    const Vector3 w = bodies[1].w - bodies[0].w;
    const Vector3 torque =
        -c * turn.angle() * turn.axis() - 0.4 * w - tau_c * w / std::sqrt(w.dot(w) + w_c * w_c);
    loads[1].torque += torque;
    loads[0].torque -= torque;
  };
  const State end = mechanism.at(begin(phi, cardan_rates_of(sequence, phi, {0.5, -1.2, 0.8})), 0.8);
  Ball ball(reversed(), "auto", sequence);
  ball.joint.c = c;
  ball.joint.tau_c = tau_c;
  ball.joint.w_c = w_c;
  expect_motion(
      audited(std::move(ball), 0.8), mechanism, end,
      {"joint.orientation.phi[1]", "joint.orientation.phi[2]", "joint.orientation.phi[3]"});
}

/// A ball about its centre, turned by an angle about a skew axis.
struct Balance : Weightless {
  Spherical joint{this, "joint"};
  Body body{this, "body"};
  static constexpr double kInertia = 0.2;
  Balance(double angle, double w) {
    set_inertia(body, kInertia * Matrix3::Identity());
    const Matrix3 R = turned_about(kSkew, angle).transpose();
    joint.orientation.phi_start =
        Vector3(std::atan2(-R(2, 1), R(2, 2)), std::asin(R(2, 0)), std::atan2(-R(1, 0), R(0, 0)));
    joint.orientation.fixed = true;
    joint.w.start(Vector3(w * kSkew)).fixed();
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

TEST(SpaceSpherical, ASpringSwingsAboutItsAxis) {
  Balance model(2.8, 0);
  model.joint.c = 5.0;
  const Result result = audited(std::move(model), 3);
  const double angle = 2.8 * std::cos(5 * 3);  // sqrt(c / I) = 5 / s
  expect_near(axes_of(result, "body.frame_a"), turned_about(kSkew, angle), 1e-8);
}

TEST(SpaceSpherical, ASpringAtRestStaysThere) {
  for (const char* solver : {"dop853", "bdf"}) {
    Balance model(0, 0);
    model.joint.c = 5.0;
    const Result result = simulate(model, {.stop = 1, .solver = solver});
    EXPECT_EQ(result.status, RunStatus::completed);
    expect_near(axes_of(result, "body.frame_a"), Matrix3::Identity(), 1e-14);
  }
}

TEST(SpaceSpherical, FrictionSlowsEvenlyAndFades) {
  constexpr double tau_c = 0.1, w_c = 0.01, w_start = 1;
  Balance model(0.5, w_start);
  model.joint.tau_c = tau_c;
  model.joint.w_c = w_c;
  const Result result = audited(std::move(model), 3);
  // dw/dt = -(tau_c / I) w / sqrt(w^2 + w_c^2) has this integral, which falls evenly.
  const auto integral = [](double w) {
    const double root = std::hypot(w, w_c);
    return root - w_c * std::atanh(w_c / root);
  };
  const double falls = tau_c / Balance::kInertia;
  for (const double t : {0.9, 1.5, 1.95, 2.1}) {
    const double w = result.at("joint.w[3]", t) / kSkew(2);
    EXPECT_NEAR(integral(w), integral(w_start) - falls * t, 1e-7) << t;
  }
}

TEST(SpaceSpherical, ASpringEndsTheRunAtHalfATurn) {
  Balance model(0, 20);
  model.joint.c = 5.0;
  const Result result = simulate(model, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::terminated);
  // theta = (20 / 5) sin(5 t) until 0.02 rad before half a turn.
  EXPECT_NEAR(result.times().back(), std::asin((std::numbers::pi - 0.02) / 4) / 5, 1e-6);
  EXPECT_THAT(result.diagnostics.back().text,
              testing::HasSubstr("joint has been turned by half a turn, where its spring"));
}

TEST_P(SpaceJoints, FreeTranslationKeepsTheAxes) {
  struct Gliding : Carried<FreeTranslation> {
    explicit Gliding(bool reversed) : Carried(reversed) {
      joint.r.start(Vector3(0.2, 0.1, -0.3)).fixed();
      joint.v.start(Vector3(-0.5, 0.4, 0.3)).fixed();
    }
  };
  const Mechanism mechanism = carried(
      [](const Coordinates& q) {
        return Placed{}.moved(test::JetVector{q[0], q[1], q[2]});
      },
      reversed());
  const State end = mechanism.at(begin(Vector3(0.2, 0.1, -0.3), Vector3(-0.5, 0.4, 0.3)), 1);
  expect_motion(audited(Gliding(reversed()), 1), mechanism, end,
                {"joint.r[1]", "joint.r[2]", "joint.r[3]"});
}

TEST_P(SpaceJoints, FreeMotionExertsNoForce) {
  struct Free : Carried<FreeMotion> {
    explicit Free(bool reversed) : Carried(reversed) {
      joint.translation.r.start(Vector3(0.2, 0.1, -0.3)).fixed();
      joint.translation.v.start(Vector3(-0.5, 0.4, 0.3)).fixed();
      joint.rotation.orientation.phi_start = Vector3(0.3, 0.7, -0.4);
      joint.rotation.orientation.fixed = true;
      joint.rotation.w.start(Vector3(0.5, -1.2, 0.8)).fixed();
    }
  };
  const Mechanism mechanism = carried(
      [](const Coordinates& q) {
        return Placed{}
            .moved(test::JetVector{q[0], q[1], q[2]})
            .then(cardan({1, 2, 3}, q[3], q[4], q[5]));
      },
      reversed());
  Eigen::VectorXd q(6), rates(6);
  const Vector3 phi(0.3, 0.7, -0.4);
  q << 0.2, 0.1, -0.3, phi;
  rates << -0.5, 0.4, 0.3, cardan_rates_of({1, 2, 3}, phi, {0.5, -1.2, 0.8});
  const State end = mechanism.at(begin(q, rates), 0.8);
  const Result result = audited(Free(reversed()), 0.8);
  expect_motion(result, mechanism, end,
                {"joint.translation.r[1]", "joint.translation.r[2]", "joint.translation.r[3]"});
  // And its centre of mass falls on a parabola: seen from the world it is free.
  const test::BodyMotion start = test::motion_of(mechanism.bodies[1], begin(q, rates));
  const Vector3 centre =
      vector_of(result, "body.x") + axes_of(result, "body.frame_a") * kBodyCentre;
  expect_near(centre, start.r + 0.8 * start.r_v - Vector3(0, g * 0.32, 0), 1e-8);
}

// -- spin -----------------------------------------------------------------------------------------

/// A symmetric top whose axis is along no axis of its frame, on a spherical joint.
struct Top : Scene {
  Spherical joint{this, "joint"};
  Body body{this, "body"};
  static Matrix3 inertia() { return 0.05 * Matrix3::Identity() + 0.03 * kSkew * kSkew.transpose(); }
  Top(const std::string& states, double spin, bool reversed) {
    body.m = 2.0;
    body.r_CM = Vector3(0.4 * kSkew);
    set_inertia(body, inertia());
    joint.orientation.states = states;
    joint.orientation.phi_start = Vector3(0.3, 0.7, -0.4);
    joint.orientation.fixed = true;
    joint.w.start(Vector3(spin * kSkew + Vector3(0.3, 0.1, 0.2))).fixed();
    connect(ground.frame_b, reversed ? joint.frame_b : joint.frame_a);
    connect(reversed ? joint.frame_a : joint.frame_b, body.frame_a);
  }
};

TEST_P(SpaceJoints, ATopMovesAlikeWhetherItsSpinIsAStateOrNot) {
  for (const double spin : {0.0, 4.0, 60.0}) {
    const Vector3 phi(0.3, 0.7, -0.4);
    Mechanism mechanism;
    mechanism.bodies.push_back({2, 0.4 * kSkew, Top::inertia(), [&](const Coordinates& q) {
                                  const Placed turned = cardan({1, 2, 3}, q[0], q[1], q[2]);
                                  return reversed() ? turned.inverse() : turned;
                                }});
    State start(6);
    start << phi, cardan_rates_of({1, 2, 3}, phi, spin * kSkew + Vector3(0.3, 0.1, 0.2));
    const State end = mechanism.at(start, 0.5);
    const test::BodyMotion body = test::motion_of(mechanism.bodies[0], end);
    for (const std::string states : {"auto", "quaternion", "cardan"}) {
      SCOPED_TRACE(fmt::format("spin {} {}", spin, states));
      const Result result = audited(Top(states, spin, reversed()), 0.5, 1e-11);
      expect_near(axes_of(result, "body.frame_a"), body.A, 1e-8);
    }
  }
}

}  // namespace
}  // namespace multibond::mechanics3d
