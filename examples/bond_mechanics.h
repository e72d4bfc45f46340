/// Planar mechanics as graphs of multibonds, each of the components x, y and angle.
#pragma once

#include "multibond/library/bonds/composition.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/partial_junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/planar.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/signal_sources.h"

namespace multibond::examples {

/// Pendulum as a graph of multibonds, from MultiBondLib's Examples.PlanarPendulum.
///
///     pivot (2) --\                      gravity
///                  Composition -> joint     |
///     torque (1) -/               |  \      v
///                            angle   rod -> bob -> mass
///
/// 1 kg at (1, -3) from the pivot, released at rest. The angle counts clockwise; it swings about
/// its rest position atan(1/3) = 18.4 degrees with that amplitude.
class PlanarPendulum final : public Model {
 public:
  bonds::Defaults defaults{this, "defaults"};
  bonds::Sf pivot{this, "pivot"};
  bonds::Se torque{this, "torque"}, gravity{this, "gravity"};
  bonds::Composition fixation{this, "fixation"};
  bonds::J1 joint{this, "joint"}, bob{this, "bob"};
  bonds::Dq position{this, "position"};
  bonds::planar::TranslationalTF rod{this, "rod"};
  bonds::I mass{this, "mass"};
  Variable phi{this, "phi", "rad", "angle of the rod, clockwise"};

  PlanarPendulum() {
    defaults.n = 3;
    pivot.n = 2;
    pivot.f0 = 0.0;
    torque.n = 1;
    torque.e0 = 0.0;
    fixation.nA = 2;
    gravity.e0 = {0, -9.81, 0};
    mass.I = {1, 1, 0};
    rod.d = Vector2(1, -3);
    bond(*this, pivot, fixation.port_a);
    bond(*this, torque, fixation.port_b);
    bond(*this, fixation.port_c, joint);
    bond(*this, joint, position);
    bond(*this, joint, rod.port_a);
    bond(*this, rod.port_b, bob);
    bond(*this, gravity, bob);
    bond(*this, bob, mass);
    connect(position.y(2), rod.phi);
  }
  void equations() override { equation(phi, position.y(2).value); }
};

/// Crane crab as a graph of multibonds, from MultiBondLib's Examples.CraneCrab1.
///
///              force -> length                torque -> angle
///                         |                               |
///                    slide (mTF)                          |
///                         v                               v
///     wall -> beam -> prismatic (0) -> crab (1) ---> revolute (0) -> rod -> load (1)
///                                    mass, gravity                        mass, gravity
///
/// A crab of 1 kg slides freely along x; 1 kg hangs on it at (1, -3). Released at rest it swings,
/// and the crab moves against it so that their common centre stays. As in the original x2 is
/// larger by 1 m than the position of the load: the block of the revolute joint adds it.
class CraneCrab1 final : public Model {
 public:
  bonds::Defaults defaults{this, "defaults"};
  bonds::Sf wall{this, "wall"};
  bonds::planar::TranslationalTF beam{this, "beam"}, rod{this, "rod"};
  bonds::planar::PrismaticTF slide{this, "slide"};
  bonds::J0Partial prismatic{this, "prismatic"}, revolute{this, "revolute"};
  bonds::Se force{this, "force"}, torque{this, "torque"};
  bonds::J1 length{this, "length"}, angle{this, "angle"};
  bonds::Dq length_sensor{this, "length_sensor"}, angle_sensor{this, "angle_sensor"};
  bonds::J1 crab{this, "crab"}, load{this, "load"};
  bonds::I mass1{this, "mass1"}, mass2{this, "mass2"};
  bonds::Se gravity1{this, "gravity1"}, gravity2{this, "gravity2"};
  signals::Constant origin{this, "origin"};
  bonds::planar::Translation Translation1{this, "Translation1"}, Translation2{this, "Translation2"},
      Translation3{this, "Translation3"};
  Variable x1{this, "x1", "m", "position of the crab"};
  Variable phi{this, "phi", "rad", "angle of the rod, clockwise"};
  Variable x2{this, "x2", "m", "horizontal position of the load, and 1 m"};
  Variable y2{this, "y2", "m", "vertical position of the load"};

