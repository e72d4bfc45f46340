#include "multibond/view/scene_json.h"

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/base/text.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;

/// Six digits are more than a screen shows, and a third of the text of all of them.
double rounded(double value) {
  if (value == 0 || !std::isfinite(value)) return 0;
  return parse_number(fmt::format("{:.6g}", value)).value_or(value);
}

/// Tracks as written: each distinct one once, those that do not move left out.
class Tracks {
 public:
  /// A number, if all values are equal, else a reference to a track.
  Json add(const std::vector<double>& values) {
    std::vector<double> short_values;
    short_values.reserve(values.size());
    bool moves = false;
    for (const double value : values) {
      short_values.push_back(rounded(value));
      moves = moves || short_values.back() != short_values.front();
    }
    if (!moves) return short_values.empty() ? 0.0 : short_values.front();
    const auto [known, added] = index_.try_emplace(std::move(short_values), list_.size());
    if (added) list_.push_back(known->first);
    return {{"track", known->second}};
  }
  const Json& list() const { return list_; }

 private:
  std::map<std::vector<double>, std::size_t> index_;
  Json list_ = Json::array();
};

/// A rotation as a quaternion x, y, z, w. One that is none (an arrow of no length) does not turn.
Eigen::Quaterniond quaternion(const Matrix3& rotation) {
  const bool proper = (rotation.transpose() * rotation - Matrix3::Identity()).norm() < 1e-6;
  return proper ? Eigen::Quaterniond(rotation) : Eigen::Quaterniond::Identity();
}

Json item_json(const Scene& scene, const Scene::Item& item, Tracks& tracks) {
  Json json{{"path", item.path},
            {"component", item.component},
            {"shape", shape_name(item.shape)},
            {"colour", item.colour}};
  if (item.opacity != 1) json["opacity"] = rounded(item.opacity);
  if (item.count != 0) json["count"] = item.count;
  if (item.shape == Shape::outline) {
    json["corners"] = Json::array();
    for (const Vector2& corner : item.corners) {
      json["corners"].push_back({rounded(corner(0)), rounded(corner(1))});
    }
  }
  if (item.points) {
    json["points"] = Json::array();
    for (const Vector3& point : *item.points) {
      json["points"].push_back({rounded(point(0)), rounded(point(1)), rounded(point(2))});
    }
  }
  std::array<std::vector<double>, 3> position, size;
  std::array<std::vector<double>, 4> rotation;
  Eigen::Vector4d last(0, 0, 0, 1);
  for (std::size_t row = 0; row < scene.times.size(); ++row) {
    const Scene::Placed placed = scene.placed(item, row);
    Eigen::Vector4d turned = quaternion(placed.rotation).coeffs();
    if (turned.dot(last) < 0) turned = -turned;  // the same rotation, on the way from the last one
    last = turned;
    for (int i = 0; i < 3; ++i) {
      position[i].push_back(placed.position(i));
      size[i].push_back(placed.size(i));
    }
    for (int i = 0; i < 4; ++i) rotation[i].push_back(turned(i));
  }
  const auto add = [&](const char* name, const auto& numbers) {
    json[name] = Json::array();
    for (const auto& values : numbers) json[name].push_back(tracks.add(values));
  };
  add("position", position);
  add("rotation", rotation);
  add("size", size);
  return json;
}

}  // namespace

std::string scene_json(const Scene& scene) {
  Json json{{"format", "multibond scene"}, {"version", 1}, {"model", scene.model}};
  json["up"] = {rounded(scene.up(0)), rounded(scene.up(1)), rounded(scene.up(2))};
  json["times"] = Json::array();
  for (const double time : scene.times) json["times"].push_back(rounded(time));
  Tracks tracks;
  Json items = Json::array();
  for (const Scene::Item& item : scene.items) items.push_back(item_json(scene, item, tracks));
  json["pictures"] = std::move(items);
  json["tracks"] = tracks.list();
  return json.dump() + '\n';
}

}  // namespace multibond
