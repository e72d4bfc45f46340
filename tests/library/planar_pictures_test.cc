// Pictures of planar parts: where they are, and that they cost nothing when nobody looks.
#include <map>

#include "base/large_size.h"
#include "examples/planar.h"
#include "multibond/analyze/structure.h"
#include "multibond/compile/pictures.h"
#include "multibond/compile/plan.h"
#include "multibond/library/bonds/specimen.h"
#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/visualizers.h"
#include "planar_bench.h"

namespace multibond::planar {
namespace {

using std::numbers::pi;
using testing::IsEmpty;
using testing::Not;

Result pictured(Component&& model, double stop, int intervals = 50) {
  return simulate(model,
                  {.stop = stop, .tolerance = 1e-10, .intervals = intervals, .pictures = true});
}

// -- what is there --------------------------------------------------------------------------------

TEST(PlanarPictures, EveryPartJointAndForceShowsOneAndNoSensorDoes) {
  const Catalog catalog = library_catalog();
  int seen = 0;
  for (const CatalogEntry* entry : catalog.below("Planar")) {
    Specimen specimen = bonds::make_specimen(*entry);
    const System system = flatten(*specimen.model);
    int pictures = 0;
    for (const SystemPicture& picture : system.pictures) {
      // The world of a specimen has a picture too.
      pictures += picture.path.starts_with("world.") ? 0 : 1;
    }
    if (entry->path.starts_with("Planar.Sensors.")) {
      EXPECT_EQ(pictures, 0) << entry->path;
    } else {
      EXPECT_GE(pictures, 1) << entry->path;
      ++seen;
    }
  }
  EXPECT_GE(seen, 34);
}

TEST(PlanarPictures, NothingVisibleMeansNoFunctionAtAll) {
  examples::SevenBody model;
  model.world.animate = false;
  const auto compiled = compile_model(model);
  EXPECT_THAT(compiled->pictures().pictures, IsEmpty());
  const Plan plan = compile(model);
  EXPECT_THAT(moving_picture_numbers(plan.original, plan.aliases), IsEmpty());
  const Result result = simulate(compiled, {.stop = 0.001, .pictures = true});
  EXPECT_TRUE(result.scene.empty());
}

TEST(PlanarPictures, WhatRestsNeedsNoFunctionEither) {
  Scene scene;
  const auto compiled = compile_model(scene);
  EXPECT_EQ(compiled->pictures().pictures.size(), 2u);  // world and ground
  EXPECT_EQ(compiled->pictures().tracks, 0u);
}

TEST(PlanarPictures, OneThatIsSwitchedOffIsNotComputed) {
  const auto outputs = [](bool visible) {
    examples::PlanarDoublePendulum model;
    model.FixedTranslation3.picture.visible = visible;
    model.Body3.picture_CM.visible = visible;
    const Plan plan = compile(model);
    return plan.program(moving_picture_numbers(plan.original, plan.aliases)).operations();
  };
  EXPECT_LT(outputs(false), outputs(true));
}

/// Without the parameters of parts that are nothing but pictures.
std::vector<std::string> of_equations(std::vector<std::string> parameters, const Component& model) {
  for (const Component* part : model.children()) {
    if (!dynamic_cast<const mechanics3d::Visualizer*>(part)) continue;
    std::erase_if(parameters, [&](const std::string& path) {
      return path.starts_with(std::string(part->name()) + '.');
    });
  }
  return parameters;
}

/// All parameters that can be set: a value of 0 or 1 may be a number in a picture.
std::vector<std::string> can_be_set(const StructureReport& report) {
  std::vector<std::string> list = report.tunable_parameters;
  list.insert(list.end(), report.specialized_parameters.begin(),
              report.specialized_parameters.end());
  std::sort(list.begin(), list.end());
  return list;
}

// The other functions are made of the same operations, whether there is anything to see or not.
TEST(PlanarPictures, EquationsKnowNothingOfThem) {
  const Catalog catalog = library_catalog();
  constexpr int kStride = test::kSanitized ? 5 : 1;  // of examples with pictures
  int models = 0;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    const auto shown = entry.make(nullptr, entry.path), hidden = entry.make(nullptr, entry.path);
    const System probe = flatten(*entry.make(nullptr, entry.path));
    if (probe.pictures.empty()) continue;
    if (models++ % kStride != 0) continue;
    hidden->set("world.animate", false);
    const Plan plan = compile(*shown);
    EXPECT_THAT(moving_picture_numbers(plan.original, plan.aliases), Not(IsEmpty())) << entry.path;
    const StructureReport a = structure_report(plan), b = structure_report(compile(*hidden));
    ASSERT_EQ(a.functions.size(), b.functions.size());
    for (std::size_t k = 0; k < a.functions.size(); ++k) {
      if (a.functions[k].name == "pictures") {
        EXPECT_EQ(b.functions[k].operations, 0u) << entry.path;
      } else {
        EXPECT_EQ(a.functions[k].operations, b.functions[k].operations)
            << entry.path << ' ' << a.functions[k].name;
      }
    }
    EXPECT_EQ(a.states, b.states);
    EXPECT_EQ(of_equations(can_be_set(a), *shown), of_equations(can_be_set(b), *hidden));
  }
  EXPECT_GE(models, 30);
}

TEST(PlanarPictures, AreNotRecordedUnlessAskedFor) {
  examples::PlanarDoublePendulum model;
  EXPECT_TRUE(simulate(model, {.stop = 0.1}).scene.empty());
}

// -- where they are -------------------------------------------------------------------------------

/// A picture of the pendulum of length 2 that hangs at (1, 0.5).
struct Pendulum : Scene {
  Revolute joint{this, "joint"};
  FixedTranslation rod{this, "rod"};
  Body body{this, "body"};
  Pendulum() {
    ground.r = Vector2(1, 0.5);
    rod.r = Vector2(2, 0);
    joint.phi.start(-1.0).fixed();
    joint.w.start(0.3).fixed();
    connect(ground.frame_b, joint.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, body.frame_a);
  }
};

TEST(PlanarPictures, FollowAPendulum) {
  const Result result = pictured(Pendulum{}, 3);
  const multibond::Scene& scene = result.scene;
  ASSERT_EQ(scene.times, result.times());
  const std::vector<double> phi = result["joint.phi"];
  for (std::size_t row = 0; row < scene.times.size(); ++row) {
    const Vector3 along(std::cos(phi[row]), std::sin(phi[row]), 0);
    const multibond::Scene::Placed rod = scene.placed(scene.item("rod.picture"), row);
    EXPECT_LT((rod.position - Vector3(1, 0.5, 0)).norm(), 1e-12);
    EXPECT_LT((rod.rotation.col(0) - along).norm(), 1e-12);
    EXPECT_NEAR(rod.size(0), 2, 1e-12);
    EXPECT_LT((rod.rotation.transpose() * rod.rotation - Matrix3::Identity()).norm(), 1e-12);
    EXPECT_NEAR(rod.rotation.determinant(), 1, 1e-12);
    const multibond::Scene::Placed mass = scene.placed(scene.item("body.picture_CM"), row);
    EXPECT_LT((mass.position - Vector3(1, 0.5, 0) - 2 * along).norm(), 1e-12);
  }
}

TEST(PlanarPictures, AreCompact) {
  const multibond::Scene scene = pictured(Pendulum{}, 1).scene;
  for (const std::string path : {"ground.picture", "joint.picture", "world.picture"}) {
    const multibond::Scene::Item& item = scene.item(path);
    for (const auto& number : item.position) EXPECT_TRUE(number.constant()) << path;
    for (const auto& number : item.rotation) EXPECT_TRUE(number.constant()) << path;
    for (const auto& number : item.size) EXPECT_TRUE(number.constant()) << path;
  }
  // cos and sin of the rod, one of them with both signs, and the place of the mass.
  EXPECT_LE(scene.tracks.size(), 5u);
}

TEST(PlanarPictures, ASpringIsAsLongAsItIs) {
  const Result result = pictured(examples::PlanarFreeBody{}, 2);
  const std::vector<double> length = result["Spring1.s"];
  const auto& item = result.scene.item("Spring1.picture");
  EXPECT_EQ(item.shape, Shape::coil);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    const multibond::Scene::Placed spring = result.scene.placed(item, row);
    EXPECT_DOUBLE_EQ(spring.size(0), length[row]);
    // Its far end is where the body is hooked.
    const Vector3 end = spring.position + spring.rotation.col(0) * spring.size(0);
    const multibond::Scene::Placed rod =
        result.scene.placed(result.scene.item("FixedTranslation1.picture"), row);
    EXPECT_LT((end - rod.position).norm(), 1e-9);
  }
}

