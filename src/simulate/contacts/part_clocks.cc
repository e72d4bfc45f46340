#include "part_clocks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../integrators/detail.h"
#include "multibond/contact/candidates.h"
#include "multibond/contact/impact.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// What a window should come to: impacts by moving part, and pairs that are searched by collider.
/// Windows cost time in proportion to all parts; more pairs than neighbours are searched in vain.
constexpr double kImpacts = 0.5, kPairs = 12;
/// A window is as much longer or shorter than the latest, at most.
constexpr double kGrowth = 2, kShrink = 0.5;
/// Impacts in a window by part, after which the event of the whole model decides: so many are an
/// accumulation.
constexpr std::size_t kMostImpacts = 100;
constexpr std::size_t kAskedAfter = 256;  ///< impacts: whether the run is interrupted

/// Gauss-Legendre with five points on [0, 1].
constexpr std::array<double, 5> kNodes{0.04691007703066800, 0.23076534494715845, 0.5,
                                       0.76923465505284155, 0.95308992296933200};
constexpr std::array<double, 5> kWeights{0.11846344252809454, 0.23931433524968324,
                                         0.28444444444444444, 0.23931433524968324,
                                         0.11846344252809454};

}  // namespace

struct PartClocks::Memory final : IntegratorMemory {
  std::shared_ptr<const IntegratorMemory> whole;
  std::shared_ptr<const Window> window;
  bool by_parts = false;
  double time = 0, length = 0;
  std::vector<double> state;
  IntegratorStatistics statistics;
};

bool PartClocks::suits(const CompiledMode& mode) {
  return !mode.contacts.colliders.empty() && mode.contacts.stops.empty() &&
         mode.state_conditions.empty() && mode.frictions.empty() && mode.modes.empty() &&
         mode.delays.empty() && !mode.invariants.constraints;
}

PartClocks::PartClocks(CompiledDynamics& dynamics, Contacts& contacts,
                       const IntegratorOptions& options, std::size_t fewest)
    : dynamics_(dynamics),
      contacts_(contacts),
      options_(options),
      fewest_(fewest),
      whole_(make_integrator("dop853", dynamics, options)) {}

const std::vector<LocalImpact>& PartClocks::impacts() const {
  static const std::vector<LocalImpact> none;
  return window_ ? window_->impacts : none;
}

bool PartClocks::make_parts() {
  if (parts_known_) return parts_.has_value();
  parts_known_ = true;
  if (dynamics_.mode().contacts.colliders.size() < fewest_) return false;
  parts_ = Parts::of(dynamics_, fewest_);
  if (!parts_) return false;
  for (Part& part : parts_->list) {
    if (part.states.empty() || flyers_.contains(part.kind)) continue;
    Flyer& flyer =
        flyers_
            .emplace(part.kind,
                     Flyer{PartDynamics(dynamics_.mode(), dynamics_.projects()), nullptr})
            .first->second;
    flyer.dynamics.use(part);
    flyer.integrator = make_integrator("dop853", flyer.dynamics, options_);
  }
  return true;
}

void PartClocks::start(double t, const double* y) {
  window_.reset();
  by_parts_ =
      contacts_.all_open() && !dynamics_.is_driven() && make_parts() && parts_->serve(dynamics_);
  if (!by_parts_) {
    whole_->start(t, y);
    return;
  }
  time_ = t;
  state_.assign(y, y + dynamics_.size());
}

StepOutcome PartClocks::step(double limit) {
  if (!by_parts_) {
    window_.reset();
    return whole_->step(limit);
  }
  if (window_) {
    time_ = window_->end;
    state_ = window_->state;
  }
  if (limit <= time_) {
    window_.reset();
    return StepOutcome::advanced;
  }
  parts_->read(dynamics_);
  if (!window_ || window_.use_count() > 1) window_ = std::make_shared<Window>();
  if (length_ == 0) length_ = first_length();
  const double longest = options_.maximum_step > 0 ? options_.maximum_step : limit - time_;
  double t1 = std::min(limit, time_ + std::min(length_, longest));
  if (limit - t1 < 1e-9 * length_) t1 = limit;
  if (!parts_->serve(dynamics_) || !make_window(time_, t1)) {
    // The whole model finds a way, or tells what is wrong.
    window_.reset();
    by_parts_ = false;
    whole_->start(time_, state_.data());
    return whole_->step(limit);
  }
  if (window_->end > time_) record_step(statistics_, window_->end - time_);
  return StepOutcome::advanced;
}

