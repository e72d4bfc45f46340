/// Interpreter: the portable back end and the reference in tests.
#pragma once

#include <memory>

#include "multibond/program/executable.h"

namespace multibond::detail {

std::shared_ptr<const Executable> make_interpreter(const Program& program);

}  // namespace multibond::detail
