/// Elements of bond graphs at work: switches and diodes, fields, non-linear laws, transformers and
/// gyrators that signals modulate.
#pragma once

#include "multibond/library/bonds/bonds.h"
#include "multibond/library/signal_sources.h"

namespace multibond::examples {

/// Peak detector: a diode lets a capacitor charge up to the peak of a voltage and holds it.
///
///     sine -> 1 -> C          sine -> 1 -> C_leaking
///             |                       |
///             D                       D2
///
/// Both come to the peak of 10 V after a quarter of the period of 1 s. The ideal diode holds it;
/// the other one leaks by a conductance of 10 mS, so that its voltage falls between the peaks.
class PeakDetector final : public Model {
 public:
  signals::Sine sine{this, "sine"};
  bonds::mSe source{this, "source"}, source_leaking{this, "source_leaking"};
  bonds::J1 node{this, "node"}, node_leaking{this, "node_leaking"};
  bonds::D diode{this, "diode"};
  bonds::D2 diode_leaking{this, "diode_leaking"};
  bonds::C C{this, "C"}, C_leaking{this, "C_leaking"};

  PeakDetector() {
    sine.amplitude = 10.0;
    sine.f = 1.0;
    // A diode conducts against its direction.
    diode.d = VectorX::Constant(1, -1.0);
    diode_leaking.d = VectorX::Constant(1, -1.0);
    diode_leaking.Ron = 1e-3;
    diode_leaking.Goff = 0.01;
    C.C = VectorX::Constant(1, 0.1);
    C_leaking.C = VectorX::Constant(1, 0.1);
    C.fixed = true;
    C_leaking.fixed = true;
    connect(sine.y, source.s(0));
    connect(sine.y, source_leaking.s(0));
    bond(*this, source, node);
    bond(*this, node, diode);
    bond(*this, node, C);
    bond(*this, source_leaking, node_leaking);
    bond(*this, node_leaking, diode_leaking);
    bond(*this, node_leaking, C_leaking);
  }
};

/// Two switches that charge a capacitor each, an ideal and a leaking one; a fluxmeter integrates
/// the voltage.
///
///     source -> 1 -> 0 -> C          Sw at the 1-junction, with a resistance
///                    |
///                    Dp
///
/// The switches close at 1 s: e = 10 V (1 - exp(-(t - 1 s) / 0.5 s)).
class SwitchedBonds final : public Model {
 public:
  signals::Step closes{this, "closes"};
  bonds::Se source{this, "source"}, source2{this, "source2"};
  bonds::J1 path{this, "path"}, path2{this, "path2"};
  bonds::Sw ideal{this, "ideal"};
  bonds::Sw2 leaking{this, "leaking"};
  bonds::R R{this, "R"}, R2{this, "R2"};
  bonds::J0 node{this, "node"};
  bonds::C C{this, "C"}, C2{this, "C2"};
  bonds::Dp flux{this, "flux"};

  SwitchedBonds() {
    // The signal says when a switch is open.
    closes.offset = 1.0;
    closes.height = -1.0;
    closes.startTime = 1.0;
    for (bonds::Se* battery : {&source, &source2}) battery->e0 = VectorX::Constant(1, 10.0);
    for (bonds::R* resistor : {&R, &R2}) resistor->R = VectorX::Constant(1, 5.0);
    for (bonds::C* capacitor : {&C, &C2}) {
      capacitor->C = VectorX::Constant(1, 0.1);
      capacitor->fixed = true;
    }
    connect(closes.y, ideal.open);
    connect(closes.y, leaking.open);
    bond(*this, source, path);
    bond(*this, path, ideal);
    bond(*this, path, R);
    bond(*this, path, node);
    bond(*this, node, C);
    bond(*this, node, flux);
    bond(*this, source2, path2);
    bond(*this, path2, leaking);
    bond(*this, path2, R2);
    bond(*this, path2, C2);
  }
};

/// Two masses whose resistance turns their motion, and the dual of it.
///
///     I = 1 = RF        C = 0 = GF        R = G = [1, 2; -2, 1]
///
/// The symmetric part takes energy, the skew part turns flow into flow without any: the flows are
/// exp(-t) (cos 2 t, sin 2 t), a spiral. The efforts of the dual are the same.
class SpiralDecay final : public Model {
 public:
  bonds::Defaults defaults{this, "defaults"};
  bonds::I I{this, "I"};
  bonds::J1 motion{this, "motion"};
  bonds::RF R{this, "R"};
  bonds::C C{this, "C"};
  bonds::J0 node{this, "node"};
  bonds::GF G{this, "G"};

