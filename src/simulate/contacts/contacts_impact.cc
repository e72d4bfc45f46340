// What touches at an instant, how it answers to impulses, and impacts.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "contacts.h"
#include "multibond/contact/candidates.h"
#include "multibond/contact/impact.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {

contact::ImpactLaw Contacts::impact_law() const {
  switch (mode_->contacts.rules.law) {
    case ImpactLaw::newton:
      return contact::ImpactLaw::newton;
    case ImpactLaw::poisson:
      return contact::ImpactLaw::poisson;
    default:
      return contact::ImpactLaw::energetic;
  }
}

bool Contacts::passes(const ContactId& id) const {
  return std::any_of(passing_.begin(), passing_.end(),
                     [&](const KnownContact& contact) { return contact.id == id; });
}

/// Whether some of what touches has an impact now.
bool Contacts::any_approach(const std::vector<KnownContact>& touching) const {
  return std::any_of(touching.begin(), touching.end(), [&](const KnownContact& contact) {
    return scene_.point(contact).directions[0].dot(rates_) < -kApproach;
  });
}

/// All that touches at the present places, with gaps up to `reach`. What is closed keeps its
/// features and its tangents.
std::vector<KnownContact> Contacts::find_touching(double reach) {
  std::vector<KnownContact> list;
  const auto keep = [&](const KnownContact& found) {
    if (passes(found.id)) return;
    const auto same =
        std::find_if(closed_.list.begin(), closed_.list.end(),
                     [&](const ClosedContact& contact) { return contact.known.id == found.id; });
    list.push_back(
        same == closed_.list.end() || scene_.point(same->known).margin < 0 ? found : same->known);
  };
  for (const auto& [a, b] : search_.near_pairs(reach)) {
    for (const contact::Contact& features :
         contact::touching(scene_.moving(a), scene_.moving(b), reach)) {
      keep({{a, b, features.feature}, features});
    }
  }
  for (std::uint32_t s = 0; s < scene_.stops(); ++s) {
    if (scene_.stop_gap(s) <= reach) keep({{s, kStop, 0}, {}});
  }
  return list;
}

bool Contacts::respond(CompiledDynamics& dynamics, const std::vector<KnownContact>& known,
                       Touching& touching) {
  touching = {};
  std::vector<const ContactDirection*> directions;
  for (const KnownContact& contact : known) {
    touching.points.push_back(scene_.point(contact));
    touching.first.push_back(touching.rows);
    touching.rows += static_cast<std::size_t>(touching.points.back().rows);
  }
  for (const ContactPoint& point : touching.points) {
    for (int row = 0; row < point.rows; ++row) {
      directions.push_back(&point.directions[static_cast<std::size_t>(row)]);
    }
  }
  const std::size_t m = touching.rows;
  if (!islands_.respond(dynamics, directions)) return false;
  // Symmetric but for rounding.
  Eigen::MatrixXd W = islands_.accelerations(directions);
  W = 0.5 * (W + W.transpose()).eval();
  touching.W.assign(W.data(), W.data() + W.size());
  touching.u.resize(m);
  for (std::size_t s = 0; s < m; ++s) touching.u[s] = directions[s]->dot(rates_);
  return W.allFinite();
}

double Contacts::Touching::work(const std::vector<double>& force, double time) const {
  double sum = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    double change = 0;
    for (std::size_t s = 0; s < rows; ++s) change += W[r * rows + s] * force[s];
    sum += time * force[r] * (u[r] + time * change / 2);
  }
  return sum;
}

/// In motions with few degrees of freedom a contact slips only as it opens. To take the one as zero
/// and the other as it is would be a problem without a solution.
void Contacts::Touching::close() {
  const auto n = static_cast<Eigen::Index>(points.size()), m = static_cast<Eigen::Index>(rows);
  const Eigen::Map<const Eigen::MatrixXd> response(W.data(), m, m);
  Eigen::Map<Eigen::VectorXd> velocity(u.data(), m);
  const std::vector<Eigen::Index> normals(first.begin(), first.end());
  const Eigen::VectorXd opening = velocity(normals);
  if (n == 0 || opening.isZero(0)) return;
  velocity += response(Eigen::all, normals) * least_forces(response(normals, normals), -opening);
  velocity(normals).setZero();
}

