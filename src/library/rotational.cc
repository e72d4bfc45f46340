#include "multibond/library/rotational.h"

#include "register.h"

namespace multibond {

void register_rotational(Catalog& catalog) {
  using namespace rotational;
  catalog.add<Fixed>("Rotational.Fixed", "Housing: a flange at a fixed angle.");
  catalog.add<Inertia>("Rotational.Inertia", "Rotating inertia.");
  catalog.add<Spring>("Rotational.Spring", "Linear torsion spring, tau = c (phi_rel - phi_rel0).");
  catalog.add<Damper>("Rotational.Damper", "Linear torsion damper, tau = d w_rel.");
  catalog.add<IdealGear>("Rotational.IdealGear", "Gear without losses, phi_a = ratio phi_b.");
  catalog.add<ConstantTorque>("Rotational.ConstantTorque", "Constant torque on a shaft.");
  catalog.add<Torque>("Rotational.Torque", "Torque on a shaft given by a signal.");
}

}  // namespace multibond
