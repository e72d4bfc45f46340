#include "call_runtime.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace multibond::detail {

CallRuntime::CallRuntime(const std::vector<Call>& calls) {
  memory_start_.push_back(0);
  for (const Call& call : calls) {
    solvers_.push_back(call.solver);
    inputs_.push_back(call.solver->inputs());
    memory_start_.push_back(memory_start_.back() + call.solver->memory());
  }
  memory_.resize(memory_start_.back());
  reset();
}

void CallRuntime::reset() {
  std::fill(memory_.begin(), memory_.end(), 0.0);
  for (std::size_t i = 0; i < solvers_.size(); ++i) {
    solvers_[i]->initialize(std::span<double>(memory_).subspan(
        memory_start_[i], memory_start_[i + 1] - memory_start_[i]));
  }
}

void CallRuntime::run(std::uint32_t call, const double* in, double* out) noexcept {
  const Solver& solver = *solvers_[call];
  bool success = false;
  try {
    success = solver.solve(in, out, memory_.data() + memory_start_[call]);
  } catch (...) {
    if (!exception_) exception_ = std::current_exception();
  }
  if (success) return;
  std::fill_n(out, solver.outputs(), std::numeric_limits<double>::quiet_NaN());
  if (failed_ == kNone) failed_ = call;
}

bool CallRuntime::finish() {
  if (exception_) std::rethrow_exception(std::exchange(exception_, nullptr));
  return failed_ == kNone;
}

std::string CallRuntime::failure() const {
  return failed_ == kNone ? std::string{} : solvers_[failed_]->name();
}

}  // namespace multibond::detail
