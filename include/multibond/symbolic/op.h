/// Op: the kinds of nodes of expressions and of instructions of programs.
#pragma once

#include <cstdint>

namespace multibond {

/// All about each of them is in the table of operations.h. The numbers decide nothing but ties, yet
/// changing them changes which of several equal choices a compilation makes.
enum class Op : std::uint8_t {
  // leaves
  number,
  parameter,  ///< constant in time; index in the model's list of parameters
  variable,   ///< unknown, with the order of its time derivative
  pre,        ///< value of a variable just before an event
  condition,  ///< truth value of a relation, constant between events
  time,
  // one operand
  neg,
  abs,
  sign,
  sqrt,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  floor,
  logical_not,
  no_event,  ///< its argument, with relations inside taken literally at every instant
  // two operands
  add,
  sub,
  mul,
  div,
  pow,
  atan2,
  min,
  max,
  less,
  less_equal,
  equal,
  logical_and,
  logical_or,
  // three operands
  select,  ///< a ? b : c
  // any number of operands
  call,    ///< a user function or table
  result,  ///< of a call, in programs only
  // leaves that the compiler adds
  correction,  ///< of an invariant: zero in a run, what projection asks for else
  rank_flag,   ///< how near a rank-revealing solver was to a loss of rank
};

constexpr bool is_leaf(Op op) { return op <= Op::time || op >= Op::correction; }
constexpr bool is_unary(Op op) { return op >= Op::neg && op <= Op::no_event; }
constexpr bool is_binary(Op op) { return op >= Op::add && op <= Op::logical_or; }
constexpr bool is_relation(Op op) {
  return op == Op::less || op == Op::less_equal || op == Op::equal;
}
constexpr bool is_logical(Op op) {
  return is_relation(op) || op == Op::logical_and || op == Op::logical_or ||
         op == Op::logical_not || op == Op::condition;
}

}  // namespace multibond
