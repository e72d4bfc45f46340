#include "energy.h"

namespace multibond::page {
namespace {

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

}  // namespace

Json energy_json(const EnergyAudit& audit, SignalWriter& signals) {
  if (audit.empty()) return nullptr;
  Json entries = Json::array();
  for (const EnergyAudit::Entry& entry : audit.entries) {
    Json one{{"path", entry.path},
             {"kind", name_of(entry.kind)},
             {"initial", entry.initial},
             {"final", entry.final},
             {"energy", entry.energy}};
    if (entry.form != EnergyForm::none) one["form"] = name(entry.form);
    if (!entry.over_time.empty()) one["over_time"] = signals.track(entry.over_time);
    entries.push_back(std::move(one));
  }
  Json json{{"entries", std::move(entries)},
            {"stored", audit.stored},
            {"dissipated", audit.dissipated},
            {"supplied", audit.supplied},
            {"jumps", audit.jumps},
            {"error", audit.error()},
            {"relative_error", audit.relative_error()}};
  if (!audit.jumps_over_time.empty()) {
    json["jumps_over_time"] = signals.track(audit.jumps_over_time);
  }
  return json;
}

}  // namespace multibond::page
