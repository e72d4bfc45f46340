#include "island_blocks.h"

#include <algorithm>
#include <cmath>

#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {

constexpr std::uint32_t kNone = ContactsDescription::kNoIsland;

IslandBlocks::IslandBlocks(ContactResponse& response, const ContactsDescription& contacts)
    : response_(response),
      contacts_(contacts),
      touched_(contacts.islands),
      run_of_(response.coordinates(), kNone),
      states_(contacts.islands) {
  const std::vector<std::uint32_t>& islands = contacts.island_of_state;
  for (std::uint32_t i = 0; i < islands.size(); ++i) {
    if (islands[i] != kNone) states_[islands[i]].push_back(i);
  }
}

void IslandBlocks::clear() {
  for (const std::uint32_t island : islands_) {
    for (const std::uint32_t coordinate : touched_[island]) run_of_[coordinate] = kNone;
    touched_[island].clear();
  }
  islands_.clear();
  runs_ = 0;
}

bool IslandBlocks::moves(std::size_t coordinate) const {
  return contacts_.island_of_coordinate[coordinate] != kNone;
}

void IslandBlocks::touch(std::size_t coordinate) {
  if (!moves(coordinate) || run_of_[coordinate] != kNone) return;
  const std::uint32_t island = contacts_.island_of_coordinate[coordinate];
  std::vector<std::uint32_t>& list = touched_[island];
  if (list.empty()) islands_.push_back(island);
  run_of_[coordinate] = static_cast<std::uint32_t>(list.size());
  list.push_back(static_cast<std::uint32_t>(coordinate));
  runs_ = std::max(runs_, list.size());
}

const std::vector<std::uint32_t>& IslandBlocks::neighbours(std::size_t coordinate) const {
  return touched_[contacts_.island_of_coordinate[coordinate]];
}

bool IslandBlocks::respond(CompiledDynamics& dynamics) {
  changes_.resize(std::max(changes_.size(), runs_));
  answers_.resize(changes_.size());
  for (std::size_t run = 0; run < runs_; ++run) {
    seeds_.assign(response_.coordinates(), 0.0);
    for (const std::uint32_t island : islands_) {
      if (run < touched_[island].size()) seeds_[touched_[island][run]] = 1;
    }
    if (!response_.column(dynamics, seeds_, changes_[run]) ||
        !response_.accelerations(dynamics, changes_[run].data(), false, answers_[run])) {
      return false;
    }
    for (const std::uint32_t island : islands_) {
      for (const std::uint32_t coordinate : touched_[island]) {
        if (!std::isfinite(answers_[run][coordinate])) return false;
      }
    }
  }
  return true;
}

void IslandBlocks::add(const std::vector<double>& efforts, double* states) const {
  for (const std::uint32_t island : islands_) {
    for (std::size_t run = 0; run < touched_[island].size(); ++run) {
      const double effort = efforts[touched_[island][run]];
      if (effort == 0) continue;
      for (const std::uint32_t i : states_[island]) states[i] += effort * changes_[run][i];
    }
  }
}

}  // namespace multibond
