/// Models as Modelica text: which one a command line names, and its equations.
#pragma once

#include <memory>
#include <optional>

#include "command_session.h"
#include "multibond/model/catalog.h"
#include "multibond/model/system.h"
#include "multibond/modelica/flatten.h"

namespace multibond {

struct TextModel {
  std::shared_ptr<modelica::Library> library;
  const modelica::Class* definition = nullptr;
  CatalogEntry entry;  ///< its name, description and experiment
  double start = 0;    ///< of its experiment

  /// With all --set applied; throws Error with all findings.
  System system(const Arguments& arguments) const { return flat(arguments.settings).system; }
  modelica::FlatModel flat(const std::vector<std::string>& settings) const;
};

/// A library with the folders of --library and MODELICAPATH.
std::shared_ptr<modelica::Library> open_library(const Session& session);

/// The model that MODEL names: a file (Crane.mo), a model in a file (Crane.mo:Tower), or a name in
/// a library (Modelica.Blocks.Examples.PID_Controller). Nothing if the catalog has the name, or if
/// it can only be one of the catalog. Throws Error if the text has mistakes.
std::optional<TextModel> find_text_model(const Session& session);

/// Models of a text that can be run: those that are complete and say so, or, if there are none or
/// if that is asked for, all.
std::vector<TextModel> models_of(const std::shared_ptr<modelica::Library>& library,
                                 const std::vector<const modelica::Class*>& classes,
                                 bool all = false);

/// A class of a file; the name may leave out the package of the file. Throws Error if there is
/// none.
const modelica::Class& find_in_file(modelica::Library& library,
                                    const std::vector<const modelica::Class*>& classes,
                                    std::string name);

/// Splits FILE:NAME.
struct TextName {
  std::string file, name;
};
std::optional<TextName> text_name(const std::string& word);

}  // namespace multibond
