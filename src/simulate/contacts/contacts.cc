#include "contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "multibond/contact/candidates.h"
#include "multibond/diagnostic.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// Velocities that are errors of the steps, by the tolerance of the run: no slip, and no approach
/// to rebound from.
constexpr double kErrors = 10;
constexpr double kSlowestSlip = 1e-7;  ///< in m/s
/// Overlap at the start, in m, of shapes that are not meant to touch.
constexpr double kOverlap = 1e-6;

std::vector<double> contact_numbers(CompiledDynamics& dynamics) {
  std::vector<double> numbers(dynamics.mode().contacts.numbers);
  if (!numbers.empty()) dynamics.run(FunctionKind::contact_numbers, numbers.data());
  return numbers;
}

}  // namespace

Contacts::Contacts(std::shared_ptr<const CompiledMode> mode, CompiledDynamics& dynamics,
                   double tolerance)
    : mode_(std::move(mode)),
      response_(mode_->contacts),
      islands_(response_),
      scene_(mode_->contacts, contact_numbers(dynamics)),
      search_(scene_),
      closed_(response_, scene_) {
  closed_.slip_speed = std::max(kSlowestSlip, kErrors * tolerance);
  rest_speed_ = std::max(mode_->contacts.rules.rest_speed, kErrors * tolerance);
  check_pairs();
}

/// Whether there is a rule for all that may meet: asked once for shapes that are alike, since of
/// thousands of shapes most are.
void Contacts::check_pairs() {
  using Kind = std::tuple<contact::ShapeKind, std::string_view, std::string_view>;
  std::map<Kind, std::vector<std::uint32_t>> alike;  // two of each are enough
  std::vector<std::uint32_t> infinite;
  for (std::uint32_t k = 0; k < scene_.colliders(); ++k) {
    const ColliderDescription& collider = mode_->contacts.colliders[k];
    std::vector<std::uint32_t>& list =
        alike[{scene_.shape(k).kind, collider.group, collider.partner}];
    if (list.size() < 2) list.push_back(k);
    if (!std::isfinite(scene_.shape(k).size)) infinite.push_back(k);
  }
  // Two half spaces: neither can move into the other's way.
  for (const std::uint32_t a : infinite) {
    for (const std::uint32_t b : infinite) {
      if (a < b) search_.exclude({a, b});
    }
  }
  std::vector<std::uint32_t> some;
  for (const auto& [kind, list] : alike) some.insert(some.end(), list.begin(), list.end());
  std::sort(some.begin(), some.end());
  for (const std::uint32_t a : some) {
    for (const std::uint32_t b : some) {
      if (a >= b || !scene_.may_touch(a, b) || search_.excluded().contains({a, b})) continue;
      try {
        contact::check_pair(scene_.shape(a), scene_.shape(b));
      } catch (const Error& error) {
        const Diagnostic& why = error.diagnostics().front();
        throw Error(mode_->contacts.colliders[a].component,
                    fmt::format("{} cannot touch: {}", scene_.name({a, b, 0}), why.text),
                    why.hint + " Or give both the same group: then they do not touch.");
      }
    }
  }
}

void Contacts::restore(const Memory& memory) {
  closed_.list = memory.closed;
  closed_.noise = memory.noise;
  closed_.kept = memory.kept;
  for (const ContactSearch::Pair& pair : memory.excluded) search_.exclude(pair);
  passing_ = memory.passing;
  undecided_ = memory.undecided;
  largest_force_ = memory.largest_force;
  event_time_ = memory.event_time;
  pause_ = memory.pause;
  told_poisson_ = memory.told_poisson;
  pulses_ = memory.pulses;
  chatter_ = memory.chatter;
  acceleration_ = memory.acceleration;
  search_.ignore(pulses_.ignored);
  statistics_ = memory.statistics;
}

ContactStatistics Contacts::statistics() const {
  ContactStatistics statistics = statistics_;
  statistics.possible = scene_.possible_pairs() - search_.excluded().size() + scene_.stops();
  return statistics;
}

bool Contacts::look(CompiledDynamics& dynamics, double t, const double* y) {
  dynamics.set_free_point(t, y);
  if (!response_.places(dynamics, places_) || !response_.rates(dynamics, rates_)) return false;
  scene_.update(places_, rates_);
  return true;
}

std::vector<std::string> Contacts::begin(CompiledDynamics& dynamics, double t,
                                         const std::vector<double>& y) {
  std::vector<std::string> notes;
  if (!look(dynamics, t, y.data())) return notes;
  if (const auto coordinate = response_.massless(dynamics)) {
    std::string component;
    for (const ColliderDescription& collider : mode_->contacts.colliders) {
      if (collider.coordinate <= *coordinate) component = collider.component;
    }
    for (const StopDescription& stop : mode_->contacts.stops) {
      if (stop.coordinate == *coordinate) component = stop.component;
    }
    throw Error(component,
                fmt::format("{} touches with a part that has no mass: an impact would have to move "
                            "it at once.",
                            component),
                "Connect it to a body with a mass and an inertia.");
  }
  for (const auto& pair : search_.near_pairs(kTouchingGap)) {
    std::vector<KnownContact> known;
    for (const contact::Contact& features :
         contact::touching(scene_.moving(pair.first), scene_.moving(pair.second), kTouchingGap)) {
      known.push_back({{pair.first, pair.second, features.feature}, features});
    }
    if (known.empty()) continue;
    Touching touching;
    if (!respond(dynamics, known, touching)) continue;
    bool moves = false, overlaps = false;
    for (std::size_t k = 0; k < known.size(); ++k) {
      moves = moves || touching.W[touching.first[k] * (touching.rows + 1)] > 0;
      overlaps = overlaps || touching.points[k].gap < -kOverlap;
    }
    if (moves && !overlaps) continue;
    search_.exclude(pair);
    if (moves) {
      notes.push_back(
          fmt::format("{} overlap at the start and do not touch each other in this run.",
                      scene_.name(known.front().id)));
    }
  }
  return notes;
}

std::vector<ContactId> Contacts::closed_ids() const {
  std::vector<ContactId> ids;
  for (const ClosedContact& contact : closed_.list) ids.push_back(contact.known.id);
  for (const KnownContact& contact : passing_) ids.push_back(contact.id);
  for (const Pulses::Held& contact : pulses_.held) ids.push_back(contact.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace multibond
