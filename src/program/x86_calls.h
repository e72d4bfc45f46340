/// X86Frame and X86Calls: how the machine code of a program reaches its memory, and how it calls
/// functions and solvers.
#pragma once

#include "x86_emitter.h"

#ifdef MULTIBOND_X86

#include <span>

namespace multibond::detail {

/// Base registers. Each points 128 bytes into its area, so that the first 32 doubles are reached
/// with a one-byte displacement.
///
///     rdi in   rsi out    restored from the stack after a call
///     rbx work rbp constants   kept by called functions; rdx and rcx if there are no calls
///     the CallSession          on the stack
class X86Frame {
 public:
  X86Frame(const MachineProgram& machine, const AllocatedProgram& program,
           asmjit::x86::Assembler& assembler);
  void enter();
  void leave();
  void restore_after_call();
  asmjit::x86::Mem session() const { return asmjit::x86::ptr_64(asmjit::x86::rsp, 16); }
  asmjit::x86::Mem memory(Place place) const;
  asmjit::x86::Mem own_constant(std::uint32_t index) const;
  /// Place number `index` of the argument area.
  asmjit::x86::Mem argument(std::uint32_t index) const;

 private:
  asmjit::x86::Assembler& a_;
  bool calls_;
  std::uint32_t results_at_, arguments_at_;  ///< in the work area
  asmjit::x86::Gp work_, constants_;
};

class X86Calls {
 public:
  X86Calls(const MachineProgram& machine, const AllocatedProgram& program, X86Frame& frame,
           asmjit::x86::Assembler& assembler)
      : machine_(machine), program_(program), frame_(frame), a_(assembler) {}
  /// All calls of a group; every value is in memory before and after.
  void emit(const AllocatedInstruction& group);

 private:
  struct Task {  ///< one function value to compute
    std::uint32_t argument;
    Place a, b, result;
  };

  void functions(Code code, std::span<const Task> tasks);
  void vector_call(const void* function, std::span<const Task> tasks);
  void sine_and_cosine(const Task& sine, const Task& cosine);
  void solver(std::uint32_t call, const Place* arguments);
  void call(const void* function);
  void leave_vector_state();

  const MachineProgram& machine_;
  const AllocatedProgram& program_;
  X86Frame& frame_;
  asmjit::x86::Assembler& a_;
  bool upper_halves_used_ = false;
};

}  // namespace multibond::detail
#endif
