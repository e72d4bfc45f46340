#include "call_runtime.h"

#include <algorithm>
#include <limits>
#include <span>

namespace multibond::detail {

CallRuntime::CallRuntime(const std::vector<Call>& calls) {
  for (const Call& call : calls) {
    const Solver& solver = *call.solver;
    calls_.push_back({call.solver, solver.inputs(), solver.outputs(), kept_});
    kept_ += solver.memory();
    most_arguments_ = std::max(most_arguments_, solver.inputs());
    most_scratch_ = std::max(most_scratch_, solver.scratch());
  }
}

void CallRuntime::initialize(double* memory) const {
  std::fill_n(memory, kept_, 0.0);
  for (const Entry& call : calls_) {
    call.solver->initialize({memory + call.memory, call.solver->memory()});
  }
}

std::string CallRuntime::failure(const double* memory) const {
  const auto failed = static_cast<std::size_t>(memory[0]);
  if (failed == 0) return {};
  const Entry& call = calls_[failed - 1];
  return call.solver->failure(memory + call.memory);
}

void CallSession::run(std::uint32_t call, const double* in, double* out) noexcept {
  const CallRuntime::Entry& entry = runtime_.calls_[call];
  bool success = false;
  try {
    success = entry.solver->solve(in, out, memory_ + entry.memory, scratch_);
  } catch (...) {
    if (!exception_) exception_ = std::current_exception();
  }
  if (success) return;
  std::fill_n(out, entry.outputs, std::numeric_limits<double>::quiet_NaN());
  if (memory_[0] == 0) memory_[0] = call + 1.0;
}

bool CallSession::finish() {
  if (exception_) std::rethrow_exception(exception_);
  return memory_[0] == 0;
}

}  // namespace multibond::detail
