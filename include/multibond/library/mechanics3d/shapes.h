/// Bodies whose mass, centre and inertia follow from their shape and density.
#pragma once

#include "multibond/library/mechanics3d/mesh.h"
#include "multibond/library/mechanics3d/parts.h"

namespace multibond::mechanics3d {

/// Body of a shape and density.
///
///     box       length, width and height; its origin in the middle of the left face
///     cylinder  of a length and a radius, hollow if innerRadius is not zero; its origin in the
///               middle of the left face
///     cone      of a length and a radius; its origin in the middle of its base
///     sphere    of a radius, hollow if innerRadius is not zero; its origin in its centre
///     mesh      what the closed surface of an STL file encloses, its coordinates times `scale`
///
/// The length runs along lengthDirection, the width along widthDirection, as far as it is across
/// that; a mesh has x and y there. The origin of the shape lies r_shape from frame_a, and frame_b
/// lies r from frame_a. If nothing else is said a shape leads from its origin to frame_b, with its
/// width along y, or along x if its length is along y; a mesh has the axes of frame_a.
///
/// Its picture is the shape, without its hole, and of a mesh the box around it; the centre of mass
/// is body.picture_CM.
class BodyShape final : public Component {
 public:
  BodyShape(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<std::string> shape{
      this, "shape", "box", "kind of shape", {"box", "cylinder", "cone", "sphere", "mesh"}};
  Parameter<Vector3> r{this, "r", {1.0, 0.0, 0.0}, "m", "from frame_a to frame_b, in frame_a"};
  Parameter<Vector3> r_shape{
      this, "r_shape", {0.0, 0.0, 0.0}, "m", "from frame_a to the origin of the shape, in frame_a"};
  Parameter<Vector3> lengthDirection{
      this,
      "lengthDirection",
      {0.0, 0.0, 0.0},
      "1",
      "direction of the length, in frame_a; {0, 0, 0}: that of r - r_shape"};
  Parameter<Vector3> widthDirection{
      this,
      "widthDirection",
      {0.0, 0.0, 0.0},
      "1",
      "direction of the width, in frame_a; {0, 0, 0}: y, or x if the length is along y"};
  Parameter<double> length{
      this,
      "length",
      1.0,
      "m",
      "length of a box, cylinder or cone; that of r - r_shape unless it is given",
      Check::positive};
  Parameter<double> width{this, "width", 0.1, "m", "width of a box", Check::positive};
  Parameter<double> height{this, "height", 0.1, "m", "height of a box", Check::positive};
  Parameter<double> radius{
      this, "radius", 0.1, "m", "radius of a cylinder, cone or sphere", Check::positive};
  Parameter<double> innerRadius{this,
                                "innerRadius",
                                0.0,
                                "m",
                                "radius of the hole in a cylinder or sphere",
                                Check::non_negative};
  Parameter<std::string> file{this, "file", "", "STL file of a mesh"};
  Parameter<double> scale{
      this,           "scale", 1.0, "m", "one unit of the STL file, e.g. 0.001 for millimetres",
      Check::positive};
  Parameter<double> density{this, "density", 7700.0, "kg/m3", "mass per volume", Check::positive};
  Body body{this, "body"};
  FixedTranslation rod{this, "rod"};
  Picture picture{this, "picture"};

  /// The shape for a density of one, in frame_a.
  Solid solid() const;
  void build() override;
  void equations() override;

 private:
  Solid along_axes() const;  ///< in its own axes, from its own origin
  Vector3 along() const;     ///< direction of the length, in frame_a
  Matrix3 axes() const;      ///< as columns, in frame_a
  double inner_radius() const;
  mutable Vector3 low_ = Vector3::Zero(), high_ = low_;  ///< corners of the box around a mesh
};

}  // namespace multibond::mechanics3d
