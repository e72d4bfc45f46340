/// Mechanisms in space: those of MultiBondLib's Mechanics3D.
///
/// Parameters are those of the originals. Where an original computes something else than its
/// drawing shows, the physics of the drawing is modelled, and the class says so.
#pragma once

#include <cmath>
#include <numbers>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"

namespace multibond::examples {

constexpr double kDegree = std::numbers::pi / 180;

/// Double pendulum whose hinges have different axes.
class DoublePendulum3D final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Revolute Revolute1{this, "Revolute1"}, Revolute2{this, "Revolute2"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation2{this, "FixedTranslation2"};
  mechanics3d::Body Body1{this, "Body1"}, Body2{this, "Body2"};

  DoublePendulum3D() {
    FixedTranslation1.r = Vector3(1, 0, 0);
    FixedTranslation2.r = Vector3(1, 0, 0.5);
    Revolute2.n = Vector3(0, 1, 0);
    Body1.m = 2.0;
    Body2.m = 1.0;
    for (mechanics3d::Body* body : {&Body1, &Body2}) {
      body->I_11 = 0.02;
      body->I_22 = 0.05;
      body->I_33 = 0.05;
    }
    Revolute1.phi.start(0.3).fixed();
    Revolute2.phi.start(-0.4).fixed();
    Revolute1.w.start(0.0).fixed();
    Revolute2.w.start(2.0).fixed();
    connect(Fixed1.frame_b, Revolute1.frame_a);
    connect(Revolute1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
    connect(FixedTranslation1.frame_b, Revolute2.frame_a);
    connect(Revolute2.frame_b, FixedTranslation2.frame_a);
    connect(FixedTranslation2.frame_b, Body2.frame_a);
  }
};

/// Pendulum with a damper on its axis: the planar DampedPendulum in space.
class DampedPendulum3D final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::ActuatedRevolute Revolute1{this, "Revolute1"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  mechanics3d::Body Body1{this, "Body1"};
  rotational::Damper damper{this, "damper"};

