// How the cost of compilation grows with the size of a model.
//
// A chain of n masses, springs and dampers, each a component with connectors, goes from C++ objects
// to its first derivative evaluation. Goal: ten times the length costs at most 12 times the time,
// and a derivative evaluation at most 12 times as much; 10000 masses need less than 1.5 GiB.
//
// Every attempt is a process of its own, as when a user runs one model. Small and large ones take
// turns and medians are shown, so that a neighbour on the machine does not decide.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "multibond/library/library.h"
#include "multibond/model/system.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace {

using multibond::CompiledDynamics;

double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr int kAttempts = 9;

constexpr std::array<std::string_view, 7> kPasses{
    "order", "aliases", "redundancy", "conditions", "index reduction", "states", "blocks"};

struct Figures {
  double total = 0, evaluation = 1e300, flatten = 0, compile = 0, code = 0;
  double equations = 0, states = 0, mebibytes = 0;
  std::array<double, kPasses.size()> passes{};
};

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
  const auto compiled_model = multibond::compile_model(std::move(system));
  const double compiled = seconds();
  CompiledDynamics dynamics(compiled_model->first());
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
  for (const multibond::PassReport& report : compiled_model->passes()) {
    const auto pass = std::find(kPasses.begin(), kPasses.end(), report.pass);
    if (pass != kPasses.end()) {
      result.passes[static_cast<std::size_t>(pass - kPasses.begin())] += report.seconds;
    }
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  result.mebibytes = static_cast<double>(usage.ru_maxrss) / 1024;
  return result;
}

/// The child of a fork: tells its figures through the pipe.
[[noreturn]] void tell(int pipe, const std::string& name, int n) {
  const Figures figures = attempt(name, n);
  const auto bytes = static_cast<ssize_t>(sizeof figures);
  _exit(write(pipe, &figures, sizeof figures) == bytes ? 0 : 1);
}

Figures in_a_process(const std::string& name, int n) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) tell(ends[1], name, n);
  close(ends[1]);
  Figures figures;
  const bool told = read(ends[0], &figures, sizeof figures) == static_cast<ssize_t>(sizeof figures);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  if (!told) std::abort();
  return figures;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void report(const std::string& name) {
  std::vector<Figures> small, large;
  for (int k = 0; k < kAttempts; ++k) {
    small.push_back(in_a_process(name, 1000));
    large.push_back(in_a_process(name, 10000));
  }
  const Figures& any = large.front();
  std::printf("%s\n%-18s %12s %12s %8s %14s\n", name.c_str(), "", "n = 1000", "n = 10000", "ratio",
              "us/equation");
  const auto line = [&](const std::string& what, auto figure) {
    const auto of = [&](const std::vector<Figures>& attempts) {
      std::vector<double> values;
      for (const Figures& figures : attempts) values.push_back(figure(figures));
      return median(values);
    };
    const double a = of(small), b = of(large);
    const bool short_times = b < 1e-3;
    const double unit = short_times ? 1e6 : 1e3;
    std::printf("%-18s %10.3f %s %10.3f %s %8.1f %14.4f\n", what.c_str(), a * unit,
                short_times ? "us" : "ms", b * unit, short_times ? "us" : "ms", b / a,
                b / any.equations * 1e6);
  };
  line("build, flatten", [](const Figures& f) { return f.flatten; });
  for (std::size_t k = 0; k < kPasses.size(); ++k) {
    line(fmt::format("  {}", kPasses[k]), [k](const Figures& f) { return f.passes[k]; });
  }
  line("compile", [](const Figures& f) { return f.compile; });
  line("machine code", [](const Figures& f) { return f.code; });
  line("total", [](const Figures& f) { return f.total; });
  line("evaluation", [](const Figures& f) { return f.evaluation; });
  std::printf("equations %.0f and %.0f, states %.0f and %.0f, at most %.0f MiB\n\n",
              small.front().equations, any.equations, small.front().states, any.states,
              any.mebibytes);
}

}  // namespace

int main() {
  report("MassChain");
  report("ResistorLadder");
}
