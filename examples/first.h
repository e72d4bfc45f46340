/// The first models to try: one circuit, one oscillator, one chain, one pendulum, one bouncing
/// ball.
#pragma once

#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/translational.h"

namespace multibond::examples {

/// RC network of two nodes, from MultiBondLib's Examples.ElectricCircuit.
///
///              left      C_middle      right
///        +------o-----------||-----------o-----+
///        |      |    |               |         |
///    I  (^)    [ ]  ===             [ ]       ===       R_left 30 Ohm,  C_left 0.02 F
///  0.5 A |     [ ]   |              [ ]        |        R_right 75 Ohm, C_right 0.05 F
///        |      |    |               |         |        C_middle 0.025 F
///        +------+----+-------o-------+---------+
///                            |  ground
///
/// All voltages begin at 0. Vleft rises to 15 V, with the time constants 1.04 s and 5.93 s; Vright
/// first follows it through C_middle and falls back to 0 V over R_right.
class ElectricCircuit final : public Model {
 public:
  electrical::ConstantCurrent source{this, "source"};
  electrical::Resistor R_left{this, "R_left"}, R_right{this, "R_right"};
  electrical::Capacitor C_left{this, "C_left"}, C_middle{this, "C_middle"},
      C_right{this, "C_right"};
  electrical::Ground ground{this, "ground"};
  Variable Vleft{this, "Vleft", "V", "voltage of the left node"};
  Variable Vright{this, "Vright", "V", "voltage of the right node"};

  ElectricCircuit() {
    source.I = 0.5;
    R_left.R = 30.0;
    C_left.C = 0.02;
    C_middle.C = 0.025;
    R_right.R = 75.0;
    C_right.C = 0.05;
    for (electrical::Pin* pin : {&R_left.p, &C_left.p, &C_middle.p}) connect(source.n, *pin);
    for (electrical::Pin* pin : {&R_right.p, &C_right.p}) connect(C_middle.n, *pin);
    for (electrical::Pin* pin : {&source.p, &R_left.n, &C_left.n, &R_right.n, &C_right.n}) {
      connect(ground.p, *pin);
    }
  }
  void equations() override {
    equation(Vleft, R_left.v);
    equation(Vright, R_right.v);
  }
};

/// Mass on a spring and a damper.
///
///     |        spring
///     |---/\/\/\/\/\/\---+-------+
///     |                  | mass  |---> s
///     |-------[|---------+-------+
///     |       damper
///
/// Drawn out by 1 m and released. With m = 1 kg, c = 10 N/m, d = 0.4 N.s/m the oscillation has the
/// angular frequency sqrt(c/m - (d/2m)^2) = 3.156 rad/s and dies out as exp(-0.2 t / s).
class SpringMassDamper final : public Model {
 public:
  translational::Fixed wall{this, "wall"};
  translational::Spring spring{this, "spring"};
  translational::Damper damper{this, "damper"};
  translational::Mass mass{this, "mass"};

  SpringMassDamper() {
    spring.c = 10.0;
    damper.d = 0.4;
    mass.s.start(1.0).fixed();
    mass.v.start(0.0).fixed();
    connect(wall.flange, spring.flange_a);
    connect(wall.flange, damper.flange_a);
    connect(spring.flange_b, mass.flange_a);
    connect(damper.flange_b, mass.flange_a);
  }
};

/// Chain of n equal masses, springs and dampers with one end fixed; n may be changed.
///
///     |--/\/\--[mass[1]]--/\/\--[mass[2]]-- ... --/\/\--[mass[n]]
///     |--[==---[       ]--[==---[       ]-- ... --[==---[       ]
///
/// The last mass is displaced by 1 m; the chain then oscillates in its normal modes, of angular
/// frequencies w = 2 sqrt(c/m) sin((2k - 1) pi / (4n + 2)), k = 1 ... n, which decay by themselves
/// with the damping ratios w d / (2 c).
class MassChain final : public Model {
 public:
  Parameter<int> n{this, "n", 10, "1", "number of masses", Check::positive};
  Parameter<double> m{this, "m", 1.0, "kg", "mass of each", Check::positive};
  Parameter<double> c{this, "c", 100.0, "N/m", "stiffness of each spring", Check::positive};
  Parameter<double> d{this, "d", 0.5, "N.s/m", "damping of each damper", Check::non_negative};
  translational::Fixed wall{this, "wall"};
  ComponentArray<translational::Spring> spring{this, "spring"};
  ComponentArray<translational::Damper> damper{this, "damper"};
  ComponentArray<translational::Mass> mass{this, "mass"};

