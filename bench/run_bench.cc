// Whole runs of a compiled model, part by part: what a run costs around its evaluations.
//
// Goal: initialization, projection, recording, audit and the method itself cost together at most as
// much as the evaluations of the derivatives, when the compiled model is at hand. Each figure is
// the least of several runs; the parts are differences of runs with and without them. Run by hand;
// nothing here is asserted by a test.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>

#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/simulate/simulation.h"

namespace {

using namespace multibond;

/// Rods on revolute joints whose axes point in turn along z, y and x.
class Chain final : public Model {
 public:
  explicit Chain(std::size_t n) {
    joint.resize(n);
    rod.resize(n);
    body.resize(n);
    const Vector3 axes[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
    for (std::size_t k = 0; k < n; ++k) {
      joint[k].n = axes[k % 3];
      joint[k].phi.start(0.1 + 0.02 * static_cast<double>(k % 5)).fixed();
      joint[k].w.start(0.0).fixed();
      rod[k].r = Vector3(0.31, 0.02, 0);
      body[k].m = 0.7;
      body[k].I_11 = 0.011;
      body[k].I_22 = 0.013;
      body[k].I_33 = 0.012;
      connect(k == 0 ? base.frame_b : rod[k - 1].frame_b, joint[k].frame_a);
      connect(joint[k].frame_b, rod[k].frame_a);
      connect(rod[k].frame_b, body[k].frame_a);
    }
  }
  mechanics3d::World world{this, "world"};
  mechanics3d::Fixed base{this, "base"};
  ComponentArray<mechanics3d::Revolute> joint{this, "joint"};
  ComponentArray<mechanics3d::FixedTranslation> rod{this, "rod"};
  ComponentArray<mechanics3d::Body> body{this, "body"};
};

double seconds(const std::function<void()>& run) {
  double best = 1e300;
  for (int k = 0; k < 15; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

void report(const std::string& title, Component& model, double stop) {
  const auto compiled = compile_model(model);
  SimulationOptions whole{.stop = stop};
  SimulationOptions silent = whole, bare = whole;
  silent.audit = bare.audit = false;
  bare.intervals = 1;
  const Result result = simulate(compiled, whole);
  const double total = seconds([&] { simulate(compiled, whole); });
  const double unaudited = seconds([&] { simulate(compiled, silent); });
  const double unrecorded = seconds([&] { simulate(compiled, bare); });
  const double start = seconds([&] {
    Simulator run(compiled, simulator_options(whole));
    run.initialize();
  });
  Simulator run(compiled, simulator_options(whole));
  run.initialize();
  run.advance(stop / 2);
  const RunView view = run.view();
  std::vector<double> y(view.state, view.state + view.dynamics.size()), f(y.size());
  const double evaluation = seconds([&] {
                              for (int k = 0; k < 200; ++k) {
                                view.dynamics.derivatives(view.time, y.data(), f.data());
                              }
                            }) /
                            200;
  const double projection = seconds([&] {
                              for (int k = 0; k < 50; ++k) {
                                std::vector<double> moved = y;
                                view.dynamics.project(view.time, moved.data());
                              }
                            }) /
                            50;
  const double evaluations = evaluation * static_cast<double>(result.statistics.evaluations);
  const double projections = projection * static_cast<double>(result.statistics.projections);
  std::printf("%-20s %6zu %8.2f %8.2f | %7.2f %7.2f %7.2f %7.2f %7.2f | %5.2f\n", title.c_str(),
              result.statistics.evaluations, 1e3 * total, 1e3 * evaluations, 1e3 * start,
              1e3 * projections, 1e3 * (unaudited - unrecorded), 1e3 * (total - unaudited),
              1e3 * (unrecorded - start - evaluations - projections),
              (total - evaluations) / evaluations);
}

}  // namespace

int main() {
  const Catalog catalog = library_catalog();
  const auto make = [&](const std::string& name) { return catalog.find(name).make(nullptr, name); };
  std::printf("%-20s %6s %8s %8s | %7s %7s %7s %7s %7s | %5s\n%-20s %6s %8s %8s | %39s | %5s\n",
              "model", "evals", "run", "evals", "start", "project", "record", "audit", "rest",
              "ratio", "", "", "ms", "ms", "ms", "");
  report("SevenBody", *make("SevenBody"), 0.03);
  report("WhippleBicycle", *make("WhippleBicycle"), 5);
  report("DoublePendulum3D", *make("DoublePendulum3D"), 10);
  const auto four_bars = make("NFourBar");
  four_bars->set("N", 40);
  report("NFourBar, N = 40", *four_bars, 10);
  Chain ten(10), hundred(100);
  report("chain of 10", ten, 5);
  report("chain of 100", hundred, 1);
}
