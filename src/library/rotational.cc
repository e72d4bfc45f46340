#include "multibond/library/rotational.h"

#include "multibond/library/rotational_contact.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/rotational_gears.h"
#include "multibond/library/rotational_sensors.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/transducers.h"
#include "register.h"

namespace multibond {

void register_rotational(Catalog& catalog) {
  using namespace rotational;
  catalog.add<Fixed>("Rotational.Fixed", "Flange fixed in the housing at a given angle.");
  catalog.add<Inertia>("Rotational.Inertia", "Rotational inertia.");
  catalog.add<Spring>("Rotational.Spring", "Linear torsion spring, tau = c (phi_rel - phi_rel0).");
  catalog.add<Damper>("Rotational.Damper", "Linear torsion damper, tau = d w_rel.");
  catalog.add<IdealGear>("Rotational.IdealGear", "Ideal gear, phi_a = ratio phi_b.");
  catalog.add<LossyGear>("Rotational.LossyGear",
                         "Gear with losses of its teeth and bearings, by a table over the speed.");
  catalog.add<SpringDamper>("Rotational.SpringDamper",
                            "Linear torsion spring and damper in parallel.");
  catalog.add<ElastoBacklash>("Rotational.ElastoBacklash",
                              "Backlash with elastic and damped contact.");
  catalog.add<HardGap>("Rotational.HardGap",
                       "Hard contact: impacts and pushing torques between two flanges.");
  catalog.add<HardStops>("Rotational.HardStops", "Hard limits of the angle between two flanges.");
  catalog.add<Ratchet>("Rotational.Ratchet", "Turns one way, and back to the last tooth at most.");
  catalog.add<Latch>("Rotational.Latch", "Hard limits of an angle that lock at the upper one.");
  catalog.add<IdealGearR2T>("Rotational.IdealGearR2T",
                            "Ideal rack and pinion: converts rotation into translation.");
  catalog.add<ConstantSpeed>("Rotational.ConstantSpeed", "Constant angular velocity source.");
  catalog.add<Speed>("Rotational.Speed", "Angular velocity prescribed by a signal.");
  catalog.add<Position>("Rotational.Position", "Angle prescribed by a signal.");
  catalog.add<BearingFriction>("Rotational.BearingFriction",
                               "Dry friction of a bearing, with sticking and slipping.");
  catalog.add<BearingFrictionTable>("Rotational.BearingFrictionTable",
                                    "Dry friction of a bearing by a table over the speed.");
  catalog.add<Clutch>("Rotational.Clutch", "Friction clutch engaged by a signal.");
  catalog.add<Brake>("Rotational.Brake", "Friction brake engaged by a signal.");
  catalog.add<AngleSensor>("Rotational.AngleSensor", "Measures the angle of a flange.");
  catalog.add<SpeedSensor>("Rotational.SpeedSensor", "Measures the angular velocity of a flange.");
  catalog.add<AccSensor>("Rotational.AccSensor", "Measures the angular acceleration of a flange.");
  catalog.add<RelAngleSensor>("Rotational.RelAngleSensor",
                              "Measures the angle between two flanges.");
  catalog.add<RelSpeedSensor>("Rotational.RelSpeedSensor",
                              "Measures the relative angular velocity of two flanges.");
  catalog.add<TorqueSensor>("Rotational.TorqueSensor", "Measures the torque between two flanges.");
  catalog.add<ConstantTorque>("Rotational.ConstantTorque", "Constant torque source.");
  catalog.add<Torque>("Rotational.Torque", "Torque prescribed by a signal.");
}

}  // namespace multibond
