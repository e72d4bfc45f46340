// Scenes as documents and as drawings.
#include "multibond/view/mechanism.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "examples/planar.h"
#include "multibond/simulate/simulation.h"
#include "multibond/view/scene_json.h"
#include "view/check.h"

namespace multibond {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Scene pendulum() {
  examples::PlanarDoublePendulum model;
  return simulate(model, {.stop = 2, .intervals = 40, .pictures = true}).scene;
}

/// A shape at the origin that grows, for all shapes.
Scene shape_alone(Shape shape) {
  Scene scene;
  scene.times = {0, 1};
  scene.tracks = {{1, 2}};
  Scene::Item item;
  item.path = "part.picture";
  item.component = "part";
  item.shape = shape;
  item.colour = "#4682b4";
  item.count = 6;
  item.corners = {{0, 0}, {1, 0}, {0, 1}};
  item.points = std::make_shared<const std::vector<Vector3>>(
      std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 1}});
  item.size = {Scene::Number{0, 0}, Scene::Number{0.5}, Scene::Number{0.5}};
  item.rotation = {Scene::Number{1}, {0}, {0}, {0}, {1}, {0}, {0}, {0}, {1}};
  scene.items = {item};
  return scene;
}

TEST(SceneJson, TellsShapesColoursAndMotion) {
  const Scene scene = pendulum();
  const json document = json::parse(scene_json(scene));
  EXPECT_EQ(document["format"], "multibond scene");
  EXPECT_EQ(document["version"], 1);
  ASSERT_EQ(document["times"].size(), scene.times.size());
  ASSERT_EQ(document["pictures"].size(), scene.items.size());
  const auto value = [&](const json& number, std::size_t row) {
    return number.is_number()
               ? number.get<double>()
               : document["tracks"][number["track"].get<std::size_t>()][row].get<double>();
  };
  for (std::size_t k = 0; k < scene.items.size(); ++k) {
    const json& item = document["pictures"][k];
    EXPECT_EQ(item["path"], scene.items[k].path);
    EXPECT_EQ(item["shape"], shape_name(scene.items[k].shape));
    for (std::size_t row = 0; row < scene.times.size(); row += 7) {
      const Scene::Placed placed = scene.placed(scene.items[k], row);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(value(item["position"][i], row), placed.position(i), 1e-5);
        EXPECT_NEAR(value(item["size"][i], row), placed.size(i), 1e-5);
      }
      const Eigen::Quaterniond turned(
          value(item["rotation"][3], row), value(item["rotation"][0], row),
          value(item["rotation"][1], row), value(item["rotation"][2], row));
      EXPECT_LT((turned.toRotationMatrix() - placed.rotation).norm(), 1e-4);
    }
  }
}

TEST(SceneJson, WritesWhatRestsOnce) {
  const json document = json::parse(scene_json(pendulum()));
  for (const json& item : document["pictures"]) {
    if (item["component"] != "Fixed1") continue;
    for (const char* key : {"position", "rotation", "size"}) {
      for (const json& number : item[key]) EXPECT_TRUE(number.is_number());
    }
  }
  // Each way of moving once, whoever moves so.
  for (std::size_t a = 0; a < document["tracks"].size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) EXPECT_NE(document["tracks"][a], document["tracks"][b]);
  }
}

TEST(SceneJson, QuaternionsTakeTheShortWay) {
  const json document = json::parse(scene_json(pendulum()));
  for (const json& item : document["pictures"]) {
    for (const json& number : item["rotation"]) {
      if (number.is_number()) continue;
      const json& track = document["tracks"][number["track"].get<std::size_t>()];
      for (std::size_t row = 1; row < track.size(); ++row) {
        EXPECT_LT(std::abs(track[row].get<double>() - track[row - 1].get<double>()), 0.5);
      }
    }
  }
}

TEST(Mechanism, EveryShapeCanBeDrawn) {
  for (int k = 0; k <= static_cast<int>(Shape::mesh); ++k) {
    const auto shape = static_cast<Shape>(k);
    const Scene scene = shape_alone(shape);
    for (const MechanismOptions& options :
         {MechanismOptions{}, MechanismOptions{.poses = 2},
          MechanismOptions{
              .view = Eigen::AngleAxisd(0.6, Vector3(1, 2, 3).normalized()).toRotationMatrix()}}) {
      const std::string svg = draw_mechanism(scene, options);
      int marks = 0;
      for (const XmlElement& element : parse_xml(svg)) {
        marks +=
            element.name == "polygon" || element.name == "polyline" || element.name == "circle";
      }
      EXPECT_GE(marks, 1) << shape_name(shape);
      EXPECT_EQ(svg.find("nan"), std::string::npos) << shape_name(shape);
      EXPECT_EQ(svg.find("inf"), std::string::npos) << shape_name(shape);
    }
  }
}

TEST(Mechanism, ShowsWhatRestsOnceAndWhatMovesInEveryPosition) {
  const std::string svg = draw_mechanism(pendulum(), {.poses = 5});
  int ground = 0, mass = 0;
  for (const XmlElement& element : parse_xml(svg)) {
    const auto path = element.attributes.find("data-path");
    if (path == element.attributes.end()) continue;
    ground += path->second == "Fixed1.picture";
    mass += path->second == "Body3.picture_CM";
  }
  EXPECT_EQ(ground, 1);
  EXPECT_EQ(mass, 5);
  EXPECT_THAT(svg, HasSubstr("t = 0 … 2 s, 5 positions"));
}

