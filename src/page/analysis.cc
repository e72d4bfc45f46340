#include "analysis.h"

#include "connection_graph.h"
#include "equations.h"
#include "incidence.h"
#include "multibond/analyze/structure.h"
#include "multibond/diagnostic.h"
#include "multibond/model/system.h"

namespace multibond::page {
namespace {

/// Beyond this a report would wait for what nobody reads.
constexpr std::size_t kMostVariables = 20000;

}  // namespace

std::optional<Compiled> compiled(const PageModel& model, const Json& header) {
  if (header["signals"].size() > kMostVariables) return std::nullopt;
  try {
    System stated = model.system ? clone(*model.system) : flatten(*model.components);
    Plan plan = compile(clone(stated));
    return Compiled{std::move(stated), std::move(plan)};
  } catch (const Error&) {  // the run has told what is wrong
    return std::nullopt;
  }
}

void add_structure(const Component* model, const Compiled& compiled, Json& header) {
  const auto& [system, plan] = compiled;
  header["equations"] = equations_json(system);
  header["parameters"] = parameters_json(system);
  if (model) header["connection_graph"] = connection_graph_json(*model);
  header["structure"] = Json::parse(to_json(structure_report(plan)));
  header["incidence"] = incidence_json(system, plan);
}

}  // namespace multibond::page
