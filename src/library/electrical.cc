#include "multibond/library/electrical.h"

#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sensors.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/transducers.h"
#include "register.h"

namespace multibond {

void register_electrical(Catalog& catalog) {
  using namespace electrical;
  catalog.add<Ground>("Electrical.Ground", "Ground node (zero potential).");
  catalog.add<Resistor>("Electrical.Resistor", "Linear resistor, v = R i.");
  catalog.add<Conductor>("Electrical.Conductor", "Linear conductor, i = G v.");
  catalog.add<Capacitor>("Electrical.Capacitor", "Linear capacitor, C dv/dt = i.");
  catalog.add<Inductor>("Electrical.Inductor", "Linear inductor, L di/dt = v.");
  catalog.add<IdealTransformer>("Electrical.IdealTransformer",
                                "Ideal transformer, v1 = n v2 and i2 = -n i1.");
  catalog.add<IdealGyrator>("Electrical.IdealGyrator", "Ideal gyrator, i1 = G v2 and i2 = -G v1.");
  catalog.add<Diode>("Electrical.Diode", "Semiconductor diode with Shockley's exponential law.");
  catalog.add<Switch>("Electrical.Switch",
                      "Switch with resistances, closed while a signal exceeds a level.");
  catalog.add<TimedSwitch>("Electrical.TimedSwitch",
                           "Switch with resistances, closed between two times.");
  catalog.add<ConstantVoltage>("Electrical.ConstantVoltage", "Constant voltage source.");
  catalog.add<StepVoltage>("Electrical.StepVoltage", "Voltage source with a step.");
  catalog.add<SineVoltage>("Electrical.SineVoltage", "Sinusoidal voltage source.");
  catalog.add<SignalVoltage>("Electrical.SignalVoltage", "Voltage source controlled by a signal.");
  catalog.add<ConstantCurrent>("Electrical.ConstantCurrent", "Constant current source.");
  catalog.add<StepCurrent>("Electrical.StepCurrent", "Current source with a step.");
  catalog.add<IdealDiode>("Electrical.IdealDiode",
                          "Ideal diode: no forward voltage and no leakage.");
  catalog.add<IdealClosingSwitch>("Electrical.IdealClosingSwitch",
                                  "Ideal switch, closed while a signal exceeds a level.");
  catalog.add<IdealOpeningSwitch>("Electrical.IdealOpeningSwitch",
                                  "Ideal switch, open while a signal exceeds a level.");
  catalog.add<PotentialSensor>("Electrical.PotentialSensor", "Measures the potential of a pin.");
  catalog.add<VoltageSensor>("Electrical.VoltageSensor", "Measures the voltage between two pins.");
  catalog.add<CurrentSensor>("Electrical.CurrentSensor", "Measures the current from p to n.");
  catalog.add<RotationalEMF>("Electrical.RotationalEMF",
                             "Electromotive force, v = k w and tau = k i.");
  catalog.add<DCMotor>("Electrical.DCMotor", "DC motor with permanent magnets.");
  catalog.add<SineCurrent>("Electrical.SineCurrent", "Sinusoidal current source.");
  catalog.add<SignalCurrent>("Electrical.SignalCurrent", "Current source controlled by a signal.");
}

}  // namespace multibond
