// How the time until a run is under way grows with the size of a model.
//
// Chains of links in space, ladders of electrical components and boxes of spheres: seconds of the
// processor to flatten, to compile, to find the initial state and to make the first step, and the
// exponents by which they grow from one size to the next. Goal: at most 1.2, and nothing that
// counts above it. Arguments choose among chain, ladder and spheres, and a number gives the largest
// size. Run by hand; nothing here is asserted.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "multibond/library/library.h"
#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/model/system.h"
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
      joint[k].phi.start(0.1).fixed();
      joint[k].w.start(0.0).fixed();
      rod[k].r = Vector3(0.31, 0.02, 0);
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

/// Of the processor, so that neighbours on the machine count little.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Times {
  double size = 0, flatten = 0, compile = 0, start = 0, step = 0;
  double all() const { return flatten + compile + start + step; }
};

Times measure(double size, Component& model, const SimulatorOptions& options, double first_step) {
  Times times{size};
  double begin = now();
  const auto lap = [&](double& time) {
    const double end = now();
    time = end - begin;
    begin = end;
  };
  System system = flatten(model);
  lap(times.flatten);
  const auto compiled = compile_model(std::move(system));
  lap(times.compile);
  Simulator run(compiled, options);
  run.initialize();
  lap(times.start);
  run.advance(first_step);
  lap(times.step);
  return times;
}

void report(const char* name, const Times& now, const Times* before) {
  std::printf("%-8s %6.0f %9.3f %9.3f %9.3f %9.3f %9.3f", name, now.size, now.flatten, now.compile,
              now.start, now.step, now.all());
  if (before) {
    const double growth = std::log(now.size / before->size);
    const auto exponent = [&](double after, double earlier) {
      return std::log(after / earlier) / growth;
    };
    std::printf(" | %5.2f %5.2f %5.2f %5.2f %5.2f", exponent(now.flatten, before->flatten),
                exponent(now.compile, before->compile), exponent(now.start, before->start),
                exponent(now.step, before->step), exponent(now.all(), before->all()));
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string> wanted;
  double most = 1e300;
  for (int k = 1; k < count; ++k) {
    const std::string word = words[k];
    if (std::isdigit(static_cast<unsigned char>(word[0]))) {
      most = std::atof(word.c_str());
    } else {
      wanted.push_back(word);
    }
  }
  const auto is_wanted = [&](const char* name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  const Catalog catalog = library_catalog();
  std::printf("%-8s %6s %9s %9s %9s %9s %9s | %s\n", "model", "size", "flatten", "compile", "start",
              "step", "all", "exponents");
  const auto series = [&](const char* name, const std::vector<double>& sizes, const auto& run) {
    if (!is_wanted(name)) return;
    std::vector<Times> known;
    for (const double size : sizes) {
      if (size > most) break;
      const Times times = run(size);
      report(name, times, known.empty() ? nullptr : &known.back());
      known.push_back(times);
    }
  };
  series("chain", {100, 400, 1600}, [](double n) {
    Chain model(static_cast<std::size_t>(n));
    return measure(n, model, {}, 1e-6);
  });
  series("ladder", {10, 100, 1000, 10000}, [&](double n) {
    const auto model = catalog.find("RCLadder").make(nullptr, "model");
    model->set("n", static_cast<int>(n));
    return measure(n, *model, {}, 1e-6);
  });
  series("spheres", {27, 216, 1728, 9261}, [&](double n) {
    const auto model = catalog.find("SphereBox").make(nullptr, "model");
    model->set("n", static_cast<int>(std::lround(std::cbrt(n))));
    SimulatorOptions options;
    options.solver = "moreau";
    options.fixed_step = 1e-3;
    return measure(n, *model, options, 1e-3);
  });
}
