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
  catalog.add_model<ElectricCircuit>(
      "ElectricCircuit", "RC network of two nodes and a current source.",
      {.stop = 10, .plot = {"Vleft", "Vright"}},
      "A current of 0.5 A feeds two nodes that a capacitor couples. Look at Vright: it "
      "first follows Vleft through the capacitor between them and then falls back to zero, "
      "while Vleft rises to 15 V. The same network is there as a bond graph and as a "
      "multibond graph.");
  catalog.add_model<CapacitorLoop>(
      "CapacitorLoop", "Capacitors across a voltage source (index 2).",
      {.stop = 5, .plot = {"source.v", "C2.v"}},
      "Two capacitors in series lie directly across a source, so their voltages are not "
      "independent. The compiler finds that only one of them is a state. C2.v is a third of "
      "the source's voltage, less the part that leaks away through the resistor.");
  catalog.add_model<InductorCutset>(
      "InductorCutset", "Inductors fed by a current source (index 2).",
      {.stop = 10, .plot = {"source.i", "L1.i", "L2.i"}},
      "Two coils meet at a node that a current source feeds: the sum of their currents is "
      "given, and only one of them is a state. At low frequency the resistors share the "
      "current, at high frequency the coils do; L1 then carries two thirds of it.");
  catalog.add_model<DiodeRectifier>(
      "DiodeRectifier", "Bridge rectifier: four diodes and a capacitor.",
      {.stop = 0.1, .plot = {"source.v", "C.v"}},
      "Four semiconductor diodes and a capacitor make direct voltage of a sine. C.v rises "
      "within the first half wave to the peak less two diode drops and then ripples with "
      "twice the frequency. The diodes follow Shockley's law, so nothing switches: the "
      "equations are just very curved.");
  catalog.add_model<RCLadder>(
      "RCLadder", "RC line of n cells.", {.stop = 3, .plot = {"capacitor[1].v", "v_end"}},
      "Charge diffuses along a line of resistors and capacitors. The far end follows late "
      "and slowly: its time constant is 4 R C / pi^2 for many cells. The number of cells is "
      "a parameter, so the model is also a test of size.");
  catalog.add_model<ResistorLadder>(
      "ResistorLadder", "Ladder of n resistors (no states).",
      {.stop = 1, .intervals = 10, .plot = {"v_in"}},
      "A ladder without any state: one linear system at each instant. The resistance of a "
      "long ladder is the golden ratio, so 1 A makes 1.618 V. Raise n to see how the "
      "compiler treats a large sparse system.");
  catalog.add_model<SwitchedRC>(
      "SwitchedRC", "Capacitor charged through a switch.", {.stop = 2, .plot = {"C.v"}},
      "A switch closes at 1 s and opens at 1.2 s. While it is closed the capacitor charges "
      "through the resistor; afterwards its voltage stays, apart from a small leakage. The "
      "two instants are events, and the curve has a kink there.");
  catalog.add_model<BuckConverter>(
      "BuckConverter", "Buck converter with an ideal switch and an ideal diode.",
      {.stop = 5e-3, .tolerance = 1e-8, .plot = {"C.v", "L.i"}},
      "A switch chops 24 V, a coil and a capacitor smooth it to 12 V. Switch and diode are "
      "ideal: each combination of open and closed is compiled as a system of its own. Set R "
      "to 100 Ohm and the current of the coil ends before each period does.");
  catalog.add_model<FullBridgeRectifier>(
      "FullBridgeRectifier", "Bridge rectifier: four ideal diodes and a capacitor.",
      {.stop = 0.1, .plot = {"source.v", "C.v"}},
      "The bridge rectifier with ideal diodes. Diodes change between conducting and "
      "blocking at exact instants, and while none conducts the source floats. Compare the "
      "voltage with that of DiodeRectifier: it lies two diode drops higher.");
}

