/// Flat Modelica as OpenModelica prints it, made a model that can be flattened again.
///
/// Flat text declares `Real a.b[1].x` and speaks of `a.b`, of `a.b.x`, or of `a` as a whole. So
/// that all of these mean something, records and arrays are built around the scalars again.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace multibond {

struct FlatReference {
  std::string name;  ///< of the class that was flattened
  std::string text;  ///< a model `kName` and the functions it needs
  static constexpr std::string_view kName = "FlatReference";
};

/// Throws Error where the text is not understood. Nothing if it has no class.
std::optional<FlatReference> read_flat_reference(std::string flat);

}  // namespace multibond
