/// JIT: machine code for x86-64 processors with AVX2 and FMA.
#pragma once

#include <memory>

#include "multibond/program/executable.h"

namespace multibond::detail {

/// Whether this machine can run the JIT's code.
bool jit_available();
/// Throws std::runtime_error if the machine cannot run it.
std::shared_ptr<const Executable> make_jit(const Program& program);

}  // namespace multibond::detail
