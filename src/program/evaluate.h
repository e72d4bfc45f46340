/// evaluate: the meaning of every operation, in one place.
///
/// Constant folding and the interpreter use this function; the JIT and the C99 back end reproduce
/// it. The choices that IEEE 754 or libm leave open:
///
///     min(a, b) = a < b ? a : b      so a NaN in either operand gives b, as vminsd does
///     max(a, b) = a > b ? a : b      so a NaN in either operand gives b, as vmaxsd does
///     sign(a)   = (a > 0) - (a < 0)  so sign(NaN) = 0
///     a < b, a <= b, a == b          0 if an operand is NaN
///     truth of a = (a != 0)          so NaN counts as true and -0.0 as false
#pragma once

#include <cmath>

#include "multibond/program/program.h"

namespace multibond::detail {

inline double truth(bool value) { return value ? 1.0 : 0.0; }

/// Value of one operation; `code` must not be `call` or `result`. Inlined with a constant `code`
/// it is just that operation.
inline double evaluate(Code code, double a, double b, double c) {
  switch (code) {
    case Code::add:
      return a + b;
    case Code::sub:
      return a - b;
    case Code::mul:
      return a * b;
    case Code::div:
      return a / b;
    case Code::neg:
      return -a;
    case Code::abs:
      return std::fabs(a);
    case Code::sign:
      return truth(a > 0) - truth(a < 0);
    case Code::sqrt:
      return std::sqrt(a);
    case Code::exp:
      return std::exp(a);
    case Code::log:
      return std::log(a);
    case Code::sin:
      return std::sin(a);
    case Code::cos:
      return std::cos(a);
    case Code::tan:
      return std::tan(a);
    case Code::asin:
      return std::asin(a);
    case Code::acos:
      return std::acos(a);
    case Code::atan:
      return std::atan(a);
    case Code::sinh:
      return std::sinh(a);
    case Code::cosh:
      return std::cosh(a);
    case Code::tanh:
      return std::tanh(a);
    case Code::floor:
      return std::floor(a);
    case Code::pow:
      return std::pow(a, b);
    case Code::atan2:
      return std::atan2(a, b);
    case Code::min:
      return a < b ? a : b;
    case Code::max:
      return a > b ? a : b;
    case Code::less:
      return truth(a < b);
    case Code::less_equal:
      return truth(a <= b);
    case Code::equal:
      return truth(a == b);
    case Code::logical_and:
      return truth(a != 0 && b != 0);
    case Code::logical_or:
      return truth(a != 0 || b != 0);
    case Code::logical_not:
      return truth(a == 0);
    case Code::select:
      return a != 0 ? b : c;
    case Code::call:
    case Code::result:
      break;
  }
  return 0;
}

}  // namespace multibond::detail
