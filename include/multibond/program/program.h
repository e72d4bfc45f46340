/// Program: a straight-line function on doubles, the common source of every back end.
///
/// A program maps one flat input array to one flat output array. It is a list of instructions in
/// single-assignment form: instruction i defines value `first_result() + i` and uses only values
/// defined before it. Nothing in it branches: `select` chooses between two computed values
/// (docs/decisions/0003-select-is-a-blend.md), and whatever needs iteration or pivoting at run
/// time is a `call` of a `Solver`.
///
///     value index:   0 .. inputs-1            the input array
///                    inputs .. +constants     literal numbers
///                    then                     one value per instruction
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/symbolic/op.h"

namespace multibond {

/// Operations on doubles: those of expressions but for `no_event`, and
///
///     call     runs calls[a]; its own value is undefined
///     result   output number b of calls[a], which the nearest preceding `call` of it computed
///
/// Truth values are 1.0 and 0.0; any non-zero number counts as true. What each operation means is
/// in the table of symbolic/operations.h.
using Code = Op;

struct Instruction {
  Code code;
  std::uint32_t a = 0, b = 0, c = 0;
  bool operator==(const Instruction&) const = default;
};

/// A computation that cannot be straight-line code: a table, a Newton iteration, a pivoted solve.
///
/// One Solver may be shared by several programs and run in several threads at once: it never
/// changes. What it remembers from call to call (an iterate, say) it keeps in the `memory` it is
/// given, and what it needs during a call in the `scratch`; it allocates nothing.
class Solver {
 public:
  virtual ~Solver() = default;
  virtual std::string name() const = 0;  ///< for messages, e.g. "nonlinear block of diode.i"
  virtual std::size_t inputs() const = 0;
  virtual std::size_t outputs() const = 0;
  virtual std::size_t memory() const { return 0; }   ///< doubles kept between calls
  virtual std::size_t scratch() const { return 0; }  ///< doubles needed during a call
  /// Initial content of the memory.
  virtual void initialize(std::span<double> /*memory*/) const {}
  /// Computes out from in. False if there is no answer; out is then NaN-filled by the caller.
  virtual bool solve(const double* in, double* out, double* memory, double* scratch) const = 0;
  /// What to tell the user after a call without an answer: sentences.
  virtual std::string failure(const double* /*memory*/) const;
  /// Forward derivative: out_dot from in, out and in_dot. False if not available.
  virtual bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
                       double* scratch) const = 0;
  /// C99 source of `static int NAME(const double* in, double* out, double* memory)` returning 1 on
  /// success, or an empty string if this solver cannot be exported.
  virtual std::string c99(std::string_view function_name) const {
    (void)function_name;
    return {};
  }
};

struct Call {
  std::shared_ptr<const Solver> solver;
  std::vector<std::uint32_t> arguments;  ///< value indices, solver->inputs() of them
};

struct Program {
  std::size_t inputs = 0;
  std::vector<double> constants;
  std::vector<Instruction> instructions;
  std::vector<Call> calls;
  std::vector<std::uint32_t> outputs;  ///< value indices

  std::size_t first_constant() const { return inputs; }
  std::size_t first_result() const { return inputs + constants.size(); }
  std::size_t values() const { return first_result() + instructions.size(); }
  /// Number of arithmetic operations and function evaluations (calls count as one).
  std::size_t operations() const;
  /// Throws std::logic_error if an operand is out of range or defined too late.
  void check() const;
};

/// Readable listing, one instruction a line.
std::string to_string(const Program& program);

}  // namespace multibond
