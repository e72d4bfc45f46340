/// CallRuntime and CallSession: the solvers of an executable, and their calls during one run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "multibond/program/program.h"

namespace multibond::detail {

/// The solvers, and where the memory of each lies. Never changes.
///
///     kept part of the memory:   1 + the call that failed, or 0 | memory of call 0 | of call 1 ...
///
/// All calls share one area for the arguments and one for scratch, which lie where the back end
/// puts them.
class CallRuntime {
 public:
  explicit CallRuntime(const std::vector<Call>& calls);

  std::size_t inputs(std::uint32_t call) const { return calls_[call].inputs; }
  bool has_calls() const { return !calls_.empty(); }
  std::size_t kept() const { return kept_; }
  std::size_t most_arguments() const { return most_arguments_; }
  std::size_t most_scratch() const { return most_scratch_; }
  void initialize(double* memory) const;
  std::string failure(const double* memory) const;

 private:
  friend class CallSession;
  struct Entry {
    std::shared_ptr<const Solver> solver;
    std::size_t inputs, outputs, memory;  ///< so that a run needs no virtual calls for them
  };

  std::vector<Entry> calls_;
  std::size_t kept_ = 1, most_arguments_ = 0, most_scratch_ = 0;
};

/// The calls of one run.
class CallSession {
 public:
  CallSession(const CallRuntime& runtime, double* memory, double* scratch)
      : runtime_(runtime), memory_(memory), scratch_(scratch) {
    memory_[0] = 0;
  }
  /// Runs one solver; fills `out` with NaN and records the failure if it finds no answer. Never
  /// throws, because machine code that cannot be unwound may be the caller: an exception of the
  /// solver is kept for `finish`.
  void run(std::uint32_t call, const double* in, double* out) noexcept;
  /// To be called at the end: whether all solvers succeeded. Rethrows what a solver threw.
  bool finish();

 private:
  const CallRuntime& runtime_;
  double *memory_, *scratch_;
  std::exception_ptr exception_;
};

}  // namespace multibond::detail
