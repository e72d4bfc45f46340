// The snippets of the chapter on mechanics in space, as they stand in docs/user-guide.md.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "multibond/analyze/linearize.h"
#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/simulate/simulation.h"

// clang-format off
namespace multibond {
namespace {

struct Gyroscope : Model {
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed ceiling{this, "ceiling"};
  mechanics3d::Spherical joint{this, "joint"};
  mechanics3d::FixedTranslation rod{this, "rod"};
  mechanics3d::Body disc{this, "disc"};
  Gyroscope() {
    rod.r = Vector3(2, 0, 0);
    disc.m = 2.0;
    disc.I_11 = 0.12;                            // about x, the axis of the disc
    disc.I_22 = 0.06;
    disc.I_33 = 0.06;
    joint.orientation.fixed = true;              // starts along the axes of the world
    joint.w.start({250.0, 0.0, 0.0}).fixed();    // rad/s, in frame_b
    connect(ceiling.frame_b, joint.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, disc.frame_a);
  }
};

TEST(SpaceGuide, TheGyroscopePrecesses) {
  const Result result = simulate(Gyroscope(), {.stop = 5, .tolerance = 1e-8});
  ASSERT_EQ(result.status, RunStatus::completed);
  // It falls no deeper than a small part of a pendulum's way, and keeps its distance.
  double lowest = 0;
  for (const double y : result["disc.x[2]"]) lowest = std::min(lowest, y);
  EXPECT_GT(lowest, -1.5);
  EXPECT_LT(lowest, -0.1);
  EXPECT_NEAR(std::hypot(result.final("disc.x[1]"), result.final("disc.x[2]"),
                         result.final("disc.x[3]")), 2, 1e-9);
}

struct ShownGyroscope : Gyroscope {
  mechanics3d::FixedShape flag{this, "flag"};          // a box that turns with the disc
  mechanics3d::SignalArrow speed{this, "speed"};       // where it goes, 1 m long at 1 m/s
  mechanics3d::AbsoluteVelocity sensor{this, "sensor"};
  ShownGyroscope() {
    disc.picture_CM.shape = "cylinder";
    disc.picture_CM.width = 0.5;
    world.picture_gravity.visible = false;             // world.picture: its axes
    flag.r_shape = Vector3(0, 0.3, 0);
    flag.lengthDirection = Vector3(0, 1, 0);           // and widthDirection, as far as it is across
    flag.widthDirection = Vector3(0, 0, 1);
    sensor.resolveInFrame = "frame_a";
    connect(disc.frame_a, flag.frame_a);
    connect(disc.frame_a, speed.frame_a);
    connect(disc.frame_a, sensor.frame_a);
    for (int i = 0; i < 3; ++i) connect(sensor.y[i], speed.r_head[i]);
  }
};

TEST(SpaceGuide, PicturesAreChangedAndAdded) {
  const Result result = simulate(ShownGyroscope(), {.stop = 0.5, .intervals = 50, .pictures = true});
  const Scene& scene = result.scene;
  EXPECT_EQ(scene.item("disc.picture_CM").shape, Shape::cylinder);
  EXPECT_EQ(scene.item("disc.picture_CM").size[1].value, 0.5);
  EXPECT_EQ(scene.item("flag.picture").shape, Shape::box);
  EXPECT_THROW(scene.item("world.picture_gravity"), Error);
  for (std::size_t row = 0; row < scene.times.size(); ++row) {
    const Scene::Placed arrow = scene.placed(scene.item("speed.picture"), row);
    double square = 0;
    for (int i = 1; i <= 3; ++i) {
      square += std::pow(result["disc.v[" + std::to_string(i) + "]"][row], 2);
    }
    EXPECT_NEAR(arrow.size(0), std::sqrt(square), 1e-9);
  }
}

struct Coin : Model {
  mechanics3d::World world{this, "world"};
  mechanics3d::Wheel wheel{this, "wheel"};
  Coin() {
    wheel.radius = 0.1;                          // axle along z, floor across y
    wheel.I_axis = 0.005;
    wheel.I_across = 0.0025;
    mechanics3d::Body& body = wheel.body;
    body.orientation.sequence = Vector3(2, 1, 3);          // yaw, lean, roll
    body.orientation.phi_start = Vector3(0, 0.1, 0);
    body.orientation.fixed = true;
    body.x[1].start(0.1);                        // a wish: the height follows from the contact
    body.w.start({0.0, 0.0, 15.0}).fixed();
  }
};

TEST(SpaceGuide, TheCoinRolls) {
  const Result result = simulate(Coin(), {.stop = 1, .tolerance = 1e-8});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.initial("wheel.body.x[2]"), 0.1 * std::cos(0.1), 1e-12);
  EXPECT_NEAR(result.final("wheel.contact.x_contact[2]"), 0, 1e-12);
  EXPECT_LT(result.final("wheel.body.x[1]"), -1);
  EXPECT_TRUE(result.has("wheel.contact.f_long"));
  EXPECT_TRUE(result.has("wheel.contact.f_lat"));
}

double growth(double speed) {
  const auto bicycle = library_catalog().find("WhippleBicycle").make(nullptr, "bicycle");
  bicycle->set("speed", speed);
  bicycle->set("push", 0);
  const Linearization l = linearize(*bicycle);
  double largest = -1e9;
  for (const std::complex<double>& value : l.eigenvalues) {
    if (value != 0.0) largest = std::max(largest, value.real());
  }
  return largest;
}

TEST(SpaceGuide, TheBicycleStaysUprightAtMiddleSpeed) {
  EXPECT_LT(growth(5), 0);
  EXPECT_GT(growth(4), 0);
  EXPECT_GT(growth(7), 0);
}

}  // namespace
}  // namespace multibond