  SpiralDecay() {
    defaults.n = 2;
    I.f_start = VectorX{{1.0, 0.0}};
    I.fixed = true;
    C.e_start = VectorX{{1.0, 0.0}};
    C.fixed = true;
    R.R = MatrixX{{1.0, 2.0}, {-2.0, 1.0}};
    G.G = MatrixX{{1.0, 2.0}, {-2.0, 1.0}};
    bond(*this, motion, I);
    bond(*this, motion, R);
    bond(*this, node, C);
    bond(*this, node, G);
  }
};

/// Multibond taken apart: one component is braked, the order changes, two parts move on.
///
///     source = J1Partial = P = Decomp -> first         e = (1, 2, 3)
///                  |               ||
///                  R              rest
///
/// The brake acts on the second component only. The permutation (3, 1, 2) makes the third one the
/// first: `first` gains 3 each second, `rest` gains 1, and 2 (1 - exp(-t)) where it is braked.
class BondRouting final : public Model {
 public:
  bonds::Se source{this, "source"};
  bonds::J1Partial braked{this, "braked"};
  bonds::R brake{this, "brake"};
  bonds::Permutation order{this, "order"};
  bonds::Decomposition apart{this, "apart"};
  bonds::I first{this, "first"}, rest{this, "rest"};

  BondRouting() {
    for (bonds::Element* element :
         std::initializer_list<bonds::Element*>{&source, &braked, &order, &apart}) {
      element->n = 3;
    }
    rest.n = 2;
    source.e0 = VectorX{{1.0, 2.0, 3.0}};
    braked.order = VectorX::Constant(1, 2.0);
    order.p = VectorX{{3.0, 1.0, 2.0}};
    apart.nA = 1;
    apart.nB = 2;
    first.fixed = true;
    rest.fixed = true;
    bond(*this, source, braked.port_a);
    bond(*this, braked.port_c, brake);
    bond(*this, braked.port_b, order.port_a);
    bond(*this, order.port_b, apart.port_c);
    bond(*this, apart.port_a, first);
    bond(*this, apart.port_b, rest);
  }
};

/// Quadratic losses, and a mass that nears the speed of light.
///
///     I -> R: e = f |f|        C -> G: f = e |e|        Se -> I: f = p / sqrt(1 + p^2)
///
/// Mass and capacitor lose speed and charge as 1 / (1 + t). The force 1 gives the third one the
/// momentum t, and a speed that stays below 1.
class NonlinearLaws final : public Model {
 public:
  bonds::I mass{this, "mass"};
  bonds::J1 motion{this, "motion"};
  bonds::NonlinearR drag{this, "drag"};
  bonds::C tank{this, "tank"};
  bonds::J0 node{this, "node"};
  bonds::NonlinearG outlet{this, "outlet"};
  bonds::Se force{this, "force"};
  bonds::NonlinearI electron{this, "electron"};

  NonlinearLaws() {
    mass.f_start = VectorX::Ones(1);
    mass.fixed = true;
    tank.e_start = VectorX::Ones(1);
    tank.fixed = true;
    electron.fixed = true;
    drag.law = [](const Expr& f) { return f * abs(f); };
    outlet.law = [](const Expr& e) { return e * abs(e); };
    electron.law = [](const Expr& p) { return p / sqrt(1.0 + p * p); };
    bond(*this, motion, mass);
    bond(*this, motion, drag);
    bond(*this, node, tank);
    bond(*this, node, outlet);
    bond(*this, force, electron);
  }
};

/// Losses that grow with time: a mass in a stiffening fluid, a capacitor that is drained more and
/// more.
///
///     I -> mR: R = t          C -> mG: G = t
///
/// Both fade as exp(-t^2 / 2).
class FadingLosses final : public Model {
 public:
  signals::RealExpression clock{this, "clock"};
  bonds::I mass{this, "mass"};
  bonds::J1 motion{this, "motion"};
  bonds::mR fluid{this, "fluid"};
  bonds::C tank{this, "tank"};
  bonds::J0 node{this, "node"};
  bonds::mG outlet{this, "outlet"};

  FadingLosses() {
    clock.set(time());
    mass.f_start = VectorX::Ones(1);
    mass.fixed = true;
    tank.e_start = VectorX::Ones(1);
    tank.fixed = true;
    connect(clock.y, fluid.R(0));
    connect(clock.y, outlet.G(0));
    bond(*this, motion, mass);
    bond(*this, motion, fluid);
    bond(*this, node, tank);
    bond(*this, node, outlet);
  }
};

/// Sliding block whose friction heats a body.
///
///     I -> RS -> heat          2 kg with 10 m/s, d = 4 N.s/m; 50 J/K at 293.15 K
///
/// v = 10 m/s exp(-2 t / s); all of its 100 J become heat: 2 K.
class FrictionHeat final : public Model {
 public:
  bonds::I block{this, "block"};
  bonds::J1 motion{this, "motion"};
  bonds::RS friction{this, "friction"};
  bonds::NonlinearC body{this, "body"};

