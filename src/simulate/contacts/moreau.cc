#include "moreau.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "../integrators/detail.h"
#include "multibond/contact/candidates.h"
#include "multibond/diagnostic.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// Sweeps over all contacts, of impulses and of displacements.
constexpr int kMostSweeps = 50, kMostShifts = 10;
/// Overlap, in m, that is left alone.
constexpr double kOverlap = 1e-10;

}  // namespace

struct Moreau::Memory final : IntegratorMemory {
  std::vector<double> begin, end, efforts;
  std::vector<Active> active;
  double taken = 0, time = 0, previous = 0, origin = 0, grid_steps = 0, loss = 0;
  IntegratorStatistics statistics;
};

Moreau::Moreau(CompiledDynamics& dynamics, Contacts& contacts, const IntegratorOptions& options)
    : dynamics_(dynamics),
      contacts_(contacts),
      h_(options.fixed_step),
      tolerance_(options.tolerance),
      blocks_(contacts.response(), dynamics.mode().contacts) {
  if (!(h_ > 0) || !std::isfinite(h_)) {
    throw Error("fixed_step", fmt::format("fixed_step is {:g}, but moreau needs a step size.", h_),
                "Give one, e.g. 0.001.");
  }
  const std::vector<std::uint32_t>& islands = dynamics.mode().contacts.island_of_state;
  for (const std::uint32_t island : islands) {
    velocity_.push_back(island != ContactsDescription::kNoIsland);
  }
  statistics_.last_order = 1;
}

void Moreau::start(double t, const double* y) {
  if (started_) ++statistics_.restarts;
  started_ = true;
  end_.assign(y, y + dynamics_.size());
  begin_ = end_;
  time_ = previous_ = origin_ = t;
  grid_steps_ = 0;
  failure_.clear();
  contacts_.closed().given.reset();
}

void Moreau::interpolate(double t, double* y) {
  const double share = time_ > previous_ ? (t - previous_) / (time_ - previous_) : 1;
  for (std::size_t i = 0; i < end_.size(); ++i) {
    y[i] = t == time_ ? end_[i] : begin_[i] + share * (end_[i] - begin_[i]);
  }
}

StepOutcome Moreau::step(double limit) {
  previous_ = time_;
  if (limit == time_) return StepOutcome::advanced;
  double t_end = origin_ + (grid_steps_ + 1) * h_;
  const bool lands = t_end - limit > -1e-9 * h_;
  if (lands) t_end = limit;
  begin_ = end_;
  if (!make_step(time_, t_end - time_)) {
    end_ = begin_;
    ++statistics_.rejected;
    failure_ = fmt::format("moreau cannot make the step from t = {:.10g} to {:.10g}. {}", time_,
                           t_end, dynamics_.failure());
    return StepOutcome::failed;
  }
  if (lands) {
    origin_ = t_end;
    grid_steps_ = 0;
  } else {
    ++grid_steps_;
  }
  time_ = t_end;
  record_step(statistics_, time_ - previous_);
  return StepOutcome::advanced;
}

bool Moreau::look(double t, const std::vector<double>& y) {
  dynamics_.set_free_point(t, y.data());
  return contacts_.response().places(dynamics_, places_) &&
         contacts_.response().rates(dynamics_, rates_);
}

/// How much the free velocity of a shape changes in the step.
double Moreau::largest_change() const {
  double most = 0;
  for (const ColliderDescription& collider : dynamics_.mode().contacts.colliders) {
    const std::size_t first = collider.coordinate, count = collider.planar() ? 2 : 3;
    for (std::size_t c = first; c < first + count; ++c) {
      most = std::max(most, std::abs(free_rates_[c] - rates_[c]));
    }
  }
  return most;
}

/// All that overlaps in the middle of the step, or nearly so: contacts of a pile that come and go
/// by the last micrometre would let it sink. What was there in the latest step keeps its tangents,
/// and begins with its impulse.
void Moreau::find_contacts(double nearly) {
  ContactScene& scene = contacts_.scene();
  const double reach = std::max(nearly, kTouchingGap);
  before_.swap(active_);
  active_.clear();
  points_.clear();
  before_normal_.clear();
  std::size_t old = 0;
  const auto add = [&](KnownContact known) {
    while (old < before_.size() && before_[old].known.id < known.id) ++old;
    const bool same = old < before_.size() && before_[old].known.id == known.id;
    if (!is_stop(known.id)) {
      if (same) known.features = before_[old].known.features;
      known.features =
          contact::with_axes(known.features, scene.moving(known.id.a), scene.moving(known.id.b));
    }
    ContactPoint point = scene.point(known);
    const double opening = point.directions[0].dot(rates_);
    if (point.restitution < 0) {
      throw Error("solver",
                  fmt::format("{} have a negative restitution, and moreau lets nothing through.",
                              scene.name(known.id)),
                  "Make it zero or positive, or leave the solver out.");
    }
    active_.push_back({known, same ? before_[old].impulse : std::array<double, 4>{}});
    points_.push_back(std::move(point));
    before_normal_.push_back(opening);
  };
  for (const auto& [a, b] : contacts_.search_pairs(reach)) {
    for (const contact::Contact& features :
         contact::touching(scene.moving(a), scene.moving(b), reach)) {
      add({{a, b, features.feature}, features});
    }
  }
  const auto is_a_stop = [](const Active& contact) { return is_stop(contact.known.id); };
  old = static_cast<std::size_t>(std::find_if(before_.begin(), before_.end(), is_a_stop) -
                                 before_.begin());
  for (std::uint32_t s = 0; s < scene.stops(); ++s) {
    if (scene.stop_gap(s) <= reach) add({{s, kStop, 0}, {}});
  }
}

