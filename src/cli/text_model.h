/// Models as Modelica text: which one a command line names, and its equations.
#pragma once

#include <memory>
#include <optional>

#include "command_session.h"
#include "multibond/model/catalog.h"
#include "multibond/model/system.h"

namespace multibond {

namespace modelica {
class Library;
struct Class;
}  // namespace modelica

struct TextModel {
  std::shared_ptr<modelica::Library> library;
  const modelica::Class* definition = nullptr;
  CatalogEntry entry;  ///< its name, description and experiment
  double start = 0;    ///< of its experiment

  /// With all --set applied; throws Error with all findings.
  System system(const Arguments& arguments) const;
};

/// A library with the folders of --library and MODELICAPATH.
std::shared_ptr<modelica::Library> open_library(const Arguments& arguments);

/// The model that MODEL names: a file (Crane.mo), a model in a file (Crane.mo:Tower), or a name in
/// a library (Modelica.Blocks.Examples.PID_Controller). Nothing if the catalog has the name, or if
/// it can only be one of the catalog. Throws Error if the text has mistakes.
std::optional<TextModel> find_text_model(const Session& session);

/// Models of a text that can be run: those that are complete and say so, or all.
std::vector<TextModel> models_of(const std::shared_ptr<modelica::Library>& library,
                                 const std::vector<const modelica::Class*>& classes);

/// Splits FILE:NAME.
struct TextName {
  std::string file, name;
};
std::optional<TextName> text_name(const std::string& word);

}  // namespace multibond
