/// CallRuntime: the solvers of one executable, with their memory and the record of failures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "multibond/program/program.h"

namespace multibond::detail {

class CallRuntime {
 public:
  explicit CallRuntime(const std::vector<Call>& calls);

  std::size_t inputs(std::uint32_t call) const { return inputs_[call]; }
  /// Forgets iterates: every solver memory is initialized again.
  void reset();
  /// To be called before each run of the program.
  void start() { failed_ = kNone; }
  /// Runs one solver; fills `out` with NaN and records the failure if it finds no answer. Never
  /// throws, because machine code that cannot be unwound may be the caller: an exception of the
  /// solver is kept for `finish`.
  void run(std::uint32_t call, const double* in, double* out) noexcept;
  /// To be called after each run: whether all solvers succeeded. Rethrows what a solver threw.
  bool finish();
  std::string failure() const;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  std::vector<std::shared_ptr<const Solver>> solvers_;
  std::vector<std::size_t> inputs_;        ///< per call, so that a run needs no virtual call
  std::vector<std::size_t> memory_start_;  ///< per call, and the end
  std::vector<double> memory_;
  std::uint32_t failed_ = kNone;  ///< first call that failed in this run
  std::exception_ptr exception_;
};

}  // namespace multibond::detail
