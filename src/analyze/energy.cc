#include "multibond/analyze/energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <nlohmann/json.hpp>

#include "multibond/analyze/report.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

using Kind = EnergyAudit::Kind;
using Entry = EnergyAudit::Entry;

std::string_view word(Kind kind) {
  switch (kind) {
    case Kind::stored:
      return "stored";
    case Kind::dissipated:
      return "dissipated";
    case Kind::supplied:
      return "supplied";
    default:
      return "conserved";
  }
}

std::string joules(double energy) { return fmt::format("{:.6g} J", energy); }

/// Entries of a kind, those that matter most first; names break ties.
std::vector<const Entry*> ordered(const EnergyAudit& audit, Kind kind) {
  std::vector<const Entry*> list;
  for (const Entry& entry : audit.entries) {
    if (entry.kind == kind) list.push_back(&entry);
  }
  std::stable_sort(list.begin(), list.end(), [](const Entry* a, const Entry* b) {
    return std::abs(a->energy) > std::abs(b->energy);
  });
  return list;
}

/// Rounding of elements that conserve power is not worth a digit.
std::string created(const EnergyAudit& audit, const Entry& entry) {
  return entry.turnover <= 1e-9 * audit.scale ? "0 J" : joules(entry.energy);
}

}  // namespace

std::string energy_line(const EnergyAudit& audit) {
  std::string text = fmt::format("supplied {}, dissipated {}, stored {}", joules(audit.supplied),
                                 joules(audit.dissipated), joules(audit.stored));
  if (std::abs(audit.jumps) > 1e-12 * audit.scale) {
    text += fmt::format(", {} in jumps {}", audit.jumps < 0 ? "lost" : "gained",
                        joules(std::abs(audit.jumps)));
  }
  return text + fmt::format("; balance error {:.2g}", std::abs(audit.relative_error()));
}

std::string energy_table(const EnergyAudit& audit) {
  std::vector<std::vector<std::string>> rows{{"energy", "component", "in this run", "at the end"}};
  for (const Kind kind : {Kind::supplied, Kind::dissipated, Kind::stored, Kind::conserved}) {
    for (const Entry* entry : ordered(audit, kind)) {
      const bool conserved = kind == Kind::conserved;
      rows.push_back({std::string(word(kind)), entry->path.empty() ? "the model" : entry->path,
                      conserved ? created(audit, *entry) : joules(entry->energy),
                      kind == Kind::stored && entry->turnover == 0 ? joules(entry->final) : ""});
    }
  }
  rows.push_back({"total", "supplied", joules(audit.supplied), ""});
  rows.push_back({"", "dissipated", joules(audit.dissipated), ""});
  rows.push_back({"", "stored", joules(audit.stored), ""});
  rows.push_back({"", "in jumps", joules(audit.jumps), ""});
  rows.push_back({"", "balance error",
                  fmt::format("{:.2g} J, {:.2g} of {}", audit.error(),
                              std::abs(audit.relative_error()), joules(audit.scale)),
                  ""});
  return align(rows, "  ");
}

nlohmann::ordered_json energy_json(const EnergyAudit& audit) {
  nlohmann::ordered_json json{{"supplied", audit.supplied},
                              {"dissipated", audit.dissipated},
                              {"stored", audit.stored},
                              {"jumps", audit.jumps},
                              {"error", audit.error()},
                              {"scale", audit.scale},
                              {"components", nlohmann::ordered_json::array()}};
  for (const Entry& entry : audit.entries) {
    json["components"].push_back({{"path", entry.path},
                                  {"kind", word(entry.kind)},
                                  {"energy", entry.energy},
                                  {"initial", entry.initial},
                                  {"final", entry.final},
                                  {"turnover", entry.turnover}});
  }
  return json;
}

}  // namespace multibond
