/// Small planar mechanisms: gears, wheels, slots, actuators, forces between bodies, sensors.
#pragma once

#include <numbers>

#include "multibond/library/planar/planar.h"
#include "multibond/library/planar_points.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"

namespace multibond::examples {

/// Point mass on a spring that hangs from a bracket.
///
///     anchor --[bracket]--o
///                          \/\/\-- (mass)      1 kg, 20 N/m, 1 m when free
///
/// It swings and jumps at once; its energy stays what it was.
class ElasticPendulum final : public Model {
 public:
  planar_points::Gravity gravity{this, "gravity"};
  planar_points::Anchor anchor{this, "anchor"};
  planar_points::Offset bracket{this, "bracket"};
  planar_points::PointSpring spring{this, "spring"};
  planar_points::PointMass mass{this, "mass"};

  ElasticPendulum() {
    bracket.r = Vector2(0.5, 0);
    spring.c = 20.0;
    spring.s_unstretched = 1.0;
    mass.x.start(1.5).fixed();
    mass.y.start(-0.5).fixed();
    mass.vx.start(0.0).fixed();
    mass.vy.start(0.0).fixed();
    connect(anchor.point, bracket.point_a);
    connect(bracket.point_b, spring.point_a);
    connect(spring.point_b, mass.point);
  }
};

/// Pendulum that is measured: place, speed, acceleration, forces and power at its pivot.
///
/// The rod of 1 m turns by 90 degrees at the start and falls. The pivot rests, so that no power
/// passes it; the force in it is m (a - g) of the bob.
class MeasuredPendulum final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed ground{this, "ground"};
  planar::Power power{this, "power"};
  planar::CutForce force{this, "force"};
  planar::Revolute pivot{this, "pivot"};
  planar::FixedRotation corner{this, "corner"};
  planar::FixedTranslation rod{this, "rod"};
  planar::PointMass bob{this, "bob"};
  planar::AbsolutePosition place{this, "place"};
  planar::AbsoluteVelocity speed{this, "speed"};
  planar::AbsoluteAcceleration acceleration{this, "acceleration"};
  planar::RelativePosition from_ground{this, "from_ground"};
  planar::RelativeVelocity speed_from_ground{this, "speed_from_ground"};
  planar::RelativeAcceleration acceleration_from_ground{this, "acceleration_from_ground"};
  planar::Distance distance{this, "distance"};
  planar::FixedShape flag{this, "flag"};

  MeasuredPendulum() {
    corner.phi = -0.5 * std::numbers::pi;
    bob.m = 2.0;
    pivot.phi.start(0.5 * std::numbers::pi).fixed();
    pivot.w.start(0.0).fixed();
    flag.r_shape = Vector2(-0.1, 0);
    flag.picture.length = 0.2;
    flag.picture.width = 0.12;
    flag.picture.height = 0.02;
    connect(ground.frame_b, power.frame_a);
    connect(power.frame_b, force.frame_a);
    connect(force.frame_b, pivot.frame_a);
    connect(pivot.frame_b, corner.frame_a);
    connect(corner.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
    for (planar::Frame* frame : {&place.frame_a, &speed.frame_a, &acceleration.frame_a,
                                 &flag.frame_a, &from_ground.frame_b, &speed_from_ground.frame_b,
                                 &acceleration_from_ground.frame_b, &distance.frame_b}) {
      connect(rod.frame_b, *frame);
    }
    for (planar::Frame* frame : {&from_ground.frame_a, &speed_from_ground.frame_a,
                                 &acceleration_from_ground.frame_a, &distance.frame_a}) {
      connect(ground.frame_b, *frame);
    }
  }
};

/// Two gears that move a rack on a spring.
///
///     (gear 0.1 m)(gear 0.2 m)
///     =========== rack ==/\/\--|      J = 0.01 and 0.08 kg.m2, 1 kg, 100 N/m
///
/// On the rack each gear weighs J / r^2: 1 kg, 2 kg and 1 kg swing with the frequency
/// sqrt(100 / 4) = 5 rad/s.
class GearsAndRack final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed axle_a{this, "axle_a"}, axle_b{this, "axle_b"}, bed{this, "bed"};
  planar::Revolute bearing_a{this, "bearing_a"}, bearing_b{this, "bearing_b"};
  planar::Body gear_a{this, "gear_a"}, gear_b{this, "gear_b"}, rack{this, "rack"};
  planar::GearPair mesh{this, "mesh"};
  planar::RackPinion teeth{this, "teeth"};
  planar::ActuatedPrismatic guide{this, "guide"};
  translational::Spring spring{this, "spring"};

