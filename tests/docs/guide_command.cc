// The program with commands of docs/user-guide.md.
// clang-format off
#include "multibond/multibond.h"

using namespace multibond;

struct Oscillator : Model {
  static constexpr std::string_view description = "Mass on a spring.";
  static inline const Experiment experiment{.stop = 5, .plot = {"mass.s", "spring.f"}};
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

struct Pendulum : Model {
  planar::World world{this, "world"};
  planar::Revolute hinge{this, "hinge"};
  planar::FixedTranslation rod{this, "rod"};
  planar::Body bob{this, "bob"};
  Pendulum() {
    rod.r = Vector2(1, 0);
    connect(world.frame_b, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
  }
};

MULTIBOND_MAIN(Oscillator, Pendulum)
// clang-format on
