#include "function_table.h"

#include <array>
#include <cmath>
#include <string>

#include "multibond/symbolic/operations.h"

#if defined(__x86_64__) && defined(__linux__)
#include <dlfcn.h>
#define MULTIBOND_LIBMVEC 1
#endif

namespace multibond::detail {
namespace {

template <class Function>
const void* address(Function function) {
  return reinterpret_cast<const void*>(function);
}

#ifdef MULTIBOND_LIBMVEC

// libmvec is looked up at run time: a program built here also runs where it is missing. The
// library stays loaded, since machine code calls it until the process ends.
const void* vector_function(Code code) {
  if (op_info(code).operands != 1) return nullptr;
  static void* const library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  const std::string name = "_ZGVdN4v_" + std::string(op_info(code).name);
  return dlsym(library, name.c_str());
}

#else

const void* vector_function(Code) { return nullptr; }

#endif

constexpr std::size_t kCount = static_cast<std::size_t>(Code::result) + 1;

std::array<FunctionEntry, kCount> make_table() {
  std::array<FunctionEntry, kCount> table;
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto code = static_cast<Code>(i);
    if (op_info(code).evaluate == nullptr) continue;
    table[i].scalar = address(op_info(code).evaluate);
    table[i].vector = vector_function(code);
  }
  return table;
}

}  // namespace

FunctionEntry function_entry(Code code) {
  static const std::array<FunctionEntry, kCount> table = make_table();
  return table[static_cast<std::size_t>(code)];
}

const void* sincos_entry() {
#ifdef MULTIBOND_LIBMVEC  // the same C library has sincos
  return address(static_cast<void (*)(double, double*, double*)>(&::sincos));
#else
  return nullptr;
#endif
}

}  // namespace multibond::detail
