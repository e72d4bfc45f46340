// Pictures of parts and joints in space: where they are, how large, and that none is forgotten.
#include <map>

#include "base/large_size.h"
#include "multibond/analyze/structure.h"
#include "multibond/compile/pictures.h"
#include "multibond/compile/plan.h"
#include "multibond/library/bonds/specimen.h"
#include "multibond/library/library.h"
#include "space_pictures_bench.h"
#include "stl_samples.h"

namespace multibond::mechanics3d {
namespace {

using testing::IsEmpty;

// -- what is there --------------------------------------------------------------------------------

/// What shows nothing, and why. A path that ends with a point stands for all below it.
const std::map<std::string, std::string> kInvisible{
    {"Mechanics3D.GravityPool", "a law of nature, which has no place"},
    {"Mechanics3D.Sensors.", "they change nothing, and would hide what they measure"},
};

/// Pictures of the part itself: the world around a specimen has some, too.
std::vector<std::string> own_pictures(const CatalogEntry& entry, Component& model) {
  std::vector<std::string> paths;
  for (const SystemPicture& picture : flatten(model).pictures) {
    if (picture.path.starts_with("world.") && entry.path != "Mechanics3D.World") continue;
    paths.push_back(picture.path);
  }
  return paths;
}

TEST(SpacePictures, EveryClassOfTheCatalogShowsOneOrIsKnownToBeInvisible) {
  const Catalog catalog = library_catalog();
  std::map<std::string, int> used;
  int seen = 0;
  for (const CatalogEntry* entry : catalog.below("Mechanics3D")) {
    Specimen specimen = bonds::make_specimen(*entry);
    const bool shows = !own_pictures(*entry, *specimen.model).empty();
    const auto why = std::find_if(kInvisible.begin(), kInvisible.end(), [&](const auto& known) {
      return known.first.ends_with('.') ? entry->path.starts_with(known.first)
                                        : entry->path == known.first;
    });
    if (why == kInvisible.end()) {
      EXPECT_TRUE(shows) << entry->path << " shows nothing";
      ++seen;
    } else {
      EXPECT_FALSE(shows) << entry->path << " is called invisible: " << why->second;
      ++used[why->first];
    }
  }
  EXPECT_GE(seen, 70);
  EXPECT_EQ(used.size(), kInvisible.size());
}

TEST(SpacePictures, EachCanBePaintedAndSwitchedOff) {
  const Catalog catalog = library_catalog();
  for (const CatalogEntry* entry : catalog.below("Mechanics3D")) {
    Specimen painted = bonds::make_specimen(*entry), hidden = bonds::make_specimen(*entry);
    const std::vector<std::string> paths = own_pictures(*entry, *painted.model);
    for (const std::string& path : paths) {
      painted.model->set(path + ".colour", "gold");
      painted.model->set(path + ".width", "123 m");
      hidden.model->set(path + ".visible", false);
    }
    for (const SystemPicture& picture : flatten(*painted.model).pictures) {
      if (std::find(paths.begin(), paths.end(), picture.path) == paths.end()) continue;
      EXPECT_EQ(picture.shown.colour, "#ffd700") << entry->path << ' ' << picture.path;
      EXPECT_TRUE(picture.shown.size(1).is_number(123)) << entry->path << ' ' << picture.path;
    }
    EXPECT_THAT(own_pictures(*entry, *hidden.model), IsEmpty()) << entry->path;
  }
}

TEST(SpacePictures, NothingVisibleMeansNoFunctionAtAll) {
  Turning model;
  model.world.animate = false;
  const auto compiled = compile_model(model);
  EXPECT_THAT(compiled->pictures().pictures, IsEmpty());
  const Plan plan = compile(model);
  EXPECT_THAT(moving_picture_numbers(plan.original, plan.aliases), IsEmpty());
  EXPECT_TRUE(simulate(compiled, {.stop = 0.1, .pictures = true}).scene.empty());
  EXPECT_TRUE(simulate(Turning{}, {.stop = 0.1}).scene.empty());
}

// All models of the catalog, at the start and a little later.
TEST(SpacePictures, HaveAxesOfLengthOneInAllExamples) {
  const Catalog catalog = library_catalog();
  constexpr int kStride = test::kSanitized ? 5 : 1;  // of examples with pictures
  int models = 0;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    const auto model = entry.make(nullptr, entry.path);
    if (flatten(*entry.make(nullptr, entry.path)).pictures.empty()) continue;
    if (models++ % kStride != 0) continue;
    const Result result =
        simulate(*model, {.stop = 0.01 * entry.experiment.stop, .intervals = 2, .pictures = true});
    ASSERT_FALSE(result.scene.empty()) << entry.path;
    for (const multibond::Scene::Item& item : result.scene.items) {
      for (std::size_t row = 0; row < result.scene.times.size(); ++row) {
        const auto placed = result.scene.placed(item, row);
        EXPECT_TRUE(placed.position.allFinite() && placed.size.allFinite());
        EXPECT_GE(placed.size.minCoeff(), 0) << entry.path << ' ' << item.path;
        // What has no length has no direction.
        if (placed.size(0) < 1e-9) continue;
        EXPECT_TRUE(proper(placed.rotation)) << entry.path << ' ' << item.path;
      }
    }
  }
  EXPECT_GE(models, 30);
}

// -- the world ------------------------------------------------------------------------------------

TEST(SpacePictures, TheWorldShowsItsAxesAndWhereThingsFall) {
  Turning model;
  model.world.n = Vector3(0, 3, -4);
  model.world.nominalLength = 2.0;
  const Result result = pictured(std::move(model), 0.1, 1);
  const Seen axes(result, "world.picture"), gravity(result, "world.picture_gravity");
  EXPECT_EQ(axes.shape, Shape::axes);
  EXPECT_EQ(gravity.shape, Shape::arrow);
  expect_near(axes.at(0).rotation, Matrix3::Identity(), 0);
  EXPECT_DOUBLE_EQ(axes.at(0).size(0), 0.5);
  expect_near(gravity.x(0), Vector3(0, 0.6, -0.8), 1e-12);
  EXPECT_TRUE(proper(gravity.at(0).rotation));
  // A support stands below what it holds.
  const Seen cone(result, "ground.picture");
  EXPECT_EQ(cone.shape, Shape::cone);
  expect_near(cone.end(0), Vector3(0.3, -0.2, 0.1), 1e-12);
  expect_near(cone.x(0), Vector3(0, -0.6, 0.8), 1e-12);
  Turning weightless;
  weightless.world.gravityType = "none";
  const multibond::Scene none = pictured(std::move(weightless), 0.1, 1).scene;
  EXPECT_THROW(none.item("world.picture_gravity"), Error);
}

// Of 2 and 6 m the upper one of the middle counts; a pin is a tenth long and a twentieth wide.
TEST(SpacePictures, SizesFollowFromTheLengthsOfTheModelAndFromTheWorld) {
  const auto pin = [](auto&& change) {
    Turning model;
    model.arm.r = Vector3(2, 0, 0);
    model.hub.r_CM = Vector3(0, 6, 0);
    change(model);
    const Result result = pictured(std::move(model), 0.01, 1);
    return Seen(result, "spin.picture").at(0).size;
  };
  expect_near(pin([](Turning&) {}), Vector3(0.6, 0.3, 0.3), 1e-12);
  expect_near(pin([](Turning& m) { m.world.nominalLength = 1.0; }), Vector3(0.1, 0.05, 0.05),
              1e-12);
  expect_near(pin([](Turning& m) { m.set("world.jointWidth", "7 cm"); }), Vector3(0.6, 0.07, 0.07),
              1e-12);
  expect_near(pin([](Turning& m) { m.spin.picture.length = 3.0; }), Vector3(3, 0.3, 0.3), 1e-12);
}

// A rod is lengthened and turned between two runs of one compiled model.
TEST(SpacePictures, FollowParametersThatAreSetLater) {
  Turning model;
  const auto compiled = compile_model(model);
  for (const Vector3& r : {Vector3(0.5, 0.2, -0.3), Vector3(-0.1, 0.9, 0.4)}) {
    const Result result =
        simulate(compiled, {.stop = 0.5,
                            .intervals = 5,
                            .pictures = true,
                            .set = {{"arm.r[1]", r(0)}, {"arm.r[2]", r(1)}, {"arm.r[3]", r(2)}}});
    const FrameTrack a(result, "arm.frame_a"), b(result, "arm.frame_b");
    const Seen rod(result, "arm.picture");
    for (std::size_t row = 0; row < result.scene.times.size(); ++row) {
      expect_near(rod.start(row), a.x(row), 1e-12);
      expect_near(rod.end(row), b.x(row), 1e-9);
      EXPECT_NEAR(rod.at(row).size(0), r.norm(), 1e-12);
      EXPECT_TRUE(proper(rod.at(row).rotation));
    }
  }
}

// -- parts ----------------------------------------------------------------------------------------

TEST(SpacePictures, RodsLeadToTheirEndsAndBodiesToTheirCentres) {
  struct Chain : Turning {
    FixedRotation corner{this, "corner"};
    Weld weld{this, "weld"};
    Body body{this, "body"};
    PointMass point{this, "point"};
    Chain() {
      corner.r = Vector3(0.1, 0.3, 0.2);
      corner.n = kAskew;
      corner.angle = 0.7;
      body.r_CM = Vector3(-0.2, 0.3, 0.4);
      set_inertia(body, full_inertia());
      connect(tip(), corner.frame_a);
      connect(corner.frame_b, weld.frame_a);
      connect(weld.frame_b, body.frame_a);
      connect(weld.frame_b, point.frame_a);
    }
  };
  const Result result = pictured(Chain{}, 1);
  const FrameTrack base(result, "arm.frame_a"), tip(result, "arm.frame_b"),
      end(result, "corner.frame_b");
  const Seen rod(result, "arm.picture"), bend(result, "corner.picture_rod"),
      axes(result, "corner.picture"), body(result, "body.picture"), mass(result, "body.picture_CM"),
      point(result, "point.picture"), weld(result, "weld.picture");
  EXPECT_EQ(rod.shape, Shape::beam);
  EXPECT_EQ(mass.shape, Shape::sphere);
  EXPECT_EQ(axes.shape, Shape::axes);
  const Matrix3 first = base.axes(0).transpose() * rod.at(0).rotation;
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(rod.start(row), base.x(row), 1e-12);
    expect_near(rod.end(row), tip.x(row), 1e-12);
    // It turns with its frame, about itself as well.
    expect_near(base.axes(row).transpose() * rod.at(row).rotation, first, 1e-12);
    expect_near(bend.start(row), tip.x(row), 1e-12);
    expect_near(bend.end(row), end.x(row), 1e-12);
    expect_near(axes.start(row), end.x(row), 1e-12);
    expect_near(axes.at(row).rotation, end.axes(row), 1e-12);
    const Vector3 centre = end.at(row, {-0.2, 0.3, 0.4});
    expect_near(body.start(row), end.x(row), 1e-12);
    expect_near(body.end(row), centre, 1e-12);
    expect_near(mass.start(row), centre, 1e-12);
    expect_near(point.start(row), end.x(row), 1e-12);
    expect_near(weld.start(row), end.x(row), 1e-12);
  }
  EXPECT_THROW(result.scene.item("hub.picture"), Error);  // its centre is at its frame
}

