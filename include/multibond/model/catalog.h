/// Catalog: every library class and example model, described once, in its class.
///
/// The documentation, `multibond catalog` and later the editor, the text language and Python are
/// made from it. A description is read off an instance: parameters with type, unit and default,
/// ports and variables register themselves.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/model/component.h"

namespace multibond {

/// How a model is meant to be run.
struct Experiment {
  double stop = 10;
  double tolerance = 1e-6;
  int intervals = 500;
  std::string solver = "auto";
  std::vector<std::string> plot = {};  ///< variables worth looking at
};

struct CatalogEntry {
  std::string path;         ///< "Electrical.Resistor", or a model's name such as "ElectricCircuit"
  std::string description;  ///< one sentence
  bool is_model = false;    ///< complete: can be simulated as it is
  Experiment experiment;
  std::function<std::unique_ptr<Component>(Component* owner, std::string_view name)> make;
};

class Catalog {
 public:
  /// T is constructible from (owner, name).
  template <typename T>
  void add(std::string_view path, std::string_view description) {
    insert(path, description, make<T>);
  }
  template <typename T>
  void add_model(std::string_view path, std::string_view description,
                 const Experiment& experiment = {}) {
    insert(path, description, make<T>, &experiment);
  }

  const std::vector<CatalogEntry>& entries() const& { return entries_; }  ///< sorted by path
  void entries() const&& = delete;  ///< keep the catalog while reading its entries
  /// The entry of that path; throws Error with the nearest names.
  const CatalogEntry& find(std::string_view path) const;
  /// Entries whose path is `prefix` or lies below it.
  std::vector<const CatalogEntry*> below(std::string_view prefix) const;

 private:
  template <typename T>
  static std::unique_ptr<Component> make(Component* owner, std::string_view name) {
    return std::make_unique<T>(owner, name);
  }
  using Make = std::unique_ptr<Component>(Component* owner, std::string_view name);
  void insert(std::string_view path, std::string_view description, Make* make,
              const Experiment* experiment = nullptr);
  std::vector<CatalogEntry> entries_;
};

/// What an entry offers, read off an instance of it.
struct CatalogDescription {
  struct ParameterRow {
    std::string name, type, unit, default_value, description;
  };
  struct VariableRow {
    std::string name, unit, description, kind;
  };
  struct PortRow {
    std::string name, kind;
    std::vector<VariableRow> variables;
  };
  std::string path, description;
  bool is_model = false;
  std::vector<ParameterRow> parameters;
  std::vector<PortRow> ports;
  std::vector<VariableRow> variables;
  std::vector<std::string> parts;
};
CatalogDescription describe(const CatalogEntry& entry);

}  // namespace multibond
