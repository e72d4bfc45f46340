/// emit_x86: writes the machine code of an AllocatedProgram (AVX2 and FMA, System V calls).
#pragma once

#include "multibond/program/program.h"

#if defined(__x86_64__) && !defined(_WIN32)
#define MULTIBOND_X86 1

#include <asmjit/x86.h>

#include "call_runtime.h"
#include "register_allocator.h"
#include "repetition.h"

namespace multibond::detail {

/// Numbers at the start of the constant area that the instructions themselves need.
constexpr std::uint32_t kOwnConstants = 4;
void fill_own_constants(double* constants);

/// void code(const double* in, double* out, double* work, const double* constants), where
///
///     constants   kOwnConstants numbers, then those of the MachineProgram
///     work        spill slots, then solver results, then room for the arguments of one solver
using X86Function = void (*)(const double* in, double* out, double* work, const double* constants);

/// `loops` are repetitions found in the program.
void emit_x86(const MachineProgram& machine, const AllocatedProgram& program,
              const std::vector<Repetition>& loops, CallRuntime& runtime,
              asmjit::x86::Assembler& assembler);

}  // namespace multibond::detail
#endif