  CraneCrab1() {
    set_values();
    // Sliding along the beam.
    bond(*this, wall, beam.port_a);
    bond(*this, beam.port_b, prismatic.port_a);
    bond(*this, force, length);
    bond(*this, length, length_sensor);
    bond(*this, length, slide.port_a);
    bond(*this, slide.port_b, prismatic.port_c);
    bond(*this, prismatic.port_b, crab);
    bond(*this, gravity1, crab);
    bond(*this, crab, mass1);
    // Turning with the rod.
    bond(*this, crab, revolute.port_a);
    bond(*this, torque, angle);
    bond(*this, angle, angle_sensor);
    bond(*this, angle, revolute.port_c);
    bond(*this, revolute.port_b, rod.port_a);
    bond(*this, rod.port_b, load);
    bond(*this, gravity2, load);
    bond(*this, load, mass2);
    connect_positions();
  }
  void equations() override {
    equation(x1, length_sensor.y(0).value);
    equation(phi, angle_sensor.y(0).value);
    equation(x2, Translation2.q2[0].value);
    equation(y2, Translation2.q2[1].value);
  }

 private:
  void set_values() {
    defaults.n = 3;
    wall.f0 = 0.0;
    for (bonds::Element* part : std::initializer_list<bonds::Element*>{
             &force, &torque, &length, &angle, &length_sensor, &angle_sensor}) {
      part->n = 1;
    }
    force.e0 = 0.0;
    torque.e0 = 0.0;
    prismatic.nPartial = 2;
    prismatic.order = {1, 2, 3};
    revolute.order = {3, 1, 2};
    rod.d = Vector2(1, -3);
    Translation2.d = Vector2(1, -3);
    mass1.I = {1, 1, 1};
    mass2.I = {1, 1, 0};
    gravity1.e0 = {0, -9.81, 0};
    gravity2.e0 = {0, -9.81, 0};
    origin.k = 0.0;
  }
  void connect_positions() {
    for (std::size_t i = 0; i < 3; ++i) {
      connect(origin.y, Translation1.q1[i]);
      connect(Translation1.q2[i], Translation3.q1[i]);
      connect(Translation3.q2[i], Translation2.q1[i]);
    }
    connect(length_sensor.y(0), Translation1.ampl);
    connect(length_sensor.y(0), beam.ampl);
    connect(origin.y, beam.phi);
    connect(origin.y, slide.phi);
    connect(angle_sensor.y(0), Translation3.phi);
    connect(Translation3.q2[2], rod.phi);
  }
};

/// Part of CraneCrab2: frames of velocities and forces, and their positions.
class CrabPart : public Component {
 public:
  using Component::Component;
  bonds::BondPort frame_a{this, "frame_a", 3}, frame_b{this, "frame_b", 3};
  bonds::planar::Translation shift{this, "shift"};
  /// Joins this part to the one before it.
  void follow(Component& model, CrabPart& before) {
    for (std::size_t i = 0; i < 3; ++i) model.connect(before.shift.q2[i], shift.q1[i]);
  }
};

/// Part of CraneCrab2: joint that slides along x of its frame.
class CrabPrismatic final : public CrabPart {
 public:
  bonds::planar::TranslationalTF beam{this, "beam"};
  bonds::planar::PrismaticTF slide{this, "slide"};
  bonds::J0Partial node{this, "node"};
  bonds::J1 length{this, "length"};
  bonds::Se force{this, "force"};
  bonds::Dq sensor{this, "sensor"};

  CrabPrismatic(Component* owner, std::string_view name) : CrabPart(owner, name) {
    node.n = 3;
    node.nPartial = 2;
    node.order = {1, 2, 3};
    force.e0 = 0.0;
    bond(*this, frame_a, beam.port_a);
    bond(*this, beam.port_b, node.port_a);
    bond(*this, node.port_b, frame_b);
    bond(*this, force, length);
    bond(*this, length, sensor);
    bond(*this, length, slide.port_a);
    bond(*this, slide.port_b, node.port_c);
    connect(sensor.y(0), beam.ampl);
    connect(sensor.y(0), shift.ampl);
    connect(shift.q1[2], beam.phi);
    connect(shift.q1[2], slide.phi);
  }
};

/// Part of CraneCrab2: joint that turns.
class CrabRevolute final : public CrabPart {
 public:
  bonds::J0Partial node{this, "node"};
  bonds::J1 angle{this, "angle"};
  bonds::Se torque{this, "torque"};
  bonds::Dq sensor{this, "sensor"};

