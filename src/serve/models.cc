#include "models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "multibond/base/text.h"
#include "multibond/base/units.h"
#include "multibond/diagnostic.h"
#include "multibond/model/catalog_description.h"

namespace multibond::serve {
namespace {

using Json = nlohmann::ordered_json;

/// Compiled models that are kept; a megabyte or so each.
constexpr std::size_t kMostKept = 24;

/// The value in the units of the compiled model, if it can be set there and is right. What is wrong
/// is left to the model itself, which says so as on the command line.
std::optional<double> number_for(const CompiledModel& model, const Setting& setting) {
  using Kind = ParameterDescription::Kind;
  constexpr std::string_view kStart = ".start";
  const std::string_view path = setting.first;
  try {
    const auto [number, unit] = split_quantity(setting.second);
    if (const auto parameter = model.find_parameter(path)) {
      const ParameterDescription& described = model.description()[*parameter];
      if (described.kind != Kind::tunable && described.kind != Kind::specialized) return {};
      const double value = convert(number, unit, described.unit);
      model.check(*parameter, value);
      return value;
    }
    if (!path.ends_with(kStart)) return {};
    const auto variable = model.find_variable(path.substr(0, path.size() - kStart.size()));
    if (!variable || !model.description()[*variable].has_start) return {};
    const double value = convert(number, unit, model.description()[*variable].unit);
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
  } catch (const Error&) {
    return {};
  }
}

Json field(const CatalogParameter& p) {
  Json json{{"path", p.name},
            {"type", p.type},
            {"unit", p.unit},
            {"value", p.value},
            {"description", p.description},
            {"structural", p.structural}};
  if (p.bound) json["bound"] = true;
  if (!p.choices.empty()) json["choices"] = p.choices;
  if (const std::string demand = check_text(p.check); !demand.empty()) json["demand"] = demand;
  return json;
}

}  // namespace

Models::Models(const Catalog& catalog, const std::vector<std::string>& names,
               std::vector<ServedModel> more)
    : catalog_(catalog), more_(std::move(more)), all_(names.empty()) {
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model && names.empty()) models_.push_back(&entry);
  }
  for (const std::string& name : names) {
    const auto own = std::find_if(more_.begin(), more_.end(), [&](const ServedModel& model) {
      return model.entry.path == name;
    });
    const CatalogEntry& entry = own != more_.end() ? own->entry : catalog.find(name);
    if (!entry.is_model) {
      throw Error(name, fmt::format("{} is a component, not a complete model.", name),
                  "Choose a model; multibond list shows all.");
    }
    models_.push_back(&entry);
  }
}

const CatalogEntry& Models::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const CatalogEntry* entry : models_) {
    if (entry->path == name) return *entry;
    names.push_back(entry->path);
  }
  const std::vector<std::string> near = nearest(name, names, 3);
  throw NoSuchModel("model", fmt::format("There is no model {}.", name),
                    near.empty() ? fmt::format("There are: {}.", join_names(names, 6))
                                 : fmt::format("Did you mean {}?", join_names(near)));
}

Json Models::list() const {
  Json models = Json::array(), components = Json::array();
  for (const CatalogEntry* entry : models_) {
    models.push_back({{"name", entry->path},
                      {"description", entry->description},
                      {"topic", entry->topic},
                      {"stop", entry->experiment.stop}});
  }
  for (const CatalogEntry& entry : catalog_.entries()) {
    if (entry.is_model || !all_) continue;
    components.push_back({{"name", entry.path}, {"description", entry.description}});
  }
  return {{"models", std::move(models)}, {"components", std::move(components)}};
}

const ServedModel* Models::other(const CatalogEntry& entry) const {
  for (const ServedModel& model : more_) {
    if (&model.entry == &entry) return &model;
  }
  return nullptr;
}

