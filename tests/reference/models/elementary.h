/// Elementary models of the reference: pendula, springs, rolling.
#pragma once

#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "multibond/library/translational_sources.h"
#include "reference/models/parts.h"

namespace multibond::reference {

class Pendulum final : public StandardWorld {
 public:
  mechanics3d::ActuatedRevolute rev{this, "rev"};
  mechanics3d::Body body{this, "body"};
  rotational::Damper damper{this, "damper"};
  Pendulum() {
    rest(rev);
    body.r_CM = Vector3(0.5, 0, 0);
    damper.d = 0.1;
    connect(world.frame_b, rev.frame_a);
    connect(rev.frame_b, body.frame_a);
    connect(rev.bearing, damper.flange_a);
    connect(damper.flange_b, rev.axis);
  }
};

class DoublePendulum final : public StandardWorld {
 public:
  mechanics3d::ActuatedRevolute revolute1{this, "revolute1"};
  mechanics3d::Revolute revolute2{this, "revolute2"};
  mechanics3d::BodyShape boxBody1{this, "boxBody1"}, boxBody2{this, "boxBody2"};
  rotational::Damper damper{this, "damper"};
  DoublePendulum() {
    rest(revolute1, revolute2);
    box(boxBody1, Vector3(0.5, 0, 0), 0.06, 0.06);
    box(boxBody2, Vector3(0.5, 0, 0), 0.06, 0.06);
    damper.d = 0.1;
    connect(world.frame_b, revolute1.frame_a);
    connect(revolute1.frame_b, boxBody1.frame_a);
    connect(boxBody1.frame_b, revolute2.frame_a);
    connect(revolute2.frame_b, boxBody2.frame_a);
    connect(revolute1.bearing, damper.flange_a);
    connect(damper.flange_b, revolute1.axis);
  }
};

class ForceAndTorque final : public StandardWorld {
 public:
  mechanics3d::Fixed fixed1{this, "fixed1"}, fixed2{this, "fixed2"};
  mechanics3d::FixedRotation fixedRotation{this, "fixedRotation"};
  mechanics3d::Revolute revolute1{this, "revolute1"}, revolute2{this, "revolute2"};
  mechanics3d::BodyShape body{this, "body"};
  mechanics3d::ForceAndTorque forceAndTorque{this, "forceAndTorque"};
  signals::Constant force_y{this, "force_y"}, torque_x{this, "torque_x"},
      torque_y{this, "torque_y"};
  ForceAndTorque() {
    fixed1.r = Vector3(0, -0.5, 0);
    fixed2.r = Vector3(1.5, 0.25, 0);
    fixedRotation.n = Vector3(0, 0, 1);
    fixedRotation.angle = 30 * kDegree;
    revolute2.n = Vector3(0, 1, 0);
    rest(revolute1, revolute2);
    cylinder(body, Vector3(1, 0, 0), 0.05);
    force_y.k = 1000.0;
    torque_x.k = -100.0;
    torque_y.k = 100.0;
    forceAndTorque.resolveInFrame = "frame_resolve";
    connect(fixed1.frame_b, revolute1.frame_a);
    connect(fixed1.frame_b, fixedRotation.frame_a);
    connect(revolute1.frame_b, revolute2.frame_a);
    connect(revolute2.frame_b, body.frame_a);
    connect(fixed2.frame_b, forceAndTorque.frame_a);
    connect(forceAndTorque.frame_b, body.frame_b);
    connect(fixedRotation.frame_b, forceAndTorque.frame_resolve);
    connect(force_y.y, forceAndTorque.force[1]);
    connect(torque_x.y, forceAndTorque.torque[0]);
    connect(torque_y.y, forceAndTorque.torque[1]);
  }
};

class FreeBody final : public StandardWorld {
 public:
  mechanics3d::Fixed fixed{this, "fixed"};
  Bar body{this, "body"};
  mechanics3d::Spring spring1{this, "spring1"}, spring2{this, "spring2"};
  FreeBody() {
    fixed.r = Vector3(0.8, 0, 0);
    set_inertia(body.body, 1.0);
    body.body.r_CM = Vector3(0.2, 0, 0);
    body.rod.r = Vector3(0.4, 0, 0);
    body.body.x.start({0.2, -0.5, 0.1}).fixed();
    body.body.v.start({0.0, 0.0, 0.0}).fixed();
    body.body.w.start({0.0, 0.0, 0.0}).fixed();
    body.body.orientation.phi_start = Vector3::Constant(0.174532925199433);
    body.body.orientation.fixed = true;
    spring1.c = 20.0;
    spring2.c = 20.0;
    connect(world.frame_b, spring1.frame_a);
    connect(spring1.frame_b, body.frame_a);
    connect(fixed.frame_b, spring2.frame_a);
    connect(spring2.frame_b, body.frame_b);
  }
};

class PendulumWithSpringDamper final : public StandardWorld {
 public:
  mechanics3d::FixedTranslation bar1{this, "bar1"};
  mechanics3d::Revolute revolute{this, "revolute"};
  mechanics3d::Prismatic prismatic{this, "prismatic"};
  mechanics3d::Body body1{this, "body1"};
  mechanics3d::Spring spring1{this, "spring1"};
  mechanics3d::Damper damper1{this, "damper1"};
  PendulumWithSpringDamper() {
    bar1.r = Vector3(0.3, 0, 0);
    rest(revolute);
    prismatic.s.start(0.5).fixed();
    prismatic.v.start(0.0).fixed();
    set_inertia(body1, 1.0);
    spring1.c = 20.0;
    spring1.s0 = 0.2;
    connect(world.frame_b, bar1.frame_a);
    connect(bar1.frame_b, revolute.frame_a);
    connect(revolute.frame_b, prismatic.frame_a);
    connect(prismatic.frame_b, body1.frame_a);
    connect(bar1.frame_b, spring1.frame_a);
    connect(bar1.frame_b, damper1.frame_a);
    connect(spring1.frame_b, prismatic.frame_b);
    connect(damper1.frame_b, prismatic.frame_b);
  }
};

class PointGravityWithPointMasses final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::PointMass body1{this, "body1"}, body2{this, "body2"}, body3{this, "body3"},
      body4{this, "body4"};
  mechanics3d::Spring spring{this, "spring"};
  PointGravityWithPointMasses() {
    world.gravityType = "point";
    world.mue = 1.0;
    start(body1, 0, 0.6, 1);
    start(body2, 0.6, 0.6, 0.6);
    start(body3, 0, 0.8, 0.6);
    start(body4, 0.3, 0.8, 0.6);
    spring.c = 10.0;
    connect(body3.frame_a, spring.frame_a);
    connect(spring.frame_b, body4.frame_a);
  }

