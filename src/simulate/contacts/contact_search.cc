#include "contact_search.h"

#include <algorithm>
#include <cmath>

#include "multibond/contact/candidates.h"

namespace multibond {
namespace {

/// Instants of a step at which the motion is looked at, and the margin of what is found there.
constexpr int kInstants = 5;
constexpr double kMargin = 1.5;
/// A gap this small, in m, is the end of the search: rounding of positions.
constexpr double kReached = 1e-15;
/// An approach, in m/s, that is none: what has just opened, or stays.
constexpr double kNoApproach = 1e-9;
/// An overlap that rounding does not explain, in m.
constexpr double kOverlap = 1e-7;
/// What neither opens nor closes is looked at again after this part of a step; what rests, and
/// features beside those that hold two bodies together, after a larger one.
constexpr double kHop = 1e-5, kRestingHop = 1.0 / 16;
/// A search that has taken so many steps hops farther: it looks for overlaps only.
constexpr int kManySteps = 1000;
/// Even then a pair may come to its touch step by step, so often: that converges fast.
constexpr int kExactSteps = 50;
constexpr double kLongHop = 1e-3;
/// The least part of the time in which what faces each other stays apart that is worth a step.
constexpr double kNotable = 0.1;

/// Safe time of a gap with a rate; see the header.
double safe(double gap, double rate, double acceleration) {
  const double open = std::max(gap, 0.0);
  const double root = std::sqrt(rate * rate + 2 * acceleration * open);
  // Without cancellation: where it closes, the sum is a difference.
  return rate >= 0 ? (rate + root) / acceleration : 2 * open / (root - rate);
}

std::vector<contact::Membership> all_different(std::size_t count) {
  std::vector<contact::Membership> shapes(count);
  for (std::size_t k = 0; k < count; ++k) shapes[k].body = static_cast<std::uint32_t>(k);
  return shapes;
}

void inflate(contact::Bounds& bounds, double by) {
  bounds.min.array() -= by;
  bounds.max.array() += by;
}

}  // namespace

ContactSearch::ContactSearch(ContactScene& scene)
    : scene_(scene),
      broad_phase_(all_different(scene.colliders())),
      motions_(scene.colliders()),
      bounds_(scene.colliders()),
      before_(scene.colliders()) {}

bool ContactSearch::is_closed(const ContactId& id) const {
  return closed_ && std::binary_search(closed_->begin(), closed_->end(), id);
}

std::vector<ContactSearch::Pair> ContactSearch::overlapping() {
  std::vector<Pair> pairs;
  for (const contact::ShapePair& pair : broad_phase_.pairs(bounds_)) {
    if (scene_.may_touch(pair.a, pair.b) && !excluded_.contains({pair.a, pair.b})) {
      pairs.emplace_back(pair.a, pair.b);
    }
  }
  return pairs;
}

std::vector<ContactSearch::Pair> ContactSearch::near_pairs(double margin) {
  for (std::uint32_t k = 0; k < scene_.colliders(); ++k) {
    bounds_[k] = contact::bounds(scene_.shape(k), scene_.moving(k).pose);
    inflate(bounds_[k], margin);
  }
  return overlapping();
}

/// Notes how a collider moves at an instant of a survey, h after the one before.
void ContactSearch::observe(std::uint32_t i, bool first, double h) {
  const contact::MovingShape& moving = scene_.moving(i);
  const contact::Twist& twist = moving.twist;
  // Half spaces have no size: what turns them is bounded by what they meet.
  const double size =
      std::isfinite(moving.shape->size) ? moving.shape->size + moving.shape->centre.norm() : 1.0;
  const double turning = twist.angular_velocity.norm();
  Motion& motion = motions_[i];
  if (first) motion = {};
  motion.speed = std::max(motion.speed, twist.velocity.norm() + turning * size);
  double change = turning * turning * size;
  if (!first) {
    change += (twist.velocity - before_[i].velocity).norm() / h +
              (twist.angular_velocity - before_[i].angular_velocity).norm() / h * size;
  }
  motion.acceleration = std::max(motion.acceleration, change);
  const contact::Bounds now = contact::bounds(*moving.shape, moving.pose);
  bounds_[i] =
      first ? now
            : contact::Bounds{bounds_[i].min.cwiseMin(now.min), bounds_[i].max.cwiseMax(now.max)};
  before_[i] = twist;
}

void ContactSearch::close_survey(std::uint32_t i, double h) {
  inflate(bounds_[i], kMargin * motions_[i].speed * h / 2 + kTouchingGap);
}

/// How fast everything moves in the step, how much that changes, and where it comes to.
bool ContactSearch::survey(double t0, double t1) {
  const auto n = static_cast<std::uint32_t>(scene_.colliders());
  stop_motions_.assign(scene_.stops(), {});
  std::vector<double> rate_before(scene_.stops());
  const double h = (t1 - t0) / (kInstants - 1);
  for (int k = 0; k < kInstants; ++k) {
    if (!(*place_)(k + 1 == kInstants ? t1 : t0 + k * h)) return false;
    for (std::uint32_t i = 0; i < n; ++i) observe(i, k == 0, h);
    for (std::size_t s = 0; s < scene_.stops(); ++s) {
      const double rate = scene_.stop_rate(static_cast<std::uint32_t>(s));
      stop_motions_[s].speed = std::max(stop_motions_[s].speed, std::abs(rate));
      if (k > 0) {
        stop_motions_[s].acceleration =
            std::max(stop_motions_[s].acceleration, std::abs(rate - rate_before[s]) / h);
      }
      rate_before[s] = rate;
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) close_survey(i, h);
  return true;
}

contact::Bounds ContactSearch::survey(std::uint32_t collider, double t0, double t1,
                                      const Place& place) {
  const double h = (t1 - t0) / (kInstants - 1);
  for (int k = 0; k < kInstants; ++k) {
    place(k + 1 == kInstants ? t1 : t0 + k * h);
    observe(collider, k == 0, h);
  }
  close_survey(collider, h);
  return bounds_[collider];
}

/// Whether two bodies have a contact that is closed.
bool ContactSearch::holds(const Pair& pair) const {
  if (!closed_) return false;
  const auto first =
      std::lower_bound(closed_->begin(), closed_->end(), ContactId{pair.first, pair.second, 0});
  return first != closed_->end() && first->a == pair.first && first->b == pair.second;
}

ContactSearch::Outlook ContactSearch::outlook(double gap, double rate, double acceleration) const {
  const bool approaches = rate < -kNoApproach;
  if (std::abs(gap) <= kTouchingGap && std::abs(rate) <= kNoApproach) {
    return {Outlook::Now::open, std::max(resting_, safe(gap, rate, acceleration))};
  }
  if (gap < -kOverlap || (gap < -2 * kTouchingGap && rate < 0) || (gap <= kReached && approaches)) {
    return {Outlook::Now::touches, 0, false, gap > -1e-14, rate >= 0};
  }
  return {Outlook::Now::open, safe(gap, rate, acceleration), approaches};
}

/// Gaps belong to faces and edges without end: where one of them is negative, the contacts of the
/// whole bodies tell whether these touch, with something that an event can act on: an approach.
/// What overlaps and does not approach would be an event without end.
bool ContactSearch::touches(const Pair& pair) const {
  const contact::MovingShape &a = scene_.moving(pair.first), &b = scene_.moving(pair.second);
  const std::vector<contact::Contact> all = contact::touching(a, b, kTouchingGap);
  return std::any_of(all.begin(), all.end(), [&](const contact::Contact& features) {
    if (is_closed({pair.first, pair.second, features.feature})) return false;
    const contact::Touch touch = contact::evaluate(features, a, b);
    return touch.gap <= kReached && touch.velocity[0] < -kNoApproach;
  });
}

ContactSearch::Outlook ContactSearch::look_at_shapes(const Pair& pair) const {
  const contact::MovingShape &a = scene_.moving(pair.first), &b = scene_.moving(pair.second);
  const Motion &one = motions_[pair.first], &other = motions_[pair.second];
  const double speed = one.speed + other.speed;
  const double apart = contact::separation(a, b);
  const double size = std::min(a.shape->size, b.shape->size);
  const double reach = std::isfinite(size) ? 0.1 * size + 10 * kTouchingGap : 1.0;
  if (apart > reach) return {Outlook::Now::open, (apart - 0.5 * reach) / (kMargin * speed + 1e-12)};
  // Surfaces curve away from each other as they pass: by the square of the speed over their radii.
  const bool curved = std::isfinite(a.shape->size) && std::isfinite(b.shape->size);
  const double curvature = curved ? 4 * speed * speed / std::max(size, 1e-6) : 0.0;
  const double acceleration = kMargin * (one.acceleration + other.acceleration + curvature) + 1e-12;
  const bool held = holds(pair);
  Outlook first{Outlook::Now::open, std::numeric_limits<double>::infinity()};
  /// False if the pair touches there, which then is `first`.
  const auto take = [&](Outlook own) {
    if (own.now == Outlook::Now::touches) {
      if (touches(pair)) {
        first = own;
        return false;
      }
      own = {Outlook::Now::open, std::max(resting_, apart / (kMargin * speed + 1e-12))};
    }
    // Whatever else is near: what closes within a hop must not be hopped over.
    const bool soon = own.closes && own.safe < kHop / kRestingHop * resting_;
    const bool closes = soon || (first.closes && first.safe < kHop / kRestingHop * resting_);
    if (own.safe < first.safe) first = own;
    first.closes = first.closes || closes;
    return true;
  };
  double nearest = std::numeric_limits<double>::infinity();
  double separated = std::numeric_limits<double>::infinity();  // for how long, by what is nearest
  for (const contact::Contact& features : contact::near(a, b, 2 * reach)) {
    if (is_closed({pair.first, pair.second, features.feature})) continue;
    const contact::Touch touch = contact::evaluate(features, a, b);
    nearest = std::min(nearest, touch.gap);
    Outlook own;
    if (touch.margin >= 0) {
      own = outlook(touch.gap, touch.velocity[0], acceleration);
      separated = std::min(separated, own.safe);
    } else if (held) {
      own.safe = resting_;
    } else {
      const double clear = contact::clearance(features, a, b);
      own = clear < -kOverlap
                ? Outlook{Outlook::Now::touches, 0}
                : Outlook{Outlook::Now::open, std::max(clear, 0.0) / (kMargin * speed + 1e-12)};
    }
    if (!take(own)) return first;
  }
  // Sharp corners that meet side by side, as those of two bricks that slide towards each other on a
  // floor: the nearest face of each corner is that below, along which they go on without a gap.
  // What touches as bodies has the faces that separate these.
  if (a.shape->radius + b.shape->radius == 0 && nearest <= kTouchingGap) {
    for (const contact::Contact& features : contact::touching(a, b, kTouchingGap)) {
      if (is_closed({pair.first, pair.second, features.feature})) continue;
      const contact::Touch touch = contact::evaluate(features, a, b);
      if (!take(outlook(touch.gap, touch.velocity[0], acceleration))) return first;
    }
  }
  // Of features beside those that face each other only the speed is known, which may be a hundred
  // times that of the approach: steps that this allows would never reach the touch. Should one of
  // them be nearer after all, the bodies overlap by less than they were apart, and the way back is
  // bisected.
  if (std::isfinite(separated)) first.safe = std::max(first.safe, kNotable * separated);
  // What is out of reach comes nearer with the speed at most.
  first.safe = std::min(first.safe, 1.5 * reach / (kMargin * speed + 1e-12));
  return first;
}

ContactSearch::Outlook ContactSearch::look_at_stop(std::uint32_t stop) const {
  if (is_closed({stop, kStop, 0})) return {Outlook::Now::open, 1e300};
  return outlook(scene_.stop_gap(stop), scene_.stop_rate(stop),
                 kMargin * stop_motions_[stop].acceleration + 1e-12);
}

ContactSearch::Outlook ContactSearch::look_at(const Pair& pair) const {
  return pair.second == kStop ? look_at_stop(pair.first) : look_at_shapes(pair);
}

/// All are open at one time and not at the other: when that begins.
double ContactSearch::begin_of_touch(double open, double shut, const std::vector<Pair>& pairs) {
  for (;;) {
    const double middle = open + (shut - open) / 2;
    if (middle <= open || middle >= shut) return shut;
    if (!(*place_)(middle)) {
      failed_ = true;
      return shut;
    }
    const bool touches = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
      return look_at(pair).now == Outlook::Now::touches;
    });
    (touches ? shut : open) = middle;
  }
}

