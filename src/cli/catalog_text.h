/// Entries of the catalog and what they offer, as text and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "multibond/model/catalog_description.h"

namespace multibond {

std::string entry_text(const CatalogEntry& entry, const CatalogDescription& description,
                       const std::string& program);
nlohmann::ordered_json entry_json(const CatalogEntry& entry);
nlohmann::ordered_json entry_json(const CatalogEntry& entry, const CatalogDescription& description);

/// Everything that can be set, with present values.
std::string parameters_text(const CatalogDescription& description);
nlohmann::ordered_json parameters_json(const CatalogDescription& description);
nlohmann::ordered_json starts_json(const CatalogDescription& description);

}  // namespace multibond
