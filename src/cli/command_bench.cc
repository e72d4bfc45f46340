// `multibond bench NAME`: figures of the literature beside ours.

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/analyze/structure.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

/// Zimmer's thesis, table 7.3, planar library: sizes of the systems of equations that Dymola solved
/// at run time, and steps of Dassl over 10 s at a tolerance of 1e-4.
struct ThesisRow {
  const char *title, *model, *linear, *nonlinear;
  int steps;
};
constexpr ThesisRow kPlanar[] = {
    {"Pendulum", "DampedPendulum", "0", "0", 207},
    {"Double pendulum", "PlanarDoublePendulum", "2", "0", 549},
    {"Crane crab", "CraneCrab3", "3", "0", 205},
    {"Planar loop", "PlanarKinematicLoop", "4, 2, 2", "2", 372},
};

struct Measured {
  std::string blocks;
  std::size_t pivots = 0, operations = 0, run_time_solvers = 0, nonlinear = 0, steps = 0;
  std::string solver;
};

/// Blocks are eliminated when the model is compiled: what is left are pivots that vary.
Measured measure(const Catalog& catalog, const ThesisRow& row) {
  Measured result;
  const auto compiled = [&] { return compile(*catalog.find(row.model).make(nullptr, row.model)); };
  const Plan plan = compiled();
  for (const BlockReport& block : plan.blocks.reports) {
    if (block.kind == BlockKind::nonlinear) ++result.nonlinear;
    if (block.run_time) ++result.run_time_solvers;
    if (block.kind != BlockKind::linear) continue;
    result.pivots += block.remaining;
    if (block.size == 1) continue;
    result.blocks += fmt::format("{}{}", result.blocks.empty() ? "" : ", ", block.size);
  }
  if (result.blocks.empty()) result.blocks = "0";
  result.operations = structure_report(plan).functions.front().operations;
  // IDA has no projection: a closed loop runs with BDF, which has.
  result.solver = plan.selection.invariants.empty() ? "ida" : "bdf";
  result.steps = simulate(compiled(), {.stop = 10, .tolerance = 1e-4, .solver = result.solver})
                     .statistics.steps;
  return result;
}

ExitCode bench_thesis(Session& session) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string text = fmt::format(
      "Planar models of Zimmer's thesis, table 7.3: systems of equations and steps over 10 s at a "
      "tolerance of 1e-4.\n\n{:<16}  {:^24}  {:^58}\n{:<16}  {:>8} {:>9} {:>5}  {:>10} {:>7} "
      "{:>11} {:>10} {:>6} {:>9}\n",
      "", "Dymola, Dassl (thesis)", "Multibond", "model", "linear", "nonlinear", "steps", "blocks",
      "pivots", "operations", "nonlinear", "steps", "solver");
  for (const ThesisRow& row : kPlanar) {
    const Measured m = measure(session.catalog, row);
    text += fmt::format("{:<16}  {:>8} {:>9} {:>5}  {:>10} {:>7} {:>11} {:>10} {:>6} {:>9}\n",
                        row.title, row.linear, row.nonlinear, row.steps, m.blocks, m.pivots,
                        m.operations, m.nonlinear, m.steps, m.solver);
    rows.push_back(
        {{"model", row.model},
         {"thesis", {{"linear", row.linear}, {"nonlinear", row.nonlinear}, {"steps", row.steps}}},
         {"blocks", m.blocks},
         {"varying_pivots", m.pivots},
         {"operations", m.operations},
         {"nonlinear", m.nonlinear},
         {"run_time_solvers", m.run_time_solvers},
         {"steps", m.steps},
         {"solver", m.solver}});
  }
  text +=
      "\nblocks      unknowns solved together; eliminated when the model is compiled\n"
      "pivots      divisions by a value that varies, over all blocks\n"
      "operations  of one evaluation of all derivatives\n"
      "solver      ida; bdf with projection where a loop is closed, which IDA cannot keep so\n";
  if (session.arguments.json) {
    print_json(session.out, {{"bench", "thesis"}, {"planar", std::move(rows)}});
  } else {
    session.out << text;
  }
  return ExitCode::success;
}

}  // namespace

ExitCode command_bench(Session& session) {
  const std::string name = session.arguments.model.value_or("");
  if (name == "thesis") return bench_thesis(session);
  throw Error("bench",
              name.empty() ? "bench: which one?" : fmt::format("bench: there is no '{}'.", name),
              "There is: thesis (structure and steps of planar models beside Zimmer's figures).");
}

}  // namespace multibond
