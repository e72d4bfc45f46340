#include "multibond/model/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "multibond/base/text.h"
#include "multibond/model/class_name.h"

namespace multibond {
namespace {

bool before(const CatalogEntry& entry, std::string_view path) { return entry.path < path; }

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

bool contains(std::string_view text, std::string_view word) {
  return std::search(text.begin(), text.end(), word.begin(), word.end(), same_letter) != text.end();
}

}  // namespace

void Catalog::insert(std::string_view path, std::string_view description,
                     const std::type_info& type, Make* make, const Experiment* experiment,
                     std::string_view story) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), path, before);
  if (place != entries_.end() && place->path == path) {
    throw std::logic_error(fmt::format("The catalog already has an entry {}.", path));
  }
  CatalogEntry entry{.path = std::string(path),
                     .description = std::string(description),
                     .is_model = experiment != nullptr,
                     .cpp_class = class_name(type),
                     .experiment = experiment ? *experiment : Experiment(),
                     .make = make};
  if (experiment) {
    entry.topic = topic_;
    entry.story = story;
    if (std::find(topics_.begin(), topics_.end(), topic_) == topics_.end()) {
      topics_.push_back(topic_);
    }
  }
  if (completion_) completion_(entry);
  entries_.insert(place, std::move(entry));
}

const CatalogEntry& Catalog::find(std::string_view path) const {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), path, before);
  if (place != entries_.end() && place->path == path) return *place;
  std::vector<std::string> paths;
  for (const CatalogEntry& entry : entries_) paths.push_back(entry.path);
  const std::vector<std::string> near = nearest(path, paths, 5);
  throw Error(std::string(path), fmt::format("The catalog has no entry {}.", path),
              near.empty() ? fmt::format("It has: {}.", join_names(paths, 12))
                           : fmt::format("Did you mean {}?", join_names(near)));
}

std::vector<const CatalogEntry*> Catalog::below(std::string_view prefix) const {
  std::vector<const CatalogEntry*> result;
  for (const CatalogEntry& entry : entries_) {
    const bool starts = entry.path.starts_with(prefix);
    if (prefix.empty() ||
        (starts && (entry.path.size() == prefix.size() || entry.path[prefix.size()] == '.'))) {
      result.push_back(&entry);
    }
  }
  return result;
}

std::vector<const CatalogEntry*> Catalog::search(std::string_view word) const {
  std::vector<const CatalogEntry*> by_path, by_description;
  for (const CatalogEntry& entry : entries_) {
    if (contains(entry.path, word)) {
      by_path.push_back(&entry);
    } else if (contains(entry.description, word)) {
      by_description.push_back(&entry);
    }
  }
  by_path.insert(by_path.end(), by_description.begin(), by_description.end());
  return by_path;
}

void Catalog::complete(std::function<void(CatalogEntry&)> completion) {
  completion_ = std::move(completion);
  for (CatalogEntry& entry : entries_) completion_(entry);
}

void Catalog::refuse_part(const std::type_info& type) {
  throw Error(class_name(type), class_name(type) + " is a model and cannot be part of another.",
              "Give it a constructor from (owner, name): using Model::Model.");
}

Specimen CatalogEntry::specimen() const {
  if (surround) return surround(*this);
  Specimen specimen{make(nullptr, path.substr(path.rfind('.') + 1))};
  specimen.component = specimen.model.get();
  return specimen;
}

}  // namespace multibond
