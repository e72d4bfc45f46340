/// Pictures: how a component looks in drawings and animations of its motion.
///
/// A component that can be seen has a part `picture` and says in equations() what it shows, in one
/// statement: shape, colour, pose and size, by default. What the user says wins, by member or by
/// path: body.picture.colour = "gold", model.set("body.picture.visible", false).
///
///     Picture picture{this, "picture"};
///     ...
///     picture.show(Shape::box, "steelblue", {position, rotation}, {length, width, height});
///
/// Pose and size are expressions of any variables. They are computed by a function of their own
/// that exists only when someone asks for pictures (compile/pictures.h); the equations know nothing
/// of it. A picture that is not visible states nothing.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/model/component.h"
#include "multibond/model/shape.h"

namespace multibond {

/// Where a shape stands: its origin, and its axes as the columns of a rotation, in the world.
struct Pose {
  ExprVector3 position;
  ExprMatrix3 rotation;
};

/// A picture as it was stated.
struct ShownPicture {
  Shape shape = Shape::box;
  std::string colour;  ///< "#rrggbb"
  double opacity = 1;
  Pose pose;
  ExprVector3 size;  ///< length, width, height in m
  int count = 0;     ///< windings, spokes or teeth
  /// Corners of an outline, expressions of parameters. A single one is a disc, two are a bar.
  std::vector<ExprVector2> corners;
  ShapePoints points = nullptr;  ///< of lines and of a mesh
};

/// A length for pictures, `auto` unless given: then the component chooses it. No equation sees it.
class PictureLength final : public ParameterBase {
 public:
  PictureLength(Component* owner, std::string_view name, std::string_view description);
  ~PictureLength() override;
  PictureLength& operator=(double metres);
  PictureLength& operator=(const Expr& metres);
  Expr value_or(const Expr& automatic) const { return given_.value_or(automatic); }
  std::string value_text() const override { return text_; }
  void set_text(std::string_view text) override;
  std::function<void()> restorer() override;

 private:
  std::string text_;
  std::optional<Expr> given_;
};

/// A colour: a name such as "steelblue", or "#rrggbb", or "#rrggbbaa" with an opacity.
struct Colour {
  std::string code;  ///< "#rrggbb"
  double opacity = 1;
  /// Nothing if the text is no colour.
  static std::optional<Colour> read(std::string_view text);
  static std::vector<std::string> names();
};

/// Usual sizes of pictures, in m.
struct PictureSizes {
  Expr length;         ///< typical length of the parts
  Expr joint_length;   ///< of a joint along its axis
  Expr joint_width;    ///< of a joint across its axis
  Expr body_diameter;  ///< of a centre of mass
  Expr rod_width;
  Expr force_width;   ///< of springs
  Expr force_length;  ///< of an arrow of 1 N or 1 N.m
};

/// Base of the worlds of mechanics: whether there are pictures, and their usual sizes.
class Stage : public Component {
 public:
  using Component::Component;
  Parameter<bool> animate{this, "animate", true, "whether components have pictures"};
  PictureLength nominalLength{this, "nominalLength",
                              "typical length for pictures; auto: that of the rigid parts"};
  PictureLength jointLength{this, "jointLength",
                            "length of joints in pictures; auto: nominalLength / 10"};
  PictureLength jointWidth{this, "jointWidth",
                           "width of joints in pictures; auto: nominalLength / 20"};
  PictureLength bodyDiameter{this, "bodyDiameter",
                             "diameter of centres of mass in pictures; auto: nominalLength / 12"};
  PictureLength rodWidth{this, "rodWidth", "width of rods in pictures; auto: nominalLength / 25"};
  PictureLength forceWidth{this, "forceWidth",
                           "width of springs in pictures; auto: nominalLength / 8"};
  PictureLength forceLength{
      this, "forceLength",
      "length in pictures of an arrow of 1 N or 1 N.m; auto: nominalLength / 100"};

 protected:
  /// In equations(): which way is up for those who look; y unless it is said.
  void look_up(const Vector3& direction);
};

/// The picture of a component. Several may be shown by one component, and a model may show further
/// ones at frames of its parts.
class Picture final : public Component {
 public:
  Picture(Component* owner, std::string_view name);
  ~Picture() override;

  Parameter<bool> visible{this, "visible", true, "whether it is shown"};
  Parameter<std::string> shape{this, "shape", "auto", "kind of shape; auto: that of the component",
                               shape_choices()};
  Parameter<std::string> colour{this, "colour", "auto",
                                "name, #rrggbb or #rrggbbaa; auto: that of the component"};
  PictureLength length{this, "length",
                       "extent along x of the shape; auto: as the component has it"};
  PictureLength width{this, "width", "extent along y of the shape; auto: as the component has it"};
  PictureLength height{this, "height",
                       "extent along z of the shape; auto: as the component has it"};

  /// In equations() of the component: what the picture shows unless the user has said otherwise.
  /// Throws Error if the user's colour is none.
  void show(Shape shape, std::string_view colour, const Pose& pose, const ExprVector3& size,
            int count = 0, std::vector<ExprVector2> corners = {});
  /// The same for lines and meshes, which consist of points.
  void show_points(Shape shape, std::string_view colour, const Pose& pose, const ExprVector3& size,
                   ShapePoints points);
  /// Whether anything is shown: it is visible, and the world wants pictures.
  bool shown() const;
  /// Usual sizes: those of the world around, or those that fit the model. In equations().
  PictureSizes sizes() const;
  /// In constructors: vectors along the component, one per column. The typical length of all such
  /// vectors in a model gives the usual sizes of pictures.
  void spans(const RealParameter& vectors) { spans_.push_back(&vectors); }
  const std::vector<const RealParameter*>& spanned() const { return spans_; }

 private:
  static std::vector<std::string_view> shape_choices();
  ShownPicture stated(Shape shape, std::string_view colour, const Pose& pose,
                      const ExprVector3& size) const;
  std::vector<const RealParameter*> spans_;
};

}  // namespace multibond
