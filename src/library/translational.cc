#include "multibond/library/translational.h"

#include "multibond/library/translational_friction.h"
#include "multibond/library/translational_sensors.h"
#include "multibond/library/translational_sources.h"
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
  catalog.add<ElastoGap>("Translational.ElastoGap", "Contact with spring and damper, or a gap.");
  catalog.add<ConstantSpeed>("Translational.ConstantSpeed", "Constant velocity of a flange.");
  catalog.add<Speed>("Translational.Speed", "Velocity of a flange given by a signal.");
  catalog.add<Position>("Translational.Position", "Position of a flange given by a signal.");
  catalog.add<Friction>("Translational.Friction", "Dry friction that sticks and slips.");
  catalog.add<Brake>("Translational.Brake", "Dry friction with a normal force given by a signal.");
  catalog.add<PositionSensor>("Translational.PositionSensor", "Position of a flange as a signal.");
  catalog.add<SpeedSensor>("Translational.SpeedSensor", "Velocity of a flange as a signal.");
  catalog.add<AccSensor>("Translational.AccSensor", "Acceleration of a flange as a signal.");
  catalog.add<RelPositionSensor>("Translational.RelPositionSensor",
                                 "Distance between two flanges as a signal.");
  catalog.add<RelSpeedSensor>("Translational.RelSpeedSensor",
                              "Relative velocity of two flanges as a signal.");
  catalog.add<ForceSensor>("Translational.ForceSensor", "Force between two flanges as a signal.");
  catalog.add<SineForce>("Translational.SineForce", "Sinusoidal force on a flange.");
}

}  // namespace multibond
