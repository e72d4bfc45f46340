// What a component shows, and what a user says about it.
#include "multibond/model/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/sample.h"
#include "multibond/model/system.h"

namespace multibond {
namespace {

using sample::message_of;
using testing::AllOf;
using testing::HasSubstr;

/// A rod along x whose picture is a box.
struct Rod : Component {
  Rod(Component* owner, std::string_view name) : Component(owner, name) { picture.spans(r); }
  Parameter<Vector3> r{this, "r", {2, 0, 0}, "m", "from end to end"};
  Picture picture{this, "picture"};
  void equations() override {
    const PictureSizes sizes = picture.sizes();
    picture.show(Shape::box, "steelblue", {ExprVector3::Zero(), ExprMatrix3::Identity()},
                 {r.element(0), sizes.joint_width, sizes.joint_length});
  }
};

struct World : Stage {
  using Stage::Stage;
};

struct Rods : Model {
  World world{this, "world"};
  Rod a{this, "a"}, b{this, "b"}, c{this, "c"};
  Rods() {
    b.r = Vector3(3, 4, 0);
    c.r = Vector3(0, 0, 50);
  }
};

const SystemPicture& find(const System& system, const std::string& path) {
  for (const SystemPicture& picture : system.pictures) {
    if (picture.path == path) return picture;
  }
  throw std::logic_error("no picture " + path);
}

TEST(Picture, IsWhatTheComponentShowsByDefault) {
  Rods model;
  const System system = flatten(model);
  ASSERT_EQ(system.pictures.size(), 3u);
  const ShownPicture& shown = find(system, "b.picture").shown;
  EXPECT_EQ(shown.shape, Shape::box);
  EXPECT_EQ(shown.colour, "#4682b4");
  EXPECT_EQ(shown.opacity, 1);
  EXPECT_EQ(system.components[find(system, "b.picture").component].path, "b");
  EXPECT_EQ(system.evaluate(shown.size(0)), 3);
}

// Of 2, 5 and 50 m the median is 5 m; a joint is a tenth long and a twentieth wide.
TEST(Picture, UsualSizesFollowFromTheLengthsOfTheModel) {
  Rods model;
  const System system = flatten(model);
  const ShownPicture& shown = find(system, "a.picture").shown;
  EXPECT_DOUBLE_EQ(system.evaluate(shown.size(1)), 0.25);
  EXPECT_DOUBLE_EQ(system.evaluate(shown.size(2)), 0.5);
}

TEST(Picture, UsualSizesAreSetInTheWorld) {
  Rods model;
  model.world.nominalLength = 1.0;
  model.set("world.jointLength", "30 cm");
  const System system = flatten(model);
  const ShownPicture& shown = find(system, "a.picture").shown;
  EXPECT_DOUBLE_EQ(system.evaluate(shown.size(1)), 0.05);
  EXPECT_DOUBLE_EQ(system.evaluate(shown.size(2)), 0.3);
}

TEST(Picture, IsReplacedByMemberAndByPath) {
  Rods model;
  model.a.picture.shape = "cylinder";
  model.a.picture.colour = "#11223380";
  model.set("a.picture.width", "5 mm");
  model.set("b.picture.colour", "gold");
  model.set("b.picture.shape", "coil");
  const System system = flatten(model);
  const ShownPicture& a = find(system, "a.picture").shown;
  EXPECT_EQ(a.shape, Shape::cylinder);
  EXPECT_EQ(a.colour, "#112233");
  EXPECT_NEAR(a.opacity, 0.5, 0.01);
  EXPECT_DOUBLE_EQ(system.evaluate(a.size(1)), 0.005);
  EXPECT_EQ(system.evaluate(a.size(0)), 2);  // what nobody spoke of stays
  EXPECT_EQ(find(system, "b.picture").shown.colour, "#ffd700");
  EXPECT_EQ(find(system, "b.picture").shown.shape, Shape::coil);
}

TEST(Picture, IsSwitchedOffOneByOneOrAllTogether) {
  Rods one;
  one.set("a.picture.visible", false);
  one.c.picture.visible = false;
  const System rest = flatten(one);
  ASSERT_EQ(rest.pictures.size(), 1u);
  EXPECT_EQ(rest.pictures[0].path, "b.picture");
  Rods all;
  all.world.animate = false;
  EXPECT_TRUE(flatten(all).pictures.empty());
}

TEST(Picture, AddsNeitherParametersNorComponentsToTheSystem) {
  Rods model;
  const System system = flatten(model);
  EXPECT_EQ(system.components.size(), 5u);  // the model, world, a, b, c
  EXPECT_EQ(system.parameters.size(), 9u);  // r of each
}

TEST(Picture, AModelMayShowItsOwn) {
  struct Own : Model {
    Rod rod{this, "rod"};
    Picture flag{this, "flag"};
    Variable x{this, "x", "m", "position"};
    void equations() override {
      equation(x, 3.0);
      flag.show(Shape::cone, "red", {{x, 0.0, 0.0}, ExprMatrix3::Identity()}, {1.0, 1.0, 1.0});
    }
  };
  Own model;
  const System system = flatten(model);
  EXPECT_EQ(find(system, "flag").shown.shape, Shape::cone);
  EXPECT_TRUE(same(find(system, "flag").shown.pose.position(0), model.x));
}

TEST(Picture, MistakesNameWhatWouldDo) {
  const auto with = [](const std::string& path, const std::string& text) {
    return message_of([&] {
      Rods model;
      model.set(path, text);
      flatten(model);
    });
  };
  EXPECT_THAT(with("a.picture.colour", "stelblue"),
              AllOf(HasSubstr("a.picture.colour cannot be 'stelblue'"), HasSubstr("steelblue")));
  EXPECT_THAT(with("a.picture.colour", "#12"), HasSubstr("Give it like #4682b4"));
  EXPECT_THAT(with("a.picture.shape", "cube"),
              AllOf(HasSubstr("a.picture.shape cannot be 'cube'"), HasSubstr("box, cylinder")));
  EXPECT_THAT(with("a.picture.width", "-1"), HasSubstr("a.picture.width must not be negative"));
  EXPECT_THAT(with("a.picture.width", "2 kg"), HasSubstr("a.picture.width cannot be 2 kg"));
  EXPECT_THAT(with("a.picture.visible", "yes"), HasSubstr("It is true or false."));
  EXPECT_THAT(with("a.picture.color", "red"), HasSubstr("Did you mean a.picture.colour"));
}

}  // namespace
}  // namespace multibond
