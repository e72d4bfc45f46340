// `multibond bench thesis`: figures of Zimmer's thesis beside ours.

#include "bench_thesis.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/structure.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Settings = std::vector<std::pair<const char*, const char*>>;

std::unique_ptr<Component> make(const Catalog& catalog, const char* model,
                                const Settings& settings) {
  std::unique_ptr<Component> made = catalog.find(model).make(nullptr, model);
  for (const auto& [path, text] : settings) made->set(path, text, {});
  return made;
}

// -- tables 7.2 and 7.3: structure and steps ------------------------------------------------------

/// Sizes of the systems of equations that Dymola solved at run time, and steps of Dassl over 10 s
/// at a tolerance of 1e-4.
struct Dymola {
  const char *linear, *nonlinear;
  int steps;
};
struct Row {
  const char *title, *model;
  Settings settings;
  std::vector<Dymola> thesis;  ///< by library
};

const Row kPlanar[] = {
    {"Pendulum", "DampedPendulum", {}, {{"0", "0", 207}}},
    {"Double pendulum", "PlanarDoublePendulum", {}, {{"2", "0", 549}}},
    {"Crane crab", "CraneCrab3", {}, {{"3", "0", 205}}},
    {"Planar loop", "PlanarKinematicLoop", {}, {{"4, 2, 2", "2", 372}}},
};

const Row kSpace[] = {
    {"Pendulum", "DampedPendulum3D", {}, {{"0", "0", 207}, {"0", "0", 207}}},
    {"Double pendulum",
     "DoublePendulum3D",
     {{"Revolute2.n", "{0, 0, 1}"},
      {"FixedTranslation1.r", "{2, 2, 0}"},
      {"FixedTranslation2.r", "{0, -1.5, 0}"},
      {"Revolute1.phi.start", "0"},
      {"Revolute2.phi.start", "0"},
      {"Revolute2.w.start", "0"}},
     {{"2", "0", 549}, {"2", "0", 549}}},
    {"Crane crab", "CraneCrab3D", {}, {{"2", "0", 205}, {"4", "0", 205}}},
    {"Gyroscope, Cardan",
     "GyroscopicEffect",
     {{"Spherical1.orientation.states", "cardan"}},
     {{"2, 2", "0", 294}, {"3, 2", "0", 294}}},
    {"Gyroscope, quaternion",
     "GyroscopicEffect",
     {{"Spherical1.orientation.states", "quaternion"}},
     {{"4, 3", "4", 24438}, {"4, 2", "4", 25574}}},
    {"Gyroscope, auto", "GyroscopicEffect", {}, {}},
    {"Planar loop", "PlanarLoop3D", {}, {{"8, 2", "2", 372}, {"6, 2, 2", "2", 372}}},
    {"Centrifugal force",
     "CentrifugalForce",
     {},
     {{"10, 2, 2", "2, 2", 70}, {"16, 2, 2", "2, 2", 70}}},
    {"Four-bar loop", "FourBarLoop", {}, {{"10, 5, 2", "5", 446}, {"9, 5, 2", "5", 625}}},
    {"Bicycle", "Bicycle", {}, {{"15, 5, 3, 2", "1", 97}, {"15, 3", "1", 84}}},
};

struct Measured {
  std::string blocks;
  std::size_t pivots = 0, operations = 0, run_time_solvers = 0, nonlinear = 0, steps = 0;
  std::string solver;
};

/// Blocks are eliminated when the model is compiled: what is left are pivots that vary.
Measured measure(const Catalog& catalog, const Row& row) {
  Measured result;
  const std::unique_ptr<Component> model = make(catalog, row.model, row.settings);
  const Plan plan = compile(*model);
  std::map<std::size_t, int, std::greater<>> sizes;
  for (const BlockReport& block : plan.blocks.reports) {
    if (block.kind == BlockKind::nonlinear) ++result.nonlinear;
    if (block.run_time) ++result.run_time_solvers;
    if (block.kind != BlockKind::linear) continue;
    result.pivots += block.remaining;
    if (block.size > 1) ++sizes[block.size];
  }
  for (const auto& [size, count] : sizes) {
    for (int i = 0; i < count; ++i) {
      result.blocks += fmt::format("{}{}", result.blocks.empty() ? "" : ", ", size);
    }
  }
  if (result.blocks.empty()) result.blocks = "0";
  result.operations = structure_report(plan).functions.front().operations;
  // IDA has no projection: a closed loop runs with BDF, which has.
  result.solver = plan.selection.invariants.empty() ? "ida" : "bdf";
  result.steps =
      simulate(*model, {.stop = 10, .tolerance = 1e-4, .solver = result.solver}).statistics.steps;
  return result;
}

