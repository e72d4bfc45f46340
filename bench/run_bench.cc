// Whole runs of a compiled model, part by part: what a run costs around its evaluations.
//
// Goal: initialization, projection, recording, audit and the method itself cost together at most as
// much as the evaluations of the derivatives, when the compiled model is at hand. The evaluations
// and projections of a run are written down and done again in their order, each after the one
// before as in the run, and the projections once more by themselves: a projection may change the
// functions that the next evaluations use, near singular positions. Recording and audit are
// differences of runs with and without them. Variables are computed from the rows when they are
// asked for; the column `vars` is what all of them cost. The functions of a model are made when
// they are first asked for, by the first of its runs: the last column is what that one takes beyond
// the others. Each figure is the least of several runs, in processor time. Run by hand; nothing
// here is asserted by a test.
#include <time.h>

#include <algorithm>
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

/// Time of the processor: a run is longer than a neighbour on the machine lets it go on, and would
/// count the waiting, which its evaluations by themselves are too short for.
double now() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds(const std::function<void()>& run) {
  double best = 1e300;
  const double first = now();
  for (int k = 0; k < 15 || (k < 1000 && now() - first < 0.2); ++k) {
    const double begin = now();
    run();
    best = std::min(best, now() - begin);
  }
  return best;
}

/// A model that writes down where it is evaluated and projected.
class LoggedDynamics final : public Dynamics {
 public:
  explicit LoggedDynamics(CompiledDynamics& dynamics) : dynamics_(dynamics) {}
  std::size_t size() const override { return dynamics_.size(); }
  Evaluation derivatives(double t, const double* y, double* ydot) override {
    log(false, t, y);
    return dynamics_.derivatives(t, y, ydot);
  }
  std::string failure() const override { return dynamics_.failure(); }
  const SparsePattern& jacobian_pattern() override { return dynamics_.jacobian_pattern(); }
  Evaluation jacobian(double t, const double* y, double* values) override {
    return dynamics_.jacobian(t, y, values);
  }
  void error_scale(const double* y, double* scale) const override {
    dynamics_.error_scale(y, scale);
  }
  std::size_t invariants() const override { return dynamics_.invariants(); }
  Evaluation project(double t, double* y) override {
    log(true, t, y);
    return dynamics_.project(t, y);
  }

  struct Point {
    bool projection;
    double t;
    std::vector<double> y;
  };
  std::vector<Point> points;

 private:
  void log(bool projection, double t, const double* y) {
    points.push_back({projection, t, {y, y + size()}});
  }
  CompiledDynamics& dynamics_;
};

struct Work {
  std::size_t evaluations = 0;
  double evaluating = 0, projecting = 0;
};

/// What a run computes of the model, by itself. All models here run without events.
Work work(const std::shared_ptr<const CompiledModel>& model, double stop) {
  Simulator run(model, {});
  run.initialize();
  const RunView view = run.view();
  const std::vector<double> start(view.state, view.state + view.dynamics.size());
  LoggedDynamics logged(view.dynamics);
  const auto integrator = make_integrator("dop853", logged, {});
  integrator->start(0, start.data());
  std::vector<double> f(start.size()), y(start.size());
  while (integrator->time() < stop && integrator->step(stop) == StepOutcome::advanced) {
    // Rows and audit need the dense output, which takes evaluations.
    integrator->interpolate(0.5 * (integrator->previous_time() + integrator->time()), y.data());
  }
  Work result;
  const auto replay = [&](bool everything) {
    return seconds([&] {
      for (const LoggedDynamics::Point& point : logged.points) {
        if (point.projection) {
          y = point.y;
          view.dynamics.project(point.t, y.data());
        } else if (everything) {
          // In a run, an evaluation begins when the one before has ended.
          for (std::size_t i = 0; i < y.size(); ++i) y[i] = point.y[i] + 0 * f[i];
          view.dynamics.derivatives(point.t, y.data(), f.data());
        }
      }
    });
  };
  for (const LoggedDynamics::Point& point : logged.points) {
    result.evaluations += point.projection ? 0 : 1;
  }
  result.projecting = replay(false);
  result.evaluating = replay(true) - result.projecting;
  return result;
}

void report(const std::string& title, Component& model, double stop) {
  const auto compiled = compile_model(model);
  SimulationOptions whole{.stop = stop};
  SimulationOptions silent = whole, bare = whole;
  silent.audit = bare.audit = false;
  bare.intervals = 1;
  simulate(compiled, whole);  // makes the functions
  const Work parts = work(compiled, stop);
  const double start = seconds([&] {
    Simulator run(compiled, simulator_options(whole));
    run.initialize();
  });
  const double total = seconds([&] { simulate(compiled, whole); });
  const double unaudited = seconds([&] { simulate(compiled, silent); });
  const double unrecorded = seconds([&] { simulate(compiled, bare); });
  double variables = 1e300;
  for (int k = 0; k < 5; ++k) {
    const Result result = simulate(compiled, whole);
    const double begin = now();
    result.signals();
    variables = std::min(variables, now() - begin);
  }
  double first = 1e300;
  for (int k = 0; k < 5; ++k) {
    const auto fresh = compile_model(model);
    const double begin = now();
    simulate(fresh, whole);
    first = std::min(first, now() - begin);
  }
  std::printf("%-20s %6zu %7.2f %7.2f | %7.2f %7.2f %7.2f %7.2f %7.2f | %5.2f %7.2f %7.2f\n",
              title.c_str(), parts.evaluations, 1e3 * total, 1e3 * parts.evaluating, 1e3 * start,
              1e3 * parts.projecting, 1e3 * (unaudited - unrecorded), 1e3 * (total - unaudited),
              1e3 * (unrecorded - start - parts.evaluating - parts.projecting),
              (total - parts.evaluating) / parts.evaluating, 1e3 * variables,
              1e3 * (first - total));
}

}  // namespace

int main() {
  const Catalog catalog = library_catalog();
  const auto make = [&](const std::string& name) { return catalog.find(name).make(nullptr, name); };
  std::printf("%-20s %6s %7s %7s | %7s %7s %7s %7s %7s | %5s %7s %7s\n", "model", "evals", "run",
              "evals", "start", "project", "record", "audit", "rest", "ratio", "vars", "make");
  std::printf("%-20s %6s %7s %7s | %39s | %5s %7s %7s\n", "", "", "ms", "ms", "ms", "", "ms", "ms");
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
