#include "multibond/program/executable.h"

#include "interpreter.h"
#include "jit.h"

namespace multibond {

Backend default_backend() { return detail::jit_available() ? Backend::jit : Backend::interpreter; }

std::shared_ptr<const Executable> make_executable(const Program& program, Backend backend) {
  program.check();
  if (backend == Backend::jit) return detail::make_jit(program);
  return detail::make_interpreter(program);
}

}  // namespace multibond
