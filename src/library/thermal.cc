#include "multibond/library/thermal.h"

#include "register.h"

namespace multibond {

void register_thermal(Catalog& catalog) {
  using namespace thermal;
  catalog.add<HeatCapacitor>("Thermal.HeatCapacitor", "Heat capacitor, C dT/dt = Q_flow.");
  catalog.add<ThermalConductor>("Thermal.ThermalConductor", "Thermal conductor, Q_flow = G dT.");
  catalog.add<ThermalResistor>("Thermal.ThermalResistor", "Thermal resistor, dT = R Q_flow.");
  catalog.add<Convection>("Thermal.Convection", "Convection with a signal as conductance.");
  catalog.add<BodyRadiation>("Thermal.BodyRadiation", "Radiation between two bodies.");
  catalog.add<FixedTemperature>("Thermal.FixedTemperature", "Source of constant temperature.");
  catalog.add<PrescribedTemperature>("Thermal.PrescribedTemperature",
                                     "Source of temperature given by a signal.");
  catalog.add<FixedHeatFlow>("Thermal.FixedHeatFlow", "Source of constant heat flow.");
  catalog.add<PrescribedHeatFlow>("Thermal.PrescribedHeatFlow",
                                  "Source of heat flow given by a signal.");
  catalog.add<TemperatureSensor>("Thermal.TemperatureSensor", "Temperature as a signal.");
  catalog.add<RelTemperatureSensor>("Thermal.RelTemperatureSensor",
                                    "Temperature difference as a signal.");
  catalog.add<HeatFlowSensor>("Thermal.HeatFlowSensor", "Heat flow as a signal.");
}

}  // namespace multibond
