/// Catalog: every library class and example model, with one sentence about it.
///
/// The documentation, `multibond catalog` and later the editor, the text language and Python are
/// made from it. What a class offers is read off an instance of it: `describe` in
/// catalog_description.h.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "multibond/model/component.h"

namespace multibond {

struct CatalogParameter;

/// How a model is meant to be run.
struct Experiment {
  double stop = 10;
  double tolerance = 1e-6;
  int intervals = 500;
  std::string solver = "auto";
  std::vector<std::string> plot = {};  ///< variables worth looking at
};

/// A class of the catalog in surroundings where it can be flattened: the model itself, or a part of
/// a model made for it.
struct Specimen {
  std::unique_ptr<Component> model;
  Component* component = nullptr;  ///< the class asked for
  std::string open = {};           ///< box to be opened in a drawing; empty if there is none
};

struct CatalogEntry {
  std::string path;         ///< "Electrical.Resistor", or a model's name such as "ElectricCircuit"
  std::string description;  ///< one sentence
  bool is_model = false;    ///< complete: can be simulated as it is
  std::string topic = {};   ///< of a model: the heading under which lists show it
  std::string story = {};   ///< of a model: what it shows and what to look at, a few sentences
  std::string cpp_class;    ///< "electrical::Resistor"
  std::string header = {};  ///< what to include for it; empty if no header is installed
  Experiment experiment;
  std::function<std::unique_ptr<Component>(Component* owner, std::string_view name)> make;
  std::function<Specimen(const CatalogEntry& entry)> surround = {};  ///< empty: needs nothing
  /// Whether a parameter of an inner part is the business of that part's owner; empty: none is.
  std::function<bool(const Component& part, const CatalogParameter& parameter)> hides = {};

  /// An instance in surroundings where it can be flattened.
  Specimen specimen() const;
};

class Catalog {
 public:
  /// T is constructible from (owner, name).
  template <typename T>
  void add(std::string_view path, std::string_view description) {
    insert(path, description, typeid(T), make<T>);
  }
  /// T is constructible from (owner, name), or without arguments as a model of its own.
  template <typename T>
  void add_model(std::string_view path, std::string_view description,
                 const Experiment& experiment = {}, std::string_view story = {}) {
    insert(path, description, typeid(T), make<T>, &experiment, story);
  }
  /// The heading of the models that are added from now on.
  void topic(std::string_view name) { topic_ = name; }

  const std::vector<CatalogEntry>& entries() const& { return entries_; }  ///< sorted by path
  void entries() const&& = delete;  ///< keep the catalog while reading its entries
  /// The entry of that path; throws Error with the nearest names.
  const CatalogEntry& find(std::string_view path) const;
  /// Entries whose path is `prefix` or lies below it.
  std::vector<const CatalogEntry*> below(std::string_view prefix) const;
  /// Entries that have the word in their path, and then those that have it in their description,
  /// in upper or lower case.
  std::vector<const CatalogEntry*> search(std::string_view word) const;
  /// The topics of the models, in the order in which they came.
  const std::vector<std::string>& topics() const { return topics_; }

  /// Completes every entry, also those to come: a library knows headers and surroundings.
  void complete(std::function<void(CatalogEntry&)> completion);

 private:
  template <typename T>
  static std::unique_ptr<Component> make(Component* owner, std::string_view name) {
    if constexpr (std::is_constructible_v<T, Component*, std::string_view>) {
      return std::make_unique<T>(owner, name);
    } else {
      if (owner) refuse_part(typeid(T));
      return std::make_unique<T>();
    }
  }
  [[noreturn]] static void refuse_part(const std::type_info& type);
  using Make = std::unique_ptr<Component>(Component* owner, std::string_view name);
  void insert(std::string_view path, std::string_view description, const std::type_info& type,
              Make* make, const Experiment* experiment = nullptr, std::string_view story = {});
  std::vector<CatalogEntry> entries_;
  std::vector<std::string> topics_;
  std::string topic_;
  std::function<void(CatalogEntry&)> completion_;
};

}  // namespace multibond