// The centre of mass of what is shown, by the shape, is that of the body.
TEST(SpacePictures, BodiesOfAShapeLookLikeIt) {
  struct Case {
    std::string shape;
    Shape seen;
    Vector3 size;
    double centre;  ///< as a fraction of the length
  };
  const double length = Vector3(0.4, -0.1, 0.3).norm();
  const Case cases[] = {{"box", Shape::box, {length, 0.2, 0.15}, 0.5},
                        {"cylinder", Shape::cylinder, {length, 0.24, 0.24}, 0.5},
                        {"cone", Shape::cone, {length, 0.24, 0.24}, 0.25},
                        {"sphere", Shape::sphere, {0.24, 0.24, 0.24}, 0}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.shape);
    struct Shaped : Turning {
      BodyShape part{this, "part"};
      Shaped() {
        part.r_shape = Vector3(0.1, 0.1, 0);
        part.r = Vector3(0.5, 0, 0.3);
        part.width = 0.2;
        part.height = 0.15;
        part.radius = 0.12;
        part.widthDirection = Vector3(0, 0, 1);
        connect(tip(), part.frame_a);
      }
    };
    Shaped model;
    model.part.shape = c.shape;
    const Result result = pictured(std::move(model), 0.5);
    const FrameTrack frame(result, "part.frame_a"), far(result, "part.frame_b");
    const Seen part(result, "part.picture"), mass(result, "part.body.picture_CM");
    EXPECT_EQ(part.shape, c.seen);
    for (std::size_t row = 0; row < result.rows(); ++row) {
      expect_near(part.at(row).size, c.size, 1e-12);
      expect_near(part.start(row), frame.at(row, {0.1, 0.1, 0}), 1e-12);
      expect_near(part.along(row, c.centre), mass.start(row), 1e-12);
      if (c.centre > 0) expect_near(part.end(row), far.x(row), 1e-12);
      // z of frame_a lies in the plane of length and width.
      EXPECT_NEAR(part.at(row).rotation.col(2).dot(frame.axes(row).col(2)), 0, 1e-12);
      EXPECT_GT(part.at(row).rotation.col(1).dot(frame.axes(row).col(2)), 0.5);
    }
    EXPECT_THROW(result.scene.item("part.rod.picture"), Error);
    EXPECT_THROW(result.scene.item("part.body.picture"), Error);
  }
}

