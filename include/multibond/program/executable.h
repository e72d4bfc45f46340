/// Executable: a program made ready to run by one of the back ends.
///
/// An executable never changes: any number of threads may run one executable at the same time, each
/// with a memory of its own. Everything a run writes lies in `out` and in that memory; nothing is
/// allocated. Whoever wants one function with one memory takes a `Runner` (runner.h).
///
///     memory:   kept_size()   number of the failed call, memories of the solvers
///               the rest      scratch: spilled values, results and arguments of calls
///
/// Room for lanes: a form that evaluates several instances side by side would be
/// `run(lanes, in, out, memory)` with every number above replaced by `lanes` numbers in a row, that
/// of instance l at `in[i * lanes + l]`, so that one vector load gets one value of all instances;
/// `memory_size()` would count per lane. Solvers, which take their arguments one after the other,
/// would be called once per lane with gathered arguments, and each lane has its own failed call.
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
  /// Doubles in the memory of one user.
  virtual std::size_t memory_size() const = 0;
  /// The first of them, which a run finds as the latest run left them: to be saved and restored
  /// with the state of a model. What the others hold before a run does not matter.
  virtual std::size_t kept_size() const = 0;
  /// Sets up a memory; later, makes the solvers forget their iterates.
  virtual void initialize(double* memory) const = 0;
  /// Evaluates the program; `in`, `out` and `memory` must not overlap. False if a called solver
  /// found no answer; `failure()` then names it.
  virtual bool run(const double* in, double* out, double* memory) const = 0;
  /// Name of the solver that failed in the latest run with this memory; empty after a run that
  /// succeeded.
  virtual std::string failure(const double* memory) const = 0;
  virtual std::size_t code_bytes() const { return 0; }
};

std::shared_ptr<const Executable> make_executable(const Program& program,
                                                  Backend backend = default_backend());

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

/// The outputs that may have no finite value although the first `certain` ones have: behind these
/// they divide by something else, take a root or a logarithm, or call another solver. Sums and
/// products that exceed the range of doubles are not foreseen.
std::vector<std::uint32_t> doubtful_outputs(const Program& program, std::size_t certain);

}  // namespace multibond
