// Shapes of libraries (Modelica.Mechanics.MultiBody.Visualizers.Advanced.Shape) as pictures.
//
// A shape has an origin r + r_shape and an orientation R of the object it belongs to; its length
// and width have directions there. In the world, its axes are the columns of a rotation:
//   x = T' e_x,  y = T' e_y,  z = T' e_z,   T = R.T, from the world to the object

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/model/picture.h"

namespace multibond::modelica {
namespace {

using PictureShape = multibond::Shape;  // the shape of an array has the same name here

constexpr std::string_view kShape = "Visualizers.Advanced.Shape";

struct ShapeName {
  std::string_view theirs;
  PictureShape ours;
};
constexpr ShapeName kShapes[] = {
    {"box", PictureShape::box},           {"sphere", PictureShape::sphere},
    {"cylinder", PictureShape::cylinder}, {"pipecylinder", PictureShape::cylinder},
    {"pipe", PictureShape::cylinder},     {"cone", PictureShape::cone},
    {"beam", PictureShape::beam},         {"gearwheel", PictureShape::gear},
    {"spring", PictureShape::coil},
};

/// What equations of declarations say of a variable, through others: color = color of a part. There
/// are few shapes, so nobody needs a table.
Expr defined(const System& system, Expr value) {
  constexpr int kLongestChain = 20;
  for (int i = 0; i < kLongestChain && value.is_variable() && value.order() == 0; ++i) {
    const auto equation =
        std::find_if(system.equations.begin(), system.equations.end(),
                     [&](const SystemEquation& e) { return same(e.left, value); });
    if (equation == system.equations.end()) return value;
    value = equation->right;
  }
  return value;
}

ExprVector3 unit_or(const ExprVector3& v, const ExprVector3& other) {
  const Expr square = v.dot(v);
  if (square.is_number()) return square.number() > 1e-12 ? ExprVector3(v / sqrt(square)) : other;
  ExprVector3 result;
  const Expr length = sqrt(max(square, 1e-12));
  for (int i = 0; i < 3; ++i) {
    result(i) = no_event(select(square > 1e-12, v(i) / length, other(i)));
  }
  return result;
}

}  // namespace

/// By the name of its class: the same in all versions of the library.
bool Elaborator::is_shape(const Instance& instance) const {
  return instance.definition && instance.definition->name.text() == "Shape" &&
         library_.path(*instance.definition).ends_with(kShape);
}

/// The value that a declaration or a modifier gives it, else its variables; empty if it is absent.
Value Elaborator::shape_value(Instance& shape, std::string_view name, bool given) {
  Member* const member = find_member(shape, library_.names()(name));
  Instance* const part = member && !member->is_class() ? component(shape, *member) : nullptr;
  if (!part) return {};
  if (given && part->builtin != Builtin::none) {
    if (const std::optional<Value> value = bound_value(*part)) return *value;
  }
  return value_of(*part, 0);
}

/// Numbers that are known before the run.
std::vector<double> Elaborator::shape_numbers(Instance& shape, std::string_view name) {
  std::vector<double> result;
  const Value value = shape_value(shape, name, true);
  const std::vector<Value> items = value.is_array() ? value.items() : std::vector<Value>{value};
  for (const Value& item : items) {
    if (!item.is_scalar()) return {};
    const Expr known = defined(system_, item.scalar);
    if (varies(known)) return {};
    result.push_back(known.is_number() ? known.number() : parameter_values_(known));
  }
  return result;
}

void Elaborator::add_shape(Instance& shape) {
  const auto vector = [&](std::string_view name) -> std::optional<ExprVector3> {
    const Value value = shape_value(shape, name, true);
    if (!value.is_array() || value.items().size() != 3) return std::nullopt;
    return ExprVector3(value.items()[0].scalar, value.items()[1].scalar, value.items()[2].scalar);
  };
  const auto scalar = [&](std::string_view name) {
    const Value value = shape_value(shape, name, false);
    return value.is_scalar() ? value.scalar : Expr(0.0);
  };
  const Value type = shape_value(shape, "shapeType", true);
  const auto r = vector("r"), r_shape = vector("r_shape");
  const auto along = vector("lengthDirection"), across = vector("widthDirection");
  const Value R = shape_value(shape, "R", false);
  const Value* const T = R.kind == Value::Kind::record ? R.field(library_.names()("T")) : nullptr;
  if (!r || !r_shape || !along || !across || !T || T->items().size() != 9) return;
  ExprMatrix3 to_object;
  for (int i = 0; i < 9; ++i) {
    to_object(i / 3, i % 3) = T->items()[static_cast<std::size_t>(i)].scalar;
  }
  SystemPicture picture;
  picture.path = path(shape);
  picture.component = system_component(*shape.parent);
  ShownPicture& shown = picture.shown;
  for (const ShapeName& name : kShapes) {
    if (type.kind == Value::Kind::text && type.data->text == name.theirs) shown.shape = name.ours;
  }
  const ExprVector3 x = unit_or(*along, ExprVector3(1.0, 0.0, 0.0));
  // A width along the length says nothing: any direction across it will do.
  const ExprVector3 other =
      unit_or(x.cross(ExprVector3(0.0, 1.0, 0.0)), ExprVector3(0.0, 0.0, 1.0));
  const ExprVector3 z = unit_or(x.cross(*across), other);
  const ExprVector3 y = z.cross(x);
  ExprMatrix3 axes;
  axes << x, y, z;
  shown.size = {scalar("length"), scalar("width"), scalar("height")};
  ExprVector3 origin = *r_shape;
  if (shown.shape == PictureShape::sphere)
    origin += x * (0.5 * shown.size(0));                                 // it begins at its origin
  if (shown.shape == PictureShape::coil) shown.size(2) = shown.size(1);  // height: of the wire
  shown.pose.position = *r + to_object.transpose() * origin;
  shown.pose.rotation = to_object.transpose() * axes;
  const std::vector<double> extra = shape_numbers(shape, "extra");
  if (extra.size() == 1) shown.count = static_cast<int>(std::min(200.0, std::abs(extra[0])));
  const std::vector<double> colour = shape_numbers(shape, "color");
  const auto part = [&](std::size_t i) {
    return colour.size() == 3 ? static_cast<int>(std::clamp(colour[i], 0.0, 255.0)) : 128;
  };
  shown.colour = fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
  system_.pictures.push_back(std::move(picture));
}

/// Up is against the gravity of a part called world.
void Elaborator::add_shapes() {
  for (Instance* shape : shapes_) {
    try {
      add_shape(*shape);
    } catch (const Error& error) {  // a run does not need it
      Diagnostic told = error.diagnostics().front();
      told.severity = Severity::warning;
      told.text = fmt::format("{} is not shown: {}", path(*shape), told.text);
      system_.diagnostics.push_back(std::move(told));
    }
  }
  const auto world =
      shapes_.empty() ? root_->by_name.end() : root_->by_name.find(library_.names()("world"));
  if (world == root_->by_name.end() || world->second->is_class() || !world->second->instance)
    return;
  const std::vector<double> n = shape_numbers(*world->second->instance, "n");
  if (n.size() == 3) system_.picture_up = -Vector3(n[0], n[1], n[2]).normalized();
}

}  // namespace multibond::modelica