TEST(SpacePictures, AMeshIsTheBoxAroundIt) {
  const StlFolder folder;
  struct Meshed : Turning {
    BodyShape part{this, "part"};
    Meshed() {
      part.shape = "mesh";
      part.scale = 0.2;
      part.r_shape = Vector3(0.1, 0, 0);
      connect(tip(), part.frame_a);
    }
  };
  Meshed model;
  model.part.file = folder.write("cube.stl", ascii_stl(cube()));
  const Result result = pictured(std::move(model), 0.5, 3);
  const FrameTrack frame(result, "part.frame_a");
  const Seen part(result, "part.picture");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(part.at(row).size, Vector3(0.2, 0.2, 0.2), 1e-12);
    expect_near(part.along(row, 0.5), frame.at(row, {0.2, 0.1, 0.1}), 1e-12);
    expect_near(part.at(row).rotation, frame.axes(row), 1e-12);
  }
}

// -- shapes of one's own --------------------------------------------------------------------------

TEST(SpacePictures, LinesAndMeshesMoveWithAnyFrame) {
  const StlFolder folder;
  struct Drawn : Turning {
    Lines edge{this, "edge"};
    StlMesh file{this, "file"}, made{this, "made"}, none{this, "none"};
    Drawn() {
      MatrixX points(3, 3);
      points << 0, 1, 1, 0, 0, 2, 0, 0, 3;
      edge.points = points;
      edge.picture.width = 0.02;
      file.scale = 0.2;
      file.r_shape = Vector3(0.1, 0, 0);
      made.surface({{Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)}});
      for (Visualizer* one : {static_cast<Visualizer*>(&edge), static_cast<Visualizer*>(&file),
                              static_cast<Visualizer*>(&made), static_cast<Visualizer*>(&none)}) {
        connect(tip(), one->frame_a);
      }
    }
  };
  Drawn model;
  model.file.file = folder.write("cube.stl", binary_stl(cube()));
  const Result result = pictured(std::move(model), 0.5, 3);
  const FrameTrack tip(result, "arm.frame_b");
  const Seen edge(result, "edge.picture"), file(result, "file.picture"),
      made(result, "made.picture"), none(result, "none.picture");
  EXPECT_EQ(edge.shape, Shape::lines);
  ASSERT_EQ(edge.item.points->size(), 3u);
  expect_near(edge.item.points->at(2), Vector3(1, 2, 3), 0);
  EXPECT_EQ(file.shape, Shape::mesh);
  ASSERT_EQ(file.item.points->size(), 3 * cube().size());
  expect_near(file.item.points->at(1), 0.2 * cube()[0][1], 1e-7);
  EXPECT_EQ(made.item.points->size(), 3u);
  EXPECT_EQ(none.shape, Shape::box);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    EXPECT_EQ(edge.at(row).size(1), 0.02);
    expect_near(edge.start(row), tip.at(row, {0, 0, 0}), 1e-12);
    expect_near(file.start(row), tip.at(row, {0.1, 0, 0}), 1e-12);
    expect_near(file.at(row).rotation, tip.axes(row), 1e-12);
    expect_near(file.at(row).size, Vector3(0.2, 0.2, 0.2), 1e-7);
  }
}

