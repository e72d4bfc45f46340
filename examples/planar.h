/// Planar mechanisms: those of MultiBondLib's PlanarMechanics, and closed loops of many bodies.
///
/// Geometry and masses are those of the originals; angles count counter-clockwise here and
/// clockwise there, so they have the other sign.
#pragma once

#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational.h"
#include "multibond/library/signal_sources.h"
#include "multibond/library/translational.h"

namespace multibond::examples {

/// Double pendulum of two point masses: 2 kg at (2, 2) from the pivot, 1 kg 1.5 m below it.
///
///     Fixed1 - Revolute1 - FixedTranslation1 - Revolute3 - FixedTranslation3
///                                   |                              |
///                                 Body1                          Body3
class PlanarDoublePendulum final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed Fixed1{this, "Fixed1"};
  planar::Revolute Revolute1{this, "Revolute1"}, Revolute3{this, "Revolute3"};
  planar::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation3{this, "FixedTranslation3"};
  planar::Body Body1{this, "Body1"}, Body3{this, "Body3"};

  PlanarDoublePendulum() {
    FixedTranslation1.r = Vector2(2, 2);
    FixedTranslation3.r = Vector2(0, -1.5);
    Body1.m = 2.0;
    Body1.J = 0.0;
    Body3.m = 1.0;
    Body3.J = 0.0;
    for (planar::Revolute* joint : {&Revolute1, &Revolute3}) {
      joint->phi.start(0.0).fixed();
      joint->w.start(0.0).fixed();
    }
    connect(Fixed1.frame_b, Revolute1.frame_a);
    connect(Revolute1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
    connect(FixedTranslation1.frame_b, Revolute3.frame_a);
    connect(Revolute3.frame_b, FixedTranslation3.frame_a);
    connect(FixedTranslation3.frame_b, Body3.frame_a);
  }
};

/// Free body on a spring that is hooked 1 m beside its centre.
class PlanarFreeBody final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed Fixed1{this, "Fixed1"};
  planar::Spring Spring1{this, "Spring1"};
  planar::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  planar::Body Body1{this, "Body1"};

  PlanarFreeBody() {
    Spring1.c = 10.0;
    Spring1.s0 = 1.0;
    Body1.J = 0.12;
    Body1.x.start(1.2).fixed();
    Body1.y.start(-0.5).fixed();
    for (Variable* zero : {&Body1.phi, &Body1.vx, &Body1.vy, &Body1.w}) zero->start(0.0).fixed();
    connect(Fixed1.frame_b, Spring1.frame_a);
    connect(Spring1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
  }
};

/// Parallelogram of four joints that hangs from two of them; bodies at its corners.
///
/// The loop closes by plain connection.
class PlanarKinematicLoop final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed Fixed1{this, "Fixed1"};
  planar::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation2{this, "FixedTranslation2"}, FixedTranslation3{this, "FixedTranslation3"},
      FixedTranslation4{this, "FixedTranslation4"};
  planar::Revolute Revolute1{this, "Revolute1"}, Revolute2{this, "Revolute2"},
      Revolute3{this, "Revolute3"}, Revolute4{this, "Revolute4"};
  planar::Body Body1{this, "Body1"}, Body2{this, "Body2"}, Body3{this, "Body3"},
      Body4{this, "Body4"};

  PlanarKinematicLoop() {
    FixedTranslation1.r = Vector2(0, 1);
    FixedTranslation4.r = Vector2(0, 1);
    Revolute1.phi.start(0.0).fixed();
    Revolute1.w.start(0.0).fixed();
    connect(Revolute1.frame_a, Fixed1.frame_b);
    connect(Revolute1.frame_b, FixedTranslation3.frame_a);
    connect(FixedTranslation3.frame_b, Revolute3.frame_b);
    connect(Revolute3.frame_a, FixedTranslation4.frame_b);
    connect(FixedTranslation4.frame_a, Revolute4.frame_b);
    connect(Revolute4.frame_a, FixedTranslation2.frame_b);
    connect(FixedTranslation2.frame_a, Revolute2.frame_a);
    connect(Revolute2.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Fixed1.frame_b);
    connect(FixedTranslation3.frame_b, Body1.frame_a);
    connect(FixedTranslation2.frame_b, Body2.frame_a);
    connect(Revolute4.frame_a, Body4.frame_a);
    connect(FixedTranslation4.frame_a, Body3.frame_a);
  }
};

/// Two links that hang from a fixed point and from a slider with a spring and damper; a third link
/// with a body swings at their common end.
class PlanarKinematicLoop2 final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed Fixed1{this, "Fixed1"};
  planar::FixedTranslation FixedTranslation1{this, "FixedTranslation1"},
      FixedTranslation2{this, "FixedTranslation2"}, FixedTranslation3{this, "FixedTranslation3"};
  planar::Revolute Revolute1{this, "Revolute1"}, Revolute2{this, "Revolute2"},
      Revolute3{this, "Revolute3"}, Revolute4{this, "Revolute4"};
  planar::ActuatedPrismatic actuatedPrismatic{this, "actuatedPrismatic"};
  translational::SpringDamper springDamper{this, "springDamper"};
  planar::Body Body2{this, "Body2"};

  PlanarKinematicLoop2() {
    FixedTranslation1.r = Vector2(0, -3);
    FixedTranslation2.r = Vector2(0, -3);
    FixedTranslation3.r = Vector2(2, 0);
    Body2.m = 2.0;
    Body2.J = 0.05;
    springDamper.c = 50.0;
    springDamper.d = 2.0;
    springDamper.s_rel0 = 1.6;
    actuatedPrismatic.s.start(2.0).fixed();
    actuatedPrismatic.v.start(0.0).fixed();
    Revolute4.phi.start(0.0).fixed();
    Revolute4.w.start(0.0).fixed();
    connect(Revolute1.frame_b, Fixed1.frame_b);
    connect(Revolute1.frame_a, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Revolute3.frame_a);
    connect(Revolute3.frame_b, FixedTranslation2.frame_b);
    connect(FixedTranslation2.frame_a, Revolute2.frame_b);
    connect(Revolute2.frame_a, actuatedPrismatic.frame_b);
    connect(actuatedPrismatic.frame_a, Revolute1.frame_b);
    connect(Revolute4.frame_a, FixedTranslation2.frame_b);
    connect(Revolute4.frame_b, FixedTranslation3.frame_a);
    connect(FixedTranslation3.frame_b, Body2.frame_a);
    connect(springDamper.flange_a, actuatedPrismatic.bearing);
    connect(springDamper.flange_b, actuatedPrismatic.axis);
  }
};

