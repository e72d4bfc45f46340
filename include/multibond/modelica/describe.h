/// What a class of Modelica text offers, without making a model of it: for `multibond catalog`.
#pragma once

#include <string>
#include <vector>

#include "multibond/modelica/flatten.h"
#include "multibond/modelica/library.h"

namespace multibond::modelica {

struct ClassMember {
  std::string name;   ///< with its size: "r[3]"
  std::string type;   ///< as it is written
  std::string unit;   ///< of itself or of its type; empty if unknown
  std::string value;  ///< what its declaration or an extends clause gives, as text
  std::string description;
};

struct ClassDescription {
  std::string path, kind;  ///< "Crane.Tower", "model"
  std::string place;       ///< "Crane.mo:12"
  std::string description;
  std::string documentation;  ///< as plain text
  bool partial = false;
  ExperimentAnnotation experiment;
  std::vector<std::string> bases;
  // its own and those that it inherits; protected ones are left out
  std::vector<ClassMember> parameters, connectors, variables, components;
  std::vector<ClassMember> classes;  ///< of a package: kind as type
};

/// Throws Error if a base of it cannot be found.
ClassDescription describe(Library& library, const Class& definition);

/// HTML of an annotation as text: paragraphs, lists and preformatted lines; no tags.
std::string plain_text(std::string_view html);

}  // namespace multibond::modelica
