/// Between domains: rack, electromotive force, motor.
///
/// Hydraulic cylinders are in hydraulic.h.
#pragma once

#include "multibond/library/electrical.h"
#include "multibond/library/rotational.h"
#include "multibond/library/translational.h"

namespace multibond::rotational {

/// Rack and pinion: the angle of flangeR is `ratio` times the position of flangeT.
///
/// No power is lost: the force is `ratio` times the torque. A wheel of radius r has ratio = 1 / r.
class IdealGearR2T final : public Component {
 public:
  IdealGearR2T(Component* owner, std::string_view name) : Component(owner, name) {
    element.ratio = ratio;
    bonds::bond(*this, {end_r, element, end_t});
  }
  Flange flangeR{this, "flangeR"};
  translational::Flange flangeT{this, "flangeT"};
  Parameter<double> ratio{this, "ratio", 1.0, "rad/m", "angle per position", Check::non_zero};
  FlangeBond end_r{this, "end_r", flangeR};
  translational::FlangeBond end_t{this, "end_t", flangeT};
  bonds::PositionTransformer element{this, "element"};
  void equations() override { equation(flangeR.phi, ratio * flangeT.s); }
};

}  // namespace multibond::rotational

namespace multibond::electrical {

/// Electromotive force: v = k w, and the torque on the shaft is k i.
///
/// The ideal machine between a circuit and a shaft, with its housing fixed.
class RotationalEMF final : public OnePort {
 public:
  RotationalEMF(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.M = k;
    wrap(element, element.port_a);
    bonds::bond(*this, element.port_b, shaft);
  }
  rotational::Flange flange{this, "flange"};
  Parameter<double> k{this, "k", 1.0, "N.m/A", "torque per current", Check::non_zero};
  Variable w{this, "w", "rad/s", "angular velocity of the shaft"};
  rotational::FlangeBond shaft{this, "shaft", flange, w};
  bonds::GY_flow element{this, "element"};
  void equations() override {
    OnePort::equations();
    equation(w, der(flange.phi));
  }
};

/// Motor with permanent magnets: resistance and inductance of the armature, electromotive force,
/// inertia of the rotor.
///
/// L di/dt = v - R i - k w, J dw/dt = k i + the torque at the flange.
class DCMotor final : public Component {
 public:
  DCMotor(Component* owner, std::string_view name) : Component(owner, name) {
    ra.R = R;
    la.L = L;
    emf.k = k;
    rotor.J = J;
    connect(p, ra.p);
    connect(ra.n, la.p);
    connect(la.n, emf.p);
    connect(emf.n, n);
    connect(emf.flange, rotor.flange_a);
    connect(rotor.flange_b, flange);
  }
  Pin p{this, "p"}, n{this, "n"};
  rotational::Flange flange{this, "flange"};
  Parameter<double> R{this, "R", 0.5, "Ohm", "resistance of the armature"};
  Parameter<double> L{this, "L", 1e-3, "H", "inductance of the armature", Check::positive};
  Parameter<double> k{this, "k", 0.1, "N.m/A", "torque per current", Check::non_zero};
  Parameter<double> J{this, "J", 1e-3, "kg.m2", "inertia of the rotor", Check::positive};
  Resistor ra{this, "ra"};
  Inductor la{this, "la"};
  RotationalEMF emf{this, "emf"};
  rotational::Inertia rotor{this, "rotor"};
};

}  // namespace multibond::electrical
