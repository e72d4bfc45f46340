#include "modes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "mode_shapes.h"
#include "multibond/analyze/linearize.h"
#include "multibond/analyze/locus.h"
#include "multibond/analyze/response.h"
#include "multibond/diagnostic.h"
#include "multibond/model/system.h"
#include "multibond/page/analysis_json.h"

namespace multibond::page {
namespace {

/// Beyond this a report would wait for what nobody reads.
constexpr std::size_t kMostStates = 150;
constexpr std::size_t kMostParts = 6;      ///< states named for a mode
constexpr std::size_t kMostResponses = 8;  ///< that nobody asked for

/// States that have the largest part in a mode, with their share of the largest.
Json parts_of(const Linearization& linear, Eigen::Index mode) {
  const Eigen::VectorXd size = linear.modes.col(mode).cwiseAbs();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(size.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](Eigen::Index a, Eigen::Index b) { return size(a) > size(b); });
  Json parts = Json::array();
  for (const Eigen::Index state : order) {
    const double share = size(order[0]) > 0 ? size(state) / size(order[0]) : 0;
    if (parts.size() == kMostParts || share < 0.05) break;
    parts.push_back({linear.states[static_cast<std::size_t>(state)], share});
  }
  return parts;
}

/// What is to be seen from which inputs.
struct Wanted {
  std::vector<std::string> outputs, parameters;
  std::vector<ResponseRequest> pairs;
};

Wanted wanted_from(const CompiledModel& model, const PageOptions& options) {
  Wanted wanted;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  for (const std::string& text : options.responses) {
    wanted.pairs.push_back(read_response("--bode", text));
    add(wanted.outputs, wanted.pairs.back().output);
    if (!is_input(model, wanted.pairs.back().input)) {
      add(wanted.parameters, wanted.pairs.back().input);
    }
  }
  if (!wanted.pairs.empty()) return wanted;
  for (const auto* paths : {&options.plots, &options.states}) {
    for (const std::string& path : *paths) {
      if (model.find_variable(path)) add(wanted.outputs, path);
    }
  }
  return wanted;
}

/// Those that were asked for, or the first of all.
Json responses_of(const Linearization& linear, const Wanted& wanted) {
  if (linear.inputs.empty() || linear.outputs.empty()) return Json::array();
  const Json all = to_json(frequency_response(linear, usual_frequencies(linear)));
  Json chosen = Json::array();
  for (const Json& one : all) {
    const bool asked =
        std::any_of(wanted.pairs.begin(), wanted.pairs.end(), [&](const ResponseRequest& pair) {
          return one["input"] == pair.input && one["output"] == pair.output;
        });
    if (asked || (wanted.pairs.empty() && chosen.size() < kMostResponses)) chosen.push_back(one);
  }
  return chosen;
}

}  // namespace

std::size_t add_modes(const PageModel& model, const Result& result, const PageOptions& options,
                      Tracks& tracks, Json& header) {
  const bool asked = !options.locus.empty() || !options.responses.empty();
  if (!asked && options.states.empty()) return 0;
  if (!asked && options.states.size() > kMostStates) {
    header["no_modes"] = fmt::format(
        "The model has {} states; reports show the modes of models with up to {}. The "
        "command `multibond linearize` computes them.",
        options.states.size(), kMostStates);
    return 0;
  }
  std::size_t rows = 0;
  try {
    auto compiled =
        model.system ? compile_model(clone(*model.system)) : compile_model(*model.components);
    const Wanted wanted = wanted_from(*compiled, options);
    compiled = with_inputs(compiled, wanted.parameters);
    Simulator run(compiled);
    run.initialize(result.rows() > 0 ? result.times().front() : 0);
    const Linearization linear = linearize(run.view(), wanted.outputs, wanted.parameters);
    Json values = Json::array();
    std::vector<std::size_t> shown;
    for (std::size_t k = 0; k < linear.eigenvalues.size(); ++k) {
      const std::complex<double> value = linear.eigenvalues[k];
      if (value.imag() < 0) continue;  // the other of a pair
      shown.push_back(k);
      values.push_back({{"real", value.real()},
                        {"imaginary", value.imag()},
                        {"parts", parts_of(linear, static_cast<Eigen::Index>(k))}});
    }
    Json modes{{"time", linear.time}, {"values", std::move(values)}};
    modes["notes"] = Json::array();
    for (const Diagnostic& note : linear.diagnostics) modes["notes"].push_back(note.text);
    modes["inputs"] = linear.inputs;
    modes["responses"] = responses_of(linear, wanted);
    if (!result.scene.empty()) {
      rows = add_mode_shapes(run.view(), linear, shown, result.scene, tracks, modes);
    }
    if (!options.locus.empty()) {
      modes["locus"] = to_json(root_locus(compiled, read_locus("--locus", options.locus)));
    }
    header["modes"] = std::move(modes);
  } catch (const Error& error) {  // there is no linearization there
    if (asked) throw;
    header["no_modes"] = message(error.diagnostics().front());
  }
  return rows;
}

}  // namespace multibond::page
