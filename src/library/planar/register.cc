#include "../register.h"

#include "multibond/library/planar/planar.h"

namespace multibond {

void register_planar(Catalog& catalog) {
  using namespace planar;
  catalog.add<World>("Planar.World", "Origin and gravity of planar mechanics.");
  catalog.add<Fixed>("Planar.Parts.Fixed", "Frame at rest in the world.");
  catalog.add<FixedTranslation>("Planar.Parts.FixedTranslation",
                                "Fixed translation between two frames: a rigid massless rod.");
  catalog.add<FixedRotation>("Planar.Parts.FixedRotation", "Fixed rotation between two frames.");
  catalog.add<Weld>("Planar.Parts.Weld", "Rigid connection of two frames.");
  catalog.add<Body>("Planar.Parts.Body", "Rigid body with mass, inertia and any number of frames.");
  catalog.add<PointMass>("Planar.Parts.PointMass", "Point mass.");
  catalog.add<BodyShape>("Planar.Parts.BodyShape",
                         "Rigid body with mass and inertia from its shape and density.");
  catalog.add<Revolute>("Planar.Joints.Revolute", "Revolute joint.");
  catalog.add<ActuatedRevolute>("Planar.Joints.ActuatedRevolute",
                                "Revolute joint with flanges that drive it.");
  catalog.add<Prismatic>("Planar.Joints.Prismatic", "Prismatic joint.");
  catalog.add<ActuatedPrismatic>("Planar.Joints.ActuatedPrismatic",
                                 "Prismatic joint with flanges that drive it.");
  catalog.add<DoubleTranslational>("Planar.Joints.DoubleTranslational",
                                   "Joint with two translations and no rotation.");
  catalog.add<PinSlot>("Planar.Joints.PinSlot", "Pin in a slot: one translation and one rotation.");
  catalog.add<FreeMotion>("Planar.Joints.FreeMotion", "Free motion with 3 degrees of freedom.");
  catalog.add<RollingWheel>("Planar.Joints.RollingWheel", "Wheel rolling on a line without slip.");
  catalog.add<GearPair>("Planar.Joints.GearPair", "Pair of meshing gears.");
  catalog.add<RackPinion>("Planar.Joints.RackPinion", "Rack and pinion.");
  catalog.add<PerpendicularPlanes>("Planar.Joints.PerpendicularPlanes",
                                   "Joint between mechanisms in two perpendicular planes.");
  catalog.add<PerpendicularPlanesSlider>(
      "Planar.Joints.PerpendicularPlanesSlider",
      "Joint between mechanisms in two perpendicular planes, with a slider in one of them.");
  catalog.add<Carriage>("Planar.Joints.Carriage",
                        "Frame translated along a line by a translational flange.");
  catalog.add<LinearActuator>("Planar.Forces.LinearActuator",
                              "Linear actuator: two telescoping rods with hinges at both ends.");
  catalog.add<Spring>("Planar.Forces.Spring", "Linear spring between two frames.");
  catalog.add<Damper>("Planar.Forces.Damper", "Linear damper along the line between two frames.");
  catalog.add<SpringDamper>("Planar.Forces.SpringDamper", "Spring and damper in parallel.");
  catalog.add<SpringDamperSeries>("Planar.Forces.SpringDamperSeries",
                                  "Spring and damper in series.");
  catalog.add<LineForce>("Planar.Forces.LineForce",
                         "Line force: connects one-dimensional components between two frames.");
  catalog.add<WorldForce>("Planar.Forces.WorldForce", "Force on a frame, prescribed by signals.");
  catalog.add<WorldTorque>("Planar.Forces.WorldTorque",
                           "Torque on a frame, prescribed by a signal.");
  catalog.add<Wrench>("Planar.Forces.Wrench",
                      "Force and torque on a frame, prescribed by signals.");
  catalog.add<Force>("Planar.Forces.Force", "Force between two frames, prescribed by signals.");
  catalog.add<Torque>("Planar.Forces.Torque", "Torque between two frames, prescribed by a signal.");
  catalog.add<Damping>("Planar.Forces.Damping",
                       "Damping of the relative translation and rotation of two frames.");
  catalog.add<Drag>("Planar.Forces.Drag", "Drag in a medium at rest.");
  catalog.add<DiscCollider>("Planar.Contacts.DiscCollider", "Disc that touches other shapes.");
  catalog.add<PolygonCollider>("Planar.Contacts.PolygonCollider",
                               "Convex polygon that touches other shapes.");
  catalog.add<RodCollider>("Planar.Contacts.RodCollider",
                           "Rod with round ends that touches other shapes.");
  catalog.add<FloorCollider>("Planar.Contacts.FloorCollider",
                             "Half plane that touches other shapes: floor, wall or slope.");
  catalog.add<FixedShape>("Planar.Visualizers.FixedShape", "Visual shape fixed to a frame.");
  catalog.add<AbsolutePosition>("Planar.Sensors.AbsolutePosition",
                                "Measures position and angle of a frame in the world.");
  catalog.add<AbsoluteVelocity>("Planar.Sensors.AbsoluteVelocity",
                                "Measures the velocity of a frame in the world.");
  catalog.add<AbsoluteAcceleration>("Planar.Sensors.AbsoluteAcceleration",
                                    "Measures the acceleration of a frame in the world.");
  catalog.add<RelativePosition>("Planar.Sensors.RelativePosition",
                                "Measures the position of a frame relative to another.");
  catalog.add<RelativeVelocity>("Planar.Sensors.RelativeVelocity",
                                "Measures the velocity of a frame relative to another.");
  catalog.add<RelativeAcceleration>("Planar.Sensors.RelativeAcceleration",
                                    "Measures the acceleration of a frame relative to another.");
  catalog.add<Distance>("Planar.Sensors.Distance", "Measures the distance between two frames.");
  catalog.add<CutForce>("Planar.Sensors.CutForce",
                        "Measures the cut force and torque between two frames.");
  catalog.add<Power>("Planar.Sensors.Power", "Measures the power through a connection.");
}

}  // namespace multibond