 private:
  static void start(mechanics3d::PointMass& body, double x, double y, double v) {
    body.x.start({x, y, 0.0}).fixed();
    body.v.start({v, 0.0, 0.0}).fixed();
  }
};

/// The angles of the reference are those about z, y and x; they are the states here, too.
class RollingWheel final : public StandardWorld {
 public:
  mechanics3d::Wheel wheel1{this, "wheel1"};
  RollingWheel() {
    world.n = Vector3(0, 0, -1);
    wheel1.n = Vector3(0, 0, 1);
    wheel1.axis = Vector3(0, 1, 0);
    wheel1.m = 2.0;
    wheel1.I_axis = 0.06;
    wheel1.I_across = 0.12;
    mechanics3d::Body& body = wheel1.body;
    body.x[0].start(0.2).fixed();
    body.x[1].start(0.2).fixed();
    body.x[2].start(0.3);
    body.orientation.states = "cardan";
    body.orientation.sequence = Vector3(3, 2, 1);
    body.orientation.fixed = true;
    body.w.start({1.0, 5.0, 0.0}).fixed();
  }
};

class SpringDamperSystem final : public StandardWorld {
 public:
  mechanics3d::FixedTranslation bar1{this, "bar1"}, bar2{this, "bar2"};
  mechanics3d::Body body1{this, "body1"}, body2{this, "body2"};
  mechanics3d::Prismatic p2{this, "p2"};
  mechanics3d::Spring spring1{this, "spring1"}, spring2{this, "spring2"};
  mechanics3d::Damper damper1{this, "damper1"};
  SpringDamperSystem() {
    bar1.r = Vector3(0.3, 0, 0);
    bar2.r = Vector3(0.6, 0, 0);
    body1.r_CM = Vector3(0, -0.2, 0);
    set_inertia(body1, 0.1);
    body1.x.start({0.3, -0.2, 0.0}).fixed();
    body1.v.start({0.0, 0.0, 0.0}).fixed();
    body1.w.start({0.0, 0.0, 0.03490658503988659}).fixed();
    body1.orientation.fixed = true;
    p2.n = Vector3(0, -1, 0);
    p2.s.start(0.1).fixed();
    p2.v.start(0.0).fixed();
    spring1.c = 30.0;
    spring1.s0 = 0.1;
    damper1.d = 2.0;
    spring2.c = 30.0;
    spring2.s0 = 0.1;
    connect(world.frame_b, bar1.frame_a);
    connect(bar1.frame_b, bar2.frame_a);
    connect(bar1.frame_b, spring1.frame_a);
    connect(bar1.frame_b, damper1.frame_a);
    connect(spring1.frame_b, body1.frame_a);
    connect(damper1.frame_b, body1.frame_a);
    connect(bar2.frame_b, p2.frame_a);
    connect(p2.frame_b, body2.frame_a);
    connect(bar2.frame_b, spring2.frame_a);
    connect(spring2.frame_b, body2.frame_a);
  }
};

