/// function_entry: implementations of an operation that machine code can call.
#pragma once

#include "multibond/program/program.h"

namespace multibond::detail {

/// Addresses for the JIT; null where there is none.
struct FunctionEntry {
  const void* scalar = nullptr;  ///< the `evaluate` of operations.h
  /// Four lanes in ymm0, of glibc's libmvec. Equal to the scalar function to 1e-12 (in fact a few
  /// ulp) over the whole range, infinities and NaN included:
  /// tests/program/vector_functions_test.cc.
  const void* vector = nullptr;
};

FunctionEntry function_entry(Code code);
/// void sincos(double, double*, double*), or null.
const void* sincos_entry();

}  // namespace multibond::detail