  FrictionHeat() {
    block.I = VectorX::Constant(1, 2.0);
    block.f_start = VectorX::Constant(1, 10.0);
    block.fixed = true;
    friction.R = VectorX::Constant(1, 4.0);
    body.fixed = true;
    // T dS = c dT, with the entropy S counted from the start.
    body.law = [](const Expr& S) { return 293.15 * exp(S / 50.0); };
    bond(*this, motion, block);
    bond(*this, motion, friction);
    bond(*this, friction.thermal, body);
  }
};

/// Two Scotch yokes on one shaft, a quarter of a turn apart, and a flywheel behind a gear.
///
///     piston_x <- mTF <- 1 -> TF (4) -> flywheel          x = r cos phi,  y = r sin phi
///                        |
///                  shaft, mTF -> piston_y
///
/// One piston alone would make the shaft run unevenly. Two of the same mass make up a constant
/// inertia, m r^2: the shaft keeps its 5 rad/s, the flywheel its 20 rad/s.
class ScotchYokes final : public Model {
 public:
  bonds::I shaft{this, "shaft"}, piston_x{this, "piston_x"}, piston_y{this, "piston_y"},
      flywheel{this, "flywheel"};
  bonds::J1 turning{this, "turning"};
  bonds::Dq angle{this, "angle"};
  bonds::mTF_flow yoke_x{this, "yoke_x"};
  bonds::mTF_effort yoke_y{this, "yoke_y"};
  bonds::TF_flow gear{this, "gear"};
  signals::RealExpression arm_x{this, "arm_x"}, arm_y{this, "arm_y"};

  ScotchYokes() {
    shaft.I = VectorX::Constant(1, 0.1);
    shaft.f_start = VectorX::Constant(1, 5.0);
    shaft.fixed = true;
    flywheel.I = VectorX::Constant(1, 0.01);
    gear.M = MatrixX::Constant(1, 1, 4.0);
    // r = 0.2 m
    arm_x.set(-0.2 * sin(angle.y(0).value));
    arm_y.set(0.2 * cos(angle.y(0).value));
    connect(arm_x.y, yoke_x.M(0, 0));
    connect(arm_y.y, yoke_y.M(0, 0));
    bond(*this, turning, shaft);
    bond(*this, turning, angle);
    bond(*this, turning, yoke_x.port_a);
    bond(*this, yoke_x.port_b, piston_x);
    // A transformer of efforts gives the flow at port_a: the piston is there.
    bond(*this, turning, yoke_y.port_b);
    bond(*this, yoke_y.port_a, piston_y);
    bond(*this, turning, gear.port_a);
    bond(*this, gear.port_b, flywheel);
  }
};

/// Two motors on 12 V, the field of one of which is weakened.
///
///     battery -> 1 -> GY -> rotor          R = 1 Ohm, k = 0.5 V.s/rad, J = 0.01 kg.m2
///                |
///                R
///
/// Without a load a motor comes to 12 V / k = 24 rad/s with the time constant J R / k^2 = 40 ms.
/// At 0.5 s the constant of the second motor falls to 0.3 V.s/rad: it comes to 40 rad/s.
class FieldWeakening final : public Model {
 public:
  bonds::Se battery{this, "battery"}, battery2{this, "battery2"};
  bonds::J1 winding{this, "winding"}, winding2{this, "winding2"};
  bonds::R R{this, "R"}, R2{this, "R2"};
  bonds::GY_effort motor{this, "motor"};
  bonds::mGY_effort motor2{this, "motor2"};
  bonds::I rotor{this, "rotor"}, rotor2{this, "rotor2"};
  signals::Step field{this, "field"};