// Rolling through the angle -x / radius, seen by its second axis.
TEST(PlanarPictures, AWheelTurnsAsItRolls) {
  struct Rolling : Scene {
    Body body{this, "body"};
    RollingWheel wheel{this, "wheel"};
    Rolling() {
      wheel.radius = 0.5;
      body.y.start(0.5);
      body.vx.start(2.0).fixed();
      connect(body.frame_a, wheel.frame_a);
    }
  };
  const multibond::Scene scene = pictured(Rolling{}, 1).scene;
  const auto wheel = scene.placed(scene.item("wheel.picture"), scene.times.size() - 1);
  EXPECT_NEAR(wheel.position(0), 2, 1e-8);
  EXPECT_NEAR(wheel.position(1), 0.5, 1e-12);
  EXPECT_LT((wheel.rotation.col(1) - Vector3(std::cos(-4), std::sin(-4), 0)).norm(), 1e-8);
  EXPECT_LT((wheel.rotation.col(0) - Vector3(0, 0, 1)).norm(), 1e-12);
  EXPECT_NEAR(wheel.size(1), 1, 1e-12);
}

TEST(PlanarPictures, ABodyIsThePlateAroundItsFrames) {
  Scene model;
  Body body(&model, "body");
  MatrixX ports(2, 4);
  ports << 2, 2, 0, 1, 0, 1, 1, 0.5;  // the last one inside
  body.r_ports = ports;
  body.r_CM = Vector2(0.7, 0.2);
  body.x.start(3.0).fixed();
  body.phi.start(pi / 2).fixed();
  const multibond::Scene scene =
      simulate(model, {.stop = 0.1, .intervals = 1, .pictures = true}).scene;
  const auto& plate = scene.item("body.picture");
  EXPECT_EQ(plate.shape, Shape::outline);
  ASSERT_EQ(plate.corners.size(), 4u);
  EXPECT_EQ(plate.corners[0], Vector2(0, 0));
  EXPECT_EQ(plate.corners[2], Vector2(2, 1));
  const auto placed = scene.placed(plate, 0);
  EXPECT_LT((placed.rotation * Vector3(2, 1, 0) + placed.position - Vector3(2, 2, 0)).norm(), 1e-9);
  const auto mass = scene.placed(scene.item("body.picture_CM"), 0);
  EXPECT_LT((mass.position - Vector3(3 - 0.2, 0.7, 0)).norm(), 1e-9);
}