void Moreau::add_contact(const ContactPoint& point, const std::array<double, 4>& impulse) {
  // The coordinates that feel it: all that are touched in the islands of its own.
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> own;
  for (int row = 0; row < point.rows; ++row) {
    for (const auto& part : point.directions[static_cast<std::size_t>(row)].parts) {
      const auto coordinate = static_cast<std::uint32_t>(part.coordinate);
      if (!blocks_.moves(coordinate)) continue;
      if (std::find(own.begin(), own.end(), coordinate) != own.end()) continue;
      own.push_back(coordinate);
      if (std::find(places.begin(), places.end(), coordinate) != places.end()) continue;
      const std::vector<std::uint32_t>& all = blocks_.neighbours(coordinate);
      places.insert(places.end(), all.begin(), all.end());
    }
  }
  const auto m = static_cast<std::size_t>(point.rows);
  std::vector<double> jacobian(m * places.size(), 0.0), response(m * places.size(), 0.0);
  for (std::size_t row = 0; row < m; ++row) {
    for (const auto& part : point.directions[row].parts) {
      if (!blocks_.moves(part.coordinate)) continue;
      for (std::size_t k = 0; k < places.size(); ++k) {
        if (places[k] == part.coordinate) jacobian[row * places.size() + k] += part.factor;
        if (blocks_.island(places[k]) == blocks_.island(part.coordinate)) {
          response[k * m + row] += part.factor * blocks_.answer(places[k], part.coordinate);
        }
      }
    }
  }
  sweeps_.add(point.rows, places, jacobian, response, point.friction, point.spin,
              {impulse.data(), m});
}

/// Impulses, and the rates and efforts that they make.
void Moreau::find_impulses(double h) {
  const double rest = dynamics_.mode().contacts.rules.rest_speed;
  target_.clear();
  double fastest = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const double e = before_normal_[i] < -rest ? std::min(points_[i].restitution, 1.0) : 0;
    // Sweeps know the rates of what efforts move; a floor may have rates of its own.
    double driven = 0;
    for (const auto& part : points_[i].directions[0].parts) {
      if (!blocks_.moves(part.coordinate)) driven += part.factor * rates_[part.coordinate];
    }
    // What does not touch yet may come as near as it does by the end of the step.
    const double way = std::max(points_[i].gap, 0.0) / (h / 2);
    target_.push_back((e > 0 && way == 0 ? -e * before_normal_[i] : -way) - driven);
    fastest = std::max(fastest, std::abs(sweeps_.velocity(i, 0, free_rates_)));
  }
  std::vector<double> after = free_rates_;
  sweeps_.solve(after, target_, tolerance_ * fastest, kMostSweeps);
  // L . (u_f + u) + L . W L, of which the step gains a half.
  double given = 0, answered = 0;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::span<const double> force = sweeps_.force(i);
    for (int row = 0; row < points_[i].rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      const double u = points_[i].directions[r].dot(rates_);
      const double free = points_[i].directions[r].dot(free_rates_);
      given += force[r] * (free + u);
      answered +=
          force[r] * (sweeps_.velocity(i, row, after) - sweeps_.velocity(i, row, free_rates_));
    }
  }
  // No more than contacts have taken: share (given + share answered) / 2 <= taken.
  double share = 1;
  if (given + answered > 2 * taken_) {
    share = answered > 0
                ? (std::sqrt(given * given + 8 * answered * taken_) - given) / (2 * answered)
                : 0;
    share = std::clamp(share, 0.0, 1.0);
    sweeps_.scale_forces(share);
  }
  change_ = 0.5 * share * (given + share * answered);
  efforts_.assign(contacts_.response().coordinates(), 0.0);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::span<const double> force = sweeps_.force(i);
    active_[i].impulse = {};
    for (std::size_t r = 0; r < force.size(); ++r) {
      active_[i].impulse[r] = force[r];
      points_[i].directions[r].add_to(efforts_, force[r]);
    }
  }
}

