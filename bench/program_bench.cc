// Back ends compared on five programs shaped like the code of mechanisms.
//
// Goal: machine code at most 1.3 times slower than gcc -O2 and ready at least 100 times sooner
// (medians over the five). Run by hand; nothing here is asserted by a test.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "backend_comparison.h"
#include "mechanics_programs.h"

namespace {

double median(std::vector<double> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

}  // namespace

int main() {
  using multibond::bench::BackendComparison;
  using multibond::bench::compare_backends;
  std::vector<BackendComparison> rows;
  rows.push_back(compare_backends(multibond::bench::planar_chain(3), "planar chain, 3 rods"));
  rows.push_back(compare_backends(multibond::bench::inverse_dynamics(8), "inverse dynamics, 8"));
  rows.push_back(compare_backends(multibond::bench::dense_solve(18), "dense solve, 18"));
  rows.push_back(
      compare_backends(multibond::bench::articulated_chain(26), "articulated chain, 26"));
  rows.push_back(
      compare_backends(multibond::bench::articulated_chain(88), "articulated chain, 88"));

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