  GearsAndRack() {
    axle_a.r = Vector2(-0.3, 0);
    bed.r = Vector2(0, -0.2);
    gear_a.J = 0.01;
    gear_b.J = 0.08;
    rack.J = 0.0;
    mesh.r_a = 0.1;
    mesh.r_b = 0.2;
    teeth.radius = 0.2;
    spring.c = 100.0;
    guide.s.start(0.1).fixed();
    guide.v.start(0.0).fixed();
    connect(axle_a.frame_b, bearing_a.frame_a);
    connect(bearing_a.frame_b, gear_a.frame_a);
    connect(axle_b.frame_b, bearing_b.frame_a);
    connect(bearing_b.frame_b, gear_b.frame_a);
    connect(gear_a.frame_a, mesh.frame_a);
    connect(gear_b.frame_a, mesh.frame_b);
    connect(gear_b.frame_a, teeth.frame_a);
    connect(rack.frame_a, teeth.frame_b);
    connect(bed.frame_b, guide.frame_a);
    connect(guide.frame_b, rack.frame_a);
    connect(guide.bearing, spring.flange_a);
    connect(guide.axis, spring.flange_b);
  }
};

/// Disc that rolls down a slope of 30 degrees.
///
/// A full disc rolls with two thirds of g sin(30 degrees): 3.27 m/s2.
class RollingDisc final : public Model {
 public:
  planar::World world{this, "world"};
  planar::RollingWheel contact{this, "contact"};
  planar::Weld hub{this, "hub"};
  planar::BodyShape disc{this, "disc"};

  RollingDisc() {
    const double slope = -std::numbers::pi / 6;
    contact.radius = 0.3;
    contact.alpha = slope;
    disc.shape = "disc";
    disc.radius = 0.3;
    disc.r = Vector2(0, 0);
    disc.x.start(-0.3 * std::sin(slope));
    disc.y.start(0.3 * std::cos(slope));
    disc.phi.start(0.0).fixed();
    disc.w.start(0.0).fixed();
    connect(contact.frame_a, hub.frame_a);
    connect(hub.frame_b, disc.frame_a);
  }
};

/// Trammel of Archimedes: the ends of a rod slide in two crossing slots.
///
///          |  slot y
///          o
///          | \  rod of 1 m, body in its middle
///     -----+--o----- slot x
///
/// The middle of the rod moves on a circle of half its length, as the bob of a pendulum of 0.5 m
/// does.
class Trammel final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed ground{this, "ground"};
  planar::PinSlot slot_x{this, "slot_x"}, slot_y{this, "slot_y"};
  planar::FixedTranslation left{this, "left"}, right{this, "right"};
  planar::Body body{this, "body"};

  Trammel() {
    slot_y.n = Vector2(0, 1);
    left.r = Vector2(-0.5, 0);
    right.r = Vector2(-0.5, 0);
    body.J = 0.0;
    // The rod leans from (s, 0) on the slot x to (0, s) on the slot y.
    slot_x.phi.start(-0.6).fixed();
    slot_x.w.start(0.0).fixed();
    slot_x.s.start(std::cos(0.6));
    slot_y.s.start(std::sin(0.6));
    slot_y.phi.start(-0.6);
    connect(ground.frame_b, slot_x.frame_a);
    connect(ground.frame_b, slot_y.frame_a);
    connect(slot_x.frame_b, left.frame_a);
    connect(left.frame_b, body.frame_a);
    connect(body.frame_a, right.frame_a);
    connect(right.frame_b, slot_y.frame_b);
  }
};

/// Pendulum on a carriage that a mass makes heavy, and a platform that draws a figure.
///
/// Nothing pushes the carriage of 3 kg along its rail: the momentum of carriage and bob along x
/// stays zero. The platform of 1 kg is held by springs of 4 N/m along x and 9 N/m along y: it draws
/// the figure x = cos 2 t, y = cos 3 t, in units of 0.2 m.
class CarriageAndPlatform final : public Model {
 public:
  planar::World world{this, "world"};
  translational::Mass weight{this, "weight"};
  planar::Carriage carriage{this, "carriage"};
  planar::Revolute pivot{this, "pivot"};
  planar::FixedTranslation rod{this, "rod"};
  planar::PointMass bob{this, "bob"};
  planar::Fixed table{this, "table"};
  planar::DoubleTranslational cross{this, "cross"};
  planar::Body platform{this, "platform"};
  translational::Spring along_x{this, "along_x"}, along_y{this, "along_y"};

