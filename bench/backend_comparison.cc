#include "backend_comparison.h"

#include <cstdio>

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "multibond/program/runner.h"

namespace multibond::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Time of one run: each sample lasts long enough for the clock (about 2 ms), and the caller
/// interleaves the back ends and takes the least sample, which other processes disturb least.
template <class Run>
double sample(Run run, std::size_t repeats) {
  const Clock::time_point start = Clock::now();
  for (std::size_t i = 0; i < repeats; ++i) run();
  return seconds_since(start) / static_cast<double>(repeats);
}

template <class Run>
std::size_t repeats_for(Run run) {
  std::size_t repeats = 1;
  while (sample(run, repeats) * static_cast<double>(repeats) < 1e-3) repeats *= 2;
  return repeats;
}

/// A C source compiled and loaded, as a user of the exported code would do it.
class CompiledC {
 public:
  CompiledC(const Program& program, const std::string& flags) {
    std::string pattern = (std::filesystem::temp_directory_path() / "multibond-XXXXXX").string();
    const std::filesystem::path directory = mkdtemp(pattern.data());
    const std::string base = directory / "code";
    const Clock::time_point start = Clock::now();
    std::ofstream(base + ".c") << to_c99(program, "bench");
    const std::string command =
        "cc " + flags + " -shared -fPIC -o " + base + ".so " + base + ".c -lm 2>/dev/null";
    if (std::system(command.c_str()) == 0) handle_ = dlopen((base + ".so").c_str(), RTLD_NOW);
    if (handle_ != nullptr) {
      run_ = reinterpret_cast<Function*>(dlsym(handle_, "bench"));
      const auto size = reinterpret_cast<std::size_t (*)()>(dlsym(handle_, "bench_memory_size"));
      memory_.resize(size());
      reinterpret_cast<void (*)(double*)>(dlsym(handle_, "bench_initialize"))(memory_.data());
    }
    build_time_ = seconds_since(start);
    std::filesystem::remove_all(directory);
  }
  CompiledC(const CompiledC&) = delete;
  CompiledC& operator=(const CompiledC&) = delete;
  ~CompiledC() {
    if (handle_ != nullptr) dlclose(handle_);
  }
  bool ready() const { return run_ != nullptr; }
  double build_time() const { return build_time_; }
  void run(const double* in, double* out) { run_(in, out, memory_.data()); }

 private:
  using Function = int(const double*, double*, double*);
  void* handle_ = nullptr;
  Function* run_ = nullptr;
  std::vector<double> memory_;
  double build_time_ = 0;
};

Runner timed_build(const Program& program, Backend backend, int times, double& seconds) {
  std::shared_ptr<const Executable> executable;
  seconds = 1e9;
  for (int i = 0; i < times; ++i) {
    executable.reset();
    const Clock::time_point start = Clock::now();
    executable = make_executable(program, backend);
    seconds = std::min(seconds, seconds_since(start));
  }
  return Runner(std::move(executable));
}

}  // namespace

BackendComparison compare_backends(const Program& program, const std::string& name) {
  BackendComparison result;
  result.name = name;
  result.operations = program.operations();
  std::mt19937 random(1);
  std::vector<double> in(program.inputs);
  for (double& x : in) x = std::uniform_real_distribution<double>(0.1, 1)(random);

  Runner interpreter = timed_build(program, Backend::interpreter, 3, result.interpreter_build);
  Runner jit = timed_build(program, default_backend(), 5, result.jit_build);
  result.code_bytes = jit.executable().code_bytes();
  CompiledC gcc(program, "-std=c99 -O2");
  CompiledC native(program, "-std=c99 -O2 -march=native -ffp-contract=fast");
  result.gcc_build = gcc.build_time();
  result.gcc_native_build = native.build_time();

  // All back ends take turns, so that a slow phase of the machine meets all of them.
  struct Contestant {
    double* seconds;
    std::vector<double> out;
    std::function<void(double*)> run;
    std::size_t repeats = 0;
  };
  std::vector<Contestant> contestants;
  const auto add = [&](double& seconds, std::function<void(double*)> run) {
    contestants.push_back({&seconds, std::vector<double>(program.outputs.size()), std::move(run)});
  };
  add(result.interpreter_run, [&](double* out) { interpreter.run(in.data(), out); });
  add(result.jit_run, [&](double* out) { jit.run(in.data(), out); });
  if (gcc.ready()) add(result.gcc_run, [&](double* out) { gcc.run(in.data(), out); });
  if (native.ready()) add(result.gcc_native_run, [&](double* out) { native.run(in.data(), out); });
  for (Contestant& c : contestants) {
    c.repeats = repeats_for([&] { c.run(c.out.data()); });
    *c.seconds = 1e9;
  }
  for (int round = 0; round < 40; ++round) {
    for (Contestant& c : contestants) {
      *c.seconds = std::min(*c.seconds, sample([&] { c.run(c.out.data()); }, c.repeats));
    }
  }
  for (const Contestant& c : contestants) {
    for (std::size_t i = 0; i < c.out.size(); ++i) {
      const double scale = std::max(1.0, std::fabs(contestants[0].out[i]));
      result.worst_error =
          std::max(result.worst_error, std::fabs(c.out[i] - contestants[0].out[i]) / scale);
    }
  }
  return result;
}

namespace {

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

}  // namespace

void print_table(const std::vector<BackendComparison>& rows) {
  std::printf("%-24s %6s %6s | %8s %8s | %8s %8s | %8s | %7s %7s %7s %7s | %s\n", "program", "ops",
              "bytes", "jit ms", "jit us", "gcc ms", "gcc us", "interp", "jit/gcc", "/native",
              "sooner", "interp/", "error");
  std::vector<double> run, native, build, interpreter;
  for (const BackendComparison& r : rows) {
    std::printf(
        "%-24s %6zu %6zu | %8.3f %8.3f | %8.1f %8.3f | %8.3f | %7.2f %7.2f %7.0f %7.1f | %.1e\n",
        r.name.c_str(), r.operations, r.code_bytes, r.jit_build * 1e3, r.jit_run * 1e6,
        r.gcc_build * 1e3, r.gcc_run * 1e6, r.interpreter_run * 1e6, r.run_ratio(),
        r.native_run_ratio(), r.build_ratio(), r.interpreter_ratio(), r.worst_error);
    run.push_back(r.run_ratio());
    native.push_back(r.native_run_ratio());
    build.push_back(r.build_ratio());
    interpreter.push_back(r.interpreter_ratio());
  }
  std::printf(
      "medians: run time jit/gcc -O2 %.2f, jit/gcc -O2 -march=native %.2f; "
      "ready %.0f times sooner; interpreter/jit %.1f\n",
      median(run), median(native), median(build), median(interpreter));
}

}  // namespace multibond::bench