bool Moreau::make_step(double t, double h) {
  const std::size_t n = dynamics_.size();
  const double t_m = t + h / 2;
  slope_.resize(n);
  middle_.resize(n);
  // The middle: positions half a step ahead, velocities as they are.
  statistics_.evaluations += 3;
  if (dynamics_.free_derivatives(t, begin_.data(), slope_.data()) == Evaluation::failed) {
    return false;
  }
  for (std::size_t i = 0; i < n; ++i)
    middle_[i] = begin_[i] + (velocity_[i] ? 0 : h / 2 * slope_[i]);
  if (dynamics_.free_derivatives(t_m, middle_.data(), slope_.data()) == Evaluation::failed ||
      !look(t_m, middle_)) {
    return false;
  }
  contacts_.scene().update(places_, rates_);
  // Velocities without contacts.
  end_ = middle_;
  for (std::size_t i = 0; i < n; ++i) {
    if (velocity_[i]) end_[i] += h * slope_[i];
  }
  dynamics_.set_free_point(t_m, end_.data());
  if (!contacts_.response().rates(dynamics_, free_rates_)) return false;
  find_contacts(h * largest_change());
  double loss = 0;
  if (!points_.empty()) {
    blocks_.clear();
    for (const ContactPoint& point : points_) {
      for (int row = 0; row < point.rows; ++row) {
        for (const auto& part : point.directions[static_cast<std::size_t>(row)].parts) {
          blocks_.touch(part.coordinate);
        }
      }
    }
    dynamics_.set_free_point(t_m, middle_.data());
    if (!blocks_.respond(dynamics_)) return false;
    sweeps_.clear();
    for (std::size_t i = 0; i < points_.size(); ++i) add_contact(points_[i], active_[i].impulse);
    find_impulses(h);
    blocks_.add(efforts_, end_.data());
    taken_ -= change_;
    loss = -change_ / h;
  }
  // Positions, with the velocities after.
  if (dynamics_.free_derivatives(t_m, end_.data(), slope_.data()) == Evaluation::failed) {
    return false;
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!velocity_[i]) end_[i] += h / 2 * slope_[i];
  }
  if (!points_.empty()) {
    double work = 0;
    if (!move_apart(t_m, h, work)) return false;
    taken_ -= work;
    loss -= work / h;
    for (double& effort : efforts_) effort /= h;
    contacts_.closed().given = {efforts_, loss};
  } else {
    contacts_.closed().given.reset();
  }
  if (dynamics_.invariants() > 0) {
    ++statistics_.projections;
    if (dynamics_.project(t + h, end_.data()) == Evaluation::failed) return false;
  }
  return all_finite(end_.data(), n);
}

/// Displacements of what overlaps at the end of the step, along its normals, and their work.
bool Moreau::move_apart(double t_m, double h, double& work) {
  // Gaps at the end: those of the middle, and half a step of the velocities after.
  std::vector<double> after;
  dynamics_.set_free_point(t_m, end_.data());
  if (!contacts_.response().rates(dynamics_, after)) return false;
  target_.clear();
  bool any = false;
  for (const ContactPoint& point : points_) {
    const double gap = point.gap + h / 2 * point.directions[0].dot(after);
    any = any || gap < -kOverlap;
    target_.push_back(gap < -kOverlap ? -gap : std::min(0.0, -gap));
  }
  if (!any) return true;
  std::vector<double> displacements(contacts_.response().coordinates(), 0.0);
  sweeps_.solve_normals(displacements, target_, kOverlap, kMostShifts);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const ContactDirection& normal = points_[i].directions[0];
    work -= sweeps_.force(i)[0] * (normal.dot(free_rates_) - normal.dot(rates_)) / h;
  }
  // No more than contacts have taken.
  const double share = work > taken_ ? std::max(0.0, taken_ / work) : 1;
  work *= share;
  if (share == 0) return true;
  std::vector<double> efforts(contacts_.response().coordinates(), 0.0);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    points_[i].directions[0].add_to(efforts, share * sweeps_.force(i)[0]);
  }
  std::vector<double> column(dynamics_.size(), 0.0), shift;
  blocks_.add(efforts, column.data());
  dynamics_.set_free_point(t_m, middle_.data());
  if (!contacts_.response().shift(dynamics_, column, shift)) return false;
  for (std::size_t i = 0; i < shift.size(); ++i) end_[i] += shift[i];
  return true;
}

std::shared_ptr<const IntegratorMemory> Moreau::save() const {
  auto memory = std::make_shared<Memory>();
  memory->begin = begin_;
  memory->end = end_;
  memory->active = active_;
  memory->taken = taken_;
  memory->time = time_;
  memory->previous = previous_;
  memory->origin = origin_;
  memory->grid_steps = grid_steps_;
  memory->statistics = statistics_;
  if (const auto& given = contacts_.closed().given) {
    memory->efforts = given->efforts;
    memory->loss = given->loss;
  }
  return memory;
}

void Moreau::restore(const IntegratorMemory& given) {
  const auto& memory = dynamic_cast<const Memory&>(given);
  begin_ = memory.begin;
  end_ = memory.end;
  active_ = memory.active;
  taken_ = memory.taken;
  time_ = memory.time;
  previous_ = memory.previous;
  origin_ = memory.origin;
  grid_steps_ = memory.grid_steps;
  statistics_ = memory.statistics;
  started_ = true;
  contacts_.closed().given.reset();
  if (!memory.efforts.empty()) contacts_.closed().given = {memory.efforts, memory.loss};
}

}  // namespace multibond
