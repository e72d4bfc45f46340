/// Electric circuits as bond graphs.
#pragma once

#include "multibond/library/bonds/fields.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/nonlinear.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sensors.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/thermal.h"
#include "multibond/library/signal_sources.h"

namespace multibond::examples {

/// Battery with a coil and an RC network, as a bond graph.
///
///        +------o---[ R1 ]---o------+
///        |      |            |      |          10 V, L = 2 H
///       (=)    (L)          ===    [ ] R2      R1 = 5 Ohm, R2 = 20 Ohm
///        |      |            | C   [ ]         C = 0.1 F
///        +------o------------o------+
///
///               L       R1      C
///               ^       ^       ^
///               |       |       |
///     source -> 0 ----> 1 ----> 0 -> R2
///
/// The current of the coil rises by 5 A each second; the voltage of C goes to 8 V with the time
/// constant 0.4 s. Figure 2.6 of D. Zimmer's thesis (ETH Zurich, 2006).
class BondCircuit final : public Model {
 public:
  bonds::Se source{this, "source"};
  bonds::J0 input{this, "input"}, output{this, "output"};
  bonds::J1 middle{this, "middle"};
  bonds::I L{this, "L"};
  bonds::R R1{this, "R1"}, R2{this, "R2"};
  bonds::C C{this, "C"};

  BondCircuit() {
    source.e0 = 10.0;
    L.I = 2.0;
    R1.R = 5.0;
    R2.R = 20.0;
    C.C = 0.1;
    bond(*this, source, input);
    bond(*this, input, L);
    bond(*this, input, middle);
    bond(*this, middle, R1);
    bond(*this, middle, output);
    bond(*this, output, C);
    bond(*this, output, R2);
  }
};

/// The circuit of BondCircuit with its coil in the magnetic domain.
///
///     source -> 0 -> 1 -> 0          0 -> SGY -> L     in the place of 0 -> L
///
/// A gyrator leads to the magnetic side, where the effort is the current and the flow the rate of
/// the flux: there the coil is a capacitance. The motion is that of BondCircuit. Figure 2.8 of the
/// thesis.
class MagneticCircuit final : public Model {
 public:
  bonds::Se source{this, "source"};
  bonds::J0 input{this, "input"}, output{this, "output"};
  bonds::J1 middle{this, "middle"};
  bonds::SGY coil{this, "coil"};
  bonds::C L{this, "L"};
  bonds::R R1{this, "R1"}, R2{this, "R2"};
  bonds::C C{this, "C"};

  MagneticCircuit() {
    source.e0 = 10.0;
    L.C = 2.0;
    R1.R = 5.0;
    R2.R = 20.0;
    C.C = 0.1;
    bond(*this, source, input);
    bond(*this, input, coil.port_a);
    bond(*this, coil.port_b, L);
    bond(*this, input, middle);
    bond(*this, middle, R1);
    bond(*this, middle, output);
    bond(*this, output, C);
    bond(*this, output, R2);
  }
};

/// The dual of BondCircuit: currents are efforts and voltages are flows.
///
/// Sources of flow, 1-junctions and conductances stand where there were sources of effort,
/// 0-junctions and resistances, capacitances where there were inertances, and vice versa. The
/// motion is the same.
class DualCircuit final : public Model {
 public:
  bonds::Sf source{this, "source"};
  bonds::J1 input{this, "input"}, output{this, "output"};
  bonds::J0 middle{this, "middle"};
  bonds::C L{this, "L"};
  bonds::G R1{this, "R1"}, R2{this, "R2"};
  bonds::I C{this, "C"};

