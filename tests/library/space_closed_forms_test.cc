// Rigid bodies in space against closed forms and figures of high precision (test/reference of the
// literature: torque-free rotation, heavy top, rolling disc, sphere on a turntable, Kepler's
// ellipse, double pendulum), and orientation states against each other.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "examples/mechanics3d.h"
#include "multibond/simulate/simulation.h"

namespace multibond::mechanics3d {
namespace {

constexpr double g = 9.81;

Vector3 vector(const Result& result, const std::string& name, double t) {
  return {result.at(name + "[1]", t), result.at(name + "[2]", t), result.at(name + "[3]", t)};
}

struct Scene : Model {
  World world{this, "world"};
  Fixed ground{this, "ground"};
};

// -- torque-free rotation, I = (1, 2, 3) ----------------------------------------------------------

struct Tumbling : Scene {
  Body body{this, "body"};
  VariableVector<3> L{this, "L", "kg.m2/s", "angular momentum in the world"};
  explicit Tumbling(const Vector3& w, const std::string& states = "auto") {
    world.gravityType = "none";
    body.I_11 = 1.0;
    body.I_22 = 2.0;
    body.I_33 = 3.0;
    body.orientation.states = states;
    body.orientation.fixed = true;
    body.x.start(Vector3(0, 0, 0)).fixed();
    body.v.start(Vector3(0, 0, 0)).fixed();
    body.w.start(w).fixed();
  }
  void equations() override {
    const ExprVector3 w = body.w, momentum{body.I_11 * w(0), body.I_22 * w(1), body.I_33 * w(2)};
    equation(L.expr(), body.frame_a.resolve(momentum));
  }
};

TEST(TorqueFree, FollowsJacobisFunctions) {
  struct Case {
    Vector3 start, at1, at5, at10;
  };
  const Case cases[] = {{{1, 1, 1},
                         {-0.1266429228924177, 1.408531707162201, 0.8197638745229699},
                         {1.007980330983423, -0.9919554689352491, 1.002667167716428},
                         {-0.6034704230925181, -1.278993138547872, 0.8877267882157330}},
                        {{0.01, 1, 0.01},
                         {0.001148329195002186, 1.000049339452839, 0.008191838620238527},
                         {-0.06482961698688603, 0.9979464518506660, 0.03830961253900619},
                         {-0.8745734378910936, 0.4849961873410485, 0.5050012205479133}}};
  for (const Case& c : cases) {
    for (const char* states : {"auto", "quaternion"}) {
      const Result result =
          simulate(Tumbling(c.start, states), {.stop = 10, .tolerance = 1e-12, .intervals = 10});
      ASSERT_EQ(result.status, RunStatus::completed);
      EXPECT_LT((vector(result, "body.w", 1) - c.at1).norm(), 1e-9);
      EXPECT_LT((vector(result, "body.w", 5) - c.at5).norm(), 1e-9);
      EXPECT_LT((vector(result, "body.w", 10) - c.at10).norm(), 1e-9);
    }
  }
}

TEST(TorqueFree, ADzhanibekovBodyTumblesForAThousandSeconds) {
  Tumbling model({0.01, 1, 0.01});
  const Result result = simulate(model, {.stop = 1000, .tolerance = 1e-11, .intervals = 1000});
  ASSERT_EQ(result.status, RunStatus::completed);
  const Vector3 I(1, 2, 3), L0 = vector(result, "L", 0);
  const Vector3 w0 = vector(result, "body.w", 0);
  const double T0 = 0.5 * w0.dot(I.cwiseProduct(w0));
  double lowest = 1, highest = -1;
  for (int t = 0; t <= 1000; ++t) {
    const Vector3 w = vector(result, "body.w", t);
    EXPECT_NEAR(0.5 * w.dot(I.cwiseProduct(w)), T0, 1e-7 * T0) << t;
    EXPECT_LT((vector(result, "L", t) - L0).norm(), 1e-7 * L0.norm()) << t;
    lowest = std::min(lowest, result.at("body.frame_a.R[2,2]", t));
    highest = std::max(highest, result.at("body.frame_a.R[2,2]", t));
  }
  // It flips over and back.
  EXPECT_LT(lowest, -0.99);
  EXPECT_GT(highest, 0.99);
  // Closed form: periodic with this period; the figures at 1, 5 and 10 s come again.
  const double period = 39.105734197268720854;
  const Result late = simulate(Tumbling({0.01, 1, 0.01}),
                               {.stop = 25 * period + 10, .tolerance = 1e-12, .intervals = 1});
  EXPECT_LT((vector(late, "body.w", 25 * period + 10) -
             Vector3(-0.8745734378910936, 0.4849961873410485, 0.5050012205479133))
                .norm(),
            1e-6);
}

// -- heavy top ------------------------------------------------------------------------------------

struct HeavyTop : Scene {
  Spherical joint{this, "joint"};
  Body body{this, "body"};
  HeavyTop(const Vector3& w, const std::string& states) {
    world.n = Vector3(0, 0, -1);
    body.m = 15.0;
    body.r_CM = Vector3(0, 1, 0);
    body.I_11 = 0.234375;
    body.I_22 = 0.46875;
    body.I_33 = 0.234375;
    joint.orientation.states = states;
    joint.orientation.sequence = Vector3(3, 1, 2);
    joint.orientation.fixed = true;
    joint.w.start(w).fixed();
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

/// The centre of mass lies along y of the body: the second row of R.
Vector3 axis_of(const Result& result, double t) {
  return {result.at("body.frame_a.R[2,1]", t), result.at("body.frame_a.R[2,2]", t),
          result.at("body.frame_a.R[2,3]", t)};
}

TEST(HeavyTop, IsWhereExtrapolationInFourfoldPrecisionSays) {
  // It all but touches the bottom, where the Cardan angles that suit it otherwise are singular.
  for (const char* states : {"auto", "quaternion"}) {
    HeavyTop model({0, 150, -4.61538}, states);
    const Result result = simulate(model, {.stop = 2, .tolerance = 1e-12, .intervals = 10});
    ASSERT_EQ(result.status, RunStatus::completed) << states;
    constexpr double enough = 1e-10;
    EXPECT_LT((axis_of(result, 0.2) -
               Vector3(0.605550561377119770, 0.598957681794919158, -0.523983027430003185))
                  .norm(),
              enough)
        << states;
    EXPECT_LT((axis_of(result, 1) -
               Vector3(0.173343964098386043, 0.640088592070568783, -0.748490791133581309))
                  .norm(),
              enough)
        << states;
    EXPECT_LT((axis_of(result, 2) -
               Vector3(-0.150416822745641760, -0.724165591636895651, -0.673022269560444096))
                  .norm(),
              enough)
        << states;
    EXPECT_LT(
        (vector(result, "body.w", 2) - Vector3(0.122233219497394237, 150, -5.85562458920545773))
            .norm(),
        10 * enough)
        << states;
  }
}

TEST(HeavyTop, PrecessesSteadily) {
  // Axis horizontal, 150 rad/s: with 2.0928 rad/s it neither rises nor falls.
  HeavyTop model({0, 150, 2.0928}, "auto");
  const Result result = simulate(model, {.stop = 5, .tolerance = 1e-11});
  for (const double height : result["body.frame_a.R[2,3]"]) EXPECT_NEAR(height, 0, 1e-9);
  EXPECT_NEAR(axis_of(result, 5)(0), -std::sin(5 * 2.0928), 1e-8);
}

TEST(HeavyTop, NeedsNoMoreStepsIfItsAxesAreTurned) {
  // The axis of symmetry is found wherever it lies in the body.
  const auto evaluations = [](bool turned) {
    HeavyTop model({0, 150, -4.61538}, "auto");
    if (turned) {
      const Vector3 n = Vector3(1, 2, 2) / 3;
      const Matrix3 inertia =
          0.234375 * Matrix3::Identity() + (0.46875 - 0.234375) * n * n.transpose();
      model.body.I_11 = inertia(0, 0);
      model.body.I_22 = inertia(1, 1);
      model.body.I_33 = inertia(2, 2);
      model.body.I_21 = inertia(1, 0);
      model.body.I_31 = inertia(2, 0);
      model.body.I_32 = inertia(2, 1);
      model.body.r_CM = n;
      model.joint.w.start(Vector3(150 * n + 4.61538 * Vector3(-2, 2, -1) / 3));
      model.world.n = Vector3(Vector3(2, 1, -2) / 3);
    }
    return simulate(model, {.stop = 2, .tolerance = 1e-8, .intervals = 1}).statistics.evaluations;
  };
  EXPECT_LT(evaluations(false), 1000u);
  EXPECT_LT(evaluations(true), 1000u);
}

// -- gyroscope: orientation states ----------------------------------------------------------------

TEST(Gyroscope, AutoNeedsNoMoreEvaluationsThanTheWisestAngles) {
  const auto run = [](const std::string& states, const Vector3& sequence, double tolerance) {
    examples::GyroscopicEffect model;
    model.Spherical1.orientation.states = states;
    model.Spherical1.orientation.sequence = sequence;
    return simulate(model, {.stop = 10, .tolerance = tolerance, .intervals = 1});
  };
  const Vector3 good(2, 3, 1), bad(1, 2, 3);
  const double exact = run("cardan", good, 1e-13).final("Body1.x[2]");
  EXPECT_NEAR(run("auto", bad, 1e-13).final("Body1.x[2]"), exact, 1e-10);
  EXPECT_NEAR(run("quaternion", bad, 1e-12).final("Body1.x[2]"), exact, 1e-8);
  EXPECT_NEAR(run("cardan", bad, 1e-9).final("Body1.x[2]"), exact, 1e-4);

  const Result fast = run("auto", bad, 1e-8);
  EXPECT_LT(fast.statistics.evaluations, 1000u);
  EXPECT_NEAR(fast.final("Body1.x[2]"), exact, 1e-6);
  // At equal error: the cheapest run of auto that is at least as good.
  std::vector<std::pair<double, std::size_t>> runs;
  for (double tolerance = 1e-3; tolerance > 1e-13; tolerance /= std::sqrt(10)) {
    const Result result = run("auto", bad, tolerance);
    runs.emplace_back(std::abs(result.final("Body1.x[2]") - exact), result.statistics.evaluations);
  }
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const Result wise = run("cardan", good, tolerance);
    const double error = std::abs(wise.final("Body1.x[2]") - exact);
    std::size_t cheapest = std::numeric_limits<std::size_t>::max();
    for (const auto& [deviation, evaluations] : runs) {
      if (deviation <= error) cheapest = std::min(cheapest, evaluations);
    }
    EXPECT_LE(cheapest, wise.statistics.evaluations) << tolerance;
  }
}

// -- rolling --------------------------------------------------------------------------------------

TEST(RollingDisc, FollowsKanesEquations) {
  // A thin disc, r = 0.1, lean 0.1, 15 rad/s (SymPy's documentation; figures in fourfold
  // precision).
  struct Disc : Scene {
    Wheel wheel{this, "wheel"};
    Disc() {
      world.n = Vector3(0, 0, -1);
      wheel.n = Vector3(0, 0, 1);
      wheel.axis = Vector3(0, 1, 0);
      wheel.radius = 0.1;
      wheel.m = 1.0;
      wheel.I_axis = 0.005;
      wheel.I_across = 0.0025;
      Body& body = wheel.body;
      body.orientation.sequence = Vector3(3, 1, 2);
      body.orientation.phi_start = Vector3(0, 0.1, 0);
      body.orientation.fixed = true;
      body.w.start(Vector3(0, 15, 0)).fixed();
      // The point of contact at the origin: the centre above it, tilted about x.
      body.x[0].start(0.0).fixed();
      body.x[1].start(-0.1 * std::sin(0.1)).fixed();
      body.x[2].start(0.1 * std::cos(0.1));
    }
  };
  for (const char* states : {"auto", "quaternion", "cardan"}) {
    Disc disc;
    disc.wheel.body.orientation.states = states;
    const Result result = simulate(disc, {.stop = 5, .tolerance = 1e-12, .intervals = 10});
    ASSERT_EQ(result.status, RunStatus::completed);
    const auto at = [&](const char* name, double t) { return result.at(name, t); };
    EXPECT_NEAR(at("wheel.contact.x_contact[1]", 1), 1.44233073736384564, 1e-8) << states;
    EXPECT_NEAR(at("wheel.contact.x_contact[2]", 1), -0.374096334331598207, 1e-8) << states;
    EXPECT_NEAR(at("wheel.contact.x_contact[1]", 5), 1.62084725017182471, 1e-8) << states;
    EXPECT_NEAR(at("wheel.contact.x_contact[2]", 5), -5.39956363198776968, 1e-8) << states;
    EXPECT_NEAR(at("wheel.body.orientation.phi[2]", 5), 0.107012755995937268, 1e-8) << states;
    EXPECT_NEAR(at("wheel.body.orientation.phi[1]", 5), -2.53921187409595831, 1e-8) << states;
    EXPECT_NEAR(at("wheel.contact.x_contact[3]", 5), 0, 1e-12) << states;
  }
}

TEST(RollingSphere, GoesDownASlopeWithFiveSeventhsOfItsAcceleration) {
  // The plane is inclined by 30 degrees about an axis that is none of the coordinates'.
  struct Slope : Scene {
    Marble marble{this, "marble"};
    Slope() {
      const Vector3 down = Vector3(1, 0, 2).normalized();
      marble.n =
          std::cos(std::numbers::pi / 6) * Vector3(0, 1, 0) + std::sin(std::numbers::pi / 6) * down;
      marble.radius = 0.2;
      marble.m = 3.0;
      marble.I = 0.4 * 3.0 * 0.04;
      marble.body.x.start(Vector3(0.2 * marble.n.value()));
      marble.body.w.start(Vector3(0, 0, 0)).fixed();
      marble.body.orientation.fixed = true;
    }
  };
  Slope model;
  const Vector3 start = 0.2 * model.marble.n.value();
  const Result result = simulate(model, {.stop = 2, .tolerance = 1e-10});
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-9);
  const double way = (vector(result, "marble.body.x", 2) - start).norm();
  EXPECT_NEAR(way, 0.5 * 3.50357142857143 * 4, 1e-8);
  const double weight = 3 * g;
  EXPECT_NEAR(result.final("marble.contact.f_n"), weight * std::cos(std::numbers::pi / 6), 1e-7);
  const double friction =
      std::hypot(result.final("marble.contact.f_1"), result.final("marble.contact.f_2"));
  EXPECT_NEAR(friction / result.final("marble.contact.f_n"), 0.164957219768465, 1e-8);
}

TEST(RollingSphere, CirclesOnATurntable) {
  // Angular rate 2/7 of the table's, about a point beside its axis.
  struct Turntable : Scene {
    Revolute bearing{this, "bearing"};
    Body table{this, "table"};
    Body ball{this, "ball"};
    MarbleJoint contact{this, "contact"};
    Turntable() {
      bearing.n = Vector3(0, 1, 0);
      bearing.w.start(3.0).fixed();
      bearing.phi.start(0.0).fixed();
      table.m = 1.0;
      for (auto* moment : {&table.I_11, &table.I_22, &table.I_33}) *moment = 1e9;
      ball.m = 2.0;
      ball.root_priority = 2;
      for (auto* moment : {&ball.I_11, &ball.I_22, &ball.I_33}) *moment = 0.4 * 2.0 * 0.01;
      contact.radius = 0.1;
      ball.x.start(Vector3(0.5, 0.1, 0));
      ball.x[0].fixed();
      ball.x[2].fixed();
      ball.v.start(Vector3(0.2, 0, 0));
      ball.v[0].fixed();
      ball.v[2].fixed();
      ball.w.start(Vector3(0, 0, 0));
      ball.w[1].fixed();
      ball.orientation.fixed = true;
      connect(ground.frame_b, bearing.frame_a);
      connect(bearing.frame_b, table.frame_a);
      connect(table.frame_a, contact.frame_a);
      connect(ball.frame_a, contact.frame_b);
    }
  };
  const Result result = simulate(Turntable(), {.stop = 6, .tolerance = 1e-11, .intervals = 60});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double rate = 3.0 * 2 / 7;
  // x' = rate n x (x - centre), n = y: (x', z') = rate (z - cz, -(x - cx)).
  const double cx = 0.5, cz = -0.2 / rate;
  for (int k = 0; k <= 60; ++k) {
    const double t = 0.1 * k, c = std::cos(rate * t), s = std::sin(rate * t);
    EXPECT_NEAR(result.at("ball.x[1]", t), cx + (0.5 - cx) * c + (0 - cz) * s, 1e-7) << t;
    EXPECT_NEAR(result.at("ball.x[3]", t), cz + (0 - cz) * c - (0.5 - cx) * s, 1e-7) << t;
  }
}

// -- orbits and pendula ---------------------------------------------------------------------------

TEST(Kepler, TheEllipseIsMetAfterSixteenTurns) {
  struct Orbit : Model {
    World world{this, "world"};
    PointMass planet{this, "planet"};
    Orbit() {
      world.gravityType = "point";
      world.mue = 1.0;
      planet.x.start(Vector3(0.4, 0, 0)).fixed();
      planet.v.start(Vector3(0, 2, 0)).fixed();
    }
  };
  const Result result = simulate(Orbit(), {.stop = 100, .tolerance = 1e-13, .intervals = 100});
  const struct {
    double t, x, y, vx, vy;
  } figures[] = {
      {1, -0.6289481768266242, 0.7996647309700393, -0.9825156909388113, -0.02276317009743042},
      {5, -0.8837707793862566, -0.7671137155927865, 0.8193821223981332, -0.1939877846107601},
      {10, -1.535023591909814, -0.2836684064997809, 0.2271507320774983, -0.4791877582032196},
      {100, -0.1041832044341806, -0.6947417155679506, 1.236177762687076, 0.5646232510858646}};
  for (const auto& f : figures) {
    EXPECT_NEAR(result.at("planet.x[1]", f.t), f.x, 1e-9) << f.t;
    EXPECT_NEAR(result.at("planet.x[2]", f.t), f.y, 1e-9) << f.t;
    EXPECT_NEAR(result.at("planet.v[1]", f.t), f.vx, 1e-9) << f.t;
    EXPECT_NEAR(result.at("planet.v[2]", f.t), f.vy, 1e-9) << f.t;
    EXPECT_EQ(result.at("planet.x[3]", f.t), 0);
  }
}

TEST(DoublePendulumInSpace, IsWhereFourfoldPrecisionSays) {
  // Point masses, massless rods, both horizontal at the start, in a plane along no axis.
  struct Pendulum : Scene {
    Revolute first{this, "first"}, second{this, "second"};
    FixedTranslation rod1{this, "rod1"}, rod2{this, "rod2"};
    PointMass bob1{this, "bob1"}, bob2{this, "bob2"};
    Pendulum() {
      const Vector3 n = Vector3(1, 0, 2).normalized(), out = Vector3(2, 0, -1).normalized();
      first.n = n;
      second.n = n;
      rod1.r = out;
      rod2.r = out;
      for (Revolute* joint : {&first, &second}) {
        joint->phi.start(0.0).fixed();
        joint->w.start(0.0).fixed();
      }
      connect(ground.frame_b, first.frame_a);
      connect(first.frame_b, rod1.frame_a);
      connect(rod1.frame_b, bob1.frame_a);
      connect(rod1.frame_b, second.frame_a);
      connect(second.frame_b, rod2.frame_a);
      connect(rod2.frame_b, bob2.frame_a);
    }
  };
  const Result result = simulate(Pendulum(), {.stop = 5, .tolerance = 1e-13, .intervals = 5});
  // Angles from the downward vertical; the joints count from the horizontal, towards up or down
  // as n says: out turned about n goes to n x out, which is up.
  const Vector3 n = Vector3(1, 0, 2).normalized(), out = Vector3(2, 0, -1).normalized();
  const double up = n.cross(out)(1);
  ASSERT_NEAR(std::abs(up), 1, 1e-12);
  const auto angle = [&](double t, bool second) {
    const double phi = result.at("first.phi", t) + (second ? result.at("second.phi", t) : 0);
    return std::remainder(std::numbers::pi / 2 + up * phi, 2 * std::numbers::pi);
  };
  EXPECT_NEAR(angle(1, false), -0.625087699806390630, 1e-9);
  EXPECT_NEAR(angle(1, true), -1.03458508568001234, 1e-9);
  EXPECT_NEAR(angle(2, false), -0.482971534251754377, 1e-8);
  EXPECT_NEAR(angle(2, true), -1.32404871230236255, 1e-8);
  EXPECT_NEAR(angle(5, false), -0.627186705066530730, 1e-7);
  EXPECT_NEAR(angle(5, true), -1.30131555020981168, 1e-7);
}

}  // namespace
}  // namespace multibond::mechanics3d
