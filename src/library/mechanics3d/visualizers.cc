#include "multibond/library/mechanics3d/visualizers.h"

#include <fmt/format.h>

#include "multibond/diagnostic.h"

namespace multibond::mechanics3d {
namespace {

/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;
constexpr int kCount = 8;  ///< windings, spokes or teeth of a shape that has some

/// Width of an arrow along its shaft.
Expr shaft(const Picture& picture) { return picture.sizes().rod_width / 2; }

}  // namespace

void Visualizer::exert_nothing() {
  equation(frame_a.f, 0.0);
  equation(frame_a.t, 0.0);
}

void FixedShape::equations() {
  exert_nothing();
  const Vector3 x = unit(lengthDirection), normal = x.cross(unit(widthDirection));
  if (normal.norm() < kParallel) {
    fail("has its width along its length.",
         "Give widthDirection another direction than lengthDirection.");
  }
  const Vector3 z = normal.normalized();
  Matrix3 axes;
  axes << x, z.cross(x), z;
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::box, colours::kBody,
               {frame_a.position() + frame_a.resolve(r_shape),
                frame_a.R.expr().transpose() * axes.cast<Expr>()},
               {sizes.length, sizes.joint_length, sizes.joint_length}, kCount);
}

void FixedFrame::equations() {
  exert_nothing();
  const Expr length = picture.sizes().length / 4;
  picture.show(Shape::axes, colours::kGround, pose(frame_a), {length, length / 20, length / 20});
}

void FixedArrow::equations() {
  exert_nothing();
  const Pose origin = pose_along(frame_a, unit(n));
  picture.show(Shape::arrow, colours::kArrow,
               {origin.position + frame_a.resolve(r_tail), origin.rotation},
               {picture.sizes().length / 4, shaft(picture), shaft(picture)});
}

MatrixX Lines::square() {
  MatrixX points(3, 5);
  points << 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0;
  return points;
}

void Lines::equations() {
  exert_nothing();
  const MatrixX given = points.value();
  if (given.rows() != 3 || given.cols() < 2) {
    fail("needs at least two points.", "Give points three rows and a column per point.");
  }
  std::vector<Vector3> line;
  for (int k = 0; k < given.cols(); ++k) line.emplace_back(given.col(k));
  const Expr width = picture.sizes().rod_width / 4;
  picture.show_points(Shape::lines, colours::kArrow, pose(frame_a), {width, width, width},
                      std::make_shared<const std::vector<Vector3>>(std::move(line)));
}

void StlMesh::equations() {
  exert_nothing();
  std::vector<Triangle> triangles = surface_;
  if (!file.value().empty()) {
    try {
      triangles = read_stl(file.value());
    } catch (const Error& error) {
      const Diagnostic& fact = error.diagnostics().front();
      throw Error(path(), fmt::format("{} cannot show its file: {}", path(), fact.text), fact.hint);
    }
  }
  const Pose origin{frame_a.position() + frame_a.resolve(r_shape), pose(frame_a).rotation};
  if (triangles.empty()) {
    const Expr side = picture.sizes().joint_length;
    picture.show(Shape::box, colours::kBody, origin, {side, side, side});
    return;
  }
  std::vector<Vector3> corners;
  Vector3 low = scale.value() * triangles[0][0], high = low;
  for (const Triangle& triangle : triangles) {
    for (const Vector3& corner : triangle) {
      corners.push_back(scale.value() * corner);
      low = low.cwiseMin(corners.back());
      high = high.cwiseMax(corners.back());
    }
  }
  const Vector3 size = high - low;
  picture.show_points(Shape::mesh, colours::kBody, origin, {size(0), size(1), size(2)},
                      std::make_shared<const std::vector<Vector3>>(std::move(corners)));
}

void SignalArrow::equations() {
  exert_nothing();
  for (const signals::Signal& signal : r_head) {
    if (!is_connected(signal)) equation(signal.value, 0.0);
  }
  const ExprVector3 vector = frame_a.resolve({r_head[0].value, r_head[1].value, r_head[2].value});
  const Expr length = sqrt(vector.dot(vector));
  picture.show(
      Shape::arrow, colours::kArrow,
      pose_along(frame_a.position() + frame_a.resolve(r_tail), vector / max(length, kTinyLength)),
      {length, shaft(picture), shaft(picture)});
}

}  // namespace multibond::mechanics3d
