/// Impacts through mechanisms: the examples of MultiBondLib's library of mechanics with impulses,
/// with its parameters, and a few more.
///
/// Shapes are connected to frames; that they touch each other needs no further statement.
#pragma once

#include <cmath>
#include <numbers>

#include "multibond/library/impacts.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational_contact.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"
#include "multibond/library/translational_contact.h"

namespace multibond::examples {

/// A ball on a spring that jumps on a floor; it does not turn.
///
///     Fixed1 o        y = 1
///            :        spring of 0.5 m
///            :
///              O      from (0.2, 0.5), radius 0.05, elastic
///     ____________    floor y = 0
class MixedModel final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"}, Fixed2{this, "Fixed2"};
  mechanics3d::FreeTranslation movement{this, "movement"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::Spring spring{this, "spring"};
  mechanics3d::SphereCollider sphere{this, "sphere"};
  mechanics3d::FloorCollider floor{this, "floor"};

  MixedModel() {
    Fixed1.r = Vector3(0, 1, 0);
    movement.r.start({0.2, 0.5, 0.0}).fixed();
    movement.v.start({0.0, 0.0, 0.0}).fixed();
    spring.c = 12.0;
    spring.s0 = 0.5;
    sphere.radius = 0.05;
    sphere.e = 1.0;
    floor.e = 1.0;
    connect(world.frame_b, movement.frame_a);
    connect(movement.frame_b, body.frame_a);
    connect(Fixed1.frame_b, spring.frame_a);
    connect(body.frame_a, spring.frame_b);
    connect(body.frame_a, sphere.frame_a);
    connect(Fixed2.frame_b, floor.frame_a);
  }
};

/// A pendulum of 0.6 m hinged 0.5 m above a floor that it hits, elastic.
class BouncingPendulum final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"}, Fixed2{this, "Fixed2"};
  mechanics3d::Revolute revolute{this, "revolute"};
  mechanics3d::FixedTranslation rod{this, "rod"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::SphereCollider sphere{this, "sphere"};
  mechanics3d::FloorCollider floor{this, "floor"};

  BouncingPendulum() {
    Fixed2.r = Vector3(0, 0.5, 0);
    rod.r = Vector3(-0.6, 0, 0);
    revolute.phi.start(0.0).fixed();
    revolute.w.start(0.0).fixed();
    sphere.radius = 0.05;
    sphere.e = 1.0;
    floor.e = 1.0;
    connect(Fixed2.frame_b, revolute.frame_a);
    connect(revolute.frame_b, rod.frame_a);
    connect(rod.frame_b, body.frame_a);
    connect(rod.frame_b, sphere.frame_a);
    connect(Fixed1.frame_b, floor.frame_a);
  }
};

/// Newton's cradle: five pendula of 2 m side by side, elastic.
///
/// By default two are raised on one side and one on the other, as in the original.
class NewtonsCradle final : public Model {
 public:
  Parameter<VectorX> phi_start{
      this, "phi_start", (VectorX(5) << -40, -40, 0, 0, 80).finished() * (std::numbers::pi / 180),
      "rad", "initial angles"};
  Parameter<double> radius{this, "radius", 0.2499, "m", "radius of the balls", Check::positive};
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Fixed> fixed{this, "fixed", 5};
  ComponentArray<mechanics3d::Revolute> revolute{this, "revolute", 5};
  ComponentArray<mechanics3d::FixedTranslation> rod{this, "rod", 5};
  ComponentArray<mechanics3d::Body> body{this, "body", 5};
  ComponentArray<mechanics3d::SphereCollider> ball{this, "ball", 5};

