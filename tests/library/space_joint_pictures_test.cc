// Pictures of joints, forces, wheels and gears in space: their places and directions as they move.
#include "examples/multibody.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "space_pictures_bench.h"

namespace multibond::mechanics3d {
namespace {

// -- joints ---------------------------------------------------------------------------------------

/// A joint at the tip of the turning arm with a body behind it.
template <typename Joint>
struct Jointed : Turning {
  Joint joint{this, "joint"};
  Body body{this, "body"};
  Jointed() {
    body.r_CM = Vector3(0.1, 0.2, -0.1);
    set_inertia(body, full_inertia());
    connect(tip(), joint.frame_a);
    connect(joint.frame_b, body.frame_a);
  }
};

/// A pin lies along its axis, with its middle at the frame.
void expect_pin(const Result& result, const std::string& picture, const std::string& frame,
                const Vector3& n) {
  SCOPED_TRACE(picture);
  const Seen pin(result, picture);
  const FrameTrack track(result, frame);
  EXPECT_EQ(pin.shape, Shape::cylinder);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(pin.along(row, 0.5), track.x(row), 1e-9);
    expect_near(pin.x(row), track.axes(row) * n.normalized(), 1e-9);
    EXPECT_TRUE(proper(pin.at(row).rotation));
    EXPECT_GT(pin.at(row).size(0), pin.at(row).size(1));
  }
}

/// A line from one frame to the other, whether they meet or not.
void expect_line(const Result& result, const std::string& picture, const std::string& from,
                 const std::string& to, Shape shape = Shape::beam) {
  SCOPED_TRACE(picture);
  const Seen line(result, picture);
  const FrameTrack a(result, from), b(result, to);
  EXPECT_EQ(line.shape, shape);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(line.start(row), a.x(row), 1e-9);
    expect_near(line.end(row), b.x(row), 1e-9);
    // What has no length has no direction.
    EXPECT_TRUE(line.at(row).size(0) < 1e-9 || proper(line.at(row).rotation));
  }
}

/// A block at the frame that slides along an axis.
void expect_slider(const Result& result, const std::string& picture, const std::string& frame,
                   const Vector3& n) {
  SCOPED_TRACE(picture);
  const Seen block(result, picture);
  const FrameTrack track(result, frame);
  EXPECT_EQ(block.shape, Shape::box);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(block.along(row, 0.5), track.x(row), 1e-9);
    expect_near(block.x(row), track.axes(row) * n.normalized(), 1e-9);
  }
}

void expect_ball(const Result& result, const std::string& picture, const std::string& frame) {
  SCOPED_TRACE(picture);
  const Seen ball(result, picture);
  const FrameTrack track(result, frame);
  EXPECT_EQ(ball.shape, Shape::sphere);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(ball.start(row), track.x(row), 1e-9);
    EXPECT_EQ(ball.at(row).size(0), ball.at(row).size(1));
  }
}

TEST(SpaceJointPictures, ARevoluteJointIsACylinderAlongItsAxis) {
  Jointed<Revolute> model;
  model.joint.n = Vector3(5 * kAskew);
  const Result result = pictured(std::move(model), 1);
  expect_pin(result, "joint.picture", "joint.frame_a", kAskew);
  expect_pin(result, "joint.picture", "joint.frame_b", kAskew);  // the axis is the same in both
}

TEST(SpaceJointPictures, APrismaticJointIsABlockOnARailAlongItsAxis) {
  Jointed<Prismatic> model;
  model.joint.n = kAskew;
  model.joint.s_offset = 0.2;
  model.joint.v.start(0.5).fixed();
  const Result result = pictured(std::move(model), 0.5);
  expect_slider(result, "joint.picture", "joint.frame_b", kAskew);
  expect_line(result, "joint.picture_rail", "joint.frame_a", "joint.frame_b");
}

TEST(SpaceJointPictures, AScrewAndACylindricalJointTurnAboutTheirRail) {
  Jointed<Screw> screw;
  screw.joint.n = kAskew;
  screw.joint.pitch = 0.3;
  const Result a = pictured(std::move(screw), 0.5);
  expect_pin(a, "joint.picture", "joint.frame_b", kAskew);
  expect_line(a, "joint.picture_rail", "joint.frame_a", "joint.frame_b");
  Jointed<Cylindrical> sleeve;
  sleeve.joint.n = kAskew;
  const Result b = pictured(std::move(sleeve), 0.5);
  expect_pin(b, "joint.picture", "joint.frame_b", kAskew);
  expect_line(b, "joint.slide.picture_rail", "joint.frame_a", "joint.frame_b");
}

