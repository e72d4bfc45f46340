#include "closed_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// What contacts that contradict each other leave of their accelerations, by the largest.
constexpr double kContradiction = 1e-6;
/// Rounding of a sum, by the sum of its absolute values: some hundred roundings of a double.
constexpr double kRounding = 2e-14;
/// Gaps and velocities that nobody needs to improve.
constexpr double kClosed = 1e-14;
/// Gaps that a further correction is worth.
constexpr double kNearlyClosed = 1e-10;
constexpr int kMostCorrections = 5;
/// Load below which a contact takes less of a change, by the largest; and the least that it takes.
constexpr double kLightLoad = 1e-2, kLeastWeight = 1e-3;
/// Corrections of forces by a response of the past: each must leave a tenth at most, and where they
/// end is good within so many roundings. More than few, and the response is too old.
constexpr int kMostRefinements = 8, kFewRefinements = 3;
constexpr double kRefines = 0.1, kEnd = 10;

/// Where a contact slips. In the plane, a slip that passes zero keeps its side, so that the
/// equations go on smoothly until the event is found.
Eigen::Vector2d slip_direction(const ClosedContact& contact, const ContactState& state,
                               double slip_speed) {
  const Eigen::Vector2d slip(state.velocity[1], state.rows > 2 ? state.velocity[2] : 0.0);
  const double speed = slip.norm();
  if (state.rows == 2 || speed <= slip_speed) return contact.sense;
  return slip / speed;
}

}  // namespace

bool ClosedContacts::read(CompiledDynamics& dynamics) {
  if (!response_.places(dynamics, places_) || !response_.rates(dynamics, rates_)) return false;
  scene_.update(places_, rates_);
  points_.clear();
  states_.assign(list.size(), {});
  for (std::size_t k = 0; k < list.size(); ++k) {
    const ContactPoint& point = points_.emplace_back(scene_.point(list[k].known));
    ContactState& state = states_[k];
    state.rows = point.rows;
    state.friction = point.friction;
    state.spin = point.spin;
    state.margin = point.margin;
    state.border = point.border;
    for (int row = 0; row < point.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      state.velocity[r] = point.directions[r].dot(rates_);
    }
  }
  return true;
}

/// The rows that hold a contact, with the directions of their forces.
void ClosedContacts::state_rows(std::size_t k, const ContactPoint& point) {
  ClosedContact& contact = list[k];
  const ContactState& state = states_[k];
  const auto add_row = [&](std::size_t row) {
    rows_.push_back({point.directions[row], point.directions[row], point.offsets[row], k, row});
  };
  add_row(0);
  if (point.rows == 1) return;
  ContactDirection& column = rows_.back().column;
  const auto add_friction = [&](std::size_t row, double factor) {
    for (const ContactDirection::Part& part : point.directions[row].parts) {
      column.parts.add(part.coordinate, factor * part.factor);
    }
  };
  const int tangents = std::min(point.rows - 1, 2);
  if (!contact.sticks) {
    const Eigen::Vector2d e = slip_direction(contact, state, slip_speed);
    for (int i = 0; i < tangents; ++i) {
      add_friction(static_cast<std::size_t>(1 + i), -point.friction * e[i]);
    }
  }
  if (point.rows == 4 && !contact.spin_sticks) {
    add_friction(3, -point.friction * point.spin * contact.spin_sense);
  }
  if (contact.sticks) {
    for (int i = 0; i < tangents; ++i) add_row(static_cast<std::size_t>(1 + i));
  }
  if (point.rows == 4 && contact.spin_sticks) add_row(3);
}

/// A, and the columns that it is made of.
bool ClosedContacts::respond(CompiledDynamics& dynamics) {
  std::vector<const ContactDirection*> rows, columns;
  for (const Row& row : rows_) {
    rows.push_back(&row.row);
    columns.push_back(&row.column);
  }
  if (!islands_.respond(dynamics, columns)) return false;
  A_ = islands_.accelerations(rows);
  return A_.allFinite();
}

/// What forces leave of the accelerations: b + A force, without A.
bool ClosedContacts::rest(CompiledDynamics& dynamics, const Eigen::VectorXd& force,
                          Eigen::VectorXd& left) {
  seeds_.assign(response_.coordinates(), 0.0);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    rows_[r].column.add_to(seeds_, force[static_cast<Eigen::Index>(r)]);
  }
  if (!response_.column(dynamics, seeds_, change_) ||
      !response_.accelerations(dynamics, change_.data(), false, answer_)) {
    return false;
  }
  left = b_;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    left[static_cast<Eigen::Index>(r)] += rows_[r].row.dot(answer_);
  }
  return left.allFinite();
}

