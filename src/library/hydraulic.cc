#include "multibond/library/hydraulic.h"

#include "register.h"

namespace multibond {

void register_hydraulic(Catalog& catalog) {
  using namespace hydraulic;
  catalog.add<Ambient>("Hydraulic.Ambient", "Surroundings at pressure zero.");
  catalog.add<Tank>("Hydraulic.Tank", "Open tank with vertical walls.");
  catalog.add<Volume>("Hydraulic.Volume", "Volume of a compressible fluid.");
  catalog.add<Resistance>("Hydraulic.Resistance", "Linear resistance, dp = R q.");
  catalog.add<LaminarPipe>("Hydraulic.LaminarPipe", "Round pipe with laminar flow.");
  catalog.add<TurbulentResistance>("Hydraulic.TurbulentResistance",
                                   "Resistance of turbulent flow, dp = K q |q|.");
  catalog.add<Inertance>("Hydraulic.Inertance", "Inertia of the fluid in a pipe.");
  catalog.add<Valve>("Hydraulic.Valve", "Orifice opened by a signal.");
  catalog.add<PressureSource>("Hydraulic.PressureSource", "Source of constant pressure.");
  catalog.add<SignalPressure>("Hydraulic.SignalPressure", "Source of pressure given by a signal.");
  catalog.add<Pump>("Hydraulic.Pump", "Source of constant flow.");
  catalog.add<SignalPump>("Hydraulic.SignalPump", "Source of flow given by a signal.");
  catalog.add<Cylinder>("Hydraulic.Cylinder", "Cylinder and piston with one chamber.");
  catalog.add<PressureSensor>("Hydraulic.PressureSensor", "Pressure as a signal.");
  catalog.add<FlowSensor>("Hydraulic.FlowSensor", "Flow as a signal.");
}

}  // namespace multibond
