#include "jit.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "x86_emitter.h"

namespace multibond::detail {

#ifdef MULTIBOND_X86

namespace {

class ThrowOnError final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char* message, asmjit::BaseEmitter*) override {
    throw std::runtime_error(std::string("machine code: ") + message);
  }
};

class JitExecutable final : public Executable {
 public:
  explicit JitExecutable(const Program& program);

  bool run(const double* in, double* out) override {
    runtime_.start();
    function_(in, out, work_.data(), constants_.data());
    return runtime_.finish();
  }
  std::string failure() const override { return runtime_.failure(); }
  void reset() override { runtime_.reset(); }
  std::size_t code_bytes() const override { return code_bytes_; }

 private:
  CallRuntime runtime_;  ///< the machine code knows its address: this class is never moved
  asmjit::JitRuntime memory_;
  X86Function function_ = nullptr;
  std::size_t code_bytes_ = 0;
  std::vector<double> constants_;
  std::vector<double> work_;  ///< on the heap: large programs spill more than a stack holds
};

JitExecutable::JitExecutable(const Program& program) : runtime_(program.calls) {
  const MachineProgram machine = lower(program);
  const AllocatedProgram allocated = allocate_registers(machine);

  asmjit::CodeHolder code;
  ThrowOnError thrower;
  code.init(memory_.environment());
  code.setErrorHandler(&thrower);
  asmjit::x86::Assembler assembler(&code);
  emit_x86(machine, allocated, find_repetitions(allocated), runtime_, assembler);
  if (memory_.add(&function_, &code) != asmjit::kErrorOk) {
    throw std::runtime_error("machine code: there is no executable memory");
  }
  code_bytes_ = code.codeSize();

  constants_.resize(kOwnConstants + machine.constants.size() + 1);
  fill_own_constants(constants_.data());
  std::copy(machine.constants.begin(), machine.constants.end(), constants_.begin() + kOwnConstants);
  std::size_t arguments = 0;
  for (const Call& call : program.calls) arguments = std::max(arguments, call.arguments.size());
  work_.resize(allocated.spill_slots + machine.result_start.back() + arguments);
}

}  // namespace

bool jit_available() {
  // Not asmjit's CpuInfo::host(): asked while static objects are made (by a global
  // SimulationOptions, say), it is wiped by its own constructor later and knows no features then.
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

std::unique_ptr<Executable> make_jit(const Program& program) {
  if (!jit_available()) throw std::runtime_error("machine code: this processor lacks AVX2 or FMA");
  return std::make_unique<JitExecutable>(program);
}

#else

bool jit_available() { return false; }

std::unique_ptr<Executable> make_jit(const Program&) {
  throw std::runtime_error("machine code: there is no code generator for this kind of processor");
}

#endif

}  // namespace multibond::detail