/// What can be set is what the compiled model has: no instance tells.
Json Models::form_of_compiled(const CatalogEntry& entry) {
  using Kind = ParameterDescription::Kind;
  const Compiled model = compiled(entry, {});
  const ModelDescription& about = model->description();
  Json parameters = Json::array(), starts = Json::array();
  for (const ParameterDescription& p : about.parameters) {
    if (p.path.empty() || p.kind == Kind::dependent) continue;
    parameters.push_back({{"path", p.path},
                          {"type", "real"},
                          {"unit", p.unit},
                          {"value", format_number(p.value)},
                          {"description", p.description},
                          {"structural", p.kind == Kind::structural}});
    if (!p.demand.empty()) parameters.back()["demand"] = p.demand;
  }
  for (const VariableDescription& v : about.variables) {
    if (!v.has_start) continue;
    starts.push_back({{"path", fmt::format("{}.start", v.path)},
                      {"type", "real"},
                      {"unit", v.unit},
                      {"value", format_number(v.start)},
                      {"description", v.description},
                      {"structural", false},
                      {"fixed", v.fixed}});
  }
  return {{"name", entry.path},
          {"description", entry.description},
          {"stop", entry.experiment.stop},
          {"parameters", std::move(parameters)},
          {"starts", std::move(starts)}};
}

Json Models::form(const CatalogEntry& entry) {
  if (other(entry)) return form_of_compiled(entry);
  const CatalogDescription described = describe(entry);
  Json parameters = Json::array(), starts = Json::array();
  for (const CatalogParameter& p : described.parameters) parameters.push_back(field(p));
  for (const CatalogParameter& p : described.inner_parameters) parameters.push_back(field(p));
  for (const StartDescription& s : described.starts) {
    starts.push_back({{"path", s.name},
                      {"type", "real"},
                      {"unit", s.unit},
                      {"value", s.value},
                      {"description", s.description},
                      {"structural", false},
                      {"fixed", s.fixed}});
  }
  return {{"name", entry.path},
          {"description", entry.description},
          {"stop", entry.experiment.stop},
          {"parameters", std::move(parameters)},
          {"starts", std::move(starts)}};
}

ServedModel::Flat Models::drawn(const CatalogEntry& entry,
                                const std::vector<Setting>& settings) const {
  if (const ServedModel* model = other(entry)) return model->flatten(settings);
  ServedModel::Flat result;
  result.components = entry.make(nullptr, entry.path);
  for (const auto& [path, text] : settings) result.components->set(path, text, {});
  return result;
}

Models::Compiled Models::compiled(const CatalogEntry& entry, const std::vector<Setting>& settings) {
  std::vector<Setting> sorted = settings;
  std::sort(sorted.begin(), sorted.end());
  std::string key = entry.path;
  for (const auto& [path, text] : sorted) key += fmt::format("\n{}\t{}", path, text);

  std::promise<Compiled> promise;
  std::shared_future<Compiled> known;
  {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
    if (found != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, found);
      known = found->compiled;
    } else {
      kept_.push_front({key, promise.get_future().share()});
      if (kept_.size() > kMostKept) kept_.pop_back();
    }
  }
  // Whoever comes first compiles, the others wait for the same model, or for the same message.
  if (known.valid()) return known.get();
  try {
    ServedModel::Flat flat = drawn(entry, settings);
    Compiled model =
        other(entry) ? compile_model(std::move(flat.system)) : compile_model(*flat.components);
    promise.set_value(model);
    return model;
  } catch (...) {
    promise.set_exception(std::current_exception());
    const std::lock_guard lock(mutex_);
    kept_.remove_if([&](const Kept& kept) { return kept.key == key; });
    throw;
  }
}

ReadyModel Models::ready(const CatalogEntry& entry, const std::vector<Setting>& settings) {
  ReadyModel ready;
  std::vector<Setting> shaping;
  try {
    ready.compiled = compiled(entry, {});
    for (const Setting& setting : settings) {
      if (!number_for(*ready.compiled, setting)) shaping.push_back(setting);
    }
    if (!shaping.empty()) ready.compiled = compiled(entry, shaping);
  } catch (const Error&) {
    // A model may need one of the other settings to be complete.
    if (settings.empty()) throw;
    ready.compiled = nullptr;
  }
  // Another shape may have other parameters, or read these while it is built.
  for (const Setting& setting : settings) {
    if (!ready.compiled) break;
    if (std::find(shaping.begin(), shaping.end(), setting) != shaping.end()) continue;
    if (const auto number = number_for(*ready.compiled, setting)) {
      ready.set.emplace_back(setting.first, *number);
    } else {
      ready.compiled = nullptr;
    }
  }
  if (!ready.compiled) ready = {compiled(entry, settings), {}};
  return ready;
}

}  // namespace multibond::serve
