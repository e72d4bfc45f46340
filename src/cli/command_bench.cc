// `multibond bench NAME`: published figures compared with ours.

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench_flattening.h"
#include "bench_modelica.h"
#include "bench_pairs.h"
#include "bench_thesis.h"
#include "command_session.h"

namespace multibond {

ExitCode command_bench(Session& session) {
  const std::string name = session.arguments.model.value_or("");
  if (name == "modelica") return bench_modelica(session);
  if (name == "pairs") return bench_pairs(session);
  if (name == "reading") return bench_reading(session);
  if (name == "flattening") return bench_flattening(session);
  if (name != "thesis") {
    throw Error(
        "bench", name.empty() ? "bench: which one?" : fmt::format("bench: there is no '{}'.", name),
        "There are: thesis (structure, steps and accuracy of models compared with Zimmer's "
        "figures), modelica (examples of a Modelica library), pairs (some of them beside models "
        "of the catalog), reading (its files), flattening (tests of OpenModelica).");
  }
  ThesisFigures figures = thesis_figures(session.catalog);
  if (session.arguments.json) {
    figures.json["bench"] = name;
    print_json(session.out, figures.json);
  } else {
    session.out << figures.text;
  }
  return ExitCode::success;
}

}  // namespace multibond
