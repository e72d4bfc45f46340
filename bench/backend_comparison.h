/// compare_backends: one program in every back end, measured in one process.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "multibond/program/program.h"

namespace multibond::bench {

/// Times are in seconds, the least of several samples taken in turns.
struct BackendComparison {
  std::string name;
  std::size_t operations = 0;
  std::size_t code_bytes = 0;  ///< of the JIT
  double jit_build = 0, jit_run = 0;
  double gcc_build = 0, gcc_run = 0;                ///< cc -O2; 0 if there is no C compiler
  double gcc_native_build = 0, gcc_native_run = 0;  ///< cc -O2 -march=native -ffp-contract=fast
  double interpreter_build = 0, interpreter_run = 0;
  double worst_error = 0;  ///< greatest relative difference from the interpreter

  double run_ratio() const { return jit_run / gcc_run; }
  double native_run_ratio() const { return jit_run / gcc_native_run; }
  double build_ratio() const { return gcc_build / jit_build; }
  double interpreter_ratio() const { return interpreter_run / jit_run; }
};

/// Inputs are fixed numbers between 0.1 and 1.
BackendComparison compare_backends(const Program& program, const std::string& name);

/// One line per program, and the medians.
void print_table(const std::vector<BackendComparison>& rows);

}  // namespace multibond::bench