  DampedPendulum3D() {
    FixedTranslation1.r = Vector3(1, 3, 0);
    for (auto* moment : {&Body1.I_11, &Body1.I_22, &Body1.I_33}) *moment = 0.0;
    damper.d = 5.0;
    Revolute1.phi.start(0.0).fixed();
    Revolute1.w.start(0.0).fixed();
    connect(Fixed1.frame_b, Revolute1.frame_a);
    connect(Revolute1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
    connect(damper.flange_b, Revolute1.axis);
    connect(Revolute1.bearing, damper.flange_a);
  }
};

/// Crane crab: the planar CraneCrab3 in space.
class CraneCrab3D final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Prismatic Prismatic1{this, "Prismatic1"};
  mechanics3d::Revolute Revolute1{this, "Revolute1"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  mechanics3d::Body Body1{this, "Body1"}, Body2{this, "Body2"};

  CraneCrab3D() {
    FixedTranslation1.r = Vector3(1, 3, 0);
    Body2.m = 2.0;
    for (mechanics3d::Body* body : {&Body1, &Body2}) {
      for (auto* moment : {&body->I_11, &body->I_22, &body->I_33}) *moment = 0.0;
    }
    for (Variable* zero : {&Prismatic1.s, &Prismatic1.v, &Revolute1.phi, &Revolute1.w}) {
      zero->start(0.0).fixed();
    }
    connect(Fixed1.frame_b, Prismatic1.frame_a);
    connect(Prismatic1.frame_b, Body2.frame_a);
    connect(Prismatic1.frame_b, Revolute1.frame_a);
    connect(Revolute1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
  }
};

/// Crank, spherical joint, coupler, universal joint and slider: a loop of one degree of freedom.
///
/// The loop closes by plain connection.
class FourBarLoop : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Revolute Revolute1{this, "Revolute1"}, Revolute4{this, "Revolute4"},
      Revolute6{this, "Revolute6"};
  mechanics3d::Prismatic Prismatic1{this, "Prismatic1"};
  mechanics3d::Spherical Spherical1{this, "Spherical1"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation2{this, "FixedTranslation2"}, FixedTranslation3{this, "FixedTranslation3"},
      FixedTranslation4{this, "FixedTranslation4"}, FixedTranslation5{this, "FixedTranslation5"},
      FixedTranslation6{this, "FixedTranslation6"}, FixedTranslation7{this, "FixedTranslation7"};
  mechanics3d::Body Body1{this, "Body1"}, Body2{this, "Body2"}, Body3{this, "Body3"};

  FourBarLoop() {
    Revolute1.n = Vector3(1, 0, 0);
    Revolute1.phi.start(0.0).fixed();
    Revolute1.w.start(300 * kDegree).fixed();
    Revolute4.n = Vector3(0, 0, 1);
    Revolute6.n = Vector3(0, 1, 0);
    Prismatic1.s.start(-0.2);
    FixedTranslation1.r = Vector3(0, 0.5, 0.1);
    FixedTranslation2.r = Vector3(0, 0.2, 0);
    FixedTranslation3.r = Vector3(1, -0.3, -0.1);
    FixedTranslation4.r = Vector3(1.2, 0, 0);
    FixedTranslation5.r = Vector3(0, 0.25, 0.05);
    FixedTranslation6.r = Vector3(0.5, -0.15, -0.05);
    FixedTranslation7.r = Vector3(0, 0.1, 0);
    for (mechanics3d::Body* body : {&Body1, &Body2, &Body3}) {
      body->m = 0.5;
      body->I_11 = 0.05;
      body->I_22 = 0.05;
      body->I_33 = 0.05;
    }
    connect(Fixed1.frame_b, Revolute1.frame_a);
    connect(Revolute1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Spherical1.frame_a);
    connect(Spherical1.frame_b, FixedTranslation3.frame_a);
    connect(FixedTranslation3.frame_b, Revolute6.frame_b);
    connect(Revolute6.frame_a, Revolute4.frame_b);
    connect(Revolute4.frame_a, FixedTranslation2.frame_b);
    connect(FixedTranslation2.frame_a, Prismatic1.frame_b);
    connect(Prismatic1.frame_a, FixedTranslation4.frame_b);
    connect(FixedTranslation4.frame_a, Fixed1.frame_b);
    connect(FixedTranslation5.frame_a, FixedTranslation1.frame_a);
    connect(FixedTranslation5.frame_b, Body1.frame_a);
    connect(FixedTranslation6.frame_a, FixedTranslation3.frame_a);
    connect(FixedTranslation6.frame_b, Body2.frame_a);
    connect(FixedTranslation7.frame_a, FixedTranslation2.frame_a);
    connect(FixedTranslation7.frame_b, Body3.frame_a);
  }
};

/// Marble that rolls on the floor, drawn to the origin by a spring.
///
/// The original gives its marble the radius 0.3, and rolls on one of 1, the default of its joint;
/// here it is 0.3. The spring ends at the height of the marble's centre above the floor.
class RollingMarble final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Spring Spring1{this, "Spring1"};
  mechanics3d::Marble Marble2{this, "Marble2"};

  RollingMarble() {
    Spring1.c = 5.0;
    Marble2.m = 2.0;
    Marble2.I = 0.02;
    Marble2.radius = 0.3;
    Marble2.body.x[0].start(2.0).fixed();
    Marble2.body.x[1].start(0.3);
    Marble2.body.x[2].start(-2.0).fixed();
    Marble2.body.v[0].start(0.0).fixed();
    Marble2.body.v[2].start(6.0).fixed();
    Marble2.body.w[1].start(0.0).fixed();
    Marble2.body.orientation.fixed = true;
    connect(Fixed1.frame_b, Spring1.frame_a);
    connect(Spring1.frame_b, Marble2.frame_b);
  }
};

/// Gyroscope: a disc that spins at 40 turns a second on a rod held at its other end.
class GyroscopicEffect final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::Spherical Spherical1{this, "Spherical1"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  mechanics3d::Body Body1{this, "Body1"};