  DualCircuit() {
    source.f0 = 10.0;
    L.C = 2.0;
    R1.G = 5.0;
    R2.G = 20.0;
    C.I = 0.1;
    bond(*this, source, input);
    bond(*this, input, L);
    bond(*this, input, middle);
    bond(*this, middle, R1);
    bond(*this, middle, output);
    bond(*this, output, C);
    bond(*this, output, R2);
  }
};

/// The circuit of BondCircuit with a resistor that its own heat makes worse.
///
///     source -> 0 -> 1 -> 0               R1 -> heat node -> body
///                    |                    ^         |
///                    v                    |         v
///                   R1 (mRS)              +---law-- thermometer
///
/// What R1 loses warms a body of heat capacity 0.1 J/K, which loses no heat; its resistance 5 Ohm
/// at 20 degrees Celsius rises by 0.39 percent per kelvin. Energy is conserved, entropy only grows.
/// Figure 2.10 of the thesis.
class HeatedResistor : public Model {
 public:
  Parameter<double> R0{this, "R0", 5.0, "Ohm", "resistance at T0", Check::positive};
  Parameter<double> alpha{this, "alpha", 0.0039, "1/K", "relative rise of the resistance"};
  Parameter<double> T0{this, "T0", 293.15, "K", "temperature at the start", Check::positive};
  Parameter<double> heat_capacity{
      this, "heat_capacity", 0.1, "J/K", "heat capacity of the body", Check::positive};
  bonds::Se source{this, "source"};
  bonds::J0 input{this, "input"}, output{this, "output"}, heat{this, "heat"};
  bonds::J1 middle{this, "middle"};
  bonds::I L{this, "L"};
  bonds::mRS R1{this, "R1"};
  bonds::R R2{this, "R2"};
  bonds::C C{this, "C"};
  bonds::NonlinearC body{this, "body"};
  bonds::De thermometer{this, "thermometer"};
  signals::RealExpression law{this, "law"};

  HeatedResistor() {
    source.e0 = 10.0;
    L.I = 2.0;
    R2.R = 20.0;
    C.C = 0.1;
    // T dS = c dT, with the entropy S counted from T0.
    body.law = [this](const Expr& S) { return T0 * exp(S / heat_capacity); };
    law.set(R0 * (1 + alpha * (thermometer.y(0) - T0)));
    connect(law.y, R1.R(0));
    bond(*this, source, input);
    bond(*this, input, L);
    bond(*this, input, middle);
    bond(*this, middle, R1);
    bond(*this, middle, output);
    bond(*this, output, C);
    bond(*this, output, R2);
    bond(*this, R1.thermal, heat);
    bond(*this, heat, body);
    bond(*this, heat, thermometer);
  }
};

/// The network of ElectricCircuit as a bond graph.
///
///     source -> left -> 1 -> right        with R_left and C_left at left, C_middle at 1,
///                                         R_right and C_right at right
class ElectricCircuitBonds final : public Model {
 public:
  bonds::Sf source{this, "source"};
  bonds::J0 left{this, "left"}, right{this, "right"};
  bonds::J1 middle{this, "middle"};
  bonds::R R_left{this, "R_left"}, R_right{this, "R_right"};
  bonds::C C_left{this, "C_left"}, C_middle{this, "C_middle"}, C_right{this, "C_right"};
  Variable Vleft{this, "Vleft", "V", "voltage of the left node"};
  Variable Vright{this, "Vright", "V", "voltage of the right node"};

  ElectricCircuitBonds() {
    source.f0 = 0.5;
    R_left.R = 30.0;
    C_left.C = 0.02;
    C_middle.C = 0.025;
    R_right.R = 75.0;
    C_right.C = 0.05;
    bond(*this, source, left);
    bond(*this, left, R_left);
    bond(*this, left, C_left);
    bond(*this, left, middle);
    bond(*this, middle, C_middle);
    bond(*this, middle, right);
    bond(*this, right, R_right);
    bond(*this, right, C_right);
  }
  void equations() override {
    equation(Vleft, R_left.port.e[0]);
    equation(Vright, R_right.port.e[0]);
  }
};

/// The network of ElectricCircuit as a graph of multibonds, one component per node.
///
///     source = nodes = R          all at one 0-junction of cardinality 2
///              ||
///              CF
///
/// The capacitor between the nodes couples them: it is part of a capacitive field.
class ElectricCircuitMultibond final : public Model {
 public:
  bonds::Defaults defaults{this, "defaults"};
  bonds::Sf source{this, "source"};
  bonds::J0 nodes{this, "nodes"};
  bonds::R R{this, "R"};
  bonds::CF C{this, "C"};
  Variable Vleft{this, "Vleft", "V", "voltage of the left node"};
  Variable Vright{this, "Vright", "V", "voltage of the right node"};

  ElectricCircuitMultibond() {
    defaults.n = 2;
    source.f0 = {0.5, 0};
    R.R = {30, 75};
    C.C = MatrixX{{0.045, -0.025}, {-0.025, 0.075}};
    bond(*this, source, nodes);
    bond(*this, nodes, R);
    bond(*this, nodes, C);
  }
  void equations() override {
    equation(Vleft, C.port.e[0]);
    equation(Vright, C.port.e[1]);
  }
};

}  // namespace multibond::examples
