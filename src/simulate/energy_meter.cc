#include "energy_meter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace multibond {
namespace {

/// Gauss-Legendre with five points on [0, 1]: exact to degree 9, above that of any dense output.
constexpr std::size_t kPoints = 5, kMiddle = 2;
constexpr double kNodes[kPoints] = {0.04691007703066800, 0.23076534494715845, 0.5,
                                    0.76923465505284155, 0.95308992296933200};
constexpr double kWeights[kPoints] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                      0.23931433524968324, 0.11846344252809454};

/// A power this small, by the energies of the run, is rounding.
constexpr double kRounding = 1e-11;

/// Weights of the integral from 0 to x of the polynomial through the nodes: those of the rule for
/// x = 1.
std::array<double, kPoints> weights_up_to(double x) {
  // Coefficients of the Lagrange polynomials, integrated.
  static const auto integrals = [] {
    std::array<std::array<double, kPoints + 1>, kPoints> result{};
    for (std::size_t i = 0; i < kPoints; ++i) {
      std::array<double, kPoints> product{1.0};
      for (std::size_t j = 0; j < kPoints; ++j) {
        if (j == i) continue;
        for (std::size_t d = kPoints; d-- > 0;) {
          product[d] =
              ((d > 0 ? product[d - 1] : 0.0) - kNodes[j] * product[d]) / (kNodes[i] - kNodes[j]);
        }
      }
      for (std::size_t d = 0; d < kPoints; ++d) {
        result[i][d + 1] = product[d] / static_cast<double>(d + 1);
      }
    }
    return result;
  }();
  std::array<double, kPoints> weights{};
  for (std::size_t i = 0; i < kPoints; ++i) {
    for (std::size_t d = kPoints + 1; d-- > 0;) weights[i] = weights[i] * x + integrals[i][d];
  }
  return weights;
}

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
  for (auto* list : {&stored_, &conserved_, &integrated_, &told_}) list->reserve(powers.size());
  for (std::size_t k = 0; k < powers.size(); ++k) {
    if (powers[k].kind == PowerKind::stored_energy) stored_.push_back(k);
    if (powers[k].kind == PowerKind::conserved) conserved_.push_back(k);
    (powers[k].integrated() ? integrated_ : told_).push_back(k);
  }
  sums_.assign(integrated_.size(), 0.0);
  turnovers_ = sums_;
  history_.resize(mode_->power_entries + 1);
  for (std::vector<double>& sample : samples_) sample.assign(integrated_.size() + 1, 0.0);
}

void EnergyMeter::add_powers(CompiledDynamics& dynamics, double weight) {
  if (sums_.empty()) return;
  if (!dynamics.run(FunctionKind::powers, numbers_.data())) {
    std::fill(numbers_.begin(), numbers_.end(), 0.0);
    return;
  }
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
  if (empty()) return;
  jumps_ -= integrator.lost_in_impacts(a, b);
  if (!(b > a)) return;
  part_begin_ = a;
  part_length_ = b - a;
  // A look in the middle of some steps suffices to learn how far energies move, and whether what
  // should have no power has any. Such a look costs about as many evaluations of the derivatives
  // as there are powers to a state, and a step a dozen of them: with one look in as many steps the
  // audit of a long chain costs no more than that of a short one.
  unseen_ += b - a;
  const std::size_t pause =
      std::max<std::size_t>(1, told_.size() / std::max(dynamics.size(), kFew));
  const bool look = !told_.empty() && steps_++ % pause == 0;
  const bool corners = integrator.integrate_powers(a, b, sums_.data(), turnovers_.data());
  const bool everywhere = !corners && (dynamics.mode().flows || dynamics.has_contacts());
  if (!everywhere && sampled_) {
    for (std::vector<double>& sample : samples_) std::fill(sample.begin(), sample.end(), 0.0);
  }
  sampled_ = everywhere;
  if (!everywhere && !look) return;
  const std::size_t first = everywhere ? 0 : kMiddle, count = everywhere ? kPoints : 1;
  std::array<double, kPoints> times;
  for (std::size_t i = 0; i < count; ++i) times[i] = a + (b - a) * kNodes[first + i];
  const std::size_t n = dynamics.size();
  y_.resize(kPoints * n);
  integrator.interpolate_rows({times.data(), count}, y_.data(), n);
  for (std::size_t i = 0; i < count; ++i) {
    dynamics.set_point(times[i], y_.data() + i * n);
    if (everywhere) {
      const double weight = (b - a) * kWeights[i], loss = dynamics.contact_loss();
      add_powers(dynamics, weight);
      rubbed_ += weight * loss;
      std::copy_n(numbers_.begin(), sums_.size(), samples_[i].begin());
      samples_[i].back() = loss;
    }
    if (look && first + i == kMiddle && evaluate_energies(dynamics)) {
      note_conserved(dynamics);
    }
  }
}