/// In which a collider moves by about its size.
double PartClocks::first_length() {
  double sizes = 0, speeds = 0, accelerations = 0, count = 0;
  for (std::uint32_t p = 0; p < parts_->list.size(); ++p) {
    Part& part = parts_->list[p];
    if (part.states.empty() || part.colliders.empty()) continue;
    PartKind& kind = *part.kind;
    y_.resize(kind.states());
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = state_[part.states[i]];
    set_point(part, time_, y_.data());
    geometry_.resize(kind.places() + kind.coordinates());
    kind.geometry.run(part.point.data(), geometry_.data());
    kind.derivatives.run(part.point.data(), part.point.data() + part.inputs.size());
    std::vector<double> change(kind.coordinates());
    kind.answers.run(part.point.data(), change.data());
    for (const std::uint32_t k : part.colliders) {
      const double size = contacts_.scene().shape(k).size;
      const ColliderDescription& collider = dynamics_.mode().contacts.colliders[k];
      const std::size_t first = parts_->local(collider.coordinate);
      if (!std::isfinite(size)) continue;
      double speed = 0, acceleration = 0;
      for (std::size_t c = first; c < first + (collider.planar() ? 2 : 3); ++c) {
        speed += geometry_[kind.places() + c] * geometry_[kind.places() + c];
        acceleration += change[c] * change[c];
      }
      sizes += size;
      speeds += std::sqrt(speed);
      accelerations += std::sqrt(acceleration);
      ++count;
    }
  }
  const double slow = sizes / speeds, rest = std::sqrt(2 * sizes / accelerations);
  const double length =
      std::min(std::isfinite(slow) ? slow : 1.0, std::isfinite(rest) ? rest : 1.0);
  return count > 0 && length > 0 ? length : 1.0;
}

/// Steps of a part up to the end of the window; false if there are none, or if the part is stiff:
/// that is for the method of the whole model to say.
bool PartClocks::fly(std::uint32_t part, double t, const double* y, double end) {
  Part& own = parts_->list[part];
  if (own.states.empty() || t >= end) return true;
  Flyer& flyer = flyers_.find(own.kind)->second;
  flyer.dynamics.use(own);
  flyer.integrator->start(t, y);
  while (flyer.integrator->time() < end) {
    const StepOutcome outcome = flyer.integrator->step(end);
    if (outcome != StepOutcome::advanced) return false;
    window_->flight.add(part, own.states.size(), *flyer.integrator);
  }
  return true;
}

/// Places a collider, and leaves the rates of its part behind its places in `geometry_`.
void PartClocks::place(std::uint32_t collider, double t) {
  Part& part = parts_->list[parts_->of_collider[collider]];
  PartKind& kind = *part.kind;
  y_.resize(kind.states());
  window_->flight.state(parts_->of_collider[collider], kind.states(), t, y_.data());
  set_point(part, t, y_.data());
  geometry_.resize(kind.places() + kind.coordinates());
  kind.geometry.run(part.point.data(), geometry_.data());
  const double* places = geometry_.data();
  const auto& colliders = dynamics_.mode().contacts.colliders;
  for (const std::uint32_t k : part.colliders) {
    if (k == collider) break;
    places += colliders[k].place.size();
  }
  contacts_.scene().place(
      collider, places,
      geometry_.data() + kind.places() + parts_->local(colliders[collider].coordinate));
}

void PartClocks::survey(std::uint32_t collider, double from, double to) {
  boxes_[collider] = contacts_.search().survey(collider, from, to, [&](double t) {
    place(collider, t);
    return true;
  });
}

/// When two colliders touch, if they do, is a place in the queue.
void PartClocks::consider(std::uint32_t a, std::uint32_t b, double from, double to) {
  const ContactSearch::Pair pair = std::minmax(a, b);
  const std::uint32_t one = parts_->of_collider[pair.first],
                      other = parts_->of_collider[pair.second];
  if (parts_->list[one].states.empty() && parts_->list[other].states.empty()) return;
  if (!contacts_.scene().may_touch(pair.first, pair.second) ||
      contacts_.search().excluded().contains(pair)) {
    return;
  }
  ++considered_;
  const ContactSearch::Found found = contacts_.search().search(pair, from, to, [&](double t) {
    place(pair.first, t);
    place(pair.second, t);
    return true;
  });
  if (found.time) queue_.push({*found.time, pair, versions_[one], versions_[other]});
}

