/// Runner: an executable with a memory of its own, which is all that one user of a program needs.
///
/// Runners of one executable are independent of each other: they may work in different threads,
/// and what a solver remembers for one of them is unknown to the others. One runner is used by one
/// thread at a time. A copy remembers what the original did.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "multibond/program/executable.h"

namespace multibond {

class Runner {
 public:
  explicit Runner(std::shared_ptr<const Executable> executable)
      : executable_(std::move(executable)), memory_(executable_->memory_size()) {
    reset();
  }
  explicit Runner(const Program& program, Backend backend = default_backend())
      : Runner(make_executable(program, backend)) {}

  /// Evaluates the program; `in` and `out` must not overlap. False if a called solver found no
  /// answer; `failure()` then tells which.
  bool run(const double* in, double* out) { return executable_->run(in, out, memory_.data()); }
  /// What the solver says that failed in the latest run; empty after a run that succeeded.
  std::string failure() const { return executable_->failure(memory_.data()); }
  /// Forgets iterates: every solver memory is initialized again.
  void reset() { executable_->initialize(memory_.data()); }
  /// What is remembered from run to run, to be saved and restored.
  std::span<double> memory() { return {memory_.data(), executable_->kept_size()}; }
  std::span<const double> memory() const { return {memory_.data(), executable_->kept_size()}; }
  const Executable& executable() const { return *executable_; }

 private:
  std::shared_ptr<const Executable> executable_;
  std::vector<double> memory_;
};

}  // namespace multibond