  void build() override {
    const auto size = static_cast<std::size_t>(n.value());
    spring.resize(size);
    damper.resize(size);
    mass.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      spring[i].c = c;
      damper[i].d = d;
      mass[i].m = m;
      mass[i].s.start(i + 1 == size ? 1.0 : 0.0);
      auto& before = i == 0 ? wall.flange : mass[i - 1].flange_b;
      connect(before, spring[i].flange_a);
      connect(before, damper[i].flange_a);
      connect(spring[i].flange_b, mass[i].flange_a);
      connect(damper[i].flange_b, mass[i].flange_a);
    }
  }
};

/// Pendulum in Cartesian coordinates, as plain equations.
///
///        o-----------> x
///        |\ .
///        | \  .  L
///        |  \   .              m x'' = -F x / L
///        v   \    .            m y'' = -F y / L - m g
///        g    O  m             x^2 + y^2 = L^2
///
/// A differential-algebraic system of index 3: the constraint must be differentiated twice before
/// the rod force appears. The start values (0.66, -0.88) lie 10 % outside the circle; the nearest
/// point on it is (0.6, -0.8). From rest it swings with the amplitude asin(0.6) = 36.87 degrees.
class CartesianPendulum final : public Model {
 public:
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Parameter<double> L{this, "L", 1.0, "m", "length of the rod", Check::positive};
  Parameter<double> g{this, "g", 9.81, "m/s2", "gravity"};
  Variable x{this, "x", "m", "horizontal position", StateHint::prefer};
  Variable y{this, "y", "m", "vertical position", StateHint::prefer};
  Variable vx{this, "vx", "m/s", "horizontal velocity", StateHint::prefer};
  Variable vy{this, "vy", "m/s", "vertical velocity", StateHint::prefer};
  Variable F{this, "F", "N", "force in the rod, positive in tension"};

  CartesianPendulum() {
    x.start(0.66);
    y.start(-0.88);
  }
  void equations() override {
    equation(der(x), vx);
    equation(der(y), vy);
    equation(m * der(vx), -F * x / L);
    equation(m * der(vy), -F * y / L - m * g);
    equation(x * x + y * y, L * L);
  }
};

/// Ball that falls from 1 m and bounces.
///
///      h ^   O                    Each impact reverses the velocity and multiplies it by e = 0.8.
///        |   |         .-.        First impact at t1 = sqrt(2 h0 / g) = 0.4515 s; the impacts
///        |   v       /     \      accumulate at t1 (1 + e) / (1 - e) = 4.0637 s.
///     ---+-------------------
///
/// A rebound slower than v_rest is taken as rest, so that the run goes past the accumulation.
class BouncingBall final : public Model {
 public:
  Parameter<double> e{this, "e", 0.8, "1", "coefficient of restitution", Check::non_negative};
  Parameter<double> g{this, "g", 9.81, "m/s2", "gravity", Check::positive};
  Parameter<double> h0{this, "h0", 1.0, "m", "height at the start", Check::positive};
  Parameter<double> v_rest{this, "v_rest", 1e-3, "m/s", "slowest rebound", Check::positive};
  Variable h{this, "h", "m", "height", StateHint::prefer};
  Variable v{this, "v", "m/s", "velocity, upwards", StateHint::prefer};
  Discrete flying{this, "flying", 1.0, "1", "1 until the ball rests"};
  Discrete bounces{this, "bounces", 0.0, "1", "number of impacts"};

  BouncingBall() {
    h.start(h0).fixed();
    v.start(0.0).fixed();
  }
  void equations() override {
    equation(der(h), v);
    equation(der(v), -g * flying);
    when(h <= 0.0, [&] {
      const Expr rebound = -e * pre(v);
      reinit(v, select(rebound > v_rest, rebound, 0.0));
      assign(flying, select(rebound > v_rest, 1.0, 0.0));
      assign(bounces, pre(bounces) + 1);
    });
  }
};

}  // namespace multibond::examples
