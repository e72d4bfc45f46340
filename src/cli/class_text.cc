#include "class_text.h"

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/base/text.h"
#include "multibond/modelica/describe.h"
#include "text_model.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;
using modelica::ClassDescription;
using modelica::ClassMember;

void add_section(std::string& text, std::string_view title, const Rows& rows) {
  if (!rows.empty()) text += fmt::format("\n{}\n{}", title, align(rows, "  "));
}

Rows rows_of(const std::vector<ClassMember>& members, bool values) {
  Rows rows;
  for (const ClassMember& row : members) {
    Rows::value_type cells{row.name};
    if (values) cells.push_back(row.value.empty() ? "" : "= " + row.value);
    cells.push_back(row.unit == "1" ? "" : row.unit);
    cells.push_back(row.type);
    cells.push_back(row.description);
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::string class_text(const ClassDescription& about, const std::string& name,
                       const std::string& program) {
  std::string text = about.path;
  if (!about.description.empty()) text += ": " + about.description;
  text += fmt::format("\n\n{}{} at {}\n", about.partial ? "partial " : "", about.kind, about.place);
  if (!about.bases.empty()) text += fmt::format("extends {}\n", join_names(about.bases, 20));
  add_section(text, "Parameters", rows_of(about.parameters, true));
  add_section(text, "Connectors", rows_of(about.connectors, false));
  add_section(text, "Variables", rows_of(about.variables, true));
  add_section(text, "Components", rows_of(about.components, false));
  Rows classes;
  for (const ClassMember& row : about.classes) {
    classes.push_back({row.name, row.type, row.description});
  }
  add_section(text, "Classes", classes);
  if (about.experiment.stop) {
    text += fmt::format("\nExperiment\n  to {}\n  {} simulate {}\n",
                        quantity(*about.experiment.stop, "s"), program, name);
  }
  if (!about.documentation.empty()) text += "\nDocumentation\n" + about.documentation;
  return text;
}

Json to_json(const std::vector<ClassMember>& members) {
  Json json = Json::array();
  for (const ClassMember& row : members) {
    json.push_back({{"name", row.name},
                    {"type", row.type},
                    {"unit", row.unit},
                    {"value", row.value},
                    {"description", row.description}});
  }
  return json;
}

Json class_json(const ClassDescription& about) {
  Json json{{"path", about.path},
            {"kind", about.kind},
            {"place", about.place},
            {"partial", about.partial},
            {"description", about.description},
            {"documentation", about.documentation},
            {"extends", about.bases},
            {"parameters", to_json(about.parameters)},
            {"connectors", to_json(about.connectors)},
            {"variables", to_json(about.variables)},
            {"components", to_json(about.components)},
            {"classes", to_json(about.classes)}};
  if (about.experiment.stop) json["stop"] = *about.experiment.stop;
  return json;
}

ExitCode show(Session& session, modelica::Library& library, const modelica::Class& definition,
              const std::string& name) {
  const ClassDescription about = modelica::describe(library, definition);
  if (session.arguments.json) {
    print_json(session.out, {{"status", "ok"}, {"class", class_json(about)}});
  } else {
    session.out << printable_lines(class_text(about, name, session.environment.program));
  }
  return ExitCode::success;
}

}  // namespace

ExitCode list_text_models(Session& session) {
  const std::string word = *session.arguments.model;
  const std::shared_ptr<modelica::Library> library = open_library(session);
  const std::optional<TextName> text = text_name(word);
  const std::vector<const modelica::Class*> classes =
      text ? library->load(text->file) : std::vector<const modelica::Class*>{&library->find(word)};
  const std::vector<TextModel> models = models_of(library, classes, text.has_value());
  if (models.empty()) {
    throw Error(word, fmt::format("{} has no model that can be run.", word),
                "Name a file or a package with complete models.");
  }
  Rows rows;
  Json json = Json::array();
  for (const TextModel& model : models) {
    const modelica::ExperimentAnnotation given = modelica::experiment(*library, *model.definition);
    rows.push_back(
        {model.entry.path, given.stop ? quantity(*given.stop, "s") : "", model.entry.description});
    json.push_back({{"path", model.entry.path}, {"description", model.entry.description}});
    if (given.stop) json.back()["stop"] = *given.stop;
  }
  if (session.arguments.json) {
    print_json(session.out, {{"status", "ok"}, {"models", json}});
  } else {
    session.out << printable_lines(align(rows));
  }
  return ExitCode::success;
}

std::optional<ExitCode> show_text_class(Session& session) {
  const Arguments& arguments = session.arguments;
  const std::string word = arguments.model.value_or("");
  const std::optional<TextName> text = text_name(word);
  if (arguments.reference && !(text && text->name.empty())) {
    throw Error(*arguments.reference,
                fmt::format("catalog got the class {}, but {} is no file of Modelica text.",
                            *arguments.reference, word),
                "Give the file first: catalog Crane.mo Tower.");
  }
  if (text) {
    const std::shared_ptr<modelica::Library> library = open_library(session);
    const std::vector<const modelica::Class*> classes = library->load(text->file);
    const std::string name = text->name.empty() ? arguments.reference.value_or("") : text->name;
    if (!name.empty()) {
      return show(session, *library, find_in_file(*library, classes, name),
                  fmt::format("{}:{}", text->file, name));
    }
    if (classes.empty()) {
      throw Error(word, fmt::format("{} has no class.", word), "Name a file with a class.");
    }
    // The last model of a file without packages uses those before it.
    return show(session, *library, *classes.back(), text->file);
  }
  if (word.empty()) return std::nullopt;
  const std::shared_ptr<modelica::Library> library = open_library(session);
  if (!library->top(library->names()(word.substr(0, word.find('.'))))) return std::nullopt;
  return show(session, *library, library->find(word), word);
}

}  // namespace multibond
