#include "function_table.h"

#include <array>
#include <cmath>
#include <string>

#if defined(__x86_64__) && defined(__linux__)
#include <dlfcn.h>
#define MULTIBOND_LIBMVEC 1
#endif

namespace multibond::detail {
namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

template <class Function>
const void* address(Function function) {
  return reinterpret_cast<const void*>(function);
}

const void* scalar_function(Code code) {
  switch (code) {
    case Code::exp:
      return address(static_cast<Unary>(&std::exp));
    case Code::log:
      return address(static_cast<Unary>(&std::log));
    case Code::sin:
      return address(static_cast<Unary>(&std::sin));
    case Code::cos:
      return address(static_cast<Unary>(&std::cos));
    case Code::tan:
      return address(static_cast<Unary>(&std::tan));
    case Code::asin:
      return address(static_cast<Unary>(&std::asin));
    case Code::acos:
      return address(static_cast<Unary>(&std::acos));
    case Code::atan:
      return address(static_cast<Unary>(&std::atan));
    case Code::sinh:
      return address(static_cast<Unary>(&std::sinh));
    case Code::cosh:
      return address(static_cast<Unary>(&std::cosh));
    case Code::tanh:
      return address(static_cast<Unary>(&std::tanh));
    case Code::pow:
      return address(static_cast<Binary>(&std::pow));
    case Code::atan2:
      return address(static_cast<Binary>(&std::atan2));
    default:
      return nullptr;
  }
}

#ifdef MULTIBOND_LIBMVEC

// libmvec is looked up at run time: a program built here also runs where it is missing. The
// library stays loaded, since machine code calls it until the process ends.
const void* vector_function(Code code) {
  if (code_info(code).operands != 1) return nullptr;
  static void* const library = dlopen("libmvec.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  const std::string name = "_ZGVdN4v_" + std::string(code_info(code).name);
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
    table[i].scalar = scalar_function(code);
    if (table[i].scalar != nullptr) table[i].vector = vector_function(code);
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
