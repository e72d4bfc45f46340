// Chains of links, hanging open from one point or closed between two: what an evaluation and a run
// cost, by the number of links.
//
// Goal: an evaluation of a closed chain costs less than 3 times that of the open one of as many
// links, over a whole run with all that happens in it. Run by hand; nothing here is asserted.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"

namespace {

using namespace multibond;

constexpr double kLength = 5, kDistance = 3;

/// Angle between neighbours of a regular arc of n links over the distance.
double bend(int n) {
  double low = 0, high = 2 * std::numbers::pi / n;
  for (int k = 0; k < 100; ++k) {
    const double middle = (low + high) / 2;
    const double chord = kLength / n * std::sin(n * middle / 2) / std::sin(middle / 2);
    (chord > kDistance ? low : high) = middle;
  }
  return low;
}

template <typename Parts>
class Chain final : public Model {
 public:
  Chain(int n, bool closed) {
    const auto size = static_cast<std::size_t>(n);
    joint.resize(size);
    rod.resize(size);
    body.resize(size);
    const double angle = bend(n), length = kLength / n;
    for (std::size_t k = 0; k < size; ++k) {
      // The first link points down by half of the arc.
      joint[k].phi.start(k == 0 ? -(n - 1) * angle / 2 : angle);
      if (k == 0) joint[k].w.start(1.0).fixed();
      Parts::set(rod[k], body[k], length);
      connect(k == 0 ? left.frame_b : rod[k - 1].frame_b, joint[k].frame_a);
      connect(joint[k].frame_b, rod[k].frame_a);
      connect(rod[k].frame_b, body[k].frame_a);
    }
    if (!closed) return;
    last.resize(1);
    Parts::place(right, kDistance);
    connect(right.frame_b, last[0].frame_a);
    connect(last[0].frame_b, rod[size - 1].frame_b);
  }
  typename Parts::World world{this, "world"};
  typename Parts::Fixed left{this, "left"}, right{this, "right"};
  ComponentArray<typename Parts::Revolute> joint{this, "joint"}, last{this, "last"};
  ComponentArray<typename Parts::FixedTranslation> rod{this, "rod"};
  ComponentArray<typename Parts::Body> body{this, "body"};
};

struct Planar {
  using World = planar::World;
  using Fixed = planar::Fixed;
  using Revolute = planar::Revolute;
  using FixedTranslation = planar::FixedTranslation;
  using Body = planar::Body;
  static void set(FixedTranslation& rod, Body& body, double length) {
    rod.r = Vector2(length, 0);
    body.m = length;
    body.J = length * length * length / 12;
  }
  static void place(Fixed& fixed, double distance) { fixed.r = Vector2(distance, 0); }
};

struct Space {
  using World = mechanics3d::World;
  using Fixed = mechanics3d::Fixed;
  using Revolute = mechanics3d::Revolute;
  using FixedTranslation = mechanics3d::FixedTranslation;
  using Body = mechanics3d::Body;
  static void set(FixedTranslation& rod, Body& body, double length) {
    rod.r = Vector3(length, 0, 0);
    body.m = length;
    body.I_11 = body.I_22 = body.I_33 = length * length * length / 12;
  }
  static void place(Fixed& fixed, double distance) { fixed.r = Vector3(distance, 0, 0); }
};

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <typename Parts>
double measure(const char* name, int n, bool closed) {
  Chain<Parts> model(n, closed);
  const double begin = now();
  const auto compiled = compile_model(model);
  const double compiled_at = now();
  const Result result = simulate(compiled, {.stop = 1, .tolerance = 1e-8});
  const double run = now() - compiled_at;
  const auto evaluations = static_cast<double>(result.statistics.evaluations);
  std::printf("%-7s %-6s %4d  %8.3f %8.4f %8.0f %9.2f  %8.1e %8.1e %s\n", name,
              closed ? "closed" : "open", n, compiled_at - begin, run, evaluations,
              run / evaluations * 1e6, std::abs(result.energy.relative_error()),
              result.largest_residual, result.status == RunStatus::completed ? "" : "stopped");
  return run / evaluations;
}

}  // namespace

int main(int count, char** arguments) {
  const int most = count > 1 ? std::atoi(arguments[1]) : 200;
  std::printf("chain           n   compile      run    evals  us / eval  energy   open by\n");
  for (const int n : {25, 50, 100, 200}) {
    if (n > most) break;
    const double plane = measure<Planar>("planar", n, false);
    std::printf("    ratio %.2f\n", measure<Planar>("planar", n, true) / plane);
    const double space = measure<Space>("space", n, false);
    std::printf("    ratio %.2f\n", measure<Space>("space", n, true) / space);
  }
  return 0;
}
