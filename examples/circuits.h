/// Circuits: index 2, ladders of any length, a rectifier, a switch.
#pragma once

#include "multibond/library/electrical.h"
#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sources.h"

namespace multibond::examples {

/// Two capacitors in series across a voltage source.
///
///        +----||----o-------+
///        |    C1    |       |
///       (~)        ===     [ ]        source 1 V, 1 Hz
///        |       C2 |       [ ] R     C1 = 1 F, C2 = 2 F, R = 1 Ohm
///        +----------o-------+
///                   |  ground
///
/// The loop determines C1.v + C2.v, so that only one voltage is a state: index 2. C2.v follows the
/// source by the capacitive divider, C1 / (C1 + C2) = 1/3, less the part that leaks through R with
/// the time constant R (C1 + C2) = 3 s.
class CapacitorLoop final : public Model {
 public:
  electrical::SineVoltage source{this, "source"};
  electrical::Capacitor C1{this, "C1"}, C2{this, "C2"};
  electrical::Resistor R{this, "R"};
  electrical::Ground ground{this, "ground"};

  CapacitorLoop() {
    C2.C = 2.0;
    connect(source.p, C1.p);
    connect(C1.n, C2.p);
    connect(C1.n, R.p);
    connect(source.n, ground.p);
    connect(C2.n, ground.p);
    connect(R.n, ground.p);
  }
};

/// Two inductors at a node that a current source feeds.
///
///        +--------o--------+
///        |        |        |
///       (^)      (L1)     (L2)        source 1 A, 0.2 Hz
///        |        |        |          L1 = 1 H, L2 = 2 H
///        |       [R1]     [R2]        R1 = R2 = 1 Ohm
///        +--------o--------+
///                 |  ground
///
/// The node determines L1.i + L2.i, so that only one current is a state: index 2.
class InductorCutset final : public Model {
 public:
  electrical::SineCurrent source{this, "source"};
  electrical::Inductor L1{this, "L1"}, L2{this, "L2"};
  electrical::Resistor R1{this, "R1"}, R2{this, "R2"};
  electrical::Ground ground{this, "ground"};

  InductorCutset() {
    source.f = 0.2;
    L2.L = 2.0;
    connect(source.n, L1.p);
    connect(source.n, L2.p);
    connect(L1.n, R1.p);
    connect(L2.n, R2.p);
    connect(source.p, ground.p);
    connect(R1.n, ground.p);
    connect(R2.n, ground.p);
  }
};

/// Bridge rectifier with a smoothing capacitor.
///
///              +---->|----o----->|---+---------+----+
///              |    D3    |     D1   |         |    |
///              |         (~) 10 V    |        ===  [ ]     C = 1 mF
///     ground --+          |  50 Hz   +- plus  C |  [ ] R   R = 100 Ohm
///              |    D4    |     D2   |         |    |
///              +---->|----o----->|---+         +----+-- ground
///
/// C.v rises within the first half wave to the peak less two diode drops, about 9 V, and then
/// ripples with 100 Hz.
class DiodeRectifier final : public Model {
 public:
  electrical::SineVoltage source{this, "source"};
  electrical::Diode D1{this, "D1"}, D2{this, "D2"}, D3{this, "D3"}, D4{this, "D4"};
  electrical::Capacitor C{this, "C"};
  electrical::Resistor R{this, "R"};
  electrical::Ground ground{this, "ground"};

