/// A closed chain of revolute joints by Denavit-Hartenberg data.
///
///     Rz(theta) Tz(d) Tx(a) Rx(alpha)   for each joint, together the identity
///
/// The link between the last joint and the first is the ground.
#pragma once

#include <string>
#include <vector>

#include "mechanism.h"

namespace multibond::zoo {

struct RingData {
  std::string name = {};
  std::size_t mobility = 1;
  std::vector<double> a = {}, alpha = {}, d = {};  ///< d: zeros if empty
  std::vector<double> guess = {};                  ///< of the angles
  std::size_t held = 1;  ///< as many of the first angles are exactly those of the guess
  double rate = 3;       ///< of the first joint, and of the others that are held
  double spring = 0;     ///< of the first joint, relaxed at the start
};

/// Closes the chain from the guess. Throws std::runtime_error if it does not close.
Mechanism ring(const RingData& data);

}  // namespace multibond::zoo
