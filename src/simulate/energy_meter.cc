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

/// Models with fewer states count as having so many.
constexpr std::size_t kFew = 4;

using PowerKind = PowerDescription::Kind;

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

EnergyMeter::EnergyMeter(std::shared_ptr<const CompiledMode> mode) : mode_(std::move(mode)) {
  const std::vector<PowerDescription>& powers = mode_->powers;
  for (auto* list : {&values_, &initial_, &integral_, &turnover_, &numbers_}) {
    list->assign(powers.size(), 0.0);
  }
  for (std::size_t k = 0; k < powers.size(); ++k) {
    if (powers[k].kind == PowerKind::stored_energy) stored_.push_back(k);
    if (powers[k].kind == PowerKind::conserved) conserved_.push_back(k);
    (powers[k].integrated() ? integrated_ : told_).push_back(k);
  }
  sums_.assign(integrated_.size(), 0.0);
  turnovers_ = sums_;
}

void EnergyMeter::add_powers(CompiledDynamics& dynamics, double weight) {
  if (sums_.empty() || !dynamics.run(FunctionKind::powers, numbers_.data())) return;
  const double* const powers = numbers_.data();
  double *const sums = sums_.data(), *const turnovers = turnovers_.data();
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    sums[i] += weight * powers[i];
    turnovers[i] += weight * std::abs(powers[i]);
  }
}

bool EnergyMeter::evaluate_energies(CompiledDynamics& dynamics) {
  if (!dynamics.run(FunctionKind::energies, numbers_.data())) return false;
  for (std::size_t i = 0; i < told_.size(); ++i) values_[told_[i]] = numbers_[i];
  return true;
}

double EnergyMeter::stored(CompiledDynamics& dynamics, double t, const double* y) {
  if (stored_.empty()) return 0;
  dynamics.set_point(t, y);
  if (!evaluate_energies(dynamics)) return 0;
  double sum = 0;
  for (const std::size_t k : stored_) sum += values_[k];
  note_scale();
  return sum;
}

/// Energies that move to and fro between stores set the scale of a conservative model. What counts
/// is how far they move, not where their zero is.
void EnergyMeter::note_scale() {
  double sum = 0;
  for (const std::size_t k : stored_) sum += std::abs(values_[k] - initial_[k]);
  largest_stored_ = std::max(largest_stored_, sum);
}

void EnergyMeter::start(CompiledDynamics& dynamics, double t, const double* y) {
  if (empty()) return;
  dynamics.set_point(t, y);
  if (evaluate_energies(dynamics)) initial_ = values_;
}

void EnergyMeter::integrate(CompiledDynamics& dynamics, double a, double b,
                            Integrator& integrator) {
  if (empty() || !(b > a)) return;
  y_.resize(dynamics.size());
  // A look in the middle of some steps suffices to learn how far energies move, and whether what
  // should have no power has any. Such a look costs about as many evaluations of the derivatives
  // as there are powers to a state, and a step a dozen of them: with one look in as many steps the
  // audit of a long chain costs no more than that of a short one.
  unseen_ += b - a;
  const std::size_t pause = std::max<std::size_t>(1, told_.size() / std::max(y_.size(), kFew));
  const bool look = !told_.empty() && steps_++ % pause == 0;
  for (std::size_t i = 0; i < std::size(kNodes); ++i) {
    const bool middle = kNodes[i] == 0.5;
    if (integrated_.empty() && !(look && middle) && !dynamics.has_contacts()) continue;
    const double t = a + (b - a) * kNodes[i];
    integrator.interpolate(t, y_.data());
    dynamics.set_point(t, y_.data());
    add_powers(dynamics, (b - a) * kWeights[i]);
    rubbed_ += (b - a) * kWeights[i] * dynamics.contact_loss();
    if (look && middle && evaluate_energies(dynamics)) note_conserved();
  }
}

/// What should have no power has had this one since the latest look.
void EnergyMeter::note_conserved() {
  for (const std::size_t k : conserved_) {
    integral_[k] += unseen_ * values_[k];
    turnover_[k] += unseen_ * std::abs(values_[k]);
  }
  unseen_ = 0;
  note_scale();
}

EnergyAudit EnergyMeter::finish(CompiledDynamics& dynamics, double t, const double* y) {
  EnergyAudit audit;
  if (empty()) return audit;
  dynamics.set_point(t, y);
  if (!evaluate_energies(dynamics)) return audit;
  note_conserved();
  for (std::size_t i = 0; i < integrated_.size(); ++i) {
    integral_[integrated_[i]] = sums_[i];
    turnover_[integrated_[i]] = turnovers_[i];
  }
  const std::vector<PowerDescription>& powers = mode_->powers;
  double supplied = 0, dissipated = 0;
  audit.entries.resize(mode_->power_entries);
  for (std::size_t k = 0; k < powers.size(); ++k) {
    const EnergyAudit::Kind kind = kind_of(powers[k].kind);
    EnergyAudit::Entry& entry = audit.entries[powers[k].entry];
    if (entry.path.empty()) entry.path = powers[k].path;
    entry.kind = kind;
    if (powers[k].kind == PowerKind::stored_energy) {
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
            powers[k].kind == PowerKind::stored_energy ? values_[k] - initial_[k] : integral_[k];
        break;
      default:
        break;
    }
  }
  if (rubbed_ != 0) {
    audit.entries.push_back({"contacts", EnergyAudit::Kind::dissipated, 0, 0, rubbed_, rubbed_});
    audit.dissipated += rubbed_;
    dissipated += std::abs(rubbed_);
  }
  audit.jumps = jumps_;
  // Where nothing moves to and fro, what is left of large energies is rounding.
  double held = 0;
  for (const std::size_t k : stored_) held += std::abs(initial_[k]);
  audit.scale = std::max({largest_stored_, supplied, dissipated, 1e-6 * held});
  return audit;
}

}  // namespace multibond