  DiodeRectifier() {
    source.V = 10.0;
    source.f = 50.0;
    C.C = 1e-3;
    R.R = 100.0;
    connect(source.p, D1.p);
    connect(source.p, D3.n);
    connect(source.n, D2.p);
    connect(source.n, D4.n);
    for (electrical::Pin* pin : {&D2.n, &C.p, &R.p}) connect(D1.n, *pin);
    for (electrical::Pin* pin : {&D3.p, &D4.p, &C.n, &R.n}) connect(ground.p, *pin);
  }
};

/// RC line of n cells at a constant voltage; n may be changed.
///
///        +--[ R/n ]--o--[ R/n ]--o-- ... --o
///       (=)         ===         ===       ===
///        |           | C/n       |         |
///        +-----------o-----------o-- ... --+
///
/// Charge diffuses along the line: the far end reaches 1 V with the time constant 4 R C / pi^2 =
/// 0.405 s for many cells.
class RCLadder final : public Model {
 public:
  Parameter<int> n{this, "n", 10, "1", "number of cells", Check::positive};
  Parameter<double> R{this, "R", 1.0, "Ohm", "resistance of the whole line", Check::positive};
  Parameter<double> C{this, "C", 1.0, "F", "capacitance of the whole line", Check::positive};
  electrical::ConstantVoltage source{this, "source"};
  electrical::Ground ground{this, "ground"};
  ComponentArray<electrical::Resistor> resistor{this, "resistor"};
  ComponentArray<electrical::Capacitor> capacitor{this, "capacitor"};
  Variable v_end{this, "v_end", "V", "voltage of the last cell"};

  void build() override {
    const auto cells = static_cast<std::size_t>(n.value());
    resistor.resize(cells);
    capacitor.resize(cells);
    connect(source.n, ground.p);
    for (std::size_t k = 0; k < cells; ++k) {
      resistor[k].R = R / n.value();
      capacitor[k].C = C / n.value();
      connect(k == 0 ? source.p : resistor[k - 1].n, resistor[k].p);
      connect(resistor[k].n, capacitor[k].p);
      connect(capacitor[k].n, ground.p);
    }
  }
  void equations() override { equation(v_end, capacitor[capacitor.size() - 1].v); }
};

/// Ladder of n equal series and shunt resistors, fed by a current; n may be changed.
///
///        +--[ R ]--o--[ R ]--o-- ... --o
///       (^)       [ ]       [ ]       [ ]
///      I |        [ ] R     [ ] R     [ ] R
///        +---------o---------o-- ... --o
///
/// No states: one linear system. The resistance of a long ladder is R times the golden ratio, so
/// v_in = 1.618 V for 1 A and 1 Ohm.
class ResistorLadder final : public Model {
 public:
  Parameter<int> n{this, "n", 20, "1", "number of cells", Check::positive};
  Parameter<double> R{this, "R", 1.0, "Ohm", "resistance of each resistor", Check::positive};
  electrical::ConstantCurrent source{this, "source"};
  electrical::Ground ground{this, "ground"};
  ComponentArray<electrical::Resistor> series{this, "series"}, shunt{this, "shunt"};
  Variable v_in{this, "v_in", "V", "voltage of the source"};

  void build() override {
    const auto cells = static_cast<std::size_t>(n.value());
    series.resize(cells);
    shunt.resize(cells);
    connect(source.p, ground.p);
    for (std::size_t k = 0; k < cells; ++k) {
      series[k].R = R;
      shunt[k].R = R;
      connect(k == 0 ? source.n : series[k - 1].n, series[k].p);
      connect(series[k].n, shunt[k].p);
      connect(shunt[k].n, ground.p);
    }
  }
  void equations() override { equation(v_in, source.n.v); }
};

/// Capacitor charged through a resistor while a switch is closed.
///
///        +---o/ o---[ R ]---+
///       (=)                ===        source 10 V, R = 100 Ohm, C = 1 mF
///        |                  | C       closed from 1 s to 1.2 s
///        +------------------+
///
/// C.v stays near 0 until 1 s, rises to 10 V (1 - exp(-2)) = 8.65 V and stays there, apart from the
/// leakage of the open switch.
class SwitchedRC final : public Model {
 public:
  electrical::ConstantVoltage source{this, "source"};
  electrical::TimedSwitch contact{this, "contact"};
  electrical::Resistor R{this, "R"};
  electrical::Capacitor C{this, "C"};
  electrical::Ground ground{this, "ground"};

  SwitchedRC() {
    source.V = 10.0;
    contact.t_close = 1.0;
    contact.t_open = 1.2;
    contact.Goff = 1e-9;
    R.R = 100.0;
    C.C = 1e-3;
    connect(source.p, contact.p);
    connect(contact.n, R.p);
    connect(R.n, C.p);
    connect(C.n, ground.p);
    connect(source.n, ground.p);
  }
};

}  // namespace multibond::examples
