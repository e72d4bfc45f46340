#include "multibond/library/translational.h"

#include "multibond/library/translational_contact.h"
#include "multibond/library/translational_friction.h"
#include "multibond/library/translational_sensors.h"
#include "multibond/library/translational_sources.h"
#include "register.h"

namespace multibond {

void register_translational(Catalog& catalog) {
  using namespace translational;
  catalog.add<Fixed>("Translational.Fixed", "Flange fixed at a given position.");
  catalog.add<Mass>("Translational.Mass", "Sliding mass.");
  catalog.add<Spring>("Translational.Spring", "Linear spring, f = c (s_rel - s_rel0).");
  catalog.add<Damper>("Translational.Damper", "Linear damper, f = d v_rel.");
  catalog.add<SpringDamper>("Translational.SpringDamper", "Linear spring and damper in parallel.");
  catalog.add<ConstantForce>("Translational.ConstantForce", "Constant force source.");
  catalog.add<Force>("Translational.Force", "Force prescribed by a signal.");
  catalog.add<ElastoGap>("Translational.ElastoGap", "Contact with spring and damper across a gap.");
  catalog.add<HardGap>("Translational.HardGap",
                       "Hard contact: impacts and pushing forces between two flanges.");
  catalog.add<HardStops>("Translational.HardStops", "Hard limits of the distance of two flanges.");
  catalog.add<Latch>("Translational.Latch",
                     "Hard limits of a distance that lock at the upper one.");
  catalog.add<ConstantSpeed>("Translational.ConstantSpeed", "Constant velocity source.");
  catalog.add<Speed>("Translational.Speed", "Velocity prescribed by a signal.");
  catalog.add<Position>("Translational.Position", "Position prescribed by a signal.");
  catalog.add<Friction>("Translational.Friction", "Dry friction with sticking and slipping.");
  catalog.add<FrictionTable>("Translational.FrictionTable",
                             "Dry friction between two parts by a table over the speed.");
  catalog.add<Brake>("Translational.Brake",
                     "Friction brake with a normal force prescribed by a signal.");
  catalog.add<PositionSensor>("Translational.PositionSensor", "Measures the position of a flange.");
  catalog.add<SpeedSensor>("Translational.SpeedSensor", "Measures the velocity of a flange.");
  catalog.add<AccSensor>("Translational.AccSensor", "Measures the acceleration of a flange.");
  catalog.add<RelPositionSensor>("Translational.RelPositionSensor",
                                 "Measures the distance between two flanges.");
  catalog.add<RelSpeedSensor>("Translational.RelSpeedSensor",
                              "Measures the relative velocity of two flanges.");
  catalog.add<ForceSensor>("Translational.ForceSensor", "Measures the force between two flanges.");
  catalog.add<SineForce>("Translational.SineForce", "Sinusoidal force source.");
}

}  // namespace multibond
