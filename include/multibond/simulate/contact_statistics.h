/// ContactStatistics: what the contacts of a run did, in numbers.
#pragma once

#include <cstddef>

namespace multibond {

struct ContactStatistics {
  std::size_t possible = 0;         ///< pairs of shapes that may touch, and stops
  std::size_t impacts = 0;          ///< contacts that were hit, one by one
  std::size_t most_closed = 0;      ///< contacts that were closed at one time
  std::size_t largest_problem = 0;  ///< unknown impulses of the largest impact
  /// Energy in J, from the impulses and the velocities before and after: not a difference of what
  /// the stores hold, so that a bill made of it can fail.
  double lost = 0;    ///< in impacts
  double struck = 0;  ///< given by impulses from outside (`strike`)

  bool any() const { return possible > 0 || struck != 0; }
  bool operator==(const ContactStatistics&) const = default;
};

}  // namespace multibond
