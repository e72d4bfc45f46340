// `multibond list` and `multibond catalog`: what there is.

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "catalog_text.h"
#include "class_text.h"
#include "command_session.h"
#include "component_uses.h"
#include "multibond/base/text.h"
#include "multibond/simulate/result_selection.h"
#include "text_model.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;
using Entries = std::vector<const CatalogEntry*>;

std::string library_of(const CatalogEntry& entry) {
  const std::size_t dot = entry.path.rfind('.');
  return dot == std::string::npos ? std::string() : entry.path.substr(0, dot);
}

void add_section(std::string& text, std::string_view title, const Rows& rows) {
  if (rows.empty()) return;
  if (!text.empty()) text += '\n';
  text += fmt::format("{}\n{}", title, align(rows, "  "));
}

/// Entries by library, in the order in which the libraries come; models last.
std::string overview(const Entries& entries) {
  std::vector<std::string> libraries;
  for (const CatalogEntry* entry : entries) {
    const std::string library = library_of(*entry);
    const bool known = std::find(libraries.begin(), libraries.end(), library) != libraries.end();
    if (!library.empty() && !known) libraries.push_back(library);
  }
  std::sort(libraries.begin(), libraries.end());
  libraries.emplace_back();
  std::string text;
  for (const std::string& library : libraries) {
    Rows rows;
    for (const CatalogEntry* entry : entries) {
      if (library_of(*entry) == library) rows.push_back({entry->path, entry->description});
    }
    add_section(text, library.empty() ? "Models" : library, rows);
  }
  return text;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  });
}

/// The path of an entry or a library in the letters that the catalog has for it.
std::string spelled_as_known(const Catalog& catalog, const std::string& path) {
  if (path.empty() || !catalog.below(path).empty()) return path;
  for (const CatalogEntry& entry : catalog.entries()) {
    for (std::size_t dot = entry.path.size(); dot != std::string::npos && dot > 0;
         dot = entry.path.rfind('.', dot - 1)) {
      const std::string known = entry.path.substr(0, dot);
      if (equal_ignoring_case(known, path)) return known;
    }
  }
  return path;
}

/// "Planar.Joints.Revolute.mobility": the entry, and below it the part whose parameters are asked
/// for.
std::optional<std::pair<const CatalogEntry*, std::string>> inner_part(const Catalog& catalog,
                                                                      const std::string& path) {
  for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0;
       dot = path.rfind('.', dot - 1)) {
    const Entries entries = catalog.below(path.substr(0, dot));
    if (entries.size() == 1 && entries[0]->path.size() == dot) {
      return std::pair(entries[0], path.substr(dot + 1));
    }
  }
  return std::nullopt;
}

/// Keeps parameters whose path fits one of the patterns.
void keep_matching(CatalogDescription& description, const std::vector<std::string>& patterns) {
  const auto unwanted = [&](const auto& row) {
    return std::none_of(patterns.begin(), patterns.end(),
                        [&](const std::string& pattern) { return matches(pattern, row.name); });
  };
  std::erase_if(description.parameters, unwanted);
  std::erase_if(description.inner_parameters, unwanted);
  std::erase_if(description.starts, unwanted);
}

ExitCode show_parameters(Session& session, const CatalogEntry& entry,
                         const std::vector<std::string>& patterns) {
  CatalogDescription description = describe(entry);
  if (!patterns.empty()) {
    keep_matching(description, patterns);
    if (description.parameters.empty() && description.inner_parameters.empty() &&
        description.starts.empty()) {
      throw Error(
          "--parameters",
          fmt::format("{} has no parameter that fits {}.", entry.path, join_names(patterns)),
          fmt::format("{} catalog {} --parameters lists all.", session.environment.program,
                      entry.path));
    }
  }
  if (session.arguments.json) {
    print_json(session.out, {{"status", "ok"},
                             {"path", entry.path},
                             {"parameters", parameters_json(description)},
                             {"starts", starts_json(description)}});
  } else {
    session.out << parameters_text(description);
  }
  return ExitCode::success;
}

ExitCode show_entry(Session& session, const CatalogEntry& entry) {
  const CatalogDescription description = describe(entry);
  if (session.arguments.json) {
    print_json(session.out, {{"status", "ok"}, {"entry", entry_json(entry, description)}});
  } else {
    session.out << entry_text(entry, description, session.environment.program);
  }
  return ExitCode::success;
}

ExitCode show_entries(Session& session, const Entries& entries, const std::string& text) {
  if (session.arguments.json) {
    const auto examples = examples_by_component(session.catalog);
    Json json = Json::array();
    for (const CatalogEntry* entry : entries) {
      json.push_back(entry_json(*entry));
      if (const auto uses = examples.find(entry->path); uses != examples.end()) {
        json.back()["examples"] = uses->second;
      }
    }
    print_json(session.out, {{"status", "ok"}, {"entries", json}});
  } else {
    session.out << text;
  }
  return ExitCode::success;
}

std::vector<std::string> parameter_patterns(const Arguments& arguments) {
  std::vector<std::string> patterns;
  for (const std::string& text : arguments.parameter_names) {
    for (std::string& pattern : split_names(text)) patterns.push_back(std::move(pattern));
  }
  return patterns;
}

}  // namespace

ExitCode command_list(Session& session) {
  if (session.arguments.model) return list_text_models(session);
  std::string text;
  Json json = Json::array();
  for (const std::string& topic : session.catalog.topics()) {
    Rows rows;
    for (const CatalogEntry& entry : session.catalog.entries()) {
      if (!entry.is_model || entry.topic != topic) continue;
      rows.push_back({entry.path, quantity(entry.experiment.stop, "s"), entry.description});
      json.push_back(entry_json(entry));
    }
    add_section(text, topic.empty() ? "Models" : topic, rows);
  }
  if (session.arguments.json) {
    print_json(session.out, {{"status", "ok"}, {"models", json}});
  } else {
    session.out << text;
  }
  return ExitCode::success;
}

ExitCode command_catalog(Session& session) {
  const Catalog& catalog = session.catalog;
  std::string path = session.arguments.model.value_or("");
  while (path.ends_with('.')) path.pop_back();
  if (session.arguments.reference || text_name(path)) return *show_text_class(session);
  constexpr std::string_view package = "Multibond.";  // as text calls it
  if (path.starts_with(package)) path.erase(0, package.size());
  path = spelled_as_known(catalog, path);
  const Entries entries = catalog.below(path);
  const bool one = entries.size() == 1 && entries[0]->path == path;
  if (session.arguments.parameters) {
    const CatalogEntry& entry = one ? *entries[0] : catalog.find(path);
    return show_parameters(session, entry, parameter_patterns(session.arguments));
  }
  if (one) return show_entry(session, *entries[0]);
  if (!entries.empty()) return show_entries(session, entries, overview(entries));
  if (const std::optional<ExitCode> shown = show_text_class(session)) return *shown;
  const Entries found = catalog.search(path);
  if (!found.empty()) {
    Rows rows;
    for (const CatalogEntry* entry : found) rows.push_back({entry->path, entry->description});
    return show_entries(session, found, align(rows));
  }
  if (const auto part = inner_part(catalog, path)) {
    return show_parameters(session, *part->first, {part->second, part->second + ".*"});
  }
  catalog.find(path);  // throws with the nearest names
  return ExitCode::usage;
}

}  // namespace multibond