template <typename Rows>
Json add_structure(const Catalog& catalog, const Rows& table,
                   const std::vector<const char*>& libraries, std::string& text) {
  text += fmt::format("{:<21}", "");
  for (const char* library : libraries) text += fmt::format("  {:^25}", library);
  text += fmt::format("  {:^52}\n{:<21}", "Multibond", "model");
  for (std::size_t i = 0; i < libraries.size(); ++i) {
    text += fmt::format("  {:>11} {:>7} {:>5}", "linear", "nonlin.", "steps");
  }
  text += fmt::format("  {:>14} {:>6} {:>10} {:>7} {:>6} {:>6}\n", "blocks", "pivots", "operations",
                      "nonlin.", "steps", "solver");
  Json rows = Json::array();
  for (const Row& row : table) {
    const Measured m = measure(catalog, row);
    text += fmt::format("{:<21}", row.title);
    Json thesis = Json::array();
    for (std::size_t i = 0; i < libraries.size(); ++i) {
      if (i >= row.thesis.size()) {
        text += fmt::format("  {:>11} {:>7} {:>5}", "", "", "");
        continue;
      }
      const Dymola& d = row.thesis[i];
      text += fmt::format("  {:>11} {:>7} {:>5}", d.linear, d.nonlinear, d.steps);
      thesis.push_back({{"linear", d.linear}, {"nonlinear", d.nonlinear}, {"steps", d.steps}});
    }
    text += fmt::format("  {:>14} {:>6} {:>10} {:>7} {:>6} {:>6}\n", m.blocks, m.pivots,
                        m.operations, m.nonlinear, m.steps, m.solver);
    rows.push_back({{"title", row.title},
                    {"model", row.model},
                    {"thesis", std::move(thesis)},
                    {"blocks", m.blocks},
                    {"varying_pivots", m.pivots},
                    {"operations", m.operations},
                    {"nonlinear", m.nonlinear},
                    {"run_time_solvers", m.run_time_solvers},
                    {"steps", m.steps},
                    {"solver", m.solver}});
  }
  return rows;
}

// -- table 7.1: orientation states of a gyroscope -------------------------------------------------

constexpr const char* kGyroscope = "GyroscopicEffect";
const std::pair<const char*, Settings> kStates[] = {
    {"good Cardan angles",
     {{"Spherical1.orientation.states", "cardan"},
      {"Spherical1.orientation.sequence", "{2, 3, 1}"}}},
    {"quaternion", {{"Spherical1.orientation.states", "quaternion"}}},
    {"bad Cardan angles",
     {{"Spherical1.orientation.states", "cardan"},
      {"Spherical1.orientation.sequence", "{1, 2, 3}"}}},
    {"auto", {}},
};
/// Error of the height of the disc after 2.7 s, and steps of Dassl over 10 s.
struct GyroscopeRow {
  double tolerance;
  std::pair<double, double> thesis[3];
};
constexpr GyroscopeRow kOrientation[] = {
    {1e-4, {{4.9e-4, 2.9e3}, {5.0e-3, 2.6e4}, {1.8, 5.4e4}}},
    {1e-6, {{9.7e-6, 6.2e3}, {3.1e-4, 4.8e4}, {2.9e-4, 9.5e4}}},
    {1e-8, {{1.2e-7, 1.4e4}, {1.1e-5, 8.4e4}, {3.5e-5, 2.0e5}}},
    {1e-10, {{1.2e-7, 2.3e4}, {1.1e-6, 1.4e5}, {3.0e-6, 4.4e5}}},
};

