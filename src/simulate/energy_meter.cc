#include "energy_meter.h"

#include <algorithm>
#include <cmath>

namespace multibond {
namespace {

/// Gauss-Legendre with five points on [0, 1]: exact to degree 9, above that of any dense output.
constexpr double kNodes[] = {0.04691007703066800, 0.23076534494715845, 0.5, 0.76923465505284155,
                             0.95308992296933200};
constexpr double kWeights[] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                               0.23931433524968324, 0.11846344252809454};

EnergyAudit::Kind kind_of(PowerKind kind) {
  switch (kind) {
    case PowerKind::dissipated:
      return EnergyAudit::Kind::dissipated;
    case PowerKind::supplied:
      return EnergyAudit::Kind::supplied;
    case PowerKind::conserved:
      return EnergyAudit::Kind::conserved;
    default:
      return EnergyAudit::Kind::stored;
  }
}

}  // namespace

EnergyMeter::EnergyMeter(CompiledDynamics& dynamics) : dynamics_(&dynamics) {
  const System& system = dynamics.plan().original;
  for (const SystemPower& power : system.powers) {
    kinds_.push_back(power.kind);
    paths_.emplace_back(system.components[power.component].path);
  }
  for (auto* list : {&values_, &initial_, &integral_, &turnover_}) {
    list->assign(kinds_.size() + 1, 0.0);
  }
  use(dynamics);
}

void EnergyMeter::use(CompiledDynamics& dynamics) { dynamics_ = &dynamics; }

bool EnergyMeter::evaluate(double t, const double* y) {
  Runner& program = functions_[dynamics_].get(dynamics_->revision(), [this] {
    std::vector<Expr> powers;
    for (const SystemPower& power : dynamics_->plan().system.powers) powers.push_back(power.value);
    return dynamics_->make(powers);
  });
  dynamics_->set_point(t, y);
  return program.run(dynamics_->inputs().data(), values_.data());
}

double EnergyMeter::stored(double t, const double* y) {
  if (empty() || !evaluate(t, y)) return 0;
  double sum = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (kinds_[k] == PowerKind::stored_energy) sum += values_[k];
  }
  note_scale();
  return sum;
}

/// Energies that move to and fro between stores set the scale of a conservative model. What counts
/// is how far they move, not where their zero is.
void EnergyMeter::note_scale() {
  double sum = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (kinds_[k] == PowerKind::stored_energy) sum += std::abs(values_[k] - initial_[k]);
  }
  largest_stored_ = std::max(largest_stored_, sum);
}

void EnergyMeter::start(double t, const double* y) {
  if (empty() || !evaluate(t, y)) return;
  initial_ = values_;
}

void EnergyMeter::integrate(double a, double b, Integrator& integrator) {
  if (empty() || !(b > a)) return;
  std::vector<double> y(dynamics_->size());
  for (std::size_t i = 0; i < std::size(kNodes); ++i) {
    const double t = a + (b - a) * kNodes[i];
    integrator.interpolate(t, y.data());
    if (!evaluate(t, y.data())) continue;
    const double weight = (b - a) * kWeights[i];
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      if (kinds_[k] == PowerKind::stored_energy) continue;
      integral_[k] += weight * values_[k];
      turnover_[k] += weight * std::abs(values_[k]);
    }
    note_scale();
  }
}

EnergyAudit EnergyMeter::finish(double t, const double* y) {
  EnergyAudit audit;
  if (empty() || !evaluate(t, y)) return audit;
  double supplied = 0, dissipated = 0;
  std::map<std::pair<std::string, EnergyAudit::Kind>, std::size_t> place;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const EnergyAudit::Kind kind = kind_of(kinds_[k]);
    const auto [it, added] = place.try_emplace({paths_[k], kind}, audit.entries.size());
    if (added) {
      audit.entries.emplace_back();
      audit.entries.back().path = paths_[k];
      audit.entries.back().kind = kind;
    }
    EnergyAudit::Entry& entry = audit.entries[it->second];
    if (kinds_[k] == PowerKind::stored_energy) {
      entry.initial += initial_[k];
      entry.final += values_[k];
      entry.energy += values_[k] - initial_[k];
    } else {
      entry.energy += integral_[k];
      entry.turnover += turnover_[k];
    }
    switch (kind) {
      case EnergyAudit::Kind::supplied:
        audit.supplied += integral_[k];
        supplied += turnover_[k];
        break;
      case EnergyAudit::Kind::dissipated:
        audit.dissipated += integral_[k];
        dissipated += turnover_[k];
        break;
      case EnergyAudit::Kind::stored:
        audit.stored +=
            kinds_[k] == PowerKind::stored_energy ? values_[k] - initial_[k] : integral_[k];
        break;
      default:
        break;
    }
  }
  audit.jumps = jumps_;
  // Where nothing moves to and fro, what is left of large energies is rounding.
  double held = 0;
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (kinds_[k] == PowerKind::stored_energy) held += std::abs(initial_[k]);
  }
  audit.scale = std::max({largest_stored_, supplied, dissipated, 1e-6 * held});
  return audit;
}

}  // namespace multibond
