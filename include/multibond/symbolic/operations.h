/// The table of operations: all there is to know about each of them, in one row.
///
/// Expressions, programs, the interpreter and constant folding read it; only the emitters of
/// machine code and of C99 know more, about operations for which they have something better than a
/// call. A new operation is a name in `Op` (op.h), a row here and a function that makes the
/// expression.
///
/// The choices that IEEE 754 or libm leave open:
///
///     min(a, b) = a < b ? a : b      so a NaN in either operand gives b, as vminsd does
///     max(a, b) = a > b ? a : b      so a NaN in either operand gives b, as vmaxsd does
///     sign(a)   = a for NaN and zeros
///     a < b, a <= b, a == b          0 if an operand is NaN
///     truth of a = (a != 0)          so NaN counts as true and -0.0 as false
#pragma once

#include <array>
#include <cmath>
#include <string_view>
#include <type_traits>

#include "multibond/symbolic/expr.h"

namespace multibond {

/// An operation y = f(a, b) with the rates da, db of its operands; a selection has a third, c.
struct Differential {
  Expr y, a, b, da, db, dc;
};

struct OpInfo {
  Op op;
  std::string_view name;  ///< in listings of programs; if <math.h> has the function, its name there
  std::string_view text;  ///< as expressions are printed: "+", "sin"
  int strength = 7;       ///< with which its text binds: a weaker operand gets parentheses
  bool commutative = false;  ///< exactly, NaN and zeros included
  int operands = 0;
  double (*evaluate)(double a, double b, double c) = nullptr;
  Expr (*build)(const Expr& a, const Expr& b, const Expr& c) = nullptr;  ///< simplified
  /// Rate of the value; null if it is constant but for jumps.
  Expr (*derivative)(const Differential& d) = nullptr;
};

/// The operations on numbers that C++ has not; those on expressions are in expr.h.
namespace number_operations {

using std::abs, std::sqrt, std::exp, std::log, std::floor, std::pow;
using std::acos, std::asin, std::atan, std::atan2, std::cos, std::sin, std::tan;
using std::cosh, std::sinh, std::tanh;
constexpr double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : a; }
constexpr double min(double a, double b) { return a < b ? a : b; }
constexpr double max(double a, double b) { return a > b ? a : b; }
constexpr bool equals(double a, double b) { return a == b; }
constexpr double select(double a, double b, double c) { return a != 0 ? b : c; }
constexpr double no_event(double a) { return a; }

/// A row: `formula` takes one to three numbers, or as many expressions.
template <class Formula>
constexpr OpInfo row(Op op, std::string_view name, Formula, Expr (*derivative)(const Differential&),
                     std::string_view text = {}, int strength = 7, bool commutative = false) {
  OpInfo info{op, name, text.empty() ? name : text, strength, commutative};
  info.derivative = derivative;
  if constexpr (std::is_invocable_v<Formula, double>) {
    info.operands = 1;
    info.evaluate = [](double a, double, double) -> double { return Formula{}(a); };
    info.build = [](const Expr& a, const Expr&, const Expr&) -> Expr { return Formula{}(a); };
  } else if constexpr (std::is_invocable_v<Formula, double, double>) {
    info.operands = 2;
    info.evaluate = [](double a, double b, double) -> double { return Formula{}(a, b); };
    info.build = [](const Expr& a, const Expr& b, const Expr&) -> Expr { return Formula{}(a, b); };
  } else {
    info.operands = 3;
    info.evaluate = [](double a, double b, double c) -> double { return Formula{}(a, b, c); };
    info.build = [](const Expr& a, const Expr& b, const Expr& c) -> Expr {
      return Formula{}(a, b, c);
    };
  }
  return info;
}

using D = const Differential&;
constexpr bool kCommutes = true;

// clang-format off
inline constexpr std::array kRows = {
    OpInfo{Op::number, "number", "number"},
    OpInfo{Op::parameter, "parameter", "parameter"},
    OpInfo{Op::variable, "variable", "variable"},
    OpInfo{Op::pre, "pre", "pre"},
    OpInfo{Op::condition, "condition", "condition"},
    OpInfo{Op::time, "time", "time"},

    row(Op::neg, "neg", [](auto a) { return -a; }, [](D d) { return -d.da; }, "-", 5),
    row(Op::abs, "abs", [](auto a) { return abs(a); }, [](D d) { return sign(d.a) * d.da; }),
    row(Op::sign, "sign", [](auto a) { return sign(a); }, nullptr),
    row(Op::sqrt, "sqrt", [](auto a) { return sqrt(a); }, [](D d) { return d.da / (2.0 * d.y); }),
    row(Op::exp, "exp", [](auto a) { return exp(a); }, [](D d) { return d.y * d.da; }),
    row(Op::log, "log", [](auto a) { return log(a); }, [](D d) { return d.da / d.a; }),
    row(Op::sin, "sin", [](auto a) { return sin(a); }, [](D d) { return cos(d.a) * d.da; }),
    row(Op::cos, "cos", [](auto a) { return cos(a); }, [](D d) { return -(sin(d.a) * d.da); }),
    row(Op::tan, "tan", [](auto a) { return tan(a); }, [](D d) { return (1.0 + d.y * d.y) * d.da; }),
    row(Op::asin, "asin", [](auto a) { return asin(a); },
        [](D d) { return d.da / sqrt(1.0 - d.a * d.a); }),
    row(Op::acos, "acos", [](auto a) { return acos(a); },
        [](D d) { return -(d.da / sqrt(1.0 - d.a * d.a)); }),
    row(Op::atan, "atan", [](auto a) { return atan(a); },
        [](D d) { return d.da / (1.0 + d.a * d.a); }),
    row(Op::sinh, "sinh", [](auto a) { return sinh(a); }, [](D d) { return cosh(d.a) * d.da; }),
    row(Op::cosh, "cosh", [](auto a) { return cosh(a); }, [](D d) { return sinh(d.a) * d.da; }),
    row(Op::tanh, "tanh", [](auto a) { return tanh(a); },
        [](D d) { return (1.0 - d.y * d.y) * d.da; }),
    row(Op::floor, "floor", [](auto a) { return floor(a); }, nullptr),
    row(Op::logical_not, "logical_not", [](auto a) { return !a; }, nullptr, "not "),
    row(Op::no_event, "no_event", [](auto a) { return no_event(a); },
        [](D d) { return no_event(d.da); }),

    row(Op::add, "add", [](auto a, auto b) { return a + b; },
        [](D d) { return d.da + d.db; }, "+", 4, kCommutes),
    row(Op::sub, "sub", [](auto a, auto b) { return a - b; },
        [](D d) { return d.da - d.db; }, "-", 4),
    row(Op::mul, "mul", [](auto a, auto b) { return a * b; },
        [](D d) { return d.da * d.b + d.a * d.db; }, "*", 5, kCommutes),
    row(Op::div, "div", [](auto a, auto b) { return a / b; },
        [](D d) { return (d.da - d.y * d.db) / d.b; }, "/", 5),
    // The exponent counts for a > 0 only: elsewhere a^b has no derivative by b, but an exponent that
    // happens not to be a number should not give NaN.
    row(Op::pow, "pow", [](auto a, auto b) { return pow(a, b); },
        [](D d) {
          return (d.da.is_number(0) ? Expr(0.0) : d.b * pow(d.a, d.b - 1.0) * d.da) +
                 (d.db.is_number(0) ? Expr(0.0)
                                    : select(no_event(0.0 < d.a), d.y * log(d.a) * d.db, 0.0));
        },
        "^", 6),
    row(Op::atan2, "atan2", [](auto a, auto b) { return atan2(a, b); },
        [](D d) { return (d.b * d.da - d.a * d.db) / (d.a * d.a + d.b * d.b); }),
    row(Op::min, "min", [](auto a, auto b) { return min(a, b); },
        [](D d) { return select(no_event(d.a < d.b), d.da, d.db); }),
    row(Op::max, "max", [](auto a, auto b) { return max(a, b); },
        [](D d) { return select(no_event(d.a > d.b), d.da, d.db); }),
    row(Op::less, "less", [](auto a, auto b) { return a < b; }, nullptr, "<", 3),
    row(Op::less_equal, "less_equal", [](auto a, auto b) { return a <= b; }, nullptr, "<=", 3),
    row(Op::equal, "equal", [](auto a, auto b) { return equals(a, b); }, nullptr, "==", 3, kCommutes),
    row(Op::logical_and, "logical_and", [](auto a, auto b) { return a && b; }, nullptr,
        "and", 2, kCommutes),
    row(Op::logical_or, "logical_or", [](auto a, auto b) { return a || b; }, nullptr,
        "or", 1, kCommutes),
    row(Op::select, "select", [](auto a, auto b, auto c) { return select(a, b, c); },
        [](D d) { return select(d.a, d.db, d.dc); }),

    OpInfo{Op::call, "call", "call"},
    OpInfo{Op::result, "result", "result"},

    OpInfo{Op::correction, "correction", "correction"},
    OpInfo{Op::rank_flag, "rank_flag", "rank_flag"},
};
// clang-format on

// The table is indexed by the operation: a misplaced row must not compile.
constexpr bool rows_are_in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].op != static_cast<Op>(i)) return false;
  }
  return kRows.size() == static_cast<std::size_t>(Op::rank_flag) + 1;
}
static_assert(rows_are_in_order());

}  // namespace number_operations

constexpr const OpInfo& op_info(Op op) {
  return number_operations::kRows[static_cast<std::size_t>(op)];
}

}  // namespace multibond
