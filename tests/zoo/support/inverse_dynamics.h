/// Equations of motion of trees and loops of revolute and prismatic joints, by the recursion of
/// Newton and Euler in coordinates of the world: a judge of accelerations.
#pragma once

#include <Eigen/Core>

#include "mechanism.h"

namespace multibond::zoo {

/// Coordinates of all joints with their rates and accelerations.
struct JointMotion {
  Eigen::VectorXd q, rate, acceleration;
};

/// What does not add up, by the size of what is added up. `forces`: along virtual displacements
/// that keep the loops closed (d'Alembert); `loops`: accelerations of the two sides of a cut.
struct Imbalance {
  double forces = 0, loops = 0;
};
Imbalance imbalance_of(const Mechanism& mechanism, const JointMotion& motion);

}  // namespace multibond::zoo
