/// Mechanics in space as graphs of multibonds: translation in the world, rotation in the body.
#pragma once

#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/space.h"
#include "multibond/library/bonds/transformers.h"
#include "multibond/library/signal_sources.h"

namespace multibond::examples {

/// Eulerian junction structure: a body that tumbles freely, in single bonds.
///
///                 I (x)
///                   ^
///                   1 wx
///        mGY (pz) /   \ mGY (py)        moduli are angular momenta: px = Ix wx, …
///      I <-- 1 wy --- 1 wz --> I
///            mGY (px)
///
/// A free body with the moments 1, 2 and 3 kg.m2, turned about its middle axis with 5 rad/s and a
/// little about the others: it turns over again and again. Its energy stays 25.02 J.
class EulerJunctionStructure final : public Model {
 public:
  bonds::J1 x{this, "x"}, y{this, "y"}, z{this, "z"};
  bonds::I Ix{this, "Ix"}, Iy{this, "Iy"}, Iz{this, "Iz"};
  bonds::mGY_flow xy{this, "xy"}, yz{this, "yz"}, zx{this, "zx"};

  EulerJunctionStructure() {
    Ix.I = 1.0;
    Iy.I = 2.0;
    Iz.I = 3.0;
    Ix.f_start = 0.1;
    Iy.f_start = 5.0;
    Iz.f_start = 0.1;
    for (bonds::I* inertia : {&Ix, &Iy, &Iz}) inertia->fixed = true;
    bond(*this, x, Ix);
    bond(*this, y, Iy);
    bond(*this, z, Iz);
    bonds::bond(*this, {x, xy, y});
    bonds::bond(*this, {y, yz, z});
    bonds::bond(*this, {z, zx, x});
    xy.M.set([this] { return momentum(Iz); });
    yz.M.set([this] { return momentum(Ix); });
    zx.M.set([this] { return momentum(Iy); });
  }

 private:
  static ExprMatrix momentum(const bonds::I& inertia) {
    return ExprMatrix::Constant(1, 1, inertia.I.element(0) * inertia.port.f[0]);
  }
};

/// Heavy top as a graph of multibonds.
///
///     rotation (1) ---> IF (inertia)
///        |   \ ---> MGY               gyroscopic torque
///        |    \ --> Df (w) ---> ToQuaternions ---> QuaternionRotation ---> R
///        v
///     TranslationalTF (arm) ---> RotationTF (R) ---> motion (1) ---> I (mass)
///                                                     ^
///                                                    Se (weight)
///
/// 1.5 kg at 0.3 m from a fixed point, spinning with 60 rad/s about that arm, which begins level:
/// the top precesses slowly about the vertical.
class TopBonds final : public Model {
 public:
  bonds::J1 rotation{this, "rotation"}, motion{this, "motion"};
  bonds::IF inertia{this, "inertia"};
  bonds::space::MGY gyroscopic{this, "gyroscopic"};
  bonds::Df rate{this, "rate"};
  bonds::space::TranslationalTF arm{this, "arm"};
  bonds::space::RotationTF turn{this, "turn"};
  bonds::I mass{this, "mass"};
  bonds::Se weight{this, "weight"};
  bonds::space::ToQuaternions quaternion{this, "quaternion"};
  bonds::space::QuaternionRotation matrix{this, "matrix"};

  TopBonds() {
    for (bonds::Element* element : std::initializer_list<bonds::Element*>{
             &rotation, &motion, &inertia, &rate, &mass, &weight}) {
      element->n = 3;
    }
    const MatrixX tensor = Vector3(0.03, 0.02, 0.02).asDiagonal();
    inertia.I = tensor;
    inertia.f_start = {60, 0, 0};
    inertia.fixed = true;
    gyroscopic.I = tensor;
    arm.r = Vector3(0.3, 0, 0);
    // From the body to the world, against the direction in which R leads.
    turn.forward = false;
    mass.I = 1.5;
    mass.state_outside = true;
    weight.e0 = {0, -1.5 * 9.81, 0};
    bond(*this, rotation, inertia);
    bond(*this, rotation, gyroscopic);
    bond(*this, rotation, rate);
    bonds::bond(*this, {rotation, arm, bonds::reversed(turn), motion, mass});
    bond(*this, weight, motion);
    for (int i = 0; i < 3; ++i) connect(rate.y(i), quaternion.w[i]);
    for (int i = 0; i < 4; ++i) connect(quaternion.Q[i], matrix.Q[i]);
    for (int i = 0; i < 9; ++i) connect(matrix.R[i], turn.R[i]);
  }
};

/// Bead that slides on a bar which turns about an inclined axis, as a graph of multibonds.
///
///     axis (1) ---> I, Dq (phi)
///        |                                 CardanRotation ---> Rotation ---> R
///        v TF2 (n)                         PlanarRotation ------^
///     hub (1) ---> TranslationalTF (s) ---> bead (0) ---> RotationTF (R) ---> motion (1) ---> I
///                                             ^                                ^
///     slide (1) ---> TF2 (bar) ---------------+                           Se (weight)
///        |
///        v
///     I, C (spring), Dq (s)
///
/// The bead of 0.4 kg is held at the axis by a spring and flies outward as the bar turns.
class BeadBonds final : public Model {
 public:
  bonds::J1 axis{this, "axis"}, hub{this, "hub"}, slide{this, "slide"}, motion{this, "motion"};
  bonds::J0 bead{this, "bead"};
  bonds::I drum{this, "drum"}, mass{this, "mass"};
  bonds::Dq angle{this, "angle"}, distance{this, "distance"};
  bonds::C spring{this, "spring"};
  bonds::TF2_flow about{this, "about"}, along{this, "along"};
  bonds::space::TranslationalTF arm{this, "arm"};
  bonds::space::RotationTF turn{this, "turn"};
  bonds::Se weight{this, "weight"};
  ComponentArray<signals::Constant> tilt{this, "tilt", 3}, origin{this, "origin", 3};
  bonds::space::CardanRotation base{this, "base"};
  bonds::space::PlanarRotation spin{this, "spin"};
  bonds::space::Rotation bar{this, "bar"};
  bonds::space::Translation place{this, "place"};

