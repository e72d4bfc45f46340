#include "examples/bicycle.h"
#include "examples/body_cloud.h"
#include "examples/bond_circuits.h"
#include "examples/bond_mechanics.h"
#include "examples/bond_space.h"
#include "examples/circuits.h"
#include "examples/domains.h"
#include "examples/drives.h"
#include "examples/engine.h"
#include "examples/equations.h"
#include "examples/first.h"
#include "examples/four_bar_impact.h"
#include "examples/heaps.h"
#include "examples/hybrid.h"
#include "examples/impacts.h"
#include "examples/kerb.h"
#include "examples/locks.h"
#include "examples/mechanics3d.h"
#include "examples/multibody.h"
#include "examples/planar.h"
#include "examples/plane.h"
#include "examples/robot.h"
#include "register.h"

namespace multibond {
namespace {

using namespace examples;

void add_circuits(Catalog& catalog) {
  catalog.topic("Electric circuits");
  catalog.add_model<ElectricCircuit>("ElectricCircuit",
                                     "RC network of two nodes and a current source.",
                                     {.stop = 10, .plot = {"Vleft", "Vright"}});
  catalog.add_model<CapacitorLoop>("CapacitorLoop", "Capacitors across a voltage source (index 2).",
                                   {.stop = 5, .plot = {"source.v", "C2.v"}});
  catalog.add_model<InductorCutset>("InductorCutset",
                                    "Inductors fed by a current source (index 2).",
                                    {.stop = 10, .plot = {"source.i", "L1.i", "L2.i"}});
  catalog.add_model<DiodeRectifier>("DiodeRectifier",
                                    "Bridge rectifier: four diodes and a capacitor.",
                                    {.stop = 0.1, .plot = {"source.v", "C.v"}});
  catalog.add_model<RCLadder>("RCLadder", "RC line of n cells.",
                              {.stop = 3, .plot = {"capacitor[1].v", "v_end"}});
  catalog.add_model<ResistorLadder>("ResistorLadder", "Ladder of n resistors (no states).",
                                    {.stop = 1, .intervals = 10, .plot = {"v_in"}});
  catalog.add_model<SwitchedRC>("SwitchedRC", "Capacitor charged through a switch.",
                                {.stop = 2, .plot = {"C.v"}});
  catalog.add_model<BuckConverter>("BuckConverter",
                                   "Buck converter with an ideal switch and an ideal diode.",
                                   {.stop = 5e-3, .tolerance = 1e-8, .plot = {"C.v", "L.i"}});
  catalog.add_model<FullBridgeRectifier>("FullBridgeRectifier",
                                         "Bridge rectifier: four ideal diodes and a capacitor.",
                                         {.stop = 0.1, .plot = {"source.v", "C.v"}});
}

void add_bond_graphs(Catalog& catalog) {
  catalog.topic("Bond graphs");
  catalog.add_model<BondCircuit>("BondCircuit", "Battery, coil and RC network as a bond graph.",
                                 {.stop = 2, .plot = {"C.port.e", "L.port.f"}});
  catalog.add_model<MagneticCircuit>("MagneticCircuit",
                                     "BondCircuit with the coil modelled in the magnetic domain.",
                                     {.stop = 2, .plot = {"C.port.e", "L.port.e"}});
  catalog.add_model<DualCircuit>("DualCircuit",
                                 "BondCircuit with currents as efforts and voltages as flows.",
                                 {.stop = 2, .plot = {"C.port.f", "L.port.e"}});
  catalog.add_model<HeatedResistor>(
      "HeatedResistor",
      "BondCircuit with a temperature-dependent resistor heated by its own losses.",
      {.stop = 10, .plot = {"body.port.e", "law.y.value"}});
  catalog.add_model<ElectricCircuitBonds>("ElectricCircuitBonds",
                                          "RC network of two nodes as a bond graph.",
                                          {.stop = 10, .plot = {"Vleft", "Vright"}});
  catalog.add_model<ElectricCircuitMultibond>("ElectricCircuitMultibond",
                                              "RC network of two nodes as a multibond graph.",
                                              {.stop = 10, .plot = {"Vleft", "Vright"}});
  catalog.add_model<PlanarPendulum>("PlanarPendulum", "Pendulum as a multibond graph.",
                                    {.stop = 10, .plot = {"phi"}});
  catalog.add_model<CraneCrab1>("CraneCrab1", "Crane crab as a multibond graph.",
                                {.stop = 10, .plot = {"x1", "phi"}});
  catalog.add_model<CraneCrab2>("CraneCrab2",
                                "Crane crab as a multibond graph of wrapped components.",
                                {.stop = 10, .plot = {"x1", "phi"}});
  catalog.add_model<EulerJunctionStructure>(
      "EulerJunctionStructure", "Free rotation of a body in single bonds.",
      {.stop = 10, .plot = {"Ix.port.f", "Iy.port.f", "Iz.port.f"}});
  catalog.add_model<TopBonds>("TopBonds", "Heavy top as a multibond graph.",
                              {.stop = 2, .plot = {"rate.y[1].value", "rate.y[2].value"}});
  catalog.add_model<BeadBonds>("BeadBonds", "Bead on a turning bar as a multibond graph.",
                               {.stop = 5, .plot = {"angle.y.value", "distance.y.value"}});
  catalog.add_model<CardanPendulumBonds>(
      "CardanPendulumBonds", "Pendulum in space as a multibond graph, with Cardan angles.",
      {.stop = 0.5, .plot = {"angles.phi[1].value", "angles.phi[2].value"}});
}

void add_drives(Catalog& catalog) {
  catalog.topic("Masses, springs and drives");
  catalog.add_model<SpringMassDamper>("SpringMassDamper", "Mass on a spring and a damper.",
                                      {.stop = 10, .plot = {"mass.s", "mass.v"}});
  catalog.add_model<MassChain>("MassChain", "Chain of n masses, springs and dampers.",
                               {.stop = 10, .plot = {"mass[1].s", "mass[10].s"}});
  catalog.add_model<GearTrain>("GearTrain", "Motor inertia and load connected by a gear.",
                               {.stop = 10, .plot = {"motor.w", "load.w"}});
  catalog.add_model<Hoist>("Hoist",
                           "Load lifted and held by a gear with losses, which becomes warm.",
                           {.stop = 5, .plot = {"load.s", "motor.w", "housing.T"}});
  catalog.add_model<StickSlip>("StickSlip", "Mass on a moving belt, sticking and slipping.",
                               {.stop = 5, .plot = {"mass.s", "mass.v", "friction.f"}});
  catalog.add_model<Sled>("Sled", "Sled that comes to rest by friction given as a table.",
                          {.stop = 3, .plot = {"sled.s", "sled.v"}});
  catalog.add_model<ClutchEngagement>("ClutchEngagement", "Two flywheels coupled by a clutch.",
                                      {.stop = 5, .plot = {"engine.w", "load.w", "clutch.tau"}});
  catalog.add_model<DCMotorDrive>("DCMotorDrive", "DC motor with gear, load and dry friction.",
                                  {.stop = 2, .plot = {"load.w", "motor.la.i"}});
}

void add_other_domains(Catalog& catalog) {
  catalog.topic("Hydraulics, heat and control");
  catalog.add_model<HydraulicServo>("HydraulicServo", "Hydraulic piston positioned by valves.",
                                    {.stop = 2, .plot = {"mass.s", "chamber.p"}});
  catalog.add_model<ThermalWall>(
      "ThermalWall", "Wall between a heated room and the daily outdoor temperature.",
      {.stop = 259200, .plot = {"layer1.T", "layer3.T", "loss.y.value"}});
  catalog.add_model<PIControl>("PIControl", "Control loop with a PI controller.",
                               {.stop = 5, .plot = {"reference.y.value", "plant.y.value"}});
  catalog.add_model<RelayChain>("RelayChain",
                                "Relays that trigger one another at the same instant.",
                                {.stop = 2, .plot = {"y", "x"}});
}

void add_equations(Catalog& catalog) {
  catalog.topic("Plain equations");
  catalog.add_model<CartesianPendulum>("CartesianPendulum",
                                       "Pendulum as plain equations in x and y (index 3).",
                                       {.stop = 10, .plot = {"x", "y", "F"}});
  catalog.add_model<BouncingBall>("BouncingBall", "Ball bouncing with restitution 0.8.",
                                  {.stop = 5, .plot = {"h", "v"}});
  catalog.add_model<Robertson>("Robertson", "Robertson's stiff chemical kinetics.",
                               {.stop = 40, .tolerance = 1e-8, .plot = {"y1", "y2", "y3"}});
  catalog.add_model<VanDerPol>("VanDerPol", "Van der Pol oscillator.", {.stop = 40, .plot = {"x"}});
  catalog.add_model<LotkaVolterra>("LotkaVolterra",
                                   "Lotka-Volterra equations of predators and prey.",
                                   {.stop = 20, .plot = {"x", "y"}});
  catalog.add_model<Arenstorf>(
      "Arenstorf", "Arenstorf orbit: satellite between the earth and the moon.",
      {.stop = 17.0652165601579625588917206249, .tolerance = 1e-10, .plot = {"x", "y"}});
}

void add_points(Catalog& catalog) {
  catalog.topic("Points and rods in the plane");
  catalog.add_model<PointPendulum>("PointPendulum",
                                   "Pendulum built from an anchor, a rod and a point mass.",
                                   {.stop = 10, .plot = {"bob.x", "bob.y", "rod.f"}});
  catalog.add_model<DoublePendulum>("DoublePendulum",
                                    "Double pendulum built from rods and point masses.",
                                    {.stop = 10, .tolerance = 1e-8, .plot = {"bob2.x", "bob2.y"}});
  catalog.add_model<Truss>("Truss", "Swinging square of six rods, one of them redundant.",
                           {.stop = 10, .plot = {"C.x", "C.y"}});
}

void add_planar(Catalog& catalog) {
  catalog.topic("Planar mechanisms");
  catalog.add_model<PlanarDoublePendulum>("PlanarDoublePendulum",
                                          "Double pendulum built from planar joints and bodies.",
                                          {.stop = 10, .plot = {"Revolute1.phi", "Revolute3.phi"}});
  catalog.add_model<PlanarFreeBody>("PlanarFreeBody", "Free body hanging from a spring.",
                                    {.stop = 10, .plot = {"Body1.x", "Body1.y", "Body1.phi"}});
  catalog.add_model<PlanarKinematicLoop>("PlanarKinematicLoop",
                                         "Parallelogram linkage with four revolute joints.",
                                         {.stop = 10, .plot = {"Revolute1.phi", "Revolute2.phi"}});
  catalog.add_model<PlanarKinematicLoop2>(
      "PlanarKinematicLoop2", "Linkage with a slider on a spring and a pendulum at its end.",
      {.stop = 10, .plot = {"actuatedPrismatic.s", "Revolute4.phi"}});
  catalog.add_model<DampedPendulum>("DampedPendulum", "Planar pendulum with a damper on its axis.",
                                    {.stop = 10, .plot = {"actuatedRevolute1.phi"}});
  catalog.add_model<CraneCrab3>("CraneCrab3", "Crane crab built from planar joints and bodies.",
                                {.stop = 10, .plot = {"Prismatic1.s", "Revolute1.phi"}});
  catalog.add_model<SevenBody>("SevenBody",
                               "Andrews' squeezing mechanism: seven bodies, three closed loops.",
                               {.stop = 0.03, .tolerance = 1e-8, .plot = {"O.phi", "B3.phi"}});
  catalog.add_model<NFourBar>("NFourBar",
                              "Row of n four-bar linkages that passes through singular positions.",
                              {.stop = 10, .tolerance = 1e-8, .plot = {"base[1].phi"}});
}

void add_space(Catalog& catalog) {
  catalog.topic("Mechanisms in space");
  catalog.add_model<DoublePendulum3D>("DoublePendulum3D",
                                      "Double pendulum in space with hinges about different axes.",
                                      {.stop = 10, .plot = {"Revolute1.phi", "Revolute2.phi"}});
  catalog.add_model<DampedPendulum3D>("DampedPendulum3D",
                                      "Pendulum in space with a damper on its axis.",
                                      {.stop = 10, .plot = {"Revolute1.phi"}});
  catalog.add_model<CraneCrab3D>("CraneCrab3D", "Crane crab built from joints and bodies in space.",
                                 {.stop = 10, .plot = {"Prismatic1.s", "Revolute1.phi"}});
  catalog.add_model<FourBarLoop>("FourBarLoop",
                                 "Closed loop of a crank, a coupler and a slider in space.",
                                 {.stop = 5, .plot = {"Revolute1.w", "Prismatic1.s"}});
  catalog.add_model<PlanarLoop3D>("PlanarLoop3D", "Planar closed loop built from joints in space.",
                                  {.stop = 10, .plot = {"Prismatic1.s", "Revolute3.phi"}});
  catalog.add_model<CentrifugalForce>("CentrifugalForce", "Centrifugal governor.",
                                      {.stop = 10, .plot = {"Revolute3.w", "Prismatic1.s"}});
  catalog.add_model<GyroscopicEffect>("GyroscopicEffect",
                                      "Gyroscope: fast spinning disc on a rod held at one end.",
                                      {.stop = 10, .plot = {"Body1.x[2]", "Body1.x[3]"}});
  catalog.add_model<SphericalSpring>(
      "SphericalSpring", "Body on a spherical joint, held by a spring and a damper.",
      {.stop = 10, .plot = {"Body1.x[1]", "Body1.x[2]", "Body1.x[3]"}});
  catalog.add_model<RollingMarble>(
      "RollingMarble", "Marble rolling on the floor, pulled by a spring.",
      {.stop = 10, .plot = {"Marble2.body.x[1]", "Marble2.body.x[3]"}});
  catalog.add_model<NewtonsCradleWeak>(
      "NewtonsCradleWeak", "Newton's cradle: five balls with elastic contacts.",
      {.stop = 5,
       .tolerance = 1e-8,
       .plot = {"revolute[1].phi", "revolute[2].phi", "revolute[4].phi", "revolute[5].phi"}});
  catalog.add_model<ThreeBodySystem>(
      "ThreeBodySystem", "Three bodies under mutual gravitation.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"Body1.x[1]", "Body2.x[1]", "Body3.x[3]"}});
}

void add_machines(Catalog& catalog) {
  catalog.topic("Engine and robot");
  catalog.add_model<EngineV6>("EngineV6", "V6 engine with gas forces that runs up with a load.",
                              {.stop = 1.01, .plot = {"load.w", "filter.y.value"}});
  catalog.add_model<EngineV6Assemblies>("EngineV6Assemblies",
                                        "The V6 engine with a joint assembly for each cylinder.",
                                        {.stop = 1.01, .plot = {"load.w", "filter.y.value"}});
  catalog.add_model<Robot>("Robot", "Robot with six driven and controlled axes on a path.",
                           {.stop = 1.856045, .plot = {"mechanics.r1.phi", "mechanics.r2.phi"}});
}

void add_multibody(Catalog& catalog) {
  catalog.topic("Mechanisms in space, more parts");
  catalog.add_model<Thrusters>("Thrusters",
                               "Probe that thrusters push and turn, with a camera on a hinge.",
                               {.stop = 10, .plot = {"probe.x[1]", "hinge.phi"}});
  catalog.add_model<ReactionWheel>("ReactionWheel",
                                   "Satellite turned by a motor, a bevel gear and a wheel.",
                                   {.stop = 10, .plot = {"wheel.w", "satellite.w[3]"}});
  catalog.add_model<WheelSetDrive>("WheelSetDrive",
                                   "Cart of two wheels that unequal torques drive in a circle.",
                                   {.stop = 10, .plot = {"wheels.x", "wheels.y"}});
  catalog.add_model<HeldByConstraints>(
      "HeldByConstraints", "Four bodies held by constraints instead of joints.",
      {.stop = 1, .plot = {"on_revolute.w[3]", "on_prismatic.v[1]"}});
  catalog.add_model<RodSliderCrank>("RodSliderCrank",
                                    "Spatial slider-crank with a rod that has a mass.",
                                    {.stop = 5, .plot = {"crank.phi", "slide.s"}});
  catalog.add_model<PushedArm>("PushedArm", "Arm on two hinges turned by a force and a torque.",
                               {.stop = 1, .plot = {"first.phi", "second.phi"}});
  catalog.add_model<CoupledCranks>("CoupledCranks",
                                   "Four-bar linkage and slider-crank of joint assemblies.",
                                   {.stop = 3, .plot = {"crank.w", "fourbar.joint.phi"}});
  catalog.add_model<StrutsAndRods>("StrutsAndRods",
                                   "Crank with one of each joint assembly of loops in space.",
                                   {.stop = 2, .plot = {"crank.w", "ups.joint.s"}});
  catalog.add_model<HeavyLines>("HeavyLines",
                                "Pendulums coupled by a spring and line forces with masses.",
                                {.stop = 5, .plot = {"left.phi", "right.phi"}});
  catalog.add_model<DriveLine>("DriveLine",
                               "Planetary gear, bevel gear, differential, worm and rack.",
                               {.stop = 5, .plot = {"motor.w[1]", "left.w[3]", "right.w[3]"}});
  catalog.add_model<InitSpringConstant>(
      "InitSpringConstant", "Arm held level by a spring whose stiffness is found at the start.",
      {.stop = 10, .plot = {"rev.phi", "spring.c"}});
}

void add_bicycles(Catalog& catalog) {
  catalog.topic("Bicycles");
  catalog.add_model<Bicycle>(
      "Bicycle", "MultiBondLib's bicycle, released with a lean of five degrees.",
      {.stop = 3, .plot = {"Steering.phi", "RWheel.body.orientation.phi[2]"}});
  catalog.add_model<Bicycle2>("Bicycle2",
                              "Bicycle whose front wheel is a rolling contact plus a body.",
                              {.stop = 3, .plot = {"Steering.phi"}});
  catalog.add_model<WhippleBicycle>(
      "WhippleBicycle",
      "Benchmark bicycle of Meijaard and others: it recovers from a push at 4.6 m/s.",
      {.stop = 5, .plot = {"steer.phi", "rear_frame.orientation.phi[1]"}});
}

void add_impacts(Catalog& catalog) {
  catalog.topic("Impacts and contacts");
  catalog.add_model<ThreeMasses>("ThreeMasses", "Three masses on a line that collide.",
                                 {.stop = 25, .plot = {"mass[1].s", "mass[2].s", "mass[3].s"}});
  catalog.add_model<LimitedPendulum>("LimitedPendulum",
                                     "Pendulum with stops at its joint and a sliding weight.",
                                     {.stop = 10, .plot = {"joint.phi", "slide.s"}});
  catalog.add_model<DogClutch>("DogClutch", "Flywheel that catches up with another one.",
                               {.stop = 3, .plot = {"drive.w", "load.w"}});
  catalog.add_model<RockingBlock>("RockingBlock", "Block that rocks on its edges.",
                                  {.stop = 4, .plot = {"block.phi"}});
  catalog.add_model<Dominoes>("Dominoes", "Row of dominoes.",
                              {.stop = 1, .plot = {"domino[1].phi", "domino[6].phi"}});
  catalog.add_model<BrickWall>("BrickWall", "Wall of bricks that stands.",
                               {.stop = 10, .plot = {"brick[1].y", "brick[33].y"}});
  catalog.add_model<MarbleBox>("MarbleBox", "Marbles at rest in a box.",
                               {.stop = 10, .plot = {"marble[30].x[2]"}});
  catalog.add_model<ChainOnDrum>("ChainOnDrum", "Chain that friction holds on a drum.",
                                 {.stop = 10, .plot = {"link[1].y", "joint[9].phi"}});
  catalog.add_model<SphereBox>("SphereBox", "Spheres that fly and collide in a box.",
                               {.stop = 1, .plot = {"body[1].x[1]", "body[1].x[2]"}});
  catalog.add_model<FallingRod>("FallingRod", "Rod that falls across a disc.",
                                {.stop = 3, .plot = {"rod.y", "rod.phi", "disc.x"}});
  catalog.add_model<MixedModel>("MixedModel", "Ball on a spring that jumps on a floor.",
                                {.stop = 5, .plot = {"movement.r[1]", "movement.r[2]"}});
  catalog.add_model<BouncingPendulum>("BouncingPendulum", "Pendulum that hits a floor.",
                                      {.stop = 5, .plot = {"revolute.phi"}});
  catalog.add_model<BouncingSpherical>(
      "BouncingSpherical", "Spherical pendulum that hits a floor.",
      {.stop = 5, .plot = {"body.x[1]", "body.x[2]", "body.x[3]"}});
  catalog.add_model<NewtonsCradle>("NewtonsCradle", "Newton's cradle of five balls.",
                                   {.stop = 10, .plot = {"revolute[1].phi", "revolute[5].phi"}});
  catalog.add_model<BulletOnPendulum>("BulletOnPendulum", "Bullet that hits a pendulum.",
                                      {.stop = 2, .plot = {"movement.r[1]", "revolute.phi"}});
  catalog.add_model<CueStrikingBall>("CueStrikingBall", "Cue that hits a ball off its centre.",
                                     {.stop = 1, .plot = {"ball.x[1]", "ball.w[3]"}});
  catalog.add_model<CueShot>("CueShot", "Billiard ball given an impulse at the height of rolling.",
                             {.stop = 1, .plot = {"ball.x[1]", "ball.w[3]"}});
  catalog.add_model<SpinningBall>("SpinningBall", "Ball with backspin that bounces on a floor.",
                                  {.stop = 4, .plot = {"body.x[1]", "body.x[2]"}});
  catalog.add_model<CollisionPool>("CollisionPool",
                                   "Five bodies that attract each other and collide.",
                                   {.stop = 5, .plot = {"body[1].x[1]", "body[2].x[1]"}});
  catalog.add_model<TranslatingPool>(
      "TranslatingPool", "Five bodies that attract each other, collide and do not turn.",
      {.stop = 5, .plot = {"body[1].x[1]", "body[2].x[1]"}});
  catalog.add_model<BodyCloud>("BodyCloud",
                               "Any number of bodies that attract each other and collide.",
                               {.stop = 3, .plot = {"body[1].x[1]", "body[2].x[1]"}});
  catalog.add_model<FourBarImpact>("FourBarImpact", "Four-bar loop in space that hits a floor.",
                                   {.stop = 5, .plot = {"Revolute1.phi", "Prismatic1.s"}});
  catalog.add_model<BicycleAtKerb>("BicycleAtKerb",
                                   "Bicycle that rolls against a kerb, in the plane.",
                                   {.stop = 3, .plot = {"frame.vx", "frame.y", "frame.phi"}});
  catalog.add_model<RatchetHoist>("RatchetHoist", "Drum that a ratchet holds, turned by jerks.",
                                  {.stop = 5, .plot = {"drum.phi", "ratchet.notch"}});
  catalog.add_model<LandingGear>("LandingGear",
                                 "Landing gear that swings down, locks and bears the aircraft.",
                                 {.stop = 2, .plot = {"hinge.phi", "descent.s"}});
  catalog.add_model<Tripod>("Tripod", "Lander whose three legs extend and lock.",
                            {.stop = 1, .plot = {"trunk.x[2]", "leg[1].s"}});
  catalog.add_model<DropTest>("DropTest", "Bodies of four shapes that fall onto a floor.",
                              {.stop = 0.6, .plot = {"body[1].x[2]", "body[4].x[2]"}});
  catalog.add_model<PistonEngine>("PistonEngine", "Piston engine with ignitions as impulses.",
                                  {.stop = 5, .plot = {"Revolute1.w", "prismatic.s"}});
}

}  // namespace

void register_examples(Catalog& catalog) {
  add_circuits(catalog);
  add_bond_graphs(catalog);
  add_drives(catalog);
  add_other_domains(catalog);
  add_equations(catalog);
  add_points(catalog);
  add_planar(catalog);
  add_space(catalog);
  add_machines(catalog);
  add_multibody(catalog);
  add_bicycles(catalog);
  add_impacts(catalog);
}

}  // namespace multibond