/// Pendulum with a damper on its axis: 1 kg at (1, 3) from the pivot.
class DampedPendulum final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed Fixed1{this, "Fixed1"};
  planar::ActuatedRevolute actuatedRevolute1{this, "actuatedRevolute1"};
  planar::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  planar::Body Body1{this, "Body1"};
  rotational::Damper damper{this, "damper"};

  DampedPendulum() {
    FixedTranslation1.r = Vector2(1, 3);
    Body1.J = 0.0;
    damper.d = 5.0;
    actuatedRevolute1.phi.start(0.0).fixed();
    actuatedRevolute1.w.start(0.0).fixed();
    connect(Fixed1.frame_b, actuatedRevolute1.frame_a);
    connect(actuatedRevolute1.frame_b, FixedTranslation1.frame_a);
    connect(FixedTranslation1.frame_b, Body1.frame_a);
    connect(damper.flange_a, actuatedRevolute1.bearing);
    connect(damper.flange_b, actuatedRevolute1.axis);
  }
};

/// Crane crab: 2 kg slide along x, and 1 kg swings from it, at (1, 3) to begin with.
class CraneCrab3 final : public Model {
 public:
  planar::World world{this, "world"};
  planar::Fixed Fixed1{this, "Fixed1"};
  planar::Prismatic Prismatic1{this, "Prismatic1"};
  planar::Revolute Revolute1{this, "Revolute1"};
  planar::FixedTranslation FixedTranslation1{this, "FixedTranslation1"};
  planar::Body Body1{this, "Body1"}, Body2{this, "Body2"};

  CraneCrab3() {
    FixedTranslation1.r = Vector2(1, 3);
    Body1.J = 0.0;
    Body2.m = 2.0;
    Body2.J = 0.0;
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

/// Andrews' squeezing mechanism: seven bodies, three loops that meet in one point, one freedom.
///
/// From Schiehlen, Multibody Systems Handbook (1990), with the figures of the IVP Test Set. A
/// torque of 0.033 Nm drives the crank (body 1); a spring pulls at body 3. The joints O, F, B, A5,
/// G, A7, H have the angles beta, theta, gamma, delta, phi, epsilon, omega of the literature; the
/// bodies 2, 3, 4 and 6 meet in E.
class SevenBody final : public Model {
 public:
  Parameter<bool> actuated{this, "actuated", true,
                           "drive by an actuated joint, else by a torque on the crank"};
  planar::World world{this, "world"};
  planar::Fixed ground{this, "ground"}, A{this, "A"}, B{this, "B"}, C{this, "C"};
  planar::ActuatedRevolute O{this, "O"};
  planar::Revolute F{this, "F"}, B3{this, "B3"}, A5{this, "A5"}, G{this, "G"}, A7{this, "A7"},
      H{this, "H"}, E3{this, "E3"}, E4{this, "E4"}, E6{this, "E6"};
  planar::Body body1{this, "body1"}, body2{this, "body2"}, body3{this, "body3"},
      body4{this, "body4"}, body5{this, "body5"}, body6{this, "body6"}, body7{this, "body7"};
  planar::Spring spring{this, "spring"};
  signals::Constant torque{this, "torque"};
  Variable a1{this, "a1", "rad/s2", "angular acceleration of the crank, link 1"};
  Variable a3{this, "a3", "rad/s2", "angular acceleration of link 3"};

  SevenBody();
  void build() override;
  void equations() override {
    equation(a1, der(O.w));
    equation(a3, der(B3.w));
  }

 private:
  void set_values();
};

/// Row of N four-bar linkages: N + 1 upright rods joined on top by N horizontal ones (IFToMM A02).
///
/// One freedom. When all rods lie on a line every loop is in a singular position, and the motion
/// goes through it. All rods are uniform, 1 m and 1 kg; the first turns with w0 at the start.
class NFourBar final : public Model {
 public:
  Parameter<int> N{this, "N", 2, "1", "number of four-bar linkages", Check::positive};
  Parameter<double> w0{this, "w0", -1.0, "rad/s", "angular velocity of the cranks at the start"};
  planar::World world{this, "world"};
  ComponentArray<planar::Fixed> pin{this, "pin"};
  ComponentArray<planar::Revolute> base{this, "base"}, left{this, "left"}, right{this, "right"};
  ComponentArray<planar::Body> crank{this, "crank"}, coupler{this, "coupler"};

  void build() override;
};

}  // namespace multibond::examples