  BeadBonds() {
    for (bonds::Element* element :
         std::initializer_list<bonds::Element*>{&hub, &motion, &bead, &mass, &weight}) {
      element->n = 3;
    }
    set_values();
    bond(*this, axis, drum);
    bond(*this, axis, angle);
    bonds::bond(*this, {axis, about, hub, arm, bead});
    bond(*this, slide, spring);
    bond(*this, slide, distance);
    bonds::bond(*this, {slide, along, bead, bonds::reversed(turn), motion, mass});
    bond(*this, weight, motion);
    connect(angle.y(0), spin.phi);
    connect(distance.y(0), arm.ampl);
    connect(distance.y(0), place.ampl);
    for (int i = 0; i < 3; ++i) {
      connect(tilt[i].y, base.phi[i]);
      connect(origin[i].y, place.x1[i]);
    }
    for (int i = 0; i < 9; ++i) {
      connect(base.R[i], bar.R1[i]);
      connect(spin.R[i], bar.Rrel[i]);
      connect(bar.R2[i], turn.R[i]);
      connect(bar.R2[i], place.R[i]);
    }
  }

 private:
  void set_values() {
    drum.I = 0.2;
    drum.f_start = 4.0;
    drum.fixed = true;
    spring.C = 1 / 20.0;
    spring.e_start = 20 * 0.1;
    spring.fixed = true;
    distance.q_start = 0.1;
    about.nB = 3;
    about.M = MatrixX(Vector3(0, 0, 1));
    along.nB = 3;
    along.M = MatrixX(Vector3(1, 0, 0));
    turn.forward = false;
    mass.I = 0.4;
    mass.state_outside = true;
    weight.e0 = {0, 0, -0.4 * 9.81};
    tilt[0].k = 0.5;
    tilt[1].k = -0.3;
    for (signals::Constant& value : origin) value.k = 0.0;
    tilt[2].k = 0.0;
  }
};

/// Pendulum in space as a graph of multibonds, with Cardan angles for its orientation.
///
///     rotation (1) ---> IF (inertia)
///        |   \ ---> MGY               gyroscopic torque
///        |    \ --> Df (w) ---> ToCardanAngles ---> CardanRotation ---> R ---> CardanAngles
///        v
///     TranslationalMTF (r) ---> RotationTF (R) ---> motion (1) ---> I (mass)
///                                                    ^
///                                                   Se (weight)
///
/// 1.5 kg hang at r = (0.4, -0.3, 0.2) m, given by signals, from a fixed point. The angles that
/// follow from R are those that were integrated.
class CardanPendulumBonds final : public Model {
 public:
  bonds::J1 rotation{this, "rotation"}, motion{this, "motion"};
  bonds::IF inertia{this, "inertia"};
  bonds::space::MGY gyroscopic{this, "gyroscopic"};
  bonds::Df rate{this, "rate"};
  bonds::space::TranslationalMTF arm{this, "arm"};
  bonds::space::RotationTF turn{this, "turn"};
  bonds::I mass{this, "mass"};
  bonds::Se weight{this, "weight"};
  ComponentArray<signals::Constant> r{this, "r", 3};
  bonds::space::ToCardanAngles angles{this, "angles"};
  bonds::space::CardanRotation matrix{this, "matrix"};
  bonds::space::CardanAngles back{this, "back"};

  CardanPendulumBonds() {
    for (bonds::Element* element : std::initializer_list<bonds::Element*>{
             &rotation, &motion, &inertia, &rate, &mass, &weight}) {
      element->n = 3;
    }
    set_values();
    bond(*this, rotation, inertia);
    bond(*this, rotation, gyroscopic);
    bond(*this, rotation, rate);
    bonds::bond(*this, {rotation, arm, bonds::reversed(turn), motion, mass});
    bond(*this, weight, motion);
    for (int i = 0; i < 3; ++i) {
      connect(r[i].y, arm.r[i]);
      connect(rate.y(i), angles.w[i]);
      connect(angles.phi[i], matrix.phi[i]);
    }
    for (int i = 0; i < 9; ++i) {
      connect(matrix.R[i], turn.R[i]);
      connect(matrix.R[i], back.R[i]);
    }
  }
  /// About the centre of mass, in axes of the body.
  static Matrix3 tensor() {
    Matrix3 I;
    I << 0.4, 0.05, -0.04, 0.05, 0.5, 0.03, -0.04, 0.03, 0.45;
    return I;
  }

 private:
  void set_values() {
    inertia.I = MatrixX(tensor());
    inertia.f_start = {0.5, -1, 0.8};
    inertia.fixed = true;
    gyroscopic.I = MatrixX(tensor());
    // From the body to the world, against the direction in which R leads.
    turn.forward = false;
    mass.I = 1.5;
    mass.state_outside = true;
    weight.e0 = {0, -1.5 * 9.81, 0};
    const double centre[] = {0.4, -0.3, 0.2};
    for (std::size_t i = 0; i < 3; ++i) r[i].k = centre[i];
    for (auto* sequence : {&angles.sequence, &matrix.sequence, &back.sequence}) {
      *sequence = Vector3(3, 1, 2);
    }
    angles.phi_start = Vector3(0.3, -0.2, 0.4);
  }
};

}  // namespace multibond::examples
