// Impacts as text states them: directions that are remembered, impulses that depend on each other,
// and states that are set where others are tied to them.

#include <gtest/gtest.h>

#include <cmath>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

TEST(Impacts, ARememberedDirectionNeedsNoPivotsOfItsOwn) {
  // A particle hits a disc head-on. Before, the direction is zero; in the first round of the event
  // the other direction is the same one, so that the tangent and the impulse have no value.
  const Result result = run(R"(
    model M
      Real x[2](start = {-2, 0}, each fixed = true), v[2](start = {4, 0}, each fixed = true);
      Boolean hit(start = false), contact(start = false), strong;
      discrete Real n[2](each start = 0), other[2](each start = 0), t[2](each start = 0);
      discrete Real before[2](each start = 0);
      Real F[2], Vm[2];
    equation
      der(x) = v; der(v) = {0, 0};
      hit = x * x < 1;
      contact = hit and not pre(hit);
      when contact then
        n = x / sqrt(x * x);
        other = if abs(n[1]) > 0.1 then {0, 1} else {1, 0};
        t = (other - (other * n) * n) / sqrt((other - (other * n) * n) * (other - (other * n) * n));
        before = pre(v);
        reinit(v, before + 2 * (Vm - before));
      end when;
      F = 2 * (Vm - before);
      if contact then Vm * n = 0; F * t = 0; else F = {0, 0}; end if;
      strong = F * F > 100;
    end M;)");
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("v[1]"), -4, 1e-12);
  EXPECT_NEAR(result.final("v[2]"), 0, 1e-12);
  EXPECT_NEAR(result.final("x[1]"), -4, 1e-8);
}

TEST(Impacts, WhatHasNoFiniteValueAfterAnEventIsNamed) {
  const Result result = run(R"(
    model M discrete Real a(start = 1), b(start = 0);
    equation
      when time > 0.5 then a = b / (b * time); b = pre(b); end when;
    end M;)");
  ASSERT_EQ(result.status, RunStatus::failed);
  EXPECT_EQ(result.diagnostics.back().text.substr(0, 26), "The run stopped at t = 0.5");
  EXPECT_NE(result.diagnostics.back().text.find("a has no finite value after the event"),
            std::string::npos);
}

TEST(Impacts, AnImpulseOfGivenWorkIsFoundAtItsEvent) {
  // Until then its lever g is zero, and T may be anything. Then F |1 + F| = 2.
  const Result result = run(R"(
    model M
      Real x(start = -1, fixed = true), v(start = 1, fixed = true), F, T, V;
      discrete Real g(start = 0), before(start = 0);
      Boolean hit(start = false), contact(start = false);
    equation
      der(x) = v; der(v) = 0;
      hit = x > -0.5;
      contact = hit and not pre(hit);
      when contact then
        g = 0.5; before = pre(v); reinit(v, 2 * V - before);
      end when;
      if contact then F * abs(V) = 2; else F = 0; end if;
      g * T = F;
      V = before + g * T;
    end M;)");
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("v"), 3, 1e-12);
  EXPECT_NEAR(result.final("x"), 1, 1e-8);
}

TEST(Impacts, AStateThatIsSetHasTheValueItWasGiven) {
  // A crank and a slide that are tied together: the slide follows, they do not meet halfway.
  const Result result = run(R"(
    model M
      Real phi(start = 0.5, fixed = true, stateSelect = StateSelect.always);
      Real w(start = 1, fixed = true, stateSelect = StateSelect.always);
      Real s(stateSelect = StateSelect.always), u(stateSelect = StateSelect.always), f;
    equation
      der(phi) = w; der(s) = u; s = sin(phi) + 0.1 * phi;
      3 * der(u) = f; 2 * der(w) = -f * (cos(phi) + 0.1);
      when time > 0.5 then reinit(w, 3); end when;
    end M;)");
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.at("w", 0.5), 3, 1e-12);
  EXPECT_NEAR(result.at("u", 0.5), 3 * (std::cos(result.at("phi", 0.5)) + 0.1), 1e-12);
}

TEST(Impacts, AConnectionToAnOuterComponentIsMadeWhereThatIs) {
  // What goes into the pin of the part comes from the pool, and not through the part to nowhere.
  const Result result = run(R"(
    package P
      connector Pin Real v; flow Real i; end Pin;
      model Pool Pin pin; equation pin.i = -2; end Pool;
      model Part outer Pool pool; Pin p; Real w(start = 0, fixed = true);
        equation connect(p, pool.pin); p.i = 3 * p.v; der(w) = p.v; end Part;
      model M inner Pool pool; Part part; end M;
    end P;)",
                            "P.M");
  EXPECT_NEAR(result.final("part.p.i"), 2, 1e-12);
  EXPECT_NEAR(result.final("part.w"), 2.0 / 3, 1e-9);
}

}  // namespace
}  // namespace multibond::modelica
