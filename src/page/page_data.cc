// Everything that the page knows of a run, as a header and blocks.

#include <nlohmann/json.hpp>

#include "analysis.h"
#include "graphs.h"
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

std::string_view name_of(EnergyAudit::Kind kind) {
  switch (kind) {
    case EnergyAudit::Kind::stored:
      return "stored";
    case EnergyAudit::Kind::dissipated:
      return "dissipated";
    case EnergyAudit::Kind::supplied:
      return "supplied";
    case EnergyAudit::Kind::conserved:
      break;
  }
  return "conserved";
}

Json events_of(const Result& result) {
  Json events = Json::array();
  for (const EventRecord& event : result.events) {
    events.push_back({{"time", event.time}, {"conditions", event.conditions}});
  }
  return events;
}

Json energy_of(const EnergyAudit& audit) {
  if (audit.empty()) return nullptr;
  Json entries = Json::array();
  for (const EnergyAudit::Entry& entry : audit.entries) {
    entries.push_back({{"path", entry.path},
                       {"kind", name_of(entry.kind)},
                       {"initial", entry.initial},
                       {"final", entry.final},
                       {"energy", entry.energy}});
  }
  return {{"entries", std::move(entries)},
          {"stored", audit.stored},
          {"dissipated", audit.dissipated},
          {"supplied", audit.supplied},
          {"jumps", audit.jumps},
          {"error", audit.error()},
          {"relative_error", audit.relative_error()}};
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

}  // namespace

PageData page_data(const Result& result, const PageOptions& options, Component* model) {
  page::Tracks tracks;
  Json header{{"format", "multibond page"},
              {"version", kFormat},
              {"program", kVersion},
              {"model", result.model},
              {"description", options.description}};
  header["scene"] = page::scene_json(result.scene, tracks);
  tracks.new_block();
  page::SignalWriter signals(result, options, tracks);
  header["signals"] = signals.run();
  tracks.describe(header);
  header["plots"] = options.plots;
  header["states"] = options.states;
  header["events"] = events_of(result);
  header["energy"] = energy_of(result.energy);
  header["summary"] = summary_of(result, options, signals);
  if (model) {
    page::add_graphs(*model, header);
    page::add_object_diagram(*model, header);
    page::add_structure(*model, header);
    page::add_modes(*model, header);
  }
  header["instants"] = {result.rows(), result.scene.times.size(), signals.sparse_times().size()};

  PageData data;
  data.title = result.model;
  data.blocks.push_back(page::deflate(header.dump(-1, ' ', false, Json::error_handler_t::replace)));
  data.blocks.push_back(page::deflate(page::planes(result.times()) +
                                      page::planes(result.scene.times) +
                                      page::planes(signals.sparse_times())));
  for (std::string& block : tracks.blocks()) data.blocks.push_back(std::move(block));
  return data;
}

}  // namespace multibond
