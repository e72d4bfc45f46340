/// What a page asks about the model besides runs: root loci and frequency responses.
#pragma once

#include <functional>

#include <nlohmann/json_fwd.hpp>

#include "models.h"
#include "request.h"

namespace multibond::serve {

/// {"locus": ...} or {"responses": [...]}, as the page has them; ends early if it is interrupted.
/// Throws Error as the command line does.
nlohmann::ordered_json analyse(Models& models, const RunRequest& request,
                               const std::function<bool()>& interrupted);

}  // namespace multibond::serve
