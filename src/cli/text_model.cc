#include "text_model.h"

#include <filesystem>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/base/units.h"
#include "multibond/library/part_kit.h"
#include "multibond/modelica/flatten.h"
#include "multibond/modelica/library.h"

namespace multibond {
namespace {

/// 2kg, as the command line has it, in SI units; anything else is left as it is.
std::string in_si(const std::string& text) {
  try {
    const auto [value, unit_text] = split_quantity(text);
    if (unit_text.empty()) return text;
    const std::optional<Unit> unit = parse_unit(unit_text);
    if (!unit) return text;
    return format_number(value * unit->factor + unit->offset);
  } catch (const Error&) {
    return text;
  }
}

TextModel describe(const std::shared_ptr<modelica::Library>& library,
                   const modelica::Class& definition) {
  TextModel model;
  model.library = library;
  model.definition = &definition;
  model.entry.path = library->path(definition);
  model.entry.description = std::string(definition.comment.text);
  model.entry.is_model = true;
  const modelica::ExperimentAnnotation given = modelica::experiment(*library, definition);
  Experiment& experiment = model.entry.experiment;
  model.start = given.start.value_or(0);
  experiment.stop = given.stop.value_or(model.start + 1);
  if (given.tolerance && *given.tolerance > 0 && *given.tolerance < 1) {
    experiment.tolerance = std::min(*given.tolerance, 1e-6);
  }
  if (given.interval && *given.interval > 0) {
    const double intervals = (experiment.stop - model.start) / *given.interval;
    if (intervals >= 1 && intervals <= 1e6)
      experiment.intervals = static_cast<int>(intervals + 0.5);
  }
  return model;
}

bool runnable(const modelica::Class& definition) {
  using modelica::Restriction;
  const bool kind = definition.restriction == Restriction::model ||
                    definition.restriction == Restriction::block ||
                    definition.restriction == Restriction::class_;
  return kind && !definition.partial;
}

void collect_models(const std::shared_ptr<modelica::Library>& library,
                    const modelica::Class& definition, bool with_experiment,
                    std::vector<TextModel>& models) {
  const bool marked = library->annotation(definition, "experiment") != nullptr;
  if (runnable(definition) && (marked || !with_experiment)) {
    models.push_back(describe(library, definition));
  }
  if (definition.restriction != modelica::Restriction::package) return;
  for (const std::string& name : library->children(definition)) {
    const modelica::Class* const child = library->child(definition, library->names()(name));
    if (child) collect_models(library, *child, with_experiment, models);
  }
}

}  // namespace

modelica::FlatModel TextModel::flat(const std::vector<std::string>& settings) const {
  modelica::FlattenOptions options;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == setting.size()) {
      throw Error("--set", fmt::format("--set {} is not of the form NAME=VALUE.", setting),
                  "Write e.g. --set mass.m=2kg, without blanks around the equals sign.");
    }
    options.settings.emplace_back(setting.substr(0, equals), in_si(setting.substr(equals + 1)));
  }
  return modelica::flatten_model(*library, *definition, options);
}

std::shared_ptr<modelica::Library> open_library(const Session& session) {
  auto library = std::make_shared<modelica::Library>();
  // The catalog of the session lives as long as its models.
  const std::shared_ptr<const Catalog> catalog(std::shared_ptr<const Catalog>(), &session.catalog);
  library->add_native(std::make_shared<const modelica::NativeClasses>(part_kit(catalog)));
  for (const std::string& folder : session.arguments.libraries) library->add_folder(folder);
  library->add_environment();
  return library;
}

std::optional<TextName> text_name(const std::string& word) {
  const std::size_t end = word.find(".mo");
  if (end != std::string::npos) {
    const std::size_t after = end + 3;
    if (after == word.size()) return TextName{word, {}};
    if (word[after] == ':') return TextName{word.substr(0, after), word.substr(after + 1)};
  }
  std::error_code code;
  if (std::filesystem::exists(std::filesystem::path(word) / "package.mo", code)) {
    return TextName{word, {}};
  }
  return std::nullopt;
}

std::vector<TextModel> models_of(const std::shared_ptr<modelica::Library>& library,
                                 const std::vector<const modelica::Class*>& classes, bool all) {
  std::vector<TextModel> models;
  for (const bool with_experiment : {true, false}) {
    if (!models.empty()) break;
    if (with_experiment && all) continue;
    for (const modelica::Class* definition : classes) {
      collect_models(library, *definition, with_experiment, models);
    }
  }
  return models;
}

const modelica::Class& find_in_file(modelica::Library& library,
                                    const std::vector<const modelica::Class*>& classes,
                                    std::string name) {
  if (classes.size() == 1 && name != classes[0]->name.text() &&
      !name.starts_with(std::string(classes[0]->name.text()) + ".")) {
    name = std::string(classes[0]->name.text()) + "." + name;
  }
  return library.find(name);
}

std::optional<TextModel> find_text_model(const Session& session) {
  const Arguments& arguments = session.arguments;
  const std::string word = arguments.model.value_or("");
  if (const std::optional<TextName> text = text_name(word)) {
    const std::shared_ptr<modelica::Library> library = open_library(session);
    const std::vector<const modelica::Class*> classes = library->load(text->file);
    if (!text->name.empty()) {
      return describe(library, find_in_file(*library, classes, text->name));
    }
    const std::vector<TextModel> models = models_of(library, classes);
    if (models.empty()) {
      throw Error(word, fmt::format("{} has no model that can be run.", text->file),
                  "Name a file with a complete model.");
    }
    // The last model of a file without packages uses those before it.
    if (models.size() > 1 && classes.size() == 1) {
      std::vector<std::string> names;
      for (const TextModel& model : models) names.push_back(model.entry.path);
      throw Error(word, fmt::format("{} has {} models.", text->file, models.size()),
                  fmt::format("Name one of them, e.g. {}:{}. They are: {}.", text->file, names[0],
                              join_names(names)));
    }
    return models.back();
  }
  for (const CatalogEntry& entry : session.catalog.entries()) {
    if (entry.path == word) return std::nullopt;
  }
  if (word.empty()) return std::nullopt;
  const std::shared_ptr<modelica::Library> library = open_library(session);
  if (arguments.libraries.empty() &&
      !library->top(library->names()(word.substr(0, word.find('.'))))) {
    return std::nullopt;
  }
  return describe(library, library->find(word));
}

}  // namespace multibond
