// Pictures of what rolls and of gears in space: wheels touch what they roll on, and turn with it.
#include "examples/multibody.h"
#include "multibond/library/signal_sources.h"
#include "space_pictures_bench.h"

namespace multibond::mechanics3d {
namespace {

// -- rolling --------------------------------------------------------------------------------------

/// A leaning wheel on a slope.
struct Coin : Model {
  World world{this, "world"};
  Wheel wheel{this, "wheel"};
  Coin() {
    wheel.radius = 0.1;
    wheel.I_axis = 0.005;
    wheel.I_across = 0.0025;
    wheel.n = Vector3(0.1, 1, 0.05);
    wheel.d = 0.02;
    wheel.body.orientation.sequence = Vector3(2, 1, 3);
    wheel.body.orientation.phi_start = Vector3(0, 0.1, 0);
    wheel.body.orientation.fixed = true;
    wheel.body.w.start({0.0, 0.0, 15.0}).fixed();
  }
};

TEST(SpaceWheelPictures, AWheelStandsOnItsPlaneAndTurnsAsItRolls) {
  const Result result = pictured(Coin{}, 0.8);
  const FrameTrack hub(result, "wheel.frame_b");
  const Seen wheel(result, "wheel.picture"), plane(result, "wheel.picture_plane");
  EXPECT_EQ(wheel.shape, Shape::wheel);
  EXPECT_EQ(plane.shape, Shape::box);
  EXPECT_LT(plane.item.opacity, 1);
  const Vector3 up = Vector3(0.1, 1, 0.05).normalized();
  std::array<std::vector<double>, 3> contact;
  for (int i = 0; i < 3; ++i)
    contact[i] = result[fmt::format("wheel.contact.x_contact[{}]", i + 1)];
  const Matrix3 first = hub.axes(0).transpose() * wheel.at(0).rotation;
  for (std::size_t row = 0; row < result.rows(); ++row) {
    const Vector3 touch(contact[0][row], contact[1][row], contact[2][row]);
    expect_near(wheel.along(row, 0.5), hub.x(row), 1e-9);
    expect_near(wheel.x(row), hub.axes(row).col(2), 1e-9);
    EXPECT_DOUBLE_EQ(wheel.at(row).size(1), 0.2);
    EXPECT_NEAR((touch - wheel.along(row, 0.5)).norm(), 0.1, 1e-9);
    EXPECT_NEAR((touch - wheel.along(row, 0.5)).dot(wheel.x(row)), 0, 1e-9);
    expect_near(hub.axes(row).transpose() * wheel.at(row).rotation, first, 1e-9);
    // The upper side of the plane, below the middle of which it touches.
    const multibond::Scene::Placed floor = plane.at(row);
    expect_near(plane.along(row, 0.5) + up * (floor.size(2) / 2), touch, 1e-9);
    expect_near(floor.rotation.col(2), up, 1e-9);
    EXPECT_NEAR(up.dot(touch), 0.02, 1e-8);
  }
  for (const char* part :
       {"wheel.contact.picture", "wheel.body.picture_CM", "wheel.plane.picture"}) {
    EXPECT_THROW(result.scene.item(part), Error);
  }
}

TEST(SpaceWheelPictures, AMarbleTurnsOnItsPlane) {
  struct Ball : Model {
    World world{this, "world"};
    Marble marble{this, "marble"};
    Ball() {
      marble.n = Vector3(0.2, 1, 0);
      marble.body.w.start({0.5, 1.0, 0.0}).fixed();
    }
  };
  const Result result = pictured(Ball{}, 1);
  const FrameTrack centre(result, "marble.frame_b");
  const Seen ball(result, "marble.picture"), plane(result, "marble.picture_plane");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(ball.start(row), centre.x(row), 1e-9);
    expect_near(ball.at(row).rotation, centre.axes(row), 1e-9);
    expect_near(ball.at(row).size, Vector3(0.2, 0.2, 0.2), 1e-12);
    const Vector3 top =
        plane.along(row, 0.5) + Vector3(0.2, 1, 0).normalized() * (plane.at(row).size(2) / 2);
    EXPECT_NEAR((top - ball.start(row)).norm(), 0.1, 1e-9);
  }
}

TEST(SpaceWheelPictures, TheWheelsOfASetStandUprightAtTheEndsOfTheirAxle) {
  const Result result = pictured(examples::WheelSetDrive{}, 3);
  const FrameTrack middle(result, "wheels.frameMiddle");
  const std::vector<double> theta = result["wheels.theta1"];
  ASSERT_GT(std::abs(theta.back()), 1);
  for (const auto& [name, side] : {std::pair{"1", 0.25}, std::pair{"2", -0.25}}) {
    const Seen wheel(result, fmt::format("wheels.contact{}.picture", name));
    const FrameTrack hub(result, fmt::format("wheels.frame{}", name));
    const Matrix3 first = hub.axes(0).transpose() * wheel.at(0).rotation;
    for (std::size_t row = 0; row < result.rows(); ++row) {
      expect_near(wheel.along(row, 0.5), middle.at(row, {0, side, 0}), 1e-9);
      EXPECT_NEAR(wheel.along(row, 0.5)(2), 0.1, 1e-9);
      expect_near(wheel.x(row), middle.axes(row).col(1), 1e-9);
      expect_near(hub.axes(row).transpose() * wheel.at(row).rotation, first, 1e-9);
    }
  }
  EXPECT_THROW(result.scene.item("wheels.motion.turn.picture"), Error);
  EXPECT_THROW(result.scene.item("wheels.ground.picture"), Error);
}

// -- gears ----------------------------------------------------------------------------------------

/// A gear in a housing that turns itself, driven by its first wheel.
template <typename Gear>
struct Driven : Turning {
  Gear gear{this, "gear"};
  Body a{this, "a"}, b{this, "b"};
  BodyTorque torque{this, "torque"};
  ComponentArray<signals::Constant> value{this, "value", 3};
  explicit Driven(const Vector3& tau) {
    set_inertia(a, full_inertia());
    set_inertia(b, full_inertia());
    connect(tip(), gear.bearing);
    connect(gear.frame_a, a.frame_a);
    connect(gear.frame_b, b.frame_a);
    connect(torque.frame_b, a.frame_a);
    for (int i = 0; i < 3; ++i) {
      value[i].k = tau(i);
      connect(value[i].y, torque.torque[i]);
    }
  }
};

/// A point of the rim of what is shown: its distance from the axis, and from the plane of the
/// wheel.
void expect_on_rim(const Seen& wheel, std::size_t row, const Vector3& point, double radius) {
  const Vector3 arm = point - wheel.along(row, 0.5);
  EXPECT_NEAR(arm.dot(wheel.x(row)), 0, 1e-9);
  EXPECT_NEAR(arm.norm(), radius, 1e-9);
  EXPECT_NEAR(wheel.at(row).size(1), 2 * radius, 1e-9);
}

TEST(SpaceWheelPictures, GearWheelsTouchAtTheirPitchPoint) {
  struct Case {
    std::string name;
    Vector3 n_a, n_b, r_b, r_c;
    Shape a, b;
  };
  const Vector3 z = kSkew, x = across(kSkew), o(0, 0, 0);
  const Vector3 edge = std::cos(0.5) * z + std::sin(0.5) * x;
  const Case cases[] = {{"external", z, z, 0.5 * x, 0.2 * x, Shape::gear, Shape::gear},
                        {"internal", z, z, 0.3 * x, -0.2 * x, Shape::gear, Shape::wheel},
                        {"within", z, -z, 0.1 * x, 0.3 * x, Shape::wheel, Shape::gear},
                        {"bevel", z, x, o, 0.2 * edge, Shape::gear, Shape::gear}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Driven<GearWheels> model(c.n_a);
    model.gear.n_a = Vector3(2 * c.n_a);
    model.gear.n_b = c.n_b;
    model.gear.r_a = Vector3(0, 0, 0);
    model.gear.r_b = c.r_b;
    model.gear.r_c = c.r_c;
    const Result result = pictured(std::move(model), 0.5, 5);
    const FrameTrack housing(result, "gear.bearing"), frame_a(result, "gear.frame_a"),
        frame_b(result, "gear.frame_b");
    const Seen a(result, "gear.picture"), b(result, "gear.picture_b");
    EXPECT_EQ(a.shape, c.a);
    EXPECT_EQ(b.shape, c.b);
    for (std::size_t row = 0; row < result.rows(); ++row) {
      const Vector3 touch = housing.at(row, c.r_c);
      expect_on_rim(a, row, touch, c.n_a.cross(c.r_c).norm());
      expect_on_rim(b, row, touch, c.n_b.cross(c.r_c - c.r_b).norm());
      // They turn with their frames, about axes of the housing.
      expect_near(a.x(row), housing.axes(row) * c.n_a, 1e-9);
      expect_near(b.x(row), housing.axes(row) * c.n_b, 1e-9);
      expect_near(frame_a.axes(row).transpose() * a.at(row).rotation,
                  frame_a.axes(0).transpose() * a.at(0).rotation, 1e-9);
      expect_near(frame_b.axes(row).transpose() * b.at(row).rotation,
                  frame_b.axes(0).transpose() * b.at(0).rotation, 1e-9);
    }
    // Teeth are equally large.
    if (c.a == Shape::gear && c.b == Shape::gear) {
      EXPECT_NEAR(a.item.count / a.at(0).size(1), b.item.count / b.at(0).size(1),
                  0.5 / std::min(a.at(0).size(1), b.at(0).size(1)));
    }
  }
}

TEST(SpaceWheelPictures, AWormLiesOnItsWheelAndARackOnItsPinion) {
  const Result worm = pictured(Driven<WormGear>(Vector3(1, 0, 0)), 0.5, 5);
  const Result rack = pictured(Driven<RackAndPinion>(Vector3(0, 0, 0.1)), 0.5, 5);
  const FrameTrack housing(worm, "gear.bearing"), base(rack, "gear.bearing"),
      slide(rack, "gear.frame_b");
  const Seen screw(worm, "gear.picture"), wheel(worm, "gear.picture_b"),
      pinion(rack, "gear.picture"), bar(rack, "gear.picture_rack");
  for (std::size_t row = 0; row < worm.rows(); ++row) {
    const Vector3 touch = housing.at(row, {0, 0.1, 0});
    expect_on_rim(screw, row, touch, 0.02);
    expect_on_rim(wheel, row, touch, 0.1);
  }
  for (std::size_t row = 0; row < rack.rows(); ++row) {
    const Vector3 touch = base.at(row, {0, -0.1, 0});
    expect_on_rim(pinion, row, touch, 0.1);
    expect_near(bar.x(row), base.axes(row).col(0), 1e-9);
    expect_near((touch - bar.start(row)).cross(bar.x(row)), Vector3::Zero(), 1e-9);
    expect_near(bar.along(row, 0.5), slide.x(row), 1e-9);
  }
}

TEST(SpaceWheelPictures, PlanetsMeshWithBothTheirNeighbours) {
  struct Planetary : Turning {
    PlanetaryGear gear{this, "gear"};
    Body sun{this, "sun"}, carrier{this, "carrier"};
    Planetary() {
      gear.n = kAskew;
      gear.first.w.start(3.0).fixed();
      for (Body* body : {&sun, &carrier}) set_inertia(*body, 0.01 * full_inertia());
      connect(tip(), gear.bearing);
      connect(gear.frame_sun, sun.frame_a);
      connect(gear.frame_carrier, carrier.frame_a);
      connect(gear.frame_ring, gear.bearing);
    }
  };
  const Result result = pictured(Planetary{}, 0.5, 5);
  const Seen sun(result, "gear.picture_sun"), ring(result, "gear.picture_ring");
  EXPECT_EQ(ring.shape, Shape::wheel);
  for (const int k : {1, 2, 3}) {
    const Seen planet(result, fmt::format("gear.planet[{}].picture", k));
    EXPECT_EQ(planet.shape, Shape::gear);
    for (std::size_t row = 0; row < result.rows(); ++row) {
      const Vector3 centre = sun.along(row, 0.5), out = planet.along(row, 0.5) - centre;
      EXPECT_NEAR(out.norm(), 0.07, 1e-9);
      expect_on_rim(sun, row, centre + out * (0.04 / 0.07), 0.04);
      expect_on_rim(planet, row, centre + out * (0.04 / 0.07), 0.03);
      expect_on_rim(planet, row, centre + out * (0.10 / 0.07), 0.03);
      expect_on_rim(ring, row, centre + out * (0.10 / 0.07), 0.10);
    }
  }
}

TEST(SpaceWheelPictures, WheelsOfADifferentialMeshWithItsPlanets) {
  struct Halves : Turning {
    Differential gear{this, "gear"};
    Body left{this, "left"}, right{this, "right"}, carrier{this, "carrier"};
    Halves() {
      gear.n = kAskew;
      gear.first.w.start(3.0).fixed();
      for (Body* body : {&left, &right, &carrier}) set_inertia(*body, 0.01 * full_inertia());
      connect(tip(), gear.bearing);
      connect(gear.frame_left, left.frame_a);
      connect(gear.frame_right, right.frame_a);
      connect(gear.frame_carrier, carrier.frame_a);
    }
  };
  const Result result = pictured(Halves{}, 0.5, 5);
  const FrameTrack carrier(result, "gear.frame_carrier");
  const Seen left(result, "gear.picture_left"), right(result, "gear.picture_right");
  for (const int k : {1, 2}) {
    const Seen planet(result, fmt::format("gear.planet[{}].picture", k));
    for (std::size_t row = 0; row < result.rows(); ++row) {
      const Vector3 n = carrier.axes(row) * kAskew, out = planet.along(row, 0.5) - carrier.x(row);
      EXPECT_NEAR(out.norm(), 0.04, 1e-9);
      for (const auto& [side, sign] : {std::pair{&left, -1.0}, std::pair{&right, 1.0}}) {
        const Vector3 touch = carrier.x(row) + out + sign * 0.03 * n;
        expect_on_rim(*side, row, touch, 0.04);
        expect_on_rim(planet, row, touch, 0.03);
      }
    }
  }
}

}  // namespace
}  // namespace multibond::mechanics3d