Json add_orientation(const Catalog& catalog, std::string& text) {
  const auto run = [&](const Settings& settings, double tolerance) {
    return simulate(*make(catalog, kGyroscope, settings),
                    {.stop = 10, .tolerance = tolerance, .intervals = 100});
  };
  const double exact = run(kStates[0].second, 1e-13).at("Body1.x[2]", 2.7);
  text += fmt::format("{:<9}", "");
  for (const auto& [title, settings] : kStates) text += fmt::format("  {:^25}", title);
  text += fmt::format("\n{:<9}", "tolerance");
  for (std::size_t i = 0; i < std::size(kStates); ++i) {
    text += fmt::format("  {:>8} {:>7} {:>8}", "error", "steps", "evals.");
  }
  text += '\n';
  Json rows = Json::array();
  for (const GyroscopeRow& row : kOrientation) {
    std::string theirs = fmt::format("{:<9.0e}", row.tolerance), ours = fmt::format("{:<9}", "");
    Json columns = Json::object();
    for (std::size_t i = 0; i < std::size(kStates); ++i) {
      const auto& [title, settings] = kStates[i];
      const Result result = run(settings, row.tolerance);
      const double error = std::abs(result.at("Body1.x[2]", 2.7) - exact);
      Json column{{"error", error},
                  {"steps", result.statistics.steps},
                  {"evaluations", result.statistics.evaluations}};
      ours += fmt::format("  {:>8.1e} {:>7} {:>8}", error, result.statistics.steps,
                          result.statistics.evaluations);
      if (i < std::size(row.thesis)) {
        const auto [thesis_error, thesis_steps] = row.thesis[i];
        theirs += fmt::format("  {:>8.1e} {:>7} {:>8}", thesis_error, thesis_steps, "");
        column["thesis"] = {{"error", thesis_error}, {"steps", thesis_steps}};
      }
      columns[title] = std::move(column);
    }
    text += theirs + "  thesis\n" + ours + "  ours\n";
    rows.push_back({{"tolerance", row.tolerance}, {"states", std::move(columns)}});
  }
  return rows;
}

// -- table 8.1: systems of equations at an impact -------------------------------------------------

/// Size of the largest linear system in Dymola for 2, 3, ... free bodies that may all collide.
constexpr int kImpactSystems[] = {12, 21, 30, 45, 66, 83, 110};

Json add_impacts(const Catalog& catalog, std::string& text) {
  text += fmt::format("{:>6}  {:>10}  {:>13}  {:>7}  {:>14}  {:>13}\n", "bodies", "possible",
                      "largest", "impacts", "largest block", "unknowns");
  text += fmt::format("{:>6}  {:>10}  {:>13}  {:>7}  {:>14}  {:>13}\n", "", "collisions",
                      "system, thesis", "", "of the model", "of an impact");
  Json rows = Json::array();
  int bodies = 2;
  for (const int thesis : kImpactSystems) {
    const std::string count = fmt::format("{}", bodies);
    const std::unique_ptr<Component> model = make(catalog, "BodyCloud", {{"n", count.c_str()}});
    std::size_t block = 0;
    for (const BlockReport& report : compile(*model).blocks.reports) {
      block = std::max(block, report.size);
    }
    const ContactStatistics contacts = simulate(*model, {.stop = 3, .audit = false}).contacts;
    text += fmt::format("{:>6}  {:>10}  {:>14}  {:>7}  {:>13}  {:>13}\n", bodies, contacts.possible,
                        thesis, contacts.impacts, block, contacts.largest_problem);
    rows.push_back({{"bodies", bodies},
                    {"possible", contacts.possible},
                    {"thesis", thesis},
                    {"impacts", contacts.impacts},
                    {"block", block},
                    {"unknowns", contacts.largest_problem}});
    ++bodies;
  }
  return rows;
}

}  // namespace

ThesisFigures thesis_figures(const Catalog& catalog) {
  ThesisFigures result;
  std::string& text = result.text;
  text +=
      "Table 7.1: gyroscope, error of the height of the disc after 2.7 s and steps over 10 s\n"
      "(Dassl in the thesis, the default method here).\n\n";
  result.json["orientation"] = add_orientation(catalog, text);
  text +=
      "\nTable 7.2: models in space, systems of equations and steps over 10 s at a tolerance of "
      "1e-4.\n\n";
  result.json["space"] =
      add_structure(catalog, kSpace, {"MultiBody, Dymola", "Mechanics3D, Dymola"}, text);
  text += "\nTable 7.3: planar models, likewise.\n\n";
  result.json["planar"] = add_structure(catalog, kPlanar, {"PlanarMechanics, Dymola"}, text);
  text +=
      "\nblocks      unknowns solved together; eliminated when the model is compiled\n"
      "pivots      divisions by a value that varies, over all blocks\n"
      "operations  of one evaluation of all derivatives\n"
      "solver      ida; bdf with projection where there are invariants, which IDA cannot keep\n";
  text +=
      "\nTable 8.1: free bodies that attract each other; systems of equations at an impact.\n\n";
  result.json["impacts"] = add_impacts(catalog, text);
  return result;
}

}  // namespace multibond
