// Functions that are run in the run: how often their loops run depends on variables.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

/// By Newton's iteration, as often as it takes.
std::string cube_root(const std::string& annotation = "") {
  return R"(
    function cubeRoot input Real x; output Real y; protected Integer rounds = 0;
    algorithm
      y := x;
      while abs(y ^ 3 - x) > 1e-13 * abs(x) loop
        y := y - (y ^ 3 - x) / (3 * y ^ 2);
        rounds := rounds + 1;
        if rounds > 500 then break; end if;
      end while;
      )" +
         annotation +
         R"(
    end cubeRoot;)";
}

TEST(Procedures, IterateUntilTheResultIsThere) {
  const Result result = run(cube_root() + R"(
    model M Real x(start = 0, fixed = true); Real y = cubeRoot(1 + x); Real z = cubeRoot(-8.0);
    equation der(x) = 7 * y / y; end M;)");
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("y"), 2, 1e-9);
  EXPECT_NEAR(result.at("y", 0.5), std::cbrt(4.5), 1e-9);
  EXPECT_NEAR(result.final("z"), -2, 1e-12);
}

TEST(Procedures, AreDerivedStatementByStatement) {
  const Result result = run(cube_root() + R"(
    model M Real y = cubeRoot(1 + time), v = der(y), a = der(v); end M;)");
  EXPECT_NEAR(result.final("v"), std::pow(2, -2.0 / 3) / 3, 1e-6);
  EXPECT_NEAR(result.final("a"), -2 * std::pow(2, -5.0 / 3) / 9, 1e-5);
}

TEST(Procedures, AreDerivedByTheFunctionThatTheTextGives) {
  const std::string derivative = R"(
    function rate input Real x; input Real dx; output Real dy;
    protected Real y = cubeRoot(x); algorithm dy := dx / (3 * y ^ 2); end rate;)";
  const std::string model = "model M Real y = cubeRoot(1 + time), v = der(y), a = der(v); end M;";
  const Result result = run(cube_root("annotation(derivative = rate);") + derivative + model);
  EXPECT_NEAR(result.final("v"), std::pow(2, -2.0 / 3) / 3, 1e-12);
  EXPECT_NEAR(result.final("a"), -2 * std::pow(2, -5.0 / 3) / 9, 1e-6);
  // That it is called, and not another: this one has a wrong factor.
  std::string wrong = derivative;
  wrong.replace(wrong.find("dx / (3"), 7, "7 * dx / (3");
  EXPECT_NEAR(run(cube_root("annotation(derivative = rate);") + wrong + model).final("v"),
              7 * std::pow(2, -2.0 / 3) / 3, 1e-12);
  EXPECT_THAT(refusal(cube_root("annotation(derivative = rat);") + derivative + model),
              HasSubstr("There is no function rat, which is to be the derivative of cubeRoot"));
  EXPECT_THAT(
      refusal(cube_root("annotation(derivative = rate);") +
              "function rate input Real x; output Real dy; algorithm dy := x; end rate;" + model),
      HasSubstr("rate has 1 input, but the derivative of cubeRoot gets 2"));
}

TEST(Procedures, SomeInputsHaveNoRate) {
  // A sum of n terms of x: n moves nothing, and the tolerance has no rate.
  const std::string text = R"(
    function series input Real x; input Real tolerance; input Real shift; output Real y;
    protected Real term = 1; Integer k = 0;
    algorithm
      y := shift;
      while abs(term) > tolerance loop
        y := y + term; k := k + 1; term := term * x / k;
      end while;
      annotation(derivative(noDerivative = tolerance, zeroDerivative = shift) = rate);
    end series;
    function rate input Real x; input Real tolerance; input Real shift; input Real dx;
      output Real dy;
    algorithm dy := 5 * series(x, tolerance, 0) * dx; end rate;
    model M Real s = S; Real y = series(time, 1e-14 + 0 * s, s), v = der(y); end M;)";
  const auto rate = [&](const std::string& shift) {
    std::string own = text;
    return run(own.replace(own.find("= S;"), 4, "= " + shift + ";")).final("v");
  };
  // The rate of the text is wrong on purpose, so that one sees it. It may not serve where the shift
  // may move.
  EXPECT_NEAR(rate("2 * time"), std::exp(1) + 2, 1e-9);
  std::string constant = text;
  constant.replace(constant.find("1e-14 + 0 * s, s)"), 17, "1e-14, 0)");
  constant.replace(constant.find("= S;"), 4, "= 0;");
  EXPECT_NEAR(run(constant).final("v"), 5 * std::exp(1), 1e-9);
}

TEST(Procedures, HaveLoopsBranchesArraysAndSeveralResults) {
  // Primes up to n by a sieve: n varies.
  const Result result = run(R"(
    function primes input Integer n; output Integer count; output Integer last;
    protected Boolean out[40]; Integer k;
    algorithm
      out := fill(false, 40); count := 0; last := 0;
      for i in 2:n loop
        if not out[i] then
          count := count + 1; last := i;
          k := 2 * i;
          while true loop
            if k > n then break; end if;
            out[k] := true;
            k := k + i;
          end while;
        end if;
        if count == 100 then return; end if;
      end for;
    end primes;
    model M Integer n(start = 0, fixed = true), c, last;
    equation
      when sample(0, 0.1) then n = pre(n) + 4; end when;
      (c, last) = primes(n);
    end M;)",
                            "M", 0.85);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.final("n"), 36);
  EXPECT_EQ(result.final("c"), 11);
  EXPECT_EQ(result.final("last"), 31);
  EXPECT_EQ(result.at("c", 0.05), 2);
  EXPECT_EQ(result.at("last", 0.25), 11);
}

TEST(Procedures, CallOthersAndAreCalledInLoops) {
  // The greatest common divisor, of three numbers at a time, for each element of an array.
  const Result result = run(R"(
    function gcd input Integer a; input Integer b; output Integer c; protected Integer d = b, e;
    algorithm c := a;
      while d > 0 loop e := mod(c, d); c := d; d := e; end while; end gcd;
    function gcd3 input Integer a[3]; output Integer c;
    algorithm c := a[1];
      for i in 2:3 loop c := gcd(c, a[i]); end for; end gcd3;
    model M Integer n(start = 0, fixed = true); Integer g = gcd3({n, 2 * n, 60});
    equation when sample(0.1, 0.1) then n = pre(n) + 1; end when; end M;)",
                            "M", 4.75);
  for (int n = 1; n <= 47; ++n) {
    EXPECT_EQ(result.at("g", 0.1 * n + 0.05), std::gcd(n, 60)) << n;
  }
}

TEST(Procedures, WithoutAnEndHaveNoResult) {
  const Result result = run(R"(
    function f input Real x; output Real y;
    algorithm y := 0; while y < 1 or x > 0.5 loop y := y + 1; end while; end f;
    model M Real x(start = 0, fixed = true), y = f(x); equation der(x) = 1; end M;)");
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(result.diagnostics.back().text, HasSubstr("There is no finite value of f there"));
}

TEST(Procedures, AssertInTheirLoops) {
  const Result result = run(R"(
    function f input Real x; output Real y; protected Integer k = 0;
    algorithm y := x;
      while y > 0.1 loop
        assert(x < 2, "too large"); y := y / 2; k := k + 1;
        if k > 900 then return; end if;
      end while; end f;
    model M Real x(start = 0, fixed = true), y = f(1 + x); equation der(x) = y / y; end M;)",
                            "M", 3);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_NEAR(result.times().back(), 1, 0.01);
}

}  // namespace
}  // namespace multibond::modelica