class SpringMassSystem final : public StandardWorld {
 public:
  mechanics3d::FixedTranslation bar1{this, "bar1"}, bar2{this, "bar2"};
  mechanics3d::ActuatedPrismatic p1{this, "p1"};
  mechanics3d::Prismatic p2{this, "p2"};
  mechanics3d::Body body1{this, "body1"}, body2{this, "body2"};
  translational::Spring spring1{this, "spring1"};
  mechanics3d::Spring spring2{this, "spring2"};
  SpringMassSystem() {
    bar1.r = Vector3(0.3, 0, 0);
    bar2.r = Vector3(0.3, 0, 0);
    p1.n = Vector3(0, -1, 0);
    p2.n = Vector3(0, -1, 0);
    for (Variable* s : {&p1.s, &p2.s}) s->start(0.1).fixed();
    for (Variable* v : {&p1.v, &p2.v}) v->start(0.0).fixed();
    spring1.c = 30.0;
    spring1.s_rel0 = 0.1;
    spring2.c = 30.0;
    spring2.s0 = 0.1;
    connect(world.frame_b, bar1.frame_a);
    connect(bar1.frame_b, p1.frame_a);
    connect(p1.frame_b, body1.frame_a);
    connect(p1.bearing, spring1.flange_a);
    connect(spring1.flange_b, p1.axis);
    connect(bar1.frame_b, bar2.frame_a);
    connect(bar2.frame_b, p2.frame_a);
    connect(p2.frame_b, body2.frame_a);
    connect(bar2.frame_b, spring2.frame_a);
    connect(spring2.frame_b, body2.frame_a);
  }
};

/// Of the original the driven joint is what moves; the surfaces are pictures.
class Surfaces final : public StandardWorld {
 public:
  mechanics3d::ActuatedPrismatic prismatic{this, "prismatic"};
  mechanics3d::Body body{this, "body"};
  translational::Position position{this, "position"};
  signals::Sine sine{this, "sine"};
  Surfaces() {
    position.exact = false;
    sine.amplitude = 2.0;
    sine.f = 0.5;
    prismatic.v.start(0.0).fixed();
    connect(world.frame_b, prismatic.frame_a);
    connect(prismatic.frame_b, body.frame_a);
    connect(sine.y, position.s_ref);
    connect(position.flange, prismatic.axis);
  }
};

/// Three springs meet at a node that has no mass.
class ThreeSprings final : public StandardWorld {
 public:
  mechanics3d::FixedTranslation bar1{this, "bar1"}, bar2{this, "bar2"};
  mechanics3d::Spring spring1{this, "spring1"}, spring2{this, "spring2"}, spring3{this, "spring3"};
  mechanics3d::Body body1{this, "body1"};
  ThreeSprings() {
    bar1.r = Vector3(0.3, 0, 0);
    bar2.r = Vector3(0, 0, 0.3);
    for (auto* spring : {&spring1, &spring2, &spring3}) spring->s0 = 0.1;
    spring1.c = 20.0;
    spring2.c = 40.0;
    spring3.c = 20.0;
    spring1.frame_b.x.start({0.1, -0.2, 0.2});
    body1.m = 0.8;
    body1.r_CM = Vector3(0, -0.2, 0);
    set_inertia(body1, 0.1);
    body1.x.start({0.5, -0.3, 0.0}).fixed();
    body1.v.start({0.0, 0.0, 0.0}).fixed();
    body1.w.start({0.0, 0.0, 0.0}).fixed();
    body1.orientation.fixed = true;
    connect(world.frame_b, bar1.frame_a);
    connect(world.frame_b, bar2.frame_a);
    connect(bar1.frame_b, spring1.frame_a);
    connect(bar2.frame_b, spring3.frame_a);
    connect(spring1.frame_b, spring2.frame_a);
    connect(spring3.frame_b, spring2.frame_a);
    connect(spring2.frame_b, body1.frame_a);
  }
};

}  // namespace multibond::reference
