#include "../register.h"

#include "multibond/library/mechanics3d/mechanics3d.h"

namespace multibond {

void register_mechanics3d(Catalog& catalog) {
  using namespace mechanics3d;
  catalog.add<World>("Mechanics3D.World", "Origin and gravity of mechanics in space.");
  catalog.add<GravityPool>("Mechanics3D.GravityPool",
                           "Mutual gravitation of the bodies that take part in it.");
  catalog.add<Fixed>("Mechanics3D.Parts.Fixed", "Frame at rest in the world.");
  catalog.add<FixedTranslation>("Mechanics3D.Parts.FixedTranslation",
                                "Fixed translation between two frames: a rigid massless rod.");
  catalog.add<FixedRotation>("Mechanics3D.Parts.FixedRotation",
                             "Fixed rotation between two frames.");
  catalog.add<Weld>("Mechanics3D.Parts.Weld", "Rigid connection of two frames.");
  catalog.add<Body>("Mechanics3D.Parts.Body", "Rigid body with mass and inertia tensor.");
  catalog.add<PointMass>("Mechanics3D.Parts.PointMass", "Point mass.");
  catalog.add<BodyShape>(
      "Mechanics3D.Parts.BodyShape",
      "Rigid body with mass and inertia from its shape and density, or from an STL file.");
  catalog.add<Rotor1D>("Mechanics3D.Parts.Rotor1D",
                       "Rotor of a drive train with the gyroscopic torque on its carrier.");
  catalog.add<Mounting1D>("Mechanics3D.Parts.Mounting1D",
                          "Leads the support torque of a drive train to the body that carries it.");
  catalog.add<BevelGear1D>("Mechanics3D.Parts.BevelGear1D",
                           "Bevel gear of a drive train with the torque on its housing.");
  catalog.add<Rod>("Mechanics3D.Joints.Rod",
                   "Rod with spherical joints at both ends, with or without mass.");
  catalog.add<Revolute>("Mechanics3D.Joints.Revolute", "Revolute joint.");
  catalog.add<PlanarRevolute>(
      "Mechanics3D.Joints.PlanarRevolute",
      "Revolute joint; alias of Revolute for models that use MultiBondLib's cut joint.");
  catalog.add<ActuatedRevolute>("Mechanics3D.Joints.ActuatedRevolute",
                                "Revolute joint with flanges that drive it.");
  catalog.add<Prismatic>("Mechanics3D.Joints.Prismatic", "Prismatic joint.");
  catalog.add<ActuatedPrismatic>("Mechanics3D.Joints.ActuatedPrismatic",
                                 "Prismatic joint with flanges that drive it.");
  catalog.add<Screw>("Mechanics3D.Joints.Screw",
                     "Screw joint: rotation and proportional translation.");
  catalog.add<Cylindrical>("Mechanics3D.Joints.Cylindrical",
                           "Cylindrical joint: rotation about an axis and translation along it.");
  catalog.add<Universal>("Mechanics3D.Joints.Universal",
                         "Universal joint: rotation about two axes.");
  catalog.add<Planar>("Mechanics3D.Joints.Planar",
                      "Planar joint: two translations and one rotation in a plane.");
  catalog.add<Spherical>("Mechanics3D.Joints.Spherical",
                         "Spherical joint: rotation about all axes.");
  catalog.add<FreeTranslation>("Mechanics3D.Joints.FreeTranslation",
                               "Joint with three translations and no rotation.");
  catalog.add<FreeMotion>("Mechanics3D.Joints.FreeMotion",
                          "Free motion with 6 degrees of freedom.");
  catalog.add<RevoluteConstraint>("Mechanics3D.Joints.RevoluteConstraint",
                                  "Revolute joint as a constraint, with axes to be released.");
  catalog.add<PrismaticConstraint>("Mechanics3D.Joints.PrismaticConstraint",
                                   "Prismatic joint as a constraint, with axes to be released.");
  catalog.add<SphericalConstraint>("Mechanics3D.Joints.SphericalConstraint",
                                   "Spherical joint as a constraint, with axes to be released.");
  catalog.add<UniversalConstraint>("Mechanics3D.Joints.UniversalConstraint",
                                   "Universal joint as a constraint, with axes to be released.");
  catalog.add<UniversalSpherical>(
      "Mechanics3D.Joints.UniversalSpherical",
      "Rod with a universal and a spherical joint at its ends, and a frame that moves with it.");
  catalog.add<GearConstraint>("Mechanics3D.Joints.GearConstraint",
                              "Gear of two shafts in a common housing.");
  catalog.add<GearWheels>("Mechanics3D.Joints.GearWheels",
                          "Spur, internal or bevel gear of two wheels in a housing.");
  catalog.add<WormGear>("Mechanics3D.Joints.WormGear", "Worm and wheel in a housing.");
  catalog.add<RackAndPinion>("Mechanics3D.Joints.RackAndPinion", "Rack and pinion in a housing.");
  catalog.add<Differential>("Mechanics3D.Joints.Differential", "Differential of bevel gears.");
  catalog.add<PlanetaryGear>("Mechanics3D.Joints.PlanetaryGear",
                             "Planetary gear of sun, ring and planets on a carrier.");
  catalog.add<JointSSR>("Mechanics3D.Joints.JointSSR",
                        "Spherical, spherical and revolute joint with rods between them.");
  catalog.add<JointSSP>("Mechanics3D.Joints.JointSSP",
                        "Spherical, spherical and prismatic joint with rods between them.");
  catalog.add<JointUSR>("Mechanics3D.Joints.JointUSR",
                        "Universal, spherical and revolute joint with rods between them.");
  catalog.add<JointUSP>("Mechanics3D.Joints.JointUSP",
                        "Universal, spherical and prismatic joint with rods between them.");
  catalog.add<JointUPS>("Mechanics3D.Joints.JointUPS",
                        "Universal, prismatic and spherical joint: a leg of variable length.");
  catalog.add<JointSUP>("Mechanics3D.Joints.JointSUP",
                        "Spherical, universal and prismatic joint with rods between them.");
  catalog.add<JointRRR>("Mechanics3D.Joints.JointRRR",
                        "Three revolute joints of a planar loop with rods between them.");
  catalog.add<JointRRP>("Mechanics3D.Joints.JointRRP",
                        "Two revolute joints and a prismatic one of a planar loop.");
  catalog.add<JointRPP>("Mechanics3D.Joints.JointRPP",
                        "A revolute joint and two prismatic ones of a planar loop.");
  catalog.add<Spring>("Mechanics3D.Forces.Spring", "Linear spring between two frames.");
  catalog.add<Damper>("Mechanics3D.Forces.Damper",
                      "Linear damper along the line between two frames.");
  catalog.add<SpringDamper>("Mechanics3D.Forces.SpringDamper", "Spring and damper in parallel.");
  catalog.add<SpringDamperSeries>("Mechanics3D.Forces.SpringDamperSeries",
                                  "Spring and damper in series.");
  catalog.add<SphereContact>("Mechanics3D.Forces.SphereContact", "Elastic contact of two spheres.");
  catalog.add<LineForce>("Mechanics3D.Forces.LineForce",
                         "Line force: connects one-dimensional components between two frames.");
  catalog.add<SpringWithMass>("Mechanics3D.Forces.SpringWithMass",
                              "Linear spring with a point mass on its line.");
  catalog.add<LineForceWithMass>("Mechanics3D.Forces.LineForceWithMass",
                                 "Line force with a point mass on its line.");
  catalog.add<LineForceWithTwoMasses>("Mechanics3D.Forces.LineForceWithTwoMasses",
                                      "Line force with two point masses on its line.");
  catalog.add<MassAtFraction>("Mechanics3D.Parts.MassAtFraction",
                              "Point mass at a fraction of the line between two frames.");
  catalog.add<MassAtDistance>("Mechanics3D.Parts.MassAtDistance",
                              "Point mass on the line between two frames, at a given distance.");
  catalog.add<WorldForce>("Mechanics3D.Forces.WorldForce",
                          "Force on a frame, prescribed by signals.");
  catalog.add<WorldTorque>("Mechanics3D.Forces.WorldTorque",
                           "Torque on a frame, prescribed by signals.");
  catalog.add<WorldForceAndTorque>("Mechanics3D.Forces.WorldForceAndTorque",
                                   "Force and torque on a frame, prescribed by signals.");
  catalog.add<BodyForce>("Mechanics3D.Forces.BodyForce",
                         "Force on a frame, prescribed by signals and resolved in the frame.");
  catalog.add<BodyTorque>("Mechanics3D.Forces.BodyTorque",
                          "Torque on a frame, prescribed by signals and resolved in the frame.");
  catalog.add<Force>("Mechanics3D.Forces.Force",
                     "Force between two frames, prescribed by signals.");
  catalog.add<Torque>("Mechanics3D.Forces.Torque",
                      "Torque between two frames, prescribed by signals.");
  catalog.add<ForceAndTorque>("Mechanics3D.Forces.ForceAndTorque",
                              "Force and torque between two frames, prescribed by signals.");
  catalog.add<Damping>("Mechanics3D.Forces.Damping",
                       "Damping of the relative translation and rotation of two frames.");
  catalog.add<Drag>("Mechanics3D.Forces.Drag", "Drag in a medium at rest.");
  catalog.add<Bushing>("Mechanics3D.Forces.Bushing",
                       "Bushing: elastic and damped connection of two frames.");
  catalog.add<Wheel>("Mechanics3D.Rolling.Wheel",
                     "Wheel with mass, rolling on a plane without slip.");
  catalog.add<WheelJoint>("Mechanics3D.Rolling.WheelJoint",
                          "Rolling contact of a wheel with a plane.");
  catalog.add<Marble>("Mechanics3D.Rolling.Marble",
                      "Ball with mass, rolling on a plane without slip.");
  catalog.add<MarbleJoint>("Mechanics3D.Rolling.MarbleJoint",
                           "Rolling contact of a ball with a plane.");
  catalog.add<RollingWheelSet>("Mechanics3D.Rolling.RollingWheelSet",
                               "Two wheels on an axle, rolling on a plane without slip.");
  catalog.add<RimContact>("Mechanics3D.Rolling.RimContact",
                          "Rolling contact of a wheel that is held upright.");
  catalog.add<SphereCollider>("Mechanics3D.Contacts.SphereCollider",
                              "Sphere that touches other shapes.");
  catalog.add<BoxCollider>("Mechanics3D.Contacts.BoxCollider", "Box that touches other shapes.");
  catalog.add<CapsuleCollider>("Mechanics3D.Contacts.CapsuleCollider",
                               "Cylinder with round ends that touches other shapes.");
  catalog.add<CylinderCollider>("Mechanics3D.Contacts.CylinderCollider",
                                "Cylinder that touches planes.");
  catalog.add<FloorCollider>("Mechanics3D.Contacts.FloorCollider",
                             "Half space that touches other shapes: floor, wall or slope.");
  catalog.add<ConvexCollider>("Mechanics3D.Contacts.ConvexCollider",
                              "Convex body that touches other shapes.");
  catalog.add<Impulse>("Mechanics3D.Contacts.Impulse",
                       "Impulse on a frame, at a time or by a signal.");
  catalog.add<EnergyInjection>("Mechanics3D.Contacts.EnergyInjection",
                               "Energy given to a frame at an instant, by a time or a signal.");
  catalog.add<FixedShape>("Mechanics3D.Visualizers.FixedShape", "Visual shape fixed to a frame.");
  catalog.add<FixedFrame>("Mechanics3D.Visualizers.FixedFrame", "Axes of a frame.");
  catalog.add<FixedArrow>("Mechanics3D.Visualizers.FixedArrow", "Arrow fixed to a frame.");
  catalog.add<Lines>("Mechanics3D.Visualizers.Lines", "Line through points, fixed to a frame.");
  catalog.add<StlMesh>("Mechanics3D.Visualizers.StlMesh",
                       "Surface of an STL file, fixed to a frame.");
  catalog.add<SignalArrow>("Mechanics3D.Visualizers.SignalArrow",
                           "Arrow at a frame, prescribed by signals.");
  catalog.add<AbsolutePosition>("Mechanics3D.Sensors.AbsolutePosition",
                                "Measures the position of a frame in the world.");
  catalog.add<AbsoluteVelocity>("Mechanics3D.Sensors.AbsoluteVelocity",
                                "Measures the velocity of a frame in the world.");
  catalog.add<AbsoluteAcceleration>("Mechanics3D.Sensors.AbsoluteAcceleration",
                                    "Measures the acceleration of a frame in the world.");
  catalog.add<AbsoluteAngularVelocity>("Mechanics3D.Sensors.AbsoluteAngularVelocity",
                                       "Measures the angular velocity of a frame in the world.");
  catalog.add<AbsoluteAngularAcceleration>(
      "Mechanics3D.Sensors.AbsoluteAngularAcceleration",
      "Measures the angular acceleration of a frame in the world.");
  catalog.add<AbsoluteAngles>("Mechanics3D.Sensors.AbsoluteAngles",
                              "Measures the Cardan angles of a frame in the world.");
  catalog.add<AbsoluteOrientation>("Mechanics3D.Sensors.AbsoluteOrientation",
                                   "Measures the orientation matrix of a frame in the world.");
  catalog.add<RelativePosition>("Mechanics3D.Sensors.RelativePosition",
                                "Measures the position of a frame relative to another.");
  catalog.add<RelativeVelocity>("Mechanics3D.Sensors.RelativeVelocity",
                                "Measures the velocity of a frame relative to another.");
  catalog.add<RelativeAcceleration>("Mechanics3D.Sensors.RelativeAcceleration",
                                    "Measures the acceleration of a frame relative to another.");
  catalog.add<RelativeAngularVelocity>(
      "Mechanics3D.Sensors.RelativeAngularVelocity",
      "Measures the angular velocity of a frame relative to another.");
  catalog.add<RelativeAngularAcceleration>(
      "Mechanics3D.Sensors.RelativeAngularAcceleration",
      "Measures the angular acceleration of a frame relative to another.");
  catalog.add<RelativeAngles>("Mechanics3D.Sensors.RelativeAngles",
                              "Cardan angles of a frame in another one.");
  catalog.add<RelativeOrientation>(
      "Mechanics3D.Sensors.RelativeOrientation",
      "Measures the orientation matrix of a frame relative to another.");
  catalog.add<Distance>("Mechanics3D.Sensors.Distance",
                        "Measures the distance between two frames.");
  catalog.add<CutForce>("Mechanics3D.Sensors.CutForce", "Force in a connection.");
  catalog.add<CutTorque>("Mechanics3D.Sensors.CutTorque", "Torque in a connection.");
  catalog.add<Power>("Mechanics3D.Sensors.Power", "Measures the power through a connection.");
}

}  // namespace multibond
