#include "analysis.h"

#include <algorithm>
#include <numeric>

#include "multibond/analyze/linearize.h"
#include "multibond/analyze/structure.h"
#include "multibond/diagnostic.h"
#include "multibond/model/system.h"

namespace multibond::page {
namespace {

/// Beyond these a report would wait for what nobody reads.
constexpr std::size_t kMostVariables = 20000, kMostStates = 150;
constexpr std::size_t kMostParts = 6;  ///< states named for a mode

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

}  // namespace

void add_structure(Component& model, Json& header) {
  if (header["signals"].size() > kMostVariables) return;
  try {
    const Plan plan = compile(flatten(model));
    header["structure"] = Json::parse(to_json(structure_report(plan)));
  } catch (const Error&) {  // the run has told what is wrong
  }
}

void add_modes(Component& model, Json& header) {
  if (header["states"].size() > kMostStates || header["states"].empty()) return;
  try {
    const Linearization linear = linearize(model);
    Json values = Json::array();
    for (std::size_t k = 0; k < linear.eigenvalues.size(); ++k) {
      const std::complex<double> value = linear.eigenvalues[k];
      if (value.imag() < 0) continue;  // the other of a pair
      values.push_back({{"real", value.real()},
                        {"imaginary", value.imag()},
                        {"parts", parts_of(linear, static_cast<Eigen::Index>(k))}});
    }
    header["modes"] = {{"time", linear.time}, {"drift", linear.drift}, {"values", values}};
  } catch (const Error&) {  // there is no linearization there
  }
}

}  // namespace multibond::page
