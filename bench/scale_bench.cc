// How the cost of compilation grows with the size of a model.
//
// A chain of n masses, springs and dampers, each a component with connectors, goes from C++ objects
// to its first derivative evaluation. Goal: ten times the length costs at most 12 times the time,
// and a derivative evaluation at most 12 times as much; 10000 masses need less than 1.5 GiB.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "multibond/library/library.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace {

using multibond::CompiledDynamics;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Figures {
  double total = 1e300, evaluation = 1e300, flatten = 0, compile = 0, code = 0;
  std::size_t equations = 0, states = 0;
  std::vector<multibond::PassReport> passes;
};

/// The best of several attempts: the machine may be busy with other things.
Figures measure(const std::string& name, int n, int attempts) {
  Figures best;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const multibond::Catalog catalog = multibond::library_catalog();
    const double begin = seconds();
    const auto model = catalog.find(name).make(nullptr, name);
    model->set("n", n);
    multibond::System system = multibond::flatten(*model);
    const std::size_t equations = system.equations.size();
    const double flattened = seconds();
    multibond::Plan plan = multibond::compile(std::move(system));
    const double compiled = seconds();
    CompiledDynamics dynamics(std::move(plan));
    std::vector<double> y(dynamics.size(), 0.1), f(dynamics.size());
    dynamics.derivatives(0, y.data(), f.data());
    const double ready = seconds();
    double evaluation = 1e300;
    for (int sample = 0; sample < 20; ++sample) {
      const int repetitions = std::max(1, 20000 / n);
      const double from = seconds();
      for (int k = 0; k < repetitions; ++k) dynamics.derivatives(0, y.data(), f.data());
      evaluation = std::min(evaluation, (seconds() - from) / repetitions);
    }
    best.evaluation = std::min(best.evaluation, evaluation);
    if (ready - begin >= best.total) continue;
    best.total = ready - begin;
    best.flatten = flattened - begin;
    best.compile = compiled - flattened;
    best.code = ready - compiled;
    best.equations = equations;
    best.states = dynamics.size();
    best.passes = dynamics.plan().passes;
  }
  return best;
}

void report(const std::string& name) {
  const Figures small = measure(name, 1000, 5), large = measure(name, 10000, 3);
  std::printf("%s\n%-18s %12s %12s %8s %14s\n", name.c_str(), "", "n = 1000", "n = 10000", "ratio",
              "us/equation");
  const auto line = [&](const std::string& what, double a, double b) {
    std::printf("%-18s %10.2f ms %10.2f ms %8.1f %14.3f\n", what.c_str(), a * 1e3, b * 1e3, b / a,
                b / static_cast<double>(large.equations) * 1e6);
  };
  line("build, flatten", small.flatten, large.flatten);
  for (std::size_t k = 1; k < large.passes.size(); ++k) {
    line("  " + large.passes[k].pass, small.passes[k].seconds, large.passes[k].seconds);
  }
  line("compile", small.compile, large.compile);
  line("machine code", small.code, large.code);
  line("total", small.total, large.total);
  line("evaluation", small.evaluation, large.evaluation);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  std::printf("equations %zu and %zu, states %zu and %zu, at most %ld MiB\n\n", small.equations,
              large.equations, small.states, large.states, usage.ru_maxrss / 1024);
}

}  // namespace

int main() {
  report("MassChain");
  report("ResistorLadder");
}
