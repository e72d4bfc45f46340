/// What a diagram shows, before it is drawn: parts with the classes whose icons make up theirs.
#pragma once

#include <string>
#include <vector>

#include "multibond/modelica/syntax.h"

namespace multibond::modelica {

struct DiagramPart {
  std::string name, type;
  const Element* element = nullptr;
  std::vector<const Class*> layers = {};  ///< bases first
  std::vector<DiagramPart> connectors = {};
};

struct DiagramSource {
  std::vector<const Class*> layers;  ///< of the model: bases first
  std::vector<DiagramPart> parts;
  std::vector<const Statement*> connections;
};

}  // namespace multibond::modelica