bool PartClocks::make_window(double t0, double t1) {
  Window& window = *window_;
  const auto parts = static_cast<std::uint32_t>(parts_->list.size());
  const auto colliders = static_cast<std::uint32_t>(contacts_.scene().colliders());
  window.flight.clear(parts, t0);
  window.impacts.clear();
  window.contact = false;
  window.end = t1;
  versions_.assign(parts, 0);
  queue_ = {};
  considered_ = 0;
  std::vector<double> y;
  for (std::uint32_t p = 0; p < parts; ++p) {
    y.clear();
    for (const std::uint32_t i : parts_->list[p].states) y.push_back(state_[i]);
    if (!fly(p, t0, y.data(), t1)) return false;
  }
  boxes_.resize(colliders);
  for (std::uint32_t k = 0; k < colliders; ++k) survey(k, t0, t1);
  grid_.build(boxes_);
  for (std::uint32_t a = 0; a < colliders; ++a) {
    for (const std::uint32_t b : grid_.near(a)) {
      if (a < b) consider(a, b, t0, t1);
    }
  }
  while (!queue_.empty()) {
    const Touch touch = queue_.top();
    queue_.pop();
    if (versions_[parts_->of_collider[touch.pair.first]] != touch.version ||
        versions_[parts_->of_collider[touch.pair.second]] != touch.other_version) {
      continue;  // one of them was deflected meanwhile
    }
    const std::size_t settled = window.impacts.size();
    const bool too_many = settled > kMostImpacts * parts;
    if (too_many ||
        (settled % kAskedAfter == 0 && contacts_.interrupted && contacts_.interrupted())) {
      window.end = touch.time;
      window.contact = too_many;
      break;
    }
    const Impact impact = settle(touch, t1);
    if (impact == Impact::failed) return false;
    if (impact == Impact::settled) continue;
    window.end = touch.time;
    window.contact = true;
    break;
  }
  window.state.resize(dynamics_.size());
  interpolate_parts(window.end, window.state.data());
  double moving = 0;
  for (const Part& part : parts_->list) moving += part.states.empty() ? 0 : 1;
  const double share = (window.end - t0) / (t1 - t0);
  if (share > 0.5) {
    const auto most = [](double wanted, std::size_t had) {
      return wanted / std::max(static_cast<double>(had), 1.0);
    };
    const double factor = std::min(most(kImpacts * moving, window.impacts.size()),
                                   most(kPairs * static_cast<double>(colliders), considered_));
    length_ = std::min(length_ * std::clamp(factor, kShrink, kGrowth),
                       std::max(length_, kGrowth * (t1 - t0)));
  }
  return true;
}

/// Whether anything else touches a part that is hit: then it is no impact of two.
bool PartClocks::touches_others(std::uint32_t part, const Touch& touch) {
  ContactScene& scene = contacts_.scene();
  for (const std::uint32_t k : parts_->list[part].colliders) {
    place(k, touch.time);
    for (const std::uint32_t other : grid_.near(k)) {
      const ContactSearch::Pair pair = std::minmax(k, other);
      if (pair == touch.pair || !scene.may_touch(k, other) ||
          contacts_.search().excluded().contains(pair)) {
        continue;
      }
      place(other, touch.time);
      if (contact::separation(scene.moving(k), scene.moving(other)) > kTouchingGap) continue;
      if (!contact::touching(scene.moving(k), scene.moving(other), kTouchingGap).empty()) {
        return true;
      }
    }
  }
  return false;
}

