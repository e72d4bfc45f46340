#include "multibond/library/rotational.h"

#include "multibond/library/rotational_friction.h"
#include "multibond/library/rotational_sensors.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/transducers.h"
#include "register.h"

namespace multibond {

void register_rotational(Catalog& catalog) {
  using namespace rotational;
  catalog.add<Fixed>("Rotational.Fixed", "Housing: a flange at a fixed angle.");
  catalog.add<Inertia>("Rotational.Inertia", "Rotating inertia.");
  catalog.add<Spring>("Rotational.Spring", "Linear torsion spring, tau = c (phi_rel - phi_rel0).");
  catalog.add<Damper>("Rotational.Damper", "Linear torsion damper, tau = d w_rel.");
  catalog.add<IdealGear>("Rotational.IdealGear", "Gear without losses, phi_a = ratio phi_b.");
  catalog.add<SpringDamper>("Rotational.SpringDamper",
                            "Linear torsion spring and damper in parallel.");
  catalog.add<ElastoBacklash>("Rotational.ElastoBacklash",
                              "Backlash with elastic and damped contact.");
  catalog.add<IdealGearR2T>("Rotational.IdealGearR2T",
                            "Rack and pinion, between rotation and translation.");
  catalog.add<ConstantSpeed>("Rotational.ConstantSpeed", "Constant angular velocity of a shaft.");
  catalog.add<Speed>("Rotational.Speed", "Angular velocity of a shaft given by a signal.");
  catalog.add<Position>("Rotational.Position", "Angle of a shaft given by a signal.");
  catalog.add<BearingFriction>("Rotational.BearingFriction",
                               "Dry friction of a shaft that sticks and slips.");
  catalog.add<Clutch>("Rotational.Clutch", "Shafts coupled by dry friction, pressed by a signal.");
  catalog.add<Brake>("Rotational.Brake", "Shaft held by dry friction, pressed by a signal.");
  catalog.add<AngleSensor>("Rotational.AngleSensor", "Angle of a flange as a signal.");
  catalog.add<SpeedSensor>("Rotational.SpeedSensor", "Angular velocity of a flange as a signal.");
  catalog.add<AccSensor>("Rotational.AccSensor", "Angular acceleration of a flange as a signal.");
  catalog.add<RelAngleSensor>("Rotational.RelAngleSensor",
                              "Angle between two flanges as a signal.");
  catalog.add<RelSpeedSensor>("Rotational.RelSpeedSensor",
                              "Relative angular velocity of two flanges as a signal.");
  catalog.add<TorqueSensor>("Rotational.TorqueSensor", "Torque between two flanges as a signal.");
  catalog.add<ConstantTorque>("Rotational.ConstantTorque", "Constant torque on a shaft.");
  catalog.add<Torque>("Rotational.Torque", "Torque on a shaft given by a signal.");
}

}  // namespace multibond