/// The impacts of all that touches and approaches.
bool Contacts::hit(const Touching& touching, std::vector<double>& y, ContactEvent& event) {
  contact::ImpactProblem problem;
  problem.W = touching.W;
  problem.u = touching.u;
  problem.rest_speed = rest_speed_;
  const auto rules = mode_->contacts.rules;
  for (std::size_t k = 0; k < touching.points.size(); ++k) {
    const ContactPoint& point = touching.points[k];
    problem.contacts.push_back({{touching.first[k], point.rows, point.friction, point.spin},
                                point.restitution,
                                impact_law()});
  }
  // Where nothing is fast enough to rebound there is no order to keep. Together, contacts come to
  // velocities with which none of them approaches; one by one they would press each other again.
  const bool slow = std::all_of(touching.first.begin(), touching.first.end(),
                                [&](std::size_t row) { return touching.u[row] >= -rest_speed_; });
  const contact::ImpactSolution impact = contact::impact(
      problem, slow || rules.order == ImpactOrder::simultaneous ? contact::ImpactOrder::simultaneous
                                                                : contact::ImpactOrder::sequential);
  event.iterations += impact.iterations;
  const auto name = [&](std::size_t k) { return scene_.name(touching.points[k].known.id); };
  if (!impact.solved) {
    event.failure = fmt::format("The impact of {} cannot be resolved. {}", name(0), impact.failure);
    return false;
  }
  islands_.add(Eigen::Map<const Eigen::VectorXd>(impact.impulse.data(),
                                                 static_cast<Eigen::Index>(touching.rows)),
               y.data());
  statistics_.lost -= touching.work(impact.impulse, 1);
  impulses_.resize(response_.coordinates(), 0.0);
  for (std::size_t k = 0; k < touching.points.size(); ++k) {
    for (int row = 0; row < touching.points[k].rows; ++row) {
      const auto place = static_cast<std::size_t>(row);
      touching.points[k].directions[place].add_to(impulses_,
                                                  impact.impulse[touching.first[k] + place]);
    }
  }
  statistics_.largest_problem = std::max(statistics_.largest_problem, touching.rows);
  for (std::size_t k = 0; k < touching.points.size(); ++k) {
    if (impact.impulse[touching.first[k]] == 0) continue;
    ++statistics_.impacts;
    event.texts.push_back("impact of " + name(k));
    event.changed.push_back(touching.points[k].known.id);
    if (touching.points[k].restitution < 0) passing_.push_back(touching.points[k].known);
  }
  for (const contact::ImpactNote& note : impact.notes) {
    using Kind = contact::ImpactNote::Kind;
    if (note.kind == Kind::tie) {
      event.notes.push_back(
          fmt::format("{}, and {}, are hit at one instant and equally fast: what happens depends "
                      "on their order.",
                      name(note.contact), name(note.other)));
    } else if (note.kind == Kind::poisson && !told_poisson_) {
      told_poisson_ = true;
      std::string together;
      for (std::size_t k = 0; k < touching.points.size(); ++k) {
        if (impact.impulse[touching.first[k]] == 0) continue;
        together += (together.empty() ? "" : "; ") + name(k);
      }
      event.notes.push_back(
          fmt::format("No motion leaves all contacts of a simultaneous impact ({}) as fast as "
                      "Newton's law asks: they gave back impulses instead, by Poisson's law. Later "
                      "impacts of this kind are not told.",
                      together));
    } else if (note.kind == Kind::reduced) {
      event.notes.push_back(fmt::format(
          "The law of impact would have gained energy at {}: the restitution was reduced.",
          name(note.contact)));
    }
  }
  event.jumped = true;
  return true;
}

/// The work of an impulse p on a rate u with the response w is p (u + w p / 2).
bool Contacts::strike(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                      std::size_t coordinate, double value, bool energy) {
  std::vector<double> seeds(response_.coordinates(), 0.0), column, answer;
  seeds[coordinate] = 1;
  if (!look(dynamics, t, y.data()) || !response_.column(dynamics, seeds, column) ||
      !response_.accelerations(dynamics, column.data(), false, answer)) {
    return false;
  }
  double impulse = value;
  if (energy) {
    const double w = answer[coordinate], u = rates_[coordinate];
    const double work = u < 0 ? -value : value;
    const double root = u * u + 2 * w * work;
    if (!(root >= 0) || !(w > 0)) return false;
    impulse = 2 * work / (u + (u < 0 ? -std::sqrt(root) : std::sqrt(root)));
    if (work == 0) impulse = 0;
  }
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += column[i] * impulse;
  impulses_.resize(response_.coordinates(), 0.0);
  impulses_[coordinate] += impulse;
  statistics_.struck += impulse * (rates_[coordinate] + answer[coordinate] * impulse / 2);
  return true;
}

std::vector<double> Contacts::take_impulses(CompiledDynamics& dynamics, double t,
                                            const std::vector<double>& y,
                                            const std::vector<VariableLeaf>& efforts) {
  const std::vector<double> given = std::exchange(impulses_, {});
  std::vector<double> impulses;
  if (given.empty()) return impulses;
  dynamics.set_free_point(t, y.data());
  if (!response_.answers(dynamics, efforts, given, impulses)) impulses.clear();
  return impulses;
}

}  // namespace multibond
