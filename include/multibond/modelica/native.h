/// NativeClasses: the components of a catalog as a package of Modelica text.
///
/// `Mechanics3D.Joints.Revolute` of the catalog is the class
/// `Multibond.Mechanics3D.Joints.Revolute`. Its text declares what a user can name: parameters,
/// connectors, variables; it has no equations. Those come from the component itself, when a model
/// is flattened (docs/decisions/0033).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "multibond/model/catalog_description.h"
#include "multibond/model/part_kit.h"

namespace multibond::modelica {

/// What a class of the package stands for.
struct NativeClass {
  std::string path;                     ///< in the catalog: "Bonds.J1"
  const CatalogEntry* entry = nullptr;  ///< of a component
  const PortClass* port = nullptr;      ///< of a connector
  int size = 1;                         ///< of such a connector
};

class NativeClasses {
 public:
  using Settings = std::vector<std::pair<std::string, std::string>>;
  /// The name of the package.
  static constexpr std::string_view kPackage = "Multibond";
  /// The parameter of text that says how many ports a part has that makes them on demand.
  static constexpr std::string_view kPorts = "bonds";

  explicit NativeClasses(PartKit kit);

  const PartKit& kit() const { return kit_; }
  /// Names in a group of the catalog, "" for all: groups, components and connectors.
  std::vector<std::string> names(std::string_view group) const;
  /// What the path names; neither a component nor a port if it is a group. Nothing if it is
  /// unknown.
  std::optional<NativeClass> find(std::string_view path) const;
  /// Its text: of a group, of a component with these values of parameters, of a connector.
  std::string text(const NativeClass& native, const Settings& settings = {}) const;
  /// Whether ports and variables may depend on the parameter, or whether it has any size.
  bool shapes(const NativeClass& native, std::string_view parameter) const;
  /// Whether a part of the class gets its ports on demand.
  bool grows(const NativeClass& native) const;

 private:
  const CatalogDescription& description(const CatalogEntry& entry) const;
  std::string component_text(const NativeClass& native, const Settings& settings) const;
  std::string connector_text(const NativeClass& native) const;

  PartKit kit_;
  mutable std::map<std::string, CatalogDescription, std::less<>> descriptions_;
};

}  // namespace multibond::modelica