  GyroscopicEffect() {
    FixedTranslation1.r = Vector3(2, 0, 0);
    Body1.m = 2.0;
    Body1.I_11 = 0.12;
    Body1.I_22 = 0.06;
    Body1.I_33 = 0.06;
    Spherical1.orientation.sequence = Vector3(2, 3, 1);
    Spherical1.orientation.fixed = true;
    Spherical1.w.start({14400 * kDegree, 0.0, 0.0}).fixed();
    connect(Fixed1.frame_b, Spherical1.frame_a);
    connect(Spherical1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
  }
};

/// Body on a spherical joint, held by a spring and a damper.
///
/// Its inertia, that of the original, is none that a body can have; with the rod it is regular.
class SphericalSpring final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"}, Fixed2{this, "Fixed2"};
  mechanics3d::Spherical Spherical1{this, "Spherical1"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  mechanics3d::Body Body1{this, "Body1"};
  mechanics3d::Spring Spring1{this, "Spring1"};
  mechanics3d::Damping Damping1{this, "Damping1"};

  SphericalSpring() {
    FixedTranslation1.r = Vector3(2, 0, 2);
    Fixed2.r = Vector3(1.5, 0, 0.5);
    Body1.m = 2.0;
    Body1.checkInertia = false;
    for (auto* moment : {&Body1.I_11, &Body1.I_22, &Body1.I_33}) *moment = 0.01;
    for (auto* entry : {&Body1.I_21, &Body1.I_31, &Body1.I_32}) *entry = 0.1;
    Spherical1.orientation.fixed = true;
    Spherical1.w.start({0.0, 0.0, 0.0}).fixed();
    Spring1.c = 10.0;
    Spring1.s0 = 1.0;
    Damping1.d = 0.5;
    connect(Fixed1.frame_b, Spherical1.frame_a);
    connect(Spherical1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
    connect(Fixed2.frame_b, Spring1.frame_a);
    connect(Spring1.frame_b, FixedTranslation1.frame_b);
    connect(Fixed2.frame_b, Damping1.frame_a);
    connect(Damping1.frame_b, FixedTranslation1.frame_b);
  }
};

/// Slider and crank in a vertical plane, with a pendulum at the end: the planar loop in space.
///
/// All joints are ordinary ones; the original needs a cut joint.
class PlanarLoop3D final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation2{this, "FixedTranslation2"}, FixedTranslation4{this, "FixedTranslation4"};
  mechanics3d::Prismatic Prismatic1{this, "Prismatic1"};
  mechanics3d::Revolute Revolute1{this, "Revolute1"}, Revolute2{this, "Revolute2"},
      Revolute3{this, "Revolute3"};
  mechanics3d::PlanarRevolute PlanarRevolute1{this, "PlanarRevolute1"};
  mechanics3d::Spring Spring1{this, "Spring1"};
  mechanics3d::Damper Damping1{this, "Damping1"};
  mechanics3d::Body Body2{this, "Body2"};

  PlanarLoop3D() {
    FixedTranslation4.r = Vector3(0, -3, 0);
    FixedTranslation1.r = Vector3(0, -3, 0);
    FixedTranslation2.r = Vector3(-2, 0, 0);
    Prismatic1.s.start(2.0).fixed();
    Prismatic1.v.start(0.0).fixed();
    Revolute3.phi.start(0.0).fixed();
    Revolute3.w.start(0.0).fixed();
    // The arms meet below: each leans towards the other.
    Revolute1.phi.start(-0.34);
    Revolute2.phi.start(0.34);
    PlanarRevolute1.phi.start(-0.68);
    Spring1.c = 50.0;
    Spring1.s0 = 1.6;
    Damping1.d = 2.0;
    Body2.m = 2.0;
    for (auto* moment : {&Body2.I_11, &Body2.I_22, &Body2.I_33}) *moment = 0.05;
    connect(Prismatic1.frame_a, Fixed1.frame_b);
    connect(Prismatic1.frame_b, Revolute2.frame_b);
    connect(Spring1.frame_a, Fixed1.frame_b);
    connect(Spring1.frame_b, Revolute2.frame_b);
    connect(Damping1.frame_a, Fixed1.frame_b);
    connect(Damping1.frame_b, Revolute2.frame_b);
    connect(Revolute2.frame_a, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, PlanarRevolute1.frame_b);
    connect(PlanarRevolute1.frame_a, FixedTranslation4.frame_b);
    connect(FixedTranslation4.frame_a, Revolute1.frame_a);
    connect(Revolute1.frame_b, Fixed1.frame_b);
    connect(Revolute3.frame_a, FixedTranslation1.frame_b);
    connect(Revolute3.frame_b, FixedTranslation2.frame_b);
    connect(FixedTranslation2.frame_a, Body2.frame_a);
  }
};

/// Centrifugal governor: two masses on arms lift a sleeve as the shaft turns faster.
class CentrifugalForce final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed Fixed1{this, "Fixed1"};
  mechanics3d::ActuatedRevolute Revolute3{this, "Revolute3"};
  mechanics3d::ActuatedPrismatic Prismatic1{this, "Prismatic1"};
  translational::SpringDamper spring{this, "spring"};
  signals::Constant torque{this, "torque"};
  mechanics3d::Revolute Revolute1{this, "Revolute1"}, Revolute2{this, "Revolute2"},
      Revolute4{this, "Revolute4"}, Revolute5{this, "Revolute5"};
  mechanics3d::PlanarRevolute PlanarRevolute1{this, "PlanarRevolute1"},
      PlanarRevolute2{this, "PlanarRevolute2"};
  mechanics3d::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation2{this, "FixedTranslation2"}, FixedTranslation3{this, "FixedTranslation3"},
      FixedTranslation4{this, "FixedTranslation4"};
  mechanics3d::Body Body1{this, "Body1"}, Body2{this, "Body2"}, Body3{this, "Body3"};

