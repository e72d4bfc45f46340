/// A user's program outside the repository: a model of its own from installed headers, simulated.
#include <cmath>
#include <cstdio>

#include "multibond/library/translational.h"
#include "multibond/simulate/simulation.h"
#include "multibond/version.h"

using namespace multibond;

struct Oscillator : Model {
  translational::Fixed wall{this, "wall"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  Oscillator() {
    spring.c = 10.0;
    mass.s.start(1.0).fixed();
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
  }
};

int main() {
  try {
    const double found = simulate(Oscillator{}, {.stop = 10}).final("mass.s");
    const double expected = std::cos(10 * std::sqrt(10.0));
    std::printf("multibond %s: mass.s = %.6f m, expected %.6f m\n", kVersion, found, expected);
    return std::abs(found - expected) < 1e-4 ? 0 : 1;
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
