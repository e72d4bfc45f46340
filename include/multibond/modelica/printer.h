/// Printer: syntax trees as Modelica text that reads as the same trees.
#pragma once

#include <string>

#include "multibond/modelica/syntax.h"

namespace multibond::modelica {

std::string print(const Unit& unit);
std::string print(const Class& definition);
std::string print(const Expression& expression);
std::string print(const Reference& reference);
std::string print(const Statement& statement);
/// "A.B.C"
std::string print(const List<Name>& path);

}  // namespace multibond::modelica