/// Redundant contacts share a change of their forces as equal springs would. One that bears next to
/// nothing would at once be outside its cone, though nothing slips: it takes less.
Eigen::VectorXd ClosedContacts::weights() const {
  double largest = 0;
  for (const ClosedContact& contact : list) largest = std::max(largest, contact.reference[0]);
  Eigen::VectorXd weights(static_cast<Eigen::Index>(rows_.size()));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const double share = list[rows_[r].contact].reference[0] / (kLightLoad * largest);
    weights[static_cast<Eigen::Index>(r)] =
        largest > 0 ? std::clamp(share, kLeastWeight, 1.0) : 1.0;
  }
  return weights;
}

/// Forces by the response that was kept, corrected until they leave nothing but rounding: the
/// response of the present point, and its factors, are not needed. False if that does not succeed.
bool ClosedContacts::refine(CompiledDynamics& dynamics, Eigen::VectorXd& force,
                            Eigen::VectorXd& left) {
  if (!kept || kept->sizes.rows() != left.size()) return false;
  double before = std::numeric_limits<double>::infinity();
  for (refinements_ = 1; refinements_ <= kMostRefinements; ++refinements_) {
    left = -left;
    kept->factors.add(left, force);
    if (!rest(dynamics, force, left)) return false;
    const Eigen::VectorXd sums = b_.cwiseAbs() + kept->sizes * force.cwiseAbs();
    const double worst = (left.cwiseAbs().array() / (kRounding * sums.array() + 1e-300)).maxCoeff();
    if (worst <= 1) return true;
    if (!(worst <= kRefines * before)) return worst <= kEnd && before <= kEnd / kRefines;
    before = worst;
  }
  return false;
}

bool ClosedContacts::exert(CompiledDynamics& dynamics, const double* free,
                           std::vector<double>& efforts) {
  if (given) {
    efforts = given->efforts;
    return true;
  }
  failure_ = "The response of the closed contacts has no finite value there.";
  if (!read(dynamics) || !response_.accelerations(dynamics, free, true, free_)) return false;
  rows_.clear();
  for (std::size_t k = 0; k < list.size(); ++k) state_rows(k, points_[k]);
  const auto m = static_cast<Eigen::Index>(rows_.size());
  Eigen::VectorXd reference(m);
  b_.resize(m);
  for (Eigen::Index r = 0; r < m; ++r) {
    const Row& row = rows_[static_cast<std::size_t>(r)];
    reference[r] = list[row.contact].reference[row.place];
    b_[r] = row.row.dot(free_) + row.offset;
  }
  if (!b_.allFinite()) return false;
  Eigen::VectorXd force = reference, left;
  if (!rest(dynamics, reference, left)) return false;
  refinements_ = 0;
  if (!balances(left) && !refine(dynamics, force, left)) {
    refinements_ = kMostRefinements;
    force = reference;
    if (!rest(dynamics, reference, left) || !respond(dynamics)) return false;
    left = -left;
    Eigen::VectorXd change = Eigen::VectorXd::Zero(m);
    LeastForces(A_, weights()).add(left, change);
    force += change;
    if (!((A_ * change - left).cwiseAbs().maxCoeff() <=
          kContradiction * (1 + b_.cwiseAbs().maxCoeff()))) {
      failure_ = "The closed contacts contradict each other, or what else holds their parts.";
      return false;
    }
  }
  efforts.assign(response_.coordinates(), 0.0);
  for (Eigen::Index r = 0; r < m; ++r) {
    const Row& row = rows_[static_cast<std::size_t>(r)];
    row.column.add_to(efforts, force[r]);
    states_[row.contact].force[row.place] = force[r];
  }
  // Friction of what slides.
  for (std::size_t k = 0; k < list.size(); ++k) {
    ContactState& state = states_[k];
    if (state.rows == 1) continue;
    const double friction = state.friction * state.force[0];
    if (!list[k].sticks) {
      const Eigen::Vector2d e = slip_direction(list[k], state, slip_speed);
      state.force[1] = -friction * e[0];
      if (state.rows > 2) state.force[2] = -friction * e[1];
    }
    if (state.rows == 4 && !list[k].spin_sticks) {
      state.force[3] = -friction * state.spin * list[k].spin_sense;
    }
  }
  return true;
}

void ClosedContacts::report(double* discretes) const {
  const auto add = [&](const ContactReports& reports, double force) {
    if (reports.active != ContactReports::kNone) discretes[reports.active] += 1;
    if (reports.normal != ContactReports::kNone) discretes[reports.normal] += force;
  };
  for (std::size_t k = 0; k < list.size(); ++k) {
    const ContactId& id = list[k].known.id;
    add(scene_.reports(id.a, is_stop(id)), states_[k].force[0]);
    if (!is_stop(id)) add(scene_.reports(id.b, false), states_[k].force[0]);
  }
}

