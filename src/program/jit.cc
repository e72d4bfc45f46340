#include "jit.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "code_memory.h"
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

  std::size_t kept_size() const override { return runtime_.kept(); }
  std::size_t memory_size() const override {
    return runtime_.kept() + work_size_ + runtime_.most_scratch();
  }
  void initialize(double* memory) const override { runtime_.initialize(memory); }
  bool run(const double* in, double* out, double* memory) const override {
    double* const work = memory + runtime_.kept();
    if (!runtime_.has_calls()) {  // a session costs half as much as the smallest programs
      function_(in, out, work, constants_.data(), nullptr);
      return true;
    }
    CallSession calls(runtime_, memory, work + work_size_);
    function_(in, out, work, constants_.data(), &calls);
    return calls.finish();
  }
  std::string failure(const double* memory) const override { return runtime_.failure(memory); }
  std::size_t code_bytes() const override { return code_.size(); }

 private:
  CallRuntime runtime_;
  CodeMemory code_;
  X86Function function_ = nullptr;
  std::vector<double> constants_;
  std::size_t work_size_ = 0;  ///< in the memory: large programs spill more than a stack holds
};

JitExecutable::JitExecutable(const Program& program) : runtime_(program.calls) {
  const MachineProgram machine = lower(program);
  const AllocatedProgram allocated = allocate_registers(machine);

  asmjit::CodeHolder code;
  ThrowOnError thrower;
  code.init(asmjit::Environment::host());
  code.setErrorHandler(&thrower);
  asmjit::x86::Assembler assembler(&code);
  emit_x86(machine, allocated, find_repetitions(allocated), assembler);
  code_ = CodeMemory(code);
  function_ = code_.entry<X86Function>();

  constants_.resize(kOwnConstants + machine.constants.size() + 1);
  fill_own_constants(constants_.data());
  std::copy(machine.constants.begin(), machine.constants.end(), constants_.begin() + kOwnConstants);
  work_size_ = allocated.spill_slots + machine.result_start.back() + runtime_.most_arguments();
}

}  // namespace

bool jit_available() {
  // Not asmjit's CpuInfo::host(): asked while static objects are made (by a global
  // SimulationOptions, say), it is wiped by its own constructor later and knows no features then.
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

std::shared_ptr<const Executable> make_jit(const Program& program) {
  if (!jit_available()) throw std::runtime_error("machine code: this processor lacks AVX2 or FMA");
  return std::make_shared<JitExecutable>(program);
}

#else

bool jit_available() { return false; }

std::shared_ptr<const Executable> make_jit(const Program&) {
  throw std::runtime_error("machine code: there is no code generator for this kind of processor");
}

#endif

}  // namespace multibond::detail