  CentrifugalForce() {
    Revolute3.n = Vector3(0, 1, 0);
    Revolute3.phi.start(0.0).fixed();
    Revolute3.w.start(0.0).fixed();
    torque.k = 10.0;
    Prismatic1.n = Vector3(0, 1, 0);
    Prismatic1.s.start(1.45).fixed();
    Prismatic1.v.start(0.0).fixed();
    spring.c = 160.0;
    spring.d = 16.0;
    spring.s_rel0 = 1.6;
    Body1.m = 4.0;
    Body2.m = 2.0;
    Body3.m = 2.0;
    for (mechanics3d::Body* body : {&Body1, &Body2, &Body3}) {
      for (auto* moment : {&body->I_11, &body->I_22, &body->I_33}) *moment = 0.05;
    }
    FixedTranslation1.r = Vector3(1.3, 0, 0);
    FixedTranslation4.r = Vector3(1.3, 0, 0);
    FixedTranslation2.r = Vector3(-1.3, 0, 0);
    FixedTranslation3.r = Vector3(-1.3, 0, 0);
    // Arms at 34 degrees; the slider's arm of the second side points the other way at zero.
    const double lean = std::asin(0.725 / 1.3);
    Revolute1.phi.start(-lean);
    Revolute2.phi.start(lean);
    PlanarRevolute1.phi.start(-2 * lean);
    Revolute4.phi.start(-lean);
    Revolute5.phi.start(std::numbers::pi - lean);
    connect(Fixed1.frame_b, Revolute3.frame_a);
    connect(torque.y, Revolute3.tau);
    connect(Revolute3.frame_b, Body1.frame_a);
    connect(Prismatic1.frame_a, Revolute3.frame_b);
    connect(Prismatic1.bearing, spring.flange_a);
    connect(Prismatic1.axis, spring.flange_b);
    connect(Prismatic1.frame_b, Revolute2.frame_b);
    connect(Revolute2.frame_a, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body2.frame_a);
    connect(FixedTranslation1.frame_b, PlanarRevolute1.frame_b);
    connect(PlanarRevolute1.frame_a, FixedTranslation4.frame_b);
    connect(FixedTranslation4.frame_a, Revolute1.frame_a);
    connect(Revolute1.frame_b, Revolute3.frame_b);
    connect(Revolute4.frame_a, Revolute3.frame_b);
    connect(Revolute4.frame_b, FixedTranslation2.frame_a);
    connect(FixedTranslation2.frame_b, PlanarRevolute2.frame_a);
    connect(PlanarRevolute2.frame_b, FixedTranslation3.frame_a);
    connect(FixedTranslation3.frame_a, Body3.frame_a);
    connect(FixedTranslation3.frame_b, Revolute5.frame_b);
    connect(Revolute5.frame_a, Prismatic1.frame_b);
  }
};

/// Newton's cradle of five pendula with soft contacts.
class NewtonsCradleWeak final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  ComponentArray<mechanics3d::Fixed> fixed{this, "fixed", 5};
  ComponentArray<mechanics3d::Revolute> revolute{this, "revolute", 5};
  ComponentArray<mechanics3d::FixedTranslation> rod{this, "rod", 5};
  ComponentArray<mechanics3d::Body> body{this, "body", 5};
  ComponentArray<mechanics3d::SphereContact> contact{this, "contact", 4};

