// Functions in other languages that are known by name: random numbers and texts. What the initial
// equations say of parameters, and what functions do with conditions and subscripts.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

constexpr const char* kRandom = R"(
  pure function draw input Integer before[2]; output Real number; output Integer after[2];
    external "C" ModelicaRandom_xorshift64star(before, after, number); end draw;
  function hash input String s; output Integer h; external "C" h = ModelicaStrings_hashString(s);
  end hash;
  function part input String s; input Integer i; input Integer j; output String p;
    external "C" p = ModelicaStrings_substring(s, i, j); end part;)";

/// The generator as S. Vigna states it, on one word.
double next(std::uint64_t& x) {
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  x *= 2685821657736338717ULL;
  return std::ldexp(static_cast<double>(static_cast<std::int64_t>(x)), -64) + 0.5;
}

TEST(External, RandomNumbersAreThoseOfTheGenerator) {
  const Result result = run(std::string(kRandom) + R"(
    model M Integer state[2](start = {7, 11}, each fixed = true); discrete Real r(start = 0);
    equation when sample(0.1, 0.2) then (r, state) = draw(pre(state)); end when; end M;)");
  std::uint64_t word = 7 + (std::uint64_t{11} << 32);
  EXPECT_EQ(result.at("r", 0.15), next(word));
  EXPECT_EQ(result.at("r", 0.35), next(word));
  next(word), next(word);
  EXPECT_EQ(result.final("r"), next(word));
}

TEST(External, SeedsAreKnownBeforeTheRun) {
  const System system = flat(std::string(kRandom) + R"(
    model Seed final parameter Integer seed(fixed = false);
    initial equation seed = hash(part("a controller", 3, 12)); end Seed;
    model M Seed s; parameter Integer twice = 2 * s.seed; Real x = twice; end M;)",
                             "M");
  for (const SystemParameter& parameter : system.parameters) {
    if (parameter.path != "twice") continue;
    EXPECT_NE(parameter.value, 0);
    EXPECT_EQ(std::fmod(parameter.value, 2), 0);
    return;
  }
  FAIL() << "there is no parameter twice";
}

TEST(External, AnUnknownFunctionIsRefusedByName) {
  EXPECT_THAT(refusal(R"(
    function f input Real x; output Real y; external "C" y = someone_elses(x); end f;
    model M Real x = f(time); end M;)"),
              HasSubstr("(someone_elses), which is not supported"));
}

TEST(InitialParameters, FollowFromOthersInAnyOrder) {
  const Result result = run(R"(
    function pair input Real x; output Real a; output Real b; algorithm a := x; b := x * x; end pair;
    model M parameter Real c(fixed = false), a(fixed = false), b(fixed = false); Real x = c * time;
    initial equation if a > 2 then c = a + b; else c = 0; end if; (a, b) = pair(3); end M;)");
  EXPECT_NEAR(result.final("x"), 12, 1e-12);
}

TEST(InitialParameters, ThatDependOnVariablesAreFoundAtTheStart) {
  const Result result = run(R"(
    model M parameter Real c(fixed = false); Real x(start = 2, fixed = true);
    initial equation c = 2 * x; equation der(x) = c; end M;)");
  EXPECT_NEAR(result.final("x"), 6, 1e-9);
}

TEST(Functions, MakeNoEvents) {
  const Result result = run(R"(
    function half input Real x; output Real y; algorithm
      if x > 0.5 then y := sqrt(x - 0.5); else y := 0; end if; end half;
    model M Real x = half(time); end M;)");
  EXPECT_TRUE(result.events.empty());
  EXPECT_NEAR(result.final("x"), std::sqrt(0.5), 1e-12);
}

TEST(Functions, ElementsAreTakenAndAssignedWhereSubscriptsSay) {
  const Result result = run(R"(
    model M Integer k(start = 0, fixed = true); Real kept[3](each start = 0, each fixed = true);
      parameter Real table[3, 2] = [1, 10; 2, 20; 3, 30]; Real now;
    algorithm when sample(0.1, 0.3) then
        k := pre(k) + 1;
        if k <= 3 then kept[k] := time; end if;
      end when;
    equation now = table[max(k, 1), 2]; end M;)");
  EXPECT_NEAR(result.final("kept[1]"), 0.1, 1e-12);
  EXPECT_NEAR(result.final("kept[2]"), 0.4, 1e-12);
  EXPECT_NEAR(result.final("kept[3]"), 0.7, 1e-12);
  EXPECT_EQ(result.at("now", 0.5), 20);
}

TEST(Samples, MayBeginAtATimeThatIsFoundAtTheStart) {
  const Result result = run(R"(
    model M parameter Real t0(fixed = false); discrete Real n(start = 0, fixed = true);
    initial equation t0 = time;
    equation when sample(t0 + 0.25, 0.25) then n = pre(n) + 1; end when; end M;)",
                            "M", 0.9);
  EXPECT_EQ(result.final("n"), 3);
}

