/// Programs shaped like the code of mechanisms, for benchmarks of the back ends.
#pragma once

#include <string>
#include <vector>

#include "multibond/program/program.h"

namespace multibond::bench {

/// Accelerations of a planar chain of rods hanging from a pivot: mass matrix and elimination.
Program planar_chain(int links);
/// Joint torques of a spatial chain from given motion: recursive Newton-Euler.
Program inverse_dynamics(int links);
/// Joint accelerations of a spatial chain by the articulated-body algorithm, with 6x6 inertias
/// whose zeros the builder folds away.
Program articulated_chain(int links);
/// Solution of a dense symmetric positive definite system whose entries are inputs.
Program dense_solve(int size);

}  // namespace multibond::bench
