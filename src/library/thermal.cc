#include "multibond/library/thermal.h"

#include "register.h"

namespace multibond {

void register_thermal(Catalog& catalog) {
  using namespace thermal;
  catalog.add<HeatCapacitor>("Thermal.HeatCapacitor", "Heat capacitor, C dT/dt = Q_flow.");
  catalog.add<ThermalConductor>("Thermal.ThermalConductor", "Thermal conductor, Q_flow = G dT.");
  catalog.add<ThermalResistor>("Thermal.ThermalResistor", "Thermal resistor, dT = R Q_flow.");
  catalog.add<Convection>("Thermal.Convection",
                          "Convection with a conductance prescribed by a signal.");
  catalog.add<BodyRadiation>("Thermal.BodyRadiation", "Radiation between two bodies.");
  catalog.add<FixedTemperature>("Thermal.FixedTemperature", "Constant temperature source.");
  catalog.add<PrescribedTemperature>("Thermal.PrescribedTemperature",
                                     "Temperature prescribed by a signal.");
  catalog.add<FixedHeatFlow>("Thermal.FixedHeatFlow", "Constant heat flow source.");
  catalog.add<PrescribedHeatFlow>("Thermal.PrescribedHeatFlow",
                                  "Heat flow prescribed by a signal.");
  catalog.add<TemperatureSensor>("Thermal.TemperatureSensor", "Measures the temperature.");
  catalog.add<RelTemperatureSensor>("Thermal.RelTemperatureSensor",
                                    "Measures a temperature difference.");
  catalog.add<HeatFlowSensor>("Thermal.HeatFlowSensor", "Measures the heat flow.");
}

}  // namespace multibond
