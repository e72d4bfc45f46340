/// Which examples show a component.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "multibond/model/catalog.h"

namespace multibond {

/// Models of the catalog that use each component of it, by path: as a part of their own, or if
/// there is no such model, inside of another component.
std::map<std::string, std::vector<std::string>> examples_by_component(const Catalog& catalog);

}  // namespace multibond
