// Gears in space: no slip where they touch, the signs of their kind, and torques by closed forms.
#include "multibond/library/signal_sources.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

/// Velocity of the material point of a body at a place, both in the world.
Vector3 velocity_at(const Result& result, const std::string& body, const Vector3& place) {
  const Vector3 w = axes_of(result, body + ".frame_a") * vector_of(result, body + ".w");
  return vector_of(result, body + ".v") + w.cross(place - vector_of(result, body + ".x"));
}

void set_ball(Body& body, double I) {
  body.m = 1.0;
  for (Parameter<double>* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = I;
}

/// A gear in a housing at rest whose first wheel a constant torque drives about x, y and z.
template <typename Gear>
struct Driven : Weightless {
  Gear gear{this, "gear"};
  Body a{this, "a"}, b{this, "b"};
  BodyTorque torque{this, "torque"};
  ComponentArray<signals::Constant> value{this, "value", 3};
  explicit Driven(const Vector3& tau) {
    set_ball(a, 0.1);
    set_ball(b, 0.3);
    connect(ground.frame_b, gear.bearing);
    connect(gear.frame_a, a.frame_a);
    connect(gear.frame_b, b.frame_a);
    connect(torque.frame_b, a.frame_a);
    for (int i = 0; i < 3; ++i) {
      value[i].k = tau(i);
      connect(value[i].y, torque.torque[i]);
    }
  }
};

// -- wheels ---------------------------------------------------------------------------------------

struct WheelCase {
  std::string name;
  Vector3 n_a, n_b, r_a, r_b, r_c;
  double ratio;
};

TEST(SpaceGears, WheelsRollOnEachOtherWhereTheyTouch) {
  const Vector3 z = kSkew, x = across(kSkew), o(0, 0, 0);
  // A cone of 30 degrees on one of 60 degrees, from either side of the axis.
  const Vector3 edge = std::cos(0.5) * z + std::sin(0.5) * x;
  const double inner = 0.2 * edge.cross(z).norm(), outer = 0.2 * edge.cross(x).norm();
  const WheelCase cases[] = {
      {"external", z, z, o, 0.5 * x, 0.2 * x, -1.5},
      {"internal", z, z, o, 0.3 * x, -0.2 * x, 2.5},
      {"against", z, -z, o, 0.5 * x, 0.2 * x, 1.5},
      {"bevel", z, x, o, o, 0.2 * edge, -outer / inner},
      {"bevel, behind", z, x, o, o, 0.2 * (edge - 2 * edge.dot(z) * z), outer / inner}};
  for (const WheelCase& c : cases) {
    SCOPED_TRACE(c.name);
    Driven<GearWheels> model(c.n_a);
    model.gear.n_a = Vector3(2 * c.n_a);
    model.gear.n_b = c.n_b;
    model.gear.r_a = c.r_a;
    model.gear.r_b = c.r_b;
    model.gear.r_c = c.r_c;
    const Result result = audited(std::move(model), 1);
    // (J_a + J_b / ratio^2) dw/dt = 1 N.m
    const double w = 1 / (0.1 + 0.3 / (c.ratio * c.ratio));
    expect_near(axes_of(result, "a.frame_a") * vector_of(result, "a.w"), w * c.n_a, 1e-8);
    expect_near(axes_of(result, "b.frame_a") * vector_of(result, "b.w"), w / c.ratio * c.n_b, 1e-8);
    expect_near(velocity_at(result, "a", c.r_c), velocity_at(result, "b", c.r_c), 1e-8);
  }
}

// -- worm -----------------------------------------------------------------------------------------

TEST(SpaceGears, AWormMovesTheRimOfItsWheelAsANut) {
  for (const double lead : {0.02, -0.02}) {
    SCOPED_TRACE(lead);
    Driven<WormGear> model(Vector3(1, 0, 0));
    model.gear.lead = lead;
    const Result result = audited(std::move(model), 1);
    const double w = result.final("a.w[1]");
    EXPECT_GT(w, 1);
    // As Screw has it: a nut that does not turn moves by -lead / 2 pi times the angle of the screw.
    EXPECT_NEAR(velocity_at(result, "b", Vector3(0, 0.1, 0))(0), -lead / kTurn * w, 1e-9);
    EXPECT_NEAR(result.final("b.w[3]"), lead / kTurn * w / 0.1, 1e-9);
  }
}

// The surface of the thread by differences of the screw motion; across it both parts move alike.
TEST(SpaceGears, AWormMayCrossItsWheelAtAnyAngle) {
  const Vector3 n_a = Vector3(1, 0, 0.4).normalized(), r_a(0, 0.13, 0), r_c(0, 0.1, 0);
  const double lead = 0.05, h = 1e-5;
  Driven<WormGear> model(n_a);
  model.gear.lead = lead;
  model.gear.n_a = n_a;
  model.gear.r_a = r_a;
  const auto thread = [&](double angle, double scale) {
    return Vector3(r_a + n_a * (lead * angle / kTurn) +
                   turned_about(n_a, angle) * (scale * (r_c - r_a)));
  };
  const Vector3 normal = ((thread(h, 1) - thread(-h, 1)) / (2 * h))
                             .cross((thread(0, 1 + h) - thread(0, 1 - h)) / (2 * h))
                             .normalized();
  const Result result = audited(std::move(model), 1);
  const Vector3 slip = velocity_at(result, "a", r_c) - velocity_at(result, "b", r_c);
  EXPECT_NEAR(slip.dot(normal), 0, 1e-8);
  EXPECT_GT(slip.norm(), 0.1);  // along the thread they slide
}

// -- rack -----------------------------------------------------------------------------------------

TEST(SpaceGears, APinionRollsOnItsRack) {
  for (const double side : {-1.0, 1.0}) {
    SCOPED_TRACE(side);
    const Vector3 r_c = side * 0.2 * across(kSkew), along = kSkew.cross(r_c).normalized();
    Driven<RackAndPinion> model(kSkew);
    model.gear.n_a = kSkew;
    model.gear.n_b = Vector3(-3 * along);
    model.gear.r_b = Vector3(r_c + 0.1 * along);
    model.gear.r_c = r_c;
    const Result result = audited(std::move(model), 1);
    // (J + m r^2) dw/dt = 1 N.m
    const double w = 1 / (0.1 + 0.04);
    expect_near(vector_of(result, "b.v"), 0.2 * w * along, 1e-8);
    expect_near(velocity_at(result, "a", r_c), vector_of(result, "b.v"), 1e-8);
  }
}

// -- planets --------------------------------------------------------------------------------------

/// A gear with planets whose carrier stands on the ground, driven at one of its frames.
template <typename Gear>
struct Epicyclic : Weightless {
  Gear gear{this, "gear"};
  Body first{this, "first"}, second{this, "second"};
  WorldTorque torque{this, "torque"};
  ComponentArray<signals::Constant> value{this, "value", 3};
  Epicyclic(int planets, const Vector3& n) {
    gear.n = n;
    gear.planets = planets;
    gear.m_planet = 0.5;
    gear.I_axis = 0.01;
    gear.I_across = 0.006;
    set_ball(first, 0.1);
    set_ball(second, 0.3);
    connect(ground.frame_b, gear.bearing);
    for (int i = 0; i < 3; ++i) {
      value[i].k = n(i);
      connect(value[i].y, torque.torque[i]);
    }
  }
};

TEST(SpaceGears, ADifferentialHalvesTheTorque) {
  struct Axle : Epicyclic<Differential> {
    Axle(int planets, const Vector3& n) : Epicyclic(planets, n) {
      gear.r_side = 0.08;
      gear.r_planet = 0.06;
      connect(gear.frame_left, first.frame_a);
      connect(gear.frame_right, second.frame_a);
      connect(torque.frame_b, gear.frame_carrier);
    }
  };
  for (const int planets : {1, 2, 4}) {
    SCOPED_TRACE(planets);
    const Result result = audited(Axle(planets, kSkew), 1);
    const Vector3 place = vector_of(result, "gear.planet[1].x"), axis = place.normalized();
    const Vector3 left = 0.08 * axis - 0.06 * kSkew, right = 0.08 * axis + 0.06 * kSkew;
    expect_near(velocity_at(result, "first", left), velocity_at(result, "gear.planet[1]", left),
                1e-8);
    expect_near(velocity_at(result, "second", right), velocity_at(result, "gear.planet[1]", right),
                1e-8);
    const double wl = (axes_of(result, "first.frame_a") * vector_of(result, "first.w")).dot(kSkew),
                 wr =
                     (axes_of(result, "second.frame_a") * vector_of(result, "second.w")).dot(kSkew),
                 wc = result.final("gear.carrier.w");
    EXPECT_NEAR(wl + wr, 2 * wc, 1e-8);
    // Lagrange's equations in c = (l + r)/2 and e = (l - r)/2; a planet turns by 8/6 of e about its
    // axis and by c about n.
    const double about_n = planets * (0.5 * 0.0064 + 0.006), own = planets * 0.01 * 16.0 / 9;
    const Eigen::Matrix2d M{{0.4 + about_n, -0.2}, {-0.2, 0.4 + own}};
    const Eigen::Vector2d rates = M.inverse() * Eigen::Vector2d(1, 0);
    EXPECT_NEAR(wc, rates(0), 1e-8);
    EXPECT_NEAR((wl - wr) / 2, rates(1), 1e-8);
  }
}

TEST(SpaceGears, APlanetaryGearWithAnyNumberOfPlanets) {
  struct Train : Epicyclic<PlanetaryGear> {
    Train(int planets, const Vector3& n) : Epicyclic(planets, n) {
      gear.r_sun = 0.2;
      gear.r_planet = 0.1;
      connect(gear.frame_sun, first.frame_a);
      connect(gear.frame_ring, second.frame_a);
      connect(torque.frame_b, gear.frame_sun);
    }
  };
  for (const int planets : {1, 3, 6}) {
    SCOPED_TRACE(planets);
    const Result result = audited(Train(planets, kSkew), 1);
    const Vector3 out = vector_of(result, "gear.planet[1].x").normalized();
    expect_near(velocity_at(result, "first", 0.2 * out),
                velocity_at(result, "gear.planet[1]", 0.2 * out), 1e-8);
    expect_near(velocity_at(result, "second", 0.4 * out),
                velocity_at(result, "gear.planet[1]", 0.4 * out), 1e-8);
    // Free ring: coordinates are the carrier and the planet, relative to it; sun - carrier is -1/2
    // of that, ring - carrier 1/4.
    const double m = planets * (0.5 * 0.09 + 0.01), p = planets * 0.01;
    const Eigen::Matrix2d M{{0.1 + 0.3 + m, -0.05 + 0.075 + p},
                            {-0.05 + 0.075 + p, 0.025 + 0.01875 + p}};
    const Eigen::Vector2d rates = M.inverse() * Eigen::Vector2d(1, -0.5);
    EXPECT_NEAR(result.final("gear.carrier.w"), rates(0), 1e-8);
    EXPECT_NEAR(result.final("gear.joint[1].w"), rates(1), 1e-8);
  }
}

}  // namespace
}  // namespace multibond::mechanics3d
