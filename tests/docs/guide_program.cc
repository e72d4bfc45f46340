// The first program of docs/user-guide.md.
// clang-format off
#include <cstdio>

#include "multibond/library/translational.h"
#include "multibond/simulate/simulation.h"

using namespace multibond;

struct Oscillator : Model {
  translational::Fixed wall{this, "wall"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  Oscillator() {
    spring.c = 10.0;             // N/m
    mass.s.start(1.0).fixed();   // m
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
  }
};

int main() {
  try {
    const Result result = simulate(Oscillator{}, {.stop = 10});
    std::printf("mass.s = %.3f m\n", result.final("mass.s"));   // cos(10 sqrt(10)) = 0.979
    write_csv(result, "oscillator.csv");
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
// clang-format on