void add_bond_graphs(Catalog& catalog) {
  catalog.topic("Bond graphs");
  catalog.add_model<BondCircuit>(
      "BondCircuit", "Battery, coil and RC network as a bond graph.",
      {.stop = 2, .plot = {"C.port.e", "L.port.f"}},
      "The first bond graph to look at: a battery, a coil and an RC network. Open the bond "
      "graph in the report and follow the power: the coil takes more and more, the "
      "capacitor less and less. The voltage of C goes to 8 V with a time constant of 0.4 s.");
  catalog.add_model<MagneticCircuit>(
      "MagneticCircuit", "BondCircuit with the coil modelled in the magnetic domain.",
      {.stop = 2, .plot = {"C.port.e", "L.port.e"}},
      "The same circuit, but the coil is a capacitance in the magnetic domain, behind a "
      "gyrator. Nothing changes in the motion. It shows that a gyrator turns an inertance "
      "into a capacitance.");
  catalog.add_model<DualCircuit>(
      "DualCircuit", "BondCircuit with currents as efforts and voltages as flows.",
      {.stop = 2, .plot = {"C.port.f", "L.port.e"}},
      "Every element is replaced by its dual: currents are efforts now, and voltages are "
      "flows. Junctions of type 0 and 1 change places. The curves are those of BondCircuit.");
  catalog.add_model<HeatedResistor>(
      "HeatedResistor",
      "BondCircuit with a temperature-dependent resistor heated by its own losses.",
      {.stop = 10, .plot = {"body.port.e", "law.y.value"}},
      "A resistor is warmed by its own losses, and the warmer it is, the larger its "
      "resistance. Power leaves the electrical side as heat and stays in a body: energy is "
      "conserved, entropy only grows. Look at the temperature beside the resistance.");
  catalog.add_model<ElectricCircuitBonds>(
      "ElectricCircuitBonds", "RC network of two nodes as a bond graph.",
      {.stop = 10, .plot = {"Vleft", "Vright"}},
      "The network of ElectricCircuit drawn as a bond graph: a 0-junction per node, a "
      "1-junction between them. The voltages are the same to the last digit. It is a good "
      "first exercise in reading such graphs.");
  catalog.add_model<ElectricCircuitMultibond>(
      "ElectricCircuitMultibond", "RC network of two nodes as a multibond graph.",
      {.stop = 10, .plot = {"Vleft", "Vright"}},
      "Both nodes become one multibond of two components. The capacitor between the nodes "
      "couples the components, so it is part of a capacitive field with a full matrix. "
      "Three elements at one junction are the whole model.");
  catalog.add_model<PlanarPendulum>(
      "PlanarPendulum", "Pendulum as a multibond graph.", {.stop = 10, .plot = {"phi"}},
      "A pendulum as a graph of multibonds: translation and rotation of the bob in one bond "
      "of three components. It swings about its position of rest, which lies at 18.4 "
      "degrees. Open the graph to see the lever that couples force and torque.");
  catalog.add_model<CraneCrab1>(
      "CraneCrab1", "Crane crab as a multibond graph.", {.stop = 10, .plot = {"x1", "phi"}},
      "A crab slides freely on a rail and a load hangs on it. As the load swings, the crab "
      "moves against it, so that their common centre keeps its place along the rail. The "
      "graph is drawn in full, element by element.");
  catalog.add_model<CraneCrab2>(
      "CraneCrab2", "Crane crab as a multibond graph of wrapped components.",
      {.stop = 10, .plot = {"x1", "phi"}},
      "The crane crab again, with its joints wrapped into components. The drawing shows "
      "boxes; open one to find the graph of CraneCrab1 inside. The motion is the same.");
  catalog.add_model<EulerJunctionStructure>(
      "EulerJunctionStructure", "Free rotation of a body in single bonds.",
      {.stop = 10, .plot = {"Ix.port.f", "Iy.port.f", "Iz.port.f"}},
      "A free body turns about its middle axis, which is not stable: it turns over again "
      "and again. The three gyrators of Euler's equations form a ring in the bond graph. "
      "They move power between the axes, and the energy stays 25.02 J.");
  catalog.add_model<TopBonds>(
      "TopBonds", "Heavy top as a multibond graph.",
      {.stop = 2, .plot = {"rate.y[1].value", "rate.y[2].value"}},
      "A heavy top that begins with its axis level. Instead of falling it precesses slowly "
      "about the vertical. In the graph the gyroscopic torque is a modulated gyrator, which "
      "does no work.");
  catalog.add_model<BeadBonds>(
      "BeadBonds", "Bead on a turning bar as a multibond graph.",
      {.stop = 5, .plot = {"angle.y.value", "distance.y.value"}},
      "A bead slides on a bar that turns about an inclined axis; a spring holds it near the "
      "axis. As the bar turns, the bead swings out and in. Distance and angle show how both "
      "move together.");
  catalog.add_model<CardanPendulumBonds>(
      "CardanPendulumBonds", "Pendulum in space as a multibond graph, with Cardan angles.",
      {.stop = 0.5, .plot = {"angles.phi[1].value", "angles.phi[2].value"}},
      "A pendulum in space with Cardan angles as coordinates. The matrix of the orientation "
      "follows from the angles, and the angles can be found again from the matrix. Both are "
      "measured, and they agree.");
}

