/// Solvers with known answers, for the tests of the back ends.
#pragma once

#include <cmath>
#include <memory>
#include <string>

#include "multibond/program/program.h"

namespace multibond::test {

/// out = (a*b + 1, a - b): no memory, two outputs.
class MixSolver final : public Solver {
 public:
  std::string name() const override { return "mix"; }
  std::size_t inputs() const override { return 2; }
  std::size_t outputs() const override { return 2; }
  bool solve(const double* in, double* out, double*, double*) const override {
    out[0] = in[0] * in[1] + 1;
    out[1] = in[0] - in[1];
    return true;
  }
  bool tangent(const double* in, const double*, const double* in_dot, double* out_dot,
               double*) const override {
    out_dot[0] = in[0] * in_dot[1] + in_dot[0] * in[1];
    out_dot[1] = in_dot[0] - in_dot[1];
    return true;
  }
  std::string c99(std::string_view function) const override {
    return "static int " + std::string(function) +
           "(const double* in, double* out, double* memory) {\n"
           "  (void)memory;\n"
           "  out[0] = in[0] * in[1] + 1;\n"
           "  out[1] = in[0] - in[1];\n"
           "  return 1;\n"
           "}\n";
  }
};

/// The root of y^3 + y = x by Newton's method, started from the latest root (in memory).
class CubicSolver final : public Solver {
 public:
  std::string name() const override { return "cubic"; }
  std::size_t inputs() const override { return 1; }
  std::size_t outputs() const override { return 1; }
  std::size_t memory() const override { return 1; }
  void initialize(std::span<double> memory) const override { memory[0] = 0.5; }
  bool solve(const double* in, double* out, double* memory, double*) const override {
    double y = memory[0];
    for (int i = 0; i < 200; ++i) {
      const double step = (y * y * y + y - in[0]) / (3 * y * y + 1);
      y -= step;
      if (std::fabs(step) <= 1e-15 * std::fabs(y)) break;
    }
    memory[0] = out[0] = y;
    return std::isfinite(y);
  }
  bool tangent(const double*, const double* out, const double* in_dot, double* out_dot,
               double*) const override {
    out_dot[0] = in_dot[0] / (3 * out[0] * out[0] + 1);
    return true;
  }
  std::string c99(std::string_view function) const override {
    return "static int " + std::string(function) +
           "(const double* in, double* out, double* memory) {\n"
           "  double y = memory[0];\n"
           "  int i;\n"
           "  for (i = 0; i < 200; ++i) {\n"
           "    const double step = (y * y * y + y - in[0]) / (3 * y * y + 1);\n"
           "    y -= step;\n"
           "    if (fabs(step) <= 1e-15 * fabs(y)) break;\n"
           "  }\n"
           "  memory[0] = out[0] = y;\n"
           "  return 1;\n"
           "}\n";
  }
};

/// The square root, which has no answer for negative numbers.
class PickySolver final : public Solver {
 public:
  explicit PickySolver(std::string name = "picky") : name_(std::move(name)) {}
  std::string name() const override { return name_; }
  std::size_t inputs() const override { return 1; }
  std::size_t outputs() const override { return 1; }
  bool solve(const double* in, double* out, double*, double*) const override {
    out[0] = std::sqrt(in[0]);
    return in[0] >= 0;
  }
  bool tangent(const double*, const double*, const double*, double*, double*) const override {
    return false;
  }

 private:
  std::string name_;
};

}  // namespace multibond::test
