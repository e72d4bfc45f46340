/// What a page asks for: a model, and values as texts, as on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "multibond/model/catalog.h"
#include "multibond/simulate/simulation.h"

namespace multibond::serve {

/// Path and text: "spring.c", "2 N/mm".
using Setting = std::pair<std::string, std::string>;

struct RunRequest {
  std::string model = {};
  std::vector<Setting> set = {};
  std::optional<std::string> stop = {};
  std::string replaces = {};  ///< a run that is no longer wanted
  bool graphs = false;        ///< whether drawings of the model are wanted with the run
  bool modes = false;         ///< whether modes about the initial state are
  std::string locus = {};     ///< of an analysis: "spring.c=5:20"
  std::string response = {};  ///< of an analysis: "force.k:mass.s"
};

/// Reads the body of a request. Throws Error that names the member which is wrong.
RunRequest read_request(std::string_view body);

/// The model's own experiment with what the request changes; throws Error.
SimulationOptions options_of(const RunRequest& request, const Experiment& experiment);

}  // namespace multibond::serve
