/// Flattening: from a class of Modelica text to a System of variables and equations.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "multibond/model/system.h"
#include "multibond/modelica/library.h"

namespace multibond::modelica {

struct FlattenOptions {
  /// Values of parameters, as a modifier of the model would give them: {"body.m", "2"}.
  std::vector<std::pair<std::string, std::string>> settings = {};
  /// Also what cannot be run: partial classes, records and the like, and parameters without a
  /// value, which is 0 then.
  bool incomplete = false;
};

/// The equations of a model. Throws Error with all findings, each with its file and line.
System flatten(Library& library, const Class& model, const FlattenOptions& options = {});
System flatten(Library& library, std::string_view path, const FlattenOptions& options = {});

/// A model with the components of the catalog in it.
struct FlatModel {
  System system;
  /// A tree of the components alone, with their connections: for drawings. Null if there are none.
  /// It may refer to texts of the system.
  std::shared_ptr<multibond::Component> components;
};
FlatModel flatten_model(Library& library, const Class& model, const FlattenOptions& options = {});

/// What the annotation `experiment` of a model says.
struct ExperimentAnnotation {
  std::optional<double> start, stop, tolerance, interval;
};
ExperimentAnnotation experiment(Library& library, const Class& model);

/// Equations and variables as flat Modelica.
std::string flat_text(const System& system);

}  // namespace multibond::modelica