void add_drives(Catalog& catalog) {
  catalog.topic("Masses, springs and drives");
  catalog.add_model<SpringMassDamper>(
      "SpringMassDamper", "Mass on a spring and a damper.",
      {.stop = 10, .plot = {"mass.s", "mass.v"}},
      "The model to begin with: one mass, one spring, one damper. It is drawn out by a "
      "metre and released, and swings with 3.156 rad/s while its amplitude dies out. Change "
      "the damper until it does not swing any more.");
  catalog.add_model<MassChain>(
      "MassChain", "Chain of n masses, springs and dampers.",
      {.stop = 10, .plot = {"mass[1].s", "mass[10].s"}},
      "A chain of equal masses and springs whose last mass is displaced. The disturbance "
      "runs along the chain and is reflected at the wall. Each normal mode has a frequency "
      "and a damping of its own.");
  catalog.add_model<GearTrain>(
      "GearTrain", "Motor inertia and load connected by a gear.",
      {.stop = 10, .plot = {"motor.w", "load.w"}},
      "A motor drives a load through a gear. There are two inertias but only one freedom, "
      "because the gear makes the angles proportional. The load approaches 10 rad/s with a "
      "time constant of 2 s.");
  catalog.add_model<Hoist>(
      "Hoist", "Load lifted and held by a gear with losses, which becomes warm.",
      {.stop = 5, .plot = {"load.s", "motor.w", "housing.T"}},
      "A motor lifts a load through a gear with losses. When it is switched off after two "
      "seconds the load does not fall: the friction of the gear holds it. What gear and "
      "bearings lose warms the housing.");
  catalog.add_model<StickSlip>(
      "StickSlip", "Mass on a moving belt, sticking and slipping.",
      {.stop = 5, .plot = {"mass.s", "mass.v", "friction.f"}},
      "A mass lies on a moving belt and is held by a spring. It sticks until the spring "
      "pulls harder than the static friction, slips back and sticks again. The force of "
      "friction shows both phases clearly: a ramp, then a step.");
  catalog.add_model<Sled>(
      "Sled", "Sled that comes to rest by friction given as a table.",
      {.stop = 3, .plot = {"sled.s", "sled.v"}},
      "The friction of a sled on snow is a table of measured points. It slows the sled to "
      "rest after 1.609 s, and there it stays. The instant of rest is an event, found "
      "exactly.");
  catalog.add_model<ClutchEngagement>(
      "ClutchEngagement", "Two flywheels coupled by a clutch.",
      {.stop = 5, .plot = {"engine.w", "load.w", "clutch.tau"}},
      "A clutch is closed between a flywheel that turns and one that rests. It slips until "
      "both have the same speed, then it sticks. Look at the torque: constant while it "
      "slips, zero afterwards.");
  catalog.add_model<DCMotorDrive>(
      "DCMotorDrive", "DC motor with gear, load and dry friction.",
      {.stop = 2, .plot = {"load.w", "motor.la.i"}},
      "Electricity, mechanics and dry friction in one model. At 0.1 s the motor is switched "
      "on; nothing moves until its torque exceeds the friction. The current has its peak at "
      "the start and falls to 1 A as the motor runs up.");
}

void add_other_domains(Catalog& catalog) {
  catalog.topic("Hydraulics, heat and control");
  catalog.add_model<HydraulicServo>(
      "HydraulicServo", "Hydraulic piston positioned by valves.",
      {.stop = 2, .plot = {"mass.s", "chamber.p"}},
      "A controller opens one of two valves and so moves a piston against a spring. After "
      "the step the piston goes to 5 cm, where the chamber needs 5 bar. Pressure and "
      "position show how stiff the fluid is compared with the spring.");
  catalog.add_model<ThermalWall>(
      "ThermalWall", "Wall between a heated room and the daily outdoor temperature.",
      {.stop = 259200, .plot = {"layer1.T", "layer3.T", "loss.y.value"}},
      "A wall of three layers between a room and the changing temperature outside. Each "
      "layer follows the day less and later than the next one outside it. Look at the heat "
      "that leaves the room beside the temperature of the outer layer.");
  catalog.add_model<PIControl>(
      "PIControl", "Control loop with a PI controller.",
      {.stop = 5, .plot = {"reference.y.value", "plant.y.value"}},
      "A PI controller whose time constant cancels that of the plant. The closed loop is "
      "then of first order, without overshoot. Lower the limit of the controller's output "
      "to see the rise become slower.");
  catalog.add_model<RelayChain>(
      "RelayChain", "Relays that trigger one another at the same instant.",
      {.stop = 2, .plot = {"y", "x"}},
      "Fifty relays trigger one another at the same instant. All contacts close at one "
      "second, but one after the other: the event takes fifty rounds. It is a test of the "
      "event iteration.");
}

void add_equations(Catalog& catalog) {
  catalog.topic("Plain equations");
  catalog.add_model<CartesianPendulum>(
      "CartesianPendulum", "Pendulum as plain equations in x and y (index 3).",
      {.stop = 10, .plot = {"x", "y", "F"}},
      "A pendulum as plain equations in x and y, with the length as a constraint. Such a "
      "system has index 3: the constraint must be differentiated twice before the force "
      "appears. The start values do not quite fit; the nearest point on the circle is "
      "found.");
  catalog.add_model<BouncingBall>(
      "BouncingBall", "Ball bouncing with restitution 0.8.", {.stop = 5, .plot = {"h", "v"}},
      "A ball falls from one metre and loses a fifth of its speed at each bounce. The "
      "bounces come faster and faster and end in a finite time. A rebound that is slow "
      "enough counts as rest.");
  catalog.add_model<Robertson>(
      "Robertson", "Robertson's stiff chemical kinetics.",
      {.stop = 40, .tolerance = 1e-8, .plot = {"y1", "y2", "y3"}},
      "Three chemical reactions whose rates differ by a factor of a billion. Within "
      "microseconds y2 reaches its small value; then y1 falls slowly. The solver notices "
      "the stiffness by itself.");
  catalog.add_model<VanDerPol>(
      "VanDerPol", "Van der Pol oscillator.", {.stop = 40, .plot = {"x"}},
      "An oscillator that gains energy near the middle and loses it outside. Whatever the "
      "start, it ends in the same cycle of amplitude 2. With a large mu it creeps and "
      "jumps.");
  catalog.add_model<LotkaVolterra>(
      "LotkaVolterra", "Lotka-Volterra equations of predators and prey.",
      {.stop = 20, .plot = {"x", "y"}},
      "Predators and prey. Both numbers go up and down for ever, the predators behind the "
      "prey. Plot y over x: the orbit is closed.");
  catalog.add_model<Arenstorf>(
      "Arenstorf", "Arenstorf orbit: satellite between the earth and the moon.",
      {.stop = 17.0652165601579625588917206249, .tolerance = 1e-10, .plot = {"x", "y"}},
      "A satellite between earth and moon, seen from a frame that turns with them. The "
      "orbit closes after 17.065 units of time, if it is computed well. Near the moon the "
      "steps must be a thousand times shorter than elsewhere.");
}

