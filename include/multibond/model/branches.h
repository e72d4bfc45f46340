/// Branches of `either`, and how they are nested.
#pragma once

#include <cstdint>
#include <vector>

namespace multibond {

/// A branch of a mode: the equations that hold while its condition does, or while it does not.
struct BranchOfMode {
  static constexpr std::uint32_t kNone = 0xffffffffu;
  std::uint32_t mode = kNone;
  bool holds = true;
  bool operator==(const BranchOfMode&) const = default;
};

/// Which modes count in a choice of branches, given the branch of an earlier mode that each is
/// inside of: those whose branch is chosen. The choice of the others does not matter: it becomes
/// false, so that there is one choice for each system of equations.
inline std::vector<bool> counting_modes(const std::vector<BranchOfMode>& nesting,
                                        std::vector<bool>& choice) {
  choice.resize(nesting.size(), false);
  std::vector<bool> counts(nesting.size(), true);
  for (std::size_t m = 0; m < nesting.size(); ++m) {
    const BranchOfMode& around = nesting[m];
    if (around.mode == BranchOfMode::kNone) continue;
    counts[m] = counts[around.mode] && choice[around.mode] == around.holds;
    if (!counts[m]) choice[m] = false;
  }
  return counts;
}

}  // namespace multibond
