/// Why a model leaves something open, as far as it shows in what its author stated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "multibond/compile/singular_structure.h"

namespace multibond {

struct Reason {
  std::string path;    ///< component or port
  std::string fact;    ///< a full sentence
  std::string remedy;  ///< a full sentence
};

/// The reason why the variables `free` have no equation; `open` are all that hang together with
/// them. Nothing if it does not show.
std::optional<Reason> reason_for(const Origin& origin, const std::vector<std::uint32_t>& free,
                                 const std::vector<std::uint32_t>& open);

/// Whether one of these components hangs on forces alone, with nothing that determines where it is.
std::optional<Reason> hanging_part(const System& system,
                                   const std::vector<std::uint32_t>& components);

}  // namespace multibond
