/// Pictures of the user's own: shapes at any frame, beside or instead of those of the parts.
///
/// They have neither mass nor size in the equations, and exert no force.
#pragma once

#include "multibond/library/mechanics3d/mesh.h"
#include "multibond/library/mechanics3d/pictures.h"
#include "multibond/library/signal_port.h"

namespace multibond::mechanics3d {

/// Base of what moves with a frame.
class Visualizer : public Component {
 public:
  using Component::Component;
  Frame frame_a{this, "frame_a"};
  Picture picture{this, "picture"};

 protected:
  /// In equations(): no force and no torque.
  void exert_nothing();
};

/// Shape that moves with a frame.
///
/// Shape, colour and size are those of its `picture`; a box unless said otherwise, with its origin
/// at r_shape in frame_a, its length along lengthDirection and its width along widthDirection, as
/// far as that is across.
class FixedShape final : public Visualizer {
 public:
  using Visualizer::Visualizer;
  Parameter<Vector3> r_shape{
      this, "r_shape", {0.0, 0.0, 0.0}, "m", "origin of the shape in frame_a"};
  Parameter<Vector3> lengthDirection{
      this, "lengthDirection", {1.0, 0.0, 0.0}, "1", "direction of the length, in frame_a"};
  Parameter<Vector3> widthDirection{
      this, "widthDirection", {0.0, 1.0, 0.0}, "1", "direction of the width, in frame_a"};
  void equations() override;
};

/// The axes of a frame.
class FixedFrame final : public Visualizer {
 public:
  using Visualizer::Visualizer;
  void equations() override;
};

/// Arrow that moves with a frame; `picture.length` is its length.
class FixedArrow final : public Visualizer {
 public:
  using Visualizer::Visualizer;
  Parameter<Vector3> r_tail{this, "r_tail", {0.0, 0.0, 0.0}, "m", "tail of the arrow in frame_a"};
  Parameter<Vector3> n{this, "n", {1.0, 0.0, 0.0}, "1", "direction of the arrow in frame_a"};
  void equations() override;
};

/// Line through points that moves with a frame: a path, a cable, the edge of a part.
///
/// `picture.width` is its diameter. A closed line ends at its first point.
class Lines final : public Visualizer {
 public:
  using Visualizer::Visualizer;
  Parameter<MatrixX> points{this, "points", square(), "m", "points in frame_a, one per column"};
  void equations() override;

 private:
  static MatrixX square();
};

/// Surface of triangles that moves with a frame: the part as it was designed.
///
/// It is read from an STL file, ASCII or binary, or given as triangles in C++ with `surface`. As
/// long as there is neither, a box stands for it. The origin of the file is at r_shape in frame_a,
/// its axes are those of frame_a.
class StlMesh final : public Visualizer {
 public:
  using Visualizer::Visualizer;
  Parameter<std::string> file{this, "file", "", "STL file; empty: none"};
  Parameter<double> scale{
      this,           "scale", 1.0, "m", "one unit of the STL file, e.g. 0.001 for millimetres",
      Check::positive};
  Parameter<Vector3> r_shape{
      this, "r_shape", {0.0, 0.0, 0.0}, "m", "origin of the file in frame_a"};
  /// Triangles that are shown where no file is named, in units of `scale`.
  void surface(std::vector<Triangle> triangles) { surface_ = std::move(triangles); }
  void equations() override;

 private:
  std::vector<Triangle> surface_;
};

/// Arrow at a frame whose vector, in frame_a and in m, is given by the signals r_head[1 … 3].
class SignalArrow final : public Visualizer {
 public:
  using Visualizer::Visualizer;
  Parameter<Vector3> r_tail{this, "r_tail", {0.0, 0.0, 0.0}, "m", "tail of the arrow in frame_a"};
  ComponentArray<signals::Signal> r_head{this, "r_head", 3};
  void equations() override;
};

}  // namespace multibond::mechanics3d