/// What should have no power has had this one since the latest look. Where a pivot is too small,
/// forces are inexact and say nothing: the next look counts for the time until then.
void EnergyMeter::note_conserved(CompiledDynamics& dynamics) {
  const bool any = std::any_of(conserved_.begin(), conserved_.end(), [&](std::size_t k) {
    return unseen_ * std::abs(values_[k]) > kRounding * largest_stored_;
  });
  if (any && !dynamics.suits()) return;
  for (const std::size_t k : conserved_) {
    integral_[k] += unseen_ * values_[k];
    turnover_[k] += unseen_ * std::abs(values_[k]);
  }
  unseen_ = 0;
  note_scale();
}

void EnergyMeter::record(CompiledDynamics& dynamics, double t, Integrator& integrator) {
  if (!(part_length_ > 0)) return record_nothing();
  y_.resize(dynamics.size());
  integrator.interpolate(t, y_.data());
  // As the variables of the row: between steps, loops are closed by projection.
  std::vector<double> closed = y_;
  const bool failed = dynamics.project(t, closed.data()) == Evaluation::failed;
  dynamics.set_point(t, failed ? y_.data() : closed.data());
  if (!evaluate_energies(dynamics)) return record_nothing();
  // The integrals are known at the end of the part; what came after this time is taken off.
  const double end = part_begin_ + part_length_;
  later_.assign(integrated_.size() + 1, 0.0);
  std::vector<double> turnovers(integrated_.size());
  if (!integrator.integrate_powers(t, end, later_.data(), turnovers.data())) {
    const double fraction = (t - part_begin_) / part_length_;
    const std::array<double, kPoints> earlier = weights_up_to(fraction);
    for (std::size_t i = 0; i < kPoints && fraction < 1; ++i) {
      const double weight = part_length_ * (kWeights[i] - earlier[i]);
      for (std::size_t k = 0; k < later_.size(); ++k) later_[k] += weight * samples_[i][k];
    }
  }
  append_row(t < end ? integrator.lost_in_impacts(t, end) : 0);
}

void EnergyMeter::record(CompiledDynamics& dynamics, double t, const double* y) {
  dynamics.set_point(t, y);
  if (!evaluate_energies(dynamics)) return record_nothing();
  later_.assign(integrated_.size() + 1, 0.0);
  append_row(0);
}

void EnergyMeter::record_nothing() {
  for (std::vector<double>& entry : history_) entry.push_back(std::nan(""));
  jump_history_.push_back(std::nan(""));
}

void EnergyMeter::append_row(double lost_later) {
  for (std::vector<double>& entry : history_) entry.push_back(0);
  for (const std::size_t k : stored_) history_[mode_->powers[k].entry].back() += values_[k];
  for (std::size_t i = 0; i < integrated_.size(); ++i) {
    history_[mode_->powers[integrated_[i]].entry].back() += sums_[i] - later_[i];
  }
  history_.back().back() = rubbed_ - later_.back();
  jump_history_.push_back(jumps_ + lost_later);
}

EnergyAudit EnergyMeter::finish(CompiledDynamics& dynamics, double t, const double* y) {
  EnergyAudit audit;
  if (empty()) return audit;
  dynamics.set_point(t, y);
  if (!evaluate_energies(dynamics)) return audit;
  note_conserved(dynamics);
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
    entry.form = powers[k].form;
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
    if (!jump_history_.empty()) audit.entries.back().over_time = std::move(history_.back());
    audit.dissipated += rubbed_;
    dissipated += std::abs(rubbed_);
  }
  if (!jump_history_.empty()) {
    for (std::size_t e = 0; e < mode_->power_entries; ++e) {
      if (audit.entries[e].kind == EnergyAudit::Kind::conserved) continue;
      audit.entries[e].over_time = std::move(history_[e]);
    }
    audit.jumps_over_time = std::move(jump_history_);
  }
  audit.jumps = jumps_;
  // Where nothing moves to and fro, what is left of large energies is rounding.
  double held = 0;
  for (const std::size_t k : stored_) held += std::abs(initial_[k]);
  audit.scale = std::max({largest_stored_, supplied, dissipated, 1e-6 * held});
  return audit;
}

}  // namespace multibond
