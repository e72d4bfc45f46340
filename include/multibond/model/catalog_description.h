/// What a class of the catalog offers, read off an instance of it: parameters, ports, variables and
/// equations register themselves.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "multibond/model/catalog.h"

namespace multibond {

struct CatalogParameter {
  std::string name;  ///< path below the described component: "c", "mobility.c"
  std::string type, unit, value, default_value, description;
  std::vector<std::string> choices = {};  ///< of a text; empty: any
  Check check = Check::none;
  bool structural = false;  ///< shapes what is built; otherwise a symbol in the equations
  bool bound = false;       ///< follows from other parameters, unless it is set by path
};

/// A start value: set as "mass.s.start".
struct StartDescription {
  std::string name, unit, value, description;
  bool fixed = false;  ///< holds exactly; otherwise a wish
};

struct CatalogVariable {
  std::string name, unit, description, kind;
};

struct PortDescription {
  std::string name, kind;
  std::vector<CatalogVariable> variables;
};

struct CatalogDescription {
  std::string path, description;
  std::string cpp_class, header;
  bool is_model = false;
  std::vector<CatalogParameter> parameters;        ///< its own
  std::vector<CatalogParameter> inner_parameters;  ///< of its parts, as far as users set them
  std::vector<StartDescription> starts;            ///< of a model: those that it gives
  std::vector<PortDescription> ports;
  std::vector<CatalogVariable> variables;
  std::vector<CatalogVariable> shown;  ///< variables of its parts under names of its own
  /// What it states itself, with default parameters and nothing connected. Its parts state theirs.
  std::vector<std::string> equations;
  std::vector<std::string> parts;
  /// Why equations are missing, and perhaps ports and parts: what it lacks. Empty if nothing is.
  std::string obstacle;
};
CatalogDescription describe(const CatalogEntry& entry);
/// The same with other values of parameters, by name and as text: ports and variables may depend on
/// them. Values that nobody takes are no mistake here.
CatalogDescription describe(const CatalogEntry& entry,
                            const std::vector<std::pair<std::string, std::string>>& settings);

/// What a value must satisfy, for a reader: "> 0"; empty if nothing.
std::string check_text(Check check);

}  // namespace multibond