  CrabRevolute(Component* owner, std::string_view name) : CrabPart(owner, name) {
    node.n = 3;
    node.order = {3, 1, 2};
    torque.e0 = 0.0;
    bond(*this, frame_a, node.port_a);
    bond(*this, node.port_b, frame_b);
    bond(*this, torque, angle);
    bond(*this, angle, sensor);
    bond(*this, angle, node.port_c);
    connect(sensor.y(0), shift.phi);
  }
};

/// Part of CraneCrab2: rigid rod.
class CrabRod final : public CrabPart {
 public:
  bonds::planar::TranslationalTF rod{this, "rod"};

  CrabRod(Component* owner, std::string_view name) : CrabPart(owner, name) {
    bond(*this, frame_a, rod.port_a);
    bond(*this, rod.port_b, frame_b);
    connect(shift.q1[2], rod.phi);
  }
};

/// Crane crab of wrapped parts, from MultiBondLib's Examples.CraneCrab2.
///
///     wall -> 1 -> prismatic -> crab (1) -> revolute -> 1 -> rod -> load (1)
///
/// The graph of CraneCrab1 with its joints as components and 1-junctions between them; the same
/// motion. As in the original x2 and y2 are those of the load shifted by (1, -3).
class CraneCrab2 final : public Model {
 public:
  bonds::Sf wall{this, "wall"};
  bonds::J1 base{this, "base"}, crab{this, "crab"}, hinge{this, "hinge"}, load{this, "load"};
  CrabPrismatic prismatic{this, "prismatic"};
  CrabRevolute revolute{this, "revolute"};
  CrabRod rod{this, "rod"};
  bonds::I mass1{this, "mass1"}, mass2{this, "mass2"};
  bonds::Se gravity1{this, "gravity1"}, gravity2{this, "gravity2"};
  signals::Constant origin{this, "origin"};
  Variable x1{this, "x1", "m", "position of the crab"};
  Variable phi{this, "phi", "rad", "angle of the rod, clockwise"};
  Variable x2{this, "x2", "m", "horizontal position of the load, and 1 m"};
  Variable y2{this, "y2", "m", "vertical position of the load, less 3 m"};

  CraneCrab2() {
    set_values();
    bond(*this, wall, base);
    bond(*this, base, prismatic.frame_a);
    bond(*this, prismatic.frame_b, crab);
    bond(*this, gravity1, crab);
    bond(*this, crab, mass1);
    bond(*this, crab, revolute.frame_a);
    bond(*this, revolute.frame_b, hinge);
    bond(*this, hinge, rod.frame_a);
    bond(*this, rod.frame_b, load);
    bond(*this, gravity2, load);
    bond(*this, load, mass2);
    for (std::size_t i = 0; i < 3; ++i) connect(origin.y, prismatic.shift.q1[i]);
    revolute.follow(*this, prismatic);
    rod.follow(*this, revolute);
  }
  void equations() override {
    equation(x1, prismatic.sensor.y(0).value);
    equation(phi, revolute.sensor.y(0).value);
    equation(x2, rod.shift.q2[0].value);
    equation(y2, rod.shift.q2[1].value);
  }

 private:
  void set_values() {
    for (bonds::Element* part : std::initializer_list<bonds::Element*>{
             &wall, &base, &crab, &hinge, &load, &mass1, &mass2, &gravity1, &gravity2}) {
      part->n = 3;
    }
    wall.f0 = 0.0;
    mass1.I = {1, 1, 1};
    mass2.I = {1, 1, 0};
    gravity1.e0 = {0, -9.81, 0};
    gravity2.e0 = {0, -9.81, 0};
    rod.rod.d = Vector2(1, -3);
    rod.shift.d = Vector2(1, -3);
    revolute.shift.d = Vector2(1, -3);
    origin.k = 0.0;
  }
};

}  // namespace multibond::examples