  FieldWeakening() {
    for (bonds::Se* source : {&battery, &battery2}) source->e0 = VectorX::Constant(1, 12.0);
    for (bonds::I* part : {&rotor, &rotor2}) {
      part->I = VectorX::Constant(1, 0.01);
      part->fixed = true;
    }
    // The gyrator of efforts has the speed per voltage, 1 / k.
    motor.M = MatrixX::Constant(1, 1, 2.0);
    field.offset = 2.0;
    field.height = 1.0 / 0.3 - 2.0;
    field.startTime = 0.5;
    connect(field.y, motor2.M(0, 0));
    bond(*this, battery, winding);
    bond(*this, winding, R);
    bond(*this, winding, motor.port_a);
    bond(*this, motor.port_b, rotor);
    bond(*this, battery2, winding2);
    bond(*this, winding2, R2);
    bond(*this, winding2, motor2.port_a);
    bond(*this, motor2.port_b, rotor2);
  }
};

/// Puck that two engines push: one always to the right, one in a direction that turns.
///
///     engine -> TF2 = 1 = puck          1 N along x
///                     |
///     turning -> mTF2 +                 1 N along (cos t, sin t);  1 kg
///
/// v = (t + sin t, 1 - cos t).
class TurningEngine final : public Model {
 public:
  bonds::Se engine{this, "engine"}, turning{this, "turning"};
  bonds::TF2_effort along_x{this, "along_x"};
  bonds::mTF2_effort along{this, "along"};
  bonds::J1 motion{this, "motion"};
  bonds::I puck{this, "puck"};
  signals::RealExpression c{this, "c"}, s{this, "s"};

  TurningEngine() {
    motion.n = 2;
    puck.n = 2;
    puck.fixed = true;
    along_x.nB = 2;
    along.nB = 2;
    along_x.M = MatrixX{{1.0}, {0.0}};
    c.set(cos(time()));
    s.set(sin(time()));
    connect(c.y, along.M(0, 0));
    connect(s.y, along.M(1, 0));
    bond(*this, engine, along_x.port_a);
    bond(*this, along_x.port_b, motion);
    bond(*this, turning, along.port_a);
    bond(*this, along.port_b, motion);
    bond(*this, motion, puck);
  }
};

/// Puck on a spring that is fixed at the centre of an air table.
///
///     puck = 1 = mTF2 -> spring          M = (x, y) / r, 1 kg; 4 N/m, 0.5 m when free
///            ||
///            Dq
///
/// The transformer makes the rate of the length of the velocity, and the force along the spring of
/// the tension. Energy and angular momentum stay what they were: 2.5 J and 2 kg.m2/s.
class PuckOnSpring final : public Model {
 public:
  bonds::I puck{this, "puck"};
  bonds::J1 motion{this, "motion"};
  bonds::Dq place{this, "place"};
  bonds::mTF2_flow along{this, "along"};
  bonds::C spring{this, "spring"};
  signals::RealExpression ux{this, "ux"}, uy{this, "uy"};

  PuckOnSpring() {
    for (bonds::Element* element : std::initializer_list<bonds::Element*>{&puck, &motion, &place}) {
      element->n = 2;
    }
    puck.f_start = VectorX{{0.0, 2.0}};
    puck.fixed = true;
    place.q_start = VectorX{{1.0, 0.0}};
    along.nA = 2;
    spring.C = VectorX::Constant(1, 0.25);
    spring.e_start = VectorX::Constant(1, 2.0);
    spring.fixed = true;
    const Expr x = place.y(0).value, y = place.y(1).value;
    const Expr r = sqrt(x * x + y * y);
    ux.set(x / r);
    uy.set(y / r);
    connect(ux.y, along.M(0, 0));
    connect(uy.y, along.M(0, 1));
    bond(*this, motion, puck);
    bond(*this, motion, place);
    bond(*this, motion, along.port_a);
    bond(*this, along.port_b, spring);
  }
};

/// Motor that a growing current turns against dry friction, with a load behind a gear.
///
///     current (mSf) -> GY -> 1 -> TF -> 1 -> I (load)
///                            |\-> I (rotor)
///                            R (friction)
///
/// The torque is 2 N.m/A times t A/s. Friction of 1 N.m holds the rotor until 0.5 s. The gear makes
/// torques three times as large and speeds a third: the rotor carries 0.1 + 0.9 / 9 = 0.2 kg.m2,
/// so that w = 5 (t - 0.5)^2 rad/s.
class GearedMotorBonds final : public Model {
 public:
  signals::Ramp growth{this, "growth"};
  bonds::mSf current{this, "current"};
  bonds::GY_flow motor{this, "motor"};
  bonds::J1 shaft{this, "shaft"}, slow_shaft{this, "slow_shaft"};
  bonds::I rotor{this, "rotor"}, load{this, "load"};
  bonds::Friction friction{this, "friction"};
  bonds::TF_effort gear{this, "gear"};

  GearedMotorBonds() {
    growth.duration = 10.0;
    growth.height = 10.0;
    motor.M = 2.0;
    gear.M = 3.0;
    rotor.I = 0.1;
    load.I = 0.9;
    rotor.fixed = true;
    connect(growth.y, current.s(0));
    bonds::bond(*this, {current, motor, shaft, gear, slow_shaft, load});
    bond(*this, shaft, rotor);
    bond(*this, shaft, friction);
  }
};

}  // namespace multibond::examples