// Two masses 4 m apart at the start, where the bar below says how long a metre is.
TEST(Mechanism, IsTrueToScale) {
  Scene scene = shape_alone(Shape::sphere);
  Scene::Item far = scene.items[0];
  far.path = "far.picture";
  far.position[0] = Scene::Number{4};
  for (auto* item : {&scene.items[0], &far}) item->size = {Scene::Number{0.5}, {0.5}, {0.5}};
  scene.items.push_back(far);
  const std::string svg = draw_mechanism(scene);
  std::vector<double> places;
  double radius = 0, bar = 0;
  for (const XmlElement& element : parse_xml(svg)) {
    if (element.name == "circle") {
      places.push_back(std::stod(element.attributes.at("cx")));
      radius = std::stod(element.attributes.at("r"));
    }
    if (element.name == "path") {
      const std::string& d = element.attributes.at("d");
      bar = std::stod(d.substr(d.find(" h") + 2));
    }
  }
  ASSERT_EQ(places.size(), 2u);
  const double metre = (places[1] - places[0]) / 4;
  EXPECT_NEAR(radius, 0.25 * metre, 0.1);
  EXPECT_THAT(svg, HasSubstr(">0.5 m<"));
  EXPECT_NEAR(bar, 0.5 * metre, 0.1);
}

TEST(Mechanism, OfThePlaneIsSeenFromAbove) {
  const Scene scene = pendulum();
  const Matrix3 above = Matrix3::Identity();
  EXPECT_EQ(draw_mechanism(scene), draw_mechanism(scene, {.view = above}));
}

// Three balls: one at the origin, one above it, one to the side.
TEST(Mechanism, InSpaceIsSeenObliquelyWithUpAbove) {
  for (const Vector3& up : {Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(1, 0, 0),
                            Vector3(-0.6, 0.8, 0)}) {
    Scene scene = shape_alone(Shape::sphere);
    scene.up = up;
    scene.items[0].size = {Scene::Number{0.5}, {0.5}, {0.5}};
    for (const Vector3& place : {up, Vector3(1, 2, 3)}) {
      scene.items.push_back(scene.items[0]);
      for (int i = 0; i < 3; ++i) scene.items.back().position[i] = Scene::Number{place(i)};
      scene.items.back().path = place == up ? "above" : "aside";
    }
    std::map<std::string, Vector2> places;
    std::string path;
    for (const XmlElement& element : parse_xml(draw_mechanism(scene))) {
      if (element.attributes.contains("data-path")) path = element.attributes.at("data-path");
      if (element.name != "circle") continue;
      places[path] =
          Vector2(std::stod(element.attributes.at("cx")), std::stod(element.attributes.at("cy")));
    }
    ASSERT_EQ(places.size(), 3u);
    const Vector2 rise = places.at("above") - places.at("part.picture");
    EXPECT_NEAR(rise(0), 0, 0.2);  // written with one digit
    EXPECT_LT(rise(1), -10);
    const json document = json::parse(scene_json(scene));
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(document["up"][i].get<double>(), up(i), 1e-6);
  }
}

// Seen along its axis a coil is a circle about the point where it begins.
TEST(Mechanism, ACoilLiesAboutItsAxis) {
  Matrix3 along;
  along << Vector3::UnitY().transpose(), Vector3::UnitZ().transpose(), Vector3::UnitX().transpose();
  for (const XmlElement& element :
       parse_xml(draw_mechanism(shape_alone(Shape::coil), {.view = along}))) {
    if (element.name != "polyline") continue;
    std::istringstream text(element.attributes.at("points"));
    std::vector<Vector2> points;
    char comma = 0;
    for (double x = 0, y = 0; text >> x >> comma >> y;) points.emplace_back(x, y);
    ASSERT_GT(points.size(), 12u);
    const Vector2 centre = points.front();
    for (std::size_t k = 1; k + 1 < points.size(); ++k) {
      EXPECT_NEAR((points[k] - centre).norm(), (points[1] - centre).norm(), 0.3);
    }
  }
}

TEST(Mechanism, ACloseUpIsFittedToWhatMoves) {
  Scene scene = shape_alone(Shape::sphere);
  Scene::Item ground = scene.items[0], arrow = scene.items[0];
  ground.shape = Shape::box;
  ground.size = {Scene::Number{100}, Scene::Number{1}, Scene::Number{1}};
  arrow.shape = Shape::arrow;
  arrow.size = {Scene::Number{300}, Scene::Number{0.1}, Scene::Number{0.1}};
  arrow.position[0] = Scene::Number{0, 0};  // it moves
  scene.items[0].path = "ball.picture";
  scene.items.push_back(ground);
  scene.items.push_back(arrow);
  const auto radius = [&](bool close_up) {
    const std::string svg =
        draw_mechanism(scene, {.view = Matrix3::Identity(), .close_up = close_up});
    // The ball is an ellipse of points: how many pixels it is wide.
    const std::size_t begin = svg.find("points=\"", svg.find("ball.picture")) + 8;
    std::istringstream text(svg.substr(begin, svg.find('"', begin) - begin));
    double low = 1e9, high = -1e9, x = 0, y = 0;
    char comma = 0;
    while (text >> x >> comma >> y) low = std::min(low, x), high = std::max(high, x);
    return high - low;
  };
  EXPECT_LT(radius(false), 5);
  EXPECT_GT(radius(true), 100);
}

TEST(Mechanism, OfNothingIsRefused) { EXPECT_THROW(draw_mechanism(Scene{}), Error); }

}  // namespace
}  // namespace multibond
