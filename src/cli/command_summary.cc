#include "command_summary.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/analyze/energy.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

std::string_view status_name(RunStatus status) {
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

std::string title(const std::string& model, const std::string& description) {
  return description.empty() ? model : fmt::format("{}: {}", model, description);
}

double reached(const Result& result) { return result.rows() == 0 ? 0 : result.times().back(); }

std::string time_line(const Result& result) {
  const std::string stop = quantity(result.stop_time, "s");
  const std::string now = quantity(reached(result), "s");
  switch (result.status) {
    case RunStatus::completed:
      return fmt::format("reached {}", stop);
    case RunStatus::interrupted:
      return fmt::format("interrupted at {} of {}", now, stop);
    case RunStatus::terminated:
      return fmt::format("ended by the model at {} of {}", now, stop);
    case RunStatus::failed:
      break;
  }
  return fmt::format("failed at {} of {}", now, stop);
}

std::string work_line(const IntegratorStatistics& s) {
  std::string text = counted(s.steps, "step");
  if (s.rejected > 0) text += fmt::format(" and {} rejected", s.rejected);
  text += ", " + counted(s.evaluations, "evaluation");
  if (s.jacobians > 0) text += ", " + counted(s.jacobians, "Jacobian");
  return text;
}

/// Energies that are rounding, by the size of all that moved, have no place in it.
std::string contact_line(const ContactStatistics& c, double scale) {
  std::vector<std::string> parts;
  if (c.possible > 0) {
    parts.push_back(fmt::format("{} possible", c.possible));
    parts.push_back(counted(c.impacts, "impact"));
    if (c.impacts > 0) {
      parts.back() += fmt::format(" of up to {}", counted(c.largest_problem, "unknown"));
    }
    parts.push_back(fmt::format("{} closed at most", c.most_closed));
  }
  if (std::abs(c.lost) > 1e-9 * scale) parts.push_back(fmt::format("{:.6g} J lost", c.lost));
  if (c.struck != 0) parts.push_back(fmt::format("{:.6g} J from impulses", c.struck));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Decimal points in one column: the part before the point is padded.
void align_points(std::vector<std::vector<std::string>>& rows, std::size_t column) {
  const auto before_point = [&](const std::vector<std::string>& row) {
    return std::min(row[column].find_first_of(".e"), row[column].size());
  };
  std::size_t widest = 0;
  for (const auto& row : rows) widest = std::max(widest, before_point(row));
  for (auto& row : rows) row[column].insert(0, widest - before_point(row), ' ');
}

}  // namespace

std::string duration_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} s", seconds);
}

std::string summary(const Result& result, const std::string& description,
                    const std::vector<std::string>& shown, bool invariants) {
  std::vector<std::vector<std::string>> rows{{"time", time_line(result)},
                                             {"solver", result.solver},
                                             {"work", work_line(result.statistics)}};
  if (!result.events.empty()) {
    rows.push_back({"events", fmt::format("{}, the last at {}", result.events.size(),
                                          quantity(result.events.back().time, "s"))});
  }
  if (result.contacts.any())
    rows.push_back({"contacts", contact_line(result.contacts, result.energy.scale)});
  if (invariants) {
    rows.push_back({"constraints", fmt::format("kept to {:.2g}", result.largest_residual)});
  }
  if (!result.energy.empty()) rows.push_back({"energy", energy_line(result.energy)});
  rows.push_back(
      {"took", fmt::format("{} to compile, {} to run", duration_text(result.seconds_compile),
                           duration_text(result.seconds_run))});
  std::string text = fmt::format("{}\n\n{}", title(result.model, description), align(rows, "  "));
  if (result.rows() == 0 || shown.empty()) return text;

  std::vector<std::vector<std::string>> values;
  for (const std::string& path : shown) {
    const Signal& signal = result.signal(path);
    values.push_back({path, fmt::format("{:.6g}", result.final(path)),
                      signal.unit == "1" ? "" : signal.unit, signal.description});
  }
  align_points(values, 1);
  return text + fmt::format("\nat t = {}\n{}", quantity(reached(result), "s"), align(values, "  "));
}

std::string impulse_table(const Result& result, const std::vector<std::string>& efforts) {
  std::vector<std::vector<std::string>> rows;
  rows.push_back({"t [s]"});
  for (const std::string& path : efforts) {
    rows.back().push_back(fmt::format("{} [{}.s]", path, result.signal(path).unit));
  }
  for (const EventRecord& event : result.events) {
    if (event.impulses.empty()) continue;
    rows.push_back({fmt::format("{:.9g}", event.time)});
    for (const double impulse : event.impulses)
      rows.back().push_back(fmt::format("{:.6g}", impulse));
    rows.back().push_back(fmt::format("{}", fmt::join(event.conditions, ", ")));
  }
  for (auto& row : rows) row.resize(efforts.size() + 2);
  if (rows.size() == 1) return "no impulses\n";
  return "impulses\n" + align(rows, "  ");
}

nlohmann::ordered_json summary_json(const Result& result) {
  using Json = nlohmann::ordered_json;
  const IntegratorStatistics& s = result.statistics;
  Json json{{"status", status_name(result.status)}, {"model", result.model}};
  json["time"] = {{"start", result.rows() == 0 ? 0 : result.times().front()},
                  {"stop", result.stop_time},
                  {"reached", reached(result)}};
  json["rows"] = result.rows();
  json["solver"] = result.solver;
  json["statistics"] = {{"steps", s.steps},
                        {"rejected", s.rejected},
                        {"evaluations", s.evaluations},
                        {"jacobians", s.jacobians},
                        {"projections", s.projections},
                        {"restarts", s.restarts},
                        {"smallest_step", s.smallest_step},
                        {"largest_step", s.largest_step}};
  json["events"] = result.events.size();
  if (result.contacts.any()) {
    const ContactStatistics& c = result.contacts;
    json["contacts"] = {{"possible", c.possible},
                        {"impacts", c.impacts},
                        {"most_closed", c.most_closed},
                        {"largest_problem", c.largest_problem},
                        {"lost", c.lost},
                        {"struck", c.struck}};
  }
  json["largest_residual"] = result.largest_residual;
  if (!result.energy.empty()) json["energy"] = energy_json(result.energy);
  json["seconds"] = {{"compile", result.seconds_compile}, {"run", result.seconds_run}};
  json["diagnostics"] = to_json(result.diagnostics);
  // Into the list itself: a look for each name among those before it would make thousands slow.
  Json::object_t values;
  if (result.rows() > 0) {
    for (const Signal& signal : result.signals()) {
      values.Container::emplace_back(signal.path, result.value(signal, result.rows() - 1));
    }
  }
  json["final"] = std::move(values);
  return json;
}

}  // namespace multibond
