#include "component_uses.h"

#include <set>
#include <typeindex>

#include "multibond/model/component.h"

namespace multibond {
namespace {

using Types = std::map<std::type_index, std::string>;  ///< paths in the catalog by class

/// Components of the catalog among the parts: `own` are not inside of another one.
void add_parts(const Component& whole, const Types& types, bool inside, std::set<std::string>& own,
               std::set<std::string>& all) {
  for (const Component* part : whole.children()) {
    const Component& component = *part;
    const auto known = types.find(typeid(component));
    if (known != types.end()) {
      all.insert(known->second);
      if (!inside) own.insert(known->second);
    }
    add_parts(component, types, inside || known != types.end(), own, all);
  }
}

}  // namespace

std::map<std::string, std::vector<std::string>> examples_by_component(const Catalog& catalog) {
  Types types;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) continue;
    const auto part = entry.make(nullptr, "part");
    const Component& component = *part;
    types.emplace(typeid(component), entry.path);
  }
  std::map<std::string, std::vector<std::string>> direct, any;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model) continue;
    std::set<std::string> own, all;
    add_parts(*entry.make(nullptr, "model"), types, false, own, all);
    for (const std::string& path : own) direct[path].push_back(entry.path);
    for (const std::string& path : all) any[path].push_back(entry.path);
  }
  for (auto& [path, models] : any) direct.try_emplace(path, std::move(models));
  return direct;
}

}  // namespace multibond