double ClosedContacts::lost_power() const {
  double power = given ? given->loss : 0;
  for (const ContactState& state : states_) {
    for (int row = 0; row < state.rows; ++row) {
      power -= state.force[static_cast<std::size_t>(row)] *
               state.velocity[static_cast<std::size_t>(row)];
    }
  }
  return power;
}

bool ClosedContacts::balances(const Eigen::VectorXd& left) const {
  if (noise.rows.size() != rows_.size()) return false;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (!(std::abs(left[static_cast<Eigen::Index>(r)]) <= noise.rows[r])) return false;
  }
  return true;
}

bool ClosedContacts::keep_response(CompiledDynamics& dynamics) {
  kept = nullptr;
  if (!respond(dynamics)) return false;
  kept = std::make_shared<const Kept>(Kept{A_.cwiseAbs(), LeastForces(A_, weights())});
  return true;
}

void ClosedContacts::renew(CompiledDynamics& dynamics, double t, const double* y) {
  if (given || list.empty()) return;
  slopes_.resize(dynamics.size());
  if (dynamics.derivatives(t, y, slopes_.data()) == Evaluation::failed) return;
  if (refinements_ > kFewRefinements) keep_response(dynamics);
}

void ClosedContacts::keep_forces(CompiledDynamics& dynamics, const double* free) {
  noise = {};
  for (std::size_t k = 0; k < list.size(); ++k) list[k].reference = states_[k].force;
  if (!keep_response(dynamics)) return;
  Eigen::VectorXd force(static_cast<Eigen::Index>(rows_.size()));
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    force[static_cast<Eigen::Index>(r)] = states_[rows_[r].contact].force[rows_[r].place];
  }
  const Eigen::VectorXd sums = b_.cwiseAbs() + A_.cwiseAbs() * force.cwiseAbs();
  for (const double sum : sums) noise.rows.push_back(kRounding * sum);
  noise.states.assign(dynamics.size(), 0.0);
  islands_.add_sizes(force, noise.states.data());
  for (std::size_t i = 0; i < noise.states.size(); ++i) {
    // States that no contact changes are none of ours.
    if (noise.states[i] > 0) noise.states[i] = kRounding * (noise.states[i] + std::abs(free[i]));
  }
}

void ClosedContacts::still(double* ydot, std::size_t states) const {
  if (noise.states.size() != states) return;  // of another mode
  for (std::size_t i = 0; i < noise.states.size(); ++i) {
    if (std::abs(ydot[i]) <= noise.states[i]) ydot[i] = 0;
  }
}

bool ClosedContacts::project(CompiledDynamics& dynamics) {
  if (list.empty()) return true;
  const auto state_all = [&](bool tangents) {
    rows_.clear();
    for (std::size_t k = 0; k < list.size(); ++k) {
      const ContactPoint& point = points_[k];
      for (int row = 0; row < point.rows; ++row) {
        const bool rests = row == 3 ? list[k].spin_sticks : list[k].sticks || list[k].starts;
        const bool wanted = row == 0 || (tangents && rests);
        const auto r = static_cast<std::size_t>(row);
        if (wanted) rows_.push_back({point.directions[r], point.directions[r], 0, k, r});
      }
    }
  };
  // Inside a long step the gaps may be so wide that one correction leaves something to see.
  for (int round = 0; round < kMostCorrections; ++round) {
    if (!read(dynamics)) return false;
    double widest = 0;
    for (const ContactPoint& point : points_) widest = std::max(widest, std::abs(point.gap));
    if (widest <= (round == 0 ? kClosed : kNearlyClosed)) break;
    state_all(false);
    if (!respond(dynamics)) return false;
    Eigen::VectorXd gaps(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      gaps[static_cast<Eigen::Index>(r)] = points_[rows_[r].contact].gap;
    }
    const Eigen::VectorXd impulse = least_forces(A_, -gaps);
    std::vector<double> change(dynamics.size(), 0.0), shift;
    islands_.add(impulse, change.data());
    if (!response_.shift(dynamics, change, shift)) return false;
    double* const states = dynamics.inputs().data() + dynamics.mode().layout.states;
    for (std::size_t i = 0; i < shift.size(); ++i) states[i] += shift[i];
  }
  for (int round = 0; round < 2; ++round) {
    if (!read(dynamics)) return false;
    state_all(true);
    Eigen::VectorXd velocity(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      velocity[static_cast<Eigen::Index>(r)] = rows_[r].row.dot(rates_);
    }
    if (velocity.size() == 0 || velocity.cwiseAbs().maxCoeff() <= kClosed) break;
    if (!respond(dynamics)) return false;
    islands_.add(least_forces(A_, -velocity),
                 dynamics.inputs().data() + dynamics.mode().layout.states);
  }
  return true;
}

}  // namespace multibond