ContactSearch::Found ContactSearch::search(double t0, double t1, const Place& place,
                                           const std::vector<ContactId>& closed) {
  place_ = &place;
  closed_ = &closed;
  failed_ = false;
  resting_ = kRestingHop * (t1 - t0);
  Found found;
  if (!(t1 > t0)) return found;
  if (!survey(t0, t1)) {
    found.failed = true;
    return found;
  }
  std::vector<Candidate> candidates;
  for (const Pair& pair : overlapping()) {
    if (std::binary_search(ignored_.begin(), ignored_.end(), pair)) continue;
    candidates.push_back({pair, t0, t0});
  }
  for (std::uint32_t s = 0; s < scene_.stops(); ++s) candidates.push_back({{s, kStop}, t0, t0});
  return search_among(candidates, t0, t1);
}

ContactSearch::Found ContactSearch::search(const Pair& pair, double t0, double t1,
                                           const Place& place) {
  place_ = &place;
  closed_ = nullptr;
  failed_ = false;
  resting_ = kRestingHop * (t1 - t0);
  std::vector<Candidate> candidates{{pair, t0, t0}};
  return t1 > t0 ? search_among(candidates, t0, t1) : Found{};
}

ContactSearch::Found ContactSearch::search_among(std::vector<Candidate>& candidates, double t0,
                                                 double t1) {
  Found found;
  const Place& place = *place_;
  double t = t0;
  std::vector<Pair> touching;
  for (int step = 0; !candidates.empty(); ++step) {
    const double hop = (step < kManySteps ? kHop : kLongHop) * (t1 - t0);
    if (!place(t)) {
      found.failed = true;
      return found;
    }
    touching.clear();
    double open = t;  // when all that touches was last seen open
    bool exact = true;
    double next = t1;
    bool closes = false;
    const auto look = [&](Candidate& candidate) {
      Outlook now = look_at(candidate.pair);
      // What overlaps from the start and opens is left to open.
      if (now.now == Outlook::Now::touches && now.opens && candidate.inside) {
        now = {Outlook::Now::open, resting_};
      } else {
        candidate.inside = false;
      }
      if (now.now == Outlook::Now::touches) {
        touching.push_back(candidate.pair);
        open = std::min(open, candidate.open);
        exact = exact && now.exact;
        return;
      }
      candidate.open = t;
      const bool exact_step = now.closes && (step < kManySteps || ++candidate.exact <= kExactSteps);
      candidate.wake = t + (exact_step ? now.safe : std::max(now.safe, hop));
      if (exact_step && candidate.wake == t) closes = true;
    };
    for (Candidate& candidate : candidates) {
      if (candidate.wake <= t || t == t1) look(candidate);
      next = std::min(next, candidate.wake);
    }
    if (!touching.empty() || closes) {
      // Others are asleep, and those that rested longer than is safe: an event that comes first
      // must not find them within each other.
      for (Candidate& candidate : candidates) {
        if (candidate.wake > t && candidate.open < t && t < t1) look(candidate);
      }
      // Where nothing touches, what closes is as near as numbers come.
      found.time = touching.empty() || exact || t == t0 ? t : begin_of_touch(open, t, touching);
      break;
    }
    if (t == t1) break;
    // A hop of a short step may be less than the spacing of numbers.
    t = std::min(t1, std::max(next, std::nextafter(t, t1)));
  }
  found.failed = failed_;
  return found;
}

}  // namespace multibond