TEST(SpaceJointPictures, AUniversalJointIsTwoCylindersThatCross) {
  Jointed<Universal> model;
  model.joint.n_a = kSkew;
  model.joint.n_b = kAskew;
  const Result result = pictured(std::move(model), 0.5);
  expect_pin(result, "joint.first.picture", "joint.frame_a", kSkew);
  expect_pin(result, "joint.second.picture", "joint.frame_b", kAskew);
}

TEST(SpaceJointPictures, APlanarJointHasTwoRailsABlockAndAPin) {
  Jointed<Planar> model;
  const Result result = pictured(std::move(model), 0.5);
  expect_line(result, "joint.along_x.picture_rail", "joint.frame_a", "joint.along_x.frame_b");
  expect_line(result, "joint.along_y.picture_rail", "joint.along_x.frame_b", "joint.frame_b");
  expect_slider(result, "joint.along_y.picture", "joint.along_y.frame_b", Vector3(0, 1, 0));
  expect_pin(result, "joint.turn.picture", "joint.frame_b", Vector3(0, 0, 1));
  EXPECT_THROW(result.scene.item("joint.along_x.picture"), Error);
}

TEST(SpaceJointPictures, ASphericalJointIsABallAndAFreeMotionAFrame) {
  expect_ball(pictured(Jointed<Spherical>{}, 0.5), "joint.picture", "joint.frame_b");
  for (const Result& result :
       {pictured(Jointed<FreeMotion>{}, 0.5), pictured(Jointed<FreeTranslation>{}, 0.5)}) {
    const Seen axes(result, "joint.picture");
    const FrameTrack b(result, "joint.frame_b");
    EXPECT_EQ(axes.shape, Shape::axes);
    for (std::size_t row = 0; row < result.rows(); ++row) {
      expect_near(axes.start(row), b.x(row), 1e-9);
      expect_near(axes.at(row).rotation, b.axes(row), 1e-9);
    }
  }
}

TEST(SpaceJointPictures, ConstraintsLookLikeTheirJoints) {
  const Result result = pictured(examples::HeldByConstraints{}, 0.5);
  expect_pin(result, "revolute.picture", "revolute.frame_a", Vector3(0, 0, 1));
  expect_pin(result, "universal.picture", "universal.frame_a", Vector3(1, 0, 0));
  expect_pin(result, "universal.picture_b", "universal.frame_b", Vector3(0, 1, 0));
  expect_ball(result, "spherical.picture", "spherical.frame_a");
  expect_slider(result, "prismatic.picture", "prismatic.frame_b", Vector3(1, 0, 0));
  expect_line(result, "prismatic.picture_rail", "prismatic.frame_a", "prismatic.frame_b");
}

TEST(SpaceJointPictures, AssembliesAreSeenByTheirJointsAndRods) {
  const Result result = pictured(examples::StrutsAndRods{}, 0.3, 5);
  expect_line(result, "ssr.rod1.picture", "ssr.frame_a", "ssr.frame_im");
  expect_line(result, "ssr.rod2.picture", "ssr.frame_ib", "ssr.frame_im");
  expect_ball(result, "ssr.rod1.picture_a", "ssr.frame_a");
  expect_ball(result, "ssr.rod1.picture_b", "ssr.frame_im");
  expect_line(result, "usr.rod1.rod.picture", "usr.frame_a", "usr.frame_im");
  expect_ball(result, "usr.rod1.spherical.picture", "usr.frame_im");
  expect_line(result, "ups.joint.picture_rail", "ups.frame_a", "ups.frame_b");
  EXPECT_THROW(result.scene.item("sup.back.picture"), Error);
}

// -- forces ---------------------------------------------------------------------------------------

