/// Classic test problems for integrators, as plain equations.
#pragma once

#include "multibond/model/component.h"

namespace multibond::examples {

/// Robertson's chemical reaction: three species, rates that differ by a factor of 1e9.
///
///        A --0.04--> B        B + B --3e7--> C + B        B + C --1e4--> A + C
///
/// (Hairer and Wanner, vol. II, sec. IV.1.) The balance y1 + y2 + y3 = 1 replaces the third rate
/// equation: an algebraic equation of index 1. Within microseconds y2 goes to 3.6e-5; then y1 falls
/// slowly, to 0.71583 at t = 40 s.
class Robertson final : public Model {
 public:
  Parameter<double> k1{this, "k1", 0.04, "1/s", "rate of the slow reaction"};
  Parameter<double> k2{this, "k2", 3e7, "1/s", "rate of the very fast reaction"};
  Parameter<double> k3{this, "k3", 1e4, "1/s", "rate of the fast reaction"};
  Variable y1{this, "y1", "1", "share of A", StateHint::prefer};
  Variable y2{this, "y2", "1", "share of B", StateHint::prefer};
  Variable y3{this, "y3", "1", "share of C"};

  Robertson() {
    y1.start(1.0).fixed();
    y2.start(0.0).fixed().nominal(1e-5);
  }
  void equations() override {
    equation(der(y1), -k1 * y1 + k3 * y2 * y3);
    equation(der(y2), k1 * y1 - k3 * y2 * y3 - k2 * y2 * y2);
    equation(y1 + y2 + y3, 1.0);
  }
};

/// Van der Pol's oscillator: x'' - mu (1 - x^2) x' + x = 0.
///
/// Damping that is negative for |x| < 1 and positive outside leads to a limit cycle of amplitude 2.
/// With a large mu it is stiff: slow creeping, then jumps, with the period (3 - 2 ln 2) mu.
class VanDerPol final : public Model {
 public:
  Parameter<double> mu{this, "mu", 5.0, "", "strength of the damping", Check::non_negative};
  Variable x{this, "x", "", "deflection", StateHint::prefer};
  Variable v{this, "v", "", "rate of x", StateHint::prefer};

  VanDerPol() {
    x.start(2.0).fixed();
    v.start(0.0).fixed();
  }
  void equations() override {
    equation(der(x), v);
    equation(der(v), mu * (1 - x * x) * v - x);
  }
};

/// Prey and predators of Lotka and Volterra: x' = x (a - b y), y' = y (d x - c).
///
/// Both populations oscillate, the predators behind the prey, around (c / d, a / b) = (3, 1.5).
/// d x - c ln x + b y - a ln y is conserved.
class LotkaVolterra final : public Model {
 public:
  Parameter<double> a{this, "a", 1.5, "1/s", "growth of the prey"};
  Parameter<double> b{this, "b", 1.0, "1/s", "prey eaten per predator"};
  Parameter<double> c{this, "c", 3.0, "1/s", "death of the predators"};
  Parameter<double> d{this, "d", 1.0, "1/s", "predators born per prey"};
  Variable x{this, "x", "1", "prey", StateHint::prefer};
  Variable y{this, "y", "1", "predators", StateHint::prefer};

  LotkaVolterra() {
    x.start(1.0).fixed();
    y.start(1.0).fixed();
  }
  void equations() override {
    equation(der(x), x * (a - b * y));
    equation(der(y), y * (d * x - c));
  }
};

/// Arenstorf's orbit: a satellite between earth and moon, in the frame that turns with them.
///
///            .--------------.
///          /    .----.        \          earth at (-mu, 0), moon at (1 - mu, 0)
///         |    ( earth )  moon |  <--- start at (0.994, 0), close to the moon
///          \    '----'        /
///            '--------------'            (seen in the turning frame: four loops)
///
/// The orbit closes after T = 17.0652165601579625588917206249 (Hairer, Norsett and Wanner, vol. I,
/// sec. II.0); passing the moon needs steps a thousand times shorter than the rest. The quantities
/// have no units: lengths are scaled by the distance of the moon, time by its month / (2 pi).
class Arenstorf final : public Model {
 public:
  Parameter<double> mu{this, "mu", 0.012277471, "", "share of the moon in the total mass"};
  Variable x{this, "x", "", "position along the line from earth to moon", StateHint::prefer};
  Variable y{this, "y", "", "position across", StateHint::prefer};
  Variable vx{this, "vx", "", "rate of x", StateHint::prefer};
  Variable vy{this, "vy", "", "rate of y", StateHint::prefer};

  Arenstorf() {
    x.start(0.994).fixed();
    y.start(0.0).fixed();
    vx.start(0.0).fixed();
    vy.start(-2.00158510637908252240537862224).fixed();
  }
  void equations() override {
    const auto cubed_distance = [&](const Expr& dx) {
      const Expr square = dx * dx + y * y;
      return square * sqrt(square);
    };
    const Expr earth = (1 - mu) / cubed_distance(x + mu);
    const Expr moon = mu / cubed_distance(x - (1 - mu));
    equation(der(x), vx);
    equation(der(y), vy);
    equation(der(vx), x + 2 * vy - earth * (x + mu) - moon * (x - (1 - mu)));
    equation(der(vy), y - 2 * vx - earth * y - moon * y);
  }
};

}  // namespace multibond::examples