void add_points(Catalog& catalog) {
  catalog.topic("Points and rods in the plane");
  catalog.add_model<PointPendulum>(
      "PointPendulum", "Pendulum built from an anchor, a rod and a point mass.",
      {.stop = 10, .plot = {"bob.x", "bob.y", "rod.f"}},
      "A pendulum made of three parts: an anchor, a rod, a point mass. It is released from "
      "the horizontal; in its lowest point the rod carries three times the weight. The same "
      "mechanics as CartesianPendulum, wrapped.");
  catalog.add_model<DoublePendulum>(
      "DoublePendulum", "Double pendulum built from rods and point masses.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"bob2.x", "bob2.y"}},
      "Two rods and two point masses, released from the horizontal. The motion is chaotic: "
      "a start that differs by a hair leads elsewhere within seconds. The energy "
      "nevertheless stays what it is.");
  catalog.add_model<Truss>(
      "Truss", "Swinging square of six rods, one of them redundant.",
      {.stop = 10, .plot = {"C.x", "C.y"}},
      "A square of rods with both diagonals, hung up at one corner. One rod is redundant: "
      "the motion is unique, the forces in the rods are not, and the compiler says so. The "
      "truss swings as one body through 45 degrees to each side.");
}

void add_planar(Catalog& catalog) {
  catalog.topic("Planar mechanisms");
  catalog.add_model<PlanarDoublePendulum>(
      "PlanarDoublePendulum", "Double pendulum built from planar joints and bodies.",
      {.stop = 10, .plot = {"Revolute1.phi", "Revolute3.phi"}},
      "Joints, rods and bodies in the plane, connected as in a drawing. The double pendulum "
      "is the simplest mechanism with chaotic motion. Open a joint to see that it wraps a "
      "multibond graph.");
  catalog.add_model<PlanarFreeBody>(
      "PlanarFreeBody", "Free body hanging from a spring.",
      {.stop = 10, .plot = {"Body1.x", "Body1.y", "Body1.phi"}},
      "A body floats freely and is held by a spring that is hooked beside its centre. It "
      "therefore turns as it jumps. A body that nothing guides has its own coordinates as "
      "states.");
  catalog.add_model<PlanarKinematicLoop>(
      "PlanarKinematicLoop", "Parallelogram linkage with four revolute joints.",
      {.stop = 10, .plot = {"Revolute1.phi", "Revolute2.phi"}},
      "Four joints in a circle. The loop closes by plain connection: no joint has to be "
      "cut, and the redundant equations are found. Opposite links stay parallel.");
  catalog.add_model<PlanarKinematicLoop2>(
      "PlanarKinematicLoop2", "Linkage with a slider on a spring and a pendulum at its end.",
      {.stop = 10, .plot = {"actuatedPrismatic.s", "Revolute4.phi"}},
      "A loop with a slider on a spring and a damper, and a pendulum at its end. Pendulum "
      "and slider shake each other, and the damper takes the energy. Two motions of "
      "different speed in one mechanism.");
  catalog.add_model<DampedPendulum>(
      "DampedPendulum", "Planar pendulum with a damper on its axis.",
      {.stop = 10, .plot = {"actuatedRevolute1.phi"}},
      "A pendulum with a damper on its axis. The joint has flanges, so parts of "
      "one-dimensional mechanics can be connected to its axis. It starts almost upright and "
      "comes to rest hanging.");
  catalog.add_model<CraneCrab3>(
      "CraneCrab3", "Crane crab built from planar joints and bodies.",
      {.stop = 10, .plot = {"Prismatic1.s", "Revolute1.phi"}},
      "The crane crab from the library of planar mechanics: a prismatic joint, a revolute "
      "joint, two bodies. Compare the source with CraneCrab1: the same physics in a few "
      "lines.");
  catalog.add_model<SevenBody>(
      "SevenBody", "Andrews' squeezing mechanism: seven bodies, three closed loops.",
      {.stop = 0.03, .tolerance = 1e-8, .plot = {"O.phi", "B3.phi"}},
      "Andrews' squeezing mechanism, the classic test of multibody programs. Seven bodies "
      "form three loops with one freedom, and the whole run takes 0.03 s. In that time the "
      "crank makes more than two turns while a spring pulls the mechanism together.");
  catalog.add_model<NFourBar>(
      "NFourBar", "Row of n four-bar linkages that passes through singular positions.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"base[1].phi"}},
      "A row of four-bar linkages that passes through positions where all rods lie on a "
      "line. There every loop is singular and the motion could branch. The run goes "
      "through, as the standard test of IFToMM asks.");
}

