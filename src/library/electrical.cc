#include "multibond/library/electrical.h"

#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sensors.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/transducers.h"
#include "register.h"

namespace multibond {

void register_electrical(Catalog& catalog) {
  using namespace electrical;
  catalog.add<Ground>("Electrical.Ground", "Node of potential zero.");
  catalog.add<Resistor>("Electrical.Resistor", "Linear resistor, v = R i.");
  catalog.add<Conductor>("Electrical.Conductor", "Linear conductor, i = G v.");
  catalog.add<Capacitor>("Electrical.Capacitor", "Linear capacitor, C dv/dt = i.");
  catalog.add<Inductor>("Electrical.Inductor", "Linear inductor, L di/dt = v.");
  catalog.add<IdealTransformer>("Electrical.IdealTransformer",
                                "Ideal transformer, v1 = n v2 and i2 = -n i1.");
  catalog.add<IdealGyrator>("Electrical.IdealGyrator", "Ideal gyrator, i1 = G v2 and i2 = -G v1.");
  catalog.add<Diode>("Electrical.Diode", "Semiconductor diode with Shockley's exponential law.");
  catalog.add<Switch>("Electrical.Switch",
                      "Switch that is closed while a signal is above a level.");
  catalog.add<TimedSwitch>("Electrical.TimedSwitch", "Switch that is closed between two times.");
  catalog.add<ConstantVoltage>("Electrical.ConstantVoltage", "Source of constant voltage.");
  catalog.add<StepVoltage>("Electrical.StepVoltage", "Source of a step of voltage.");
  catalog.add<SineVoltage>("Electrical.SineVoltage", "Source of sinusoidal voltage.");
  catalog.add<SignalVoltage>("Electrical.SignalVoltage", "Voltage source given by a signal.");
  catalog.add<ConstantCurrent>("Electrical.ConstantCurrent", "Source of constant current.");
  catalog.add<StepCurrent>("Electrical.StepCurrent", "Source of a step of current.");
  catalog.add<IdealDiode>("Electrical.IdealDiode", "Diode without voltage or leakage.");
  catalog.add<IdealClosingSwitch>("Electrical.IdealClosingSwitch",
                                  "Ideal switch that is closed while a signal is above a level.");
  catalog.add<IdealOpeningSwitch>("Electrical.IdealOpeningSwitch",
                                  "Ideal switch that is open while a signal is above a level.");
  catalog.add<PotentialSensor>("Electrical.PotentialSensor", "Potential of a pin as a signal.");
  catalog.add<VoltageSensor>("Electrical.VoltageSensor", "Voltage between two pins as a signal.");
  catalog.add<CurrentSensor>("Electrical.CurrentSensor", "Current from p to n as a signal.");
  catalog.add<RotationalEMF>("Electrical.RotationalEMF",
                             "Electromotive force, v = k w and tau = k i.");
  catalog.add<DCMotor>("Electrical.DCMotor", "Motor with permanent magnets.");
  catalog.add<SineCurrent>("Electrical.SineCurrent", "Source of sinusoidal current.");
  catalog.add<SignalCurrent>("Electrical.SignalCurrent", "Current source given by a signal.");
}

}  // namespace multibond