PartClocks::Impact PartClocks::settle(const Touch& touch, double end) {
  const auto& [a, b] = touch.pair;
  const double t = touch.time;
  ContactScene& scene = contacts_.scene();
  const std::array<std::uint32_t, 2> hit{parts_->of_collider[a], parts_->of_collider[b]};
  if (hit[0] == hit[1]) return Impact::event;
  for (const std::uint32_t p : hit) {
    if (!parts_->list[p].states.empty() && touches_others(p, touch)) return Impact::event;
  }
  // States and rates of both.
  std::array<std::vector<double>, 2> y, rates;
  for (std::size_t side = 0; side < 2; ++side) {
    place(side == 0 ? a : b, t);
    y[side] = y_;
    rates[side].assign(
        geometry_.end() - static_cast<std::ptrdiff_t>(parts_->list[hit[side]].coordinates.size()),
        geometry_.end());
  }
  const std::vector<contact::Contact> touching =
      contact::touching(scene.moving(a), scene.moving(b), kTouchingGap);
  if (touching.size() != 1) return Impact::event;
  const KnownContact known{{a, b, touching.front().feature}, touching.front()};
  const ContactPoint point = scene.point(known);
  if (point.restitution < 0) return Impact::event;

  // Responses of each part to a force along each row.
  const auto m = static_cast<std::size_t>(point.rows);
  contact::ImpactProblem problem;
  problem.W.assign(m * m, 0.0);
  problem.u.assign(m, 0.0);
  std::array<std::vector<double>, 2> changes;
  const auto parts_of = [&](std::size_t row, std::uint32_t part, auto&& visit) {
    for (const ContactDirection::Part& d : point.directions[row].parts) {
      if (parts_->of_coordinate(d.coordinate) == part) visit(parts_->local(d.coordinate), d.factor);
    }
  };
  for (std::size_t side = 0; side < 2; ++side) {
    Part& part = parts_->list[hit[side]];
    PartKind& kind = *part.kind;
    const std::size_t n = kind.states(), c = kind.coordinates();
    changes[side].resize(m * n);
    std::vector<double> answer(c);
    double* const seeds = part.point.data() + part.inputs.size();
    for (std::size_t r = 0; r < m; ++r) {
      parts_of(r, hit[side], [&](std::size_t k, double f) { problem.u[r] += f * rates[side][k]; });
      if (n == 0) continue;
      std::fill_n(seeds, c, 0.0);
      parts_of(r, hit[side], [&](std::size_t k, double f) { seeds[k] += f; });
      double* const change = changes[side].data() + r * n;
      kind.column.run(part.point.data(), change);
      std::copy_n(change, n, seeds);
      kind.answers.run(part.point.data(), answer.data());
      for (std::size_t s = 0; s < m; ++s) {
        parts_of(s, hit[side],
                 [&](std::size_t k, double f) { problem.W[s * m + r] += f * answer[k]; });
      }
    }
  }
  for (std::size_t r = 0; r < m; ++r) {  // symmetric but for rounding
    for (std::size_t s = 0; s < r; ++s) {
      const double mean = (problem.W[s * m + r] + problem.W[r * m + s]) / 2;
      problem.W[s * m + r] = problem.W[r * m + s] = mean;
    }
  }
  problem.rest_speed = contacts_.rest_speed();
  problem.contacts.push_back(
      {{0, point.rows, point.friction, point.spin}, point.restitution, contacts_.impact_law()});
  const contact::ImpactSolution impact = contact::impact(problem, contact::ImpactOrder::sequential);
  if (!impact.solved || !impact.notes.empty()) return Impact::event;
  LocalImpact record{t, known.id, 0, m};
  for (std::size_t r = 0; r < m; ++r) {
    double change = 0;
    for (std::size_t s = 0; s < m; ++s) change += problem.W[r * m + s] * impact.impulse[s];
    if (!std::isfinite(change)) return Impact::event;
    // What does not separate may stay closed.
    if (r == 0 && !(problem.u[r] + change > contacts_.rest_speed())) return Impact::event;
    record.lost -= impact.impulse[r] * (problem.u[r] + change / 2);
  }
  window_->impacts.push_back(record);
  for (std::size_t side = 0; side < 2; ++side) {
    const Part& part = parts_->list[hit[side]];
    const std::size_t n = part.states.size();
    if (n == 0) continue;
    for (std::size_t i = 0; i < n; ++i) {
      double change = 0;
      for (std::size_t r = 0; r < m; ++r) change += changes[side][r * n + i] * impact.impulse[r];
      y[side][i] += change;
    }
    window_->flight.cut(hit[side], t);
    if (!fly(hit[side], t, y[side].data(), end)) return Impact::failed;
    ++versions_[hit[side]];
  }
  if (t < end) renew_touches(hit, t, end);
  return Impact::settled;
}

/// The search for those that were deflected.
void PartClocks::renew_touches(const std::array<std::uint32_t, 2>& hit, double t, double end) {
  std::vector<std::uint32_t> deflected;
  for (const std::uint32_t p : hit) {
    const Part& part = parts_->list[p];
    if (part.states.empty()) continue;
    deflected.insert(deflected.end(), part.colliders.begin(), part.colliders.end());
  }
  for (const std::uint32_t k : deflected) {
    survey(k, t, end);
    grid_.move(k, boxes_[k]);
  }
  std::sort(deflected.begin(), deflected.end());
  for (const std::uint32_t k : deflected) {
    for (const std::uint32_t other : grid_.near(k)) {
      // A pair of two that were deflected is met twice.
      if (other < k && std::binary_search(deflected.begin(), deflected.end(), other)) continue;
      consider(k, other, t, end);
    }
  }
}

