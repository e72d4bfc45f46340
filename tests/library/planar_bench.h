/// For the tests of planar parts: scenes, and runs that must balance their energy.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "lagrange.h"
#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"

namespace multibond::planar {

constexpr double g = 9.81;

/// A run that must end well and balance its energy.
inline Result audited(Component&& model, double stop, double tolerance = 1e-10) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  return result;
}

struct Scene : Model {
  World world{this, "world"};
  Fixed ground{this, "ground"};
};

struct Weightless : Scene {
  Weightless() { world.gravityType = "none"; }
};

/// A four-bar linkage, with a second coupler beside the first if wanted.
struct FourBar : Scene {
  Fixed pin{this, "pin"};
  Revolute a{this, "a"}, b{this, "b"}, c{this, "c"}, d{this, "d"};
  Body crank{this, "crank"}, coupler{this, "coupler"}, rocker{this, "rocker"};
  explicit FourBar(bool doubled = false, double length = 2) {
    pin.r = Vector2(2, 0);
    crank.r_ports = Vector2(1, 0);
    coupler.r_ports = Vector2(length, 0);
    rocker.r_ports = Vector2(1.5, 0);
    connect(ground.frame_b, a.frame_a);
    connect(a.frame_b, crank.frame_a);
    connect(crank.port(0), b.frame_a);
    connect(b.frame_b, coupler.frame_a);
    connect(coupler.port(0), c.frame_a);
    connect(c.frame_b, rocker.port(0));
    connect(pin.frame_b, d.frame_a);
    connect(d.frame_b, rocker.frame_a);
    a.phi.start(1.0).fixed();
    a.w.start(0.0).fixed();
    d.phi.start(1.0);
    if (!doubled) return;
    auto& b2 = create<Revolute>("b2");
    auto& c2 = create<Revolute>("c2");
    auto& second = create<Body>("second");
    second.m = 1e-9;
    second.J = 1e-9;
    second.r_ports = Vector2(length, 0);
    connect(crank.port(0), b2.frame_a);
    connect(b2.frame_b, second.frame_a);
    connect(second.port(0), c2.frame_a);
    connect(c2.frame_b, rocker.port(0));
  }
};

/// m q'' = -c (q - q_ref) - d q'
inline double damped(double m, double c, double d, double q, double t) {
  const double decay = d / (2 * m), w = std::sqrt(c / m - decay * decay);
  return q * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
}

}  // namespace multibond::planar
