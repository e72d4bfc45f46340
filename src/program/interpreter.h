/// Interpreter: the portable back end and the reference in tests.
#pragma once

#include <memory>

#include "multibond/program/executable.h"

namespace multibond::detail {

std::unique_ptr<Executable> make_interpreter(const Program& program);

}  // namespace multibond::detail
