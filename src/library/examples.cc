#include "multibond/library/examples/bicycle.h"
#include "multibond/library/examples/bond_circuits.h"
#include "multibond/library/examples/bond_mechanics.h"
#include "multibond/library/examples/circuits.h"
#include "multibond/library/examples/domains.h"
#include "multibond/library/examples/drives.h"
#include "multibond/library/examples/equations.h"
#include "multibond/library/examples/first.h"
#include "multibond/library/examples/hybrid.h"
#include "multibond/library/examples/mechanics3d.h"
#include "multibond/library/examples/planar.h"
#include "multibond/library/examples/plane.h"
#include "register.h"

namespace multibond {

void register_examples(Catalog& catalog) {
  using namespace examples;
  // first.h
  catalog.add_model<ElectricCircuit>("ElectricCircuit",
                                     "RC network of two nodes and a current source.",
                                     {.stop = 10, .plot = {"Vleft", "Vright"}});
  catalog.add_model<SpringMassDamper>("SpringMassDamper", "Mass on a spring and a damper.",
                                      {.stop = 10, .plot = {"mass.s", "mass.v"}});
  catalog.add_model<MassChain>("MassChain", "Chain of n masses, springs and dampers.",
                               {.stop = 10, .plot = {"mass[1].s", "mass[10].s"}});
  catalog.add_model<CartesianPendulum>("CartesianPendulum",
                                       "Pendulum as plain equations in x and y, of index 3.",
                                       {.stop = 10, .plot = {"x", "y", "F"}});
  catalog.add_model<BouncingBall>("BouncingBall", "Ball that bounces with restitution 0.8.",
                                  {.stop = 5, .plot = {"h", "v"}});
  // circuits.h
  catalog.add_model<CapacitorLoop>("CapacitorLoop",
                                   "Capacitors across a voltage source, of index 2.",
                                   {.stop = 5, .plot = {"source.v", "C2.v"}});
  catalog.add_model<InductorCutset>("InductorCutset", "Inductors at a current source, of index 2.",
                                    {.stop = 10, .plot = {"source.i", "L1.i", "L2.i"}});
  catalog.add_model<DiodeRectifier>("DiodeRectifier", "Bridge of four diodes with a capacitor.",
                                    {.stop = 0.1, .plot = {"source.v", "C.v"}});
  catalog.add_model<RCLadder>("RCLadder", "RC line of n cells.",
                              {.stop = 3, .plot = {"capacitor[1].v", "v_end"}});
  catalog.add_model<ResistorLadder>("ResistorLadder", "Ladder of n resistors, without states.",
                                    {.stop = 1, .intervals = 10, .plot = {"v_in"}});
  catalog.add_model<SwitchedRC>("SwitchedRC", "Capacitor charged through a switch.",
                                {.stop = 2, .plot = {"C.v"}});
  // equations.h
  catalog.add_model<Robertson>("Robertson", "Robertson's stiff chemical reaction.",
                               {.stop = 40, .tolerance = 1e-8, .plot = {"y1", "y2", "y3"}});
  catalog.add_model<VanDerPol>("VanDerPol", "Van der Pol's oscillator.",
                               {.stop = 40, .plot = {"x"}});
  catalog.add_model<LotkaVolterra>("LotkaVolterra", "Prey and predators.",
                                   {.stop = 20, .plot = {"x", "y"}});
  catalog.add_model<Arenstorf>(
      "Arenstorf", "Satellite between earth and moon on a closed orbit.",
      {.stop = 17.0652165601579625588917206249, .tolerance = 1e-10, .plot = {"x", "y"}});
  // plane.h
  catalog.add_model<PlanePendulum>("PlanePendulum", "Pendulum of an anchor, a rod and a mass.",
                                   {.stop = 10, .plot = {"bob.x", "bob.y", "rod.f"}});
  catalog.add_model<DoublePendulum>("DoublePendulum", "Double pendulum of rods and point masses.",
                                    {.stop = 10, .tolerance = 1e-8, .plot = {"bob2.x", "bob2.y"}});
  catalog.add_model<Truss>("Truss", "Swinging square of rods, one of which is redundant.",
                           {.stop = 10, .plot = {"C.x", "C.y"}});
  // drives.h
  catalog.add_model<GearTrain>("GearTrain", "Motor and load on a gear.",
                               {.stop = 10, .plot = {"motor.w", "load.w"}});
  catalog.add_model<PIControl>("PIControl", "Control loop with a PI controller.",
                               {.stop = 5, .plot = {"reference.y.value", "plant.y.value"}});
  catalog.add_model<RelayChain>("RelayChain",
                                "Relays that close one after the other at one instant.",
                                {.stop = 2, .plot = {"y", "x"}});
  // hybrid.h
  catalog.add_model<BuckConverter>("BuckConverter",
                                   "Buck converter with an ideal switch and an ideal diode.",
                                   {.stop = 5e-3, .tolerance = 1e-8, .plot = {"C.v", "L.i"}});
  catalog.add_model<FullBridgeRectifier>("FullBridgeRectifier",
                                         "Bridge of four ideal diodes with a capacitor.",
                                         {.stop = 0.1, .plot = {"source.v", "C.v"}});
  catalog.add_model<StickSlip>("StickSlip", "Mass on a belt that sticks and slips.",
                               {.stop = 5, .plot = {"mass.s", "mass.v", "friction.f"}});
  catalog.add_model<ClutchEngagement>("ClutchEngagement", "Flywheels that a clutch couples.",
                                      {.stop = 5, .plot = {"engine.w", "load.w", "clutch.tau"}});
  // planar.h
  catalog.add_model<PlanarDoublePendulum>("PlanarDoublePendulum", "Double pendulum of joints.",
                                          {.stop = 10, .plot = {"Revolute1.phi", "Revolute3.phi"}});
  catalog.add_model<PlanarFreeBody>("PlanarFreeBody", "Free body that hangs on a spring.",
                                    {.stop = 10, .plot = {"Body1.x", "Body1.y", "Body1.phi"}});
  catalog.add_model<PlanarKinematicLoop>("PlanarKinematicLoop", "Parallelogram of four joints.",
                                         {.stop = 10, .plot = {"Revolute1.phi", "Revolute2.phi"}});
  catalog.add_model<PlanarKinematicLoop2>(
      "PlanarKinematicLoop2", "Loop with a slider on a spring, and a pendulum at its end.",
      {.stop = 10, .plot = {"actuatedPrismatic.s", "Revolute4.phi"}});
  catalog.add_model<DampedPendulum>("DampedPendulum", "Pendulum with a damper on its axis.",
                                    {.stop = 10, .plot = {"actuatedRevolute1.phi"}});
  catalog.add_model<CraneCrab3>("CraneCrab3", "Crane crab of joints and bodies.",
                                {.stop = 10, .plot = {"Prismatic1.s", "Revolute1.phi"}});
  catalog.add_model<SevenBody>("SevenBody", "Andrews' squeezing mechanism: three closed loops.",
                               {.stop = 0.03, .tolerance = 1e-8, .plot = {"O.phi", "B3.phi"}});
  catalog.add_model<NFourBar>("NFourBar", "Row of four-bar linkages through singular positions.",
                              {.stop = 10, .tolerance = 1e-8, .plot = {"base[1].phi"}});
  // mechanics3d.h
  catalog.add_model<DoublePendulum3D>("DoublePendulum3D",
                                      "Double pendulum in space, hinges of different axes.",
                                      {.stop = 10, .plot = {"Revolute1.phi", "Revolute2.phi"}});
  catalog.add_model<FourBarLoop>("FourBarLoop", "Loop of a crank, a coupler and a slider in space.",
                                 {.stop = 5, .plot = {"Revolute1.w", "Prismatic1.s"}});
  catalog.add_model<RollingMarble>(
      "RollingMarble", "Marble that rolls on the floor, drawn by a spring.",
      {.stop = 10, .plot = {"Marble2.body.x[1]", "Marble2.body.x[3]"}});
  catalog.add_model<GyroscopicEffect>("GyroscopicEffect",
                                      "Gyroscope: a fast disc on a rod held at one end.",
                                      {.stop = 10, .plot = {"Body1.x[2]", "Body1.x[3]"}});
  catalog.add_model<SphericalSpring>(
      "SphericalSpring", "Body on a spherical joint, with a spring and damping.",
      {.stop = 10, .plot = {"Body1.x[1]", "Body1.x[2]", "Body1.x[3]"}});
  catalog.add_model<PlanarLoop>("PlanarLoop", "Planar loop of ordinary joints in space.",
                                {.stop = 10, .plot = {"Prismatic1.s", "Revolute3.phi"}});
  catalog.add_model<CentrifugalForce>("CentrifugalForce", "Centrifugal governor.",
                                      {.stop = 10, .plot = {"Revolute3.w", "Prismatic1.s"}});
  catalog.add_model<NewtonsCradleWeak>(
      "NewtonsCradleWeak", "Newton's cradle of five balls with soft contacts.",
      {.stop = 5,
       .tolerance = 1e-8,
       .plot = {"revolute[1].phi", "revolute[2].phi", "revolute[4].phi", "revolute[5].phi"}});
  catalog.add_model<ThreeBodySystem>(
      "ThreeBodySystem", "Three bodies that attract each other.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"Body1.x[1]", "Body2.x[1]", "Body3.x[3]"}});
  // bicycle.h
  catalog.add_model<DampedPendulum3D>("DampedPendulum3D", "Pendulum with a damper on its axis.",
                                      {.stop = 10, .plot = {"Revolute1.phi"}});
  catalog.add_model<CraneCrab3D>("CraneCrab3D", "Crane crab of joints and bodies in space.",
                                 {.stop = 10, .plot = {"Prismatic1.s", "Revolute1.phi"}});
  catalog.add_model<Bicycle>(
      "Bicycle", "Bicycle of MultiBondLib, with a lean of five degrees.",
      {.stop = 3, .plot = {"Steering.phi", "RWheel.body.orientation.phi[2]"}});
  catalog.add_model<Bicycle2>("Bicycle2", "The same, its front wheel of a contact and a body.",
                              {.stop = 3, .plot = {"Steering.phi"}});
  catalog.add_model<WhippleBicycle>(
      "WhippleBicycle", "Bicycle of two frames, two wheels and three hinges, at 4.6 m/s.",
      {.stop = 5, .plot = {"steer.phi", "rear_frame.orientation.phi[1]"}});
  // domains.h
  catalog.add_model<HydraulicServo>("HydraulicServo", "Piston moved to a position by valves.",
                                    {.stop = 2, .plot = {"mass.s", "chamber.p"}});
  catalog.add_model<DCMotorDrive>("DCMotorDrive", "Motor with gear, load and dry friction.",
                                  {.stop = 2, .plot = {"load.w", "motor.la.i"}});
  catalog.add_model<ThermalWall>(
      "ThermalWall", "Wall between a heated room and a day outside.",
      {.stop = 259200, .plot = {"layer1.T", "layer3.T", "loss.y.value"}});
  // bond_circuits.h
  catalog.add_model<BondCircuit>("BondCircuit", "Battery, coil and RC network as a bond graph.",
                                 {.stop = 2, .plot = {"C.port.e", "L.port.f"}});
  catalog.add_model<MagneticCircuit>("MagneticCircuit",
                                     "BondCircuit with its coil in the magnetic domain.",
                                     {.stop = 2, .plot = {"C.port.e", "L.port.e"}});
  catalog.add_model<DualCircuit>("DualCircuit", "BondCircuit with currents as efforts.",
                                 {.stop = 2, .plot = {"C.port.f", "L.port.e"}});
  catalog.add_model<HeatedResistor>("HeatedResistor",
                                    "BondCircuit with a resistor that its own heat makes worse.",
                                    {.stop = 10, .plot = {"body.port.e", "law.y.value"}});
  catalog.add_model<ElectricCircuitBonds>("ElectricCircuitBonds",
                                          "RC network of two nodes as a bond graph.",
                                          {.stop = 10, .plot = {"Vleft", "Vright"}});
  catalog.add_model<ElectricCircuitMultibond>("ElectricCircuitMultibond",
                                              "RC network of two nodes as a multibond graph.",
                                              {.stop = 10, .plot = {"Vleft", "Vright"}});
  // bond_mechanics.h
  catalog.add_model<PlanarPendulum>("PlanarPendulum", "Pendulum as a multibond graph.",
                                    {.stop = 10, .plot = {"phi"}});
  catalog.add_model<CraneCrab1>("CraneCrab1", "Crane crab as a multibond graph.",
                                {.stop = 10, .plot = {"x1", "phi"}});
  catalog.add_model<CraneCrab2>("CraneCrab2", "Crane crab as a multibond graph of wrapped parts.",
                                {.stop = 10, .plot = {"x1", "phi"}});
}

}  // namespace multibond