  NewtonsCradle() {
    for (std::size_t i = 0; i < 5; ++i) {
      fixed[i].r = Vector3(0.5 * static_cast<double>(i), 0, 0);
      revolute[i].phi.start(phi_start.expr()[static_cast<Eigen::Index>(i)]).fixed();
      revolute[i].w.start(0.0).fixed();
      rod[i].r = Vector3(0, -2, 0);
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 0.01;
      ball[i].radius = radius;
      ball[i].e = 1.0;
      connect(fixed[i].frame_b, revolute[i].frame_a);
      connect(revolute[i].frame_b, rod[i].frame_a);
      connect(rod[i].frame_b, body[i].frame_a);
      connect(rod[i].frame_b, ball[i].frame_a);
    }
  }
};

/// A bullet that does not turn hits the end of a pendulum, without gravity.
class BulletOnPendulum final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::FreeTranslation movement{this, "movement"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Revolute revolute{this, "revolute"};
  mechanics3d::FixedTranslation rod{this, "rod"};
  mechanics3d::Body bullet{this, "bullet"}, body{this, "body"};
  mechanics3d::SphereCollider sphere1{this, "sphere1"}, sphere2{this, "sphere2"};

  BulletOnPendulum() {
    world.gravityType = "none";
    movement.r.start({-2.0, -2.0, 0.0}).fixed();
    movement.v.start({4.0, 0.0, 0.0}).fixed();
    Fixed1.r = Vector3(1, 0, 0);
    rod.r = Vector3(0, -2, 0);
    revolute.phi.start(0.0).fixed();
    revolute.w.start(0.0).fixed();
    for (auto* sphere : {&sphere1, &sphere2}) {
      sphere->radius = 0.25;
      sphere->e = 1.0;
    }
    connect(world.frame_b, movement.frame_a);
    connect(movement.frame_b, bullet.frame_a);
    connect(bullet.frame_a, sphere1.frame_a);
    connect(Fixed1.frame_b, revolute.frame_a);
    connect(revolute.frame_b, rod.frame_a);
    connect(rod.frame_b, body.frame_a);
    connect(rod.frame_b, sphere2.frame_a);
  }
};

/// A spherical pendulum of 1.3 m that hits a floor 1 m below its hinge, elastic.
class BouncingSpherical final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"}, Fixed2{this, "Fixed2"};
  mechanics3d::Spherical spherical{this, "spherical"};
  mechanics3d::FixedTranslation rod{this, "rod"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::SphereCollider sphere{this, "sphere"};
  mechanics3d::FloorCollider floor{this, "floor"};

  BouncingSpherical() {
    Fixed1.r = Vector3(0, -1, 0);
    rod.r = Vector3(-1.3, 0, 0);
    spherical.orientation.fixed = true;
    spherical.w.start({0.0, 80 * std::numbers::pi / 180, 0.0}).fixed();
    sphere.radius = 0.2;
    sphere.e = 1.0;
    floor.e = 1.0;
    connect(Fixed2.frame_b, spherical.frame_a);
    connect(spherical.frame_b, rod.frame_a);
    connect(rod.frame_b, body.frame_a);
    connect(rod.frame_b, sphere.frame_a);
    connect(Fixed1.frame_b, floor.frame_a);
  }
};

/// A cue that hits a ball off its centre, with friction, without gravity.
class CueStrikingBall final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Body tip{this, "tip"}, shaft{this, "shaft"}, ball{this, "ball"};
  mechanics3d::FixedTranslation stick{this, "stick"};
  mechanics3d::SphereCollider sphere1{this, "sphere1"}, sphere2{this, "sphere2"};

  CueStrikingBall() {
    world.gravityType = "none";
    tip.m = 3.0;
    shaft.m = 6.0;
    ball.m = 4.0;
    for (mechanics3d::Body* body : {&tip, &ball}) {
      for (auto* moment : {&body->I_11, &body->I_22, &body->I_33}) *moment = 0.02;
      body->x.fixed();
      body->v.fixed();
      body->w.start({0.0, 0.0, 0.0}).fixed();
      body->orientation.fixed = true;
    }
    shaft.root_priority = 1;
    shaft.I_11 = 0.02;
    shaft.I_22 = 0.2;
    shaft.I_33 = 0.2;
    tip.x.start({-2.0, 0.05, 0.0});
    tip.v.start({4.0, 0.0, 0.0});
    ball.x.start({0.0, 0.0, 0.0});
    ball.v.start({0.0, 0.0, 0.0});
    stick.r = Vector3(-1.5, 0, 0);
    sphere1.radius = 0.03;
    sphere2.radius = 0.15;
    for (auto* sphere : {&sphere1, &sphere2}) {
      sphere->e = 0.8;
      sphere->mu = 0.2;
    }
    connect(tip.frame_a, stick.frame_a);
    connect(stick.frame_b, shaft.frame_a);
    connect(tip.frame_a, sphere1.frame_a);
    connect(ball.frame_a, sphere2.frame_a);
  }
};

