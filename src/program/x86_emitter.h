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

/// What the machine code is called as, where
///
///     work        spill slots, then solver results, then room for the arguments of one solver
///     constants   kOwnConstants numbers, then those of the MachineProgram
///     session     runs the solvers; not used if there are none
using X86Function = void (*)(const double* in, double* out, double* work, const double* constants,
                             CallSession* session);

/// `loops` are repetitions found in the program.
void emit_x86(const MachineProgram& machine, const AllocatedProgram& program,
              const std::vector<Repetition>& loops, asmjit::x86::Assembler& assembler);

}  // namespace multibond::detail
#endif
