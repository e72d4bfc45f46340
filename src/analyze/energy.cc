#include "multibond/analyze/energy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
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

/// The component that users know: one that wraps a bond graph owns the elements that state powers.
std::string wrapper_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? path : path.substr(0, dot);
}

/// What a component and the elements inside of it do, of one kind.
struct Group {
  std::string component;
  double energy = 0, final = 0, turnover = 0;
  bool known = true;  ///< energy at the end; of some stores only the change is
  std::vector<const Entry*> members = {};
};

void add(Group& group, const Entry& entry) {
  group.energy += entry.energy;
  group.final += entry.final;
  group.turnover += entry.turnover;
  if (entry.turnover != 0) group.known = false;
  group.members.push_back(&entry);
}

/// Groups of a kind, those that matter most first.
std::vector<Group> grouped(const EnergyAudit& audit, Kind kind) {
  std::vector<Group> groups;
  std::map<std::string, std::size_t> index;
  for (const Entry& entry : audit.entries) {
    if (entry.kind != kind) continue;
    const std::string component = wrapper_of(entry.path);
    const auto [it, fresh] = index.try_emplace(component, groups.size());
    if (fresh) groups.push_back({component});
    add(groups[it->second], entry);
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return std::abs(a.energy) > std::abs(b.energy);
  });
  return groups;
}

/// Rounding is not worth a line.
bool is_zero(const EnergyAudit& audit, const Group& group, Kind kind) {
  const double least = 1e-9 * audit.scale;
  if (kind == Kind::conserved) return group.turnover <= least || std::abs(group.energy) <= least;
  return std::all_of(group.members.begin(), group.members.end(), [&](const Entry* entry) {
    return std::abs(entry->energy) <= least && std::abs(entry->final) <= least &&
           std::abs(entry->initial) <= least;
  });
}

/// "mass 3 J, inertia 1 J, itself 2 J": how a sum is made up, if of several.
std::string members_text(const EnergyAudit& audit, const Group& group) {
  std::vector<std::string> texts;
  for (const Entry* entry : group.members) {
    if (std::abs(entry->energy) <= 1e-9 * audit.scale) continue;
    const bool itself = entry->path == group.component;
    texts.push_back(fmt::format("{} {}",
                                itself ? "itself" : entry->path.substr(group.component.size() + 1),
                                joules(entry->energy)));
  }
  return texts.size() < 2 ? std::string() : fmt::format("{}", fmt::join(texts, ", "));
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
  std::vector<std::vector<std::string>> rows{
      {"energy", "component", "in this run", "at the end", "made up of"}};
  std::size_t hidden = 0;
  bool unknown = false;
  for (const Kind kind : {Kind::supplied, Kind::dissipated, Kind::stored, Kind::conserved}) {
    for (const Group& group : grouped(audit, kind)) {
      if (is_zero(audit, group, kind)) {
        ++hidden;
        continue;
      }
      const bool stored = kind == Kind::stored;
      unknown = unknown || (stored && !group.known);
      rows.push_back({std::string(word(kind)),
                      group.component.empty() ? "the model" : group.component, joules(group.energy),
                      !stored       ? ""
                      : group.known ? joules(group.final)
                                    : "-",
                      members_text(audit, group)});
    }
  }
  rows.push_back({"total", "supplied", joules(audit.supplied)});
  rows.push_back({"", "dissipated", joules(audit.dissipated)});
  rows.push_back({"", "stored", joules(audit.stored)});
  rows.push_back({"", "in jumps", joules(audit.jumps)});
  rows.push_back({"", "balance error",
                  fmt::format("{:.2g} J, {:.2g} of {}", audit.error(),
                              std::abs(audit.relative_error()), joules(audit.scale))});
  std::string text = align(rows, "  ");
  if (unknown) text += "  -: only the change of this energy is known\n";
  if (hidden > 0) {
    text += fmt::format("  {} without energy not shown\n",
                        hidden == 1 ? "1 row" : fmt::format("{} rows", hidden));
  }
  return text;
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
                                  {"form", name(entry.form)},
                                  {"energy", entry.energy},
                                  {"initial", entry.initial},
                                  {"final", entry.final},
                                  {"turnover", entry.turnover}});
  }
  return json;
}

}  // namespace multibond