void PartClocks::interpolate_parts(double t, double* y) {
  for (std::uint32_t p = 0; p < parts_->list.size(); ++p) {
    const Part& part = parts_->list[p];
    if (part.states.empty()) continue;
    y_.resize(part.states.size());
    window_->flight.state(p, part.states.size(), t, y_.data());
    for (std::size_t i = 0; i < y_.size(); ++i) y[part.states[i]] = y_[i];
  }
}

void PartClocks::interpolate(double t, double* y) {
  if (!window_ && !by_parts_) return whole_->interpolate(t, y);
  if (t == time()) {
    std::copy_n(state(), dynamics_.size(), y);
  } else {
    interpolate_parts(t, y);
  }
}

bool PartClocks::integrate_powers(double a, double b, double* sums, double* turnovers) {
  if (!window_) return false;
  parts_->read(dynamics_);
  std::vector<double> values;
  for (std::uint32_t p = 0; p < parts_->list.size(); ++p) {
    Part& part = parts_->list[p];
    if (part.powers.empty()) continue;
    values.resize(part.powers.size());
    y_.resize(part.states.size());
    const auto add = [&](std::optional<std::uint32_t> piece, double from, double to) {
      for (std::size_t i = 0; i < kNodes.size(); ++i) {
        const double t = from + kNodes[i] * (to - from), weight = kWeights[i] * (to - from);
        if (piece) window_->flight.evaluate(*piece, y_.size(), t, y_.data());
        set_point(part, t, y_.data());
        part.kind->powers_run.run(part.point.data(), values.data());
        for (std::size_t k = 0; k < values.size(); ++k) {
          sums[part.powers[k]] += weight * values[k];
          turnovers[part.powers[k]] += weight * std::abs(values[k]);
        }
      }
    };
    if (part.states.empty()) {
      add(std::nullopt, a, b);
    } else {
      window_->flight.for_each_piece(p, a, b, add);
    }
  }
  return true;
}

double PartClocks::lost_in_impacts(double a, double b) const {
  if (!window_) return 0;
  double sum = 0;
  for (const LocalImpact& impact : window_->impacts) {
    const bool at_begin = impact.time == a && a == window_->flight.begin();
    if ((impact.time > a || at_begin) && impact.time <= b) sum += impact.lost;
  }
  return sum;
}

IntegratorStatistics PartClocks::statistics() const {
  IntegratorStatistics sum = whole_->statistics();
  // A window is a step; evaluations of a part count as the part that it is of the model.
  sum.steps += statistics_.steps;
  if (statistics_.steps > 0) {
    sum.smallest_step = sum.smallest_step > 0
                            ? std::min(sum.smallest_step, statistics_.smallest_step)
                            : statistics_.smallest_step;
    sum.largest_step = std::max(sum.largest_step, statistics_.largest_step);
  }
  double evaluations = 0;
  for (const auto& [kind, flyer] : flyers_) {
    evaluations += static_cast<double>(flyer.integrator->statistics().evaluations) *
                   static_cast<double>(kind->states()) / static_cast<double>(dynamics_.size());
  }
  sum.evaluations += statistics_.evaluations + static_cast<std::size_t>(std::ceil(evaluations));
  return sum;
}

std::shared_ptr<const IntegratorMemory> PartClocks::save() const {
  auto memory = std::make_shared<Memory>();
  memory->whole = whole_->save();
  memory->window = window_;
  memory->by_parts = by_parts_;
  memory->time = time_;
  memory->length = length_;
  memory->state = state_;
  const IntegratorStatistics now = statistics(), whole = whole_->statistics();
  memory->statistics = statistics_;
  memory->statistics.evaluations = now.evaluations - whole.evaluations;
  return memory;
}

void PartClocks::restore(const IntegratorMemory& from) {
  const auto& memory = dynamic_cast<const Memory&>(from);
  whole_->restore(*memory.whole);
  by_parts_ = memory.by_parts && make_parts();
  window_ = memory.window ? std::make_shared<Window>(*memory.window) : nullptr;
  time_ = memory.time;
  length_ = memory.length;
  state_ = memory.state;
  statistics_ = memory.statistics;
}

}  // namespace multibond
