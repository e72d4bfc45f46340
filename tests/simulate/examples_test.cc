// Every example model: compiles, runs, and is the same in every back end.

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>

#include "base/large_size.h"
#include "multibond/compile/plan.h"
#include "multibond/library/library.h"
#include "multibond/program/runner.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

/// The first, and of the others each that comes `stride` after one.
std::vector<std::string> example_names(std::size_t stride = 1) {
  std::vector<std::string> names;
  const Catalog catalog = library_catalog();
  std::size_t number = 0;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (entry.is_model && number++ % stride == 0) names.push_back(entry.path);
  }
  return names;
}

Plan plan_of(const std::string& name) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find(name).make(nullptr, name);
  return compile(*model);
}

class Example : public testing::TestWithParam<std::string> {};
/// Checks that repeat the run: with the sanitizers, of every third example.
class ExampleAgain : public testing::TestWithParam<std::string> {};

TEST_P(Example, RunsToItsStopTime) {
  const Catalog catalog = library_catalog();
  const CatalogEntry& entry = catalog.find(GetParam());
  const auto model = entry.make(nullptr, entry.path);
  SimulationOptions options;
  options.stop = entry.experiment.stop;
  options.tolerance = entry.experiment.tolerance;
  options.intervals = entry.experiment.intervals;
  options.solver = entry.experiment.solver;
  const Result result = simulate(*model, options);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.times().back(), options.stop);
  for (const std::string& path : entry.experiment.plot) EXPECT_TRUE(result.has(path)) << path;
  for (const Diagnostic& found : result.diagnostics) {
    EXPECT_EQ(found.text.find("conserve power"), std::string::npos) << found.text;
  }
}

TEST_P(ExampleAgain, BalancesItsEnergy) {
  const Catalog catalog = library_catalog();
  const CatalogEntry& entry = catalog.find(GetParam());
  const auto model = entry.make(nullptr, entry.path);
  SimulationOptions options;
  options.stop = entry.experiment.stop;
  options.solver = entry.experiment.solver;
  options.intervals = 10;
  options.tolerance = 1e-10;
  const Result result = simulate(*model, options);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  for (const EnergyAudit::Entry& part : result.energy.entries) {
    if (part.kind != EnergyAudit::Kind::conserved) continue;
    EXPECT_LE(part.turnover, 1e-9 * result.energy.scale) << part.path;
  }
}

/// Values of all unknowns and derivatives at a state near the start, by one back end.
std::vector<Expr> everything(const Plan& plan) {
  std::vector<Expr> outputs;
  for (const Step& step : plan.blocks.steps) {
    for (const Expr& leaf : step.leaves) outputs.push_back(leaf);
  }
  for (const State& state : plan.selection.states) outputs.push_back(state.derivative);
  for (const Condition& condition : plan.conditions) outputs.push_back(condition.indicator);
  return outputs;
}

TEST_P(ExampleAgain, IsTheSameInTheInterpreterInMachineCodeAndInC) {
  const Plan plan = plan_of(GetParam());
  const Program program = plan.program(everything(plan));
  std::vector<double> in = plan.make_inputs();
  in[plan.layout.time] = 0.3;
  for (std::size_t i = 0; i < plan.states(); ++i) {
    const Expr leaf = plan.selection.states[i].leaf;
    const double start = leaf.order() == 0 ? plan.system.variables[leaf.index()].start : 0;
    in[plan.layout.states + i] = start + 0.05 * std::sin(1.0 + static_cast<double>(i));
  }
  const std::size_t n = program.outputs.size();
  std::vector<double> reference(n), machine(n), c(n);
  Runner interpreter(program, Backend::interpreter);
  const bool good = interpreter.run(in.data(), reference.data());
  if (default_backend() == Backend::jit) {
    EXPECT_EQ(Runner(program, Backend::jit).run(in.data(), machine.data()), good);
  } else {
    machine = reference;
  }
  // Machine code rounds otherwise. A small difference of large values has the rounding of these,
  // and what a system with small pivots makes of it is shown by states that differ in their last
  // bit.
  double largest = 0;
  for (const double value : reference) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  std::vector<double> nudged = in, moved(n);
  for (std::size_t i = 0; i < plan.states(); ++i) {
    nudged[plan.layout.states + i] *= 1 + std::numeric_limits<double>::epsilon();
  }
  Runner(program, Backend::interpreter).run(nudged.data(), moved.data());
  const auto compare = [&](const std::vector<double>& other, const char* what) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!std::isfinite(reference[i])) continue;
      double rounding = 0.5 * std::numeric_limits<double>::epsilon() * largest;
      if (std::isfinite(moved[i])) rounding += 4 * std::abs(moved[i] - reference[i]);
      EXPECT_NEAR(other[i], reference[i], 1e-12 * (std::abs(reference[i]) + 1) + rounding)
          << what << ", output " << i;
    }
  };
  compare(machine, "machine code");

  if (std::system("cc --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no C compiler: C99 not compared";
  const auto folder =
      std::filesystem::temp_directory_path() / fmt::format("multibond-{}", getpid());
  std::filesystem::create_directories(folder);
  const std::string base = (folder / GetParam()).string();
  std::ofstream(base + ".c") << to_c99(program, "model");
  const std::string command =
      fmt::format("cc -std=c99 -O1 -shared -fPIC -o {0}.so {0}.c -lm 2> {0}.log", base);
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  void* library = dlopen((base + ".so").c_str(), RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const auto run =
      reinterpret_cast<int (*)(const double*, double*, double*)>(dlsym(library, "model"));
  const auto size = reinterpret_cast<std::size_t (*)()>(dlsym(library, "model_memory_size"));
  const auto initialize = reinterpret_cast<void (*)(double*)>(dlsym(library, "model_initialize"));
  std::vector<double> memory(size());
  initialize(memory.data());
  EXPECT_EQ(run(in.data(), c.data(), memory.data()) == 1, good);
  compare(c, "C99");
  dlclose(library);
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Library, Example, testing::ValuesIn(example_names()),
                         [](const auto& info) { return info.param; });
INSTANTIATE_TEST_SUITE_P(Library, ExampleAgain,
                         testing::ValuesIn(example_names(test::kSanitized ? 3 : 1)),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace multibond
