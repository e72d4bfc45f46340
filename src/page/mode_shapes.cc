#include "mode_shapes.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "multibond/simulate/poses.h"
#include "scene.h"

namespace multibond::page {
namespace {

constexpr int kPhases = 24;
constexpr std::size_t kMostNumbers = 600'000;  ///< rows times pictures
constexpr double kFarthest = 0.15;             ///< displacement, of the size of the model
constexpr double kWidest = 0.5;                ///< rotation in rad
constexpr double kSmall = 1e-4;                ///< part of the states for the first look

double size_of(const Scene& scene) {
  Vector3 low = Vector3::Constant(INFINITY), high = -low;
  for (const Scene::Item& item : scene.items) {
    const Scene::Placed placed = scene.placed(item, 0);
    low = low.cwiseMin(placed.position);
    high = high.cwiseMax(placed.position);
  }
  double size = (high - low).norm();
  if (size > 0) return size;
  for (const Scene::Item& item : scene.items) {
    size = std::max(size, scene.placed(item, 0).size.maxCoeff());
  }
  return std::max(size, 1e-9);
}

/// How far rows of a scene are from its first one: displacement by `size`, rotation by `kWidest`.
double largest_motion(const Scene& scene, double size) {
  double largest = 0;
  for (const Scene::Item& item : scene.items) {
    const Scene::Placed first = scene.placed(item, 0);
    for (std::size_t row = 1; row < scene.times.size(); ++row) {
      const Scene::Placed now = scene.placed(item, row);
      largest = std::max(largest, (now.position - first.position).norm() / (kFarthest * size));
      // A ball may turn about itself as far as it likes: nobody sees it.
      if (item.shape == Shape::sphere) continue;
      const double sine = (now.rotation - first.rotation).norm() / std::sqrt(8.0);
      largest = std::max(largest, 2 * std::asin(std::min(1.0, sine)) / kWidest);
      largest = std::max(largest, (now.size - first.size).norm() / (kFarthest * size));
    }
  }
  return largest;
}

class Shapes {
 public:
  Shapes(const RunView& run, const Linearization& linear, double size)
      : run_(run), linear_(linear), size_(size) {}

  /// States of a mode, all phases and the first again; none if it moves no picture.
  std::vector<std::vector<double>> states(std::size_t mode) const {
    const Eigen::VectorXcd v = linear_.modes.col(static_cast<Eigen::Index>(mode));
    // A first look with small states says how large they may be.
    const double scale = kSmall * std::max(1.0, v.cwiseAbs().maxCoeff());
    std::vector<std::vector<double>> look{linear_.state};
    for (int k = 0; k < 4; ++k) look.push_back(displaced(v, scale, k * std::numbers::pi / 2));
    const double motion = largest_motion(scene_of_states(run_, look), size_);
    // Less than this is rounding: a mode of currents, or of something that spins.
    if (!(motion > 1e-4 * kSmall)) return {};
    std::vector<std::vector<double>> result;
    for (int k = 0; k <= kPhases; ++k) {
      result.push_back(displaced(v, scale / motion, 2 * std::numbers::pi * k / kPhases));
    }
    return result;
  }

 private:
  std::vector<double> displaced(const Eigen::VectorXcd& v, double scale, double phase) const {
    const std::complex<double> turn = std::polar(scale, phase);
    std::vector<double> state = linear_.state;
    for (std::size_t i = 0; i < state.size(); ++i) {
      state[i] += (turn * v(static_cast<Eigen::Index>(i))).real();
    }
    return state;
  }

  const RunView& run_;
  const Linearization& linear_;
  double size_;
};

}  // namespace

std::size_t add_mode_shapes(const RunView& run, const Linearization& linear,
                            const std::vector<std::size_t>& modes, const Scene& scene,
                            Tracks& tracks, Json& json) {
  const std::size_t rows_of_one = kPhases + 1;
  if (scene.items.size() * rows_of_one > kMostNumbers) return 0;
  const Shapes shapes(run, linear, size_of(scene));
  std::vector<std::vector<double>> states{linear.state};
  Json first = Json::array();
  for (const std::size_t mode : modes) {
    const bool room = (states.size() + rows_of_one) * scene.items.size() <= kMostNumbers;
    const std::vector<std::vector<double>> more =
        room ? shapes.states(mode) : std::vector<std::vector<double>>{};
    first.push_back(more.empty() ? Json() : Json(states.size()));
    states.insert(states.end(), more.begin(), more.end());
  }
  if (states.size() == 1) return 0;
  tracks.new_block();
  json["shapes"] = {{"first", std::move(first)},
                    {"phases", kPhases},
                    {"items", poses_json(scene_of_states(run, states), tracks)}};
  return states.size();
}

}  // namespace multibond::page