TEST(SpacePictures, ShapesOfOnesOwnMoveWithAnyFrame) {
  struct Decorated : Turning {
    FixedShape flag{this, "flag"};
    FixedFrame axes{this, "axes"};
    FixedArrow arrow{this, "arrow"};
    SignalArrow speed{this, "speed"};
    AbsoluteVelocity sensor{this, "sensor"};
    Picture own{this, "own"};
    Decorated() {
      flag.r_shape = Vector3(0, 0.5, 0.1);
      flag.lengthDirection = Vector3(0, 2, 0);
      flag.widthDirection = Vector3(1, 1, 0);
      flag.picture.shape = "cone";
      flag.picture.colour = "gold";
      arrow.n = kAskew;
      arrow.r_tail = Vector3(0.1, 0.2, 0.3);
      arrow.picture.length = 0.7;
      speed.r_tail = Vector3(0, 0, 0.1);
      sensor.resolveInFrame = "frame_a";
      for (Frame* frame :
           {&flag.frame_a, &axes.frame_a, &arrow.frame_a, &speed.frame_a, &sensor.frame_a}) {
        connect(tip(), *frame);
      }
      for (int i = 0; i < 3; ++i) connect(sensor.y[i], speed.r_head[i]);
    }
    void equations() override {
      own.show(Shape::sphere, "red", pose(arm.frame_b), {0.1, 0.1, 0.1});
    }
  };
  const Result result = pictured(Decorated{}, 1);
  const FrameTrack tip(result, "arm.frame_b");
  const Seen flag(result, "flag.picture"), axes(result, "axes.picture"),
      arrow(result, "arrow.picture"), speed(result, "speed.picture"), own(result, "own");
  EXPECT_EQ(flag.shape, Shape::cone);
  EXPECT_EQ(flag.item.colour, "#ffd700");
  EXPECT_EQ(speed.shape, Shape::arrow);
  Matrix3 standing;
  standing << Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1);
  std::array<std::vector<double>, 3> v;
  for (int i = 0; i < 3; ++i) v[i] = result[fmt::format("arm.frame_b.v[{}]", i + 1)];
  for (std::size_t row = 0; row < result.rows(); ++row) {
    expect_near(flag.start(row), tip.at(row, {0, 0.5, 0.1}), 1e-12);
    expect_near(flag.at(row).rotation, tip.axes(row) * standing, 1e-12);
    expect_near(axes.start(row), tip.x(row), 1e-12);
    expect_near(axes.at(row).rotation, tip.axes(row), 1e-12);
    expect_near(arrow.start(row), tip.at(row, {0.1, 0.2, 0.3}), 1e-12);
    expect_near(arrow.end(row), tip.at(row, Vector3(0.1, 0.2, 0.3) + 0.7 * kAskew), 1e-12);
    expect_near(speed.start(row), tip.at(row, {0, 0, 0.1}), 1e-12);
    expect_near(speed.end(row), speed.start(row) + Vector3(v[0][row], v[1][row], v[2][row]), 1e-9);
    EXPECT_TRUE(proper(speed.at(row).rotation));
    expect_near(own.start(row), tip.x(row), 1e-12);
  }
}

TEST(SpacePictures, AShapeNeedsTwoDirections) {
  Turning model;
  FixedShape flag(&model, "flag");
  model.connect(model.tip(), flag.frame_a);
  flag.widthDirection = Vector3(-3, 0, 0);
  EXPECT_THROW(flatten(model), Error);
}

}  // namespace
}  // namespace multibond::mechanics3d
