// Hard contacts, against closed forms and equations written by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "multibond/library/impacts.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/translational.h"
#include "multibond/library/translational_contact.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace planar;

constexpr double kGravity = 9.81;

/// Times at which something was hit.
std::vector<double> impact_times(const Result& result) {
  std::vector<double> times;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) {
      if (text.starts_with("impact")) {
        times.push_back(event.time);
        break;
      }
    }
  }
  return times;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct Ball : Model {
  World world{this, "world"};
  Body ball{this, "ball"};
  DiscCollider disc{this, "disc"};
  FloorCollider floor{this, "floor"};
  Ball(double radius, double height) {
    disc.radius = radius;
    ball.y.start(radius + height).fixed();
    ball.x.start(0.0).fixed();
    ball.phi.start(0.0).fixed();
    ball.vx.start(0.0).fixed();
    ball.vy.start(0.0).fixed();
    ball.w.start(0.0).fixed();
    connect(ball.frame_a, disc.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

TEST(Contacts, ABallBouncesAtTheTimesOfItsRestitution) {
  Ball model(0.1, 1.0);
  model.disc.e = 0.8;
  model.floor.e = 0.8;
  const Result result = simulate(model, {.stop = 3.9, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  const std::vector<double> times = impact_times(result);
  ASSERT_GE(times.size(), 10u);
  const double first = std::sqrt(2 / kGravity);
  double expected = first, flight = 2 * first;
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(times[k], expected, 1e-10) << k;
    flight *= 0.8;
    expected += flight;
  }
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-10);
}

TEST(Contacts, ABallThatHasBouncedToRestStaysThere) {
  Ball model(0.1, 1.0);
  model.disc.e = 0.5;
  model.floor.e = 0.5;
  const Result result = simulate(model, {.stop = 1000, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.at("ball.y", 10), 0.1, 1e-12);
  EXPECT_EQ(result.at("ball.y", 10), result.final("ball.y"));
  EXPECT_EQ(result.at("ball.x", 10), result.final("ball.x"));
  EXPECT_NEAR(result.final("disc.fy"), kGravity, 1e-9);
}

/// Negative restitution: the floor takes a part of the speed and lets the ball through.
TEST(Contacts, ABallBreaksThroughAFloorOfNegativeRestitution) {
  Ball model(0.1, 1.0);
  model.disc.e = -0.5;
  const Result result = simulate(model, {.stop = 1, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double hit = std::sqrt(2 / kGravity), after = 1 - hit, speed = 0.5 * kGravity * hit;
  EXPECT_NEAR(result.final("ball.y"), 0.1 - speed * after - 0.5 * kGravity * after * after, 1e-9);
  ASSERT_EQ(impact_times(result).size(), 1u);
}

/// A ball thrown along the floor slides until it rolls.
TEST(Contacts, ABowlingBallGoesFromSlidingToRolling) {
  const double r = 0.1, mu = 0.12, v0 = 6, J = 0.4 * r * r;
  Ball model(r, 0.0);
  model.ball.J = J;
  model.disc.mu = mu;
  model.floor.mu = mu;
  model.ball.vx.start(v0);
  const Result result = simulate(model, {.stop = 3, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double rolls = 2 * v0 / (7 * mu * kGravity);
  double found = 0;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) {
      if (text.ends_with("stick")) found = event.time;
    }
  }
  EXPECT_NEAR(found, rolls, 1e-8);
  EXPECT_NEAR(result.final("ball.vx"), 5 * v0 / 7, 1e-8);
  EXPECT_NEAR(result.final("ball.w"), -5 * v0 / 7 / r, 1e-7);
  EXPECT_NEAR(result.final("ball.x"),
              12 * v0 * v0 / (49 * mu * kGravity) + 5 * v0 / 7 * (3 - rolls), 1e-7);
  EXPECT_NEAR(result.energy.dissipated, 0.5 * v0 * v0 * 2 / 7, 1e-7);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

/// A box of four corners on a slope: two of its contacts are redundant.
struct Slope : Model {
  World world{this, "world"};
  Body box{this, "box"};
  PolygonCollider shape{this, "shape"};
  FixedRotation tilt{this, "tilt"};
  FloorCollider floor{this, "floor"};
  Slope(double angle, double mu) {
    tilt.phi = angle;
    shape.mu = mu;
    floor.mu = mu;
    MatrixX corners(2, 4);
    corners << -0.5, 0.5, 0.5, -0.5, -0.25, -0.25, 0.25, 0.25;
    shape.corners = corners;
    box.m = 2.0;
    box.J = 2.0 * (1.0 + 0.25) / 12;
    box.x.start(-0.25 * std::sin(angle)).fixed();
    box.y.start(0.25 * std::cos(angle)).fixed();
    box.phi.start(angle).fixed();
    box.vx.start(0.0).fixed();
    box.vy.start(0.0).fixed();
    box.w.start(0.0).fixed();
    connect(box.frame_a, shape.frame_a);
    connect(world.frame_b, tilt.frame_a);
    connect(tilt.frame_b, floor.frame_a);
  }
};

TEST(Contacts, ABoxOnASlopeBeginsToSlideAtTheAngleOfFriction) {
  const double mu = 0.5, steepest = std::atan(mu);
  for (const double excess : {-1e-6, 1e-6}) {
    const double angle = steepest * (1 + excess);
    Slope model(angle, mu);
    const Result result = simulate(model, {.stop = 10, .tolerance = 1e-9});
    ASSERT_EQ(result.status, RunStatus::completed);
    const double x = result.final("box.x") - result.initial("box.x");
    const double y = result.final("box.y") - result.initial("box.y");
    const double expected =
        excess < 0 ? 0 : 0.5 * kGravity * (std::sin(angle) - mu * std::cos(angle)) * 100;
    EXPECT_NEAR(std::hypot(x, y), expected, 1e-9 + 1e-6 * expected);
  }
}

/// Three masses on a line, held by springs (Zimmer 2006, section 8.3).
TEST(Contacts, ThreeMassesCollideAtTheTimesOfTheClosedForm) {
  struct ThreeMasses : Model {
    translational::Fixed wall{this, "wall"};
    ComponentArray<translational::Spring> spring{this, "spring", 3};
    ComponentArray<translational::Mass> mass{this, "mass", 3};
    ComponentArray<translational::HardGap> gap{this, "gap", 2};
    ThreeMasses() {
      const double m[] = {1, 5, 2}, x[] = {-1, 0, 1};
      for (std::size_t k = 0; k < 3; ++k) {
        mass[k].m = m[k];
        mass[k].s.start(x[k]).fixed();
        mass[k].v.start(0.0).fixed();
        spring[k].c = 0.3;
        connect(wall.flange, spring[k].flange_a);
        connect(spring[k].flange_b, mass[k].flange_a);
      }
      for (std::size_t k = 0; k < 2; ++k) {
        gap[k].e = 1.0;
        connect(mass[k].flange_b, gap[k].flange_a);
        connect(gap[k].flange_b, mass[k + 1].flange_a);
      }
    }
  } model;
  const Result result = simulate(model, {.stop = 25, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  // Each mass swings by itself between impacts; roots by mpmath.
  const double expected[] = {2.86786860477274, 3.67595661280406, 7.49523361415643,
                             11.7009802435917, 11.9619971907438, 17.4505441697066,
                             18.979572292021,  23.0907533945832};
  const std::vector<double> times = impact_times(result);
  ASSERT_EQ(times.size(), std::size(expected));
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 1e-9) << k;
  EXPECT_NEAR(result.final("mass[1].s"), -0.679232067212858, 1e-8);
  EXPECT_NEAR(result.final("mass[3].v"), -0.400674521691414, 1e-8);
}

/// Two rods of 1 m and 1 kg from horizontal rest; the tip hits a wall at x = 0.5.
struct DoublePendulum : Model {
  World world{this, "world"};
  ComponentArray<Revolute> joint{this, "joint", 2};
  ComponentArray<Body> rod{this, "rod", 2};
  ComponentArray<FixedTranslation> arm{this, "arm", 2};
  FixedTranslation place{this, "place"};
  DiscCollider tip{this, "tip"};
  FloorCollider wall{this, "wall"};
  explicit DoublePendulum(double mu) {
    for (std::size_t k = 0; k < 2; ++k) {
      rod[k].J = 1.0 / 12;
      rod[k].r_CM = Vector2(0.5, 0);
      arm[k].r = Vector2(1, 0);
      joint[k].phi.start(0.0).fixed();
      joint[k].w.start(0.0).fixed();
      connect(joint[k].frame_b, rod[k].frame_a);
      connect(joint[k].frame_b, arm[k].frame_a);
    }
    connect(world.frame_b, joint[0].frame_a);
    connect(arm[0].frame_b, joint[1].frame_a);
    connect(arm[1].frame_b, tip.frame_a);
    // A disc of 1e-3 m that hits a wall moved by as much is a point.
    tip.radius = 1e-3;
    place.r = Vector2(0.5 - 1e-3, 0);
    wall.n = Vector2(1, 0);
    for (Collider* shape : {static_cast<Collider*>(&tip), static_cast<Collider*>(&wall)}) {
      shape->e = 0.5;
      shape->mu = mu;
    }
    connect(world.frame_b, place.frame_a);
    connect(place.frame_b, wall.frame_a);
  }
};

TEST(Contacts, ImpactsPassThroughADoublePendulum) {
  DoublePendulum model(0.0);
  const Result result = simulate(model, {.stop = 2, .tolerance = 1e-11});
  ASSERT_EQ(result.status, RunStatus::completed);
  // Lagrange's equations and the momentum balance of the impact, by hand; Runge-Kutta, step halved.
  const std::vector<double> times = impact_times(result);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_NEAR(times[0], 0.605877599658, 1e-10);
  EXPECT_NEAR(times[1], 0.93083833842, 1e-9);
  EXPECT_NEAR(times[2], 1.52876672739, 1e-9);
  EXPECT_NEAR(result.final("joint[1].phi"), -1.25519809833, 1e-8);
  EXPECT_NEAR(result.final("joint[2].phi"), 1.00832221580, 1e-8);
  EXPECT_NEAR(result.final("joint[1].w"), -1.23321962106, 1e-8);
  EXPECT_NEAR(result.final("joint[2].w"), 2.3457407228, 1e-8);
}

/// A slender rod of 1 kg and 1 m whose lower end slides on the floor, leaning by theta.
struct SlidingRod : Model {
  World world{this, "world"};
  Body rod{this, "rod"};
  FixedTranslation end{this, "end"};
  DiscCollider tip{this, "tip"};
  FloorCollider floor{this, "floor"};
  SlidingRod(double theta, double mu, double speed) {
    constexpr double kRadius = 1e-6;
    rod.J = 1.0 / 12;
    end.r = Vector2(-0.5, 0);
    tip.radius = kRadius;
    tip.mu = floor.mu = mu;
    rod.x.start(0).fixed();
    rod.y.start(0.5 * std::sin(theta) + kRadius).fixed();
    rod.phi.start(theta).fixed();
    rod.vx.start(speed).fixed();
    rod.vy.start(0).fixed();
    rod.w.start(0).fixed();
    connect(rod.frame_a, end.frame_a);
    connect(end.frame_b, tip.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

bool jams(const Result& result, const std::string& critical) {
  return std::any_of(
      result.diagnostics.begin(), result.diagnostics.end(), [&](const Diagnostic& note) {
        return note.text.find("jam") != std::string::npos &&
               note.text.find("critical coefficient " + critical) != std::string::npos;
      });
}

TEST(Contacts, ARodWithTooMuchFrictionJamsAndSaysSo) {
  // Painleve: an acceleration exists for mu < (1 + 3 cos^2) / (3 sin cos) only, 1.3751 at 1 rad.
  SlidingRod stuck(1, 2, -1);
  const Result result = simulate(stuck, {.stop = 1e-3});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_TRUE(jams(result, "1.375"));
  EXPECT_LT(result.energy.jumps, -1e-3);  // friction takes it; nothing is gained
  SlidingRod pulled(1, 2, 1), smooth(1, 1.3, -1);
  for (SlidingRod* other : {&pulled, &smooth}) {
    const Result free = simulate(*other, {.stop = 1e-3});
    EXPECT_EQ(free.status, RunStatus::completed);
    EXPECT_FALSE(jams(free, ""));
  }
}

/// Two wedges on a smooth floor, whose sharp corners meet on the floor.
struct Wedges : Model {
  World world{this, "world"};
  FloorCollider floor{this, "floor"};
  Body left{this, "left"}, right{this, "right"};
  PolygonCollider left_shape{this, "left_shape"}, right_shape{this, "right_shape"};
  explicit Wedges(double distance) {
    connect(world.frame_b, floor.frame_a);
    for (const bool is_left : {true, false}) {
      Body& body = is_left ? left : right;
      PolygonCollider& shape = is_left ? left_shape : right_shape;
      MatrixX corners(2, 3);
      corners << -0.1, 0.1, 0, 0, 0, 0.15;
      shape.corners = corners;
      body.x.start(is_left ? -0.1 - distance : 0.1).fixed();
      body.y.start(0).fixed();
      body.phi.start(0).fixed();
      body.vx.start(is_left ? 0.3 : 0).fixed();
      body.vy.start(0).fixed();
      body.w.start(0).fixed();
      connect(body.frame_a, shape.frame_a);
    }
  }
};

TEST(Contacts, CornersThatMeetOnAFloorDoNotPassThroughEachOther) {
  for (int i = 1; i <= 20; ++i) {
    Wedges model(0.01 * i + 1e-4);
    const Result result = simulate(model, {.stop = 2, .intervals = 400});
    ASSERT_EQ(result.status, RunStatus::completed);
    // They are stopped by a corner on a slope, which may lift one of them over the other.
    const Signal &x0 = result.signal("left.x"), &x1 = result.signal("right.x"),
                 &y0 = result.signal("left.y"), &y1 = result.signal("right.y");
    for (std::size_t row = 0; row < result.rows(); ++row) {
      const bool low = result.value(y0, row) < 0.01 && result.value(y1, row) < 0.01;
      if (!low) break;
      EXPECT_GT(result.value(x1, row) - result.value(x0, row), 0.2 - 0.02)
          << "distance " << i << " at " << result.value(result.signal("time"), row);
    }
  }
}

// Between two walls at once nothing can come back from the one that it hits.
struct HeldSlider : Model {
  World world{this, "world"};
  Impacts impacts{this, "impacts"};
  Prismatic rail{this, "rail"};
  Body slider{this, "slider"};
  DiscCollider disc{this, "disc"};
  FixedTranslation left_at{this, "left_at"}, right_at{this, "right_at"};
  FloorCollider left{this, "left"}, right{this, "right"};
  explicit HeldSlider(const char* order) {
    impacts.order = order;
    rail.n = Vector2(1, 0);
    rail.s.start(0.0).fixed();
    rail.v.start(1.0).fixed();
    disc.radius = 0.1;
    left_at.r = Vector2(-0.1, 0);
    right_at.r = Vector2(0.1, 0);
    left.n = Vector2(1, 0);
    right.n = Vector2(-1, 0);
    disc.e = left.e = right.e = 1.0;
    connect(world.frame_b, rail.frame_a);
    connect(rail.frame_b, slider.frame_a);
    connect(slider.frame_a, disc.frame_a);
    connect(world.frame_b, left_at.frame_a);
    connect(left_at.frame_b, left.frame_a);
    connect(world.frame_b, right_at.frame_a);
    connect(right_at.frame_b, right.frame_a);
  }
};

TEST(Contacts, WhereNewtonsLawHasNoMotionANoteNamesTheContacts) {
  HeldSlider model("simultaneous");
  const Result result = simulate(model, {.stop = 1});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("rail.v"), 0, 1e-12);
  const auto told = std::count_if(
      result.diagnostics.begin(), result.diagnostics.end(), [](const Diagnostic& note) {
        return note.severity == Severity::note && contains(note.text, "Poisson's law") &&
               contains(note.text, "disc and left") && contains(note.text, "disc and right");
      });
  EXPECT_EQ(told, 1);
}

TEST(Contacts, ARunIsInterruptedInsideAnEvent) {
  Ball model(0.1, 1.0);
  const double impact = std::sqrt(2 / kGravity);
  double passed = 0;
  SimulationOptions options{.stop = 3};
  options.progress = [&](double time, std::size_t) { passed = time; };
  // The step that ends at the impact has been told: the next to ask is the event.
  options.interrupted = [&] { return passed > impact - 1e-6; };
  const Result result = simulate(model, options);
  EXPECT_EQ(result.status, RunStatus::interrupted);
  EXPECT_NEAR(result.final("time"), impact, 1e-6);
  EXPECT_TRUE(result.events.empty());
  EXPECT_NEAR(result.final("ball.vy"), -kGravity * impact, 1e-5);
}

}  // namespace
}  // namespace multibond
