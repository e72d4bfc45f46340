#include "multibond/model/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>

#include "multibond/base/text.h"
#include "multibond/model/context.h"

namespace multibond {
namespace {

constexpr std::array<std::string_view, 13> kShapes{"box",  "cylinder", "cone",  "sphere", "beam",
                                                   "coil", "arrow",    "wheel", "gear",   "outline",
                                                   "axes", "lines",    "mesh"};
/// The last ones need points, which only their visualizers have.
constexpr std::size_t kChosen = kShapes.size() - 2;

struct NamedColour {
  std::string_view name, code;
};
/// Those of the web (CSS) that suit mechanisms.
constexpr std::array<NamedColour, 24> kColours{{
    {"black", "#000000"},     {"blue", "#0000ff"},      {"brown", "#a52a2a"},
    {"crimson", "#dc143c"},   {"cyan", "#00ffff"},      {"darkgreen", "#006400"},
    {"dimgray", "#696969"},   {"firebrick", "#b22222"}, {"gold", "#ffd700"},
    {"gray", "#808080"},      {"green", "#008000"},     {"lightgray", "#d3d3d3"},
    {"magenta", "#ff00ff"},   {"navy", "#000080"},      {"olive", "#808000"},
    {"orange", "#ffa500"},    {"purple", "#800080"},    {"red", "#ff0000"},
    {"seagreen", "#2e8b57"},  {"silver", "#c0c0c0"},    {"slategray", "#708090"},
    {"steelblue", "#4682b4"}, {"white", "#ffffff"},     {"yellow", "#ffff00"},
}};

/// Median length of the vectors that pictures of the model span; 1 m if there are none.
double typical_length(const ModelContext& context) {
  std::vector<double> lengths;
  const auto visit = [&](const auto& self, const Component& component) -> void {
    if (typeid(component) == typeid(Picture)) {
      for (const RealParameter* vectors : static_cast<const Picture&>(component).spanned()) {
        const int rows = vectors->actual_rows();
        for (int column = 0; column < vectors->actual_columns(); ++column) {
          double square = 0;
          for (int row = 0; row < rows; ++row) {
            // Not with value(): what only pictures read does not shape the model.
            const double x = context.evaluate(vectors->element(column * rows + row));
            square += x * x;
          }
          if (square > 0) lengths.push_back(std::sqrt(square));
        }
      }
    }
    for (const Component* child : component.children()) {
      if (!child->is_port()) self(self, *child);
    }
  };
  visit(visit, *context.root);
  if (lengths.empty()) return 1;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

}  // namespace

std::string_view shape_name(Shape shape) { return kShapes[static_cast<std::size_t>(shape)]; }

Picture::Picture(Component* owner, std::string_view name) : Component(owner, name) {}

Picture::~Picture() = default;

std::vector<std::string_view> Picture::shape_choices() {
  std::vector<std::string_view> choices{"auto"};
  choices.insert(choices.end(), kShapes.begin(), kShapes.begin() + kChosen);
  return choices;
}

// -- lengths and colours --------------------------------------------------------------------------

PictureLength::PictureLength(Component* owner, std::string_view name, std::string_view description)
    : ParameterBase(owner, name, ParameterType::real, 1, 1, "m", description, Check::non_negative),
      text_("auto") {
  default_text_ = text_;
}

PictureLength::~PictureLength() = default;

PictureLength& PictureLength::operator=(double metres) {
  if (!(metres >= 0) || !std::isfinite(metres)) {
    throw Error(path(),
                fmt::format("{} must not be negative: it is {}.", path(), quantity(metres, "m")),
                "Give a length, or auto.");
  }
  owner_->context().edit_parameter(*this);
  text_ = format_number(metres);
  given_ = Expr(metres);
  return *this;
}

PictureLength& PictureLength::operator=(const Expr& metres) {
  if (metres.is_number()) return *this = metres.number();
  owner_->context().edit_parameter(*this);
  text_ = "by expression";
  given_ = metres;
  return *this;
}

void PictureLength::set_text(std::string_view text) {
  if (text == "auto") {
    owner_->context().edit_parameter(*this);
    text_ = text;
    given_.reset();
    return;
  }
  // Read as a parameter of a length would be.
  Component scratch(nullptr, path());
  Parameter<double> value(&scratch, path(), 1.0, "m");
  value.set_text(text);
  *this = value.value();
}

std::function<void()> PictureLength::restorer() {
  return [this, text = text_, given = given_] {
    text_ = text;
    given_ = given;
  };
}

std::optional<Colour> Colour::read(std::string_view text) {
  Colour colour;
  if (text.starts_with('#')) {
    const std::string_view digits = text.substr(1);
    if (digits.size() != 6 && digits.size() != 8) return std::nullopt;
    if (digits.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos) {
      return std::nullopt;
    }
    colour.code = text.substr(0, 7);
    if (digits.size() == 8) {
      colour.opacity = std::stoi(std::string(digits.substr(6)), nullptr, 16) / 255.0;
    }
    return colour;
  }
  const auto named = std::find_if(kColours.begin(), kColours.end(),
                                  [&](const NamedColour& c) { return c.name == text; });
  if (named == kColours.end()) return std::nullopt;
  colour.code = named->code;
  return colour;
}

std::vector<std::string> Colour::names() {
  std::vector<std::string> names;
  for (const NamedColour& colour : kColours) names.emplace_back(colour.name);
  return names;
}

// -- pictures -------------------------------------------------------------------------------------

void Stage::look_up(const Vector3& direction) { context().statements.picture_up = direction; }

bool Picture::shown() const {
  if (!visible.value()) return false;
  const Stage* stage = find_outer<Stage>();
  return !stage || stage->animate.value();
}

PictureSizes Picture::sizes() const {
  std::optional<double>& typical = context().statements.picture_length;
  if (!typical) typical = typical_length(context());
  const Stage* stage = find_outer<Stage>();
  const auto given = [&](PictureLength Stage::*length, const Expr& automatic) {
    return stage ? (stage->*length).value_or(automatic) : automatic;
  };
  PictureSizes sizes;
  sizes.length = given(&Stage::nominalLength, *typical);
  sizes.joint_length = given(&Stage::jointLength, sizes.length / 10);
  sizes.joint_width = given(&Stage::jointWidth, sizes.length / 20);
  sizes.body_diameter = given(&Stage::bodyDiameter, sizes.length / 12);
  sizes.rod_width = given(&Stage::rodWidth, sizes.length / 25);
  sizes.force_width = given(&Stage::forceWidth, sizes.length / 8);
  sizes.force_length = given(&Stage::forceLength, sizes.length / 100);
  return sizes;
}

void Picture::show(Shape given_shape, std::string_view given_colour, const Pose& pose,
                   const ExprVector3& size, int count, std::vector<ExprVector2> corners) {
  if (!shown()) return;
  ShownPicture picture = stated(given_shape, given_colour, pose, size);
  picture.count = count;
  picture.corners = std::move(corners);
  context().statements.pictures.push_back({this, std::move(picture)});
}

void Picture::show_points(Shape given_shape, std::string_view given_colour, const Pose& pose,
                          const ExprVector3& size, ShapePoints points) {
  if (!shown()) return;
  ShownPicture picture = stated(given_shape, given_colour, pose, size);
  picture.points = std::move(points);
  context().statements.pictures.push_back({this, std::move(picture)});
}

ShownPicture Picture::stated(Shape given_shape, std::string_view given_colour, const Pose& pose,
                             const ExprVector3& size) const {
  ShownPicture picture;
  picture.shape = given_shape;
  for (std::size_t k = 0; k < kShapes.size(); ++k) {
    if (shape.value() == kShapes[k]) picture.shape = static_cast<Shape>(k);
  }
  const std::string text = colour.value() == "auto" ? std::string(given_colour) : colour.value();
  const std::optional<Colour> read = Colour::read(text);
  if (!read) {
    const std::vector<std::string> names = Colour::names(), near = nearest(text, names);
    throw Error(colour.path(), fmt::format("{} cannot be '{}'.", colour.path(), text),
                fmt::format("Give it like #4682b4, or choose one of: {}.",
                            join_names(near.empty() ? names : near, names.size())));
  }
  picture.colour = read->code;
  picture.opacity = read->opacity;
  picture.pose = pose;
  picture.size = {length.value_or(size(0)), width.value_or(size(1)), height.value_or(size(2))};
  return picture;
}

}  // namespace multibond
