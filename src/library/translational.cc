#include "multibond/library/translational.h"

#include "register.h"

namespace multibond {

void register_translational(Catalog& catalog) {
  using namespace translational;
  catalog.add<Fixed>("Translational.Fixed", "Wall: a flange at a fixed position.");
  catalog.add<Mass>("Translational.Mass", "Sliding mass with inertia.");
  catalog.add<Spring>("Translational.Spring", "Linear spring, f = c (s_rel - s_rel0).");
  catalog.add<Damper>("Translational.Damper", "Linear damper, f = d v_rel.");
  catalog.add<SpringDamper>("Translational.SpringDamper", "Linear spring and damper in parallel.");
  catalog.add<ConstantForce>("Translational.ConstantForce", "Constant force on a flange.");
  catalog.add<Force>("Translational.Force", "Force on a flange given by a signal.");
  catalog.add<SineForce>("Translational.SineForce", "Sinusoidal force on a flange.");
}

}  // namespace multibond
