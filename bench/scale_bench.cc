// How the cost of compilation grows with the size of a model.
//
// A chain of n masses, springs and dampers, each a component with connectors, goes from C++ objects
// to its first derivative evaluation. Goal: ten times the length costs at most 12 times the time,
// and a derivative evaluation at most 12 times as much; 10000 masses need less than 1.5 GiB.
//
// Every attempt is a process of its own, as when a user runs one model. Repeated in one process,
// the small model would find its memory and the caches prepared by the attempt before, and the
// large one would not: the ratio of that is shown as "again".
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
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
  double total = 1e300, again = 1e300, evaluation = 1e300, flatten = 0, compile = 0, code = 0;
  double equations = 0, states = 0, mebibytes = 0;
  std::vector<double> passes;
};

const std::vector<std::string> kPasses{"order",           "aliases", "redundancy", "conditions",
                                       "index reduction", "states",  "blocks"};

/// From objects to the first evaluation; then evaluations alone.
Figures attempt(const std::string& name, int n) {
  Figures result;
  const multibond::Catalog catalog = multibond::library_catalog();
  const double begin = seconds();
  const auto model = catalog.find(name).make(nullptr, name);
  model->set("n", n);
  multibond::System system = multibond::flatten(*model);
  result.equations = static_cast<double>(system.equations.size());
  const double flattened = seconds();
  multibond::Plan plan = multibond::compile(std::move(system));
  const double compiled = seconds();
  CompiledDynamics dynamics(std::move(plan));
  std::vector<double> y(dynamics.size(), 0.1), f(dynamics.size());
  dynamics.derivatives(0, y.data(), f.data());
  const double ready = seconds();
  for (int sample = 0; sample < 20; ++sample) {
    const int repetitions = std::max(1, 20000 / n);
    const double from = seconds();
    for (int k = 0; k < repetitions; ++k) dynamics.derivatives(0, y.data(), f.data());
    result.evaluation = std::min(result.evaluation, (seconds() - from) / repetitions);
  }
  result.total = ready - begin;
  result.flatten = flattened - begin;
  result.compile = compiled - flattened;
  result.code = ready - compiled;
  result.states = static_cast<double>(dynamics.size());
  for (const std::string& pass : kPasses) {
    double time = 0;
    for (const multibond::PassReport& report : dynamics.plan().passes) {
      if (report.pass == pass) time += report.seconds;
    }
    result.passes.push_back(time);
  }
  return result;
}

/// The child of a fork: tells its figures through the pipe.
[[noreturn]] void tell(int pipe, const std::string& name, int n) {
  Figures figures = attempt(name, n);
  for (int k = 0; k < 3; ++k) figures.again = std::min(figures.again, attempt(name, n).total);
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  figures.mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
  std::vector<double> all{figures.total,     figures.again,   figures.evaluation,
                          figures.flatten,   figures.compile, figures.code,
                          figures.equations, figures.states,  figures.mebibytes};
  all.insert(all.end(), figures.passes.begin(), figures.passes.end());
  const auto bytes = static_cast<ssize_t>(all.size() * sizeof(double));
  _exit(write(pipe, all.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
}

/// The best of several processes: the machine may be busy with other things.
Figures measure(const std::string& name, int n, int attempts) {
  Figures best;
  for (int k = 0; k < attempts; ++k) {
    int ends[2];
    if (pipe(ends) != 0) std::abort();
    const pid_t child = fork();
    if (child == 0) tell(ends[1], name, n);
    close(ends[1]);
    std::vector<double> all(9 + kPasses.size());
    const auto bytes = static_cast<ssize_t>(all.size() * sizeof(double));
    const bool told = read(ends[0], all.data(), static_cast<std::size_t>(bytes)) == bytes;
    close(ends[0]);
    waitpid(child, nullptr, 0);
    if (!told) std::abort();
    best.evaluation = std::min(best.evaluation, all[2]);
    best.again = std::min(best.again, all[1]);
    if (all[0] >= best.total) continue;
    best.total = all[0];
    best.flatten = all[3];
    best.compile = all[4];
    best.code = all[5];
    best.equations = all[6];
    best.states = all[7];
    best.mebibytes = all[8];
    best.passes.assign(all.begin() + 9, all.end());
  }
  return best;
}

void report(const std::string& name) {
  const Figures small = measure(name, 1000, 5), large = measure(name, 10000, 3);
  std::printf("%s\n%-18s %12s %12s %8s %14s\n", name.c_str(), "", "n = 1000", "n = 10000", "ratio",
              "us/equation");
  const auto line = [&](const std::string& what, double a, double b) {
    std::printf("%-18s %10.2f ms %10.2f ms %8.1f %14.3f\n", what.c_str(), a * 1e3, b * 1e3, b / a,
                b / large.equations * 1e6);
  };
  line("build, flatten", small.flatten, large.flatten);
  for (std::size_t k = 0; k < kPasses.size(); ++k) {
    line("  " + kPasses[k], small.passes[k], large.passes[k]);
  }
  line("compile", small.compile, large.compile);
  line("machine code", small.code, large.code);
  line("total", small.total, large.total);
  line("again", small.again, large.again);
  line("evaluation", small.evaluation, large.evaluation);
  std::printf("equations %.0f and %.0f, states %.0f and %.0f, at most %.0f MiB\n\n",
              small.equations, large.equations, small.states, large.states, large.mebibytes);
}

}  // namespace

int main() {
  report("MassChain");
  report("ResistorLadder");
}
