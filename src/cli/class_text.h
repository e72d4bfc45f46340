/// Classes of Modelica text: what they offer, as text and as JSON; for `list` and `catalog`.
#pragma once

#include <optional>

#include "command_session.h"

namespace multibond {

/// The models of the file or package that MODEL names.
ExitCode list_text_models(Session& session);

/// The class that PATH and CLASS name. Nothing if they name no Modelica text.
std::optional<ExitCode> show_text_class(Session& session);

}  // namespace multibond
