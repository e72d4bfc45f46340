// Everything that the page knows of a run, as a header and blocks.

#include <nlohmann/json.hpp>
#include <numeric>

#include "analysis.h"
#include "energy.h"
#include "graphs.h"
#include "modes.h"
#include "multibond/analyze/report.h"
#include "multibond/page/page.h"
#include "multibond/version.h"
#include "object_diagram.h"
#include "scene.h"
#include "signals.h"
#include "tracks.h"

namespace multibond {
namespace {

using page::Json;

constexpr int kFormat = 2;
/// Numbers that are kept as they are, 8 bytes each.
constexpr std::size_t kMostExact = 4'000'000;

std::string_view name_of(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::interrupted:
      return "interrupted";
    case RunStatus::terminated:
      return "terminated";
    case RunStatus::failed:
      break;
  }
  return "failed";
}

Json events_of(const Result& result) {
  Json events = Json::array();
  for (const EventRecord& event : result.events) {
    events.push_back({{"time", event.time}, {"conditions", event.conditions}});
  }
  return events;
}

Json summary_of(const Result& result, const PageOptions& options,
                const page::SignalWriter& signals) {
  const IntegratorStatistics& s = result.statistics;
  Json json{{"solver", result.solver},
            {"status", name_of(result.status)},
            {"stop", result.stop_time},
            {"rows", result.rows()},
            {"steps", s.steps},
            {"rejected", s.rejected},
            {"evaluations", s.evaluations},
            {"jacobians", s.jacobians},
            {"projections", s.projections},
            {"restarts", s.restarts},
            {"smallest_step", s.smallest_step},
            {"largest_step", s.largest_step},
            {"residual", result.largest_residual},
            {"seconds_compile", result.seconds_compile},
            {"seconds_run", result.seconds_run},
            {"settings", options.settings},
            {"diagnostics", to_json(result.diagnostics)}};
  if (signals.reduced() > 0) {
    json["reduced"] = {{"variables", signals.reduced()},
                       {"instants", signals.sparse_times().size()}};
  }
  return json;
}

/// The instants of what has none.
std::vector<double> row_numbers(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

}  // namespace

PageData page_data(const Result& result, const PageOptions& options, Component* model) {
  return page_data(result, options, PageModel{model});
}

PageData page_data(const Result& result, const PageOptions& options, const PageModel& model) {
  const std::size_t numbers = result.columns() * std::max<std::size_t>(1, result.rows());
  const bool exact = options.exact && numbers <= kMostExact;
  page::Tracks tracks(exact);
  Json header{{"format", "multibond page"},
              {"version", kFormat},
              {"program", kVersion},
              {"model", result.model},
              {"description", options.description}};
  header["scene"] = page::scene_json(result.scene, tracks);
  tracks.new_block();
  page::SignalWriter signals(result, options, tracks);
  header["signals"] = signals.run();
  tracks.new_block();
  header["energy"] = page::energy_json(result.energy, signals);
  header["plots"] = options.plots;
  header["states"] = options.states;
  header["events"] = events_of(result);
  header["summary"] = summary_of(result, options, signals);
  if (model && options.graphs) {
    const std::optional<page::Compiled> compiled = page::compiled(model, header);
    if (model.components) {
      page::add_graphs(*model.components, compiled ? &compiled->plan : nullptr, header);
      page::add_object_diagram(*model.components, header);
    }
    if (compiled) page::add_structure(model.components, *compiled, header);
  }
  std::size_t mode_rows = 0;
  if (model && options.modes) {
    mode_rows = page::add_modes(model, result, options, tracks, header);
  }
  tracks.describe(header);
  header["instants"] = {result.rows(), result.scene.times.size(), signals.sparse_times().size(),
                        mode_rows};

  PageData data;
  data.title = result.model;
  data.icons = page::icons_in(header);
  const int level = exact ? 0 : 6;
  data.blocks.push_back(
      page::deflate(header.dump(-1, ' ', false, Json::error_handler_t::replace), level));
  data.blocks.push_back(
      page::deflate(page::planes(result.times()) + page::planes(result.scene.times) +
                        page::planes(signals.sparse_times()) + page::planes(row_numbers(mode_rows)),
                    level));
  for (std::string& block : tracks.blocks()) data.blocks.push_back(std::move(block));
  return data;
}

}  // namespace multibond
