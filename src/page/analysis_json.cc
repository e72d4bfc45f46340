#include "multibond/page/analysis_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "multibond/analyze/locus.h"
#include "multibond/analyze/response.h"

namespace multibond {

using Json = nlohmann::ordered_json;

bool is_input(const CompiledModel& model, const std::string& path) {
  const auto variable = model.find_variable(path);
  const CompiledMode& mode = *model.first();
  return variable && std::any_of(mode.inputs.begin(), mode.inputs.end(),
                                 [&](std::uint32_t d) { return mode.discretes[d] == *variable; });
}

Json to_json(const RootLocus& locus) {
  Json roots = Json::array();
  for (const auto& at : locus.eigenvalues) {
    Json row = Json::array();
    for (const auto& root : at) row.push_back({root.real(), root.imag()});
    roots.push_back(std::move(row));
  }
  Json json{{"parameter", locus.parameter},
            {"unit", locus.unit},
            {"values", locus.values},
            {"roots", std::move(roots)}};
  if (locus.failed > 0) json["failed"] = {{"values", locus.failed}, {"text", locus.failure}};
  return json;
}

Json to_json(const FrequencyResponse& response) {
  Json list = Json::array();
  for (std::size_t out = 0; out < response.outputs.size(); ++out) {
    for (std::size_t in = 0; in < response.inputs.size(); ++in) {
      Json sizes = Json::array(), phases = Json::array();
      double last = 0;
      for (const Eigen::MatrixXcd& at : response.values) {
        const std::complex<double> value =
            at(static_cast<Eigen::Index>(out), static_cast<Eigen::Index>(in));
        const bool some = std::isfinite(std::abs(value)) && value != 0.0;
        // Without jumps by a whole turn: a phase goes on where it was.
        double phase = some ? std::arg(value) * 180 / std::numbers::pi : last;
        phase -= 360 * std::round((phase - last) / 360);
        last = phase;
        sizes.push_back(some ? Json(std::abs(value)) : Json());
        phases.push_back(some ? Json(phase) : Json());
      }
      list.push_back({{"input", response.inputs[in]},
                      {"output", response.outputs[out]},
                      {"frequencies", response.frequencies},
                      {"magnitude", std::move(sizes)},
                      {"phase", std::move(phases)}});
    }
  }
  return list;
}

}  // namespace multibond