void add_space(Catalog& catalog) {
  catalog.topic("Mechanisms in space");
  catalog.add_model<DoublePendulum3D>(
      "DoublePendulum3D", "Double pendulum in space with hinges about different axes.",
      {.stop = 10, .plot = {"Revolute1.phi", "Revolute2.phi"}},
      "A double pendulum whose two hinges have different axes. The lower arm swings across "
      "the upper one, and both feel it. Turn the view while it runs.");
  catalog.add_model<DampedPendulum3D>(
      "DampedPendulum3D", "Pendulum in space with a damper on its axis.",
      {.stop = 10, .plot = {"Revolute1.phi"}},
      "The planar pendulum with a damper, built from the library for space. The result is "
      "the same. It shows that mechanics in space contains planar mechanics without any "
      "special case.");
  catalog.add_model<CraneCrab3D>(
      "CraneCrab3D", "Crane crab built from joints and bodies in space.",
      {.stop = 10, .plot = {"Prismatic1.s", "Revolute1.phi"}},
      "The crane crab built from joints and bodies in space. Compare it with CraneCrab3: "
      "other parts, the same motion.");
  catalog.add_model<FourBarLoop>(
      "FourBarLoop", "Closed loop of a crank, a coupler and a slider in space.",
      {.stop = 5, .plot = {"Revolute1.w", "Prismatic1.s"}},
      "A crank, a spherical joint, a coupler, a universal joint and a slider: a loop in "
      "space with one freedom. It closes by plain connection. Look at the speed of the "
      "crank, which varies within each turn.");
  catalog.add_model<PlanarLoop3D>(
      "PlanarLoop3D", "Planar closed loop built from joints in space.",
      {.stop = 10, .plot = {"Prismatic1.s", "Revolute3.phi"}},
      "A planar loop made of joints in space. Its equations are redundant: out of the plane "
      "nothing can move anyway. The compiler finds that and needs no special cut joint.");
  catalog.add_model<CentrifugalForce>(
      "CentrifugalForce", "Centrifugal governor.",
      {.stop = 10, .plot = {"Revolute3.w", "Prismatic1.s"}},
      "Two masses on arms fly outward as the shaft turns and so move a sleeve along it. "
      "Plot the speed of the shaft and the place of the sleeve together: each speed has its "
      "place. The arms close two loops, which the compiler resolves.");
  catalog.add_model<GyroscopicEffect>(
      "GyroscopicEffect", "Gyroscope: fast spinning disc on a rod held at one end.",
      {.stop = 10, .plot = {"Body1.x[2]", "Body1.x[3]"}},
      "A disc spins at 40 turns a second on a rod that is held at one end only. It does not "
      "fall: it walks slowly around the support. The small waves of its path are the "
      "nutation.");
  catalog.add_model<SphericalSpring>(
      "SphericalSpring", "Body on a spherical joint, held by a spring and a damper.",
      {.stop = 10, .plot = {"Body1.x[1]", "Body1.x[2]", "Body1.x[3]"}},
      "A body on a spherical joint, with a spring and a damper that hold it. Its three "
      "rotations are coupled. The path of its end narrows slowly to the position of rest.");
  catalog.add_model<RollingMarble>(
      "RollingMarble", "Marble rolling on the floor, pulled by a spring.",
      {.stop = 10, .plot = {"Marble2.body.x[1]", "Marble2.body.x[3]"}},
      "A marble rolls without slipping while a spring draws it to the middle. Rolling is a "
      "constraint on velocities only, so the marble may come back to a place with another "
      "side up.");
  catalog.add_model<NewtonsCradleWeak>(
      "NewtonsCradleWeak", "Newton's cradle: five balls with elastic contacts.",
      {.stop = 5,
       .tolerance = 1e-8,
       .plot = {"revolute[1].phi", "revolute[2].phi", "revolute[4].phi", "revolute[5].phi"}},
      "Newton's cradle with contacts made of stiff springs. The impulse runs through the "
      "row, but not quite cleanly: the middle balls begin to move. Compare it with "
      "NewtonsCradle, whose impacts are ideal.");
  catalog.add_model<ThreeBodySystem>(
      "ThreeBodySystem", "Three bodies under mutual gravitation.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"Body1.x[1]", "Body2.x[1]", "Body3.x[3]"}},
      "Three bodies under their own gravitation. Close encounters need short steps, and the "
      "path after each depends on tiny differences. The common centre of mass keeps its "
      "velocity.");
}

void add_machines(Catalog& catalog) {
  catalog.topic("Engine and robot");
  catalog.add_model<EngineV6>(
      "EngineV6", "V6 engine with gas forces that runs up with a load.",
      {.stop = 1.01, .plot = {"load.w", "filter.y.value"}},
      "Six cylinders, the gas forces in them and a load: a V6 engine that runs up. Each "
      "cylinder is a closed loop of joints. The filtered torque shows the work, the speed "
      "its ripple.");
  catalog.add_model<EngineV6Assemblies>(
      "EngineV6Assemblies", "The V6 engine with a joint assembly for each cylinder.",
      {.stop = 1.01, .plot = {"load.w", "filter.y.value"}},
      "The same engine with one joint assembly per cylinder. Assemblies solve their loop by "
      "a formula, so the equations are fewer. The speed is that of EngineV6.");
  catalog.add_model<Robot>(
      "Robot", "Robot with six driven and controlled axes on a path.",
      {.stop = 1.856045, .plot = {"mechanics.r1.phi", "mechanics.r2.phi"}},
      "Six axes with motors, gears, friction and controllers move a robot from point to "
      "point. All axes arrive together; the slowest one decides. The path ends after 1.356 "
      "s, and the controllers hold it there.");
}