  CarriageAndPlatform() {
    weight.m = 3.0;
    weight.s.start(0.0).fixed();
    weight.v.start(0.0).fixed();
    rod.r = Vector2(0, -1);
    pivot.phi.start(1.0).fixed();
    pivot.w.start(0.0).fixed();
    table.r = Vector2(2, 0);
    platform.m = 1.0;
    along_x.c = 4.0;
    along_y.c = 9.0;
    // The springs bear the weight: the platform hangs g / 9 lower.
    along_y.s_rel0 = 9.81 / 9.0;
    for (Variable* s : {&cross.s_x, &cross.s_y}) s->start(0.2).fixed();
    for (Variable* v : {&cross.v_x, &cross.v_y}) v->start(0.0).fixed();
    connect(weight.flange_b, carriage.flange);
    connect(carriage.frame_b, pivot.frame_a);
    connect(pivot.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
    connect(table.frame_b, cross.frame_a);
    connect(cross.frame_b, platform.frame_a);
    connect(cross.bearing_x, along_x.flange_a);
    connect(cross.axis_x, along_x.flange_b);
    connect(cross.bearing_y, along_y.flange_a);
    connect(cross.axis_y, along_y.flange_b);
  }
};

/// Two bodies that float and act on each other: springs and dampers, a force and a torque.
///
/// Whatever acts between them, their common momentum and angular momentum stay what they were.
class FloatingPair final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed origin{this, "origin"};
  planar::FreeMotion motion{this, "motion"};
  planar::Body a{this, "a"}, b{this, "b"};
  planar::SpringDamper strut{this, "strut"};
  planar::SpringDamperSeries creeping{this, "creeping"};
  planar::Damper damper{this, "damper"};
  planar::Damping jelly{this, "jelly"};
  planar::LineForce line{this, "line"};
  translational::Spring rubber{this, "rubber"};
  planar::Force push{this, "push"};
  planar::Torque twist{this, "twist"};
  signals::Sine wave{this, "wave"};

  FloatingPair() {
    world.gravityType = "none";
    a.m = 2.0;
    a.J = 0.3;
    b.J = 0.2;
    a.r_ports = MatrixX{{0.2, 0.2}, {0.3, -0.3}};
    b.r_ports = MatrixX{{-0.2, -0.2}, {0.3, -0.3}};
    motion.x.start(0.0).fixed();
    motion.y.start(0.0).fixed();
    motion.phi.start(0.0).fixed();
    motion.vx.start(0.1).fixed();
    motion.vy.start(0.0).fixed();
    motion.w.start(0.5).fixed();
    b.x.start(1.5).fixed();
    b.y.start(0.2).fixed();
    for (Variable* zero : {&b.phi, &b.vx, &b.w}) zero->start(0.0).fixed();
    b.vy.start(0.8).fixed();
    strut.c = 5.0;
    strut.d = 0.2;
    strut.s0 = 1.0;
    creeping.c = 3.0;
    creeping.d = 2.0;
    creeping.s0 = 1.1;
    creeping.s_spring.start(1.1).fixed();
    damper.d = 0.1;
    jelly.d = 0.05;
    rubber.c = 4.0;
    rubber.s_rel0 = 1.2;
    wave.amplitude = 0.5;
    wave.f = 0.5;
    connect(origin.frame_b, motion.frame_a);
    connect(motion.frame_b, a.frame_a);
    connect(a.port(0), strut.frame_a);
    connect(strut.frame_b, b.port(0));
    connect(a.port(1), creeping.frame_a);
    connect(creeping.frame_b, b.port(1));
    connect(a.port(0), damper.frame_a);
    connect(damper.frame_b, b.port(1));
    connect(a.frame_a, jelly.frame_a);
    connect(jelly.frame_b, b.frame_a);
    connect(a.port(1), line.frame_a);
    connect(line.frame_b, b.port(0));
    connect(line.flange_a, rubber.flange_a);
    connect(line.flange_b, rubber.flange_b);
    connect(a.frame_a, push.frame_a);
    connect(push.frame_b, b.frame_a);
    connect(a.frame_a, twist.frame_a);
    connect(twist.frame_b, b.frame_a);
    connect(wave.y, push.fx);
    connect(wave.y, push.fy);
    connect(wave.y, twist.t);
  }
};

/// Hovercraft with its rudder set: it ends on a circle.
///
/// The thrust of 4 N points along the craft, a torque turns it, the air brakes both. In the end it
/// turns with 1 rad/s and runs with 4 / sqrt(d^2 + (m w)^2) = 1.789 m/s.
class Hovercraft final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Body craft{this, "craft"};
  planar::Wrench thrust{this, "thrust"};
  planar::WorldTorque rudder{this, "rudder"};
  planar::Drag air{this, "air"};
  planar::FixedShape hull{this, "hull"};
  signals::Constant push{this, "push"}, turn{this, "turn"};

  Hovercraft() {
    world.gravityType = "none";
    craft.m = 2.0;
    craft.J = 0.5;
    for (Variable* zero : {&craft.x, &craft.y, &craft.phi, &craft.vx, &craft.vy, &craft.w}) {
      zero->start(0.0).fixed();
    }
    thrust.resolveInFrame = "frame_b";
    push.k = 4.0;
    turn.k = 0.5;
    air.d = 1.0;
    air.d_w = 0.5;
    hull.r_shape = Vector2(-0.3, 0);
    hull.picture.length = 0.6;
    hull.picture.width = 0.3;
    hull.picture.height = 0.05;
    connect(push.y, thrust.fx);
    connect(turn.y, rudder.t);
    for (planar::Frame* frame : {&thrust.frame_b, &rudder.frame_b, &air.frame_b, &hull.frame_a}) {
      connect(craft.frame_a, *frame);
    }
  }
};

