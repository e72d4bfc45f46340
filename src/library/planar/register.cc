#include "../register.h"

#include "multibond/library/planar/planar.h"

namespace multibond {

void register_planar(Catalog& catalog) {
  using namespace planar;
  catalog.add<World>("Planar.World", "Origin and gravity of planar mechanics.");
  catalog.add<Fixed>("Planar.Parts.Fixed", "Frame at rest in the world.");
  catalog.add<FixedTranslation>("Planar.Parts.FixedTranslation", "Rigid massless rod.");
  catalog.add<FixedRotation>("Planar.Parts.FixedRotation", "Rigid massless corner.");
  catalog.add<Weld>("Planar.Parts.Weld", "Two frames that coincide.");
  catalog.add<Body>("Planar.Parts.Body", "Rigid body with any number of frames.");
  catalog.add<PointMass>("Planar.Parts.PointMass", "Mass of a point.");
  catalog.add<BodyShape>("Planar.Parts.BodyShape", "Rigid body of a shape and density.");
  catalog.add<Revolute>("Planar.Joints.Revolute", "Joint that turns.");
  catalog.add<ActuatedRevolute>("Planar.Joints.ActuatedRevolute",
                                "Joint that turns, with flanges and a torque.");
  catalog.add<Prismatic>("Planar.Joints.Prismatic", "Joint that slides.");
  catalog.add<ActuatedPrismatic>("Planar.Joints.ActuatedPrismatic",
                                 "Joint that slides, with flanges and a force.");
  catalog.add<DoubleTranslational>("Planar.Joints.DoubleTranslational",
                                   "Joint that slides both ways and does not turn.");
  catalog.add<PinSlot>("Planar.Joints.PinSlot", "Joint that slides along a slot and turns.");
  catalog.add<FreeMotion>("Planar.Joints.FreeMotion", "No joint: coordinates of a free body.");
  catalog.add<RollingWheel>("Planar.Joints.RollingWheel", "Wheel that rolls on a line.");
  catalog.add<GearPair>("Planar.Joints.GearPair", "Gears whose rims move alike.");
  catalog.add<RackPinion>("Planar.Joints.RackPinion", "Pinion that rolls along a rack.");
  catalog.add<PerpendicularPlanes>("Planar.Joints.PerpendicularPlanes",
                                   "Hinges of two planes meet on their common axis.");
  catalog.add<PerpendicularPlanesSlider>("Planar.Joints.PerpendicularPlanesSlider",
                                         "The same, with a slider in one of the planes.");
  catalog.add<Carriage>("Planar.Joints.Carriage", "Frame moved by a one-dimensional flange.");
  catalog.add<LinearActuator>("Planar.Forces.LinearActuator",
                              "Two rods that slide in each other, hinged at both ends.");
  catalog.add<Spring>("Planar.Forces.Spring", "Spring between two frames.");
  catalog.add<Damper>("Planar.Forces.Damper", "Damper along the line of two frames.");
  catalog.add<SpringDamper>("Planar.Forces.SpringDamper", "Spring and damper in parallel.");
  catalog.add<SpringDamperSeries>("Planar.Forces.SpringDamperSeries",
                                  "Spring and damper in series.");
  catalog.add<LineForce>("Planar.Forces.LineForce", "One-dimensional parts between two frames.");
  catalog.add<WorldForce>("Planar.Forces.WorldForce", "Force given by signals.");
  catalog.add<WorldTorque>("Planar.Forces.WorldTorque", "Torque given by a signal.");
  catalog.add<Wrench>("Planar.Forces.Wrench", "Force and torque given by signals.");
  catalog.add<Force>("Planar.Forces.Force", "Force between two frames, given by signals.");
  catalog.add<Torque>("Planar.Forces.Torque", "Torque between two frames, given by a signal.");
  catalog.add<Damping>("Planar.Forces.Damping", "Damping of all relative motion of two frames.");
  catalog.add<Drag>("Planar.Forces.Drag", "Drag against a medium at rest.");
  catalog.add<FixedShape>("Planar.Visualizers.FixedShape", "Shape that moves with a frame.");
  catalog.add<AbsolutePosition>("Planar.Sensors.AbsolutePosition", "Position and angle.");
  catalog.add<AbsoluteVelocity>("Planar.Sensors.AbsoluteVelocity", "Velocity in the world.");
  catalog.add<AbsoluteAcceleration>("Planar.Sensors.AbsoluteAcceleration",
                                    "Acceleration in the world.");
  catalog.add<RelativePosition>("Planar.Sensors.RelativePosition", "Position in another frame.");
  catalog.add<RelativeVelocity>("Planar.Sensors.RelativeVelocity", "Velocity in another frame.");
  catalog.add<RelativeAcceleration>("Planar.Sensors.RelativeAcceleration",
                                    "Acceleration in another frame.");
  catalog.add<Distance>("Planar.Sensors.Distance", "Distance of two frames.");
  catalog.add<CutForce>("Planar.Sensors.CutForce", "Force and torque in a connection.");
  catalog.add<Power>("Planar.Sensors.Power", "Power through a connection.");
}

}  // namespace multibond
