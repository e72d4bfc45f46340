/// Executable: a program made ready to run by one of the back ends.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/program/program.h"

namespace multibond {

enum class Backend {
  interpreter,  ///< portable, the reference in tests
  jit,          ///< x86-64 machine code
};

/// The best back end of this machine: machine code on x86-64 with AVX2 and FMA, else the
/// interpreter.
Backend default_backend();

class Executable {
 public:
  virtual ~Executable() = default;
  /// Evaluates the program; `in` and `out` must not overlap. False if a called solver found no
  /// answer; `failure()` then names it.
  virtual bool run(const double* in, double* out) = 0;
  /// Name of the solver that failed in the latest run; empty after a run that succeeded.
  virtual std::string failure() const = 0;
  /// Forgets iterates: every solver memory is initialized again.
  virtual void reset() = 0;
  virtual std::size_t code_bytes() const { return 0; }
};

std::unique_ptr<Executable> make_executable(Program program, Backend backend = default_backend());

/// C99 source of `int NAME(const double* in, double* out, double* memory)`, with no dependency but
/// <math.h>, in functions of bounded length. Returns 1 on success and 0 if a solver failed.
/// `memory` has `NAME_memory_size()` doubles (intermediate values too, so that the stack stays
/// small) and is set up by `NAME_initialize(memory)`; each thread needs its own.
/// Throws std::invalid_argument naming a solver that cannot be exported.
std::string to_c99(const Program& program, std::string_view name);

/// Forward derivative of a program.
///
/// The result has the inputs of `program` followed by one seed for each entry of `active` (input
/// indices), and as outputs the directional derivatives of `program`'s outputs along the seeds.
Program tangent(const Program& program, const std::vector<std::uint32_t>& active);

/// For each output, the sorted positions within `active` of the inputs it depends on, through
/// values and through conditions.
std::vector<std::vector<std::uint32_t>> dependencies(const Program& program,
                                                     const std::vector<std::uint32_t>& active);

}  // namespace multibond