void add_multibody(Catalog& catalog) {
  catalog.topic("Mechanisms in space, more parts");
  catalog.add_model<Thrusters>(
      "Thrusters", "Probe that thrusters push and turn, with a camera on a hinge.",
      {.stop = 10, .plot = {"probe.x[1]", "hinge.phi"}},
      "Thrusters push and turn a probe that carries a camera on a free hinge. Nothing turns "
      "the camera, so it goes on looking in its first direction while the probe turns "
      "beneath it. Arrows show velocity and axes.");
  catalog.add_model<ReactionWheel>(
      "ReactionWheel", "Satellite turned by a motor, a bevel gear and a wheel.",
      {.stop = 10, .plot = {"wheel.w", "satellite.w[3]"}},
      "A satellite turns itself by turning a wheel. Nothing acts from outside: the angular "
      "momentum stays zero. The bevel gear makes the satellite tilt a little about a second "
      "axis.");
  catalog.add_model<WheelSetDrive>(
      "WheelSetDrive", "Cart of two wheels that unequal torques drive in a circle.",
      {.stop = 10, .plot = {"wheels.x", "wheels.y"}},
      "Two wheels on one axle, driven by unequal torques. The cart runs in a curve. The "
      "wheels roll without slipping, and the difference of their speeds turns the cart.");
  catalog.add_model<HeldByConstraints>(
      "HeldByConstraints", "Four bodies held by constraints instead of joints.",
      {.stop = 1, .plot = {"on_revolute.w[3]", "on_prismatic.v[1]"}},
      "Four bodies that constraints hold instead of joints. A constraint has no coordinates "
      "of its own: the bodies keep theirs. One slides down at 30 degrees with half the "
      "acceleration of gravity, the others swing.");
  catalog.add_model<RodSliderCrank>(
      "RodSliderCrank", "Spatial slider-crank with a rod that has a mass.",
      {.stop = 5, .plot = {"crank.phi", "slide.s"}},
      "A slider-crank in space, whose rod has a universal and a spherical joint and a mass. "
      "In five seconds the crank makes 6.4 turns. The rod's own inertia makes the turning "
      "uneven.");
  catalog.add_model<PushedArm>(
      "PushedArm", "Arm on two hinges turned by a force and a torque.",
      {.stop = 1, .plot = {"first.phi", "second.phi"}},
      "An arm on two hinges, turned by a force and a torque whose directions are those of a "
      "frame at rest. Both hinges answer to both, because the arm couples them.");
  catalog.add_model<CoupledCranks>(
      "CoupledCranks", "Four-bar linkage and slider-crank of joint assemblies.",
      {.stop = 3, .plot = {"crank.w", "fourbar.joint.phi"}},
      "A four-bar linkage and a slider-crank that share a shaft, each built from a joint "
      "assembly. The rocker swings between -0.20 and 0.93 rad. Every loop is solved by a "
      "formula.");
  catalog.add_model<StrutsAndRods>(
      "StrutsAndRods", "Crank with one of each joint assembly of loops in space.",
      {.stop = 2, .plot = {"crank.w", "ups.joint.s"}},
      "One crank moves one of each joint assembly that the library has for loops in space. "
      "All follow the angle of the crank: the mechanism has one freedom. It is the place to "
      "see how the assemblies differ.");
  catalog.add_model<HeavyLines>(
      "HeavyLines", "Pendulums coupled by a spring and line forces with masses.",
      {.stop = 5, .plot = {"left.phi", "right.phi"}},
      "Two pendulums, coupled by a spring and by a cylinder that have masses of their own. "
      "The swinging goes from one to the other and back. Springs and cylinders usually "
      "weigh nothing; here their mass moves along with them.");
  catalog.add_model<DriveLine>(
      "DriveLine", "Planetary gear, bevel gear, differential, worm and rack.",
      {.stop = 5, .plot = {"motor.w[1]", "left.w[3]", "right.w[3]"}},
      "A planetary gear, a bevel gear, a differential, a worm and a rack in one line. One "
      "wheel is braked, so the differential lets the other run faster. The mean of both "
      "wheels is -2/21 of the motor's speed.");
  catalog.add_model<InitSpringConstant>(
      "InitSpringConstant", "Arm held level by a spring whose stiffness is found at the start.",
      {.stop = 10, .plot = {"rev.phi", "spring.c"}},
      "An arm is to rest level, and the stiffness of its spring is unknown. Three demands "
      "at the start determine two states and the spring constant: 49.03 N/m. Nothing moves, "
      "which is the point.");
}

void add_bicycles(Catalog& catalog) {
  catalog.topic("Bicycles");
  catalog.add_model<Bicycle>(
      "Bicycle", "MultiBondLib's bicycle, released with a lean of five degrees.",
      {.stop = 3, .plot = {"Steering.phi", "RWheel.body.orientation.phi[2]"}},
      "The uncontrolled bicycle of MultiBondLib, released with a lean of five degrees. The "
      "front wheel steers into the fall. Whether that is enough depends on the speed.");
  catalog.add_model<Bicycle2>(
      "Bicycle2", "Bicycle whose front wheel is a rolling contact plus a body.",
      {.stop = 3, .plot = {"Steering.phi"}},
      "The same bicycle with its front wheel put together from a rolling contact and a "
      "body. The motion is the same. It shows that contact and inertia of a wheel are "
      "separate things.");
  catalog.add_model<WhippleBicycle>(
      "WhippleBicycle",
      "Benchmark bicycle of Meijaard and others: it recovers from a push at 4.6 m/s.",
      {.stop = 5, .plot = {"steer.phi", "rear_frame.orientation.phi[1]"}},
      "The benchmark bicycle: two frames, two wheels, three hinges and no rider. At 4.6 m/s "
      "it gets a push from the side, sways and rides on upright. It does so between 4.3 and "
      "6.0 m/s; slower or faster it would fall.");
}

