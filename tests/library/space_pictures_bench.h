/// For the tests of pictures in space: recorded runs, and where pictures and frames are in them.
#pragma once

#include "space_bench.h"

namespace multibond::mechanics3d {

inline Result pictured(Component&& model, double stop, int intervals = 20) {
  Result result =
      simulate(model, {.stop = stop, .tolerance = 1e-10, .intervals = intervals, .pictures = true});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  EXPECT_EQ(result.scene.times, result.times());
  return result;
}

/// The motion of a frame: positions, and axes as columns, in the world.
class FrameTrack {
 public:
  FrameTrack(const Result& result, const std::string& frame) {
    for (int i = 0; i < 3; ++i) x_[i] = result[fmt::format("{}.x[{}]", frame, i + 1)];
    for (int i = 0; i < 9; ++i) {
      R_[i] = result[fmt::format("{}.R[{},{}]", frame, i % 3 + 1, i / 3 + 1)];
    }
  }
  Vector3 x(std::size_t row) const { return {x_[0][row], x_[1][row], x_[2][row]}; }
  Matrix3 axes(std::size_t row) const {
    Matrix3 value;
    for (int i = 0; i < 9; ++i) value(i / 3, i % 3) = R_[i][row];
    return value;
  }
  /// The point r of the frame, in the world.
  Vector3 at(std::size_t row, const Vector3& r) const { return x(row) + axes(row) * r; }

 private:
  std::array<std::vector<double>, 3> x_;
  std::array<std::vector<double>, 9> R_;
};

/// A picture as it was recorded.
struct Seen {
  Seen(const Result& result, const std::string& path)
      : scene(result.scene), item(scene.item(path)), shape(item.shape) {}
  multibond::Scene::Placed at(std::size_t row) const { return scene.placed(item, row); }
  Vector3 start(std::size_t row) const { return at(row).position; }
  /// The point at a fraction of its length.
  Vector3 along(std::size_t row, double fraction) const {
    const multibond::Scene::Placed placed = at(row);
    return placed.position + placed.rotation.col(0) * (fraction * placed.size(0));
  }
  Vector3 end(std::size_t row) const { return along(row, 1); }
  Vector3 x(std::size_t row) const { return at(row).rotation.col(0); }
  const multibond::Scene& scene;
  const multibond::Scene::Item& item;
  Shape shape;
};

/// Whether it has right-handed axes of length one.
inline bool proper(const Matrix3& rotation) {
  return (rotation.transpose() * rotation - Matrix3::Identity()).norm() < 1e-9 &&
         rotation.determinant() > 0;
}

/// The world, a frame that turns about a skew axis, and a body on it: what is to be seen there has
/// a place and an orientation that are no round numbers.
struct Turning : Scene {
  Revolute spin{this, "spin"};
  FixedTranslation arm{this, "arm"};
  Body hub{this, "hub"};
  Turning() {
    ground.r = Vector3(0.3, -0.2, 0.1);
    spin.n = kSkew;
    spin.phi.start(0.4).fixed();
    spin.w.start(2.0).fixed();
    arm.r = Vector3(0.5, 0.2, -0.3);
    set_inertia(hub, full_inertia());
    connect(ground.frame_b, spin.frame_a);
    connect(spin.frame_b, arm.frame_a);
    connect(arm.frame_b, hub.frame_a);
  }
  Frame& tip() { return arm.frame_b; }
};

}  // namespace multibond::mechanics3d