/// A line element from the ground to a body that flies past it, so that it takes any direction.
template <typename Line>
struct Lined : Scene {
  Line line{this, "line"};
  Body body{this, "body"};
  FixedTranslation hook{this, "hook"};
  Lined() {
    ground.r = Vector3(0.1, 0.2, 0.3);
    hook.r = Vector3(0.1, -0.2, 0.15);
    body.x.start({0.8, 0.3, -0.2}).fixed();
    body.v.start({-1.0, 2.0, 1.5}).fixed();
    body.w.start({1.0, -2.0, 0.5}).fixed();
    set_inertia(body, full_inertia());
    connect(ground.frame_b, line.frame_a);
    connect(line.frame_b, hook.frame_b);
    connect(hook.frame_a, body.frame_a);
  }
};

TEST(SpaceForcePictures, TheEndsOfASpringAreThoseOfItsFrames) {
  Lined<Spring> model;
  model.line.c = 30.0;
  model.line.s0 = 0.5;
  const Result result = pictured(std::move(model), 2, 100);
  expect_line(result, "line.picture", "line.frame_a", "line.frame_b", Shape::coil);
  const Seen coil(result, "line.picture");
  const std::vector<double> s = result["line.s"];
  for (std::size_t row = 0; row < result.rows(); ++row) {
    EXPECT_DOUBLE_EQ(coil.at(row).size(0), s[row]);
    if (row == 0) continue;
    // It does not jump about its own axis.
    EXPECT_LT((coil.at(row).rotation - coil.at(row - 1).rotation).norm(), 1);
  }
}

TEST(SpaceForcePictures, DampersAndLinesLeadFromFrameToFrame) {
  const Result damper = pictured(Lined<Damper>{}, 0.5);
  expect_line(damper, "line.picture_rod", "line.frame_a", "line.frame_b");
  const Seen barrel(damper, "line.picture");
  EXPECT_EQ(barrel.shape, Shape::cylinder);
  expect_near(barrel.end(5), Seen(damper, "line.picture_rod").along(5, 0.6), 1e-9);
  const Result both = pictured(Lined<SpringDamper>{}, 0.5);
  expect_line(both, "line.picture", "line.frame_a", "line.frame_b", Shape::coil);
  EXPECT_EQ(Seen(both, "line.picture_damper").shape, Shape::cylinder);
  const Result plain = pictured(Lined<LineForce>{}, 0.5);
  expect_line(plain, "line.picture", "line.frame_a", "line.frame_b");
}

TEST(SpaceForcePictures, SpringAndDamperInSeriesShareTheLine) {
  Lined<SpringDamperSeries> model;
  model.line.c = 20.0;
  model.line.s_spring.start(0.4).fixed();
  const Result result = pictured(std::move(model), 0.5);
  const Seen coil(result, "line.picture"), barrel(result, "line.picture_damper");
  const FrameTrack a(result, "line.frame_a"), b(result, "line.frame_b");
  const std::vector<double> length = result["line.s_spring"];
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(coil.start(row), a.x(row), 1e-9);
    EXPECT_NEAR(coil.at(row).size(0), length[row], 1e-12);
    expect_near(barrel.start(row), coil.end(row), 1e-9);
    expect_near(barrel.end(row), b.x(row), 1e-9);
  }
}

TEST(SpaceForcePictures, MassesLieOnTheirLines) {
  Lined<SpringWithMass> heavy;
  heavy.line.lengthFraction = 0.3;
  const Result a = pictured(std::move(heavy), 0.5);
  Lined<LineForceWithTwoMasses> two;
  two.line.L_a = 0.1;
  two.line.L_b = 0.2;
  const Result b = pictured(std::move(two), 0.5);
  expect_line(a, "line.spring.picture", "line.frame_a", "line.frame_b", Shape::coil);
  expect_line(b, "line.line.picture", "line.frame_a", "line.frame_b");
  const Seen coil(a, "line.spring.picture"), mass(a, "line.mass.picture"),
      line(b, "line.line.picture"), near(b, "line.mass_a.picture"), far(b, "line.mass_b.picture");
  for (std::size_t row = 0; row < a.rows(); ++row) {
    expect_near(mass.start(row), coil.along(row, 0.3), 1e-9);
    expect_near(near.start(row), line.start(row) + 0.1 * line.x(row), 1e-9);
    expect_near(far.start(row), line.end(row) - 0.2 * line.x(row), 1e-9);
  }
}

