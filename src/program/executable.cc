#include "multibond/program/executable.h"

#include "interpreter.h"

namespace multibond {

Backend default_backend() { return Backend::interpreter; }

std::unique_ptr<Executable> make_executable(Program program, Backend backend) {
  program.check();
  (void)backend;
  return detail::make_interpreter(program);
}

}  // namespace multibond
