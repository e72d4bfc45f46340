/// Contact problems of bodies that touch, made from their geometry: W = J M^-1 J'.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "multibond/contact/friction_problem.h"

namespace multibond::contact::test {

/// Numbers that are the same with every library: std::uniform_real_distribution is not.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
  }
  int integer(int low, int high) {  ///< both included
    return low + static_cast<int>(uniform(0, high - low + 1));
  }
  /// As many below as above 1, within a factor.
  double factor(double largest) { return std::pow(largest, uniform(-1, 1)); }

 private:
  std::mt19937 engine_;
};

enum class Rows { normal, plane, space, spin };

struct SceneOptions {
  Rows rows = Rows::space;
  double mu = 0.5;
  double mass_ratio = 1;  ///< masses within this factor
  double scale = 1;       ///< of all masses
  double speed = 1;       ///< of random velocities, by the velocity that gravity gives
};

/// Spheres at random places that touch their neighbours, the lowest ones the floor; under gravity
/// and with random velocities. Some motion opens all contacts, so that there is a solution.
FrictionProblem pile(int spheres, const SceneOptions& options, Random& random);

/// A wall of bricks, four contacts between each two and to the floor: highly redundant. Gravity
/// acts, inclined by `slope` along the wall.
FrictionProblem wall(int columns, int rows, double slope, const SceneOptions& options);

/// A box with side x side contacts on the floor, pushed by gravity inclined by `slope` and turned.
FrictionProblem resting_box(int side, double slope, const SceneOptions& options);

/// Balls or other masses in a row: contact i between mass i and i + 1, u = v_(i+1) - v_i.
FrictionProblem row_of_masses(const std::vector<double>& masses, const std::vector<double>& v);

}  // namespace multibond::contact::test