/// A ball with backspin that bounces on a rough floor, elastic: slips twice, then grips.
class SpinningBall final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Body body{this, "body"};
  mechanics3d::SphereCollider sphere{this, "sphere"};
  mechanics3d::FloorCollider floor{this, "floor"};

  SpinningBall() {
    for (auto* moment : {&body.I_11, &body.I_22, &body.I_33}) *moment = 0.04;
    body.x.start({-2.0, 1.25, 0.0}).fixed();
    body.v.start({0.0, 0.0, 0.0}).fixed();
    body.w.start({0.0, 0.0, -8 * std::numbers::pi}).fixed();
    body.orientation.fixed = true;
    sphere.radius = 0.25;
    sphere.e = 1.0;
    sphere.mu = 0.1;
    floor.e = 1.0;
    floor.mu = 0.1;
    connect(body.frame_a, sphere.frame_a);
    connect(Fixed1.frame_b, floor.frame_a);
  }
};

/// Five bodies that attract each other and collide, elastic.
class CollisionPool final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::GravityPool pool{this, "pool"};
  ComponentArray<mechanics3d::Body> body{this, "body", 5};
  ComponentArray<mechanics3d::SphereCollider> sphere{this, "sphere", 5};

  CollisionPool() {
    world.gravityType = "none";
    pool.G = 6.6742e-11;  // of the original
    const Vector3 places[] = {{-1, 0, 0}, {1, 1, 0}, {1, 0, -0.5}, {0, 0, 1}, {0, -1, -0.8}};
    for (std::size_t i = 0; i < 5; ++i) {
      body[i].m = 1e10;
      body[i].attracts = true;
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 4e8;
      body[i].x.start({places[i][0], places[i][1], places[i][2]}).fixed();
      body[i].v.start({0.0, 0.0, 0.0}).fixed();
      body[i].w.start({0.0, 0.0, 0.0}).fixed();
      body[i].orientation.fixed = true;
      sphere[i].radius = 0.1;
      sphere[i].e = 1.0;
      connect(body[i].frame_a, sphere[i].frame_a);
    }
  }
};

/// The same five bodies, one of them elsewhere, on joints that do not let them turn.
class TranslatingPool final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::GravityPool pool{this, "pool"};
  ComponentArray<mechanics3d::FreeTranslation> movement{this, "movement", 5};
  ComponentArray<mechanics3d::Body> body{this, "body", 5};
  ComponentArray<mechanics3d::SphereCollider> sphere{this, "sphere", 5};

  TranslatingPool() {
    world.gravityType = "none";
    pool.G = 6.6742e-11;
    const Vector3 places[] = {{-1, 0, 0}, {1, 1, 0}, {1, 0, -0.5}, {0, -0.2, 0.8}, {0, -1, -0.8}};
    for (std::size_t i = 0; i < 5; ++i) {
      movement[i].r.start({places[i][0], places[i][1], places[i][2]}).fixed();
      movement[i].v.start({0.0, 0.0, 0.0}).fixed();
      body[i].m = 1e10;
      body[i].attracts = true;
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 0.04;
      sphere[i].radius = 0.1;
      sphere[i].e = 1.0;
      connect(world.frame_b, movement[i].frame_a);
      connect(movement[i].frame_b, body[i].frame_a);
      connect(body[i].frame_a, sphere[i].frame_a);
    }
  }
};