  NewtonsCradleWeak() {
    for (std::size_t i = 0; i < 5; ++i) {
      fixed[i].r = Vector3(0.5 * static_cast<double>(i), 0, 0);
      revolute[i].phi.start(i < 2 ? -30 * kDegree : 0.0).fixed();
      revolute[i].w.start(0.0).fixed();
      rod[i].r = Vector3(0, -2, 0);
      body[i].m = 2.0;
      for (auto* moment : {&body[i].I_11, &body[i].I_22, &body[i].I_33}) *moment = 0.0;
      connect(fixed[i].frame_b, revolute[i].frame_a);
      connect(revolute[i].frame_b, rod[i].frame_a);
      connect(rod[i].frame_b, body[i].frame_a);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      contact[i].ra = 0.25;
      contact[i].rb = 0.25;
      contact[i].c = 1e9;
      connect(rod[i].frame_b, contact[i].frame_a);
      connect(rod[i + 1].frame_b, contact[i].frame_b);
    }
  }
};

/// Three bodies that attract each other.
class ThreeBodySystem final : public Model {
 public:
  mechanics3d::World world{this, "world"};
  mechanics3d::GravityPool pool{this, "pool"};
  mechanics3d::Body Body1{this, "Body1"}, Body2{this, "Body2"}, Body3{this, "Body3"};

  ThreeBodySystem() {
    world.gravityType = "none";
    pool.G = 6.6742e-11;  // of the original
    Body1.x.start({3.0, 0.0, 0.0});
    Body1.v.start({0.0, 0.8, 0.0});
    Body2.x.start({-3.0, 0.0, 0.0});
    Body2.v.start({0.0, -0.8, 0.0});
    Body3.x.start({0.0, 0.0, -3.0});
    Body3.v.start({0.0, 0.0, 0.8});
    for (mechanics3d::Body* body : {&Body1, &Body2, &Body3}) {
      body->m = 1e11;
      body->attracts = true;
      for (auto* moment : {&body->I_11, &body->I_22, &body->I_33}) *moment = 0.02;
      body->x.fixed();
      body->v.fixed();
      body->w.start({0.0, 0.0, 0.0}).fixed();
      body->orientation.fixed = true;
    }
  }
};

}  // namespace multibond::examples