void add_impacts(Catalog& catalog) {
  catalog.topic("Impacts and contacts");
  catalog.add_model<ThreeMasses>(
      "ThreeMasses", "Three masses on a line that collide.",
      {.stop = 25, .plot = {"mass[1].s", "mass[2].s", "mass[3].s"}},
      "Three masses on a line, each drawn to the middle by a spring. They collide without "
      "loss. The times of the impacts look irregular, yet the energy at the end is that of "
      "the start.");
  catalog.add_model<LimitedPendulum>(
      "LimitedPendulum", "Pendulum with stops at its joint and a sliding weight.",
      {.stop = 10, .plot = {"joint.phi", "slide.s"}},
      "A pendulum with hard stops at its joint and a weight that slides on it between two "
      "stops. Each stop is an impact that all parts feel at once. The flashes in the "
      "animation mark them.");
  catalog.add_model<DogClutch>(
      "DogClutch", "Flywheel that catches up with another one.",
      {.stop = 3, .plot = {"drive.w", "load.w"}},
      "A flywheel catches up with another one and takes it along. The dog is a one-sided "
      "connection with play. At the impact momentum passes at once; the impulse bond graph "
      "shows how.");
  catalog.add_model<RockingBlock>(
      "RockingBlock", "Block that rocks on its edges.", {.stop = 4, .plot = {"block.phi"}},
      "A block of 2 m rocks on its edges. At each change of the edge it loses a part of its "
      "energy, although the impact itself is rigid. The time between the impacts becomes "
      "shorter and shorter.");
  catalog.add_model<Dominoes>(
      "Dominoes", "Row of dominoes.", {.stop = 1, .plot = {"domino[1].phi", "domino[6].phi"}},
      "The first domino is pushed over and takes the others along. Each stands on its edge, "
      "slides a little and leans on the next. Many contacts open and close within a second.");
  catalog.add_model<BrickWall>(
      "BrickWall", "Wall of bricks that stands.",
      {.stop = 10, .plot = {"brick[1].y", "brick[33].y"}},
      "A wall of bricks without mortar. It stands, and nothing creeps: that is the whole "
      "motion. Most of its contact forces are not unique, and the solver has to choose "
      "among them without harm.");
  catalog.add_model<MarbleBox>(
      "MarbleBox", "Marbles at rest in a box.", {.stop = 10, .plot = {"marble[30].x[2]"}},
      "Marbles lie in a box in several layers. They rest, and friction and walls share the "
      "load. A test of many closed contacts at once.");
  catalog.add_model<ChainOnDrum>(
      "ChainOnDrum", "Chain that friction holds on a drum.",
      {.stop = 10, .plot = {"link[1].y", "joint[9].phi"}},
      "A chain lies over a fixed drum, and friction alone holds it. What one link cannot "
      "hold the next one does. Lower the friction to see it slide off.");
  catalog.add_model<SphereBox>(
      "SphereBox", "Spheres that fly and collide in a box.",
      {.stop = 1, .plot = {"body[1].x[1]", "body[1].x[2]"}},
      "Spheres fly in a closed box like the atoms of a gas. Every impact is elastic, so the "
      "energy stays. With gravity and losses they would fall into a heap.");
  catalog.add_model<FallingRod>(
      "FallingRod", "Rod that falls across a disc.",
      {.stop = 3, .plot = {"rod.y", "rod.phi", "disc.x"}},
      "A rod falls across a disc that lies on the floor. It hits the disc, tips and pushes "
      "it. Contacts open, stick and slip in turn, each change an event.");
  catalog.add_model<MixedModel>(
      "MixedModel", "Ball on a spring that jumps on a floor.",
      {.stop = 5, .plot = {"movement.r[1]", "movement.r[2]"}},
      "A ball on a spring jumps on a floor. Smooth motion and impacts alternate. The ball "
      "does not turn, because its joint only lets it move.");
  catalog.add_model<BouncingPendulum>(
      "BouncingPendulum", "Pendulum that hits a floor.", {.stop = 5, .plot = {"revolute.phi"}},
      "A pendulum hangs so low that it hits the floor. The impact is elastic, so it comes "
      "back the way it went. The angle shows a sharp corner at each hit.");
  catalog.add_model<BouncingSpherical>(
      "BouncingSpherical", "Spherical pendulum that hits a floor.",
      {.stop = 5, .plot = {"body.x[1]", "body.x[2]", "body.x[3]"}},
      "A spherical pendulum that hits the floor below its hinge. Each impact turns its "
      "velocity upwards, so that its path has corners. The impacts are elastic, and the "
      "energy stays.");
  catalog.add_model<NewtonsCradle>(
      "NewtonsCradle", "Newton's cradle of five balls.",
      {.stop = 10, .plot = {"revolute[1].phi", "revolute[5].phi"}},
      "Five balls in a row, two raised on one side and one on the other. The impulse goes "
      "through the row at one instant, by ideal impacts in sequence. Count the balls that "
      "leave: as many as arrive.");
  catalog.add_model<BulletOnPendulum>(
      "BulletOnPendulum", "Bullet that hits a pendulum.",
      {.stop = 2, .plot = {"movement.r[1]", "revolute.phi"}},
      "A bullet hits the end of a pendulum. Momentum and angular momentum pass at one "
      "instant, and the hinge bears a part of the impulse. Both move on with constant "
      "speed: there is no gravity.");
  catalog.add_model<CueStrikingBall>(
      "CueStrikingBall", "Cue that hits a ball off its centre.",
      {.stop = 1, .plot = {"ball.x[1]", "ball.w[3]"}},
      "A cue hits a ball beside its centre. Friction at the tip makes the ball spin. "
      "Position and spin after the impact follow from one impulse.");
  catalog.add_model<CueShot>(
      "CueShot", "Billiard ball given an impulse at the height of rolling.",
      {.stop = 1, .plot = {"ball.x[1]", "ball.w[3]"}},
      "A billiard ball is struck at seven tenths of its height. There, and only there, it "
      "rolls at once without slipping. Strike higher or lower and it slips first.");
  catalog.add_model<SpinningBall>(
      "SpinningBall", "Ball with backspin that bounces on a floor.",
      {.stop = 4, .plot = {"body.x[1]", "body.x[2]"}},
      "A ball with spin bounces on a rough floor. At the first bounces it slips, then it "
      "grips. Look at the horizontal position: each bounce turns spin into motion along the "
      "floor.");
  catalog.add_model<CollisionPool>(
      "CollisionPool", "Five bodies that attract each other and collide.",
      {.stop = 5, .plot = {"body[1].x[1]", "body[2].x[1]"}},
      "Five bodies attract each other and collide without loss. A close swarm with many "
      "impacts. Momentum and energy stay.");
  catalog.add_model<TranslatingPool>(
      "TranslatingPool", "Five bodies that attract each other, collide and do not turn.",
      {.stop = 5, .plot = {"body[1].x[1]", "body[2].x[1]"}},
      "The five bodies of CollisionPool on joints that do not let them turn. Impacts then "
      "change velocities only. It shows contacts between bodies with fewer freedoms.");
  catalog.add_model<BodyCloud>(
      "BodyCloud", "Any number of bodies that attract each other and collide.",
      {.stop = 3, .plot = {"body[1].x[1]", "body[2].x[1]"}},
      "Balls on a spiral draw each other together and collide. The number of balls is a "
      "parameter. The cost grows with the pairs that come near, not with all pairs.");
  catalog.add_model<FourBarImpact>(
      "FourBarImpact", "Four-bar loop in space that hits a floor.",
      {.stop = 5, .plot = {"Revolute1.phi", "Prismatic1.s"}},
      "The four-bar loop in space whose crank cannot turn through the floor. The loop has "
      "one freedom, so each impact sends it back the way it came. All bodies of the loop "
      "feel the impact at once.");
  catalog.add_model<BicycleAtKerb>(
      "BicycleAtKerb", "Bicycle that rolls against a kerb, in the plane.",
      {.stop = 3, .plot = {"frame.vx", "frame.y", "frame.phi"}},
      "A bicycle rolls against a kerb and over it. The front wheel hits, hops and lands, "
      "then the rear wheel does the same. Friction makes the wheels roll; nothing else "
      "couples speed and turning.");
  catalog.add_model<RatchetHoist>(
      "RatchetHoist", "Drum that a ratchet holds, turned by jerks.",
      {.stop = 5, .plot = {"drum.phi", "ratchet.notch"}},
      "Jerks turn a drum against a load, and a ratchet keeps what was gained. The angle is "
      "a staircase. Between the jerks the pawl bears the load.");
  catalog.add_model<LandingGear>(
      "LandingGear", "Landing gear that swings down, locks and bears the aircraft.",
      {.stop = 2, .plot = {"hinge.phi", "descent.s"}},
      "A landing gear swings down, locks and then bears the aircraft. Without the latch the "
      "leg would fold back at the touch-down. Look at the angle of the hinge: it stays.");
  catalog.add_model<Tripod>(
      "Tripod", "Lander whose three legs extend and lock.",
      {.stop = 1, .plot = {"trunk.x[2]", "leg[1].s"}},
      "A lander falls while springs push out its three legs until they lock. Then it stands "
      "on them. Without the latches the legs would give way under the load.");
  catalog.add_model<DropTest>(
      "DropTest", "Bodies of four shapes that fall onto a floor.",
      {.stop = 0.6, .plot = {"body[1].x[2]", "body[4].x[2]"}},
      "A box, a capsule, a cylinder and a tetrahedron fall onto a floor. Each comes to rest "
      "in its own way. The shapes touch at points, edges and faces.");
  catalog.add_model<PistonEngine>(
      "PistonEngine", "Piston engine with ignitions as impulses.",
      {.stop = 5, .plot = {"Revolute1.w", "prismatic.s"}},
      "A piston engine as an exercise in impulses: each time the piston rises above 7 cm an "
      "ignition gives it 2 J. The engine runs up in steps. Plot the speed of the crank over "
      "time.");
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
  register_example_parts(catalog);
}

}  // namespace multibond
