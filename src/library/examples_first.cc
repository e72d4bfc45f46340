#include "multibond/library/examples/first.h"
#include "register.h"

namespace multibond {

void register_first_examples(Catalog& catalog) {
  using namespace examples;
  catalog.add_model<ElectricCircuit>("ElectricCircuit",
                                     "RC network of two nodes and a current source.",
                                     {.stop = 10, .plot = {"Vleft", "Vright"}});
  catalog.add_model<SpringMassDamper>("SpringMassDamper", "Mass on a spring and a damper.",
                                      {.stop = 10, .plot = {"mass.s", "mass.v"}});
  catalog.add_model<MassChain>("MassChain", "Chain of n masses and springs.",
                               {.stop = 10, .plot = {"mass[1].s", "mass[10].s"}});
  catalog.add_model<CartesianPendulum>("CartesianPendulum",
                                       "Pendulum as plain equations in x and y, of index 3.",
                                       {.stop = 10, .plot = {"x", "y", "F"}});
  catalog.add_model<BouncingBall>("BouncingBall", "Ball that bounces with restitution 0.8.",
                                  {.stop = 5, .plot = {"h", "v"}});
}

}  // namespace multibond
