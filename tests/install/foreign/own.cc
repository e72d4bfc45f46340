/// A user's program with the commands of Multibond for models of its own.
#include "multibond/multibond.h"

struct Oscillator : multibond::Model {
  multibond::translational::Fixed wall{this, "wall"};
  multibond::translational::Spring spring{this, "spring"};
  multibond::translational::Mass mass{this, "mass"};
  Oscillator() {
    spring.c = 10.0;
    mass.s.start(1.0).fixed();
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
  }
};

MULTIBOND_MAIN(Oscillator)