/// A piston engine: each time the piston rises above 0.07 m, an ignition gives it 2 J.
class PistonEngine final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"}, Fixed2{this, "Fixed2"};
  mechanics3d::Revolute Revolute1{this, "Revolute1"}, Revolute2{this, "Revolute2"},
      Revolute3{this, "Revolute3"};
  mechanics3d::FixedTranslation crank{this, "crank"}, rod{this, "rod"};
  mechanics3d::Prismatic prismatic{this, "prismatic"};
  mechanics3d::Body flywheel{this, "flywheel"}, piston{this, "piston"};
  mechanics3d::Spring spring{this, "spring"};
  mechanics3d::EnergyInjection ignition{this, "ignition"};
  signals::RealExpression above{this, "above"};

  PistonEngine() {
    world.gravityType = "none";
    Fixed2.r = Vector3(0, 0.4, 0);
    Revolute1.phi.start(0.0).fixed();
    Revolute1.w.start(300 * std::numbers::pi / 180).fixed();
    crank.r = Vector3(0.1, 0, 0);
    rod.r = Vector3(0, -0.25, 0);
    Revolute2.phi.start(-0.41);
    prismatic.n = Vector3(0, 1, 0);
    prismatic.s.start(0.17);
    flywheel.m = 2.0;
    for (auto* moment : {&flywheel.I_11, &flywheel.I_22, &flywheel.I_33}) *moment = 0.3;
    for (auto* moment : {&piston.I_11, &piston.I_22, &piston.I_33}) *moment = 0.03;
    spring.c = 40.0;
    spring.s0 = 0.18;
    ignition.n = Vector3(0, 1, 0);
    ignition.E = 2.0;
    above.set(prismatic.s - 0.07 + 0.5);
    connect(Fixed2.frame_b, Revolute1.frame_a);
    connect(Revolute1.frame_b, crank.frame_a);
    connect(Revolute1.frame_b, flywheel.frame_a);
    connect(crank.frame_b, Revolute2.frame_a);
    connect(Revolute2.frame_b, rod.frame_a);
    connect(rod.frame_b, Revolute3.frame_b);
    connect(Fixed1.frame_b, prismatic.frame_a);
    connect(prismatic.frame_b, piston.frame_a);
    connect(prismatic.frame_b, Revolute3.frame_a);
    connect(piston.frame_a, spring.frame_a);
    connect(Fixed1.frame_b, spring.frame_b);
    connect(prismatic.frame_b, ignition.frame_a);
    connect(above.y, ignition.u);
  }
};

/// Three masses on a line, each drawn to the middle by a spring, that collide without loss (thesis,
/// section 8.3).
///
///     mass 1 kg -> <- 5 kg -> <- 2 kg
class ThreeMasses final : public Model {
 public:
  translational::Fixed wall{this, "wall"};
  ComponentArray<translational::Spring> spring{this, "spring", 3};
  ComponentArray<translational::Mass> mass{this, "mass", 3};
  ComponentArray<translational::HardGap> gap{this, "gap", 2};

  ThreeMasses() {
    const double m[] = {1, 5, 2}, x[] = {-1, 0, 1};
    for (std::size_t k = 0; k < 3; ++k) {
      mass[k].m = m[k];
      mass[k].s.start(x[k]).fixed();
      mass[k].v.start(0.0).fixed();
      spring[k].c = 0.3;
      connect(wall.flange, spring[k].flange_a);
      connect(spring[k].flange_b, mass[k].flange_a);
    }
    for (std::size_t k = 0; k < 2; ++k) {
      gap[k].e = 1.0;
      connect(mass[k].flange_b, gap[k].flange_a);
      connect(gap[k].flange_b, mass[k + 1].flange_a);
    }
  }
};

/// A pendulum with hard stops at its joint, and a sliding weight on it with stops at both ends.
class LimitedPendulum final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::ActuatedRevolute joint{this, "joint"};
  mechanics3d::FixedTranslation rod{this, "rod"};
  mechanics3d::Body bob{this, "bob"};
  mechanics3d::ActuatedPrismatic slide{this, "slide"};
  mechanics3d::Body weight{this, "weight"};
  rotational::HardStops range{this, "range"};
  translational::HardStops ends{this, "ends"};

  LimitedPendulum() {
    rod.r = Vector3(0, -1, 0);
    joint.phi.start(1.2).fixed();
    joint.w.start(0.0).fixed();
    slide.n = Vector3(0, -1, 0);
    slide.s.start(0.5).fixed();
    slide.v.start(0.0).fixed();
    weight.m = 0.2;
    range.phi_min = -0.5;
    range.phi_max = 2.0;
    range.e = 0.5;
    ends.s_min = 0.2;
    ends.s_max = 0.9;
    ends.e = 0.3;
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
    connect(joint.frame_b, slide.frame_a);
    connect(slide.frame_b, weight.frame_a);
    connect(joint.bearing, range.flange_a);
    connect(joint.axis, range.flange_b);
    connect(slide.bearing, ends.flange_a);
    connect(slide.axis, ends.flange_b);
  }
};

