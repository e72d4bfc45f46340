// Shapes of libraries are pictures.

#include <gtest/gtest.h>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

constexpr const char* kLibrary = R"(
  package Visualizers
    package Advanced
      record Orientation Real T[3, 3] = identity(3); Real w[3] = zeros(3); end Orientation;
      model Shape
        parameter String shapeType = "box";
        input Orientation R; input Real r[3] = {0, 0, 0}; input Real r_shape[3] = {0, 0, 0};
        input Real lengthDirection[3] = {1, 0, 0}; input Real widthDirection[3] = {0, 1, 0};
        input Real length = 0, width = 0, height = 0, extra = 0;
        input Real color[3] = {255, 0, 0};
      end Shape;
    end Advanced;
  end Visualizers;
  model M
    Real x = time;
    parameter Real L = 2;
    input Integer blue[3] = {0, 128, 255};
    Visualizers.Advanced.Shape rod(shapeType = "cylinder", r = {x, 0, 1}, lengthDirection = {0, 3, 0},
      widthDirection = {1, 0, 0}, length = L, width = 0.5, height = 0.5, color = blue);
    Visualizers.Advanced.Shape ball(shapeType = "sphere", length = 1, width = 1, height = 1);
    Visualizers.Advanced.Shape odd(shapeType = "7", lengthDirection = {0, 0, 1},
      widthDirection = {0, 0, 1}, length = 1, width = 1, height = 1);
  end M;)";

TEST(Shapes, HaveAPlaceAndASize) {
  SimulationOptions options;
  options.stop = 2;
  options.pictures = true;
  const Result result = simulate(compile_model(flat(kLibrary, "M")), options);
  ASSERT_EQ(result.scene.items.size(), 3u);
  const std::size_t last = result.scene.times.size() - 1;
  const Scene::Placed rod = result.scene.placed(result.scene.item("rod"), last);
  EXPECT_NEAR(rod.position.x(), 2, 1e-9);
  EXPECT_NEAR(rod.position.z(), 1, 1e-9);
  EXPECT_NEAR(rod.size.x(), 2, 1e-12);
  // Its length is along y, its width along x: the third axis is -z.
  EXPECT_NEAR((rod.rotation.col(0) - Vector3(0, 1, 0)).norm(), 0, 1e-12);
  EXPECT_NEAR((rod.rotation.col(2) - Vector3(0, 0, -1)).norm(), 0, 1e-12);
  // A sphere begins at its origin; where width and length agree, some direction across is taken.
  const Scene::Placed ball = result.scene.placed(result.scene.item("ball"), 0);
  EXPECT_NEAR(ball.position.x(), 0.5, 1e-12);
  const Scene::Placed odd = result.scene.placed(result.scene.item("odd"), 0);
  EXPECT_NEAR(odd.rotation.determinant(), 1, 1e-12);
  EXPECT_NEAR((odd.rotation.col(0) - Vector3(0, 0, 1)).norm(), 0, 1e-12);
}

TEST(Shapes, HaveTheColourAndKindOfTheText) {
  const System system = flat(kLibrary, "M");
  ASSERT_EQ(system.pictures.size(), 3u);
  EXPECT_EQ(system.pictures[0].shown.colour, "#0080ff");
  EXPECT_EQ(system.pictures[0].shown.shape, multibond::Shape::cylinder);
  EXPECT_EQ(system.pictures[1].shown.shape, multibond::Shape::sphere);
  EXPECT_EQ(system.pictures[2].shown.shape, multibond::Shape::box);
}

}  // namespace
}  // namespace multibond::modelica
