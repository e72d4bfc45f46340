#include "contact_response.h"

#include <algorithm>

#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

constexpr std::size_t kMostKept = 8;

/// The present inputs, followed by seeds.
std::vector<double>& seeded(CompiledDynamics& dynamics, std::size_t seeds, double*& seed) {
  std::vector<double>& point = dynamics.inputs_with_seeds(seeds);
  seed = point.data() + dynamics.inputs().size();
  return point;
}

std::vector<std::uint32_t> state_slots(const CompiledMode& mode) {
  std::vector<std::uint32_t> slots;
  for (std::size_t k = 0; k < mode.states.size(); ++k) {
    slots.push_back(static_cast<std::uint32_t>(mode.layout.states + k));
  }
  return slots;
}

std::vector<std::uint32_t> effort_slots(const CompiledMode& mode) {
  std::vector<std::uint32_t> slots;
  for (const ContactCoordinate& coordinate : mode.contacts.coordinates) {
    slots.push_back(static_cast<std::uint32_t>(mode.layout.discretes + coordinate.effort));
  }
  return slots;
}

}  // namespace

ContactResponse::ContactResponse(const ContactsDescription& contacts) : contacts_(contacts) {
  for (const ColliderDescription& collider : contacts.colliders) {
    place_leaves_.insert(place_leaves_.end(), collider.place.begin(), collider.place.end());
  }
  for (const StopDescription& stop : contacts.stops) place_leaves_.push_back(stop.gap);
  for (const ContactCoordinate& coordinate : contacts.coordinates) {
    rate_leaves_.push_back(coordinate.rate);
  }
}

ContactResponse::InUse& ContactResponse::in_use(CompiledDynamics& dynamics) {
  const auto known = std::find_if(kept_.begin(), kept_.end(), [&](const InUse& kept) {
    return kept.functions.get() == &dynamics.functions();
  });
  if (known != kept_.end()) return *known;
  if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
  InUse& added = kept_.emplace_back();
  added.functions = dynamics.shared_functions();
  return added;
}

bool ContactResponse::places(CompiledDynamics& dynamics, std::vector<double>& values) {
  InUse& use = in_use(dynamics);
  values.resize(place_leaves_.size());
  if (values.empty()) return true;
  if (!use.places) use.places.emplace(use.functions->probe(place_leaves_));
  return use.places->run(dynamics.inputs().data(), values.data());
}

bool ContactResponse::rates(CompiledDynamics& dynamics, std::vector<double>& values) {
  InUse& use = in_use(dynamics);
  values.resize(rate_leaves_.size());
  if (!use.rates) use.rates.emplace(use.functions->probe(rate_leaves_));
  return use.rates->run(dynamics.inputs().data(), values.data());
}

bool ContactResponse::accelerations(CompiledDynamics& dynamics, const double* ydot, bool time,
                                    std::vector<double>& values) {
  InUse& use = in_use(dynamics);
  if (!use.accelerations) {
    std::vector<std::uint32_t> slots = state_slots(dynamics.mode());
    slots.insert(slots.begin(), static_cast<std::uint32_t>(dynamics.mode().layout.time));
    use.accelerations.emplace(use.functions->slopes(rate_leaves_, slots));
  }
  double* seed = nullptr;
  std::vector<double>& point = seeded(dynamics, 1 + dynamics.size(), seed);
  seed[0] = time ? 1 : 0;
  std::copy_n(ydot, dynamics.size(), seed + 1);
  values.resize(rate_leaves_.size());
  return use.accelerations->run(point.data(), values.data());
}

bool ContactResponse::column(CompiledDynamics& dynamics, const std::vector<double>& efforts,
                             std::vector<double>& change) {
  InUse& use = in_use(dynamics);
  if (!use.column) use.column.emplace(use.functions->slopes({}, effort_slots(dynamics.mode())));
  double* seed = nullptr;
  std::vector<double>& point = seeded(dynamics, efforts.size(), seed);
  std::copy(efforts.begin(), efforts.end(), seed);
  change.resize(dynamics.size());
  return use.column->run(point.data(), change.data());
}

bool ContactResponse::shift(CompiledDynamics& dynamics, const std::vector<double>& column,
                            std::vector<double>& change) {
  InUse& use = in_use(dynamics);
  if (!use.shift) use.shift.emplace(use.functions->slopes({}, state_slots(dynamics.mode())));
  double* seed = nullptr;
  std::vector<double>& point = seeded(dynamics, column.size(), seed);
  std::copy(column.begin(), column.end(), seed);
  std::vector<double> all(dynamics.size());
  if (!use.shift->run(point.data(), all.data())) return false;
  change.assign(dynamics.size(), 0.0);
  for (const std::uint32_t i : dynamics.mode().contacts.positions) change[i] = all[i];
  return true;
}

bool ContactResponse::answers(CompiledDynamics& dynamics, const std::vector<VariableLeaf>& leaves,
                              const std::vector<double>& efforts, std::vector<double>& change) {
  InUse& use = in_use(dynamics);
  // Who asks does so with the same leaves all along a run.
  if (!use.answers) {
    use.answers.emplace(use.functions->slopes(leaves, effort_slots(dynamics.mode())));
  }
  double* seed = nullptr;
  std::vector<double>& point = seeded(dynamics, efforts.size(), seed);
  std::copy(efforts.begin(), efforts.end(), seed);
  change.resize(leaves.size());
  return use.answers->run(point.data(), change.data());
}

std::optional<std::size_t> ContactResponse::massless(CompiledDynamics& dynamics) {
  const std::size_t n = coordinates();
  Runner slopes(dynamics.functions().slopes(rate_leaves_, effort_slots(dynamics.mode())));
  std::vector<double> direct(n);
  double* seed = nullptr;
  std::vector<double>& point = seeded(dynamics, n, seed);
  for (std::size_t k = 0; k < n; ++k) seed[k] = 1.0 + 0.1 * static_cast<double>(k % 7);
  if (!slopes.run(point.data(), direct.data())) return std::nullopt;
  for (std::size_t k = 0; k < n; ++k) {
    if (direct[k] != 0) return k;
  }
  return std::nullopt;
}

}  // namespace multibond