TEST(PlanarPictures, AnArrowIsAsLongAsItsForce) {
  struct Pushed : Weightless {
    Body body{this, "body"};
    WorldForce force{this, "force"};
    signals::Constant f{this, "f"};
    Pushed() {
      f.k = -30.0;
      world.set("forceLength", "10 mm");
      connect(f.y, force.fy);
      connect(force.frame_b, body.frame_a);
    }
  };
  const multibond::Scene scene = pictured(Pushed{}, 1).scene;
  const auto arrow = scene.placed(scene.item("force.picture"), 0);
  EXPECT_NEAR(arrow.size(0), 0.3, 1e-12);
  EXPECT_LT((arrow.rotation.col(0) - Vector3(0, -1, 0)).norm(), 1e-12);
}

TEST(PlanarPictures, ShapesOfOnesOwnMoveWithAnyFrame) {
  struct Decorated : Pendulum {
    FixedShape flag{this, "flag"};
    Picture own{this, "own"};
    Decorated() {
      flag.r_shape = Vector2(0, 0.5);
      flag.picture.shape = "cone";
      flag.picture.colour = "gold";
      connect(rod.frame_b, flag.frame_a);
    }
    void equations() override {
      own.show(Shape::sphere, "red", pose(joint.frame_b.position(), 0.0), {0.1, 0.1, 0.1});
    }
  };
  const Result result = pictured(Decorated{}, 1);
  const double phi = result.final("joint.phi");
  const std::size_t last = result.scene.times.size() - 1;
  const auto& item = result.scene.item("flag.picture");
  EXPECT_EQ(item.shape, Shape::cone);
  EXPECT_EQ(item.colour, "#ffd700");
  const Vector3 expected(1 + 2 * std::cos(phi) - 0.5 * std::sin(phi),
                         0.5 + 2 * std::sin(phi) + 0.5 * std::cos(phi), 0);
  EXPECT_LT((result.scene.placed(item, last).position - expected).norm(), 1e-12);
  EXPECT_LT(
      (result.scene.placed(result.scene.item("own"), last).position - Vector3(1, 0.5, 0)).norm(),
      1e-12);
}

// A joint that sticks and slips changes its mode; its pictures stay the same ones.
TEST(PlanarPictures, GoOnThroughModes) {
  struct Braked : Scene {
    Prismatic slide{this, "slide"};
    Body body{this, "body"};
    Braked() {
      slide.mobility.e_kinetic = 2.0;
      slide.mobility.e_static = 2.0;
      slide.v.start(1.0).fixed();
      connect(ground.frame_b, slide.frame_a);
      connect(slide.frame_b, body.frame_a);
    }
  };
  const Result result = pictured(Braked{}, 1);
  EXPECT_THAT(result.events, Not(IsEmpty()));
  const auto& item = result.scene.item("body.picture_CM");
  const std::vector<double> times = result.scene.times;
  for (std::size_t row = 0; row < times.size(); ++row) {
    EXPECT_NEAR(result.scene.placed(item, row).position(0), result.at("slide.s", times[row]), 1e-9);
  }
  EXPECT_NEAR(result.scene.placed(item, times.size() - 1).position(0), 0.25, 1e-8);
}

}  // namespace
}  // namespace multibond::planar
