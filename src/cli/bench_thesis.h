/// Figures of Zimmer's thesis, chapters 7 and 8, beside those of the same models here.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "multibond/model/catalog.h"

namespace multibond {

struct ThesisFigures {
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
};
ThesisFigures thesis_figures(const Catalog& catalog);

}  // namespace multibond
