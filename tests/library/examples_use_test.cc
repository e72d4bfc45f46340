/// Which components the examples show: every one that is added is part of at least one of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <typeindex>

#include "multibond/library/library.h"

namespace multibond {
namespace {

/// Parts of a complete set of which an example shows others: sensors, the dual of an element, the
/// source of another shape. They have tests of their own. The list may only become shorter.
const std::set<std::string> kWithoutExample{"Bonds.D",
                                            "Bonds.D2",
                                            "Bonds.Decomposition",
                                            "Bonds.Dp",
                                            "Bonds.GF",
                                            "Bonds.GY_effort",
                                            "Bonds.J1Partial",
                                            "Bonds.NonlinearG",
                                            "Bonds.NonlinearI",
                                            "Bonds.NonlinearR",
                                            "Bonds.Permutation",
                                            "Bonds.RF",
                                            "Bonds.RS",
                                            "Bonds.Sw",
                                            "Bonds.Sw2",
                                            "Bonds.TF2_effort",
                                            "Bonds.TF_flow",
                                            "Bonds.mG",
                                            "Bonds.mGY_effort",
                                            "Bonds.mR",
                                            "Bonds.mTF2_effort",
                                            "Bonds.mTF2_flow",
                                            "Bonds.mTF_effort",
                                            "Bonds.mTF_flow",
                                            "Electrical.Conductor",
                                            "Electrical.CurrentSensor",
                                            "Electrical.IdealGyrator",
                                            "Electrical.IdealOpeningSwitch",
                                            "Electrical.IdealTransformer",
                                            "Electrical.PotentialSensor",
                                            "Electrical.SignalCurrent",
                                            "Electrical.SignalVoltage",
                                            "Electrical.StepCurrent",
                                            "Electrical.Switch",
                                            "Electrical.VoltageSensor",
                                            "Hydraulic.FlowSensor",
                                            "Hydraulic.Inertance",
                                            "Hydraulic.LaminarPipe",
                                            "Hydraulic.PressureSensor",
                                            "Hydraulic.Pump",
                                            "Hydraulic.Resistance",
                                            "Hydraulic.SignalPressure",
                                            "Hydraulic.SignalPump",
                                            "Hydraulic.Tank",
                                            "Hydraulic.TurbulentResistance",
                                            "Mechanics3D.Forces.BodyForce",
                                            "Mechanics3D.Forces.BodyTorque",
                                            "Mechanics3D.Forces.Bushing",
                                            "Mechanics3D.Forces.Force",
                                            "Mechanics3D.Forces.SpringDamper",
                                            "Mechanics3D.Forces.SpringDamperSeries",
                                            "Mechanics3D.Forces.Torque",
                                            "Mechanics3D.Forces.WorldForce",
                                            "Mechanics3D.Joints.Cylindrical",
                                            "Mechanics3D.Joints.FreeMotion",
                                            "Mechanics3D.Joints.Screw",
                                            "Mechanics3D.Parts.PointMass",
                                            "Mechanics3D.Parts.Weld",
                                            "Mechanics3D.Sensors.AbsoluteAcceleration",
                                            "Mechanics3D.Sensors.AbsoluteAngles",
                                            "Mechanics3D.Sensors.AbsoluteAngularAcceleration",
                                            "Mechanics3D.Sensors.AbsoluteAngularVelocity",
                                            "Mechanics3D.Sensors.AbsolutePosition",
                                            "Mechanics3D.Sensors.CutForce",
                                            "Mechanics3D.Sensors.CutTorque",
                                            "Mechanics3D.Sensors.Distance",
                                            "Mechanics3D.Sensors.Power",
                                            "Mechanics3D.Sensors.RelativeAcceleration",
                                            "Mechanics3D.Sensors.RelativeAngles",
                                            "Mechanics3D.Sensors.RelativeAngularAcceleration",
                                            "Mechanics3D.Sensors.RelativeAngularVelocity",
                                            "Mechanics3D.Sensors.RelativePosition",
                                            "Mechanics3D.Sensors.RelativeVelocity",
                                            "Planar.Forces.Damper",
                                            "Planar.Forces.Damping",
                                            "Planar.Forces.Drag",
                                            "Planar.Forces.Force",
                                            "Planar.Forces.LineForce",
                                            "Planar.Forces.LinearActuator",
                                            "Planar.Forces.SpringDamper",
                                            "Planar.Forces.SpringDamperSeries",
                                            "Planar.Forces.Torque",
                                            "Planar.Forces.WorldTorque",
                                            "Planar.Forces.Wrench",
                                            "Planar.Joints.Carriage",
                                            "Planar.Joints.DoubleTranslational",
                                            "Planar.Joints.FreeMotion",
                                            "Planar.Joints.GearPair",
                                            "Planar.Joints.PerpendicularPlanes",
                                            "Planar.Joints.PerpendicularPlanesSlider",
                                            "Planar.Joints.PinSlot",
                                            "Planar.Joints.RackPinion",
                                            "Planar.Joints.RollingWheel",
                                            "Planar.Parts.BodyShape",
                                            "Planar.Parts.FixedRotation",
                                            "Planar.Parts.PointMass",
                                            "Planar.Parts.Weld",
                                            "Planar.Sensors.AbsoluteAcceleration",
                                            "Planar.Sensors.AbsolutePosition",
                                            "Planar.Sensors.AbsoluteVelocity",
                                            "Planar.Sensors.CutForce",
                                            "Planar.Sensors.Distance",
                                            "Planar.Sensors.Power",
                                            "Planar.Sensors.RelativeAcceleration",
                                            "Planar.Sensors.RelativePosition",
                                            "Planar.Sensors.RelativeVelocity",
                                            "Planar.Visualizers.FixedShape",
                                            "PlanarPoints.Offset",
                                            "PlanarPoints.PointSpring",
                                            "Rotational.AccSensor",
                                            "Rotational.AngleSensor",
                                            "Rotational.Brake",
                                            "Rotational.ConstantSpeed",
                                            "Rotational.ElastoBacklash",
                                            "Rotational.Position",
                                            "Rotational.RelAngleSensor",
                                            "Rotational.RelSpeedSensor",
                                            "Rotational.Speed",
                                            "Rotational.SpeedSensor",
                                            "Rotational.Spring",
                                            "Signals.Feedback",
                                            "Signals.Gain",
                                            "Signals.Integrator",
                                            "Signals.PID",
                                            "Signals.Product",
                                            "Signals.Ramp",
                                            "Signals.Relay",
                                            "Signals.Sum",
                                            "Signals.Table",
                                            "Thermal.BodyRadiation",
                                            "Thermal.Convection",
                                            "Thermal.FixedHeatFlow",
                                            "Thermal.PrescribedHeatFlow",
                                            "Thermal.RelTemperatureSensor",
                                            "Thermal.TemperatureSensor",
                                            "Thermal.ThermalResistor",
                                            "Translational.AccSensor",
                                            "Translational.Brake",
                                            "Translational.ElastoGap",
                                            "Translational.Force",
                                            "Translational.ForceSensor",
                                            "Translational.Position",
                                            "Translational.PositionSensor",
                                            "Translational.RelPositionSensor",
                                            "Translational.RelSpeedSensor",
                                            "Translational.SineForce",
                                            "Translational.Speed",
                                            "Translational.SpeedSensor"};

void add_types(const Component& part, std::set<std::type_index>& types) {
  types.insert(typeid(part));
  for (const Component* child : part.children()) add_types(*child, types);
}

TEST(Examples, UseEveryComponentThatIsAdded) {
  std::set<std::type_index> used;
  std::set<std::string> unused;
  const Catalog catalog = library_catalog();
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) add_types(*entry.make(nullptr, "model"), used);
  }
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model) continue;
    const auto part = entry.make(nullptr, "part");
    const Component& component = *part;
    if (!used.contains(typeid(component))) unused.insert(entry.path);
  }
  EXPECT_THAT(unused, ::testing::ContainerEq(kWithoutExample));
}

}  // namespace
}  // namespace multibond
