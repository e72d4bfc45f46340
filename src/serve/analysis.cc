#include "analysis.h"

#include <nlohmann/json.hpp>

#include "multibond/analyze/locus.h"
#include "multibond/analyze/response.h"
#include "multibond/diagnostic.h"
#include "multibond/page/analysis_json.h"

namespace multibond::serve {

nlohmann::ordered_json analyse(Models& models, const RunRequest& request,
                               const std::function<bool()>& interrupted) {
  if (request.locus.empty() == request.response.empty()) {
    throw Error("request", "An analysis needs either locus or response.",
                R"(Send e.g. {"model": "SpringMassDamper", "locus": "spring.c=5:20"}.)");
  }
  const ReadyModel ready = models.ready(models.find(request.model), request.set);
  LinearizeOptions options;
  options.simulation.set = ready.set;
  options.simulation.interrupted = interrupted;
  if (!request.locus.empty()) {
    return {{"locus",
             to_json(root_locus(ready.compiled, read_locus("locus", request.locus), options))}};
  }
  const ResponseRequest pair = read_response("response", request.response);
  options.outputs = {pair.output};
  if (!is_input(*ready.compiled, pair.input)) options.parameters = {pair.input};
  const Linearization linear = linearize(ready.compiled, options);
  nlohmann::ordered_json chosen = nlohmann::ordered_json::array();
  for (const auto& one : to_json(frequency_response(linear, usual_frequencies(linear)))) {
    if (one["input"] == pair.input) chosen.push_back(one);
  }
  return {{"responses", std::move(chosen)}};
}

}  // namespace multibond::serve