TEST(Starts, OfHighGainsHoldUpToRounding) {
  // A gain of 1e10 makes 1e-6 of what the last digit of the state leaves over.
  const Result result = run(R"(
    model M Real x[6](each start = 0.2);
    initial equation der(x) = zeros(6);
    equation for i in 1:6 loop
        der(x[i]) = 1e10 * (0.13 * i - sin(x[i]));
      end for; end M;)",
                            "M", 1e-9);
  for (int i = 1; i <= 6; ++i) {
    EXPECT_NEAR(result.at("x[" + std::to_string(i) + "]", 0), std::asin(0.13 * i), 1e-14);
  }
}

TEST(Texts, AreCompared) {
  const Result result = run(R"(
    model M parameter String way = "star"; Real x = if way <> "star" then 1 else 2 * time; end M;)");
  EXPECT_NEAR(result.final("x"), 2, 1e-12);
}

TEST(SemiLinear, FluidAtRestHasTheMeanOfItsNeighbours) {
  // Two streams meet; the flow stops at 0.5 and turns.
  const Result result = run(R"(
    model M Real m = 0.5 - min(time, 0.75), h, a, b;
    equation a = semiLinear(m, h, 10); b = semiLinear(-m, h, 30); a + b = 0; end M;)");
  EXPECT_NEAR(result.at("h", 0.25), 30, 1e-6);
  EXPECT_NEAR(result.final("h"), 10, 1e-6);
  const Result resting = run(R"(
    model M Real m = 0, h, a, b;
    equation a = semiLinear(m, h, 10); b = semiLinear(-m, h, 30); a + b = 0; end M;)");
  EXPECT_NEAR(resting.final("h"), 20, 1e-6);
}

TEST(SemiLinear, StreamsMixWhereTheyMeet) {
  // Two sources, a pipe that stores nothing, and a sink; nothing flows before 0.5.
  const Result result = run(R"(
    connector Port Real p; flow Real m; Real h; flow Real H; end Port;
    model Source parameter Real T; Port c; Real f;
    equation c.m = -f; c.H = semiLinear(c.m, c.h, T); end Source;
    model Pipe Port a, b; Real h;
    equation a.m + b.m = 0; a.H + b.H = 0; a.p - b.p = a.m;
      a.H = semiLinear(a.m, a.h, h); b.H = semiLinear(b.m, b.h, h); end Pipe;
    model Sink Port c; equation c.p = 0; c.H = semiLinear(c.m, c.h, 20); end Sink;
    model M Source s1(T = 10), s2(T = 40); Pipe pipe; Sink sink;
    equation connect(s1.c, pipe.a); connect(s2.c, pipe.a); connect(pipe.b, sink.c);
      s1.f = max(time - 0.5, 0); s2.f = 2 * s1.f; end M;)");
  EXPECT_NEAR(result.at("pipe.a.h", 0.25), 170.0 / 7, 1e-6);  // the mean of means
  for (const char* path : {"pipe.a.h", "pipe.h", "sink.c.h"}) {
    EXPECT_NEAR(result.final(path), 30, 1e-6);
  }
  EXPECT_NEAR(result.final("sink.c.H"), 45, 1e-6);
  EXPECT_NEAR(result.final("s1.c.H") + result.final("s2.c.H") + result.final("pipe.a.H"), 0, 1e-6);
}

TEST(External, ASpectrumIsThatOfItsLines) {
  // 0.5 + 3 cos(2 w t + 1) + 2 cos(5 w t), sampled 32 times.
  const Result result = run(R"(
    package Lib
      function rawFFT input Real u[:]; output Integer info;
        output Real A[div(size(u, 1), 2) + 1], phi[div(size(u, 1), 2) + 1];
      protected Real work[3];
        external "C" info = ModelicaFFT_kiss_fftr(u, size(u, 1), work, size(work, 1), A, phi);
      end rawFFT;
      function print input String text; input String file = "";
        external "C" ModelicaInternal_print(text, file); end print;
    end Lib;
    model M
      constant Real w = 2 * 3.14159265358979;
      Real u = 0.5 + 3 * cos(2 * w * time + 1) + 2 * cos(5 * w * time);
      Real buffer[32](each start = 0, each fixed = true); Integer k(start = 0, fixed = true);
      Integer info(start = -1, fixed = true);
      Real A[17](each start = 0, each fixed = true), phi[17](each start = 0, each fixed = true);
    algorithm
      when sample(0, 1 / 32) then
        k := pre(k) + 1;
        if k <= 32 then buffer[k] := u; end if;
      end when;
      when terminal() then
        (info, A, phi) := Lib.rawFFT(buffer);
        Lib.print("done");
      end when;
    end M;)");
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.final("info"), 0);
  for (int i = 1; i <= 17; ++i) {
    const double line = i == 1 ? 1 : i == 3 ? 3 : i == 6 ? 2 : 0;
    EXPECT_NEAR(result.final("A[" + std::to_string(i) + "]"), line, 1e-9) << i;
  }
  EXPECT_NEAR(result.final("phi[3]"), 1, 1e-9);
  EXPECT_EQ(result.at("A[3]", 0.9), 0);
  bool told = false;
  for (const Diagnostic& d : result.diagnostics) {
    told = told || d.text == "What Lib.print prints is left out.";
  }
  EXPECT_TRUE(told);
}

}  // namespace
}  // namespace multibond::modelica
