// Examples that show parts of the library at work: small, each with a solution in closed form.

#include "examples/bond_elements.h"
#include "examples/control.h"
#include "examples/planar_parts.h"
#include "examples/sources.h"
#include "examples/space_parts.h"
#include "register.h"

namespace multibond {
namespace {

using namespace examples;

void add_circuit_parts(Catalog& catalog) {
  catalog.topic("Electric circuits");
  catalog.add_model<GyratorCoil>(
      "GyratorCoil", "Capacitor that a gyrator makes look like a coil.",
      {.stop = 2, .plot = {"ammeter.i.value", "voltmeter.v.value"}},
      "Seen from its other side, a gyrator turns a capacitor into a coil. The current of the "
      "source therefore rises slowly after the voltage, to 2.5 A at 10 V. Ammeter and voltmeter "
      "give signals and take no power.");
  catalog.add_model<RelaxationOscillator>(
      "RelaxationOscillator", "Capacitor that a relay empties again and again.",
      {.stop = 12, .tolerance = 1e-8, .plot = {"C.v", "R.i"}},
      "A constant current charges a capacitor. At 3 V a relay closes a switch, at 1 V it opens it "
      "again, and so the voltage becomes a saw tooth. Rising takes 2 s, falling 0.805 s.");
  catalog.add_model<OpeningSwitch>(
      "OpeningSwitch", "Capacitor that charges when the switch across it opens.",
      {.stop = 4, .plot = {"C.v", "bypass.i"}},
      "An ideal switch carries all of the current until it opens at 1 s. Then the current charges "
      "the capacitor, and the resistor takes over. An open and a closed switch are two systems of "
      "equations; while it is closed the capacitor has no state.");
}

void add_bond_parts(Catalog& catalog) {
  catalog.topic("Bond graphs");
  catalog.add_model<PeakDetector>(
      "PeakDetector", "Diodes that charge capacitors to the peak of a sine.",
      {.stop = 3, .plot = {"sine.y.value", "C.port.e", "C_leaking.port.e"}},
      "A diode lets current pass in one direction only, so a capacitor behind it keeps the highest "
      "voltage that it has seen. One diode is ideal and changes causality; the other one leaks, "
      "and its capacitor loses a little between the peaks.");
  catalog.add_model<SwitchedBonds>(
      "SwitchedBonds", "Ideal and leaking switches in a bond graph.",
      {.stop = 4, .plot = {"C.port.e", "C2.port.e", "flux.y.value"}},
      "Two capacitors charge through switches that close at 1 s. The ideal switch changes the "
      "causality of its bond, the leaking one does not; the curves cannot be told apart. A sensor "
      "integrates the voltage.");
  catalog.add_model<SpiralDecay>(
      "SpiralDecay", "Resistive and conductive fields that turn what they brake.",
      {.stop = 4, .plot = {"I.port.f[1]", "I.port.f[2]"}},
      "A field is a resistance with a matrix. Its symmetric part takes energy, its skew part turns "
      "one component into the other without any. Plot one flow over the other to see the spiral.");
  catalog.add_model<BondRouting>(
      "BondRouting", "Multibond that is braked in part, reordered and taken apart.",
      {.stop = 4, .plot = {"first.port.f", "rest.port.f[1]", "rest.port.f[2]"}},
      "A bond of three components passes a junction that joins one of them to a brake, a "
      "permutation and a decomposition. Only the braked component stops gaining speed. It shows "
      "how large bonds are put together and taken apart.");
  catalog.add_model<NonlinearLaws>(
      "NonlinearLaws", "Elements with laws of their own: quadratic losses, a relativistic mass.",
      {.stop = 5, .plot = {"mass.port.f", "tank.port.e", "electron.port.f"}},
      "Any function may stand in the place of a constant. Quadratic drag slows a mass as "
      "1 / (1 + t), not as an exponential. A constant force brings the electron near the speed of "
      "light, which is 1 here, and never beyond.");
  catalog.add_model<FadingLosses>(
      "FadingLosses", "Resistance and conductance that grow with time.",
      {.stop = 4, .plot = {"mass.port.f", "tank.port.e"}},
      "A signal gives the value of a resistance. Here it grows with time, so that the decay is "
      "slow at first and then faster than any exponential: the curve is one half of a bell.");
  catalog.add_model<FrictionHeat>(
      "FrictionHeat", "Sliding block whose friction heats a body.",
      {.stop = 3, .plot = {"block.port.f", "body.port.e"}},
      "What a resistance takes up need not vanish: here it leaves as heat and warms a body. The "
      "100 J of the block become 2 K. The energy tab of the report shows that nothing is lost.");
  catalog.add_model<ScotchYokes>(
      "ScotchYokes", "Two pistons on one shaft that balance each other.",
      {.stop = 4,
       .tolerance = 1e-8,
       .plot = {"piston_x.port.f", "piston_y.port.f", "shaft.port.f"}},
      "Modulated transformers make a piston's speed of a shaft's: their ratio follows the angle. "
      "One piston alone would make the shaft run unevenly; two, a quarter of a turn apart, make up "
      "a constant inertia. The speed of the shaft is a straight line.");
  catalog.add_model<FieldWeakening>(
      "FieldWeakening", "Two motors, the field of one of which is weakened.",
      {.stop = 1, .plot = {"rotor.port.f", "rotor2.port.f"}},
      "A motor is a gyrator between current and torque. When the field of the second motor is "
      "weakened at 0.5 s it turns faster, from 24 to 40 rad/s. For a moment its current is large: "
      "look at the power in the bond graph.");
  catalog.add_model<TurningEngine>(
      "TurningEngine", "Puck pushed by an engine at rest and one that turns.",
      {.stop = 10, .plot = {"puck.port.f[1]", "puck.port.f[2]"}},
      "Transformers between bonds of different size make a force in the plane of a force along a "
      "line. One engine always pushes to the right; the other turns, and its push adds up to "
      "nothing after a full turn.");
  catalog.add_model<PuckOnSpring>(
      "PuckOnSpring", "Puck on an air table, held by a spring at the centre.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"place.y[1].value", "place.y[2].value"}},
      "The puck circles the centre on a path that does not close. Its angular momentum stays, "
      "because the force points to the centre. Plot y over x to see the rosette.");
  catalog.add_model<GearedMotorBonds>(
      "GearedMotorBonds", "Motor that a growing current turns against dry friction.",
      {.stop = 2, .plot = {"growth.y.value", "rotor.port.f", "load.port.f"}},
      "The current grows steadily, and with it the torque of the motor. Friction holds the rotor "
      "exactly until the torque exceeds it at 0.5 s; then it speeds up along a parabola. Behind "
      "the gear the load turns with a third of the speed.");
}

void add_drive_parts(Catalog& catalog) {
  catalog.topic("Masses, springs and drives");
  catalog.add_model<TorsionalOscillator>(
      "TorsionalOscillator", "Flywheel on a torsion spring whose end is turned to and fro.",
      {.stop = 10, .plot = {"flywheel.phi", "twist.phi_rel.value"}},
      "The far end of the spring is moved, and the flywheel answers with two frequencies: that of "
      "the drive and its own. The sum of both is a beat. Sensors read angle, speed, acceleration "
      "and twist.");
  catalog.add_model<BacklashAndBrake>(
      "BacklashAndBrake", "Shaft driven with backlash, and a flywheel that a brake stops.",
      {.stop = 8, .plot = {"shaft.w", "coupling.tau", "flywheel.w"}},
      "The driver has to take up half the backlash before the shaft moves; then it hits and "
      "pushes. "
      "Beside it a brake stops a flywheel: it falls in a straight line and stays at rest exactly, "
      "because a sticking brake is a constraint.");
  catalog.add_model<SeismicMass>(
      "SeismicMass", "Mass on a spring in a housing that shakes.",
      {.stop = 10, .plot = {"mass.s", "stretch.s_rel.value", "force.f.value"}},
      "The principle of a seismograph. What is recorded is the stretch of the spring, not the "
      "motion of the ground itself. Compare both curves, and the force, which follows the "
      "stretch.");
  catalog.add_model<BufferStop>(
      "BufferStop", "Wagon that meets a buffer and is stopped by its brake.",
      {.stop = 5, .tolerance = 1e-8, .plot = {"wagon.s", "wagon.v"}},
      "The buffer sends the wagon back with the speed that it came with. From 2 s on the brake "
      "slows it down in a straight line until it rests. Three events: contact, release, rest.");
  catalog.add_model<TowedBarge>(
      "TowedBarge", "Barge towed against the water, in waves.", {.stop = 20, .plot = {"barge.v"}},
      "A rope pulls, waves push to and fro, and the water flows. The barge comes to a mean speed "
      "of "
      "2.5 m/s, and the waves go on moving it about that speed. One source of force is constant, "
      "one periodic, one is a signal.");
  catalog.add_model<SmoothedSteps>(
      "SmoothedSteps", "Shaft and slide that follow a step through filters.",
      {.stop = 2, .plot = {"rotor.phi", "slide.s", "damped.s", "R.v"}},
      "Nothing with a mass can jump, so the sources follow a step of the position through a "
      "filter. Bessel filters are quick and overshoot by a hair, equal lags are slower and never "
      "do. A generator shows the speed of the shaft as a voltage.");
}

void add_domain_parts(Catalog& catalog) {
  catalog.topic("Hydraulics, heat and control");
  catalog.add_model<TankCascade>(
      "TankCascade", "Two tanks in a row that a pump fills.",
      {.stop = 1000, .plot = {"upper.level", "lower.level"}},
      "The upper tank rises until its level drives the flow of the pump through the pipe; the "
      "lower "
      "one follows. The pipe is laminar, the drain turbulent: twice the flow needs four times the "
      "level there.");
  catalog.add_model<LevelControl>(
      "LevelControl", "Level of a tank held by a controlled pump.",
      {.stop = 200, .plot = {"reference.y.value", "tank.level"}},
      "A gauge at the bottom tells the level, and a PID controller commands the pump. The level "
      "follows the reference with a small overshoot, while the pressure behind the outlet goes up "
      "and down like a tide.");
  catalog.add_model<Thermostat>(
      "Thermostat", "Room with a heater, a thermostat and several ways to lose heat.",
      {.stop = 21600, .plot = {"room.T", "heater.Q_flow.value", "loss.y.value"}},
      "The thermostat keeps the room between 20 and 22 degrees Celsius by switching a heater. Heat "
      "leaves through a wall, a windy window and a roof that radiates to the sky. When the wind is "
      "strong the heater runs longer.");
}

void add_planar_parts(Catalog& catalog) {
  catalog.topic("Points and rods in the plane");
  catalog.add_model<ElasticPendulum>(
      "ElasticPendulum", "Point mass on a spring that swings and jumps.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"mass.x", "mass.y"}},
      "The spring is soft, so the pendulum swings and jumps at once. Energy goes from one motion "
      "to "
      "the other and back. The path fills a region and never repeats.");
  catalog.topic("Planar mechanisms");
  catalog.add_model<MeasuredPendulum>(
      "MeasuredPendulum", "Pendulum with every sensor of the plane.",
      {.stop = 5, .tolerance = 1e-8, .plot = {"place.y[1].value", "force.y[2].value"}},
      "Sensors weigh nothing and exert no force. The force at the pivot has its peak when the bob "
      "passes its lowest point: three times the weight. The power at the pivot stays zero, because "
      "the pivot does not move.");
  catalog.add_model<GearsAndRack>(
      "GearsAndRack", "Two gears and a rack on a spring.",
      {.stop = 5, .plot = {"guide.s", "bearing_a.phi"}},
      "A spring moves a rack, the rack turns a gear, and that gear turns another one. All are one "
      "freedom: the rack swings as if it weighed 4 kg. The small gear turns twice as far as the "
      "large one, and the other way.");
  catalog.add_model<RollingDisc>(
      "RollingDisc", "Disc that rolls down a slope.",
      {.stop = 2, .plot = {"disc.x", "disc.w", "contact.f_t"}},
      "A disc rolls down without slipping. A third of its energy goes into turning, so it gains "
      "only two thirds of the speed of a sliding body. The force along the slope is what makes it "
      "turn.");
  catalog.add_model<Trammel>(
      "Trammel", "Rod whose ends slide in two crossing slots.",
      {.stop = 5, .tolerance = 1e-8, .plot = {"body.x", "body.y"}},
      "The trammel of Archimedes: the ends of a rod slide in two slots. Its middle moves on a "
      "circle, every other point on an ellipse. With its mass in the middle it swings like a "
      "pendulum of half its length.");
  catalog.add_model<CarriageAndPlatform>(
      "CarriageAndPlatform", "Pendulum on a heavy carriage, and a platform on two springs.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"weight.s", "pivot.phi", "cross.s_x", "cross.s_y"}},
      "Nothing pushes the carriage along its rail, so it moves against the pendulum and comes "
      "back. "
      "The platform has springs of different stiffness along x and y and draws a figure of "
      "Lissajous. Parts of one-dimensional mechanics act on both.");
  catalog.add_model<FloatingPair>(
      "FloatingPair", "Two floating bodies with forces of many kinds between them.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"a.x", "b.x"}},
      "Springs, dampers, a force and a torque act between two bodies, and nothing from outside. "
      "Whatever they do, the common momentum stays: the centre of mass moves in a straight line. "
      "The creeping spring forgets its length with time.");
  catalog.add_model<Hovercraft>(
      "Hovercraft", "Hovercraft with its rudder set, braked by the air.",
      {.stop = 20, .plot = {"craft.x", "craft.y"}},
      "The thrust turns with the craft, the torque of the rudder does not care. After some seconds "
      "the craft runs in a circle with constant speed. Plot y over x.");
  catalog.add_model<DiggerBoom>(
      "DiggerBoom", "Boom on a cylinder of two sliding rods.",
      {.stop = 3, .tolerance = 1e-8, .plot = {"joint.phi", "fluid.f"}},
      "The cylinder between foot and boom is two rods that slide in each other, with masses. A "
      "spring stands for its fluid, so the boom bounces on it. The loop of boom, cylinder and "
      "ground closes by plain connection.");
  catalog.add_model<TwoPlanes>(
      "TwoPlanes", "Crank and lever that move sliders in a perpendicular plane.",
      {.stop = 3, .tolerance = 1e-8, .plot = {"weight.x", "bead.x"}},
      "Two planes of motion meet in a common axis. A crank in one plane pushes a weight in the "
      "other; a lever with a slot moves a bead. Only what happens along the common axis is "
      "shared.");
}

void add_space_parts(Catalog& catalog) {
  catalog.topic("Mechanisms in space, more parts");
  catalog.add_model<MeasuredArm>(
      "MeasuredArm", "Arm on two hinges with every sensor of space.",
      {.stop = 5, .tolerance = 1e-8, .plot = {"place.y[1].value", "force.y[2].value"}},
      "An arm falls and swings, and sensors read everything about it: place, speed, acceleration, "
      "angles, forces, power. Some see it from the world, some from the elbow, which turns itself. "
      "The force on the bob is its mass times acceleration less gravity.");
  catalog.add_model<ScrewAndBolt>(
      "ScrewAndBolt", "Nut on a steep screw, and a bolt that slides and turns.",
      {.stop = 2, .tolerance = 1e-8, .plot = {"screw.phi", "cylinder.slide.s"}},
      "A nut falls on a screw and has to turn as it falls, which makes it slow. The bolt may slide "
      "and turn on its own: a spring moves it along its axis, a torque turns it, and neither "
      "notices the other.");
  catalog.add_model<FloatingPair3D>(
      "FloatingPair3D", "Two bodies in space with forces of many kinds between them.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"a.x[1]", "b.x[1]"}},
      "A spring, a damper, a force and a torque act between two bodies that float in space. They "
      "tumble about each other, yet their common centre of mass moves in a straight line.");
  catalog.add_model<EulerSpiral>(
      "EulerSpiral", "Probe whose engine turns with it.",
      {.stop = 8, .tolerance = 1e-8, .plot = {"probe.x[1]", "probe.x[2]", "probe.x[3]"}},
      "The engine is fixed to the probe and pushes along it, while jets turn the probe faster and "
      "faster. Its velocity draws the spiral of Euler and comes to a limit. A light wind carries "
      "it along z all the time.");
  catalog.add_model<MachineMount>(
      "MachineMount", "Machine on a rubber bushing.",
      {.stop = 3, .tolerance = 1e-8, .plot = {"machine.x[1]", "machine.x[2]"}},
      "A bushing is soft in every direction, each with a stiffness of its own. The machine drops "
      "by "
      "its weight and bounces with 20 rad/s, while it sways sideways with 10 rad/s.");
  catalog.add_model<PucksOnTable>(
      "PucksOnTable", "Two pucks that circle on a table, on a rod and on a spring.",
      {.stop = 5, .tolerance = 1e-8, .plot = {"puck_rod.x[1]", "puck_spring.x[1]", "line.s"}},
      "A rod holds one puck, a stretched spring the other. The spring pulls just as much as the "
      "circle needs, so both go round in step. Rod and spring carry a mass each that lies on the "
      "line and moves along.");
  catalog.add_model<Turntable>(
      "Turntable", "Ball and wheel that roll on a turntable.",
      {.stop = 10, .tolerance = 1e-8, .plot = {"ball.x[1]", "ball.x[3]", "axle.w"}},
      "A ball on a turntable does not fly off: it rolls in circles, with two sevenths of the rate "
      "of the table. A wheel on an axle at rest shows how fast the table moves below it. Plot z "
      "over x to see the circle of the ball.");
  catalog.add_model<CardanShaft>(
      "CardanShaft", "Two shafts with a universal joint, and a gear to a third one.",
      {.stop = 2,
       .tolerance = 1e-8,
       .plot = {"bearing.w", "gear.actuatedRevolute_a.w", "wheel.w[2]"}},
      "A universal joint leads rotation around a corner, but unevenly: at 40 degrees the speed "
      "behind it swings between 77 and 131 percent, twice per turn. A gear passes that on to a "
      "third shaft, skew to both. The loop of bearings has three redundant constraints.");
}

}  // namespace

void register_example_parts(Catalog& catalog) {
  add_circuit_parts(catalog);
  add_bond_parts(catalog);
  add_drive_parts(catalog);
  add_domain_parts(catalog);
  add_planar_parts(catalog);
  add_space_parts(catalog);
}

}  // namespace multibond
