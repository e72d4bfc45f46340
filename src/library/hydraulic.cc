#include "multibond/library/hydraulic.h"

#include "register.h"

namespace multibond {

void register_hydraulic(Catalog& catalog) {
  using namespace hydraulic;
  catalog.add<Ambient>("Hydraulic.Ambient", "Ambient pressure (zero).");
  catalog.add<Tank>("Hydraulic.Tank", "Open tank with vertical walls.");
  catalog.add<Volume>("Hydraulic.Volume", "Volume of compressible fluid.");
  catalog.add<Resistance>("Hydraulic.Resistance", "Linear resistance, dp = R q.");
  catalog.add<LaminarPipe>("Hydraulic.LaminarPipe", "Round pipe with laminar flow.");
  catalog.add<TurbulentResistance>("Hydraulic.TurbulentResistance",
                                   "Resistance of turbulent flow, dp = K q |q|.");
  catalog.add<Inertance>("Hydraulic.Inertance", "Inertance of the fluid in a pipe.");
  catalog.add<Valve>("Hydraulic.Valve", "Valve opened by a signal.");
  catalog.add<PressureSource>("Hydraulic.PressureSource", "Constant pressure source.");
  catalog.add<SignalPressure>("Hydraulic.SignalPressure", "Pressure prescribed by a signal.");
  catalog.add<Pump>("Hydraulic.Pump", "Constant volume flow source.");
  catalog.add<SignalPump>("Hydraulic.SignalPump", "Volume flow prescribed by a signal.");
  catalog.add<Cylinder>("Hydraulic.Cylinder", "Cylinder and piston with one chamber.");
  catalog.add<PressureSensor>("Hydraulic.PressureSensor", "Measures the pressure.");
  catalog.add<FlowSensor>("Hydraulic.FlowSensor", "Measures the volume flow.");
}

}  // namespace multibond
