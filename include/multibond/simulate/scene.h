/// Scene: what the components of a model showed during a run.
///
/// Shapes and colours once, and their motion as tracks: each number of a pose or size is constant
/// or one of the tracks, which hold a value per instant. Things that move together share tracks.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "multibond/base/vectors.h"
#include "multibond/model/shape.h"

namespace multibond {

struct Scene {
  /// A constant, or a track.
  struct Number {
    double value = 0;
    std::size_t track = kConstant;
    static constexpr std::size_t kConstant = ~std::size_t{0};
    bool constant() const { return track == kConstant; }
  };
  struct Item {
    std::string path;       ///< "body.picture"
    std::string component;  ///< "body"
    Shape shape = Shape::box;
    std::string colour;  ///< "#rrggbb"
    double opacity = 1;
    int count = 0;                 ///< windings, spokes or teeth
    std::vector<Vector2> corners;  ///< of an outline
    ShapePoints points = nullptr;  ///< of lines and of a mesh
    std::array<Number, 3> position, size;
    std::array<Number, 9> rotation;  ///< by columns: the axes of the shape in the world
  };
  /// An item at one instant.
  struct Placed {
    Vector3 position, size;
    Matrix3 rotation;
  };

  std::string model;
  Vector3 up{0, 1, 0};  ///< which way is up: against gravity, if there is a uniform one
  std::vector<double> times;
  std::vector<std::vector<double>> tracks;  ///< a value per time
  std::vector<Item> items;

  bool empty() const { return items.empty() || times.empty(); }
  double value(const Number& number, std::size_t row) const {
    return number.constant() ? number.value : tracks[number.track][row];
  }
  Placed placed(const Item& item, std::size_t row) const;
  /// The item of that path; throws Error with the nearest existing names.
  const Item& item(const std::string& path) const;
};

}  // namespace multibond
