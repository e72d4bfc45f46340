#include "scene.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/view/mechanism.h"

namespace multibond::page {
namespace {

/// The same numbers, constant or moving, make the same rotation.
using RotationKey = std::array<std::pair<double, std::size_t>, 9>;

RotationKey key_of(const Scene::Item& item) {
  RotationKey key;
  for (std::size_t i = 0; i < 9; ++i) key[i] = {item.rotation[i].value, item.rotation[i].track};
  return key;
}

class SceneWriter {
 public:
  SceneWriter(const Scene& scene, Tracks& tracks, Tracks::Grid grid = Tracks::Grid::scene)
      : scene_(scene), tracks_(tracks), grid_(grid) {}

  /// Where an item is, and nothing else.
  Json pose(const Scene::Item& item) {
    return {{"p", numbers(item.position)}, {"q", rotation(item)}, {"size", numbers(item.size)}};
  }

  Json item(const Scene::Item& item) {
    Json json{{"path", item.path},
              {"component", item.component},
              {"shape", shape_name(item.shape)},
              {"colour", item.colour}};
    if (item.opacity != 1) json["opacity"] = item.opacity;
    if (item.count != 0) json["count"] = item.count;
    if (item.shape == Shape::outline) {
      json["corners"] = Json::array();
      for (const Vector2& corner : item.corners) {
        json["corners"].push_back({corner(0), corner(1)});
      }
    }
    if (item.points) json["points"] = points(*item.points);
    json["p"] = numbers(item.position);
    json["q"] = rotation(item);
    json["size"] = numbers(item.size);
    return json;
  }

 private:
  Json add(const std::vector<double>& values) {
    return tracks_.add(values, Accuracy::place, grid_);
  }

  /// One number after the other, to a millionth of the largest.
  static Json points(const std::vector<Vector3>& points) {
    double largest = 0;
    for (const Vector3& point : points) largest = std::max(largest, point.cwiseAbs().maxCoeff());
    const double unit = largest > 0 ? std::pow(10.0, std::floor(std::log10(largest)) - 6) : 1;
    Json json = Json::array();
    for (const Vector3& point : points) {
      for (const double x : point) {
        json.push_back(
            parse_number(fmt::format("{:.9g}", unit * std::round(x / unit))).value_or(x));
      }
    }
    return json;
  }

  Json numbers(const std::array<Scene::Number, 3>& three) {
    Json json = Json::array();
    for (const Scene::Number& number : three) {
      json.push_back(number.constant() ? Json(number.value) : add(scene_.tracks[number.track]));
    }
    return json;
  }

  /// As a quaternion x, y, z, w that never changes its sign from one instant to the next.
  const Json& rotation(const Scene::Item& item) {
    const auto [known, added] = rotations_.try_emplace(key_of(item));
    if (!added) return known->second;
    std::array<std::vector<double>, 4> columns;
    Eigen::Vector4d last(0, 0, 0, 1);
    for (std::size_t row = 0; row < scene_.times.size(); ++row) {
      const Matrix3 matrix = scene_.placed(item, row).rotation;
      // What has no direction (an arrow of no length) stays as it was.
      const bool proper = (matrix.transpose() * matrix - Matrix3::Identity()).norm() < 1e-6;
      Eigen::Vector4d now = proper ? Eigen::Quaterniond(matrix).coeffs() : last;
      if (now.dot(last) < 0) now = -now;
      last = now;
      for (int i = 0; i < 4; ++i) columns[i].push_back(now(i));
    }
    known->second = Json::array();
    for (const std::vector<double>& column : columns) known->second.push_back(add(column));
    return known->second;
  }

  const Scene& scene_;
  Tracks& tracks_;
  Tracks::Grid grid_;
  std::map<RotationKey, Json> rotations_;
};

}  // namespace

Json scene_json(const Scene& scene, Tracks& tracks) {
  if (scene.empty()) return nullptr;
  SceneWriter writer(scene, tracks);
  Json items = Json::array();
  for (const Scene::Item& item : scene.items) items.push_back(writer.item(item));
  return {{"up", {scene.up(0), scene.up(1), scene.up(2)}},
          {"flat", is_flat(scene)},
          {"items", std::move(items)}};
}

Json poses_json(const Scene& scene, Tracks& tracks) {
  SceneWriter writer(scene, tracks, Tracks::Grid::modes);
  Json items = Json::array();
  for (const Scene::Item& item : scene.items) items.push_back(writer.pose(item));
  return items;
}

}  // namespace multibond::page