/// Two flywheels with a dog between them: the first catches up with the second and takes it along.
class DogClutch final : public Model {
 public:
  rotational::Inertia drive{this, "drive"}, load{this, "load"};
  rotational::HardGap dog{this, "dog"};
  rotational::Torque motor{this, "motor"};
  signals::Constant torque{this, "torque"};

  DogClutch() {
    drive.phi.start(0.0).fixed();
    drive.w.start(0.0).fixed();
    load.J = 2.0;
    load.phi.start(1.0).fixed();
    load.w.start(0.5).fixed();
    dog.e = 0.2;
    torque.k = 3.0;
    connect(torque.y, motor.tau);
    connect(motor.flange, drive.flange_a);
    connect(drive.flange_b, dog.flange_a);
    connect(dog.flange_b, load.flange_a);
  }
};

/// A block that rocks on its edges until it rests (Housner 1963), 0.5 m wide and 2 m high.
class RockingBlock final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Body block{this, "block"};
  planar::PolygonCollider shape{this, "shape"};
  planar::FloorCollider floor{this, "floor"};

  RockingBlock() {
    const double b = 0.25, h = 1.0, tilt = std::atan2(b, h) / 2;
    MatrixX corners(2, 4);
    corners << -b, b, b, -b, -h, -h, h, h;
    shape.corners = corners;
    for (planar::Collider* collider :
         {static_cast<planar::Collider*>(&shape), static_cast<planar::Collider*>(&floor)}) {
      collider->mu = 1.0;
    }
    block.J = (b * b + h * h) / 3;
    // On its right corner, leaning to the left.
    block.phi.start(-tilt).fixed();
    block.x.start(-b * std::cos(tilt) + h * std::sin(tilt)).fixed();
    block.y.start(b * std::sin(tilt) + h * std::cos(tilt)).fixed();
    block.vx.start(0.0).fixed();
    block.vy.start(0.0).fixed();
    block.w.start(0.0).fixed();
    connect(block.frame_a, shape.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

/// A row of dominoes, the first of which is pushed over.
class Dominoes final : public Model {
 public:
  static constexpr std::size_t kCount = 6;
  planar::World world{this, "world"};
  ComponentArray<planar::Body> domino{this, "domino", kCount};
  ComponentArray<planar::PolygonCollider> shape{this, "shape", kCount};
  planar::FloorCollider floor{this, "floor"};

  Dominoes() {
    const double width = 0.01, height = 0.05, distance = 0.03;
    world.nominalLength = 0.02;  // of pictures: a floor of 0.4 m
    MatrixX corners(2, 4);
    corners << -width, width, width, -width, -height, -height, height, height;
    corners /= 2;
    for (std::size_t k = 0; k < kCount; ++k) {
      shape[k].corners = corners;
      shape[k].mu = 0.3;
      domino[k].m = 0.01;
      domino[k].J = 0.01 * (width * width + height * height) / 12;
      domino[k].x.start(distance * static_cast<double>(k)).fixed();
      domino[k].y.start(height / 2).fixed();
      domino[k].phi.start(0.0).fixed();
      domino[k].vx.start(0.0).fixed();
      domino[k].vy.start(0.0).fixed();
      domino[k].w.start(0.0).fixed();
      connect(domino[k].frame_a, shape[k].frame_a);
    }
    // About its lower right corner.
    domino[0].w.start(-8.0);
    domino[0].vx.start(8.0 * height / 2);
    domino[0].vy.start(8.0 * width / 2);
    floor.mu = 0.6;
    connect(world.frame_b, floor.frame_a);
  }
};

/// A rod that falls across a disc that lies on the floor.
class FallingRod final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Body rod{this, "rod"}, disc{this, "disc"};
  planar::RodCollider rod_shape{this, "rod_shape"};
  planar::DiscCollider disc_shape{this, "disc_shape"};
  planar::FloorCollider floor{this, "floor"};

  FallingRod() {
    rod_shape.length = 1.0;
    rod_shape.radius = 0.02;
    rod.J = 1.0 / 12;
    rod.x.start(0.1).fixed();
    rod.y.start(0.8).fixed();
    rod.phi.start(0.2).fixed();
    disc_shape.radius = 0.2;
    disc.J = 0.02;
    disc.x.start(0.0).fixed();
    disc.y.start(0.2).fixed();
    disc.phi.start(0.0).fixed();
    for (planar::Body* body : {&rod, &disc}) {
      body->vx.start(0.0).fixed();
      body->vy.start(0.0).fixed();
      body->w.start(0.0).fixed();
    }
    for (planar::Collider* shape :
         {static_cast<planar::Collider*>(&rod_shape), static_cast<planar::Collider*>(&disc_shape),
          static_cast<planar::Collider*>(&floor)}) {
      shape->e = 0.3;
      shape->mu = 0.4;
    }
    connect(rod.frame_a, rod_shape.frame_a);
    connect(disc.frame_a, disc_shape.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

/// A box, a capsule, a cylinder and a tetrahedron that fall onto a floor.
class DropTest final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  Impacts impacts{this, "impacts"};
  ComponentArray<mechanics3d::Body> body{this, "body", 4};
  mechanics3d::BoxCollider box{this, "box"};
  mechanics3d::CapsuleCollider capsule{this, "capsule"};
  mechanics3d::CylinderCollider cylinder{this, "cylinder"};
  mechanics3d::ConvexCollider tetrahedron{this, "tetrahedron"};
  mechanics3d::FloorCollider floor{this, "floor"};

  DropTest() {
    impacts.law = "energetic";
    box.size = Vector3(0.3, 0.2, 0.1);
    capsule.radius = 0.05;
    capsule.length = 0.2;
    cylinder.radius = 0.1;
    cylinder.length = 0.2;
    mechanics3d::Collider* const shapes[] = {&box, &capsule, &cylinder, &tetrahedron};
    for (std::size_t k = 0; k < 4; ++k) {
      body[k].I_11 = body[k].I_22 = body[k].I_33 = 0.01;
      body[k].x.start({static_cast<double>(k), 0.5, 0.0}).fixed();
      body[k].v.start({0.0, 0.0, 0.0}).fixed();
      body[k].w.start({0.3, 0.2, 0.1}).fixed();
      body[k].orientation.phi_start = Vector3(0.3, 0.2, 0.4);
      body[k].orientation.fixed = true;
      shapes[k]->e = 0.4;
      shapes[k]->mu = 0.5;
      shapes[k]->group = "falling";  // they do not touch each other
      connect(body[k].frame_a, shapes[k]->frame_a);
    }
    floor.e = 0.4;
    floor.mu = 0.5;
    connect(world.frame_b, floor.frame_a);
  }
};

/// A billiard ball that a cue gives an impulse above its centre: it rolls at once.
class CueShot final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Body ball{this, "ball"};
  mechanics3d::FixedTranslation height{this, "height"};
  mechanics3d::Impulse cue{this, "cue"};
  mechanics3d::SphereCollider sphere{this, "sphere"};
  mechanics3d::FloorCollider cloth{this, "cloth"};

  CueShot() {
    const double r = 0.0286, m = 0.17;
    ball.m = m;
    ball.I_11 = ball.I_22 = ball.I_33 = 0.4 * m * r * r;
    ball.x.start({0.0, r, 0.0}).fixed();
    ball.v.start({0.0, 0.0, 0.0}).fixed();
    ball.w.start({0.0, 0.0, 0.0}).fixed();
    ball.orientation.fixed = true;
    height.r = Vector3(0, 0.4 * r, 0);  // 7/5 r above the cloth
    cue.P = 0.3;
    cue.start = 0.1;
    sphere.radius = r;
    sphere.mu = 0.2;
    cloth.mu = 0.2;
    connect(ball.frame_a, height.frame_a);
    connect(height.frame_b, cue.frame_a);
    connect(ball.frame_a, sphere.frame_a);
    connect(world.frame_b, cloth.frame_a);
  }
};

}  // namespace multibond::examples