TEST(SpaceForcePictures, ARodWithAMassShowsBoth) {
  struct Held : Lined<Rod> {
    Held() {
      line.m = 0.5;
      line.length = Vector3(0.8, -0.1, -0.35).norm();
      body.v.start({0.0, 0.0, 0.0});
    }
  };
  Held model;
  model.body.x.start({0.8, 0.3, -0.2});
  const Result result = pictured(std::move(model), 0.2);
  expect_line(result, "line.picture", "line.frame_a", "line.frame_b");
  expect_ball(result, "line.picture_a", "line.frame_a");
  expect_ball(result, "line.picture_b", "line.frame_b");
  const Seen rod(result, "line.picture"), mass(result, "line.picture_CM");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(mass.start(row), rod.along(row, 0.5), 1e-9);
  }
}

TEST(SpaceForcePictures, AnArrowIsAsLongAsItsForce) {
  struct Pushed : Turning {
    WorldForceAndTorque push{this, "push"};
    BodyForce pull{this, "pull"};
    ComponentArray<signals::Constant> f{this, "f", 3}, t{this, "t", 3};
    Pushed() {
      world.set("forceLength", "10 mm");
      for (int i = 0; i < 3; ++i) {
        f[i].k = 10.0 * i - 5;
        t[i].k = 3.0 - i;
        connect(f[i].y, push.force[i]);
        connect(t[i].y, push.torque[i]);
        connect(f[i].y, pull.force[i]);
      }
      connect(push.frame_b, tip());
      connect(pull.frame_b, tip());
    }
  };
  const Result result = pictured(Pushed{}, 0.5);
  const FrameTrack tip(result, "arm.frame_b");
  const Seen push(result, "push.picture"), torque(result, "push.picture_torque"),
      pull(result, "pull.picture");
  for (const Seen& arrow : {push, torque, pull}) EXPECT_EQ(arrow.shape, Shape::arrow);
  const Vector3 force(-5, 5, 15);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    for (const Seen& arrow : {push, torque, pull}) expect_near(arrow.start(row), tip.x(row), 1e-12);
    expect_near(push.end(row) - tip.x(row), 0.01 * force, 1e-12);
    expect_near(torque.end(row) - tip.x(row), 0.01 * Vector3(3, 2, 1), 1e-12);
    expect_near(pull.end(row) - tip.x(row), 0.01 * tip.axes(row) * force, 1e-12);
  }
}

TEST(SpaceForcePictures, SpheresThatTouchAreAsLargeAsTheyAre) {
  Lined<SphereContact> model;
  model.line.ra = 0.2;
  model.line.rb = 0.1;
  const Result result = pictured(std::move(model), 0.3);
  expect_ball(result, "line.picture", "line.frame_a");
  expect_ball(result, "line.picture_b", "line.frame_b");
  EXPECT_DOUBLE_EQ(Seen(result, "line.picture").at(0).size(0), 0.4);
  EXPECT_DOUBLE_EQ(Seen(result, "line.picture_b").at(0).size(0), 0.2);
}

// -- drive trains ---------------------------------------------------------------------------------

TEST(SpaceWheelPictures, ARotorTurnsAboutItsAxisOnItsCarrier) {
  const Result result = pictured(examples::ReactionWheel{}, 5);
  expect_pin(result, "wheel.picture", "wheel.frame_a", Vector3(0, 0, 1));
  const Seen rotor(result, "wheel.picture");
  const FrameTrack carrier(result, "wheel.frame_a");
  const std::vector<double> phi = result["wheel.phi"];
  ASSERT_GT(phi.back(), 1);
  const Matrix3 first = carrier.axes(0).transpose() * rotor.at(0).rotation;
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(carrier.axes(row).transpose() * rotor.at(row).rotation,
                turned_about(Vector3(0, 0, 1), phi[row]) * first, 1e-9);
  }
}

// Both gears touch where their circles meet: in the plane of the axes.
TEST(SpaceWheelPictures, GearsOfADriveTrainMesh) {
  const Result result = pictured(examples::ReactionWheel{}, 1, 3);
  const Seen a(result, "gear.picture"), b(result, "gear.picture_b");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    const Vector3 from_a = a.along(row, 0.5) + 0.5 * a.at(row).size(1) * b.x(row);
    const Vector3 from_b = b.along(row, 0.5) - 0.5 * b.at(row).size(1) * a.x(row);
    expect_near(from_a, from_b, 1e-9);
    EXPECT_NEAR(b.at(row).size(1) / a.at(row).size(1), 4, 1e-12);
  }
}

}  // namespace
}  // namespace multibond::mechanics3d
