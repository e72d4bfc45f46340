#include "../register.h"

#include "multibond/library/mechanics3d/mechanics3d.h"

namespace multibond {

void register_mechanics3d(Catalog& catalog) {
  using namespace mechanics3d;
  catalog.add<World>("Mechanics3D.World", "Origin and gravity of mechanics in space.");
  catalog.add<GravityPool>("Mechanics3D.GravityPool", "Mutual gravitation of chosen bodies.");
  catalog.add<Fixed>("Mechanics3D.Parts.Fixed", "Frame at rest in the world.");
  catalog.add<FixedTranslation>("Mechanics3D.Parts.FixedTranslation", "Rigid massless rod.");
  catalog.add<FixedRotation>("Mechanics3D.Parts.FixedRotation", "Rigid massless corner.");
  catalog.add<Weld>("Mechanics3D.Parts.Weld", "Two frames that coincide.");
  catalog.add<Body>("Mechanics3D.Parts.Body", "Rigid body with any inertia.");
  catalog.add<PointMass>("Mechanics3D.Parts.PointMass", "Mass of a point.");
  catalog.add<BodyShape>("Mechanics3D.Parts.BodyShape",
                         "Rigid body of a shape and density, or of an STL file.");
  catalog.add<Rod>("Mechanics3D.Joints.Rod",
                   "Rod with a spherical joint at either end, with or without a mass.");
  catalog.add<Revolute>("Mechanics3D.Joints.Revolute", "Joint that turns about an axis.");
  catalog.add<PlanarRevolute>(
      "Mechanics3D.Joints.PlanarRevolute",
      "Joint that turns, by the name it has where it closes a planar loop.");
  catalog.add<ActuatedRevolute>("Mechanics3D.Joints.ActuatedRevolute",
                                "Joint that turns, with flanges and a torque.");
  catalog.add<Prismatic>("Mechanics3D.Joints.Prismatic", "Joint that slides along an axis.");
  catalog.add<ActuatedPrismatic>("Mechanics3D.Joints.ActuatedPrismatic",
                                 "Joint that slides, with flanges and a force.");
  catalog.add<Screw>("Mechanics3D.Joints.Screw", "Joint that advances as it turns.");
  catalog.add<Cylindrical>("Mechanics3D.Joints.Cylindrical",
                           "Joint that turns about an axis and slides along it.");
  catalog.add<Universal>("Mechanics3D.Joints.Universal", "Joint that turns about two axes.");
  catalog.add<Planar>("Mechanics3D.Joints.Planar", "Joint that moves and turns in a plane.");
  catalog.add<Spherical>("Mechanics3D.Joints.Spherical", "Joint that turns about all axes.");
  catalog.add<FreeTranslation>("Mechanics3D.Joints.FreeTranslation",
                               "Joint that slides along all axes and does not turn.");
  catalog.add<FreeMotion>("Mechanics3D.Joints.FreeMotion", "No joint: coordinates of a free body.");
  catalog.add<Spring>("Mechanics3D.Forces.Spring", "Spring between two frames.");
  catalog.add<Damper>("Mechanics3D.Forces.Damper", "Damper along the line of two frames.");
  catalog.add<SpringDamper>("Mechanics3D.Forces.SpringDamper", "Spring and damper in parallel.");
  catalog.add<SpringDamperSeries>("Mechanics3D.Forces.SpringDamperSeries",
                                  "Spring and damper in series.");
  catalog.add<SphereContact>("Mechanics3D.Forces.SphereContact", "Soft contact of two spheres.");
  catalog.add<LineForce>("Mechanics3D.Forces.LineForce",
                         "One-dimensional parts between two frames.");
  catalog.add<WorldForce>("Mechanics3D.Forces.WorldForce",
                          "Force given by signals, in directions of the world.");
  catalog.add<WorldTorque>("Mechanics3D.Forces.WorldTorque",
                           "Torque given by signals, in directions of the world.");
  catalog.add<BodyForce>("Mechanics3D.Forces.BodyForce",
                         "Force given by signals, in directions of the frame.");
  catalog.add<BodyTorque>("Mechanics3D.Forces.BodyTorque",
                          "Torque given by signals, in directions of the frame.");
  catalog.add<Force>("Mechanics3D.Forces.Force", "Force between two frames, given by signals.");
  catalog.add<Torque>("Mechanics3D.Forces.Torque", "Torque between two frames, given by signals.");
  catalog.add<Damping>("Mechanics3D.Forces.Damping",
                       "Damping of all relative motion of two frames.");
  catalog.add<Drag>("Mechanics3D.Forces.Drag", "Drag against a medium at rest.");
  catalog.add<Bushing>("Mechanics3D.Forces.Bushing", "Elastic block between two frames.");
  catalog.add<Wheel>("Mechanics3D.Rolling.Wheel", "Wheel that rolls on a plane.");
  catalog.add<WheelJoint>("Mechanics3D.Rolling.WheelJoint", "Contact of a wheel with a plane.");
  catalog.add<Marble>("Mechanics3D.Rolling.Marble", "Ball that rolls on a plane.");
  catalog.add<MarbleJoint>("Mechanics3D.Rolling.MarbleJoint", "Contact of a ball with a plane.");
  catalog.add<AbsolutePosition>("Mechanics3D.Sensors.AbsolutePosition", "Position in the world.");
  catalog.add<AbsoluteVelocity>("Mechanics3D.Sensors.AbsoluteVelocity", "Velocity in the world.");
  catalog.add<AbsoluteAcceleration>("Mechanics3D.Sensors.AbsoluteAcceleration",
                                    "Acceleration in the world.");
  catalog.add<AbsoluteAngularVelocity>("Mechanics3D.Sensors.AbsoluteAngularVelocity",
                                       "Angular velocity in the world.");
  catalog.add<AbsoluteAngularAcceleration>("Mechanics3D.Sensors.AbsoluteAngularAcceleration",
                                           "Angular acceleration in the world.");
  catalog.add<AbsoluteAngles>("Mechanics3D.Sensors.AbsoluteAngles",
                              "Cardan angles of a frame in the world.");
  catalog.add<RelativePosition>("Mechanics3D.Sensors.RelativePosition",
                                "Position in another frame.");
  catalog.add<RelativeVelocity>("Mechanics3D.Sensors.RelativeVelocity",
                                "Velocity in another frame.");
  catalog.add<RelativeAcceleration>("Mechanics3D.Sensors.RelativeAcceleration",
                                    "Acceleration in another frame.");
  catalog.add<RelativeAngularVelocity>("Mechanics3D.Sensors.RelativeAngularVelocity",
                                       "Angular velocity in another frame.");
  catalog.add<RelativeAngularAcceleration>("Mechanics3D.Sensors.RelativeAngularAcceleration",
                                           "Angular acceleration in another frame.");
  catalog.add<RelativeAngles>("Mechanics3D.Sensors.RelativeAngles",
                              "Cardan angles of a frame in another one.");
  catalog.add<Distance>("Mechanics3D.Sensors.Distance", "Distance of two frames.");
  catalog.add<CutForce>("Mechanics3D.Sensors.CutForce", "Force in a connection.");
  catalog.add<CutTorque>("Mechanics3D.Sensors.CutTorque", "Torque in a connection.");
  catalog.add<Power>("Mechanics3D.Sensors.Power", "Power through a connection.");
}

}  // namespace multibond