/// Boom of a digger on a hydraulic cylinder: two rods that slide in each other, and a spring for
/// the fluid.
///
///           o===========o bucket 10 kg
///          /     / cylinder
///     pivot    /
///           foot
///
/// The boom of 2 m falls on the spring of the cylinder and swings there; energy is conserved.
class DiggerBoom final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed pivot{this, "pivot"}, foot{this, "foot"};
  planar::Revolute joint{this, "joint"};
  planar::FixedTranslation boom{this, "boom"}, lug{this, "lug"};
  planar::Body bucket{this, "bucket"};
  planar::LinearActuator cylinder{this, "cylinder"};
  translational::Spring fluid{this, "fluid"};

  DiggerBoom() {
    foot.r = Vector2(0.4, -0.8);
    boom.r = Vector2(2, 0);
    lug.r = Vector2(0.8, 0);
    bucket.m = 10.0;
    cylinder.m_a = 2.0;
    cylinder.m_b = 1.0;
    cylinder.J_a = 0.05;
    cylinder.J_b = 0.02;
    cylinder.l_a = 0.3;
    cylinder.l_b = 0.3;
    fluid.c = 2e4;
    fluid.s_rel0 = 0.9;
    joint.phi.start(0.1).fixed();
    joint.w.start(0.0).fixed();
    connect(pivot.frame_b, joint.frame_a);
    connect(joint.frame_b, boom.frame_a);
    connect(boom.frame_b, bucket.frame_a);
    connect(joint.frame_b, lug.frame_a);
    connect(foot.frame_b, cylinder.frame_a);
    connect(lug.frame_b, cylinder.frame_b);
    connect(cylinder.bearing, fluid.flange_a);
    connect(cylinder.axis, fluid.flange_b);
  }
};

/// Two mechanisms in perpendicular planes that share an axis: a crank and a lever move two sliders.
///
/// The crank in one plane moves its rod's end along x, and with it a weight in the other plane:
/// x = r cos p + sqrt(l^2 - (r sin p)^2). The lever about (0, 1) has a slot along its x axis; a
/// bead stays in it and on the common axis, x = -cot(phi). Nothing is lost.
class TwoPlanes final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed ground{this, "ground"}, post{this, "post"};
  planar::Revolute shaft{this, "shaft"}, pin{this, "pin"}, hinge{this, "hinge"};
  planar::FixedTranslation crank{this, "crank"}, rod{this, "rod"};
  planar::Body flywheel{this, "flywheel"}, rod_body{this, "rod_body"}, lever{this, "lever"};
  planar::PerpendicularPlanes joint{this, "joint"};
  planar::PerpendicularPlanesSlider slider{this, "slider"};
  planar::PointMass weight{this, "weight"}, bead{this, "bead"};

  TwoPlanes() {
    world.gravityType = "none";
    crank.r = Vector2(0.3, 0);
    rod.r = Vector2(1, 0);
    flywheel.J = 0.5;
    rod_body.m = 0.2;
    rod_body.J = 0.02;
    weight.m = 1.0;
    shaft.phi.start(0.5).fixed();
    shaft.w.start(3.0).fixed();
    pin.phi.start(-0.64);
    weight.x.start(1.25);
    post.r = Vector2(0, 1);
    lever.J = 2.0;
    bead.m = 3.0;
    hinge.phi.start(-0.8).fixed();
    hinge.w.start(-0.3).fixed();
    bead.x.start(1.0);
    connect(ground.frame_b, shaft.frame_a);
    connect(shaft.frame_b, flywheel.frame_a);
    connect(shaft.frame_b, crank.frame_a);
    connect(crank.frame_b, pin.frame_a);
    connect(pin.frame_b, rod_body.frame_a);
    connect(pin.frame_b, rod.frame_a);
    connect(rod.frame_b, joint.frame_a);
    connect(weight.frame_a, joint.frame_b);
    connect(post.frame_b, hinge.frame_a);
    connect(hinge.frame_b, lever.frame_a);
    connect(lever.frame_a, slider.frame_a);
    connect(bead.frame_a, slider.frame_b);
  }
};

}  // namespace multibond::examples
